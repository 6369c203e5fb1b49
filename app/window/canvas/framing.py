"""When the canvas is fitted to what stands on it without being asked to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QRect

from app.window.canvas.cutting import READABLE
from app.window.theme import theme

if TYPE_CHECKING:
    from app.window.canvas.view import TopologyView


class Framing(QObject):
    """Another engagement is fitted, and what nobody would find otherwise; all else stays put."""

    def __init__(self, view: TopologyView) -> None:
        super().__init__(view)
        self._view, self._document = view, view.document
        self._framed: frozenset[str] = frozenset()
        self._framed_of: object = self._document.engagement
        self._scenario = self._document.current
        self._empty = not view.topology_scene.boxes
        self._document.topologyChanged.connect(self._edited)
        self._document.engagementChanged.connect(self._frame)
        self._document.scenarioChanged.connect(self._switched)
        view.topology_scene.laidOut.connect(self._laid_out)

    def _edited(self) -> None:
        # What the user drops or deletes comes back with the next analysis: no reason to move all.
        if self._document.engagement is self._framed_of:
            boxes = frozenset(self._document.as_is.components)
            if not self._framed or boxes & self._framed:
                self._framed = boxes

    def _frame(self) -> None:
        # The same boxes with other figures stay where the user put them.
        self._framed_of = self._document.engagement
        boxes = frozenset(self._document.as_is.components)
        if boxes != self._framed:
            self._framed = boxes
            self._view.fit_soon()

    def _switched(self) -> None:
        before, self._scenario = self._scenario, self._document.current
        if before == self._scenario or self._view.gesture is not None:
            return
        # Another scenario may be so much smaller than the one before that nobody sees it.
        rect, room = self._content(), self._view.viewport().rect()
        speck = 3 * rect.width() < room.width() and 3 * rect.height() < room.height()
        unread = self._view.transform().m11() < READABLE * theme().scale / 2
        if not rect.intersects(room) or (speck and unread):
            self._view.fit_soon()

    def _laid_out(self) -> None:
        """Where nothing is left, what comes next is not seen as closely as what is gone."""
        before, self._empty = self._empty, not self._view.topology_scene.boxes
        if self._empty and not before:
            self._view.stand_anew()
            return
        # What comes back by redo stands where it was, and may be out of sight now.
        back = before and not self._empty
        if back and not self._content().intersects(self._view.viewport().rect()):
            self._view.fit_soon()

    def _content(self) -> QRect:
        """Where all of it is, in the view's pixels."""
        view = self._view
        return view.mapFromScene(view.topology_scene.content_rect()).boundingRect()
