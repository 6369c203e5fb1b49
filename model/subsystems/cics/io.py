"""I/O of a region: what its buffers, files, queues and connections make under other settings."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from model.subsystems.common.answers import unmodelled
from model.subsystems.common.load import load_of
from model.subsystems.evaluation import Conditions, FloatArray
from model.subsystems.mro import (
    request_cpu_us,
    request_hold_ms,
    session_wait_change_s,
    shipped,
    shipped_requests_saved,
)
from model.subsystems.vsam.files import (
    carried_load,
    excps_once,
    server_wait_change_s,
    sharing_saves,
    split_change,
)
from model.subsystems.vsam.reuse import SCAN_LIMIT, miss_ratio


@dataclass
class RegionIo:
    """I/O per second before and after, and what changes with it.

    reads_was, reads_change    LSR and file reads per second, those that cost QR dispatch time.
    wait_change_s              seconds of waiting per second of time, over all transactions.
    shipping_cpu_change        CPU seconds per second that function shipping gains or loses.
    carried, fewest            how many times today's load the strings and sessions can carry, and
                               whose they are; looked at only where the load is another one.
    """

    total_was: float | None
    total_now: FloatArray | None
    reads_was: float
    reads_change: FloatArray
    wait_change_s: FloatArray
    shipping_cpu_change: float
    reasons: list[str] = field(default_factory=list)
    carried: float = math.inf
    fewest: str = ""


def region_io(now: Conditions, was: Conditions, constants: Mapping[str, FloatArray]) -> RegionIo:
    """The region's I/O under ``now``, measured counts being those of ``was``."""
    reasons: list[str] = []
    zero = np.zeros_like(constants["reuse_mix"])
    reads_was, writes = 0.0, 0.0
    change = zero
    for key, part in was["buffers"].items():
        duration_s = part["duration_s"] or was["duration_s"]
        if not duration_s or part["requests"] <= 0.0:
            continue
        reads_was += part["requests"] * part["miss"] / duration_s
        writes += part["writes"] / duration_s
        after = now["buffers"].get(key)
        if after is None or not after["buffers"] or not part["buffers"]:
            continue
        miss = miss_ratio(after["buffers"], part["buffers"], part["miss"], constants["reuse_mix"])
        change = change + part["requests"] * (miss - part["miss"]) / duration_s
        if after["buffers"] > SCAN_LIMIT and after["buffers"] != part["buffers"]:
            reasons.append(
                f"{part['name']}: more than {SCAN_LIMIT:,} buffers of a kind cost CPU to scan, of "
                "which the documents give no figure (002)"
            )
    reasons.extend(
        f"{part['name']} is new: nothing was measured of it"
        for key, part in now["buffers"].items()
        if key not in was["buffers"]
    )
    duration_s = was["duration_s"]
    files_was = sum(excps_once(was["files"]).values()) / duration_s if duration_s else 0.0
    file_change, waits = _files(now, was, constants, reasons)
    change = change + file_change
    temporary = _temporary_storage(now, was, constants)
    shipping_cpu, shipping_wait = _shipping(now, was, reasons)
    total_was: float | None = None
    if duration_s and "excps" in was["figures"]:
        total_was = was["figures"]["excps"] / duration_s
    elif reads_was > 0.0:
        total_was = reads_was + writes + _not_pooled(was)
    elif files_was > 0.0:
        total_was = files_was
    total_now = None
    if total_was is not None:
        total_now = np.maximum(total_was + change + temporary, 0.0)
    return RegionIo(
        total_was,
        total_now,
        reads_was if reads_was > 0.0 else files_was,
        change,
        waits + shipping_wait,
        shipping_cpu,
        reasons,
        *_fewest_servers(now, was),
    )


def _fewest_servers(now: Conditions, was: Conditions) -> tuple[float, str]:
    """Multiple of today's load at which some strings or sessions are full, and whose they are."""
    if load_of(now).growth == 1.0:
        return math.inf, ""
    found: list[tuple[float, str]] = []
    for group, setting in (("files", "STRINGS"), ("connections", "SESSIONS_SEND")):
        for key, part in now[group].items():
            before = was[group].get(key)
            if before is None:
                continue
            if group == "files":
                waits, requests = before["string_waits"], before["requests"]
            else:
                waits = before["figures"].get("allocates_queued", 0.0)
                requests = shipped(before)
            servers = (part["settings"].get(setting), before["settings"].get(setting))
            found.append((carried_load(*servers, waits, requests), str(before["name"])))
    for key, pool in now["pools"].items():
        before = was["pools"].get(key)
        if before is not None:
            requests = sum(b["requests"] for b in was["buffers"].values() if b["pool"] == key)
            servers = (pool["strings"], before["strings"])
            found.append((carried_load(*servers, before["waits"], requests), str(before["name"])))
    return min(found, default=(math.inf, ""))


def _not_pooled(was: Conditions) -> float:
    """EXCPs per second of files that use no LSR pool."""
    duration_s: float | None = was["duration_s"]
    if not duration_s:
        return 0.0
    counted = excps_once(was["files"])
    return (
        sum(
            counted[key]
            for key, file in was["files"].items()
            if file["settings"].get("ACCESS") == "NSR"
        )
        / duration_s
    )


def _files(
    now: Conditions,
    was: Conditions,
    constants: Mapping[str, FloatArray],
    reasons: list[str],
) -> tuple[FloatArray, FloatArray]:
    """Change of EXCPs per second by file settings, and of waits (seconds per second)."""
    zero = np.zeros_like(constants["reuse_mix"])
    duration_s = was["duration_s"]
    if not duration_s:
        return zero, zero
    saved, sentences = sharing_saves(now["files"], was["files"], constants["sharing_share"])
    reasons.extend(sentences)
    excps, waits = -saved, zero
    for key, file in now["files"].items():
        before = was["files"].get(key)
        if before is None:
            reasons.append(f"{file['name']} is new: nothing was measured of it")
            continue
        split_excps, blocked = split_change(file, before, constants)
        excps = excps + split_excps
        requests_per_s = before["requests"] / duration_s
        # Requests that arrive while a split runs wait for the rest of it.
        waits = waits + requests_per_s * blocked / duration_s
        waits = waits + requests_per_s * server_wait_change_s(
            file["name"],
            file["settings"].get("STRINGS"),
            before["settings"].get("STRINGS"),
            before["string_waits"],
            before["requests"],
            before["duration_s"] or duration_s,
            load_of(now).growth,
        )
        conflicts = before["conflicts"]
        _explain(file["name"], file["settings"], before["settings"], conflicts, reasons)
    for key, pool in now["pools"].items():
        before = was["pools"].get(key)
        if before is None:
            continue
        requests = sum(part["requests"] for part in was["buffers"].values() if part["pool"] == key)
        waits = waits + requests / duration_s * server_wait_change_s(
            pool["name"],
            pool["strings"],
            before["strings"],
            before["waits"],
            requests,
            before["duration_s"] or duration_s,
            load_of(now).growth,
        )
    return excps / duration_s, waits


_UNPUBLISHED = ("ACCESS", "SHAREOPTIONS", "LSRPOOLID", "COMPRESSED", "INDEX_CISZ")


def _explain(
    name: str,
    now: Mapping[str, object],
    was: Mapping[str, object],
    conflicts: float,
    reasons: list[str],
) -> None:
    reasons.extend(
        f"{name}: the documents give no figure for {setting}; not in this projection"
        for setting in _UNPUBLISHED
        if setting in now and now[setting] != was.get(setting)
    )
    if conflicts > 0.0 and now.get("DATA_CISZ") != was.get("DATA_CISZ"):
        reasons.append(
            f"{name}: larger control intervals cause more exclusive control conflicts, smaller "
            f"ones fewer (002); how many more than the {conflicts:,.0f} counted is not published"
        )
    if now.get("SDT") and not was.get("SDT") and not now.get("REMOTE"):
        reasons.append(
            f"{name}: what a shared data table saves the reads of a local file is not published "
            "(002, MRO; 003, 4.1); not in this projection"
        )


def _temporary_storage(
    now: Conditions, was: Conditions, constants: Mapping[str, FloatArray]
) -> FloatArray:
    """Change of DFHTEMP I/O per second: none with main storage, less with more buffers.

    Forced writes of recoverable queues are not among the counts that can be saved.
    """
    zero = np.zeros_like(constants["ts_reuse"])
    duration_s, figures = was["duration_s"], was["figures"]
    if not duration_s or was["settings"]["TSMAIN"]:
        return zero
    ios = sum(figures.get(name, 0.0) for name in ("ts_buffer_reads", "ts_buffer_writes"))
    if now["settings"]["TSMAIN"]:
        none_left: FloatArray = zero - ios / duration_s
        return none_left
    before, after = was["settings"].get("TS_BUFFERS"), now["settings"].get("TS_BUFFERS")
    if not before or not after or before == after:
        return zero
    left = (float(before) / float(after)) ** constants["ts_reuse"]
    change: FloatArray = (left - 1.0) * ios / duration_s
    return change


_SESSIONS = frozenset({"SESSIONS_SEND"})


def _shipping(now: Conditions, was: Conditions, reasons: list[str]) -> tuple[float, float]:
    """CPU and waiting per second that function shipping loses."""
    duration_s = was["duration_s"]
    if not duration_s:
        return 0.0, 0.0
    saved, names = shipped_requests_saved(now["files"], was["files"])
    cpu_us = request_cpu_us(was["connections"])
    cpu = 0.0
    if saved != 0.0 and cpu_us is None:
        reasons.append(
            f"{', '.join(names)}: CPU of a function-shipped request is in no report and no "
            f"document; {'its saving' if saved > 0.0 else 'what it adds'} is not in this projection"
        )
    elif saved != 0.0 and cpu_us is not None:
        cpu = -saved * cpu_us / 1e6 / duration_s
    wait = -saved * request_hold_ms(was["connections"]) / 1e3 / duration_s
    for key, connection in now["connections"].items():
        before = was["connections"].get(key)
        if before is not None:
            reasons.extend(
                unmodelled(
                    connection["name"], connection["settings"], before["settings"], _SESSIONS
                )
            )
    sessions, warnings = session_wait_change_s(
        now["connections"], was["connections"], duration_s, load_of(now).growth
    )
    reasons.extend(warnings)
    return cpu, wait + sessions / duration_s
