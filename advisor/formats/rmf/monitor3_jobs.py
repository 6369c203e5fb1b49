"""RMF Monitor III reports with a row for each job: DELAY, STOR, STORF, PROC and DEV."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from advisor.formats.rmf.monitor3 import SCREEN_IGNORES, interval_of
from advisor.reading.gaps import say_unheaded, say_withheld
from advisor.reading.layout.cells import number, scaled
from advisor.reading.reader import Collector, Line, Metric, Page, Reader, Segment

_TITLE = re.compile(
    r"\b(Delay Report|Storage Frames|Storage Delays|Processor Delays|Device Delays)\s+Line\s+\d",
    re.IGNORECASE,
)
_SCREEN = re.compile(r"\bLine\s+\d+\s+of\b", re.IGNORECASE)
_HEADING = re.compile(r"^\s*(?:Jobname|Name)\s+CX?\s+Class\s+(?:Cr\s+)?(.*\S)", re.IGNORECASE)
_ROW = re.compile(
    r"^\s*(?P<job>[A-Z@#$*][A-Z0-9@#$*]{0,7})\s+(?P<cx>[A-Z][A-Z0-9]?)\s+(?P<class>[A-Z@#$]\S{0,7})"
    r"(?:\s+(?P<critical>(?!CP\b)[A-Z]{1,2}))?\s+(?P<rest>(?:(?:CP|IIP|AAP)\s+)?[\d.N].*\S)\s*$"
)
_OTHER = re.compile(r"^\s*(?:Command ===|Service\b|Samples:)", re.IGNORECASE)
_GROUP = re.compile(r"^\s*\*(?:SYSTEM|TSO|BATCH|STC|ASCH|OMVS|ENCLAVE)\b")
"""All jobs of a kind together."""
_GOES_ON = re.compile(r"^\s{9,}(?P<rest>(?:CP|IIP|AAP)\s+\d.*\S)\s*$")
"""The job above on processors of another kind."""
_SPECIAL = re.compile(r"^AAP\s")

_OF_PROCESSORS = {
    "CP": ("delay_processor_pct", "cpu_pct"),
    "IIP": ("delay_ziip_pct", "ziip_pct"),
}
Figures = tuple[tuple[str, float | int | None, str, str], ...]
"""Metric, value, unit and the cell as printed."""

_DELAYS = ("USG", "DLY", "IDL", "UKN", "PRC", "DEV", "STR", "SUB", "OPR", "ENQ")
_OF_DELAY = {
    "USG": "using_pct",
    "DLY": "delay_pct",
    "PRC": "delay_processors_pct",
    "DEV": "delay_device_pct",
    "STR": "delay_storage_pct",
    "SUB": "delay_subsystem_pct",
    "OPR": "delay_operator_pct",
    "ENQ": "delay_enqueue_pct",
}
_FRAMES = {
    "TOTAL": ("frames", "frames"),
    "ACTV": ("active_frames", "frames"),
    "IDLE": ("idle_frames", "frames"),
    "WSET": ("working_set_frames", "frames"),
    "FIXED": ("fixed_frames", "frames"),
    "SLOTS": ("aux_slots", "slots"),
    "RATE": ("page_ins_per_s", "pages/s"),
}


def _delay(cells: Sequence[str], heads: Sequence[str]) -> Figures:
    # WFL to the left and the reason to the right may be blank: the percentages between never are.
    reason = cells[-1] if not cells[-1][:1].isdigit() else ""
    counted = cells[: len(cells) - bool(reason)][-len(_DELAYS) :]
    if len(counted) < len(_DELAYS):
        return ()
    by_name = dict(zip(_DELAYS, counted, strict=True))
    figures: Figures = tuple(
        (metric, number(by_name[head]), "%", by_name[head]) for head, metric in _OF_DELAY.items()
    )
    return figures


def _reason(cells: Sequence[str]) -> str:
    return cells[-1] if re.fullmatch(r"[A-Z][A-Z0-9]{1,7}", cells[-1]) else ""


def _frames(cells: Sequence[str], heads: Sequence[str]) -> Figures:
    names = [head for head in heads if head != "RT"]
    if not len(names) <= len(cells) <= len(heads):
        return ()
    return tuple(
        (_FRAMES[head][0], scaled(cell), _FRAMES[head][1], cell)
        for head, cell in zip(names, cells, strict=False)
        if head in _FRAMES
    )


def _storage(cells: Sequence[str], heads: Sequence[str]) -> Figures:
    return (("delay_storage_pct", number(cells[0]), "%", cells[0]),) if len(cells) > 4 else ()


def _processor(cells: Sequence[str], heads: Sequence[str]) -> Figures:
    if len(cells) < 4 or cells[0] not in _OF_PROCESSORS:
        return ()
    delay, use = _OF_PROCESSORS[cells[0]]
    return ((delay, number(cells[1]), "%", cells[1]), (use, number(cells[3]), "%", cells[3]))


def _device(cells: Sequence[str], heads: Sequence[str]) -> Figures:
    # delayed, using and connected in per cent, then the volumes behind the delay
    counted = [number(cell) for cell in cells[:3]]
    if len(cells) < 3 or None in counted:
        return ()
    return (("delay_device_pct", counted[0], "%", cells[0]),)


_KINDS: dict[str, Callable[[Sequence[str], Sequence[str]], Figures]] = {
    "DELAY REPORT": _delay,
    "STORAGE FRAMES": _frames,
    "STORAGE DELAYS": _storage,
    "PROCESSOR DELAYS": _processor,
    "DEVICE DELAYS": _device,
}


def parse(segment: Segment, out: Collector) -> None:
    """The rows of one report, of one system and range."""
    memory = segment.memory
    for line in segment:
        text = line.content
        if match := _TITLE.search(text):
            memory["kind"], memory["heads"] = match[1].upper(), ()
        elif _SCREEN.search(text):  # another one, whose rows look alike
            memory["kind"], memory["heads"] = "", ()
        elif found := interval_of(text):
            memory["system"], memory["interval"] = found
        elif memory.get("kind") and (match := _HEADING.match(text)):
            memory["heads"], memory["job"] = tuple(match[1].upper().split()), ""
            memory["percents"] = [at for at, char in enumerate(text) if char == "%"]
        elif _OTHER.match(text):
            continue
        elif memory.get("heads") and _GROUP.match(text):
            out.left_out(line)
        elif memory.get("heads") and memory.get("system") and (match := _ROW.match(text)):
            memory["job"], memory["types"] = match["job"], {match["rest"].split()[0]}
            _row(line, match, segment, out)
        elif memory.get("job") and (match := _GOES_ON.match(text)):
            kind = match["rest"].split()[0]
            if kind in memory["types"]:  # another job's, whose first line is lost
                say_unheaded(line, out)
                memory["job"] = ""
                continue
            memory["types"].add(kind)
            _row(line, match, segment, out)
        elif text.strip():
            memory["job"] = ""


def _row(line: Line, row: re.Match[str], segment: Segment, out: Collector) -> None:
    memory = segment.memory
    cells = row["rest"].split()
    kind = memory["kind"]
    if kind == "PROCESSOR DELAYS" and _SPECIAL.match(row["rest"]):
        out.left_out(line)
        return
    figures = _KINDS[kind](cells, memory["heads"])
    if figures and not _in_place(row, cells, kind, memory.get("percents", [])):
        say_withheld(line, out)
        return
    if not figures:
        return
    subject, interval = f"lpar:{memory['system']}", memory["interval"]
    for metric, value, unit, raw in figures:
        out.observe(subject, f"job.{memory['job']}.{metric}", value, unit, line, raw, interval)
    if kind == "DELAY REPORT" and (reason := _reason(cells)):
        out.observe(
            subject, f"job.{memory['job']}.delay_reason", reason, "", line, reason, interval
        )


def _in_place(row: re.Match[str], cells: Sequence[str], kind: str, percents: list[int]) -> bool:
    """Whether the first of a row's percentages stands under its sign, where columns are kept."""
    first = {"DELAY REPORT": 1, "DEVICE DELAYS": 0, "STORAGE DELAYS": 0}.get(kind)
    if first is None or len(percents) <= first or not re.search(r"\d\s{2,}\d", row.string):
        return True
    words = [word.span() for word in re.finditer(r"\S+", row.string[: row.end()])]
    if kind == "DELAY REPORT":
        behind = len(_DELAYS) + (not cells[-1][:1].isdigit())
        words = words[-behind:]
    else:
        words = words[-len(cells) :]
    return words[0][0] - 1 <= percents[first] <= words[0][1]


def _confirm(contents: Sequence[str], index: int) -> bool:
    return _TITLE.search(contents[index]) is not None


READER = Reader(
    id="rmf-monitor3-jobs",
    shared_titles=True,
    title="RMF Monitor III reports by job",
    subsystem="z/OS",
    ignores=SCREEN_IGNORES,
    beside=(
        (
            r"^ *\S+ +[A-Z][A-Z0-9]? +\S|^ {9,}(?:CP|IIP|AAP) ",
            16,
            "workflow, idle and unknown time, volumes, holders",
        ),
    ),
    anchors=(
        "Delay Report Line",
        "Storage Frames Line",
        "Storage Delays Line",
        "Processor Delays Line",
        "Device Delays Line",
    ),
    confirm=_confirm,
    parse=parse,
    metrics=(
        Metric("lpar", "job.*.delay_pct", "DLY of DELAY"),
        Metric("lpar", "job.*.delay_storage_pct", "STR of DELAY, DLY of STOR"),
        Metric("lpar", "job.*.delay_processor_pct", "DLY of PROC, general processors"),
        Metric("lpar", "job.*.delay_ziip_pct", "DLY of PROC, zIIPs"),
        Metric("lpar", "job.*.ziip_pct", "EAppl % of PROC, zIIPs"),
        Metric("lpar", "job.*.delay_device_pct", "DEV of DELAY, DLY of DEV"),
        Metric("lpar", "job.*.using_pct", "USG of DELAY"),
        Metric("lpar", "job.*.delay_processors_pct", "PRC of DELAY, processors of any kind"),
        Metric("lpar", "job.*.delay_subsystem_pct", "SUB of DELAY"),
        Metric("lpar", "job.*.delay_operator_pct", "OPR of DELAY"),
        Metric("lpar", "job.*.delay_enqueue_pct", "ENQ of DELAY"),
        Metric("lpar", "job.*.delay_reason", "Primary Reason of DELAY"),
        Metric("lpar", "job.*.frames", "TOTAL of STORF"),
        Metric("lpar", "job.*.active_frames", "ACTV of STORF"),
        Metric("lpar", "job.*.idle_frames", "IDLE of STORF"),
        Metric("lpar", "job.*.fixed_frames", "FIXED of STORF"),
        Metric("lpar", "job.*.working_set_frames", "WSET of STORF"),
        Metric("lpar", "job.*.aux_slots", "AUX SLOTS of STORF"),
        Metric("lpar", "job.*.page_ins_per_s", "PGIN RATE of STORF"),
        Metric("lpar", "job.*.cpu_pct", "EAppl % of PROC"),
    ),
    page=Page(
        reads="Of DELAY using and delay in total and by resource with the primary reason, of STOR "
        "the storage delay, of STORF frames, slots and page-in rate, of PROC delay and use of "
        "general processors and zIIPs, of DEV the delay by devices. Workflow and reason may "
        "be blank.",
        releases="RMF V1R13 to V2R4",
        verified="DELAY and DEV against the figures in IBM, RMF Report Analysis V2R4; of others "
        "the headings alone",
        unread="jobs that hold a resource, workflow, frames DIV, volumes of DEV",
    ),
)
