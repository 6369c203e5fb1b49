"""What a newer report changed in the as-is. Pure but for texts."""

from __future__ import annotations

from app.window.i18n import tr
from app.window.i18n.numbers import figure
from model.topology import Topology


def differences(before: Topology, after: Topology) -> list[str]:
    """One line for each component that came or went and each setting that differs."""
    found = []
    for component in after:
        if component.id not in before:
            found.append(tr("{name}: new", name=component.name))
            continue
        old = before[component.id]
        for name, setting in component.settings.items():
            was = old.settings.get(name)
            if was is None:
                found.append(
                    tr(
                        "{name} {setting}: now {value}",
                        name=component.name,
                        setting=name,
                        value=figure(setting.value),
                    )
                )
            elif was.value != setting.value:
                found.append(
                    tr(
                        "{name} {setting}: {old} → {new}",
                        name=component.name,
                        setting=name,
                        old=figure(was.value),
                        new=figure(setting.value),
                    )
                )
        for name, item in component.measured.items():
            seen = old.measured.get(name)
            if seen is not None and seen.value != item.value:
                found.append(
                    tr(
                        "{name} {setting}: {old} → {new}",
                        name=component.name,
                        setting=name,
                        old=figure(seen.value),
                        new=figure(item.value, item.unit),
                    )
                )
    found += [tr("{name}: gone", name=c.name) for c in before if c.id not in after]
    return found
