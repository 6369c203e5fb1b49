"""What every section of the report needs: names, words, figures and effects, each in one place."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from advisor.engagement import Engagement
from advisor.findings import Effect, Finding, PlanStep, Task, beyond_published, told_once
from advisor.observations import PrintedLines
from advisor.report import numbers
from advisor.report.figures import shown_effect
from advisor.report.masking import Mask
from advisor.report.options import ReportOptions
from advisor.report.repeated import blocks
from advisor.report.text import short_name
from advisor.report.texts import calling, metric_label, own_text
from advisor.report.wording import unit_shown, workload_of
from advisor.report.words import BASES, NOTES
from advisor.rules.commands import in_cards
from advisor.rules.worth import LEVELS
from advisor.translation import Sentences, Spoken, sentences_in
from advisor.translation.sentences import entries
from advisor.worth import rank as worth_rank
from model.catalogue import catalogue
from model.figures import TABLED
from model.language import Hidden, Sentence, Verbatim
from model.projection import CalibrationRow
from model.projection.estimate import BY_TIMES_PCT
from model.subsystems.common import responses_untold
from model.topology import Component, SetSetting, Topology

if TYPE_CHECKING:
    from advisor.history.headroom import Wanted

_BEFORE_UNIT = re.compile(r"(\d) (%|ms|µs|s|min|h|KB|MB|GB|CPU[- ]s)(?![\w/-])")


def _whole_figures(text: str) -> str:
    """A figure and its sign or unit are never on two lines."""
    return _BEFORE_UNIT.sub("\\1\u00a0\\2", text)


MOVED_PCT = 0.05
"""A figure that changes by less prints as no change; it is left out of a finding's table."""


class Writer:
    """Holds what all sections need; every method writes one section and changes nothing."""

    def __init__(
        self,
        engagement: Engagement,
        options: ReportOptions,
        mask: Mask | None = None,
        wanted: Wanted | None = None,
    ) -> None:
        self.mask = mask
        self.wanted = wanted or {}
        self.engagement = engagement
        self.options = options
        self.language = options.language
        self.by_id = {finding.id: finding for finding in engagement.findings}
        self.step_of = {
            step.finding: number for number, step in enumerate(engagement.plan.steps, 1)
        }
        self.ordered = rules_together(
            sorted(
                engagement.findings,
                key=lambda f: (
                    self.step_of.get(f.id, 10_000),
                    *worth_rank(f),
                ),
            )
        )
        self.printed = PrintedLines(engagement.readings)
        self.number_of = {finding.id: n for n, finding in enumerate(self.ordered, 1)}
        self.file_number = {
            name: n for n, name in enumerate(sorted({r.file for r in engagement.readings}), 1)
        }
        self.untranslated: dict[str, None] = {}
        plain = sentences_in(options.language)
        titles = {c.id: own_title(c, plain) for c in self.topology}
        self._plain = plain
        self._spoken = plain.calling(
            calling(options.language, titles), None if mask is None else mask.text
        )

    def steps_of(self, task: Task) -> list[int]:
        """The numbers that a task's steps have in the plan, and everywhere else in the report."""
        return sorted({self.step_of[i] for i in task.findings if i in self.step_of})

    @property
    def topology(self) -> Topology:
        return self.engagement.installation.topology

    def say(self, text: str, /, **values: str) -> str:
        """A text of the report's own in its language; values are written already."""
        return _whole_figures(own_text(text, self.language, **values))

    def speak(self, text: str) -> str:
        """A sentence of a rule, plan or model in the report's language.

        What has no translation stays English, is marked as such where it stands, and is counted.
        """
        if self.mask is not None and self.language == "en" and text in entries("de"):
            return Hidden(text)  # a constant of ours, as it stands in the catalogue
        return self._said(self._spoken.say(text)) if text else ""

    def speak_of(self, file: str, text: str) -> str:
        """What is said of a file, in the report's language."""
        return self._said(self._spoken.say_of(file, text))

    def citation(self, text: str) -> str:
        """Where a source says it: nobody's names; an older engagement keeps a plain text."""
        return self._marked(self._plain.say(text if isinstance(text, Sentence) else Verbatim(text)))

    def command(self, text: str) -> str:
        """A command as it is typed; what a rule says in place of one, in the report's language."""
        return text if self.language == "en" else self._spoken.command(text)

    def typed(self, text: str) -> str:
        """The same as it is written on paper: lines that no card holds are several cards."""
        return in_cards(self.command(text))

    def typed_once(self, commands: Sequence[str]) -> list[dict[str, str]]:
        """Statements as blocks of ``syntax``, with for which numbers each is typed (``each``)."""
        lines = [line for text in commands for line in self.command(text).split("\n")]
        return [
            {
                "each": self.say("Once for each of n = {numbers}:", numbers=", ".join(one.numbers))
                if one.numbers
                else "",
                "syntax": in_cards("\n".join(one.lines)),
            }
            for one in blocks(lines)
        ]

    def _said(self, spoken: Spoken) -> str:
        """A sentence with its names hidden where the report is masked."""
        said = self._marked(spoken)
        return said if self.mask is None else Hidden(said)

    def _marked(self, spoken: Spoken) -> str:
        if not spoken.missing:
            return _whole_figures(spoken.text)
        self.untranslated.update(dict.fromkeys(spoken.missing))
        return f"{self.say('[English]')} {spoken.text}"

    def name(self, component: str | None) -> str:
        if component is None:
            return "–"
        found = self.topology.components.get(component)
        return short_name(component if found is None else found.name)

    def titled(self, component: str | None) -> str:
        """Name with the kind's title, such as 'LPAR SYSA'."""
        if component is None or component not in self.topology:
            return self.name(component)
        return own_title(self.topology[component], self._spoken)

    def limiting(self) -> tuple[str, ...]:
        """Components that hold the largest workload that is limited today, the bottleneck first.

        Empty where nothing does: what is busiest with time to spare limits nobody.
        """
        as_is = self.engagement.as_is
        limit = max(
            (r for r in as_is.resources if r.component == as_is.bottleneck),
            key=lambda r: r.utilization,
            default=None,
        )
        if as_is.bottleneck is None or (limit is not None and not limit.binds):
            return ()
        return as_is.bottleneck, *as_is.as_full

    def limits(self) -> str:
        """What limits, in words; nuclei that are full alike are named as one."""
        limiting = self.limiting()
        if not limiting:
            return ""
        resources = self.engagement.as_is.resources
        fullest = {r.component: r for r in sorted(resources, key=lambda r: r.utilization)}
        named: dict[tuple[str, str], int] = {}
        for component in limiting:
            whole = self.topology.targets(component, "member")
            part = fullest[component].label if whole and component in fullest else ""
            name = self.titled(whole[0].id if whole else component), part
            named[name] = named.get(name, 0) + bool(whole)
        first, *others = (
            name
            if count < 2
            else self.say("the {count} nuclei of {database}", count=str(count), database=name)
            if part in ("", "nuclei")
            else self.say(
                "the {part} of the {count} nuclei of {database}",
                part=self.speak(part),
                count=str(count),
                database=name,
            )
            for (name, part), count in named.items()
        )
        if not others:
            return first
        return self.say("{first} and {others}", first=first, others=", ".join(others))

    def limits_today(self) -> str:
        """The same with the systems that page as a finding says, which stops whatever it meets.

        They come first unless the model of the largest workload has its paging as well.
        """
        paging = [
            self.say(
                "paging of {system} ({rate})",
                system=self.titled(system),
                rate=numbers.quantity(
                    rate, self.unit("pages/s", "paging_per_s", system), self.language
                ),
            )
            for system, rate in self._paging().items()
        ]
        principal = self.engagement.as_is.principal
        weighed = principal is not None and "paging_per_s" in principal.metrics
        said = [self.limits(), *paging] if weighed else [*paging, self.limits()]
        return "; ".join(filter(None, said))

    def _paging(self) -> dict[str, float]:
        """Pages a second of the systems of which a finding says that they should not page."""
        found: dict[str, float] = {}
        for finding in self.engagement.findings:
            if finding.rule != PAGING_RULE:
                continue
            changed = (c.component for c in finding.changes if isinstance(c, SetSetting))
            for system in dict.fromkeys((finding.component, *changed)):
                rates = (self.topology[system].measure(name) for name in PAGING_FIGURES)
                rate = next((rate for rate in rates if rate), None)
                if rate is not None:
                    found[system] = rate
        return found

    def kind(self, component: str | None) -> str | None:
        found = None if component is None else self.topology.components.get(component)
        return None if found is None else found.kind

    def unit(self, unit: str, metric: str, component: str | None) -> str:
        return unit_shown(unit, metric, self.kind(component), self.language)

    def effect_row(self, effect: Effect, component: str | None) -> dict[str, Any]:
        shown = shown_effect(effect, self.kind(component), self.language)
        return {
            "key": effect.metric,
            "metric": metric_label(effect.metric, self.language, self.kind(component)),
            "mark": _MARKS.get(effect.after.basis, ""),
            "unit": shown.unit,
            "before": shown.before,
            "after": shown.value,
            "band": shown.band,
            "change": shown.change,
            "change_band": shown.change_band,
            "basis": self.say(BASES[effect.after.basis]),
            "reasons": list(effect.figure.reasons),
        }

    def effect_rows(
        self, effects: Sequence[Effect], component: str | None, most: int = 99
    ) -> dict[str, Any]:
        """Rows of an effects table, how many were left out, and what its marks mean."""
        shown = shown_effects(effects)
        kept = most_moved(shown, most)
        bases = {effect.after.basis for effect in kept}
        return {
            "effects": [self.effect_row(e, component) for e in kept],
            "effects_more": self.further(len(shown) - len(kept)),
            "effects_notes": [
                *(self.say(NOTES[b]) for b in _MARKS if b in bases),
                *self.outside_published(kept),
                *self.unmeasured_responses(kept),
            ],
        }

    def further(self, count: int) -> str:
        """That figures are left out of a table; empty where none is."""
        if count <= 0:
            return ""
        return self.say(
            "Further figures, in the JSON beside this report: {count}", count=str(count)
        )

    def outside_published(self, effects: Sequence[Effect]) -> list[str]:
        """What projected figures rest on that lies outside published conditions."""
        return [
            self.say("Outside published conditions: {sentence}.", sentence=self.speak(sentence))
            for sentence in beyond_published(effects)
        ]

    def unmeasured_responses(self, effects: Sequence[Effect]) -> list[str]:
        """Why a response has so wide a band: no report has it, and so it is the model's alone."""
        found = (r for e in effects if e.metric == "response_ms" for r in e.figure.reasons)
        return [
            self.say("The band of the response time: {sentence}.", sentence=self.speak(sentence))
            for sentence in responses_untold(found)
        ]

    def spread(self, effect: Effect) -> str:
        """The change of an effect with its band in per cent."""
        change = effect.change
        if change is None:
            return numbers.percent(0.0, self.language)
        gain = numbers.percent(change.value, self.language)
        return f"{gain} {numbers.percent_band(change, self.language)}".rstrip()

    def meta(self) -> dict[str, Any]:
        readings = self.engagement.readings
        observations = sum(len(r.observations) for r in readings)
        return {
            "title": self.options.title or self.say("Performance report"),
            "customer": short_name(
                self.engagement.name if self.options.customer is None else self.options.customer
            ),
            "date": self.options.date,
            "dated": numbers.moment(self.options.date, self.language),
            "author": self.options.author,
            "language": self.language,
            "paper": self.options.paper,
            "masked": self.options.mask,
            "based_on": self.say(
                "Put together by hand; no report was read"
                if not readings
                else "Based on one report file with {observations} figures read from it"
                if len(readings) == 1
                else "Based on {files} reports with {observations} figures read",
                files=numbers.number(len(readings), self.language, 9),
                observations=numbers.number(observations, self.language, 9),
            ),
        }

    def measured(self, anchor: str) -> dict[str, CalibrationRow]:
        """What was measured of a workload, beside the model's figure, by metric.

        A template's values are nobody's measurements, nor are those that stand in for what is
        missing.
        """
        return {
            row.metric: row
            for component, row in self.engagement.baseline.measured_rows
            if component == anchor
        }

    def told_head(self, components: Iterable[str]) -> str:
        """The head of a column of their measured figures, which a person may have entered."""
        entered = {self.topology[one].entered for one in components if one in self.topology}
        if True not in entered:
            return self.say("Measured")
        return self.say("Measured or entered") if False in entered else self.say("Entered")

    def off_by(self, error_pct: float) -> str:
        """How far the model is off, without a sign, in a sentence."""
        if error_pct <= BY_TIMES_PCT:
            return numbers.percent(error_pct, self.language, signed=False)
        times = numbers.number(error_pct / 100.0 + 1.0, self.language, 2)
        return self.say("a factor of {times}", times=times)

    @property
    def anchor(self) -> str | None:
        """The workload that the plan's figures are of."""
        principal = self.engagement.as_is.principal
        return None if principal is None else principal.anchor

    def workload_of(self, finding: Finding) -> str | None:
        """The workload whose figures a finding's projection shows, for the words of its units."""
        return workload_of(self.engagement, finding.component)


def own_title(component: Component, sentences: Sentences) -> str:
    """A component's name with what it is in front: ``LPAR SYSA``."""
    kind = catalogue().get(component.kind)
    title = "" if kind is None else sentences.say(kind.title).text
    return f"{title} {short_name(component.name)}".strip()


PAGING_RULE = "ZOS-001"
PAGING_FIGURES = ("demand_paging_per_s", "paging_per_s", "page_ins_per_s")
"""The rule that says of a system that it should not page, and the figures it goes by, in turn."""

_MARKS = {"published": "†", "arithmetic": "‡"}


def rules_together(findings: Sequence[Finding]) -> list[Finding]:
    """The same order, but findings of one rule follow the first of them."""
    first: dict[str, int] = {}
    for place, finding in enumerate(findings):
        first.setdefault(finding.rule, place)
    return sorted(findings, key=lambda f: first[f.rule])


def common_title(titles: Sequence[str]) -> str:
    titles = list(dict.fromkeys(titles))
    return titles[0] if len(titles) == 1 else " / ".join(titles[:2])


def most_moved(effects: Sequence[Effect], most: int) -> list[Effect]:
    """The leading figures and those that move most, in their given order."""
    rank = sorted(
        effects,
        key=lambda e: (e.metric not in TABLED[:3], -abs(e.change_pct or 0.0), e.metric),
    )[:most]
    return [effect for effect in effects if effect in rank]


THINGS = 3
"""Steps that lead both editions."""
WORTH_NAMING_PCT = 0.05
"""Share of all CPU and waiting below which what a step is worth does not order it."""


def leading_steps(writer: Writer) -> list[Finding]:
    """Steps by what the plan gains from them, then by what each is worth, then by their weight.

    A cause stands before what the plan claims no gain of: others of some weight are judged by what
    it moves. What is worth a share of the installation comes before what no amount is known of,
    but one of the first is what weighs high by itself, such as hours without a database, unless
    all of them claim gains. Of one rule the first, wherever else it is to be done; without a plan
    all findings.
    """
    plan = writer.engagement.plan
    steps = {step.finding: step for step in plan.steps}
    weight = {f.id: LEVELS.index(f.severity) for f in writer.engagement.findings}

    def gain(finding: Finding) -> float:
        step = steps.get(finding.id)
        return 0.0 if step is None else abs(step.gain_pct or 0.0)

    def place(finding: Finding) -> tuple[object, ...]:
        step = steps.get(finding.id)
        waiting = () if step is None else step.unsettled
        heaviest = max(weight.get(i, 0) for i in (finding.id, *waiting))
        cause = bool(waiting) and heaviest >= LEVELS.index("medium")
        share = 0.0 if finding.worth is None else finding.worth.share_pct
        worth = share if share >= WORTH_NAMING_PCT else 0.0
        return (-gain(finding), not cause, -worth, -heaviest, *worth_rank(finding))

    taken = [writer.by_id[i] for i in plan.findings if i in writer.by_id]
    ordered = sorted(taken or writer.engagement.findings, key=place)
    leading = list({f.rule: f for f in reversed(ordered)}.values())[::-1]
    first, rest = leading[:THINGS], leading[THINGS:]
    high = next((f for f in rest if f.severity == "high"), None)
    if high is None or gain(first[-1]) > 0 or any(f.severity == "high" for f in first):
        return leading
    return [*first[:-1], high, first[-1], *(f for f in rest if f is not high)]


def counts_as_gain(step: PlanStep) -> bool:
    """Whether a step moves the goal by an amount that prints as one."""
    return step.gain_pct is not None and abs(step.gain_pct) >= MOVED_PCT


def shown_effects(effects: Sequence[Effect]) -> list[Effect]:
    """Throughput, ITR and response always, other figures where they move, each thing once."""
    return [
        effect
        for effect in told_once(effects)
        if effect.metric in TABLED[:3]
        or effect.change_pct is None
        or abs(effect.change_pct) >= MOVED_PCT
    ]
