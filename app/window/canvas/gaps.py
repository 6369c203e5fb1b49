"""What the models lack, as the canvas marks and lists it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.window.document import Document
from app.window.i18n import mark, spoken, tr

if TYPE_CHECKING:
    from collections.abc import Sequence

    from advisor.observations import Question

STANDING_IN = mark(
    "What is missing is taken as it usually is, so that there are figures at once. All "
    "of it is marked, bands are as wide as it may be off, and each answer or report "
    "takes its place."
)

HOMELESS = mark("{name} belongs to no database and counts for nothing until it does.")
BARE = mark(
    "{name}: its rate is known, but not what its work costs, so that response, CPU and "
    "utilisation stay open. Its reports tell, and templates have usual figures."
)


def missing(document: Document) -> tuple[Question, ...]:
    """The questions without whose answers something has no figures, by component."""
    engagement = document.engagement
    if engagement is None:
        return ()
    wanted = [q for q in engagement.installation.questions if q.needed]
    order = {c.id: n for n, c in enumerate(document.as_is)}
    return tuple(sorted(wanted, key=lambda q: order.get(q.subject, len(order))))


def stands_in(document: Document, question: Question) -> bool:
    """Whether a usual value stands in for what is asked."""
    component = document.as_is.components.get(question.subject)
    if component is None:
        return False
    name = question.metric.removeprefix("setting.")
    found = component.settings.get(name) or component.measured.get(question.metric)
    return found is not None and found.origin.kind == "provisional"


def lacking_parts(document: Document) -> tuple[tuple[str, str, str], ...]:
    """What lacks a component: (workload or nucleus, kind to add, why)."""
    engagement = document.engagement
    if engagement is None:
        return ()
    said = [
        (item.anchor, item.missing.setting, spoken(str(item.missing)))
        for item in engagement.baseline.anchors
        if item.missing is not None and item.missing.setting in document.catalogue
    ]
    topology = document.as_is
    for nucleus in topology.of_kind("adabas_nucleus"):
        if not topology.targets(nucleus.id, "member"):
            said.append((nucleus.id, "adabas_database", tr(HOMELESS, name=nucleus.name)))
    return tuple(said)


def bare(document: Document, questions: Sequence[Question]) -> tuple[tuple[str, str], ...]:
    """Workloads of whose work only the rate is known: (workload, what to do about it).

    ``questions`` are those of :func:`missing`: what is asked for is no secret.
    """
    engagement = document.engagement
    if engagement is None:
        return ()
    asked = {question.subject for question in questions}
    names = document.as_is.components
    return tuple(
        (workload.anchor, tr(BARE, name=names[workload.anchor].name))
        for workload in engagement.as_is.workloads
        if set(workload.metrics) == {"etr_per_s"}
        and workload.anchor in names
        and workload.anchor not in asked
    )
