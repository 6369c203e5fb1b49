"""Calibration, findings and plan of an engagement as plain tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from app.printing.output import component_name, figure_name, table
from model.figures import TABLED

if TYPE_CHECKING:
    from advisor.engagement import Engagement
    from advisor.findings import Effect, Finding
    from advisor.report.masking import Mask

__all__ = ["advice_lines"]

MOST_TITLE = 46
MOST_OTHERS = 2
"""Figures without a column that a line shows besides storage."""


def advice_lines(engagement: Engagement, masking: Mask | None = None) -> list[str]:
    """The lines that ``advise`` and ``demo`` print, with names masked if wanted."""
    shown = (lambda cell: cell) if masking is None else masking.text
    return [shown(line) for line in _advice_lines(engagement, shown)]


Shown = Callable[[str], str]
"""A cell as it is printed; columns are as wide as what is printed in them."""


def _table(
    shown: Shown, header: Sequence[str], rows: Sequence[Sequence[str]], right: Sequence[int] = ()
) -> list[str]:
    return table(header, [[shown(cell) for cell in row] for row in rows], right)


def _advice_lines(engagement: Engagement, shown: Shown) -> Iterator[str]:
    yield from _calibration_lines(engagement, shown)
    yield ""
    yield from _finding_lines(engagement, shown)
    yield ""
    yield from _plan_lines(engagement)
    yield from _calendar_lines(engagement)
    if engagement.installation.questions:
        yield ""
        from advisor.report.texts import calling
        from advisor.translation import sentences_in

        spoken = sentences_in("en").calling(calling("en"))
        yield "Open questions"
        for item in engagement.installation.questions:
            yield f"  {spoken.say(item.question).text} ({item.report})"


def _calibration_lines(engagement: Engagement, shown: Shown) -> Iterator[str]:
    from advisor.report.numbers import number, percent
    from app.printing.documents import calibration_rows, not_projectable

    yield "As-is: measured against modelled"
    rows = [
        (
            _name(engagement, row["component"]),
            f"{figure_name(row['metric'])} {row['unit']}".strip(),
            number(row["measured"]),
            number(row["modelled"]),
            "" if row["error_pct"] is None else percent(row["error_pct"]),
        )
        for row in calibration_rows(engagement.baseline)
    ]
    if rows:
        yield from _table(
            shown, ("component", "figure", "measured", "modelled", "error"), rows, (2, 3, 4)
        )
    for item in not_projectable(engagement.baseline):
        yield f"{_name(engagement, item['component'])}: not projectable: {item['because']}"
    for sentence in engagement.baseline.refused:
        yield f"Not projected from: {sentence}"


def _finding_lines(engagement: Engagement, shown: Shown) -> Iterator[str]:
    count = len(engagement.findings)
    yield f"{count} finding{'' if count == 1 else 's'}"
    if not count:
        return
    alone = [item for item in engagement.findings if not item.beside_plan]
    beside = [item for item in engagement.findings if item.beside_plan]
    if alone:
        yield "Each alone, against the system as measured"
        yield from _finding_table(engagement, alone, shown)
    if beside:
        yield ""
        yield "Only in the plan, on top of its other steps"
        yield from _finding_table(engagement, beside, shown)
    silent = [item for item in engagement.findings if not item.projection]
    if silent:
        yield ""
        yield "Not projected, because"
        for item in silent:
            yield f"  {item.rule} {_name(engagement, item.component)}: " + (
                item.not_projectable_because or "no reason was given"
            )


def _finding_table(engagement: Engagement, findings: Sequence[Finding], shown: Shown) -> list[str]:
    header = ("rule", "component", "worth", "what to change", *map(figure_name, TABLED), "else")
    rows = [
        (
            item.rule,
            _name(engagement, item.component),
            _worth(engagement, item),
            _shortened(_what(item)),
            *(_effect(item.effect(metric)) for metric in TABLED),
            _other(item),
        )
        for item in findings
    ]
    return _table(shown, header, rows)


def _plan_lines(engagement: Engagement) -> Iterator[str]:
    from advisor.report.numbers import percent

    plan = engagement.plan
    from advisor.report.words import GOALS
    from advisor.report.writer import counts_as_gain

    by_id = {item.id: item for item in engagement.findings}
    yield f"Plan for {GOALS[plan.goal]}"
    if plan.refused:
        yield f"     {plan.refused}"
    if not plan.findings:
        if not plan.refused:
            yield "     No plan: nothing is worth changing under the given limits."
        for sentence in plan.binding:
            yield f"     bound by: {sentence}"
        return
    gains = [counts_as_gain(step) for step in plan.steps]
    if any(gains) and not all(gains):
        yield f"  In this order; what has no percentage claims no gain in {GOALS[plan.goal]}."
    elif not any(gains):
        yield f"  In this order; nothing of it claims a gain in {GOALS[plan.goal]}."
    for position, (step, claimed) in enumerate(zip(plan.steps, gains, strict=True), start=1):
        gain = percent(step.gain_pct or 0.0) if claimed else ""
        yield _step_line(engagement, position, by_id[step.finding], gain)
    if plan.projection:
        yield "  Then, with all of it"
    own = _principal(engagement)
    for effect in plan.projection:
        yield f"     {figure_name(effect.metric)}: {_before_after(engagement, own, effect)}"
    yield from _workload_lines(engagement)
    for interaction in plan.interactions:
        yield f"     {interaction.sentence}"
    for sentence in plan.binding:
        yield f"     bound by: {sentence}"
    if not plan.optimal and plan.refused is None:
        yield "     the best combination found; there are too many to prove that none is better"


def _principal(engagement: Engagement) -> str | None:
    """The workload that the plan's figures are of."""
    plan = engagement.plan
    own = [(effect.metric, effect.before) for effect in plan.projection]
    for anchor, effects in plan.workloads.items():
        if own and [(effect.metric, effect.before) for effect in effects] == own:
            return anchor
    return None


def _calendar_lines(engagement: Engagement) -> Iterator[str]:
    """Windows with who does what, and the figures to be measured after each."""
    from advisor.report.words import WINDOWS

    plan = engagement.plan
    by_id = {item.id: item for item in engagement.findings}
    if plan.calendar:
        yield ""
        yield "Change calendar"
    if any(window.expected for window in plan.calendar):
        yield "  Bands are wider than the plan's: what is measured then differs by what the model"
        yield "  misses today, too."
    for number, window in enumerate(plan.calendar, start=1):
        days = f"person-days: {window.person_days:g}"
        yield f"  {number}. {WINDOWS[window.effort]} ({days})"
        for task in window.tasks:
            rules = ", ".join(dict.fromkeys(by_id[i].rule for i in task.findings))
            yield f"     {_name(engagement, task.component)} ({task.role}): {rules}"
        for check in window.expected:
            judged = (
                "nobody measured it yet: measure it before, and do not back out by it"
                if check.measured is None
                else "outside the band, back out"
            )
            of = f"{_name(engagement, check.anchor)} {figure_name(check.effect.metric)}"
            change = _before_after(engagement, check.anchor, check.effect)
            yield f"       expect {of} {change}; {judged}"


def _workload_lines(engagement: Engagement) -> Iterator[str]:
    """What the whole plan does to the workloads besides the one its figures are of."""
    plan = engagement.plan
    own = [(effect.metric, effect.before) for effect in plan.projection]
    for anchor, effects in plan.workloads.items():
        if own and [(effect.metric, effect.before) for effect in effects] == own:
            continue
        said = [
            f"{figure_name(metric)} {_effect(effect)}"
            for metric in TABLED
            for effect in effects
            if effect.metric == metric and _visible(effect)
        ]
        if said:
            yield f"     besides, {_name(engagement, anchor)}: {', '.join(said)}"


def _worth(engagement: Engagement, item: Finding) -> str:
    """The leading figure of what the finding comes to in absolute terms."""
    from advisor.report.figures import worth_cell
    from advisor.report.wording import kind_of_workload

    return worth_cell(item.worth, kind_of_workload(engagement, item.component), "en")


def _visible(effect: Effect) -> bool:
    change = effect.change_pct
    return abs(effect.after.value if change is None else change) >= 0.05


def _step_line(engagement: Engagement, position: int, finding: Finding, gain: str = "") -> str:
    """A step with its gain, and what is typed: one statement beside it, several below."""
    where = _name(engagement, finding.component)
    systems = _systems(engagement, finding)
    if systems:
        where += f" (on {', '.join(systems)})"
    head = f"{position:>3}. {finding.rule} {where}:"
    typed = _statements(finding)
    if len(typed) == 1:
        return f"{head} {typed[0]}  {gain}".rstrip()
    return "\n".join((f"{head} {gain}".rstrip(), *(f"       {line}" for line in typed)))


def _systems(engagement: Engagement, finding: Finding) -> list[str]:
    """Systems at which something is typed for a finding on something else."""
    topology = engagement.installation.topology
    typed = dict.fromkeys(text.component for text in finding.change_texts)
    return [
        topology[one].name
        for one in typed
        if one != finding.component and one in topology and topology[one].kind == "lpar"
    ]


def _name(engagement: Engagement, component: str) -> str:
    """What the customer calls it, with what it is where that name alone could mean another."""
    from advisor.plan.naming import called

    name = component_name(engagement.installation.topology, component)
    return called(component) if name == component else name


def _what(item: Finding) -> str:
    return "; ".join(_statements(item))


def _statements(item: Finding) -> list[str]:
    """What is typed, each statement once; the title where nothing is."""
    syntax = dict.fromkeys(change.syntax for change in item.change_texts if change.syntax)
    return "\n".join(syntax).split("\n") if syntax else [item.title]


def _shortened(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= MOST_TITLE else text[: MOST_TITLE - 1] + "…"


def _other(item: Finding) -> str:
    """What moves and has no column, most first and storage last, where no column moves."""
    if any(_visible(effect) for effect in item.projection if effect.metric in TABLED):
        return ""
    rest = [e for e in item.projection if e.metric not in TABLED and _visible(e)]
    rest.sort(key=lambda e: (e.metric == "storage_mb", -abs(e.change_pct or 0.0)))
    shown = (*rest[:MOST_OTHERS], *_storage(rest))
    return ", ".join(f"{figure_name(e.metric)} {_effect(e)}" for e in shown)


def _storage(rest: Sequence[Effect]) -> list[Effect]:
    """Storage where it would not be shown, as what a gain costs is never left out."""
    return [e for e in rest[MOST_OTHERS:] if e.metric == "storage_mb"]


def _effect(effect: Effect | None) -> str:
    """The change in per cent with its band, or the figures where there was nothing before."""
    from advisor.report.numbers import number, percent, percent_band

    if effect is None:
        return ""
    change = effect.change
    if change is None:
        shown = f"{number(effect.before)} → {number(effect.after.value)}"
    else:
        shown = f"{percent(change.value)} {percent_band(change)}".rstrip()
    # Only what the model computed goes without saying.
    return shown if effect.after.basis == "model" else f"{shown} {effect.after.basis}"


def _before_after(engagement: Engagement, anchor: str | None, effect: Effect) -> str:
    """Before and after in the units that reports have: minutes where it takes minutes."""
    from advisor.report.figures import shown_effect
    from advisor.report.wording import kind_of_workload

    kind = None if anchor is None else kind_of_workload(engagement, anchor)
    shown = shown_effect(effect, kind, "en")
    return " ".join(
        part for part in (f"{shown.before} → {shown.value}", shown.band, shown.unit) if part
    )
