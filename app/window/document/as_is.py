"""The as-is with edits that the analysis has not seen yet, from topologies that are known."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from model.topology import (
    Catalogue,
    Change,
    ChangeError,
    RenameComponent,
    SetSetting,
    Topology,
    apply_changes,
)

if TYPE_CHECKING:
    from advisor.engagement import Engagement

EMPTY = Topology()
MOST = 64
Edits = tuple[Change, ...]


@dataclass(frozen=True)
class _Known:
    """The as-is with these edits, of these reports, answers and stand-ins."""

    reports: tuple[tuple[str, str], ...]
    besides: tuple[Any, ...]
    edits: Edits
    topology: Topology


class KnownAsIs:
    """What the as-is is with one list of edits and another.

    An analysis gives the as-is with the edits of its time. Undo takes some of them back: then an
    earlier analysis of the same reports, or what was made of one, has it.
    """

    def __init__(self) -> None:
        self._known: list[_Known] = []
        self.analysed(None)

    def begin_anew(self) -> None:
        """Another engagement."""
        self.analysed(None)

    def analysed(self, engagement: Engagement | None) -> None:
        """An analysis is there; what was known of the same reports stays known."""
        if engagement is None:
            self._known = [_Known((), _besides({}, False), (), EMPTY)]
            return
        options = engagement.options
        new = _Known(
            tuple((r.file, r.sha256) for r in engagement.readings if r.tells),
            _besides(options.answers, options.provisional),
            tuple(options.edits),
            engagement.installation.topology,
        )
        kept = [
            one
            for one in self._known
            if one.reports == new.reports and (one.besides, one.edits) != (new.besides, new.edits)
        ]
        self._known = [new, *kept[-MOST:]]

    def find(
        self, edits: Edits, answers: Mapping[Any, Any], provisional: bool, catalogue: Catalogue
    ) -> Topology | None:
        """The as-is with these edits; ``None`` where that is not known before the analysis."""
        besides, newest = _besides(answers, provisional), self._known[0]
        bare = () if newest.reports else (_Known((), besides, (), EMPTY),)
        same = [*(one for one in self._known if one.besides == besides), *bare]
        # An answer may bring what no edit tells of; until it is there all else is as it was.
        others = [one for one in self._known if one.besides != besides]
        for fitting in (same, others):
            base, rest = _nearest(fitting, edits)
            if base is None:
                continue
            if not rest:
                return base.topology
            try:
                found = apply_changes(base.topology, rest, catalogue)
            except ChangeError:
                continue
            if len(self._known) > MOST:
                del self._known[1]
            self._known.append(_Known(newest.reports, base.besides, edits, found))
            return found
        return None


def _besides(answers: Mapping[Any, Any], provisional: bool) -> tuple[Any, ...]:
    return dict(answers), provisional


def _nearest(known: Iterable[_Known], edits: Edits) -> tuple[_Known | None, Edits]:
    """What to start from and what is to be done to it: with the most of the edits in it already."""
    best: _Known | None = None
    rest = edits
    for one in known:
        # A template is dozens of edits, of which all but the last are mostly the same objects.
        same = _alike(one.edits, edits)
        lacking, had = edits[same:], one.edits[same:]
        if not lacking and not had:
            return one, ()
        if had:
            gone = [change for change in had if change not in lacking]
            lacking = tuple(change for change in lacking if change not in had)
            if not all(any(_supersedes(new, old) for new in lacking) for old in gone):
                continue
        if best is None or len(lacking) < len(rest):
            best, rest = one, lacking
    return best, rest


def _alike(one: Edits, other: Edits) -> int:
    """How many edits both begin with."""
    pairs = zip(one, other, strict=False)
    return next(
        (n for n, (a, b) in enumerate(pairs) if a is not b and a != b), min(len(one), len(other))
    )


def _supersedes(new: Change, old: Change) -> bool:
    """Whether nothing of the old change is left after the new one."""
    if isinstance(new, SetSetting) and isinstance(old, SetSetting):
        return (new.component, new.setting) == (old.component, old.setting)
    if isinstance(new, RenameComponent) and isinstance(old, RenameComponent):
        return new.component == old.component
    return False
