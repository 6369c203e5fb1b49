"""Commands say of what object they are, and stop nothing that may go on."""

from __future__ import annotations

from advisor.findings import Finding
from advisor.rules.base import rule
from advisor.rules.blanks import told
from advisor.rules.pages import back_out_shown, command_shown
from model.topology import Topology
from tests.advisor.golden.test_golden import engagement
from tests.advisor.rules import cases_adabas
from tests.advisor.rules.builders import advise, changed, part


def given(base: Topology, rule_id: str) -> list[Finding]:
    return [finding for finding in advise(base)[0] if finding.rule == rule_id]


def typed(rule_id: str) -> list[str]:
    return command_shown(rule(rule_id)).split("\n")


def back(rule_id: str) -> list[str]:
    return back_out_shown(rule(rule_id)).split("\n")


def test_nuclei_for_two_systems_are_told_apart() -> None:
    """Both blocks said "this nucleus", and one command ended "the added nucleus"."""
    base = changed(cases_adabas.ALS, {"adabas_nucleus:10-1|commands_by_source_remote": 9e5})
    for name in ("SYSC", "SYSD"):
        base = base.with_components(
            [
                part("lpar", name, None, cases_adabas.LPAR)[0],
                part("netwk_node", name, f"lpar:{name}")[0],
            ]
        )
    (finding,) = given(base, "ADA-001")
    look, *blocks = [text.syntax for text in finding.change_texts]
    assert look == "D XCF,STR,STRNAME=CACHE"
    assert [block.split("\n")[-1] for block in blocks] == [
        "RO SYSC,S <started task of nucleus 5>",
        "RO SYSD,S <started task of nucleus 6>",
    ]
    assert len(set(blocks)) == len(blocks)
    assert finding.back_out_commands == (
        "RO SYSC,F <nucleus 5>,ADAEND\nRO SYSD,F <nucleus 6>,ADAEND",
    )


def test_the_shared_area_is_made_anew_once_all_nuclei_have_ended() -> None:
    for name in ("ADA-008", "ADA-010", "ADA-011", "ADA-013"):
        for way in (typed(name), back(name)):
            ended = way.index("ADADBS OPERCOM ADAEND,GLOBAL")
            assert ended < way.index("S <started task of each nucleus>"), name


def test_fewer_nuclei_leave_the_others_up() -> None:
    assert rule("ADA-010").effort(["NUCLEI"]) == "dynamic"
    assert rule("ADA-010").effort(["CLUCACHESIZE"]) == "recycle"


def test_processors_are_configured_as_the_system_sees_them() -> None:
    """CONFIG CPU was typed where PROCVIEW CORE is in effect."""
    for name in ("PRS-001", "PRS-004"):
        assert typed(name)[0].startswith("CONFIG <CPU|CORE>(<CPU id>),")
        assert "PROCVIEW" in told(name, "CPU|CORE")
    full = part(
        "lpar",
        "SYS1",
        "cpc:C1",
        {"CPS": 4, "OPSYS": "z/OS", "ZIIP_THREADS": 2},
        {"mvs_busy_pct": 99, "cp_busy_pct": 98},
    )[0]
    machine = part("cpc", "C1", None, {"CPS": 9})[0]
    (finding,) = given(Topology().with_components([machine, full]), "PRS-004")
    assert finding.change_texts[0].syntax.split("\n")[0] == "CONFIG CORE(<core id>),ONLINE"


def test_a_table_space_is_not_stopped_for_gbpcache_all() -> None:
    """Only NONE asks for a stopped object."""
    assert typed("DB2-016") == ["ALTER TABLESPACE <database>.<table space> GBPCACHE <n>"]
    assert rule("DB2-016").effort() == "dynamic"


def test_few_reclaims_are_told_and_not_planned() -> None:
    """A production pool was rebuilt for 4,489 invalidations beside 41 million reads."""
    for lost, planned in ((4_489.0, False), (200_000.0, True)):
        pool = part(
            "db2_gbp",
            "GBP1",
            None,
            {"RATIO": 5, "SIZE_MB": 4096, "POLICY_SIZE_MB": 8192},
            {
                "directory_reclaims": 4 * lost,
                "reclaim_invalidations": lost,
                "reads_returned": 41_204_118.0,
            },
        )[0]
        (finding,) = given(Topology().with_components([pool]), "DB2-004")
        assert (finding.slight == "") is planned
        assert any("SETXCF START,ALTER" in note for note in finding.notes)


def test_the_lock_table_of_db2_grows_by_its_entries() -> None:
    """A structure of twice the size left the table as it was wherever IRLM has an LTE."""
    for way, amount in ((typed("CF-006"), "<twice LTE>"), (back("CF-006"), "<former>")):
        set_at = way.index(f"F <irlmproc>,SET,LTE={amount}")
        assert set_at < way.index("SETXCF START,REBUILD,STRNAME=<structure>")
        assert f"IRLMPROC: LTE={amount}" in way


def test_threads_that_are_reused_are_no_matter_of_cmtstat() -> None:
    assert not [line for line in (*typed("DB2-011"), *back("DB2-011")) if "CMTSTAT" in line]


def test_what_a_step_set_besides_goes_back_as_well() -> None:
    assert "SET MDCACHE SYSTEM <former>" in back("VSE-002")
    assert "CSQINP1: * DEFINE BUFFPOOL(<pool>)" in back("MQ-003")


def test_each_added_nucleus_starts_where_the_projection_has_it() -> None:
    """Four on one system, as a single console would start them, would page."""
    texts = [
        text.syntax
        for finding in engagement().findings
        if finding.rule == "ADA-002"
        for text in finding.change_texts
        if text.setting == "NUCLEI"
    ]
    started = [line for text in texts for line in text.split("\n") if "S <started" in line]
    assert started == [
        f"RO {name},S <started task of nucleus {n}>"
        for name, n in (("SYSA", 9), ("SYSA", 10), ("SYSB", 11), ("SYSB", 12))
    ]
