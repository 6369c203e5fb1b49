"""SDSF DA: active address spaces with real frames, paging, EXCPs and CPU."""

from __future__ import annotations

import re
from collections.abc import Sequence

from advisor.reading.layout.cells import number, scaled
from advisor.reading.layout.tables import collapsed, words
from advisor.reading.reader import Collector, Line, Metric, Page, Reader, Segment
from model.language import LineNumber, Name

_TITLE = re.compile(r"\bSDSF DA\s+(\S+)(?:\s+(\S+))?", re.IGNORECASE)
_HEAD = re.compile(r"^\s*(?:NP\s+)?JOBNAME\s+.*\b(?:Real|Paging|SIO)\b", re.IGNORECASE)
_COMMAND = re.compile(r"^\s*(?:COMMAND INPUT|PREFIX=|SCROLL)", re.IGNORECASE)
_NAME = re.compile(r"[A-Z@#$*][A-Z0-9@#$*]{0,7}$")
_HEX = re.compile(r"[0-9A-F]{4}$")
_PRIORITY = re.compile(r"[0-9A-F]{2}$")
_JOB_ID = re.compile(r"(?:JOB|STC|TSU|J|S|T)\d{4,7}$")
_COLUMNS = {
    "REAL": ("frames", "frames"),
    "PAGING": ("paging_per_s", "pages/s"),
    "SIO": ("excp_per_s", "I/O/s"),
    "CPU%": ("cpu_pct", "%"),
    "ZIIP%": ("ziip_pct", "%"),
}

_Words = Sequence[tuple[int, int, str]]
_NEVER_BLANK = frozenset((*_COLUMNS, "ASID", "ASIDX", "EXCP-CNT", "CPU-TIME"))


def _confirm(contents: Sequence[str], index: int) -> bool:
    return bool(_TITLE.search(contents[index]) or _HEAD.match(contents[index]))


def parse(segment: Segment, out: Collector) -> None:
    """Rows under the JOBNAME heading."""
    memory = segment.memory
    for line in segment:
        text = line.content
        if match := _TITLE.search(text):
            memory["system"] = match[1].upper()
            memory["columns"] = ()
            memory["display"] = memory.get("display", 0) + 1
        elif _HEAD.match(text):
            memory["columns"] = tuple(
                (word.upper(), start, end) for start, end, word in words(text)
            )
        elif _COMMAND.match(text):
            continue
        elif (
            memory.get("columns")
            and memory.get("system")
            and not _row(line, segment, out)
            and text.strip()
        ):
            memory["columns"] = ()  # the list has ended: what follows is no address space


def _row(line: Line, segment: Segment, out: Collector) -> bool:
    """Read one address space; whether the line was one."""
    memory = segment.memory
    columns: tuple[tuple[str, int, int], ...] = memory["columns"]
    found = words(line.content)
    if len(found) < 5:
        return False
    names = [name for name, _, _ in columns]
    first = next((i for i, name in enumerate(names) if name in _COLUMNS), None)
    placed = not collapsed(line.content)
    if placed and found[-1][0] >= columns[-1][2] + 2:
        if first is None or not _moved(found, names, first):
            _say_cut(line, segment, out)
            return False
        placed = False
    job = _job(found, columns, placed)
    if first is None or not job:
        return False
    end = _end(found, names[first:])
    if end is None:
        return False
    stop, behind = end
    cells = None
    if placed:
        cells = _under(found[:stop], columns[first - 1 :] if first else columns, first > 0)
    if cells is None:
        cells = _counted([word for _, _, word in found[:stop]], names, first)
    if cells is None:
        _say_blank(line, segment, out)
        return True
    if scaled(cells.get("REAL", "")) is None and number(cells.get("CPU%", "")) is None:
        return False
    system = memory["system"]
    if "SYSNAME" in names:
        system = _system(found[behind:], columns, placed)
        if not system:
            return False
    number_of_it = found[stop][2] if "ASID" in names else ""
    _say_twice(line, (system, job, number_of_it), cells, segment, out)
    for name, raw in cells.items():
        known = _COLUMNS.get(name)
        if known is not None:
            metric = f"job.{job}.{known[0]}"
            value = scaled(raw.rstrip("."))
            out.observe(f"lpar:{system}", metric, value, known[1], line, raw)
    if owner := _owner(found, columns, placed):
        out.observe(f"lpar:{system}", f"job.{job}.owner", owner, "", line, owner)
    return True


def _moved(row: _Words, names: list[str], first: int) -> bool:
    """Whether a row as a whole stands right of its headings: behind the address space's number are
    no more cells than headings.
    """
    end = _end(row, names[first:]) if "ASIDX" in names else None
    return end is not None and len(row) - end[1] < len(names) - names.index("ASIDX")


def _owner(row: _Words, columns: tuple[tuple[str, int, int], ...], placed: bool) -> str:
    """The user under the heading Owner, as far to its right or left as the job's id in front is
    moved from its own; behind the job's id where the columns are gone.
    """
    ids = [at for at, (_, _, word) in enumerate(row) if _JOB_ID.match(word)]
    if placed:
        heads = {name: (start, end) for name, start, end in columns}
        if "OWNER" not in heads:
            return ""
        start, end = heads["OWNER"]
        if "JOBID" in heads and len(ids) == 1:
            moved = row[ids[0]][0] - heads["JOBID"][0]
            start, end = start + moved, end + moved
        under = [word for a, b, word in row if a < end and b > start]
    else:
        under = [row[at + 1][2] for at in ids if at + 1 < len(row)]
    return under[0] if len(under) == 1 and _NAME.match(under[0]) and len(under[0]) > 1 else ""


def _say_twice(
    line: Line, one: tuple[str, str, str], cells: dict[str, str], segment: Segment, out: Collector
) -> None:
    """Say it where two displays have other figures of one address space: none tells its time."""
    told = {name: raw for name, raw in cells.items() if name in _COLUMNS}
    display = segment.memory["display"]
    rows: dict[tuple[str, str, str], tuple[int, dict[str, str], int]]
    rows = segment.memory.setdefault("rows", {})
    shown, before, first = rows.setdefault(one, (display, told, line.number))
    if shown != display and before != told:
        out.say_once(
            "{file} shows {name} of {system} in line {first} and with other figures in line "
            "{number}, and no time tells the two lists apart: both are kept, say which holds.",
            line,
            name=Name(one[1]),
            system=Name(one[0]),
            first=LineNumber(first),
        )


def _say_blank(line: Line, segment: Segment, out: Collector) -> None:
    out.say_once(
        "{file}, line {number}: a cell of this row is blank, and nothing shows which, so the "
        "row was not read: send the list with its columns.",
        line,
    )


def _say_cut(line: Line, segment: Segment, out: Collector) -> None:
    out.say_once(
        "{file}, line {number}: cells stand behind the last heading of this list, so which "
        "figure is which is not known and its rows were not read: it was cut off or wrapped, "
        "send it in its original width.",
        line,
    )


def _job(row: _Words, columns: tuple[tuple[str, int, int], ...], placed: bool) -> str:
    """The name under JOBNAME; the first one where the columns are gone."""
    found = row[:2]
    if placed:
        spans = [(start, end) for name, start, end in columns if name == "JOBNAME"]
        found = [one for one in found for start, end in spans if one[0] < end and one[1] > start]
    return next((word for _, _, word in found if _NAME.match(word) and len(word) > 1), "")


def _end(row: _Words, names: list[str]) -> tuple[int, int] | None:
    """How many words stand in front of the address space's number, and where those behind it begin.

    It is never blank, and it stands there twice, decimal and hexadecimal: that tells its place. A
    screen that does not show it is taken to its end, when it shows nothing that may be blank.
    """
    before = names.index("ASID") if "ASID" in names else -1
    if before >= 0 and names[before + 1 : before + 2] == ["ASIDX"]:
        for at in range(len(row) - 1):
            number, hexadecimal = row[at][2], row[at + 1][2]
            if (
                number.isdecimal()
                and _HEX.match(hexadecimal)
                and int(number) == int(hexadecimal, 16)
            ):
                return at, at + 2
        return None
    if len(row) <= len(names) - 1 or not all(name in _NEVER_BLANK for name in names):
        return None
    return len(row), len(row)


def _under(
    row: _Words, columns: Sequence[tuple[str, int, int]], led: bool
) -> dict[str, str] | None:
    """Cells from Real on by the heading whose right edge is theirs; ``None`` if one fits none.

    ``led``: the first of the ``columns`` is the one in front of Real.
    """
    left = columns[0][2] if led else 0
    known = {end: name for name, _, end in columns[led:]}
    moved = led and columns[0][0] == "DP"
    """Nothing stands where the dispatching priority has to."""
    cells: dict[str, str] = {}
    for _, end, word in row:
        if end <= left:
            moved = moved and not (end > columns[0][1] and _PRIORITY.match(word))
            continue
        name = next((known[edge] for edge in (end, end - 1, end + 1) if edge in known), "")
        if not name or name in cells:
            return None
        cells[name] = word
    return None if moved else cells


def _counted(row: list[str], names: list[str], first: int) -> dict[str, str] | None:
    """Cells from Real on, counted from the right; ``None`` where one of them is blank."""
    shown = names[first : names.index("ASID")] if "ASID" in names else names[first:]
    at = len(row) - len(shown)
    if at < 1:
        return None
    cells = dict(zip(shown, row[at:], strict=True))
    if any(
        name in _COLUMNS and scaled(raw.rstrip(".")) is None and any(map(str.isalnum, raw))
        for name, raw in cells.items()
    ):
        return None  # a letter stands where a figure has to
    if names[first - 1 : first] == ["DP"] and not _PRIORITY.match(row[at - 1]):
        return None
    return cells


def _system(behind: _Words, columns: tuple[tuple[str, int, int], ...], placed: bool) -> str:
    """The system of a row: under its heading, or in front of SPag and SCPU% where all is moved."""
    start, end = next((a, b) for name, a, b in columns if name == "SYSNAME")
    if placed:
        under = [word for a, b, word in behind if a < end and b > start]
        if len(under) == 1 and _NAME.match(under[0]):
            return under[0]
    for (_, _, word), (_, _, paging), (_, _, busy) in zip(
        behind, behind[1:], behind[2:], strict=False
    ):
        if _NAME.match(word) and paging.isdecimal() and busy.isdecimal():
            return word
    return ""


READER = Reader(
    id="sdsf-da",
    shared_titles=True,
    ignores=((r"PAG +\d+|CPU/L(?:/Z)? +[\d/ ]+|LINE \d+-\d+ \(\d+\)", "title of the screen"),),
    beside=((r"(?:JOB|STC|TSU)\d{5}", 4, "address space number, priority"),),
    title="SDSF DA",
    endings=(
        (r"^ ?SDSF DA .* L\w*", r" LINE \S+ +\(\d+\)"),
        # A screen of 80 columns ends behind whole columns; the others are to the right of it.
        (r"^ ?NP +JOBNAME +StepName ", r" (?:Real|Paging|SIO|CPU%|ASIDX?|EXCP-Cnt|CPU-Time)"),
        (r"^ ?(?i:COMMAND\b.*===>.* S\w*)(?: =*>?)?$", r"(?i:SCROLL) ===> \S"),
    ),
    subsystem="z/OS",
    anchors=("SDSF DA ", "JOBNAME StepName", "JOBNAME STEPNAME"),
    confirm=_confirm,
    parse=parse,
    metrics=(
        Metric("lpar", "job.*.frames", "Real of job *; T is thousands"),
        Metric("lpar", "job.*.paging_per_s", "Paging"),
        Metric("lpar", "job.*.excp_per_s", "SIO"),
        Metric("lpar", "job.*.cpu_pct", "CPU%"),
        Metric("lpar", "job.*.ziip_pct", "ZIIP%"),
        Metric("lpar", "job.*.owner", "Owner"),
    ),
    page=Page(
        reads="Real, Paging, SIO, CPU% and Owner of every address space shown, whatever columns "
        "stand to the left of them. 267T is 267 thousand frames. On a display of several systems "
        "a row belongs to the system in its SysName column.",
        releases="z/OS V1R13 to V2R4",
        verified="003, figure 4-6",
        unread="other columns to the left of Real, ASID columns, totals since a job began",
    ),
)
