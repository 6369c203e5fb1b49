"""The command palette: every action, page, component and finding, found by typing."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint
from PySide6.QtGui import QKeySequence

from app.window.canvas.faces import icon_of
from app.window.canvas.picker import Choice, Picker
from app.window.i18n import spoken, spoken_label, tr
from app.window.theme import theme

if TYPE_CHECKING:
    from app.window.shell.window import MainWindow


def open_palette(window: MainWindow) -> Picker:
    """Show the palette over a window."""
    acts: dict[str, Callable[[], object]] = {}
    choices: list[Choice] = []

    def offer(key: str, text: str, detail: str, icon: str, act: Callable[[], object]) -> None:
        acts[key] = act
        choices.append(Choice(key, text, detail, icon))

    for name, action in window.commands.items():
        if action.isEnabled():
            offer(
                f"action:{name}",
                action.text().replace("&", "").rstrip("…"),
                action.shortcut().toString(QKeySequence.SequenceFormat.NativeText),
                "command",
                action.trigger,
            )
    document = window.session.document
    for component in document.topology:
        kind = document.catalogue.get(component.kind)
        offer(
            f"component:{component.id}",
            component.name,
            component.kind if kind is None else spoken_label(kind.title),
            icon_of(component.kind),
            partial(window.show_component, component.id),
        )
    if document.engagement is not None:
        for finding in document.engagement.findings:
            offer(
                f"finding:{finding.id}",
                spoken(finding.title),
                finding.rule,
                "lightbulb",
                partial(window.show_finding, finding.id),
            )
    for scenario in document.state.scenarios:
        offer(
            f"scenario:{scenario.name}",
            scenario.name,
            tr("Scenario"),
            "git-branch",
            partial(document.show_scenario, scenario.name),
        )

    def perform(key: str, _rest: str) -> None:
        acts[key]()

    picker = Picker(window, tr("Commands, components, findings"), choices, perform)
    picker.resize(min(theme().px(520), window.width()), theme().px(360))
    picker.open_at(
        window.mapToGlobal(QPoint((window.width() - picker.width()) // 2, theme().px(96)))
    )
    return picker
