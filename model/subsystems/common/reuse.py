"""How the misses of a buffer pool follow the number of its buffers: one law for all products.

One measured point does not fix a curve. Two power laws through it bracket what is seen in practice:
one whose misses reach all requests at a single buffer (little reuse of what the pool holds), and
misses falling with the square root of the buffers. The *place* between the two is a constant of
each product (``reuse_mix``): 0.5 is half way, and what lies beyond 0 and 1 is flatter and steeper
than both. How far from half way places lie was fitted to pools whose misses were counted at many
sizes (`measurements/series/pools.json`): the farther two sizes are apart the nearer, as what is
steep here is flat there (`reach_at`).

The law knows no working set: where a pool becomes too small for what the work keeps in use, misses
rise many times faster, and no report of a larger pool tells where that is. The band of a pool that
is made smaller is therefore one-sided (`misses`): it reaches up as far as misses were seen to rise
in any published pool (``reuse_fall``), and down no farther than the law, which never falls. The
other way round a pool that misses many requests may be one that is too small today: made larger,
the band of its misses reaches down as far (`too_small`). Or it misses what no number of buffers
would hold, scans and first references: then its misses stay what they are, and the other end of the
band reaches there (trace w106 of `measurements/series/pools_traces.json`: 9 % of requests, of which
twice the buffers spare a twelfth).

Pools that miss little are not so: of the published ones no more than the law's reads are spared
there. Where entities of web applications are kept (traces orm-busy and orm-night) they may be all
the same; of the sizes of all seventeen pools and traces, each counted as much as the others, the
bands hold 96 % where a pool is made larger and 95 % where it is made smaller, of those two 79 and
68 % where it is made larger. Eight of the traces were projected before any of their errors was
looked at (`measurements/series/pools_unseen.json`): 88 to 100 % lay inside, but 69 % of a ledger's
vault, that misses the same at any size and lay on the band's very end (`SAME_AT`).
`one_point` says so.

For misses to rise so a working set has to lie between the two sizes. Over the sizes of published
pools so few did that none is expected, with 95 % likelihood, in a small step (``reuse_apart``): up
to there the band of a smaller pool is the law's, and from there on it opens (`WorkingSets`).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise, permutations

import numpy as np

from model.contract.evaluation import FloatArray
from model.language import Name, say
from model.subsystems.common.constants import Fitted, published_points
from model.subsystems.common.series import Series, series_of

MIDDLE = 0.5
"""The place half way between the two power laws, which is the central one."""
MEASURED_TIMES = 10.0
"""How many times as large as its smallest size a published pool was measured."""
MISSES_ENOUGH, MISSES_SHORT = 0.04, 0.08
"""Shares of requests that need an I/O up to which a pool is taken to hold what the work keeps in
use, and from which it may well not. Chosen with `measurements/series/pools.json` in view, where
pools miss 4 % at the size of their working set and 8 and 21 % below it.
"""
_ROOT = 0.5
_QUANTILE = 0.9
_CLASSES = (1.0, 1.15, 1.5, 2.5, math.inf)
"""Times between two sizes: about as many pairs of published ones in each class."""
_UPPER = 0.95
"""What of a one-sided band's cases lies below its upper end, as of a two-sided one of 90 %."""
_STEEP = 1.0
"""Power from which on misses that fall with more buffers are taken to pass a working set: faster
than the buffers grow, which no reuse of what a pool holds explains."""
SAME_AT = 0.72
"""Share of the way to the band's end from which on a pool misses what no buffers hold: so far out
lies one draw in nine, as two of the seventeen published pools and traces are so (w106 of a virtual
machine, and a ledger's vault that misses 45,230 requests at any of fourteen sizes). At the very end
of the band such a pool would lie without it half the time. Chosen after 0.9 with the vault in view:
what it then holds (88 % instead of 69) is no prediction.
"""
_LEAST = 1e-300
"""Of today's misses, that a draw leaves."""
_UNSEEN = 0.5
"""Working sets that a rate of few is fitted with beside those seen (Jeffreys)."""
ANY_SHARE = (0.003, 0.01, 0.03, 0.1, 0.3)
"""Shares of requests that need an I/O, where no report tells: what is seen of pools. Assumed."""
TWO_SIZES = ("DB2-BP-160GB", "DB2-BP-638GB")
"""Published runs with two sizes of pools and their synchronous reads (003, figure 2-2)."""


@dataclass(frozen=True, slots=True)
class WorkingSets:
    """What published pools tell of where the work's pages stop fitting a pool.

    ``power``: of how many times smaller it is, at most, that misses rise with from there on.
    ``apart``: how many times smaller it may be before one in between is likelier than one in 20.
    """

    power: FloatArray
    apart: float

    def rise(self, buffers: float, buffers_was: float) -> FloatArray:
        """Logarithm of how many times as many misses another size may have; below 0 if larger.

        0 where the size is smaller and no working set is expected in between. That of a pool which
        `too_small` tells to be below it may end at the next size.
        """
        fewer = math.log(buffers_was / max(buffers, 1.0))
        found: FloatArray = self.power * (
            fewer if fewer < 0.0 else max(fewer - math.log(self.apart), 0.0)
        )
        return found


def working_sets(constants: Mapping[str, FloatArray]) -> WorkingSets:
    """As a product's constants state it."""
    return WorkingSets(constants["reuse_fall"], float(constants["reuse_apart"][0]))


def exponents(buffers_was: float, miss_was: float) -> tuple[float, float]:
    """Exponents of the two power laws through a measured point, the flatter one first."""
    anchored = -math.log(miss_was) / math.log(buffers_was)
    return min(anchored, _ROOT), max(anchored, _ROOT)


def miss_ratio(buffers: float, buffers_was: float, miss_was: float, mix: FloatArray) -> FloatArray:
    """Share of requests that need an I/O, shape of ``mix``, which holds places.

    Falls as buffers are added, between 0 and 1. Where every request was an I/O both laws still
    stand: no reuse at all, and a pool too small for any.
    """
    if miss_was <= 0.0 or miss_was > 1.0 or buffers_was <= 1.0 or buffers == buffers_was:
        return np.full_like(mix, min(1.0, max(0.0, miss_was)))
    flat, steep = exponents(buffers_was, miss_was)
    fewer = math.log(buffers_was / max(buffers, 1.0))
    weight = np.clip(mix, 0.0, 1.0)
    most = -math.log(miss_was)
    between = np.log(
        (1.0 - weight) * math.exp(min(flat * fewer, most))
        + weight * math.exp(min(steep * fewer, most))
    )
    # Beyond both laws an exponent doubles, or halves, with each unit of the place.
    beyond = np.where(mix < 0.0, flat * 2.0 ** (mix - weight), steep * 2.0 ** (mix - weight))
    logarithm = np.where(mix == weight, between, beyond * fewer)
    found: FloatArray = np.clip(miss_was * np.exp(np.minimum(logarithm, most)), 0.0, 1.0)
    return found


def misses(
    buffers: float, buffers_was: float, miss_was: float, mix: FloatArray, sets: WorkingSets
) -> FloatArray:
    """As `miss_ratio`, as far from half way as sizes so far apart are (`reach_at`).

    The band is open where a working set may lie between the two sizes: misses rise at most as
    ``sets`` tells, at the upper end of the band of a smaller pool, and fall so, at the lower end,
    where a pool that is `too_small` is made larger. Such a one may also miss what no buffers hold:
    its other end reaches to no change.
    """
    if not 0.0 < miss_was <= 1.0 or buffers == buffers_was:
        return miss_ratio(buffers, buffers_was, miss_was, mix)
    most = -math.log(miss_was)
    fewer = buffers < buffers_was

    def logarithms(places: FloatArray) -> FloatArray:
        """Of the misses against the measured ones: nearer half way the farther the sizes are."""
        (half_way,) = np.log(
            miss_ratio(buffers, buffers_was, miss_was, np.array([MIDDLE])) / miss_was
        )
        law = miss_ratio(buffers, buffers_was, miss_was, places) / miss_was
        away = np.log(np.maximum(law, _LEAST)) - half_way
        found: FloatArray = half_way + away * reach_at(buffers, buffers_was) / reach()
        return np.clip(found, 0.0, most) if fewer else np.minimum(found, 0.0)

    found = logarithms(mix)
    open_by, rise = too_small(miss_was), sets.rise(buffers, buffers_was)
    middle, law = logarithms(np.array([MIDDLE, MIDDLE + reach()]))
    score = (mix - MIDDLE) / reach()
    if (farthest := rise if fewer else open_by * rise).any():
        end = np.maximum(law, farthest) if fewer else np.minimum(law, farthest)
        opened = np.minimum(middle + score * (end - middle), most)
        beyond = np.maximum(found, opened) if fewer else np.minimum(found, opened)
        found = np.where(score > 0.0, beyond, found)
    if open_by > 0.0:
        same = middle * np.maximum(1.0 + open_by * score / SAME_AT, 0.0)
        nearer = np.minimum(found, same) if fewer else np.maximum(found, same)
        found = np.where(score < 0.0, nearer, found)
    ratio: FloatArray = miss_was * np.exp(found)
    return ratio


def misses_of_any(
    buffers: float, buffers_was: float, mix: FloatArray, sets: WorkingSets
) -> FloatArray:
    """Misses against the measured ones where no report counts the requests they are of.

    Any share of them may be missed (`ANY_SHARE`), draw by draw; the middle one in the central draw.
    """
    turns, found = np.arange(len(mix)) % len(ANY_SHARE), np.empty_like(mix)
    for turn, missed in enumerate(np.roll(ANY_SHARE, -(len(ANY_SHARE) // 2))):
        share = misses(buffers, buffers_was, float(missed), mix, sets) / missed
        found[turns == turn] = share[turns == turn]
    return found


def too_small(miss_was: float) -> float:
    """How far a pool may be below what the work keeps in use, 0 to 1, by its misses.

    As far it may be one that misses what no buffers hold.
    """
    if not miss_was > MISSES_ENOUGH:
        return 0.0
    return min(1.0, math.log(miss_was / MISSES_ENOUGH) / math.log(MISSES_SHORT / MISSES_ENOUGH))


def smaller(name: str, buffers: float, was: float, miss_was: float, sets: WorkingSets) -> list[str]:
    """Why the band of a pool made smaller is open upward, or is not; none if it is not smaller."""
    if buffers >= was or miss_was <= 0.0:
        return []
    rise = float(sets.rise(buffers, was)[0])
    if rise == 0.0:
        return [
            say(
                "{pool}: should {buffers:,.0f} buffers no longer hold what the work keeps in use "
                "that {was:,.0f} hold, its reads rise above their band; over steps as small as "
                "this one less than one published pool in twenty is expected to do so",
                pool=Name(name),
                was=was,
                buffers=buffers,
            )
        ]
    times = min(math.exp(rise), 1.0 / miss_was)
    return [
        say(
            "{pool}: no report of {was:,.0f} buffers tells at which size they no longer hold what "
            "the work keeps in use, so that with {buffers:,.0f} the band of its reads reaches up "
            "to {times:,.3g} times today's, as steeply as published pools were seen to rise (003, "
            "figure 2-2: 59 times from 638 to 160 GB), and not below today's; take buffers away "
            "in small steps",
            pool=Name(name),
            was=was,
            buffers=buffers,
            times=times,
        )
    ]


def one_point(
    name: str, buffers: float, was: float, miss_was: float, sets: WorkingSets
) -> list[str]:
    """Why the band of a pool made larger widens, where nothing but its own size was measured."""
    if buffers <= was or miss_was <= 0.0:
        return []
    if drop := too_small(miss_was) * float(sets.rise(buffers, was)[0]):
        return [
            say(
                "{pool}: its curve rests on one measured size, and with {missed:.0%} of its "
                "requests read it may be too small for what the work keeps in use, so that the "
                "band of its reads reaches down to {left:.2g} of today's, as steeply as in "
                "published pools (003, figure 2-2: 59 times fewer from 160 to 638 GB), or it reads "
                "what no buffers hold, so that it reaches up {up}; statistics with another number "
                "of buffers would tell",
                pool=Name(name),
                missed=miss_was,
                left=math.exp(drop),
                up=say("to today's") if too_small(miss_was) == 1.0 else say("towards today's"),
            )
        ]
    return [
        say(
            "{pool}: its curve rests on one measured size, so that the band of its reads widens "
            "with the distance from it; should it hold all that the work keeps in use only then, "
            "reads fall below the band (59 times fewer from 160 to 638 GB, 003, figure 2-2; a "
            "fifth with twice the buffers where a web application keeps entities, public trace "
            "orm-busy); statistics with another number of buffers would tell",
            pool=Name(name),
        )
    ]


def unmeasured(name: str, buffers: float, was: float) -> list[str]:
    """A sentence where pools were never measured that much larger or smaller."""
    if was / MEASURED_TIMES <= buffers <= was * MEASURED_TIMES:
        return []
    return [
        say(
            "{pool}: {buffers:,.0f} buffers instead of {was:,.0f}, where pools were measured at "
            "sizes of which one was {times:g} times another",
            pool=Name(name),
            buffers=buffers,
            was=was,
            times=MEASURED_TIMES,
        )
    ]


def _away(was: tuple[float, float], now: tuple[float, float]) -> float:
    """How far from half way the law leads from one pool's (buffers, miss ratio) to another's.

    In units of what lies between the two power laws, which is how a band of draws is wide.
    """
    (buffers_was, miss_was), (buffers, miss) = was, now
    ends = np.array([MIDDLE, 0.0, 1.0])
    middle, flat, steep = np.log(miss_ratio(buffers, buffers_was, miss_was, ends))
    return float(abs(math.log(miss) - middle) / abs(steep - flat))


def _places(one: Series) -> list[tuple[float, float]]:
    """By pairs of a series' sizes: how far apart (logarithm), and how far from half way.

    Sizes below its working set are left out.
    """
    gets, least = float(one.fixed["getpages"]), float(one.fixed.get("working_set_pages", 0.0))
    points = [
        (size, misses / gets)
        for size, misses in zip(one.at, one.results["misses"], strict=True)
        if size >= least
    ]
    return [
        (abs(math.log(now[0] / was[0])), _away(was, now)) for was, now in permutations(points, 2)
    ]


def _widest(near: float, far: float) -> tuple[float, float]:
    """How far apart pairs of sizes between two steps are, and what 90 % of their places lie within.

    Of the published series that scatters most: with two the next one may well be like the worse.
    """
    found = []
    for one in series_of("pools"):
        pairs = [pair for pair in _places(one) if math.log(near) < pair[0] <= math.log(far)]
        away = float(np.quantile([away for _, away in pairs], _QUANTILE))
        found.append((away, float(np.mean([apart for apart, _ in pairs]))))
    away, apart = max(found)
    return apart, away


@cache
def reach() -> float:
    """How far from half way 90 % of all places lie, however far apart the sizes."""
    return _widest(1.0, math.inf)[1]


@cache
def _reverting() -> tuple[float, float, float]:
    """Inverse square of `reach_at` between sizes alike, how it grows, and where from on it does.

    Slopes that differ from one size to the next average out: the variance of their mean falls with
    the distance as 1 / (a + b times it). Least squares over four classes of pairs, the nearest of
    which says how far apart sizes are that were measured.
    """
    classes = [_widest(*ends) for ends in pairwise(_CLASSES)]
    each, alike = np.polyfit([apart for apart, _ in classes], [q**-2.0 for _, q in classes], 1)
    return float(alike), float(each), classes[0][0]


def reach_at(buffers: float, buffers_was: float) -> float:
    """How far from half way 90 % of places lie between two sizes that are as far apart as these.

    Nearer than sizes were measured, and farther, it is no other than there.
    """
    alike, each, nearest = _reverting()
    apart = abs(math.log(max(buffers, 1.0) / max(buffers_was, 1.0)))
    return 1.0 / math.sqrt(alike + each * min(max(apart, nearest), math.log(MEASURED_TIMES)))


def _steepest(points: Sequence[tuple[float, float]]) -> float:
    """The power with which misses of (size, misses) rise where the pool is made smaller: 95 %."""
    found = [
        math.log(misses / misses_was) / math.log(size_was / size)
        for (size_was, misses_was), (size, misses) in permutations(points, 2)
        if size < size_was
    ]
    return float(np.quantile(found, _UPPER))


def _counted(without: str | None) -> dict[str, list[tuple[float, float]]]:
    """(size, misses) of published pools, by series; working sets are not left out."""
    found = {
        one.id: list(zip(one.at, one.results["misses"], strict=True)) for one in series_of("pools")
    }
    runs = [published_points()[name] for name in TWO_SIZES]
    found[TWO_SIZES[0]] = [
        (
            float(run["conditions"]["bufferpool_gb"]),
            run["results"]["sync_reads_per_s"] / run["results"]["etr_per_s"],
        )
        for run in runs
    ]
    return {name: sorted(points) for name, points in found.items() if name != without}


def steepest_fall(without: str | None = None) -> float:
    """The upper end of the power with which misses rise where a pool becomes smaller.

    That of the published pools in which it is steepest, as the next one may well be like the worst
    of them. Working sets are not left out here. ``without`` names a series that is: without the
    trace of four pools of one size it is the same (2.9, of figure 2-2), without figure 2-2 it is
    2.0, with which the 59 times of that figure lie above the band's end of 15.
    """
    return max(_steepest(points) for points in _counted(without).values())


def steps_apart(without: str | None = None) -> float:
    """Times between two sizes from which on a working set in between is likelier than 1 in 20.

    Sizes of working sets are taken to be as likely in one octave as in the next, at the rate at
    which published pools passed one over the sizes they were counted at: two over 6 e-folds.
    """
    sets, counted_over = _UNSEEN, 0.0
    for points in _counted(without).values():
        counted_over += math.log(points[-1][0] / points[0][0])
        sets += any(
            math.log(many / few) > _STEEP * math.log(large / small)
            for (small, many), (large, few) in pairwise(points)
        )
    return math.exp(counted_over * (_UPPER ** (-1.0 / sets) - 1.0))


def fall_fitted(without: str | None = None, series: tuple[str, ...] = ()) -> dict[str, Fitted]:
    """A product's constants of working sets: ends of a band, which have none themselves."""
    found = {"reuse_fall": steepest_fall(without), "reuse_apart": steps_apart(without)}
    return {name: Fitted(value, value, value, series) for name, value in found.items()}


def reuse_fitted(series: tuple[str, ...] = ()) -> Fitted:
    """A product's place between the two power laws, with the interval of the published series."""
    return Fitted(MIDDLE, MIDDLE - reach(), MIDDLE + reach(), series)
