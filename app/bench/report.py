"""The report: 40 findings to a PDF, masked and not, and the pictures beside it.

The first PDF is timed cold, once: the typesetter keeps what it laid out, so that every further one
of the same process takes a third of that.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from app.bench import Case

if TYPE_CHECKING:
    from advisor.engagement import Engagement

FINDINGS = 40


def cases() -> Sequence[Case]:
    return (
        Case(f"report: data of {FINDINGS} findings", _data, repeats=5),
        Case(f"report: PDF of {FINDINGS} findings", _pdf, repeats=1, warmups=0, bar_s=1.0),
        Case(f"report: masked PDF of {FINDINGS} findings", _masked, repeats=3, bar_s=1.5),
        Case("report: pictures as SVG and PNG", _pictures, repeats=3),
    )


@cache
def _engagement() -> Engagement:
    """The sample engagement with as many findings, made of its own."""
    from advisor.analysis import analyse
    from advisor.reading import read_path
    from app.paths import sample

    found = analyse(read_path(sample("engagement")))
    copies = -(-FINDINGS // len(found.findings))
    many = [
        replace(finding, id=f"{finding.id}#{copy}", rule=f"{finding.rule}{'ABCDEFGH'[copy]}")
        if copy
        else finding
        for copy in range(copies)
        for finding in found.findings
    ]
    return replace(found, findings=tuple(many[:FINDINGS]))


def _data() -> Callable[[], object]:
    from advisor.report import build_document

    engagement = _engagement()
    return lambda: build_document(engagement)


def _pdf() -> Callable[[], object]:
    from advisor.report import build_document, render_pdf

    engagement = _engagement()
    return lambda: render_pdf(build_document(engagement))


def _masked() -> Callable[[], object]:
    from advisor.report import ReportOptions, build_document, render_pdf

    engagement = _engagement()
    return lambda: render_pdf(build_document(engagement, ReportOptions(mask=True)))


def _pictures() -> Callable[[], object]:
    from advisor.report import build_document
    from advisor.report.render import pictures

    document = build_document(_engagement())
    return lambda: pictures(document)
