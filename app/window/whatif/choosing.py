"""Choosing a setting of any component from a list that filters while typing."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from app.window.canvas.faces import icon_of
from app.window.canvas.picker import Choice, Picker
from app.window.document import Document
from app.window.i18n import spoken_label
from app.window.i18n.numbers import figure
from app.window.metrics import setting_name
from app.window.whatif.sweeps import IDENTIFIERS

SEPARATOR = "\x1f"


def settings_to_vary(document: Document) -> list[Choice]:
    """Every numeric or enumerated setting of every component, those with a value first."""
    known: list[Choice] = []
    open_ones: list[Choice] = []
    for component in document.topology:
        kind = document.catalogue.get(component.kind)
        if kind is None:
            continue
        for spec in kind.settings:
            if spec.type == "text" or spec.name in IDENTIFIERS:
                continue
            value = component.value(spec.name)
            now = "" if value is None else figure(value, spec.unit)
            # Where the name is in words, what files and commands call it can be typed as well.
            said = spoken_label(kind.title)
            if setting_name(spec.name) != spec.name:
                said += f"  ·  {spec.name}"
            choice = Choice(
                f"{component.id}{SEPARATOR}{spec.name}",
                f"{setting_name(spec.name)}  {component.name}",
                said,
                icon_of(component.kind),
                now,
            )
            (open_ones if value is None else known).append(choice)
    return known + open_ones


def ask_for_setting(
    parent: QWidget,
    document: Document,
    title: str,
    chosen: Callable[[str, str], None],
    near: QWidget,
) -> Picker:
    """The popup below ``near``; ``chosen`` gets component and setting."""

    def split(key: str, _rest: str) -> None:
        component, _, setting = key.partition(SEPARATOR)
        chosen(component, setting)

    picker = Picker(parent, title, settings_to_vary(document), split)
    picker.open_at(near.mapToGlobal(near.rect().bottomLeft()))
    return picker
