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
