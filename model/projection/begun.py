"""Where the search for what a network does begins: where it stood, or one much like it."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np

from model.contract.evaluation import FloatArray
from model.projection.asked import AsIs
from model.queueing.installation import InstallationNetwork
from model.queueing.installation.carried import carried_over


@dataclass(frozen=True)
class State:
    """Where the network of a case stood when it was solved: (D, arcs + effects), of a shape."""

    shape: Hashable
    values: FloatArray


def start_of(
    net: InstallationNetwork,
    as_is: AsIs | None,
    count: int,
    draws: int,
    starts: Sequence[State | None],
) -> FloatArray | None:
    """Where cases begin: as they stood before, or as the network does today; None where that was
    built otherwise."""
    shape = net.shape
    known = [None if one is None or one.shape != shape else one.values for one in starts]
    if as_is is None or as_is.state is None or as_is.shape != shape:
        whole = [values for values in known if values is not None]
        return np.concatenate(whole) if whole and len(whole) == count else None
    first = np.tile(as_is.state[:draws], (count, 1))
    for row, values in enumerate(known):
        if values is not None:
            first[row * draws : (row + 1) * draws] = values
    return first


def near_today(
    net: InstallationNetwork, as_is: AsIs | None, count: int, draws: int
) -> FloatArray | None:
    """Where cases would begin as the network stands today, which was built a little otherwise."""
    if as_is is None or as_is.state is None:
        return None
    waits = np.zeros((count * draws, len(net.arcs)))
    first = np.concatenate([waits, *(effect.start() for effect in net.effects)], axis=1)
    today = np.tile(as_is.state[:draws], (count, 1))
    return carried_over(as_is.shape, today, net.shape, first)
