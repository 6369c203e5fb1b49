"""z/VSE: MONVSE's CSV and the QUERY TD display."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from advisor.observations import Interval
from advisor.reading.gaps import say_withheld
from advisor.reading.layout.cells import number, stamp, whole
from advisor.reading.layout.csv_rows import Sheet, rows, sheet_of
from advisor.reading.reader import Collector, Line, Metric, Page, Reader, Segment
from model.language import Name

_PARTITION_METRICS = {
    "CPU%": ("cpu_pct", "%"),
    "CPUW%": ("cpu_wait_pct", "%"),
    "NP%": ("np_pct", "%"),
    "CPUA%": ("cpu_active_pct", "%"),
    "IO/S": ("io_per_s", "I/O/s"),
    "I/O": ("io_per_s", "I/O/s"),
}
_PARTITION = re.compile(
    r"^(?:(BG|F[1-9AB]|[A-Z][0-9A-Z])[ _:.-]+)(CPUA%|CPUW%|NP%|CPU%|IO/S|I/O)$|"
    r"^(CPUA%|CPUW%|NP%|CPU%|IO/S|I/O)[ _:.(-]+(BG|F[1-9AB]|[A-Z][0-9A-Z])\)?$",
    re.IGNORECASE,
)
_SYSTEM = {
    "LPARCPU%": ("cp_busy_pct", "%"),
    "VMCPU%": ("vm_total_pct", "%"),
    "VSECPU%": ("mvs_busy_pct", "%"),
}


def host_of(segment: Segment, out: Collector) -> str:
    """The system that a display is of: as the log names it. Where none does, it is called as the
    file is, which joins a log and a sheet of one name, and that is said.
    """
    name = segment.shared.get("system", "")
    if not name:
        name = segment.stem or "VSE"
        out.say_once(
            "{file}, line {number}: this display names no system, and what it shows was kept as "
            "that of a system called {name}, as the file is: call the files of one system by its "
            "name.",
            segment[0],
            name=Name(name),
        )
    return f"lpar:{name}"


def parse_monvse(segment: Segment, out: Collector) -> None:
    """Read every interval; partitions by the name in front of (or behind) the column name."""
    memory, start = segment.memory, 0
    for index, line in enumerate(segment):
        if _is_heading(line.text):
            sheet = sheet_of(segment.lines, index)
            if sheet is not None:
                memory["sheet"] = sheet
                start = index + 1
                break
    sheet = memory.get("sheet")
    if isinstance(sheet, Sheet):
        host = host_of(segment, out)
        for line, row in rows(sheet, segment.lines, start, out):
            _interval(sheet, host, row, line, memory, out)
    if segment.last:
        found = memory.pop("samples", None)
        if found is not None:
            (low, least), (high, most) = found
            for subject in memory.get("partitions", {}):  # a figure of the whole system
                out.observe(subject, "monvse_samples_min", low, "count", least, str(low))
                out.observe(subject, "monvse_samples_max", high, "count", most, str(high))


def _is_heading(text: str) -> bool:
    upper = text.upper()
    return any(name in upper for name in ("LPARCPU%", "VMCPU%", "VSECPU%")) and "," in (
        upper.replace(";", ",").replace("\t", ",")
    )


_upper = lru_cache(maxsize=1 << 10)(str.upper)


@lru_cache(maxsize=1 << 10)
def _of_partition(name: str) -> tuple[str, str, str] | None:
    """Of a column of a partition: whose it is, and which figure in what unit."""
    match = _PARTITION.match(name)
    if match is None:
        return None
    partition = (match[1] or match[4]).upper()
    return f"cics_region:{partition}", *_PARTITION_METRICS[(match[2] or match[3]).upper()]


def _interval(
    sheet: Sheet,
    host: str,
    row: dict[str, str],
    line: Line,
    memory: dict[str, Any],
    out: Collector,
) -> None:
    upper = {_upper(name): cell for name, cell in row.items()}
    day = next((upper[name] for name in ("DATE", "DAY") if name in upper), None)
    clock = next((upper[name] for name in ("TIME", "END", "ENDTIME") if name in upper), None)
    interval = Interval(end=stamp(day, clock))
    shares: list[str] = []
    partitions = memory.setdefault("partitions", {})
    for name, cell in upper.items():
        if name == "NP/TOT":
            shares.append(cell)
        elif name in _SYSTEM:
            metric, unit = _SYSTEM[name]
            out.observe(host, metric, number(cell, sheet.decimal), unit, line, cell, interval)
        elif told := _of_partition(name):
            subject, metric, unit = told
            if subject not in partitions:
                out.relation(subject, "parent", host, line)
            partitions[subject] = None
            out.observe(subject, metric, number(cell, sheet.decimal), unit, line, cell, interval)
    for cell in shares:
        for subject in partitions or {host: None}:  # all partitions share the one system
            ratio = number(cell, sheet.decimal)
            out.observe(subject, "np_tot_ratio", ratio, "ratio", line, cell, interval)
    counted = whole(upper.get("SAMPLES", ""))
    if counted is not None:
        # The first interval is short, to get to the requested boundary.
        if memory.setdefault("first row", line.number) == line.number:
            return
        here = (counted, line)
        low, high = memory.get("samples", (here, here))
        memory["samples"] = (
            here if counted < low[0] else low,
            here if counted > high[0] else high,
        )


def claims_monvse(head: Sequence[str]) -> bool:
    """Whether a MONVSE heading stands near the top."""
    return any(_is_heading(line) for line in head[:20])


_CPU = re.compile(
    r"\b(\d\d|TOTAL)\s+(?:(ACTIVE|INACTIVE|STANDBY|QUIESCED)\s+)?(\d+)\s+(\d+)\s+(\d+)\s+"
    r"(\d?\.\d+|[*.]+)\s*$"
)
_ACTIVE = re.compile(r"\bACTIVE\s+(?:\d|[*.])")
_ELAPSED = re.compile(r"ELAPSED TIME SINCE LAST RESET\s*:\s*(\d+)", re.IGNORECASE)
_OVERALL = re.compile(
    r"OVERALL UTILIZATION\s*[:=]\s*(\d+)\s*%(?:.*?NP UTILIZATION\s*[:=]\s*(\d+)\s*%)?", re.I
)


@dataclass
class _Turbo:
    """One QUERY TD display: its CPUs, their times in ms since the last reset, the overall line."""

    active: int = 0
    last: Line | None = None
    total: tuple[Line, str, str] | None = None
    overall: tuple[Line, float] | None = None
    elapsed_ms: int | None = None
    lacking: bool = False
    """Whether the row of a CPU has a blank cell: how many are active is not known."""

    def write(self, host: str, out: Collector) -> None:
        """Observe the display. The overall figure is per cent of one CPU, whatever their number."""
        span = None if self.elapsed_ms is None else self.elapsed_ms / 1000
        interval = Interval(duration_s=span)
        if self.total is not None:
            line, np_cell, total_cell = self.total
            np_time, total = whole(np_cell), whole(total_cell)
            if np_time is not None and total:
                raw = f"{np_cell}/{total_cell}"
                out.observe(host, "np_tot_ratio", np_time / total, "ratio", line, raw, interval)
            if total is not None and self.elapsed_ms and self.active and not self.lacking:
                busy = 100.0 * total / self.elapsed_ms / self.active
                raw = f"{total_cell}/{self.elapsed_ms}/{self.active} CPUs"
                out.observe(host, "mvs_busy_pct", busy, "%", line, raw, interval)
        if self.overall is not None:
            line, overall = self.overall
            if not self.elapsed_ms and not self.lacking:
                raw = f"{overall:g}/{self.active or 1} CPUs"
                out.observe(host, "mvs_busy_pct", overall / (self.active or 1), "%", line, raw)
        if self.active and self.last is not None and not self.lacking:
            out.setting(host, "CPS", self.active, "", self.last, f"{self.active} ACTIVE")


def parse_query_td(segment: Segment, out: Collector) -> None:
    """Read turbo dispatcher counts: shares are recomputed from the times they are made of."""
    host = host_of(segment, out)
    shown = _Turbo()
    for line in segment:
        text = line.content
        if match := _CPU.search(text):
            shown.last = line
            if match[1] == "TOTAL":
                shown.total = (line, match[4], match[5])
            elif match[2] == "ACTIVE":
                shown.active += 1
        elif _ACTIVE.search(text):
            shown.lacking = True
            say_withheld(line, out)
        elif match := _OVERALL.search(text):
            overall = number(match[1])
            shown.overall = None if overall is None else (line, float(overall))
        elif match := _ELAPSED.search(text):
            shown.elapsed_ms = whole(match[1])
        elif "SPIN_TIME" in text.upper():  # the next display
            shown.write(host, out)
            shown = _Turbo()
    shown.write(host, out)


READERS = (
    Reader(
        id="zvse-monvse",
        title="MONVSE intervals",
        subsystem="z/VSE",
        where="whole",
        claims=claims_monvse,
        parse=parse_monvse,
        ignores=(
            (r"^\d[\d/.-]+[;,\s]+\d\d?(?::\d\d){1,2}(?:[;,\s]+\d+(?=[;,\s]))?", "when, samples"),
        ),
        metrics=(
            Metric("cics_region", "cpu_active_pct"),
            Metric("cics_region", "io_per_s"),
            Metric("cics_region", "monvse_samples_max", "samples of the busiest row"),
            Metric("cics_region", "np_pct", "non-parallel share"),
            Metric("lpar", "cp_busy_pct", "LPARCPU%; VSECPU% as mvs_busy_pct"),
            Metric("cics_region", "cpu_pct", "CPU% of a partition"),
            Metric("cics_region", "cpu_wait_pct", "CPUW%; NP% as np_pct"),
            Metric("cics_region", "np_tot_ratio", "NP/TOT of the system, for each partition"),
            Metric("cics_region", "monvse_samples_min", "and max, without the first row"),
        ),
        page=Page(
            reads="MONVSE's CSV: LPAR or z/VM CPU, z/VSE CPU and NP/TOT, and for each partition "
            "named in a heading (F4 CPU%, CPU%_F4) its CPU%, CPUW%, NP%, CPUA% and I/O rate.",
            releases="not stated",
            verified="column names in 002; layout not verified against a real sample",
            unread="columns under other names",
        ),
    ),
    Reader(
        id="zvse-query-td",
        ignores=(
            (r"^ *AR \d{4}", "task of the message"),
            (r"^ *\d\d +(?:IN)?ACTIVE .*", "single processors: their sum is read"),
            (r"SPIN/\(SPIN\+TOT\):? +[\d.]+|ELAPSED TIME SINCE.*|NP UTILIZATION.*", "spinning"),
        ),
        beside=((r"TOTAL|NP/TOT|UTILIZATION", 4, "parts of the ratio"),),
        title="QUERY TD display",
        subsystem="z/VSE",
        anchors=("SPIN_TIME NP_TIME",),
        splits=False,
        parse=parse_query_td,
        metrics=(
            Metric("lpar", "np_tot_ratio", "NP time over total time"),
            Metric("lpar", "mvs_busy_pct", "total time over elapsed time and active CPUs"),
            Metric("lpar", "setting.CPS", "active CPUs"),
        ),
        page=Page(
            reads="CPU lines with SPIN_TIME, NP_TIME, TOTAL_TIME and NP/TOT, and the overall "
            "utilization lines.",
            releases="z/VSE 5 and 6",
            verified="002 (NP/TOT as QUERY TD shows it); layout not verified against a real sample",
            unread="spin times",
        ),
    ),
)
