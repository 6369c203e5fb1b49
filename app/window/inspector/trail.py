"""What a component lies in, from the outermost container on: each one click or key away."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtWidgets import QWidget

from app.window.document import Document
from app.window.i18n import tr
from app.window.names import kind_title
from app.window.widgets.basics import button, clear, keys_in, label
from app.window.widgets.flow import FlowLayout


class Trail(QWidget):
    """``42A17 › SYSA ›`` above the name of the component; hidden where it lies in nothing."""

    def __init__(self, document: Document, after: Callable[[], QWidget]) -> None:
        """``after`` gives what has the keyboard where the last container is chosen."""
        super().__init__()
        self._document = document
        self._after = after
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
        held = keys_in(self) is not None
        clear(self._line)
        nearest = None
        for name, text in named:
            made = button(
                text,
                partial(self._document.select, [name]),
                link=True,
                name=tr("in {name}", name=text),
            )
            made.setToolTip(kind_title(topology[name].kind))
            self._line.addWidget(made)
            made.show()
            self._line.addWidget(label("›", "muted"))
            nearest = made
        self.setVisible(bool(named))
        if held:
            # Not to the scenario's box, which comes next in the window.
            (nearest or self._after()).setFocus()
