"""Changes that no figure answers to, and why: found off the window's thread for what is on show."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from app.window.services.projection import SILENT
from app.window.session import Session

if TYPE_CHECKING:
    from collections.abc import Iterator

    from app.window.services.worker import Cancel
    from model.projection import Projection, Unanswered

# A slider moves on; what it rests on is explained.
AFTER_MS = 250


class Silence(QObject):
    """``changed`` when ``sentences`` (by component and setting) are others."""

    changed = Signal()

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.document = session.document
        self.sentences: dict[tuple[str, str], str] = {}
        self._known: tuple[object, Unanswered] | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(AFTER_MS)
        self._timer.timeout.connect(self._ask)
        self.document.projectionChanged.connect(self._timer.start)
        self.document.scenarioChanged.connect(self._timer.start)
        session.projections.computed.connect(self._arrived)

    def _ask(self) -> None:
        projection, as_is = self.document.projection, self.document.as_is_projection
        engagement = self.document.engagement
        if (
            self.document.scenario is None
            or projection is None
            or as_is is None
            or engagement is None
            or self.document.pending
        ):
            self._keep({})
            return
        baseline = engagement.baseline

        def work(_cancel: Cancel) -> Iterator[object]:
            from model.projection import Unanswered

            if self._known is None or self._known[0] is not engagement:
                self._known = (engagement, Unanswered(baseline, as_is))
            yield "silent", found(self._known[1], projection)

        self.session.projections.compute(SILENT, work)

    def _arrived(self, slot: str, result: object) -> None:
        if slot == SILENT and isinstance(result, tuple) and result[0] == "silent":
            self._keep(dict(result[1]))

    def _keep(self, sentences: dict[tuple[str, str], str]) -> None:
        if sentences != self.sentences:
            self.sentences = sentences
            self.changed.emit()


def found(silent: Unanswered, projection: Projection) -> dict[tuple[str, str], str]:
    """The sentences by the component and setting that they are about."""
    return {
        (change.component, change.setting): sentence
        for change, sentence in silent.by_setting(projection)
    }
