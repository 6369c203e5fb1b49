"""Rules about components that are there or missing, guards, platforms and conflicts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from advisor.findings import Effect
from advisor.rules import base
from advisor.rules.base import Choice
from advisor.rules.building import choose
from advisor.rules.catalogue.adabas.common import nuclei
from advisor.rules.catalogue.vsam.lsr import erlang_c
from advisor.rules.commands import member_records
from advisor.rules.projecting import Projected
from advisor.rules.settling import settle
from advisor.rules.subject import CannotTell, Subject
from advisor.rules.worth import harm_pct
from model.catalogue import catalogue
from model.projection.estimate import Estimate
from model.topology import (
    Link,
    Measured,
    Origin,
    RemoveComponent,
    SetSetting,
    Setting,
    Topology,
    apply_changes,
)
from tests.advisor.rules import cases_adabas, cases_cics
from tests.advisor.rules.builders import advise, changed, part, topology

VSE, ZOS = cases_cics.VSE, cases_cics.ZOS


def rules_found(base: Topology) -> set[str]:
    return {finding.rule for finding in advise(base)[0]}


@pytest.mark.parametrize(("base", "rule"), [(VSE, "TSQ-001"), (ZOS, "CIZ-006")])
def test_main_temporary_storage_does_no_io(base: Topology, rule: str) -> None:
    busy = changed(
        base, {"cics_region:R1|ts_buffer_reads": 3e4, "cics_region:R1|ts_buffer_writes": 2e4}
    )
    (found,) = [f for f in advise(busy)[0] if (f.rule, f.component) == (rule, "cics_region:R1")]
    (told,) = [effect for effect in found.projection if effect.metric == "ts_ios"]
    after = told.after
    assert (told.before, after.value, after.low, after.high) == (5e4, 0.0, 0.0, 2.5e4)


def test_a_pool_without_index_buffers() -> None:
    without = topology(*[(c, ()) for c in VSE if not c.id.endswith("I2048")])
    findings, outcomes = advise(without)
    mine = [f for f in findings if f.rule == "VSM-001"]
    assert {f.component for f in mine} == {"lsr_pool:R1/1", "lsr_pool:R2/1"}
    assert mine[0].projection[0].metric == "index_excps"
    assert "INDEX2K" in mine[0].change_texts[0].syntax
    assert outcomes["VSM-001"].outcome == "found"
    assert advise(VSE)[1]["VSM-001"].outcome == "in order"
    none = topology(*[(c, ()) for c in VSE if c.kind != "lsr_buffers"])
    assert advise(none)[1]["VSM-001"].outcome == "cannot tell"


def test_slow_channels_are_told_of_zvse_only() -> None:
    slow = part("lpar", "D", None, {"OPSYS": "z/VSE"}, {"channel_gbps": 8.0})
    assert "VSM-018" in rules_found(topology(slow))
    fast = part("lpar", "D", None, {"OPSYS": "z/VSE"}, {"channel_gbps": 16.0})
    assert advise(topology(fast))[1]["VSM-018"].outcome == "in order"
    unknown = part("lpar", "D", None, {"OPSYS": "z/VSE"})
    assert advise(topology(unknown))[1]["VSM-018"].outcome == "cannot tell"


def shared_file(second_user: bool) -> Topology:
    base = changed(
        VSE,
        {
            "vsam_file:R2/A.DSNAME": "PROD.R1.A",
            "vsam_file:R2/A.REMOTE": True,
            "vsam_file:R1/A|updates": 0.0,
            "vsam_file:R1/A|adds": 0.0,
        },
    )
    if not second_user:
        return base
    r2 = base["cics_region:R2"]
    r3 = replace(r2, id="cics_region:R3", name="R3")
    file = base["vsam_file:R2/A"]
    third = replace(file, id="vsam_file:R3/A", name="R3/A", parent=r3.id)
    return base.with_components([r3, third])


def test_a_file_used_by_one_other_region_moves_there() -> None:
    one = [f for f in advise(shared_file(False))[0] if f.rule == "MRO-007"]
    assert [f.component for f in one] == ["vsam_file:R1/A"]
    assert "R2" in one[0].change_texts[0].syntax
    assert one[0].projection


def test_a_file_read_by_several_regions_is_copied() -> None:
    findings, outcomes = advise(shared_file(True))
    assert "MRO-008" in {f.rule for f in findings}
    assert outcomes["MRO-007"].outcome == "in order"
    silent = changed(
        shared_file(True), {f"vsam_file:R1/A|{x}": None for x in ("updates", "adds", "deletes")}
    )
    assert advise(silent)[1]["MRO-008"].outcome == "cannot tell"


# Platforms ------------------------------------------------------------------------------------


def test_zos_thresholds_never_fire_on_zvse_and_the_reverse() -> None:
    low = {"cics_region:R1|qr_cpu_s": 200.0, "cics_region:R1|qr_ratio_usual": 0.8}
    assert "CIZ-001" in rules_found(changed(ZOS, low))
    assert "VSE-021" not in rules_found(changed(ZOS, low))
    assert "CIZ-001" not in rules_found(changed(VSE, low))
    assert "VSE-021" in rules_found(changed(VSE, low))


def test_without_a_platform_nobody_guesses() -> None:
    unknown = changed(
        changed(ZOS, {"cics_region:R1|qr_cpu_s": 100.0}),
        {
            "cics_region:R1.PLATFORM": None,
            "lpar:SYS1.OPSYS": None,
            "lpar:SYS1|demand_paging_per_s": None,
            "cics_region:R1|np_tot_ratio": None,
            "cics_region:R1|np_pct": None,
            "cics_region:R1|monvse_samples_min": None,
            # SDSF DA and RMF Monitor III list jobs of z/OS only.
            **{f"lpar:SYS1|{n}": None for n in ZOS["lpar:SYS1"].measured if n.startswith("job.")},
        },
    )
    # The region beside it runs under z/OS, and so does the partition with both.
    findings, outcomes = advise(unknown)
    assert "CIZ-001" in {f.rule for f in findings}
    unknown = changed(unknown, {"cics_region:R2.PLATFORM": None})
    unknown = apply_changes(unknown, [RemoveComponent("dump_options:SYS1")], catalogue())
    findings, outcomes = advise(unknown)
    assert "CIZ-001" not in {f.rule for f in findings}
    assert outcomes["CIZ-001"].outcome == "cannot tell"


def test_a_report_that_exists_on_one_system_only_tells_the_system() -> None:
    rmf = part("lpar", "S", None, {"REAL_STORAGE_GB": 8}, {"demand_paging_per_s": 50.0})
    assert "ZOS-001" in rules_found(topology(rmf))
    monvse = part("lpar", "S", None, {"CPS": 4}, {"np_tot_ratio": 0.7, "paging_per_s": 50.0})
    found = rules_found(topology(monvse))
    assert "VSE-006" in found
    assert "ZOS-001" not in found


def test_paging_says_which_work_waits_for_storage() -> None:
    def notes(batch: float) -> list[str]:
        system = part("lpar", "SYSD", None, {"REAL_STORAGE_GB": 8}, {"demand_paging_per_s": 50.0})
        classes = (
            part("service_class", f"P/{name}", None, {}, {"storage_delay_pct.SYSD": share})
            for name, share in (("BATCHLOW.2", batch), ("CICSPRD.1", 0.0))
        )
        findings, _ = advise(topology(system, *classes))
        return [str(note) for f in findings if f.rule == "ZOS-001" for note in f.notes]

    assert any("BATCHLOW.2: for storage in 12 % of its samples" in note for note in notes(12.0))
    assert any("No service class waits for storage in 1 %" in note for note in notes(0.4))


def test_lookaside_by_pool_alone_gives_no_amount() -> None:
    pool = topology(
        part("cics_region", "R", None, {"PLATFORM": "z/VSE"}),
        part(
            "lsr_pool",
            "R/1",
            "cics_region:R",
            {},
            {"index_lookaside_pct": 71.0, "data_lookaside_pct": 84.0},
        ),
    )
    findings, outcomes = advise(pool)
    assert not findings
    assert outcomes["VSM-002"].outcome == "cannot tell"
    assert "71 %" in outcomes["VSM-002"].sentence
    assert outcomes["VSM-003"].outcome == "in order"


# Guards ---------------------------------------------------------------------------------------


def test_conflicts_stop_larger_cis() -> None:
    splitting = {"vsam_file:R1/A|ca_splits": 50.0, "vsam_file:R1/A.DATA_CISZ": 2048}
    assert "VSM-010" in rules_found(changed(VSE, splitting))
    crowded = {**splitting, "vsam_file:R1/A|exclusive_control_conflicts": 5000.0}
    findings, outcomes = advise(changed(VSE, crowded))
    assert "VSM-010" not in {f.rule for f in findings}
    assert outcomes["VSM-010"].outcome == "held back"
    assert outcomes["VSM-011"].outcome == "found"


def test_log_writes_qualify_zhpf_in_large_clusters() -> None:
    off = {"lpar:SYSA.ZHPF": False, "adabas_database:10.ZHPF": False}
    small = [f for f in advise(changed(cases_adabas.ASM, off))[0] if f.rule == "ADA-017"]
    assert all("short of where" in caveat for caveat in small[0].caveats)
    large = changed(cases_adabas.ASM, {**off, "adabas_database:10.NUCLEI": 20})
    qualified = [f for f in advise(large)[0] if f.rule == "ADA-017"]
    assert "ADA-018" in qualified[0].caveats[0]
    assert "short of where" not in qualified[0].caveats[0]


def test_growth_below_the_bar_needs_room() -> None:
    full = {"mq_bufferpool:QM/1|low_buffers": 100.0, "mq_bufferpool:QM/1.LOCATION": "below"}
    assert "MQ-005" in rules_found(changed(cases_adabas.QUEUES, full))
    tight = changed(cases_adabas.QUEUES, {**full, "mq_manager:QM|storage_free_mb": 0.5})
    findings, outcomes = advise(tight)
    assert "MQ-005" not in {f.rule for f in findings}
    assert outcomes["MQ-005"].outcome == "held back"


def test_a_pool_that_only_moves_promises_no_cpu_that_the_model_denies() -> None:
    """Its finding said 15 % less CPU a message, which growth and fixing bring."""
    full = {"mq_bufferpool:QM/1|low_buffers": 100.0, "mq_bufferpool:QM/1.LOCATION": "below"}
    cpu = {"mq_manager:QM|cpu_us_per_message": 200.0, "mq_bufferpool:QM/1.PAGECLAS": "4KB"}
    (finding,) = [
        f for f in advise(changed(cases_adabas.QUEUES, full | cpu))[0] if f.rule == "MQ-001"
    ]
    assert not [e for e in finding.projection if "cpu" in e.metric and e.after.low < e.before]


# Amounts --------------------------------------------------------------------------------------


def test_an_oversized_pool_shrinks_to_the_documents_amount() -> None:
    sample = changed(
        cases_adabas.QUEUES,
        {"mq_bufferpool:QM/1.BUFFERS": 5000, "mq_pageset:QM/1|total_pages": 1078.0},
    )
    (finding,) = [f for f in advise(sample)[0] if f.rule == "MQ-004"]
    assert finding.changes == (SetSetting("mq_bufferpool:QM/1", "BUFFERS", 1294),)
    storage = finding.effect("storage_mb")
    assert storage is not None
    assert round((storage.before - storage.after.value) * 256) == 3706


def test_growth_ends_where_the_peak_is_under_85_percent() -> None:
    sample = changed(
        cases_adabas.QUEUES,
        {"mq_bufferpool:QM/1.BUFFERS": 10_000, "mq_bufferpool:QM/1|low_buffers": 500.0},
    )
    (finding,) = [f for f in advise(sample)[0] if f.rule == "MQ-005"]
    (change,) = finding.changes
    assert isinstance(change, SetSetting)
    assert 9500 / change.value < 0.85 <= 9500 / (change.value / 1.1)


def test_growth_never_passes_what_the_page_sets_hold() -> None:
    sample = changed(
        cases_adabas.QUEUES,
        {
            "mq_bufferpool:QM/1.BUFFERS": 5000,
            "mq_pageset:QM/1|total_pages": 4000.0,
            "mq_bufferpool:QM/1|low_buffers": 10.0,
        },
    )
    assert "MQ-005" not in rules_found(sample)


def test_waits_of_the_sample_are_about_twenty_seconds() -> None:
    sample = changed(
        cases_adabas.QUEUES,
        {
            "mq_bufferpool:QM/1|low_buffers": 100.0,
            "mq_bufferpool:QM/1|imw": 33834.0,
            "mq_bufferpool:QM/1|rio": 5034.0,
            "mq_bufferpool:QM/1|duration_s": 1.0,
        },
    )
    (finding,) = [f for f in advise(sample)[0] if "MQ-009" in f.supported_by]
    wait = finding.effect("pageset_delay_s")
    assert wait is not None
    assert round(wait.before, 2) == 19.43


def test_multi_fetch_saves_what_the_document_shows() -> None:
    (finding,) = [
        f
        for f in advise(changed(cases_adabas.SESSION, {"natural_session:N1.MULTIFETCH": 1}))[0]
        if f.rule == "NAT-003"
    ]
    switches, cpu = finding.effect("srb_switches"), finding.effect("enclave_cpu_ms")
    assert switches is not None
    assert cpu is not None
    assert switches.after.value == 12_500
    assert cpu.after.low <= 958 <= cpu.after.high


def test_erlang_has_its_known_values() -> None:
    assert abs(erlang_c(1, 0.5) - 0.5) < 1e-12
    assert abs(erlang_c(2, 1.0) - 1 / 3) < 1e-12
    assert erlang_c(3, 3.0) == 1.0


# Choosing and settling ------------------------------------------------------------------------


def etr(value: float, before: float = 100.0) -> tuple[Effect, ...]:
    return (Effect("etr_per_s", "/s", before, Estimate(value, value, value, "/s")),)


def test_the_cheapest_amount_near_the_best_is_chosen() -> None:
    assert choose(Choice(), [etr(104), etr(110), etr(110.5)]) == 1
    assert choose(Choice(), [etr(100.1), etr(100.2)]) is None
    assert choose(Choice(unprojected=1), [(), ()]) == 1
    assert choose(Choice(unprojected=None), [(), ()]) is None
    assert choose(Choice(), [()]) == 0


def test_an_amount_that_costs_throughput_is_out() -> None:
    def both(itr: float, rate: float) -> tuple[Effect, ...]:
        return (
            *etr(rate),
            Effect("itr_per_cpu_s", "", 100.0, Estimate(itr, itr, itr, "")),
        )

    keep = Choice("itr_per_cpu_s", keep="etr_per_s")
    assert choose(keep, [both(130, 80), both(110, 99.5)]) == 1


def test_contradictions_are_resolved_and_said() -> None:
    both = changed(
        cases_cics.VSE,
        {"cics_region:R1.CPUS": 4, "cics_region:R2.CPUS": 4},
    )
    findings, outcomes = advise(both)
    values = {
        (c.component, c.setting): c.value
        for f in findings
        for c in f.changes
        if isinstance(c, SetSetting)
    }
    for finding in findings:
        for change in finding.changes:
            if isinstance(change, SetSetting):
                assert values[(change.component, change.setting)] == change.value
    assert outcomes["VSE-006"].outcome == "held back"
    assert any("VSE-006" in note for f in findings for note in f.notes)
    assert settle([]) == ([], [])


SHORT = {
    "lpar:SYS1|demand_paging_per_s": 500.0,
    "lpar:SYS1|paging_per_s": 500.0,
    "dump_options:SYS1.MAXSPACE_MB": 20_000,
}


def test_of_two_requirements_on_storage_the_larger_stays_and_both_are_found() -> None:
    """Storage against paging and storage for a dump: neither gives way, nor takes the other's."""
    found = {f.rule: f for f in advise(changed(cases_cics.ZOS, SHORT))[0]}
    sizes = {
        rule: next(c.value for c in found[rule].changes if isinstance(c, SetSetting))
        for rule in ("ZOS-001", "DMP-101")
    }
    alone = advise(changed(cases_cics.ZOS, {"dump_options:SYS1.MAXSPACE_MB": 20_000}))[0]
    (dump,) = [f for f in alone if f.rule == "DMP-101"]
    needed = next(c.value for c in dump.changes if isinstance(c, SetSetting))
    assert sizes["ZOS-001"] < sizes["DMP-101"] >= needed
    (said,) = {n for n in found["ZOS-001"].notes if "decide on both" in n}
    assert f"DMP-101 asks for {sizes['DMP-101']} GB of the same" in said
    assert not any("which serves both" in n for f in found.values() for n in f.notes)


def test_a_larger_requirement_is_projected_with_its_own_amount() -> None:
    def paging(batch):
        for changes in batch:
            size = next((c.value for c in changes if c.setting == "REAL_STORAGE_GB"), 0)
            effect = Effect("paging_per_s", "/s", 500.0, Estimate(500.0 - size, 0.0, 500.0, "/s"))
            yield Projected({"lpar:SYS1": (effect,)})

    findings, _ = advise(changed(cases_cics.ZOS, SHORT), lambda batch: list(paging(batch)))
    (pages,) = [f for f in findings if f.rule == "ZOS-001"]
    size = next(c.value for c in pages.changes if isinstance(c, SetSetting))
    assert pages.effect("paging_per_s").after.value == 500.0 - size


FETCHING = {"natural_session:N1.MT": 60, "natural_session:N1.MULTIFETCH": 1}


def breaking(monkeypatch: pytest.MonkeyPatch, rule_id: str, **broken: object) -> None:
    """Put a rule that breaks in the place of a shipped one."""
    catalogue = tuple(replace(r, **broken) if r.id == rule_id else r for r in base.rules())
    monkeypatch.setattr(base, "rules", lambda: catalogue)


def test_a_rule_that_breaks_costs_that_rule_only(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(subject):
        raise KeyError(subject.name)

    wrong = changed(
        cases_adabas.SESSION, {"natural_session:N1.MT": 60, "natural_session:N1.MULTIFETCH": 1}
    )
    assert {"NAT-001", "NAT-003"} <= rules_found(wrong)
    breaking(monkeypatch, "NAT-001", check=broken)
    findings, outcomes = advise(wrong)
    assert "NAT-003" in {f.rule for f in findings}
    assert outcomes["NAT-001"].outcome == "cannot tell"
    assert "N1: this rule broke on what the reports say (KeyError)" in outcomes["NAT-001"].sentence
    (said,) = outcomes["NAT-001"].broken
    assert said in outcomes["NAT-001"].sentence
    assert not outcomes["NAT-003"].broken


def test_a_command_that_cannot_be_written_costs_that_rule_only(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wrong = changed(
        cases_adabas.SESSION, {"natural_session:N1.MT": 60, "natural_session:N1.MULTIFETCH": 1}
    )
    breaking(monkeypatch, "NAT-001", syntax={"MT": "MT={"})
    findings, outcomes = advise(wrong)
    assert "NAT-003" in {f.rule for f in findings}
    assert "broke" in outcomes["NAT-001"].sentence


def test_a_model_that_breaks_on_one_change_costs_that_change_only() -> None:
    def projector(batch):
        if any(c.setting == "MT" for changes in batch for c in changes):
            raise IndexError("no such row")
        return [Projected() for _ in batch]

    wrong = changed(
        cases_adabas.SESSION, {"natural_session:N1.MT": 60, "natural_session:N1.MULTIFETCH": 1}
    )
    findings, outcomes = advise(wrong, projector)
    assert "NAT-003" in {f.rule for f in findings}
    assert "NAT-001" not in {f.rule for f in findings}
    assert "IndexError" in outcomes["NAT-001"].sentence


def test_a_caveat_that_breaks_holds_its_advice_back(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(subject, advice):
        raise TypeError("None")

    off = changed(cases_adabas.ASM, {"lpar:SYSA.ZHPF": False, "adabas_database:10.ZHPF": False})
    assert "ADA-017" in rules_found(off)
    breaking(monkeypatch, "ADA-018", guard=broken)
    findings, outcomes = advise(off)
    assert "ADA-017" not in {f.rule for f in findings}
    assert outcomes["ADA-017"].outcome == "held back"


def test_what_was_changed_since_the_measurement_is_held_back() -> None:
    first = changed(cases_adabas.SESSION, {"natural_session:N1.MT": 60})
    (finding,) = [f for f in advise(first)[0] if f.rule == "NAT-001"]
    after = apply_changes(first, [SetSetting("natural_session:N1", "MT", 30)], catalogue())
    findings, outcomes = advise(after)
    assert finding.rule not in {f.rule for f in findings}
    assert outcomes["NAT-001"].outcome == "held back"


def test_assumptions_are_no_evidence() -> None:
    first = changed(cases_adabas.SESSION, {"natural_session:N1.MT": 60})
    session = first["natural_session:N1"]
    guess = session.with_setting("SORT", Setting("external", Origin("assumed")))
    findings, outcomes = advise(first.with_component(guess))
    assert "NAT-004" not in {f.rule for f in findings}
    assert outcomes["NAT-004"].outcome == "cannot tell"


def test_a_projected_loss_holds_advice_back() -> None:
    off = changed(cases_adabas.ASM, {"lpar:SYSA.ZHPF": False, "adabas_database:10.ZHPF": False})

    def losing(batch):
        return [Projected({"adabas_database:10": etr(80.0)}) for _ in batch]

    findings, outcomes = advise(off, losing)
    assert "ADA-017" not in {f.rule for f in findings}
    assert outcomes["ADA-017"].outcome == "held back"


def test_what_the_model_projects_replaces_published_figures() -> None:
    off = changed(cases_adabas.ASM, {"lpar:SYSA.ZHPF": False, "adabas_database:10.ZHPF": False})

    def gaining(batch):
        return [Projected({"adabas_database:10": etr(107.0)}) for _ in batch]

    (finding,) = [f for f in advise(off, gaining)[0] if f.rule == "ADA-017"]
    assert {effect.after.basis for effect in finding.projection} == {"model"}
    assert finding.severity == "medium"
    (published,) = [f for f in advise(off)[0] if f.rule == "ADA-017"]
    assert {effect.after.basis for effect in published.projection} == {"published"}


def test_zhpf_of_a_cluster_of_unknown_kind_claims_nothing() -> None:
    """Eight nuclei of which nobody says whether they are ALS or ASM were given +3.2 %."""
    off = changed(cases_adabas.ASM, {"lpar:SYSA.ZHPF": False, "adabas_database:10.ZHPF": False})
    database = off["adabas_database:10"]
    kept = {name: value for name, value in database.settings.items() if name != "PRODUCT"}
    findings, _ = advise(off.with_component(replace(database, settings=kept)))
    (finding,) = [f for f in findings if f.rule == "ADA-017"]
    assert finding.projection == ()
    assert "ALS or ASM" in str(finding.not_projectable_because)


def test_systems_of_one_cluster_are_treated_together() -> None:
    paging = {
        f"lpar:{s}|{m}": 300.0
        for s in ("SYSA", "SYSB")
        for m in ("paging_per_s", "demand_paging_per_s")
    }
    findings = [f for f in advise(changed(cases_adabas.ALS, paging))[0] if f.rule == "ZOS-001"]
    assert [f.component for f in findings] == ["lpar:SYSA"]
    assert {c.component for c in findings[0].changes} == {"lpar:SYSA", "lpar:SYSB"}


def test_remote_users_get_a_nucleus_of_their_own() -> None:
    base = changed(cases_adabas.ALS, {"adabas_nucleus:10-1|commands_by_source_remote": 9e5})
    host, node = (
        part("lpar", "SYSC", None, cases_adabas.LPAR),
        part("netwk_node", "SYSC", "lpar:SYSC"),
    )
    base = base.with_components([host[0], node[0]])
    (finding,) = [f for f in advise(base)[0] if f.rule == "ADA-001"]
    after = apply_changes(base, finding.changes, catalogue())
    members = after.sources("adabas_database:10", "member")
    assert any(member.parent == "lpar:SYSC" for member in members)
    assert Link("member", "adabas_nucleus:10-5", "adabas_database:10") in after.links
    # It said "Add 10-5" and no command. No report tells what room the cache structure has.
    look, text = finding.change_texts
    assert look.syntax.startswith("D XCF,STR,STRNAME=")
    assert "ADARUN PROG=ADANUC,CLUSTER=SYSPLEX,DBID=10," in text.syntax
    assert text.syntax.endswith("\nRO SYSC,S <started task of nucleus 5>")
    assert finding.back_out_commands == ("RO SYSC,F <nucleus 5>,ADAEND",)


def test_module_lists_fit_the_records_of_a_member() -> None:
    names = [f"NVPOLI{n:02}" for n in range(20)]
    text = member_records(",".join(names))
    lines = text.split("\n")
    assert all(len(line) <= 71 for line in lines)
    assert all(line.endswith(",") for line in lines[:-1])
    assert not lines[-1].endswith(",")
    assert text.replace("\n", "").split(",") == names
    assert member_records("A") == "A"
    assert member_records("") == ""


# Advice that would lead nowhere -----------------------------------------------------------------


def test_a_pool_without_pressure_stays_below_the_bar() -> None:
    below = {"mq_bufferpool:QM/1.LOCATION": "below"}
    idle = changed(cases_adabas.QUEUES, {**below, "mq_bufferpool:QM/1|low_buffers": 4000.0})
    findings, outcomes = advise(idle)
    assert "MQ-001" not in {f.rule for f in findings}
    assert "MQ-006" in outcomes["MQ-001"].sentence
    full = changed(cases_adabas.QUEUES, {**below, "mq_bufferpool:QM/1|low_buffers": 100.0})
    assert "MQ-001" in rules_found(full)


def test_a_print_cache_of_half_a_flush_switches_twice_as_often() -> None:
    """66 KB hold 500 lines of 132 characters: 200 switches for 100,000 lines where 100 would do."""
    small = {
        "natural_session:N1|print_lines": 100_000.0,
        "natural_session:N1.PWCSIZE_PRINT_KB": 66,
    }
    found = advise(changed(cases_adabas.SESSION, small))[0]
    (finding,) = [f for f in found if f.rule == "NAT-008"]
    assert "500 lines of 132 characters" in finding.explanation
    switches = finding.effect("srb_switches")
    assert switches is not None
    assert switches.before - switches.after.value == pytest.approx(100.0)
    assert "NAT-008" not in rules_found(
        changed(cases_adabas.SESSION, {**small, "natural_session:N1.PWCSIZE_PRINT_KB": 132})
    )
    assert advise(changed(cases_adabas.SESSION, small))[1]["NAT-008"].outcome == "found"


def test_a_rate_is_asked_of_what_counts_and_nothing_else() -> None:
    """A figure that nobody measured, of a component without an interval, has no rate."""
    (region, _) = part("cics_region", "R9", measured={"transactions": 7200.0})
    subject = Subject(region, topology((region, ())), catalogue())
    assert subject.rate("ts_buffer_reads") is None
    assert subject.rate("transactions") is None
    counted = Measured(7200.0, "", Origin("report", "a.txt", 1, ""), interval_s=3600.0)
    timed = replace(region, measured={"transactions": counted})
    assert Subject(timed, topology((timed, ())), catalogue()).rate("transactions") == 2.0


def test_nuclei_that_nobody_counted_are_those_that_belong_to_the_database() -> None:
    database = part("adabas_database", "10")
    members = [
        part("adabas_nucleus", f"10-{n}", links=[("member", "adabas_database:10")]) for n in (1, 2)
    ]
    base = topology(database, *members)
    assert nuclei(Subject(database[0], base, catalogue())) == 2
    with pytest.raises(CannotTell):
        nuclei(Subject(database[0], topology(database), catalogue()))


def test_a_cache_of_a_megabyte_is_neither_enlarged_nor_shrunk() -> None:
    kept = {
        "natural_session:N1|pcache_max_used_pct": 100.0,
        "natural_session:N1|print_lines": 1000.0,
    }
    large = changed(cases_adabas.SESSION, {**kept, "natural_session:N1.PWCSIZE_PRINT_KB": 2048})
    assert advise(large)[1]["NAT-009"].outcome == "in order"
    small = changed(cases_adabas.SESSION, {**kept, "natural_session:N1.PWCSIZE_PRINT_KB": 600})
    (finding,) = [f for f in advise(small)[0] if f.rule == "NAT-009"]
    assert finding.changes == (SetSetting("natural_session:N1", "PWCSIZE_PRINT_KB", 1024),)


def test_a_simulated_pool_grows_only_into_storage_that_is_there() -> None:
    def system(frames: float) -> Topology:
        pool = part(
            "db2_bufferpool",
            "D/BP1",
            "db2_subsystem:D",
            {"VPSIZE": 1000, "SPSIZE": 160_000},
            {
                "avoidable_delay_ms": 1e6,
                "avoidable_sync_reads": 1e6,
                "sync_reads_random": 2e6,
                "getpages_random": 4e6,
            },
        )
        host = part("lpar", "A", None, {"OPSYS": "z/OS"}, {"available_frames": frames})
        return topology(host, part("db2_subsystem", "D", "lpar:A"), pool)

    assert "DB2-007" in rules_found(system(400_000.0))
    findings, outcomes = advise(system(100_000.0))
    assert "DB2-007" not in {f.rule for f in findings}
    assert "no storage to spare" in outcomes["DB2-007"].sentence


def test_a_local_pool_grows_to_half_only_into_storage_that_is_there() -> None:
    def system(frames: float) -> Topology:
        pool = part(
            "db2_bufferpool", "D/BP1", "db2_subsystem:D", {"VPSIZE": 80_000}, {"writes": 1e6}
        )
        host = part("lpar", "A", None, {"OPSYS": "z/OS"}, {"available_frames": frames})
        group = part("db2_gbp", "G/GBP1", "db2_subsystem:D", {"SIZE_MB": 4096})
        return topology(host, part("db2_subsystem", "D", "lpar:A"), pool, group)

    assert "DB2-018" in rules_found(system(1e6))
    findings, outcomes = advise(system(100_000.0))
    assert "DB2-018" not in {f.rule for f in findings}
    assert "no storage to spare for half" in outcomes["DB2-018"].sentence


def test_a_plan_is_not_rebound_as_a_package() -> None:
    """A plan's name is no package's; and a busy package with next to no CPU is left alone."""

    def system(*packages: tuple[str, float, float]) -> Topology:
        plan = part("db2_plan", "D/PLANA", "db2_subsystem:D", {}, {"commits_per_s": 26.0})
        owner = part("db2_subsystem", "D", None, {}, {"new_user_share": 0.9})
        parts = [
            part(
                "db2_plan",
                f"D/{name}",
                "db2_subsystem:D",
                {},
                {"allocations_per_s": rate, "cpu_pct": share},
            )
            for name, rate, share in packages
        ]
        return topology(owner, plan, *parts)

    both = [
        finding
        for finding in advise(system(("PKGA", 60.0, 7.0), ("PKGB", 40.0, 0.5)))[0]
        if finding.rule == "DB2-013"
    ]
    assert [finding.component for finding in both] == ["db2_plan:D/PKGA"]
    (alone,) = [f for f in advise(system())[0] if f.rule == "DB2-013"]
    (text,) = alone.change_texts
    assert "PACKAGE(*.PLANA" not in text.syntax
    assert "packages of plan PLANA" in text.syntax


def test_what_is_not_coded_is_no_command_to_go_back_to() -> None:
    shared = {
        f"vsam_file:R1/{name}.{setting}": value
        for name in "AB"
        for setting, value in (("DSNAME", "PROD.ONE"), ("DSNSHARING", "none"))
    }
    found = [f for f in advise(changed(VSE, shared))[0] if f.rule == "VSM-008"]
    assert found
    assert all("none" not in "".join(finding.back_out_commands) for finding in found)


def test_a_slower_response_is_harm_whatever_throughput_gains() -> None:
    slower = Effect("response_ms", "ms", 10.0, Estimate(13.0, 12.0, 14.0, "ms"))
    faster = Effect("etr_per_s", "1/s", 100.0, Estimate(120.0, 110.0, 130.0, "1/s"))
    assert harm_pct([faster, slower]) > 20
    assert harm_pct([faster]) == 0
