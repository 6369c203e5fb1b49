"""Installations with one measured run of a published series, the others being its cases.

Each is a `plexwright-cases/1` document, read like a user's. What a published run does not state is
filled in so that it limits nothing: buffers enough, a quarter of the processors busy.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

import numpy as np

from model.calibration.cases import CASES, Group, parse_cases
from model.calibration.published import Point
from model.subsystems.cics.fit import FILE_CALLS, Z990_SPEED
from model.subsystems.common.constants import load_constants
from model.subsystems.common.series import Series
from model.subsystems.svcdump import FRAME_GB
from model.topology.parts import document_of

PLAIN: Final = ("plain NONE",)
COMPRESSED: Final = ("plain RLE", "plain ZLIB")
ENCRYPTED: Final = ("TLS",)
REPLICATION: Final = ("Q Rep",)
"""How the groups of MQ's series begin."""

_REGIONS: Final = 48
"""CICS regions of a partition whose engines are the only limit: each asks for half of one."""
_SECONDS: Final = 600.0
SIMULATED: Final = (1.2, 2.0, 4.0)
"""Simulated sizes against the pool's: IBM says to begin with 20 % more (Db2 13, SPSIZE)."""

Part = dict[str, Any]


def _part(
    name: str,
    kind: str,
    parent: str | None,
    settings: Mapping[str, Any],
    measured: Mapping[str, float] | None = None,
) -> Part:
    return {
        "id": name,
        "kind": kind,
        "parent": parent,
        "settings": dict(settings),
        "measured": dict(measured or {}),
    }


def _machine(cps: int, at_most: int = 16, **settings: Any) -> list[Part]:
    return [
        _part("CPC1", "cpc", None, {"CPS": max(cps, at_most)}),
        _part("SYSA", "lpar", "CPC1", {"CPS": cps, **settings}),
    ]


def _set(component: str, setting: str, value: Any) -> Part:
    return {"component": component, "setting": setting, "value": value}


def _document(
    name: str,
    components: Sequence[Part],
    cases: Sequence[tuple[str, Sequence[Part], Mapping[str, float]]],
    relative_to: str | None = None,
) -> Group:
    group: dict[str, Any] = {
        "id": name,
        "installation": {
            "format": "plexwright-installation/1",
            "components": list(components),
            "links": [],
        },
        "cases": [
            {"id": case, "changes": list(changes), "measured": dict(measured)}
            for case, changes, measured in cases
        ],
    }
    if relative_to is not None:
        group["relative_to"] = relative_to
    return parse_cases(document_of(json.dumps({"format": CASES, "groups": [group]}), CASES))[0]


def mq_sizes(one: Series, known: Sequence[int]) -> Group:
    """A queue manager with CPU measured at some sizes, the first of them today's."""
    cpu = one.results["cpu_us_per_message"]
    today = known[0]
    measured = {
        "messages_per_s": 500.0,
        "cpu_us_per_message": cpu[today],
        "duration_s": _SECONDS,
        **{f"cpu_us_per_message.{one.at[place]:g}": cpu[place] for place in known[1:]},
    }
    counts = {"low_buffers": 150_000.0, "wio": 100.0, "duration_s": _SECONDS}
    return _document(
        f"{one.id} from {' and '.join(f'{one.at[place]:g}' for place in known)} KB",
        [
            *_machine(16),
            _part("QM01", "mq_manager", "SYSA", {"MESSAGE_KB": one.at[today]}, measured),
            _part("QM01/1", "mq_bufferpool", "QM01", {"BUFFERS": 200_000}, counts),
        ],
        [
            (f"{size:g} KB", [_set("QM01", "MESSAGE_KB", size)], {"QM01.cpu_us_per_message": value})
            for place, (size, value) in enumerate(zip(one.at, cpu, strict=True))
            if place not in known
        ],
    )


EITHER_WAY: Final = (-math.inf, math.inf)
LARGER, SMALLER = (1.0, math.inf), (-math.inf, 1.0)
"""How many times as large as the measured size those may be that a pool gets in its cases."""


def db2_pool(
    one: Series,
    known: int,
    simulated: int | None = None,
    times: tuple[float, float] = EITHER_WAY,
) -> Group:
    """A subsystem with one pool, counted at one size, with a simulation of a larger one if any.

    times: the sizes of its cases against the counted one.
    """
    (low, high), pages, misses = times, one.at, one.results["misses"]
    counted = {
        "sync_reads": misses[known],
        "getpages": float(one.fixed["getpages"]),
        "duration_s": _SECONDS,
    }
    settings = {"VPSIZE": int(pages[known])}
    if simulated is not None:
        settings["SPSIZE"] = int(pages[simulated] - pages[known])
        counted["avoidable_sync_reads"] = misses[known] - misses[simulated]
    and_with = "" if simulated is None else f" and a simulation of {pages[simulated]:,.0f}"
    return _document(
        f"{one.id} from {pages[known]:,.0f} pages{and_with}",
        [
            *_machine(16),
            _part(
                "DB2A",
                "db2_subsystem",
                "SYSA",
                {},
                {"commits": 600_000.0, "duration_s": _SECONDS},
            ),
            _part("DB2A/BP1", "db2_bufferpool", "DB2A", settings, counted),
        ],
        [
            (
                f"{size:,.0f}",
                [_set("DB2A/BP1", "VPSIZE", int(size))],
                {"DB2A.sync_reads_per_s": count / _SECONDS},
            )
            for place, (size, count) in enumerate(zip(pages, misses, strict=True))
            if place not in (known, simulated) and low < size / pages[known] < high
        ],
    )


def db2_pools(
    one: Series, simulated: bool, times: tuple[float, float] = EITHER_WAY
) -> Iterator[Group]:
    """A group for every size as the measured one, without a simulation or with some larger ones."""
    low, high = times
    for known, size in enumerate(one.at):
        larger = range(known + 1, len(one.at))
        reached = (
            next((place for place in larger if one.at[place] >= factor * size), None)
            for factor in SIMULATED
        )
        for place in dict.fromkeys(reached) if simulated else (None,):
            others = (at for at in one.at if at not in (size, place and one.at[place]))
            if (place is None) != simulated and any(low < at / size < high for at in others):
                yield db2_pool(one, known, place, times)


def engines(one: Series, known: int) -> Group:
    """A saturated partition with another number of engines, relative to the known number."""
    capacity = one.results["capacity"]
    busy = {
        "transactions": 600_000.0,
        "duration_s": _SECONDS,
        "qr_cpu_s": 48.0,
        "qr_dispatch_s": 48.96,
        "partition_cpu_s": 48.0,
        "tx_per_s": 1_000.0,
    }
    names = [f"C{number}" for number in range(_REGIONS)]
    # Regions that ask for as much as their QR TCBs can do fill any number of engines.
    grown = [_set(name, "LOAD_GROWTH_PCT", 800) for name in names]
    today = f"{one.at[known]:g} CPs"
    return _document(
        f"{one.id} from {today}",
        [
            *_machine(int(one.at[known]), at_most=int(max(one.at)), REAL_STORAGE_GB=64),
            *(_part(name, "cics_region", "SYSA", {"PLATFORM": "z/OS"}, busy) for name in names),
        ],
        [
            (
                f"{cps:g} CPs",
                [_set("SYSA", "CPS", int(cps)), *grown] if cps != one.at[known] else grown,
                {"installation.etr_per_s": value / capacity[known]},
            )
            for cps, value in zip(one.at, capacity, strict=True)
        ],
        relative_to=today,
    )


def _region(rate: float, cpu_ms: float, **figures: float) -> list[Part]:
    """A region whose QR TCB is a quarter busy at most, on processors enough."""
    cpu_s = cpu_ms / 1e3 * rate * _SECONDS
    on_qr = min(cpu_s, 0.25 * _SECONDS)
    measured = {
        "transactions": rate * _SECONDS,
        "duration_s": _SECONDS,
        "qr_cpu_s": on_qr,
        "qr_dispatch_s": on_qr * 1.02,
        "partition_cpu_s": cpu_s,
        **figures,
    }
    cps = max(2, int(4.0 * cpu_s / _SECONDS) + 1)
    return [
        *_machine(cps),
        _part(
            "CICSA",
            "cics_region",
            "SYSA",
            {"PLATFORM": "z/OS", "TRACE": "off", "MONITORING": False, "VENDOR_TRACE": False},
            measured,
        ),
    ]


def cics_growth(one: Series, known: int) -> Group:
    """A region at another rate."""
    cpu_ms = one.results["cpu_ms_per_tx"]
    return _document(
        f"{one.id} from {one.at[known]:g}/s",
        _region(one.at[known], cpu_ms[known]),
        [
            (
                f"{rate:g}/s",
                [_set("CICSA", "LOAD_GROWTH_PCT", 100.0 * (rate / one.at[known] - 1.0))],
                {"CICSA.cpu_ms_per_tx": value},
            )
            for place, (rate, value) in enumerate(zip(one.at, cpu_ms, strict=True))
            if place != known
        ],
    )


def cics_exits(series: Sequence[Series], counted: bool) -> list[Group]:
    """Regions of the workload with an analyser's exits switched on, at each measured rate.

    counted: whether reports count the calls, of a machine whose speed is known: of files, or all
    calls of Db2 where the series states how many a transaction makes.
    """
    on = next(one for one in series if one.fixed.get("exits"))
    off = next(one for one in series if one.group == on.group and one is not on)
    sql_calls = off.fixed.get("sql_calls_per_tx")
    found = []
    for place, rate in enumerate(off.at):
        parts = _region(rate, off.results["cpu_ms_per_tx"][place])
        if counted:
            parts[0]["settings"]["CP_SPEED"] = Z990_SPEED
            seconds = rate * _SECONDS
            if sql_calls is not None:
                parts[-1]["measured"]["exec_calls"] = sql_calls * seconds
            else:
                calls = {"requests": FILE_CALLS * seconds}
                parts.append(_part("F", "vsam_file", "CICSA", {}, calls))
        found.append(
            _document(
                f"{off.id}, exits on at {rate:g}/s",
                parts,
                [
                    (
                        "on",
                        [_set("CICSA", "VENDOR_TRACE", True)],
                        {"CICSA.cpu_ms_per_tx": on.results["cpu_ms_per_tx"][place]},
                    )
                ],
            )
        )
    return found


_US_A_THOUSAND: Final = 1.0
"""CPU of a thousand instructions on the machine of the links' cases, whose speed is stated so."""


def cics_links(one: Series, known: int) -> Group:
    """A region whose link to another one becomes of another kind; half of a path is this region's.

    Reports count the requests; the thousand instructions of a path take a microsecond.
    """
    links, counts = one.fixed["links"], str(one.fixed["counts"])
    each_ms = 0.5e-3 * _US_A_THOUSAND * np.array(one.results["k_instructions"])
    requests, rate, cpu_ms = 4.0, 100.0, 1.0
    speed = load_constants("cics")["k_instructions_us"].value / _US_A_THOUSAND
    parts = _region(rate, cpu_ms)
    parts[0]["settings"]["CP_SPEED"] = speed
    parts[-1]["settings"]["MROLRM"] = False
    figures = {counts: requests * rate * _SECONDS}
    parts.append(_part("L", "cics_connection", "CICSA", {"ACCESSMETHOD": links[known]}, figures))
    return _document(
        f"{one.id}, from {links[known]}",
        parts,
        [
            (
                link,
                [_set("L", "ACCESSMETHOD", link)],
                {"CICSA.cpu_ms_per_tx": cpu_ms + requests * float(each_ms[place] - each_ms[known])},
            )
            for place, link in enumerate(links)
            if place != known
        ],
    )


def cics_share(one: Series, change: Mapping[str, Any]) -> Group:
    """A region whose CPU of a transaction was measured without and with a facility."""
    without, active = one.results["cpu_ms_per_tx"]
    return _document(
        one.id,
        _region(20.0, without),
        [
            (
                "active",
                [_set("CICSA", name, value) for name, value in change.items()],
                {"CICSA.cpu_ms_per_tx": active},
            )
        ],
    )


def tcp_link(one: Series) -> Group:
    """A transfer whose link becomes faster."""
    rates = one.results["bytes_per_s"]
    return _document(
        one.id,
        [
            *_machine(16),
            _part("TCP1", "tcpip_stack", "SYSA", {}),
            _part(
                "T1",
                "tcp_connection",
                "TCP1",
                {"LINK_BYTES_PER_S": one.at[0]},
                {"bytes_per_s": rates[0]},
            ),
        ],
        [
            (
                f"{link:g}",
                [_set("T1", "LINK_BYTES_PER_S", link)],
                {"T1.bytes_per_s": rate},
            )
            for link, rate in zip(one.at[1:], rates[1:], strict=True)
        ],
    )


def tcp_far(one: Series, known: int) -> Group:
    """A transfer measured over one round trip; its window as z/OS sizes it by itself."""
    rates = one.results["bytes_per_s"]
    settings = {"LINK_BYTES_PER_S": one.fixed["link_bytes_per_s"], "RTT_MS": one.at[known]}
    return _document(
        f"{one.id} from {one.at[known]:g} ms",
        [
            *_machine(16),
            _part("TCP1", "tcpip_stack", "SYSA", {"DYNAMIC_RIGHT_SIZING": True}),
            _part("T1", "tcp_connection", "TCP1", settings, {"bytes_per_s": rates[known]}),
        ],
        [
            (f"{rtt:g} ms", [_set("T1", "RTT_MS", rtt)], {"T1.bytes_per_s": rate})
            for place, (rtt, rate) in enumerate(zip(one.at, rates, strict=True))
            if place != known
        ],
    )


_NETWORK_BUSY: Final = 180.0
"""Per cent of the commands of a link that is full as measured: those of other drivers are full."""


def netwk_drivers(points: Sequence[Point], known: Point) -> Group:
    """A link that published users kept full, with each of the other line drivers."""

    def settings(point: Point) -> dict[str, Any]:
        block = point.conditions.get("block_kb")
        return {
            "DRIVER": point.conditions["line_driver"],
            **({} if block is None else {"SNDBLKSZ_KB": block}),
        }

    etr = known.results["etr_per_s"]
    counted = {
        "commands_per_s": etr,
        "cpu_s": 0.5 * etr * _SECONDS / known.results["network_itr_per_cpu_s"],
        "duration_s": _SECONDS,
    }
    return _document(
        f"Net-Work from {known.conditions['line_driver']}",
        [*_machine(16), _part("N1", "netwk_node", "SYSA", settings(known), counted)],
        [
            (
                str(point.conditions["line_driver"]),
                [
                    _set("N1", "LOAD_GROWTH_PCT", _NETWORK_BUSY),
                    *(_set("N1", *one) for one in settings(point).items()),
                ],
                {
                    "N1.etr_per_s": point.results["etr_per_s"],
                    "N1.itr_per_cpu_s": 2.0 * point.results["network_itr_per_cpu_s"],
                },
            )
            for point in points
            if point.id != known.id
        ],
    )


def dumps(points: Sequence[Point], known: Point) -> Group:
    """A dump where more or fewer frames are available, as more or less real storage makes them."""
    frames = known.conditions["available_frames"]

    def real_gb(point: Point) -> float:
        more = (point.conditions["available_frames"] - frames) * FRAME_GB
        return float(known.conditions["real_gb"] + more)

    counted = {"available_frames": frames, "capture_s": known.results["capture_s"]}
    return _document(
        f"dump from {known.id}",
        [
            *_machine(16, REAL_STORAGE_GB=known.conditions["real_gb"]),
            _part("D1", "dump_options", "SYSA", {"DUMP_GB": known.conditions["dump_gb"]}, counted),
        ],
        [
            (
                point.id,
                [_set("SYSA", "REAL_STORAGE_GB", real_gb(point))],
                {"D1.capture_s": point.results["capture_s"]},
            )
            for point in points
            if point.id != known.id
        ],
    )


def each_place(series: Sequence[Series], build: Callable[[Series, int], Group]) -> Iterator[Group]:
    """A group for every run of every series as the measured one."""
    for one in series:
        for known in range(len(one.at)):
            yield build(one, known)
