"""Edits that menu, toolbar and keys offer on the selection."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication

from app.window.canvas import arrange
from app.window.canvas.gestures import relative
from app.window.canvas.layout import GRID, lay_out
from app.window.canvas.places import beside_all, standing
from app.window.canvas.scene import TopologyScene
from app.window.document import Document, editing
from app.window.document.templates import offered
from app.window.i18n import several, tr
from model.topology import Topology

if TYPE_CHECKING:
    from app.window.canvas.view import TopologyView


class SelectionActions:
    """Acts on a view's selection; what is refused is said through ``refuse``."""

    def __init__(self, view: TopologyView, refuse: Callable[[str], None]) -> None:
        self.view = view
        self.document: Document = view.document
        self.topology_scene: TopologyScene = view.topology_scene
        self.refuse = refuse

    def _refuse_if(self, refusal: str | None) -> None:
        if refusal is not None:
            self.refuse(refusal)

    def delete_selection(self) -> None:
        """Delete the selected boxes, or the selected link."""
        link_key = self.topology_scene.selected_link
        if link_key is not None:
            for link in self.document.topology.links:
                if link.id == link_key:
                    self._refuse_if(editing.unlink(self.document, link))
                    return
            self.refuse(tr("This line stands for several links; open the container first"))
            return
        self._refuse_if(editing.remove(self.document, self.document.selection))

    def duplicate_selection(self) -> None:
        """Duplicate the selected boxes."""
        self._refuse_if(editing.duplicate(self.document, self.document.selection))

    def copy_selection(self) -> None:
        """Copy the selected boxes; other windows can paste them."""
        clip = editing.clip_of(self.document.topology, self.document.selection)
        if not clip.components:
            return
        data = QMimeData()
        data.setData(editing.MIME, editing.to_bytes(clip))
        data.setText("\n".join(c.name for c in clip.components))
        QGuiApplication.clipboard().setMimeData(data)

    def cut_selection(self) -> None:
        """Copy the selected boxes and delete them."""
        if self.document.selection:
            self.copy_selection()
            self.delete_selection()

    def paste(self) -> None:
        """Paste into the selected container, or where the originals stand."""
        data = QGuiApplication.clipboard().mimeData()
        if data is None or not data.hasFormat(editing.MIME):
            self.refuse(tr("The clipboard holds neither components nor lines of a report"))
            return
        try:
            clip = editing.from_bytes(bytes(data.data(editing.MIME).data()))
        except ValueError as wrong:
            self.refuse(str(wrong))
            return
        chosen = self.document.selection
        self._refuse_if(editing.paste(self.document, clip, chosen[-1] if chosen else None))
        if self.document.selection != chosen:
            self.view.bring(self.document.selection)

    def insert_template(self, name: str, at: tuple[float, float] | None = None) -> None:
        """Add all of a template at a scene point, or in a row beside what there is."""
        template = next((t for t in offered(self.document.catalogue) if t.id == name), None)
        if template is None:
            return
        before = set(self.document.topology.components)
        clip = template.clip(self.document.catalogue)
        topology = Topology({c.id: c for c in clip.components}, clip.links)
        boxes = lay_out(topology, self.document.catalogue, {})
        beside = at is None
        if at is None:
            there = [
                (b.x, b.y, b.w, b.h) for b in self.topology_scene.boxes.values() if not b.depth
            ]
            size = max(b.right for b in boxes.values()), max(b.bottom for b in boxes.values())
            at = beside_all(there, size)
        roots = standing(topology, boxes, {None})
        places = {root: (at[0] + x, at[1] + y) for root, (x, y) in roots.items()}
        said = tr("Add template “{name}”", name=template.title)
        self._refuse_if(
            editing.paste(self.document, clip, None, text=said, measured=True, places=places)
        )
        self.document.select(())
        if beside:
            # Dropped, it stands where it was let go, and the view stays.
            self.view.fit(readable=True)
            self.view.bring(set(self.document.topology.components) - before)

    def select_all(self) -> None:
        """Select every box on show."""
        self.document.select(self.topology_scene.boxes)

    def arrange_selection(self, how: str) -> None:
        """Align (an edge's name), distribute (``across``, ``down``) or snap the selection."""
        boxes = self.topology_scene.boxes
        chosen = [boxes[c] for c in self.document.selection if c in boxes]
        places: dict[str, tuple[float, float]]
        if how in ("across", "down"):
            places = arrange.distribute(chosen, across=how == "across")
        elif how == "snap":
            places = {b.id: (round(b.x / GRID) * GRID, round(b.y / GRID) * GRID) for b in chosen}
        else:
            places = arrange.align(chosen, how)  # type: ignore[arg-type]
        if places:
            stood = dict(boxes)
            self.document.place(
                {name: relative(self.view, name, x, y) for name, (x, y) in places.items()},
                tr("Arrange boxes"),
            )
            self.topology_scene.glide.begin(stood)

    def automatic_layout(self) -> None:
        """Lay out anew what is selected, of a container alone what it holds; else all boxes.

        What is not laid out stays where it stands, in and around the containers of what is.
        """
        document, scene = self.document, self.topology_scene
        by_hand, chosen = document.state.positions, document.selection
        wanted = self._to_arrange(chosen) if chosen else set(by_hand)
        moved = wanted & set(by_hand)
        if not moved:
            document.notice.emit(
                "info",
                tr("What is selected stands where automatic layout has it.")
                if chosen
                else tr("All of it stands where automatic layout has it."),
            )
            return
        places: dict[str, tuple[float, float] | None] = dict.fromkeys(moved)
        if chosen:
            topology = document.topology
            around = {x for c in moved for x in topology.containers(c)}
            stand = standing(topology, scene.boxes, {None, *around})
            places |= {name: at for name, at in stand.items() if name not in wanted}
        stood = dict(scene.boxes)
        document.place(places, tr("Automatic layout"))
        said = several("{n} box was laid out anew", "{n} boxes were laid out anew", len(moved))
        document.notice.emit("info", tr("{what}; all else stayed.", what=said) if chosen else said)
        if not chosen:
            self.view.fit(readable=True)
        scene.glide.begin(stood)

    def _to_arrange(self, chosen: Collection[str]) -> set[str]:
        """What is selected and what it holds; one open container stays itself."""
        topology, boxes = self.document.topology, self.topology_scene.boxes
        held = {c.id for c in topology if set(chosen) & set(topology.containers(c.id))}
        (only,) = chosen if len(chosen) == 1 else (None,)
        if only is not None and only in boxes and boxes[only].open:
            return held
        return held | set(chosen)
