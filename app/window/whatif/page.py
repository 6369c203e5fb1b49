"""The What-if page: the scenario's changes with their controls, and sweeps."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QVBoxLayout, QWidget

from app.window.canvas.picker import Picker
from app.window.compare.words import change_line
from app.window.i18n import spoken, tr
from app.window.inspector.rows import SettingRow
from app.window.names import component_name
from app.window.session import Session
from app.window.theme import theme
from app.window.whatif.choosing import ask_for_setting
from app.window.whatif.goals import GoalPanel
from app.window.whatif.growth import GrowthCard
from app.window.whatif.levels import LevelsPanel
from app.window.whatif.mattering import MatteringPanel
from app.window.whatif.sweeping import SweepPanel
from app.window.widgets.basics import (
    ElidedLabel,
    button,
    card,
    clear,
    columns,
    keys_in,
    label,
    rows,
    scrolled,
    scrolls_around,
)
from app.window.widgets.due import Due
from app.window.widgets.inputs import Tabs
from app.window.widgets.overflow import Beside
from model.topology import SetSetting

QWIDGETSIZE_MAX = (1 << 24) - 1
LEAST = 144
"""Height that the changes have at least, in pixels of the design."""


class WhatIfPage(QWidget):
    """Controls on the left, sweeps on the right."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("page")
        self._ready = False
        self.session = session
        self.document = session.document
        self.controls: dict[tuple[str, str], SettingRow] = {}
        self._silent: dict[tuple[str, str], QLabel] = {}
        self._of_whole: QLabel
        self._shown: object = None
        self._pinned: list[tuple[str, str]] = []
        self.popup: Picker | None = None
        px = theme().px
        whole = QVBoxLayout(self)
        whole.setContentsMargins(px(16), px(12), px(16), px(8))
        whole.setSpacing(px(8))
        head = columns()
        head.addWidget(label(tr("What-if"), "title"))
        self.name = ElidedLabel()
        self.name.setProperty("role", "muted")
        self.name.setTextFormat(Qt.TextFormat.PlainText)
        # A long name is cut, it does not widen the page.
        self.name.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        head.addWidget(self.name, 1)
        self.choose = button(
            tr("Change a setting…"), self.ask, icon="sliders-horizontal", primary=True
        )
        head.addWidget(self.choose)
        whole.addLayout(head)
        self._body = QWidget()
        self._column = rows(self._body, margin=4, spacing=8)
        self.sweeps = SweepPanel(session)
        left = QWidget()
        stacked = rows(left, margin=0, spacing=0)
        stacked.setContentsMargins(0, 0, px(8), 0)
        self.growth = GrowthCard(self.document, left)
        stacked.addWidget(self.growth)
        self._changes = changes = scrolled(self._body, tr("Changes of the scenario"))
        changes.setMinimumHeight(px(LEAST))
        stacked.addWidget(changes, 1)
        bar = changes.verticalScrollBar()
        bar.rangeChanged.connect(self._align)
        bar.rangeChanged.connect(self._make_room)
        self.mattering = MatteringPanel(session)
        self.mattering.leverWanted.connect(self.pin)
        self.goals = GoalPanel(session)
        self.levels = LevelsPanel(session)
        self.ways = Tabs()
        self.ways.setAccessibleName(tr("Ways to ask what if"))
        self.ways.tabBar().setAccessibleName(tr("Ways to ask what if"))
        self.ways.setDocumentMode(True)
        self.ways.addTab(self.sweeps, tr("Curve or map"))
        self.ways.addTab(self.mattering, tr("What matters most"))
        self.ways.addTab(self.goals, tr("Reach a goal"))
        self.ways.addTab(self.levels, tr("Service levels"))
        right = QWidget()
        asking = rows(right)
        asking.setContentsMargins(px(8), 0, 0, 0)
        asking.addWidget(self.ways, 1)
        asking.addStretch(0)
        self._panes = Beside(left, right, sizes=(304, 536))
        whole.addWidget(self._panes, 1)
        self.silence = session.silence
        self.silence.changed.connect(self._explain)
        self.silence.tell_each()
        due = Due(self, self.refresh)
        self.document.scenarioChanged.connect(due.ask)
        self.document.topologyChanged.connect(due.ask)
        self.refresh()
        self._ready = True

    def _align(self, _least: int, most: int) -> None:
        """The card of the growth ends where those below it do, beside which a bar may stand."""
        # Asked anew: of a bar made by Qt, what Python holds may end before the bar does.
        right = self._changes.verticalScrollBar().sizeHint().width() if most > 0 else 0
        self.growth.setContentsMargins(0, 0, right, 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    def event(self, event: QEvent) -> bool:
        done = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest and self._ready:
            # A text below a chart has come, or has other lines.
            self._make_room()
        return done

    def _make_room(self) -> None:
        """Where the page scrolls the changes do not within it: one bar, not two side by side."""
        around = self.parentWidget()
        if around is None:
            return
        panes = [pane for n in range(2) if (pane := self._panes.widget(n)) is not None]
        # As it would be with the least of the changes, whatever they have now.
        spare = self._changes.minimumHeight() - theme().px(LEAST)
        heights = [pane.minimumSizeHint().height() for pane in panes]
        heights[0] -= spare
        # What it was kept at is not what it needs: a text may have come since.
        heights[1] = max(heights[1], self.ways.minimumSizeHint().height())
        beside = self._panes.orientation() == Qt.Orientation.Horizontal
        both = max(heights) if beside else sum(heights)
        rest = self.minimumSizeHint().height() - self._panes.minimumSizeHint().height()
        least = theme().px(LEAST)
        # Beside changes that are higher than the window, a curve is not: it would be out of view.
        most = QWIDGETSIZE_MAX
        if rest + both > around.height():
            if beside:
                most = max(heights[1], around.height() - rest)
            inside = self._column
            width = self._changes.viewport().width()
            least = max(
                least,
                inside.heightForWidth(width)
                if inside.hasHeightForWidth()
                else inside.sizeHint().height(),
            )
        if least != self._changes.minimumHeight():
            self._changes.setMinimumHeight(least)
        if most != self.ways.maximumHeight():
            self.ways.setMaximumHeight(most)

    def showEvent(self, event: QShowEvent) -> None:
        """What came while the page was not on show: the card hides itself, and is not told."""
        super().showEvent(event)
        self.growth.refresh()

    def close_down(self) -> None:
        """The window closes: nothing goes on being worked out for it."""
        self.levels.close_down()

    def ask(self) -> None:
        """Choose a setting to change."""
        self.popup = ask_for_setting(
            self, self.document, tr("Change a setting"), self.pin, self.choose
        )

    def pin(self, component: str, setting: str) -> None:
        """Show a control for this setting, changed or not."""
        if (component, setting) not in self._pinned:
            self._pinned.append((component, setting))
        self.refresh()
        control = self.controls.get((component, setting))
        if control is not None:
            # As from a Tab: what is typed next takes the place of the value.
            control.editor.entry.setFocus(Qt.FocusReason.TabFocusReason)
            self._bring((component, setting))

    def _bring(self, key: tuple[str, str], *_: object) -> None:
        """Into sight, with why a value is refused: once the card has its height and its place."""
        QTimer.singleShot(0, self, partial(self._brought, key))

    def _brought(self, key: tuple[str, str]) -> None:
        control = self.controls.get(key)
        card = None if control is None else control.parentWidget()
        if card is not None:
            for area in scrolls_around(card):
                area.ensureWidgetVisible(card, 0, theme().px(4))

    def _wanted(self) -> list[tuple[str, str]]:
        topology, catalogue = self.document.topology, self.document.catalogue
        scenario = self.document.scenario
        changed = (
            []
            if scenario is None
            else [(c.component, c.setting) for c in scenario.changes if isinstance(c, SetSetting)]
        )
        found = dict.fromkeys([*self._pinned, *changed])
        # What is changed again comes last in its scenario; its card stays where it is.
        kept = [key for key in self.controls if key in found]
        return [
            (component, setting)
            for component, setting in dict.fromkeys([*kept, *found])
            if component in topology
            and catalogue.spec(topology[component].kind, setting) is not None
        ]

    def refresh(self) -> None:
        """Mirror the scenario; controls stay while they stand for the same settings."""
        scenario = self.document.scenario
        self.name.setText(tr("As-is") if scenario is None else scenario.name)
        wanted = self._wanted()
        others = (
            ()
            if scenario is None
            else tuple(
                (n, c) for n, c in enumerate(scenario.changes) if not isinstance(c, SetSetting)
            )
        )
        shown = (tuple(wanted), tuple(c for _, c in others))
        if shown == self._shown:
            for control in self.controls.values():
                control.refresh()
            return
        self._shown = shown
        among_cards = keys_in(self._body) is not None
        held = next((key for key, row in self.controls.items() if keys_in(row) is not None), None)
        clear(self._column)
        self.controls.clear()
        self._silent.clear()
        # What no figure answers to is read before the list of hundreds that were added.
        self._of_whole = label("", "muted", wrap=True)
        self._column.addWidget(self._of_whole)
        if not wanted and not others:
            self._column.addWidget(
                label(
                    tr(
                        "Nothing is changed yet. Choose a setting, or edit on the canvas; "
                        "the as-is stays as it is."
                    ),
                    "muted",
                    wrap=True,
                )
            )
        for component, setting in wanted:
            spec = self.document.catalogue.spec(self.document.topology[component].kind, setting)
            assert spec is not None
            box = card()
            inside = rows(box, margin=12, spacing=2)
            inside.addWidget(label(component_name(self.document.topology, component), "muted"))
            control = SettingRow(self.document, (component,), spec)
            self.controls[(component, setting)] = control
            bring = partial(self._bring, (component, setting))
            control.editor.edited.connect(bring)
            control.editor.rejected.connect(bring)
            inside.addWidget(control)
            why = label("", "muted", wrap=True)
            self._silent[(component, setting)] = why
            inside.addWidget(why)
            self._column.addWidget(box)
            box.show()
        for number, change in others:
            box = card()
            line = columns(box, margin=8)
            text = change_line(self.document.as_is, change, self.document.catalogue)
            line.addWidget(label(text, wrap=True), 1)
            line.addWidget(
                button(
                    "",
                    partial(self._drop, number),
                    icon="x",
                    flat=True,
                    name=tr("Take back: {text}", text=text),
                )
            )
            self._column.addWidget(box)
        self._column.addStretch(1)
        if among_cards:
            # Not to the scenario's box, which comes next in the window.
            row = None if held is None else self.controls.get(held)
            (self.choose if row is None else row.editor.entry).setFocus()
        self._explain()

    def _explain(self) -> None:
        """Say under a control why no figure answers to it, where that is so."""
        for key, why in self._silent.items():
            sentence = self.silence.sentences.get(key, "")
            why.setText(spoken(sentence))
            why.setVisible(bool(sentence))
        self._of_whole.setText("\n".join(map(spoken, self.silence.whole)))
        self._of_whole.setVisible(bool(self.silence.whole))

    def _drop(self, number: int) -> None:
        refusal = self.document.drop_change(number)
        if refusal is not None:
            self.document.notice.emit("warning", refusal)
