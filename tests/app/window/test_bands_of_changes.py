"""Bands of a curve are those of the change; at another load there is none before it is known."""

from __future__ import annotations

import pytest

from advisor.analysis import analyse
from advisor.engagement import Options
from app.window.canvas.loads import central
from app.window.document import State, editing
from app.window.document.templates import templates
from app.window.shell.charts import metric_series
from app.window.whatif.sweeps import Axis
from model.catalogue import catalogue
from model.projection import project
from model.topology import Scenario, SetSetting

DATABASE = "adabas_database:10"


@pytest.fixture(scope="module")
def cluster(qapp):
    """The cluster of the template, built by hand: its baseline and the as-is with its band."""
    from app.window.document import Document

    document = Document(catalogue())
    document.load(State(title="By hand"), None)
    clip = next(t for t in templates() if t.id == "adabas-als").clip(document.catalogue)
    assert editing.paste(document, clip, None, measured=True) is None
    baseline = analyse([], Options(edits=document.state.edits, bands=False)).baseline
    (as_is,) = project(baseline, [Scenario("")])
    return baseline, as_is


def nuclei(*counts: int) -> list[Scenario]:
    return [Scenario(f"{n}", (SetSetting(DATABASE, "NUCLEI", n),)) for n in counts]


def test_a_curve_has_no_wider_band_than_its_change_where_nothing_was_measured(cluster) -> None:
    """A point at today's 8 nuclei, and 123,500 … 644,600 at 9: a bow tie."""
    baseline, as_is = cluster
    swept = project(baseline, nuclei(9, 10))
    axis = Axis(DATABASE, "NUCLEI", (8, 9, 10), "")
    series = metric_series((as_is, *swept), axis, DATABASE, "etr_per_s", "ETR", as_is)
    today = as_is.workload(DATABASE).metrics["etr_per_s"]
    assert today.high / today.low > 2.0, "the figure itself is of usual values"
    assert (series.lows[0], series.highs[0]) == (today.value, today.value)
    for n, one in enumerate(swept, 1):
        change = one.workload(DATABASE).changes["etr_per_s"]
        assert series.lows[n] == pytest.approx(today.value * (1 + change.low / 100), rel=1e-6)
        assert series.highs[n] == pytest.approx(today.value * (1 + change.high / 100), rel=1e-6)


def test_at_another_load_no_part_of_a_band_passes_for_all_of_it(kit) -> None:
    """Without the constants' scatter a response had +16 … +35 % of −41 … +201 %."""
    (banded,) = kit.fake_project(kit.make_engagement().baseline, [Scenario("x")])
    plain = central(banded)
    for before, after in zip(banded.workloads, plain.workloads, strict=True):
        for figures, was in ((after.metrics, before.metrics), (after.changes, before.changes)):
            assert figures.keys() == was.keys()
            assert all(x.low == x.value == x.high for x in figures.values())
            assert all(figures[name].value == x.value for name, x in was.items())
    assert plain.resources == banded.resources
