"""Calibration, findings and plan of an engagement as plain tables."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from app.printing.output import component_name, table
from model.figures import TABLED
from model.language import Sentence
from model.language.rendering import phrase
from model.projection.provisional import stand_ins

if TYPE_CHECKING:
    from advisor.engagement import Engagement
    from advisor.findings import Check, Effect, Finding
    from advisor.history.headroom import Wanted
    from advisor.report.masking import Mask
    from model.contract.protocol import CalibrationRow

__all__ = ["advice_lines"]

MOST_TITLE = 46
MOST_OTHERS = 2
"""Figures without a column that a line shows besides storage."""


Language = Literal["en", "de"]
Shown = Callable[[str], str]
"""A cell as it is printed; columns are as wide as what is printed in them."""


@dataclass(frozen=True)
class Listed:
    """Findings that are listed: those of an owner whose role holds a word, those of a window."""

    who: str = ""
    window: str = ""

    def holds(self, finding: Finding) -> bool:
        """Whether a finding is one of them."""
        from advisor.plan.calendar import role_of

        role = role_of(finding)
        return self.who.casefold() in role.casefold() and self.window in ("", finding.effort)


def advice_lines(
    engagement: Engagement,
    masking: Mask | None = None,
    language: Language = "en",
    listed: Listed | None = None,
    wanted: Wanted | None = None,
) -> list[str]:
    """The lines that ``advise`` and ``demo`` print, with names masked if wanted.

    ``listed`` leaves findings out of the list; the plan stays whole. wanted: the service levels
    that the consultant asked about.
    """
    shown: Shown = (lambda cell: cell) if masking is None else masking.text
    lines = _Advice(engagement, shown, language, listed or Listed(), wanted).lines()
    return [shown(line) for line in lines]


_CODED = re.compile(r"[A-Z][A-Za-z0-9]*: ")
"""A statement of a member, with the member's name."""


class _Advice:
    """The tables and lists of one engagement in one language."""

    def __init__(
        self, engagement: Engagement, shown: Shown, language: Language, listed: Listed,
        wanted: Wanted | None,
    ) -> None:  # fmt: skip
        from advisor.report.texts import calling
        from advisor.translation import sentences_in

        self.engagement = engagement
        self.listed = listed
        self.wanted = wanted
        self.shown = shown
        self.language: Language = language
        self._spoken = sentences_in(language).calling(calling(language))
        self._typed: dict[tuple[str, ...], str] = {}
        self._coded: set[tuple[str, str]] = set()
        """Steps written so far by component and statements: the rule that each was first of."""

    def say(self, text: str, /, **values: str) -> str:
        """A text of this module in the language; values are written already."""
        return phrase(text, self.language, "window", **values)

    def speak(self, text: str) -> str:
        """A sentence of a rule, plan or model."""
        return self._spoken.say(text).text if text else ""

    def command(self, text: str) -> str:
        """What is typed; what is said in its place, and places to fill in, in the language."""
        return text if self.language == "en" else self._spoken.command(text)

    def own(self, text: str) -> str:
        """A text of the report."""
        from advisor.report.texts import own_text

        return own_text(text, self.language)

    def figure(self, metric: str, kind: str | None = None) -> str:
        """What a figure is called over a column; ``kind`` is of what has it."""
        from advisor.report.texts import short_label

        return short_label(metric, self.language, kind)

    def table(
        self, header: Sequence[str], rows: Sequence[Sequence[str]], right: Sequence[int] = ()
    ) -> list[str]:
        """A table with its cells as they are printed."""
        return table(header, [[self.shown(cell) for cell in row] for row in rows], right)

    def lines(self) -> Iterator[str]:
        """All there is to print."""
        from advisor.levels import goals_with_plan

        yield from self._calibration_lines()
        yield ""
        for sentence in self.engagement.baseline.doubts:
            yield self.say("In doubt: {sentence}.", sentence=self.speak(sentence))
        for sentence in stand_ins(self.engagement.baseline.topology):
            yield self.speak(sentence)
        if self.engagement.baseline.doubts or self.engagement.options.provisional:
            yield ""
        yield from self._finding_lines()
        yield ""
        yield from self._plan_lines()
        for one in goals_with_plan(self.engagement, self.wanted):
            yield f"  {self.speak(one.sentence)}"
        yield from self._calendar_lines()
        if self.engagement.installation.questions:
            yield ""
            yield self.say("Open questions")
            for item in self.engagement.installation.questions:
                report = f" ({self.speak(item.report)})" if item.report else ""
                yield f"  {self.speak(item.question)}{report}"

    def _calibration_lines(self) -> Iterator[str]:
        from advisor.report.numbers import error, number
        from advisor.report.wording import reason_of
        from app.printing.documents import not_projectable

        yield self.say("As-is: measured against modelled")
        rows = [
            (
                self._name(component),
                self._measured_of(component, row),
                number(row.measured, self.language),
                number(row.modelled, self.language),
                "–" if row.judged_pct is None else error(row.judged_pct, self.language),
            )
            for component, row in self.engagement.baseline.measured_rows
        ]
        if rows:
            yield from self.table(
                (
                    self.say("component"),
                    self.say("figure"),
                    self.say("measured"),
                    self.say("modelled"),
                    self.say("error"),
                ),
                rows,
                (2, 3, 4),
            )
        for item in not_projectable(self.engagement.baseline):
            own = component_name(self.engagement.installation.topology, item["component"])
            yield self.say(
                "{name}: not projectable: {because}",
                name=self._name(item["component"]),
                because=reason_of(self.speak(item["because"]), own),
            )
        for sentence in self.engagement.baseline.refused:
            yield self.say("Not projected from: {sentence}", sentence=self.speak(sentence))

    def _measured_of(self, component: str, row: CalibrationRow) -> str:
        """What a measured figure is called, with its unit."""
        from advisor.report.wording import kind_of_workload, unit_shown

        kind = kind_of_workload(self.engagement, component)
        unit = unit_shown(row.unit, row.metric, kind, self.language)
        return f"{self.figure(row.metric, kind)} {unit}".strip()

    def _finding_lines(self) -> Iterator[str]:
        from advisor.report.wording import reason_of

        count = len(self.engagement.findings)
        yield self.say("1 finding") if count == 1 else self.say("{n} findings", n=str(count))
        if not count:
            return
        found = [item for item in self.engagement.findings if self.listed.holds(item)]
        if len(found) < count:
            yield self.say("{shown} of them are listed", shown=str(len(found)))
        alone = [item for item in found if not item.beside_plan]
        beside = [item for item in found if item.beside_plan]
        if alone:
            yield self.say(
                "Each alone, without the steps of the plan, against the system as measured"
            )
            if any("%" in self._worth(item) for item in alone):
                yield self.say(
                    "Worth: share of the CPU and waiting of the installation, and of what"
                )
            yield from self._finding_table(alone)
        if beside:
            yield ""
            yield self.say("Only beside other findings, on top of a plan's other steps")
            yield from self._finding_table(beside)
        silent = [item for item in found if not item.projection]
        if silent:
            yield ""
            yield self.say("Not projected, because")
            alike: dict[tuple[str, str], list[str]] = {}
            for item in silent:
                reason = self.speak(item.not_projectable_because or "")
                said = reason or self.say("no reason was given")
                alike.setdefault((self._name(item.component), said), []).append(item.rule)
            for (name, said), rules in alike.items():
                yield f"  {', '.join(rules)} {name}: {reason_of(said, name)}"

    def _finding_table(self, findings: Sequence[Finding]) -> list[str]:
        header = (
            self.say("rule"),
            self.say("component"),
            self.say("worth"),
            self.say("what to change"),
            *map(self.figure, TABLED),
            self.say("else"),
        )
        rows = [
            (
                item.rule,
                self._name(item.component),
                self._worth(item),
                _shortened(self._what(item)),
                *(self._effect(item.effect(metric)) for metric in TABLED),
                self._other(item),
            )
            for item in findings
        ]
        return self.table(header, rows)

    def _plan_lines(self) -> Iterator[str]:
        from advisor.findings import beyond_published
        from advisor.report.numbers import percent
        from advisor.report.words import GOALS
        from advisor.report.writer import counts_as_gain

        plan = self.engagement.plan
        by_id = {item.id: item for item in self.engagement.findings}
        goal = self.own(GOALS[plan.goal])
        yield self.say("Plan for {goal}", goal=goal)
        if plan.refused:
            yield f"     {self.speak(plan.refused)}"
        if not plan.findings:
            if not plan.refused:
                said = self.say("No plan: nothing is worth changing under the given limits.")
                yield f"     {said}"
            yield from self._binding()
            yield from self._left_out_lines()
            return
        from advisor.plan.goal import told_pct

        gains = [counts_as_gain(step) for step in plan.steps]
        if any(gains) and not all(gains):
            said = self.say(
                "In this order; a percentage is what the step brings with those before it done; "
                "what has none claims no gain in {goal}.",
                goal=goal,
            )
            yield f"  {said}"
        elif not any(gains):
            said = self.say("In this order; nothing of it claims a gain in {goal}.", goal=goal)
            yield f"  {said}"
        for position, (step, claimed) in enumerate(zip(plan.steps, gains, strict=True), start=1):
            gain = (
                percent(told_pct(step.gain_pct or 0.0, plan.goal), self.language) if claimed else ""
            )
            yield self._step_line(position, by_id[step.finding], gain)
        if plan.projection:
            yield "  " + self.say("Then, with all of it")
        own = self._principal()
        for effect in plan.projection:
            yield f"     {self.figure(effect.metric)}: {self._before_after(own, effect)}"
        for sentence in beyond_published(plan.projection):
            said = self.say(
                "Outside published conditions: {sentence}.", sentence=self.speak(sentence)
            )
            yield f"     {said}"
        yield from self._workload_lines()
        for interaction in plan.interactions:
            yield f"     {self.speak(interaction.sentence)}"
        yield from self._binding()
        if not plan.optimal and plan.refused is None:
            said = self.say(
                "the best combination found; there are too many to prove that none is better"
            )
            yield f"     {said}"
        if plan.to_decide:
            yield "  " + self.own("To be decided with the plan")
        for one in plan.to_decide:
            yield f"     {one.rule} {self.speak(one.sentence)}"
        yield from self._left_out_lines()

    def _left_out_lines(self) -> Iterator[str]:
        """Findings that are no step with the reason, those of one component and reason on one
        line."""
        alike: dict[tuple[str, str], list[str]] = {}
        for one, reason in self.engagement.plan.left_out.items():
            rule, _, component = one.partition("@")
            alike.setdefault((self.speak(reason), self._name(component)), []).append(rule)
        held = [(o.rule, sentence) for o in self.engagement.outcomes for sentence in o.held]
        if alike or held:
            yield "  " + self.say("Left out of the plan")
        for (reason, name), rules in sorted(alike.items(), key=lambda found: found[0]):
            yield f"     {', '.join(rules)} {name}: {reason}"
        for rule, sentence in held:
            yield f"     {rule}: {self.speak(sentence)}"

    def _binding(self) -> Iterator[str]:
        for sentence in self.engagement.plan.binding:
            yield "     " + self.say("bound by: {sentence}", sentence=self.speak(sentence))

    def _principal(self) -> str | None:
        """The workload that the plan's figures are of."""
        plan = self.engagement.plan
        own = [(effect.metric, effect.before) for effect in plan.projection]
        for anchor, effects in plan.workloads.items():
            if own and [(effect.metric, effect.before) for effect in effects] == own:
                return anchor
        return None

    def _calendar_lines(self) -> Iterator[str]:
        """Windows with who does what, and the figures to be measured after each."""
        from advisor.report.numbers import number as quantity
        from advisor.report.words import WINDOWS

        plan = self.engagement.plan
        by_id = {item.id: item for item in self.engagement.findings}
        if plan.calendar:
            yield ""
            yield self.say("Change calendar")
        if any(window.expected for window in plan.calendar):
            said = self.say(
                "Changes and their bands are the plan's, in per cent; here they are of today's "
                "measured figure, where that is known."
            )
            yield f"  {said}"
        step_of = {step.finding: n for n, step in enumerate(plan.steps, start=1)}
        for number, window in enumerate(plan.calendar, start=1):
            days = self.say("person-days: {days}", days=quantity(window.person_days, self.language))
            title = self.own(WINDOWS[window.effort])
            yield f"  {self.own('Window')} {number}: {title} ({days})"
            if window.stopped:
                down = ", ".join(map(self._down, window.stopped))
                yield f"     {self.say('Down meanwhile: {names}.', names=down)}"
            for task in window.tasks:
                rules = ", ".join(dict.fromkeys(by_id[i].rule for i in task.findings))
                numbers = ", ".join(str(n) for n in sorted({step_of[i] for i in task.findings}))
                who = f"{self._titled(task.component)} ({self.speak(task.role)})"
                yield f"     {who}, {self.own('Step')} {numbers}: {rules}"
            for check in window.expected:
                judged = self._judged(check)
                of = f"{self._titled(check.anchor)} {self.figure(check.effect.metric)}"
                change = self._before_after(check.anchor, check.effect)
                said = self.say("expect {figure} {change}", figure=of, change=change)
                yield f"       {said}; {judged}"

    def _judged(self, check: Check) -> str:
        """What a figure measured after a window is a reason for."""
        if check.measured is None:
            return self.say("nobody measured it yet: measure it before, and do not back out by it")
        if not check.banded:
            return self.say("no band: find out about what differs, do not back out by it")
        if not check.told_apart:
            return self.say("two intervals of equal work may differ by more: do not back out by it")
        if check.least is not None:
            return self.say("below the band, back out")
        return self.say("above the band, back out")

    def _workload_lines(self) -> Iterator[str]:
        """What the whole plan does to the workloads besides the one its figures are of."""
        plan = self.engagement.plan
        own = [(effect.metric, effect.before) for effect in plan.projection]
        for anchor, effects in plan.workloads.items():
            if own and [(effect.metric, effect.before) for effect in effects] == own:
                continue
            said = [
                f"{self.figure(metric)} {self._effect(effect)}"
                for metric in TABLED
                for effect in effects
                if effect.metric == metric and _visible(effect)
            ]
            if said:
                told = self.say(
                    "besides, {name}: {figures}",
                    name=self._titled(anchor),
                    figures=", ".join(said),
                )
                yield f"     {told}"

    def _worth(self, item: Finding) -> str:
        """The leading figure of what the finding comes to in absolute terms."""
        from advisor.report.figures import worth_cell
        from advisor.report.wording import kind_of_workload

        return worth_cell(item, kind_of_workload(self.engagement, item.component), self.language)

    def _step_line(self, position: int, finding: Finding, gain: str = "") -> str:
        """A step with its gain, and what is typed: one statement beside it, several below."""
        where = self._name(finding.component)
        systems = self._systems(finding)
        if systems:
            where += " " + self.say("(on {systems})", systems=", ".join(systems))
        head = f"{position:>3}. {finding.rule} {where}:"
        statements = self._statements(finding)
        # A member's statement is coded once, with all operands that the steps of an object set.
        typed = [
            line
            for line in statements
            if not (_CODED.match(line) and (finding.component, line) in self._coded)
        ] or statements
        self._coded.update((finding.component, line) for line in statements)
        rules = self._typed.setdefault((finding.component, *typed), finding.rule)
        if rules != finding.rule:
            typed = [self.say("typed with {rule}", rule=rules)]
        if len(typed) == 1:
            return f"{head} {typed[0]}  {gain}".rstrip()
        return "\n".join((f"{head} {gain}".rstrip(), *(f"       {line}" for line in typed)))

    def _systems(self, finding: Finding) -> list[str]:
        """Systems at which something is typed for a finding on something else."""
        topology = self.engagement.installation.topology
        typed = dict.fromkeys(text.component for text in finding.change_texts)
        return [
            topology[one].name
            for one in typed
            if one != finding.component and one in topology and topology[one].kind == "lpar"
        ]

    def _name(self, component: str) -> str:
        """What the customer calls it, with what it is where that name alone could mean another."""
        from advisor.plan.naming import called

        name = component_name(self.engagement.installation.topology, component)
        return self.speak(called(component)) if name == component else name

    def _titled(self, component: str) -> str:
        """The same with what it is in front where the name is a number: nobody says "10"."""
        from advisor.report.writer import own_title

        name = self._name(component)
        known = self.engagement.installation.topology.components.get(component)
        return own_title(known, self._spoken) if known is not None and name.isdigit() else name

    def _down(self, one: str) -> str:
        """What is not available: a component, or what is said of a part of one."""
        return self.speak(one) if isinstance(one, Sentence) else self._titled(one)

    def _what(self, item: Finding) -> str:
        return "; ".join(self._statements(item))

    def _statements(self, item: Finding) -> list[str]:
        """What is typed, each statement once; the title where nothing is."""
        syntax = dict.fromkeys(
            self.command(change.syntax) for change in item.change_texts if change.syntax
        )
        return "\n".join(syntax).split("\n") if syntax else [self.speak(item.title)]

    def _other(self, item: Finding) -> str:
        """What moves and has no column, most first and storage last, where no column moves."""
        if any(_visible(effect) for effect in item.projection if effect.metric in TABLED):
            return ""
        from advisor.findings import told_once

        rest = [e for e in told_once(item.projection) if e.metric not in TABLED and _visible(e)]
        rest.sort(key=lambda e: (e.metric == "storage_mb", -abs(e.change_pct or 0.0)))
        shown = (*rest[:MOST_OTHERS], *_storage(rest))
        return ", ".join(f"{self.figure(e.metric)} {self._effect(e)}" for e in shown)

    def _effect(self, effect: Effect | None) -> str:
        """The change in per cent with its band, or the figures where there was nothing before."""
        from advisor.report.numbers import number, percent, percent_band

        if effect is None:
            return ""
        change = effect.change
        if change is None:
            before, after = (number(v, self.language) for v in (effect.before, effect.after.value))
            shown = f"{before} → {after}"
        else:
            band = percent_band(change, self.language)
            shown = f"{percent(change.value, self.language)} {band}".rstrip()
        # Only what the model computed goes without saying.
        basis = effect.after.basis
        return shown if basis == "model" else f"{shown} {self._basis(basis)}"

    def _basis(self, basis: str) -> str:
        known = {"published": self.say("published"), "arithmetic": self.say("arithmetic")}
        return known.get(basis, basis)

    def _before_after(self, anchor: str | None, effect: Effect) -> str:
        """Before and after in the units that reports have: minutes where it takes minutes."""
        from advisor.report.figures import shown_effect
        from advisor.report.wording import kind_of_workload

        kind = None if anchor is None else kind_of_workload(self.engagement, anchor)
        shown = shown_effect(effect, kind, self.language)
        return " ".join(
            part for part in (f"{shown.before} → {shown.value}", shown.band, shown.unit) if part
        )


def _visible(effect: Effect) -> bool:
    change = effect.change_pct
    return abs(effect.after.value if change is None else change) >= 0.05


def _shortened(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= MOST_TITLE else text[: MOST_TITLE - 1] + "…"


def _storage(rest: Sequence[Effect]) -> list[Effect]:
    """Storage where it would not be shown, as what a gain costs is never left out."""
    return [e for e in rest[MOST_OTHERS:] if e.metric == "storage_mb"]
