"""Searches that end after so much work, not after so much time."""

from __future__ import annotations

import time

from model.queueing import solve
from model.queueing.goals import Goal
from model.queueing.network import ClosedClass, Network, OpenClass, Station
from model.queueing.service_levels import answer_goals
from model.queueing.work import Budget, stopped


def ranked_and_mixed():
    stations = Station("s", 1, "preemptive-resume"), Station("t")
    classes = (ClosedClass("a", 2, 1.0, 2), OpenClass("o", 0.1, 1))
    return Network(stations, classes, {"a": {"s": 0.2, "t": 0.4}, "o": {"s": 1.0}})


def test_a_search_says_the_same_on_a_machine_of_any_speed(monkeypatch):
    """Its end was one of the clock: a busy machine told less."""
    network = ranked_and_mixed()
    today = solve(network)
    goal = [Goal("a", 1.5 * today.response["a"])]
    idle = answer_goals(network, today, goal, cancel=Budget(0.03))
    assert idle["largest_load"]["searched"] is False

    later = iter(range(10**9))
    for clock in ("monotonic", "perf_counter", "time"):
        monkeypatch.setattr(time, clock, lambda: 60.0 * next(later))
    assert answer_goals(network, today, goal, cancel=Budget(0.03)) == idle


def test_a_button_is_not_asked_for_work():
    assert not stopped(None, 1e9)
    assert stopped(lambda: True, 0.0)
    budget = Budget(1.0)
    assert not stopped(budget, 0.9e6)
    assert stopped(budget, 0.2e6)
