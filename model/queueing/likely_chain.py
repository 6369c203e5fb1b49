"""Neighbouring stations as one Markov chain of their likely states, the rest as a pause.

Every class visits its stations once, in the order listed, closed ones for ever, open ones from
outside and out again. A *window* is some stations in a row; a closed class that leaves it is back
after its pause and its mean time at all other stations, exponentially (a *complement* of Chandy,
Herzog and Woo, IBM J. Res. Develop. 19(1), 1975, without queues), an open one does not come back.
Windows are solved in turn until throughputs settle. At first each station is a window. Then two
neighbours are, of which the second is known better, as it is seen how customers come from the
first; then three; while the states left out of every window hold next to nothing.

Lines are told apart by numbers (``numbered_line``). Of the numbers at all places together those
are in the chain that are likely: a number of a class at a place costs minus the logarithm of its
probability, relative to the likeliest, and a state what all its numbers cost together. It takes
far fewer states than a limit for each number would. Probabilities are at first those of geometric
numbers with the mean of approximate MVA, then those that the chain itself has, continued as they
decline. Who would come to where that makes a state too unlikely goes on past that place
(``joint_states.Within``); how much of the time somebody may have to is known.

Where that is more than hardly any of the time for single stations, and it is whom the servers have
that takes the states, each has three times as many. Of ten random networks that could not do
without, the worst class of each is 3.9 % off in the median and 15 % at worst against simulation, by
approximate MVA 19 and 28 %; eight of them were in view when it was decided which networks take
that. It takes another second or two.

With closed classes a window of one station more is then tried with four times the states. It takes
another second or two; of ten random networks the worst class was 4.9 % off in the median and 19 at
worst by single stations, 1.5 and 5.6 % then.

Of open classes alone more than one station in a row matters: a class of low priority leaves in
bursts, in between the busy times of those above it, and the next station's queue is longer than
that of Poisson arrivals. No more are tried where one more changes nothing: of eight stations that
ended with three in a row, after 6 s in place of 28, one class of four is 1.4 % off, which six in a
row had to 0.4 %. Where a window of one station more is too large, it is solved twice, with
unlike numbers of states; what it says falls nearly in proportion to what is left out, and is
continued to where nothing is. Customers who are left out are those far down a queue, so that both
say too little of it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from .cyclic_chain import Line, Place, Together, flows_of, place_of, solve_together
from .joint_states import CAPTIVE, Flow, Index, Table, Within, listed_table
from .local_chain import Drawn, patterns
from .markov import ROUGHLY, TooManyStates
from .mixed_chain import HEAVIER
from .network import ClosedClass, Network
from .numbered_line import SETTLED, NumberedLine
from .productform import ProductForm
from .waiting import Array

__all__ = ["WindowsAnswer", "solve_in_windows"]

_STATES = 8_000
"""Of one window, and of one line with whom its servers have."""
_MORE_STATES, _FEW_STATIONS = 24_000, 3
"""The same of single stations, where these are too few, and up to how many there are."""
_FEW_NUMBERS, _NEARLY_ALL = 2_000, 0.9
"""Numbers of a window, most of whose states tell whom the servers have: tripled, they take a second
or two; the share of ``_TOLD`` from which little would be added."""
_TOLD, _STEP = 40.0, 0.5
"""Costs beyond which nothing is told apart, and how finely states are counted by them."""
_KNOWN = 8.0
"""Costs up to which a chain's own probabilities are taken; beyond, they are continued."""
_LEAST_SLOPE = 0.02
_MOST_TAIL = 400
"""Customers of an open class at a station that can be told apart."""
_LEFT_OUT, _MORE_LEFT_OUT = 3e-2, 0.1
"""Share of the time in states from which somebody finds no room, up to which they are taken; of
single stations with more states, where all else is further off."""
_LITTLE = 2e-3
"""The same with closed classes from which single stations take more states: at 1.3e-2 a response at
one station was 13 % off, and jumped by so much where a chain of all states is just small enough."""
_WORTH = 0.4
"""Share left out beyond which more states would not do."""
_HOPELESS = 2e-3
"""Probability of all that is left out, were numbers independent; measured, it is tenfold."""
_COARSE, _FINE = 12_000, 32_000
"""States of a window whose answer is continued to where nothing is left out."""
_CONTINUED = 1e-2
"""Share left out up to which the answer for open classes is continued to where nothing is; beyond,
Poisson arrivals were nearer."""
_FAR_OUT, _NOTHING = 5e-2, 1e-4
"""Share left out from which it is no use; and what is nothing."""
_HALVES, _WIDER = 2.5e-2, 8e-3
"""The same with the fewer states, and with windows of one station less, from which the answer is
not tried to be continued: most of three times the states leave out half as much, windows of one
station more three times as much."""
_MOST_WORK, _USUAL = 800_000, (3, 8)
"""States that are solved for in all, from which nothing further is tried, some five seconds; rounds
that this usually takes, with open classes alone and with closed ones."""
_SAME, _SETTLED_OUT = 2e-3, 1e-3
"""Change of a residence of open classes with one station more in a row, of their response, from
which no more are tried, and share left out up to which it tells that."""
_APART = 1.2
"""Ratio of two shares left out from which a line through both can be continued."""
_TURNS, _LEARNING = 16, 2
"""Rounds; those after which it is found anew what is likely."""
_MOST_COUNTED = 4e6


@dataclass(frozen=True)
class WindowsAnswer:
    """Throughputs and residences, how many stations a window has, and the most left out of one.

    short: whether more states would do where too much is left out. more: with more states.
    continued: to where nothing is left out. ended: there was more to try than is worth the time.
    """

    form: ProductForm
    width: int
    left_out: float
    short: bool
    more: bool = False
    continued: bool = False
    ended: bool = False


def solve_in_windows(
    network: Network, about: ProductForm, stop: Callable[[], bool] | None = None,
    singly: bool = True, widest: int | None = None,
) -> WindowsAnswer | None:  # fmt: skip
    """The answer of the widest windows that are small enough, None where even one station is not.

    about: throughputs and residences to begin with. singly: more states are worth it for single
    stations, too. widest: stations in a row, all if None.
    """
    whole = _Whole(network, about)
    most = len(whole.stations) if widest is None else min(widest, len(whole.stations))
    found: WindowsAnswer | None = None
    answer = kept = None
    for width in range(1, most + 1):
        if found is not None and not whole.affords(width):
            return replace(found, ended=True)
        try:
            answer = whole.solve(width, stop)
        except TooManyStates:
            break
        if answer is None or answer.left_out > _LEFT_OUT:
            break
        before, found, kept = found, answer, whole.known()
        if not whole.closed.any() and before is not None and _alike(before, found):
            return found
    if (
        singly
        and answer is not None
        and (
            found is None or (whole.closed.any() and found.width == 1 and found.left_out > _LITTLE)
        )
    ):
        more = _with_more_states(network, about, answer if found is None else found, stop)
        if more is not None and (found is None or more[0].left_out < found.left_out):
            found, kept = more
    if found is None or kept is None:
        return None
    if whole.closed.any():
        if found.width < len(kept.stations) and not kept.affords(found.width + 1, _FINE):
            return replace(found, ended=True)
        return _wider(kept, found, stop) or found
    if found.more:
        return found
    wider, ended = None, False
    if found.width < most and found.left_out <= _WIDER:
        coarse = _Whole(network, about, _COARSE, math.inf, _STATES)
        coarse.work = kept.work
        ended = not coarse.affords(found.width + 1, _COARSE + _FINE)
        if not ended:
            wider = _continued_answer(coarse, found.width + 1, stop)
    if wider is None and found.width > 1 and found.left_out > _NOTHING:
        if kept.affords(found.width, _FINE):
            wider = _continued_answer(kept, found.width, stop)
        else:
            ended = True
    return replace(wider or found, ended=ended)


def _alike(before: WindowsAnswer, now: WindowsAnswer) -> bool:
    """Whether one station more in a row changed nothing, and hardly anything is left out."""
    if now.left_out > _SETTLED_OUT:
        return False
    moved = (
        abs(now.form.residence[c][s] - there) / sum(row.values())
        for c, row in before.form.residence.items() for s, there in row.items() if there > 0.0
    )  # fmt: skip
    return max(moved, default=0.0) <= _SAME


def _with_more_states(
    network: Network, about: ProductForm, answer: WindowsAnswer,
    stop: Callable[[], bool] | None,
) -> tuple[WindowsAnswer, _Whole] | None:  # fmt: skip
    """Single stations again, with more states each, where it is these that are missing."""
    whole = _Whole(network, about, _MORE_STATES)
    if len(whole.stations) > _FEW_STATIONS or answer.left_out > _WORTH or not answer.short:
        return None
    try:
        again = whole.solve(1, stop)
    except TooManyStates:
        return None
    if again is None or again.left_out > _MORE_LEFT_OUT:
        return None
    return replace(again, more=True), whole


def _wider(kept: _Whole, found: WindowsAnswer, stop: Callable[[], bool] | None
) -> WindowsAnswer | None:  # fmt: skip
    """Closed classes with one station more in a row and four times the states.

    kept: what is known with narrower windows.
    """
    if found.width == len(kept.stations):
        return None
    whole = _Whole(kept.network, kept.about, _FINE, math.inf, kept.local)
    whole.x, whole.residence, whole.costs = kept.x.copy(), kept.residence.copy(), dict(kept.costs)
    try:
        answer = whole.solve(found.width + 1, stop, _FAR_OUT)
    except TooManyStates:
        return None
    return answer if answer is not None and answer.left_out <= _LEFT_OUT else None


def _continued_answer(
    coarse: _Whole, width: int, stop: Callable[[], bool] | None
) -> WindowsAnswer | None:
    """Open classes in windows too large for all their likely states, None where too few are in.

    coarse: what is known already with windows of this width, or has to be found first.
    """
    try:
        if coarse.width != width and coarse.solve(width, stop, _HALVES) is None:
            return None
        if max(coarse.cut.values()) > _HALVES:
            return None
        fine = _Whole(coarse.network, coarse.about, _FINE, math.inf, _STATES)
        fine.costs, fine.residence = dict(coarse.costs), coarse.residence.copy()
        fine.work = coarse.work
        answer = fine.solve(width, stop)
    except TooManyStates:
        return None
    if answer is None or answer.left_out > _CONTINUED:
        return None
    for k in fine.stations:
        more, less = coarse.cut[k], fine.cut[k]
        if more > _APART * less:
            there = fine.residence[:, k] > 0.0
            near, far = fine.residence[there, k], coarse.residence[there, k]
            fine.residence[there, k] = 1.0 / (
                1.0 / near + (1.0 / near - 1.0 / far) * less / (more - less)
            )
    form = fine.form(answer.form.iterations, answer.form.residual)
    return replace(answer, form=form, continued=True)


class _Whole:
    """What is known of a network so far."""

    def __init__(
        self, network: Network, about: ProductForm, states: int = _STATES,
        hopeless: float = _HOPELESS, local: int | None = None,
    ) -> None:  # fmt: skip
        """states: of a window; local: of a line with whom its servers have, where not as many.

        hopeless: probability of all that is left out from which windows are not tried.
        """
        self.network, self.about, self.states, self.hopeless = network, about, states, hopeless
        self.local = states if local is None else local
        self.width = self.work = 0
        classes = self.classes = network.classes
        self.closed = np.array([isinstance(c, ClosedClass) and c.population > 0 for c in classes])
        self.number = np.array([c.population if isinstance(c, ClosedClass) else 0 for c in classes])
        self.think = np.array(
            [c.think_time_s if isinstance(c, ClosedClass) else 0.0 for c in classes]
        )
        self.demand = np.array(
            [[network.demand_s(c.name, s.name) for s in network.stations] for c in classes]
        )
        self.x = np.array([about.throughput[c.name] for c in classes])
        self.residence = np.array(
            [[about.residence[c.name][s.name] for s in network.stations] for c in classes]
        )
        flowing = self.x > 0.0
        self.stations = [k for k, s in enumerate(network.stations)
                         if not s.is_delay and self.demand[flowing, k].any()]  # fmt: skip
        self.costs: dict[tuple[int, int], Array] = {}
        self.busy: dict[str, float] = {}
        self.cut: dict[int, float] = {}

    def solve(
        self, width: int, stop: Callable[[], bool] | None, most_out: float = math.inf
    ) -> WindowsAnswer | None:
        """With windows of so many stations; raises ``TooManyStates``.

        most_out: share left out of one, once it is known what is likely, from which it is no use.
        """
        self.width = width
        ways = [self.stations[i : i + width] for i in range(len(self.stations) - width + 1)]
        residual = math.inf
        windows: list[_Window] = []
        for rounds in range(1, _TURNS + 1):
            before = self.x.copy()
            if rounds <= _LEARNING:
                windows = []
            for i, way in enumerate(ways):
                if rounds <= _LEARNING:
                    windows.append(_Window(self, way))
                window = windows[i]
                there = window.solve(stop)
                self.work += window.size
                if there is None:
                    return None
                for j, k in enumerate(way):
                    if i == 0 or j == width - 1:
                        self.residence[:, k] = np.where(self.demand[:, k] > 0, there[:, j], 0.0)
                        self.busy[self.network.stations[k].name] = window.busy(j)
                        self.cut[k] = window.cut
                        if rounds <= _LEARNING:
                            window.learn(j)
                cycle = self.think + self.residence.sum(axis=1)
                self.x[self.closed] = self.number[self.closed] / cycle[self.closed]
            if rounds == _LEARNING and max(w.cut for w in windows) > most_out:
                return None
            moved = np.abs(np.log(self.x[self.closed] / before[self.closed]))
            residual = float(moved.max(initial=0.0))
            if residual < SETTLED and rounds > _LEARNING:
                break
        left_out = max((w.cut for w in windows), default=0.0)
        short = all(w.light and (w.lacking or w.cut <= _LEFT_OUT) for w in windows)
        return WindowsAnswer(self.form(rounds, residual), width, left_out, short)

    def affords(self, width: int, states: int | None = None) -> bool:
        """Whether windows of so many stations, and so many states, are worth the time."""
        ways = len(self.stations) - width + 1
        ahead = ways * (states or self.states) * _USUAL[bool(self.closed.any())]
        return self.work + ahead <= _MOST_WORK

    def known(self) -> _Whole:
        """The same, which does not change with this one."""
        kept = copy(self)
        kept.residence, kept.x = self.residence.copy(), self.x.copy()
        kept.costs, kept.busy, kept.cut = dict(self.costs), dict(self.busy), dict(self.cut)
        return kept

    def form(self, rounds: int, residual: float) -> ProductForm:
        """What is known of all classes at all stations."""
        names = [c.name for c in self.classes]
        stations = [s.name for s in self.network.stations]
        return ProductForm(
            dict(zip(names, self.x.tolist(), strict=True)),
            {n: dict(zip(stations, row, strict=True))
             for n, row in zip(names, self.residence.tolist(), strict=True)},
            residual < SETTLED, rounds, residual, dict(self.busy),
        )  # fmt: skip

    def cost(self, r: int, k: int) -> Array:
        """Costs of the numbers of a class at a station, as far as it is known."""
        if self.demand[r, k] <= 0.0 or self.x[r] <= 0.0:
            return np.zeros(1)
        if (r, k) not in self.costs:
            mean = float(self.x[r] * self.residence[r, k])
            if self.closed[r]:
                self.costs[r, k] = _geometric(int(self.number[r]), mean)
            else:
                mean *= HEAVIER
                step = math.log1p(1.0 / mean)
                self.costs[r, k] = np.arange(_MOST_TAIL + 1, dtype=float) * step
        return self.costs[r, k]


class _Window:
    """Some stations in a row, then the pauses, as one chain."""

    def __init__(self, whole: _Whole, way: list[int]) -> None:
        """Raises ``TooManyStates``."""
        self.whole, self.way = whole, way
        self.here = np.flatnonzero((whole.demand[:, way] > 0.0).any(axis=1) & (whole.x > 0.0))
        self.pauses = self._pauses()
        costs = [[_downward(whole.cost(r, k)) for r in self.here.tolist()] for k in way]
        # Pauses cost nothing: who finds no room elsewhere can always go there.
        costs.append([
            np.zeros(int(whole.number[r]) + 1 if pause > 0.0 else 1)
            for r, pause in zip(self.here.tolist(), self.pauses, strict=True)
        ])  # fmt: skip
        self.places = [self._place(k) for k in way]
        self.numbers: list[Index] = []
        told = _TOLD
        for cost, place in zip(costs, [*self.places, None], strict=True):
            numbers, most = _likely(cost, place, whole.states, whole.local)
            self.numbers.append(numbers)
            told = min(told, most)
        self.costs = [
            sum((c[n] for c, n in zip(cost, numbers.T, strict=True)), np.zeros(len(numbers)))
            for cost, numbers in zip(costs, self.numbers, strict=True)
        ]
        self.population = [int(whole.number[r]) for r in self.here]
        self.start = self._cheapest(costs)
        first = sum(float(c[i]) for c, i in zip(self.costs, self.start, strict=True))
        self.most = max(first, min(self._affordable(), told))
        self.flows = self._flows()
        self.lines = {k: self._line(k, p) for k, p in enumerate(self.places)
                      if isinstance(p, Line)}  # fmt: skip
        self.found: Together | None = None
        self.cut = math.inf

    def _pauses(self) -> Array:
        """Of a closed class all its time elsewhere."""
        whole, way = self.whole, self.way
        elsewhere = whole.think + np.delete(whole.residence, way, axis=1).sum(axis=1)
        captive = (elsewhere <= 0.0) & ((whole.demand[:, way] > 0.0).sum(axis=1) < 2)
        pause = np.where(captive, CAPTIVE * whole.demand[:, way].sum(axis=1), elsewhere)
        return np.where(whole.closed, pause, 0.0)[self.here]

    def _place(self, k: int) -> Place:
        network, station = self.whole.network, self.whole.network.stations[k]
        classes = [self.whole.classes[r] for r in self.here]
        most = int(self.whole.number.sum()) + _MOST_TAIL * len(classes)
        place = place_of(network, station, classes, most)
        if isinstance(place, Line):
            return Drawn(station, place.demands, most, place.levels)
        return place

    def _line(self, k: int, place: Line) -> NumberedLine:
        """At first all come as from pauses."""
        numbers, whole = self.numbers[k], self.whole
        most = [n or _MOST_TAIL for n in self.population]
        line = NumberedLine(place, numbers, most, self.whole.local)
        elsewhere = whole.think + whole.residence.sum(axis=1) - whole.residence[:, self.way[k]]
        for i, r in enumerate(self.here.tolist()):
            if not whole.closed[r]:
                line.come(i, float(whole.x[r]))
            elif place.demands[i] > 0.0:
                line.come_each(i, 1.0 / max(float(elsewhere[r]), CAPTIVE * place.demands[i]))
        return line

    def _flows(self) -> list[Flow]:
        flows = []
        for i, r in enumerate(self.here.tolist()):
            steps = [j for j, k in enumerate(self.way) if self.whole.demand[r, k] > 0.0]
            if self.population[i]:
                flows += flows_of([[len(self.way)] * bool(self.pauses[i] > 0.0) + steps])
                continue
            following = dict(pairwise(steps))
            flows.append(Flow(following, steps[0], float(self.whole.x[r])))
        return flows

    def _cheapest(self, costs: list[list[Array]]) -> list[int]:
        """A state with everybody somewhere, one after the other where it costs least."""
        held = np.zeros((len(costs), len(self.population)), dtype=np.intp)
        for i, n in enumerate(self.population):
            for _ in range(n):
                more = [
                    float(c[i][held[k, i] + 1] - c[i][held[k, i]])
                    if held[k, i] + 1 < len(c[i]) else math.inf
                    for k, c in enumerate(costs)
                ]  # fmt: skip
                held[int(np.argmin(more)), i] += 1
        start = [np.flatnonzero((numbers == row).all(axis=1))
                 for numbers, row in zip(self.numbers, held, strict=True)]  # fmt: skip
        if not all(len(s) for s in start):
            raise TooManyStates
        return [int(s[0]) for s in start]

    def _affordable(self) -> float:
        """The highest cost at which there are no more states than a window may have."""
        closed = [i for i, n in enumerate(self.population) if n]
        steps = int(_TOLD / _STEP) + 1
        shape = (*(self.population[i] + 1 for i in closed), steps)
        if math.prod(2.0 * n for n in shape) > _MOST_COUNTED:
            raise TooManyStates
        room, axes = tuple(2 * n - 1 for n in shape), range(len(shape))
        inside = tuple(slice(0, n) for n in shape)
        ways = np.zeros(shape)
        ways[(0,) * len(shape)] = 1.0
        for cost, numbers in zip(self.costs, self.numbers, strict=True):
            step = (cost / _STEP).astype(np.intp)
            few = step < steps
            one = np.zeros(shape)
            np.add.at(one, (*numbers[few][:, closed].T, step[few]), 1.0)
            both = np.fft.rfftn(ways, room, axes) * np.fft.rfftn(one, room, axes)
            ways = np.rint(np.fft.irfftn(both, room, axes)[inside])
        states = ways[tuple(self.population[i] for i in closed)]
        count = int(np.searchsorted(np.cumsum(states), self.whole.states, side="right"))
        weight = states * np.exp(-_STEP * np.arange(steps))
        if len(self.way) > 1 and weight[count:].sum() > self.whole.hopeless * weight.sum():
            raise TooManyStates
        return _STEP * count

    def solve(self, stop: Callable[[], bool] | None) -> Array | None:
        """Residence (classes, stations of the window), None where it cannot be had."""
        self.pauses = np.where(self.pauses > 0.0, self._pauses(), 0.0)
        tables: list[Table] = []
        for k, (place, numbers) in enumerate(zip(self.places, self.numbers, strict=False)):
            line = self.lines.get(k)
            if line is not None:
                if self.found is not None:
                    line.settle(self.found, k, self.flows)
                tables.append(line.table())
                continue
            tables.append(listed_table(numbers, place.completions(numbers)))
        back = np.divide(1.0, self.pauses, out=np.zeros(len(self.pauses)), where=self.pauses > 0)
        tables.append(listed_table(self.numbers[-1], back * self.numbers[-1]))
        within = Within(self.costs, self.most, self.start)
        most = 2 * self.whole.states
        found = self.found = solve_together(
            tables, self.flows, self.population, most, stop, within, self.found, ROUGHLY
        )
        self.cut = found.cut
        places = range(len(self.way))
        through = np.array([found.chance[j] @ tables[j].leaving for j in places]).T
        held = np.array([found.queue(j) for j in places]).T
        visited = self.whole.demand[self.here][:, self.way] > 0.0
        if not (np.isfinite(through).all() and (through[visited] > 0.0).all()):
            return None
        out = np.zeros((len(self.whole.classes), len(self.way)))
        out[self.here] = np.divide(held, through, out=np.zeros(held.shape), where=visited)
        return out

    @property
    def size(self) -> int:
        """States that were solved for."""
        return 0 if self.found is None else self.found.states

    @property
    def lacking(self) -> bool:
        """Whether it has less than it would have with more states."""
        return self.most < _TOLD - _STEP

    @property
    def light(self) -> bool:
        """Whether it would take little longer with more states."""
        return self.most > _NEARLY_ALL * _TOLD or all(len(n) <= _FEW_NUMBERS for n in self.numbers)

    def busy(self, j: int) -> float:
        """Share of the servers of the ``j``-th station that are at work."""
        assert self.found is not None
        servers = self.whole.network.stations[self.way[j]].servers
        working = np.minimum(self.numbers[j].sum(axis=1), servers)
        return float(self.found.chance[j] @ working) / servers

    def learn(self, j: int) -> None:
        """Take the chain's own probabilities for what numbers cost at its ``j``-th station."""
        assert self.found is not None
        k = self.way[j]
        for i, r in enumerate(self.here.tolist()):
            if self.whole.demand[r, k] > 0.0:
                chance = np.bincount(self.numbers[j][:, i], self.found.chance[j])
                count = len(self.whole.cost(r, k))
                self.whole.costs[r, k] = _continued(np.asarray(chance, dtype=float), count)


def _geometric(most: int, mean: float) -> Array:
    """Costs of up to so many, truncated geometric with this mean."""
    n = np.arange(most + 1)
    mean = min(max(mean, 1e-9), most * (1.0 - 1e-9))
    low, high = -40.0, 40.0
    for _ in range(50):
        middle = 0.5 * (low + high)
        weight = np.exp(middle * n - max(middle * most, 0.0))
        if float(weight @ n) < mean * float(weight.sum()):
            low = middle
        else:
            high = middle
    logs = low * n
    cost: Array = logs.max() - logs
    return cost


def _continued(chance: Array, count: int) -> Array:
    """Costs of up to ``count`` numbers, beyond what is known as they rise before."""
    cost = -np.log(np.maximum(chance / chance.max(), 1e-300))
    last = int(np.flatnonzero(cost < _KNOWN).max())
    before = max(last - 3, int(np.argmin(cost)))
    slope = float(cost[last] - cost[before]) / (last - before) if last > before else 1.0
    beyond = cost[last] + max(slope, _LEAST_SLOPE) * np.arange(1, max(count - last, 1))
    return np.concatenate([cost[: last + 1], beyond])[:count]


def _downward(cost: Array) -> Array:
    """No number costs more than a larger one, so that from every state customers can leave."""
    return np.minimum.accumulate(cost[::-1])[::-1]


def _likely(
    costs: Sequence[Array], place: Place | None, states: int, local: int
) -> tuple[Index, float]:
    """Numbers of every class, (rows, classes), and the cost up to which all of them are there.

    Raises ``TooManyStates``.
    """
    low, high, found = 0.0, _TOLD, _up_to(costs, 0.0, states)
    if found is None:
        raise TooManyStates
    while high - low > _STEP:
        middle = 0.5 * (low + high)
        numbers = _up_to(costs, middle, states)
        few = numbers is not None and (
            place is None or len(numbers) * patterns(place, numbers.sum(axis=1)) <= local
        )
        if numbers is not None and few:
            low, found = middle, numbers
        else:
            high = middle
    return found, low


def _up_to(costs: Sequence[Array], most: float, states: int) -> Index | None:
    """All numbers that together cost no more, None where there are too many."""
    numbers, cost = np.zeros((1, 0), dtype=np.intp), np.zeros(1)
    for each in costs:
        few = np.flatnonzero(each <= most)
        both = (cost[:, None] + each[few]).ravel()
        kept = np.flatnonzero(both <= most)
        if len(kept) > 4 * states:
            return None
        numbers = np.column_stack([numbers[kept // len(few)], few[kept % len(few)]])
        cost = both[kept]
    return numbers
