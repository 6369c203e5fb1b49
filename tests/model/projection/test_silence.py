"""No setting is ignored without a word: what no figure answers to is said."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.bench.projection import cluster
from model.catalogue import catalogue
from model.projection import Baseline, Unanswered, build_baseline, project
from model.projection.silence import _differs
from model.topology import (
    AddComponent,
    AddLink,
    Change,
    Component,
    Link,
    Measured,
    RemoveComponent,
    Scenario,
    SetSetting,
    Setting,
    Topology,
)

DATABASE = "adabas_database:10"


def part(kind: str, name: str, parent: str | None, settings: dict, measured: dict) -> Component:
    return Component(
        name,
        kind,
        name,
        parent,
        {key: Setting(value) for key, value in settings.items()},
        {key: Measured(value, "") for key, value in measured.items()},
    )


@pytest.fixture(scope="module")
def baseline() -> Baseline:
    """The published cluster beside an IMS region, a CICS region and a JVM of unknown CPU."""
    site = cluster()
    others = (
        part("ims_system", "IMSA", "lpar:SYSA", {}, {}),
        part(
            "ims_region",
            "MPR1",
            "IMSA",
            {"PRLD": "M1"},
            {"schedules": 10.0, "transactions": 30.0, "schedule_to_first_call_us": 6_000.0},
        ),
        part(
            "cics_region",
            "AOR1",
            "lpar:SYSA",
            {"MXT": 250},
            {"transactions": 36_000.0, "duration_s": 900.0, "qr_dispatch_s": 90.0},
        ),
        part("jvm", "JVM1", "lpar:SYSB", {"PAGESIZE": "4K"}, {}),
    )
    parts = {item.id: item for item in (*site, *others)}
    engines = int(parts["lpar:SYSA"].number("CPS") or 0)
    parts["CPC1"] = part("cpc", "CPC1", None, {"CPS": engines}, {})
    parts["lpar:SYSA"] = replace(parts["lpar:SYSA"], parent="CPC1")
    return build_baseline(Topology(parts, site.links))


def said(baseline: Baseline, *changes: Change) -> tuple[str, ...]:
    as_is, after = project(baseline, [Scenario("as is"), Scenario("x", changes)])
    return Unanswered(baseline, as_is).sentences(after)


@pytest.mark.parametrize(
    ("component", "setting", "value", "words"),
    [
        (DATABASE, "DIRRATIO", 20, "10.DIRRATIO: not projectable"),
        ("lpar:SYSA", "ZHPF", False, "as ZHPF of Adabas database 10 is what counts"),
        ("MPR1", "PRLD", "M2", "graphic only"),
        ("AOR1", "MXT", 300, "nothing that was measured"),
        ("JVM1", "PAGESIZE", "1M", "its CPU is in no report"),
        (DATABASE, "ZHPF", True, "already"),
        (DATABASE, "THINK_TIME_S", 0, "taken to be 0 already"),
    ],
)
def test_a_change_that_no_figure_answers_to_says_why(
    baseline: Baseline, component: str, setting: str, value: object, words: str
) -> None:
    (sentence,) = said(baseline, SetSetting(component, setting, value))
    assert words in sentence


def test_a_change_with_an_effect_is_left_alone_and_the_other_named(baseline: Baseline) -> None:
    moving = SetSetting(DATABASE, "ZHPF", False)
    assert said(baseline, moving) == ()
    (sentence,) = said(baseline, moving, SetSetting(DATABASE, "DIRRATIO", 20))
    assert sentence.startswith("10.DIRRATIO")


def test_hardware_that_moves_figures_is_never_called_unused(baseline: Baseline) -> None:
    """A partition with fewer CPs moved every response, and was said to be used by no model."""
    engines = int(baseline.topology["CPC1"].number("CPS") or 0)
    assert said(baseline, SetSetting("lpar:SYSA", "CPS", 1)) == ()
    # Beside others it counts too; and the machine is the one of the scenario.
    more = SetSetting("lpar:SYSA", "CPS", 2 * engines)
    assert said(baseline, more, SetSetting("CPC1", "CPS", 2 * engines)) == ()
    (alone,) = project(baseline, [Scenario("x", (more,))], bands=False)
    beyond = f"logical CPs and CPC1 only {engines} CPs"
    assert any(beyond in sentence for work in alone.workloads for sentence in work.extrapolated)


def test_what_is_switched_together_with_what_decides_is_a_part_of_its_effect(
    baseline: Baseline,
) -> None:
    """The plan's own zHPF step said of each system that no model uses it."""
    together = (SetSetting("lpar:SYSA", "ZHPF", False), SetSetting(DATABASE, "ZHPF", False))
    assert said(baseline, *together) == ()
    (sentence,) = said(baseline, together[0], SetSetting(DATABASE, "DIRRATIO", 11))[:1]
    assert "as ZHPF of Adabas database 10 is what counts" in sentence


def test_every_setting_of_the_database_moves_a_figure_or_is_answered(baseline: Baseline) -> None:
    as_is = project(baseline, [Scenario("as is")])[0]
    silent = Unanswered(baseline, as_is)
    database = baseline.topology[DATABASE]
    for spec in catalogue()["adabas_database"].settings:
        if spec.type == "integer" and database.number(spec.name):
            value: object = int(database.number(spec.name) or 0) // 2
        elif spec.type == "flag":
            value = not database.value(spec.name)
        else:
            continue
        scenario = Scenario("x", (SetSetting(DATABASE, spec.name, value),))
        after = project(baseline, [scenario])[0]
        now, before = after.workload(DATABASE), as_is.workload(DATABASE)
        assert before is not None
        moved = now is None or any(
            figure.value != before.metrics[name].value for name, figure in now.metrics.items()
        )
        moved = moved or bool(now is not None and now.not_projectable) or bool(after.issues)
        assert moved or silent.sentences(after), spec.name


def test_what_is_said_of_two_systems_for_one_reason_is_said_once(baseline: Baseline) -> None:
    switched = [SetSetting(f"lpar:{name}", "ZHPF", False) for name in ("SYSA", "SYSB")]
    (sentence,) = said(baseline, *switched)
    assert sentence.startswith("SYSA (ZHPF) and SYSB (ZHPF): it moves no figure here")
    # "is yes already" is a sentence of one setting.
    held = [SetSetting(f"lpar:{name}", "ZHPF", True) for name in ("SYSA", "SYSB")]
    assert [sentence.partition(" is ")[0] for sentence in said(baseline, *held)] == [
        "SYSA.ZHPF",
        "SYSB.ZHPF",
    ]
    # Another reason is another sentence.
    assert len(said(baseline, *switched, SetSetting(DATABASE, "DIRRATIO", 20))) == 2


def test_figures_that_a_component_is_added_with_are_said_not_to_be_taken(
    baseline: Baseline,
) -> None:
    figures = {"transactions": 36_000.0, "duration_s": 900.0, "qr_dispatch_s": 90.0}
    added = part("cics_region", "AOR2", "lpar:SYSA", {"MXT": 250}, figures)
    (sentence,) = said(baseline, AddComponent(added))
    assert sentence.startswith(
        "CICS region AOR2: the measured figures that it is added with are not"
    )
    linked = AddComponent(replace(added, measured={}), (Link("mro", "AOR1", "AOR2"),))
    (sentence,) = said(baseline, linked)
    assert "no work is taken to go there" in sentence
    # Hundreds are one sentence, and whoever shows settings one by one is told it too.
    more = tuple(
        AddComponent(part("cics_region", f"B{n}", "lpar:SYSA", {"MXT": 250}, {})) for n in range(7)
    )
    as_is, after = project(baseline, [Scenario("as is"), Scenario("x", more)])
    silent = Unanswered(baseline, as_is)
    (sentence,) = silent.of_whole(after)
    assert sentence.startswith("CICS region: B0, B1, B2, B3, B4 and 2 more are added")
    assert silent.sentences(after) == (sentence,)
    assert not silent.by_setting(after)


def test_of_two_that_limit_alike_the_other_is_named() -> None:
    figures = {"transactions": 180_000.0, "duration_s": 900.0, "tcb_cpu_s": 700.0}
    parts = (
        part("cpc", "C1", None, {"CPS": 4}, {}),
        part("lpar", "L1", "C1", {"CPS": 4, "REAL_STORAGE_GB": 64}, {"cp_busy_pct": 85.0}),
        part("cics_region", "R1", "L1", {"MXT": 100}, {**figures, "response_ms": 60.0}),
    )
    baseline = build_baseline(Topology({one.id: one for one in parts}))
    alone = Scenario("", (SetSetting("C1", "CPS", 8),))
    as_is, more = project(baseline, [Scenario(""), alone], bands=False)
    (said,) = Unanswered(baseline, as_is).sentences(more)
    assert said.endswith("as CPS of L1 is what counts")


def test_a_weight_that_guarantees_less_than_is_used_is_said() -> None:
    parts = [part("cpc", "CPC1", None, {"CPS": 4}, {})]
    for name in ("SYSA", "SYSB"):
        system = {"CPS": 4, "WEIGHT": 50}
        parts.append(part("lpar", name, "CPC1", system, {"cp_busy_pct": 48.0}))
        parts.append(part("jvm", f"J{name}", name, {}, {"tx_per_s": 9.0, "cpu_s_per_s": 1.8}))
    baseline = build_baseline(Topology().with_components(parts))
    found = said(baseline, SetSetting("SYSA", "WEIGHT", 5))
    assert any("guarantees 0.36 CPs then, and its work uses 1.9" in sentence for sentence in found)
    assert not any("guarantees" in one for one in said(baseline, SetSetting("SYSA", "CPS", 3)))


def test_cpus_of_z_vse_beyond_those_of_its_partition_are_said() -> None:
    figures = {
        "duration_s": 900.0,
        "transactions": 45_000.0,
        "qr_cpu_s": 450.0,
        "qr_dispatch_s": 495.0,
        "partition_cpu_s": 495.0,
    }
    system = {"CPS": 2, "OPSYS": "z/VSE"}
    parts = [
        part("cpc", "CPC1", None, {"CPS": 16}, {}),
        part("lpar", "V1", "CPC1", system, {"cp_busy_pct": 60.0}),
        part("cics_region", "C1", "V1", {"PLATFORM": "z/VSE", "CPUS": 2}, figures),
    ]
    baseline = build_baseline(Topology().with_components(parts))
    (sentence,) = said(baseline, SetSetting("C1", "CPUS", 4))
    assert "no figure moves: C1: 4 CPUs are stated to be active" in sentence


def test_cpus_of_z_vse_are_nothing_to_a_region_on_z_os() -> None:
    """They took CPs from all in its partition: 8.00 ms became 11.5."""
    figures = {
        "duration_s": 900.0,
        "transactions": 45_000.0,
        "qr_cpu_s": 450.0,
        "qr_dispatch_s": 495.0,
        "response_ms": 30.0,
    }
    parts = [
        part("cpc", "CPC1", None, {"CPS": 16}, {}),
        part("lpar", "SYSA", "CPC1", {"CPS": 4}, {"cp_busy_pct": 60.0}),
        part("cics_region", "C1", "SYSA", {}, figures),
    ]
    baseline = build_baseline(Topology().with_components(parts))
    change = SetSetting("C1", "CPUS", 1)
    (sentence,) = said(baseline, change)
    assert "no figure moves: CPUs are those of its partition on z/OS" in sentence


def test_a_shape_that_changes_and_moves_nothing_is_said() -> None:
    """A partition taken away, a link to what is added, several settings at once were silent."""
    parts = [
        part("cpc", "CPC1", None, {"CPS": 8}, {}),
        part("lpar", "SYSA", "CPC1", {"CPS": 4}, {"cp_busy_pct": 48.0}),
        part("lpar", "SYSB", "CPC1", {"CPS": 2}, {}),
        part("jvm", "J", "SYSA", {"XMX_MB": 99}, {"tx_per_s": 9.0, "cpu_s_per_s": 0.5}),
    ]
    baseline = build_baseline(Topology().with_components(parts))
    (gone,) = said(baseline, RemoveComponent("SYSB"))
    assert gone.startswith("SYSB: no figure moves by what is added")
    disk = part("dasd", "D", None, {}, {})
    region = part("cics_region", "R", "SYSB", {}, {})
    linked = (AddComponent(disk), AddComponent(region), AddLink(Link("uses", "R", "D")))
    assert len(said(baseline, *linked)) == 1
    both = said(baseline, SetSetting("J", "GCPOLICY", "nogc"), SetSetting("SYSA", "CPS", 5))
    assert len(both) == 2


def test_a_weight_beside_unknown_ones_is_judged_against_those_of_as_many_logical_cps() -> None:
    """What nobody had stated counted as none, and to state it as a change of 42 %."""

    def home(name: str, **settings: float) -> list[Component]:
        db2 = {"duration_s": 900.0, "tx_per_s": 100.0, "cpu_ms_per_tx": 8.0, "response_ms": 30.0}
        return [
            part("lpar", name, "M", {"CPS": 8, **settings}, {"cp_busy_pct": 47.0}),
            part("db2_subsystem", f"DB{name}", name, {}, db2),
        ]

    site = Topology().with_components(
        [part("cpc", "M", None, {"CPS": 8}, {}), *home("A", WEIGHT=500), *home("B")]
    )
    baseline = build_baseline(site)
    weights = [Scenario(str(n), (SetSetting("B", "WEIGHT", n),)) for n in (500, 100)]
    other = Scenario("A", (SetSetting("A", "WEIGHT", 900),))
    same, fewer, more = project(baseline, [*weights, other], bands=False)
    for one in (same, more):
        for work in one.workloads:
            assert work.metrics["response_ms"].value == pytest.approx(30.0, rel=1e-3)
    (a, b) = (work.metrics["response_ms"].value for work in fewer.workloads)
    assert a < 30.0 < b
    (as_is,) = project(baseline, [Scenario("as-is", ())], bands=False)
    for one in (same, fewer, more):
        assert "taken to be as those of others" in " ".join(
            Unanswered(baseline, as_is).sentences(one)
        )


def test_a_workload_that_was_not_there_or_is_told_no_more_differs(baseline: Baseline) -> None:
    (as_is,) = project(baseline, [Scenario("as-is")])
    work = as_is.workloads[0]
    assert not _differs(work, work)
    assert _differs(work, None)
    assert _differs(replace(work, not_projectable="nobody knows"), work)


def test_a_soft_cap_asks_for_the_capacity_of_its_machine() -> None:
    baseline = build_baseline(cluster())
    change = SetSetting("lpar:SYSA", "DEFINED_CAPACITY_MSU", 100)
    (found,) = project(baseline, [Scenario("cap", (change,))], bands=False)
    (as_is,) = project(baseline, [Scenario("as-is")], bands=False)
    (said,) = Unanswered(baseline, as_is).sentences(found)
    assert "how many MSU its machine has is not known" in said


def test_strings_that_few_waited_for_were_measured() -> None:
    """It said that nothing measured tells what depends on them, and 412 waits were measured."""
    region = {"transactions": 90_000.0, "duration_s": 900.0, "qr_dispatch_s": 90.0}
    file = {"requests": 1e6, "string_waits": 412.0, "excps": 20_000.0, "duration_s": 900.0}
    parts = [
        part("lpar", "SYSA", None, {"CPS": 4}, {}),
        part("cics_region", "FOR1", "SYSA", {"MXT": 250}, region),
        part("vsam_file", "TARIF", "FOR1", {"STRINGS": 10}, file),
    ]
    found = build_baseline(Topology({one.id: one for one in parts}))
    change = SetSetting("TARIF", "STRINGS", 16)
    assert not said(found, change)
    (more,) = project(found, [Scenario("more", (change,))])
    (work,) = more.workloads
    assert any("TARIF: 412 requests waited for one of 10 strings" in x for x in work.extrapolated)
    response = work.metrics["response_ms"]
    assert response.low < 0.999 * response.value
