"""The rate of a TCP transfer on another link, where window and round trip do not explain it.

The link's rate less protocol is one ceiling; the rest (window, disks, CPU, the other end) is
another. The rate lies below the lesser of them, the more so the nearer they are:

    rate ** -h = link ** -h + rest ** -h

The measured rate gives the rest. Where the link already takes all of it, how much more the rest
would let through is not known: no more than `MOST_ROOM` times as much. A window that goes round
once a round trip is the network's to project (`tcpip.TcpModel.flow`).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

import numpy as np

from model.contract.evaluation import FloatArray
from model.quantiles import NORMAL_QUANTILE_90
from model.subsystems.common import Answer

MB: Final = 1_048_576.0

MOST_ROOM: Final = 3.0
"""Times today's rate that what nobody reports would let through at most. Judgement."""
RATE_SD: Final = 0.10
"""How far transfers lie from the law (standard deviation of the logarithm), a file of one size on
one network from run to run and from that of another size, on a link twice as fast or slow or
further off. Judgement."""
_NEARLY: Final = 0.999


def link_sd(link: float, link_was: float) -> float:
    """How far a transfer on another link may lie from the law: the farther, the more octaves."""
    octaves = abs(math.log2(link / link_was))
    return RATE_SD * (octaves if octaves < 1.0 else math.sqrt(octaves))


def on_link(
    rate: float, link: float, link_was: float, constants: Mapping[str, FloatArray]
) -> FloatArray:
    """Bytes a second on another link than the one on which a transfer made ``rate``."""
    hard, share = constants["hardness"], constants["link_share"]
    taken, rest = _held_by(rate, link_was, constants)
    now = rest + (rate / (share * link)) ** hard
    found: FloatArray = np.minimum(rate * (now / (rest + taken)) ** (-1.0 / hard), link)
    return found


def uses_on_link(
    rate: FloatArray,
    link: float,
    rate_was: float,
    link_was: float,
    constants: Mapping[str, FloatArray],
) -> tuple[FloatArray, FloatArray]:
    """How much of what the link, and of what the rest lets through is used by a rate, 1 = all."""
    _, rest = _held_by(rate_was, link_was, constants)
    of_link = rate / (constants["link_share"] * link)
    of_rest = rate / rate_was * rest ** (1.0 / constants["hardness"])
    return np.minimum(of_link, 1.0), np.minimum(of_rest, 1.0)


def _held_by(
    rate: float, link: float, constants: Mapping[str, FloatArray]
) -> tuple[FloatArray, FloatArray]:
    """Parts of rate ** -h that are the link's and the rest's, against the rate's own."""
    hard = constants["hardness"]
    taken = np.minimum((rate / (constants["link_share"] * link)) ** hard, _NEARLY)
    return taken, np.maximum(1.0 - taken, MOST_ROOM**-hard)


def between(answer: Answer, least: float, most: float) -> None:
    """A rate that lies between two, its central value with them: nothing tells where."""
    spread = math.log(max(most, least) / least) / NORMAL_QUANTILE_90
    for name in ("bytes_per_s", "etr_per_s", "response_ms", "cpu_s_per_s"):
        answer.residual_sd[name] = math.hypot(answer.residual_sd.get(name, 0.0), spread)
    answer.least |= {"bytes_per_s": least, "etr_per_s": least / MB, "response_ms": MB / most * 1e3}
    answer.most |= {"bytes_per_s": most, "etr_per_s": most / MB, "response_ms": MB / least * 1e3}
