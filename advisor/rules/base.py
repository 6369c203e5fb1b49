"""A rule: one recommendation, threshold, caveat, interpretation or method with its documentation.

A rule file of :mod:`advisor.rules.catalogue` declares ``RULES``; :func:`rules` collects them all.
The page of a rule (:mod:`advisor.rules.pages`) is made from the same value that runs, so that
documentation and behaviour cannot drift apart.

What a rule does depends on its kind:

tuning, threshold, config-check
    ``check`` looks at one component at a time and answers with :class:`Advice`, or with a sentence
    why things are in order (as :class:`Dormant` where other findings may change that), or raises
    :class:`CannotTell`, :class:`DoesNotApply` or, where they are not in order and the change has no
    room, :class:`HeldBack`.
caveat
    ``guard`` looks at the advice of the rules named in ``guards`` and stops or qualifies it.
interpretation
    says how an observation is computed or must be read; its page is all there is to it.
method
    says how data are obtained; rules name it in ``methods`` and "cannot tell" outcomes quote it.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Literal, get_args

from advisor.efforts import PERSON_DAYS
from advisor.findings import ChangeText, Effect, Effort, Finding, Risk
from advisor.rules.procedure import Procedure
from advisor.rules.references import PRACTICE
from advisor.rules.subject import Subject
from model.discovery import names_by_product
from model.topology import Change

Kind = Literal["tuning", "threshold", "config-check", "caveat", "interpretation", "method"]
Projectable = Literal["yes", "partial", "no"]
EFFORTS: tuple[Effort, ...] = get_args(Effort)
"""Ways in which changes take effect, from the least to what takes most from users."""
Exposure = Literal["outage", "errors", "degradation", "none"]
"""What leaving things as they are exposes to, where no gain can be projected."""

EXPOSED: Mapping[Exposure, int] = {"outage": 3, "errors": 2, "degradation": 1, "none": 0}
"""How severe a finding is at least, as an index, by what staying exposes to."""

ZOS = ("z/OS",)
ZVSE = ("z/VSE",)

ACTING = ("tuning", "threshold", "config-check")


@dataclass(frozen=True, slots=True)
class Choice:
    """How one of several amounts is chosen by what the model says of each.

    The first option whose ``metric`` comes within ``within_pct`` of the best one is taken, so that
    options should be listed cheapest first. Below ``min_gain_pct`` nothing is advised. An only
    option is taken as it is; a loss projected for it holds the advice back.
    ``unprojected`` is the option taken where the model cannot say; ``None`` advises nothing then.
    Options under which the metric ``keep`` falls by more than ``keep_pct`` are out. ``certain``
    judges the metric by the worse end of its band: what has to end must end all over it.
    ``needed``: the amount chosen is what is needed, and no plan may take another one.
    """

    metric: str = "etr_per_s"
    want: Literal["more", "less"] = "more"
    within_pct: float = 1.0
    min_gain_pct: float = 0.5
    unprojected: int | None = 0
    keep: str = ""
    keep_pct: float = 1.0
    certain: bool = False
    needed: bool = False


@dataclass(frozen=True, slots=True)
class Given:
    """What a caveat becomes in a plan in which another rule's change is made before.

    ``said`` words it, with the number of that step.
    """

    rule: str
    component: str
    said: Callable[[int], str]


@dataclass(frozen=True)
class Advice:
    """What one rule says of one component.

    ``options`` are alternative amounts, each a complete list of changes; usually there is one.
    ``texts`` are changes that no setting of the topology stands for. ``effects`` are arithmetic or
    published effects, used for metrics that the model does not project. ``anchor`` names the
    workload whose projection counts, where it is not the component itself or what it belongs to.
    ``slight`` says why it is too slight to be planned for, below the rule's floor of materiality;
    what is ``urgent`` is a step whatever the model gains by it.
    ``doubt`` is what the model does not know of, which may leave nothing of what it projects.
    ``awaits`` names what a report has to tell before it is decided on, which is no step till then.
    ``risk`` stands in place of the rule's own where the figures say otherwise.
    ``syntax`` goes before the rule's own where a change is written differently for each component,
    ``way_back`` is what is typed to return from ``texts`` where that is known of this component,
    ``None`` where they alter nothing.
    ``first`` is what the changes need of another component, typed before them. ``given`` says,
    by caveat, what a plan makes of it that does before what the caveat asks for.
    ``as_if`` are settings with which the model shows what it brings where others carry it out.
    """

    why: str
    options: tuple[tuple[Change, ...], ...] = ()
    choice: Choice = Choice()
    texts: tuple[ChangeText, ...] = ()
    effects: tuple[Effect, ...] = ()
    anchor: str | None = None
    distance: str = ""
    caveats: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    not_projectable: str = ""
    risk: Risk | None = None
    slight: str = ""
    urgent: bool = False
    doubt: str = ""
    awaits: str = ""
    syntax: Mapping[str, str] = field(default_factory=dict)
    way_back: str | None = ""
    points_to: tuple[str, ...] = ()
    first: tuple[ChangeText, ...] = ()
    given: Mapping[str, Given] = field(default_factory=dict)
    as_if: tuple[Change, ...] = ()

    def with_texts(self, texts: tuple[ChangeText, ...]) -> tuple[ChangeText, ...]:
        """All that is typed, in order, where ``texts`` are those of the changes."""
        return (*self.first, *texts, *self.texts) if texts else self.texts


@dataclass(frozen=True, slots=True)
class Qualify:
    """A caveat that goes with the advice; ``given`` is what a plan may make of it."""

    sentence: str
    given: Given | None = None


@dataclass(frozen=True, slots=True)
class Stop:
    """A caveat that holds the advice back.

    ``until`` are rules whose change takes away what speaks against it.
    """

    sentence: str
    until: tuple[str, ...] = ()


class DoesNotApply(Exception):
    """The rule is not about this component; the message is one sentence."""


class HeldBack(Exception):
    """What the rule looks for is wrong and cannot be mended as things are; the message says why."""


@dataclass(frozen=True)
class Dormant:
    """In order as measured, but may pay once other findings are in effect.

    ``sentence`` says why it is in order today; only a plan wakes ``advice``, and only where the
    model projects a gain on top of what the plan holds already.
    """

    sentence: str
    advice: Advice


Check = Callable[[Subject], Advice | Dormant | str]
Guard = Callable[[Subject, Advice], Qualify | Stop | None]


@dataclass(frozen=True)
class Rule:
    """One row of the catalogue; every text is shown on its page."""

    id: str
    title: str
    subsystem: str
    kind: Kind
    projectable: Projectable
    looks_at: str
    condition: str
    why: str
    change: str
    references: tuple[str, ...]
    threshold: str = ""
    verify: str = ""
    back_out: str = ""
    risk: Risk | None = None
    applying: Procedure | None = None
    applying_to: Mapping[str, Procedure] = field(default_factory=dict)
    """Procedures of settings that are carried out otherwise than the rule's others."""
    prerequisites: str = ""
    effect: str = ""
    effect_conditions: str = ""
    projection: str = ""
    report: str = ""
    on: tuple[str, ...] = ()
    platforms: tuple[str, ...] = ()
    check: Check | None = None
    guards: tuple[str, ...] = ()
    guard: Guard | None = None
    methods: tuple[str, ...] = ()
    exposure: Exposure = "none"
    syntax: Mapping[str, str] = field(default_factory=dict)
    either: tuple[tuple[str, ...], ...] = ()
    """Settings of which only one group is changed, as the component is: "or" on the page."""
    undo: Mapping[str, str] = field(default_factory=dict)
    """Statements that take a setting back where they are not its syntax with the former value."""
    in_order: bool = False
    """Whether the way back takes the order of the change, all at one time: a policy counts for what
    is allocated after it. Else what is changed last is put back first."""
    at_once: bool = False
    """Whether what it changes of several components is typed in one go: each step for all of them
    before the next."""
    at_least: tuple[str, ...] = ()
    """Settings that the rule needs to be no smaller than it says: any more will do as well."""
    alternatives: tuple[str, ...] = ()
    """Rules that are other ways to the same on the same component; declared on either side."""
    supersedes: tuple[str, ...] = ()
    """Rules whose advice for the same component this one's carries out as well."""
    after: tuple[str, ...] = ()
    """Rules that have to be in effect before, where the plan carries them out as well."""
    needed_by: tuple[str, ...] = ()
    """Rules whose change calls for this one's: it is asked of the installation that they make."""
    unsettles: tuple[str, ...] = ()
    """Rules that judge by what this one's change moves: once it is made they are measured anew."""
    along: Mapping[str, str] = field(default_factory=dict)
    """Settings that it changes along with its own, and the rule whose change each is: where people
    leave that one out, they stay as they are."""

    def __post_init__(self) -> None:
        """What is practice in the threshold is said among the references as well."""
        if "practice" in self.threshold and PRACTICE not in self.references:
            object.__setattr__(self, "references", (*self.references, PRACTICE))

    @property
    def acts(self) -> bool:
        """Whether the rule can give findings."""
        return self.check is not None

    @property
    def weighs(self) -> bool:
        """Whether it is a matter of gain, and not of right and wrong or of what might happen."""
        return self.kind != "config-check" and EXPOSED[self.exposure] < EXPOSED["errors"]

    def procedure(self, settings: Iterable[str]) -> Procedure | None:
        """How a change of these settings is carried out: of several ways the one that takes most.

        ``None`` for a rule that asks for no change.
        """
        if self.applying is None:
            return None
        ways = [self.applying_to.get(setting, self.applying) for setting in settings]
        return max(
            ways,
            key=lambda way: (EFFORTS.index(way.effort), way.person_days or 0.0),
            default=self.applying,
        )

    @property
    def procedures(self) -> tuple[Procedure, ...]:
        """All ways in which the rule's changes are carried out."""
        own = () if self.applying is None else (self.applying,)
        return tuple(dict.fromkeys((*own, *self.applying_to.values())))

    def effort(self, settings: Iterable[str] = ()) -> Effort:
        """How a change takes effect. Raises ValueError for a rule that asks for none."""
        way = self.procedure(settings)
        if way is None:
            raise ValueError(f"{self.id} does not say how its change takes effect")
        return way.effort


@cache
def rules() -> tuple[Rule, ...]:
    """All rules of the package, by id.

    Raises
    ------
    ValueError
        When two files declare the same id.
    """
    found: dict[str, Rule] = {}
    for name in names_by_product("advisor.rules.catalogue"):
        declared: tuple[Rule, ...] = getattr(importlib.import_module(name), "RULES", ())
        for rule in declared:
            if rule.id in found:
                raise ValueError(f"rule {rule.id} is declared twice")
            found[rule.id] = rule
    return tuple(found[name] for name in sorted(found))


@cache
def rule_if_any(rule_id: str) -> Rule | None:
    """The rule with this id (any case); ``None`` for one that the catalogue does not have (any
    more), as of a finding that was kept."""
    return next((item for item in rules() if item.id == rule_id.upper()), None)


def rule(rule_id: str) -> Rule:
    """The rule with this id (any case). Raises KeyError."""
    found = rule_if_any(rule_id)
    if found is None:
        raise KeyError(rule_id)
    return found


def callers_of(rule_id: str) -> tuple[str, ...]:
    """Rules that need what this one asks for; none where it is unknown."""
    found = rule_if_any(rule_id)
    return () if found is None else found.needed_by


@cache
def _procedure_of(rule_id: str, settings: tuple[str, ...]) -> Procedure | None:
    found = rule_if_any(rule_id)
    return None if found is None else found.procedure(settings)


def procedure_of(finding: Finding) -> Procedure | None:
    """How a finding is carried out; ``None`` where its rule is unknown or asks for no change."""
    return _procedure_of(finding.rule, tuple(text.setting for text in finding.change_texts))


def person_days_of(finding: Finding) -> float:
    """Person-days of what a finding asks for at one object."""
    way = procedure_of(finding)
    stated = None if way is None else way.person_days
    return PERSON_DAYS[finding.effort] if stated is None else stated


@cache
def alternatives_of(rule_id: str) -> tuple[str, ...]:
    """Rules that are other ways to the same as this one, whichever side declares it, by id."""
    declared = {other.id for other in rules() if rule_id in other.alternatives}
    return tuple(sorted(declared.union(rule(rule_id).alternatives)))
