"""Goals of layered networks: each answer held against solving on both sides of it."""

from __future__ import annotations

import math
from itertools import count

import pytest

from model.queueing import (
    Call,
    Entry,
    LayeredNetwork,
    NetworkError,
    Processor,
    Task,
    layered_chain,
    markov,
    solve,
)
from model.queueing.goals import Goal
from model.queueing.layered_chain import MOST_LOST, solve_chain
from model.queueing.layered_levels import answer_layered_goals, grown


def region(customers=10, threads=3, engines=1, rate=0.0):
    """Users call a region of few threads, which calls a database on its own disk."""
    return LayeredNetwork(
        (Processor("cpu", 2), Processor("disk", engines), Processor("desk", 500)),
        (
            Task("users", "desk", customers, reference=True, think_time_s=1.0),
            Task("region", "cpu", threads),
            Task("db", "disk", 2),
        ),
        (
            Entry("u", "users", (0.0,), (Call("r", 1.0),)),
            Entry("r", "region", (0.05,), (Call("d", 2.0),), arrival_rate_per_s=rate),
            Entry("d", "db", (0.03,)),
        ),
    )


def answered(network, *goals, method="auto", cancel=None):
    return answer_layered_goals(network, solve(network, method), goals, method, cancel)


def response(network, method="auto"):
    return solve(network, method).response["users"]


@pytest.mark.parametrize("seconds", [0.12, 0.2, 0.5])
def test_the_largest_load_lies_between_the_last_that_meets_and_the_first_that_misses(seconds):
    most = next(n for n in count(1) if response(region(n)) > seconds) - 1
    there = answered(region(), Goal("users", seconds))["largest_load"]
    assert most <= 10 * there["factor"] * 1.001
    assert 10 * there["factor"] <= (most + 1) * 1.001
    assert there["breaks"] == f"users mean within {seconds:g} s"


def test_fewest_engines_are_enough_and_one_less_is_not():
    said = answered(region(), Goal("users", 0.12))
    engines = said["engines"]
    assert (engines["station"], engines["now"]) == ("disk", 1)
    assert response(region(engines=engines["servers"])) <= 0.12
    assert response(region(engines=engines["servers"] - 1)) > 0.12
    assert any(line.startswith("engines of processor 'disk'") for line in said["lines"])


def test_threads_are_asked_for_where_they_are_what_is_full():
    """Ten users at a region of one thread, whose processor is hardly busy."""
    said = answered(region(threads=1), Goal("users", 0.2))
    threads = said["engines"]
    assert threads["station"] == "region"
    assert response(region(threads=threads["servers"])) <= 0.2
    assert response(region(threads=threads["servers"] - 1)) > 0.2
    assert any("threads of task 'region'" in line for line in said["lines"])


def test_what_comes_from_outside_may_have_a_goal_of_its_own():
    """It was refused as no reference task, though its response is known."""
    network = region(customers=2, threads=1, rate=0.5)
    mean = solve(network).response["r"]
    met = answered(network, Goal("r", 1.3 * mean))
    missed = answered(network, Goal("r", 0.9 * mean), cancel=lambda: True)
    assert met["goals"][0]["met"]
    assert not missed["goals"][0]["met"]
    assert 1.0 < met["largest_load"]["factor"] < math.inf
    assert met["largest_load"]["breaks"] == f"r mean within {1.3 * mean:g} s"
    with pytest.raises(NetworkError, match="asked from outside; there are users, r"):
        answered(network, Goal("d", 1.0))


def test_the_first_to_break_is_so_busy_there_and_not_before():
    first = answered(region(), Goal("users", 0.5))["first_to_break"]
    assert first["station"] == "region"
    after = int(10 * first["factor"]) + 1
    assert solve(region(after)).layered["tasks"]["region"] >= 0.95
    assert solve(region(after - 2)).layered["tasks"]["region"] < 0.95


def test_arrivals_grow_with_the_customers_and_customers_are_whole():
    corners = grown(region(customers=3, rate=10.0), 1.5)
    assert {round(w, 9) for w, _ in corners} == {0.5}
    assert [n.tasks[0].multiplicity for _, n in corners] == [4.0, 5.0]
    assert {n.entries[1].arrival_rate_per_s for _, n in corners} == {15.0}
    assert [n.tasks[1].multiplicity for _, n in corners] == [3, 3]


def test_what_no_load_breaks_and_what_none_meets():
    alone = response(region(1))
    loose = answered(region(), Goal("users", 1e6))
    assert loose["largest_load"]["factor"] is None
    none = answered(region(), Goal("users", 0.5 * alone))
    assert none["largest_load"]["factor"] < 0.1
    assert none["engines"]["servers"] is None


def test_a_search_without_time_says_so():
    said = answered(region(), Goal("users", 0.2), cancel=lambda: True)
    assert not said["largest_load"]["searched"]
    assert not said["engines"]["searched"]


@pytest.mark.parametrize(
    ("goal", "said"),
    [
        (Goal("nobody", 1.0), "no reference task 'nobody', and no such entry .*; there are users"),
        (Goal("region", 1.0), "no reference task 'region'"),
        (Goal("users", 0.5, 100.0), "0 < percent < 100"),
        (Goal("users", -1.0), "seconds above 0"),
    ],
)
def test_goals_that_cannot_be_are_one_sentence(goal, said):
    with pytest.raises(NetworkError, match=said):
        answered(region(), goal)


def states_seen(monkeypatch):
    """Whatever chains of layered networks go through from here on."""
    seen = []

    def explore(*given):
        found = markov.explore(*given)
        seen.append(len(found[0]))
        return found

    monkeypatch.setattr(layered_chain, "explore", explore)
    return seen


def test_a_chain_that_would_be_too_large_is_foretold_by_small_ones(monkeypatch):
    """It was built up to the 30,000 states it may have, at every load that a search asked for."""
    seen = states_seen(monkeypatch)
    assert not solve(region(10, rate=5.0)).exact
    assert sum(seen) < 5_000
    seen.clear()
    few = solve_chain(region(3, rate=2.5), 30_000)
    assert few.at_limit <= MOST_LOST
    assert few.states < 15_000  # with twice the limit, as it was doubled, 22,000
    longer = solve_chain(region(3, rate=2.0), 30_000)
    assert longer.limit < few.limit


def test_goals_near_saturation_do_not_begin_the_same_chain_over_and_over(monkeypatch):
    network = region(10, rate=10.0)
    today = solve(network)
    seen = states_seen(monkeypatch)
    said = answer_layered_goals(network, today, [Goal("users", 0.4)])
    assert sum(seen) < 60_000
    factor = said["largest_load"]["factor"] * 1.01
    shared = [w * response(n) for w, n in grown(network, factor)]
    assert sum(shared) > 0.4
