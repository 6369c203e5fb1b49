"""Whose a result is: what was on show when it was asked for, beside what is on show now."""

from __future__ import annotations

from app.window.document import Document
from app.window.i18n import tr


class Whose:
    """Notes the scenario, its changes and the analysis, and says whether they still hold."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._noted: tuple[str, object, object] | None = None

    def note(self) -> None:
        """What is asked for now is of what is on show."""
        self._noted = self._now()

    def forget(self) -> None:
        """Nothing was asked for."""
        self._noted = None

    def _now(self) -> tuple[str, object, object]:
        scenario, engagement = self._document.scenario, self._document.engagement
        return (
            tr("As-is") if scenario is None else scenario.name,
            () if scenario is None else scenario.changes,
            None if engagement is None else engagement.baseline,
        )

    @property
    def other(self) -> str:
        """The scenario it is of, where another one is on show; else empty."""
        noted = self._noted
        return noted[0] if noted is not None and noted[0] != self._now()[0] else ""

    @property
    def outdated(self) -> bool:
        """Whether it is of anything else than what is on show."""
        now, noted = self._now(), self._noted
        return noted is not None and not (now[:2] == noted[:2] and now[2] is noted[2])
