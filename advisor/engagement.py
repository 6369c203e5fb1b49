"""The one frozen value that command line, window and PDF all look at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from advisor.findings import Finding, Plan, RiskLevel, RuleOutcome
from advisor.observations import FileReading, Observation, Problem, Question
from model.projection import Baseline, Projection
from model.topology import Change, Topology, Value

Goal = Literal["etr", "itr", "response", "cpu", "storage"]


@dataclass(frozen=True)
class Installation:
    """The as-is topology and everything that was said and not said about it.

    Its observations are those of the readings, put in order each time they are gone through.
    """

    topology: Topology
    observations: Sequence[Observation]
    questions: tuple[Question, ...] = ()
    problems: tuple[Problem, ...] = ()
    assumptions: tuple[str, ...] = ()


@dataclass(frozen=True)
class Constraints:
    """What the consultant allows a plan to do; nothing of more than ``max_risk`` is in it.

    What is worth less than ``min_gain_pct`` is no step of its own; 0 takes everything. Nor is what
    is worth less than ``min_share_pct`` of the whole installation, however much it is of its own
    component's figures.
    """

    goal: Goal = "etr"
    no_paging: bool = False
    dynamic_only: bool = False
    max_changes: int | None = None
    max_real_storage_gb: float | None = None
    max_cps: float | None = None
    excluded_rules: tuple[str, ...] = ()
    max_risk: RiskLevel = "medium"
    min_gain_pct: float = 0.5
    min_share_pct: float = 0.01


@dataclass(frozen=True)
class Options:
    """Everything besides the reports that the analysis depends on.

    ``edits`` are the consultant's changes to the as-is topology (not scenarios), ``answers`` map
    ``(subject, metric)`` of a question to the value given, ``rejected`` are ids of findings that
    the plan leaves out, ``done`` ids of findings that were carried out by hand since the figures
    were measured. ``provisional`` has usual values stand in for what is missing.
    """

    constraints: Constraints = Constraints()
    edits: tuple[Change, ...] = ()
    answers: Mapping[tuple[str, str], Value] = field(default_factory=dict)
    rejected: tuple[str, ...] = ()
    bands: bool = True
    done: tuple[str, ...] = ()
    provisional: bool = False


@dataclass(frozen=True)
class Engagement:
    """One customer's case, analysed."""

    name: str
    readings: tuple[FileReading, ...]
    installation: Installation
    baseline: Baseline
    as_is: Projection
    findings: tuple[Finding, ...]
    outcomes: tuple[RuleOutcome, ...]
    plan: Plan
    options: Options = Options()
