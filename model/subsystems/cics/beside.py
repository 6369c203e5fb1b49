"""What a task does beside the QR TCB: what is measured of it, and what is not.

A measured response says how long a task is inside. Without one only its I/Os are known to be waited
for. Whatever else tasks wait for (locks, Db2, other regions, terminals) is in no report: at the
least nothing, at the most so many times what is known, and never so much that more tasks would be
inside on average than half of the most that were ever counted (Little's law).
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from model.contract.evaluation import Conditions, FloatArray
from model.subsystems.cics.io import RegionIo

_OF_PEAK = 0.5
"""The mean number of tasks inside is at most this share of the most at a time, or of MXT."""

_MOST_BUSY = 0.95
"""Use of the QR TCB up to which its queue is estimated here."""


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


def unseen_s(was: Conditions, io: RegionIo, constants: Mapping[str, FloatArray]) -> FloatArray:
    """Seconds for which a transaction waits for what no report names; 0 in the central draw.

    None where a response is measured, and none of a region that others call: theirs hold it.
    """
    none = np.zeros_like(constants["io_ms"])
    if was["figures"].get("response_ms") is not None or was["is_called"] or not on_qr_s(was):
        return none
    known_s = on_qr_s(was) + io_wait_s(was, io, constants)
    longest_s = known_s * 10.0 ** constants["unseen_waits"]
    stated = was["settings"]["MXT"] if "MXT" in was["stated"] else np.inf
    most = min(float(was["figures"].get("peak_tasks") or np.inf), float(stated))
    inside_s = np.maximum(_OF_PEAK * most / was["rate_per_s"], known_s)
    unseen: FloatArray = np.minimum(longest_s, inside_s) - known_s
    return unseen


def beside_s(was: Conditions, io: RegionIo, constants: Mapping[str, FloatArray]) -> FloatArray:
    """Seconds that a task is inside beside the QR TCB and its queue."""
    measured_ms = was["figures"].get("response_ms")
    if measured_ms is None:
        return io_wait_s(was, io, constants) + unseen_s(was, io, constants)
    busy = min(on_qr_s(was) * was["rate_per_s"], _MOST_BUSY)
    inside_s = max(measured_ms / 1e3 - on_qr_s(was) / (1.0 - busy), 0.0)
    return np.full_like(constants["io_ms"], inside_s)
