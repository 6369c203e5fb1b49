"""How much of a TCP transfer is under way at a time, by its buffers and its measured rate."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

import numpy as np

from model.contract.evaluation import Conditions, FloatArray
from model.language import Name, say

MAX_BUFFER_BYTES: Final = 2_097_152
SMALLEST_WINDOW: Final = 65_536.0
"""Bytes: what stacks have as their default."""
CONTRADICTS: Final = 1.1
"""Times what a window lets through from which on a measured rate tells of another window."""
WINDOW_LIMITED: Final = 0.5
"""A transfer at this share of window / round trip or more is taken to be limited by its window."""


def is_round_trips(was: Conditions) -> bool:
    """Whether a transfer is taken to be limited by its window, which goes round once a loop."""
    needs = was["bytes_per_s"] * (was["rtt_ms"] or 0.0) / 1e3
    known = needs <= CONTRADICTS * was["window"] or needs >= MAX_BUFFER_BYTES
    return bool(known and needs >= WINDOW_LIMITED * was["window"])


def fits_by_chance(was: Conditions) -> bool:
    """Whether what is under way fits the usual window, but none is stated that it would be."""
    return bool(was["rtt_ms"]) and not was["window_stated"] and is_round_trips(was)


def other_window(was: Conditions) -> tuple[str, ...]:
    """A sentence where a transfer is faster than its stated window lets it be in its round trip."""
    if not was["window_stated"] or not _is_beyond(was):
        return ()
    return (
        say(
            "{name}: {rate:,.3g} bytes a second were measured, and a window of {window:,.0f} bytes "
            "in round trips of {rtt:,.3g} ms lets {limit:,.3g} through: window, round trip or rate "
            "is another one. The rate is used, and another window changes what is under way by as "
            "many times",
            name=Name(was["name"]),
            rate=was["bytes_per_s"],
            window=was["window"],
            rtt=was["rtt_ms"],
            limit=was["window"] / was["rtt_ms"] * 1e3,
        ),
    )


def _is_beyond(was: Conditions) -> bool:
    """Whether more was under way than the window lets be, and yet no more than any window does."""
    needs = was["bytes_per_s"] * (was["rtt_ms"] or 0.0) / 1e3
    return bool(CONTRADICTS * was["window"] < needs < MAX_BUFFER_BYTES)


def least_of_other_window(now: Conditions, was: Conditions) -> float | None:
    """Bytes a second that a transfer makes at least with a narrower window than the stated one,
    which its rate contradicts; ``None`` of others.

    The stated one may have been none, and the new one be one: then it lets through what it lets in
    a round trip. Who halves it, or more, may well set it for the first time, but nobody does who
    takes a byte from it.
    """
    if not _is_beyond(was) or now["window"] >= was["window"] or not now["rtt_ms"]:
        return None
    narrower = was["window"] / now["window"]
    kept = min(was["bytes_per_s"], was["bytes_per_s"] * was["rtt_ms"] / now["rtt_ms"]) / narrower
    through = now["window"] / now["rtt_ms"] * 1e3
    share = min(math.log2(narrower), 1.0)
    return float(kept ** (1.0 - share) * min(kept, through) ** share)


def under_way(
    now: Conditions, was: Conditions, constants: Mapping[str, FloatArray]
) -> tuple[FloatArray, FloatArray]:
    """Bytes that are under way at a time in a scenario, and as-is, under draws.

    The buffer of one end is the most that it can be. Where it is not what limits a transfer, the
    other end and what the network takes may have less under way: from what the measured rate needs
    on. A transfer that is faster than its buffer allows has another one, up to the largest, as many
    times as wide then as it is now.
    """
    place = constants["window_place"]
    if is_round_trips(was) or not was["rtt_ms"]:
        return np.full_like(place, now["window"]), np.full_like(place, was["window"])
    # That it is the rate's own need, so that a window limits it after all, is as likely as a third.
    place = np.maximum(1.5 * place - 0.5, 0.0)
    most = was["window"]
    needs = was["bytes_per_s"] * was["rtt_ms"] / 1e3
    if needs > most:
        place = np.concatenate([[0.5], place[1:]])
        window = needs * (MAX_BUFFER_BYTES / needs) ** place
        return window * now["window"] / was["window"], window
    least = min(max(needs, SMALLEST_WINDOW), most)
    window = least * (most / least) ** place
    if now["window"] > was["window"]:
        return np.maximum(window, min(now["window"], most)), window
    if now["window"] < was["window"]:
        return np.minimum(window, now["window"]), window
    return window, window
