"""CPU of a message by its size: a fixed part, and a part for every KB.

The fixed part is stated as the size that would cost as much again (KB). One measured size does not
tell it: what is known is the prior. Every further measured size narrows it, by Bayes' rule on a
grid; each draw of the prior becomes the quantile of the same rank of what is known then.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from model.contract.evaluation import FloatArray
from model.quantiles import NORMAL_QUANTILE_90
from model.subsystems.common import Constant

OTHER_MANAGER_SD: Final = 0.4
"""Of the logarithm: how much CPU of a message differs between queue managers of one machine whose
sizes are alike, by persistence, channels and applications. Stated judgement."""
_GRID: Final = 401
_WIDEST: Final = 4.0
"""Standard deviations of the prior that the grid covers."""
AT_ODDS: Final = 3.0
"""Standard deviations beyond which a measured size contradicts the law."""
_LEAST: Final = 1e-3
"""Of a message's CPU today, that one of any other size takes."""
_FAR: Final = math.log(2.0)
"""Logarithm of two sizes' ratio from which on they miss the law independently of each other."""
PRIOR_KB: Final = 100.0
"""The largest size of most series that the prior of the fixed part was fitted to."""
NEAR: Final = 0.1
"""The same below which what a law misses goes to none as the distance does. Judgement."""


@dataclass(frozen=True, slots=True)
class Measured:
    """CPU of a message measured at another size.

    ``spread`` is the standard deviation of the logarithm that it differs by for other reasons.
    """

    size_kb: float
    cpu_us: float
    spread: float = 0.0


def size_ratio(size_kb: float, was_kb: float, fixed_kb: FloatArray) -> FloatArray:
    """CPU of a message of one size against that of another."""
    found: FloatArray = (fixed_kb + size_kb) / (fixed_kb + was_kb)
    return found


def through_measured(
    size_kb: float, was_kb: float, cpu_us: float, others: Sequence[Measured], fixed_kb: FloatArray
) -> FloatArray:
    """CPU of a message of one size against that of another, which costs ``cpu_us``.

    What was measured on the same manager (no ``spread``) is what comes out there: what the law is
    off by, each in its draw, is laid on it in a straight line from one measured size to the next.
    So between two measured sizes the law's own part a KB does not count, which the two tell by
    themselves. Beyond the last of them the law of the smallest goes on from there, whichever is
    today's.
    """
    own = {one.size_kb: one.cpu_us / cpu_us for one in others if one.spread == 0.0}
    own[was_kb] = 1.0
    at = sorted(own)
    if not at[0] < size_kb < at[-1]:
        nearest = at[0] if size_kb <= at[0] else at[-1]
        law, there = (size_ratio(kb, at[0], fixed_kb) for kb in (size_kb, nearest))
        return np.maximum(own[nearest] + own[at[0]] * (law - there), _LEAST)
    above = int(np.searchsorted(at, size_kb))
    low, high = at[above - 1], at[above]
    share = (size_kb - low) / (high - low)
    off = [own[kb] - size_ratio(kb, was_kb, fixed_kb) for kb in (low, high)]
    laid: FloatArray = size_ratio(size_kb, was_kb, fixed_kb)
    laid = laid + (1.0 - share) * off[0] + share * off[1]
    return np.maximum(laid, _LEAST)


def beyond_sd(size_kb: float, known_kb: Sequence[float], scatter: float) -> float:
    """How little is known of a KB beyond the largest measured size (of the logarithm).

    ``scatter`` is that of sizes e times as large: longer messages take other ways (buffers, the
    log, more than one segment on a channel). One size alone leaves the parts to the prior, which
    holds for sizes up to `PRIOR_KB`.
    """
    largest = max(known_kb) if len(known_kb) > 1 else max(*known_kb, PRIOR_KB)
    return scatter * max(math.log(size_kb / largest), 0.0)


def misfit_sd(size_kb: float, known_kb: Sequence[float], scatter: float) -> float:
    """How well the law holds between a size and the nearest measured one (of the logarithm).

    ``scatter`` is the standard deviation of one measured size about its series' law.
    """
    nearest = min(abs(math.log(size_kb / known)) for known in known_kb)
    learned_from = math.sqrt(1.0 + 1.0 / len(known_kb))
    apart = nearest / _FAR
    # Beyond it, how a law that was not measured goes on is known less and less; next to a measured
    # size, where no two were measured, what is not known goes to none as the distance does.
    return scatter * learned_from * apart / math.sqrt(max(apart, NEAR / _FAR))


def at_odds(
    fixed_kb: float, was_kb: float, cpu_us: float, others: Sequence[Measured], scatter: float
) -> tuple[float, Measured | None]:
    """How far off the law is at the measured size that it misses most (of the logarithm).

    0 and None where it misses none by more than sizes scatter: no law of a fixed part and one a KB
    holds where messages of other sizes go another way, or were measured at another time.
    """
    worst: tuple[float, Measured | None] = (0.0, None)
    for one in others:
        ratio = float(size_ratio(one.size_kb, was_kb, np.array([fixed_kb]))[0])
        miss = abs(math.log(one.cpu_us / cpu_us / ratio))
        usual = math.hypot(max(misfit_sd(one.size_kb, (was_kb,), scatter), scatter), one.spread)
        if miss > max(AT_ODDS * usual, worst[0]):
            worst = (miss, one)
    return worst


def learned(
    prior: Constant,
    draws: FloatArray,
    was_kb: float,
    cpu_us: float,
    others: Sequence[Measured],
    scatter: float,
) -> FloatArray:
    """Draws of the fixed part after further sizes were measured beside ``cpu_us`` at ``was_kb``."""
    usable = [one for one in others if one.size_kb > 0.0 and one.cpu_us > 0.0]
    usable = [one for one in usable if one.size_kb != was_kb]
    if not usable:
        return draws
    centre = math.log(prior.value)
    sd = math.log(prior.high / prior.low) / (2.0 * NORMAL_QUANTILE_90)
    scores = np.linspace(-_WIDEST, _WIDEST, _GRID)
    fixed_kb = np.exp(centre + sd * scores)
    weight = -0.5 * scores**2
    for one in usable:
        miss = math.log(one.cpu_us / cpu_us) - np.log(size_ratio(one.size_kb, was_kb, fixed_kb))
        spread = math.hypot(misfit_sd(one.size_kb, (was_kb,), scatter), one.spread)
        weight = weight - 0.5 * (miss / max(spread, 1e-3)) ** 2
    mass = np.exp(weight - weight.max())
    after = np.cumsum(mass) - 0.5 * mass
    before = np.cumsum(np.exp(-0.5 * scores**2))
    before = before - 0.5 * np.exp(-0.5 * scores**2)
    ranks = np.interp(
        (np.log(draws) - centre) / sd, scores, before / np.exp(-0.5 * scores**2).sum()
    )
    found: FloatArray = np.exp(centre + sd * np.interp(ranks, after / mass.sum(), scores))
    return found
