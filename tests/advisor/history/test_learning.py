"""From reports of several periods to constants: a Db2 pool that grew, and reads that fell more."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import pytest

from advisor.analysis import analyse, looked_back
from advisor.engagement import Options
from advisor.history.experience import past_of
from advisor.observations import FileReading, Interval, Observation
from advisor.translation.sentences import sentences_in
from app.store.analyses import packed, unpacked
from model.projection import Past, build_baseline, project
from model.topology import Scenario, SetSetting

DB2, POOL = "db2_subsystem:DB2A", "db2_bufferpool:DB2A/BP1"
FIGURES = {
    "lpar:SYSA": {"setting.CPS": 16, "setting.REAL_STORAGE_GB": 64},
    DB2: {
        "relation.parent": "lpar:SYSA",
        "tx_per_s": 250.0,
        "cpu_ms_per_tx": 6.0,
        "response_ms": 40.0,
        "duration_s": 600.0,
        "sync_io_us": 700.0,
    },
    POOL: {"relation.parent": DB2, "getpages": 9e6, "duration_s": 600.0},
}


def period(month: int, buffers: int, reads: float) -> FileReading:
    interval = Interval(f"2015-{month:02}-10T09:00:00", f"2015-{month:02}-10T09:10:00", 600.0)
    own = {**FIGURES, POOL: {**FIGURES[POOL], "setting.VPSIZE": buffers}}
    own[POOL]["sync_reads_random"] = reads
    name = f"db2-{month:02}"
    seen = tuple(
        Observation(subject, metric, value, "", name, line, "", "", interval)
        for subject, figures in own.items()
        for line, (metric, value) in enumerate(figures.items(), 1)
    )
    return FileReading(name, name, 1, "utf-8", "lines", ("db2",), seen, 9, batch=month)


MARCH, JUNE = period(3, 100_000, 300_000.0), period(6, 300_000, 176_000.0)


def reuse(readings: Sequence[FileReading]) -> float:
    known = past_of(readings, Options()).calibrations[DB2]
    return known.moved.get("reuse_mix", (0.5, 0.5))[0]


def width_after(readings: Sequence[FileReading], reading: FileReading) -> float:
    """Of reads with a pool three times as large as in the last period."""
    last = analyse([reading]).installation.topology
    (projection,) = project(
        build_baseline(last, past_of(readings, Options()) if len(readings) > 1 else Past()),
        [Scenario("more", (SetSetting(POOL, "VPSIZE", 900_000),))],
    )
    change = projection.workload(DB2).changes["sync_reads_per_s"]
    return math.log((1 + change.high / 100) / (1 + change.low / 100))


def test_reads_that_fell_more_than_projected_move_the_constant() -> None:
    engagement = analyse([MARCH, JUNE])
    assert engagement.baseline.anchor(DB2).calibration.taught
    # 195,000 reads were projected: pages are asked for again sooner here than published.
    assert 0.6 < reuse([MARCH, JUNE]) < 1.1
    told = "fitted to what earlier changes did here"
    said = [text for text in engagement.installation.assumptions if told in text]
    assert len(said) == 1
    assert "place of the misses between two laws of reuse" in said[0]
    assert "Lage der Fehlzugriffe zwischen zwei Gesetzen" in sentences_in("de").say(said[0]).text
    again = unpacked(packed(engagement), engagement.readings, engagement.name)
    (kept,) = (a.calibration for a in again.baseline.anchors if a.anchor == DB2)
    assert kept.moved == engagement.baseline.anchor(DB2).calibration.moved
    assert (
        kept.draws(64).values == engagement.baseline.anchor(DB2).calibration.draws(64).values
    ).all()


def test_bands_of_the_next_change_narrow_where_it_was_met_and_widen_where_it_was_missed() -> None:
    met, missed = period(6, 300_000, 195_000.0), period(6, 300_000, 60_000.0)
    shipped = width_after([met], met)
    assert width_after([MARCH, met], met) < 0.97 * shipped
    assert width_after([MARCH, missed], missed) > 1.03 * width_after([missed], missed)


@pytest.mark.parametrize("third", [140_000.0, 176_000.0])
def test_a_third_period_goes_on_from_the_second(third: float) -> None:
    """Constants are those of all changes: the second moves on from where the first left them."""
    later = period(9, 350_000, third)
    two, three = reuse([MARCH, JUNE]), reuse([MARCH, JUNE, later])
    if third < 150_000:
        assert three > two
    else:
        assert three < two


def renamed(reading: FileReading) -> FileReading:
    """The same reports of another customer, whose database happens to have the same name."""
    seen = tuple(
        replace(
            item,
            subject=item.subject.replace("SYSA", "PRD1"),
            value="lpar:PRD1" if item.value == "lpar:SYSA" else item.value,
        )
        for item in reading.observations
    )
    return replace(reading, observations=seen)


def test_reports_of_another_installation_are_not_compared_and_teach_nothing() -> None:
    both = [MARCH, renamed(JUNE)]
    past = past_of(both, Options())
    assert past == Past()
    (outcome,) = looked_back(analyse(both)).outcomes
    assert "(SYSA) is in the later ones (PRD1)" in outcome.doubt
    assert outcome.compared == outcome.carried == outcome.worse == ()
