"""The states of a layered chain explored place by place: what a step did once it does again.

What follows the end of a slice touches few places: the processor and the queue of who is called, or
those of who is answered and who is next. In another state with the same there, and as many busy
threads of the tasks that are called, the same follows. So the moves of ``layered_moves`` are asked
for once for each of these, not once for each state.

What can be in a place is numbered, a state is one integer that has these numbers as its digits, and
a move adds to it. Behind them are the threads that are busy, by task, which follow from the others.

How many states there will be shows early: by how many of those found have been looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from .errors import Cancelled
from .markov import TooManyStates
from .work import stopped

if TYPE_CHECKING:
    from .layered_moves import ChainModel, Job, State

__all__ = ["PlaceStates"]

_STATE_US = 30.0
"""Of work: a state explored, with its part of the solution."""
Outcomes = tuple[tuple[float, int], ...]
"""Each: probability, and what it adds to the state."""
_BITS = 24
_DIGIT = (1 << _BITS) - 1
_PROMISING = ((1_000, 0.25), (3_000, 0.3), (6_000, 0.4), (12_000, 0.55))
"""States found, and the part of them that must have been looked at by then. Of 60 random networks
that a guess put at 150,000 to 1e9 states 36 of the 39 with up to 30,000 pass, and none of the 21
with more, which is found out in 0.14 s in the median and 1.9 s at most.
"""


class PlaceStates:
    """States and transitions of a chain whose queues all have an end."""

    def __init__(
        self, model: ChainModel, start: State, most: int, stop: Callable[[], bool] | None = None,
        promising: bool = False,
    ) -> None:  # fmt: skip
        """Raises ``TooManyStates``; with ``promising`` as soon as more than ``most`` are likely."""
        self.model = model
        self.thinkers = len(start[0])
        self.cpus = range(self.thinkers, self.thinkers + len(start[1]))
        self.places = self.cpus.stop + len(start[2])
        self.contents: list[tuple[Job, ...]] = []
        self._numbers: dict[tuple[Job, ...], int] = {}
        self._held: list[int] = []
        self._held_waiting: list[int] = []
        self._chains: dict[Any, int] = {}
        self._served: list[dict[int, list[tuple[float, int, list[_Step]]]]] = [{} for _ in start[1]]
        self._steps: dict[Job, list[_Step]] = {}
        self.states: list[int] = []
        source, target, rate = self._explore(
            self._number_of(start), most, stop, _PROMISING if promising else ()
        )
        self.source = np.array(source, dtype=np.intp)
        self.target = np.array(target, dtype=np.intp)
        self.rate = np.array(rate)

    def by_place(self, p: NDArray[np.float64]) -> tuple[list[dict[Any, float]], ...]:
        """Per task the probabilities of thinkers, per processor those of its jobs, per task of
        queues: each a list over tasks or processors of what can be there."""
        found: list[dict[Any, float]] = []
        size = (self.places * _BITS + 7) // 8
        low = (1 << self.places * _BITS) - 1
        data = b"".join((state & low).to_bytes(size, "little") for state in self.states)
        digits = np.frombuffer(data, dtype=np.uint8).reshape(-1, size // 3, 3).astype(np.intp)
        for k, column in enumerate((digits @ np.array([1, 1 << 8, 1 << 16])).T):
            weights = np.bincount(column, weights=p)
            which = np.unique(column).tolist()
            names = which if k < self.thinkers else [self.contents[i] for i in which]
            found.append(dict(zip(names, weights[which].tolist(), strict=True)))
        return (
            found[: self.thinkers],
            found[self.thinkers : self.cpus.stop],
            found[self.cpus.stop :],
        )

    def state(self, number: int) -> State:
        """As ``layered_moves`` has it."""
        digits = [number >> k * _BITS & _DIGIT for k in range(self.places)]
        named = [self.contents[i] for i in digits[self.thinkers :]]
        cpus = len(self.cpus)
        return tuple(digits[: self.thinkers]), tuple(named[:cpus]), tuple(named[cpus:])

    def _explore(
        self, start: int, most: int, stop: Callable[[], bool] | None,
        marks: Sequence[tuple[int, float]],
    ) -> tuple[list[int], list[int], list[float]]:  # fmt: skip
        index, states = {start: 0}, self.states
        states.append(start)
        source: list[int] = []
        target: list[int] = []
        rates: list[float] = []
        at = 0
        while at < len(states):
            if at % 256 == 0 and stopped(stop, _STATE_US * 256):
                raise Cancelled("cancelled")
            if marks and len(states) >= marks[0][0]:
                if at < marks[0][1] * len(states):
                    raise TooManyStates
                marks = marks[1:]
            here = states[at]
            for rate, change, steps in self._moves(here):
                rest = here + change
                for step in steps:
                    outcomes = step.known.get(rest & step.mask)
                    if outcomes is None:
                        outcomes = step.follows(rest)
                    for chance, more in outcomes:
                        to = rest + more
                        found = index.get(to)
                        if found is None:
                            found = len(states)
                            if found >= most:
                                raise TooManyStates
                            index[to] = found
                            states.append(to)
                        if found != at:
                            source.append(at)
                            target.append(found)
                            rates.append(rate * chance)
            at += 1
        return source, target, rates

    def _moves(self, here: int) -> list[tuple[float, int, list[_Step]]]:
        """(rate, what leaves its place, what it does then) of all that can happen in a state."""
        out = []
        for task in range(self.thinkers):
            count = here >> task * _BITS & _DIGIT
            if count:
                job = self.model.entries_of[task][0], 1, ()
                rate = count / self.model.think[task]
                out.append((rate, -1 << task * _BITS, [self._begins(job)]))
        for cpu, known in zip(self.cpus, self._served, strict=True):
            content = here >> cpu * _BITS & _DIGIT
            served = known.get(content)
            if served is None:
                served = known[content] = self._serve(cpu, self.contents[content])
            out += served
        return out

    def _serve(self, place: int, queue: tuple[Job, ...]) -> list[tuple[float, int, list[_Step]]]:
        """The same of those a processor is working on."""
        cpu = place - self.thinkers
        out = []
        for position, rate in self.model.served(cpu, queue):
            left = self.model.without(cpu, queue, position)
            old, new = self.number(queue), self.number(left)
            change = (new - old << place * _BITS) + self._held[new] - self._held[old]
            out.append((rate, change, self._ends(queue[position])))
        return out

    def _begins(self, job: Job) -> _Step:
        """A thinker asks for a slice; the key is none of a job's, whose entry is a number."""
        key: Any = ("begins", job)
        found = self._steps.get(key)
        if found is None:
            touched = _Touched(self)
            touched.run(job)
            model = self.model
            found = [_Step(self, 1.0, lambda state: model.run(state, job, 0), touched)]
            self._steps[key] = found
        return found[0]

    def _ends(self, job: Job) -> list[_Step]:
        """What may follow the end of a job's slice."""
        found = self._steps.get(job)
        if found is None:
            model = self.model
            stop, calls = model.ways(job)
            found = []
            if stop > 0.0:
                touched = _Touched(self)
                touched.phase_ended(job)
                found.append(_Step(self, stop, lambda s: model.phase_ended(s, job, 0), touched))
            for chance, target, _ in calls:
                touched = _Touched(self)
                touched.request(target, job)
                found.append(_Step(self, chance, _asking(model, target, job), touched))
            self._steps[job] = found
        return found

    def number(self, content: tuple[Job, ...]) -> int:
        """Of what is in a task's queue, or at a processor."""
        found = self._numbers.get(content)
        if found is None:
            found = self._numbers[content] = len(self.contents)
            self.contents.append(content)
            self._held.append(sum(map(self._holds, content)))
            self._held_waiting.append(sum(self._holds(job[2]) for job in content))
        return found

    def _holds(self, job: Any) -> int:
        """Threads that a job and the chain of its callers hold, as digits of a state."""
        found = self._chains.get(job)
        if found is None:
            found = 0
            if job:
                own = 1 << _BITS * (self.places + self.model.entry_task[job[0]])
                found = own + self._holds(job[2])
            self._chains[job] = found
        return found

    def _number_of(self, state: State) -> int:
        empty: State = (0,) * len(state[0]), ((),) * len(state[1]), ((),) * len(state[2])
        nothing = self.number(())
        start = sum(nothing << k * _BITS for k in range(self.thinkers, self.places))
        return start + self.change(empty, state)

    def change(self, before: State, after: State) -> int:
        """What is to be added where one state becomes another."""
        change = 0
        if before[0] != after[0]:
            for k, (one, other) in enumerate(zip(before[0], after[0], strict=True)):
                change += other - one << k * _BITS
        number, place = self.number, self.thinkers
        for one_part, other_part, held in (
            (before[1], after[1], self._held), (before[2], after[2], self._held_waiting)
        ):  # fmt: skip
            if one_part is other_part:
                place += len(one_part)
                continue
            for content, now in zip(one_part, other_part, strict=True):
                if now is not content:
                    old, new = number(content), number(now)
                    change += (new - old << place * _BITS) + held[new] - held[old]
                place += 1
        return change


def _asking(
    model: ChainModel, target: int, job: Job
) -> Callable[[State], list[tuple[float, State]]]:
    return lambda state: model.request(state, target, job, 0)


class _Step:
    """Something that may follow, and what was found to."""

    def __init__(
        self, chain: PlaceStates, chance: float,
        moves: Callable[[State], list[tuple[float, State]]], touched: _Touched,
    ) -> None:  # fmt: skip
        self.chain, self.chance, self.moves = chain, chance, moves
        self.mask = touched.mask
        self.known: dict[int, Outcomes] = {}

    def follows(self, rest: int) -> Outcomes:
        """What is added to a state, and how likely."""
        before = self.chain.state(rest)
        found: dict[int, float] = {}
        for chance, after in self.moves(before):
            change = self.chain.change(before, after)
            found[change] = found.get(change, 0.0) + self.chance * chance
        out = tuple((p, change) for change, p in found.items() if p > 0.0)
        self.known[rest & self.mask] = out
        return out


class _Touched:
    """Places that something reads or changes, and tasks whose busy threads count, as digits."""

    def __init__(self, chain: PlaceStates) -> None:
        self.chain, self.model = chain, chain.model
        self.mask = 0
        self.seen: set[Job] = set()

    def run(self, job: Job) -> None:
        """A job asks for a slice, or has the end of one that takes no time."""
        if self.model.slice[job[0], job[1]] > 0.0:
            self._add(self.chain.cpus[self.model.task_cpu[self.model.entry_task[job[0]]]])
        elif job not in self.seen:
            self.seen.add(job)
            for _, target, _ in self.model.targets[job[0], job[1]]:
                self.request(target, job)
            self.phase_ended(job)

    def request(self, target: int, job: Job) -> None:
        """A call."""
        task = self.model.entry_task[target]
        self._add(self.chain.cpus.stop + task)
        self._add(self.chain.places + task)
        self.run((target, 1, job))

    def phase_ended(self, job: Job) -> None:
        """The end of a phase, a reply if it was the first."""
        model, (entry, phase, caller) = self.model, job
        task = model.entry_task[entry]
        if phase == 1 and model.second[entry]:
            self.run((entry, 2, ()))
        elif model.reference[task]:
            entries = model.entries_of[task]
            following = entries.index(entry) + 1
            if following < len(entries):
                self.run((entries[following], 1, ()))
            elif model.think[task] <= 0:
                self.run((entries[0], 1, ()))
        else:
            self._add(self.chain.cpus.stop + task)
            self._add(self.chain.cpus[model.task_cpu[task]])
            if any(model.slice[e, 1] <= 0.0 for e in model.entries_of[task]):
                self.mask = -1  # whoever is next goes on at once, with callers not known here
        if caller:
            self.run(caller)

    def _add(self, digit: int) -> None:
        self.mask |= _DIGIT << digit * _BITS
