"""Checking an analytic answer by simulating the very same network, and saying so in one line.

The simulation never becomes the source of a figure that is shown as analytic; it says whether that
figure may be believed. Compared are throughput and response of every chain (of layered networks
also the rate of every entry with work of its own) and the use of every server. An answer that
claims a theorem must lie inside the interval of every figure (99.9 % for all of them together,
which is wider than the 95 % of each); an approximate one may be off by what its method says of
itself besides, and beyond that the worst figure is named with both values. Both are in the line,
and an interval too wide to prove anything is called so.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from model.queueing.errors import NetworkError
from model.queueing.measured import Stated
from model.queueing.network import ClosedClass, LayeredNetwork, Network
from model.queueing.solution import Solution

from .compile import compile_layered, compile_network
from .program import Program
from .run import Pace, simulate
from .statistics import CONFIDENCE, Estimate, Simulated, quantile_of

__all__ = [
    "Check",
    "Compared",
    "change_line",
    "check_solution",
    "check_to_json",
    "compare",
    "pace_of",
    "program_of",
    "uses",
]

_TOLERANCE, _MOST_TOLERANCE = 0.05, 0.1
"""Relative error that an approximate figure may have, on top of the interval, and still agree,
where its method says none of itself; and what is never agreement, whatever the method says."""
_FAMILY = 0.001
_ROUGH = 0.05
"""Relative half-width beyond which a figure is known too roughly to boast of its agreement."""
FEWEST_CYCLES = 30
"""Of a chain: of fewer nothing is said."""
LEAST_USE = 0.005
"""Use that nobody plans by: servers used less, or idle less, are not compared, and an approximation
may be off by as much, whatever part of a small figure it is."""


@dataclass(frozen=True)
class Compared:
    """One figure: what the analysis says and what was simulated; both per s, s, or a share.

    chain: whose it is; of a ``rate`` an entry's, of a ``utilisation`` a server's.
    """

    chain: str
    figure: str
    analysis: float
    simulated: Estimate

    @property
    def error(self) -> float:
        """Relative distance of the analysis from the simulation."""
        return self.analysis / self.simulated.value - 1.0


@dataclass(frozen=True)
class Check:
    """The figures side by side, and the verdict.

    verdict: ``agree``, ``differ`` (an approximation is off by more than its tolerance),
    ``contradict`` (what claims to be exact is not) or ``unsettled`` (the simulation cannot tell).
    """

    verdict: str
    line: str
    compared: tuple[Compared, ...]
    simulated: Simulated
    behind: frozenset[str] = frozenset()
    """Chains that the verdict is not about: nobody is shown a figure of theirs."""
    endless: frozenset[str] = frozenset()
    """Chains of which less is carried than comes: their response is that of no length of time; and
    those behind a queue that remembers longer than the run."""


def program_of(network: Network | LayeredNetwork) -> Program:
    """The simulator's program of a described network."""
    if isinstance(network, LayeredNetwork):
        return compile_layered(network)
    return compile_network(network)


def pace_of(network: Network | LayeredNetwork, solution: Solution) -> dict[str, Pace]:
    """How long a simulation should be, from an analytic answer."""
    out: dict[str, Pace] = {}
    if isinstance(network, LayeredNetwork):
        for task in network.tasks:
            x = solution.throughput.get(task.name, 0.0)
            if task.reference and x > 0:
                out[task.name] = Pace(x, task.multiplicity / x)
        for entry in network.entries:
            if entry.arrival_rate_per_s > 0:
                held = sum(entry.host_demand_s) + 1.0 / entry.arrival_rate_per_s
                out[entry.name] = Pace(entry.arrival_rate_per_s, held)
        return out
    for cls in network.classes:
        x = solution.throughput[cls.name]
        if x > 0 and isinstance(cls, ClosedClass):
            out[cls.name] = Pace(x, cls.population / x)
        elif x > 0:
            out[cls.name] = Pace(x, solution.response[cls.name] or 1.0 / x)
    return out


def compare(
    chains: Mapping[str, tuple[float, float | None]], simulated: Simulated, exact: bool,
    shown: Collection[str] | None = None, tolerance: float | Mapping[str, float] = _TOLERANCE,
    besides: Sequence[Compared] = (), beside_unseen: Collection[str] = (),
) -> Check:  # fmt: skip
    """Judge analytic (throughput per s, response s) by chain against a simulation.

    besides: other figures that must agree; of those that were the same all the time, as the use of
        a server that was never seen idle, no interval is known, and nothing is said.
    beside_unseen: chains and servers that share servers with work of which too little was simulated
        to judge: where they differ, it may be for want of that.
    tolerance: relative error that an approximate figure may have besides its interval; by figure,
        and of all others under "throughput", or of all of them.
    shown: the chains whose figures somebody is shown (None: all). Of others, which only stand in
    their way, it is said where they differ, but that is no verdict on what is shown.
    """
    compared: list[Compared] = []
    unseen: list[str] = []
    for name, (x, r) in chains.items():
        if name not in simulated.chains:
            continue
        figures = simulated.chains[name]
        if figures.cycles < FEWEST_CYCLES:
            if x > 0:
                unseen.append(name)
            continue
        compared.append(Compared(name, "throughput", x, figures.throughput))
        if r is not None and figures.response.value > 0:
            compared.append(Compared(name, "response", r, figures.response))
    may = _Tolerance({"throughput": tolerance} if isinstance(tolerance, float) else tolerance)
    verdict = "agree"
    if not compared or not simulated.settled:
        verdict = "unsettled"
    compared += [c for c in besides if c.simulated.value > 0.0 and c.simulated.half > 0.0]
    wider = _wider(len(compared), simulated.replications)
    outside = [c for c in compared
               if abs(c.error) > _NOTHING and c.simulated.off(c.analysis) > wider]  # fmt: skip
    behind = [] if shown is None else [c for c in outside if c.chain not in shown]
    outside = [c for c in outside if c not in behind]

    def far(one: Compared) -> bool:
        off = abs(one.analysis - one.simulated.value)
        least = LEAST_USE if one.figure == "utilisation" else 0.0
        return off > wider * one.simulated.half + max(
            may.of(one.figure) * one.simulated.value, least
        )

    apart = [c for c in outside if c.chain in beside_unseen and (exact or far(c))]
    if verdict == "agree" and apart:
        outside = [c for c in outside if c not in apart]
        verdict = "agree" if any(exact or far(c) for c in outside) else "unsettled"
    if verdict == "agree" and outside:
        if exact:
            verdict = "contradict"
        elif any(map(far, outside)):
            verdict = "differ"
    judged = [c for c in compared if shown is None or c.chain in shown] or compared
    if verdict == "agree" and judged and all(_rough(c) for c in judged if c.figure in _OF_CHAINS):
        verdict = "unsettled"
    doubt = _Doubt(wider, None if exact else may)
    named = [c for c in outside if exact or far(c)]
    if verdict == "agree":  # proven, but no further off than the method may be; or nearly proven
        named = outside or [c for c in judged if not exact and _beyond(c, may.of(c.figure))]
    line = _line(verdict, judged, named, unseen, simulated, doubt)
    if verdict == "unsettled" and apart:
        line = _untold_line(apart, unseen, simulated, doubt)
    apart_behind = ", ".join(
        f"{c.figure} of {c.chain!r} ({off_words(c.error)})" for c in filter(far, behind)
    )
    if apart_behind:
        line += f"; of work that only stands in the way, analysis is off in {apart_behind}"
    hidden = frozenset() if shown is None else frozenset(chains) - frozenset(shown)
    return Check(verdict, line, tuple(compared), simulated, hidden)


def _wider(figures: int, replications: int) -> float:
    """Half-widths (at 95 %) by which all of so many figures together are judged."""
    from scipy.special import stdtrit

    if replications < 2:
        return 1.0  # half-widths without end
    freedom = replications - 1
    together = float(stdtrit(freedom, 1.0 - _FAMILY / 2 / max(figures, 1)))
    return together / quantile_of(CONFIDENCE, freedom)


def _rough(one: Compared) -> bool:
    """Whether a figure is known too roughly to prove anything."""
    return one.simulated.half > _ROUGH * abs(one.simulated.value)


def _beyond(one: Compared, may: float) -> bool:
    """Whether a figure seems further off than it may be, though not proven for all together."""
    off = abs(one.analysis - one.simulated.value)
    return one.figure in _OF_CHAINS and off > max(one.simulated.half, may * one.simulated.value)


@dataclass(frozen=True)
class _Tolerance:
    """Relative errors that figures may have besides their intervals."""

    figures: Mapping[str, float]

    def of(self, figure: str) -> float:
        return self.figures.get(figure, self.figures["throughput"])

    def words(self, compared: Sequence[Compared]) -> str:
        said = {c.figure: _percent(self.of(c.figure)) for c in compared}
        if len(set(said.values())) < 2:
            return next(iter(said.values()), _percent(self.of("")))
        return ", ".join(f"{share} of {figure}" for figure, share in said.items())


@dataclass(frozen=True)
class _Doubt:
    """Half-widths that all figures together are judged by, in those of each, and the tolerance."""

    wider: float
    tolerance: _Tolerance | None

    def words(self, compared: Sequence[Compared]) -> str:
        """Both, with the widest interval of these figures."""
        half = max((self.wider * c.simulated.half / c.simulated.value for c in compared), default=0)
        said = f"intervals up to ±{_percent(half)} at 99.9 % for all figures together"
        if self.tolerance is not None:
            said += f", and {self.tolerance.words(compared)} that the method may be off"
        return said


_NOTHING = 5e-6
"""A share that is no change: digits of the iteration."""


def off_words(off: float) -> str:
    """How far a figure is from another one: per cent, or how many times as much."""
    times = 1.0 + off
    if abs(off) < _NOTHING:
        return "0 %"
    if times >= 2.0:
        return f"{_digits(times)} times as much"
    if 0.0 < times <= 0.5:
        return f"1/{_digits(1.0 / times)} of it"
    return f"{'+' if off > 0.0 else '-' if off < 0.0 else ''}{_percent(abs(off))}"


def _percent(share: float) -> str:
    return f"{_digits(100.0 * share)} %"


def _digits(value: float, count: int = 2) -> str:
    """Digits that count, never as a power of ten."""
    if not math.isfinite(value) or value == 0.0:
        return f"{value:g}"
    places = max(count - 1 - math.floor(math.log10(abs(value))), 0)
    digits = f"{value:,.{places}f}"
    return digits.rstrip("0").rstrip(".") if places else digits


def change_line(
    before: Mapping[str, tuple[float, float | None]],
    after: Mapping[str, tuple[float, float | None]],
    simulated: Simulated,
    shown: Collection[str] | None = None,
) -> str:
    """How analysis and simulation see what a scenario changes, from the same random numbers.

    Of the chain that analysis changes most, of those ``shown`` (``None``: of all): other work
    stands in the way and nobody asked for it. Empty where nothing was simulated side by side.
    """
    told = [
        n
        for n in simulated.changes
        if n in before and n in after and before[n][0] > 0 and (shown is None or n in shown)
    ]
    if not told:
        return ""

    def moved(name: str) -> float:
        pairs = zip(before[name], after[name], strict=True)
        return max((abs(math.log(new / old)) for old, new in pairs if old and new), default=0.0)

    name = max(told, key=lambda n: (moved(n), simulated.chains[n].cycles))
    change = simulated.changes[name]
    said = []
    for figure, i, found in (
        ("throughput", 0, change.throughput),
        ("response", 1, change.response),
    ):
        old, new = before[name][i], after[name][i]
        # Without any scatter nothing of it was seen to change: too few cycles.
        if old and new is not None and math.isfinite(found.half) and found.half > 0.0:
            said.append(
                f"{figure} {off_words(new / old - 1)} by analysis and "
                f"{off_words(found.value)}, ± {_percent(found.half)}, by simulation"
            )
    return f"change of {name!r}, the same random numbers: {'; '.join(said)}" if said else ""


def _line(
    verdict: str, compared: Sequence[Compared], outside: Sequence[Compared],
    unseen: Sequence[str], simulated: Simulated, doubt: _Doubt,
) -> str:  # fmt: skip
    seen = f"{simulated.completions:,} simulated cycles in {simulated.replications} replications"
    if unseen:
        seen += "; too few cycles of " + ", ".join(repr(n) for n in unseen) + " to judge"
    if verdict == "unsettled":
        if not simulated.settled or not compared:
            return f"the simulation did not settle, so it says nothing ({seen}); give it more time"
        least = min(c.simulated.half / c.simulated.value for c in compared)
        return (
            f"the simulation is too short to prove anything: it knows no figure better than to "
            f"±{_percent(least)} ({seen}); give it more time"
        )
    known = [c for c in compared if c.figure in _OF_CHAINS]
    rough = {c.chain for c in known if _rough(c)}
    if rough and len(rough) < len({c.chain for c in known}):
        seen += "; known only roughly: " + ", ".join(
            f"{c.chain!r} to ±{_percent(c.simulated.half / c.simulated.value)} "
            f"({_digits(c.analysis, 3)} s by analysis, {_digits(c.simulated.value, 3)} s simulated)"
            for c in known if c.chain in rough and c.figure == "response"
        )  # fmt: skip
        compared = [c for c in compared if c.figure not in _OF_CHAINS or c.chain not in rough]
    elif rough:
        wide = [c for c in known if _rough(c)]
        least = min(c.simulated.half / c.simulated.value for c in wide)
        figures = " and ".join(sorted({c.figure for c in wide}))
        seen += f"; {figures} known to ±{_percent(least)} at best, too wide to prove anything"
        compared = [c for c in compared if c.figure not in _OF_CHAINS or not _rough(c)]
    wide = [c for c in compared if _rough(c)]
    if wide:
        seen += "; also known only roughly: " + ", ".join(
            f"{c.figure} of {c.chain!r} to ±{_percent(c.simulated.half / c.simulated.value)}"
            for c in wide[:_MOST_NAMED]
        )  # fmt: skip
        seen += f" and {len(wide) - _MOST_NAMED} more" if len(wide) > _MOST_NAMED else ""
        compared = [c for c in compared if not _rough(c)]
    within = ", ".join(_within(figure, [c for c in compared if c.figure == figure])
                       for figure in dict.fromkeys(c.figure for c in compared))  # fmt: skip
    if verdict == "agree" and not outside:
        return f"analysis and simulation agree: {within} ({doubt.words(compared)}; {seen})"
    far = max(outside, key=lambda c: abs(c.error))
    figures = _both(far, doubt)
    if verdict == "agree":
        proven = far.simulated.off(far.analysis) > doubt.wider
        but = "no nearer than the method may be off" if proven else "so far, but for"
        return (
            f"analysis and simulation agree {but}: {figures}); otherwise {within} "
            f"({doubt.words(compared)}; {seen})"
        )
    said = f"{figures}; {doubt.words([far])}; {seen})"
    if verdict == "contradict":
        return f"simulation contradicts an answer that claims to be exact: {said}"
    return f"analysis and simulation differ: {said}"


def _both(one: Compared, doubt: _Doubt) -> str:
    """A figure by both, with its interval; the bracket is open."""
    unit = {"response": " s", "utilisation": ""}.get(one.figure, " per s")
    return (
        f"{one.figure} of {one.chain!r} is {_digits(one.analysis, 4)}{unit} by analysis and "
        f"{_digits(one.simulated.value, 4)} ± {_digits(doubt.wider * one.simulated.half)}{unit} "
        f"by simulation ({off_words(one.error)}"
    )


def _untold_line(
    apart: Sequence[Compared], unseen: Sequence[str], simulated: Simulated, doubt: _Doubt
) -> str:
    """What cannot be judged because of work of which hardly anything was simulated."""
    worst = max(apart, key=lambda c: abs(c.error))
    return (
        f"the simulation saw too few cycles of {', '.join(map(repr, unseen))} to judge what shares "
        f"servers with that work: {_both(worst, doubt)}; {simulated.completions:,} simulated "
        f"cycles in {simulated.replications} replications); give it more time"
    )


def _within(figure: str, compared: Sequence[Compared]) -> str:
    """How far the worst of some figures is off: shares of time by points."""
    if figure == "utilisation":
        points = max(abs(c.analysis - c.simulated.value) for c in compared)
        return f"{figure} within {_digits(100.0 * points)} points"
    return f"{figure} within {_percent(max(abs(c.error) for c in compared))}"


_OF_CHAINS = ("throughput", "response")
_MOST_NAMED = 3


def tolerance_of(solution: Solution) -> dict[str, float]:
    """Relative error that an answer may have by what its method says of itself, by figure."""
    said = [note for note in solution.notes if isinstance(note, Stated)]
    figures = [note.figures for note in said]
    known = {
        name: max(each.get(name, 0.0) for each in figures) for each in figures for name in each
    }
    known["throughput"] = max((note.usual for note in said), default=_TOLERANCE)
    return {name: min(share, _MOST_TOLERANCE) for name, share in known.items()}


def check_solution(
    network: Network | LayeredNetwork,
    solution: Solution,
    seconds: float = 20.0,
    seed: int = 1,
    processes: int | None = None,
    progress: Callable[[float], None] | None = None,
    cancel: Callable[[], bool] | None = None,
    **limits: Any,
) -> Check:
    """Simulate ``network`` and compare with its ``solution``.

    limits: ``completions`` and ``precision`` of ``simulate``. Raises ``NetworkError`` where there
    is nothing to simulate (fractional populations, no flow) or a queue grows without end.
    """
    program = program_of(network)
    figures = simulate(
        [program], pace_of(network, solution), seconds=seconds, seed=seed, processes=processes,
        progress=progress, cancel=cancel, **limits,
    )[0]  # fmt: skip
    chains = {
        name: (solution.throughput[name], solution.response.get(name)) for name in program.chains
        if name in solution.throughput
    }  # fmt: skip
    besides = []
    use = dict(figures.utilization)
    shown = dict(solution.utilization)
    if isinstance(network, LayeredNetwork):  # of an entry's requests only those that arrive there
        tasks = {t.name for t in network.tasks if t.reference}
        chains |= {e.name: (e.arrival_rate_per_s, solution.response.get(e.name))
                   for e in network.entries
                   if e.arrival_rate_per_s > 0 and e.name not in tasks}  # fmt: skip
        besides = _rates(network, solution, figures)
        use |= {name: each for name, each in figures.pool_use.items() if name not in use}
    if not chains:
        raise NetworkError("the network has no class whose figures could be compared")
    besides += uses(shown, use)
    rare = [name for name, (x, _) in chains.items()
            if x > 0.0 and name in figures.chains
            and figures.chains[name].cycles < FEWEST_CYCLES]  # fmt: skip
    beside = _beside(network, rare, [c.chain for c in besides]) if rare else ()
    may = tolerance_of(solution)
    return compare(chains, figures, solution.exact, None, may, besides, beside)


def _beside(
    network: Network | LayeredNetwork, rare: Sequence[str], others: Sequence[str]
) -> set[str]:
    """Classes and servers that meet with some classes, or with who meets with them.

    In a layered network, where all is held up by what is below, everything.
    """
    if isinstance(network, LayeredNetwork):
        return {*others, *(t.name for t in network.tasks), *(e.name for e in network.entries)}
    met = set(rare)
    while True:
        servers = {s.name for s in network.stations if not s.is_delay
                   and any(network.demand_s(name, s.name) > 0.0 for name in met)}  # fmt: skip
        more = {c.name for c in network.classes
                if any(network.demand_s(c.name, name) > 0.0 for name in servers)}  # fmt: skip
        if more <= met:
            return met | servers
        met |= more


def _rates(network: LayeredNetwork, solution: Solution, figures: Simulated) -> list[Compared]:
    """Rates of the entries that have work of their own, from the slices that they got."""
    on = {t.name: t.processor for t in network.tasks}
    out = []
    for i, entry in enumerate(network.entries):
        slices = sum(
            1.0 + sum(c.mean for c in entry.calls if c.phase == phase)
            for phase, host in enumerate(entry.host_demand_s, start=1) if host > 0
        )  # fmt: skip
        seen = figures.services.get((i, on[entry.task]))
        if seen is None or seen.value * figures.measured_s < FEWEST_CYCLES:
            continue
        rate = Estimate(seen.value / slices, seen.half / slices)
        out.append(Compared(entry.name, "rate", solution.layered["entries"][entry.name], rate))
    return out


def uses(analysis: Mapping[str, float], simulated: Mapping[str, Estimate]) -> list[Compared]:
    """Use of servers side by side, 0..1, of those that are used to speak of."""
    return [
        Compared(name, "utilisation", analysis[name], seen)
        for name, seen in simulated.items()
        if name in analysis
        and max(analysis[name], seen.value) > LEAST_USE
        and min(analysis[name], seen.value) < 1.0 - LEAST_USE
    ]


def check_to_json(check: Check) -> dict[str, Any]:
    """The check as plain JSON values: every simulated figure with its 95 % half-width."""

    def plain(e: Estimate) -> dict[str, float | None]:
        return {k: v if math.isfinite(v) else None
                for k, v in (("value", e.value), ("half_width", e.half))}  # fmt: skip

    simulated = check.simulated
    sharp = [abs(c.error) for c in check.compared
             if c.chain not in check.behind and c.figure != "utilisation"
             and not _rough(c)]  # fmt: skip
    return {
        "verdict": check.verdict,
        "worst_error": max(sharp, default=None),
        "line": check.line,
        "confidence": CONFIDENCE,
        "classes": {
            name: {
                "throughput": plain(c.throughput),
                "response": None if name in check.endless else plain(c.response),
                "percentiles": {}
                if name in check.endless
                else {str(p): plain(e) for p, e in c.percentiles.items()},
                "cycles": c.cycles,
            }
            for name, c in simulated.chains.items()
        },
        "changes": {
            name: {"throughput": plain(c.throughput), "response": plain(c.response)}
            for name, c in simulated.changes.items()
        },
        "utilization": {name: e.value for name, e in simulated.utilization.items()},
        "threads_busy": {name: e.value for name, e in simulated.pool_use.items()},
        "compared": [
            {"name": c.chain, "figure": c.figure, "analysis": c.analysis} | plain(c.simulated)
            for c in check.compared
        ],
        "replications": simulated.replications,
        "warmup_s": simulated.warmup_s,
        "completions": simulated.completions,
        "events": simulated.events,
    }
