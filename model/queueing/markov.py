"""Small continuous-time Markov chains: exploring the states, and their stationary distribution."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable
from functools import partial
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from .errors import Cancelled
from .work import stopped

__all__ = ["ROUGHLY", "SamePattern", "TooManyStates", "Unresolved", "explore", "stationary"]

_ASKED_EVERY, _STATE_US = 256, 100.0
"""States explored between two questions whether to stop, and the work for each until solved."""
State = TypeVar("State", bound=Hashable)
Array = NDArray[np.float64]
ROUGHLY = 1e-8
"""Enough for chains that are part of an approximation."""


class TooManyStates(RuntimeError):
    """The chain has more states than the caller allows."""


class Unresolved(TooManyStates):
    """The chain's rates differ by more than a solution has digits, as with far too many states."""


def explore(
    start: State,
    moves: Callable[[State], Iterable[tuple[float, State]]],
    most_states: int,
    stop: Callable[[], bool] | None = None,
) -> tuple[list[State], NDArray[np.intp], NDArray[np.intp], Array]:
    """All states reachable from ``start`` and the transitions (from, to, rate) between them."""
    index: dict[State, int] = {start: 0}
    states = [start]
    source: list[int] = []
    target: list[int] = []
    rate: list[float] = []
    at = 0
    while at < len(states):
        if at % _ASKED_EVERY == 0 and stopped(stop, _STATE_US * _ASKED_EVERY):
            raise Cancelled("cancelled")
        for r, after in moves(states[at]):
            found = index.get(after)
            if found is None:
                found = len(states)
                if found >= most_states:
                    raise TooManyStates
                index[after] = found
                states.append(after)
            if found != at and r > 0.0:
                source.append(at)
                target.append(found)
                rate.append(r)
        at += 1
    return states, np.array(source, dtype=int), np.array(target, dtype=int), np.array(rate)


def stationary(
    count: int, source: NDArray[np.intp], target: NDArray[np.intp], rate: Array,
    enough: float = 0.0, likely: Array | None = None,
) -> Array:  # fmt: skip
    """Stationary probabilities of a chain with one recurrent class (transient states get 0).

    Up to a few dozen states by the elimination of Grassmann, Taksar and Heyman (Operations Research
    33(5), 1985), which subtracts nothing, and so up to a few hundred where the sparse elimination
    that is tried first does not balance. That is tried with many states too where they lie in a
    plane, as numbers of two classes do, since it fills up little there. Beyond by GMRES on sweeps
    of Gauss and Seidel in the order of exploration, which follows customers on their way, or on an
    incomplete elimination as soon as those promise too little (Saad, *Iterative Methods for Sparse
    Linear Systems*, 2003, sections 10.2 and 10.4), and in the end by the complete one. enough: what
    may be left unbalanced of all flows together by iteration, where the chain is an approximation
    itself. likely: probabilities to begin that with. Raises ``Unresolved``.
    """
    if count == 1:
        return np.ones(1)
    if count <= _FEW:
        return _dense(count, source, target, rate)
    from scipy.sparse import coo_matrix

    graph = coo_matrix((rate, (source, target)), shape=(count, count)).tocsr()
    keep = recurrent(count, source, target)
    core = graph[keep][:, keep]
    out = np.asarray(core.sum(axis=1)).ravel()
    size = len(keep)
    result = np.zeros(count)
    if size == 1:
        result[keep] = 1.0
        return result
    flat = size <= _FLAT and core.nnz <= _NEIGHBOURS * size
    p = _directly(core, out) if size <= _SEVERAL or flat else None
    if p is None and count <= _DENSE:
        return _dense(count, source, target, rate)
    if p is None:
        p = _by_iteration(core, out, enough, None if likely is None else likely[keep])
    result[keep] = _by_elimination(core, out) if p is None else p
    return result


def recurrent(count: int, source: NDArray[np.intp], target: NDArray[np.intp]) -> NDArray[np.intp]:
    """The states of a chain that it comes back to for ever."""
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import connected_components

    graph = coo_matrix((np.ones(len(source)), (source, target)), shape=(count, count)).tocsr()
    _, label = connected_components(graph, directed=True, connection="strong")
    leaving = np.zeros(label.max() + 1, dtype=bool)
    leaving[label[source[label[source] != label[target]]]] = True
    return np.flatnonzero(~leaving[label])


class SamePattern:
    """A chain without transient states whose rates change from one solution to the next.

    What the sparse elimination of ``_directly`` needs to know of the pattern is found once; the
    state that was likeliest last time is the one that is fixed.
    """

    def __init__(self, count: int, source: NDArray[np.intp], target: NDArray[np.intp]) -> None:
        self.count, self.source, self.target = count, source, target
        self.direct = 1 < count <= _REPEATED
        self._fix(0)

    def _fix(self, state: int) -> None:
        """Equations of all other states, given this one's flow."""
        from scipy.sparse import csc_matrix

        self.fixed = state
        # Columns are where flow comes from, rows where it goes; the diagonal is added last.
        inner = (self.source != state) & (self.target != state)
        self.inner = np.flatnonzero(inner)
        self.right = np.flatnonzero((self.source == state) & (self.target != state))
        place = np.arange(self.count) - (np.arange(self.count) > state)
        self.to = place[self.target[self.right]]
        size = self.count - 1
        rows = np.concatenate([place[self.target[self.inner]], np.arange(size)])
        columns = np.concatenate([place[self.source[self.inner]], np.arange(size)])
        keys, self.slot = np.unique(columns * size + rows, return_inverse=True)
        indices, columns = keys % max(size, 1), keys // max(size, 1)
        starts = np.searchsorted(columns, np.arange(size + 1))
        self.system = csc_matrix((np.zeros(len(keys)), indices, starts), shape=(size, size))

    def solve(self, rate: Array) -> Array:
        """Stationary probabilities with these rates."""
        if self.direct:
            p = self._solve(rate)
            if p is not None:
                return p
        return stationary(self.count, self.source, self.target, rate, ROUGHLY)

    def _solve(self, rate: Array) -> Array | None:
        out = np.bincount(self.source, weights=rate, minlength=self.count)
        jump = rate / out[self.source]
        for _ in range(_CHOICES):
            flow = self._flow(jump)
            if flow is not None and flow[self.fixed] >= _WEIGHTY * float(flow.max()):
                break
            likely = self._downstream(jump) if flow is None else int(np.argmax(flow))
            if likely == self.fixed:
                break
            self._fix(likely)
        if flow is None:
            return None
        into = np.bincount(self.target, weights=flow[self.source] * jump, minlength=self.count)
        if not float(np.abs(into - flow).sum()) <= _BALANCED:
            return None
        p: Array = flow / out
        p /= p.sum()
        return p

    def _downstream(self, jump: Array) -> int:
        """Where the likeliest jumps, one after the other, lead to in the end."""
        order = np.lexsort((jump, self.source))
        last = np.searchsorted(self.source[order], np.arange(self.count), side="right") - 1
        to = self.target[order[last]].tolist()
        at, seen = 0, set[int]()
        while at not in seen:
            seen.add(at)
            at = to[at]
        return at

    def _flow(self, jump: Array) -> Array | None:
        """Flows through the states, the fixed one's given; None where a pivot vanishes."""
        from scipy.sparse.linalg import splu

        parts = np.concatenate([-jump[self.inner], np.ones(self.count - 1)])
        self.system.data = np.bincount(self.slot, weights=parts, minlength=self.system.nnz)
        right = np.bincount(self.to, weights=jump[self.right], minlength=self.count - 1)
        try:
            factors = splu(
                self.system, permc_spec="MMD_AT_PLUS_A", diag_pivot_thresh=0.0,
                options={"SymmetricMode": True},
            )  # fmt: skip
        except RuntimeError:
            return None
        flow: Array = np.insert(factors.solve(right), self.fixed, 1.0)
        # Beside a state that is next to never the others are lost in rounding.
        if not 0.0 <= float(flow.min()) + _ROUNDED * float(flow.max()) < _OVERFLOWN:
            return None
        flow = np.maximum(flow, 0.0)
        flow /= flow.sum()
        return flow


def _dense(
    count: int, source: NDArray[np.intp], target: NDArray[np.intp], rate: Array
) -> Array:  # fmt: skip
    q = np.zeros((count, count))
    np.add.at(q, (source, target), rate)
    return _gth(q)


def _directly(core: Any, out: Array) -> Array | None:
    """Stationary distribution by sparse elimination in symmetric order, None if it does not hold.

    One flow is fixed, as in ``_by_elimination``; if it turns out to be next to nothing beside the
    others, the largest takes its place.
    """
    from scipy.sparse import csr_matrix, diags, identity
    from scipy.sparse.linalg import splu

    size = len(out)
    system = csr_matrix(identity(size) - (diags(1.0 / out) @ core).T)
    fixed = 0
    for _ in range(_CHOICES):
        others = np.delete(np.arange(size), fixed)
        right = -system[:, [fixed]].toarray().ravel()[others]
        try:
            factors = splu(
                system[others][:, others].tocsc(), permc_spec="MMD_AT_PLUS_A",
                diag_pivot_thresh=0.0, options={"SymmetricMode": True},
            )  # fmt: skip
        except RuntimeError:  # a pivot vanished
            return None
        flow = np.insert(np.maximum(factors.solve(right), 0.0), fixed, 1.0)
        total = float(flow.sum())
        if not math.isfinite(total):
            return None
        if flow[fixed] >= _WEIGHTY * float(flow.max()):
            break
        fixed = int(np.argmax(flow))
    flow /= total
    if not float(np.abs(system @ flow).sum()) <= _BALANCED:
        return None
    p: Array = flow / out
    p /= p.sum()
    return p


def _by_iteration(
    core: Any, out: Array, enough: float, likely: Array | None = None
) -> Array | None:
    """Stationary distribution by GMRES, or None where it cannot be trusted.

    The unknowns are the flows x = p * out of the states, hence x = P^T x for the chain of jumps,
    which has no rates and is the better conditioned the further those lie apart. The system is
    singular, with a right side within its range, which GMRES solves as well (Brown and Walker,
    SIAM J. Matrix Anal. Appl. 18(1), 1997); only the elimination needs the slight shift.
    """
    from scipy.sparse import csc_matrix, diags, identity, tril
    from scipy.sparse.linalg import spilu, splu

    size = len(out)
    guess = None if likely is None else likely * out / float(likely @ out)
    jumps = diags(1.0 / out) @ core
    system = (identity(size) - jumps.T).tocsr()

    def swept() -> Any:
        triangle = csc_matrix(tril(system))
        options = {"SymmetricMode": True}
        return splu(triangle, permc_spec="NATURAL", diag_pivot_thresh=0.0, options=options)

    def eliminated(**options: Any) -> Any:
        shifted = csc_matrix(system + _SHIFT * identity(size))
        return spilu(shifted, diag_pivot_thresh=0.0, **options)

    # Of the sum of all residuals, which is at most so many times their length.
    least = _PART * enough / math.sqrt(size)
    goal = max(enough, _BALANCED)
    ways: list[tuple[Callable[[], Any], tuple[int, ...]]] = [(swept, _SWEPT)]
    ways += [(partial(eliminated, **options), _ROUNDS) for options in _ELIMINATIONS]
    for way, turns in ways:
        try:
            rough = way()
        except RuntimeError:  # a pivot of the incomplete elimination vanished
            continue
        flow = np.full(size, 1.0 / size) if guess is None else guess
        left = np.inf
        before = float(np.abs(system @ flow).sum())
        ahead = sum(turns)
        for rounds in turns:  # what is left of the residual is solved for again
            rest = -(system @ flow)
            change = _gmres(system, rough.solve, rest, rounds, least)
            better = np.maximum(flow + change, 0.0)
            total = float(better.sum())
            if not (math.isfinite(total) and total > 0.0):
                break
            better /= total
            unbalanced = float(np.abs(system @ better).sum())
            if not unbalanced < 0.5 * left:
                break
            flow, left = better, unbalanced
            ahead -= rounds
            if left <= enough:
                break
            if way is swept and left * (left / before) ** (ahead / rounds) > goal:
                break
            before = left
        if left <= goal:
            p: Array = flow / out
            p /= p.sum()
            return p
    return None


def _gmres(
    system: Any, rough: Callable[[Array], Array], right: Array, rounds: int, least: float
) -> Array:
    """Restarted GMRES, preconditioned from the right (Saad 2003, algorithm 9.5).

    A vector is made orthogonal a second time where the first leaves little of it (Daniel, Gragg,
    Kaufman and Stewart, Mathematics of Computation 30(136), 1976). least: a residual that will do.
    SciPy's own calls the threaded BLAS for every dot product, and on a busy machine spends ten
    times as long on waking its threads as on multiplying; ``einsum`` does without.
    """
    x = np.zeros_like(right)
    rest = right
    first = math.sqrt(float(np.einsum("i,i->", rest, rest)))
    left = first
    least = max(least, _SOLVED * first)
    for _ in range(rounds):
        if not (math.isfinite(left) and left > least):
            break
        basis = np.empty((_RESTART + 1, len(right)))
        basis[0] = rest / left
        upper = np.zeros((_RESTART, _RESTART))
        target = np.zeros(_RESTART + 1)
        target[0] = left
        turns: list[tuple[float, float]] = []
        for k in range(_RESTART):
            ahead = system @ rough(basis[k])
            column = np.zeros(k + 1)
            size = math.sqrt(float(np.einsum("i,i->", ahead, ahead)))
            for _again in range(2):
                before = size
                part = np.einsum("ki,i->k", basis[: k + 1], ahead)
                ahead -= np.einsum("k,ki->i", part, basis[: k + 1])
                column += part
                size = math.sqrt(float(np.einsum("i,i->", ahead, ahead)))
                if size > _KEPT * before:  # what is orthogonal is not lost in rounding
                    break
            for i, (c, s) in enumerate(turns):
                column[i : i + 2] = (
                    c * column[i] + s * column[i + 1],
                    c * column[i + 1] - s * column[i],
                )
            length = math.hypot(float(column[k]), size)
            if not (math.isfinite(length) and length > 0.0):
                turns.append((1.0, 0.0))
                break
            c, s = float(column[k]) / length, size / length
            turns.append((c, s))
            column[k] = length
            upper[: k + 1, k] = column
            target[k : k + 2] = c * target[k], -s * target[k]
            if size <= 0.0 or abs(target[k + 1]) <= least:
                break
            basis[k + 1] = ahead / size
        used = sum(1 for k in range(len(turns)) if upper[k, k] > 0.0)
        if used == 0:
            break
        weights = np.linalg.solve(upper[:used, :used], target[:used])
        x = x + rough(np.einsum("k,ki->i", weights, basis[:used]))
        rest = right - system @ x
        left = math.sqrt(float(np.einsum("i,i->", rest, rest)))
    return x


def _by_elimination(core: Any, out: Array) -> Array:
    """The same by complete elimination with one flow at 1, polished by iterative refinement.

    Errors are relative to the largest flow, so that the one at 1 should be among the large ones.
    """
    from scipy.sparse import csr_matrix, diags, identity
    from scipy.sparse.linalg import splu

    size = len(out)
    system = csr_matrix(identity(size) - (diags(1.0 / out) @ core).T)
    flow = np.ones(size)
    fixed = int(np.argmax(out))
    for _ in range(_CHOICES):
        others = np.flatnonzero(np.arange(size) != fixed)
        inner = system[others][:, others].tocsc()
        right = -np.asarray(system[others][:, [fixed]].todense()).ravel()
        try:
            factors = splu(inner, permc_spec="MMD_ATA", diag_pivot_thresh=0.0)
        except RuntimeError as problem:  # a pivot vanished
            raise Unresolved(_TOO_FAR_APART) from problem
        x = factors.solve(right)
        for _ in range(2):
            x += factors.solve(right - inner @ x)
        flow = np.insert(np.maximum(x, 0.0), fixed, 1.0)
        if flow[fixed] >= _WEIGHTY * flow.max():
            break
        fixed = int(np.argmax(flow))
    p: Array = flow / out
    p /= p.sum()
    return p


_TOO_FAR_APART = "the rates lie too far apart for the exact chain; use the method linearizer"
_ELIMINATIONS: tuple[dict[str, Any], ...] = (
    {"drop_tol": 0.1, "fill_factor": 2, "permc_spec": "NATURAL", "drop_rule": "basic"},
    {"drop_tol": 0.01, "fill_factor": 5, "permc_spec": "COLAMD"},
)
_SHIFT = 1e-9
_SOLVED, _RESTART, _BALANCED = 1e-7, 40, 1e-12
_SWEPT, _ROUNDS = (1, 3, 8, 1, 1), (25, 25, 1, 1)
"""Restarts in a row; sweeps end where, as they went, those left would not do."""
_CHOICES, _WEIGHTY = 3, 1e-2
_PART = 0.5
"""Of what may be left unbalanced, before negative flows are cut off."""
_KEPT = 0.5
"""Of a vector's length, more than which need not be made orthogonal again."""
_FEW, _DENSE, _SEVERAL, _REPEATED = 60, 220, 1500, 3000
"""States up to which nothing is gained by sparsity; a dense elimination is the last resort; a
complete sparse one does not fill up; the same in a chain of numbers by class."""
_FLAT, _NEIGHBOURS = 8_000, 4.6
"""The same where they lie in a plane: of numbers of two classes most have four neighbours. Of two
stations in a row they have more, of three levels about as many, where it takes as long."""
_ROUNDED, _OVERFLOWN = 1e-9, 1e6
"""What a flow may be below nothing, relative to the largest; that, where one is fixed at 1."""


def _gth(q: Array) -> Array:
    """GTH elimination on a dense rate matrix (diagonal ignored)."""
    q = q.copy()
    n = len(q)
    order = _recurrent_first(q)
    q = q[np.ix_(order, order)]
    for k in range(n - 1, 0, -1):
        total = q[k, :k].sum()
        if total <= 0.0:
            continue
        q[:k, k] /= total
        q[:k, :k] += np.outer(q[:k, k], q[k, :k])
    p = np.zeros(n)
    p[0] = 1.0
    for k in range(1, n):
        p[k] = p[:k] @ q[:k, k]
    out = np.zeros(n)
    out[order] = p / p.sum()
    return out


def _recurrent_first(q: Array) -> NDArray[np.intp]:
    """An order that starts with a recurrent state."""
    reach = q > 0
    # The state found last by following any transition long enough lies in the recurrent class.
    seen = np.zeros(len(q), dtype=bool)
    at = 0
    finish: list[int] = []
    stack: list[tuple[int, int]] = [(0, 0)]
    seen[0] = True
    while stack:
        at, step = stack.pop()
        following = np.flatnonzero(reach[at])
        while step < len(following) and seen[following[step]]:
            step += 1
        if step < len(following):
            stack.append((at, step + 1))
            seen[following[step]] = True
            stack.append((int(following[step]), 0))
        else:
            finish.append(at)
    # In a graph with one recurrent class the first state finished belongs to it.
    first = finish[0]
    rest = [i for i in range(len(q)) if i != first]
    return np.array([first, *rest])
