"""A region's transaction on its way: the QR TCB, MXT, strings, sessions, the regions it calls.

The quasi-reentrant (QR) TCB runs one task at a time. Its dispatch time is measured: CPU, and time
for which it lost the CPU or waited for a page. What the region uses beside it runs under other
TCBs. MXT limits the tasks inside. A string of a file or of an LSR pool is held for a request, and a
session for a shipped one, with all that the region at its other end does meanwhile. What of the
measured response none of these explains is kept.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from model.contract.evaluation import Conditions, FloatArray, NothingDone
from model.hardware.flow import TOKENS, UNRANKED, WHOLE, Call, Flow, Number, Pool, Rest, Visit
from model.language import Name, say
from model.subsystems.cics.beside import beside_s, io_wait_s, unseen_s
from model.subsystems.cics.io import RegionIo
from model.subsystems.cics.strings import Strings, strings_of
from model.subsystems.common.load import disk_visits, growth_in, site_of
from model.subsystems.common.model import CROWD
from model.subsystems.mro import shipped, shipped_requests_saved
from model.subsystems.vsam.files import held_s

MOST_HELD = 0.9
"""Strings and sessions are held for this share of a response beside the QR TCB at the most."""
QR = "QR TCB"
MXT = "MXT"
_BY_MODE = "tcb_cpu_by_mode_s."
_OPEN = ("L8", "L9", "X8", "X9")
_JAVA = ("T8", "TP", "J8", "J9")
"""Modes of TCBs on which a task's calls of Db2 and MQ run, and its Java (CICS, OTE)."""


@dataclass(frozen=True)
class OnQr:
    """Seconds of a transaction on the QR TCB: CPU, lost, standing still for I/O."""

    busy: FloatArray
    lost: FloatArray
    external: float

    @property
    def held(self) -> FloatArray:
        """All of it."""
        return self.busy + self.lost + self.external


def region_way(
    now: Conditions,
    was: Conditions,
    cpu_s: FloatArray | None,
    on_qr: tuple[OnQr, OnQr] | None,
    io: RegionIo,
    dumps_s: FloatArray,
    constants: Mapping[str, FloatArray],
    times: Number = 1.0,
) -> Flow:
    """The flow of a region.

    cpu_s: of a transaction, all TCBs. on_qr: now and as-is. dumps_s: wait for dumps as-is, which is
    known to be in the measured response. times: as much CPU as its settings make of today's.
    """
    site, rate = site_of(now), was["rate_per_s"]
    pools: list[Pool] = []
    visits: list[Visit] = []
    rests: list[Rest] = []
    calls: list[Call] = []
    inside = WHOLE
    if MXT in now["stated"]:
        pools.append(Pool(MXT, float(max(1, now["settings"][MXT]))))
        inside = MXT
    beside = cpu_s
    if on_qr is not None:
        after, before = on_qr
        pools.append(Pool(QR, 1.0, within=inside, holds=False))
        on_it = after.busy if cpu_s is None else np.minimum(after.busy, cpu_s)
        visits.append(Visit(site.cps, on_it, 1.0, QR, ready=False))
        add = after.lost - before.lost + after.external - before.external
        rests.append(Rest(QR, before.held, add_s=add, clocked=True))
        beside = None if cpu_s is None else np.maximum(cpu_s - after.busy, 0.0)
    if beside is not None:
        java_s = np.minimum(on_ziips_s(was), beside)
        on_cps_s = beside - java_s
        open_s = np.minimum(_open_s(was), on_cps_s)
        visits.append(
            Visit(
                site.cps,
                on_cps_s,
                1.0,
                inside,
                open_s=open_s,
                left_s=java_s,
                ziip_s=java_s,
                times=times,
            )
        )
    servers, fits = held(now, was, io, constants)
    for one in servers:
        pools.append(Pool(one.name, one.servers, one.often, inside))
        if one.to is None:
            rests.append(Rest(one.name, None, add_s=one.adds_s(fits)))
    calls.extend(
        Call(to, often, name if any(one.name == name for one in servers) else inside)
        for to, often, name in _called(now, was)
    )
    explicit_s: Number = sum(one.adds_s(fits) for one in servers if one.to is None)
    if io.total_was and rate:
        ios = np.maximum(io.total_now / rate, 0.0) if io.total_now is not None else 0.0
        explicit = disk_visits(site, ios, inside)
        visits.extend(explicit)
        for visit in explicit:
            explicit_s = explicit_s + np.asarray(visit.each_s)
    shipping_s = 0.0 if any(one.sessions for one in servers) else io.shipping_wait_s / rate
    rests.append(_rest(was, io, constants, explicit_s, dumps_s, shipping_s, inside))
    inside_s = float(np.max(beside_s(was, io, constants)))
    offered = rate * growth_in(now)
    return Flow(
        offered,
        growth_in(now),
        tuple(pools),
        tuple(visits),
        tuple(calls),
        tuple(rests),
        _level(now, was),
        max(TOKENS, CROWD * offered * inside_s),
    )


def _open_s(was: Conditions) -> float:
    """CPU of a transaction under open TCBs, in which Db2 and MQ run; all if no modes are told."""
    modes = (name.startswith(_BY_MODE) for name in was["figures"])
    return _of_modes(was, _OPEN) if any(modes) else math.inf


def on_ziips_s(was: Conditions) -> float:
    """CPU of a transaction's Java, as far as the partition's zIIPs did as much.

    CICS counts time on them as CPU of the TCB (IBM, Performance data in group DFHTASK, field 008).
    """
    done_s = float(was["ziip_cpus"]) / float(was["rate_per_s"])
    return min(_of_modes(was, _JAVA), done_s)


def _of_modes(was: Conditions, modes: Sequence[str]) -> float:
    figures, seconds = was["figures"], was["duration_s"]
    used = sum(float(figures.get(_BY_MODE + mode, 0.0)) for mode in modes)
    return used / float(seconds) / float(was["rate_per_s"]) if seconds else 0.0


def _rest(
    was: Conditions,
    io: RegionIo,
    constants: Mapping[str, FloatArray],
    explicit_s: Number,
    dumps_s: FloatArray,
    shipping_s: float,
    inside: str,
) -> Rest:
    """Waits outside the QR TCB: the I/O part follows the I/O, what else there is stays."""
    figures, rate = was["figures"], was["rate_per_s"]
    add = io.wait_change_s / rate + shipping_s
    measured_ms = figures.get("response_ms")
    waiting = np.maximum(io_wait_s(was, io, constants) - np.asarray(explicit_s), 0.0)
    ratio: Number = 1.0
    if io.total_was and io.total_now is not None:
        ratio = io.total_now / io.total_was
    if measured_ms is None:
        known = io_wait_s(was, io, constants) + unseen_s(was, io, constants)
        other = np.maximum(known - np.asarray(explicit_s), 0.0) - waiting
        return Rest(inside, None, add_s=np.maximum(waiting * ratio + other + add, 0.0))
    measured_s = np.maximum(measured_ms / 1e3 - dumps_s, 1e-9)
    return Rest(WHOLE, measured_s, waiting, ratio, add, at=inside)


@dataclass(frozen=True)
class Held:
    """Strings or sessions: how many, how often a transaction takes one, and for how long.

    measured: its time is a report's own figure, and not what counted waits make of it.
    """

    name: str
    servers: float
    often: float
    often_was: float
    each_s: float
    sessions: bool = False
    to: str | None = None
    measured: bool = False

    def adds_s(self, fits: FloatArray) -> FloatArray:
        """Seconds of a transaction as-is; `fits` is the share of counted waits' holds that fits."""
        return self.each_s * self.often_was * (np.ones_like(fits) if self.measured else fits)


def fitting(held: Sequence[Held], room_s: FloatArray) -> FloatArray:
    """Share of the holds that waits were counted from which fits the time beside the QR TCB.

    Waits come in bursts: taken for those of an even load they can make requests hold strings for
    longer than their transactions last, and more strings be held than tasks are inside. What a
    report measured is held as long as it says and leaves that much less room.
    """
    own = [one for one in held if one.to is None]
    total, measured = (
        sum(one.each_s * one.often_was for one in own if one.measured is told)
        for told in (False, True)
    )
    if total <= 0.0:
        return np.ones_like(room_s)
    return np.clip((MOST_HELD * room_s - measured) / total, 0.0, 1.0)


def _held(now: Conditions, was: Conditions) -> list[Held]:
    """Strings of files and LSR pools for which requests were seen to wait, and sessions."""
    found = [_string(was, one) for one in strings_of(now, was)]
    found.extend(_sessions(now, was, key) for key in now["connections"])
    return [one for one in found if one is not None]


def _string(was: Conditions, one: Strings) -> Held | None:
    if one.each_s is None or not one.duration_s or not one.left:
        return None
    often = one.requests / one.duration_s / was["rate_per_s"]
    return Held(one.name, float(max(1, int(one.left))), often, often, one.each_s)


def _sessions(now: Conditions, was: Conditions, key: str) -> Held | None:
    before = was["connections"].get(key)
    often = _requests(now, was, key)
    if before is None or often is None:
        return None
    figures = before["figures"]
    sessions, sessions_was = now["connections"][key]["sessions"], before["sessions"]
    seconds = figures.get("duration_s") or was["duration_s"]
    requests = shipped(before) + figures.get("transaction_routings", 0.0)
    each_s = held_s(sessions_was, figures.get("allocates_queued", 0.0), requests, seconds)
    measured = bool(figures.get("session_hold_ms"))
    if measured:
        each_s = figures["session_hold_ms"] / 1e3
    if sessions == 0 and sessions_was and often[0] > 0.0:
        raise NothingDone(_without_sessions(now["connections"][key]))
    if not sessions or (each_s is None and before["to"] is None):
        return None
    many = float(max(1, int(sessions)))
    return Held(str(before["name"]), many, *often, each_s or 0.0, True, before["to"], measured)


def _without_sessions(connection: Mapping[str, Any]) -> str:
    name = Name(str(connection["name"]))
    if connection["settings"].get("SESSIONS_SEND") != 0:
        return say(
            "{name}: {other} receives on no session, so that none of its requests leave the "
            "region: set SESSIONS_RECEIVE there to 1 at least, or take the work away that goes "
            "over it",
            name=name,
            other=Name(str(connection["other_end"])),
        )
    return say(
        "{name}: without a send session none of its requests leave the region: set "
        "SESSIONS_SEND to 1 at least, or take the work away that goes over it",
        name=name,
    )


def _requests(now: Conditions, was: Conditions, key: str) -> tuple[float, float] | None:
    """Requests over a connection by transaction, now and as-is."""
    before, rate = was["connections"].get(key), was["rate_per_s"]
    if before is None or not rate:
        return None
    routed = before["figures"].get("transaction_routings", 0.0)
    seconds = before["figures"].get("duration_s") or was["duration_s"]
    if not seconds or shipped(before) + routed <= 0.0:
        return None
    all_of_it = sum(shipped(part) for part in was["connections"].values())
    saved, _ = shipped_requests_saved(now["files"], was["files"])
    left = max(1.0 - saved / all_of_it, 0.0) if all_of_it > 0.0 else 1.0
    each = seconds * rate
    return (shipped(before) * left + routed) / each, (shipped(before) + routed) / each


def _called(now: Conditions, was: Conditions) -> list[tuple[str, float, str]]:
    """Regions that are called: which, how often by transaction, and over whose sessions."""
    found = []
    for key, before in was["connections"].items():
        often = _requests(now, was, key)
        if key in now["connections"] and before["to"] is not None and often is not None:
            found.append((before["to"], often[0], str(before["name"])))
    return found


def held(
    now: Conditions, was: Conditions, io: RegionIo, constants: Mapping[str, FloatArray]
) -> tuple[list[Held], FloatArray]:
    """Strings and sessions, and which share of their holds fits the time of a task."""
    found = _held(now, was)
    return found, fitting(found, beside_s(was, io, constants))


def _level(now: Conditions, was: Conditions) -> int:
    """z/VSE dispatches partitions in a fixed order; those without a place come last.

    Elsewhere a region comes before others where its QR TCB was seen to hardly wait for them.
    """
    place = now["settings"].get("PRIORITY")
    if now["settings"].get("PLATFORM") == "z/VSE":
        return int(place) - 1000 if place else UNRANKED
    ranked = was["rank"]
    return UNRANKED - 1 if ranked is not None and ranked.is_first else UNRANKED
