"""Commands as the products take them: complete, activated, permanent, one statement to a line."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import get_args

import pytest

from advisor.findings import Effort, Finding, Plan
from advisor.plan.goal import EFFORT
from advisor.report import ReportOptions, build_document
from advisor.rules import procedure_of, rules
from advisor.rules.base import rule as rule_of
from advisor.rules.commands import Operands, member_records, written
from advisor.rules.pages import back_out_shown, command_shown, page_text, syntax_shown
from advisor.rules.procedure import UNCONFIRMED
from advisor.rules.texts import back_out_template
from app.window.metrics import EFFORTS
from tests.advisor.golden.test_golden import engagement
from tests.advisor.rules import cases_cics
from tests.advisor.rules.builders import advise, changed, part, topology

ACTING = [rule for rule in rules() if rule.acts]


def statements(rule_id: str) -> list[str]:
    """What the rule's page prints to be typed, one statement each."""
    found = next(rule for rule in rules() if rule.id == rule_id)
    return "\n".join(syntax_shown(found).values()).split("\n")


def of_sample(rule_id: str) -> list[Finding]:
    found = [f for f in engagement().findings if f.rule == rule_id]
    assert found, rule_id
    return found


@pytest.mark.parametrize("rule", ACTING, ids=lambda rule: rule.id)
def test_what_is_altered_in_the_csd_is_installed(rule) -> None:  # type: ignore[no-untyped-def]
    for text in syntax_shown(rule).values():
        if "CEDA ALTER" in text:
            assert text.index("CEDA ALTER") < text.index("CEDA INSTALL"), text
            closed = "CLOSED" in text
            named = "TRANSACTION(" in text or "TSMODEL(" in text
            assert closed or named or ") DISABLED" in text, text


@pytest.mark.parametrize("rule", ACTING, ids=lambda rule: rule.id)
def test_alter_buffpool_goes_with_csqinp1(rule) -> None:  # type: ignore[no-untyped-def]
    for text in syntax_shown(rule).values():
        if "ALTER BUFFPOOL" in text:
            first, second = text.split("\n")
            assert first.startswith("<cpf> ALTER BUFFPOOL(")
            assert second.startswith("CSQINP1: DEFINE BUFFPOOL(")
            assert second.endswith("REPLACE")


@pytest.mark.parametrize("rule", ACTING, ids=lambda rule: rule.id)
def test_no_statement_is_half_a_sentence(rule) -> None:  # type: ignore[no-untyped-def]
    """No comment that never ends, no bare word in place of a name, no two statements on a line."""
    for text in syntax_shown(rule).values():
        for line in text.split("\n"):
            for bare in ("(name)", "(group)", "(n)", "{", "}", "/*"):
                assert bare not in line, line


@pytest.mark.thorough
def test_the_sample_says_what_a_restart_of_the_queue_manager_takes() -> None:
    (shrunk,) = of_sample("MQ-004")
    (text,) = {change.syntax for change in shrunk.change_texts}
    assert text == (
        "!MQA1 ALTER BUFFPOOL(2) BUFFERS(1294)\n"
        "CSQINP1: DEFINE BUFFPOOL(2) BUFFERS(1294) LOCATION(BELOW) PAGECLAS(4KB) REPLACE"
    )
    assert "at once" not in shrunk.back_out
    assert "878-10" in shrunk.back_out
    assert shrunk.back_out_commands == (text.replace("1294", "5000"),)


def test_two_pools_are_defined_by_statements_of_their_own() -> None:
    (found,) = of_sample("MQ-003")
    lines = [line for change in found.change_texts for line in change.syntax.split("\n")]
    assert all(line.count("DEFINE") == 1 for line in lines)
    assert any(line.startswith("CSQINP1: DEFINE PSID(") for line in lines)


def test_a_link_has_its_name_and_driver_by_position_and_all_sizes_in_one_statement() -> None:
    link = "DDKARTE: LINK <new link> FCTC UNITR=<device>,UNITW=<device>,WEIGHT=<weight>"
    assert link in statements("NET-001")
    assert statements("NET-003") == statements("NET-001")
    assert not any("DRVNAME" in line for line in statements("NET-001"))
    blocks = [line for line in statements("NET-002") if line.startswith("DDKARTE")]
    assert len(set(blocks)) == 1
    for keyword in ("SNDBLKSZ=", "RCVBLKSZ=", "SNDBLKCT=", "RCVBLKCT="):
        assert keyword in blocks[0]


def test_multi_fetch_has_a_factor_or_is_on() -> None:
    assert statements("NAT-003") == ["READ MULTI-FETCH OF <n> <view> BY <descriptor>"]
    page = page_text("NAT-003")
    assert "ON OF" not in page
    assert "MFSET" not in page


def test_duplexing_ends_only_with_the_policy() -> None:
    text = page_text("DB2-020")
    assert "SETXCF START,POLICY,TYPE=CFRM,POLNAME=<policy>" in text
    assert "STOP,REBUILD,DUPLEX,STRNAME=<group>_<name>,KEEP=OLD" in text


def test_an_apar_is_not_applied_but_its_ptf() -> None:
    assert "APPLY of APAR" not in page_text("IMS-001")
    assert statements("IMS-001")[0] == "SMP/E: SET BOUNDARY(<target zone>)"
    assert statements("IMS-001")[1] == "SMP/E: APPLY SELECT(<PTF that closes OA45127>) CHECK"


def test_the_number_of_an_lsr_pool_is_called_as_the_product_calls_it() -> None:
    case = changed(cases_cics.VSE, {})
    texts = [t.syntax for f in advise(case)[0] for t in f.change_texts]
    assert not any("LSRPOOLNUM" in text for text in texts)


def test_operands_nobody_knows_are_left_to_be_filled_in() -> None:
    assert written("DEFINE {name} SIZE({SIZE})", Operands({"name": "A"})) == "DEFINE A SIZE(<size>)"
    assert written("PLACE({value!u})", Operands({"value": "below"})) == "PLACE(BELOW)"
    assert written("PLACE({VALUE!u})", Operands({})) == "PLACE(<value>)"
    assert member_records("A,B") == "A,B"


COMMANDED = [rule for rule in rules() if command_shown(rule)]


def test_how_every_change_takes_effect_is_declared() -> None:
    assert [rule.id for rule in ACTING if rule.applying is None] == []
    assert {way.effort for rule in ACTING for way in rule.procedures} == set(get_args(Effort))
    assert set(EFFORTS) == set(EFFORT) == set(get_args(Effort))
    assert [rule.id for rule in ACTING if rule.applying is None or not rule.applying.roles] == []


@pytest.mark.parametrize("rule", COMMANDED, ids=lambda rule: rule.id)
def test_a_command_goes_with_all_that_carrying_it_out_takes(rule) -> None:  # type: ignore[no-untyped-def]
    assert rule.procedures
    assert back_out_shown(rule)
    page = page_text(rule.id)
    for how in rule.procedures:
        assert how.permanent
        assert how.roles
        assert how.level
        for source in how.sources:
            assert re.fullmatch(r"https?://[^\s]+", source), source
            assert source in page
        assert how.sources or UNCONFIRMED in page


def test_a_setting_is_carried_out_as_its_product_has_it() -> None:
    """Caches of each nucleus were said to be one area of the cluster, made by its first nucleus."""
    (caches,) = of_sample("ADA-013")
    assert {text.setting for text in caches.change_texts} == {"CDATAMAXS", "CASSOMAXS"}
    how = procedure_of(caches)
    assert how is not None
    assert how.detail.startswith("Each nucleus, one after the other")
    (page,) = [f for f in build_document(engagement())["findings"] if f["rule"] == "ADA-013"]
    assert "ADACOM" not in page["effort"] + page["permanent"]
    assert "Caching Facility" in page["level"]


def test_large_pages_take_an_ipl_only_where_storage_is_set_aside_for_them() -> None:
    pages = rule_of("ADA-021")
    assert pages.effort(["PAGE_TYPE", "LARGEPAGE"]) == "recycle"
    assert pages.effort(["PAGE_TYPE", "LARGEPAGE", "LFAREA_1M_GB"]) == "ipl"


@pytest.mark.parametrize("rule", COMMANDED, ids=lambda rule: rule.id)
def test_the_way_back_is_another_command(rule) -> None:  # type: ignore[no-untyped-def]
    assert back_out_shown(rule) != command_shown(rule)


_KEPT = re.compile(
    r"^(SIT|[A-Z]+xx|CSQ6\w+|DSN6\w+|DSNTIJUZ|PROFILE\.TCPIP|CSQINP1|DDKARTE|DFS\w+)\b",
    re.MULTILINE,
)
"""What stands in a member, a module or a definition, and is there at the next start as well."""


@pytest.mark.parametrize("rule", COMMANDED, ids=lambda rule: rule.id)
def test_what_is_kept_is_taken_back_where_it_is_kept(rule) -> None:  # type: ignore[no-untyped-def]
    """MXT, LOGLOAD, HYPERWRITE and others came back at the next start after a back-out."""
    back = back_out_shown(rule)
    if "POLNAME=<former>" in back or "ICEPRM=(<former>)" in back:
        return  # a member or policy of its own, which the former one replaces
    assert {*_KEPT.findall(command_shown(rule))} <= {*_KEPT.findall(back)}


@pytest.mark.parametrize("name", ["ADA-021", "ADA-024"])
def test_caches_on_large_pages_go_back_to_their_own_ranges(name: str) -> None:
    """LARGEPAGE=NO left CASSOL64 and CDATAL64 in the cards, and no range backed by 4 KB frames."""
    rule = rule_of(name)
    typed = "\n".join(rule.syntax.values())
    for settings in (("LARGEPAGE",), ("LARGEPAGE", "PAGE_TYPE", "LFAREA_1M_GB")):
        back = back_out_template(rule, settings=settings)
        for keyword in set(re.findall(r"(?:ADARUN |,)([A-Z0-9]+)=", typed)):
            assert f"{keyword.replace('L64', 'V64')}=" in back, keyword
    assert {"CASSOL64", "CDATAL64"} <= set(re.findall(r"[A-Z0-9]+", typed))


def test_where_nothing_is_typed_nothing_is_typed_back() -> None:
    """STG-002 had storage taken offline where hardly any was left and none had been added."""
    silent = [r for r in ACTING if r.applying and not r.syntax and not r.applying.command]
    assert len(silent) > 10
    assert not [r.id for r in silent if r.applying.back_out]


def test_commands_without_a_public_source_are_few_and_known() -> None:
    """A rule leaves this list when a page is found, and never joins it unseen."""
    known = "VSE-005 VSE-006 VSE-007 VSE-008 VSE-019 VSM-019 ZIP-002"
    found = [rule.id for rule in COMMANDED if rule.applying and not rule.applying.sources]
    assert found == known.split()


@pytest.mark.thorough
def test_a_rule_of_a_product_without_a_public_page_says_so_in_the_report() -> None:
    found = of_sample("MQ-004")[0]
    doubtful = replace(found, id="VSE-005@x", rule="VSE-005")
    case = replace(engagement(), findings=(doubtful,), plan=Plan("etr", (), (), ()))
    (page,) = build_document(case, ReportOptions(date="2026-11-20"))["findings"]
    assert page["confirmed"] == UNCONFIRMED
    assert page["who"] == "z/VSE systems programmer"
    (page,) = build_document(replace(case, findings=(found,)), ReportOptions(date="2026-11-20"))[
        "findings"
    ]
    assert page["confirmed"].startswith("https://www.ibm.com/docs/en/ibm-mq/")
    assert "CSQP023I" in page["effort"]


def test_what_a_release_of_zos_has_or_reserves_no_more_is_not_advised() -> None:
    """OA45127 is in the base of later releases; LFAREA reserves no 1 MB pages from V2R4."""
    system = {"OPSYS": "z/OS", "LFAREA_1M_GB": 8.0, "LFAREA_USED_GB": 0.0}
    figures = {"paging_per_s": 50.0}
    fetch = part("lla_pdse", "A", "lpar:A", {"LLA_APAR_OA45127": False})
    for release, wanted in (("V2R1", {"ADA-023", "IMS-001"}), ("V2R5", set())):
        host = part("lpar", "A", None, {**system, "OPSYS_RELEASE": release}, figures)
        findings, outcomes = advise(topology(host, fetch))
        assert {f.rule for f in findings} & {"ADA-023", "IMS-001"} == wanted, release
    # "LFAREA is used" was said of an area of which nothing was allocated.
    assert "only a limit from z/OS 2.4 on" in outcomes["ADA-023"].sentence


def test_what_is_used_of_one_area_is_not_that_of_the_other() -> None:
    """2 GB in 1 MB frames were taken from 8 GB for 2 GB frames, of which 4 GB were in use."""
    areas = {"LFAREA_1M_GB": 2.0, "LFAREA_USED_GB": 1.97, "LFAREA_2G_GB": 8.0}
    now = {"paging_per_s": 50.0, "lfarea_2g_pages_used": 1.5}
    before = {**now, "lfarea_2g_pages_max": 3.0}  # since IPL
    for release, figures, kept in (("V2R1", now, 4), ("V2R5", now, 4), ("V2R1", before, 6)):
        settings = {"OPSYS": "z/OS", "OPSYS_RELEASE": release, **areas}
        findings = advise(topology(part("lpar", "A", None, settings, figures)))[0]
        (found,) = (each for each in findings if each.rule == "ADA-023")
        (change,) = (each for each in found.changes if "2G" in each.setting)
        assert change.value == kept


def test_no_more_lfarea_is_asked_for_than_zos_grants() -> None:
    asked = {"XMX_MB": 61_440, "PAGESIZE": "1M"}
    for storage_gb, fires in ((64.0, False), (128.0, True)):
        host = part("lpar", "A", None, {"LFAREA_1M_GB": 1.0, "REAL_STORAGE_GB": storage_gb})
        found = advise(topology(host, part("jvm", "J", "lpar:A", asked)))[0]
        assert any(f.rule == "JAV-007" for f in found) is fires


def test_a_parameter_of_db2_that_is_generated_is_loaded_as_well() -> None:
    """ZHYPERLINK is changed online (Db2 12), and nothing loaded the module that holds it."""
    way = rule_of("DSK-003").applying
    assert way is not None
    for text in (way.command, way.back_out):
        generated, loaded = text.index("DSNTIJUZ"), text.index("-SET SYSPARM LOAD(<module>)")
        assert generated < loaded


def test_where_options_of_sorts_and_sizes_of_natural_stand_is_said() -> None:
    """NTZIIP has no STATUS: its state comes first; a member of DFSORT names environments."""
    for name in ("NAT-005", "NAT-006"):
        way = rule_of(name).applying
        assert way is not None
        assert "state (AUTO unless another is coded) first" in way.permanent
    way = rule_of("SRT-005").applying
    assert way is not None
    assert "JCL, INV, TSO" in way.detail


def test_a_duplexed_structure_is_not_rebuilt_as_it_is() -> None:
    for name in ("DB2-004", "DB2-019"):
        way = rule_of(name).applying
        assert way is not None
        assert "end duplexing before the rebuild" in way.detail


def test_storage_that_is_lacking_is_brought_online_and_taken_back() -> None:
    """One rule brought an amount online, another all that the profile reserves (STOR(E=1))."""
    for name in ("ZOS-001", "DMP-101"):
        rule = rule_of(name)
        assert "RO <name>,CONFIG STOR(<MB>M),ONLINE" in command_shown(rule).split("\n")
        assert "RO <name>,CONFIG STOR(<MB>M),OFFLINE" in back_out_shown(rule).split("\n")
        assert rule.applying is not None
        assert "IEASYSxx" in rule.applying.detail


def test_as_much_storage_is_brought_online_as_the_system_lacks() -> None:
    found = [one for name in ("ZOS-001", "DMP-101") for one in of_sample(name)]
    assert found
    for one in found:
        for change in one.change_texts:
            before, after = float(change.from_value or 0), float(change.to_value or 0)
            mb = round((after - before) * 1024)
            system = change.component.partition(":")[2]
            assert f"RO {system},CONFIG STOR({mb}M),ONLINE" in change.syntax.split("\n")
            (back,) = [b for b in one.back_out_commands if f"Profile {system} >" in b]
            assert f"RO {system},CONFIG STOR({mb}M),OFFLINE" in back.split("\n")
            assert back.endswith(f"Initial={before:.0f}GB")


def test_a_policy_is_defined_with_all_its_structures() -> None:
    """Most rules had one STRUCTURE statement and no word that it replaces the whole policy."""
    found = [r for r in COMMANDED if "IXCMIAPU: STRUCTURE" in command_shown(r)]
    assert len(found) > 5
    for rule in found:
        ways = [way for way in rule.procedures if "CFRM" in way.permanent]
        assert ways, rule.id
        assert all("all its structures" in way.permanent for way in ways), rule.id


@pytest.mark.parametrize("rule", COMMANDED, ids=lambda rule: rule.id)
def test_what_replaces_a_whole_configuration_is_tried_or_saved_first(rule) -> None:  # type: ignore[no-untyped-def]
    """ACTIVATE came untested, and a policy was activated without the definition it belongs to."""
    for typed in (command_shown(rule).split("\n"), back_out_shown(rule).split("\n")):
        for number, line in enumerate(typed):
            if line.startswith("ACTIVATE IODF=") and not line.endswith(",TEST"):
                assert typed[number - 1] == f"{line},TEST"
            if line.startswith("VARY WLM,POLICY="):
                assert "Install definition" in typed[number - 1]


def test_no_region_starts_initially_for_a_limit_that_is_set_while_it_runs() -> None:
    """CIC-004 asked for an initial start, which throws away what recovery needs."""
    rule = rule_of("CIC-004")
    assert command_shown(rule).split("\n")[0] == "CEMT SET DISPATCHER MAXOPENTCBS(<2 x MXT + 32>)"
    assert rule.applying is not None
    assert rule.applying.effort == "dynamic"


@pytest.mark.parametrize("name", ["VSE-007", "VSE-008"])
def test_a_share_of_a_partition_is_taken_back(name: str) -> None:
    assert "PRTY SHARE,<partition>=<former>" in back_out_shown(rule_of(name)).split("\n")


def test_statistics_are_switched_where_they_run() -> None:
    """VSE-020 was said to need no restart, and only the SIT was changed."""
    rule = rule_of("VSE-020")
    assert "CEMT SET STATISTICS OFF" in command_shown(rule).split("\n")
    assert "CEMT SET STATISTICS ON" in back_out_shown(rule).split("\n")


@pytest.mark.parametrize("name", ["MRO-003", "VSM-005", "DB2-004"])
def test_all_is_changed_before_it_is_installed(name: str) -> None:
    """MRO-003's page altered RECEIVECOUNT after the group had been installed and IRC opened."""
    typed = command_shown(rule_of(name)).split("\n")
    altered = [n for n, line in enumerate(typed) if " ALTER " in line or "-ALTER" in line]
    taken = [n for n, line in enumerate(typed) if "INSTALL" in line or ",REBUILD" in line]
    assert max(altered) < min(taken)


@pytest.mark.parametrize("name", ["ADA-001", "ADA-002", "ADA-007"])
def test_a_nucleus_that_is_added_is_started_behind_its_data_sets(name: str) -> None:
    typed = command_shown(next(rule for rule in rules() if rule.id == name)).split("\n")
    started = [n for n, line in enumerate(typed) if "S <started task of " in line]
    defined = [n for n, line in enumerate(typed) if line.startswith(("ADAFRM", "//DD", "ADARUN P"))]
    assert started
    assert max(defined) < min(started)


WHILE_IT_RUNS = re.compile(r"CEMT SET|CETR:|SETIOS|SETSMS|CD SET|-SET |RESET |VARY WLM|CONFIG ")


@pytest.mark.parametrize("rule", COMMANDED, ids=lambda rule: rule.id)
def test_what_is_set_while_it_runs_is_taken_back_while_it_runs(rule) -> None:  # type: ignore[no-untyped-def]
    made, back = (
        {found for line in text.split("\n") for found in WHILE_IT_RUNS.findall(line)}
        for text in (command_shown(rule), back_out_shown(rule))
    )
    # A log data set leaves by a job, and storage-class memory by an IPL, as their pages say.
    assert made <= back or rule.id in ("DB-011", "ADA-014")


def test_a_fix_is_checked_before_it_is_taken_back() -> None:
    back = back_out_shown(next(rule for rule in rules() if rule.id == "IMS-001")).split("\n")
    assert [line.endswith(" CHECK") for line in back] == [False, True, False]


def test_a_dual_log_grows_by_both_copies() -> None:
    found = next(rule for rule in rules() if rule.id == "DB-011")
    for text in (command_shown(found), back_out_shown(found)):
        assert text.count("copy 1>") == text.count("copy 2>") == 1


@pytest.mark.parametrize("name", ["CIC-007", "DB2-011"])
def test_an_entry_of_db2_is_installed_disabled_only(name: str) -> None:
    ways = next(rule for rule in rules() if rule.id == name).procedures
    assert any("disabled entry" in way.detail for way in ways)
