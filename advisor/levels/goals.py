"""Response goals of Workload Manager, from the service classes of an installation.

A service class names no subsystem. It is taken for a modelled workload where its transactions end
at the rate of that workload and of no other (within 10 %); its responses are then those of the
workload's model, stretched to the mean that was measured. Else its goal is judged at what was
measured alone, responses taken to be exponential, and scenarios do not move it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from model.language import Name, say
from model.topology import Topology

__all__ = ["Wanted", "WlmGoal", "goal_words", "wlm_goals"]

Wanted = Mapping[tuple[str, float], float]
"""Goals asked about: by workload and per cent of its responses (0: their mean), in seconds."""

_SAME_RATE = 0.1


@dataclass(frozen=True)
class WlmGoal:
    """A goal of a service class: ``percent`` of responses, or their mean (None), within a time.

    response_s, deviation_s: mean and standard deviation as measured, ``None`` where they were not.
    workload: the anchor it is taken for.
    """

    service_class: str
    name: str
    seconds: float
    percent: float | None
    response_s: float | None
    workload: str | None
    deviation_s: float | None = None

    @property
    def words(self) -> str:
        """The goal as a sentence's part."""
        return goal_words(Name(self.name), self.seconds, self.percent)


def goal_words(name: str, seconds: float, percent: float | None) -> str:
    """A goal of some responses or of their mean, in words."""
    if percent is None:
        return say("{name}: mean within {seconds:,g} s", name=name, seconds=seconds)
    return say(
        "{name}: {percent:g} % within {seconds:,g} s",
        name=name, percent=percent, seconds=seconds,
    )  # fmt: skip


def wlm_goals(topology: Topology, rates_per_s: Mapping[str, float]) -> list[WlmGoal]:
    """The response goals of all service classes. rates_per_s: of the workloads, by anchor."""
    found = []
    for component in topology.of_kind("service_class"):
        measured = {
            name: float(found.value) for name, found in component.measured.items()
            if isinstance(found.value, int | float)
        }  # fmt: skip
        goal_ms = measured.get("goal_response_ms")
        if goal_ms is None or not goal_ms > 0.0:
            continue
        percent = measured.get("goal_pct")
        response_ms = measured.get("response_ms")
        ended = measured.get("ended_per_s")
        alike = [
            anchor for anchor, rate in rates_per_s.items()
            if ended and rate > 0.0 and abs(ended / rate - 1.0) <= _SAME_RATE
        ]  # fmt: skip
        found.append(
            WlmGoal(
                component.id, component.name, goal_ms / 1e3, percent or None,
                response_ms / 1e3 if response_ms else None, alike[0] if len(alike) == 1 else None,
                measured.get("response_deviation_ms", 0.0) / 1e3 or None,
            )
        )  # fmt: skip
    return found
