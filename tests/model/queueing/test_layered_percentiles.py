"""Percentiles of layered responses: where they are known, and against simulation."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest
from scipy.optimize import brentq

from app.cli import main
from model.queueing import (
    Call,
    Entry,
    LayeredNetwork,
    Network,
    OpenClass,
    Processor,
    Station,
    Task,
    layered,
    layered_levels,
    solve,
    solve_many,
)
from model.queueing.goals import Goal
from model.queueing.layered_levels import answer_layered_goals, grown
from model.queueing.layered_percentiles import layered_times
from model.queueing.passage import PassageTimes, exponential_transform, mixture_transform
from model.queueing.percentiles import fit, response_times
from model.queueing.simulation import check_solution

SHARES = (50, 90, 95, 99)


def alone(calls=3.0, think_s=1.0):
    """One user whose work meets nobody."""
    return LayeredNetwork(
        (Processor("cpu"), Processor("disk")),
        (Task("user", "cpu", 1, reference=True, think_time_s=think_s), Task("store", "disk")),
        (Entry("u", "user", (0.8,), (Call("s", calls),)), Entry("s", "store", (0.2,))),
    )


def busy(users=12, threads=2, rate=0.0):
    return LayeredNetwork(
        (Processor("desk", math.inf, "inf"), Processor("cpu", 1, "ps"), Processor("disk")),
        (
            Task("users", "desk", users, reference=True, think_time_s=2.0),
            Task("server", "cpu", threads),
            Task("store", "disk"),
        ),
        (
            Entry("u", "users", (0.0,), (Call("s", 2.0),)),
            Entry("s", "server", (0.1,), (Call("d", 1.5),), arrival_rate_per_s=rate),
            Entry("d", "store", (0.05,)),
        ),
    )


@pytest.mark.parametrize("cv2", [0.04, 0.3, 1.0, 3.0])
def test_a_transform_gives_back_the_distribution(cv2):
    known = fit(2.0, 4.0 * cv2, 16.0 * cv2**2)
    found = PassageTimes(2.0, mixture_transform(known.mixture))
    assert found.cv2 == pytest.approx(cv2, rel=1e-3)
    for p in SHARES:
        assert found.percentile(p) == pytest.approx(known.percentile(p), rel=1e-5)
        assert found.share_within(known.percentile(p)) == pytest.approx(p / 100, abs=1e-6)
    assert found.share_within(0.0) == 0.0
    assert PassageTimes(0.0, exponential_transform(0.0)).percentile(90) == 0.0


@pytest.mark.parametrize("times_s", [(1.0, 0.3), (1.0, 0.5, 0.1), (0.02, 0.4, 0.4001)])
def test_half_of_the_responses_at_low_use(times_s):
    """Two moments of the whole path put it 5 % off; a sum of exponential times is known."""
    stations = tuple(Station(f"s{k}", 1, "fcfs") for k in range(len(times_s)))
    rate = 1e-4
    network = Network(
        stations, (OpenClass("o", rate),),
        {"o": {s.name: t for s, t in zip(stations, times_s, strict=True)}},
    )  # fmt: skip
    paces = [1.0 / t - rate for t in times_s]

    def beyond(at_s):
        return sum(
            math.exp(-r * at_s) * math.prod(q / (q - r) for q in paces if q != r) for r in paces
        )

    found = response_times(network, solve(network))["o"]
    for p in SHARES:
        known = brentq(lambda t, p=p: beyond(t) - 1 + p / 100, 1e-9, 50.0)
        assert found.percentile(p) == pytest.approx(known, rel=2e-3)


def test_who_meets_nobody_waits_for_a_geometric_number_of_calls():
    """Then the whole host demand is exponential, and so are the calls but for those who make none.

    With y calls on average: the transform of slices and calls, inverted by hand for one pole pair.
    """
    network = alone()
    answer = solve(network)
    found = layered_times(network, answer)["user"]
    # T(s) = (1 - q) S / (1 - q S C) with S = 1/(1 + a s), C = 1/(1 + b s), q = y/(1 + y)
    a, b, q = 0.8 / 4.0, 0.2, 0.75
    roots = [(-(a + b) + sign * math.sqrt((a + b) ** 2 - 4 * a * b * (1 - q))) / (2 * a * b)
             for sign in (1, -1)]  # fmt: skip
    one, two = roots
    weight = [(1 - q) * (1 + b * r) / (a * b * (r - other)) / -r
              for r, other in ((one, two), (two, one))]  # fmt: skip
    assert sum(weight) == pytest.approx(1.0)
    for p in SHARES:
        t = found.percentile(p)
        left = sum(w * math.exp(r * t) for w, r in zip(weight, roots, strict=True))
        assert 1 - left == pytest.approx(p / 100, abs=1e-5)


@pytest.mark.parametrize(
    "network", [busy(6, 2), busy(4, 3), busy(4, 2, rate=0.2)], ids=["lines", "threads", "arrivals"]
)
def test_percentiles_against_simulation(network):
    answer = solve(network)
    found = layered_times(network, answer)
    seen = check_solution(network, answer, seconds=8, completions=30_000, processes=1)
    assert set(found) == set(seen.simulated.chains)
    for name, times in found.items():
        for p in SHARES:
            value = seen.simulated.chains[name].percentiles[p]
            off = abs(times.mean_s / seen.simulated.chains[name].response.value - 1.0)
            near = ((0.14, 0.08, 0.08, 0.1)[SHARES.index(p)] + off) * value.value
            assert times.percentile(p) == pytest.approx(value.value, abs=near + value.half)


def test_the_mean_is_the_answers():
    network = busy(3, 2, rate=0.2)
    answer = solve(network)
    for name, times in layered_times(network, answer).items():
        assert times.mean_s == answer.response[name]
        step = 1e-4 / times.mean_s
        slope = (1.0 - times.transform(np.array([step + 0j]))[0].real) / step
        assert slope == pytest.approx(times.mean_s, rel=1e-3)


def test_a_share_of_responses_is_a_goal_of_layered_classes_too():
    network = busy(3, 2)
    answer = solve(network)
    within = layered_times(network, answer)["users"].percentile(90)
    said = answer_layered_goals(network, answer, [Goal("users", 1.5 * within, 90.0)])
    assert said["goals"][0]["met"] is True
    assert said["goals"][0]["probability"] > 0.9
    most = said["largest_load"]["factor"]
    assert most > 1.0
    users = 3 * most
    few, many = math.floor(users), math.floor(users) + 1
    at = {n: layered_times(busy(n, 2), solve(busy(n, 2)))["users"].percentile(90)
          for n in (few, many)}  # fmt: skip
    assert at[few] <= 1.5 * within * 1.001
    assert at[many] >= 1.5 * within * 0.999


def test_the_command_gives_percentiles_and_their_error(tmp_path, capsys):
    file = tmp_path / "n.json"
    file.write_text(json.dumps({
        "format": "plexwright-network/1",
        "lqn": {
            "processors": [{"name": "cpu"}],
            "tasks": [{"name": "u", "processor": "cpu", "reference": True, "think_time": 1.0}],
            "entries": [{"name": "e", "task": "u", "host_demand": [0.5]}],
        },
    }))  # fmt: skip
    assert main(["solve", "--json", "--percentiles", str(file)]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["percentiles"]["u"]["50"] == pytest.approx(0.5 * math.log(2.0), rel=1e-6)
    assert any("percentiles of a layered network" in note for note in document["notes"])


def test_notes_say_what_a_crowd_of_networks_and_of_customers_means(monkeypatch):
    monkeypatch.setattr(layered, "AUTO_STATES", 5)
    many = solve_many([busy(20 + k, 2) for k in range(11)])
    assert all(any("networks of one shape" in n for n in a.notes) for a in many)
    [one] = solve_many([busy(20, 2)])
    assert not any("networks of one shape" in n for n in one.notes)
    assert any("random layered networks of up to 80 customers, beyond" in n for n in one.notes)


def test_goals_are_searched_for_by_the_method_of_todays_answer(monkeypatch):
    """Once a chain was too large, fewer states were told apart than in today's answer."""
    monkeypatch.setattr(layered, "AUTO_STATES", 5)
    asked = []

    def asks(networks, method, **others):
        asked.append(method)
        return solve_many(networks, method, **others)

    monkeypatch.setattr(layered_levels, "solve_many", asks)
    network = busy(8, 2)
    answer = solve(network)
    assert not answer.exact
    goal = Goal("users", answer.response["users"] * 1.3)
    factor = answer_layered_goals(network, answer, [goal])["largest_load"]["factor"]
    assert set(asked) <= {"schweitzer", "auto"}
    at = sum(w * solve(n).response["users"] for w, n in grown(network, factor))
    assert at == pytest.approx(goal.seconds, rel=5e-3)


def test_what_is_cut_off_is_no_part_of_a_response_that_is_called_exact():
    """At 90 % use 1e-7 of the time beyond the cut was 1.1e-5 of the mean response."""
    for rate in (0.05, 1.2, 1.8):
        network = LayeredNetwork(
            (Processor("cpu"),), (Task("web", "cpu", math.inf),),
            (Entry("read", "web", (0.5,), arrival_rate_per_s=rate),),
        )  # fmt: skip
        answer = solve(network, "exact")
        assert answer.exact
        assert answer.response["read"] == pytest.approx(0.5 / (1.0 - 0.5 * rate), rel=1e-6)


@pytest.mark.parametrize("method", ["auto", "linearizer"])
def test_work_without_demand_behind_threads_is_no_singular_matrix(method):
    """A customer who only asks a task that takes no time: a state is never left."""
    network = LayeredNetwork(
        (Processor("cpu"), Processor("other", 3, "ps")),
        (
            Task("server", "cpu", 2),
            Task("one", "cpu", 2, reference=True, think_time_s=1.0),
            Task("two", "cpu", 2, reference=True, think_time_s=1.0),
        ),
        (
            Entry("none", "server", (0.0,)),
            Entry("works", "one", (0.1,), (Call("none", 0.5),)),
            Entry("asks", "two", (0.0,), (Call("none", 1.5),)),
        ),
    )
    answer = solve(network, method)
    assert answer.response["two"] == pytest.approx(0.0, abs=1e-9)
    assert 0.1 < answer.response["one"] < 0.12
