"""Layered networks with requests from outside: nothing is lost, and they have a response."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from model.queueing import (
    Call,
    Entry,
    LayeredNetwork,
    NetworkError,
    Processor,
    Task,
    solve,
    solve_layered_batch,
)
from model.queueing.layered_chain import MOST_LOST, solve_chain
from model.queueing.simulation import check_solution


def desk(*others: Entry, users: int = 1, threads: int = 2) -> LayeredNetwork:
    """Users who ask an entry with a long second phase; other entries are on a server beside it."""
    ask = Entry("ask", "users", (0.0,), (Call("page", 1.0),))
    page = Entry("page", "web", (0.1, 1.2))
    return LayeredNetwork(
        (Processor("own", math.inf, "inf"), Processor("cpu", 2, "fcfs"), Processor("disk", 1)),
        (
            Task("users", "own", users, reference=True),
            Task("web", "cpu", 2),
            Task("store", "disk", threads),
        ),
        (ask, page, *others),
    )


def test_requests_beside_long_second_phases_are_not_lost():
    """Of an answer that called itself exact they were: nothing came while a second thread was busy.

    The number that can be without a caller was counted with what goes on after replies, and the
    time at the most that ever were was taken for the time at the limit.
    """
    network = desk(Entry("read", "store", (0.5,), arrival_rate_per_s=0.8))
    answer = solve(network, "exact")
    assert answer.exact
    assert answer.utilization["disk"] == pytest.approx(0.8 * 0.5, abs=1e-5)
    pages = answer.throughput["page"] * 1.3 / 2
    assert answer.utilization["cpu"] == pytest.approx(pages, abs=1e-5)
    assert solve_chain(network, 30_000).at_limit <= MOST_LOST


@pytest.mark.parametrize(("method", "near"), [("exact", 1e-4), ("linearizer", 0.01)])
def test_requests_from_outside_have_a_response(method, near):
    """It was blank. Alone at a server of one thread they are M/M/1."""
    answer = solve(desk(Entry("read", "store", (0.5,), arrival_rate_per_s=0.8), threads=1), method)
    assert answer.response["read"] == pytest.approx(0.5 / (1.0 - 0.4), rel=near)
    assert "page" not in answer.response  # nobody outside asks for it


def test_a_reply_comes_before_the_second_phase():
    """What nobody else asks for waits for M/M/1 of the whole, and is replied to after the first."""
    read = Entry("read", "store", (0.25, 0.25), arrival_rate_per_s=0.8)
    answer = solve(desk(read, threads=1), "exact")
    wait = 0.8 * (2 * 0.25**2 + 2 * 0.25**2 + 2 * 0.25 * 0.25) / 2 / (1 - 0.4)
    assert answer.response["read"] == pytest.approx(wait + 0.25, rel=1e-4)


def test_requests_from_outside_are_not_mixed_with_what_is_sent():
    """The chain cannot tell them apart in one queue, and says so rather than the mean of both."""
    send = Call("read", 1.0, "async", 1)
    network = LayeredNetwork(
        (Processor("own", math.inf, "inf"), Processor("disk", 1)),
        (
            Task("users", "own", 1, reference=True, think_time_s=1.0),
            Task("store", "disk", 1),
        ),
        (
            Entry("ask", "users", (0.1,), (send,)),
            Entry("read", "store", (0.5,), arrival_rate_per_s=0.3),
        ),
    )
    answer = solve(network, "exact")
    assert answer.throughput["read"] == pytest.approx(0.3 + answer.throughput["users"], rel=1e-5)
    assert answer.response["read"] is None
    assert any("not told from" in note for note in answer.notes)
    assert solve(network, "linearizer").response["read"] > 0.8


def test_servers_that_are_asked_from_outside_are_chains_too():
    """By layered AMVA 36 % too slow: the processor's work is that of whoever waits for it."""
    tasks = (
        Task("one", "own", 1, reference=True, think_time_s=5.0),
        Task("three", "own", 3, reference=True),
        Task("gate", "cpu", 1),
        Task("back", "cpu", 3),
        Task("store", "cpu", 2),
    )
    entries = (
        Entry("a", "one", (0.138,), (Call("page", 2.26),)),
        Entry("b", "three", (0.254,), (Call("page", 1.06),)),
        Entry("page", "gate", (0.72,), (Call("read", 1.73), Call("log", 1.92))),
        Entry("log", "back", (0.226, 1.352)),
        Entry("read", "store", (2.565,), arrival_rate_per_s=0.0385),
    )
    own = Processor("own", math.inf, "inf")
    network = LayeredNetwork((own, Processor("cpu", 1, "fcfs")), tasks, entries)
    exact, found = (solve(network, m) for m in ("exact", "linearizer"))
    assert found.method == "layered-stations"
    for name in ("one", "three"):
        assert found.throughput[name] == pytest.approx(exact.throughput[name], rel=0.07)
    assert found.response["read"] == pytest.approx(exact.response["read"], rel=0.12)
    assert found.layered["entries"].keys() == exact.layered["entries"].keys()
    assert found.utilization.keys() == exact.utilization.keys()
    figures = found.notes[-1].figures
    assert set(figures) == {"response", "utilisation"}


def test_variants_with_and_without_arrivals_are_solved_in_one_pass():
    """Each as by itself, with the room for requests that it needs."""
    rates = (0.0, 0.4, 1.1, 1.6)
    many = [desk(Entry("read", "store", (0.5,), arrival_rate_per_s=x), threads=1) for x in rates]
    for one, together in zip(many, solve_layered_batch(many), strict=True):
        alone = solve_layered_batch([one])[0]
        assert together.throughput == pytest.approx(alone.throughput, rel=1e-5)
        assert together.response == pytest.approx(alone.response, rel=1e-5)
    assert "read" not in solve_layered_batch(many)[0].response


def test_who_gets_a_thread_may_be_before_who_gave_it_back():
    """Who was answered was always first in the simulation: tasks were 6 % busier than they are."""
    users = Task("users", "own", 4, reference=True, think_time_s=1.0)
    network = LayeredNetwork(
        (Processor("own", math.inf, "inf"), Processor("cpu", 1, "fcfs")),
        (users, Task("web", "cpu", 1), Task("store", "cpu", 1)),
        (
            Entry("ask", "users", (0.0,), (Call("page", 1.0), Call("read", 4.0))),
            Entry("page", "web", (0.8,), (Call("read", 4.0),)),
            Entry("read", "store", (0.05,)),
        ),
    )
    answer = solve(network, "exact")
    check = check_solution(network, answer, seconds=60, processes=1, completions=30_000)
    assert check.verdict == "agree", check.line
    assert check.simulated.pool_use["store"].value == pytest.approx(
        answer.layered["tasks"]["store"], rel=0.03
    )


def test_calls_that_are_sent_in_no_time_are_refused_for_what_they_are() -> None:
    """Called more than 200000 states, of which a rough guess said six."""

    def sending(demand_s: float) -> LayeredNetwork:
        return LayeredNetwork(
            (Processor("desk", math.inf, "inf"), Processor("cpu", 1, "fcfs")),
            (Task("users", "desk", 2, reference=True, think_time_s=1.0), Task("log", "cpu", 1)),
            (
                Entry("ask", "users", (demand_s,), (Call("write", 1.0, "async"),)),
                Entry("write", "log", (0.1,)),
            ),
        )

    with pytest.raises(NetworkError, match="without demand make in no time"):
        solve(sending(0.0), "exact")
    assert solve(sending(0.0)).throughput["users"] == pytest.approx(2.0)
    assert solve(sending(1e-4), "exact").throughput["users"] == pytest.approx(2.0, rel=1e-3)


def crowd() -> LayeredNetwork:
    """Many threads of one task for four users and two kinds of requests from outside."""
    return LayeredNetwork(
        (Processor("own", math.inf, "inf"), Processor("cpu", 2, "fcfs")),
        (
            Task("users", "own", 4, reference=True, think_time_s=1.0),
            Task("web", "cpu", 9),
        ),
        (
            Entry("ask", "users", (0.124,), (Call("read", 1.97), Call("write", 0.53))),
            Entry("read", "web", (0.146,), arrival_rate_per_s=0.6385),
            Entry("write", "web", (1.394,), arrival_rate_per_s=0.6385),
        ),
    )


def test_requests_from_outside_meet_more_than_users_who_do_not_meet_themselves():
    """Where threads stand for who holds them they waited as long as users do: 45 % too short.

    Simulated: 1.935 and 3.207 s, half-widths 0.08 and 0.12.
    """
    answer = solve(crowd(), "linearizer")
    assert answer.response["read"] == pytest.approx(1.935, rel=0.25)
    assert answer.response["write"] == pytest.approx(3.207, rel=0.15)


def test_notes_tell_the_errors_of_many_customers_where_there_are_many():
    few, many = (
        replace(desk(Entry("read", "store", (0.5,), arrival_rate_per_s=0.8), users=n), id="n")
        for n in (8, 9)
    )
    said = [" ".join(solve(n, "linearizer").notes) for n in (few, many)]
    assert "layered networks of a few customers" in said[0]
    assert "layered networks of many customers" in said[1]


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("rate", [0.8, 1.2, 1.6])
def test_arrivals_alone_at_one_processor_are_mm1(rate, threads):
    """By stations they were 24 % too fast at 80 %, as a queue had no room for more than nine."""
    network = LayeredNetwork(
        (Processor("cpu", 1, "fcfs"),),
        (Task("web", "cpu", threads),),
        (Entry("read", "web", (0.5,), arrival_rate_per_s=rate),),
    )
    mean = 0.5 / (1.0 - 0.5 * rate)
    assert solve(network, "linearizer").response["read"] == pytest.approx(mean, rel=0.02)
