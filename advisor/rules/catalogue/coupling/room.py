"""Room for a larger structure in its coupling facility: what is known of it, else a look first."""

from __future__ import annotations

from dataclasses import dataclass

from advisor.findings import ChangeText
from advisor.rules.base import HeldBack
from advisor.rules.commands import statements
from advisor.rules.structures import structure_of
from advisor.rules.subject import Subject


@dataclass(frozen=True, slots=True)
class Room:
    """What is to be seen to before a structure grows, and what shows it.

    ``free_mb`` is what the other structures leave of ``facility`` where that is not enough.
    """

    caveats: tuple[str, ...] = ()
    look: tuple[ChangeText, ...] = ()
    free_mb: float | None = None
    facility: str = ""

    def or_held_back(self, subject: Subject, wanted_mb: float) -> Room:
        """This room. Raises HeldBack where it is known not to be enough."""
        if self.free_mb is None:
            return self
        raise HeldBack(
            subject.say(
                "{name} is to grow, but {wanted:,.0f} MB do not fit into the {free:,.0f} MB that "
                "other structures leave of {facility}.",
                wanted=wanted_mb,
                free=self.free_mb,
                facility=self.facility,
            )
        )


def room_for(subject: Subject, wanted_mb: float) -> Room:
    """Whether a structure, or that of a group buffer pool, can have this size, MB.

    While it is rebuilt the old structure stands beside the new one (z/OS, MVS Setting Up a Sysplex:
    rebuilding a structure into another coupling facility).
    """
    own = _structure(subject)
    facility = None if own is None else own.container("cf")
    storage = None if facility is None else facility.number("STORAGE_GB")
    if own is None or facility is None or storage is None:
        look = statements("D CF" if facility is None else f"D CF,CFNAME={facility.name}")
        said = subject.say(
            "No report tells how much storage the coupling facility of {name} has left: look "
            "first whether {wanted:,.0f} MB fit into one of PREFLIST, beside the structure of "
            "today.",
            wanted=wanted_mb,
        )
        return Room((said,), (ChangeText(subject.id, "ROOM", None, None, look),))
    others = sum(
        structure.number("SIZE_MB") or 0.0
        for structure in facility.children("cf_structure")
        if structure.id != own.id
    )
    free = storage * 1024 - others
    if wanted_mb > free:
        return Room(free_mb=free, facility=facility.called)
    beside = free - (own.number("SIZE_MB") or 0.0)
    if wanted_mb <= beside:
        return Room()
    said = subject.say(
        "While {name} is rebuilt the old structure stands beside the new one, and {facility} "
        "has {beside:,.0f} MB left beside it: another facility of PREFLIST has to have "
        "{wanted:,.0f} MB free, or all users of the structure end first, so that it is "
        "allocated anew by the policy.",
        facility=facility.called,
        beside=max(beside, 0.0),
        wanted=wanted_mb,
    )
    return Room((said,))


def _structure(subject: Subject) -> Subject | None:
    """The structure itself, or that of a group buffer pool where a report has it."""
    if subject.component.kind == "cf_structure":
        return subject
    name = structure_of(subject.component, subject.topology)
    return next((s for s in subject.peers("cf_structure") if s.name == name), None)
