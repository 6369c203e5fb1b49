"""Whose value a merged scenario gets, asked of all that both scenarios decide."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial

from PySide6.QtWidgets import (
    QButtonGroup,
    QDialog,
    QGridLayout,
    QRadioButton,
    QSizePolicy,
    QWidget,
)

from app.window.document.state import Decided
from app.window.document.told import Contested
from app.window.i18n import several, tr
from app.window.theme import theme
from app.window.widgets.basics import ElidedLabel, button, columns, label, rows, scrolled

WIDTH = 560
MOST_HIGH = 320
MINE, THEIRS = 0, 1


class MergeDialog(QDialog):
    """A line for all that is contested, with both values; leaving it merges nothing.

    ``merge`` gets what stays as the first scenario has it.
    """

    def __init__(
        self,
        names: tuple[str, str],
        contested: Sequence[Contested],
        merge: Callable[[Collection[Decided]], object],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._contested, self._merge = contested, merge
        px = theme().px
        mine, theirs = names
        self.setWindowTitle(tr("Merge {name} and {other}", name=mine, other=theirs))
        self.setMinimumWidth(px(WIDTH))
        whole = rows(self, margin=16, spacing=8)
        asked = several(
            "Both change {n} thing, and not alike. Whose is to stay?",
            "Both change {n} things, and not alike. Whose is to stay?",
            len(contested),
        )
        whole.addWidget(label(asked, wrap=True))
        self.setAccessibleName(asked)
        inner = QWidget()
        grid = QGridLayout(inner)
        grid.setContentsMargins(0, 0, px(8), 0)
        grid.setHorizontalSpacing(px(16))
        grid.setVerticalSpacing(px(4))
        for side, name in ((MINE, mine), (THEIRS, theirs)):
            every = button(name, partial(self._take, side))
            every.setToolTip(tr("All as in {name}", name=name))
            every.setAccessibleName(every.toolTip())
            every.setMaximumWidth(px(WIDTH // 3))
            every.setAutoDefault(False)
            grid.addWidget(every, 0, 1 + side)
        self.groups: list[QButtonGroup] = []
        for line, one in enumerate(contested, start=1):
            told = ElidedLabel(one.told)
            told.setToolTip(one.told)
            told.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
            grid.addWidget(told, line, 0)
            group = QButtonGroup(self)
            for side, value in ((MINE, one.mine), (THEIRS, one.theirs)):
                choice = QRadioButton(value)
                choice.setAccessibleName(f"{one.told}: {value} ({names[side]})")
                choice.setChecked(side == THEIRS)
                group.addButton(choice, side)
                grid.addWidget(choice, line, 1 + side)
            self.groups.append(group)
        grid.setColumnStretch(0, 1)
        area = scrolled(inner, asked)
        area.setFixedHeight(min(inner.sizeHint().height() + px(4), px(MOST_HIGH)))
        whole.addWidget(area)
        acts = columns(spacing=8)
        acts.addStretch(1)
        self.leave = button(tr("Cancel"), self.reject)
        self.act = button(tr("Merge"), self._chosen, primary=True)
        self.act.setDefault(True)
        acts.addWidget(self.leave)
        acts.addWidget(self.act)
        whole.addLayout(acts)
        self.groups[0].button(THEIRS).setFocus()

    def _take(self, side: int) -> None:
        for group in self.groups:
            group.button(side).setChecked(True)

    def _chosen(self) -> None:
        kept = {
            one.key
            for one, group in zip(self._contested, self.groups, strict=True)
            if group.checkedId() == MINE
        }
        self.accept()
        self._merge(kept)
