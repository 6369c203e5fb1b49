"""How far assumed figures may be off: a template states its load, and guesses what it costs.

What a template (or a document) assumes gives a picture at once, and that picture is known no better
than what it rests on. The load is a choice: 100 transactions/s are 100. What each of them costs is
not known: its CPU, its time beside CPU, and its I/O. These are as far off as usual values are (see
`model.topology.Usual`), each of the three everywhere at once, which makes a band at least as wide
as if every figure were off by itself, and takes six projections of central estimates, whatever the
size of the installation. What the stated load would not leave room for is no possible cost: the
prior ends there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Final, NamedTuple

from model.language import say
from model.projection.bands import FOLLOWS, NO_SPREAD
from model.projection.estimate import Estimate, Guess, Projection, WorkloadProjection
from model.topology import Component, Measured, Topology, Usual

__all__ = ["STATED", "as_stated", "assumed_guesses", "cps_of"]

CPU_TIMES, TIME_TIMES, IO_TIMES = 3.0, 5.0, 4.0
"""Judgement, as of the usual values of the same figures: nine of ten lie within these."""
FULLEST = 0.95
"""How full the stated load can leave processors and a QR TCB, as it is carried."""
ALL_OF_IT = 0.999
STATED = "no band: it is the load that is assumed, or follows from it and from settings alone"


class _Response(NamedTuple):
    """A figure of time, and how much of it is CPU, in its unit."""

    figure: str
    cpu: Callable[[Mapping[str, float]], float]


def _of_region(known: Mapping[str, float]) -> float:
    done = known.get("transactions", 0.0)
    return 1e3 * known.get("tcb_cpu_s", 0.0) / done if done > 0.0 else 0.0


_CPU: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "cics_region": ("qr_cpu_s", "qr_dispatch_s", "tcb_cpu_s"),
        "db2_subsystem": ("cpu_s", "cpu_ms_per_tx"),
        "mq_manager": ("cpu_us_per_message", "get_cpu_us", "put_cpu_us"),
    }
)
_CPU_OF: Final = MappingProxyType(
    {
        "cics_region": ("tcb_cpu_s",),
        "db2_subsystem": ("cpu_ms_per_tx",),
        "mq_manager": ("cpu_us_per_message",),
    }
)
"""What of it a workload's use of CPs follows from."""
_RESPONSES: Final[Mapping[str, tuple[_Response, ...]]] = MappingProxyType(
    {
        "cics_region": (_Response("response_ms", _of_region),),
        "db2_subsystem": (_Response("response_ms", lambda x: x.get("cpu_ms_per_tx", 0.0)),),
        "mq_manager": (
            _Response("get_elapsed_us", lambda x: x.get("get_cpu_us", 0.0)),
            _Response("put_elapsed_us", lambda x: x.get("put_cpu_us", 0.0)),
        ),
    }
)
_WAITS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "db2_subsystem": ("sync_io_us",),
        "db2_gbp": ("read_us",),
        "mq_manager": ("get_suspend_us", "put_suspend_us"),
    }
)
_IO: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "vsam_file": ("excps", "excps_data", "excps_index"),
        "db2_subsystem": ("sync_io_per_tx",),
        "db2_bufferpool": (
            "sync_reads_random",
            "sync_reads_sequential",
            "prefetch_reads",
            "writes",
        ),
        "mq_bufferpool": ("rio", "imw", "wio"),
    }
)
_WITHIN: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
        "vsam_file": ("excps", "requests"),
        "db2_bufferpool": ("sync_reads_random", "getpages_random"),
        "mq_bufferpool": ("rio", "getp"),
    }
)
"""What of I/O cannot be more than what it is done for."""
_HITS: Final[Mapping[str, str]] = MappingProxyType({"lsr_buffers": "lookaside_pct"})
MOVED: Final = MappingProxyType(
    {
        kind: {
            *_CPU.get(kind, ()),
            *(one.figure for one in _RESPONSES.get(kind, ())),
            *_WAITS.get(kind, ()),
            *_IO.get(kind, ()),
            *((_HITS[kind],) if kind in _HITS else ()),
        }
        for kind in {*_CPU, *_RESPONSES, *_WAITS, *_IO, *_HITS}
    }
)
"""By kind the figures that a guess moves; besides, partitions' CPU and a QR TCB's waits follow."""


def assumed_guesses(topology: Topology) -> tuple[Guess, ...]:
    """What of an installation's work is assumed, in at most three guesses."""
    by_kind = {
        (part.kind, name)
        for part in topology
        for name, figure in part.measured.items()
        if figure.origin.is_guessed
    }
    most = _most_cpu(topology)
    found = (
        ("cpu", _CPU, CPU_TIMES, _with_cpu, say("CPU per transaction or message")),
        (
            "time",
            _RESPONSES,
            TIME_TIMES,
            _with_times,
            say("time per transaction or message beside its CPU"),
        ),
        ("io", {**_IO, **_HITS}, IO_TIMES, _with_io, say("I/O per transaction or message")),
    )
    guesses = []
    for name, figures, times, moved, said in found:
        if not any(kind in figures for kind, known in by_kind if known in MOVED.get(kind, ())):
            continue
        ends = (1.0 / times, min(times, most) if name == "cpu" else times)
        tops = tuple(moved(topology, end) for end in ends)
        guesses.append(Guess("", name, Usual(1.0, times), said, tops))
    return tuple(guesses)


def as_stated(found: Sequence[Projection], topology: Topology) -> tuple[Projection, ...]:
    """Projections in which no figure of assumed work is said to be a report's again."""

    def told(estimate: Estimate) -> Estimate:
        reasons = tuple(STATED if r in (NO_SPREAD, FOLLOWS) else r for r in estimate.reasons)
        return estimate if reasons == estimate.reasons else replace(estimate, reasons=reasons)

    def of(work: WorkloadProjection) -> WorkloadProjection:
        known = topology[work.anchor].measured.values() if work.anchor in topology else ()
        if not any(one.origin.is_guessed for one in known):
            return work
        return replace(work, metrics={name: told(one) for name, one in work.metrics.items()})

    return tuple(replace(one, workloads=tuple(map(of, one.workloads))) for one in found)


# --- the ends ------------------------------------------------------------------------------------


def _known(part: Component) -> dict[str, float]:
    return {n: float(m.value) for n, m in part.measured.items() if not isinstance(m.value, str)}


def _with(part: Component, values: Mapping[str, float]) -> Component:
    """The component with other values of what of its figures is assumed."""
    measured: dict[str, Measured] = dict(part.measured)
    for name, value in values.items():
        figure = measured.get(name)
        if figure is not None and figure.origin.is_guessed:
            measured[name] = replace(figure, value=value)
    return replace(part, measured=measured)


def _each(topology: Topology, moved: Callable[[Component], Mapping[str, float]]) -> Topology:
    for part in topology:
        values = moved(part)
        if values:
            topology = topology.with_component(_with(part, values))
    return topology


def _is_assumed(part: Component, name: str) -> bool:
    figure = part.measured.get(name)
    return figure is not None and figure.origin.is_guessed


def cps_of(part: Component) -> float:
    """CPs that a workload keeps busy by figures that are told of it as they were measured."""
    known = _known(part)
    lasted = known.get("duration_s", 0.0)
    if part.kind == "cics_region" and lasted > 0.0:
        return known.get("tcb_cpu_s", 0.0) / lasted
    if part.kind == "ims_region" and lasted > 0.0:
        done, each_us = known.get("transactions", 0.0), known.get("transaction_cpu_us", 0.0)
        return done * each_us / 1e6 / lasted
    if part.kind == "db2_subsystem":
        return known.get("cpu_ms_per_tx", 0.0) * known.get("tx_per_s", 0.0) / 1e3
    if part.kind == "mq_manager":
        return known.get("cpu_us_per_message", 0.0) * known.get("messages_per_s", 0.0) / 1e6
    return known.get("cpu_s_per_s", 0.0) if part.kind == "jvm" else 0.0


def _own_cps(topology: Topology) -> dict[str, float]:
    """By partition the CPs that assumed work in it keeps busy."""
    own: dict[str, float] = {}
    for part in topology:
        is_assumed = any(_is_assumed(part, name) for name in _CPU_OF.get(part.kind, ()))
        used = cps_of(part) if is_assumed else 0.0
        host = next((h for h in topology.containers(part.id) if topology[h].kind == "lpar"), None)
        if used > 0.0 and host is not None:
            own[host] = own.get(host, 0.0) + used
    return own


def _most_cpu(topology: Topology) -> float:
    """How many times the assumed CPU would still leave room for the stated load; at least 1."""
    most = CPU_TIMES
    for host, used in _own_cps(topology).items():
        cps = topology[host].number("CPS")
        if cps is None:
            continue
        busy = _known(topology[host]).get("cp_busy_pct", 100.0 * used / cps) / 100.0
        most = min(most, 1.0 + (FULLEST - busy) * cps / used)
    for part in topology:
        known = _known(part)
        on_qr = known.get("qr_dispatch_s", 0.0)
        if _is_assumed(part, "qr_dispatch_s") and on_qr > 0.0:
            most = min(most, FULLEST * known.get("duration_s", 0.0) / on_qr)
    return max(most, 1.0)


def _with_cpu(topology: Topology, times: float) -> Topology:
    own = _own_cps(topology)

    def moved(part: Component) -> Mapping[str, float]:
        known = _known(part)
        if part.kind == "lpar" and part.id in own and "cp_busy_pct" in known:
            cps = part.number("CPS")
            more = 100.0 * own[part.id] * (times - 1.0) / cps if cps else 0.0
            return {"cp_busy_pct": min(100.0, max(0.0, known["cp_busy_pct"] + more))}
        values = {name: known[name] * times for name in _CPU.get(part.kind, ()) if name in known}
        for one in _RESPONSES.get(part.kind, ()):
            if values and one.figure in known:
                values[one.figure] = known[one.figure] + (times - 1.0) * one.cpu(known)
        if "qr_dispatch_s" in values and {"duration_s", "qr_wait_s"} <= known.keys():
            values["qr_wait_s"] = max(0.0, known["duration_s"] - values["qr_dispatch_s"])
        return values

    return _each(topology, moved)


def _with_times(topology: Topology, times: float) -> Topology:
    def moved(part: Component) -> Mapping[str, float]:
        known = _known(part)
        values = {n: known[n] * times for n in _WAITS.get(part.kind, ()) if n in known}
        for one in _RESPONSES.get(part.kind, ()):
            if one.figure in known:
                cpu = min(one.cpu(known), known[one.figure])
                values[one.figure] = cpu + (known[one.figure] - cpu) * times
        return values

    return _each(topology, moved)


def _with_io(topology: Topology, times: float) -> Topology:
    def moved(part: Component) -> Mapping[str, float]:
        known, most = _known(part), times
        done, asked = _WITHIN.get(part.kind, ("", ""))
        if known.get(done, 0.0) > 0.0 and asked in known:
            most = min(times, max(1.0, ALL_OF_IT * known[asked] / known[done]))
        values = {n: known[n] * most for n in _IO.get(part.kind, ()) if n in known}
        hits = _HITS.get(part.kind)
        if hits is not None and hits in known:
            values[hits] = max(0.0, 100.0 - (100.0 - known[hits]) * times)
        return values

    return _each(topology, moved)
