"""Networks outside product form through which open classes flow, alone or beside closed ones.

One station is exact where formulas exist (``open_stations``). Networks are solved as a Markov chain
that is cut off where that is small (``mixed_chain``), else as chains of likely states of stations
in a row (``likely_chain``); of open classes alone without priorities by how far their arrivals vary
(``dispersion``) where two stations in a row are too large for that, and of three and more classes
with priorities two at a time (``paired_classes``).
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace

from .dispersion import varied_residences
from .errors import NetworkError
from .likely_chain import WindowsAnswer, solve_in_windows
from .measured import Stated, said_of
from .mixed_chain import EXACT_CUT, solve_mixed_chain
from .network import ClosedClass, Network, OpenClass
from .open_stations import busy_in_order, open_responses
from .paired_classes import lengthened_in_pairs
from .productform import ProductForm
from .reporting import report
from .solution import Solution
from .theorems import CUT_CHAIN

__all__ = ["EXACT_STATES", "ONCE", "kept_errors_of", "solve_cut_off", "solve_open"]

EXACT_STATES = 300_000
_MIXED_STATES = 30_000
"""States with open classes, which are tried with up to three cuts."""
_SCALED = Stated(
    "no formula is known here, so that waits are scaled from those of a single server; on 35 "
    "random stations of two to eight servers without preemption the class that was furthest off "
    "was so by 1.5 % in the median, by up to 10 % in 19 of 20, by 16 % at worst, against "
    "simulation",
    0.1,
)
_IN_PAIRS = Stated(
    "no formula is known here, so that all levels above one are taken for one class of as much "
    "work; on 30 random stations of two to eight servers the class that was furthest off was so by "
    "less than 0.1 % in the median, by up to 3 % in 19 of 20, by 6 % at worst, against simulation",
    0.03,
)
ONCE = "classes visit their stations once per cycle, in the order listed"
_PAIRED_ROW, _MOST_PAIRED = 2, 30
"""Stations in a row for two classes at a time, and classes times stations: five to ten seconds in
all, 14 at most of 52 random networks."""
_ENDED = "chains of more stations in a row are left out, as they would take more than some seconds"
_POISSON = "arrivals behind another queue are taken to be Poisson"
_PAIRED = (
    "two classes at a time, the others as slower servers: how much longer each waits than at "
    "Poisson arrivals, by chains of likely states of neighbouring stations"
)
_VARIED = (
    "arrivals behind another queue vary by what leaves it (indices of dispersion), and waits are "
    "those of Poisson arrivals, lengthened by the work that this brings"
)


def _at_random(
    network: Network,
) -> tuple[dict[str, dict[str, float]], list[str], dict[str, float], str | None]:
    """Residences (s) by class and station were all arrivals Poisson, the stations at which they are
    exact then, use where it is not the work done, and the last station's theorem."""
    flowing = [c for c in network.open if c.arrival_rate_per_s > 0]
    residence = {
        c.name: {s.name: network.demand_s(c.name, s.name) * s.replicas for s in network.stations}
        for c in network.classes
    }
    theorem: str | None = None
    exactly: list[str] = []
    busy: dict[str, float] = {}
    for station in network.stations:
        here = [c for c in flowing if network.demand_s(c.name, station.name) > 0]
        if station.is_delay or not here:
            continue
        times, theorem = open_responses(network, station, here)
        if theorem is not None:
            exactly.append(station.name)
        working = busy_in_order(network, station, here)
        if working is not None:
            busy[station.name] = working
        for cls, r in zip(here, times, strict=True):
            residence[cls.name][station.name] = r * station.replicas
    return residence, exactly, busy, theorem


def solve_open(
    network: Network, method: str, cancel: Callable[[], bool] | None, widest: int | None = None
) -> Solution:
    """Open classes alone. widest: stations in a row that are tried as one chain, all if None."""
    flowing = [c for c in network.open if c.arrival_rate_per_s > 0]
    throughput = {c.name: 0.0 for c in network.classes}
    throughput |= {c.name: c.arrival_rate_per_s for c in flowing}
    residence, exactly, busy, theorem = _at_random(network)
    queues = sum(
        s.replicas for s in network.stations
        if not s.is_delay and any(network.demand_s(c.name, s.name) > 0 for c in flowing)
    )  # fmt: skip
    notes = []
    if queues > 1:
        about = ProductForm(throughput, residence, True, 0, 0.0)
        varied = varied_residences(network, residence)
        if method != "schweitzer":
            tandem = solve_cut_off(network, about, method, cancel, exactly, varied is None, widest)
            if tandem is not None:
                return tandem
        theorem = None
        residence = residence if varied is None else varied
        kind = method if varied is None else "variances"
        notes += [_POISSON if varied is None else _VARIED, *kept_errors_of(network, kind)]
    elif theorem is None:
        # What chains of likely states leave out is what a low level's response is made of.
        about = ProductForm(throughput, residence, True, 0, 0.0)
        whole = None if method == "schweitzer" else _by_chain(network, about, method, cancel)
        if whole is not None:
            return whole
        pairs = any(s.discipline == "preemptive-resume" for s in network.stations)
        notes.append(_IN_PAIRS if pairs else _SCALED)
    if method == "exact" and theorem is None:
        raise NetworkError(
            "no exact solution is known for these priorities or unequal FCFS demands in an open "
            "network; use the method auto"
        )
    form = ProductForm(throughput, residence, True, 0, 0.0)
    return report(network, form, "open", theorem, notes, busy)


def kept_errors_of(network: Network, method: str) -> list[str]:
    known = (
        "schweitzer", "windows", "single windows", "more states", "variances", "pairs"
    )  # fmt: skip
    said = said_of(network, method if method in known else "linearizer")
    return [] if said is None else [said]


def solve_cut_off(
    network: Network, about: ProductForm, method: str, cancel: Callable[[], bool] | None,
    known: Collection[str] = (), singly: bool = True, widest: int | None = None,
) -> Solution | None:  # fmt: skip
    """A network with open classes as a chain that has only so many of them, where that is small.

    known: stations whose residences ``about`` has exactly, were their arrivals Poisson. singly:
    whether chains of each station by itself will do.
    """
    if any(s.replicas > 1 for s in network.stations):
        return None
    chain = _by_chain(network, about, method, cancel)
    if chain is not None or method == "exact":
        return chain
    return _by_windows(network, about, cancel, known, singly, widest)


def _by_chain(
    network: Network, about: ProductForm, method: str, cancel: Callable[[], bool] | None
) -> Solution | None:
    """The whole as one chain that is cut off, None where that is too large."""
    rate, there = about.throughput, about.residence
    limit = EXACT_STATES if method == "exact" else _MIXED_STATES
    found = solve_mixed_chain(network, lambda c, s: rate[c] * there[c][s], limit, cancel)
    exactly = found is not None and found.cut <= EXACT_CUT
    if found is None or (method == "exact" and not exactly) or (found.throughput <= 0.0).any():
        return None
    throughput = {c.name: c.arrival_rate_per_s if isinstance(c, OpenClass) else 0.0
                  for c in network.classes}  # fmt: skip
    residence = {c.name: {s.name: network.demand_s(c.name, s.name) for s in network.stations}
                 for c in network.classes}  # fmt: skip
    for r, c in enumerate(found.classes):
        x = float(found.throughput[r])
        if isinstance(c, ClosedClass):
            throughput[c.name] = x
        residence[c.name] = {
            s.name: float(found.queue[r, k]) / x for k, s in enumerate(network.stations)
        }
    form = ProductForm(throughput, residence, True, 0, 0.0)
    notes = [ONCE]
    if not exactly:
        notes.append(
            "the queues of open classes are cut off where they are so long for up to "
            f"{found.cut:.1e} of the time"
        )
    busy = {
        s.name: float(found.busy[k]) / s.servers
        for k, s in enumerate(network.stations)
        if s.rate_multipliers and not s.is_delay  # elsewhere it is the work, whatever is cut off
    }
    return report(network, form, "ctmc", CUT_CHAIN if exactly else None, notes, busy)


def _by_windows(
    network: Network, about: ProductForm, cancel: Callable[[], bool] | None,
    known: Collection[str] = (), singly: bool = True, widest: int | None = None,
) -> Solution | None:  # fmt: skip
    """Neighbouring stations as chains of their likely states, where those are small."""
    found = solve_in_windows(network, about, cancel, singly, widest)
    if singly and (found is None or found.width == 1):
        paired = _by_pairs(network, about, cancel)
        if paired is not None:
            return paired
    if found is None or (found.width == 1 and not singly):
        return None
    apart = "each station" if found.width == 1 else f"{found.width} stations in a row"
    taken = known if found.width == 1 else [n for n in known if _comes_first(network, n)]
    form = replace(found.form, residence={
        c: {s: about.residence[c][s] if s in taken else time for s, time in row.items()}
        for c, row in found.form.residence.items()
    })  # fmt: skip
    notes = [
        ONCE,
        (
            f"chains of the likely states of {apart}, the rest as pauses; what is left out could "
            f"be found up to {found.left_out:.1e} of the time"
            + (", and the answer is continued to where nothing is" if found.continued else "")
        ),
        *kept_errors_of(network, _kind(network, found)),
    ]
    if found.ended or (found.width == 1 and _pairs_take_long(network)):
        notes.append(_ENDED)
    busy = {
        s.name: found.form.busy[s.name] for s in network.stations
        if s.rate_multipliers and s.name in found.form.busy
    }  # fmt: skip
    return report(network, form, "aggregation", None, notes, busy)


def _by_pairs(
    network: Network, about: ProductForm, cancel: Callable[[], bool] | None
) -> Solution | None:
    """Open classes of several priorities two at a time, None where there are no more than two.

    Nor where rates go by numbers: nobody knows then what others take of a server.
    """
    flowing = [c for c in network.open if c.arrival_rate_per_s > 0.0]
    queues = sum(1 for s in network.stations if not s.is_delay)
    paced = any(s.rate_multipliers for s in network.stations)
    if network.closed or len(flowing) < 3 or queues < 2 or paced:
        return None
    if _pairs_take_long(network):
        return None
    residence = lengthened_in_pairs(
        network, about.residence,
        lambda pair: solve_open(pair, "auto", cancel, _PAIRED_ROW),
        lambda pair: _at_random(pair)[0],
    )  # fmt: skip
    if residence is None:
        return None
    form = replace(about, residence=residence)
    notes = [ONCE, _PAIRED, *kept_errors_of(network, "pairs")]
    return report(network, form, "aggregation", None, notes)


def _pairs_take_long(network: Network) -> bool:
    """Whether open classes are too many to be taken two at a time."""
    flowing = [c for c in network.open if c.arrival_rate_per_s > 0.0]
    queues = sum(1 for s in network.stations if not s.is_delay)
    return not network.closed and len(flowing) * queues > _MOST_PAIRED


def _kind(network: Network, found: WindowsAnswer) -> str:
    """What the error of these windows is kept under."""
    if found.more:
        return "more states"
    alone = found.width == 1 and len(network.stations) > 1
    return "single windows" if alone else "windows"


def _comes_first(network: Network, name: str) -> bool:
    """Whether all who come to this station come from outside."""
    before = [s.name for s in network.stations[: [s.name for s in network.stations].index(name)]]
    here = [c for c in network.open if network.demand_s(c.name, name) > 0]
    return not any(network.demand_s(c.name, s) > 0 for c in here for s in before)
