"""A change's band on the Compare page is that of the report, figure by figure and unit by unit."""

from __future__ import annotations

import pytest

from advisor.report.options import ReportOptions
from advisor.report.writer import Writer
from app.window.metrics import metric_name
from model.projection import Projection
from model.topology import Scenario
from tests.app.window import tour

PLAN = "The plan"


@pytest.fixture(scope="module")
def window(qapp, kept_sample, tmp_path_factory):
    del qapp
    yield from tour.sample_window(kept_sample, tmp_path_factory.mktemp("session"))


@pytest.mark.thorough
def test_compare_shows_the_plan_with_the_bands_of_the_report(qtbot, window) -> None:
    document = window.session.document
    engagement = document.engagement
    plan = engagement.plan
    chosen = {one.id: one for one in engagement.findings}
    changes = tuple(change for name in plan.findings for change in chosen[name].changes)
    document.add_scenario(Scenario(PLAN, changes))
    window.show_page("compare")
    page = window.pages["compare"]
    qtbot.waitUntil(lambda: banded(page.projections.get(PLAN)), timeout=60_000)
    writer = Writer(engagement, ReportOptions())
    wide = []
    for anchor, effects in plan.workloads.items():
        document.show_anchor(anchor)
        heads, column = page.table.heads(down=True), page.table.heads().index(PLAN)
        for effect in effects:
            head = metric_name(effect.metric)
            if head not in heads:
                continue
            row = writer.effect_row(effect, anchor)
            figure, _, band = page.table.text(heads.index(head), column).partition("\n")
            assert figure.startswith(row["after"]), (anchor, effect.metric)
            assert band.removesuffix("–") == row["band"].strip("()"), (anchor, effect.metric)
            wide += [row["unit"]] if row["band"] else []
    assert len(wide) >= 20
    # Of times and storage too, which are printed in larger or smaller units than they are kept in.
    assert {"GB", "µs"} & set(wide)


def banded(projection: Projection | None) -> bool:
    """Whether the bands have arrived: figures without come first."""
    works = () if projection is None else projection.workloads
    return any(one.high > one.low for work in works for one in work.metrics.values())
