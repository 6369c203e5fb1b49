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


def test_threads_that_come_here_for_threads_alone():
    """``front`` was solved without the one ``store`` thread that is asked beside it: 25 % off."""
    network = LayeredNetwork(
        (
            Processor("desk", math.inf, "inf"), Processor("web", 2, "ps"),
            Processor("disk", 1, "fcfs"),
        ),
        (
            Task("one", "desk", 1, reference=True),
            Task("many", "desk", 3, reference=True, think_time_s=5.0),
            Task("front", "web", 1), Task("side", "disk", 3), Task("store", "disk", 1),
        ),
        (
            Entry("a", "one", (0.0,), (Call("beside", 2.46), Call("page", 1.15))),
            Entry("b", "many", (0.48,), (Call("look", 1.95),)),
            Entry("page", "front", (0.713,), (Call("write", 1.16),)),
            Entry("look", "front", (0.306,), (Call("read", 0.75),)),
            Entry("beside", "side", (0.413,), (Call("read", 0.83),)),
            Entry("read", "store", (3.217,)), Entry("write", "store", (0.509,)),
        ),
    )  # fmt: skip
    exact, close = (solve(network, m).throughput for m in ("exact", "linearizer"))
    for group in ("one", "many"):
        assert close[group] == pytest.approx(exact[group], rel=0.02)


@pytest.mark.parametrize(("calls", "long_s"), [(0.65, 2.33), (0.5, 3.0), (1.62, 5.3)])
def test_services_that_are_nothing_or_long(calls, long_s):
    """With branches of balanced means, which are neither, up to 20 % off."""
    network = LayeredNetwork(
        (Processor("desk", math.inf, "inf"), Processor("p", 1, "fcfs"), Processor("q", 1, "fcfs")),
        (
            Task("some", "desk", 2, reference=True, think_time_s=1.0),
            Task("one", "desk", 1, reference=True),
            Task("front", "p", 1), Task("store", "q", 1),
        ),
        (
            Entry("a", "some", (0.16,), (Call("page", 0.9), Call("look", 0.4))),
            Entry("b", "one", (0.0,), (Call("page", 1.4),)),
            Entry("page", "front", (0.25,), (Call("read", calls),)),
            Entry("look", "front", (0.52,), (Call("read", 2.2),)),
            Entry("read", "store", (long_s,)),
        ),
    )  # fmt: skip
    exact, close = (solve(network, m).throughput for m in ("exact", "linearizer"))
    for group in ("some", "one"):
        assert close[group] == pytest.approx(exact[group], rel=0.05)


def test_of_two_limits_that_both_keep_all_but_one_away_one_is_left():
    """Each was dropped for the other's sake, and all four customers came at once: 12 % off."""
    network = LayeredNetwork(
        (
            Processor("desk", math.inf, "inf"), Processor("p", 1, "ps"), Processor("q", 1, "ps"),
            Processor("r", 1, "ps"),
        ),
        (
            Task("all", "desk", 4, reference=True), Task("front", "p", 1), Task("back", "q", 1),
            Task("store", "r", 1),
        ),
        (
            Entry("a", "all", (0.8,), (Call("page", 1.9),)),
            Entry("page", "front", (1.5, 1.3), (Call("find", 3.0),)),
            Entry("find", "back", (0.6, 0.4), (Call("read", 1.6),)),
            Entry("read", "store", (1.5, 0.06)),
        ),
    )  # fmt: skip
    exact, close = (solve(network, m).throughput["all"] for m in ("exact", "linearizer"))
    assert close == pytest.approx(exact, rel=0.02)


def test_servers_that_do_more_than_they_can_are_planned_again():
    """Rates were lowered by 16 % to what the processor can do, and were 17 % too high even so."""
    network = LayeredNetwork(
        (
            Processor("desk", math.inf, "inf"), Processor("p", 1, "ps"), Processor("q", 2, "fcfs"),
            Processor("r", 1, "ps"),
        ),
        (
            Task("all", "desk", 4, reference=True, think_time_s=1.0),
            Task("front", "p", 2), Task("side", "p", 1), Task("back", "q", 3), Task("far", "r", 2),
            Task("store", "p", 2),
        ),
        (
            Entry("a", "all", (0.143,), (Call("page", 1.14), Call("form", 1.15))),
            Entry("page", "front", (0.3,), (Call("find", 1.15), Call("send", 1.64))),
            Entry("form", "side", (1.821,), (Call("find", 1.56),)),
            Entry("find", "back", (1.241,), (Call("read", 2.31),)),
            Entry("send", "far", (1.203,), (Call("read", 2.13),)),
            Entry("read", "store", (0.487,)),
        ),
    )  # fmt: skip
    exact, close = (solve(network, m) for m in ("exact", "linearizer"))
    assert close.throughput["all"] == pytest.approx(exact.throughput["all"], rel=0.05)
    assert not any("rates were lowered by 1" in note for note in close.notes)
