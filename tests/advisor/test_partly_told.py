"""What nobody told of work is not none: it stands in with its width, or has no figure at all."""

from __future__ import annotations

from dataclasses import replace

import pytest

from advisor.analysis import analyse
from advisor.engagement import Engagement, Options
from model.catalogue import catalogue
from model.topology import AddComponent, Component, Link, Setting, Value

REGION, DB2, LPAR = "cics_region:CICS1", "db2_subsystem:DB2A", "lpar:SYSA"
Told = dict[tuple[str, str], Value]


def part(kind: str, name: str, parent: str | None = None) -> AddComponent:
    """As it is dropped on the canvas: with its defaults."""
    specs = catalogue()[kind].settings
    known = {spec.name: Setting(spec.default) for spec in specs if spec.default is not None}
    return AddComponent(Component(f"{kind}:{name}", kind, name, parent, known, {}))


SHOP = (part("cpc", "CPC1"), part("lpar", "SYSA", "cpc:CPC1"))
CICS = (*SHOP, part("cics_region", "CICS1", LPAR))


def found(edits: tuple[AddComponent, ...], told: Told) -> Engagement:
    return analyse([], Options(edits=edits, answers=told))


def test_cpu_of_other_tcbs_that_nobody_told_is_in_the_band_and_asked_still() -> None:
    """The CPU of the QR TCB passed for that of the region, without a band."""
    told: Told = {
        (LPAR, "setting.CPS"): 16,
        (REGION, "tx_per_s"): 120.0,
        (REGION, "qr_cpu_s"): 162.0,
        (REGION, "qr_dispatch_s"): 216.0,
    }
    engagement = found(CICS, told)
    cpu = engagement.as_is.workloads[0].metrics["cpu_s_per_s"]
    assert cpu.low == pytest.approx(162.0 / 900.0)
    assert cpu.high >= 4.0 * cpu.low
    assert "nobody told tcb_cpu_s of CICS1" in cpu.reasons[0]
    asked = [q.metric for q in engagement.installation.questions if q.needed]
    assert asked == ["tcb_cpu_s", "response_ms"]
    # Of a response that nobody told the region's own CPU and queues are a part only: what is usual
    # stands in for what a person was asked, a document's has the model's own band.
    response = engagement.as_is.workloads[0].metrics["response_ms"]
    assert response.value == pytest.approx(30.0)
    assert response.low < 10.0
    assert response.high > 100.0
    (use,) = (one for one in engagement.as_is.resources if one.component == LPAR)
    assert use.guessed
    told[REGION, "tcb_cpu_s"] = 270.0
    sure = found(CICS, told).as_is.workloads[0].metrics["cpu_s_per_s"]
    assert (sure.low, sure.value, sure.high) == pytest.approx((0.3, 0.3, 0.3))


def test_of_work_of_which_only_the_rate_was_told_nothing_stands_in() -> None:
    engagement = found(CICS, {(REGION, "tx_per_s"): 120.0})
    assert set(engagement.as_is.workloads[0].metrics) == {"etr_per_s"}
    assert not any(one.provisional for one in engagement.installation.topology)


def test_a_partition_says_whose_cpu_nobody_told() -> None:
    """It was 1.8 % busy of 16 CPs while two Db2 of unknown CPU ran in it."""
    told: Told = {
        (LPAR, "setting.CPS"): 16,
        (DB2, "tx_per_s"): 240.0,
        (REGION, "tx_per_s"): 120.0,
        (REGION, "qr_cpu_s"): 162.0,
        (REGION, "qr_dispatch_s"): 216.0,
        (REGION, "tcb_cpu_s"): 270.0,
    }
    edits = (*CICS, part("db2_subsystem", "DB2A", LPAR), part("db2_bufferpool", "BP0", DB2))
    (use,) = (one for one in found(edits, told).as_is.resources if one.component == LPAR)
    assert use.high == 1.0
    assert not use.binds
    assert use.lacking == "without DB2A, of whose CPU nobody told"
    told |= {(DB2, "cpu_ms_per_tx"): 5.0}
    (use,) = (one for one in found(edits, told).as_is.resources if one.component == LPAR)
    assert use.lacking == "without what else runs there: no report says how busy it is"
    told |= {(LPAR, "cp_busy_pct"): 12.0}
    (use,) = (one for one in found(edits, told).as_is.resources if one.component == LPAR)
    assert use.lacking == ""
    assert use.high < 0.2


@pytest.mark.parametrize(
    ("edits", "told", "unknown"),
    [
        (
            (part("mq_manager", "QM1", LPAR), part("mq_bufferpool", "BP0", "mq_manager:QM1")),
            {("mq_manager:QM1", "messages_per_s"): 100.0},
            {"sync_page_ios", "pageset_delay_s", "io_per_s"},
        ),
        (
            (part("db2_subsystem", "DB2A", LPAR),),
            {(DB2, "tx_per_s"): 60.0, (DB2, "cpu_ms_per_tx"): 5.0},
            {"storage_mb", "io_per_s"},
        ),
        (
            (part("dfsort_job", "S1", LPAR),),
            {("dfsort_job:S1", "elapsed_s"): 300.0, ("dfsort_job:S1", "work_tracks"): 30000.0},
            {"in_storage", "storage_mb"},
        ),
        (
            (part("natural_session", "N1", LPAR),),
            {("natural_session:N1", "srb_switches"): 1e6},
            {"counted_switches", "database_calls"},
        ),
    ],
)
def test_what_nobody_counted_is_no_zero(
    edits: tuple[AddComponent, ...], told: Told, unknown: set[str]
) -> None:
    (work,) = found((*SHOP, *edits), told).as_is.workloads
    assert work.metrics
    assert not unknown & set(work.metrics)


def test_the_response_of_a_message_region_is_asked_for_beside_its_schedules() -> None:
    """That of schedules alone, 0.9 ms, passed for the whole."""
    region = "ims_region:MPR1"
    edits = (*SHOP, part("ims_system", "IMSA", LPAR), part("ims_region", "MPR1", "ims_system:IMSA"))
    told: Told = {
        (region, "transactions"): 9000.0,
        (region, "schedules"): 2700.0,
        (region, "schedule_to_first_call_us"): 3000.0,
    }
    engagement = found(edits, told)
    response = engagement.as_is.workloads[0].metrics["response_ms"]
    assert response.high > 20.0 * response.low > 20.0 * 0.9
    asked = {q.metric for q in engagement.installation.questions if q.needed}
    assert {"elapsed_us", "transaction_cpu_us"} <= asked


def test_nuclei_of_an_unknown_database_are_lacking_in_their_partition() -> None:
    told: Told = {
        (LPAR, "setting.CPS"): 16,
        (REGION, "tx_per_s"): 120.0,
        (REGION, "qr_cpu_s"): 162.0,
        (REGION, "qr_dispatch_s"): 216.0,
        (REGION, "tcb_cpu_s"): 270.0,
    }
    database, nucleus = part("adabas_database", "DB1"), part("adabas_nucleus", "N1", LPAR)
    member = Link("member", nucleus.component.id, database.component.id)
    edits = (*CICS, database, replace(nucleus, links=(member,)))
    (use,) = (one for one in found(edits, told).as_is.resources if one.component == LPAR)
    assert use.lacking == "without DB1, of whose CPU nobody told"


def test_a_session_that_uses_no_ziip_is_not_asked_again_whether_it_does() -> None:
    session = "natural_session:N1"
    edits = (*SHOP, part("natural_session", "N1", LPAR))
    asked = {q.metric for q in found(edits, {}).installation.questions if q.needed}
    assert "setting.ZIIP" in asked
    told: Told = {(session, "setting.ZIIP"): False}
    asked = {q.metric for q in found(edits, told).installation.questions if q.needed}
    assert "setting.ZIIP" not in asked
