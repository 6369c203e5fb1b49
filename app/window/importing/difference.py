"""What a newer report changed in the as-is. Pure but for texts."""

from __future__ import annotations

from dataclasses import dataclass

from app.window.i18n import tr
from app.window.i18n.numbers import figure
from app.window.metrics import metric_name, setting_name
from model.topology import Catalogue, Origin, Topology, Value


@dataclass(frozen=True)
class Difference:
    """One setting or figure that is another than before, or a component that came or went.

    ``share`` is the change over the value before; ``None`` where there is no such number.
    """

    component: str
    name: str
    what: str
    before: str
    after: str
    share: float | None = None
    setting: bool = False
    origin: Origin | None = None


def differences(before: Topology, after: Topology, kinds: Catalogue) -> list[Difference]:
    """Components that came or went, then settings, then figures; the largest changes first."""
    found = []
    for component in after:
        if component.id not in before:
            found.append(Difference(component.id, component.name, "", "", tr("new")))
            continue
        old = before[component.id]
        for name, setting in component.settings.items():
            was = old.settings.get(name)
            if was is None or was.value != setting.value:
                spec = kinds.spec(component.kind, name)
                unit = "" if spec is None else spec.unit
                gone = "" if was is None else figure(was.value, unit)
                now = figure(setting.value, unit)
                # What is shown alike before and after would look like a fault of the list.
                if now != gone:
                    share = None if was is None else _share(was.value, setting.value)
                    found.append(
                        Difference(component.id, component.name, setting_name(name), gone, now,
                                   share, True, setting.origin)
                    )  # fmt: skip
        for name, item in component.measured.items():
            seen = old.measured.get(name)
            gone = "" if seen is None else figure(seen.value, seen.unit)
            now = figure(item.value, item.unit)
            if now != gone:
                share = None if seen is None else _share(seen.value, item.value)
                found.append(
                    Difference(component.id, component.name, metric_name(name), gone, now, share,
                               False, item.origin)
                )  # fmt: skip
    found += [Difference(c.id, c.name, "", "", tr("gone")) for c in before if c.id not in after]
    return sorted(found, key=_first)


def _first(item: Difference) -> tuple[bool, bool, float]:
    return (bool(item.what), not item.setting, -abs(item.share or 0.0))


def _share(before: Value, after: Value) -> float | None:
    numbers = (int, float)
    if isinstance(before, bool) or isinstance(after, bool):
        return None
    if isinstance(before, numbers) and isinstance(after, numbers) and before:
        return (after - before) / before
    return None
