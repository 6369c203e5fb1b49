"""What follows from several figures of one subsystem; one file each, exporting ``derive``.

``derive(topology) -> Derived`` is pure and idempotent: it adds settings, measured figures, links
and placements that the reports imply, each with an origin of kind ``derived`` or ``assumed``, and
says what it assumed and what it would have to ask.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from advisor.observations import Question
from model.topology import Topology


@dataclass(frozen=True)
class Derived:
    """A topology with what follows from it, the assumptions made and the questions left."""

    topology: Topology
    assumptions: tuple[str, ...] = ()
    questions: tuple[Question, ...] = ()


Derivation = Callable[[Topology], Derived]
