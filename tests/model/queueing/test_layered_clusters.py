"""Tasks that share a processor and call only each other, against exact chains."""

from __future__ import annotations

import math

import pytest

from model.queueing import Call, Entry, LayeredNetwork, Processor, Task, solve


def nested(think_s=0.0, threads=1, second_s=0.0):
    """Three tasks of few threads on one processor: one calls both others, users call two."""
    return LayeredNetwork(
        (Processor("desk", math.inf, "inf"), Processor("cpu", 1, "fcfs")),
        (
            Task("some", "desk", 3, reference=True, think_time_s=think_s),
            Task("others", "desk", 2, reference=True, think_time_s=5.0),
            Task("outer", "cpu", threads),
            Task("left", "cpu", 1),
            Task("right", "cpu", 1),
        ),
        (
            Entry("a", "some", (0.0,), (Call("o", 1.6),)),
            Entry("b", "others", (0.0,), (Call("r", 0.7),)),
            Entry("o", "outer", (1.5, second_s), (Call("l", 1.4), Call("r", 2.0))),
            Entry("l", "left", (0.9,)),
            Entry("r", "right", (0.5,)),
        ),
    )


@pytest.mark.parametrize("threads", [1, 2])
def test_a_processor_never_rests_while_all_wait_for_threads_that_run_on_it(threads):
    """By stations it rested 9 % of the time, and carried so much less."""
    answer = solve(nested(threads=threads), "linearizer")
    assert answer.method == "layered-stations"
    assert answer.layered["processors"]["cpu"] == pytest.approx(1.0, abs=0.005)


@pytest.mark.parametrize("think_s", [1.0, 5.0, 20.0])
@pytest.mark.parametrize("second_s", [0.0, 0.8])
def test_the_processor_is_as_busy_as_the_chain_says(think_s, second_s):
    network = nested(think_s, second_s=second_s)
    exact, close = (solve(network, m).layered["processors"]["cpu"] for m in ("exact", "linearizer"))
    assert close == pytest.approx(exact, rel=0.03)


def test_two_processors_do_not_rest_either_while_all_wait_for_threads_that_run_on_them():
    """By stations they rested a fifth of the time."""
    network = LayeredNetwork(
        (Processor("desk", math.inf, "inf"), Processor("cpu", 2, "fcfs")),
        (
            Task("users", "desk", 27, reference=True, think_time_s=5.0),
            Task("many", "cpu", 6),
            Task("few", "cpu", 2),
            Task("inner", "cpu", 9),
        ),
        (
            Entry("a", "users", (0.0,), (
                Call("x", 2.23), Call("i", 1.69), Call("o", 1.43), Call("y", 1.3),
            )),
            Entry("o", "many", (0.882,), (Call("i", 0.5),)),
            Entry("x", "few", (0.771,), (Call("i", 1.17),)),
            Entry("y", "few", (0.624,), (Call("i", 1.6),)),
            Entry("i", "inner", (0.073,)),
        ),
    )  # fmt: skip
    answer = solve(network, "linearizer")
    assert answer.layered["processors"]["cpu"] > 0.98
    # Simulated: 0.4649 per second, half-width 0.0067.
    assert answer.throughput["users"] == pytest.approx(0.4649, rel=0.03)
