"""Synchronous reads of one buffer pool with another number of buffers."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any

import numpy as np

from model.contract.evaluation import FloatArray
from model.language import Name, say
from model.quantiles import NORMAL_QUANTILE_90
from model.subsystems.common import Answer
from model.subsystems.common.reuse import (
    ANY_SHARE,
    MIDDLE,
    WorkingSets,
    miss_ratio,
    misses,
    misses_of_any,
    one_point,
    reach,
    reach_at,
    smaller,
    too_small,
    unmeasured,
)
from model.subsystems.common.scatter import gap_sd

_LEAST_LEFT = 0.01
_FEWEST_GETS = 1.001
"""A pool's requests against its reads where no report counts requests."""
_SAME_INTERVAL = 1.02
"""How many times the reads a simulation may count as avoidable of the same interval."""
_WIDEST = 3.0
"""Half width of a band at the most, as the logarithm of a factor."""


_ONE_COMMAND = timedelta(minutes=2)
"""Within which one display ends and begins the counts of all pools; practice."""


def of_one_time(pools: Iterable[Mapping[str, Any]]) -> bool:
    """Whether the counts of the pools are of one span, so that their sum is of something."""
    told = [pool for pool in pools if pool["told"]]
    since = {str(pool["since"] or "") for pool in told}
    try:
        begun = sorted(map(datetime.fromisoformat, since))
    except ValueError:  # of none of them is it known, or it is not as reports say it
        return len(since) == 1
    return all(later - earlier <= _ONE_COMMAND for earlier, later in pairwise(begun))


def simulated_reads(
    pool: Mapping[str, Any], buffers: float, mix: FloatArray, sets: WorkingSets
) -> FloatArray:
    """Reads of a pool through the measured count and that of the simulated pool, shape of ``mix``.

    Between the two counts the reuse law of a pool without simulation is bent so that it passes
    through both. Beyond them the bend is half gone (the square root of its factor): on the
    published pools whole bends miss by 2 to 4 %, none by 1 to 3 %, with the larger misses where a
    bend goes on that came of the working set.

    ``mix`` is the draw's place (`reuse.miss_ratio`), which here says where in the band it lies. A
    band reaches, to each side, the farther of a third of the distance to the nearer count
    (`scatter.gap_sd`) and of where the reads would be if all of the bend lay before, or all behind.
    A simulation counts larger pools alone: of a smaller one the band is open upward. Where pools
    miss much, beyond the simulated one or smaller than the real one, it is open to what is steeper
    than the law and to no change at all (``sets``, see `reuse.misses`).
    """
    was, reads = pool["buffers"], pool["sync"]
    left = max(0.0, reads - min(pool["avoidable"], reads))
    larger = was + pool["simulated"]
    gets = _gets(pool)

    def law(size: float, place: float = MIDDLE) -> float:
        """Logarithm of the reads against the measured ones by the law that one count gives."""
        found = float(miss_ratio(size, was, reads / gets, np.array([place]))[0])
        return math.log(max(found * gets / reads, 1e-12))

    # A simulation that avoids every read says nothing of the curve on the way there.
    end = math.log(max(left, _LEAST_LEFT * reads) / reads)
    bend = end / law(larger)
    if was <= buffers <= larger:
        middle = law(buffers) * bend
        edges = [law(buffers), end + law(buffers) - law(larger)]
    else:
        start, known = (end, larger) if buffers > larger else (0.0, was)
        wide = reach_at(buffers, known)
        middle = start + (law(buffers) - law(known)) * math.sqrt(bend)
        edges = [
            start + (law(buffers, place) - law(known, place)) * factor
            for place in (MIDDLE - wide, MIDDLE + wide)
            for factor in (1.0, bend)
        ]
    middle = min(middle, math.log(gets / reads))
    half = NORMAL_QUANTILE_90 * gap_sd(reads * math.exp(middle), (reads, left))
    up, down = (
        min(max(half, *(sign * (edge - middle) for edge in edges)), _WIDEST) for sign in (1, -1)
    )
    if buffers < was:
        up = max(up, float(sets.rise(buffers, was)[0]) - middle)
        down = max(down, too_small(reads / gets) * middle)
    if buffers > larger and (open_by := too_small(left / gets)):
        down = max(down, middle - start - open_by * float(sets.rise(buffers, larger)[0]))
        up = max(up, open_by * (start - middle))
    score = (mix - MIDDLE) / reach()
    found: FloatArray = reads * np.exp(middle + np.where(score > 0.0, up, down) * score)
    # More buffers do not make more reads, fewer not fewer ones, whatever the band says.
    ends = sorted((reads, left))
    if buffers > larger:
        return np.clip(found, 0.0, left)
    return np.clip(found, ends[0], ends[1]) if buffers >= was else np.clip(found, reads, gets)


def pool_reads(
    pool: Mapping[str, Any],
    buffers: float | None,
    mix: FloatArray,
    sets: WorkingSets,
    answer: Answer,
) -> FloatArray:
    """Synchronous reads of one pool in its interval with another number of buffers.

    What the figure rests on is said in ``answer``.
    """
    was, reads = pool["buffers"], pool["sync"]
    if not buffers or not was or buffers == was:
        return np.full_like(mix, reads)
    if reads <= 0.0:
        if pool["told"] and buffers < was:
            answer.extrapolated.append(
                say(
                    "{pool}: {was:,.0f} buffers held all that was asked for, and no report tells "
                    "at which size that ends; take buffers away in small steps",
                    pool=Name(pool["name"]),
                    was=was,
                )
            )
        return np.full_like(mix, reads)
    gets = _counted_gets(pool, answer)
    if _simulated(pool, answer):
        return _through_simulation(pool, buffers, mix, sets, answer)
    answer.extrapolated.extend(unmeasured(pool["name"], buffers, was))
    if buffers > was:
        answer.reasons.append(
            say(
                "{pool}: no simulated pool; -ALTER BUFFERPOOL SPSIZE makes one (003, 2.1.1)",
                pool=Name(pool["name"]),
            )
        )
    if gets is None:
        return _of_any_requests(pool, buffers, mix, sets, answer)
    missed = reads / gets
    answer.reasons.extend(smaller(pool["name"], buffers, was, missed, sets))
    answer.reasons.extend(one_point(pool["name"], buffers, was, missed, sets))
    return misses(buffers, was, missed, mix, sets) * gets


def _through_simulation(
    pool: Mapping[str, Any], buffers: float, mix: FloatArray, sets: WorkingSets, answer: Answer
) -> FloatArray:
    was, simulated = pool["buffers"], pool["simulated"]
    missed = pool["sync"] / _gets(pool)
    answer.reasons.extend(smaller(pool["name"], buffers, was, missed, sets))
    if not was <= buffers <= (was + simulated) * 1.01:
        answer.extrapolated.append(
            say(
                "{pool}: {buffers:,.0f} buffers where {was:,.0f} to {was2:,.0f} were simulated",
                pool=Name(pool["name"]),
                buffers=buffers,
                was=was,
                was2=was + simulated,
            )
        )
    return simulated_reads(pool, buffers, mix, sets)


def _counted_gets(pool: Mapping[str, Any], answer: Answer) -> float | None:
    """Requests of a pool as counted; None where no report does, or of another interval."""
    gets, reads = float(pool["getpages"] or 0.0), float(pool["sync"])
    if gets >= reads:
        return gets
    if gets > 0.0:
        answer.extrapolated.append(
            say(
                "{pool}: {reads:,.0f} synchronous reads of {gets:,.0f} getpages are counts of "
                "different intervals; its getpages are not used",
                pool=Name(pool["name"]),
                reads=reads,
                gets=gets,
            )
        )
    return None


def _simulated(pool: Mapping[str, Any], answer: Answer) -> bool:
    """Whether a simulation counted what more buffers avoid, of the reads that were counted."""
    avoidable, reads = pool["avoidable"], pool["sync"]
    if not pool["simulated"] or avoidable is None:
        return False
    if avoidable <= reads * _SAME_INTERVAL:
        return True
    answer.extrapolated.append(
        say(
            "{pool}: {avoidable:,.0f} avoidable of {reads:,.0f} synchronous reads are counts of "
            "different intervals; its simulation is not used",
            pool=Name(pool["name"]),
            avoidable=avoidable,
            reads=reads,
        )
    )
    return False


def _of_any_requests(
    pool: Mapping[str, Any], buffers: float, mix: FloatArray, sets: WorkingSets, answer: Answer
) -> FloatArray:
    """Where no report tells how many requests the reads are of: any share, draw by draw."""
    answer.extrapolated.append(
        say(
            "{pool}: neither a simulation nor getpages tell what other buffers change: its reads "
            "are taken as {least:.1%} to {most:.0%} of its requests; -DISPLAY BUFFERPOOL DETAIL "
            "tells",
            pool=Name(pool["name"]),
            least=ANY_SHARE[0],
            most=ANY_SHARE[-1],
        )
    )
    return float(pool["sync"]) * misses_of_any(buffers, pool["buffers"], mix, sets)


def _gets(pool: Mapping[str, Any]) -> float:
    """Requests of a pool in its interval: as counted, and more than its reads."""
    return max(float(pool["getpages"] or 0.0), float(pool["sync"]) * _FEWEST_GETS)
