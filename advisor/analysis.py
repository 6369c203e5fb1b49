"""The one way from readings to an analysed engagement, used by command line, window and PDF."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property

from advisor.asking import with_rule_questions
from advisor.engagement import Constraints, Engagement, Installation, Options
from advisor.findings import Plan
from advisor.history.experience import past_of
from advisor.history.headroom import Wanted, headrooms
from advisor.history.lookback import Lookback
from advisor.history.outcome import outcomes
from advisor.history.trends import trends
from advisor.installation import build_installation
from advisor.installation.left_out import taken
from advisor.lacking import (
    with_model_questions,
    with_questions_of,
)
from advisor.observations import FileReading
from advisor.plan import best_plan
from advisor.plan.calendar import today_of, with_calendar
from advisor.plan.constraints import exceeded_today
from advisor.plan.diagnosis import Diagnosis, diagnosed, told_of
from advisor.plan.replay import replayed
from advisor.rules import Projector, RuleContext, model_projector
from advisor.rules.beside import told_by_plan
from advisor.rules.context import unexplained
from advisor.rules.evaluation import Evaluation, evaluate
from advisor.rules.projecting import Stopped, stoppable
from advisor.worth import scale_of, valued, weighed_up
from model.catalogue import catalogue
from model.language import joined
from model.projection import Baseline, Projection, build_baseline, project
from model.projection.provisional import stand_ins, with_stand_ins, with_the_rest
from model.topology import Scenario

AS_IS = "As-is"

Progress = Callable[[float, str], None]
Cancel = Callable[[], bool]


class AnalysisCancelled(Exception):
    """The caller asked to stop."""


@dataclass(frozen=True)
class Groundwork:
    """All of an analysis that limits and rejections of the plan say nothing about.

    ``projector`` and ``advice`` are what a plan is chosen with; both come of ``baseline``.
    """

    readings: tuple[FileReading, ...]
    options: Options
    installation: Installation
    baseline: Baseline
    as_is: Projection
    projector: Projector | None
    advice: Evaluation

    @cached_property
    def diagnosis(self) -> Diagnosis:
        """What is found, whatever a plan may do: computed once, when it is first asked for."""
        return diagnosed(self.advice, self.projector)

    def serves(self, readings: Sequence[FileReading], options: Options) -> bool:
        """Whether an analysis of these can begin here."""
        return taken(readings, options.answers) == self.readings and _regardless_of_plan(
            options
        ) == _regardless_of_plan(self.options)


def _regardless_of_plan(options: Options) -> Options:
    return replace(options, constraints=Constraints(), rejected=())


def analyse(
    readings: Sequence[FileReading],
    options: Options | None = None,
    name: str = "",
    progress: Progress | None = None,
    cancel: Cancel | None = None,
    early: Callable[[Engagement], None] | None = None,
) -> Engagement:
    """Build the as-is installation, calibrate it, evaluate the rules and choose a plan.

    Parameters
    ----------
    progress
        Called with a share from 0 to 1 and what is being done.
    cancel
        Polled between the stages and in them; when true, :class:`AnalysisCancelled` is raised.
    early
        Called with what is known after a stage: the installation, then its calibration as well,
        first without bands where usual values stand in.
        Findings and plan are empty in it, which says nothing of what they will be.
    """
    options = options or Options()
    return planned(
        groundwork(readings, options, name, progress, cancel, early),
        options,
        name,
        progress,
        cancel,
    )


def looked_back(
    engagement: Engagement, cancel: Cancel | None = None, wanted: Wanted | None = None
) -> Lookback:
    """What became of what was said of each period, and where figures go over many days.

    ``wanted`` are service levels asked about besides those that reports print. An engagement of one
    period and few days has nothing to look back on.
    """

    def then(readings: Sequence[FileReading], options: Options, name: str) -> Engagement:
        return analyse(readings, options, name, cancel=cancel)

    goals = headrooms(engagement.baseline, engagement.as_is, wanted)
    return Lookback(outcomes(engagement, then), trends(engagement.readings, goals))


def groundwork(
    readings: Sequence[FileReading],
    options: Options,
    name: str = "",
    progress: Progress | None = None,
    cancel: Cancel | None = None,
    early: Callable[[Engagement], None] | None = None,
) -> Groundwork:
    """Everything up to the plan; parameters as of :func:`analyse`."""
    stage = _stages(progress, cancel)
    kept = taken(readings, options.answers)

    def tell(baseline: Baseline, as_is: Projection) -> None:
        if early is not None:
            nothing = Plan(options.constraints.goal, (), (), ())
            early(Engagement(name, kept, installation, baseline, as_is, (), (), nothing, options))

    stage(0.0, "building the installation")
    installation = build_installation(kept, options.answers, options.edits)
    tell(Baseline(installation.topology, ()), Projection(Scenario(AS_IS), (), (), None, True))
    stage(0.1, "comparing the periods")
    past = past_of(kept, options)
    stage(0.2, "calibrating the model")
    baseline = build_baseline(installation.topology, past)
    by_hand = not any(reading.tells for reading in kept)
    installation = with_model_questions(installation, baseline, by_hand=by_hand)
    asked = installation.topology
    baseline = with_stand_ins(baseline) if options.provisional else with_the_rest(baseline)
    if baseline.topology is not asked:
        installation = replace(installation, topology=baseline.topology)
        installation = with_questions_of(with_model_questions(installation, baseline))
    said = (*baseline.carried_over, *stand_ins(baseline.topology))
    installation = replace(installation, assumptions=(*installation.assumptions, *said))
    if early is not None and options.bands and options.provisional:
        # How far what stands in may be off takes dozens of projections, its figures one.
        tell(baseline, *project(baseline, [Scenario(AS_IS)], bands=False, cancel=cancel))
    (as_is,) = project(baseline, [Scenario(AS_IS)], bands=options.bands, cancel=cancel)
    tell(baseline, as_is)
    stage(0.4, "evaluating the rules")
    refused = "" if baseline.may_project else joined(baseline.refused, " ")
    projector = model_projector(baseline, bands=options.bands) if baseline.may_project else None
    with _stopped_by(cancel):
        advice = evaluate(
            RuleContext(
                installation,
                catalogue(),
                projector,
                refused,
                options.done,
                baseline.distrusted,
                unexplained(baseline),
            )
        )
    scale = scale_of(installation.topology, as_is)
    advice = replace(advice, findings=weighed_up(advice.findings, scale))
    installation = with_rule_questions(installation, advice.outcomes)
    return Groundwork(kept, options, installation, baseline, as_is, projector, advice)


def planned(
    ground: Groundwork,
    options: Options,
    name: str = "",
    progress: Progress | None = None,
    cancel: Cancel | None = None,
) -> Engagement:
    """The engagement with the plan that these limits and rejections allow."""
    stage = _stages(progress, cancel)
    stage(0.7, "choosing the plan")
    advice, topology = ground.advice, ground.installation.topology
    with _stopped_by(cancel):
        diagnosis, limits, rejected = ground.diagnosis, options.constraints, options.rejected
        plan = diagnosis.plan
        if limits != Constraints() or rejected:
            plan = best_plan(advice.findings, ground.projector, limits, rejected, advice)
        said = exceeded_today(topology, limits)
        plan = replace(plan, binding=(*plan.binding, *said))
        plan, findings = told_of(diagnosis, advice, plan, limits, rejected)
        findings = told_by_plan(findings, plan.findings)
        plan, findings = replayed(plan, findings, advice, ground.projector)
        findings = valued(findings, scale_of(topology, ground.as_is))
        woken = {f.id for f in plan.amended} - {f.id for f in advice.findings}
        today = today_of(ground.baseline, ground.as_is)
        plan = with_calendar(plan, findings, topology, ground.projector, woken, today)
        steps = {step.finding for step in plan.steps}
        told = advice.freed(diagnosis.outcomes, [f for f in findings if f.id in steps])
    stage(1.0, "done")
    return Engagement(
        name,
        ground.readings,
        ground.installation,
        ground.baseline,
        ground.as_is,
        findings,
        told,
        plan,
        options,
    )


def _stages(progress: Progress | None, cancel: Cancel | None) -> Progress:
    def stage(share: float, text: str) -> None:
        if cancel is not None and cancel():
            raise AnalysisCancelled
        if progress is not None:
            progress(share, text)

    return stage


@contextmanager
def _stopped_by(cancel: Cancel | None) -> Iterator[None]:
    """Projectors look at ``cancel`` as well as the stages: one of these takes seconds."""
    try:
        with stoppable(cancel):
            yield
    except Stopped:
        raise AnalysisCancelled from None
