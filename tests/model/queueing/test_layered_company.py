"""Times away that depend on who else is away, against exact chains."""

from __future__ import annotations

import math

import pytest

from model.queueing import Call, Entry, LayeredNetwork, Processor, Task, solve


def two_lines(long_s=2.1, others=2):
    """Two kinds of users of two tasks of one thread each; some have short services, some long."""
    return LayeredNetwork(
        (
            Processor("desk", math.inf, "inf"),
            Processor("left cpu", 1),
            Processor("right cpu", 1),
        ),
        (
            Task("short", "desk", 4, reference=True, think_time_s=1.0),
            Task("long", "desk", others, reference=True),
            Task("left", "left cpu", 1),
            Task("right", "right cpu", 1),
        ),
        (
            Entry("a", "short", (0.0,), (Call("l1", 1.35), Call("r1", 1.1))),
            Entry("b", "long", (0.0,), (Call("l2", 1.5), Call("r2", 1.25))),
            Entry("l1", "left", (0.43,)),
            Entry("r1", "right", (0.29,)),
            Entry("l2", "left", (long_s,)),
            Entry("r2", "right", (1.07 * long_s,)),
        ),
    )


@pytest.mark.parametrize("others", [2, 3])
@pytest.mark.parametrize("long_s", [1.0, 2.1, 4.0])
def test_who_is_held_up_at_one_line_does_not_come_to_the_other(long_s, others):
    """With times away of one mean the short ones got up to two fifths too much done."""
    network = two_lines(long_s, others=others)
    exact, close = (solve(network, m).throughput for m in ("exact", "linearizer"))
    for name in ("short", "long"):
        assert close[name] == pytest.approx(exact[name], rel=0.06), name
