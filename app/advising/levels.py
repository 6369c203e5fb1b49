"""Percentiles, goals and service-level questions of scenarios, as text and as JSON values."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from app.printing.documents import GOAL_BECAUSE, goal_entry

if TYPE_CHECKING:
    from advisor.levels import GoalAnswer, Levels
    from advisor.levels.levels import Networks
    from model.projection import Baseline, Projection
    from model.queueing.goals import Goal

__all__ = ["Answered", "answer_levels", "answer_questions"]


@dataclass(frozen=True)
class Answered:
    """One scenario's levels, and how each goal stands in it, the reports' goals first."""

    scenario: str
    levels: Levels
    goals: tuple[GoalAnswer, ...]
    questions: tuple[str, ...] = ()

    @property
    def lines(self) -> list[str]:
        """What there is to say, one line each."""
        from advisor.plan.naming import called
        from advisor.report.numbers import number

        out = []
        for workload in self.levels.times:
            bands = self.levels.bands_s(workload)
            said = ", ".join(
                f"{p} % within {number(1e3 * value)} ms "
                f"({number(1e3 * bands[p][0])} … {number(1e3 * bands[p][1])})"
                for p, value in self.levels.percentiles_s(workload).items()
            )
            out.append(f"{called(workload)}: {said} ({self._rests_on(workload, number)})")
        for answer in self.goals:
            met = "met" if answer.met else "missed"
            met = met if answer.certain else f"probably {met}"
            why = f" ({GOAL_BECAUSE[answer.because]})" if answer.because else ""
            low, high = answer.shares
            out.append(
                f"goal {answer.goal}: {met}; probability of meeting it "
                f"{100 * answer.chance:.0f} %; {100 * answer.probability:.3g} % of responses are "
                f"within it ({100 * low:.3g} … {100 * high:.3g}){why}"
            )
        return [*out, *self.questions]

    def _rests_on(self, workload: str, number: Callable[[float], str]) -> str:
        """What the spread of a workload's responses rests on."""
        spread = self.levels.spreads.get(workload)
        shape = "exponential" if workload in self.levels.assumed else "network's"
        if spread is None:
            return f"{shape} spread; no report gives the deviation of its responses"
        return (
            f"spread as measured: a deviation of {number(1e3 * spread.measured_s)} ms about "
            f"{number(1e3 * spread.mean_s)} ms, where the {shape} is "
            f"{number(1e3 * spread.modelled_s)} ms"
        )

    @property
    def json(self) -> dict[str, Any]:
        """The same as plain values, seconds."""
        return {
            "percentiles_s": {
                w: {str(p): v for p, v in self.levels.percentiles_s(w).items()}
                for w in self.levels.times
            },
            "percentile_bands_s": {
                w: {str(p): list(ends) for p, ends in self.levels.bands_s(w).items()}
                for w in self.levels.times
            },
            "measured_deviation_s": {w: s.measured_s for w, s in self.levels.spreads.items()},
            "goals": [{"goal": g.goal, **goal_entry(g)} for g in self.goals],
            "questions": list(self.questions),
        }


def answer_levels(
    baseline: Baseline, as_is: Projection, projections: Sequence[Projection],
    goals: Sequence[Goal] = (), seconds: float = math.inf,
) -> list[Answered]:  # fmt: skip
    """Levels of the as-is and of scenarios; goals of the reports and those asked for.

    goals: on workloads by anchor; for them the largest load, the engines needed and what is busy
    first are answered, too, as far as ``seconds`` for each scenario carry.
    """
    from advisor.levels import levels_of, wlm_goals

    today = levels_of(baseline.networks, baseline, as_is)
    printed = wlm_goals(baseline.topology, today.rates_per_s)
    out = []
    for projection in (as_is, *projections):
        networks = _networks(baseline, as_is, projection)
        levels = today if projection is as_is else levels_of(networks, baseline, projection)
        found = [levels.answer_wlm(goal, today) for goal in printed]
        found += [levels.answer(goal, today) for goal in goals]
        answers = tuple(a for a in found if a is not None)
        asked = _within(seconds, networks, baseline, goals, levels) if goals else ()
        out.append(Answered(projection.scenario.name, levels, answers, asked))
    return out


def _within(
    seconds: float, networks: Networks, baseline: Baseline, goals: Sequence[Goal], levels: Levels
) -> tuple[str, ...]:
    """What is found out about goals in some seconds, and that it is not all where it is not."""
    from model.queueing import Cancelled
    from model.queueing.work import Budget

    found: list[str] = []
    try:
        for line in _told(networks, baseline, goals, levels, Budget(seconds)):
            found.append(line)  # what was found before time is up stays
    except Cancelled:
        found.append(
            f"What more the goals allow or need was not found within {seconds:g} s: give it more "
            "with --seconds."
        )
    return tuple(found)


def answer_questions(
    baseline: Baseline, as_is: Projection, projection: Projection, goals: Sequence[Goal],
    cancel: Callable[[], bool] | None = None,
) -> tuple[str, ...]:  # fmt: skip
    """How far the goals carry in one scenario: the largest load, engines, what is busy first.

    Raises ``model.queueing.Cancelled``.
    """
    from advisor.levels import levels_of

    networks = _networks(baseline, as_is, projection)
    levels = levels_of(networks, baseline, projection)
    return tuple(_told(networks, baseline, goals, levels, cancel))


def _told(
    networks: Networks, baseline: Baseline, goals: Sequence[Goal], levels: Levels,
    cancel: Callable[[], bool] | None,
) -> Iterator[str]:  # fmt: skip
    """What is found out about goals, each once it is found. Raises ``Cancelled``."""
    from advisor.levels import frozen_networks, questions

    frozen = [replace(each, cancel=cancel) for each in frozen_networks(networks, baseline)]
    return questions(frozen, goals, levels)


def _networks(baseline: Baseline, as_is: Projection, projection: Projection) -> Networks:
    from advisor.levels import networks_of

    if projection is as_is or not baseline.networks:
        return baseline.networks
    return networks_of(baseline, projection.scenario)
