"""A blank cell of a row moves no figure into another column: it is right, or it is not read."""

from __future__ import annotations

import re

import pytest

from tests.advisor.reading.report_reading import SAMPLES, Read, read


@pytest.mark.parametrize(
    ("name", "row", "cell"),
    [
        ("ada10-nuc1.txt", "(NU)", "1,728,000"),
        ("ada10-nuc1.txt", "(NU)", "108,000"),
        ("cics-vse-dfh0stat.txt", "Data       8192           40", "5372"),
        ("ims-monitor.txt", "**REGION    2", "24102"),
        ("rmf-sysplex.txt", "ADADB010CACHE", "91.7"),
        ("rmf-sysb.txt", " ADD032 ", "21.20"),
        ("rmf-sysb.txt", " ADD011 ", ".000"),
    ],
)
def test_what_is_left_of_a_row_keeps_its_columns(name: str, row: str, cell: str) -> None:
    lines = (SAMPLES / "engagement" / name).read_text(encoding="utf-8").split("\n")
    at = next(i for i, line in enumerate(lines) if row in line and f" {cell} " in line)
    whole = read("\n".join(lines))
    lines[at] = lines[at].replace(f" {cell} ", " " * (len(cell) + 2), 1)
    found = read("\n".join(lines))

    def figures(reading: Read) -> dict[tuple[str, str], object]:
        items = reading.reading.observations
        return {(o.subject, o.metric): o.value for o in items if o.line == at + 1}

    before = figures(whole)
    assert all(before[key] == value for key, value in figures(found).items())
    told = any(problem.line == at + 1 for problem in found.reading.problems)
    assert told or found.reading.numbers.unread > whole.reading.numbers.unread


@pytest.mark.parametrize(
    ("name", "row"),
    [
        ("formats/sdsf-da.txt", "ADADB102"),
        ("formats/sdsf-da.txt", "CICSAOR1"),
        ("engagement/cics-aor1-dfh0stat.txt", " QR   "),
        ("engagement/cics-aor1-dfh0stat.txt", " L8   "),
        ("engagement/cics-vse-dfh0stat.txt", "QR_SUBD"),
        ("engagement/cics-vse-dfh0stat.txt", "Data       8192"),
        ("engagement/cics-vse-dfh0stat.txt", "Applid NVVSECI1"),
        ("engagement/rmf-overview.txt", "10.15.00 00.14.59       2780"),
        ("formats/cics-dfhstup.txt", "Applid NVTOR1"),
    ],
)
def test_whichever_cell_is_blank_no_figure_is_another(name: str, row: str) -> None:
    """EXCPs of a job were its paging, and attach failures of QR its waits."""
    lines = (SAMPLES / name).read_text(encoding="utf-8").split("\n")
    at = next(i for i, line in enumerate(lines) if row in line)
    whole = read("\n".join(lines)).reading
    known = {(o.subject, o.metric, o.value) for o in whole.observations if o.line == at + 1}
    for cell in re.finditer(r"\S+", lines[at]):
        start, end = cell.span()
        blanked = f"{lines[at][:start]}{' ' * (end - start)}{lines[at][end:]}"
        found = read("\n".join([*lines[:at], blanked, *lines[at + 1 :]])).reading
        given = {(o.subject, o.metric, o.value) for o in found.observations if o.line == at + 1}
        assert given <= known, (cell[0], given - known)


def test_a_pool_without_its_number_is_not_the_pool_before() -> None:
    text = (SAMPLES / "engagement/cics-vse-dfh0stat.txt").read_text(encoding="utf-8")
    whole, found = read(text), read(text.replace("LSR Pool :  2 ", "LSR Pool :    ", 1))
    assert whole.values("lsr_pool:NVVSECI1/2", "setting.STRINGS")
    pool = "lsr_pool:NVVSECI1/1"
    for name in ("setting.STRINGS", "setting.MAXKEY", "strings_waits"):
        assert found.values(pool, name) == whole.values(pool, name)


def test_an_overview_row_whose_cells_stand_under_no_heading_is_not_read() -> None:
    text = (SAMPLES / "engagement/rmf-overview.txt").read_text(encoding="utf-8")
    found = read(text.replace("    335544    671089   1006633  33554432  9516", "671089  9516", 1))
    assert not [o for o in found.reading.observations if o.line == 10]
    assert any("fit no columns" in said for said in found.sentences)


@pytest.mark.parametrize(
    ("name", "start", "end", "said"),
    [
        ("rmf-overview", 102, 114, "do not end at equal distances"),  # MAXH as MA, 2100 as 21
        ("rmf-overview", 78, 84, "do not end at equal distances"),
        ("ims-proclib", 48, 54, "several blanks"),
        ("cics-aor1-dfh0stat", 111, 123, "row of TCBs"),  # 331.5605 s of 331.560502
    ],
)
def test_columns_that_are_as_wide_show_where_some_were_blanked(
    name: str, start: int, end: int, said: str
) -> None:
    text = (SAMPLES / f"engagement/{name}.txt").read_text(encoding="utf-8")
    blank = " " * (end - start)
    lines = [f"{line[:start]}{blank}{line[end:]}".rstrip() for line in text.split("\n")]
    whole, found = read(text), read("\n".join(lines))
    known = {(o.subject, o.metric, o.value) for o in whole.reading.observations}
    assert {(o.subject, o.metric, o.value) for o in found.reading.observations} <= known
    assert any(said in sentence for sentence in found.sentences)


def test_a_time_of_db2_that_has_lost_its_first_digits_is_none() -> None:
    """0.695104 s was 95,104 s where columns 14 to 19 were blanked."""
    text = (SAMPLES / "formats/db2-accounting-times.txt").read_text(encoding="utf-8")
    lines = [f"{line[:13]}{' ' * 6}{line[19:]}".rstrip() for line in text.split("\n")]
    assert not read("\n".join(lines)).values("db2_subsystem:DB2", "response_ms")
