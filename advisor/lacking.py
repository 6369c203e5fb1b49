"""What the models lack, all of it at once: each gap is asked for, not only the first.

`model.projection.provisional` finds the gaps; here they become questions.
"""

from __future__ import annotations

from dataclasses import replace

from advisor.engagement import Installation
from advisor.observations import Question
from model.catalogue import catalogue
from model.contract.protocol import NotProjectable
from model.language import Name, say
from model.projection import Baseline
from model.projection.baseline import AnchorBaseline
from model.projection.provisional import (
    everything_missing,
    guesses,
    unknown_processors,
    unknown_work,
    with_usual_values,
)
from model.projection.unknown_disks import unknown_disks
from model.topology import Topology, Value
from model.topology.growth import RUNS_PER_DAY

__all__ = ["with_model_questions", "with_questions_of"]


def with_model_questions(
    installation: Installation, baseline: Baseline, *, by_hand: bool = False
) -> Installation:
    """What the models lack is asked of the consultant, unless it is asked already.

    What work costs that was put in by hand is asked once something of it was told; at once where
    all of the installation is ``by_hand``, so that no answer makes new questions.
    """
    asked = {(q.subject, q.metric): n for n, q in enumerate(installation.questions)}
    questions = list(installation.questions)
    topology = installation.topology
    usual = with_usual_values(topology, baseline)
    for item in baseline.anchors:
        lacked = [*everything_missing(topology, item), *unknown_processors(topology, item.anchor)]
        if by_hand or topology[item.anchor].measured:
            lacked += unknown_work(topology, item.anchor)
        disks = unknown_disks(topology, item.anchor) if by_hand else ()
        spared = [one for one in disks if one.setting == "VOLUMES"]
        for lacking in (*lacked, *spared):
            question = _question(topology, lacking, usual)
            if question is None:
                continue
            key = (question.subject, question.metric)
            if key not in asked:
                asked[key] = len(questions)
                questions.append(question)
            elif lacking not in spared:
                known = questions[asked[key]]
                questions[asked[key]] = replace(known, needed=True, usual=question.usual)
        runs = _runs(topology, item)
        if runs is not None and (runs.subject, runs.metric) not in asked:
            questions.append(runs)
    return replace(installation, questions=tuple(questions))


def with_questions_of(installation: Installation) -> Installation:
    """A question for each value that stands in and is not asked for already."""
    asked = {(q.subject, q.metric) for q in installation.questions}
    topology = installation.topology
    more = []
    for guess in guesses(topology):
        question = _question(
            topology, NotProjectable(guess.said, guess.component, guess.name), topology
        )
        if question is not None and (question.subject, question.metric) not in asked:
            more.append(question)
    return replace(installation, questions=(*installation.questions, *more))


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


def _question(topology: Topology, lacking: NotProjectable, usual: Topology) -> Question | None:
    """The question about a gap; none about a place or a component, which no figure replaces."""
    if not lacking.component or lacking.setting in ("", "parent") or lacking.setting in catalogue():
        return None
    component = topology.components.get(lacking.component)
    kind = None if component is None else catalogue().get(component.kind)
    spec = None if kind is None else kind.setting(lacking.setting)
    known = None if component is None else component.settings.get(lacking.setting)
    if known is not None and known.origin.kind == "user":
        return None  # What somebody told, and what nothing is modelled of, is not missing.
    # There are figures without them, whose bands have how far they may be off.
    spared = kind is not None and (kind.name == "dasd" or lacking.setting in kind.usual_io)
    measure = None if kind is None or spec is not None else kind.measure(lacking.setting)
    return Question(
        lacking.component,
        lacking.setting if spec is None else f"setting.{lacking.setting}",
        str(lacking),
        lacking.report,
        None if spec is None else spec.default,
        spec.unit if spec is not None else "" if measure is None else measure.unit,
        spec.choices if spec is not None and spec.type == "choice" else (),
        needed=not spared,
        usual=_usual(usual, lacking),
    )


def _usual(usual: Topology, lacking: NotProjectable) -> Value | None:
    """What stands in for a gap where that is wanted."""
    component = usual[lacking.component]
    found = component.settings.get(lacking.setting) or component.measured.get(lacking.setting)
    return found.value if found is not None and found.origin.kind == "provisional" else None
