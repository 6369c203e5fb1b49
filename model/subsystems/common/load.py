"""Workload growth: more, or less, of the work that was measured, and what the network makes of it.

Most products are modelled at the rate that their reports give. How much of that work there is can
be changed by one setting, `model.topology.growth.GROWTH`, which the catalogue adds to every kind of
workload whose model has ``grows`` set; a database has users instead, who say the same. Work grows
alike: the mix, the demands of a transaction and its hit ratios stay, so that rates follow in
proportion until something is full. What is shared makes it wait in the one network of the
installation (`model.hardware.chains`), whether or not anything has grown.

The further from the measured load, the less is known: see `growth_sd`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from model.contract.evaluation import BAND_LEVEL, BoolArray, Conditions, FloatArray
from model.contract.protocol import NotProjectable
from model.figures import running, under_load, wanted
from model.hardware.dasd import (
    BEHIND,
    MOST_UNDER_WAY,
    MOST_UNDER_WAY_SD,
    USUAL_TIMES,
    disks_of,
    volumes_of,
)
from model.hardware.dispatching import UNKNOWN_RANK, UNKNOWN_TASKS, unranked_sd
from model.hardware.draws import log_normal
from model.hardware.flow import Got, Visit
from model.hardware.paging import DEVICE
from model.hardware.processors import partition_cps
from model.hardware.ziip import PLACE
from model.language import Name, mark, say
from model.quantiles import NORMAL_QUANTILE_90
from model.subsystems.common.answers import Answer
from model.subsystems.common.scatter import RUN_TO_RUN, gap_sd
from model.topology import Component, Topology
from model.topology.growth import growth_of
from model.topology.importance import MIDDLE, importance_of

CARRIED = 1.0 - 1e-3
"""Share of the work that comes through, from which all of it is taken to."""
FULL = 0.97
_CROWDED = 0.9
"""Use of CPs from which a rate that does not come through can be their doing."""
_LEAST_SAID = 0.02
_LEAST_LEFT = 1e-3
"""Share of its work to which a band reaches that may come down to nothing."""
_WITHIN = 0.9 / NORMAL_QUANTILE_90
"""Of the change itself: a standard deviation whose band does not turn its sign."""
_LEAST_LOAD = 0.01
"""Part of the measured load below which it is as far off as one can be."""
_CPU_EACH = ("cpu_ms_per", "cpu_us_per")
"""How figures of the CPU of one unit of work begin."""
_RUN = frozenset({"CPs", "QR TCB"})
"""What lets through as much as the CPU of a unit of work allows, which is known better than how
long others hold."""
_CPU_OF_ONE = frozenset({"cpu_s", "cpu_s_per_gb"})
"""Others of them: of a sort, and of a GB sent."""
_CPU_A_SECOND = ("cpu_s_per_s", "cpu_with_zvm_s_per_s")
"""Figures of the CPU that all of a workload takes."""
CPU = "CPU"
"""The part of a response that is CPU, where a model tells it apart."""
FACILITY = "coupling facility"
_ENDS = ((DEVICE, "paging devices"), (PLACE, "zIIPs"), (BEHIND, "I/O limit"))
"""What hardware that is no component is called, by the end of its name."""
_ALL = 0.99
"""Use of servers that do all they can: one more waits for others to come back."""


class Share(NamedTuple):
    """What of a workload's I/Os goes to a DASD subsystem, and the seconds that one takes there.

    sd: how far these may be off, of the logarithm; nothing where somebody told them.
    """

    disk: str
    name: str
    share: float
    service_s: float
    sd: float = 0.0


@dataclass(frozen=True)
class Site:
    """Where a workload stands, and how much of it there is.

    growth  1.0 = as measured.
    cps     id of the partition whose CPs it uses.
    doubt   how much of the doubt about who is dispatched first there is left, 1 = all.
    disks   DASD subsystems that its I/Os go to.
    facilities  coupling facilities for whose processors its requests wait.
    importance  to Workload Manager, where somebody says it.
    """

    growth: float = 1.0
    cps: str = ""
    disks: tuple[Share, ...] = ()
    doubt: float = 1.0
    facilities: tuple[str, ...] = ()
    importance: int | None = None


AS_MEASURED = Site()
_TIME_SD, _TIME_SEED = math.log(USUAL_TIMES) / NORMAL_QUANTILE_90, 20261131
_OTHERS_UNSAID = 0.5
"""Doubt that is left where its own importance is told: that of all others. Judgement."""


def site_of(conditions: Conditions) -> Site:
    """Where the workload of these conditions stands."""
    found = conditions.get("site")
    return found if isinstance(found, Site) else AS_MEASURED


def on_disks_of(was: Conditions, now: Conditions) -> Conditions:
    """The conditions now with I/Os that take as long as they did as-is.

    An answer has how many I/Os there are; how long other disks make them is the network's to say.
    Where there were none, the time of I/Os is in what was measured; without any it stays there.
    """
    site, site_was = site_of(now), site_of(was)
    if not site.disks or not site_was.disks or site.disks == site_was.disks:
        return now
    return {**now, "site": replace(site, disks=site_was.disks)}


def growth_in(conditions: Conditions) -> float:
    """The load that conditions speak of, against the measured one."""
    return site_of(conditions).growth


def find_site(topology: Topology, anchor: str) -> Site:
    """The site of an anchor."""
    lpar = topology.ancestor(anchor, "lpar")
    disks = []
    for disk, share in disks_of(topology, anchor):
        volumes = volumes_of(topology, disk)
        if volumes is not None:
            sd = _TIME_SD if volumes.is_as_others else 0.0
            disks.append(Share(disk.id, disk.name, share, volumes.service_s, sd))
    here = anchor if lpar is None else lpar.id
    importance = importance_of(topology[anchor])
    return Site(
        growth_of(topology[anchor]),
        here,
        tuple(sorted(disks)),
        1.0 if importance is None else _OTHERS_UNSAID,
        importance=importance,
    )


def cps_of(topology: Topology, system: Component) -> float:
    """CPs that a partition can use: its logical ones, less where PR/SM weights give it fewer."""
    value = partition_cps(topology, system)
    if value is None:
        raise NotProjectable(
            say("{system_name}: no report says how many CPs it has", system_name=Name(system.name)),
            system.id,
            "CPS",
            "the RMF CPU activity report",
        )
    return value


def disk_visits(site: Site, ios: FloatArray | float, within: str = "") -> tuple[Visit, ...]:
    """So many I/Os of a unit of work, over its DASD subsystems."""
    every = np.maximum(np.nan_to_num(np.atleast_1d(np.asarray(ios, dtype=float))), 0.0)
    return tuple(
        Visit(
            one.disk,
            every * one.share * one.service_s * log_normal(len(every), one.sd, _TIME_SEED),
            every * one.share,
            within,
        )
        for one in site.disks
    )


def growth_sd(growth: float) -> float:
    """Relative standard deviation of a figure at another load than the measured one.

    As for any law that leaves its measured point (see `scatter.gap_sd`): a third of the distance.
    """
    further = gap_sd(max(growth, 1.0 / max(growth, _LEAST_LOAD)), (1.0,))
    return math.sqrt(max(further**2 - RUN_TO_RUN**2, 0.0))


def scale(answer: Answer, names: frozenset[str], factor: FloatArray | float) -> None:
    """Multiply the metrics of these names."""
    for name in names & answer.metrics.keys():
        answer.metrics[name] = np.asarray(answer.metrics[name]) * factor


def carry(answer: Answer, site: Site, got: Got) -> BoolArray:
    """What comes through of the work that is asked for, and what is full; where that is so.

    ``answer`` is what the workload asks for by itself.
    """
    asked = np.asarray(answer.metrics.get("etr_per_s", got.offered_per_s), dtype=float)
    asked = np.where(np.isfinite(asked) & (asked > 0.0), asked, got.offered_per_s)
    comes = got.offered_per_s / np.maximum(asked, 1e-12)
    comes = np.where(np.abs(comes - 1.0) < 1e-6, 1.0, comes)
    through = got.rate_per_s / np.maximum(got.offered_per_s, 1e-12)
    full: BoolArray = through < CARRIED
    names = {site.cps: "CPs", **{one.disk: "volumes" for one in site.disks}}
    shared = {**names, **dict.fromkeys(site.facilities, FACILITY)}
    busy: dict[str, FloatArray | float] = {}
    for key in (*shared, *reversed([key for key in got.uses if key not in shared])):
        use = got.uses.get(key)
        if use is not None:
            name = shared.get(key) or next((n for end, n in _ENDS if key.endswith(end)), key)
            # Hardware that several share never stands at all of it: one waits for another's pool.
            most = FULL if key in shared else _ALL
            taken = np.where(full & (use > most), 1.0, np.minimum(use, 1.0))
            busy[name] = np.maximum(taken, busy.get(name, 0.0))
    # Of several that are full, hardware binds first, then the innermost pool.
    answer.utilization = {**busy, **answer.utilization, **busy}
    answer.pools |= got.pools
    if full.any():
        for metric, asked_for in wanted().items():
            if metric in answer.metrics:
                answer.metrics[asked_for] = np.asarray(answer.metrics[metric]) * comes
        for key, name in names.items():
            there = got.uses.get(key)
            if there is not None and float(there[0]) > FULL and key in got.servers:
                answer.extrapolated.append(
                    say(
                        "the load asks for {asked_for:,.1f} of {servers:,.1f} {name}: what it "
                        "cannot get does not come through",
                        asked_for=got.asked[key],
                        servers=got.servers[key],
                        name=name,
                    )
                )
    for one in site.disks:
        if one.sd > 0.0:
            answer.reasons.append(
                say(
                    "nobody can have measured how long an I/O of {disk} takes: {ms:,.3g} ms as "
                    "those of the other subsystems, a quarter to four times as long",
                    disk=Name(one.name),
                    ms=1e3 * one.service_s,
                )
            )
    opened = dict(answer.opened)
    _doubt_rank(answer, site, got, float(np.min(through)))
    _doubt_left(answer, site, got, float(through[0]))
    _doubt_limit(answer, site, got, bool(full[0]))
    _doubt_others(answer, site, got, float(through[0]))
    scale(answer, under_load("flows"), comes * np.where(full, through, 1.0))
    each = {name for name in answer.metrics if _is_of_one(name)}
    scale(answer, frozenset({*_CPU_A_SECOND, wanted()["cpu_s_per_s"], *each}), got.longer)
    scale(answer, frozenset({"itr_per_cpu_s"}), 1.0 / got.longer)
    for name, times in answer.opened.items():
        if times != opened.get(name):
            # No more comes through than comes.
            carried = np.where(full, np.maximum(through, 1e-300), 1.0)
            limit = float(np.max(np.asarray(answer.metrics[name]) / carried))
            answer.most[name] = min(answer.most.get(name, math.inf), limit)
    if CPU in answer.breakdown_s:
        answer.breakdown_s[CPU] = np.asarray(answer.breakdown_s[CPU]) * got.longer
    return full


def doubt_holds(answer: Answer, got: Got, got_was: Got) -> None:
    """A rate that servers hold back which are all taken is known as well as how long one is held.

    As measured that is known; of how far waits have moved it since, a third is not (`gap_sd`).
    Where something within them or behind them is full as well, that decides, and not the hold:
    what is around them is full because of them.
    """
    if float(np.min(got.rate_per_s[:1] / np.maximum(got.offered_per_s[:1], 1e-300))) >= CARRIED:
        return
    full = [
        name
        for name, use in got.uses.items()
        if float(use[0]) > (_ALL if name in got.hold_s else FULL)
    ]
    if got.held_by is not None:
        answer.held_by = got.held_by.anchor
        return
    if not full:
        return
    if not got.pools.issuperset(full):
        return
    inmost = full[-1]
    if abs(float(got.offered_per_s[0] / got_was.offered_per_s[0]) - 1.0) < _LEAST_SAID:
        # As much work comes as was measured (of more `widen` tells): far less of it than comes
        # through today is no measured point.
        far = gap_sd(float(got.rate_per_s[0]), (float(got_was.rate_per_s[0]),))
        answer.residual_sd["etr_per_s"] = math.hypot(answer.residual_sd.get("etr_per_s", 0.0), far)
    if inmost not in got_was.hold_s:
        answer.reasons.append(
            say(
                "nobody saw {pool} hold work back: the rate that they let through has the band of "
                "a law that leaves its measured point, a third of how far it moves",
                pool=Name(inmost),
            )
        )
        return
    now, was = (max(float(one.hold_s[inmost][0] - one.called_s[0]), 1e-9) for one in (got, got_was))
    known = answer.residual_sd.get("etr_per_s", 0.0)
    called, today = float(got.called_s[0]), float(got_was.called_s[0])
    if called > 0.0 and today > 0.0:
        # Of a hold that passes in others, what is not known of how long they take now.
        part = min(called / max(float(got.hold_s[inmost][0]), 1e-9), 1.0)
        known = math.hypot(known, part * gap_sd(called, (today,)))
    answer.residual_sd["etr_per_s"] = math.hypot(known, gap_sd(now, (was,)))
    answer.reasons.append(
        say(
            "what {pool} holds back is known as well as how long one of them is held: as measured, "
            "but for a third of what has moved it since",
            pool=Name(inmost),
        )
    )


def _doubt_rank(answer: Answer, site: Site, got: Got, through: float) -> None:
    """A rate that full CPs hold down is as unknown as who of their users is dispatched first, and
    one that they let through as how many tasks the others have."""
    use, servers = got.uses.get(site.cps), got.servers.get(site.cps)
    if use is None or servers is None or float(use[0]) < _CROWDED:
        return
    # Of CPs that are asked for more than there are, what everybody gets where all get alike.
    alike = min(servers / max(got.asked.get(site.cps, 0.0), 1e-12), 1.0)
    more = through / alike
    if through >= CARRIED and more <= 1.0 + _LEAST_SAID:
        return
    cpu_s = answer.metrics.get("cpu_s_per_s")
    if cpu_s is None:
        return
    own = through * float(np.asarray(cpu_s).flat[0]) * float(got.longer[0])
    # Ranked first it would get all of the CPs at the most.
    share = min(max(own / max(float(use[0]) * servers, 1e-12), 1e-3), 1.0)
    times = min(1.0 / max(through, 1e-3), 1.0 / share)
    said: str = UNKNOWN_RANK
    if more > max(times, 1.0 + _LEAST_SAID):
        times, said = more, UNKNOWN_TASKS
    spread = site.doubt * float(unranked_sd(times, 1.0))
    if spread < _LEAST_SAID:
        return
    known = answer.residual_sd.get("etr_per_s", 0.0)
    answer.residual_sd["etr_per_s"] = math.hypot(known, spread)
    if said is UNKNOWN_RANK:
        said = _doubt_others_rank(answer, site, got, own, through, NORMAL_QUANTILE_90 * spread)
    # What it has of theirs those lose who are in no figure, rather than other workloads.
    theirs = min(site.doubt * float(unranked_sd(more, 1.0)), spread)
    answer.exchanged_sd["etr_per_s"] = math.sqrt(spread**2 - theirs**2)
    if site.doubt >= _OTHERS_UNSAID:
        answer.reasons.append(said)


def _doubt_others_rank(
    answer: Answer, site: Site, got: Got, own: float, through: float, known: float
) -> str:
    """Work that is last of all may carry what it would before all who may come behind it.

    A band of a part of nothing is nothing: it is opened to there. `known`: the band so far, of the
    logarithm.  own: CPs that it has.  The sentence is that on the others, where its rank is told.
    """
    told = site.importance is not None
    beside = got.unranked if told else float(got.uses[site.cps][0]) * got.servers[site.cps] - own
    first = min(through * (1.0 + max(beside, 0.0) / max(own, 1e-300)), 1.0)
    _open_to(answer, first / max(through, 1e-300), known)
    if not told or not beside > 0.0:
        return UNKNOWN_RANK
    return say(
        "nobody tells the importance of other work that uses {cps:,.3g} CPs: it is taken to be "
        "{middle}, and were it behind, {pct:,.3g} % of this would be carried",
        cps=beside,
        middle=MIDDLE,
        pct=100.0 * first,
    )


def _doubt_left(answer: Answer, site: Site, got: Got, through: float) -> None:
    """What those before a workload leave of full CPs is known as well as all that these use."""
    use, cpu_s = got.uses.get(site.cps), answer.metrics.get("cpu_s_per_s")
    if through >= CARRIED or use is None or cpu_s is None or float(use[0]) < _CROWDED:
        return
    asked = float(np.asarray(cpu_s).flat[0]) * float(got.longer[0])
    more = NORMAL_QUANTILE_90 * got.left_sd / max(asked, 1e-12)
    if more <= _LEAST_SAID * through:
        return
    known = NORMAL_QUANTILE_90 * answer.residual_sd.get("etr_per_s", 0.0)
    _open_to(answer, min(through + more, 1.0) / max(through, 1e-300), known)
    answer.reasons.append(left_by_others(got))


def left_by_others(got: Got) -> str:
    """The sentence on CPs that others leave."""
    return say(
        "what work that is dispatched before it leaves of the CPs is known to ±{cps:,.2g} CPs: so "
        "much is not known of what that work uses",
        cps=NORMAL_QUANTILE_90 * got.left_sd,
    )


def _open_to(answer: Answer, times: float, known: float = 0.0) -> None:
    """Open what flows so that bands reach to so many times as much.

    known: as far as they reach already, half widths of the logarithm.
    """
    more = math.log(max(times, 1.0))
    if more > known:
        reach = math.exp(math.sqrt(more**2 - known**2) / (0.5 + BAND_LEVEL / 2))
        for name in under_load("flows") & answer.metrics.keys():
            # Who would have all CPs has what is left of them as well.
            least, most = answer.opened.get(name, (1.0, 1.0))
            answer.opened[name] = least, max(most, reach)


def _doubt_limit(answer: Answer, site: Site, got: Got, full: bool) -> None:
    """What waits for all volumes together is known as well as how many I/Os they do at a time."""
    use = max((float(got.uses.get(one.disk + BEHIND, [0.0])[0]) for one in site.disks), default=0.0)
    if use < _CROWDED:
        return
    for name in ("etr_per_s",) if full else ("response_ms",):
        answer.residual_sd[name] = math.hypot(answer.residual_sd.get(name, 0.0), MOST_UNDER_WAY_SD)
    answer.reasons.append(
        say(
            "what stands behind the volumes is {use:.0f} % busy with the I/Os of all who use them: "
            "it is taken to serve {each:g} for each volume at a time, as that of 001 did (section "
            "4.4); how many this one serves no report says",
            use=100.0 * min(use, 1.0),
            each=MOST_UNDER_WAY,
        )
    )


def _doubt_others(answer: Answer, site: Site, got: Got, through: float) -> None:
    """Of I/Os that no model explains nobody knows whether less of them come where volumes are full:
    they may take what they ask for, or leave all of it to workloads."""
    keys = {key for one in site.disks for key in (one.disk, one.disk + BEHIND)}
    full = [key for key in keys & got.servers.keys() if float(got.uses.get(key, [0.0])[0]) > FULL]
    first = last = 1.0
    for key in full:
        servers, others = got.servers[key], got.others.get(key, 0.0)
        own = max(got.asked.get(key, 0.0) - others, 1e-12)
        first, last = min(servers / own, first), min(max(servers - others, 0.0) / own, last)
    if last >= CARRIED:
        return
    ends = max(last, _LEAST_LEFT) / max(through, 1e-12), first / max(through, 1e-12)
    answer.untold(
        say(
            "full volumes are taken to do {pct:,.3g} % of these I/Os as of all others, of which "
            "nobody tells whether less of them come then: bands reach from {last:,.3g} %, where "
            "those come first, to {first:,.3g} %, where they give way",
            pct=100.0 * through,
            last=100.0 * last,
            first=100.0 * first,
        ),
        {
            name: (min(ends[0], 1.0), max(ends[1], 1.0))
            for name in under_load("flows") & answer.metrics.keys()
        },
    )


def respond_in(answer: Answer, got: Got, full: BoolArray) -> None:
    """The response that the network gives; there is none where not all comes through."""
    before = answer.metrics.get("response_ms")
    if before is None:
        return
    held = got.seen_s * 1e3
    answer.metrics["response_ms"] = np.where(full, np.nan, held)
    name = "waiting for CPs and volumes"
    parts_s = sum((np.asarray(part) for part in answer.breakdown_s.values()), np.zeros(1))
    more_s = held / 1e3 - (parts_s if answer.waits else np.asarray(before) / 1e3)
    waits = np.maximum(more_s, 0.0)
    if (waits > 1e-12).any() or name in answer.breakdown_s:
        answer.breakdown_s[name] = np.where(full, np.nan, waits)
    if answer.waits:
        # Measured waits stand in the part that nothing explains: those that are gone go from it.
        left_s = np.asarray(answer.breakdown_s[answer.waits]) + np.minimum(more_s, 0.0)
        answer.breakdown_s[answer.waits] = np.where(full, np.nan, np.maximum(left_s, 0.0))


OTHER_LOAD = mark("{growth:.0f} % of today's load")
GROWTH_CPU_SD = 0.06
"""How much CPU of a unit of work differs at e times the load (standard deviation of the
logarithm) where no published series tells: over twice what CICS shows (`cics.fit`). Judgement."""
_BY_CPU = frozenset({*_CPU_A_SECOND, "itr_per_cpu_s", "enclave_cpu_ms"})


def is_cpu(metric: str) -> bool:
    """Whether a figure is CPU, or work for one second of it."""
    return metric in _BY_CPU or _is_of_one(metric)


def _is_of_one(metric: str) -> bool:
    return metric in _CPU_OF_ONE or metric.startswith(_CPU_EACH)


def _uses(answer: Answer) -> list[tuple[str, float]]:
    return [(name, float(np.asarray(use).flat[0])) for name, use in answer.utilization.items()]


def _short_sd(use: float, spread: float) -> float:
    """Of the work that comes: that its band reaches down to what servers so busy may let through.

    They let through ``1 / use`` times as much, known to ``spread`` (of the logarithm).
    """
    if not 0.0 < use <= 1.0:
        return 0.0 if not use > 1.0 else spread
    return max(0.0, spread + math.log(use) / NORMAL_QUANTILE_90)


def of_cpu_sd(carried: float, cpu_sd: float) -> float:
    """How much CPU of a unit of work differs at so many times the load: of the logarithm.

    A run of nearly the same load differs by its load alone, not as one at another time does.
    """
    moved = abs(math.log(max(carried, 1e-9)))
    return math.hypot(min(RUN_TO_RUN, moved * _WITHIN), cpu_sd * moved)


def _short(answer: Answer, of_cpu: float, spread: float) -> float:
    """Of the work that comes, how far what may be full lets less through (of the logarithm)."""
    found = 0.0
    for name, use in _uses(answer):
        if name in _RUN:
            found = max(found, _short_sd(use, of_cpu))
        else:
            found = max(found, _short_sd(use * (1.0 - answer.behind.get(name, 0.0)), spread))
    return found


def widen(answer: Answer, before: Answer, growth: float, cpu_sd: float = GROWTH_CPU_SD) -> None:
    """Wider bands for a load that was not measured; how much work arrives is an assumption.

    ``cpu_sd`` is how much CPU of a unit of work differs at e times the load.

    What counts is how much of the grown load comes through: what is full was reached on the way.
    """
    if growth == 1.0:
        return
    through, through_was = (part.metrics.get("etr_per_s") for part in (answer, before))
    carried = growth
    if through is not None and through_was is not None:
        carried = float(np.asarray(through).flat[0] / np.asarray(through_was).flat[0])
    spread = growth_sd(carried)
    of_cpu = of_cpu_sd(carried, cpu_sd)
    for name in answer.metrics.keys() - under_load("stays") - {"etr_per_s"}:
        further = of_cpu if is_cpu(name) or name in running() else spread
        answer.residual_sd[name] = math.hypot(answer.residual_sd.get(name, 0.0), further)
    if answer.extrapolated:
        # What CPs that are full let through is known as well as CPU of a unit of work.
        full = any(use >= FULL for name, use in _uses(answer) if name in _RUN)
        answer.residual_sd["etr_per_s"] = math.hypot(
            answer.residual_sd.get("etr_per_s", 0.0), of_cpu if full else spread
        )
    elif through is not None:
        # What is nearly full may be full: the work that comes, or what that lets through if less.
        known = answer.residual_sd.get("etr_per_s", 0.0)
        answer.residual_sd["etr_per_s"] = math.hypot(known, _short(answer, of_cpu, spread))
    answer.extrapolated.append(say(OTHER_LOAD, growth=growth * 100.0))
