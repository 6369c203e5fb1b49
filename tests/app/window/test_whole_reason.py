"""Why there are no figures stands in the strip whole, however many sentences it is."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication

REASON = (
    "10: ADADB010CACHE served 122,698 requests a second (rmf-sysplex.txt:25) where its 1 known "
    "nuclei made 15,247 (ada10-nuc1.txt:309); SYSB makes 61,239 requests a second to "
    "ADADB010CACHE (rmf-sysplex.txt:102), and none of them runs there; KCG21 did 80,213 I/Os a "
    "second (rmf-sysa.fb133.ebcdic:243), of which they explain 10,015. Reports of nuclei are "
    "missing: 8 nuclei like the 1 known ones would do as much. How many has the cluster? Their "
    "number or, better, their reports decide what every change is worth"
)


def test_a_reason_of_many_lines_is_not_cut(qtbot, window, session, kit) -> None:
    """Its last two of five lines, with the question in them, were below the edge: the height that
    keeps the page in its place stood in place of what the sentence needs."""
    document, strip = session.document, window.strip
    engagement = document.engagement
    (work,) = engagement.as_is.workloads
    low = strip.height()
    gap = replace(work, metrics={}, not_projectable=REASON, bottleneck=None)
    document.set_engagement(
        replace(engagement, as_is=replace(engagement.as_is, workloads=(gap,), bottleneck=None))
    )
    document.show_anchor(kit.DATABASE)
    for _ in range(5):
        QApplication.processEvents()
    why, area = strip.why, strip.parentWidget().parentWidget()
    assert why.height() >= why.heightForWidth(why.width())
    foot = why.mapTo(area, QPoint(0, why.height())).y()
    assert foot <= area.height(), "nothing of it is below the edge"
    document.set_engagement(engagement)
    for _ in range(5):
        QApplication.processEvents()
    assert strip.height() == low, "figures take no more room than they did"


def test_a_workload_with_storage_alone_does_not_hide_why_there_are_no_figures(
    window, session, kit
) -> None:
    """After a queue manager's print was pasted beside reports of a database that lacks nuclei, all
    figures were dashes without a word: the largest was the queue manager."""
    document, strip = session.document, window.strip
    engagement = document.engagement
    (work,) = engagement.as_is.workloads
    etr = work.metrics["etr_per_s"]
    gap = replace(work, metrics={}, not_projectable=REASON, bottleneck=None)
    other = replace(work, anchor="lpar:SYSA", metrics={"storage_mb": etr}, bottleneck=None)
    as_is = replace(engagement.as_is, workloads=(gap, other), bottleneck=None)
    assert as_is.principal == other
    document.set_engagement(replace(engagement, as_is=as_is))
    assert strip.why.isVisibleTo(window)
    assert strip.why.text().startswith(REASON[:40])
    assert strip.enter.isVisibleTo(window)
    assert not strip.bound.isVisibleTo(window)
    document.set_engagement(engagement)
    assert not strip.why.isVisibleTo(window)
