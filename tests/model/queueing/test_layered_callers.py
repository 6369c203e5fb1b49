"""Tasks of few threads whose holders come to a server at which others are, against exact chains."""

from __future__ import annotations

import math

import pytest

from model.queueing import Call, Entry, LayeredNetwork, Processor, Task, solve
from model.queueing.layered import solve_layered_batch


def one_thread_above_a_shared_server(
    *, some=1, others=2, think_s=0.0, second_s=0.13, discipline="fcfs", direct=1.0
):
    """Some only ask for the one thread of ``front``; others also ask what that calls."""
    return LayeredNetwork(
        (
            Processor("desk", math.inf, "inf"), Processor("web", 2, "fcfs"),
            Processor("disk", 1, discipline),
        ),
        (
            Task("some", "desk", some, reference=True, think_time_s=think_s),
            Task("others", "desk", others, reference=True),
            Task("front", "web", 1), Task("store", "disk", 1),
        ),
        (
            Entry("a", "some", (0.0,), (Call("page", 0.5),)),
            Entry("b", "others", (0.0,), (Call("page", 1.7), Call("read", direct))),
            Entry("page", "front", (0.45, second_s), (Call("read", 0.5), Call("look", 0.5))),
            Entry("read", "store", (1.3,)), Entry("look", "store", (0.25,)),
        ),
    )  # fmt: skip


@pytest.mark.parametrize("discipline", ["fcfs", "ps"])
@pytest.mark.parametrize("second_s", [0.0, 0.13, 0.9])
@pytest.mark.parametrize(("some", "others", "think_s"), [(1, 2, 0.0), (2, 2, 1.0), (1, 4, 0.3)])
def test_who_only_waits_for_the_thread_gets_no_more_done_than_he_does(
    some, others, think_s, second_s, discipline
):
    """Solved one by one the thread and the store let them have up to a fifth too much."""
    network = one_thread_above_a_shared_server(
        some=some, others=others, think_s=think_s, second_s=second_s, discipline=discipline
    )
    exact, close = (solve(network, m).throughput for m in ("exact", "linearizer"))
    for group in ("some", "others"):
        assert close[group] == pytest.approx(exact[group], rel=0.02)


def test_threads_of_two_tasks_that_call_one_server():
    """Its single customer was said to get 22 % too much done."""
    network = LayeredNetwork(
        (
            Processor("desk", math.inf, "inf"), Processor("p", 2, "fcfs"),
            Processor("q", 1, "fcfs"), Processor("r", 1, "ps"),
        ),
        (
            Task("many", "desk", 4, reference=True),
            Task("one", "desk", 1, reference=True, think_time_s=1.0),
            Task("left", "p", 1), Task("right", "q", 1), Task("store", "r", 1),
        ),
        (
            Entry("m", "many", (0.08,), (Call("l", 1.2), Call("x", 0.7))),
            Entry("o", "one", (0.0,), (Call("l", 2.7),)),
            Entry("l", "left", (0.34,), (Call("read", 1.7),)),
            Entry("x", "right", (0.2,), (Call("find", 1.3), Call("read", 2.0))),
            Entry("read", "store", (1.7,)), Entry("find", "store", (0.64,)),
        ),
    )  # fmt: skip
    exact, close = (solve(network, m).throughput for m in ("exact", "linearizer"))
    assert close["one"] == pytest.approx(exact["one"], rel=0.02)
    assert close["many"] == pytest.approx(exact["many"], rel=0.02)


def two_entries_of_one_thread(long_calls, long_s):
    """Both entries of ``front`` call ``store``, whose threads share one disk."""
    return LayeredNetwork(
        (
            Processor("desk", math.inf, "inf"), Processor("web", 1, "ps"),
            Processor("disk", 1, "ps"),
        ),
        (
            Task("some", "desk", 2, reference=True, think_time_s=5.0),
            Task("others", "desk", 2, reference=True, think_time_s=5.0),
            Task("front", "web", 1), Task("store", "disk", 3),
        ),
        (
            Entry("a", "some", (0.0,), (Call("short", 1.5), Call("long", 0.8))),
            Entry("b", "others", (0.0,), (Call("short", 0.6), Call("read", 0.5))),
            Entry("short", "front", (0.3,), (Call("read", 0.2),)),
            Entry("long", "front", (long_s,), (Call("read", long_calls),)),
            Entry("read", "store", (1.0,)),
        ),
    )  # fmt: skip


def two_front_ends_on_the_processor_of_their_store(discipline):
    """Two tasks of one thread run where a task runs that both call."""
    return LayeredNetwork(
        (Processor("desk", math.inf, "inf"), Processor("cpu", 1, discipline)),
        (
            Task("some", "desk", 2, reference=True), Task("others", "desk", 2, reference=True),
            Task("left", "cpu", 1), Task("right", "cpu", 1), Task("store", "cpu", 1),
        ),
        (
            Entry("a", "some", (0.4,), (Call("page", 2.9), Call("form", 1.2))),
            Entry("b", "others", (0.5,), (Call("form", 0.7),)),
            Entry("page", "left", (1.0,), (Call("read", 1.3),)),
            Entry("form", "right", (0.8,), (Call("read", 0.9),)),
            Entry("read", "store", (0.6,)),
        ),
    )  # fmt: skip


@pytest.mark.parametrize("discipline", ["fcfs", "ps"])
def test_threads_that_wait_for_a_thread_on_their_own_processor(discipline):
    """One group was said to get 12 % too much done and the other 6 % too little."""
    network = two_front_ends_on_the_processor_of_their_store(discipline)
    exact, close = (solve(network, m).throughput for m in ("exact", "linearizer"))
    for group in ("some", "others"):
        assert close[group] == pytest.approx(exact[group], rel=0.02)


def test_threads_and_requests_are_served_in_the_order_in_which_they_come():
    """Where who comes back at once could overtake, some got 12 % too little done."""
    network = LayeredNetwork(
        (Processor("desk", math.inf, "inf"), Processor("cpu", 1, "fcfs")),
        (
            Task("some", "desk", 3, reference=True, think_time_s=1.0),
            Task("others", "desk", 3, reference=True),
            Task("front", "cpu", 1), Task("long", "cpu", 1), Task("store", "cpu", 1),
        ),
        (
            Entry("a", "some", (0.0,), (Call("page", 0.5),)),
            Entry("b", "others", (0.0,), (Call("l", 0.4),)),
            Entry("page", "front", (0.1,), (Call("write", 2.3),)),
            Entry("l", "long", (2.7,)), Entry("write", "store", (0.7, 0.6)),
        ),
    )  # fmt: skip
    exact, close = (solve(network, m).throughput for m in ("exact", "linearizer"))
    for group in ("some", "others"):
        assert close[group] == pytest.approx(exact[group], rel=0.005)


def test_entries_that_keep_the_thread_for_unlike_times_are_told_apart():
    """One length for both would hide the long ones that others wait for."""
    network = two_entries_of_one_thread(3.0, 1.2)
    exact, close = (solve(network, m).throughput for m in ("exact", "linearizer"))
    for group in ("some", "others"):
        assert close[group] == pytest.approx(exact[group], rel=0.025)


def test_variants_that_are_planned_unlike_are_solved_as_each_alone():
    """Whether entries are told apart follows from a variant's own times, not from the first's."""
    networks = [two_entries_of_one_thread(*long) for long in ((0.2, 0.35), (3.0, 1.2))]
    for network, answer in zip(networks, solve_layered_batch(networks), strict=True):
        alone = solve_layered_batch([network])[0]
        assert answer.throughput == pytest.approx(alone.throughput, rel=1e-6)
