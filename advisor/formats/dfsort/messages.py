"""DFSORT: a table made of SMF type 16 records, and ICE messages of a job log."""

from __future__ import annotations

import re
from collections.abc import Sequence

from advisor.formats.zos.joblog import job_of
from advisor.reading.layout.cells import number, scaled, size_bytes
from advisor.reading.reader import Collector, Line, Metric, Page, Reader, Segment

_ROW = re.compile(
    r"\s*(?:(?P<day>\d{1,2})\s+)?(?P<time>\d{1,2}:\d{2}:\d{2}(?:\.\d+)?)\s+"
    r"(?P<program>[A-Z@#$][A-Z0-9@#$]{0,7})\s+(?P<rest>[\d.,]+(?:\s+[\d.,]+){5})\s*$"
)
_HEAD = re.compile(r"\bPgm\b.*\bElapse.*|\s*(?:Day|Timestamp)\b.*\bPgm\b|.*GB Sorted", re.I)
_NAMES = (
    ("elapsed_s", "s"),
    ("cpu_s", "s"),
    ("gb_sorted", "GB"),
    ("hiperspace_gb", "GB"),
    ("work_tracks", "tracks"),
    ("work_ios", "I/Os"),
)


def _confirm(contents: Sequence[str], index: int) -> bool:
    nearby = " ".join(contents[max(0, index - 3) : index + 4]).upper()
    return "SORTED" in nearby and "CPU" in nearby


def parse(segment: Segment, out: Collector) -> None:
    """One sort per row."""
    for line in segment:
        text = line.content
        if match := _ROW.match(text):
            name = " ".join(
                part for part in (match["program"], match["day"], match["time"]) if part
            )
            subject = f"dfsort_job:{name}"
            cells = match["rest"].split()
            for (metric, unit), raw in zip(_NAMES, cells, strict=True):
                out.observe(subject, metric, number(raw), unit, line, raw)
            if system := segment.shared.get("system"):
                out.relation(subject, "parent", f"lpar:{system}", line)


_ICE = re.compile(r"(?<![A-Za-z])(ICE\d{3}[A-Z])\s+(?:\d\s+)?(.*)")
_READ = frozenset((
    "000I", "054I", "055I", "080I", "088I", "089I", "092I", "093I", "098I", "132I", "133I", "134I",
    "165I", "180I", "188I", "199I",
))  # fmt: skip
"""Messages of which something is taken; the others are known by their number."""

_SAYING_LITTLE = frozenset(("055I", "080I", "088I", "089I", "098I"))
"""Of these nothing but the job: exits, technique, lengths of records."""

_NAMES_JOB = ("ICE088I", "ICE089I")  # the second where no block size is known: input from an exit
_STEP = re.compile(r"([A-Z@#$][A-Z0-9@#$]{0,7})\s*\.\s*[A-Z@#$]", re.IGNORECASE)
_BYTES = re.compile(r"NUMBER OF BYTES SORTED:\s*([\d,]+)", re.IGNORECASE)
_RECORDS = re.compile(r"RECORDS\s*-\s*IN:\s*(\d[\d,]*?),?\s*OUT:\s*([\d,]+)", re.IGNORECASE)
_TRACKS = re.compile(
    r"WORK DATA SET TRACKS ALLOCATED:\s*([\d,]+)\s*,?\s*(?:TRACKS )?"
    r"USED:\s*([\d,]+)",
    re.I,
)
_USED = re.compile(
    r"(MEMORY OBJECT|HIPERSPACE|DATA SPACE)(?: STORAGE)? USED(?: AS \w+ \w+)?"
    r"\s*=\s*([\d,]+\s*[KMG]?)",
    re.IGNORECASE,
)
# What SIZE asks for, what there was, and what was used (ICE092I, ICE093I).
_STORAGE = re.compile(r"MAIN STORAGE = \((?:MAX|\d+K?),(\d+),(\d+)\)", re.IGNORECASE)
_FIGURES = {
    "054I": _RECORDS,
    "092I": _STORAGE,
    "093I": _STORAGE,
    "134I": _BYTES,
    "165I": _TRACKS,
    "180I": _USED,
    "188I": _USED,
    "199I": _USED,
}
_OPTION = re.compile(r"\b(MOSIZE|HIPRMAX|DSPSIZE)=([A-Z0-9%]+)", re.IGNORECASE)
_RELEASE = re.compile(r"DFSORT\s+(?:REL\s+)?(V\d+R\d+)", re.IGNORECASE)


def _is_message(contents: Sequence[str], index: int) -> bool:
    return _ICE.search(contents[index]) is not None


def parse_messages(segment: Segment, out: Collector) -> None:
    """One ICE message: what the sort used and which options were in effect."""
    line = segment[0]
    match = _ICE.search(line.content)
    if match is None:
        return
    message = match[1][3:].upper()
    if message not in _READ or message in _SAYING_LITTLE:
        out.left_out(line)  # known by its number, and says nothing of resources
        if message not in _READ:
            return
    if match[1].upper() in _NAMES_JOB and (named := _STEP.match(match[2])):
        segment.memory["job"] = named[1].upper()
    # A log names the job on every line; the sort's own messages do so once, with the step.
    said = job_of(line, segment)
    if match[1].upper() == "ICE000I":
        segment.memory["begun"] = said
        if not said:
            segment.memory["job"] = ""  # the next sort; ICE088I follows and names its job
            segment.memory["release"] = line
            return
    job = said or segment.memory.get("job", "") or (line.log.job if line.log else "")
    subject = f"dfsort_job:{_of_sorts(job or segment.after_file('SORT'), segment)}"
    if (release := segment.memory.pop("release", None)) is not None:
        _options(release, subject, release.content, out)
    system = segment.system_of(line)
    if system and segment.memory.setdefault(f"placed {subject}", line.number) == line.number:
        out.relation(subject, "parent", f"lpar:{system}", line)
    text = match[2]
    pattern = _FIGURES.get(message)
    found = None if pattern is None else pattern.search(text)
    if found is None:
        _options(line, subject, text, out)
    elif pattern is _BYTES:
        count = number(found[1])
        value = None if count is None else count / 2**30
        out.observe(subject, "gb_sorted", value, "GB", line, found[1])
    elif pattern is _RECORDS:
        out.observe(subject, "records_in", number(found[1]), "records", line, found[1])
        out.observe(subject, "records_out", number(found[2]), "records", line, found[2])
    elif pattern is _TRACKS:
        out.observe(subject, "work_tracks", number(found[2]), "tracks", line, found[2])
        out.observe(subject, "work_tracks_allocated", number(found[1]), "tracks", line, found[1])
    elif pattern is _STORAGE:
        for raw, metric in zip(
            found.groups(), ("storage_given_mb", "storage_used_mb"), strict=True
        ):
            size = number(raw)
            value = None if size is None else size / 2**20
            out.observe(subject, metric, value, "MB", line, raw)
    else:
        size = size_bytes(found[2].replace(" ", ""), "B")
        names = {"M": "memory_object_gb", "H": "hiperspace_gb", "D": "data_space_gb"}
        value = None if size is None else size / 2**30
        out.observe(subject, names[found[1][0].upper()], value, "GB", line, found[2])


def _of_sorts(job: str, segment: Segment) -> str:
    """What a sort is called: the first of a job as the job is, others with their number behind it.

    A job may sort in several steps, and a file may have several runs of it: they are no one sort.
    """
    counts: dict[str, int] = segment.memory.setdefault("sorts", {})
    begun = segment.memory.get("begun")
    if begun is not None and begun in ("", job):
        segment.memory["begun"] = None
        counts[job] = counts.get(job, 0) + 1
    return job if counts.get(job, 0) < 2 else f"{job} {counts[job]}"


def parse_statements(segment: Segment, out: Collector) -> None:
    """Below ICE000I stand the control statements up to the next message: what was asked for."""
    for index, line in enumerate(segment.lines[1:], 1):
        if _ICE.search(line.content):
            for statement in segment.lines[1:index]:
                out.left_out(statement)
            return


def _options(line: Line, subject: str, text: str, out: Collector) -> None:
    for name, raw in _OPTION.findall(text):
        value = scaled(raw)
        if value is None:
            out.observe(subject, f"option.{name.upper()}", raw.upper(), "", line, raw)
        else:
            out.setting(subject, name.upper(), value, "MB", line, raw)
    if found := _RELEASE.search(text):
        out.setting(subject, "VERSION", found[1].upper(), "", line, found[1])


READERS = (
    Reader(
        id="dfsort-smf16",
        ignores=((r"^ *\d+ +\d\d:\d\d:\d\d[.\d]*", "day and time"),),
        title="DFSORT SMF 16 table",
        endings=((r"^ +Elapse +CPU +GB +Hip", r" Work Dataset +Work Dataset$"),),
        subsystem="DFSORT",
        anchors=("GB Sorted", "Work Dataset", "GB SORTED", "Hiperspace GB"),
        confirm=_confirm,
        splits=False,
        parse=parse,
        metrics=tuple(Metric("dfsort_job", metric) for metric, unit in _NAMES),
        page=Page(
            reads="Rows of day, time, program, elapsed and CPU seconds, GB sorted, Hiperspace GB, "
            "work tracks and work I/Os, in this order.",
            releases="any report made of SMF 16",
            verified="003, figure 6-13",
            unread="other columns",
        ),
    ),
    Reader(
        id="dfsort-messages",
        ignores=(
            (r"ICE\d\d\d[A-Z] +\d(?= )", "severity"),
            (r"CONTROL STATEMENTS FOR.*", "product, time"),
            (r"\b(?:RC|DYNSPC|ODMAXBF|EXITCK|TMAXLIM)=?\d+|=RC\d+", "options"),
            (r"AVERAGE RECORD LENGTH.*", "length of the records"),
        ),
        title="DFSORT ICE messages",
        endings=(
            (r"\bICE165I .*ALLOCATED", r" TRACKS USED: *\d"),
            (r"\bICE000I .*CONTROL STATEMENTS FOR .* - \d\d:\d\d", r" ON .*\d, \d{4} -"),
        ),
        subsystem="DFSORT",
        anchors=tuple(f"ICE{digit}" for digit in range(10)),
        confirm=_is_message,
        where="inline",
        parse=parse_messages,
        metrics=(
            Metric("dfsort_job", "records_out"),
            Metric("dfsort_job", "setting.VERSION", "ICE000I"),
            Metric("dfsort_job", "work_tracks_allocated"),
            Metric("dfsort_job", "setting.HIPRMAX", "where a number"),
            Metric("dfsort_job", "relation.parent", "the system of the log"),
            Metric("dfsort_job", "gb_sorted", "ICE134I"),
            Metric("dfsort_job", "records_in"),
            Metric("dfsort_job", "work_tracks", "ICE165I, used"),
            Metric("dfsort_job", "memory_object_gb", "ICE199I"),
            Metric("dfsort_job", "hiperspace_gb", "ICE180I"),
            Metric("dfsort_job", "data_space_gb", "ICE188I"),
            Metric("dfsort_job", "storage_given_mb", "ICE092I, ICE093I"),
            Metric("dfsort_job", "storage_used_mb", "ICE092I, ICE093I"),
            Metric("dfsort_job", "setting.MOSIZE", "memory object limit, where a number"),
            Metric("dfsort_job", "option.*"),
        ),
        page=Page(
            reads="Bytes and records sorted, work tracks, memory object, Hiperspace and data space "
            "used, and MOSIZE, HIPRMAX, DSPSIZE in ICE132I and ICE133I. The job is the log's; "
            "further sorts of it in the same file have their number behind its name.",
            releases="DFSORT V1R12 to V2R4",
            verified="real output of DFSORT REL 14.0 and V2R4 in public repositories; messages on "
            "work data sets and memory objects against IBM, DFSORT Messages, Codes and Diagnosis",
            unread="other ICE messages, which are known by their number",
        ),
    ),
    Reader(
        id="dfsort-statements",
        title="DFSORT control statements",
        subsystem="DFSORT",
        anchors=("CONTROL STATEMENTS FOR",),
        confirm=_is_message,
        where="inline",
        inline_lines=60,
        parse=parse_statements,
        context=True,
        page=Page(
            reads="Nothing: it knows the control statements between ICE000I and the next message.",
            releases="DFSORT V1R12 to V2R4",
            verified="real output in public repositories",
            unread="which fields are sorted by, exits and their sizes",
        ),
    ),
)
