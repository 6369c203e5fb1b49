"""Small continuous-time Markov chains: exploring the states, and their stationary distribution."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from .errors import Cancelled

__all__ = ["TooManyStates", "explore", "stationary"]

State = TypeVar("State", bound=Hashable)
Array = NDArray[np.float64]


class TooManyStates(RuntimeError):
    """The chain has more states than the caller allows."""


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
        if stop is not None and at % 256 == 0 and stop():
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
    count: int, source: NDArray[np.intp], target: NDArray[np.intp], rate: Array
) -> Array:
    """Stationary probabilities of a chain with one recurrent class (transient states get 0).

    Up to a few hundred states by the elimination of Grassmann, Taksar and Heyman (Operations
    Research 33(5), 1985), which subtracts nothing; beyond that by GMRES on an incomplete
    elimination (Saad, *Iterative Methods for Sparse Linear Systems*, 2003, section 10.4), which
    fills in far less than a complete one. Should it stall, the complete elimination takes over.
    """
    if count == 1:
        return np.ones(1)
    if count <= 220:
        q = np.zeros((count, count))
        np.add.at(q, (source, target), rate)
        return _gth(q)
    from scipy.sparse import coo_matrix, csc_matrix
    from scipy.sparse.csgraph import connected_components

    graph = coo_matrix((rate, (source, target)), shape=(count, count)).tocsr()
    _, label = connected_components(graph, directed=True, connection="strong")
    leaving = np.zeros(label.max() + 1, dtype=bool)
    leaving[label[source[label[source] != label[target]]]] = True
    keep = np.flatnonzero(~leaving[label])
    core = graph[keep][:, keep]
    out = np.asarray(core.sum(axis=1)).ravel()
    size = len(keep)
    result = np.zeros(count)
    if size == 1:
        result[keep] = 1.0
        return result
    system = csc_matrix(core.T)
    system.setdiag(-out)
    p = _by_iteration(system, out)
    result[keep] = _by_elimination(system, _likely_state(system, out)) if p is None else p
    return result


def _by_iteration(system: Any, out: Array) -> Array | None:
    """Stationary distribution by GMRES, or None where it cannot be trusted.

    One state's probability is fixed at 1, and the others must not dwarf it: errors are relative to
    the largest. So a state of high probability is sought first.
    """
    fixed = _likely_state(system, out)
    for _ in range(_CHOICES):
        x = _fixed_state(system, fixed)
        if x is None:
            return None
        p = np.maximum(x, 0.0)
        p /= p.sum()
        if p[fixed] >= _WEIGHTY * p.max():
            unbalanced = float(np.abs(system @ p).sum())
            return p if unbalanced <= _BALANCED * float(out @ p) else None
        fixed = int(np.argmax(p))
    return None


def _likely_state(system: Any, out: Array) -> int:
    """A state of high probability: where the chain is, if restarted anywhere now and then."""
    from scipy.sparse import identity
    from scipy.sparse.linalg import spilu

    often = _RESTARTED * float(out.max())
    restarted = (often * identity(len(out), format="csc") - system).tocsc()
    try:
        rough = spilu(restarted, drop_tol=_DROPPED, fill_factor=_FILL, diag_pivot_thresh=0.0)
    except RuntimeError:
        return 0
    p = np.full(len(out), 1.0 / len(out))
    for _ in range(3):
        p = np.maximum(rough.solve(p), 0.0)
        p /= max(float(p.sum()), 1e-300)
    return int(np.argmax(p))


_RESTARTED = 1e-6


def _fixed_state(system: Any, fixed: int) -> Array | None:
    """The balance equations with one probability at 1: a nonsingular M-matrix."""
    from scipy.sparse.linalg import LinearOperator, gmres, spilu

    others = np.flatnonzero(np.arange(system.shape[0]) != fixed)
    inner = system[others][:, others].tocsc()
    right = -np.asarray(system[others][:, [fixed]].todense()).ravel()
    try:
        rough = spilu(inner, drop_tol=_DROPPED, fill_factor=_FILL, diag_pivot_thresh=0.0)
    except RuntimeError:  # a pivot of the incomplete elimination vanished
        return None
    step = LinearOperator(inner.shape, rough.solve)
    x = np.zeros(len(right))
    for tolerance in (_SOLVED, *_POLISHED):  # what is left of the residual is solved for again
        rest = right - inner @ x
        more, _ = gmres(
            inner, rest, M=step, rtol=tolerance, atol=0.0, restart=_RESTART, maxiter=_ROUNDS
        )
        x = x + more
    if not np.isfinite(x).all() or np.abs(x).max() > _ABSURD:
        return None
    return np.insert(x, fixed, 1.0)


def _by_elimination(system: Any, fixed: int) -> Array:
    """The same by complete elimination, polished by iterative refinement."""
    from scipy.sparse.linalg import splu

    others = np.flatnonzero(np.arange(system.shape[0]) != fixed)
    inner = system[others][:, others].tocsc()
    right = -np.asarray(system[others][:, [fixed]].todense()).ravel()
    factors = splu(inner, permc_spec="MMD_ATA", diag_pivot_thresh=0.0)
    x = factors.solve(right)
    for _ in range(2):
        x += factors.solve(right - inner @ x)
    p: Array = np.insert(np.maximum(x, 0.0), fixed, 1.0)
    p /= p.sum()
    return p


_DROPPED, _FILL = 1e-2, 5
_SOLVED, _POLISHED, _RESTART, _ROUNDS = 1e-12, (1e-4, 1e-4), 60, 8
_CHOICES, _WEIGHTY, _BALANCED, _ABSURD = 4, 1e-2, 1e-11, 1e200


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
