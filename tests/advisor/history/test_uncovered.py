"""Periods that cannot be projected, and earlier reports of fewer nuclei, are no growth."""

from __future__ import annotations

from dataclasses import replace

import pytest

from advisor.engagement import Options
from advisor.history.beside import apart, beside, measured_in_both, more
from advisor.history.experience import alone
from advisor.history.outcome import _unprojected
from advisor.observations import FileReading
from model.projection import Baseline
from model.projection.baseline import AnchorBaseline

DATABASE = "adabas_database:10"
COUNT = {(DATABASE, "NUCLEI"): 8}


def _of(readings: tuple[FileReading, ...], *names: str) -> Baseline:
    kept = [one for one in readings if any(name in one.file for name in names)]
    return alone(kept, Options())


@pytest.fixture(scope="module")
def whole(sample_readings) -> Baseline:
    return _of(sample_readings, "ada10", "rmf", "mail")


def test_a_period_that_cannot_be_projected_says_why_and_is_laid_beside_all_the_same(
    sample_readings, whole
) -> None:
    """ "No figure was measured in both periods" was said of it, and 4 → 8 was +100 % of load."""
    four = _of(sample_readings, *(f"nuc{n}" for n in range(1, 5)), "rmf", "mail")
    assert four.anchor(DATABASE).not_projectable
    (missed,) = _unprojected(four, whole, ("2015-03-17", "2015-08-18"))
    said = missed.sentence
    assert said.startswith("the period of 2015-03-17 cannot be projected: 10: ADADB010CACHE")
    assert "2015-08-18" not in said
    # Of sums over other nuclei only ratios are compared.
    assert "measured in both periods: Internal throughput (ITR) 33,680 → 33,660 1/CPU s" in said
    metrics = {metric for metric, _was, _now in measured_in_both(four, whole, DATABASE)}
    assert "itr_per_cpu_s" in metrics
    assert "etr_per_s" not in metrics
    assert not beside(four, whole).load


def test_more_nuclei_than_before_are_new_where_advice_or_a_report_shows_it(
    sample_readings, whole
) -> None:
    def bare(baseline: Baseline) -> Baseline:
        """Without RMF's requests to the structures: nobody can tell."""
        site = baseline.topology
        structures = [replace(one, measured={}) for one in site.of_kind("cf_structure")]
        return replace(baseline, topology=site.with_components(structures))

    gone = [f"adabas_nucleus:10-{n}" for n in range(5, 9)]
    site = whole.topology
    for name in gone:
        site = site.without_component(name)
    four = replace(whole, topology=site)
    assert more(bare(four), whole, DATABASE, {})
    assert apart(bare(four), whole, DATABASE, {})
    assert not more(bare(four), whole, DATABASE, COUNT)
    assert not more(whole, whole, DATABASE, {})
    # RMF's requests are what these four make: the others came later.
    halved = []
    for one in site.of_kind("cf_structure"):
        told = {
            name: replace(found, value=0.5 * float(found.value))
            for name, found in one.measured.items()
            if name in ("requests_per_s", "requests_per_s.SYSA")
        }
        halved.append(replace(one, measured=told))
    shown = replace(four, topology=site.with_components(halved))
    assert isinstance(shown.anchor(DATABASE), AnchorBaseline)
    assert not more(shown, whole, DATABASE, {})
