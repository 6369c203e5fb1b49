"""Waits by table: what a queue of so many means for who comes, between tabulated points."""

from __future__ import annotations

import numpy as np

from model.queueing.installation.declared import Array
from model.queueing.installation.structure import Ints, Tables, picked


class Lookup:
    """w(q) by table, for single servers and delays, of a fixed arrangement of rows."""

    def __init__(self, rows: Ints, tables: Tables) -> None:
        self._columns: Ints = np.flatnonzero((rows != -1).any(axis=0))
        row = picked(rows, self._columns)
        safe = np.maximum(row, 0)
        self._tables = tables
        self._tabled = row >= 0
        self._single = row == -1
        self._some_tabled = bool(tables.width) and bool(self._tabled.any())
        if self._some_tabled:
            step, self._top = tables.step[safe], tables.top[safe]
            # A table of nobody else has no width: its first point is the only one.
            self._per_step = np.where(step > 0.0, 1.0 / np.where(step > 0.0, step, 1.0), 0.0)
            self._beyond, self._base = tables.asymptote[safe], safe * tables.width
            self._last = tables.width - 2
            self._all_tabled = bool(self._tabled.all())

    def _rest(self, x: Array) -> Array:
        """Of those that have no table: single servers, and delays."""
        return np.where(self._single, x, 0.0)

    def __call__(self, q: Array) -> Array:
        wait = q.copy()
        columns = self._columns
        if len(columns) == 0:
            return wait
        x = picked(q, columns)
        if self._some_tabled:
            inside, t, a, da, db, e = self._between(x)
            at = a + t * (da + t * (3 * e - 2 * da - db + t * (da + db - 2 * e)))
            at = np.maximum(at + (x - inside) * self._beyond, 0.0)
            found = at if self._all_tabled else np.where(self._tabled, at, self._rest(x))
        else:
            found = self._rest(x)
        wait[:, columns] = found
        return wait

    def slope(self, q: Array) -> Array:
        """dw/dq."""
        slope = np.ones(q.shape)
        columns = self._columns
        if len(columns) == 0:
            return slope
        x = picked(q, columns)
        found = np.where(self._single, 1.0, 0.0)
        if self._some_tabled:
            inside, t, _, da, db, e = self._between(x)
            at = da + t * (2 * (3 * e - 2 * da - db) + 3 * t * (da + db - 2 * e))
            at = np.where(x > inside, self._beyond, at * self._per_step / (1.0 + inside))
            found = np.where(self._tabled, np.maximum(at, 0.0), found)
        slope[:, columns] = found
        return slope

    def _between(self, x: Array) -> tuple[Array, Array, Array, Array, Array, Array]:
        """Within the table: x, the share of the way to the next point, and what is on both sides:
        the value before, the slopes, and the difference."""
        inside = np.fmin(x, self._top)
        place = np.log1p(inside) * self._per_step
        left = np.minimum(place.astype(np.intp), self._last)
        t = place - left
        left += self._base
        value, slope = self._tables.value, self._tables.slope
        a, b = value.take(left), value.take(left + 1)
        return inside, t, a, slope.take(left), slope.take(left + 1), b - a
