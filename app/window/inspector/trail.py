"""What a component lies in, from the outermost container on: each one click or key away."""

from __future__ import annotations

from functools import partial

from PySide6.QtWidgets import QWidget

from app.window.document import Document
from app.window.i18n import tr
from app.window.names import kind_title
from app.window.widgets.basics import button, clear, label
from app.window.widgets.flow import FlowLayout


class Trail(QWidget):
    """``42A17 › SYSA ›`` above the name of the component; hidden where it lies in nothing."""

    def __init__(self, document: Document) -> None:
        super().__init__()
        self._document = document
        self._shown: tuple[tuple[str, str], ...] = ()
        self.setAccessibleName(tr("What holds the component"))
        self._line = FlowLayout(self, spacing=4)
        self.hide()

    def show_way(self, component: str | None) -> None:
        """The containers around ``component``; none for ``None``."""
        topology = self._document.topology
        way = () if component is None else tuple(reversed(topology.containers(component)))
        named = tuple((name, topology[name].name) for name in way)
        if named == self._shown:
            return
        self._shown = named
        clear(self._line)
        for name, text in named:
            made = button(
                text,
                partial(self._document.select, [name]),
                link=True,
                name=tr("in {name}", name=text),
            )
            made.setToolTip(kind_title(topology[name].kind))
            self._line.addWidget(made)
            self._line.addWidget(label("›", "muted"))
        self.setVisible(bool(named))
