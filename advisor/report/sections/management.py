"""What those read who decide: today, three things to do, their effect and cost, in plain words.

No rule's number, one band for each figure, every workload that the plan changes, and the same
figures as the technical edition: both are written from one engagement.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from advisor.findings import ChangeWindow, Effect, Finding, PlanStep, Worth
from advisor.history.periods import periods
from advisor.observations import FileReading
from advisor.plan.doubts import doubted
from advisor.plan.goal import figure_of, told_pct
from advisor.plan.waiting import rests_on_plan
from advisor.report import changes, numbers
from advisor.report.figures import shown_effect, shown_estimate, shown_worth
from advisor.report.outlook import growth_outlook
from advisor.report.sections.calendar import days, stopped
from advisor.report.sections.today import FITTED_PCT
from advisor.report.texts import metric_label, within
from advisor.report.words import EFFORTS, GOALS, WINDOWS
from advisor.report.writer import MOVED_PCT, THINGS, Writer, counts_as_gain, leading_steps
from advisor.rules.base import rule
from advisor.rules.worth import gain_pct
from advisor.worth import cost_per_month, leading, scale_of
from advisor.worth import rank as worth_rank
from model.figures import MORE, figure
from model.language import Verbatim, counted, listed

AGREES_PCT = 0.1
"""An error of the model below it is told as agreement: it would print as 0 %."""
NOTEWORTHY_PCT = 1.0
"""Changes below this are for the technical edition."""
OUTAGES = ("capture_s",)
RISKS = 6
BUSY = 5
FURTHER = 12
"""Steps after the things to do that are named where they are more than notes."""
LISTED = 3
"""Objects of one step that are named in the calendar."""
RUNS = 4
"""Runs of days that were measured of which each is named."""
LATER = 5
"""Rules that are named as waiting for the plan, those that weigh most; the others are counted."""
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
LEADING = ("etr_per_s", "response_ms", "itr_per_cpu_s", "cpu_s_per_s")
TODAY = ("etr_per_s", "response_ms", "itr_per_cpu_s")


def management(writer: Writer) -> dict[str, Any]:
    """Everything the management edition shows."""
    plan = writer.engagement.plan
    later, things = _later(writer), chosen(writer)
    today, silent = _today(writer)
    left = len({*plan.left_out} - plan.undecided) - sum(len(found) for found in later)
    further, named = _further(writer)
    return {
        "today": today,
        "silent": _silent(writer, silent),
        "heads": [
            metric_label("etr_per_s", writer.language),
            metric_label("response_ms", writer.language),
            writer.say("Work per CPU second"),
        ],
        "planned": bool(plan.steps),
        "busy": [] if today else _busy(writer),
        "things": [_thing(writer, f) for f in things],
        "things_title": _title(writer, len(things)),
        "things_note": _order(writer, things),
        "effects": plan_effects(writer),
        "no_effects": _no_effects(writer),
        "certainty": _certainty(writer),
        "cost": _cost(writer),
        "windows": plan_windows(writer),
        "risks": _risks(writer),
        "later": [
            {
                "title": writer.speak(found[0].title),
                "where": ", ".join(dict.fromkeys(writer.titled(f.component) for f in found)),
                "text": writer.speak(rule(found[0].rule).why),
            }
            for found in later
        ],
        "further": further,
        "named": named,
        "otherwise": growth_outlook(writer),
        "left": writer.speak(
            counted(
                "{n} further finding is left out of the plan; the technical edition says why.",
                "{n} further findings are left out of the plan; the technical edition says of each "
                "why.",
                n=left,
            )
        )
        if left
        else "",
    }


def period(writer: Writer) -> str:
    """From when to when the reports measured; empty where none says.

    Of several periods it is the last one: that is today's, and the others are compared with it.
    Where days lie between what it measured, only those that were measured are named.
    """
    spans = [s for p in periods(writer.engagement.readings) if (s := _spans(p.readings))]
    if not spans:
        return ""
    *before, last = sorted(spans)
    if len(last) == 1:
        (start, end), *_ = last
        first, then = (numbers.moment(at, writer.language) for at in (start, end))
        said = (
            writer.say("Measured on {days}.", days=first)
            if first == then
            else writer.say("Measured from {start} to {end}.", start=first, end=then)
        )
    else:
        runs = [_run_of_days(writer, start, end) for start, end in last]
        said = writer.say("Measured on {days}.", days=listed(runs, RUNS))
    if before:
        days = dict.fromkeys(numbers.moment(s[0][0][:10], writer.language) for s in before)
        said += " " + writer.say("Before that: {days}.", days=", ".join(days))
    return said


def _run_of_days(writer: Writer, start: str, end: str) -> str:
    """A day, or the first and the last of several without a break."""
    first, last = (numbers.moment(at[:10], writer.language) for at in (start, end))
    return (
        first
        if first == last
        else writer.say("{start} to {end}", start=Verbatim(first), end=Verbatim(last))
    )


def _spans(readings: Sequence[FileReading]) -> list[tuple[str, str]]:
    """First and last dated time that reports tell, of each run of days without one between."""
    intervals = {item.interval for reading in readings for item in reading.observations}
    told = sorted((o.start, o.end or o.start) for o in intervals if o.start and _DAY.match(o.start))
    # Some reports only say when the interval had ended: that is told where no one tells more.
    told = told or sorted((o.end, o.end) for o in intervals if o.end and _DAY.match(o.end))
    runs: list[tuple[str, str]] = []
    for start, end in told:
        if runs and _days_between(runs[-1][1], start) <= 1:
            runs[-1] = (runs[-1][0], max(runs[-1][1], end))
        else:
            runs.append((start, end))
    return runs


def _days_between(end: str, start: str) -> int:
    """Days from one time to another; none where either is no date."""
    try:
        return (date.fromisoformat(start[:10]) - date.fromisoformat(end[:10])).days
    except ValueError:
        return 0


def _today(writer: Writer) -> tuple[list[dict[str, str]], list[str]]:
    """One row for each workload: its leading figures as measured, else as modelled and so named;
    and those whose reports tell none of them.
    """
    rows, silent = [], []
    for workload in writer.engagement.as_is.workloads:
        if any(metric in workload.metrics for metric in OUTAGES):
            continue  # the length of an outage is nobody's response time
        measured = writer.measured(workload.anchor)
        cells = {}
        for metric in TODAY:
            estimate = workload.metrics.get(metric)
            if estimate is None:
                cells[metric] = "–"
                continue
            row = measured.get(metric)
            value = estimate.value if row is None else row.measured
            level = type(estimate)(value, value, value, estimate.unit, estimate.basis)
            shown = shown_estimate(metric, level, writer.kind(workload.anchor), writer.language)
            cell = f"{shown.value} {shown.unit}".strip()
            cells[metric] = cell if row is not None else f"{cell}\u00a0*"
        name = writer.titled(workload.anchor)
        if any(cell != "–" for cell in cells.values()):
            rows.append({"workload": name, **cells})
        else:
            silent.append(name)
    return rows, silent


def _busy(writer: Writer) -> list[str]:
    """How busy what is known is, where no workload is."""
    return [
        f"{writer.titled(resource.component)}: "
        + numbers.percent(100 * resource.utilization, writer.language, signed=False)
        + f", {writer.speak(resource.label)}"
        for resource in writer.engagement.as_is.resources[:BUSY]
    ]


def _silent(writer: Writer, names: Sequence[str]) -> str:
    """Whose reports tell none of the leading figures; empty where there is nobody."""
    if not names:
        return ""
    return writer.say(
        "Without rate, response time and CPU in the reports: {names}.",
        names=writer.speak(listed([Verbatim(name) for name in names])),
    )


def _title(writer: Writer, things: int) -> str:
    """The heading above the things to do, which counts them."""
    titles = {2: writer.say("Two things to do"), THINGS: writer.say("Three things to do")}
    return titles.get(things, writer.say("What is to be done"))


def _order(writer: Writer, things: Sequence[Finding]) -> str:
    """In which order the things stand: the plan's, which windows may carry out otherwise."""
    windows = writer.engagement.plan.calendar
    carried = {i: n for n, w in enumerate(windows) for task in w.tasks for i in task.findings}
    places = [carried[f.id] for f in things if f.id in carried]
    if places == sorted(places):
        return writer.say("In the order in which they are carried out.")
    return writer.say("In the plan's order; the calendar says when each is carried out.")


def chosen(writer: Writer) -> list[Finding]:
    """The plan's leading steps, in its order: what a step brings may need the steps before it."""
    largest = leading_steps(writer)[:THINGS]
    return [writer.by_id[i] for i in writer.engagement.plan.findings if writer.by_id[i] in largest]


def _further(writer: Writer) -> tuple[list[dict[str, str]], str]:
    """The plan's steps after the things to do, each rule once: what it is, where and why.

    Whoever is asked for a window finds the reason for it. Of many steps the last ones are named
    only.
    """
    if not writer.engagement.plan.steps:
        return [], ""
    rest = leading_steps(writer)[THINGS:]
    where = {
        f.id: ", ".join(dict.fromkeys(writer.titled(one.component) for one in alike(writer, f)))
        for f in rest
    }
    told = [
        {
            "title": writer.speak(finding.title),
            "where": where[finding.id],
            "text": writer.speak(rule(finding.rule).why),
        }
        for finding in rest[:FURTHER]
    ]
    named = [f"{writer.speak(f.title)} ({where[f.id]})" for f in rest[FURTHER:]]
    if not named:
        return told, ""
    return told, writer.say(
        "Besides: {steps}.", steps=writer.speak(listed([Verbatim(name) for name in named]))
    )


def alike(writer: Writer, finding: Finding) -> list[Finding]:
    """All of the plan's findings of the same rule, this one first."""
    plan = writer.engagement.plan
    found = [writer.by_id[i] for i in plan.findings if i in writer.by_id]
    return [finding, *(f for f in found if f.rule == finding.rule and f is not finding)]


def _thing(writer: Writer, finding: Finding) -> dict[str, str]:
    plan = writer.engagement.plan
    step = next((s for s in plan.steps if s.finding == finding.id), None)
    goal = writer.say(GOALS[plan.goal])
    if step is not None and counts_as_gain(step):
        gain = numbers.percent(told_pct(step.gain_pct or 0.0, plan.goal), writer.language)
        so_far = _so_far(writer, step)
        brings = (
            writer.say("{gain} of {goal}", gain=so_far or gain, goal=goal)
            if step is plan.steps[0]
            else writer.say(
                "{gain} of {goal}, with the steps before it done; all of them together: {all}"
                if so_far
                else "{gain} of {goal}, with the steps before it done",
                gain=gain,
                goal=goal,
                all=so_far,
            )
        )
    else:
        # Only here: what a step is worth by itself is another base than its gain within the plan.
        brings = _alone(writer, finding)
    same = alike(writer, finding)
    if len(same) > 1 and not (step is not None and counts_as_gain(step)):
        each = {writer.name(f.component): _alone(writer, f) for f in same}
        brings = (
            writer.say("{what}, each", what=brings)
            if len({*each.values()}) == 1
            else "; ".join(f"{name}: {text}" for name, text in each.items())
        )
    return {
        "title": writer.speak(finding.title),
        "where": ", ".join(dict.fromkeys(writer.titled(f.component) for f in same)),
        "text": writer.speak(rule(finding.rule).why),
        "does": changes.told(writer, finding, [c for f in same for c in f.change_texts]),
        "brings": "; ".join(filter(None, (brings, _settles(writer, same)))),
        "takes": writer.say(EFFORTS[finding.effort]),
        "risk": writer.speak(finding.risk.sentence),
    }


def _settles(writer: Writer, causes: Sequence[Finding]) -> str:
    """What cannot be judged before a thing is done; empty where nothing waits for it."""
    plan = writer.engagement.plan
    ids = {f.id for f in causes}
    waiting = [i for s in plan.steps if s.finding in ids for i in s.unsettled]
    titles = [
        writer.by_id[i].title
        for i in dict.fromkeys(waiting)
        if i in writer.by_id and rests_on_plan(plan.left_out.get(i, ""))
    ]
    if not titles:
        return ""
    return writer.say(
        "what can be judged only afterwards: {findings}",
        findings=writer.speak(listed(list(dict.fromkeys(titles)))),
    )


def _so_far(writer: Writer, step: PlanStep) -> str:
    """What the goal's figure has changed by after a step and all before it, with its band."""
    effect = figure_of(step.cumulative, writer.engagement.plan.goal)
    return "" if effect is None or effect.change is None else writer.spread(effect)


def _alone(writer: Writer, finding: Finding) -> str:
    """What a step brings by itself: what gets better by most, and what that is worth."""
    best = _best(writer, finding)
    kind = writer.kind(writer.workload_of(finding))
    worth = [
        f"{label}: {shown.value} {shown.unit}".strip()
        for label, shown in shown_worth(_told(finding.worth), kind, writer.language)
    ]
    told = "; ".join(filter(None, (best, *worth)))
    why = writer.speak(finding.not_projectable_because or "")
    return told or why or writer.say("no gain claimed")


def _told(worth: Worth | None) -> Worth | None:
    """What a finding comes to by its leading figure, a loss where it has no other."""
    if worth is None or not worth.figures:
        return None
    metric, estimate = leading(worth) or next(iter(worth.figures.items()))
    return replace(worth, figures={metric: estimate})


def _best(writer: Writer, finding: Finding) -> str:
    """Of results what gets better by most, with its band; of all figures where none moves."""

    def better(effect: Effect) -> float:
        declared = figure(effect.metric)
        if declared is None or not declared.better:
            return 0.0
        change = effect.change_pct or 0.0
        return change if declared.better == MORE else -change

    for gain in (gain_pct, better):
        effects = [e for e in finding.projection if gain(e) >= MOVED_PCT]
        if effects:
            effect = max(effects, key=gain)
            label = metric_label(effect.metric, writer.language)
            if effect.after.low == effect.after.high:
                # Arithmetic: of what is gone, the amount tells more than −100 %.
                shown = shown_effect(effect, writer.kind(finding.component), writer.language)
                return f"{label}: {shown.before} → {shown.value} {shown.unit}".strip()
            return f"{label} {writer.spread(effect)}"
    return ""


def plan_effects(writer: Writer) -> list[dict[str, str]]:
    """The leading figures that the whole plan moves, of every workload; also what it costs."""
    rows = []
    for anchor, effects in writer.engagement.plan.workloads.items():
        moved = [e for e in effects if e.metric in LEADING and _moved(e)]
        moved.sort(key=lambda e: LEADING.index(e.metric))
        kept = [*moved[:2], *(e for e in moved[2:] if _costs_cpu(e))]
        for n, effect in enumerate(kept):
            shown = shown_effect(effect, writer.kind(anchor), writer.language)
            band = shown.band.strip("()")
            rows.append(
                {
                    "workload": "" if n else writer.titled(anchor),
                    "metric": metric_label(effect.metric, writer.language),
                    "before": shown.before,
                    "after": shown.value,
                    "unit": shown.unit,
                    "change": shown.change,
                    "band": band.replace(" … ", f" {writer.say('and')} "),
                }
            )
    return rows


def _planned(writer: Writer) -> list[Finding]:
    """The findings that the plan carries out."""
    chosen = {step.finding for step in writer.engagement.plan.steps}
    return [finding for finding in writer.engagement.findings if finding.id in chosen]


def _no_effects(writer: Writer) -> str:
    """What stands in place of a table without rows: that nothing is projected, or little."""
    if any(e.metric in LEADING and e.change_pct for _, e in _all_effects(writer)):
        return writer.say(
            "Throughput, response time and CPU of every workload change by less than {least} %.",
            least=numbers.number(NOTEWORTHY_PCT, writer.language, 2),
        )
    if any(e.after.basis == "published" for f in _planned(writer) for e in f.projection):
        return writer.say(
            "The model projects no gain in throughput, response time or CPU; what each thing to do "
            "removes, or brought where it was published, is said with it."
        )
    return writer.say(
        "No gain in throughput, response time or CPU is projected; what each thing to do removes "
        "is said with it."
    )


def plan_windows(writer: Writer) -> list[dict[str, str]]:
    """The windows of the change calendar: how many tasks, whose, and how much work."""
    return [
        {
            "title": writer.say(WINDOWS[window.effort]),
            "tasks": str(len(window.tasks)),
            "who": ", ".join(dict.fromkeys(writer.speak(t.role) for t in window.tasks)),
            "steps": "; ".join(_steps_of(writer, window)),
            "stopped": stopped(writer, window),
            "days": days(window.person_days, writer),
        }
        for window in writer.engagement.plan.calendar
    ]


def _steps_of(writer: Writer, window: ChangeWindow) -> Iterator[str]:
    """What is done in a window, in the plan's order, and where; a step of several people once."""
    ids = {name for task in window.tasks for name in task.findings}
    where: dict[str, list[str]] = {}
    for step in writer.engagement.plan.steps:
        if step.finding in ids and step.finding in writer.by_id:
            finding = writer.by_id[step.finding]
            where.setdefault(writer.speak(finding.title), []).append(
                writer.titled(finding.component)
            )
    for title, names in where.items():
        yield f"{title} ({writer.speak(listed([Verbatim(name) for name in names], LISTED))})"


def _costs_cpu(effect: Effect) -> bool:
    return effect.metric == "cpu_s_per_s" and _moved(effect) and effect.after.value > effect.before


def _moved(effect: Effect) -> bool:
    return effect.change_pct is not None and abs(effect.change_pct) >= NOTEWORTHY_PCT


def _certainty(writer: Writer) -> list[str]:
    """How well the model does, by the same rows as the technical edition's first chapter on trust:
    one that fixes a constant of its own agrees by construction and would only flatter it."""
    rows = [
        (abs(row.judged_pct), component, row.metric)
        for component, row in writer.engagement.baseline.measured_rows
        if row.judged_pct is not None and abs(row.judged_pct) >= FITTED_PCT and row.noticeable
    ]
    said = []
    if rows:
        worst, component, metric = max(rows)
        said.append(
            writer.speak(
                counted(
                    "The model was checked against one of today's figures and gives it to "
                    "within {least}.",
                    "The model was checked against {n} of today's figures and gives each to "
                    "within {least}.",
                    len(rows),
                    least=Verbatim(numbers.percent(AGREES_PCT, writer.language, signed=False)),
                )
                if worst < AGREES_PCT
                else counted(
                    "The model was checked against one of today's figures; it is off by "
                    "{worst}, in {figure} of {component}.",
                    "The model was checked against {n} of today's figures; it is furthest "
                    "off, by {worst}, in {figure} of {component}.",
                    len(rows),
                    worst=Verbatim(writer.off_by(worst)),
                    figure=Verbatim(
                        within(
                            metric_label(metric, writer.language, writer.kind(component)),
                            writer.language,
                        )
                    ),
                    component=Verbatim(writer.titled(component)),
                )
            )
        )
    doubted = [writer.titled(component) for component in writer.engagement.baseline.in_doubt]
    if doubted:
        said.append(
            writer.say(
                "In doubt: measured figures of {names} contradict each other or what was "
                "published. What is said of these is an indication until that is cleared; the "
                "technical edition says what contradicts what.",
                names=writer.speak(listed([Verbatim(name) for name in doubted])),
            )
        )
    if not _all_effects(writer):
        return said
    said.extend(writer.outside_published(writer.engagement.plan.projection))
    if plan_effects(writer):
        said += [*_may_bring_nothing(writer), _how_sure(writer)]
    if any(e.after.basis != "model" for _, e in _all_effects(writer)):
        said.append(
            writer.say(
                "Where no model of this installation speaks, published "
                "measurements are quoted, and their band is wide."
            )
        )
    return said


def _may_bring_nothing(writer: Writer) -> list[str]:
    """Which steps may, and why; the plan's figures reach to what it brings without them."""
    steps: dict[str, dict[str, None]] = {}
    named = map(writer.by_id.get, writer.engagement.plan.findings)
    for found in doubted([one for one in named if one is not None]):
        steps.setdefault(found.doubt, {})[writer.speak(found.title)] = None
    return [
        writer.say(
            "May bring nothing: {steps} ({why}). The last column reaches to what the plan brings "
            "without.",
            steps=writer.speak(listed([Verbatim(title) for title in titles])),
            why=writer.speak(doubt),
        )
        for doubt, titles in steps.items()
    ]


def _how_sure(writer: Writer) -> str:
    """What the last column of the table of effects says."""
    return writer.say(
        "Nine of ten outcomes are expected between the two figures of the last column if "
        "today is as this table has it; the checks after each window are in the technical edition."
    )


def _all_effects(writer: Writer) -> list[tuple[str, Effect]]:
    return [(a, e) for a, es in writer.engagement.plan.workloads.items() for e in es]


def _cost(writer: Writer) -> list[str]:
    plan = writer.engagement.plan
    if not plan.steps:
        return []
    total = sum(window.person_days for window in plan.calendar)
    said = [
        writer.say(
            "{steps} in {windows}, about {days} (practice, not measured). What one person types "
            "for one object is one task: {tasks} in all.",
            steps=writer.speak(counted("{n} step", "{n} steps", n=len(plan.steps))),
            windows=writer.speak(counted("{n} window", "{n} windows", n=len(plan.calendar))),
            days=writer.speak(
                counted(
                    "{days} person-day", "{days} person-days", n=total, days=days(total, writer)
                )
            ),
            tasks=str(sum(len(window.tasks) for window in plan.calendar)),
        )
    ]
    for anchor, effect in _all_effects(writer):
        if _costs_cpu(effect):
            shown = shown_effect(effect, writer.kind(anchor), writer.language)
            said.append(
                writer.say(
                    "{workload} keeps {before} busy today and {after} {band} with the plan "
                    "({change}): what is charged by use costs more.",
                    workload=writer.titled(anchor),
                    before=f"{shown.before}\u00a0{shown.unit}",
                    after=f"{shown.value}\u00a0{shown.unit}",
                    band=shown.band,
                    change=shown.change,
                )
            )
    said += _money(writer)
    efforts = {window.effort for window in plan.calendar}
    said.append(
        writer.say(
            "Hardware or storage has to be bought."
            if "hardware" in efforts
            else "No step needs hardware or storage to be bought."
            if "release" in efforts
            else "No step needs hardware or storage to be bought; releases that steps need first "
            "are in the technical edition."
        )
    )
    said += [
        writer.say("To be decided besides: {said}", said=writer.speak(one.sentence))
        for one in plan.to_decide
    ]
    if "release" in efforts:
        said.append(
            writer.say(
                "New releases have to be installed first where those in use are too old; what they "
                "cost is not counted here."
            )
        )
    returned = [e for _, e in _all_effects(writer) if e.metric == "storage_mb" and _moved(e)]
    freed = sum(e.before - e.after.value for e in returned) / 1024
    if freed >= 1.0:
        said.append(
            writer.say(
                "{gb} GB of storage are given back.", gb=numbers.number(freed, writer.language, 2)
            )
        )
    return said


def _money(writer: Writer) -> list[str]:
    """What the plan's CPU comes to at the price stated for an MSU; empty where none is."""
    engagement = writer.engagement
    scale = scale_of(engagement.installation.topology, engagement.as_is)
    said = []
    workloads = engagement.plan.workloads.items()
    costs = {anchor: cost_per_month(effects, anchor, scale) for anchor, effects in workloads}
    most = max((abs(cost.value) for cost in costs.values() if cost is not None), default=0.0)
    for anchor, cost in costs.items():
        if cost is None or abs(cost.value) < max(1.0, NOTEWORTHY_PCT / 100.0 * most):
            continue
        more = cost.value > 0
        sign = 1.0 if more else -1.0
        ends = sorted((sign * cost.low, sign * cost.high))
        amount, low, high = (numbers.number(x, writer.language) for x in (sign * cost.value, *ends))
        said.append(
            writer.say(
                "At the price stated for an MSU the CPU of {workload} costs {amount} a month more "
                "({low} … {high}) with the plan, if its peak grows as the measured time does."
                if more
                else "At the price stated for an MSU the CPU of {workload} costs {amount} a month "
                "less ({low} … {high}) with the plan, if its peak falls as the measured time does.",
                workload=writer.titled(anchor),
                amount=amount,
                low=low,
                high=high,
            )
        )
    return said


def _risks(writer: Writer) -> list[str]:
    """The riskiest steps of the plan, each with what it risks, and how many more there are."""
    taken = [writer.by_id[i] for i in writer.engagement.plan.findings if i in writer.by_id]
    risky = sorted((f for f in taken if f.risk.rank >= 1), key=lambda f: f.id)
    risky.sort(key=lambda f: -f.risk.rank)
    once = {f.rule: f for f in reversed(risky)}
    chosen = [f for f in risky if once[f.rule] is f]
    if taken and not chosen:
        return [writer.say("The risk of every step is low.")]
    said = [
        f"{writer.speak(f.title)} ({writer.titled(f.component)}): {writer.speak(f.risk.sentence)}"
        for f in chosen[:RISKS]
    ]
    if more := len(chosen[RISKS:]):
        further = counted(
            "{n} further step is risky as well; the technical edition says how.",
            "{n} further steps are risky as well; the technical edition says how.",
            n=more,
        )
        said.append(writer.speak(further))
    return said


def _awaiting(writer: Writer) -> list[Finding]:
    plan = writer.engagement.plan
    return [
        f
        for f in writer.engagement.findings
        if rests_on_plan(plan.left_out.get(f.id, "")) and f.id not in plan.undecided
    ]


def _later(writer: Writer) -> list[list[Finding]]:
    """What was found and waits for the plan, each rule once with all it was found at."""
    found: dict[str, list[Finding]] = {}
    for finding in sorted(_awaiting(writer), key=worth_rank):
        found.setdefault(finding.rule, []).append(finding)
    return list(found.values())[:LATER]
