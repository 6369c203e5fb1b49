"""What was measured and does not come through as-is, by the figures themselves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from model.catalogue import named
from model.hardware.flow import FloatArray, Got
from model.hardware.ziip import PLACE
from model.language import Name, say
from model.topology import Component, Topology

_ALL_OF_IT = 0.98
"""Of the measured work, what the as-is has to let through."""
_MOST_OF_IT = 0.9
"""The same of hardware, of whose use the report is rounded and of another second."""
_NEARLY_ALL, _FULL = 0.999, 0.95
"""Of the measured work, what comes through where nothing is in doubt; of hardware, when full."""


def outranked(topology: Topology, others: Mapping[str, FloatArray]) -> dict[str, str]:
    """By partition a sentence where work that no model explains gets too few of its CPs.

    others: CPs that it gets, and those that it asks for.
    """
    return {
        name: _outranked(topology[name], asked, left)
        for name, (left, asked) in _too_few(others).items()
        if name in topology
    }


def _outranked(lpar: Component, asked: float, left: float) -> str:
    values = {"lpar": named(lpar), "asked": asked, "left": left}
    if lpar.measure("ziip_busy_pct"):
        return say(
            "{lpar}: of the {asked:,.3g} CPs that two kinds of work ask for, what zIIPs leave to "
            "CPs and what no model explains, {left:,.3g} are left to them by those who come before "
            "or share alike: what that does to them, and to those who wait for them, is not in "
            "this projection",
            **values,
        )
    return say(
        "{lpar}: of the {asked:,.3g} CPs that work asks for which no model explains "
        "{left:,.3g} are left to it by those who come before it or share alike: what that "
        "does to it, and to those who wait for it, is not in this projection",
        **values,
    )


def left_waiting(topology: Topology, others: Mapping[str, FloatArray]) -> dict[str, str]:
    """By partition a sentence where work for zIIPs that no flow explains gets too few of them.

    others: as of `outranked`; zIIPs by what they are called as hardware.
    """
    return {
        lpar: say(
            "{lpar}: of the {asked:,.3g} zIIPs that other work asks for {left:,.3g} are left "
            "to it, and with IIPHONORPRIORITY=NO no CP helps: it is not done in time, which "
            "takes CPU off the general CPs but is no gain, and what that does to those who "
            "wait for it is not in this projection",
            lpar=named(topology[lpar]),
            asked=asked,
            left=left,
        )
        for name, (left, asked) in _too_few(others).items()
        if (lpar := name.removesuffix(PLACE)) != name and lpar in topology
    }


def _too_few(others: Mapping[str, FloatArray]) -> dict[str, tuple[float, float]]:
    """What work gets of hardware, and what it asks for, where that is more."""
    each = {name: (float(gets), float(asks)) for name, (gets, asks) in others.items()}
    return {name: (gets, asks) for name, (gets, asks) in each.items() if gets < _ALL_OF_IT * asks}


def short_of(component: Component, got: Got, topology: Topology) -> tuple[str | None, str | None]:
    """Why nothing is projected of a workload, or else a doubt about it.

    The servers that it holds for as long as measured are too few, or its CPU or I/Os more than its
    partition or its volumes can do; a little more of these is as much as figures of two intervals
    may differ, and leaves a doubt.
    """
    refused = _refused(component, got, topology)
    return refused, None if refused else _doubted(component, got, topology)


def _refused(component: Component, got: Got, topology: Topology) -> str | None:
    comes, ends = _comes_and_ends(got)
    if ends >= _ALL_OF_IT * comes:
        return None
    full = [name for name in got.hold_s if _use(got, name) > _ALL_OF_IT]
    hardware = [name for name in _hardware(got, topology, _ALL_OF_IT) if name not in got.hold_s]
    if hardware:
        return None if ends >= _MOST_OF_IT * comes else _beyond(component, got, topology, hardware)
    if any(_use(got, name) > _ALL_OF_IT for name in got.uses if name not in full):
        return None
    if not full:
        return say(
            "{name}: of {comes:,.4g} units a second that were measured {ends:,.4g} come through "
            "the workloads that it works for or that work for it, by their own figures: nothing "
            "is projected of it. Look at those",
            name=named(component),
            comes=comes,
            ends=ends,
        )
    name = full[-1]
    return say(
        "{name}: {servers:,g} of {pool}, each held for {hold:,.4g} ms by a unit of work, let "
        "{ends:,.4g} through a second where {comes:,.4g} were measured (Little's law): the "
        "figures are of other times or one is wrong, and nothing is projected of them. Look at "
        "how many there are, how long one is held, and the count",
        name=named(component),
        servers=got.servers[name],
        pool=Name(name),
        hold=1e3 * float(got.hold_s[name][0]),
        ends=ends,
        comes=comes,
    )


def _doubted(component: Component, got: Got, topology: Topology) -> str | None:
    comes, ends = _comes_and_ends(got)
    full = _hardware(got, topology, _FULL)
    if not full or not _MOST_OF_IT * comes <= ends < _NEARLY_ALL * comes:
        return None
    where = topology[full[0]]
    return say(
        "{name}: by its figures and those of the work beside it all {what} of {where} are asked "
        "for, or more: {ends:,.4g} of {comes:,.4g} measured units a second come through, its "
        "response as measured is not given back, and no times are projected of it. CPU and counts "
        "of one interval would tell, with no CPU counted twice or on zIIPs",
        name=named(component),
        what=_what(where),
        where=named(where),
        ends=ends,
        comes=comes,
    )


def _beyond(component: Component, got: Got, topology: Topology, hardware: Sequence[str]) -> str:
    where = topology[hardware[0]]
    comes, ends = _comes_and_ends(got)
    return say(
        "{name}: by its figures and those of the work beside it {asked:,.3g} of the {servers:,.3g} "
        "{what} of {where} are asked for, so that {ends:,.4g} of {comes:,.4g} measured units a "
        "second would come through: rate, CPU or I/O are of another time, wrong, or counted twice, "
        "and nothing is projected of them. Give the CPU of a region without that of Db2 that its "
        "tasks call, and CPU on general CPs only",
        name=named(component),
        asked=got.asked[where.id],
        servers=got.servers[where.id],
        what=_what(where),
        where=named(where),
        ends=ends,
        comes=comes,
    )


def _comes_and_ends(got: Got) -> tuple[float, float]:
    return float(got.offered_per_s[0]), float(got.rate_per_s[0])


def _use(got: Got, name: str) -> float:
    return float(got.uses[name][0])


def _hardware(got: Got, topology: Topology, full: float) -> list[str]:
    """Components of which more than this is in use."""
    return [name for name in got.servers if name in topology and _use(got, name) > full]


def _what(where: Component) -> str:
    return say("CPs") if where.kind == "lpar" else say("volumes")
