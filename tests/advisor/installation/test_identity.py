"""A data set of LISTCAT and the CICS file that names it are one component, unless kept apart."""

from __future__ import annotations

from dataclasses import replace

from advisor.installation.builder import build_installation
from advisor.installation.identity import APART, SAME, Alias, joined
from advisor.observations import FileReading, Interval, Observation
from advisor.reading import read_bytes
from model.topology import Value
from tests.advisor.reading.report_reading import SAMPLES

DATA_SET = "NVPROD.VSAM.TARIF"


def reading(name: str, *given: tuple[str, str, Value, str]) -> FileReading:
    observations = tuple(
        Observation(subject, metric, value, unit, name, line, f"line {line}")
        for line, (subject, metric, value, unit) in enumerate(given, 1)
    )
    return FileReading(name, name, 1, "utf-8", "lines", ("x",), observations, len(given))


def file_of(name: str, region: str = "CICSAOR1") -> FileReading:
    return reading(
        f"{name}.txt",
        (f"vsam_file:{name}", "relation.parent", f"cics_region:{region}", ""),
        (f"vsam_file:{name}", "setting.DSNAME", DATA_SET, ""),
        (f"vsam_file:{name}", "requests", 41_204, "count"),
    )


def listed() -> tuple[FileReading, ...]:
    return read_bytes("listcat.txt", (SAMPLES / "formats/listcat.txt").read_bytes())


def test_the_data_set_and_the_file_that_names_it_are_one() -> None:
    found = build_installation([file_of("TARIF"), *listed()])
    assert f"vsam_file:{DATA_SET}" not in found.topology
    file = found.topology["vsam_file:TARIF"]
    assert file.settings["DATA_CISZ"].value == 4096
    assert file.measured["ci_splits"].value == 8812
    assert any("is taken to be TARIF" in said for said in found.assumptions)
    (question,) = (q for q in found.questions if q.metric.startswith("same_as."))
    assert question.choices == ("the same", APART)


def test_the_consultant_keeps_them_apart() -> None:
    answers: dict[tuple[str, str], Value] = {("vsam_file:TARIF", f"same_as.{DATA_SET}"): APART}
    found = build_installation([file_of("TARIF"), *listed()], answers)
    assert f"vsam_file:{DATA_SET}" in found.topology
    assert "DATA_CISZ" not in found.topology["vsam_file:TARIF"].settings
    assert any(q.assumed == APART for q in found.questions)


def test_two_files_over_one_data_set_leave_it_a_thing_of_its_own() -> None:
    found = build_installation([file_of("TARIF"), file_of("TARIF2", "CICSAOR2"), *listed()])
    assert f"vsam_file:{DATA_SET}" in found.topology


DISPLAYS = """\
  IEE200I 09.14.22 DISPLAY ASM 417
  TYPE     FULL STAT   DEV  DATASET NAME
  LOCAL     37%   OK  3A02  SYS1.NVS3.LOCAL1
  IEE207I PAGEDEL  COMMAND IS NOT ACTIVE
  IEE857I 09.15.01 DUMP OPTION 418
   MAXSPACE=00005000M
"""


def displayed(name: str = "dasm.txt") -> FileReading:
    (found,) = read_bytes(name, DISPLAYS.encode())
    return found


def named(*systems: str) -> FileReading:
    return reading("rmf.txt", *((f"lpar:{name}", "setting.CPS", 4, "") for name in systems))


def test_an_unnamed_system_is_none_of_the_others_until_somebody_says_which() -> None:
    found = build_installation([displayed(), named("NVS3", "NVS4")])
    assert found.topology["lpar:dasm.txt"].settings["MAXSPACE_MB"].value == 5000
    assert "MAXSPACE_MB" not in found.topology["lpar:NVS3"].settings
    (question,) = (q for q in found.questions if q.metric == "same_as.system")
    assert question.choices == ("lpar:NVS3", "lpar:NVS4", APART)
    assert question.assumed == APART


def test_the_consultant_says_which_system_a_display_is_of() -> None:
    answers: dict[tuple[str, str], Value] = {("lpar:dasm.txt", "same_as.system"): "lpar:NVS4"}
    found = build_installation([displayed(), named("NVS3", "NVS4")], answers)
    assert "lpar:dasm.txt" not in found.topology
    system = found.topology["lpar:NVS4"]
    assert system.settings["MAXSPACE_MB"].value == 5000
    assert system.measured["page_data_set_used_pct.SYS1.NVS3.LOCAL1"].value == 37
    assert found.topology["dump_options:NVS4"].parent == "lpar:NVS4"
    (question,) = (q for q in found.questions if q.metric == "same_as.system")
    assert question.assumed == "lpar:NVS4"


def test_an_answer_that_names_no_system_there_is_places_nothing() -> None:
    answers: dict[tuple[str, str], Value] = {("lpar:dasm.txt", "same_as.system"): "lpar:NVS9"}
    assert "lpar:dasm.txt" in build_installation([displayed(), named("NVS3")], answers).topology


def test_two_files_without_a_system_are_two_systems() -> None:
    topology = build_installation([displayed("a/d.txt"), replace(displayed("b/d.txt"), sha256="b")])
    assert {part.id for part in topology.topology.of_kind("lpar")} == {
        "lpar:a/d.txt",
        "lpar:b/d.txt",
    }


def test_what_points_to_the_other_name_points_to_the_one_thing() -> None:
    other, file = f"vsam_file:{DATA_SET}", "vsam_file:TARIF"
    (found,) = (r.observations for r in (reading("x", (other, "requests", 7, "count"),
                ("cics_region:A", "relation.uses", other, ""),
                ("cics_region:A", "relation.uses", "vsam_file:ELSE", "")),))  # fmt: skip
    alias = Alias(other, file, "DSNAME")
    one = [(seen.subject, seen.value) for seen in joined(found, [alias])]
    assert one == [(file, 7), ("cics_region:A", file), ("cics_region:A", "vsam_file:ELSE")]
    assert tuple(joined(found, [replace(alias, apart=True)])) == found


def test_systems_called_after_files_of_one_name_stay_two() -> None:
    """Two systems, each of whose displays were kept as displays.txt, became one in silence."""
    systems = [
        replace(reading("displays.txt", ("lpar:displays.txt", "setting.CPS", cps, "count")),
                file=f"{folder}/displays.txt", sha256=folder)
        for folder, cps in (("q3/PRODA", 4), ("q3/PRODB", 8))
    ]  # fmt: skip
    systems = [
        replace(one, observations=tuple(replace(o, file=one.file) for o in one.observations))
        for one in systems
    ]
    found = build_installation(systems).topology
    assert found["lpar:PRODA/displays.txt"].settings["CPS"].value == 4
    assert found["lpar:PRODB/displays.txt"].settings["CPS"].value == 8
    assert "lpar:displays.txt" not in found
    (alone,) = [c for c in build_installation(systems[:1]).topology if c.kind == "lpar"]
    assert alone.id == "lpar:displays.txt"


def machine(file: str, serial: str, busy: float, start: str, batch: int = 0) -> FileReading:
    """A CPU page of PROD on one machine, and a region that runs there."""
    region = f"cics_region:R{serial}"
    given = ((PROD, "relation.parent", f"cpc:{serial}", ""), (PROD, "cp_busy_pct", busy, "%"),
             (f"cpc:{serial}", "partition_logical_pct.PROD.IIP", busy, "%"),
             (region, "relation.parent", PROD, ""))  # fmt: skip
    read = reading(file, *given)
    span = Interval(f"2019-11-04T{start}:00:00", f"2019-11-04T{start}:59:59", 3600.0)
    seen = tuple(replace(one, interval=span) for one in read.observations)
    return replace(read, observations=seen, batch=batch)


PROD = "lpar:PROD"


def test_systems_of_one_name_on_two_machines_are_two() -> None:
    """Busy 39 % on one machine and 99 % on another, 69 % was said of a system in neither."""
    pages = [machine("a.txt", "222", 99.0, "09"), machine("b.txt", "111", 39.0, "09")]
    for order in (pages, pages[::-1]):
        found = build_installation(order)
        assert found.topology[PROD].measured["cp_busy_pct"].value == 39.0
        assert found.topology[PROD].parent == "cpc:111"
        other = found.topology["lpar:PROD@222"]
        assert (other.measured["cp_busy_pct"].value, other.parent) == (99.0, "cpc:222")
        assert found.topology["cics_region:R222"].parent == other.id
        assert "partition_logical_pct.PROD@222.IIP" in found.topology["cpc:222"].measured
        assert not found.problems
        assert any("taken to be another system than PROD" in said for said in found.assumptions)


def test_one_file_of_both_machines_is_told_apart_line_by_line() -> None:
    one, two = machine("a.txt", "111", 39.0, "09"), machine("a.txt", "222", 99.0, "09")
    below = tuple(replace(seen, line=seen.line + 10) for seen in two.observations)
    found = build_installation([replace(one, observations=(*one.observations, *below))])
    assert found.topology["lpar:PROD@222"].measured["cp_busy_pct"].value == 99.0
    assert found.topology[PROD].measured["cp_busy_pct"].value == 39.0


def test_the_consultant_says_that_both_are_one_system() -> None:
    pages = [machine("a.txt", "222", 99.0, "09"), machine("b.txt", "111", 39.0, "09")]
    found = build_installation(pages, {(PROD, "same_as.PROD@222"): SAME})
    assert "lpar:PROD@222" not in found.topology
    (question,) = (q for q in found.questions if q.metric.startswith("same_as."))
    assert (question.assumed, question.choices) == (SAME, (SAME, APART))


def test_a_name_that_is_elsewhere_in_a_later_import_has_moved() -> None:
    pages = [machine("a.txt", "222", 99.0, "08"), machine("b.txt", "111", 39.0, "11", batch=1)]
    found = build_installation(pages)
    assert "lpar:PROD@222" not in found.topology
    assert "lpar:PROD@111" not in found.topology
    kept = build_installation(pages, {(PROD, "same_as.PROD@111"): APART}).topology
    assert kept["lpar:PROD@111"].measured["cp_busy_pct"].value == 39.0


def test_of_a_report_without_a_machine_it_is_asked_whose_it_is() -> None:
    pages = [machine("a.txt", "222", 99.0, "09"), machine("b.txt", "111", 39.0, "09"),
             reading("c.txt", (PROD, "demand_paging_per_s", 7.0, "pages/s"))]  # fmt: skip
    key = (PROD, "same_as.machine.c.txt")
    found = build_installation(pages)
    assert found.topology[PROD].measured["demand_paging_per_s"].value == 7.0
    (question,) = (q for q in found.questions if (q.subject, q.metric) == key)
    assert question.choices == ("cpc:111", "cpc:222")
    moved = build_installation(pages, {key: "cpc:222"}).topology
    assert "demand_paging_per_s" not in moved[PROD].measured
    assert moved["lpar:PROD@222"].measured["demand_paging_per_s"].value == 7.0
