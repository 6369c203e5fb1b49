"""Files that hold other files: archives, mails, and what is compressed as a whole.

    kind_of(head)                                        -> str, empty for a plain file
    members(kind, open_source, size, meter, budget, …)   -> Iterator[Member]
    inside(open_source, size, path)                      -> a context: one member's bytes and size

The one place that knows how a container is opened and what its members are called: readings and
whoever looks up a line of one later see the same names.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace

from advisor.reading.containers import mails, packed, parts, tars, transmitted, zips
from advisor.reading.containers.limits import (
    MOST_ARCHIVES,
    MOST_PACKINGS,
    Budget,
    Member,
    Open,
    Trouble,
)
from advisor.reading.containers.parts import Mixed
from advisor.reading.containers.spool import Spool
from advisor.reading.progress import Meter
from advisor.reading.refusals import Refusal
from model.language import say

__all__ = [
    "DAMAGED_ENTRY",
    "DAMAGES",
    "HEAD",
    "PARTS",
    "TAR",
    "ZIP",
    "Budget",
    "Level",
    "Member",
    "Mixed",
    "Open",
    "Trouble",
    "inside",
    "is_damage",
    "kind_of",
    "members",
]

HEAD = 1 << 18
ZIP, TAR, MAIL, TRANSMITTED = "ZIP", "tar", "mail", "TSO TRANSMIT"
PARTS = "parts"
"""A file that changes its encoding inside: only reading it shows that."""

ARCHIVES = (ZIP, TAR, MAIL)

DAMAGES = zips.DAMAGES
DAMAGED_ENTRY = zips.DAMAGED
is_damage = zips.is_damage


@dataclass(frozen=True, slots=True)
class Level:
    """In how much else something is packed."""

    archives: int = 0
    packings: int = 0
    parted: bool = False
    """Whether it is a part of a file already, which is of one encoding."""

    def inside(self, kind: str) -> Level:
        """The level of what a container of this kind holds.

        Raises
        ------
        Refusal: nobody packs so deep.
        """
        if kind == PARTS:
            return replace(self, parted=True)
        if kind not in ARCHIVES:
            if self.packings >= MOST_PACKINGS:
                raise Refusal(
                    say(
                        "is compressed more than {most_packings} times over: unpack it "
                        "and send the reports",
                        most_packings=MOST_PACKINGS,
                    )
                )
            return replace(self, packings=self.packings + 1, parted=False)
        if kind == MAIL:
            if self.archives > MOST_ARCHIVES:
                raise Refusal(mails.TOO_DEEP)
        elif self.archives >= MOST_ARCHIVES:
            raise Refusal(
                say(
                    "is a {kind} archive more than {most_archives} levels deep: "
                    "unpack it and send the reports",
                    kind=kind,
                    most_archives=MOST_ARCHIVES,
                )
            )
        return replace(self, archives=self.archives + 1, parted=False)


def kind_of(head: bytes) -> str:
    """Which container begins so; empty where it is none."""
    if zips.is_zip(head):
        return ZIP
    if packing := packed.packing_of(head):
        return packing
    if transmitted.is_transmitted(head):
        return TRANSMITTED
    if mails.is_mail(head):
        return MAIL
    return TAR if tars.is_tar(head) else ""


def members(
    kind: str, open_source: Open, size: int, meter: Meter, budget: Budget, seekable: bool = True
) -> Iterator[Member]:
    """What a container holds; a member can be opened until the next one is asked for.

    ``seekable``: going back in the source costs nothing, as it does where it is itself unpacked.

    Raises
    ------
    Trouble: it is damaged further on; the members before stand.
    Refusal: it cannot be opened, or holds too much.
    """
    if kind == MAIL:
        yield from mails.parts_of(open_source, meter.tick)
    elif kind == PARTS:
        yield from parts.members(open_source, size, meter.tick)
    elif kind in (ZIP, TAR):
        if seekable:
            yield from _archived(kind, open_source, size, meter)
            return
        with Spool(budget, meter.tick) as spool:
            with open_source() as source:
                spool.copy(source)
            yield from _archived(kind, spool.open, spool.size, meter)
    else:
        with Spool(budget, meter.tick) as spool:
            trouble = None
            with open_source() as source:
                try:
                    if kind == TRANSMITTED:
                        transmitted.unpack(source, spool, meter)
                    else:
                        packed.unpack(kind, source, spool, meter)
                except Trouble as wrong:
                    trouble = wrong
            yield Member("", spool.open, spool.size)
            if trouble is not None:
                raise trouble


def _archived(kind: str, open_source: Open, size: int, meter: Meter) -> Iterator[Member]:
    if kind == ZIP:
        yield from zips.members(open_source)
    else:
        yield from tars.members(open_source, size, meter.tick)


@contextmanager
def inside(open_source: Open, size: int, path: str) -> Iterator[tuple[Open, int] | None]:
    """A member by the name its reading has, without the container's own; ``None`` if there is none.

    What is only compressed is its own and only member: its path is empty.
    """
    with closing(_found(open_source, size, path, Level(), True)) as found:
        yield next(found, None)


def _found(
    open_source: Open, size: int, path: str, level: Level, seekable: bool
) -> Generator[tuple[Open, int], None, None]:
    with open_source() as source:
        kind = kind_of(source.read(HEAD))
    if not kind:
        if not path:
            yield open_source, size
        if not path or level.parted:
            return
        kind = PARTS
    try:
        level = level.inside(kind)
        for member in members(kind, open_source, size, Meter(0, None, None), Budget(), seekable):
            name = member.name
            if not member.refusal and (not name or f"{path}/".startswith(f"{name}/")):
                rest = path[len(name) + 1 :] if name else path
                yield from _found(member.open, member.size, rest, level, member.seekable)
                return
    except (Trouble, Refusal, *DAMAGES):
        return
