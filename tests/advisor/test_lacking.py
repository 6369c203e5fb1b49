"""Everything that a model lacks is asked at once."""

from __future__ import annotations

from dataclasses import replace

import pytest

from advisor.analysis import analyse
from advisor.engagement import Options
from advisor.lacking import with_model_questions
from advisor.observations import FileReading
from model.catalogue import catalogue
from model.topology import AddComponent, Component, Link, Measured, Origin, Setting, Value


def part(kind: str, name: str, parent: str | None = None, *links: Link) -> AddComponent:
    """As it is dropped on the canvas: with its defaults."""
    settings = {
        spec.name: Setting(spec.default)
        for spec in catalogue()[kind].settings
        if spec.default is not None
    }
    return AddComponent(Component(f"{kind}:{name}", kind, name, parent, settings, {}), links)


PAPER = (
    part("cpc", "CPC1"),
    part("lpar", "SYSA", "cpc:CPC1"),
    part("dasd", "DASD1"),
    part("adabas_database", "DB1", None, Link("uses", "adabas_database:DB1", "dasd:DASD1")),
)
NUCLEUS = part(
    "adabas_nucleus", "NUC1", "lpar:SYSA", Link("member", "adabas_nucleus:NUC1",
                                                "adabas_database:DB1"),
)  # fmt: skip
GIVEN: dict[tuple[str, str], Value] = {
    ("adabas_database:DB1", "setting.USERS"): 2000,
    ("lpar:SYSA", "setting.CPS"): 8,
    ("adabas_database:DB1", "setting.ZHPF"): True,
    ("adabas_database:DB1", "setting.UPDATE_SHARE"): 0.05,
    ("adabas_database:DB1", "setting.COMMIT_SHARE"): 0.06,
}


def test_what_is_built_by_hand_is_asked_for_in_one_go_and_then_has_figures() -> None:
    asked = analyse([], Options(edits=(*PAPER, NUCLEUS), bands=False))
    needed = {(q.subject, q.metric) for q in asked.installation.questions if q.needed}
    assert needed == set(GIVEN)
    assert ("dasd:DASD1", "setting.VOLUMES") in {
        (q.subject, q.metric) for q in asked.installation.questions
    }
    (work,) = asked.as_is.workloads
    assert work.not_projectable
    told = analyse([], Options(edits=(*PAPER, NUCLEUS), answers=GIVEN, bands=False))
    assert not any(q.needed for q in told.installation.questions)
    (work,) = told.as_is.workloads
    assert work.not_projectable is None
    assert work.metrics["etr_per_s"].value > 0.0


def test_usual_values_stand_in_until_somebody_tells() -> None:
    """Figures at once, questions still open, wide bands, and no advice that rests on them."""
    told = {key: value for key, value in GIVEN.items() if key[1] != "setting.USERS"}
    edits = (*PAPER, NUCLEUS)
    found = analyse([], Options(edits=edits, answers=told, provisional=True))
    asked = [(q.subject, q.metric, q.usual) for q in found.installation.questions if q.needed]
    assert asked == [("adabas_database:DB1", "setting.USERS", 500)]
    origins = {
        name: setting.origin.kind
        for name, setting in found.installation.topology["adabas_database:DB1"].settings.items()
    }
    assert origins["USERS"] == "provisional"
    assert origins["UPDATE_SHARE"] == "user"
    assert any("USERS of DB1 is 500" in said for said in found.installation.assumptions)
    (work,) = found.as_is.workloads
    response = work.metrics["response_ms"]
    assert response.high > 4.0 * response.value > 16.0 * response.low
    assert "provisional value: nobody told USERS of DB1" in response.reasons[0]
    assert found.findings == ()
    sure = analyse([], Options(edits=edits, answers=GIVEN, provisional=True))
    assert not any(q.needed for q in sure.installation.questions)
    assert not any(c.provisional for c in sure.installation.topology)
    known = sure.as_is.workloads[0].metrics["response_ms"]
    assert known.high / known.low < 0.3 * response.high / response.low


def test_of_what_no_report_is_the_other_figures_stand_in_when_one_is_told() -> None:
    """The CPU of a region did not vanish from the picture as its rate was answered."""
    region = "cics_region:CICS1"
    edits = (*PAPER[:2], part("cics_region", "CICS1", "lpar:SYSA"))
    answers: dict[tuple[str, str], Value] = {(region, "tx_per_s"): 100.0}
    found = analyse([], Options(edits=edits, answers=answers, provisional=True))
    figures = found.as_is.workloads[0].metrics
    rate, cpu = figures["etr_per_s"], figures["cpu_s_per_s"]
    assert (rate.low, rate.value, rate.high) == (100.0, 100.0, 100.0)
    assert cpu.value == pytest.approx(100.0 * 0.006)
    assert cpu.low < 0.4 * cpu.value < cpu.value < 0.4 * cpu.high
    asked = [q.metric for q in found.installation.questions if q.needed]
    assert asked == ["setting.CPS", "qr_cpu_s", "qr_dispatch_s", "tcb_cpu_s", "response_ms"]


UNREAD = FileReading("hello.txt", "0" * 64, 5, "", "", (), (), 1, refused=True)


@pytest.mark.parametrize("readings", [(), (UNREAD,)])
def test_all_that_work_put_in_by_hand_costs_is_asked_at_once_and_until_it_is_told(
    readings: tuple[FileReading, ...],
) -> None:
    """One answer made three new questions, and the second of them took the third away.

    What is left out was no longer missing, and figures of a part passed for those of the whole.
    A file that nobody could read changes nothing of it.
    """
    region, system = "cics_region:CICS1", "lpar:SYSA"
    edits = (*PAPER[:2], part("cics_region", "CICS1", "lpar:SYSA"))
    told: dict[tuple[str, str], Value] = {}
    left = {
        (region, "tx_per_s"), (region, "qr_cpu_s"), (region, "qr_dispatch_s"),
        (region, "tcb_cpu_s"), (region, "response_ms"), (system, "setting.CPS"),
    }  # fmt: skip
    while True:
        found = analyse(readings, Options(edits=edits, answers=told, bands=False))
        asked = {(q.subject, q.metric): q for q in found.installation.questions if q.needed}
        assert set(asked) == left
        if not asked:
            break
        key, question = next(iter(asked.items()))
        assert question.usual is not None
        told[key] = question.usual
        left.discard(key)
    (work,) = found.as_is.workloads
    # The usual 6 ms of a transaction in the quarter of an hour that was asked for.
    assert work.metrics["cpu_s_per_s"].value == pytest.approx(40.0 * 0.006)
    assert {"response_ms", "itr_per_cpu_s"} <= set(work.metrics)


def test_of_work_beside_reports_the_rate_is_asked_first() -> None:
    """Regions that reports only mention may be hundreds: of each one question, not four."""
    region = "cics_region:CICS1"
    edits = (*PAPER[:2], part("cics_region", "CICS1", "lpar:SYSA"))
    found = analyse([], Options(edits=edits, bands=False))
    bare = replace(found.installation, questions=())
    asked = with_model_questions(bare, found.baseline).questions
    assert {q.metric for q in asked if q.subject == region} == {"tx_per_s"}


def test_reads_and_sizes_that_nobody_told_are_no_zeros() -> None:
    """Links of a Db2 put in by hand said 0 I/Os/s, and Compare 0 MB of storage."""
    db2 = "db2_subsystem:DB2A"
    edits = (
        *PAPER[:2],
        part("db2_subsystem", "DB2A", "lpar:SYSA"),
        part("db2_bufferpool", "BP0", db2),
    )
    told: dict[tuple[str, str], Value] = {(db2, "tx_per_s"): 60.0}
    (work,) = analyse([], Options(edits=edits, answers=told, bands=False)).as_is.workloads
    assert work.metrics["etr_per_s"].value == 60.0
    reads = {"sync_reads", "sync_reads_per_s", "io_per_s", "sync_io_per_tx"}
    assert not {*reads, "storage_mb"} & set(work.metrics)
    told |= {("db2_bufferpool:BP0", "sync_reads_random"): 900.0}
    (work,) = analyse([], Options(edits=edits, answers=told, bands=False)).as_is.workloads
    assert work.metrics["io_per_s"].value == 1.0


def test_how_many_processors_there_are_stands_in_too() -> None:
    """How busy the partition is belongs to the picture that there is at once."""
    edits = (*PAPER[:2], part("cics_region", "CICS1", "lpar:SYSA"))
    found = analyse([], Options(edits=edits, provisional=True))
    (use,) = (use for use in found.as_is.resources if use.component == "lpar:SYSA")
    assert use.guessed
    assert use.low < 0.3 * use.utilization < use.utilization < 0.3 * use.high


def test_what_a_report_speaks_of_is_not_asked_for_again() -> None:
    """An interval that is not known is not that of a question which nobody was asked."""
    stated = part("cics_region", "CICS1", "lpar:SYSA")
    rate = Measured(40.0, "1/s", Origin("report", "smf", 1))
    region = replace(stated.component, measured={"tx_per_s": rate})
    edits = (*PAPER[:2], replace(stated, component=region))
    found = analyse([], Options(edits=edits, bands=False))
    assert not any(q.needed for q in found.installation.questions)
    assert set(found.installation.topology[region.id].measured) == {"tx_per_s"}


def test_a_component_that_is_lacking_is_no_question() -> None:
    """A database without nuclei asks for no number of them."""
    asked = analyse([], Options(edits=PAPER, bands=False))
    (item,) = asked.baseline.anchors
    assert item.missing is not None
    assert item.missing.setting in catalogue()
    assert not any(q.metric.startswith("adabas_nucleus") for q in asked.installation.questions)
