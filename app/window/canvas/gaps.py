"""What the models lack, as the canvas marks and lists it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.window.document import Document
from app.window.i18n import mark

if TYPE_CHECKING:
    from advisor.observations import Question

STANDING_IN = mark(
    "What is missing is taken as it usually is, so that there are figures at once. All "
    "of it is marked, bands are as wide as it may be off, and each answer or report "
    "takes its place."
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
    """Workloads that lack a component: (workload, kind to add, why)."""
    engagement = document.engagement
    if engagement is None:
        return ()
    return tuple(
        (item.anchor, item.missing.setting, str(item.missing))
        for item in engagement.baseline.anchors
        if item.missing is not None and item.missing.setting in document.catalogue
    )
