"""Changes that no figure answers to, and why: found off the window's thread for what is on show."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from app.window.services.projection import SILENT, ProjectionService
from model.topology import SetSetting

if TYPE_CHECKING:
    from collections.abc import Iterator

    from app.window.document import Document
    from app.window.services.worker import Cancel
    from model.projection import Projection, Unanswered

# A slider moves on; what it rests on is explained.
AFTER_MS = 250


class Silence(QObject):
    """``changed`` when ``sentences`` (by component and setting) or those of the ``whole`` are."""

    changed = Signal()

    def __init__(
        self, document: Document, projections: ProjectionService, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.document, self._projections = document, projections
        self.sentences: dict[tuple[str, str], str] = {}
        self.whole: tuple[str, ...] = ()
        self._each = False
        self._known: tuple[object, Unanswered] | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(AFTER_MS)
        self._timer.timeout.connect(self._ask)
        document.projectionChanged.connect(self._timer.start)
        document.scenarioChanged.connect(self._timer.start)
        projections.computed.connect(self._arrived)

    def tell_each(self) -> None:
        """From now on of each setting as well: somebody shows them one by one."""
        if not self._each:
            self._each = True
            self._timer.start()

    def _ask(self) -> None:
        document, each = self.document, self._each
        projection, as_is = document.projection, document.as_is_projection
        engagement, scenario = document.engagement, document.scenario
        if (
            scenario is None
            or projection is None
            or as_is is None
            or engagement is None
            or document.pending
            or not (each or any(not isinstance(c, SetSetting) for c in scenario.changes))
        ):
            self._projections.drop(SILENT)
            self._keep({}, ())
            return
        baseline = engagement.baseline

        def work(_cancel: Cancel) -> Iterator[object]:
            from model.projection import Unanswered

            if self._known is None or self._known[0] is not engagement:
                self._known = (engagement, Unanswered(baseline, as_is))
            silent = self._known[1]
            yield "silent", found(silent, projection) if each else {}, silent.of_whole(projection)

        self._projections.compute(SILENT, work)

    def _arrived(self, slot: str, result: object) -> None:
        if slot == SILENT and isinstance(result, tuple) and result[0] == "silent":
            self._keep(dict(result[1]), tuple(result[2]))

    def _keep(self, sentences: dict[tuple[str, str], str], whole: tuple[str, ...]) -> None:
        if (sentences, whole) != (self.sentences, self.whole):
            self.sentences, self.whole = sentences, whole
            self.changed.emit()


def found(silent: Unanswered, projection: Projection) -> dict[tuple[str, str], str]:
    """The sentences by the component and setting that they are about."""
    return {
        (change.component, change.setting): sentence
        for change, sentence in silent.by_setting(projection)
    }
