"""I/O of a region: what its buffers, files, queues and connections make under other settings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from model.contract.evaluation import Conditions, FloatArray
from model.hardware.draws import evenly
from model.language import Name, SettingName, joined, say
from model.subsystems.cics.strings import Untold, fewer, untold_of_strings
from model.subsystems.common.answers import SLOWER, UNTOLD_TIMES, Answer, unmodelled
from model.subsystems.common.reuse import (
    ANY_SHARE,
    misses,
    misses_of_any,
    one_point,
    smaller,
    unmeasured,
    working_sets,
)
from model.subsystems.mro import (
    PATHS,
    link_cpu_change,
    request_cpu_us,
    request_hold_ms,
    requests_counted,
    shipped_requests_saved,
    transfer_warnings,
)
from model.subsystems.vsam.files import (
    SCAN_LIMIT,
    excps_once,
    sharing_saves,
    split_change,
)

_ANY_OF_SEED = 20261130


@dataclass
class RegionIo:
    """I/O per second before and after, and what changes with it.

    reads_was, reads_change    LSR and file reads per second, those that cost QR dispatch time.
    wait_change_s              seconds of waiting per second of time, over all transactions.
    shipping_wait_s            the same for requests that are shipped or no longer are, each as long
                               as it is known to take.
    shipping_cpu_change        CPU seconds per second that function shipping gains or loses.
    """

    total_was: float | None
    total_now: FloatArray | None
    reads_was: float
    reads_change: FloatArray
    wait_change_s: FloatArray
    shipping_wait_s: float
    shipping_cpu_change: FloatArray
    reasons: list[str] = field(default_factory=list)
    extrapolated: list[str] = field(default_factory=list)
    untold: list[Untold] = field(default_factory=list)

    def say_in(self, answer: Answer) -> None:
        """Put what is said of it into the region's answer."""
        answer.reasons.extend(self.reasons)
        answer.extrapolated.extend(self.extrapolated)
        for sentence, times in self.untold:
            answer.untold(sentence, times)


def _uncounted(part: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[Untold]:
    """A sentence where buffers become more or fewer whose requests no report counts."""
    if after["buffers"] != part["buffers"]:
        sentence = say(
            "{part}: how many requests found what they asked for in its buffers, and how many had "
            "to read, is in no report (LSR pool statistics of CICS: lookasides and reads by buffer "
            "size): what another number of them reads more or less, and the response with it, is "
            "not in this projection",
            part=Name(part["name"]),
        )
        yield sentence, _reads_move(after["buffers"] or 0.0, part["buffers"] or 0.0)


def _any_of(
    total: float,
    resized: Sequence[tuple[Mapping[str, Any], Mapping[str, Any]]],
    constants: Mapping[str, FloatArray],
    extrapolated: list[str],
) -> FloatArray:
    """Change of reads a second where pools have other buffers whose requests no report counts.

    Of the I/Os of their region anything from none, as in the central draw, to all may be theirs,
    and those reads any share of their requests.
    """
    change = np.zeros_like(constants["reuse_mix"])
    theirs = np.append(0.0, evenly(len(change) - 1, _ANY_OF_SEED)) / max(len(resized), 1)
    for part, after in resized:
        sizes, sets = (after["buffers"], part["buffers"]), working_sets(constants)
        change = change + total * theirs * (
            misses_of_any(*sizes, constants["reuse_mix"], sets) - 1.0
        )
        extrapolated.append(
            say(
                "{part}: how many requests found what they asked for in its buffers, and how many "
                "had to read, is in no report (LSR pool statistics of CICS: lookasides and reads "
                "by buffer size): of the I/Os of the region none are taken as its reads, and bands "
                "reach to where all are",
                part=Name(part["name"]),
            )
        )
    return change


def _unknown_size(part: Mapping[str, Any], after: Mapping[str, Any]) -> Untold:
    sentence = say(
        "{part}: how many buffers it has today is in no report (LSR pool statistics of CICS): what "
        "another number of them reads more or less is not in this projection",
        part=Name(part["name"]),
    )
    return sentence, _reads_move(after["buffers"], 0.0)


def _reads_move(buffers: float, was: float) -> Mapping[str, tuple[float, float]]:
    """What reads that nobody counted may do to a region; 0 for as many buffers as are unknown.

    Fewer of them than anything untold, which all its work may wait for: more buffers spare them.
    """
    least = 1.0 if 0.0 < buffers < was else 1.0 / UNTOLD_TIMES
    most = 1.0 if 0.0 < was < buffers else UNTOLD_TIMES
    moved = ("response_ms", "io_per_s", "excps_per_tx", "cpu_s_per_s", "cpu_ms_per_tx")
    return {**dict.fromkeys(moved, (least, most)), "itr_per_cpu_s": (1.0 / most, 1.0 / least)}


def _any_share(part: Mapping[str, Any]) -> str:
    return say(
        "{part}: how many requests its reads are of is in no report (lookasides, LSR pool "
        "statistics of CICS): they are taken as {least:.1%} to {most:.0%} of them",
        part=Name(part["name"]),
        least=ANY_SHARE[0],
        most=ANY_SHARE[-1],
    )


def _uncounted_links(now: Conditions, was: Conditions) -> Iterator[Untold]:
    """A sentence where a link becomes another one over which nobody counted requests."""
    ends = [(end, key, one) for end in ("connections", "received") for key, one in was[end].items()]
    for end, key, before in ends:
        after = now[end].get(key)
        if after is None or requests_counted({key: before}):
            continue
        names = [one["settings"].get("ACCESSMETHOD", "IRC") for one in (after, before)]
        sessions, today = (one["sessions"] or 0.0 for one in (after, before))
        moved: Mapping[str, tuple[float, float]] = {}
        if 0.0 < sessions < today:
            moved = fewer(today / sessions)
        costs, cost = (PATHS[name].started if name in PATHS else 0.0 for name in names)
        if names[0] != names[1] and costs != cost:
            times = SLOWER if costs > cost else {n: (1 / b, 1 / a) for n, (a, b) in SLOWER.items()}
            joint = {**moved, **times}
            for name in moved.keys() & times.keys():
                joint[name] = (moved[name][0] * times[name][0], moved[name][1] * times[name][1])
            moved = joint
        if moved:
            sentence = say(
                "{name}: how many requests go over it is in no report (connection statistics of "
                "CICS): what another link or fewer sessions do is not in this projection",
                name=Name(str(before["name"])),
            )
            yield sentence, moved


def region_io(now: Conditions, was: Conditions, constants: Mapping[str, FloatArray]) -> RegionIo:
    """The region's I/O under ``now``, measured counts being those of ``was``."""
    reasons: list[str] = []
    untold = [*untold_of_strings(now, was), *_uncounted_links(now, was)]
    extrapolated: list[str] = []
    zero = np.zeros_like(constants["reuse_mix"])
    reads_was, writes = 0.0, 0.0
    change = zero
    resized: list[tuple[Mapping[str, Any], Mapping[str, Any]]] = []
    for key, part in was["buffers"].items():
        duration_s = part["duration_s"] or was["duration_s"]
        if not duration_s or part["requests"] <= 0.0:
            other = now["buffers"].get(key) or part
            if other["buffers"] and part["buffers"] and other["buffers"] != part["buffers"]:
                resized.append((part, other))
            else:
                untold.extend(_uncounted(part, other))
            continue
        reads_was += part["requests"] * part["miss"] / duration_s
        writes += part["writes"] / duration_s
        after = now["buffers"].get(key)
        if after is None or not after["buffers"] or after["buffers"] == part["buffers"]:
            continue
        if not part["buffers"]:
            untold.append(_unknown_size(part, after))
            continue
        sizes, sets = (after["buffers"], part["buffers"]), working_sets(constants)
        if not part["counted"]:
            extrapolated.append(_any_share(part))
            more = misses_of_any(*sizes, constants["reuse_mix"], sets) - 1.0
            change = change + part["requests"] * more / duration_s
            continue
        miss = misses(*sizes, part["miss"], constants["reuse_mix"], sets)
        change = change + part["requests"] * (miss - part["miss"]) / duration_s
        extrapolated.extend(unmeasured(part["name"], *sizes))
        reasons.extend(smaller(part["name"], *sizes, part["miss"], sets))
        reasons.extend(one_point(part["name"], *sizes, part["miss"], sets))
        if after["buffers"] > SCAN_LIMIT:
            reasons.append(
                say(
                    "{part}: more than {scan_limit:,} buffers of a kind cost CPU to "
                    "scan, of which the documents give no figure (002)",
                    part=Name(part["name"]),
                    scan_limit=SCAN_LIMIT,
                )
            )
    reasons.extend(
        say("{part} is new: nothing was measured of it", part=Name(part["name"]))
        for key, part in now["buffers"].items()
        if key not in was["buffers"]
    )
    duration_s = was["duration_s"]
    files_was = sum(excps_once(was["files"]).values()) / duration_s if duration_s else 0.0
    file_change, waits = _files(now, was, constants, reasons)
    change = change + file_change
    temporary = _temporary_storage(now, was, constants)
    shipping_cpu, shipping_wait = _shipping(now, was, constants, reasons)
    total_was: float | None = None
    if duration_s and "excps" in was["figures"]:
        total_was = was["figures"]["excps"] / duration_s
    elif reads_was > 0.0:
        total_was = reads_was + writes + _not_pooled(was)
    elif files_was > 0.0:
        total_was = files_was
    total_now = None
    if total_was is None:
        for part, other in resized:
            untold.extend(_uncounted(part, other))
    else:
        change = change + _any_of(total_was, resized, constants, extrapolated)
        total_now = np.maximum(total_was + change + temporary, 0.0)
    return RegionIo(
        total_was,
        total_now,
        reads_was if reads_was > 0.0 else files_was,
        change,
        waits,
        shipping_wait,
        shipping_cpu,
        reasons,
        extrapolated,
        untold,
    )


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
            reasons.append(
                say("{file} is new: nothing was measured of it", file=Name(file["name"]))
            )
            continue
        split_excps, blocked = split_change(file, before, constants)
        excps = excps + split_excps
        requests_per_s = before["requests"] / duration_s
        # Requests that arrive while a split runs wait for the rest of it.
        waits = waits + requests_per_s * blocked / duration_s
        conflicts = before["conflicts"]
        _explain(file["name"], file["settings"], before["settings"], conflicts, reasons)
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
        say(
            "{name}: the documents give no figure for {setting}; not in this projection",
            name=Name(name),
            setting=SettingName(setting),
        )
        for setting in _UNPUBLISHED
        if setting in now and now[setting] != was.get(setting)
    )
    if conflicts > 0.0 and now.get("DATA_CISZ") != was.get("DATA_CISZ"):
        reasons.append(
            say(
                "{name}: larger control intervals cause more exclusive control "
                "conflicts, smaller ones fewer (002); how many more than the "
                "{conflicts:,.0f} counted is not published",
                name=Name(name),
                conflicts=conflicts,
            )
        )
    if now.get("SDT") and not was.get("SDT") and not now.get("REMOTE"):
        reasons.append(
            say(
                "{name}: what a shared data table saves the reads of a local file is not "
                "published (002, MRO; 003, 4.1); not in this projection",
                name=Name(name),
            )
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


_SESSIONS = frozenset({"SESSIONS_SEND", "ACCESSMETHOD"})
_OTHER_END = frozenset({"SESSIONS_RECEIVE"})
"""Modelled at the other end, which starts requests on them, where that has a connection."""


def _as_many_as_there(now: Mapping[str, Any], was: Mapping[str, Any]) -> list[str]:
    """What is said of more send sessions than the other end receives on."""
    sends, sent = (one["settings"].get("SESSIONS_SEND") for one in (now, was))
    if now["other_end"] is None or not sends or sends == sent or now["sessions"] == sends:
        return []
    return [
        say(
            "{name}: of {sends:,g} send sessions {sessions:,g} can be used, because {other} "
            "receives on no more (SESSIONS_RECEIVE)",
            name=Name(str(now["name"])),
            sends=sends,
            sessions=now["sessions"],
            other=Name(str(now["other_end"])),
        )
    ]


def _shipping(
    now: Conditions, was: Conditions, constants: Mapping[str, FloatArray], reasons: list[str]
) -> tuple[FloatArray, float]:
    """CPU and waiting per second that function shipping loses."""
    zero = np.zeros_like(constants["k_instructions_us"])
    duration_s = was["duration_s"]
    if not duration_s:
        return zero, 0.0
    speed = was.get("cp_speed")
    drawn = np.full_like(zero, speed) if speed else constants["unstated_speed"]
    known = {**constants, "speed": drawn}
    saved, names = shipped_requests_saved(now["files"], was["files"])
    cpu_us: FloatArray | float | None = request_cpu_us(was["connections"])
    if saved != 0.0 and cpu_us is None:
        cpu_us = constants["k_instructions_us"] * PATHS["XM"].started / drawn
        reasons.append(
            say(
                "{names}: CPU of a function-shipped request is in no report; that of the traced "
                "path length between two regions of a system is taken",
                names=joined(names, ", "),
            )
        )
    cpu = zero
    if saved != 0.0 and cpu_us is not None:
        cpu = zero - saved * cpu_us / 1e6 / duration_s
    for end in ("connections", "received"):
        changed, said = link_cpu_change(now[end], was[end], known)
        reasons.extend(said)
        cpu = cpu + changed
    wait = -saved * request_hold_ms(was["connections"]) / 1e3 / duration_s
    for key, connection in now["connections"].items():
        before = was["connections"].get(key)
        if before is not None:
            reasons.extend(
                unmodelled(
                    connection["name"],
                    connection["settings"],
                    before["settings"],
                    _SESSIONS | (_OTHER_END if connection["other_end"] else frozenset()),
                )
            )
            reasons.extend(_as_many_as_there(connection, before))
    reasons.extend(transfer_warnings(now["connections"], was["connections"]))
    return cpu, wait
