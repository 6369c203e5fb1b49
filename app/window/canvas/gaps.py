"""What the models lack, as the canvas marks and lists it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from advisor.observations import Question
from app.window.document import Document
from app.window.i18n import mark, spoken, tr
from app.window.names import component_name

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from model.figures.figure import Figure

STANDING_IN = mark(
    "What is missing is taken as it usually is, so that there are figures at once. All "
    "of it is marked, bands are as wide as it may be off, and each answer or report "
    "takes its place."
)

HOMELESS = mark("{name} belongs to no database and counts for nothing until it does.")
NO_DISKS = mark(
    "{name}: no DASD is linked to it. As many volumes as in the published tests are taken, and "
    "bands are wide for it."
)
UNCOUPLED = mark(
    "{name}: its nuclei share it through a coupling facility, and there is none here. Its figures "
    "are those with one."
)
UNSHARED = mark(
    "{name}: members of its group share their data through a coupling facility, and there is none "
    "here. Its figures are those with one."
)
BARE = mark(
    "{name}: its rate is known, but not what its work costs, so that response, CPU and "
    "utilisation stay open. Its reports tell, and templates have usual figures."
)


def missing(document: Document) -> tuple[Question, ...]:
    """The questions without whose answers something has no figures, by component.

    What was answered and cannot be is asked again.
    """
    engagement = document.engagement
    if engagement is None:
        return ()
    wanted = [q for q in engagement.installation.questions if q.needed]
    asked = {(q.subject, q.metric) for q in wanted}
    for _anchor, _why, answered in contradicting(document):
        wanted += [q for q in answered if (q.subject, q.metric) not in asked]
    order = {c.id: n for n, c in enumerate(document.as_is)}
    return tuple(sorted(wanted, key=lambda q: order.get(q.subject, len(order))))


def contradicting(document: Document) -> tuple[tuple[str, str, tuple[Question, ...]], ...]:
    """Workloads of which the answers cannot be of one whole: (workload, why, what was answered).

    Their figures are as if they were known, or there are none, and nothing of it is missing.
    """
    engagement = document.engagement
    if engagement is None:
        return ()
    topology, found = document.as_is, []
    works = {work.anchor: work for work in engagement.as_is.workloads}
    for item in engagement.baseline.anchors:
        work = works.get(item.anchor)
        why = item.refused or (None if work is None else work.not_projectable)
        if why is None or item.missing is not None or item.anchor not in topology:
            continue
        answered = tuple(
            Question(subject, metric, measure.label or metric, "", unit=measure.unit, needed=True)
            for subject, metric in document.state.answers
            if subject in topology
            and (subject == item.anchor or item.anchor in topology.containers(subject))
            and (measure := _measure(document, subject, metric)) is not None
        )
        if answered:
            found.append((item.anchor, spoken(why), answered))
    return tuple(found)


def _measure(document: Document, subject: str, metric: str) -> Figure | None:
    kind = document.catalogue.get(document.as_is[subject].kind)
    return None if kind is None else kind.measure(metric)


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
    if not document.has_reports:
        said += _unlinked(document, {item.anchor for item in engagement.baseline.anchors})
    return tuple(said)


def _unlinked(document: Document, seen: Collection[str]) -> Iterator[tuple[str, str, str]]:
    """Disks and facilities that workloads put there by hand do without.

    What no report names may be there all the same; by hand there is what was put there. Response of
    regions, Db2 and queue managers is as somebody told it, with whatever disks it had: only a
    database's follows from its disks.

    seen: the workloads that were looked at.
    """
    topology = document.as_is
    facility = topology.of_kind("cf")
    for database in topology.of_kind("adabas_database"):
        if database.id not in seen:
            continue
        name = component_name(topology, database.id)
        if not topology.targets(database.id, "uses"):
            yield database.id, "dasd", tr(NO_DISKS, name=name)
        if database.value("PRODUCT") == "ALS" and not facility:
            yield database.id, "cf", tr(UNCOUPLED, name=name)
    for member in () if facility else topology.of_kind("db2_subsystem"):
        others = topology.targets(member.id, "group") or topology.sources(member.id, "group")
        if member.id in seen and others:
            name = component_name(topology, member.id)
            yield member.id, "cf", tr(UNSHARED, name=name)


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
