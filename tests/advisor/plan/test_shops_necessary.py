"""Steps that a specialist would refuse: of no need here, or a danger to what stands beside them."""

from __future__ import annotations

import re

from advisor.plan.waiting import RESTS_ON_PLAN
from advisor.rules.base import rule
from advisor.rules.blanks import blanks
from tests.advisor.plan.test_shops import INTERVAL, MEMORY, found, made, part, system
from tests.advisor.plan.test_shops_crowded import typed


def managers_pool(low_buffers: float | None, expand: str = "USER") -> list[dict[str, object]]:
    """A queue manager of two page sets in one pool, above the bar."""
    counted = {} if low_buffers is None else {"low_buffers": low_buffers}
    return [
        *system(),
        part("mq_manager", "QM1", "lpar:SYS1", {"VERSION": "9.3"}, INTERVAL),
        part(
            "mq_bufferpool",
            "QM1/2",
            "mq_manager:QM1",
            {"BUFFERS": 50_000, "LOCATION": "above", "PAGECLAS": "4KB"},
            {**INTERVAL, **counted},
        ),
        *(
            part(
                "mq_pageset",
                f"QM1/{number}",
                "mq_manager:QM1",
                {"BUFFPOOL": "2", "EXPAND": expand},
                {"total_pages": 30_000.0, "unused_pages": 9_000.0},
            )
            for number in (1, 2)
        ),
    ]


def test_page_sets_stay_together_in_a_pool_that_was_never_full() -> None:
    """Of a pool 3 % used at most a second one was made, with a restart, 94 MB and no gain."""
    empty = made("empty", managers_pool(49_000.0))
    apart = found(empty, "MQ-003")
    assert apart.id not in empty.plan.findings
    assert "the pool was at most 2.0 % used" in str(empty.plan.left_out[apart.id])
    # 1,000 buffers were used at the peak, of which 1,177 are 85 %.
    assert "DEFINE BUFFPOOL(0) BUFFERS(1177)" in typed(apart)
    for low in (1_000.0, None):
        case = made("full", managers_pool(low))
        assert found(case, "MQ-003").id in case.plan.findings
        assert "DEFINE BUFFPOOL(0) BUFFERS(1177)" not in typed(found(case, "MQ-003"))


def test_a_cluster_takes_its_alternate_index_with_it_and_every_file_over_it_is_closed() -> None:
    """DELETE failed while the path was open, and where it did not the alternate index was gone."""
    region = part("cics_region", "AOR", "lpar:SYS1", {"PLATFORM": "z/OS"}, dict(INTERVAL))
    counts = {**INTERVAL, "requests": 9000, "ca_splits": 40, "exclusive_control_conflicts": 0}
    base = {"DSNAME": "P.KUNDE", "ACCESS": "NSR", "DATA_CISZ": 4096}
    path = {"BASE_DSNAME": "P.KUNDE", "ACCESS": "NSR", "TYPE": "path"}
    case = made(
        "indexed",
        [
            *system(),
            region,
            part("vsam_file", "AOR/KUNDE", "cics_region:AOR", base, counts),
            part("vsam_file", "AOR/KUNDEP", "cics_region:AOR", path, dict(INTERVAL)),
        ],
    )
    larger = found(case, "VSM-010", "/KUNDE")
    (there,) = [t.syntax for t in larger.change_texts if "REPRO" in t.syntax]
    (back,) = larger.back_out_commands
    for statements in (there, back):
        lines = statements.split("\n")
        at = lines.index("IF MAXCC = 0 THEN DELETE P.KUNDE CLUSTER")
        for file in ("KUNDE", "KUNDEP"):
            assert lines.index(f"CEMT SET FILE({file}) CLOSED DISABLED") < at
            assert lines.index(f"CEMT SET FILE({file}) OPEN ENABLED") > at
        assert re.fullmatch(r"DEFINE CLUSTER \(NAME\(<.*copy>\) MODEL\(P.KUNDE\)\)", lines[at - 2])
        order = [line.split(" (")[0].split(" IND")[0] for line in lines[at - 1 : -2]]
        assert order == [
            f"IF MAXCC = 0 THEN {statement}"
            for statement in (
                "REPRO",
                "DELETE P.KUNDE CLUSTER",
                "DEFINE CLUSTER",
                "REPRO",
                "DEFINE AIX",
                "BLDINDEX",
                "DEFINE PATH",
            )
        ]
    assert "CONTROLINTERVALSIZE(16384)" in there
    assert "CONTROLINTERVALSIZE" not in back


def test_threads_at_their_most_are_not_called_few_and_in_order_at_once() -> None:
    """640 threads for 3,000 users were in order, as "from two a thread on they may be few"."""
    nuclei = [
        part("adabas_nucleus", f"10-{n}", "lpar:SYS1", {"NT": 80}, {"duration_s": 900})
        for n in (1, 2)
    ]
    database = part("adabas_database", "10", None, {"USERS": 900}, {"duration_s": 900})
    document = [*system(), database, *nuclei]
    links = [{"kind": "member", "source": n["id"], "target": database["id"]} for n in nuclei]
    case = made("threads", document, links=links)
    (said,) = [o.sentence for o in case.outcomes if o.rule == "ADA-028"]
    assert "80 or more in each nucleus" in str(said)
    assert "they may be few" not in str(said)


def test_a_file_known_by_its_data_set_alone_has_no_name_to_type() -> None:
    """CEMT SET FILE(PROD.VSAM.TARIF) was typed: a FILE has 1 to 8 characters."""
    counts = {"ca_splits": 40, "exclusive_control_conflicts": 0, "requests": 9000}
    settings = {"DSNAME": "PROD.VSAM.TARIF", "DATA_CISZ": 4096}
    listed = part("vsam_file", "PROD.VSAM.TARIF", None, settings, counts)
    case = made("catalog", [*system(), listed])
    larger = found(case, "VSM-010")
    typed = "\n".join((*(t.syntax for t in larger.change_texts), *larger.back_out_commands))
    assert "FILE(<each file over it>) CLOSED DISABLED" in typed
    assert "FILE(PROD" not in typed
    assert "IF MAXCC = 0 THEN DELETE PROD.VSAM.TARIF CLUSTER" in typed


def test_storage_of_an_amount_that_nothing_computes_is_not_bought() -> None:
    """SDSF's paging column made a step of hardware and three days "as ZOS-001 computes it"."""
    region = part("cics_region", "AOR", "lpar:SYS1", {"PLATFORM": "z/OS"}, dict(INTERVAL))
    host = part("lpar", "SYS1", None, {"OPSYS": "z/OS"}, {"job.AOR.paging_per_s": 40.0})
    case = made("sdsf", [host, region])
    seen = found(case, "CIZ-005")
    assert seen.id not in case.plan.findings
    assert "nothing read so far" in str(case.plan.left_out[seen.id])


def _pages(reserved_gb: float) -> list[dict[str, object]]:
    stated = {"REAL_STORAGE_GB": 32, "PAGE_DEVICE": "disk", "LFAREA_2G_GB": 0}
    stated |= {"LFAREA_1M_GB": reserved_gb, "LFAREA_USED_GB": 0}
    rates = {"paging_per_s": 900, "demand_paging_per_s": 700, "page_ins_per_s": 700}
    return [*system(settings=stated, available_frames=900, **rates), *MEMORY[2:]]


def test_storage_is_not_bought_beside_storage_that_is_given_back() -> None:
    """6 GB of LFAREA came back, and 1 GB was bought in the same plan."""
    case = made("reserved", _pages(6))
    back, bought = found(case, "ADA-023"), found(case, "ZOS-001")
    assert back.id in case.plan.findings
    assert bought.id not in case.plan.findings
    assert case.plan.left_out[bought.id] == RESTS_ON_PLAN.sentence
    assert found(made("none", _pages(0)), "ZOS-001").id == bought.id


def test_an_amount_of_storage_that_nothing_computed_does_not_promise_the_end_of_paging() -> None:
    """1 GB more ended 700 pages a second, 0 to 35 of them left, with no model behind it."""
    case = made("unknown", _pages(0))
    bought = found(case, "ZOS-001")
    paging = bought.effect("paging_per_s")
    assert paging is not None
    assert paging.after.basis == "arithmetic"
    assert (paging.after.low, paging.after.high) == (0.0, 700.0)
    assert any("smallest step" in str(said) for said in bought.caveats)
    assert bought.id in case.plan.findings


def test_libraries_that_a_command_names_are_looked_up_in_the_job() -> None:
    for name, blank in (("IMS-001", "<the COBOL PDSEs>"), ("IMS-011", "<the program libraries>")):
        assert blanks(name, [blank])[blank]


def _at_limit(**measured: float) -> list[dict[str, object]]:
    stands = {"max_tasks_times": 400, "peak_tasks": 200, "qr_cpu_s": 90, "qr_dispatch_s": 100}
    stated = {"PLATFORM": "z/OS", "MXT": 200}
    figures = {**INTERVAL, **stands, **measured}
    return [*system(), part("cics_region", "AOR", "lpar:SYS1", stated, figures)]


def test_no_more_tasks_are_let_in_where_they_would_wait_for_what_is_full() -> None:
    """MXT was raised before a QR TCB that used 89 % of a CP, and in a region short on storage."""
    free = made("free", _at_limit())
    assert found(free, "CIC-001").id in free.plan.findings
    full = made("full", _at_limit(qr_cpu_s=800, qr_dispatch_s=880))
    assert found(full, "CIC-002").id in full.plan.findings
    held = full.plan.left_out[found(full, "CIC-001").id]
    assert held == f"{RESTS_ON_PLAN.sentence} (first CIC-002)"
    assert any("89 % of a CP" in str(said) for said in found(full, "CIC-001").caveats)
    short = made("short", _at_limit(short_on_storage=7))
    assert found(short, "CIC-001").id not in short.plan.findings


def test_no_storage_is_bought_for_a_system_that_has_more_free_than_it_would_get() -> None:
    """3 pages a second beside 15 GB of free frames were 2 GB of hardware."""
    rates = {"paging_per_s": 3, "demand_paging_per_s": 3}
    free = made("free", system(available_frames=4_000_000, **rates))
    assert not [f for f in free.findings if f.rule == "ZOS-001"]
    (said,) = [o.sentence for o in free.outcomes if o.rule == "ZOS-001"]
    assert "with 15.3 GB free (from 3% of 64 GB on" in str(said).replace("3 %", "3%")
    short = made("short", system(available_frames=4_000_000, available_frames_min=800, **rates))
    assert found(short, "ZOS-001").id in short.plan.findings
    peak = {"paging_per_s": 900, "demand_paging_per_s": 900}
    assert found(made("peak", system(available_frames=4_000_000, **peak)), "ZOS-001")


def _regions(**stated: bool) -> list[dict[str, object]]:
    counts = {**INTERVAL, "transactions": 60_000, "schedules": 9_000, "region_occupancy_pct": 97}
    return [
        *system(),
        part("ims_system", "IMSA", "lpar:SYS1", {}, dict(INTERVAL)),
        part("ims_region", "IMSA/MPR", "ims_system:IMSA", stated, counts),
    ]


def test_regions_that_wait_as_wfi_serve_one_transaction_and_as_pwfi_any() -> None:
    """IMS-104 called a PWFI region always occupied, IMS-008 the same region 92.8 % occupied.

    By the IMS manuals a PWFI region waits only without other work, and no time without messages
    is occupied.
    """
    assert found(made("busy", _regions(PWFI=False, WFI=False)), "IMS-104").caveats == ()
    assert not [f for f in made("w", _regions(WFI=True)).findings if f.rule == "IMS-104"]
    pseudo = found(made("pwfi", _regions(PWFI=True, WFI=False)), "IMS-104")
    (same,) = [note for note in pseudo.notes if "only while there is no other work" in note]
    risk = rule("IMS-008").risk
    assert risk is not None
    assert str(same).rstrip(".").lower() in str(risk.why).lower()
    (said,) = found(made("untold", _regions(PWFI=False)), "IMS-104").caveats
    assert "serves it alone" in str(said)


def test_splits_since_a_file_was_loaded_are_no_reason_to_load_it_anew() -> None:
    """LISTCAT counts CA splits for years; 9 of them were a day's closed file and a reload."""
    settings = {"DSNAME": "PROD.VSAM.TARIF", "DATA_CISZ": 4096}
    listed = part("vsam_file", "PROD.VSAM.TARIF", None, settings, {"ca_splits": 9})
    case = made("catalog", [*system(), listed])
    assert not [f for f in case.findings if f.rule == "VSM-010"]
    (said,) = [o for o in case.outcomes if o.rule == "VSM-010"]
    assert said.outcome == "cannot tell"


def test_a_default_of_the_whole_stack_is_no_low_risk() -> None:
    """2 MB for each connection that asks for nothing, for the sake of one, were "risk: low"."""
    settings = {"RECEIVEBUFFERSIZE": 32768}
    figures = {**INTERVAL, "bytes_in": 4e9, "rtt_ms": 38.0}
    far = part("tcp_connection", "TCPIP/1", "tcpip_stack:TCPIP", settings, figures)
    case = made("far", [*system(), part("tcpip_stack", "TCPIP", "lpar:SYS1"), far])
    larger = found(case, "TCP-003")
    assert larger.risk.level == "medium"
    assert "SO_RCVBUF" in larger.risk.why


def test_what_may_cost_a_quarter_of_the_throughput_is_no_step_while_that_is_not_told() -> None:
    """zHPF for a nucleus of unknown kind was planned; −24 % to +91 % were published."""
    database = part("adabas_database", "77", None, {"ZHPF": False}, dict(INTERVAL))
    case = made("zhpf", [*system(settings={"ZHPF": False}), database])
    faster = found(case, "ADA-017")
    assert "what kind of nucleus" in faster.risk.why
    assert faster.id not in case.plan.findings
    assert "its risk is high" in case.plan.left_out[faster.id]
