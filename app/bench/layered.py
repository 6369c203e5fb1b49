"""Benchmarks of layered networks: the specification's bars; random networks for ``accuracy``.

``plain``: two or three layers, one or two groups of customers, processors shared now and then.
``nasty``: up to four layers, calls that skip one, customers without think time, tasks of very few
threads, entries of very different length, all of it on shared single processors; with second phases
where asked for. One seed, one sequence of networks.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from app.bench import Case
from model.queueing import (
    Call,
    Entry,
    LayeredNetwork,
    Processor,
    Task,
    parse_network,
    solve,
    solve_layered_batch,
)
from model.queueing.layered_chain import ChainAnswer, estimate_states, solve_chain
from model.queueing.markov import TooManyStates

__all__ = ["cases", "errors", "example", "nasty", "plain", "with_exact"]

Generator = Callable[[np.random.Generator], LayeredNetwork]


def example(scale: float = 1.0, customers: int = 50) -> LayeredNetwork:
    """Three layers, five tasks of two entries each (the reference task has one)."""

    def entry(name: str, task: str, demand: float, *calls: tuple[str, float]) -> dict[str, Any]:
        return {
            "name": name, "task": task, "host_demand": [demand * scale],
            "calls": [{"to": to, "mean": mean} for to, mean in calls],
        }  # fmt: skip

    def task(name: str, processor: str, threads: int) -> dict[str, Any]:
        return {"name": name, "processor": processor, "multiplicity": threads}

    document = {
        "lqn": {
            "processors": [
                {"name": "clients", "scheduling": "inf", "multiplicity": "inf"},
                {"name": "app", "scheduling": "ps", "multiplicity": 4},
                {"name": "data", "scheduling": "fcfs", "multiplicity": 2},
                {"name": "disk", "scheduling": "fcfs", "multiplicity": 1},
            ],
            "tasks": [
                {"name": "users", "processor": "clients", "multiplicity": customers,
                 "reference": True, "think_time": 4.0},
                task("web", "app", 20), task("logic", "app", 10), task("db", "data", 6),
                task("files", "disk", 2), task("log", "disk", 1),
            ],
            "entries": [
                entry("browse", "users", 0.0, ("page", 1.0), ("order", 0.3)),
                entry("page", "web", 0.02, ("find", 1.2)),
                entry("order", "web", 0.03, ("find", 0.5), ("book", 1.0)),
                entry("find", "logic", 0.03, ("query", 1.5)),
                entry("book", "logic", 0.05, ("query", 1.0), ("update", 2.0)),
                entry("query", "db", 0.02, ("read", 0.7)),
                entry("update", "db", 0.03, ("write", 1.0), ("append", 1.0)),
                entry("read", "files", 0.008), entry("write", "files", 0.012),
                entry("append", "log", 0.004), entry("switch", "log", 0.002),
            ],
        }
    }  # fmt: skip
    network = parse_network(document)
    assert isinstance(network, LayeredNetwork)
    return network


def _one(customers: int) -> Callable[[], Callable[[], object]]:
    return lambda: lambda: solve_layered_batch([example(customers=customers)])


def _variants(count: int, customers: int) -> Callable[[], Callable[[], object]]:
    def prepare() -> Callable[[], object]:
        networks = [example(0.5 + i / count, customers) for i in range(count)]
        return lambda: solve_layered_batch(networks)

    return prepare


def _three(method: str) -> Callable[[], Callable[[], object]]:
    return lambda: _three_tasks(method)


def _three_tasks(method: str) -> Callable[[], object]:
    network = parse_network(
        {
            "lqn": {
                "processors": [
                    {"name": "c", "scheduling": "inf", "multiplicity": "inf"},
                    {"name": "p", "scheduling": "fcfs", "multiplicity": 1},
                    {"name": "q", "scheduling": "ps", "multiplicity": 2},
                ],
                "tasks": [
                    {"name": "u", "processor": "c", "multiplicity": 6, "reference": True,
                     "think_time": 1.0},
                    {"name": "s", "processor": "p", "multiplicity": 3},
                    {"name": "t", "processor": "q", "multiplicity": 2},
                ],
                "entries": [
                    {"name": "ue", "task": "u", "host_demand": [0.1],
                     "calls": [{"to": "se", "mean": 2}]},
                    {"name": "se", "task": "s", "host_demand": [0.2, 0.05],
                     "calls": [{"to": "te", "mean": 1.5}]},
                    {"name": "te", "task": "t", "host_demand": [0.15]},
                ],
            }
        }
    )  # fmt: skip
    return lambda: solve(network, method)


def plain(rng: np.random.Generator) -> LayeredNetwork:
    layers = int(rng.integers(2, 4))
    processors: list[Processor] = []
    tasks: list[Task] = []
    names: list[list[list[str]]] = []
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


def nasty(rng: np.random.Generator, second_phases: bool = False) -> LayeredNetwork:
    layers = int(rng.choice([2, 3, 3, 4]))
    counts = [int(rng.integers(1, 3)) for _ in range(layers)]
    shared = rng.random() < 0.4
    processors: list[Processor] = []
    tasks: list[Task] = []
    offers: dict[int, list[str]] = {}
    for layer in range(layers):
        for i in range(counts[layer]):
            if shared and layer > 0 and len(processors) > counts[0] and rng.random() < 0.6:
                name = processors[int(rng.integers(counts[0], len(processors)))].name
            else:
                name = f"p{layer}_{i}"
                free = layer == 0 and rng.random() < 0.7
                many, how = int(rng.choice([1, 1, 2])), str(rng.choice(["ps", "fcfs"]))
                processors.append(
                    Processor(name, math.inf, "inf") if free else Processor(name, many, how)
                )
            think = float(rng.choice([0, 1.0, 5.0])) if layer == 0 else 0.0
            threads = int(rng.integers(1, 5)) if layer == 0 else int(rng.choice([1, 1, 2, 3]))
            tasks.append(Task(f"t{layer}_{i}", name, threads, "fcfs", layer == 0, think))
            own = [f"e{layer}_{i}_{j}" for j in range(1 if layer == 0 else rng.integers(1, 3))]
            offers.setdefault(layer, []).extend(own)
    calls: dict[str, list[Call]] = {}
    hosts: dict[str, tuple[float, ...]] = {}
    for layer in range(layers):
        for entry in offers[layer]:
            lower = list(offers.get(layer + 1, ()))
            lower += [e for e in offers.get(layer + 2, ()) if rng.random() < 0.2]
            calls[entry] = []
            if lower:
                some = min(len(lower), int(rng.integers(1, 3)))
                for k in rng.choice(len(lower), some, replace=False).tolist():
                    calls[entry].append(Call(lower[k], float(np.round(rng.uniform(0.3, 2.5), 2))))
            scale = 0.3 if layer == 0 else 1.0
            host = float(np.round(rng.exponential(1.0) * scale + 0.05, 3))
            hosts[entry] = (0.0 if layer == 0 and rng.random() < 0.5 else host,)
            if second_phases and layer > 0 and rng.random() < 0.25:
                hosts[entry] = (host, float(np.round(rng.exponential(0.7) + 0.05, 3)))
    called = {c.to for some in calls.values() for c in some}
    for layer in range(1, layers):
        for entry in offers[layer]:
            if entry not in called:
                above = offers[layer - 1][int(rng.integers(len(offers[layer - 1])))]
                calls[above].append(Call(entry, float(np.round(rng.uniform(0.3, 1.5), 2))))
    entries = tuple(
        Entry(e, "t" + e[1:].rsplit("_", 1)[0], hosts[e], tuple(calls[e])) for e in hosts
    )
    return LayeredNetwork(tuple(processors), tuple(tasks), entries)


def with_exact(
    make: Generator, seed: int, count: int, most_states: int = 800
) -> Iterator[tuple[LayeredNetwork, ChainAnswer]]:
    """``count`` networks of one kind with their exact answers, several customers each."""
    rng = np.random.default_rng(seed)
    while count > 0:
        network = make(rng)
        if sum(t.multiplicity for t in network.tasks if t.reference) < 2:
            continue
        if estimate_states(network) > 1e6:
            continue
        try:
            exact = solve_chain(network, most_states)
        except TooManyStates:
            continue
        yield network, exact
        count -= 1


def errors(network: LayeredNetwork, exact: ChainAnswer, method: str) -> list[float]:
    """Relative errors of the throughput of every reference task with customers."""
    close = solve(network, method)
    return [
        abs(close.throughput[t.name] / exact.cycle_rate[i] - 1.0)
        for i, t in enumerate(network.tasks)
        if t.reference and exact.cycle_rate[i] > 0
    ]


def cases() -> list[Case]:
    """The specification's table, then what it costs and gains to solve exactly."""
    return [
        Case("layered: 3 layers, 5 tasks × 2 entries, 50 customers", _one(50), 9, 2, 0.010),
        Case("layered: the same, 10 customers, by stations", _one(10), 9, 2, 0.010),
        Case("layered: 1,000 variants, 50 customers", _variants(1000, 50), 3, 1, 4.0,
             at_most=(300.0, "layered: 3 layers, 5 tasks × 2 entries, 50 customers")),
        Case("layered: 1,000 variants, 10 customers, by stations", _variants(1000, 10), 3, 1, 4.0),
        Case("layered: 1,000 variants, 200 customers, in saturation", _variants(1000, 200), 1, 1,
             4.0),
        Case("layered: 3 tasks, exact Markov chain", _three("exact"), 3, 1),
        Case("layered: 3 tasks, by stations", _three("linearizer"), 9, 2),
    ]  # fmt: skip
