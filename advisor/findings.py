"""Findings and plans: what the rules say of one installation, ready for window, JSON and PDF."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from advisor.efforts import Effort as Effort
from model.figures import LESS, MORE, figure
from model.language import Keyword, Sentence, joined, say
from model.projection.bands import conditions_beyond
from model.projection.estimate import Estimate
from model.topology import Change, Value

Severity = Literal["high", "medium", "low", "info"]
RiskLevel = Literal["low", "medium", "high"]
RISK_LEVELS: tuple[RiskLevel, ...] = ("low", "medium", "high")


@dataclass(frozen=True, slots=True)
class Evidence:
    """One report line that a finding rests on."""

    file: str
    line: int
    text: str
    metric: str
    value: Value
    unit: str = ""


@dataclass(frozen=True, slots=True)
class ChangeText:
    """A change as a person applies it: ``syntax`` is what is typed or coded, word for word."""

    component: str
    setting: str
    from_value: Value | None
    to_value: Value | None
    syntax: str


@dataclass(frozen=True, slots=True)
class Source:
    """A published source and how far this system is from the conditions it was published for."""

    citation: str
    effect: str = ""
    conditions: str = ""
    distance: str = ""


@dataclass(frozen=True, slots=True)
class Effect:
    """One metric before and after; ``after`` carries the band of what becomes of ``before``.

    ``standing`` is the figure with a band of its own: no narrower than as-is, as it does not become
    better known by being changed, or the model's where nothing was measured.
    """

    metric: str
    unit: str
    before: float
    after: Estimate
    standing: Estimate | None = None

    @property
    def figure(self) -> Estimate:
        """The figure afterwards as every projection shows it, with its band."""
        return self.after if self.standing is None else self.standing

    @property
    def change_pct(self) -> float | None:
        """Change in per cent of the figure before; ``None`` where that is 0."""
        return None if self.before == 0 else (self.after.value / self.before - 1.0) * 100.0

    @property
    def change(self) -> Estimate | None:
        """The same with its band, per cent; ``None`` where the figure before is 0."""
        if self.before == 0:
            return None
        value, low, high = (
            (end / self.before - 1.0) * 100.0
            for end in (self.after.value, self.after.low, self.after.high)
        )
        return Estimate(value, low, high, "%", self.after.basis)


@dataclass(frozen=True)
class Worth:
    """What a finding comes to in absolute terms, by declared figure, gains above 0.

    ``share_pct`` is the gain as a share of all CPU and waiting of the installation, ``known``
    whether there is anything to take a share of. ``storage_share_pct`` is the storage given back
    as a share of all real storage, ``None`` where no storage moves or none knows how much there is.
    ``waiting_known`` is false where waits are saved of which no report tells the whole, so that
    they are in no share.
    """

    figures: Mapping[str, Estimate]
    share_pct: float = 0.0
    known: bool = False
    storage_share_pct: float | None = None
    waiting_known: bool = True


@dataclass(frozen=True, slots=True)
class Risk:
    """What carrying a change out risks: how much, in a sentence what, and the rules that say more.

    The sentence is whole without these: who reads no numbers of rules is shown it alone.
    """

    level: RiskLevel
    why: str = ""
    see: tuple[str, ...] = ()

    @property
    def rank(self) -> int:
        """0 low, 1 medium, 2 high."""
        return RISK_LEVELS.index(self.level)

    @property
    def sentence(self) -> Sentence:
        """Level and reason: ``low: storage.``"""
        if not self.why:
            return say("{level}.", level=self.level)
        return say("{level}: {why}", level=self.level, why=self.why)

    @property
    def referring(self) -> Sentence:
        """The same with the rules that say more: ``low: storage. See ADA-023.``"""
        if not self.see:
            return self.sentence
        rules = joined([Keyword(rule) for rule in self.see], ", ")
        return say("{risk} See {rules}.", risk=self.sentence, rules=rules)


NOT_SAID = Risk("medium")
"""The risk of a change of which no rule says what it risks."""


@dataclass(frozen=True)
class Finding:
    """One recommendation for one component, with the amount computed.

    ``amounts`` are the other lists of changes the rule would accept, cheapest first: the plan may
    prefer one of them beside other findings. ``returning`` are those that go further than the rule
    has to, with what it keeps kept: a plan that is after storage takes them into account as well.
    """

    id: str
    rule: str
    title: str
    subsystem: str
    component: str
    severity: Severity
    explanation: str
    changes: tuple[Change, ...]
    change_texts: tuple[ChangeText, ...]
    evidence: tuple[Evidence, ...]
    sources: tuple[Source, ...]
    projection: tuple[Effect, ...] = ()
    not_projectable_because: str | None = None
    risk: Risk = NOT_SAID
    effort: Effort = field(kw_only=True)
    prerequisites: str = ""
    verify: str = ""
    back_out: str = ""
    back_out_commands: tuple[str, ...] = ()
    """What is typed to go back, statement by statement as in ``ChangeText.syntax``."""
    caveats: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    supported_by: tuple[str, ...] = ()
    """Rules that ask for the very same change, for reasons of their own."""
    amounts: tuple[tuple[Change, ...], ...] = ()
    cheaper: int = 0
    """How many of ``amounts``, from the first on, are cheaper than the finding's own changes."""
    returning: tuple[tuple[Change, ...], ...] = ()
    slight: str = ""
    """Why it is too slight to be planned for; empty where it is not."""
    awaits: str = ""
    """What a report has to tell before it is decided on; empty where all that it rests on is
    known."""
    contradicted: str = ""
    """Why the model does not bear out today's figures of its workload; empty where it does, and
    where no gain is what it is done for."""
    doubt: str = ""
    """What the model does not know of, which may leave nothing of its gain; empty where nothing."""
    required: bool = False
    """Whether it is a matter of right and wrong, whatever the plan is after."""
    alternatives: tuple[str, ...] = ()
    """Rules that are other ways to the same on this component: one of them is enough."""
    supersedes: tuple[str, ...] = ()
    """Rules whose advice for this component this one carries out as well."""
    unsettles: tuple[str, ...] = ()
    """Rules that judge this component by what this one's change moves."""
    points_to: tuple[str, ...] = ()
    """Rules of which any carries this one out, where there is nothing else to do for it."""
    beside_plan: bool = False
    """Whether its projection is what it adds to the rest of the plan, and not against today."""
    tried_with: tuple[Change, ...] = ()
    """All changes of the plan that it pays beside, its own among them, where that is not the plan
    that is told: the one without limits and rejections."""
    pays_beside: tuple[str, ...] = ()
    """Rules without which it would then add noticeably less."""
    worth: Worth | None = None
    """Once all findings are known; ``None`` where no effect can be told absolutely."""

    def effect(self, metric: str) -> Effect | None:
        """The projected effect on one metric, or ``None``."""
        for item in self.projection:
            if item.metric == metric:
                return item
        return None


@dataclass(frozen=True, slots=True)
class PlanStep:
    """One finding's place in the plan: the joint projection after it and all before it.

    ``changes`` are those that the steps before have left to it. ``backed_out`` is what becomes of
    the whole plan's outcome when this step alone is taken back. ``unsettled`` are ids of findings
    that cannot be judged before this step is done, as it moves what they were found by.
    """

    finding: str
    cumulative: tuple[Effect, ...]
    gain_pct: float | None
    changes: tuple[Change, ...] = ()
    backed_out: tuple[Effect, ...] = ()
    unsettled: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Task:
    """What one role does to one object in a change window: its findings and their commands."""

    component: str
    role: str
    findings: tuple[str, ...]
    commands: tuple[str, ...]


TOLD_APART_PCT = 2.0
"""Practice: figures of two intervals with equal work seldom agree any better than that."""


@dataclass(frozen=True, slots=True)
class Check:
    """A figure of a workload to be measured after a change window, against today.

    ``effect`` is the plan's change, with its band, of today's measured figure: what is measured
    afterwards is laid beside it as it stands. ``measured`` is today's figure where a report gives
    it; what nobody measured is to be measured before, and is no reason to back out.
    """

    anchor: str
    effect: Effect
    measured: float | None

    @property
    def banded(self) -> bool:
        """Whether there is a band to leave."""
        return self.effect.after.high > self.effect.after.low

    @property
    def told_apart(self) -> bool:
        """Whether the change is larger than what two intervals without one may differ by."""
        moved = self.effect.change_pct
        return moved is None or abs(moved) >= TOLD_APART_PCT

    @property
    def least(self) -> float | None:
        """The window is backed out where less is measured; ``None`` where less is no reason."""
        return self.effect.after.low if self._judges(MORE) else None

    @property
    def most(self) -> float | None:
        """The window is backed out where more is measured; ``None`` where more is no reason."""
        return self.effect.after.high if self._judges(LESS) else None

    def _judges(self, better: str) -> bool:
        known = figure(self.effect.metric)
        can = self.measured is not None and self.banded and self.told_apart
        return can and known is not None and known.better == better


@dataclass(frozen=True, slots=True)
class ChangeWindow:
    """Tasks that take effect in the same way, and what is to be measured after them.

    ``stopped`` is what nobody can use meanwhile: ids of components, sentences for parts of one.
    """

    effort: Effort
    tasks: tuple[Task, ...]
    person_days: float
    expected: tuple[Check, ...] = ()
    stopped: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Interaction:
    """Findings whose joint effect differs from the sum of their own."""

    findings: tuple[str, ...]
    metric: str
    together_pct: float
    separately_pct: tuple[float, ...]
    sentence: str


@dataclass(frozen=True, slots=True)
class ParetoPoint:
    """One undominated combination of gain, effort and risk."""

    findings: tuple[str, ...]
    gain_pct: float
    effort: float
    risk: float


@dataclass(frozen=True, slots=True)
class Decision:
    """What findings that wait for a plan lack with it as well, and what doing without costs.

    ``sentence`` is all of it, in every place that tells of it.
    """

    rule: str
    findings: tuple[str, ...]
    sentence: str


@dataclass(frozen=True)
class Plan:
    """The chosen findings in order, their joint projection, and what binds.

    ``projection`` is of the principal workload, ``workloads`` of every workload that the whole plan
    changes, by its anchor. ``amended`` holds findings as the plan wants them where that differs
    from what each would be alone: another amount, or a finding that only pays in this plan.
    ``to_decide`` is what lacks for certain with the plan as well.
    ``optimal`` says that every combination was evaluated, of findings that may do something
    together: of larger groups by what pairs of them were measured to do (:mod:`.plan.grouping`).
    """

    goal: str
    findings: tuple[str, ...]
    steps: tuple[PlanStep, ...]
    projection: tuple[Effect, ...]
    interactions: tuple[Interaction, ...] = ()
    pareto: tuple[ParetoPoint, ...] = ()
    left_out: Mapping[str, str] = field(default_factory=dict)
    binding: tuple[str, ...] = ()
    optimal: bool = True
    refused: str | None = None
    workloads: Mapping[str, tuple[Effect, ...]] = field(default_factory=dict)
    amended: tuple[Finding, ...] = ()
    calendar: tuple[ChangeWindow, ...] = ()
    to_decide: tuple[Decision, ...] = ()

    @property
    def undecided(self) -> frozenset[str]:
        """Findings left out that are decided with the plan, by id."""
        return frozenset(name for one in self.to_decide for name in one.findings)


@dataclass(frozen=True, slots=True)
class RuleOutcome:
    """What became of a rule on this installation, so that silence is never ambiguous.

    ``sentence`` is all there is to say, ``sentences`` those that belong to the outcome itself, one
    for each component or thing. ``asks`` are settings and figures, by component and metric, that
    the consultant could state where a report does not. ``broken`` says where the rule itself
    failed, which everybody who is given advice has to be told. ``held`` are what it would advise
    and why it does not, whatever the outcome is.
    """

    rule: str
    outcome: Literal["found", "in order", "cannot tell", "does not apply", "held back"]
    sentence: str
    missing_report: str = ""
    sentences: tuple[str, ...] = ()
    asks: tuple[tuple[str, str], ...] = ()
    broken: tuple[str, ...] = ()
    held: tuple[str, ...] = ()


def beyond_published(effects: Sequence[Effect]) -> list[str]:
    """What projected figures rest on that lies outside published conditions, each once."""
    return conditions_beyond(reason for effect in effects for reason in effect.after.reasons)


def told_once(effects: Sequence[Effect]) -> list[Effect]:
    """Effects without those that only say again what another one of them says."""
    told = {effect.metric for effect in effects}
    return [
        effect
        for effect in effects
        if (declared := figure(effect.metric)) is None or declared.told_by not in told
    ]
