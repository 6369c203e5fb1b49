"""From a topology to conditions, loads and components; what is missing is asked for."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.bench.projection import cluster, prepared, what_if
from model.catalogue import catalogue
from model.contract.evaluation import ConditionError
from model.contract.protocol import NotProjectable
from model.hardware.processors import guaranteed_cps, partition_cps, usable_cps
from model.hardware.storage import FRAME_COST, usable_gb
from model.projection import build_baseline, project
from model.subsystems.adabas import MODELS, schema
from model.topology import (
    Component,
    Link,
    Measured,
    MoveComponent,
    Scenario,
    SetSetting,
    Setting,
    Topology,
    apply_changes,
)

MODEL = MODELS[0]
ANCHOR = "adabas_database:10"


def altered(component: str, **values: float | str | bool | None) -> Topology:
    site = cluster()
    found = site[component]
    settings = {k: v for k, v in found.settings.items() if values.get(k, "kept") is not None}
    settings.update({k: Setting(v) for k, v in values.items() if v is not None})
    return site.with_component(replace(found, settings=settings))


def test_a_cluster_becomes_the_published_conditions() -> None:
    found = MODEL.conditions(cluster(), ANCHOR, {})
    assert found["product"] == "ALS"
    assert found["nuclei"] == 31
    assert sorted(found["nuclei_per_lpar"]) == [15, 16]
    assert found["cps_total"] == 32
    assert found["dasd_volumes"] == 80
    assert found["page_type"] == "LARGEPAGE=YES"
    assert found["threads_per_nucleus"] == 80


def test_blocks_that_cannot_be_tracked_are_not_kept() -> None:
    """None at all is less than one, not without limit."""
    none, one, many = (
        MODEL.conditions(altered(ANCHOR, CLUCACHEEXTRA=blocks), ANCHOR, {}).get("clucacheextra")
        for blocks in (0, 1, 520_000)
    )
    assert (none, one, many) == (0.0, 1.0, 520_000.0)
    bars = project(
        (baseline := build_baseline(altered(ANCHOR, CLUCACHEEXTRA=520_000))),
        [
            Scenario("less", (SetSetting(ANCHOR, "CLUCACHEEXTRA", blocks),))
            for blocks in (0, 1, 520_000)
        ],
        bands=False,
    )
    assert baseline.topology[ANCHOR].value("CLUCACHEEXTRA") == 520_000
    at_none, at_one, at_many = (p.workloads[0].metrics["etr_per_s"].value for p in bars)
    assert at_none == pytest.approx(at_one, rel=1e-4)
    assert at_one < at_many


def test_storage_is_taken_by_caches_that_nothing_tracks() -> None:
    """CLUCACHEEXTRA limits what saves reads; the frames are gone all the same, as RMF shows."""
    small = {
        "product": "ALS",
        "cache_data_mb_per_nucleus": 30_000.0,
        "cache_asso_mb_per_nucleus": 720.0,
        "clucacheextra": 100_000.0,
    }
    assert schema.cached_gb(small, 4) == pytest.approx(120.0)
    assert schema.useful_cache_gb(small) == pytest.approx(2.57, abs=0.01)


def test_shares_and_weights_of_nothing_warn_nobody() -> None:
    """Log writes measured where nothing commits: a contradiction in words, no numpy warning."""
    site = altered(ANCHOR, COMMIT_SHARE=0.0, UPDATE_SHARE=0.0)
    database = site[ANCHOR]
    written = {**database.measured, "work_plog_writes_per_s": Measured(100.0, "1/s")}
    baseline = build_baseline(site.with_component(replace(database, measured=written)))
    assert any("WORK and PLOG writes" in sentence for sentence in baseline.refused)
    weightless = altered("lpar:SYSA", WEIGHT=0)
    assert partition_cps(weightless, weightless["lpar:SYSA"]) == 16.0


def test_other_work_is_taken_off() -> None:
    busy = {"lpar:SYSA": 3.0, "lpar:SYSB": 2.0, "dasd:D": 5000.0, "elsewhere": 9.0}
    found = MODEL.conditions(cluster(), ANCHOR, busy)
    assert found["background_cp_busy"] == 5.0
    assert found["background_io_per_s"] == 5000.0


@pytest.mark.parametrize(
    ("component", "setting"),
    [(ANCHOR, "USERS"), (ANCHOR, "UPDATE_SHARE"), ("lpar:SYSA", "CPS")],
)
def test_what_no_report_says_is_asked_for(component: str, setting: str) -> None:
    with pytest.raises(NotProjectable) as lacking:
        MODEL.conditions(altered(component, **{setting: None}), ANCHOR, {})
    assert (lacking.value.component, lacking.value.setting) == (component, setting)
    assert lacking.value.report


def test_zhpf_falls_back_to_the_systems() -> None:
    assert MODEL.conditions(altered(ANCHOR, ZHPF=None), ANCHOR, {})["zhpf"] is True
    assert MODEL.conditions(altered(ANCHOR, ZHPF=False), ANCHOR, {})["zhpf"] is False


def test_zhpf_comes_with_a_nucleus_to_a_system_of_which_nobody_told_it() -> None:
    """It had no figures any more: nobody had told whether its I/O uses zHPF there."""
    found = altered(ANCHOR, ZHPF=None)
    new = Component("lpar:NEW", "lpar", "NEW", None, {"CPS": Setting(16)})
    found = found.with_component(new)
    for nucleus in found.of_kind("adabas_nucleus"):
        found = found.with_component(replace(nucleus, parent=new.id))
    told = MODEL.conditions(found, ANCHOR, {})
    assert (told["zhpf"], told["zhpf_as_others"]) == (True, True)
    said = MODEL.evaluate([told]).extrapolated[0]
    assert any("ZHPF of their system" in str(one) for one in said)
    off = found["lpar:SYSA"].with_setting("ZHPF", Setting(False))
    with pytest.raises(NotProjectable, match="zHPF"):
        MODEL.conditions(found.with_component(off), ANCHOR, {})


def test_contradictions_are_said_with_the_conditions() -> None:
    with pytest.raises(ConditionError, match="no paging device"):
        MODEL.conditions(
            altered(ANCHOR, CDATAMAXS=20_000, CLUCACHEEXTRA=None, LARGEPAGE=False), ANCHOR, {}
        )


def test_threads_beyond_the_users_are_not_counted() -> None:
    site = altered(ANCHOR, USERS=40)
    assert MODEL.conditions(site, ANCHOR, {})["threads_per_nucleus"] == 40


def test_counts_become_rates() -> None:
    site = cluster()
    database = site[ANCHOR]
    counts = {
        "commands": 9_000.0,
        "duration_s": 10.0,
        "cpu_s": 3.0,
        "physical_reads": 500.0,
        "logical_reads": 4_000.0,
        "work_writes": 30.0,
        "plog_writes": 20.0,
    }
    measured = {name: Measured(value, "") for name, value in counts.items()}
    site = site.with_component(replace(database, measured=measured))
    found = MODEL.measured(site, ANCHOR)
    assert found["etr_per_s"] == 900.0
    assert found["itr_per_cpu_s"] == 3_000.0
    assert found["reads_per_s"] == 50.0
    assert found["buffer_efficiency"] == 8.0
    assert found["work_plog_writes_per_s"] == 5.0


def test_what_nuclei_measure_adds_up_where_their_database_has_no_figure() -> None:
    site = cluster()
    nuclei = list(site.of_kind("adabas_nucleus"))
    for place, nucleus in enumerate(nuclei):
        site = site.with_component(replace(nucleus, measured=_session(1_000.0 + place)))
    kept = {"buffer_efficiency": Measured(7.0, "")}
    site = site.with_component(replace(site[ANCHOR], measured=kept))
    found = MODEL.measured(site, ANCHOR)
    commands = sum(1_000.0 + place for place in range(31))
    assert found["etr_per_s"] == pytest.approx(commands / 10.0)
    assert found["itr_per_cpu_s"] == pytest.approx(commands / (31 * 0.4))
    assert found["reads_per_s"] == pytest.approx(31 * 50.0)
    assert found["response_ms"] == pytest.approx(2.0)
    assert found["buffer_efficiency"] == 7.0
    assert not MODEL.left_out(site, ANCHOR)
    rest = {name: one for name, one in _session(1_000.0).items() if name != "cpu_s"}
    partly = site.with_component(replace(nuclei[3], measured=rest))
    assert "itr_per_cpu_s" not in MODEL.measured(partly, ANCHOR)
    (said,) = MODEL.left_out(partly, ANCHOR)
    assert "itr_per_cpu_s" in said
    assert f"those of {nuclei[3].name} are not" in said


def _session(commands: float) -> dict[str, Measured]:
    counts = {
        "commands": commands,
        "duration_s": 10.0,
        "cpu_s": 0.4,
        "physical_reads": 500.0,
        "logical_reads": 4_000.0,
        "response_ms": 2.0,
    }
    return {name: Measured(value, "") for name, value in counts.items()}


def test_load_is_split_as_the_nuclei_can_work() -> None:
    """16 and 15 nuclei wait for as many exposures on either system."""
    site = cluster()
    evaluation = MODEL.evaluate([MODEL.conditions(site, ANCHOR, {})])
    taken = MODEL.load(site, ANCHOR, evaluation, 0)
    assert 1.0 < taken["lpar:SYSB"] / taken["lpar:SYSA"] < 16 / 15
    total = float(evaluation.metrics["cpu_s_per_s"][0, 0])
    assert taken["lpar:SYSA"] + taken["lpar:SYSB"] == pytest.approx(total)
    parts = MODEL.components(site, ANCHOR)
    assert len(parts["nuclei"]) == 31
    assert parts["volumes"] == ("dasd:D",)


def test_a_projection_through_the_whole_room() -> None:
    baseline = prepared()
    assert baseline.refused == ()
    as_is, changed = project(baseline, [what_if(6000.0), what_if(2000.0)], bands=True)
    for found in (as_is, changed):
        work = found.workload(ANCHOR)
        assert work is not None
        etr = work.metrics["etr_per_s"]
        assert etr.low < etr.value < etr.high
        assert work.bottleneck == "I/O limit"


def test_weights_limit_the_cps() -> None:
    assert guaranteed_cps(300, [300, 700], 20) == 6
    assert usable_cps(16, 300, [300, 700], 20, None) == 6
    assert usable_cps(16, 300, [300, 700], 20, 8.0) == 12
    assert usable_cps(4, 300, [300, 700], 20, 8.0) == 4
    with pytest.raises(ValueError, match="weights"):
        guaranteed_cps(0, [0, 0], 20)
    site = cluster().with_component(Component("cpc:C", "cpc", "C", None, {"CPS": Setting(20)}))
    for name, weight in (("lpar:SYSA", 300), ("lpar:SYSB", 700)):
        lpar = site[name]
        settings = {**lpar.settings, "WEIGHT": Setting(weight)}
        site = site.with_component(replace(lpar, parent="cpc:C", settings=settings))
    assert sorted(MODEL.conditions(site, ANCHOR, {})["cps_per_lpar"]) == [6, 14]


def test_no_system_has_more_cps_than_its_machine() -> None:
    site = cluster().with_component(Component("cpc:C", "cpc", "C", None, {"CPS": Setting(8)}))
    site = site.with_component(replace(site["lpar:SYSA"], parent="cpc:C"))
    assert sorted(MODEL.conditions(site, ANCHOR, {})["cps_per_lpar"]) == [8, 16]
    assert partition_cps(site, site["lpar:SYSA"]) == 8


def test_a_system_without_paging_device_does_not_borrow_its_neighbours() -> None:
    site = altered(ANCHOR, CDATAMAXS=20_000, CLUCACHEEXTRA=None, LARGEPAGE=False)
    for name, device in (("lpar:SYSA", "none"), ("lpar:SYSB", "flash")):
        settings = {**site[name].settings, "PAGE_DEVICE": Setting(device)}
        site = site.with_component(replace(site[name], settings=settings))
    with pytest.raises(ConditionError, match="no paging device"):
        MODEL.conditions(site, ANCHOR, {})
    larger = {**site["lpar:SYSA"].settings, "REAL_STORAGE_GB": Setting(2048)}
    site = site.with_component(replace(site["lpar:SYSA"], settings=larger))
    assert MODEL.conditions(site, ANCHOR, {})["page_devices_per_lpar"] in (
        "none,flash",
        "flash,none",
    )


def test_frames_and_lfarea() -> None:
    assert FRAME_COST["4K pageable"] == 1.0
    assert FRAME_COST["4K pageable"] > FRAME_COST["1M pageable"] > FRAME_COST["1M fixed"] > 0
    assert usable_gb(256, 20, 0) == 236
    assert usable_gb(256, 20, 20) == 256


def test_lfarea_that_leaves_nothing_is_refused_by_its_name() -> None:
    site = cluster()
    settings = {**site["lpar:SYSA"].settings, "LFAREA_2G_GB": Setting(256)}
    site = site.with_component(replace(site["lpar:SYSA"], settings=settings))
    with pytest.raises(ConditionError, match="LFAREA of 256 GB leaves nothing of 128 GB"):
        MODEL.conditions(site, ANCHOR, {})


def test_another_coupling_facility_than_the_measured_one_is_extrapolated() -> None:
    def conditions(processors: float) -> dict[str, object]:
        site = cluster()
        facility = Component("cf:C", "cf", "C", None, {"CPS": Setting(processors)})
        cache = Component("s", "cf_structure", "S", "cf:C", {"SIZE_MB": Setting(12_288)})
        site = site.with_components([facility, cache])
        return dict(MODEL.conditions(site.with_link(Link("coupled", ANCHOR, "s")), ANCHOR, {}))

    assert conditions(4)["cf_structure_gb"] == 12
    few, measured = (MODEL.evaluate([conditions(count)]).extrapolated[0] for count in (2, 4))
    assert any("coupling facility with CPS=2" in text for text in few)
    assert not any("coupling facility" in text for text in measured)


@pytest.mark.parametrize("types", [("cache", "lock"), (None, None)])
@pytest.mark.parametrize("order", [1, -1])
def test_the_structure_that_holds_blocks_is_none_of_locks_in_whatever_order(types, order) -> None:
    """The first that was linked was taken: a lock structure of 1 GB cost the template 7 %."""
    site = cluster()
    sizes = zip(("BLOCKS", "LOCKS"), (12_288, 1_024), types, strict=True)
    structures = [
        Component(name, "cf_structure", name, "cf:C",
                  {"SIZE_MB": Setting(mb)} | ({} if kind is None else {"TYPE": Setting(kind)}))
        for name, mb, kind in sizes
    ]  # fmt: skip
    facility = Component("cf:C", "cf", "C", None, {"CPS": Setting(2)})
    site = site.with_components([facility, *structures])
    for one in structures[::order]:
        site = site.with_link(Link("coupled", ANCHOR, one.id))
    found = MODEL.conditions(site, ANCHOR, {})
    assert (found["cf_structure_gb"], found["cf_cps"]) == (12, 2)


def test_the_structure_that_nuclei_name_holds_the_blocks_linked_or_not() -> None:
    site = cluster()
    for nucleus in site.of_kind("adabas_nucleus"):
        names = {"CLUCACHENAME": Setting("SMALL"), "CLULOCKNAME": Setting("LARGE")}
        site = site.with_component(replace(nucleus, settings={**nucleus.settings, **names}))
    structures = [
        Component(name, "cf_structure", name, "cf:C", {"SIZE_MB": Setting(mb)})
        for name, mb in (("SMALL", 2_048), ("LARGE", 4_096), ("OTHER", 65_536))
    ]
    site = site.with_components([Component("cf:C", "cf", "C", None, {}), *structures])
    assert MODEL.conditions(site, ANCHOR, {})["cf_structure_gb"] == 2


def test_systems_of_different_work_are_busy_by_their_own() -> None:
    """Two of SYSA's nuclei and their users move to SYSB, whose nuclei then page."""
    moved = [n for n in cluster().of_kind("adabas_nucleus") if n.parent == "lpar:SYSA"][:2]
    scenario = Scenario("moved", tuple(MoveComponent(n.id, "lpar:SYSB") for n in moved))
    as_is, uneven = project(prepared(), [Scenario("as-is"), scenario], bands=True)
    workload = uneven.principal
    assert workload is not None
    assert uneven.bottleneck == "dasd:D"
    given = apply_changes(cluster(), scenario.changes, catalogue())
    heads = {c.id: len(given.children(c.id, "adabas_nucleus")) for c in given.of_kind("lpar")}
    assert sorted(heads.values()) == [13, 18]
    busy = {u.component: u for u in uneven.resources}
    # What the systems' CPs give is what the workload takes, and it is not by head of nuclei.
    taken = {name: busy[name].utilization * 16.0 for name in heads}
    cpu_s = workload.metrics["cpu_s_per_s"].value
    assert sum(taken.values()) == pytest.approx(cpu_s, rel=1e-6)
    by_head = {name: taken[name] / heads[name] for name in heads}
    assert max(by_head.values()) > 1.05 * min(by_head.values())
    nuclei = {
        place.id: {busy[n.id].utilization for n in given.children(place.id, "adabas_nucleus")}
        for place in given.of_kind("lpar")
    }
    assert all(len(same) == 1 for same in nuclei.values())
    assert nuclei["lpar:SYSA"] != nuclei["lpar:SYSB"]
    for name in heads:
        one = given.children(name, "adabas_nucleus")[0].id
        assert busy[one].low <= busy[one].utilization <= busy[one].high
    # As measured, 15 and 16 nuclei share as many exposures.
    same = {u.utilization for u in as_is.resources if u.label == "nuclei"}
    assert len(same) == 2


def test_logs_that_bind_are_a_bottleneck_on_the_disks() -> None:
    site = altered(ANCHOR, UPDATE_SHARE=0.2, COMMIT_SHARE=0.06)
    disk = next(iter(site.of_kind("dasd")))
    few = replace(disk, settings={**disk.settings, "VOLUMES": Setting(4)})
    (found,) = project(build_baseline(site.with_component(few)), [Scenario("as-is")])
    workload = found.principal
    assert workload is not None
    assert workload.bottleneck == "log volumes"
    assert found.bottleneck == disk.id
    assert [u.label for u in found.resources if u.component == disk.id] == ["log volumes"]


def test_a_system_of_unknown_storage_switches_no_paging_off() -> None:
    site = altered(ANCHOR, CDATAMAXS=9_000, CLUCACHEEXTRA=None, LARGEPAGE=False)
    for name in ("lpar:SYSA", "lpar:SYSB"):
        settings = {**site[name].settings, "PAGE_DEVICE": Setting("flash")}
        site = site.with_component(replace(site[name], settings=settings))
    lacking = {k: v for k, v in site["lpar:SYSB"].settings.items() if k != "REAL_STORAGE_GB"}
    unknown = site.with_component(replace(site["lpar:SYSB"], settings=lacking))
    known, guessed = (
        MODEL.evaluate([MODEL.conditions(given, ANCHOR, {})]) for given in (site, unknown)
    )
    assert known.metrics["paging_per_s"][0, 0] > 0
    assert guessed.metrics["paging_per_s"][0, 0] > 0
    assert any("real storage of SYSB" in sentence for sentence in guessed.extrapolated[0])


def test_paging_without_any_storage_figure_is_a_question_and_not_a_model_that_never_pages() -> None:
    site = cluster()
    for lpar in list(site.of_kind("lpar")):
        left = {k: v for k, v in lpar.settings.items() if k != "REAL_STORAGE_GB"}
        site = site.with_component(replace(lpar, settings=left))
    MODEL.conditions(site, ANCHOR, {})
    paging = {**site[ANCHOR].measured, "paging_per_s": Measured(19_440.0, "pages/s")}
    with pytest.raises(NotProjectable, match="no report says how much real storage") as missing:
        MODEL.conditions(site.with_component(replace(site[ANCHOR], measured=paging)), ANCHOR, {})
    assert missing.value.setting == "REAL_STORAGE_GB"


def test_caches_of_any_size_fit_into_unknown_storage_and_that_is_said() -> None:
    """Four times the caches paged nowhere, without a word."""
    site = cluster()
    for lpar in list(site.of_kind("lpar")):
        left = {k: v for k, v in lpar.settings.items() if k != "REAL_STORAGE_GB"}
        site = site.with_component(replace(lpar, settings=left))
    change = Scenario("more", (SetSetting(ANCHOR, "CDATAMAXS", 88_000),))
    for topology, said in ((site, True), (cluster(), False)):
        (found,) = project(build_baseline(topology), [change], bands=False)
        (work,) = found.workloads
        assert any("taken to fit into it" in text for text in work.extrapolated) is said


def test_a_cluster_of_one_nucleus_is_a_cluster() -> None:
    site = cluster()
    for nucleus in list(site.of_kind("adabas_nucleus"))[1:]:
        site = site.without_component(nucleus.id)
    anchor = site[ANCHOR]
    settings = {**anchor.settings, "NUCLEI": Setting(1), "PRODUCT": Setting("ALS")}
    site = site.with_component(replace(anchor, settings=settings))
    today = MODEL.conditions(site, ANCHOR, {})
    assert today["product"] == "ALS"
