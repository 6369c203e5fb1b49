"""Whichever cell of whichever table is blank: no figure that is still read is another one.

Every sample print, and every print that the tests of the readers have, is read again and again with
one cell blanked. What remains must be what the whole print says; what goes may go.
"""

from __future__ import annotations

import importlib
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from advisor.reading.registry import all_readers
from tests.advisor.reading.report_reading import SAMPLES, read

HERE = Path(__file__).parent
ALIKE = 3
"""Rows of one shape of which every cell is blanked; others are like them."""

STEP = 97
"""By default one cell of so many."""

# No tables: what is said in a line of words and values has no cell that stands beside another.
PLAIN = re.compile(
    r"SYSTEM ID|SYSPLEX|\bTIME \d\d|\bDATE\b|PRODUCED|TRACE START|\bDBID\b|^ADARUN|NUCID"
    r"|\bV\d+R\d+\b|APPLID|Applid|CDATE|\bFROM[ :]|\bTO:|NODE |VRM:|IS BEING|LOADED|startup"
    r"|^ *(?:From|Started) |Samples:|PERIOD=|^ *(?:DSN?[BCS]?\w* |LOCATION|GROUP:|MEMBER:|DEFINE)"
    r"|SUBSYSTEM:|QUANTITY|#OCCURS|#DISTRS|\b[A-Z]{3,4}\d{3,4}I\b|^LACKS|Cast-outs"
    r"|\bPAGE +\d|REPORT DATE|DDKARTE|NET-WORK|NETSTAT|POOL\(|HASP\d|Data from",
)
SELF_TOLD = {
    # a blank pool is how files without one are printed
    ("vsam_file", "setting.ACCESS"),
    # withheld where the lines around let it seem cut off
    ("adabas_nucleus", "setting.LWP"),
    # of the tasks and samples that are there
    ("cics_region", "response_ms"), ("cics_region", "dispatch_ms"), ("cics_region", "cpu_ms"),
    ("cics_region", "suspend_ms"),
    ("jvm", "duration_s"), ("jvm", "gc_time_pct"), ("jvm", "gc_pause_ms"),
    ("jvm", "gc_max_pause_ms"), ("jvm", "heap_used_mb"), ("jvm", "heap_used_max_mb"),
    ("cics_region", "monvse_samples_min"), ("cics_region", "monvse_samples_max"),
    ("lla_pdse", "eligible_libraries"), ("lla_pdse", "setting.HSP_LIBRARIES"),
}  # fmt: skip

ONCE = ("excps", "excps_data", "excps_index", "ci_splits", "ca_splits")
"""Of one data set, counted with the first of its files that is read."""

UNNAMED = "lpar:report.txt"
"""A system that a display does not name any more; that its figures are of it is said."""


def prints() -> Iterator[tuple[str, str]]:
    """Names and texts of all prints; of several alike only one."""
    for folder in ("engagement", "formats"):
        for path in sorted((SAMPLES / folder).iterdir()):
            data = path.read_bytes()
            if b"\x00" not in data and not re.search(r"-nuc[2-8]|-sysa|netwk-sysb", path.name):
                try:
                    yield path.name, data.decode()
                except UnicodeDecodeError:
                    continue
    for path in sorted(HERE.glob("test_*.py")):
        if path.name.startswith("test_every_"):
            continue
        for name, text in vars(importlib.import_module(f"{__package__}.{path.stem}")).items():
            if isinstance(text, str) and text.count("\n") > 1 and not name.startswith("__"):
                yield f"{path.stem}.{name}", text


PRINTS = dict(prints())


def cells(name: str, text: str) -> list[tuple[int, int]]:
    """Where the cells of a print begin and end."""
    found: list[tuple[int, int]] = []
    shapes: Counter[str] = Counter()
    at = 0
    cell = r"\S*\d[^\s,]*"
    if name == "ims-proclib.txt":
        return []  # lists, whose end is a blank
    if name.endswith(".csv"):
        cell = r'(?<=[,;])[^,;"\n]*\d[^,;"\n]*(?=[,;])'
    elif "<col>" in text:
        cell = r"(?<=<col>)[^<]*\d[^<]*(?=</col>)"
    elif text.lstrip().startswith("<"):
        return []  # attributes are no cells
    for line in text.split("\n"):
        shapes[shape := re.sub(r"\d+", "9", " ".join(line.split()))] += 1
        if shapes[shape] <= ALIKE and not PLAIN.search(line):
            found.extend((at + m.start(), at + m.end()) for m in re.finditer(cell, line))
        at += len(line) + 1
    return found


def figures(text: str) -> dict[tuple[str, str], set[object]]:
    kept: dict[tuple[str, str], set[object]] = defaultdict(set)
    for item in read(text).reading.observations:
        value = round(item.value, 3) if isinstance(item.value, float) else item.value
        kept[item.subject, item.metric].add(value)
    return kept


def others(name: str, text: str, step: int, first: int) -> list[str]:
    """What is another figure when one cell is blank, by the cell."""
    whole = figures(text)
    wrong = []
    for start, end in cells(name, text)[first::step]:
        for key, values in figures(text[:start] + " " * (end - start) + text[end:]).items():
            kind = key[0].partition(":")[0]
            if values <= whole.get(key, set()) or (kind, key[1]) in SELF_TOLD:
                continue
            if (key[1] in ONCE or key[0] == UNNAMED) and values <= {
                v for k in whole if k[1] == key[1] for v in whole[k]
            }:
                continue
            if kind == "dfsort_job" and key not in whole:
                continue  # named by when it ended
            line = text.count("\n", 0, start) + 1
            wrong.append(f"{name} line {line} without {text[start:end]}: {key} {values}")
    return wrong


@pytest.mark.parametrize("name", [name for name in PRINTS if len(PRINTS[name]) < 12_000])
def test_a_blank_cell_makes_no_figure_another(name: str) -> None:
    assert others(name, PRINTS[name], STEP, len(name) % STEP) == []


@pytest.mark.thorough
@pytest.mark.parametrize("name", PRINTS)
def test_no_blank_cell_makes_any_figure_another(name: str) -> None:
    """Of the longest prints, whose rows are many and whose every reading takes longest, a part."""
    step = 1 + len(PRINTS[name]) // 12_000
    assert others(name, PRINTS[name], step, 0) == []


@pytest.mark.campaign
@pytest.mark.parametrize("name", [name for name in PRINTS if len(PRINTS[name]) >= 12_000])
def test_no_blank_cell_of_a_long_print_makes_any_figure_another(name: str) -> None:
    assert others(name, PRINTS[name], 1, 0) == []


def test_every_reader_of_tables_has_a_print_here() -> None:
    read_by = {reader for text in PRINTS.values() for reader in read(text).formats}
    tables = {reader.id for reader in all_readers() if reader.rows}
    assert tables <= read_by
