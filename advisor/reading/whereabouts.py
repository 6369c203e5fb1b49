"""Whose a figure is where a file tells of several that have one name.

Two that have one name are parted when an installation is put together; what they say differently
is no contradiction in the file.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable

from advisor.observations import Observation

_TELLS = frozenset(("relation.parent", "setting.LOCATION", "setting.GROUPNAME", "setting.SYSPLEX"))
_HOSTS = ("lpar:", "cpc:")
_OF_SYSPLEX = frozenset(("cf", "cf_structure"))


class Whereabouts:
    """By line where what has one name is: machine, system, location, group or sysplex."""

    def __init__(self, observations: Iterable[Observation]) -> None:
        told: dict[tuple[str, str], list[tuple[int, str]]] = defaultdict(list)
        for seen in observations:
            if seen.metric not in _TELLS:
                continue
            place = str(seen.value)
            if seen.metric == "relation.parent" and not place.startswith(_HOSTS):
                continue
            told[_named(seen.subject), seen.metric].append((seen.line, place))
        self._lines: dict[str, list[tuple[list[int], list[str]]]] = defaultdict(list)
        for (name, _), places in told.items():
            if len({place for _, place in places}) > 1:
                places.sort()
                lines = [line for line, _ in places]
                self._lines[name].append((lines, [place for _, place in places]))

    @property
    def some(self) -> bool:
        """Whether any name is that of several."""
        return bool(self._lines)

    def of(self, seen: Observation) -> tuple[str, ...]:
        """Where that is which a figure or setting is of; nothing where the name is one's alone."""
        if not self._lines:
            return ()
        return tuple(
            places[max(bisect_right(lines, seen.line) - 1, 0)]
            for lines, places in self._lines.get(_named(seen.subject), ())
        )


def _named(subject: str) -> str:
    """The name of the subsystem that a component is in, or the same for all of a sysplex."""
    kind, _, name = subject.partition(":")
    return "" if kind in _OF_SYSPLEX else name.partition("/")[0]
