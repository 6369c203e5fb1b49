"""The map of a whole state of an installation's network, and of variants that are iterated."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from model.queueing.installation.backlogs import least_share, lengthened, shortened
from model.queueing.installation.declared import Array, Effect, InstallationNetwork, Values
from model.queueing.installation.equations import Map, Prepared, Reading, applied
from model.queueing.installation.stood import Place, Places
from model.queueing.installation.structure import Ints, Numbers, Structure, copied

_AT_ONCE = 100_000
"""Numbers of states that are passed at once: more would not stay in the processor's own memory."""
_CROWDED = 0.4
"""Share of variants not yet settled from which the others are left behind."""

Done = tuple[npt.NDArray[np.bool_], npt.NDArray[np.intp]]
"""Of all variants: who has settled, and their passes."""


class Point:
    """The map of a whole state, effects included.

    What an effect that stands still makes of demands is put into the numbers, once.
    """

    def __init__(
        self,
        net: InstallationNetwork,
        equations: Map,
        numbers: Numbers,
        held: npt.NDArray[np.bool_],
        places: Places | None = None,
    ) -> None:
        """held: of which variants full servers hold work back. places: where others have stood."""
        self._equations, self.held_back, self.places = equations, held, places
        self.stands: dict[int, Place] = {}
        """Variants that were searched for by themselves, and where they stand now."""
        self._arcs = at = len(net.arcs)
        self._moving: list[tuple[Effect, slice]] = []
        columns: list[int] = []
        still: list[Array] = []
        for effect in net.effects:
            place = slice(at, at + effect.size)
            at += effect.size
            if getattr(effect, "stands_still", False):
                columns.extend(range(place.start, place.stop))
                still.append(effect.start())
                effect.apply(numbers.demand, still[-1], effect.values)
            else:
                self._moving.append((effect, place))
        self._size = at
        self._latest: tuple[Numbers, Prepared] | None = None
        self._columns = np.array(columns, dtype=np.intp)
        self._still = np.concatenate([np.zeros((net.variants, 0)), *still], axis=1)

    def put_still(self, state: Array) -> None:
        """Put the effects that stand still where they stand."""
        state[:, self._columns] = self._still

    def __call__(self, numbers: Numbers, state: Array, rows: Ints | None) -> tuple[Array, Reading]:
        return self.of(numbers, state, self.values(rows), self.prepared(numbers))

    @property
    def equations(self) -> Map:
        return self._equations

    def prepared(self, numbers: Numbers) -> Prepared:
        """What follows from these numbers; known of the latest."""
        if self._latest is None or self._latest[0] is not numbers:
            self._latest = numbers, self._equations.prepared(numbers)
        return self._latest[1]

    def values(self, rows: Ints | None) -> tuple[list[Values], Array]:
        own = [applied(effect.values, rows) for effect, _ in self._moving]
        return own, self._still if rows is None else self._still[rows]

    def of(
        self,
        numbers: Numbers,
        state: Array,
        values: tuple[list[Values], Array],
        prepared: Prepared,
    ) -> tuple[Array, Reading]:
        """Numbers and values may be of one variant whose states these all are."""
        demand = numbers.demand
        each, still = values
        if self._moving or len(demand) != len(state):
            demand = copied(demand, len(state))
            for (effect, place), own in zip(self._moving, each, strict=True):
                effect.apply(demand, state[:, place], own)
        reading = self._equations(numbers, state[:, : self._arcs], demand, prepared)
        image = np.empty_like(state)
        np.log1p(reading.wait, out=image[:, : self._arcs])
        image[:, self._columns] = still
        for (effect, place), own in zip(self._moving, each, strict=True):
            image[:, place] = effect.image(reading, state[:, place], own)
        return image, reading

    def images_of(self, numbers: Numbers, row: int) -> VariantImages:
        """The images of any states of one variant."""
        rows = np.array([row], dtype=np.intp)
        return VariantImages(self, numbers.take(rows), self.values(rows), bool(self.held_back[row]))

    @property
    def structure(self) -> Structure:
        return self._equations.structure

    def idle(self, row: int) -> Array:
        """The state of a variant in which nobody waits."""
        state = np.zeros(self._size)
        state[self._columns] = self._still[row]
        for effect, place in self._moving:
            state[place] = effect.start()[row]
        return state

    @property
    def arcs(self) -> int:
        return self._arcs


class VariantImages:
    """The images of any states, (n, states), of one variant, and what the network says there."""

    def __init__(
        self,
        point: Point,
        numbers: Numbers,
        values: tuple[list[Values], Array],
        held_back: bool,
    ) -> None:
        self._point, self._numbers, self._values = point, numbers, values
        self.held_back = held_back
        self._prepared = point.prepared(numbers)
        self._latest: tuple[Array, Reading] | None = None

    def __call__(self, states: Array) -> Array:
        most = max(_AT_ONCE // states.shape[1], 1)
        if len(states) <= most:
            image, reading = self._of(states)
            self._latest = states.copy(), reading
            return image
        some = range(0, len(states), most)
        return np.concatenate([self._of(states[low : low + most])[0] for low in some])

    def reading(self, states: Array) -> Reading:
        """What the network says there; known of those that were passed last."""
        if self._latest is not None and np.array_equal(states, self._latest[0]):
            return self._latest[1]
        return self._of(states)[1]

    def _of(self, states: Array) -> tuple[Array, Reading]:
        return self._point.of(self._numbers, states, self._values, self._prepared)

    @property
    def least_share(self) -> float | None:
        return least_share(self._point.structure, self._numbers)

    def shorter(self, share: float) -> VariantImages:
        fewer = shortened(self._numbers, share)
        return VariantImages(self._point, fewer, self._values, self.held_back)

    def longer(self, state: Array, times: float) -> Array:
        tokens = shortened(self._numbers, times).population[0]
        return lengthened(self.reading(state[None, :]), state, tokens)


class Going:
    """The variants that are still iterated, with everything that belongs to them."""

    def __init__(self, point: Point, numbers: Numbers, state: Array, rows: Ints) -> None:
        self._point, self._all = point, numbers
        self.rows, self.value = rows, state[rows]
        self.open = np.ones(len(rows), dtype=bool)
        self._refresh()

    def _refresh(self) -> None:
        self._numbers = self._all.take(self.rows)
        self._values = self._point.values(self.rows)
        self._prepared = self._point.prepared(self._numbers)

    def image(self) -> Array:
        return self._point.of(self._numbers, self.value, self._values, self._prepared)[0]

    def stepped(self, step: Array) -> Array:
        """Where steps lead; no wait is below nothing."""
        value = self.value + step
        np.maximum(value[:, : self._point.arcs], 0.0, out=value[:, : self._point.arcs])
        return value

    def crowded(self) -> bool:
        """Whether so many have settled that the others are better taken out from among them."""
        return bool(np.count_nonzero(self.open) <= _CROWDED * len(self.open))

    def keep_open(self) -> npt.NDArray[np.bool_]:
        """Leave those behind that have settled; who stays."""
        stay = self.open
        self.rows, self.value, self.open = self.rows[stay], self.value[stay], stay[stay]
        self._refresh()
        return stay
