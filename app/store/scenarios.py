"""Scenarios in the tables, written as far as they differ from what is there.

Positions only order: they rise, and where a scenario was taken out there is a gap. So one changed
scenario of hundreds is one row, and what was deleted comes back into its gap.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from app.store.codec import encode, storable
from model.topology import Scenario

__all__ = ["replace_rows"]

FARTHEST = 1 << 40


def replace_rows(
    connection: sqlite3.Connection, new: Sequence[Scenario], old: Sequence[Scenario] | None = None
) -> None:
    """Make the tables hold ``new``; ``old`` is what they hold, where the caller knows it."""
    rows = connection.execute("SELECT position, name FROM scenario ORDER BY position").fetchall()
    taken = [int(position) for position, _name in rows]
    first = last = 0
    # What others wrote may be the same in another order.
    known = old is not None and [storable(x.name) for x in old] == [name for _, name in rows]
    if known and taken and not (taken[0] >= 0 and taken[-1] <= FARTHEST):
        known = False  # a stranger's file; written anew they are where we put them
    if old is not None and known:
        while first < min(len(old), len(new)) and _same(old[first], new[first]):
            first += 1
        while last < min(len(old), len(new)) - first and _same(old[-1 - last], new[-1 - last]):
            last += 1
    gone = taken[first : len(taken) - last]
    coming = new[first : len(new) - last]
    start = taken[first - 1] + 1 if first else 0
    end = taken[len(taken) - last] if last else start + len(coming)
    if end - start < len(coming):
        # No gap is left for what is new in the middle: all behind it moves on.
        gone, coming, end = taken[first:], new[first:], start + len(new)
    # A changed one stays at its place; others come as far in front as there is room.
    places = gone if len(gone) == len(coming) else range(start, end)
    for position in gone:
        for table in ("scenario_change", "scenario_base"):
            connection.execute(f"DELETE FROM {table} WHERE scenario = ?", (position,))
        connection.execute("DELETE FROM scenario WHERE position = ?", (position,))
    for position, scenario in zip(places, coming, strict=False):
        _insert(connection, position, scenario)


def _same(one: Scenario, other: Scenario) -> bool:
    """Whether the file would hold the same of both: 1 is not True there."""
    return one is other or encode(one) == encode(other)


def _insert(connection: sqlite3.Connection, position: int, scenario: Scenario) -> None:
    connection.execute(
        "INSERT INTO scenario (position, name, note) VALUES (?, ?, ?)",
        (position, storable(scenario.name), storable(scenario.note)),
    )
    if scenario.base:
        connection.execute(
            "INSERT INTO scenario_base (scenario, base) VALUES (?, ?)",
            (position, storable(scenario.base)),
        )
    connection.executemany(
        "INSERT INTO scenario_change (scenario, position, change) VALUES (?, ?, ?)",
        [(position, i, encode(change)) for i, change in enumerate(scenario.changes)],
    )
