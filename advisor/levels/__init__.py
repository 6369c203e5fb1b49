"""Service levels: percentiles of workloads, and goals with the probability of meeting them.

``levels_of`` reads them off the networks behind a projection, ``goals`` finds the goals that
Workload Manager was given where the reports print them.
"""

from .goals import WlmGoal, wlm_goals
from .levels import (
    GoalAnswer,
    Levels,
    frozen_networks,
    levels_of,
    networks_of,
    scenario_levels,
    workloads_of,
)
from .questions import questions
from .standing import GoalStanding, as_known, goals_with_plan, verdict

__all__ = [
    "GoalAnswer", "GoalStanding", "Levels", "WlmGoal", "as_known", "frozen_networks",
    "goals_with_plan", "levels_of", "networks_of", "questions", "scenario_levels", "verdict",
    "wlm_goals", "workloads_of",
]  # fmt: skip
