"""A finding's worth without a report: what all reports make of it lies in its band."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator
from functools import cache

import pytest

from advisor.analysis import Groundwork, groundwork
from advisor.engagement import Options
from advisor.findings import Finding
from advisor.worth import scale_of, valued
from tests.remembering import readings

ROUNDED = 0.02
NAMED = {
    # Of a nucleus that no report shows nobody knows what its caches give back.
    ("ADA-013", "storage_saved_gb"),
    # The storage of a nucleus that no report shows counts as that of other work, which an unused
    # large frame area helps as well, but otherwise.
    ("ADA-023", "paging_per_s"),
    ("ADA-023", "work_plog_writes_per_s"),
    ("ADA-023", "structure_full_pressure"),
}
"""Exceptions by rule and figure."""


@cache
def ground(*left_out: str) -> Groundwork:
    return groundwork(tuple(r for r in readings() if r.file not in left_out), Options())


def found(*left_out: str) -> dict[str, Finding]:
    at = ground(*left_out)
    scale = scale_of(at.installation.topology, at.as_is)
    return {f.id: f for f in valued(at.advice.findings, scale)}


def told(finding: Finding) -> Iterator[tuple[str, float, float, float]]:
    """Figures with their bands: changes in per cent, and the worth."""
    for effect in finding.projection:
        if (change := effect.change) is not None:
            yield effect.metric, change.value, change.low, change.high
    for metric, worth in (finding.worth.figures if finding.worth else {}).items():
        yield metric, worth.value, worth.low, worth.high


def strays(left_out: Collection[str]) -> list[str]:
    """Figures of which the one with all reports is not in the band without some."""
    whole = found()
    said = []
    for name, finding in found(*left_out).items():
        if name in whole and whole[name].changes != finding.changes:
            continue  # of another amount
        full = {m: value for m, value, _, _ in told(whole[name])} if name in whole else {}
        for metric, _, low, high in told(finding):
            value = full.get(metric, math.nan)
            room = ROUNDED * abs(value) + 0.1
            if (finding.rule, metric) not in NAMED and (value < low - room or value > high + room):
                said.append(f"{name} {metric}: {value:.4g} not in {low:.4g}…{high:.4g}")
    return said


@pytest.mark.parametrize("left_out", ["rmf-sysb.txt", "rmf-sysa.fb133.ebcdic"])
def test_without_a_report_the_band_holds_what_it_would_say(left_out: str) -> None:
    assert not strays([left_out])


@pytest.mark.thorough
@pytest.mark.parametrize("left_out", [r.file for r in readings()])
def test_without_any_report_the_band_holds_what_it_would_say(left_out: str) -> None:
    assert not strays([left_out])


@pytest.mark.thorough
@pytest.mark.parametrize(
    "left_out",
    [
        ("rmf-sysa.fb133.ebcdic", "rmf-sysb.txt"),
        ("mail-displays.eml", "rmf-sysplex.txt"),
        ("mail-displays.eml", "ada10-nuc1.txt"),
        ("rmf-sysb.txt", "ada10-nuc8.txt"),
        ("rmf-sysb.txt", "netwk-sysb.txt"),
        ("cics-aor1-dfh0stat.txt", "rmf-sysplex.txt"),
        ("ims-monitor.txt", "rmf-sysplex.txt"),
    ],
)
def test_without_two_reports_the_band_holds_what_they_would_say(left_out: tuple[str, str]) -> None:
    assert not strays(left_out)


def test_what_ends_paging_is_not_worth_what_a_small_part_of_it_is() -> None:
    """The model explained 186 of 9,840 pages a second, and ending them was worth 0 to 0 %."""
    (paging,) = [f for f in found("rmf-sysb.txt").values() if f.rule == "ZOS-001"]
    assert [e.metric for e in paging.projection] == ["paging_per_s"]
    assert paging.worth is None
    (note,) = [str(n) for n in paging.notes if "cannot say what" in n]
    assert "explains 185.6 of 9,840 pages/s" in note
    assert "SYSB: no report says how many CPs it has" in note


def test_a_published_gain_in_the_model_s_place_may_be_none() -> None:
    (whole,) = [f for f in found().values() if f.rule == "ADA-017"]
    (alone,) = [f for f in found("rmf-sysb.txt").values() if f.rule == "ADA-017"]
    told_alone, told_whole = alone.effect("etr_per_s"), whole.effect("etr_per_s")
    assert told_alone is not None
    assert told_whole is not None
    assert (told_alone.after.basis, told_whole.after.basis) == ("published", "model")
    assert told_alone.after.low == told_alone.before
    assert any("SYSB: no report says how many CPs" in str(n) for n in alone.notes)


def test_a_wait_that_nobody_measured_is_worth_nothing_that_is_told() -> None:
    """The queue that a model has before message regions was worth 379,100 s a day and led a list.

    With the response measured the same change is worth 8,073 s.
    """
    (whole,) = [f for f in found().values() if f.rule == "IMS-008"]
    (alone,) = [f for f in found("rmf-sysplex.txt").values() if f.rule == "IMS-008"]
    assert whole.worth is not None
    assert "waiting_saved_s_per_day" in whole.worth.figures
    assert alone.worth is None or "waiting_saved_s_per_day" not in alone.worth.figures
    told_alone = alone.effect("response_ms")
    assert told_alone is not None
    assert told_alone.after.high > 0.98 * told_alone.before
