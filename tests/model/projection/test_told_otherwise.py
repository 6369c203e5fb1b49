"""Nothing usual stands in for what a document tells otherwise, or tells and is not believed."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest

from model.catalogue import catalogue
from model.projection import Baseline, build_baseline
from model.projection.provisional import stand_ins, with_the_rest
from model.topology.documents import installation_from


def told(kind: str, measured: Mapping[str, float]) -> Baseline:
    """An installation of one partition with one workload, as a document states it."""
    partition = {"id": "A", "kind": "lpar", "name": "A", "settings": {"CPS": 4}}
    partition["measured"] = {"cp_busy_pct": 50.0}
    work = {"id": "W", "kind": kind, "name": "W", "parent": "A", "measured": {**measured}}
    document = {"format": "plexwright-installation/1", "components": [partition, work]}
    topology = installation_from(json.dumps(document), catalogue())
    return with_the_rest(build_baseline(topology))


def rate(baseline: Baseline) -> float | None:
    (item,) = baseline.anchors
    assert item.evaluation is not None
    found = item.evaluation.metrics.get("etr_per_s")
    return None if found is None else float(found[0, 0])


def test_transactions_of_an_interval_say_how_many_a_second() -> None:
    """40 a second, as is usual, stood there beside the 90,000 of 900 seconds."""
    figures = {
        "transactions": 90_000.0,
        "duration_s": 900.0,
        "qr_cpu_s": 270.0,
        "qr_dispatch_s": 315.0,
        "tcb_cpu_s": 300.0,
        "response_ms": 25.0,
    }
    found = told("cics_region", figures)
    assert rate(found) == pytest.approx(100.0)
    assert not list(stand_ins(found.topology))
    assert not found.doubts


def test_commits_and_cpu_of_an_interval_say_those_of_a_transaction() -> None:
    figures = {"commits": 90_000.0, "duration_s": 900.0, "cpu_s": 450.0, "response_ms": 25.0}
    found = told("db2_subsystem", figures)
    assert rate(found) == pytest.approx(100.0)
    assert not list(stand_ins(found.topology))


def test_work_of_whose_rate_nothing_was_told_gets_none() -> None:
    found = told("mq_manager", {"cpu_s": 40.0, "duration_s": 900.0})
    assert not list(stand_ins(found.topology))


def test_a_response_that_is_not_believed_is_not_replaced_by_a_usual_one() -> None:
    """The doubt spoke of a measured response of 30 ms where 60 were told."""
    figures = {
        "tx_per_s": 100.0,
        "duration_s": 900.0,
        "cpu_ms_per_tx": 5.0,
        "sync_io_per_tx": 20.0,
        "sync_io_us": 3_300.0,
        "response_ms": 60.0,
    }
    found = told("db2_subsystem", figures)
    (doubt,) = found.doubts
    assert "60 ms" in doubt
    assert not list(stand_ins(found.topology))
