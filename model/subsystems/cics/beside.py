"""What a task does beside the QR TCB: what is measured of it, and what is not.

A measured response says how long a task is inside. Without one only its I/Os are known to be waited
for. Whatever else tasks wait for (locks, Db2, other regions, terminals) is in no report. How many
tasks were inside says how long they stay, by their rate (Little's law): as many as were counted at
one moment are one draw of a count whose mean is sought, and some of them may be tasks that stay for
long and end hardly ever. Without that count it is at the least nothing, at the most so many times
what is known, and never so much that more tasks would be inside on average than half of the most
that were ever counted.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from model.contract.evaluation import BAND_LEVEL, BoolArray, Conditions, FloatArray
from model.hardware.draws import evenly
from model.subsystems.cics.conditions import partition_cpu_s_per_s
from model.subsystems.cics.io import RegionIo
from model.subsystems.common import Answer

OF_PEAK = 0.5
"""The mean number of tasks inside is at most this share of the most at a time, or of MXT."""

_MOST_BUSY = 0.95
"""Use of the QR TCB up to which its queue is estimated here."""
UNSEEN_DECADES = 1.5
"""The most of `unseen_waits`."""
STAYING = 0.2
"""Share of the draws in which tasks that stay for long are among those inside: judgement."""
_FEWEST = 0.02
_LEAST_INSIDE = 1e-6


def on_qr_s(was: Conditions) -> float:
    """Seconds of a transaction on the QR TCB, as measured."""
    dispatch_s, duration_s = was["figures"].get("qr_dispatch_s"), was["duration_s"]
    if not dispatch_s or not duration_s or not was["rate_per_s"]:
        return 0.0
    return float(dispatch_s / duration_s / was["rate_per_s"])


def io_wait_s(was: Conditions, io: RegionIo, constants: Mapping[str, FloatArray]) -> FloatArray:
    """Seconds for which a transaction waits for I/O: as measured, else by counted I/Os."""
    measured_ms = was["figures"].get("file_wait_ms")
    if measured_ms is not None:
        return np.full_like(constants["io_ms"], measured_ms / 1e3)
    if not io.total_was:
        return np.zeros_like(constants["io_ms"])
    each_ms = constants["io_ms"] if was["io_ms"] is None else was["io_ms"]
    waits: FloatArray = io.total_was / was["rate_per_s"] * np.asarray(each_ms) / 1e3
    if was["io_ms"] is None and was["figures"].get("response_ms") is not None:
        # Of an assumed time no more than the measured response has room for.
        room_s = max(was["figures"]["response_ms"] / 1e3 - on_qr_s(was), 0.0)
        waits = np.minimum(waits, room_s)
    return waits + np.zeros_like(constants["io_ms"])


def tasks_seen(figures: Mapping[str, float]) -> float | None:
    """User tasks that a report counted inside when it was made; None where no report did.

    DFH0STAT is a transaction and counts itself; statistics that CICS writes do not.
    """
    counted = figures.get("active_tasks")
    if counted is not None:
        return counted
    reporting = figures.get("active_tasks_reporting")
    return None if reporting is None else max(reporting - 1.0, 0.0)


def mean_inside(counted: float, ranks: FloatArray, least: FloatArray) -> FloatArray:
    """Tasks inside on average, by rank (0 to 1), where so many were counted at one moment.

    The mean of a Poisson count of n after an uninformative prior is Gamma distributed with
    n + 1/2 (Jeffreys). Below `STAYING` ranks go down to `least`, what is inside in any case.
    """
    from scipy.special import gammaincinv

    above = np.clip((ranks - STAYING) / (1.0 - STAYING), _FEWEST, 1.0 - 1e-3)
    found = np.maximum(np.asarray(gammaincinv(counted + 0.5, above)), least)
    fewest = np.maximum(float(gammaincinv(counted + 0.5, _FEWEST)), least)
    low = least * (fewest / least) ** np.clip(ranks / STAYING, 0.0, 1.0)
    inside: FloatArray = np.where(ranks < STAYING, low, found)
    return inside


def _ranks(unseen_waits: FloatArray) -> FloatArray:
    """Ranks of draws of the unseen; the central one is that of the median count."""
    ranks: FloatArray = np.where(
        unseen_waits == 0.0, STAYING + (1.0 - STAYING) / 2.0, unseen_waits / UNSEEN_DECADES
    )
    return ranks


def unseen_s(was: Conditions, io: RegionIo, constants: Mapping[str, FloatArray]) -> FloatArray:
    """Seconds for which a transaction waits for what no report names.

    In the central draw what tasks that were counted inside make, without such a count 0. None where
    a response is measured, and none of a region that others call: theirs hold it.
    """
    none = np.zeros_like(constants["io_ms"])
    if was["figures"].get("response_ms") is not None or was["is_called"] or not on_qr_s(was):
        return none
    known_s = on_qr_s(was) + io_wait_s(was, io, constants)
    stated = was["settings"]["MXT"] if "MXT" in was["stated"] else np.inf
    most = min(float(was["figures"].get("peak_tasks") or np.inf), float(stated))
    counted = tasks_seen(was["figures"])
    if counted is not None:
        queue_s = on_qr_s(was) / (1.0 - _qr_use(was)) - on_qr_s(was)
        least = np.maximum(was["rate_per_s"] * (known_s + queue_s), _LEAST_INSIDE)
        inside = mean_inside(counted, _ranks(constants["unseen_waits"]), least)
        inside = np.minimum(inside, np.maximum(max(OF_PEAK * most, counted), least))
        waits: FloatArray = np.maximum(inside - least, 0.0) / was["rate_per_s"]
        return waits
    longest_s = known_s * 10.0 ** constants["unseen_waits"]
    inside_s = np.maximum(OF_PEAK * most / was["rate_per_s"], known_s)
    unseen: FloatArray = np.minimum(longest_s, inside_s) - known_s
    return unseen


def _qr_use(was: Conditions) -> float:
    return float(min(on_qr_s(was) * was["rate_per_s"], _MOST_BUSY))


def beside_s(was: Conditions, io: RegionIo, constants: Mapping[str, FloatArray]) -> FloatArray:
    """Seconds that a task is inside beside the QR TCB and its queue."""
    measured_ms = was["figures"].get("response_ms")
    if measured_ms is None:
        return io_wait_s(was, io, constants) + unseen_s(was, io, constants)
    inside_s = max(measured_ms / 1e3 - on_qr_s(was) / (1.0 - _qr_use(was)), 0.0)
    return np.full_like(constants["io_ms"], inside_s)


_SHARE_SEED = 20261129
QR_SHARE = (0.0, 0.0, 1.0)
"""Of a region's CPU, what its QR TCB uses where no report tells: the least, that of the central
draw, and the most; evenly in between. Judgement."""
_NO_TASK = (
    "how much of the region's CPU its QR TCB uses, which is one CP at the most, is in no report: "
    "the band reaches to where all of it does; dispatcher statistics tell"
)

_NO_RESPONSE = (
    "how much of the region's CPU its QR TCB uses is in no report, and if it is all of it the "
    "region cannot keep up: no response is projected; dispatcher statistics tell"
)


def slowed_by_qr(answer: Answer, was: Conditions, full: BoolArray) -> BoolArray:
    """Where work does not come through, of a region of whose QR TCB nothing is known.

    Any part of its CPU may be the QR TCB's, none in the central draw. As-is that fits one CP.
    """
    today = partition_cpu_s_per_s(was["figures"], was["duration_s"])
    cpu = answer.metrics.get("cpu_s_per_s")
    if cpu is None or not today or was["settings"].get("PLATFORM") == "z/VSE":
        return full
    count = len(full)
    least, central, most_share = QR_SHARE
    ranks = evenly(count - 1, _SHARE_SEED)
    share = np.append(central, least + (most_share - least) * ranks)
    slower = np.maximum(np.asarray(cpu) * share * min(1.0, 1.0 / today), 1.0)
    most = float(np.asarray(cpu).flat[0]) * min(1.0, 1.0 / today)
    if most <= 1.0:
        return full
    for name in ("etr_per_s", "cpu_s_per_s"):
        answer.metrics[name] = np.asarray(answer.metrics[name]) / slower
    answer.reasons.append(_NO_TASK)
    found: BoolArray = full | (slower > 1.0)
    if not full[0] and 1.0 - 1.0 / most > (1.0 - BAND_LEVEL) / 2.0:
        # So many of the shares do not keep up that the band of a response has no upper end.
        answer.withheld.append(_NO_RESPONSE)
        found = np.ones_like(found)
    return found
