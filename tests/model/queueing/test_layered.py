"""Layered networks: published exact solutions, equivalences, and the approximation's error."""

from __future__ import annotations

import math

import numpy as np
import pytest

from model.queueing import (
    Call,
    Entry,
    LayeredNetwork,
    NetworkError,
    Processor,
    Task,
    parse_network,
    solve,
    solve_layered_batch,
)
from model.queueing.layered_chain import estimate_states, solve_chain
from model.queueing.markov import TooManyStates
from tests.model.queueing.oracles import repairmen, steady_state


def task(name, processor, threads=1, reference=False, think=0.0):
    return {"name": name, "processor": processor, "multiplicity": threads, "reference": reference,
            "think_time": think}  # fmt: skip


def entry(name, owner, demand, *calls):
    keys = ("to", "mean", "phase", "type")
    return {"name": name, "task": owner, "host_demand": demand,
            "calls": [dict(zip(keys, c, strict=False)) for c in calls]}  # fmt: skip


def processor(name, scheduling="fcfs", many=1):
    return {"name": name, "scheduling": scheduling, "multiplicity": many}


def layered(processors, tasks, entries):
    return parse_network({"lqn": {"processors": processors, "tasks": tasks, "entries": entries}})


OVERTAKING = layered(
    [processor("p1", "inf"), processor("p2")],
    [task("t1", "p1", 1, True), task("t2", "p2")],
    [entry("e1", "t1", [1], ("e2", 1)), entry("e2", "t2", [1, 1])],
)
INTERLOCK = layered(
    [processor("p0", "inf"), processor("p1"), processor("p2")],
    [task("t0", "p0", 1, True), task("t1", "p1"), task("t2", "p2")],
    [entry("e0", "t0", [1], ("e2", 1), ("e1", 1)), entry("e1", "t1", [1], ("e2", 1)),
     entry("e2", "t2", [1])],
)  # fmt: skip
SPLIT = layered(
    [processor("client", "inf"), processor("server")],
    [task("c0", "client", 1, True), task("s0", "server"), task("s1", "server")],
    [entry("c0e", "c0", [0, 1], ("s0e", 1, 1), ("s1e", 2, 1), ("s0e", 1, 2)),
     entry("s0e", "s0", [1, 1.5]), entry("s1e", "s1", [3])],
)  # fmt: skip


@pytest.mark.parametrize(
    ("network", "throughput", "busy"),
    [
        # LQNS V5 regression models solved exactly as Petri nets (petrisrvn), github.com/
        # layeredqueuing/V5, models/regression-xml/petri-results: 31-overtaking.lqxo,
        # 10-interlock.lqxo, 16-split-interlock.lqxo.
        (OVERTAKING, 0.4, {"t2": 0.8}),
        (INTERLOCK, 0.25, {"t1": 0.5, "t2": 0.5}),
        (SPLIT, 0.087283, {"s0": 0.50188, "s1": 0.608353, "server": 0.960121}),
    ],
)
def test_published_petri_net_solutions(network, throughput, busy):
    answer = solve(network)
    assert answer.exact
    reference = next(t.name for t in network.tasks if t.reference)
    assert answer.throughput[reference] == pytest.approx(throughput, rel=2e-5)
    for name, value in busy.items():
        assert answer.utilization[name] == pytest.approx(value, rel=2e-5)


@pytest.mark.parametrize("method", ["auto", "linearizer"])
def test_no_contention_is_a_sum(method):
    # One customer, no second phase: the cycle is the sum of what it does (10-interlock above).
    answer = solve(INTERLOCK, method)
    assert answer.throughput["t0"] == pytest.approx(0.25, rel=1e-9)
    assert answer.converged


@pytest.mark.parametrize(("customers", "threads", "servers"), [(5, 5, 2), (6, 3, 3), (4, 9, 1)])
def test_threads_on_a_processor_are_the_machine_repair_model(customers, threads, servers):
    network = layered(
        [processor("c", "inf"), processor("p", "ps", servers)],
        [task("u", "c", customers, True, 2.0), task("s", "p", threads)],
        [entry("ue", "u", [0], ("se", 1)), entry("se", "s", [0.7])],
    )
    # A geometric number of calls of mean 1 with thinking between cycles: equal to think 2 per call.
    expected = repairmen(min(servers, threads), customers, 0.7, 2.0)
    exact = solve(network, "exact")
    assert exact.throughput["u"] == pytest.approx(expected, rel=0.05)
    close = solve(network, "linearizer")
    assert close.throughput["u"] == pytest.approx(exact.throughput["u"], rel=0.05)


def test_exact_chain_against_one_written_by_hand():
    """Two customers, a server of one thread with a second phase, on a processor of its own.

    State: (customers thinking, requests waiting or served, what the thread does).
    """
    think, one, two, customers = 1.5, 0.4, 0.7, 3

    def moves(state):
        thinking, queued, doing = state
        out = []
        if thinking:
            # The customer's own slice takes no time; with mean 1 call it calls with probability
            # one half, else the cycle is over and it thinks again.
            after = (thinking - 1, queued + 1, doing) if doing else (thinking - 1, queued, 1)
            out.append((0.5 * thinking / think, after))
        if doing == 1:
            # Reply: the customer calls again at once with probability one half.
            for p, (t, q) in ((0.5, (thinking + 1, queued)), (0.5, (thinking, queued + 1))):
                out.append((p / one, (t, q, 2)))
        if doing == 2:
            out.append((1 / two, (thinking, queued - 1, 1) if queued else (thinking, 0, 0)))
        return out

    states, p = steady_state((customers, 0, 0), moves)
    cycles = sum(q * s[0] for q, s in zip(p, states, strict=True)) / think
    busy = sum(q for q, s in zip(p, states, strict=True) if s[2])
    network = layered(
        [processor("c", "inf"), processor("p")],
        [task("u", "c", customers, True, think), task("s", "p")],
        [entry("ue", "u", [0], ("se", 1)), entry("se", "s", [one, two])],
    )
    answer = solve(network, "exact")
    assert answer.throughput["u"] == pytest.approx(cycles, rel=1e-9)
    assert answer.throughput["se"] == pytest.approx(cycles, rel=1e-9)
    assert answer.utilization["s"] == pytest.approx(busy, rel=1e-9)


def test_infinite_threads_on_shared_processors_are_product_form():
    """No software limit and PS processors: a BCMP network with the same demands."""
    network = layered(
        [processor("c", "inf"), processor("p", "ps"), processor("q", "ps", 2)],
        [task("u", "c", 5, True, 3.0), task("a", "p", "inf"), task("b", "q", "inf")],
        [entry("ue", "u", [0.2], ("ae", 1)), entry("ae", "a", [0.5], ("be", 2)),
         entry("be", "b", [0.6])],
    )  # fmt: skip
    flat = parse_network({
        "stations": [{"name": "p"}, {"name": "q", "servers": 2}],
        "classes": [{"name": "u", "population": 5, "think_time": 3.2}],
        "demands": {"u": {"p": 0.5, "q": 1.2}},
    })  # fmt: skip
    exact = solve(flat, "exact")
    chain = solve(network, "exact")
    assert chain.throughput["u"] == pytest.approx(exact.throughput["u"], rel=1e-8)
    assert chain.utilization["p"] == pytest.approx(exact.utilization["p"], rel=1e-8)
    close = solve(network, "linearizer")
    assert close.throughput["u"] == pytest.approx(exact.throughput["u"], rel=0.03)


def random_layered(rng):
    """Two or three layers, one or two reference tasks, shared processors now and then."""
    layers = int(rng.integers(2, 4))
    processors, tasks, names = [], [], []
    for layer in range(layers):
        row = []
        for i in range(int(rng.integers(1, 3))):
            name = f"t{layer}{i}"
            own = Processor(
                f"p{layer}{i}", float(rng.integers(1, 3)), str(rng.choice(["ps", "fcfs"]))
            )
            if layer == 0:
                own = Processor(f"p{layer}{i}", math.inf, "inf")
            elif layer > 1 and rng.random() < 0.3:
                own = next(p for p in processors if p.name == "p10")
            if own not in processors:
                processors.append(own)
            tasks.append(
                Task(name, own.name, float(rng.integers(1, 4)), "fcfs", layer == 0,
                     float(rng.choice([1.0, 5.0])) if layer == 0 else 0.0)
            )  # fmt: skip
            row.append(
                [f"e{layer}{i}{j}" for j in range(1 if layer == 0 else int(rng.integers(1, 3)))]
            )
        names.append(row)
    entries = []
    for layer in range(layers):
        below = [n for row in names[layer + 1 : layer + 2] for group in row for n in group]
        for i, group in enumerate(names[layer]):
            for j, name in enumerate(group):
                reach = below if layer == 0 and i == 0 else below[(i + j) % 2 :: 2]
                calls = tuple(Call(n, float(np.round(rng.uniform(0.3, 2.0), 2))) for n in reach)
                host = float(np.round(rng.exponential(0.5) + 0.05, 3)) if layer else 0.0
                entries.append(Entry(name, f"t{layer}{i}", (host,), calls))
    return LayeredNetwork(tuple(processors), tuple(tasks), tuple(entries))


def test_layered_amva_against_exact_chains():
    rng = np.random.default_rng(2026)
    errors = []
    while len(errors) < 40:
        network = random_layered(rng)
        if estimate_states(network) > 40_000:
            continue
        try:
            exact = solve_chain(network, 1500)
        except TooManyStates:
            continue
        close = solve(network, "linearizer")
        assert close.converged
        assert max(close.utilization.values()) <= 1.0
        for i, each in enumerate(network.tasks):
            if each.reference:
                x = close.throughput[each.name]
                errors.append(abs(x / exact.cycle_rate[i] - 1))
                inside = x * (each.think_time_s + close.response[each.name])
                assert inside == pytest.approx(each.multiplicity, rel=1e-6)
                bound = close.bounds[each.name]
                assert bound.throughput_min * (1 - 1e-9) <= exact.cycle_rate[i]
                assert exact.cycle_rate[i] <= bound.throughput_max * (1 + 1e-9)
    assert np.median(errors) < 0.02
    assert np.quantile(errors, 0.95) < 0.10
    assert max(errors) < 0.25


def test_forced_flow():
    answer = solve(SPLIT, "linearizer")
    x = answer.throughput
    assert x["s0e"] == pytest.approx(2 * x["c0"], rel=1e-9)
    assert x["s1e"] == pytest.approx(2 * x["c0"], rel=1e-9)
    assert answer.utilization["server"] == pytest.approx(x["s0e"] * 2.5 + x["s1e"] * 3, rel=1e-9)


@pytest.mark.parametrize("method", ["linearizer", "schweitzer"])
def test_a_batch_is_its_variants(method):
    networks = [
        layered(
            [processor("c", "inf"), processor("p", "ps", 2)],
            [task("u", "c", 2 + n % 3, True, 1.0), task("s", "p", 3), task("d", "p", 1)],
            [entry("ue", "u", [0.1], ("se", 1)), entry("se", "s", [0.01 * n, 0.05], ("de", 2)),
             entry("de", "d", [0.2])],
        )
        for n in range(1, 120)
    ]  # fmt: skip
    together = solve_layered_batch(networks, method=method)
    for n in (0, 47, 48, 118):
        alone = solve(networks[n], method)
        assert together[n].throughput["u"] == pytest.approx(alone.throughput["u"], rel=1e-6)
    assert all(s.converged for s in together)


def test_asynchronous_calls_and_open_arrivals():
    # The caller does not wait; the callee's load is what it brings. An M/M/1 queue of its own.
    network = layered(
        [processor("c", "inf"), processor("p"), processor("q")],
        [task("u", "c", 4, True, 2.0), task("s", "p", 2), task("log", "q")],
        [entry("ue", "u", [0], ("se", 1)), entry("se", "s", [0.3], ("le", 0.5, 1, "async")),
         entry("le", "log", [0.4])],
    )  # fmt: skip
    answer = solve(network)
    assert not answer.exact
    assert answer.converged
    assert answer.utilization["q"] == pytest.approx(answer.throughput["se"] * 0.5 * 0.4, rel=1e-9)
    document = {"lqn": {
        "processors": [processor("q")], "tasks": [task("log", "q")],
        "entries": [{**entry("le", "log", [0.4]), "arrival_rate": 2.0}],
    }}  # fmt: skip
    assert solve(parse_network(document)).utilization["q"] == pytest.approx(0.8)
    document["lqn"]["entries"][0]["arrival_rate"] = 2.6
    with pytest.raises(NetworkError, match="'q' is saturated"):
        solve(parse_network(document))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda d: d["tasks"][1].update(processor="nowhere"), "'nowhere'"),
        (lambda d: d["entries"][0]["calls"][0].update(to="nobody"), "'nobody'"),
        (lambda d: d["entries"][1].update(calls=[{"to": "ue"}]), "reference task"),
        (lambda d: d["entries"][1].update(calls=[{"to": "se"}]), "circle"),
        (lambda d: d["tasks"][0].update(multiplicity="inf"), "infinite"),
        (lambda d: d["tasks"][0].update(reference=False), "no reference task"),
        (lambda d: d["tasks"][1].update(multiplicity="some"), "whole number"),
        (lambda d: d["entries"][1].update(host_demand=[float("nan")]), "finite"),
        (lambda d: d["entries"][1].update(host_demand=[-1]), "negative"),
        (lambda d: d["tasks"][1].update(multiplicity=0), "multiplicity 0"),
        (lambda d: d["processors"].append(dict(d["processors"][0])), "two processors"),
        (lambda d: d["entries"].pop(1), "no entry"),
        (lambda d: d["entries"][0]["calls"][0].update(phase=3), "phase"),
    ],
)
def test_nonsense_is_refused_in_a_sentence(change, message):
    document = {
        "processors": [processor("c", "inf"), processor("p")],
        "tasks": [task("u", "c", 2, True, 1.0), task("s", "p")],
        "entries": [entry("ue", "u", [0], ("se", 1)), entry("se", "s", [0.3])],
    }
    change(document)
    with pytest.raises(NetworkError, match=message):
        solve(parse_network({"lqn": document}))


def small_pair():
    return {
        "processors": [processor("c", "inf"), processor("p")],
        "tasks": [task("u", "c", 2, True, 1.0), task("s", "p", 2)],
        "entries": [entry("ue", "u", [0.1], ("se", 2)), entry("se", "s", [0.3])],
    }


def test_scheduling_words():
    document = small_pair()
    plain = solve(parse_network({"lqn": document}))
    document["processors"][1]["scheduling"] = "HOL"  # nobody has a priority: as fcfs, and said
    told = solve(parse_network({"lqn": document}))
    assert told.throughput == plain.throughput
    assert any("hol" in note.lower() and "fcfs" in note for note in told.notes)
    for place, word in (("processors", "xyz"), ("tasks", "semaphore")):
        document = small_pair()
        document[place][1]["scheduling"] = word
        with pytest.raises(NetworkError, match=f"'{word}'; use one of fcfs"):
            parse_network({"lqn": document})


def test_shared_names_are_pointed_out():
    document = small_pair()
    document["tasks"][1]["name"] = document["entries"][1]["task"] = "p"
    answer = solve(parse_network({"lqn": document}))
    assert answer.layered["tasks"]["p"] != answer.layered["processors"]["p"]
    assert any("'p' names a task and a processor" in note for note in answer.notes)


def test_no_customers_and_absurd_figures():
    document = small_pair()
    document["tasks"][0]["multiplicity"] = 0
    for method in ("auto", "linearizer"):
        nobody = solve(parse_network({"lqn": document}), method)
        assert nobody.converged
        assert nobody.throughput == {"ue": 0.0, "se": 0.0, "u": 0.0}
    document = small_pair()
    document["entries"][0]["calls"][0]["mean"] = 1e308
    with pytest.raises(NetworkError, match="too far apart"):
        solve(parse_network({"lqn": document}))


@pytest.mark.filterwarnings("error")
def test_a_larger_chain_keeps_the_product_form():
    """Some thousand states, solved by iteration: as exact as the small ones."""
    servers = [("a", 0.5), ("b", 0.35), ("d", 0.8), ("e", 0.2)]
    network = layered(
        [processor("c", "inf"), *(processor(name, "ps") for name, _ in servers)],
        [task("u", "c", 9, True, 3.0), *(task(f"t{name}", name, "inf") for name, _ in servers)],
        [entry("ue", "u", [0], *((f"e{name}", 1) for name, _ in servers)),
         *(entry(f"e{name}", f"t{name}", [s]) for name, s in servers)],
    )  # fmt: skip
    flat = parse_network({
        "stations": [{"name": name} for name, _ in servers],
        "classes": [{"name": "u", "population": 9, "think_time": 3.0}],
        "demands": {"u": dict(servers)},
    })  # fmt: skip
    chain = solve_chain(network, 15_000)
    assert chain.states > 500
    expected = solve(flat, "exact").throughput["u"]
    assert chain.cycle_rate[0] == pytest.approx(expected, rel=1e-9)
