"""What weights make work of partitions wait, against the chain of two partitions on one machine.

The chain: work comes in exponential seconds of CPU, as a Poisson stream to each partition; PR/SM
gives each what it asks for, and where that is more than there is at least its weight's share.
"""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.sparse import coo_matrix, diags
from scipy.sparse.linalg import spsolve

from model.hardware.processors import fair_cps, longer_by_weight, usable_cps
from model.queueing.waits import waiting_probability

MOST = 70


def chain_waits(uses: tuple[float, float], cps: int, share: float) -> tuple[float, float]:
    """Seconds that a second of work of each partition waits, by the stationary distribution."""
    one, other = np.meshgrid(np.arange(MOST + 1), np.arange(MOST + 1), indexing="ij")
    asks, others = np.minimum(one, cps), np.minimum(other, cps)
    first = cps * share
    contended = np.where(asks <= first, asks, np.where(others <= cps - first, cps - others, first))
    gets = np.where(asks + others > cps, contended, asks)
    rest = np.where(asks + others > cps, cps - gets, others)
    place = one * (MOST + 1) + other
    moves = (
        (one < MOST, MOST + 1, np.full(one.shape, uses[0])),
        (other < MOST, 1, np.full(one.shape, uses[1])),
        (one > 0, -(MOST + 1), gets),
        (other > 0, -1, rest),
    )
    states = (MOST + 1) ** 2
    rates = coo_matrix((states, states))
    for where, step, rate in moves:
        at = place[where]
        rates = rates + coo_matrix((rate[where], (at, at + step)), shape=(states, states))
    flow = (rates - diags(np.asarray(rates.sum(axis=1)).ravel())).T.tocsc()
    found = np.append(spsolve(flow[:-1, :-1], -flow[:-1, -1].toarray().ravel()), 1.0)
    found = (found / found.sum()).reshape(one.shape)
    return (found * one).sum() / uses[0] - 1.0, (found * other).sum() / uses[1] - 1.0


def model_waits(uses: tuple[float, float], cps: int, share: float) -> tuple[float, ...]:
    """Waits in the model: those behind all work as one class, times what weights make of them."""
    used = sum(uses)
    alike = waiting_probability(cps, used) / (cps - used)
    parts = share * used, (1.0 - share) * used
    within = [min(use, part) for use, part in zip(uses, parts, strict=True)]
    return (
        alike * longer_by_weight(cps, uses[0], uses[1], (within[0], within[1])),
        alike * longer_by_weight(cps, uses[1], uses[0], (within[1], within[0])),
    )


@pytest.mark.parametrize("cps", [1, 2, 4, 8])
@pytest.mark.parametrize("share", [0.1, 0.2, 0.4, 0.6, 0.8])
def test_waits_by_weight_are_those_of_the_chain(cps: int, share: float) -> None:
    uses = 0.47 * cps, 0.41 * cps
    expected, found = chain_waits(uses, cps, share), model_waits(uses, cps, share)
    for exact, near in zip(expected, found, strict=True):
        assert near == pytest.approx(exact, rel=0.1, abs=0.03 * max(expected))
    together = [sum(u * w for u, w in zip(uses, each, strict=True)) for each in (expected, found)]
    assert together[1] == pytest.approx(together[0], rel=0.02), "work is conserved"


@pytest.mark.parametrize("share", [0.1, 0.4, 0.7])
def test_a_small_partition_beside_a_large_one_waits_as_in_the_chain(share: float) -> None:
    uses = 0.8, 2.6
    expected, found = chain_waits(uses, 4, share), model_waits(uses, 4, share)
    for exact, near in zip(expected, found, strict=True):
        assert near == pytest.approx(exact, rel=0.15, abs=0.05 * max(expected))


def test_weights_beside_which_nobody_waits_leave_the_cps_that_others_leave() -> None:
    assert usable_cps(16, 500, [500, 500], 16, 2.0, False, 2.0, 2.0) == 14.0


def test_who_uses_its_share_of_what_is_used_has_what_others_leave() -> None:
    assert usable_cps(16, 300, [300, 700], 16, 8.4, False, 3.6, 8.4) == pytest.approx(7.6)


def test_what_is_left_of_shares_goes_to_those_who_want_more_by_their_weights() -> None:
    # Others that fit leave the rest; who uses more than its part is cut to that.
    assert fair_cps(300, [(700, 2.0)], 10.0) == pytest.approx(8.0)
    assert fair_cps(300, [(700, 9.0)], 10.0) == pytest.approx(3.0)
    # The first leaves 3 of its 5; the other two share 8 as 3 to 2.
    assert fair_cps(300, [(500, 2.0), (200, math.inf)], 10.0) == pytest.approx(8.0 * 0.6)
    assert fair_cps(200, [(500, 2.0), (300, math.inf)], 10.0) == pytest.approx(8.0 * 0.4)
    assert fair_cps(100, [], 10.0) == pytest.approx(10.0)


@pytest.mark.parametrize("own", [0.4, 0.8, 1.2, 1.6])
def test_a_neighbour_that_grows_never_shortens_the_wait(own: float) -> None:
    """More CPs were left where a hundredth of the machine was used beyond shares."""
    cps, left = 4.0, []
    for other in np.arange(0.1, cps - own - 0.1, 0.004):
        used = own + float(other)
        within = min(float(other), 0.5 * used)
        usable = usable_cps(cps, 1.0, [1.0, 1.0], cps, float(other), False, own, within)
        left.append(usable)
    assert (np.diff(left) <= 1e-9).all()
