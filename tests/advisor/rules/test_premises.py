"""Advice whose premise the product's documentation or the reports themselves deny."""

from __future__ import annotations

import pytest

from advisor.findings import Finding, RuleOutcome
from model.topology import Topology
from tests.advisor.rules import report_text
from tests.advisor.rules.builders import advise, part, topology
from tests.advisor.rules.report_text import edited
from tests.advisor.rules.reports import db2, ims, mq


def judged(base: Topology, rule: str) -> tuple[list[Finding], RuleOutcome]:
    findings, outcomes = advise(base)
    return [finding for finding in findings if finding.rule == rule], outcomes[rule]


def far(size: int, right_sizing: bool | None = None) -> Topology:
    stack = {} if right_sizing is None else {"DYNAMIC_RIGHT_SIZING": right_sizing}
    figures = {"bytes_in": 2.1e9, "bytes_out": 4e3, "rtt_ms": 38.2}
    return topology(
        part("lpar", "SYSA", None, {"OPSYS": "z/OS"}),
        part("tcpip_stack", "TCPIP", "lpar:SYSA", stack),
        part(
            "tcp_connection", "TCPIP/1", "tcpip_stack:TCPIP", {"RECEIVEBUFFERSIZE": size}, figures
        ),
    )


@pytest.mark.parametrize(
    ("size", "right_sizing", "wanted"),
    [
        (65_536, None, None),
        (65_536, True, None),
        (65_536, False, 2_097_152),
        (16_384, None, 65_536),
    ],
)
def test_a_window_that_the_stack_widens_itself_is_left_alone(
    size: int, right_sizing: bool | None, wanted: int | None
) -> None:
    """2 MB for a whole stack were advised where Dynamic Right Sizing gives them by itself."""
    found, outcome = judged(far(size, right_sizing), "TCP-003")
    assert [change.value for finding in found for change in finding.changes] == (
        [] if wanted is None else [wanted]
    )
    assert found or "Dynamic Right Sizing" in outcome.sentence
    for finding in found:
        rates = [e for e in finding.projection if e.metric == "throughput_bytes_per_s"]
        assert not rates, "nobody measured how fast it is"


def accounted(response_ms: float, model: str) -> Topology:
    reads = {"sync_io_per_tx": 33.2, "sync_io_us": 743.0, "sync_io_wait_pct": 25.0}
    return topology(
        part("cpc", "C1", None, {"MODEL": model, "CPS": 4}),
        part("lpar", "SYSA", "cpc:C1", {"OPSYS": "z/OS"}, {"cp_busy_pct": 40.0}),
        part("dasd", "D1", None, {}, {"read_hit_pct.S1": 96.0}),
        part("db2_subsystem", "DB2P", "lpar:SYSA", {}, {**reads, "response_ms": response_ms}),
    )


@pytest.mark.parametrize(
    ("response_ms", "model", "fires"),
    [(630.0, "3906-M01", False), (60.0, "3906-M01", True), (60.0, "2827-HA1", False)],
)
def test_zhyperlink_is_for_reads_that_count_on_machines_that_have_it(
    response_ms: float, model: str, fires: bool
) -> None:
    """A share of another report made 3.9 % of the response 25, on a machine without links."""
    assert bool(judged(accounted(response_ms, model), "DSK-003")[0]) is fires


def shared(cps: int, busy: float | None) -> Topology:
    figures = {} if busy is None else {"cp_busy_pct": busy}
    return topology(
        part("cpc", "C1", None, {"CPS": 4}),
        *(
            part("lpar", name, "cpc:C1", {"CPS": cps, "OPSYS": "z/OS"}, figures)
            for name in ("SYSA", "SYSB", "SYSC", "SYSD")
        ),
    )


def test_processors_are_taken_from_partitions_that_can_do_without() -> None:
    """No partition was named, and no number of CPs that stay."""
    ((finding,), _) = judged(shared(4, 25.0), "PRS-001")
    lines = [line for text in finding.change_texts for line in text.syntax.split("\n")]
    assert lines == [
        "RO SYSA,CONFIG <CPU|CORE>(<CPU id>),OFFLINE",
        "HMC Image Profile SYSA > Processor: General Initial=2",
        "RO SYSB,CONFIG <CPU|CORE>(<CPU id>),OFFLINE",
        "HMC Image Profile SYSB > Processor: General Initial=2",
    ]
    back = "\n".join(finding.back_out_commands)
    assert "HMC Image Profile SYSA > Processor: General Initial=4" in back
    assert finding.slight == ""


@pytest.mark.parametrize(
    ("cps", "busy", "why"), [(4, None, "no report tells"), (6, 20.0, "one of both is wrong")]
)
def test_no_processor_is_taken_on_figures_in_doubt(cps: int, busy: float | None, why: str) -> None:
    ((finding,), _) = judged(shared(cps, busy), "PRS-001")
    assert why in finding.slight


def test_what_is_too_risky_for_one_is_not_done_by_another() -> None:
    """zHPF was left out for a database of unknown kind and switched on for its system."""
    system = part("lpar", "SYSA", None, {"OPSYS": "z/OS", "ZHPF": False})
    alone = judged(topology(system), "DSK-002")[0]
    beside = judged(topology(system, part("adabas_database", "77")), "DSK-002")[0]
    assert [finding.risk.level for finding in (*alone, *beside)] == ["medium", "high"]


@pytest.mark.parametrize(("ins", "planned"), [(40_212.0, False), (2_000_000.0, True)])
def test_few_page_ins_of_many_getpages_are_told_and_not_planned(ins: float, planned: bool) -> None:
    """0.08 % stopped the buffer pool that Db2's own simulation had asked for."""
    pool = part(
        "db2_bufferpool",
        "DB2P/BP1",
        "db2_subsystem:DB2P",
        {},
        {"page_ins_read": ins, "getpages": 49_900_000.0},
    )
    ((finding,), _) = judged(topology(part("db2_subsystem", "DB2P"), pool), "DB2-009")
    assert (finding.slight == "") is planned


def test_a_region_waits_for_input_after_a_look_at_what_it_runs() -> None:
    """PWFI=Y came first: MODE=SNGL, DOPT and PROCLIM, which it rests on, are in no report."""
    found = report_text.advise(ims.IMSA).of("IMS-008")
    for finding in found:
        first, *_ = finding.change_texts
        assert first.syntax.startswith("QUERY TRAN NAME(*) SHOW(ALL)\nQUERY PGM")
        assert any("No report tells the commit mode" in said for said in finding.caveats)
    assert found


@pytest.mark.parametrize(
    ("printed", "storage", "looked_at"),
    [
        ("VRM:800", "n/a", ["!MQA1 DISPLAY SYSTEM", "CSQY220I"]),
        ("VRM:900", "n/a", ["!MQA1 DISPLAY SYSTEM", "CSQY220I"]),
        ("VRM:910", "n/a", ["CSQY220I"]),
        # What is above the bar is told: nobody is sent to look it up.
        ("VRM:900", ">10GB", ["!MQA1 DISPLAY SYSTEM"]),
    ],
)
def test_a_pool_moves_above_the_bar_after_a_look_at_what_it_needs(
    printed: str, storage: str, looked_at: list[str]
) -> None:
    """OPMODE NEWFUNC and storage above the bar were prerequisites that nobody had measured."""
    prints = edited(mq.MQA1, {"VRM:800": printed, ">10GB": storage})
    said = [one for finding in report_text.advise(prints).of("MQ-001") for one in finding.caveats]
    first = [
        text.syntax
        for finding in report_text.advise(prints).of("MQ-001")
        for text in finding.change_texts
        if text.setting in ("OPMODE", "MEMLIMIT")
    ]
    assert len(first) == len(looked_at)
    assert all(part in text for part, text in zip(looked_at, first, strict=True))
    assert any("OPMODE NEWFUNC" in one for one in said) is ("DISPLAY SYSTEM" in looked_at[0])


FULL = "DSNB786I  -DB2P   WRITES\n                 FAILED DUE TO LACK OF STORAGE         = {}\n"


@pytest.mark.parametrize(("failed", "setting"), [("0", "RATIO"), ("6", "SIZE_MB"), ("", "RATIO")])
def test_a_ratio_is_raised_after_a_look_at_the_data_pages_that_it_takes(
    failed: str, setting: str
) -> None:
    """Twice the ratio was a step where no report told whether writes fail for lack of storage."""
    told = {"DSNB787I": (FULL.format(failed) if failed else "") + "DSNB787I"}
    (finding,) = report_text.advise(edited(db2.GROUP, told)).of("DB2-004")
    *first, change = finding.change_texts
    assert change.setting == setting
    looks = [text.syntax for text in first if text.setting == "ENTRIES"]
    assert looks == ([] if failed else ["-DISPLAY GROUPBUFFERPOOL(GBP1) GDETAIL(*)"])
    assert any("whether writes fail" in said for said in finding.caveats) is not bool(failed)
