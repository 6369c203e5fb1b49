"""More blocks than the cache structure's directory can track are said before they are asked for."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from math import ceil
from pathlib import Path

import pytest

from advisor.engagement import Constraints, Engagement, Options
from advisor.observations import FileReading
from advisor.rules.catalogue.coupling.directories import parts_of
from model.catalogue import catalogue
from model.projection import project
from model.subsystems.adabas.directory import Room, room_of
from model.topology import Scenario, SetSetting, apply_changes
from tests.advisor.rules.report_text import advise, edited
from tests.advisor.rules.reports.system_limits import CLUSTER
from tests.remembering import analyse, readings

STRUCTURE = "cf_structure:ADADB010CACHE"
DATABASE = "adabas_database:10"


@cache
def unread() -> Engagement:
    """The sample without its coupling facility report."""
    return analyse(tuple(r for r in readings() if Path(r.file).name != "rmf-sysplex.txt"))


def test_the_entries_of_a_directory_are_read() -> None:
    measured = analyse(readings()).installation.topology[STRUCTURE].measured
    assert measured["directory_entries"].value == 4_480_000
    assert measured["directory_entries_used"].value == 4_480_000
    assert measured["data_elements"].value == 2_890_000


@pytest.mark.parametrize("rule", ["ADA-002", "ADA-026"])
def test_a_directory_that_is_full_is_said_of_what_fills_it(rule: str) -> None:
    """12 nuclei and 1.5 times the blocks were asked for, and its 4.48 million were all in use."""
    (finding,) = [f for f in analyse(readings()).findings if f.rule == rule]
    (said,) = [text for text in finding.caveats if "ADADB010CACHE" in text]
    assert "4,480,000 of its 4,480,000 directory entries in use" in said
    assert "may be none" in said


@pytest.mark.parametrize(("rule", "doubted"), [("ADA-026", True), ("ADA-002", False)])
def test_what_fills_a_full_directory_may_bring_little(rule: str, doubted: bool) -> None:
    """Both had the band of a directory that has room: +14 to +41 % for four nuclei more. The nuclei
    are told on top of the plan, which gives the structure more entries before it adds them.
    """
    case = analyse(readings())
    (finding,) = [f for f in case.findings if f.rule == rule]
    reasons = [reason for effect in finding.projection for reason in effect.after.reasons]
    full = any("4,480,000 of its 4,480,000 entries in use" in reason for reason in reasons)
    assert full is doubted
    order = [step.finding.partition("@")[0] for step in case.plan.steps]
    assert order.index("CF-010") < order.index("ADA-002")


def test_the_plan_is_as_wide_as_the_doubt_of_its_steps() -> None:
    """Where nobody read the directory two steps of it may bring little, and it had the band of a
    structure that has room."""
    case = unread()
    (rate,) = [effect.after for effect in case.plan.projection if effect.metric == "etr_per_s"]
    assert any("how many directory entries" in reason for reason in rate.reasons)
    assert rate.value - rate.low > 1.5 * (rate.high - rate.value)
    assert any("ADA-002 and ADA-026" in said for said in case.plan.binding)


def test_entries_that_the_plan_makes_leave_no_doubt_in_it() -> None:
    """Its band reached to where the directory is full, beside the step that gives it entries."""
    case = analyse(readings())
    assert {f.rule for f in case.findings if f.doubt} == {"ADA-002", "ADA-026"}
    (rate,) = [effect.after for effect in case.plan.projection if effect.metric == "etr_per_s"]
    assert not any("directory" in reason for reason in rate.reasons)
    assert not any("directory" in said for said in case.plan.binding)
    last = {c.effect.metric: c.effect for w in case.plan.calendar for c in w.expected}
    assert last["etr_per_s"].after.low > last["etr_per_s"].before * 1.3


def test_the_plan_projects_what_its_steps_come_to() -> None:
    """375,100 commands/s against 376,700 once its structure had the size that it asks for: the
    model gave changed blocks what the directory gets."""
    case = analyse(readings())
    steps = tuple(change for step in case.plan.steps for change in step.changes)
    assert SetSetting(STRUCTURE, "SIZE_MB", 14_150) in steps
    (replayed,) = project(case.baseline, [Scenario("replayed", steps)])
    work = next(w for w in replayed.workloads if w.anchor == DATABASE)
    for effect in case.plan.projection:
        assert work.metrics[effect.metric].value == pytest.approx(effect.after.value), effect.metric


def test_a_ratio_divides_a_structure_between_entries_and_changed_blocks() -> None:
    topology = analyse(readings()).installation.topology

    def room(**settings: float) -> Room:
        changes = [
            SetSetting(STRUCTURE if name == "SIZE_MB" else DATABASE, name, value)
            for name, value in settings.items()
        ]
        changed = apply_changes(topology, changes, catalogue())
        return room_of(changed[STRUCTURE], changed[DATABASE])

    assert room() == Room(1.0, 1.0)
    assert room(SIZE_MB=24_576) == Room(2.0, 2.0)
    # The cards have 11 to 10, and the structure was altered to 1.55: written again they change
    # nothing of it.
    assert room(DIRRATIO=11) == Room(1.0, 1.0)
    grown = room(SIZE_MB=14_150, DIRRATIO=13, ELEMENTRATIO=4)
    assert grown.entries * 4_480_000 > 12 * 780_000
    assert grown.elements == pytest.approx(1.0, rel=0.01)
    fewer = room(DIRRATIO=13, ELEMENTRATIO=4)
    assert fewer.entries > 1.5
    assert fewer.elements < 0.9


@pytest.mark.parametrize("rule", ["ADA-002", "ADA-026"])
def test_a_directory_that_nobody_read_is_looked_at_first(rule: str) -> None:
    """Both were steps as if the structure had room: no coupling facility report was there."""
    (finding,) = [f for f in unread().findings if f.rule == rule]
    assert finding.id in unread().plan.findings
    assert finding.change_texts[0].syntax == "D XCF,STR,STRNAME=ADADB010CACHE"
    (said,) = [text for text in finding.caveats if "LST/DIR ENTRIES TOT and CUR" in text]
    assert "how many directory entries ADADB010CACHE has" in said
    reasons = [reason for effect in finding.projection for reason in effect.after.reasons]
    assert any("how many directory entries" in reason for reason in reasons)


def test_room_that_nobody_told_is_looked_for_before_a_directory_grows() -> None:
    few = edited(CLUSTER, {"4480K     2890K": "1000K     2890K"})
    (told,) = advise(few).of("CF-010")
    assert not told.caveats
    (blind,) = advise(edited(few, {"TOTAL CF STORAGE SIZE": None})).of("CF-010")
    assert blind.change_texts[0].syntax == "D CF,CFNAME=CF01"
    assert any("look first whether" in text for text in blind.caveats)


def test_a_directory_with_room_leaves_the_gain_as_projected() -> None:
    found = advise(edited(CLUSTER, {"122698.0    4480K": "122698.0    9480K"})).of("ADA-026")
    assert [text.setting for finding in found for text in finding.change_texts] == ["CLUCACHEEXTRA"]
    assert not any(finding.doubt for finding in found)


def test_a_step_does_not_ask_for_what_the_plan_has_given_before_it() -> None:
    """Behind CF-010 they said "give the structure more entries first (CF-010)"."""
    case = analyse(readings())
    by_id = {finding.id: finding for finding in case.findings}
    steps = [by_id[step.finding] for step in case.plan.steps]
    rules = [step.rule for step in steps]
    for rule, gives in (("ADA-002", "CF-010"), ("ADA-026", "CF-010"), ("MQ-005", "MQ-001")):
        (step,) = [one for one in steps if one.rule == rule]
        said = [str(text) for text in step.caveats if gives in text]
        number = rules.index(gives) + 1
        assert said
        assert all(f"{gives}, step {number} of the plan" in text for text in said)
        assert not any(f"first ({gives})" in text or "them first" in text for text in step.caveats)
    # Where nothing gives it before, it is still asked for.
    without = Options(constraints=Constraints(excluded_rules=("MQ-001",)))
    alone = analyse(readings(), without)
    (grows,) = [one for one in alone.findings if one.rule == "MQ-005"]
    assert any("moves above it first (MQ-001)" in text for text in grows.caveats)


def test_a_full_directory_grows_before_more_blocks_are_tracked() -> None:
    case = analyse(readings())
    rule_of = {finding.id: finding.rule for finding in case.findings}
    steps = [rule_of[step.finding] for step in case.plan.steps]
    assert steps.index("CF-010") < min(steps.index("ADA-002"), steps.index("ADA-026"))
    window = {
        rule_of[finding]: number
        for number, one in enumerate(case.plan.calendar)
        for task in one.tasks
        for finding in task.findings
    }
    assert window["CF-010"] <= min(window["ADA-002"], window["ADA-026"])
    tasks = {task.component: task for task in case.plan.calendar[window["CF-010"]].tasks}
    assert list(tasks).index(STRUCTURE) < list(tasks).index(DATABASE)
    # Nuclei started before their cards of the same window were changed, and ran with the former.
    assert not any(line.startswith(("ADA", "S ")) for line in tasks[STRUCTURE].commands)
    ended, cards, started = tasks[DATABASE].commands
    assert (ended, started) == ("ADADBS OPERCOM ADAEND,GLOBAL", "S <started task of each nucleus>")
    for operand in ("CDATAMAXS=", "CLUCACHEEXTRA=780000", "DIRRATIO=13"):
        assert operand in cards
    (grows,) = [f for f in case.findings if f.rule == "CF-010"]
    assert grows.pays_beside == ("ADA-002", "ADA-026")
    change, again, _ = grows.change_texts
    # 12 nuclei of 780,000 blocks, 4.48 million entries, 400 bytes each.
    assert change.to_value == ceil(12_288 + (12 * 780_000 - 4_480_000) * 400 / 2**20)
    # A rebuild keeps the ratio: 5.2 million entries would have come of it, where 9.4 are needed.
    assert "SETXCF START,REBUILD" not in change.syntax
    lines = again.syntax.split("\n")
    # 9.36 million entries to 2.89 million elements are 3.24 to 1; the cards have 11 to 10.
    assert lines.index("ADADBS OPERCOM ADAEND,GLOBAL") < lines.index(
        "ADARUN DIRRATIO=13,ELEMENTRATIO=4"
    )
    # The policy counts for the structure that the first nucleus allocates after it.
    (back,) = [text.split("\n") for text in grows.back_out_commands]
    assert back.index("ADARUN DIRRATIO=11,ELEMENTRATIO=10") > back.index(
        "SETXCF START,POLICY,TYPE=CFRM,POLNAME=<policy>"
    )
    assert any("1.55 entries to an element" in note for note in grows.notes)
    assert any("about 5,158,854 entries" in note for note in grows.notes)


def test_a_facility_without_room_grows_no_directory() -> None:
    few = edited(
        CLUSTER,
        {"4480K     2890K": "1000K     2890K"},
        {"SIZE                         16384M": "SIZE                         12800M"},
    )
    found = advise(few)
    assert not found.of("CF-010")
    assert "do not fit" in found.outcomes["CF-010"].sentence


def test_the_structure_that_nuclei_name_is_theirs_beside_others() -> None:
    """Beside a group buffer pool's structure the full directory was not seen at all."""
    few = edited(CLUSTER, {"4480K     2890K": "1000K     2890K"})
    lines = few["rmf-sysplex.txt"].split("\n")
    at = next(n for n, one in enumerate(lines) if " CACHE   ADADB010CACHE   ACTIVE" in one)
    other = [
        one.replace("ADADB010CACHE", "DSNG_GBP1    ").replace("12288M", "   24M")
        for one in lines[at : at + 3]
    ]
    found = advise({**few, "rmf-sysplex.txt": "\n".join([*lines[:at], *other, *lines[at:]])})
    assert "DSNG_GBP1" in found.outcomes["CF-010"].sentence
    assert [f.component for f in found.of("CF-010")] == [STRUCTURE]


def left_out(case: Engagement) -> dict[str, str]:
    assert not {"ADA-002", "ADA-026"} & {i.partition("@")[0] for i in case.plan.findings}
    return {i.partition("@")[0]: str(said) for i, said in case.plan.left_out.items()}


def prints_with(values: dict[tuple[str, str], float]) -> tuple[FileReading, ...]:
    """The sample's reports with some figures in place of theirs, by subject and metric."""
    return tuple(
        replace(
            reading,
            observations=tuple(
                replace(o, value=values.get((o.subject, o.metric), o.value))
                for o in reading.observations
            ),
        )
        for reading in readings()
    )


def test_where_no_room_is_for_entries_what_fills_the_directory_waits() -> None:
    """Both were steps with CF-010 told as what does not apply: 9.36 million blocks, no entry."""
    left = left_out(analyse(prints_with({("cf:CF01", "setting.STORAGE_GB"): 13.0})))
    for rule in ("ADA-002", "ADA-026"):
        assert left[rule].startswith("first CF-010: ADADB010CACHE lacks directory entries")
        assert "do not fit" in left[rule]


def test_where_room_is_for_one_of_two_the_one_that_gains_more_stays() -> None:
    """Four nuclei more fit into the coupling facility, twice the blocks for each of them do not."""
    case = analyse(prints_with({("cf:CF01", "setting.STORAGE_GB"): 13.5}))
    rules = {name.partition("@")[0] for name in case.plan.findings}
    assert {"ADA-002", "CF-010"} <= rules
    (said,) = [s for name, s in case.plan.left_out.items() if name.startswith("ADA-026")]
    assert said.startswith("first CF-010")


def test_a_directory_too_small_as_measured_grows_for_what_the_plan_tracks() -> None:
    """It was sized for 8 nuclei of 520,000 blocks, beside steps to 12 of 780,000."""
    entries = dict.fromkeys(
        [(STRUCTURE, "directory_entries"), (STRUCTURE, "directory_entries_used")], 1_000_000.0
    )
    case = analyse(prints_with(entries))
    settings = case.installation.topology[DATABASE].settings
    blocks = {name: settings[name].value for name in ("NUCLEI", "CLUCACHEEXTRA")}
    for step in case.plan.steps:
        for change in step.changes:
            if isinstance(change, SetSetting) and change.setting in blocks:
                blocks[change.setting] = change.value
    wanted = float(blocks["NUCLEI"]) * float(blocks["CLUCACHEEXTRA"])
    assert wanted > 8 * 520_000
    (grows,) = [f for f in case.findings if f.rule == "CF-010"]
    change, *_ = grows.change_texts
    assert change.to_value == ceil(12_288 + (wanted - 1_000_000) * 400 / 2**20)
    assert any(note.endswith("of the plan as well.") for note in grows.notes)


def test_where_the_entries_are_rejected_what_fills_the_directory_waits() -> None:
    """Both were steps of a plan from which somebody had taken what they need."""
    case = analyse(readings(), Options(rejected=(f"CF-010@{STRUCTURE}",)))
    left = left_out(case)
    for rule in ("ADA-002", "ADA-026"):
        assert left[rule] == "first CF-010: rejected by the consultant"


def test_a_finding_and_its_change_tried_by_hand_have_one_band() -> None:
    """Who tried the blocks of ADA-026 under What-if was promised 2.3 to 14.3 % fewer reads."""
    case = analyse(readings())
    (finding,) = [f for f in case.findings if f.rule == "ADA-026"]
    (tried,) = project(case.baseline, [Scenario("tried", finding.changes)])
    work = tried.workload(DATABASE)
    assert work is not None
    assert any("4,480,000 of its 4,480,000 entries" in said for said in work.extrapolated)
    for effect in finding.projection:
        if effect.standing is None and effect.metric in work.metrics:
            figure = work.metrics[effect.metric]
            ends = (figure.low, figure.high)
            assert (effect.after.low, effect.after.high) == pytest.approx(ends, rel=1e-5)
    reads = work.changes["reads_per_s"]
    assert reads.low < -5.0 < 0.0 <= reads.high


def test_a_smaller_structure_has_fewer_entries_and_a_larger_one_no_doubt() -> None:
    """Half a full structure cost 4 % of the commands, 8 % at the most, and not a read more."""
    case = analyse(readings())
    sizes = (6_000, 12_288, 14_000)
    scenarios = [
        Scenario(f"{size} MB", (SetSetting(STRUCTURE, "SIZE_MB", size),)) for size in sizes
    ]
    smaller, same, larger = project(case.baseline, scenarios)
    assert smaller.workload(DATABASE).changes["etr_per_s"].low < -15.0
    assert smaller.workload(DATABASE).changes["buffer_efficiency"].low < -5.0
    for one in (same, larger):
        assert not any("directory" in said for said in one.workload(DATABASE).extrapolated)
    assert same.workload(DATABASE).changes["etr_per_s"].low == 0.0


def test_the_directory_of_a_smaller_structure_that_nobody_read_is_in_doubt() -> None:
    (smaller,) = project(
        unread().baseline, [Scenario("", (SetSetting(DATABASE, "CLUCACHEEXTRA", 780_000),))]
    )
    work = smaller.workload(DATABASE)
    assert any("no report tells how many directory entries" in said for said in work.extrapolated)
    assert work.changes["reads_per_s"].high >= 0.0


@pytest.mark.parametrize(
    ("entries", "elements", "expected"),
    [
        (9_360_000, 2_890_000, (13, 4)),
        (4_480_000, 2_890_000, (14, 9)),
        (4, 1, (4, 1)),
        (1, 40_000, None),
        (1e9, 1, None),
    ],
)
def test_a_ratio_is_the_smallest_that_has_the_entries(
    entries: float, elements: float, expected: tuple[int, int] | None
) -> None:
    assert parts_of(entries, elements) == expected


def test_a_ratio_of_elements_that_nobody_printed_is_left_blank() -> None:
    few = edited(CLUSTER, {"4480K     2890K       N/A": "1000K        0       N/A"})
    (blind,) = advise(few).of("CF-010")
    assert "ADARUN DIRRATIO=<directory part>,ELEMENTRATIO=<element part>" in blind.change_texts[
        -1
    ].syntax.split("\n")
    assert any("DATA ELEMENTS TOT of RMF" in note for note in blind.notes)


def test_a_full_directory_without_reclaims_is_not_in_order() -> None:
    """CF-007 said "in order" of the directory that CF-010 has all entries in use."""
    (outcome,) = [o for o in analyse(readings()).outcomes if o.rule == "CF-007"]
    assert outcome.outcome == "does not apply"
    assert "4,480,000 of 4,480,000 are in use" in outcome.sentence
