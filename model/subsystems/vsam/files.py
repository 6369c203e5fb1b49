"""What a file's settings change: EXCPs, waits for strings, blocking by splits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from model.contract.evaluation import FloatArray
from model.language import Name, say
from model.queueing.waits import offered_load
from model.subsystems.vsam.fit import cis_per_ca

FileFacts = Mapping[str, Any]
SCAN_LIMIT = 1_000
"""Buffers of one kind beyond which scanning them costs CPU (002, VSAM Lookaside)."""


def data_set(file: FileFacts) -> str:
    """Name of the base data set behind a file, a path included; '' when not known."""
    return str(file["settings"].get("BASE_DSNAME") or file["settings"].get("DSNAME") or "")


def shares(file: FileFacts) -> bool:
    """Whether the file shares one open with others over its data set."""
    return file["settings"].get("DSNSHARING", "none") in ("ALLREQS", "MODIFYREQS")


def excps_once(files: Mapping[str, FileFacts]) -> dict[str, float]:
    """EXCPs by file, those of a shared data set counted for one of its files only (002)."""
    counted: dict[str, float] = {}
    seen: dict[tuple[str, float], str] = {}
    for key, file in files.items():
        excps = file["excps"]
        if shares(file) and data_set(file):
            identity = (data_set(file), excps)
            counted[key] = 0.0 if identity in seen else excps
            seen[identity] = key
        else:
            counted[key] = excps
    return counted


def sharing_saves(
    now: Mapping[str, FileFacts], was: Mapping[str, FileFacts], share: FloatArray
) -> tuple[FloatArray, list[str]]:
    """EXCPs that data set name sharing newly saves, and sentences about it.

    A path that starts sharing its base's buffers comes down towards what a request to the base
    costs there; ``share`` of the excess is taken to go away.
    """
    saved = np.zeros_like(share)
    reasons: list[str] = []
    for key, file in now.items():
        before = was.get(key)
        if before is None or not shares(file) or shares(before):
            continue
        base = _base_of(key, was)
        if base is None or base["requests"] <= 0.0 or before["requests"] <= 0.0:
            continue
        excess = before["excps"] - before["requests"] * base["excps"] / base["requests"]
        if excess > 0.0:
            saved = saved + share * excess
            reasons.append(
                say(
                    "DSNSHARING of {before}: half to all of its EXCPs above those of "
                    "the base's requests; the one published case saved nearly all "
                    "and was called extremely unusual (002)",
                    before=Name(before["name"]),
                )
            )
    return saved, reasons


def _base_of(key: str, files: Mapping[str, FileFacts]) -> FileFacts | None:
    """The file with the fewest EXCPs a request over the same base data set."""
    name = data_set(files[key])
    others = [
        file
        for other, file in files.items()
        if other != key and name and data_set(file) == name and file["requests"] > 0.0
    ]
    if not others:
        return None
    return min(others, key=lambda file: float(file["excps"]) / float(file["requests"]))


def split_change(
    now: FileFacts, was: FileFacts, constants: Mapping[str, FloatArray]
) -> tuple[FloatArray, FloatArray]:
    """Change of EXCPs by CA splits, and of the time in seconds for which they block the file.

    The second figure is the sum of squared blocking times over two: per request it becomes a wait
    by dividing by the interval. The number of CA splits follows the control area's size in bytes.
    """
    zero = np.zeros_like(constants["split_io_ms"])
    size_was, size_now = (file["settings"].get("DATA_CISZ") for file in (was, now))
    splits = was["ca_splits"]
    if not size_was or not size_now or size_was == size_now:
        return zero, zero

    def cost(size: float) -> tuple[FloatArray, FloatArray]:
        excps = constants["split_excps_base"] + constants["split_excps_per_ci"] * cis_per_ca(size)
        return excps, excps * constants["split_io_ms"] / 1e3

    area = float(size_was) * cis_per_ca(size_was) / (float(size_now) * cis_per_ca(size_now))
    (excps_was, block_was), (excps_now, block_now) = cost(size_was), cost(size_now)
    return (
        splits * (area * excps_now - excps_was),
        splits * (area * block_now**2 - block_was**2) / 2.0,
    )


def held_s(
    servers: float | None, waits: float, requests: float, duration_s: float | None
) -> float | None:
    """Seconds for which a request holds one of these strings or sessions.

    The load at which as many requests wait as were counted (M/M/c); None where none waited, so that
    nothing tells how busy they are.
    """
    if not servers or not duration_s or requests <= 0.0 or waits <= 0.0:
        return None
    offered = offered_load(int(servers), min(waits / requests, 0.999))
    return offered * duration_s / requests
