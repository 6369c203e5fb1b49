"""Scenarios checked by simulation: the networks behind their figures, as they were solved.

The check never is the source of a figure; it says whether the analytic ones may be believed.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from model.projection import Baseline
    from model.queueing.installation import InstallationNetwork, Solved
    from model.queueing.simulation import Check
    from model.topology import Scenario

    _Network = tuple[InstallationNetwork, Solved]

__all__ = ["AS_IS", "Checked", "check_scenarios"]

AS_IS = "As-is"
MOST_CHECKED = 4
_NOTHING = "nothing of it is solved as one network, so there is nothing to simulate"


@dataclass(frozen=True)
class Checked:
    """One scenario: a line for each of its networks, and the same as JSON values."""

    lines: tuple[str, ...]
    json: list[dict[str, Any]]


def check_scenarios(
    baseline: Baseline,
    scenarios: Sequence[Scenario],
    seconds: float,
    processes: int | None = None,
    progress: Callable[[float], None] | None = None,
    cancel: Callable[[], bool] | None = None,
) -> dict[str, Checked]:
    """Check an installation as it is and its first few scenarios, by name, each for ``seconds``.

    What has the same shape is simulated with the same random numbers, so that a scenario's change
    is seen more sharply than its figures. Raises ``model.queueing.Cancelled``.
    """
    from advisor.levels import networks_of, workloads_of
    from advisor.levels.questions import station_words

    found = {AS_IS: list(baseline.networks)}
    for scenario in scenarios[:MOST_CHECKED]:
        found[scenario.name] = list(networks_of(baseline, scenario))
    anchors = [a.anchor for a in baseline.anchors]

    def shown(net: InstallationNetwork) -> set[str]:
        return {c for chains in workloads_of(net, anchors).values() for c in chains}

    def words(chain: str) -> str:
        return station_words(chain, anchors)

    return _check(found, seconds * len(found), processes, progress, cancel, shown, words)


def _check(
    found: dict[str, list[_Network]], seconds: float, processes: int | None,
    progress: Callable[[float], None] | None, cancel: Callable[[], bool] | None,
    shown: Callable[[InstallationNetwork], set[str]], words: Callable[[str], str],
) -> dict[str, Checked]:  # fmt: skip
    from model.queueing import NetworkError
    from model.queueing.simulation import change_line, check_to_json
    from model.queueing.simulation.installation import (
        check_installation,
        installation_figures,
        simulate_installations,
    )

    variant = 0  # of all draws the first is the central one
    kinds: dict[object, list[tuple[str, _Network]]] = {}
    for name, networks in found.items():
        for network in networks:
            kinds.setdefault(network[0].shape, []).append((name, network))
    lines: dict[str, list[str]] = {name: [] for name in found}
    documents: dict[str, list[dict[str, Any]]] = {name: [] for name in found}
    total = sum(map(len, kinds.values()))
    ends, done = time.time() + seconds, 0
    # The small ones first: what they leave of their time is the large ones'.
    for members in sorted(kinds.values(), key=lambda m: len(m[0][1][0].arcs)):
        share, before = len(members) / total, done / total
        left = max(ends - time.time(), 1.0) * len(members) / (total - done)
        done += len(members)

        def told(part: float, before: float = before, share: float = share) -> None:
            if progress is not None:
                progress(before + share * part)

        try:
            simulated = simulate_installations(
                [(net, solved.reading, variant) for _, (net, solved) in members], left,
                processes=processes, progress=told, cancel=cancel,
            )  # fmt: skip
        except NetworkError as problem:
            for name, _ in members:
                lines[name].append(f"cannot be checked: {problem}")
            continue
        first = installation_figures(members[0][1][0], members[0][1][1].reading, variant)
        as_is: Check | None = None
        for (name, (net, solved)), figures in zip(members, simulated, strict=True):
            check = check_installation(net, solved.reading, variant, figures, shown(net) or None)
            seen = [words(n) for n, c in figures.chains.items() if c.cycles]
            chains = ", ".join(dict.fromkeys(seen))
            named = [*figures.chains, *figures.utilization, *figures.pool_use]
            lines[name].append(f"{_in_words(check.line, named, words)} [{chains}]")
            change = ""
            as_is = as_is or (check if name == AS_IS else None)
            # What a run cannot tell of a figure it cannot tell of its change.
            if as_is is not None and "unsettled" not in (as_is.verdict, check.verdict):
                untold = as_is.endless | check.endless
                own = {
                    chain: (through, None if chain in untold else response)
                    for chain, (through, response) in installation_figures(
                        net, solved.reading, variant
                    ).items()
                }
                change = change_line(first, own, figures, shown(net) or None)
            lines[name] += [_in_words(change, figures.chains, words)] if change else []
            documents[name].append(check_to_json(check) | ({"change": change} if change else {}))
    return {name: Checked(tuple(lines[name]) or (_NOTHING,), documents[name]) for name in found}


def _in_words(line: str, names: Iterable[str], words: Callable[[str], str]) -> str:
    """A line of the simulator with the chains and stations that it quotes as people call them."""
    for name in names:
        line = line.replace(repr(name), words(name))
    return line
