"""How far approximations are off on random networks: one table over families, seeds and methods.

    python -m app.bench.accuracy --seed 31 --count 40 [family ...]
    python -m app.bench.accuracy --seed 60229 --count 40 --write

Choose a seed that nobody used while a method was made. The reference is an exact Markov chain where
it is small enough, else a simulation whose interval is taken off the error, so that an error is
what remains when the doubt is in favour of the method. ``large`` families have more states than
``auto`` would solve exactly: there its answer is approximate, and that is what users get. What
``--write`` keeps stands in the guide and beside the answers (``model.queueing.measured``). It
keeps the references as well, which take nearly all of the time: with them a thorough test measures
the approximations again, and finds some of the references anew; a campaign finds all of them.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from app.bench import ROOT, Case
from app.bench.layered import nasty, plain
from model.queueing import (
    ClosedClass,
    LayeredNetwork,
    Network,
    NetworkError,
    OpenClass,
    Station,
    solve,
)
from model.queueing.cyclic_chain import chain_size, chain_states, solve_cyclic_chain
from model.queueing.layered_chain import estimate_states, solve_chain
from model.queueing.markov import TooManyStates
from model.queueing.ranked import AUTO_STATES
from model.queueing.solver import is_product_form
from resources import resource

__all__ = [
    "FAMILIES", "KEPT", "REFERENCES", "Family", "Measured", "Reference", "cases", "error_pct",
    "kept_references", "measure", "references", "table",
]  # fmt: skip

AnyNetwork = LayeredNetwork | Network
Known = dict[str, tuple[float, float]]
"""Throughput of every group of customers, and the doubt of it."""
KEPT = resource("docs", "accuracy.json")
REFERENCES = ROOT / "tests" / "model" / "queueing" / "accuracy_references.json"

_SEED = 40_961
_EACH = 24
_SMALL_STATES = 1_500
_RANKED_STATES = 90_000
"""States of a reference outside product form, of which ``auto`` solves fewer than so many."""
_TRIED_STATES = 1.5e5
"""Estimate beyond which ``auto`` does not even try the exact chain of a layered network."""
_STARVING = 0.05
_COMPLETIONS = {True: 40_000, False: 1_000_000}
"""Of a simulation, by whether the network is layered."""
_SECONDS = 12.0


@dataclass(frozen=True)
class Family:
    """Random networks of one kind.

    methods: those compared. small: the reference is an exact chain, and others are passed over.
    said: what they are, in the table of errors. part: how many of the networks asked for
    are in the table, as a reference can take seconds.
    """

    make: Callable[[np.random.Generator], AnyNetwork]
    methods: tuple[str, ...]
    small: bool
    said: str = ""
    part: float = 1.0


@dataclass(frozen=True)
class Measured:
    """One method on one family: worst error of each network in percent, CPU of each in ms."""

    error_pct: np.ndarray
    cpu_ms: np.ndarray

    def line(self) -> str:
        """Median, 95 percent, worst."""
        said = []
        for values, unit in ((self.error_pct, "%"), (self.cpu_ms, "ms CPU")):
            figures = (*np.quantile(values, [0.5, 0.95]), values.max())
            said.append("".join(f"{x:8.2f}" for x in figures) + f" {unit}")
        return "  ".join(said)

    def figures(self, name: str) -> dict[str, float]:
        """For ``bench --json``."""
        middle, most = np.quantile(self.error_pct, [0.5, 0.95])
        return {
            f"{name}_median_error_pct": float(middle), f"{name}_95_percent_below_pct": float(most),
            f"{name}_worst_error_pct": float(self.error_pct.max()),
            f"{name}_cpu_ms": float(np.median(self.cpu_ms)),
        }  # fmt: skip


def larger(
    rng: np.random.Generator, make: Callable[[np.random.Generator], LayeredNetwork]
) -> LayeredNetwork:
    """Like ``make``, with two to ten times the customers and up to three times the threads."""
    network = make(rng)
    factor = float(rng.integers(2, 11))
    tasks = tuple(
        replace(
            t,
            multiplicity=t.multiplicity * (factor if t.reference else float(rng.integers(1, 4))),
            think_time_s=t.think_time_s * float(rng.choice([1.0, factor])),
        )
        for t in network.tasks
    )
    return replace(network, tasks=tasks)


def ranked(
    rng: np.random.Generator, kind: str, servers: int, crowd: int = 5, many: bool = False
) -> Network:
    """One or more stations of a kind among others, classes of unlike demands and think times."""
    stations = [Station("s0", servers, kind)]
    stations += [
        Station(f"s{k}", int(rng.choice([1, 1, 2])), str(rng.choice(["ps", "ps", kind])))
        for k in range(1, int(rng.integers(2, 4)))
    ]
    count = int(rng.choice([3, 4])) if many else 2 + int(rng.random() < 0.3)
    classes = tuple(
        ClosedClass(
            f"c{r}", int(rng.integers(1, crowd + 1)), float(rng.choice([0.0, 0.5, 3.0])),
            r + 1 if kind in ("preemptive-resume", _hol) else None,
        )
        for r in range(count)
    )  # fmt: skip
    demands = {c.name: {s.name: float(np.exp(rng.uniform(-2.5, 0.3))) for s in stations}
               for c in classes}  # fmt: skip
    return Network(tuple(stations), classes, demands)


def ranked_twice(rng: np.random.Generator, kind: str, crowd: int = 6) -> Network:
    """Two stations of a kind, perhaps another, all visited by all; some full, some balanced."""
    stations = [Station(f"s{k}", 1, kind if k < 2 else "ps") for k in range(2 + rng.integers(0, 2))]
    classes = tuple(
        ClosedClass(
            f"c{r}", int(rng.integers(1, crowd + 1)), float(rng.choice([0.0, 0.0, 0.5, 3.0])), r + 1
        )
        for r in range(int(rng.integers(2, 4)))
    )
    low, high = (-0.3, 0.3) if rng.random() < 0.4 else (-2.5, 0.3)
    demands = {c.name: {s.name: float(np.exp(rng.uniform(low, high))) for s in stations}
               for c in classes}  # fmt: skip
    return Network(tuple(stations), classes, demands)


def flowing(rng: np.random.Generator, closed: bool) -> Network:
    """One or two open classes, perhaps beside closed ones, at one to three stations of all kinds.

    Priorities rank all of them; the open ones load no station by more than 70 %.
    """
    kinds = ["ps", "fcfs", "preemptive-resume", _hol]
    count = int(rng.integers(1 + (not closed), 4))
    stations = [Station(f"s{k}", int(rng.choice([1, 1, 2, 3])), str(rng.choice(kinds[-2 - k :])))
                for k in range(count)]  # fmt: skip
    customers = [f"c{r}" for r in range(int(rng.integers(1, 3)) if closed else 0)]
    arriving = [f"o{r}" for r in range(int(rng.integers(1 + (not closed), 3)))]
    names = [*customers, *arriving]
    demands = {n: {s.name: float(np.exp(rng.uniform(-2.5, 0.3))) for s in stations} for n in names}
    share = rng.uniform(0.2, 1.0, len(arriving))
    work = max(sum(x * demands[n][s.name] for x, n in zip(share, arriving, strict=True)) / s.servers
               for s in stations)  # fmt: skip
    share *= rng.uniform(0.1, 0.7) / work
    level = dict(zip(names, (1 + rng.permutation(len(names))).tolist(), strict=True))
    classes: tuple[ClosedClass | OpenClass, ...] = (
        *(ClosedClass(n, int(rng.integers(1, 9)), float(rng.choice([0.5, 3.0])), level[n])
          for n in customers),
        *(OpenClass(n, float(x), level[n]) for n, x in zip(arriving, share, strict=True)),
    )  # fmt: skip
    return Network(tuple(stations), classes, demands)


_LAYERED = ("linearizer", "schweitzer")
_phases = partial(nasty, second_phases=True)
_hol = "non-preemptive (HOL)"
_WORDS = (("fcfs", "fcfs"), ("preemptive", "preemptive-resume"), ("hol", _hol))
_SAID = {
    "ps": "stations that classes of unlike demands share evenly (product form)",
    "fcfs": "stations in order of arrival, classes of unlike demands",
    "preemptive": "stations with preemptive priorities",
    "hol": "stations with non-preemptive priorities",
}
FAMILIES: dict[str, Family] = {
    "plain": Family(plain, _LAYERED, True, "layered: two or three layers, pools of threads"),
    "nasty": Family(
        nasty, _LAYERED, True,
        "layered: up to four layers, few threads, shared single processors, no think time",
    ),
    "phases": Family(_phases, _LAYERED, True, "layered: the same with second phases"),
    "plain-large": Family(partial(larger, make=plain), ("auto", "schweitzer"), False),
    "nasty-large": Family(partial(larger, make=nasty), ("auto", "schweitzer"), False),
    "phases-large": Family(partial(larger, make=_phases), ("auto", "schweitzer"), False),
    **{
        f"{word}-{servers}": Family(
            partial(ranked, kind=kind, servers=servers, crowd=5 if kind in ("ps", "fcfs") else 12),
            _LAYERED, True,
            f"one or more {_SAID[word]}, {servers} server{'s' if servers > 1 else ''} at the first",
            {"ps": 1.0, "fcfs": 0.2}.get(word, 0.5),
        )
        for word, kind in (("ps", "ps"), *_WORDS)
        for servers in ((1,) if word == "fcfs" else (1, 2, 4))
    },
    **{
        f"{word}-twice": Family(
            partial(ranked_twice, kind=kind, crowd=9), _LAYERED, True, f"two full {_SAID[word]}"
        )
        for word, kind in _WORDS[1:]
    },
    "mixed-large": Family(partial(flowing, closed=True), ("auto", "schweitzer"), False),
    "open-large": Family(partial(flowing, closed=False), ("auto", "schweitzer"), False),
    **{
        f"{word}-{servers}-large": Family(
            partial(ranked, kind=kind, servers=servers, crowd=20, many=True),
            ("auto", "schweitzer"), False,
        )
        for word, kind in _WORDS
        for servers in (1, 4)
    },
}  # fmt: skip


def _exactly(network: AnyNetwork) -> Known | None:
    """Throughput and doubt of every group of customers by an exact chain, or None."""
    if isinstance(network, Network):
        return _by_product_form(network) if is_product_form(network) else _by_chain(network)
    if sum(t.multiplicity for t in network.tasks if t.reference) < 2:
        return None
    if estimate_states(network) > 1e6:
        return None
    try:
        chain = solve_chain(network, _SMALL_STATES)
    except TooManyStates:
        return None
    return {t.name: (chain.cycle_rate[i], 0.0) for i, t in enumerate(network.tasks)
            if t.reference and chain.cycle_rate[i] > 0}  # fmt: skip


def _by_product_form(network: Network) -> Known | None:
    answer = solve(network)
    return {n: (x, 0.0) for n, x in answer.throughput.items() if x > 0} if answer.exact else None


def _by_chain(network: Network) -> Known | None:
    """The chain, where it is larger than what ``auto`` solves but not by much."""
    if chain_states(network) > _RANKED_STATES:
        return None
    if not AUTO_STATES < chain_size(network) <= _RANKED_STATES:
        return None
    flow = solve_cyclic_chain(network, _RANKED_STATES).throughput
    closed = [c.name for c in network.closed if c.population > 0]
    return {n: (x, 0.0) for n, x in zip(closed, flow, strict=True) if x > 0}


def _simulated(network: AnyNetwork) -> Known | None:
    """The same by simulation, where ``auto`` would approximate; classes seen well enough only.

    Of open classes the response.
    """
    from model.queueing.simulation import check_solution

    if isinstance(network, LayeredNetwork) and estimate_states(network) <= _TRIED_STATES:
        return None
    try:
        answer = solve(network)
        if answer.exact:
            return None
        check = check_solution(
            network, answer, seconds=_SECONDS, processes=1, precision=0.004,
            completions=_COMPLETIONS[isinstance(network, LayeredNetwork)],
        )  # fmt: skip
    except NetworkError:
        return None
    opened = {c.name for c in network.open} if isinstance(network, Network) else set()
    out = {}
    for each in check.compared:
        seen = each.simulated
        told = "response" if each.chain in opened else "throughput"
        if each.figure == told and seen.half < 0.03 * seen.value:
            out[each.chain] = seen.value, seen.half
    return out or None


@dataclass(frozen=True)
class Reference:
    """A network of a family, which of those drawn it is, and what is known of it."""

    drawn: int
    network: AnyNetwork
    known: Known


def references(family: Family, seed: int, count: int) -> Iterator[Reference]:
    """``count`` networks of a family of which something is known."""
    rng = np.random.default_rng(seed)
    drawn = 0
    while count > 0:
        network = family.make(rng)
        known = _exactly(network) if family.small else _simulated(network)
        if known:
            yield Reference(drawn, network, known)
            count -= 1
        drawn += 1


def kept_references(name: str) -> Iterator[Reference]:
    """Those of the table of errors, as ``--write`` has kept them; of a new family, found anew."""
    stored = json.loads(REFERENCES.read_text(encoding="utf-8"))
    family = FAMILIES[name]
    if name not in stored["families"]:
        kept = json.loads(KEPT.read_text(encoding="utf-8"))
        yield from references(family, kept["seed"], round(kept["networks"] * family.part))
        return
    rng = np.random.default_rng(stored["seed"])
    drawn = -1
    for stands, throughput in stored["families"][name]:
        while drawn < stands:
            network = family.make(rng)
            drawn += 1
        yield Reference(drawn, network, {c: (x, 0.0) for c, x in throughput.items()})


def error_pct(network: AnyNetwork, known: Known, method: str) -> float:
    """Worst relative error of a throughput, in percent, less the doubt of the reference.

    Of an open class, of its response. What a class reaches that starves is held against a twentieth
    of what it would reach alone.
    """
    answer = solve(network, method)
    found = dict(answer.throughput)
    alone = {}
    if isinstance(network, Network):
        for flow in network.open:
            found[flow.name] = answer.response[flow.name] or 0.0
        for c in network.closed:
            alone[c.name] = c.population / (
                c.think_time_s + sum(network.demand_s(c.name, s.name) for s in network.stations)
            )
    return max(
        100.0 * max(abs(found[name] - x) - half, 0.0) / max(x, _STARVING * alone.get(name, 0.0))
        for name, (x, half) in known.items()
    )


def measure(name: str, given: Iterable[Reference]) -> dict[str, Measured]:
    """Errors and times of every method of a family."""
    family = FAMILIES[name]
    errors: dict[str, list[float]] = {m: [] for m in family.methods}
    times: dict[str, list[float]] = {m: [] for m in family.methods}
    for one in given:
        for method in family.methods:
            started = time.process_time()
            errors[method].append(error_pct(one.network, one.known, method))
            times[method].append(1e3 * (time.process_time() - started))
    return {m: Measured(np.array(errors[m]), np.array(times[m])) for m in family.methods}


def table(name: str, given: Sequence[Reference]) -> list[dict[str, Any]]:
    """What ``--write`` keeps of a family; the same on any machine."""
    rows = []
    for method, found in measure(name, given).items():
        middle, most = np.quantile(found.error_pct, [0.5, 0.95])
        rows.append(
            {
                "family": name, "said": FAMILIES[name].said, "method": method,
                "networks": len(given),
                "median_pct": round(float(middle), 2), "most_pct": round(float(most), 2),
                "worst_pct": round(float(found.error_pct.max()), 2),
            }
        )  # fmt: skip
    return rows


def _write(seed: int, count: int) -> None:
    """The table of all small families, and what it was measured against."""
    rows, lines = [], []
    for name, family in FAMILIES.items():
        if not family.small:
            continue
        given = list(references(family, seed, round(count * family.part)))
        rows.extend(table(name, given))
        each = [[r.drawn, {c: float(f"{x:.9g}") for c, (x, _) in r.known.items()}] for r in given]
        lines.append(f"{json.dumps(name)}: [\n  " + ",\n  ".join(map(json.dumps, each)) + "\n ]")
    kept = {"seed": seed, "networks": count, "rows": rows}
    KEPT.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
    said = f'{{"seed": {seed}, "families": {{\n ' + ",\n ".join(lines) + "\n}}\n"
    REFERENCES.write_text(said, encoding="utf-8")


def main(words: Sequence[str]) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m app.bench.accuracy", description=__doc__)
    parser.add_argument("family", nargs="*", help=", ".join(FAMILIES))
    parser.add_argument("--seed", type=int, default=_SEED)
    parser.add_argument("--count", type=int, default=_EACH)
    parser.add_argument("--write", action="store_true", help=f"write {KEPT.name} for the guide")
    asked = parser.parse_args(words)
    if asked.write:
        _write(asked.seed, asked.count)
        return 0
    unknown = set(asked.family) - set(FAMILIES)
    if unknown:
        parser.error(f"no family {', '.join(sorted(unknown))}; there are {', '.join(FAMILIES)}")
    sys.stdout.write("median, 95 % below, worst\n")
    for name in asked.family or FAMILIES:
        given = references(FAMILIES[name], asked.seed, asked.count)
        for method, found in measure(name, given).items():
            sys.stdout.write(f"{name:20s} {method:11s} {found.line()}\n")
            sys.stdout.flush()
    return 0


def cases() -> list[Case]:
    """Every family once, timed on its first network."""

    def one(name: str) -> Callable[[], Callable[[], object]]:
        def prepare() -> Callable[[], object]:
            family = FAMILIES[name]
            first = next(references(family, _SEED, 1))
            return lambda: solve(first.network, family.methods[0])

        return prepare

    def figures(name: str) -> Callable[[], dict[str, float]]:
        def found() -> dict[str, float]:
            count = _EACH if FAMILIES[name].part == 1.0 else _EACH // 4
            out: dict[str, float] = {"networks": float(count)}
            for method, each in measure(name, references(FAMILIES[name], _SEED, count)).items():
                out |= each.figures(method)
            return out

        return found

    return [
        Case(f"accuracy: {name}", one(name), 3, 1, None, None, figures(name))
        for name, family in FAMILIES.items() if family.small
    ]  # fmt: skip


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
