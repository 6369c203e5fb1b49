"""Shops whose pools are too small: what would not open, would fill up, or promises too much."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache

import pytest

from advisor.engagement import Engagement
from advisor.findings import Finding
from advisor.report.command_files import command_files
from tests.advisor.plan.test_shops import INTERVAL, found, made, part, system, taken

REGION = "cics_region:AOR"


def typed(finding: Finding) -> str:
    return "\n".join(text.syntax for text in finding.change_texts)


@cache
def vsam() -> Engagement:
    """A pool of 64 buffers on which requests wait, and an NSR file with larger CIs than it has."""
    return made(
        "vsam",
        [
            *system("VSE1", {"OPSYS": "z/VSE"}),
            part(
                "cics_region",
                "AOR",
                "lpar:VSE1",
                {"PLATFORM": "z/VSE", "MXT": 60},
                {**INTERVAL, "transactions": 45_000, "qr_cpu_s": 380, "qr_dispatch_s": 650,
                 "response_ms": 240},
            ),
            part("lsr_pool", "AOR/1", REGION, {"STRINGS": 10}, dict(INTERVAL)),
            part(
                "lsr_buffers",
                "AOR/1/D4096",
                "lsr_pool:AOR/1",
                {"BUFFERS": 64},
                {**INTERVAL, "lookasides": 900_000, "reads": 1_100_000, "buffer_waits": 300},
            ),
            part(
                "vsam_file",
                "AOR/HISTORY",
                REGION,
                {"ACCESS": "NSR", "STRINGS": 8, "DATA_CISZ": 8192, "INDEX_CISZ": 1024},
                {**INTERVAL, "requests": 40_000, "reads": 39_000, "excps_data": 40_000},
            ),
        ],
    )  # fmt: skip


def test_a_file_goes_to_no_pool_whose_buffers_are_smaller_than_its_control_intervals() -> None:
    """It was put into a pool of 4 KB buffers with its CIs of 8 KB, and would not have opened."""
    moved = found(vsam(), "VSM-005")
    assert "LSRPOOLID(2) STRINGS(8) DATA8K(64) INDEX1K(<buffers>)" in typed(moved)
    assert any("would not open" in caveat for caveat in moved.caveats)


def test_what_the_goal_does_not_feel_keeps_the_amount_that_its_own_figures_chose() -> None:
    """Of 64 buffers the plan made 80, as throughput is the same with any: 384 were found best, and
    96 are the least with which no request waits."""
    case = vsam()
    (chosen,) = [f for f in case.findings if "BUFFERS" in {t.setting for t in f.change_texts}]
    assert {chosen.rule, *chosen.supported_by} >= {"VSM-003", "VSM-015"}
    assert chosen.id in case.plan.findings
    (amount,) = [t.to_value for t in chosen.change_texts if t.setting == "BUFFERS"]
    assert amount >= 96
    assert not any("in place of" in note for note in chosen.notes)


def _file(name: str, settings: dict[str, object], figures: dict[str, float]) -> dict[str, object]:
    stated = {"STRINGS": 8, "INDEX_CISZ": 2048, "DSNAME": f"P.{name}", "GROUP": "GRPF", **settings}
    return part("vsam_file", f"AOR/{name}", REGION, stated, {**INTERVAL, **figures})


@cache
def pooled() -> Engagement:
    """A pool that several rules alter, two files that need the same of it, and two NSR files."""
    shared = {"LSRPOOLID": 1, "ACCESS": "LSR", "DATA_CISZ": 4096}
    split = {"requests": 500_000, "reads": 100_000, "ca_splits": 3000, "excps_data": 200_000}
    apart = {"ACCESS": "NSR", "DATA_CISZ": 8192}
    read = {"requests": 4_000_000, "reads": 3_990_000, "excps_data": 4_000_000}
    return made(
        "pooled",
        [
            *system(),
            part(
                "cics_region",
                "AOR",
                "lpar:SYS1",
                {"PLATFORM": "z/OS", "MXT": 60},
                {**INTERVAL, "transactions": 45_000, "qr_cpu_s": 380, "qr_dispatch_s": 650,
                 "response_ms": 240},
            ),
            part("lsr_pool", "AOR/1", REGION,
                 {"STRINGS": 10, "LSRPOOL": "LSRP1", "GROUP": "GRPA"}, dict(INTERVAL)),
            part(
                "lsr_buffers",
                "AOR/1/D4096",
                "lsr_pool:AOR/1",
                {"BUFFERS": 300},
                {**INTERVAL, "lookasides": 900_000, "reads": 1_100_000},
            ),
            _file("CUST", shared, split),
            _file("ORD", {**shared, "STRINGS": 90}, split),
            _file("HIST", apart, read),
            _file("OLD", apart, read),
        ],
    )  # fmt: skip


def test_every_definition_is_altered_once_in_a_window_with_all_its_keywords() -> None:
    """The pool was altered by three tasks, with two counts of 16 KB buffers, and files twice."""
    case = pooled()
    (window,) = [w for w in case.plan.calendar if w.effort == "close_open"]
    rules = {name.partition("@")[0] for task in window.tasks for name in task.findings}
    assert rules >= {"CIZ-007", "VSM-001", "VSM-003", "VSM-005", "VSM-010"}
    typed = [line for task in window.tasks for line in task.commands]
    altered = Counter(" ".join(x.split()[:4]) for x in typed if x.startswith("CEDA ALTER"))
    assert altered["CEDA ALTER LSRPOOL(LSRP1) GROUP(GRPA)"] == 1
    assert set(altered.values()) == {1}
    # More buffers than any of the files has strings, in the first task: the CIs need them.
    assert "DATA16K(91) DATA4K(375) INDEX2K(<buffers>)" in window.tasks[0].commands[0]
    assert window.tasks[0].role == "CICS systems programmer"


def test_two_files_with_pools_of_their_own_get_two_pools() -> None:
    """Pool 2 was defined twice in one window, each time for another file."""
    numbers = re.findall(
        r"DEFINE LSRPOOL\S* \S+ LSRPOOLNUM\((\d+)\)",
        "\n".join(x for w in pooled().plan.calendar for t in w.tasks for x in t.commands).replace(
            "<new pool>", "NEW"
        ),
    )
    assert sorted(numbers) == ["2", "3"]


def test_a_pool_goes_back_without_the_files_that_need_it() -> None:
    made_files = {name: text.decode() for name, text in command_files(pooled()).items()}
    (pool,) = [t for n, t in made_files.items() if n.endswith("AOR-1-steps-before.txt")]
    assert "ALTER LSRPOOL(LSRP1)" in pool
    assert "DELETE" not in pool
    assert any("DELETE P.CUST" in t for n, t in made_files.items() if "before" in n)


@pytest.mark.parametrize(
    ("seconds", "waits", "requests", "slight"),
    [
        (13 * 3600, 3, 200, True),  # 1.5 %, of next to nothing
        (900, 3, 200, True),
        (13 * 3600, 400, 1_000_000, True),  # 0.04 %
        (900, 60, 4000, False),
        (13 * 3600, 3000, 200_000, False),
    ],
)
def test_waits_for_strings_are_judged_by_share_and_number(
    seconds: float, waits: float, requests: float, slight: bool
) -> None:
    """Three waits in 13 hours were a step of the plan where they were 1.5 % of few requests."""
    shared = {"LSRPOOLID": 1, "ACCESS": "LSR", "DATA_CISZ": 4096}
    figures = {"duration_s": seconds, "requests": requests, "string_waits": waits}
    case = made(
        "strings",
        [
            *system(),
            part("cics_region", "AOR", "lpar:SYS1", {"PLATFORM": "z/OS"}, dict(INTERVAL)),
            part("lsr_pool", "AOR/1", REGION, {"STRINGS": 10},
                 {"duration_s": seconds, "strings_waits": waits}),
            _file("CUST", shared, figures),
        ],
    )  # fmt: skip
    for rule in ("VSM-013", "VSM-014"):
        waiting = found(case, rule)
        assert bool(waiting.slight) is slight
        assert (waiting.id not in case.plan.findings) is slight


@cache
def sharing() -> Engagement:
    """A group buffer pool that changed pages fill, its directory included."""
    return made(
        "sharing",
        [
            *system(),
            part(
                "db2_gbp",
                "DSNG/GBP1",
                "db2_subsystem:DBP1",
                {"SIZE_MB": 512, "RATIO": 5, "GBPCACHE": "CHANGED", "DUPLEX": False},
                {**INTERVAL, "reads": 9e7, "read_us": 30, "directory_reclaims": 8e5,
                 "reclaim_invalidations": 2.6e5, "data_pages": 9e4, "writes_failed": 40},
            ),
            part(
                "db2_subsystem",
                "DBP1",
                "lpar:SYS1",
                {"VERSION": "12"},
                {**INTERVAL, "tx_per_s": 600, "response_ms": 42, "cpu_ms_per_tx": 4.1,
                 "sync_io_per_tx": 14, "sync_io_us": 900},
            ),
        ],
    )  # fmt: skip


def test_a_group_buffer_pool_that_changed_pages_fill_is_not_given_all_others() -> None:
    """GBPCACHE ALL was the first step for a pool whose writes fail for want of storage."""
    case = sharing()
    assert not [f for f in case.findings if f.rule == "DB2-016"]
    (outcome,) = [o for o in case.outcomes if o.rule == "DB2-016"]
    assert "changed pages alone fill it (40 writes failed, 260,000 local pages" in outcome.sentence


def test_more_entries_take_no_room_of_data_that_lacks_room_itself() -> None:
    """RATIO 10 halved what writes already found too small."""
    case = sharing()
    enlarged = found(case, "DB2-004")
    assert [t.setting for t in enlarged.change_texts] == ["ROOM", "SIZE_MB"]
    # And the policy of the duplexing that follows has that size as well.
    following = typed(found(case, "DB2-020"))
    assert "SIZE(640M)" in following
    assert "DUPLEX(ENABLED)" in following


def test_pages_of_unknown_number_are_not_all_taken_to_be_held() -> None:
    """The wait for reads fell by 93 % for want of a count of the pages, the response by 7 %."""
    counted = {"tx_per_s": 600, "response_ms": 42, "sync_io_per_tx": 14, "sync_io_us": 900}
    for pages, left in ((None, 0.52), (9e4, 0.044), (9e5, 0.88)):
        known = {} if pages is None else {"data_pages": pages}
        settings = {"SIZE_MB": 512, "GBPCACHE": "CHANGED"}
        counts = {**INTERVAL, "read_us": 1, **known}
        pool = part("db2_gbp", "DSNG/GBP1", "db2_subsystem:DBP1", settings, counts)
        db2 = part("db2_subsystem", "DBP1", "lpar:SYS1", {"VERSION": "12"}, INTERVAL | counted)
        effect = found(made(f"pages{pages}", [*system(), pool, db2]), "DB2-016").effect(
            "io_wait_ms_per_tx"
        )
        assert effect is not None
        assert effect.after.value / effect.before == pytest.approx(left, abs=0.005)


@cache
def queues() -> Engagement:
    """A buffer pool below the bar that has none left at times."""
    return made(
        "queues",
        [
            *system(),
            part(
                "mq_manager",
                "QMA1",
                "lpar:SYS1",
                {"VERSION": "8.0.0"},
                {**INTERVAL, "messages_per_s": 2400, "cpu_s": 1100, "message_kb": 6,
                 "get_elapsed_us": 220, "get_suspend_us": 160},
            ),
            part(
                "mq_bufferpool",
                "QMA1/1",
                "mq_manager:QMA1",
                {"BUFFERS": 20_000, "LOCATION": "below"},
                {**INTERVAL, "buffers_allocated": 20_000, "low_buffers": 120, "getp": 2_250_000,
                 "getn": 1_000_000, "rio": 55_000, "imw": 22_000, "dmc": 800, "sos": 6},
            ),
        ],
    )  # fmt: skip


def test_a_pool_that_had_none_left_is_promised_no_peak() -> None:
    """Two steps of 10 % were to bring its peak under 85 %: how much it lacked nobody counted."""
    enlarged = found(queues(), "MQ-005")
    assert [t.to_value for t in enlarged.change_texts] == [40_000]
    assert "how many more it can use nobody counts" in enlarged.explanation
    assert "under 85 %" not in enlarged.explanation


def test_figures_with_all_of_the_plan_hold_the_steps_that_claim_no_gain() -> None:
    """Below the bar 78 MB more were told of a plan that moves the pool above it."""
    case = queues()
    assert taken(case) >= {"MQ-001", "MQ-005"}
    (below,) = [e for e in case.plan.projection if e.metric == "storage_below_mb"]
    assert below.after.value < below.before
    last = case.plan.steps[-1].cumulative
    assert [e.after.value for e in last if e.metric == "storage_below_mb"] == [below.after.value]


def test_a_step_that_claims_no_gain_has_no_figures_of_the_whole_beside_it() -> None:
    """The plan's last figures stood beside each of its steps, also before half of it was done."""
    *before, _last = queues().plan.steps
    claiming = [step for step in before if step.gain_pct is None]
    assert claiming
    assert all(step.cumulative == () for step in claiming)


def test_a_region_whose_job_is_known_is_reset_by_its_name() -> None:
    """RESET <region> was typed with the job's name at hand."""
    case = made(
        "waiting",
        [
            *system(cp_busy_pct=92),
            part(
                "cics_region",
                "PAYAOR",
                "lpar:SYS1",
                {"PLATFORM": "z/OS", "JOBNAME": "CICSPAY1"},
                {**INTERVAL, "transactions": 45_000, "qr_cpu_s": 200, "qr_dispatch_s": 500,
                 "page_ins_per_s": 0},
            ),
        ],
    )  # fmt: skip
    waiting = found(case, "CIZ-001")
    assert typed(waiting).startswith("RESET CICSPAY1,SRVCLASS=<class>")
    assert "RESET CICSPAY1,RESUME" in "\n".join(waiting.back_out_commands)
