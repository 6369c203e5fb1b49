"""Service-level questions in sentences: the largest load, engines needed, what is busy first."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from advisor.plan.naming import called
from model.hardware.paging import DEVICE
from model.hardware.ziip import PLACE
from model.language import Name, joined, listed, say
from model.queueing.goals import Goal

from .goals import goal_words

if TYPE_CHECKING:
    from model.queueing.installation.service import Break, Frozen

    from .levels import Levels

__all__ = ["questions", "station_words"]

_LISTED = 4


def questions(networks: Sequence[Frozen], goals: Sequence[Goal], levels: Levels) -> Iterator[str]:
    """Sentences about the networks in which workloads with goals run, each once it is found.

    levels: responses in the same scenario, whose means and measured spreads count. A search that
    is cancelled raises ``Cancelled``; what was found before has been told by then.
    """
    times = levels.times
    asked: list[tuple[Frozen, list[Goal]]] = []
    for frozen in networks:
        own = [g for g in goals if g.cls in frozen.workloads]
        if not own:
            continue
        means = {n: t.mean_s for n, t in frozen.times().items()}
        scale = {n: times[n].mean_s / m for n, m in means.items() if n in times and m > 0.0}
        asked.append((replace(frozen, scale=scale, spread=levels.spreads), own))
    if not asked:
        return
    yield _largest(asked)
    for frozen, own in asked:
        yield from _engines(frozen, own)
    yield from _first([frozen for frozen, _ in asked])


def _largest(asked: Sequence[tuple[Frozen, Sequence[Goal]]]) -> str:
    """All load grows alike: the goal that breaks first limits it, in whatever network it is."""
    loads = [(frozen.largest_load(goals), frozen) for frozen, goals in asked]
    limited = [(load, frozen) for load, frozen in loads if load.breaks is not None]
    if not limited:
        return say("No load breaks the goals.")
    load, frozen = min(limited, key=lambda found: found[0].factor)
    assert load.breaks is not None
    breaks = _break_words(load.breaks, frozen.workloads)
    if load.factor <= 0.0:
        return say("No load however small meets the goals: {goal}.", goal=breaks)
    if load.busiest is None:
        return say(
            "Largest load that meets the goals: {factor:.3g} times all of today's; "
            "beyond it: {goal}.", factor=load.factor, goal=breaks,
        )  # fmt: skip
    station, use = load.busiest
    return say(
        "Largest load that meets the goals: {factor:.3g} times all of today's; beyond it: "
        "{goal}; on their path then busiest: {station}, {use:.0f} %.",
        factor=load.factor, goal=breaks, use=100.0 * use,
        station=station_words(station, frozen.workloads),
    )  # fmt: skip


def _break_words(found: Break, known: Collection[str]) -> str:
    if found.goal is not None:
        return goal_words(called(found.goal.cls), found.goal.seconds, found.goal.percent)
    if not found.station:
        return say("work of {workload} is held back", workload=station_words(found.chain, known))
    return say(
        "work of {workload} is held back by {station}",
        workload=station_words(found.chain, known), station=station_words(found.station, known),
    )  # fmt: skip


def _engines(frozen: Frozen, goals: Sequence[Goal]) -> Iterator[str]:
    """Engines needed, of the pools on the path of workloads with goals, and who pays for fewer."""
    path = frozen.along([g.cls for g in goals])
    met = frozen.met(goals)
    for station in frozen.engines():
        if station not in path:
            continue
        need = frozen.engines_needed(goals, station)
        if need.servers is not None and need.servers < need.now and not met:
            # Fewer would only hold other work back: nobody buys a goal that way.
            continue
        place = station_words(station, frozen.workloads)
        if need.servers is None:
            yield say("{station}: no number of them meets the goals (now {now}).",
                      station=place, now=need.now)  # fmt: skip
            continue
        yield say("{station}: {servers} of them meet the goals (now {now}).",
                  station=place, servers=need.servers, now=need.now)  # fmt: skip
        losing = frozen.losing(station, need.servers) if need.servers < need.now else {}
        if losing:
            who = [
                say("{workload} would carry {share:.0f} % of today's",
                    workload=called(name), share=100.0 * share)
                for name, share in losing.items()
            ]  # fmt: skip
            yield say("With so few {who}.", who=listed(who, _LISTED))


def _first(networks: Sequence[Frozen]) -> Iterator[str]:
    full: dict[str, float] = {}
    for frozen in networks:
        for station, use in frozen.full():
            full.setdefault(station_words(station, frozen.workloads), use)
    if full:
        names = [
            say("{station} {use:.0f} %", station=name, use=100.0 * use)
            for name, use in full.items()
        ]
        yield say("Busy to 95 % and more today: {who}.", who=listed(names, _LISTED))
    firsts = [(found, n) for n in networks if (found := n.first_to_break()) is not None]
    if firsts:
        first, frozen = min(firsts, key=lambda found: found[0].factor)
        yield say(
            "Next to be {limit:.0f} % busy as all load grows: {station}, at {factor:.3g} "
            "times today's.", limit=100 * first.limit, factor=first.factor,
            station=station_words(first.station, frozen.workloads),
        )  # fmt: skip


_PARTS = {
    "limit": "I/O limit", "data": "volumes", "logs": "log volumes", "threads": "threads",
    "paging": "paging devices",
    "nuclei": "nuclei", "generators": "jobs that send commands", "users": "users",
    "ios": "other I/O", "message regions": "message regions", "link": "link",
}  # fmt: skip
"""What Adabas calls its parts of a network, in words."""
_ENGINES = {"lpar": "CPs", "cf": "coupling facility CPs", "dasd": "volumes"}


def station_words(name: str, workloads: Collection[str]) -> str:
    """A station or chain of an installation's network, as a sentence calls it.

    workloads: anchors, after which subsystems name what is theirs.
    """
    head, _, rest = name.partition("/")
    if head in ("hardware", "other"):
        if rest.endswith(DEVICE):
            return joined(("paging devices", " (", called(rest.removesuffix(DEVICE)), ")"))
        if rest.endswith(PLACE):
            return joined(("zIIPs", " (", called(rest.removesuffix(PLACE)), ")"))
        what = _ENGINES.get(rest.partition(":")[0])
        return called(rest) if what is None else joined((what, " (", called(rest), ")"))
    owners = [w for w in workloads if name == w or name.startswith(f"{w}/")]
    owner = max(owners, key=len, default="")
    part = name[len(owner) :].strip("/")
    if not owner or not part:
        return called(name)
    word = _PARTS.get(part.partition("/")[0])
    own = word if word is not None else _pool_words(part)
    return joined((own, " (", called(owner), ")"))


def _pool_words(part: str) -> str:
    """A pool of a workload: that of a region's strings goes by its number."""
    name = part.rpartition("/")[2]
    return say("strings of LSR pool {number}", number=Name(name)) if name.isdigit() else Name(name)
