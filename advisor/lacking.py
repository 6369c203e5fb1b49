"""What the models lack, all of it at once: each gap is asked for, not only the first.

A model names the first value it misses. Here that value is stood in for, the model is asked again,
and so on to the last; the stand-ins only find the questions and are in no figure.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from advisor.engagement import Installation
from advisor.observations import Question
from model.catalogue import catalogue
from model.contract.evaluation import ConditionError
from model.contract.protocol import NotProjectable
from model.language import Name, say
from model.projection import Baseline
from model.projection.baseline import AnchorBaseline
from model.topology import Measured, Origin, Setting, SettingSpec, Topology, Value
from model.topology.growth import RUNS_PER_DAY

__all__ = ["everything_missing", "with_model_questions"]

MOST = 40
"""Gaps of one workload after which nothing more is looked for."""
STAND_IN = Origin("assumed", text="stands in while gaps are looked for")


def with_model_questions(installation: Installation, baseline: Baseline) -> Installation:
    """What the models lack is asked of the consultant, unless it is asked already."""
    asked = {(q.subject, q.metric): n for n, q in enumerate(installation.questions)}
    questions = list(installation.questions)
    for item in baseline.anchors:
        for lacking in everything_missing(installation.topology, item):
            question = _question(installation.topology, lacking)
            if question is None:
                continue
            key = (question.subject, question.metric)
            if key in asked:
                questions[asked[key]] = replace(questions[asked[key]], needed=True)
                continue
            asked[key] = len(questions)
            questions.append(question)
        runs = _runs(installation.topology, item)
        if runs is not None and (runs.subject, runs.metric) not in asked:
            questions.append(runs)
    return replace(installation, questions=tuple(questions))


def _runs(topology: Topology, item: AnchorBaseline) -> Question | None:
    """How often a run comes, which says what findings about it are worth on a day."""
    run = topology[item.anchor]
    spec = catalogue().spec(run.kind, RUNS_PER_DAY.name)
    if spec is None or item.conditions is None or run.number(spec.name) is not None:
        return None
    return Question(
        run.id,
        f"setting.{spec.name}",
        say("How often does {name} run on a day?", name=Name(run.name)),
        "the schedule of the jobs, or SMF 30 of several days",
        1,
        spec.unit,
    )


def everything_missing(topology: Topology, item: AnchorBaseline) -> Iterator[NotProjectable]:
    """Each value without which an anchor has no figures, in the order its model meets them."""
    lacking = item.missing
    seen: set[tuple[str, str]] = set()
    while lacking is not None and len(seen) < MOST:
        yield lacking
        key = (lacking.component, lacking.setting)
        filled = None if key in seen else _stood_in(topology, lacking)
        if filled is None:
            return
        seen.add(key)
        topology, lacking = filled, None
        try:
            conditions = item.model.conditions(topology, item.anchor, {})
            item.model.calibrate(conditions, item.model.measured(topology, item.anchor))
        except NotProjectable as another:
            lacking = another.with_traceback(None)
        except (ConditionError, ArithmeticError, ValueError):
            # A stand-in contradicts what is known: what else is missing shows when it is answered.
            return


def _stood_in(topology: Topology, lacking: NotProjectable) -> Topology | None:
    component = topology.components.get(lacking.component)
    kind = None if component is None else catalogue().get(component.kind)
    if component is None or kind is None:
        return None
    spec = kind.setting(lacking.setting)
    if spec is not None:
        return topology.with_component(
            component.with_setting(spec.name, Setting(_some_value(spec), STAND_IN))
        )
    measure = kind.measure(lacking.setting)
    if measure is None:
        return None
    figure = Measured(1.0, measure.unit, STAND_IN)
    return topology.with_component(
        replace(component, measured={**component.measured, lacking.setting: figure})
    )


def _some_value(spec: SettingSpec) -> Value:
    """A legal value of a setting."""
    if spec.default is not None:
        return spec.default
    if spec.type == "choice":
        return spec.choices[0]
    if spec.type == "flag":
        return False
    if spec.type == "text":
        return ""
    low, high = spec.minimum or 0.0, spec.maximum
    value = max(low, 1.0) if high is None or high > 1.0 else (low + high) / 4
    return int(value) if spec.type == "integer" else value


def _question(topology: Topology, lacking: NotProjectable) -> Question | None:
    """The question about a gap; none about a place or a component, which no figure replaces."""
    if not lacking.component or lacking.setting in ("", "parent") or lacking.setting in catalogue():
        return None
    component = topology.components.get(lacking.component)
    kind = None if component is None else catalogue().get(component.kind)
    spec = None if kind is None else kind.setting(lacking.setting)
    measure = None if kind is None or spec is not None else kind.measure(lacking.setting)
    return Question(
        lacking.component,
        lacking.setting if spec is None else f"setting.{lacking.setting}",
        str(lacking),
        lacking.report,
        None if spec is None else spec.default,
        spec.unit if spec is not None else "" if measure is None else measure.unit,
        () if spec is None else spec.choices,
        needed=True,
    )
