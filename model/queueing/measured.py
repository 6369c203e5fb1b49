"""What approximations were off by on random networks, for the answer that uses them to say.

``resources/docs/accuracy.json`` is written by ``app.bench.accuracy`` and measured again by a
thorough test. A network is held against the family most like it; outside product form those are
somewhat larger than what ``auto`` solves exactly.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache

from resources import resource

from .network import PRIORITY_DISCIPLINES, Network

__all__ = ["kept_errors", "said_of"]

_WORDS = {"fcfs": "fcfs", "preemptive-resume": "preemptive", "non-preemptive (HOL)": "hol"}
_SERVERS = (1, 2, 4)


@cache
def kept_errors() -> Mapping[tuple[str, str], tuple[float, float, float]]:
    """(median, 95 % below, worst) in percent, by family and method."""
    kept = json.loads(resource("docs", "accuracy.json").read_text(encoding="utf-8"))
    return {
        (row["family"], row["method"]): (row["median_pct"], row["most_pct"], row["worst_pct"])
        for row in kept["rows"]
    }


def said_of(network: Network, method: str) -> str | None:
    """One sentence on the error of ``method`` in closed networks outside product form."""
    family = _family(network)
    figures = None if family is None else kept_errors().get((family, method))
    if figures is None:
        return None
    middle, most, worst = figures
    return (
        "on random networks of this kind the class that was furthest off was so by "
        f"{middle:.1f} % in the median, by up to {most:.0f} % in 19 of 20, by {worst:.0f} % at "
        "worst"
    )


def _family(network: Network) -> str | None:
    """The kind of random networks most like this one."""
    if network.open:
        return None
    told = [
        s for s in network.stations
        if s.discipline in _WORDS
        and sum(1 for c in network.closed if network.demand_s(c.name, s.name) > 0) > 1
    ]  # fmt: skip
    if not told:
        return None
    first = max(told, key=lambda s: list(_WORDS).index(s.discipline))
    alike = [s for s in told if s.discipline == first.discipline]
    servers = min(s.servers for s in alike)
    if first.discipline == "fcfs":
        return "fcfs-1"  # with more servers less is left to be approximated
    if first.discipline in PRIORITY_DISCIPLINES and len(alike) > 1 and servers == 1:
        return f"{_WORDS[first.discipline]}-twice"
    return f"{_WORDS[first.discipline]}-{min(_SERVERS, key=lambda m: abs(m - servers))}"
