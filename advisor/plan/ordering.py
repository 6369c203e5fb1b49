"""Orders that consequences force: what makes room comes before what takes it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from advisor.findings import Finding
from model.topology import SetSetting, values_set

T = TypeVar("T")

ROOM_FIRST = (("LOCATION", "above", "BUFFERS"),)
"""A setting with the value that makes room, and the setting of the same component that takes it.

Below the bar a buffer pool grows only as far as 31-bit storage goes, and takes it from everything
else in the queue manager until it is moved (003, section 4.2.1).
"""

LIMIT_FIRST = {
    "DEFLTMAXRCVBUFSIZE": "RECEIVEBUFFERSIZE",
    "DEFLTMAXSNDBUFSIZE": "SENDBUFFERSIZE",
}
"""Limits of a stack (TCPMAXRCVBUFRSIZE), and what they bound of its connections: TCPRCVBUFRSIZE is
taken as far as the limit allows (z/OS Communications Server, TCPCONFIG)."""


REBUILT_FIRST = {"SIZE_MB": "DUPLEX", "RATIO": "DUPLEX"}
"""What takes a rebuild of a structure, and what forbids one: a structure that is duplexed cannot be
rebuilt while it remains so (z/OS MVS Programming: Sysplex Services Guide, Rebuilding the Structure
to Increase the Storage Capacity)."""


def room_first(items: Sequence[T], finding: Callable[[T], Finding]) -> list[T]:
    """The items with those that make room right before the first that takes it; else as they are.

    What is moved forward changes no other amount, so that the order of the others stays.
    """
    found: list[T] = []
    for item in items:
        made = _made(finding(item))
        takers = (
            n
            for n, other in enumerate(found)
            for one in values_set(finding(other).changes)
            if one in made or (None, one[1]) in made
        )
        found.insert(next(takers, len(found)), item)
    return found


def _made(finding: Finding) -> set[tuple[str | None, str]]:
    """Settings that a finding makes room for: of a component, or of all that have them."""
    found: set[tuple[str | None, str]] = set()
    for change in finding.changes:
        if not isinstance(change, SetSetting):
            continue
        if change.setting in LIMIT_FIRST:
            found.add((None, LIMIT_FIRST[change.setting]))
        if change.setting in REBUILT_FIRST:
            found.add((change.component, REBUILT_FIRST[change.setting]))
        found.update(
            (change.component, taker)
            for setting, value, taker in ROOM_FIRST
            if (change.setting, change.value) == (setting, value)
        )
    return found
