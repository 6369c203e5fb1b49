"""The fixed point of an installation's network: accelerated, with plain passes between.

D. Anderson, "Iterative procedures for nonlinear integral equations", 1965; H. Walker and P. Ni,
"Anderson acceleration for fixed-point iterations", 2011. Accelerated passes alone can circle about
a solution that plain ones find: every `_CYCLE` passes the memory is dropped for `_PLAIN` plain
ones. What has not settled then goes on in short plain steps, and at last by Newton's method with
the map's own slopes. What is left begins anew, from where another variant stands and with longer
waits; what is left then is said not to have converged. What of many unknowns is
alike is one (`alike`).

Variants that differ by draws of constants only have solutions close by: the first of them is solved
so, and leads the others by what the map does about its solution (Newton's method with one matrix
for all of them, accelerated as well). Whom it cannot lead, those of the others may that have come,
and who is left begins where one of them stands (`neighbours`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from model.queueing.errors import Cancelled
from model.queueing.installation.acceleration import anderson_step, apart
from model.queueing.installation.alike import found_alike
from model.queueing.installation.beginnings import begun_in_ways
from model.queueing.installation.declared import Array, InstallationNetwork
from model.queueing.installation.equations import Map, Reading
from model.queueing.installation.lengthening import (
    as_behind,
    as_those_that_lead,
    behind_as_begun,
    beyond_the_average,
)
from model.queueing.installation.neighbours import from_others, from_those_that_stand, most_alike
from model.queueing.installation.newton import turned
from model.queueing.installation.point import Done, Going, Point, VariantImages
from model.queueing.installation.stood import Place, Stood, inverse_about
from model.queueing.installation.structure import (
    Ints,
    Numbers,
    held_back,
    numbers_of,
    structure_of,
)
from model.queueing.installation.subspace import WIDEST, approached
from model.queueing.installation.watching import Solved, tell

TOLERANCE = 1e-7
_DEPTH = 4
_CYCLE, _PLAIN = 16, 4
_FIRST_CYCLE = 24
_FEW = 60
"""Passes, and short steps, of a variant that is searched for by itself before Newton's method."""
_MOST_APART = 8
"""Variants up to which each that cannot be led is searched for from where it began."""
_MOST_SOON = 16
"""Variants up to which Newton's method is tried for each before passes are many; of wide states,
whose slopes cost more than all of these, after them."""
_MOST = 400
_MOST_SHORT = 300
_SHORT = 0.3
_SHORTEST = 1e-4
_BLOCK = 512
_LONGEST = 1.5
"""Of a step of y: a factor of 4.5 in a wait."""
_WORSE = 3.0
_ALONE = 2
"""Variants up to which each is searched for by itself."""
_WORTH_LEADING = 16
"""Variants of a kind for which it pays to find out what the map does about one of them."""
_WORTH_GUIDING = 4
"""The same of variants that are near where they will stand, each by itself."""
_EASY = 3
"""Passes of the leading variant up to which the others need no guide."""
_WIDE = 4
"""States for each variant from which the slopes of all of them cost more than passes without."""
_MOST_UNLED = 32
_MOST_NEAR = 24
"""Passes of a variant of many unknowns before it is asked which of them are alike."""
_MOST_LED = 24
_CLOSER = 0.1
"""Of the tolerance, for those that are led: a pass more, and where they began is not seen."""
_MOST_LEADS = 4
"""Times that those which have not settled are led anew, by others that have."""
_NEARLY = 1e-2
"""Gap from which a variant that is led is closer than any search for it by itself begins."""
_MOST_TURNED = 64
_HIGHER = (3.0, 1.0, 2.0)
"""Added to all waits (y) to begin anew where what another variant settled at does not help either:
at full servers waits that are too short carry more than there is, and from there no way may lead
back."""


def solve_installation(
    net: InstallationNetwork,
    tolerance: float = TOLERANCE,
    start: Array | None = None,
    cancel: Callable[[], bool] | None = None,
    alike: int = 1,
    stood: Stood | None = None,
    beside: Array | None = None,
) -> Solved:
    """Solve all variants of a network.

    tolerance: change of y (the logarithm of a residence time) in a pass, relative to 1 + |y|.
    start: state of a similar batch, (V or 1, arcs + effects).
    alike: variants that differ little, side by side: the first of them is solved before the others,
    which then start as far from where they were given as it has come.
    stood: where others of the installation did, to go on from and to add to.
    beside: where to look first without such a start, (V, arcs + effects): those of a wide state
    that do not stand near there begin as ever.

    Raises `model.queueing.Cancelled` when `cancel` returns true between passes.
    """
    shape = structure_of(net)
    numbers, tables = numbers_of(net, shape)
    places = None if stood is None or start is None else stood.of(net.shape)
    point = Point(net, Map(shape, tables), numbers, held_back(shape, numbers), places)
    arcs = len(net.arcs)
    if start is None:
        first = np.concatenate(
            [np.zeros((net.variants, arcs)), *(e.start() for e in net.effects)], axis=1
        )
    else:
        first = np.array(np.broadcast_to(start, (net.variants, start.shape[1])))
    point.put_still(first)
    state = first.copy()
    settled = np.zeros(net.variants, dtype=bool)
    passes = np.zeros(net.variants, dtype=np.intp)
    done = (settled, passes)
    every = np.arange(net.variants, dtype=np.intp)
    leading = every[::alike]
    near = start is not None
    if shape.lesser is not None:
        numbers = behind_as_begun(point, numbers, state, near)

        def again(now: Numbers, rows: Ints) -> None:
            # Who is led and does not settle soon stays as he was found.
            led = rows if len(rows) > _ALONE else rows[rows % alike > 0]
            if len(led):
                _accelerated(point, now, state, led, done, tolerance, _MOST_LED, cancel)
            lead = rows[rows % alike == 0]
            _searched(point, now, state, lead, done, tolerance, cancel, near=True)

    if beside is not None and state.shape[1] > WIDEST:
        for row in leading[~point.held_back[leading]].tolist():
            begun, state[row] = state[row].copy(), beside[row]
            _at_once(point, numbers, state, row, done, _CLOSER * tolerance, cancel)
            state[row] = state[row] if settled[row] else begun
    if near and alike == 1 and net.variants > _WORTH_GUIDING and state.shape[1] <= WIDEST:
        _side_by_side(point, numbers, state, done, tolerance, cancel)
    reading = _searched(point, numbers, state, leading, done, tolerance, cancel, near)
    if alike > 1:
        if shape.lesser is not None:
            numbers = as_behind(point, numbers, leading, state, done, 1, again)
            numbers = as_those_that_lead(numbers, alike)
        state = first + np.repeat(state[leading] - first[leading], alike, axis=0)
        for row, place in point.stands.items():
            if place.alike is not None and len(place.alike) == alike:
                state[row : row + alike] = place.alike
        np.maximum(state[:, :arcs], 0.0, out=state[:, :arcs])
        if alike > _WORTH_LEADING:
            if state.shape[1] > _WIDE * alike:
                _unled(point, numbers, state, alike, done, tolerance, cancel)
            _led(point, numbers, state, alike, done, tolerance, cancel)
            _approached(point, numbers, state, first, done, tolerance, cancel)
        _searched(point, numbers, state, every, done, tolerance, cancel, near=True, alike=alike)
    if reading is None:
        _, reading = point(numbers, state, None)
    if shape.lesser is not None:
        numbers = as_behind(point, numbers, every, state, done, alike, again)
        _, reading = point(numbers, state, None)
    if shape.slow is not None or shape.fed is not None:
        reading = _in_slow_company(point, numbers, reading, state, done, tolerance, cancel)
    for row, place in point.stands.items():
        place.alike = state[row : row + alike].copy() if settled[row : row + alike].all() else None
    of_effects: dict[object, Array] = {}
    at = arcs
    for effect in net.effects:
        of_effects[effect.key] = state[:, at : at + effect.size]
        at += effect.size
    solved = Solved(reading, state, of_effects, settled, passes)
    tell(net, solved)
    return solved


def _in_slow_company(
    point: Point,
    numbers: Numbers,
    reading: Reading,
    state: Array,
    done: Done,
    tolerance: float,
    cancel: Callable[[], bool] | None,
) -> Reading:
    """The reading with what is waited because company changes slowly (`slow_company`)."""
    beyond = beyond_the_average(point.equations, numbers, reading)
    if beyond is None:
        return reading
    slow = np.flatnonzero(beyond.any(axis=1) & done[0])
    numbers = replace(numbers, beyond=beyond)
    done[0][slow] = False
    if len(slow) > _ALONE:
        _accelerated(point, numbers, state, slow, done, tolerance, _MOST_LED, cancel)
    found = _searched(point, numbers, state, slow, done, tolerance, cancel, near=True)
    return point(numbers, state, None)[1] if found is None else found


def _approached(
    point: Point,
    numbers: Numbers,
    state: Array,
    first: Array,
    done: Done,
    tolerance: float,
    cancel: Callable[[], bool] | None,
) -> None:
    """The few that cannot be led, from where each began: where others are full, it may not be."""
    left = np.flatnonzero(~done[0])
    if not _ALONE < len(left) <= _MOST_APART or state.shape[1] > WIDEST:
        return
    for row in left.tolist():
        images = point.images_of(numbers, row)
        found, passes = approached(images, first[row], point.arcs, tolerance, True, cancel)
        done[1][row] += passes
        if found is not None:
            state[row], done[0][row] = found, True


def _searched(
    point: Point,
    numbers: Numbers,
    state: Array,
    every: Ints,
    done: Done,
    tolerance: float,
    cancel: Callable[[], bool] | None,
    near: bool,
    alike: int = 1,
) -> Reading | None:
    """Search what has not settled, in blocks; `near`: it begins near to where it will stand.
    alike: as for `solve_installation`, of all variants.

    Returns the reading of the only variant, where it is known what follows from its numbers.
    """
    every = every[~done[0][every]]
    read = None
    if alike > 1:
        # Most settle side by side, by passes that cost hardly more than one's.
        free = every[~point.held_back[every]]
        if len(free) > _ALONE:
            _or_as_begun(point, numbers, state, free, done, tolerance, _FEW, cancel)
            every = every[~done[0][every]]
    # Where full servers hold work back, what is found depends on the way: it is that of the variant
    # alone.
    lonely = len(every) <= _ALONE
    some = alike > 1 and len(every) <= _MOST_SOON and state.shape[1] <= WIDEST
    few = every[point.held_back[every] | lonely | some]
    if near and state.shape[1] > WIDEST:
        for row in few[~point.held_back[few]].tolist():
            _at_once(point, numbers, state, row, done, tolerance, cancel)
        few = few[~done[0][few]]
    for row in few.tolist():
        from_others(point, numbers, state, row, alike, done, tolerance, cancel)
        if done[0][row]:
            continue
        images, begun = point.images_of(numbers, row), (state[row], point.arcs, tolerance, near)
        found, often = _begun(images, point, row, *begun, cancel)
        done[1][row] += often
        if found is not None:
            state[row], done[0][row] = found, True
            read = images.reading(state) if len(state) == 1 else None
    if state.shape[1] <= WIDEST:
        from_those_that_stand(point, numbers, state, few, alike, done, tolerance, cancel)
        few = few[~done[0][few]]
        for row in few[point.held_back[few] | lonely].tolist():
            _soon(point, numbers, state, row, done, tolerance, cancel)
        every = every[~done[0][every]]
    from_those_that_stand(point, numbers, state, every, alike, done, tolerance, cancel)
    every = every[~done[0][every]]
    for low in range(0, len(every), _BLOCK):
        rows = every[low : low + _BLOCK]
        if len(rows) <= _MOST_SOON and state.shape[1] <= WIDEST:
            _tried(point, numbers, state, rows, done, tolerance, (_FEW, _FEW), cancel)
        passes = _MOST, _MOST_SHORT
        _tried(point, numbers, state, rows, done, tolerance, passes, cancel)
        nearest = state[rows].copy()
        for higher in (0.0, *_HIGHER):
            left = ~done[0][rows]
            settled, again = rows[~left], rows[left]
            if len(again) == 0 or (higher == 0.0 and len(settled) == 0):
                continue
            if higher == 0.0:
                beside = np.searchsorted(settled, again)
                state[again] = state[settled[np.minimum(beside, len(settled) - 1)]]
            else:
                state[again] = nearest[left]
                state[again, : point.arcs] += higher
            _tried(point, numbers, state, again, done, tolerance, passes, cancel)
        left = ~done[0][rows]
        state[rows[left]] = nearest[left]
    return read


def _begun(
    images: VariantImages,
    point: Point,
    row: int,
    first: Array,
    arcs: int,
    tolerance: float,
    near: bool,
    cancel: Callable[[], bool] | None,
) -> tuple[Array | None, int]:
    """The fixed point of a variant from where another stood near by, or else by itself; passes."""
    if first.size > WIDEST:
        return found_alike(images, point.idle(row), first, arcs, tolerance, near, cancel)
    places = point.places if near and not images.held_back else None
    passes = 0
    if places is not None:
        place, passes = places.search(images, first, arcs, tolerance, cancel)
        if place is not None:
            point.stands[row] = place
            return place.state, passes
    found, often = begun_in_ways(images, first, arcs, tolerance, near, cancel)
    if places is not None and found is not None:
        point.stands[row] = Place(found)
        places.keep(point.stands[row])
    return found, passes + often


def _at_once(
    point: Point,
    numbers: Numbers,
    state: Array,
    row: int,
    done: Done,
    tolerance: float,
    cancel: Callable[[], bool] | None,
) -> None:
    """Few passes for one variant of many unknowns, from near by; they change nothing if in vain."""
    begun = state[row].copy()
    _accelerated(point, numbers, state, np.array([row]), done, tolerance, _MOST_NEAR, cancel)
    if not done[0][row]:
        state[row] = begun


def _soon(
    point: Point,
    numbers: Numbers,
    state: Array,
    row: int,
    done: Done,
    tolerance: float,
    cancel: Callable[[], bool] | None,
) -> None:
    """Short searches for one variant, begun from its state and from higher ones.

    Where one does not settle soon, another beginning helps more often than more passes.
    """
    rows = np.array([row])
    nearest = state[row].copy()
    for higher in (0.0, *_HIGHER):
        state[row] = nearest
        state[row, : point.arcs] += higher
        for search in (_accelerated, _short_steps):
            if not done[0][row]:
                search(point, numbers, state, rows, done, tolerance, _FEW, cancel)
        if not done[0][row]:
            _turn(point, numbers, state, row, done, tolerance, cancel)
        if done[0][row]:
            return
        if higher == 0.0:
            nearest = state[row].copy()
    state[row] = nearest


def _tried(
    point: Point,
    numbers: Numbers,
    state: Array,
    rows: Ints,
    done: Done,
    tolerance: float,
    passes: tuple[int, int],
    cancel: Callable[[], bool] | None,
) -> None:
    """passes: accelerated ones, and those with short steps."""
    for most, search in zip(passes, (_accelerated, _short_steps), strict=True):
        rows = rows[~done[0][rows]]
        if len(rows):
            search(point, numbers, state, rows, done, tolerance, most, cancel)
    for row in rows[~done[0][rows]][:_MOST_TURNED].tolist():
        _turn(point, numbers, state, row, done, tolerance, cancel)


def _turn(
    point: Point,
    numbers: Numbers,
    state: Array,
    row: int,
    done: Done,
    tolerance: float,
    cancel: Callable[[], bool] | None,
) -> None:
    images = point.images_of(numbers, row)
    state[row], done[0][row], _ = turned(images, state[row], point.arcs, tolerance, cancel)


def _side_by_side(
    point: Point,
    numbers: Numbers,
    state: Array,
    done: Done,
    tolerance: float,
    cancel: Callable[[], bool] | None,
) -> None:
    """Many variants that are not draws of one, from near by: who is not settled stands where it
    began.

    Those that are hardly moved go by the slopes there are where they begin. Of those that are moved
    far the first one is searched for, and leads those that are nearer to it.
    """
    rows = np.flatnonzero(~point.held_back)
    # What is waited behind others is looked at anew some times: slopes are told for each.
    enough = _WORTH_GUIDING if point.structure.lesser is None else _WORTH_LEADING
    if len(rows) <= enough:
        return
    gaps = _gaps(point, numbers, state, rows)
    close, far = rows[gaps < _NEARLY], rows[gaps >= _NEARLY]
    if len(close) > enough:
        _guided(point, numbers, state, close, int(close[0]), done, tolerance, cancel)
    if len(far) <= _WORTH_LEADING:
        return
    lead, far = int(far[0]), far[1:]
    begun, first = state[far].copy(), state[lead].copy()
    _searched(point, numbers, state, np.array([lead]), done, tolerance, cancel, near=True)
    if done[0][lead]:
        state[far] = begun + (state[lead] - first)
        np.maximum(state[:, : point.arcs], 0.0, out=state[:, : point.arcs])
        nearer = _gaps(point, numbers, state, far) < gaps[gaps >= _NEARLY][1:]
        _guided(point, numbers, state, far[nearer], lead, done, tolerance, cancel)
        left = ~done[0][far]
        state[far[left]] = begun[left]


def _gaps(point: Point, numbers: Numbers, state: Array, rows: Ints) -> Array:
    """How far a pass moves each."""
    if not len(rows):
        return np.zeros(0)
    going = Going(point, numbers, state, rows)
    gap = apart(going.image() - going.value, going.value)
    return np.where(np.isfinite(gap), gap, np.inf)


def _guided(
    point: Point,
    numbers: Numbers,
    state: Array,
    rows: Ints,
    lead: int,
    done: Done,
    tolerance: float,
    cancel: Callable[[], bool] | None,
) -> None:
    """By the slopes of one where it stands; who does not settle so stands where it stood."""
    if not len(rows):
        return
    guide = _Guide(point, numbers, state, rows, np.full(len(rows), lead))
    _or_as_begun(point, numbers, state, rows, done, tolerance, _MOST_LED, cancel, guide)


def _or_as_begun(
    point: Point,
    numbers: Numbers,
    state: Array,
    rows: Ints,
    done: Done,
    tolerance: float,
    most: int,
    cancel: Callable[[], bool] | None,
    guide: _Guide | None = None,
) -> None:
    """Accelerated passes; who does not settle by them stands where it stood."""
    begun = state[rows].copy()
    _accelerated(point, numbers, state, rows, done, tolerance, most, cancel, guide)
    left = ~done[0][rows]
    state[rows[left]] = begun[left]


def _unled(
    point: Point,
    numbers: Numbers,
    state: Array,
    alike: int,
    done: Done,
    tolerance: float,
    cancel: Callable[[], bool] | None,
) -> None:
    """Variants near one that has settled, by a few passes without its slopes; whom those do not
    settle stands where it began."""
    leading = np.arange(0, len(state), alike, dtype=np.intp)
    for lead in leading[done[0][leading]].tolist():
        rows = np.arange(lead + 1, lead + alike, dtype=np.intp)
        _or_as_begun(point, numbers, state, rows, done, tolerance, _MOST_UNLED, cancel)


def _led(
    point: Point,
    numbers: Numbers,
    state: Array,
    alike: int,
    done: Done,
    tolerance: float,
    cancel: Callable[[], bool] | None,
) -> None:
    """Variants near one that has settled, by Newton's method with what that one's map does.

    Who does not settle so begins again where one of the others did whose map moves the first one's
    solution most alike, and is led by that one. Of those that are left the one that is least like
    any that settled is searched for by itself before: where the first one's pool is not full and
    theirs is, no other leads them. What is left then stays where its gap was smallest.
    """
    leading = np.arange(0, len(state), alike, dtype=np.intp)
    easy = [row not in point.stands and done[1][row] <= _EASY for row in leading.tolist()]
    leading = leading[done[0][leading] & ~np.array(easy, dtype=bool)]
    at_once = max(_BLOCK // alike, 1)
    for low in range(0, len(leading), at_once):
        some = leading[low : low + at_once]
        rows = (some[:, None] + np.arange(1, alike)).ravel()
        leads = np.repeat(some, alike - 1)
        starts, moves, settled = state[leads], None, 0
        again, leads = rows[~done[0][rows]], leads[~done[0][rows]]
        if not len(again):
            continue
        for turn in range(_MOST_LEADS):
            if turn:
                if moves is None:
                    each = Going(point, numbers, state, rows)
                    each.value = starts
                    moves = each.image() - starts
                again, leads, distances = most_alike(moves, rows, done[0][rows], alike)
                if not len(again):
                    break
                alone = again[[distances.argmax()]]
                _searched(
                    point, numbers, state, alone, done, tolerance, cancel, near=True, alike=alike
                )
                again, leads, _ = most_alike(moves, rows, done[0][rows], alike)
                state[again] = state[leads]
            guide = _Guide(point, numbers, state, again, leads)
            _accelerated(
                point, numbers, state, again, done, _CLOSER * tolerance, _MOST_LED, cancel, guide
            )
            now = int(np.count_nonzero(done[0][rows]))
            if now <= settled + min(turn, 1) or len(rows) - now <= _MOST_APART:
                break
            settled = now


class _Guide:
    """Turns gaps into steps by the inverse of what the map does about a solution nearby."""

    def __init__(
        self, point: Point, numbers: Numbers, state: Array, rows: Ints, leads: Ints
    ) -> None:
        """leads: of each of the rows, the one that has settled and is near to it."""
        self._leads = np.zeros(len(state), dtype=np.intp)
        self._leads[rows] = leads
        self._inverse: dict[int, Array] = {}
        for row in sorted({*leads.tolist()}):
            place = point.stands.get(row, Place(state[row]))
            if place.inverse is None:
                place.inverse = inverse_about(point.images_of(numbers, row), state[row])
            if place.inverse is not None:
                self._inverse[row] = place.inverse.T

    def __call__(self, rows: Ints, gap: Array) -> Array:
        """Steps of some variants, side by side in their order."""
        of = self._leads[rows]
        found = gap.copy()
        for lead, inverse in self._inverse.items():
            its = np.flatnonzero(of == lead)
            found[its] = gap[its] @ inverse
        return found


def _settle(
    going: Going,
    image: Array,
    state: Array,
    done: Done,
    tolerance: float,
    guide: _Guide | None = None,
) -> tuple[Array, Array]:
    """The step that a pass or the guide says, and how far a pass moves; what has settled is
    stored."""
    step = image - going.value
    error = apart(step, going.value)
    if guide is not None:
        step = guide(going.rows, step)
    done[1][going.rows[going.open]] += 1
    ready = (error < tolerance) & going.open
    if ready.any():
        # What another's slopes make of nearly nothing is nothing much, or not to be believed.
        likely = np.abs(step).max(axis=1, keepdims=True) < _NEARLY
        state[going.rows[ready]] = np.where(likely, going.stepped(step), image)[ready]
        done[0][going.rows[ready]] = True
        going.open = going.open & ~ready
    return step, error


def _accelerated(
    point: Point,
    numbers: Numbers,
    state: Array,
    rows: Ints,
    done: Done,
    tolerance: float,
    most: int,
    cancel: Callable[[], bool] | None,
    guide: _Guide | None = None,
) -> None:
    going = Going(point, numbers, state, rows)
    values: list[Array] = []
    gaps: list[Array] = []
    best = np.full(len(rows), np.inf)
    nearest = going.value
    damping = np.ones((len(rows), 1))
    for number in range(most):
        if cancel is not None and cancel():
            raise Cancelled
        gap, error = _settle(going, going.image(), state, done, tolerance, guide)
        left = np.count_nonzero(going.open)
        if left == 0:
            return
        if guide is not None:
            # What the passes come to now need not be the nearest they have been.
            nearest = np.where((error < best)[:, None], going.value, nearest)
            alone = left <= _ALONE and state.shape[1] <= WIDEST
            if alone and error[going.open].max() > _NEARLY:
                break
        if going.crowded():
            stay = going.keep_open()
            gap, error, best, damping = gap[stay], error[stay], best[stay], damping[stay]
            values, gaps, nearest = (
                [x[stay] for x in values],
                [x[stay] for x in gaps],
                nearest[stay],
            )
        worse = error > _WORSE * best
        best = np.minimum(best, error)
        damping = np.where(
            worse[:, None], np.maximum(0.7 * damping, 0.15), np.minimum(1.1 * damping, 1.0)
        )
        step = damping * gap
        if number > _FIRST_CYCLE and number % _CYCLE < _PLAIN:
            values, gaps, step = [], [], gap
            damping[:] = 1.0
        elif gaps and number >= 2:
            found = anderson_step(going.value, gap, values, gaps, step, damping)
            usable = np.isfinite(found).all(axis=1) & ~worse
            found = np.minimum(np.maximum(found, -_LONGEST), _LONGEST)
            step = np.where(usable[:, None], found, step)
        values, gaps = [going.value, *values][:_DEPTH], [gap, *gaps][:_DEPTH]
        going.value = going.stepped(step)
    stands = going.value if guide is None else nearest
    state[going.rows[going.open]] = stands[going.open]


def _short_steps(
    point: Point,
    numbers: Numbers,
    state: Array,
    rows: Ints,
    done: Done,
    tolerance: float,
    most: int,
    cancel: Callable[[], bool] | None,
) -> None:
    """Plain steps, each part's own shortened where its gap changes sides."""
    going = Going(point, numbers, state, rows)
    length = np.full_like(going.value, _SHORT)
    before = np.zeros_like(going.value)
    for _ in range(most):
        if cancel is not None and cancel():
            raise Cancelled
        gap, _ = _settle(going, going.image(), state, done, tolerance)
        if not going.open.any():
            return
        if going.crowded():
            stay = going.keep_open()
            gap, length, before = gap[stay], length[stay], before[stay]
        turned = gap * before < 0.0
        length = np.clip(np.where(turned, 0.5 * length, 1.1 * length), _SHORTEST, _SHORT)
        going.value = going.value + length * gap
        before = gap
    state[going.rows[going.open]] = going.value[going.open]
