"""What approximations were off by on random networks, for the answer that uses them to say.

``resources/docs/accuracy.json`` is written by ``app.bench.accuracy`` and measured again by a
thorough test. A network is held against the family most like it; outside product form those are
somewhat larger than what ``auto`` solves exactly.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache

from resources import resource

from .layered_chain import unbounded
from .network import PRIORITY_DISCIPLINES, LayeredNetwork, Network, OpenClass, Station

__all__ = [
    "SIMULATED", "Stated", "crowded", "kept_errors", "said_of", "said_of_full", "said_of_layered",
    "said_of_product_form",
]  # fmt: skip

_WORDS = {"fcfs": "fcfs", "preemptive-resume": "preemptive", "non-preemptive (HOL)": "hol"}
_SERVERS = (1, 2, 4)
BEYOND = {("fcfs-1", "schweitzer"): 10.6}
"""Worst of networks in use beyond that of the table: 27 customers at two stations in order of
arrival among four, against a simulation of two million cycles."""

SIMULATED = {
    ("mixed", "windows"): (1.4, 11.9, 20.4), ("open", "windows"): (0.2, 2.2, 3.3),
    ("mixed", "single windows"): (12.4, 21.4, 22.3), ("open", "single windows"): (6.1, 22.3, 24.8),
    ("open", "pairs"): (7.1, 11.5, 12.6),
    ("mixed", "more states"): (3.9, 13.4, 15.2), ("open", "more states"): (3.9, 13.4, 15.2),
    ("mixed", "linearizer"): (9.6, 35.0, 62.3), ("mixed", "schweitzer"): (5.7, 43.1, 72.2),
    ("open", "linearizer"): (3.6, 17.7, 23.7), ("open", "schweitzer"): (3.6, 17.7, 23.7),
}  # fmt: skip
"""The same of networks with open and closed classes, and with open ones alone, too large for a
chain, held against simulation (``bench.accuracy``, ``mixed-large`` and ``open-large``, seeds not
used before but for "more states"): throughputs of closed, responses of open classes, its interval
taken off.

Of open classes alone: 40 networks, drawn after the method was made, of two or three classes at a
station with priorities and at one or two more of any kind behind it, stations 40 to 88 % busy,
against event simulations of 40 million events. The class furthest off is nearly always the lowest
one, and it is said to be too fast, as it arrives in bursts. windows: two or more stations in a row,
25 of them; single windows: the 15 too full for that; linearizer and schweitzer: Poisson arrivals
everywhere, all 40. Before the former, 24 were single windows and up to 36 % off.

pairs: what is too full for windows with three and more open classes. The worse of 7 networks on
which the method was made (seed 1; by single windows 15.0 % off in the median and 38 at worst) and
of those drawn after (seed 660411: 12 of three and four classes, 2.2 and 5.4 %; at Poisson arrivals
4.4 and 10.4 %), stations 17 to 88 % busy, against 16 million jumps of the chain; and of three more
(seed 61207: 0.5, 2.6 and 12.6 %) since two classes go with no more than two stations in a row; 12
networks in windows of the same seed were 0.0 % off in the median and 0.3 at worst.

windows: chains of likely states, with closed classes the worst of 48 networks of before one station
more in a row was tried with four times the states, and the median of 17 after (seed 90210777, 9.8 %
off at worst). That changed 10 of 17 networks of single windows from 4.9 to 1.5 % off in the median
and from 19 to 5.6 % at worst. single windows: the 7 others of these, 11 and 22 % off, and 3 of the
fresh ones. more states: single stations with
three times the states, 10 networks (of open classes alone none was drawn that takes them), eight of
which were in view when it was decided which networks take more states; of the two others one is 0.5
% off and one 15.2. linearizer: what was too large for the former, 19 networks, where the worst is
that of 53 more; of 21 others 8 now take more states, and the rest is 3.6 % off in the median, 44 %
at worst. schweitzer: 53 of all sizes."""

IN_ORDER = {
    "windows": (0.2, 5.7, 19.1), "variances": (1.7, 7.2, 9.6),
    "linearizer": (1.3, 16.0, 25.7), "schweitzer": (1.3, 16.0, 25.7),
}  # fmt: skip
"""The same of open classes of unlike demands at two or three stations in order of arrival, 40 to 88
% busy: 20 networks (seed 5550123) against simulations of two million responses. linearizer and
schweitzer: Poisson arrivals everywhere, all 20. variances: 100 networks drawn after ``dispersion``
was made (seeds 551907, 551908 and 771), two to four stations, some of two servers, 30 with stations
that share evenly among them, 30 with all stations 60 to 88 % busy and demands up to 90 times apart,
against simulations of six and eight million jumps of the chain; the worst of the three kinds each.
At Poisson arrivals the same are 8.5 % off in the median of the hardest kind, 18 at worst."""

_RANKED_FIRST = "random open networks whose first station has priorities"

FRESH_LAYERED = {"nasty": (0.4, 4.2, 26.9), "phases": (0.6, 6.6, 14.2)}
"""The same of layered networks by stations against their exact chains: median and 19 in 20 the
worse of 150 of each family drawn after services were fitted to three moments (seeds 91011, 771203)
and of 60 of each whatever their size, up to 200,000 states (seed 19830117; 9.1 and 14.2 % at
worst), the worst of these and of 360 each that were seen (seeds 7002, 7003 and 730411). Worst are
two customers who meet in four layers, and second phases that run where their thread is waited for.
"""


MANY_LAYERED = {"linearizer": (1.0, 6.6, 10.3), "schweitzer": (3.5, 17.0, 24.8)}
"""The same with two to ten times the customers (8 to 80) and up to three times the threads, whose
exact chains are out of reach: by family the worst of 30 networks drawn after the methods were made
(seed 90311), against simulation, its interval (1.2 % in the median) taken off; of layered AMVA of
27 more (seed 4418). ``auto``, whose chains of stations may be larger, is not told apart: 0.6, 6.5
and 10.3 %. What was told of them was of few customers: 3.5 % in 19 of 20, and 27 at worst.
"""


LAYERED_OPEN = {"linearizer": (0.1, 1.8, 5.5), "schweitzer": (4.2, 30.0, 40.3)}
LAYERED_OPEN_FIGURES = {
    "response": {"linearizer": (1.2, 10.5, 24.7), "schweitzer": (2.9, 27.1, 79.6)},
    "utilisation": {"linearizer": (0.2, 3.1, 101.0), "schweitzer": (7.0, 23.5, 39.1)},
}
"""The same of such networks with arrivals from outside at one of the called entries, which alone
bring 5 to 60 % of what the fullest server can do, and of the responses of what arrives and the uses
of tasks and processors that are used 1 % and more: the worse of 150 networks of all families drawn
after the method was made (seed 55129077) and 193 that were seen (seed 27182), against chains that
are cut off where requests are lost less than 1e-7 of the time. In one of these the threads of a
task are busy twice as much as they are, as second phases go on where nobody knows of them.
"""


MANY_OPEN = {"linearizer": (0.0, 10.3, 43.0), "schweitzer": (1.6, 22.0, 37.5)}
MANY_OPEN_FIGURES = {
    "response": {"linearizer": (1.5, 18.7, 34.5), "schweitzer": (5.3, 27.0, 57.4)},
    "utilisation": {"linearizer": (1.0, 11.3, 17.0), "schweitzer": (5.0, 17.3, 29.6)},
}
"""The same with more than ``_FEW`` customers, two to ten times as many as above, where one or two
entries are asked: the worse of the fresh and of those seen of 106 networks (seeds 27182, 9123 and,
after the method was made, 777121; 60 of layered AMVA), against simulation, its interval taken off.
Of the 22 fresh ones ``auto``, whose chains of stations may be larger, was 0.0, 4.3 and 12 % off,
its responses 0.9, 10 and 21 %. Worst are servers whose chain is too large, where threads stand for
whoever holds them."""
_FEW, _MANY = 8.0, 80.0


class Stated(str):
    """A note on what a method was off by: the sentence, and a figure of it that can be used.

    usual: share by which the class furthest off was off at most in 19 of 20 networks.
    figures: the same of figures of which it is known apart ("response", "utilisation").
    """

    usual: float
    figures: Mapping[str, float]

    def __new__(
        cls, sentence: str, usual: float, figures: Mapping[str, float] | None = None
    ) -> Stated:
        made = super().__new__(cls, sentence)
        made.usual = usual
        made.figures = figures or {}
        return made

    def after(self, others: str) -> Stated:
        """The same note, behind what else there is to say."""
        return Stated(f"{others}; {self}", self.usual, self.figures)

    def __reduce__(self) -> tuple[type[Stated], tuple[str, float, Mapping[str, float]]]:
        return Stated, (str(self), self.usual, self.figures)


@cache
def kept_errors() -> Mapping[tuple[str, str], tuple[float, float, float]]:
    """(median, 95 % below, worst) in percent, by family and method."""
    kept = json.loads(resource("docs", "accuracy.json").read_text(encoding="utf-8"))
    return {
        (row["family"], row["method"]): (row["median_pct"], row["most_pct"], row["worst_pct"])
        for row in kept["rows"]
    }


def said_of(network: Network, method: str) -> Stated | None:
    """One sentence on the error of ``method`` in networks outside product form."""
    if network.open:
        kind = "mixed" if any(c.population > 0 for c in network.closed) else "open"
        if kind == "mixed":
            return _words(
                SIMULATED[kind, method], "random networks with open classes like this one"
            )
        if any(s.discipline in PRIORITY_DISCIPLINES for s in network.stations):
            return _words(SIMULATED[kind, method], _RANKED_FIRST)
        if method in IN_ORDER:
            return _words(IN_ORDER[method], "random open networks of stations in order of arrival")
        return _words(SIMULATED[kind, method], f"{_RANKED_FIRST}, which this one has not,")
    return _kept(_family(network), method, "random networks of this kind")


def said_of_full(network: Network, throughput: Mapping[str, float]) -> list[str]:
    """Of open classes whom priorities leave less than in any network that was measured.

    A share that those before them take more or less moves their wait by so much over what is left:
    with every customer more of a closed class, or another method, several times as far as said.
    """
    out = []
    for station, cls, used in crowded(network, throughput):
        times = (1.0 - _FULLEST_MEASURED) / max(1.0 - used, _LEAST_LEFT)
        out.append(
            f"{station.name!r} is {100.0 * used:.1f} % busy with {cls.name!r} and what goes before "
            f"it, fuller than in any of these networks ({100.0 * _FULLEST_MEASURED:.0f} %): its "
            f"response may be off by {times:.1f} times as much, and neighbouring inputs, solved by "
            "other methods, as far apart"
        )
    return out


def crowded(
    network: Network, throughput: Mapping[str, float]
) -> Iterator[tuple[Station, OpenClass, float]]:
    """Open classes where priorities leave them less than in any network that was measured, and how
    busy the station is with them and what goes before them."""
    for station in network.stations:
        if station.discipline not in PRIORITY_DISCIPLINES or station.is_delay:
            continue
        work = {
            c.name: throughput[c.name] * network.demand_s(c.name, station.name) / station.servers
            for c in network.classes
        }
        for cls in network.open:
            level = cls.priority or 0
            ahead = [c for c in network.classes if (c.priority or 0) < level]
            alike = [c for c in network.open if (c.priority or 0) == level]
            used = sum(work[c.name] for c in (*ahead, *alike))
            if work[cls.name] > 0.0 and used > _FULLEST_MEASURED:
                yield station, cls, used


_FULLEST_MEASURED, _LEAST_LEFT = 0.88, 1e-4


def said_of_product_form(network: Network, method: str) -> Stated | None:
    """The same where classes share the stations; open ones take their part exactly."""
    several = [s.servers for s in network.stations if not s.is_delay and s.servers > 1]
    servers = min(several, default=1.0)
    nearest = min(_SERVERS, key=lambda m: abs(m - servers))
    return _kept(f"ps-{nearest}", method, "random product-form networks of a few customers")


def said_of_layered(network: LayeredNetwork, method: str) -> Stated:
    """The same of layered networks; without second phases those of the harder family."""
    if unbounded(network):
        return _said_of_open(network, method)
    family = "phases" if any(len(e.host_demand_s) > 1 for e in network.entries) else "nasty"
    customers = sum(t.multiplicity for t in network.tasks if t.reference)
    if customers > _FEW:
        more = ", of which this one has more" if customers > _MANY else ""
        return _words(
            MANY_LAYERED[method],
            f"random layered networks of up to {_MANY:.0f} customers{more}, beyond the intervals "
            "of their simulations,",
        )
    known = [kept_errors()[family, method]]
    if method == "linearizer":
        known.append(FRESH_LAYERED[family])
    middle, most, worst = (max(column) for column in zip(*known, strict=True))
    return _words((middle, most, worst), "random layered networks of a few customers")


def _said_of_open(network: LayeredNetwork, method: str) -> Stated:
    """Of layered networks with requests that nobody waits for."""
    many = sum(t.multiplicity for t in network.tasks if t.reference) > _FEW
    known, figures = (
        (MANY_OPEN, MANY_OPEN_FIGURES) if many else (LAYERED_OPEN, LAYERED_OPEN_FIGURES)
    )
    told = _words(known[method], _loose_words(network, "many" if many else "a few"))
    others = {figure: row[method] for figure, row in figures.items()}
    said = "; ".join(
        f"{_FIGURE_WORDS[figure]} by {middle:.1f}, {most:.0f} and {worst:.0f} %"
        for figure, (middle, most, worst) in others.items()
    )
    usual = {figure: row[1] / 100.0 for figure, row in others.items()}
    return Stated(f"{told}; {said}", told.usual, usual)


_FIGURE_WORDS = {
    "response": "responses of requests from outside",
    "utilisation": "uses of 1 % and more",
}


def _loose_words(network: LayeredNetwork, customers: str) -> str:
    which = f"random layered networks of {customers} customers with arrivals from outside"
    if any(c.type == "async" and c.mean > 0 for e in network.entries for c in e.calls):
        which += ", none of them with asynchronous calls,"
    return which


def _kept(family: str | None, method: str, which: str) -> Stated | None:
    figures = None if family is None else kept_errors().get((family, method))
    if family is None or figures is None:
        return None
    middle, most, worst = figures
    return _words((middle, most, max(worst, BEYOND.get((family, method), 0.0))), which)


def _words(figures: tuple[float, float, float], which: str) -> Stated:
    middle, most, worst = figures
    return Stated(
        f"on {which} the class that was furthest off was so by {middle:.1f} % in the median, by up "
        f"to {most:.0f} % in 19 of 20, by {worst:.0f} % at worst",
        most / 100.0,
    )


def _family(network: Network) -> str | None:
    """The kind of random networks most like this one."""
    told = [
        s for s in network.stations
        if s.discipline in _WORDS
        and sum(1 for c in network.closed if network.demand_s(c.name, s.name) > 0) > 1
    ]  # fmt: skip
    if not told:
        return None
    first = max(told, key=lambda s: list(_WORDS).index(s.discipline))
    alike = [s for s in told if s.discipline == first.discipline]
    servers = min(s.servers for s in alike)
    if first.discipline == "fcfs":
        return "fcfs-1"  # with more servers less is left to be approximated
    if first.discipline in PRIORITY_DISCIPLINES and len(alike) > 1 and servers == 1:
        return f"{_WORDS[first.discipline]}-twice"
    return f"{_WORDS[first.discipline]}-{min(_SERVERS, key=lambda m: abs(m - servers))}"
