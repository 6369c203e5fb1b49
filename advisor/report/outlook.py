"""What the model says happens if nothing is done: the load grows, the settings stay."""

from __future__ import annotations

from advisor.report import numbers
from advisor.report.figures import shown_estimate
from advisor.report.numbers import Language
from advisor.report.writer import Writer
from model.catalogue import catalogue
from model.projection import Estimate, project
from model.topology import Scenario, SetSetting

GROWTH = 0.25
"""Growth of the user population that the outlook speaks of: about two years at 12 % a year."""


FLAT = 0.03
"""A throughput that moves by less under that growth is said to stay."""


def growth_outlook(writer: Writer) -> list[str]:
    """Sentences on the principal workload under ``GROWTH`` more users, no setting changed."""
    engagement, language = writer.engagement, writer.language
    as_is = engagement.as_is
    none = writer.say("Nothing that is known makes a load model for a growth projection.")
    sentences: list[str] = []
    principal = as_is.principal
    if limits := writer.limits():
        sentences.append(
            writer.say(
                "The limit today: {bottleneck}. Further load mostly waits there.", bottleneck=limits
            )
        )
    if principal is None or as_is.refused:
        return sentences or [none]
    component = engagement.installation.topology[principal.anchor]
    population = catalogue()[component.kind].population
    users = None if population is None else component.number(population.name)
    if population is None or users is None or "response_ms" not in principal.metrics:
        return sentences or [none]
    change = SetSetting(principal.anchor, population.name, round(users * (1 + GROWTH)))
    (grown,) = project(engagement.baseline, [Scenario("growth", (change,))], bands=False)
    after = grown.workload(principal.anchor)
    if after is None or "response_ms" not in after.metrics or "etr_per_s" not in after.metrics:
        return sentences or [none]
    etr = after.metrics["etr_per_s"].value / principal.metrics["etr_per_s"].value - 1
    before, now = principal.metrics["response_ms"], after.metrics["response_ms"]
    flat = abs(etr) < FLAT
    sentences.insert(
        0,
        writer.say(
            "With {growth} more users and nothing changed, throughput stays about "
            "where it is ({etr}) and each user waits longer: the response time goes "
            "from {before} to {after}."
            if flat
            else "With {growth} more users and no change, throughput moves by {etr} and the "
            "response time from {before} to {after}.",
            growth=numbers.percent(GROWTH * 100, language, signed=False),
            etr=numbers.percent(etr * 100, language),
            before=_time(before, language),
            after=_time(now, language),
        ),
    )
    return sentences


def _time(estimate: Estimate, language: Language) -> str:
    shown = shown_estimate("response_ms", estimate, None, language)
    return f"{shown.value}\u00a0{shown.unit}"
