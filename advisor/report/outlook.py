"""What the model says happens if nothing is done: the load grows, the settings stay.

Work without users grows everywhere at once: a region that others call gets its work from them, and
of two members of one data sharing group one alone does not grow.
"""

from __future__ import annotations

from dataclasses import replace

from advisor.report import numbers
from advisor.report.figures import shown_estimate
from advisor.report.numbers import Language
from advisor.report.texts import metric_label
from advisor.report.writer import Writer
from model.catalogue import catalogue
from model.projection import Estimate, project
from model.topology import Component, Scenario, SetSetting
from model.topology.growth import GROWTH

MORE = 0.25
"""Growth of the users, or of the work of who has none: about two years at 12 % a year."""


FLAT = 0.03
"""A throughput that moves by less under that growth is said to stay."""


UNCERTAIN = 2.0
"""A response time whose band goes beyond so many times its figure is not carried forward."""

AT_A_LIMIT = ("max_tasks_times",)
"""Figures that count how often a workload stood at a limit of its own."""


def growth_outlook(writer: Writer) -> list[str]:
    """Sentences on the principal workload under ``MORE`` users or work, no setting changed."""
    engagement, language = writer.engagement, writer.language
    as_is = engagement.as_is
    none = writer.say("What is known does not suffice to say what more load would do.")
    sentences: list[str] = []
    principal = as_is.principal
    if limits := writer.limits_today():
        sentences.append(
            writer.say(
                "The limit today: {bottleneck}. Further load mostly waits there.", bottleneck=limits
            )
        )
    if principal is None or as_is.refused:
        return sentences or [none]
    component = engagement.installation.topology[principal.anchor]
    kind = catalogue()[component.kind]
    users = None if kind.population is None else component.number(kind.population.name)
    if kind.population is not None and users is not None:
        changes = [SetSetting(component.id, kind.population.name, round(users * (1 + MORE)))]
    elif kind.setting(GROWTH.name) is not None:
        changes = _all_work(writer)
    else:
        return sentences or [none]
    if "response_ms" not in principal.metrics or "etr_per_s" not in principal.metrics:
        return sentences or [none]
    (grown,) = project(engagement.baseline, [Scenario("growth", tuple(changes))], bands=False)
    after = grown.workload(principal.anchor)
    if after is None or "response_ms" not in after.metrics or "etr_per_s" not in after.metrics:
        return sentences or [none]
    etr = after.metrics["etr_per_s"].value / principal.metrics["etr_per_s"].value - 1
    before, now = principal.metrics["response_ms"], after.metrics["response_ms"]
    if held_back := _no_promise(writer, component, before):
        moves = writer.say(
            "With {growth} more users and no change, throughput moves by {etr}."
            if users is not None
            else "With {growth} more work everywhere and no change, the throughput of {workload} "
            "moves by {etr}.",
            growth=numbers.percent(MORE * 100, language, signed=False),
            workload=writer.titled(principal.anchor),
            etr=numbers.percent(etr * 100, language),
        )
        return [f"{moves} {held_back}", *sentences]
    flat = abs(etr) < FLAT
    if users is None:
        shown = (_time(before, language), _time(now, language))
        sentences.insert(
            0,
            writer.say(
                "With {growth} more work everywhere and no change, the throughput of {workload} "
                "moves by {etr} and its response time stays at {after}."
                if shown[0] == shown[1]
                else "With {growth} more work everywhere and no change, the throughput of "
                "{workload} moves by {etr} and its response time goes from {before} to {after}.",
                growth=numbers.percent(MORE * 100, language, signed=False),
                workload=writer.titled(principal.anchor),
                etr=numbers.percent(etr * 100, language),
                before=shown[0],
                after=shown[1],
            ),
        )
        return sentences
    sentences.insert(
        0,
        writer.say(
            "With {growth} more users and nothing changed, throughput stays about "
            "where it is ({etr}) and each user waits longer: the response time goes "
            "from {before} to {after}."
            if flat
            else "With {growth} more users and no change, throughput moves by {etr} and the "
            "response time from {before} to {after}.",
            growth=numbers.percent(MORE * 100, language, signed=False),
            etr=numbers.percent(etr * 100, language),
            before=_time(before, language),
            after=_time(now, language),
        ),
    )
    return sentences


def _no_promise(writer: Writer, component: Component, today: Estimate) -> str:
    """Why nothing is said of the response time under more work; empty where it can be said.

    A model of an even load has not the bursts in which a limit was reached, and what its band
    reaches over several times of its figure is no figure to start from.
    """
    if today.high > UNCERTAIN * today.value or today.low < today.value / UNCERTAIN:
        return writer.say(
            "What its response time would be is not said: nobody measured it, and for today alone "
            "the model has anything from {low} to {high}.",
            low=_time(replace(today, value=today.low), writer.language),
            high=_time(replace(today, value=today.high), writer.language),
        )
    for metric in AT_A_LIMIT:
        times = component.measure(metric)
        if times:
            return writer.say(
                "What its response time would be is not said: its limit was reached in bursts "
                "({what}: {times}), and the model knows an even load only.",
                what=metric_label(metric, writer.language, component.kind),
                times=numbers.number(times, writer.language),
            )
    return ""


def _all_work(writer: Writer) -> list[SetSetting]:
    """``MORE`` of all measured work that can grow without users."""
    baseline = writer.engagement.baseline
    return [
        SetSetting(item.anchor, GROWTH.name, 100 * MORE)
        for item in baseline.anchors
        if catalogue().spec(baseline.topology[item.anchor].kind, GROWTH.name) is not None
    ]


def _time(estimate: Estimate, language: Language) -> str:
    shown = shown_estimate("response_ms", estimate, None, language)
    return f"{shown.value}\u00a0{shown.unit}"
