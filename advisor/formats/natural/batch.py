"""Natural batch sessions: parameters, buffer usage (BUS) and zIIP statistics."""

from __future__ import annotations

import re
from collections.abc import Sequence

from advisor.observations import Interval
from advisor.reading.gaps import say_withheld
from advisor.reading.layout.cells import number, size_bytes, stamp, whole
from advisor.reading.reader import Collector, Line, Metric, Page, Reader, Segment

_TITLE_DATE = re.compile(r"^\s*(\d\d:\d\d:\d\d)\b.*?(\d{4}-\d\d-\d\d)\s*$")
_USER = re.compile(r"^\s*User\s+(\S+)\s+-", re.IGNORECASE)
_JOB_NAME = re.compile(r"Job\s*name\b[\s.:]*([A-Z#@$][A-Z0-9#@$]{0,7})\s*$", re.IGNORECASE)
_JOB_CARD = re.compile(r"^\s*\d*\s*//([A-Z#@$][A-Z0-9#@$]{0,7})\s+JOB\b")


def _subject(segment: Segment) -> str:
    """The session is its job; where no job is named, its user."""
    user = None
    for line in segment:
        if match := _JOB_CARD.match(line.content) or _JOB_NAME.search(line.content):
            segment.shared["job"] = match[1].upper()
            break
        if user is None and (match := _USER.match(line.content)):
            user = match[1]
    name = segment.shared.get("job") or user or segment.shared.get("natural_user")
    if user is not None:
        segment.shared["natural_user"] = user
    name = name or segment.after_file("NATURAL")
    return f"natural_session:{name}"


def _place(segment: Segment, subject: str, out: Collector) -> None:
    if system := segment.shared.get("system"):
        out.relation(subject, "parent", f"lpar:{system}", segment[segment.anchor])


# -- parameters ------------------------------------------------------------------------------

_KNOWN = re.compile(
    r"(?<![A-Z0-9-])(MT|LS|MAINPR|THSIZE|SORT|ZIIP|MULTIFETCH|MULTI-FETCH|MFSET|NTSORT|NTZIIP"
    r"|PWCSIZE)"
    r"(?:\s?=\s?|\s*\.{2,}\s*|\s+(?=[A-Z]+=))(\((?:[^()]|\([^()]*\))*\)?|[^\s,()']+)"
)
_MACRO = re.compile(r"\b(NTSORT|NTZIIP)\s+(\S.*)$")
_PWCSIZE = re.compile(r"PWCSIZE\s?=\s?\(\s*(\d*)\s*,?\s*(\d*)\s*,?\s*(\d*)\s*\)?")
_ONE_SIZE = re.compile(r"PWCSIZE\s?=\s?\d+\b")
_EXTERNAL = re.compile(r"\bEXT\s?=\s?(ON|OFF)\b")
_STATE = re.compile(r"^\(?\s*(?:STATUS\s?=\s?)?(ON|OFF)\b")
_LISTED = re.compile(r"^\((.*)\)$")
_CONTINUED = re.compile(r",\s+\S$")


def parse_parameters(segment: Segment, out: Collector) -> None:
    """Read profile and dynamic parameters, wherever a line carries one of the known names."""
    subject = _subject(segment)
    placed = False
    for index, line in enumerate(segment):
        text = line.content
        match = None
        for match in _KNOWN.finditer(text):
            value = match[2]
            if match[1].startswith("NT") and "(" not in value:
                continue  # a macro of the parameter module: its operands stand as a list
            if value.startswith("(") and value.count("(") > value.count(")"):
                value = _whole_list(segment, index, text[match.start(2) :], out)
            _parameter(subject, match[1], value, line, out)
        if macro := _MACRO.search(text):
            operands = _operands(segment, index, macro[2], out)
            _parameter(subject, macro[1], f"({operands})", line, out)
            match = macro
        if match and not placed:
            _place(segment, subject, out)
            placed = True


def _operands(segment: Segment, index: int, start: str, out: Collector) -> str:
    """Operands of a macro: a comma and a mark in column 72 put more of them on the next line."""
    value = _CONTINUED.sub(",", start.rstrip())
    for line in segment.lines[index + 1 : index + 6]:
        if not value.endswith(","):
            break
        value += _CONTINUED.sub(",", line.content.strip())
    return value.partition(" ")[0]


def _whole_list(segment: Segment, index: int, start: str, out: Collector) -> str:
    value = start
    for line in segment.lines[index + 1 : index + 4]:
        value += " " + line.content.strip()
        if value.count(")") >= value.count("("):
            break
    depth = 0
    for position, char in enumerate(value):
        depth += (char == "(") - (char == ")")
        if depth == 0 and char == ")":
            return value[: position + 1]
    return value


def _parameter(subject: str, name: str, value: str, line: Line, out: Collector) -> None:
    if name in ("MT", "LS", "MAINPR"):
        unit = {"MT": "s", "LS": "bytes"}.get(name, "")
        out.setting(subject, name, whole(value), unit, line, value)
    elif name == "THSIZE":
        size = size_bytes(value, "KB")
        out.setting(subject, "THSIZE_KB", None if size is None else size / 1024, "KB", line, value)
    elif name in ("MULTIFETCH", "MULTI-FETCH", "MFSET"):
        records = whole(value)
        if value.upper() == "OFF":
            records = 1
        if records is not None and records > 0:
            out.setting(subject, "MULTIFETCH", records, "records", line, value)
    elif name in ("SORT", "NTSORT"):
        if external := _EXTERNAL.search(value):
            kind = "external" if external[1] == "ON" else "internal"
            out.setting(subject, "SORT", kind, "", line, value)
    elif name in ("ZIIP", "NTZIIP", "PWCSIZE"):
        if name != "PWCSIZE" and (state := _STATE.match(value.upper())):
            out.setting(subject, "ZIIP", state[1] == "ON", "", line, value)
        if name != "PWCSIZE":
            coded = re.sub(r",\s+", ",", value.strip())
            out.setting(subject, "NTZIIP", _LISTED.sub(r"\1", coded), "", line, value)
        text = value if name != "PWCSIZE" else f"PWCSIZE={value}"
        if sizes := _PWCSIZE.search(text):
            for part, cell in zip(("PRINT", "READ", "WRITE"), sizes.groups(), strict=True):
                size = whole(cell)
                if size:
                    out.setting(subject, f"PWCSIZE_{part}_KB", size, "KB", line, cell)
        elif _ONE_SIZE.search(text):  # documented is the list alone
            out.say_once(
                "{file}, line {number}: PWCSIZE has one size without parentheses, and which "
                "of the print, read and write caches it is for is not known; it was not read: "
                "enter the sizes that the session uses yourself.",
                line,
            )


def _confirm_parameters(contents: Sequence[str], index: int) -> bool:
    text = contents[index]
    if _KNOWN.search(text) or _MACRO.search(text):
        return not re.match(r"^\s*ADARUN\b", text)
    return bool(re.search(r"DYNAMIC PARAMETERS|SYSPARM UTILITY", text, re.IGNORECASE))


# -- buffer usage statistics -----------------------------------------------------------------

_BUFFER = re.compile(
    r"^\s*(\d{1,3})\s+(\S{1,10})\s+([A-Z])\s+(\d[\d,]*)\s+(\d[\d,]*)\s+([\d.,]+)"
    r"\s+(\d[\d,]*)\s+([\d.,]+)(?:\s+(\d[\d,]*)\s+([\d.,]+))?\s*$"
)
_THREAD = re.compile(  # the sum of the buffers' sizes stands first
    r"^\s*Thrd-?Size\s+Total((?:\s+\d[\d.,]*){1,9})\s*$",
    re.IGNORECASE,
)
_THREAD_FIGURES = 7
"""Size, used and its share, most used and its share, of sessions and theirs."""

_SIZES_IN_KB = 4
_IN_KB = re.compile(r"^\s*([\d,]+)K\s+\(in KB\)\s+(.*)$", re.IGNORECASE)


def parse_bus(segment: Segment, out: Collector) -> None:
    """Read the Buffer Usage Statistics screen or print."""
    subject = _subject(segment)
    _place(segment, subject, out)
    interval = Interval()
    for line in segment:
        text = line.content
        if "BUS UTILITY" in text or "BUFFER USAGE STATISTICS" in text.upper():
            if match := _TITLE_DATE.match(text):
                interval = Interval(end=stamp(match[2], match[1]))
        elif match := _BUFFER.match(text):
            name = match[2].lower()
            if name.startswith(("pcache", "wcache")):
                size, used = whole(match[4]), number(match[8].replace(",", "."))  # DC="," too
                metric = f"{name}_size_bytes"
                out.observe(subject, metric, size, "bytes", line, match[4], interval)
                metric = f"{name}_max_used_pct"
                out.observe(subject, metric, used, "%", line, match[8], interval)
                most = whole(match[7])
                metric = f"{name}_max_used_bytes"
                out.observe(subject, metric, most, "bytes", line, match[7], interval)
            out.left_out(line)
        elif match := _THREAD.match(text):
            out.left_out(line)
            cells = match[1].split()
            if len(cells) != _THREAD_FIGURES:
                say_withheld(line, out)
                continue
            size, raw = whole(cells[0]), cells[0]
            out.observe(subject, "buffers_size_bytes", size, "bytes", line, raw, interval)
        elif match := _IN_KB.match(text):
            out.left_out(line)
            out.setting(subject, "THSIZE_KB", whole(match[1]), "KB", line, f"{match[1]}K")
            sizes = re.findall(r"([\d,]+)K", match[2])
            if len(sizes) != _SIZES_IN_KB:
                say_withheld(line, out)
            else:  # Size, Used, MaxUsed, MaxSize
                used = whole(sizes[2])
                metric = "thread_max_used_kb"
                out.observe(subject, metric, used, "KB", line, f"{sizes[2]}K", interval)


def _confirm_bus(contents: Sequence[str], index: int) -> bool:
    """Entire Net-Work heads its own buffers with the same words, behind a message number."""
    return not re.search(r"\bNET[A-Z]?\d{3,4}I\b", contents[index])


# -- zIIP statistics -------------------------------------------------------------------------

_LABELS = (
    ("fetches", "count", r"FETCH(?:es|\s+statements)?|Programs? fetched"),
    ("records_sorted", "records", r"Records sorted"),
    ("work_records_read", "records", r"Work(?:\s*file)? records read"),
    ("work_records_written", "records", r"Work(?:\s*file)? records written"),
    ("records_read", "records", r"Records read"),
    ("print_lines", "lines", r"(?:Print lines|Lines (?:written|printed))(?: written)?"),
    ("primary_lines", "lines", r"Primary (?:output )?lines"),
    ("calls_3gl", "calls", r"3GL (?:program )?calls"),
    ("getmains", "calls", r"(?:GETMAIN(?:/FREEMAIN)?|Storage) requests"),
    ("srb_switches", "switches", r"(?:Number of )?switches (?:in)?to SRB(?: mode)?"),
    ("enclave_cpu_ms", "ms", r"(?:Total )?(?:WLM )?Enclave CPU[- ]time"),
    ("duration_s", "s", r"(?:Session )?elapsed time"),
)
_LABELLED = tuple(
    (metric, unit, re.compile(rf"^\s*(?:{label})[\s.:=]+([\d.,]+)\s*(ms|s|sec|seconds)?\s*$", re.I))
    for metric, unit, label in _LABELS
)
_ACTIVE = re.compile(r"zIIP (?:support|processing)[\s.:=]+(ON|OFF|YES|NO|active|inactive)\b", re.I)
_PAGE_TITLE = re.compile(r"\b(?:PAGE|SEITE)\s+\d+\s*$", re.IGNORECASE)
_SWITCHES = re.compile(r"^\s*Total\b[\s.:]*(\d[\d,]*)(?:\s+\d+\.\d+\s*%?)?\s*$", re.I)
_COMPONENT = re.compile(
    r"^\s*([A-Z0-9][A-Z0-9_/-]{0,11})(?:\s+(\S.*?))?\s+(\d[\d,]*)(?:\s+(\d+\.\d+)\s*%?)?\s*$"
)


def parse_ziip(segment: Segment, out: Collector) -> None:
    """Read the processing information and the component switch statistics."""
    subject = _subject(segment)
    _place(segment, subject, out)
    interval = Interval()
    table = False
    for line in segment:
        text = line.content
        if match := _TITLE_DATE.match(text):
            interval = Interval(end=stamp(match[2], match[1]))
            continue
        if re.search(r"Switch Statistics|Umschaltstatistik|Processing Information", text, re.I):
            table = "switch" in text.lower() or "umschalt" in text.lower()
            continue
        if _read_figure(subject, text, line, interval, out):
            continue
        if re.match(r"^\s*(?:Component|Product|Komponente)\b", text, re.I) or _JOB_NAME.search(
            text
        ):
            continue
        if table and re.match(r"^\s*Total\b", text, re.I):
            if match := _SWITCHES.match(text):
                total, raw = whole(match[1]), match[1]
                out.observe(subject, "srb_switches", total, "switches", line, raw, interval)
        elif table and (match := _COMPONENT.match(text)) and not _PAGE_TITLE.search(text):
            metric = f"switches.{match[1]}"
            out.observe(subject, metric, whole(match[3]), "switches", line, match[3], interval)


def _read_figure(subject: str, text: str, line: Line, interval: Interval, out: Collector) -> bool:
    if match := _ACTIVE.search(text):
        active = match[1].upper() in ("ON", "YES", "ACTIVE")
        out.setting(subject, "ZIIP", active, "", line, match[1])
        return True
    for metric, unit, pattern in _LABELLED:
        if match := pattern.match(text):
            value = number(match[1])
            if (
                metric == "enclave_cpu_ms"
                and value is not None
                and (match[2] or "ms").lower() != "ms"
            ):
                value = value * 1000
            out.observe(subject, metric, value, unit, line, match[1], interval)
            return True
    return False


READERS = (
    Reader(
        id="natural-parameters",
        ignores=(
            (
                r"\b(?:MADIO|MAXCL|PS|DC|CF|IA|WH|TTYPE)=\w+|(?:WORK|PRINT)=\(\(\d+.*",
                "other parameters",
            ),
        ),
        beside=((r".", 6, "other parameters of the line"),),
        title="Natural parameters",
        subsystem="Natural",
        anchors=(
            "SYSPARM UTILITY",
            "DYNAMIC PARAMETERS",
            "Dynamic Parameters",
            "ZIIP=",
            "PWCSIZE",
            "THSIZE",
            "MAINPR=",
            "NTZIIP",
            "NTSORT",
            "NTPRM ",
            "MULTIFETCH=",
            ",MT=",
            "(MT=",
            "'MT=",
            "^MT=0",
            "^MT=1",
            "^MT=2",
            "^MT=3",
            "^MT=4",
            "^MT=5",
            "^MT=6",
            "^MT=7",
            "^MT=8",
            "^MT=9",
            "SORT=(",
        ),
        confirm=_confirm_parameters,
        splits=False,
        parse=parse_parameters,
        metrics=(
            Metric("natural_session", "setting.LS", "line size"),
            Metric("natural_session", "setting.PWCSIZE_READ_KB", "work file read cache"),
            Metric("natural_session", "setting.PWCSIZE_WRITE_KB", "work file write cache"),
            Metric("natural_session", "setting.MT", "CPU time limit"),
            Metric("natural_session", "setting.SORT", "external for EXT=ON, internal for OFF"),
            Metric("natural_session", "setting.ZIIP", "ON or OFF; AUTO is left open"),
            Metric("natural_session", "setting.NTZIIP", "ZIIP with all its subparameters"),
            Metric("natural_session", "setting.PWCSIZE_PRINT_KB", "also READ and WRITE"),
            Metric("natural_session", "setting.MAINPR", "printer of primary output"),
            Metric("natural_session", "setting.THSIZE_KB", "thread size"),
            Metric("natural_session", "setting.MULTIFETCH", "where a count is given"),
        ),
        page=Page(
            reads="Profile and dynamic parameters as NAME=value strings (JCL PARM, CMPRMIN), "
            "NTxxx macros and NAME ..... value listings: MT, SORT, ZIIP with PWCSIZE, MAINPR, "
            "THSIZE, LS, multi-fetch.",
            releases="Natural 8.2 to 9.2",
            verified="parameter syntax against the vendor's Parameter Reference (ZIIP profile "
            "parameter, Natural 8.2.5 and 9.2) and 000; listing layouts are not verified against "
            "a real sample",
            unread="parameters without influence on what is modelled",
        ),
    ),
    Reader(
        id="natural-bus",
        ignores=((r"^ *[\d:]+ +\*{3,}.*", "title"),),
        title="Natural buffer usage statistics (BUS)",
        subsystem="Natural",
        anchors=("NATURAL BUS UTILITY", "Buffer Usage Statistics"),
        confirm=_confirm_bus,
        splits=False,
        parse=parse_bus,
        metrics=(
            Metric("natural_session", "buffers_size_bytes", "ThrdSize, Total"),
            Metric("natural_session", "pcache_max_used_bytes", "MaxUsed; WCACHE too"),
            Metric("natural_session", "wcacheo_max_used_bytes"),
            Metric("natural_session", "wcache*_max_used_bytes"),
            Metric(
                "natural_session",
                "wcache*_size_bytes",
                "work file caches",
            ),
            Metric("natural_session", "wcache*_max_used_pct", "work file caches"),
            Metric("natural_session", "pcache_size_bytes", "print cache"),
            Metric("natural_session", "wcacheo_size_bytes", "write cache; wcache01 read"),
            Metric("natural_session", "pcache_max_used_pct", "high-water mark"),
            Metric("natural_session", "thread_max_used_kb", "thread storage high-water mark"),
            Metric("natural_session", "setting.THSIZE_KB", "thread size in use"),
        ),
        page=Page(
            reads="The Buffer Usage Statistics screen: cache buffers with size and most used, and "
            "the thread line in KB.",
            releases="Natural 8.2",
            verified="000, example screen of the BUS command",
            unread="buffers other than the print and work file caches are noted, not kept",
        ),
    ),
    Reader(
        id="natural-ziip",
        ignores=((r"^ *[\d:]+ +\*{3,}.*", "title"),),
        beside=((r"\d +[\d.]+ *$", 1, "share of all switches"),),
        title="Natural zIIP statistics",
        endings=((r"\*{5} NATURAL .* \*{5} +\d", r" \d{4}-\d\d-\d\d$"),),
        subsystem="Natural",
        anchors=(
            "zIIP Processing Information",
            "zIIP Component Switch Statistics",
            "NATURAL ZIIP COMMAND",
            "zIIP-Komponenten-Umschaltstatistik",
        ),
        splits=False,
        parse=parse_ziip,
        metrics=(
            Metric("natural_session", "records_read", "database records"),
            Metric("natural_session", "records_sorted", "sorted"),
            Metric("natural_session", "print_lines", "print file lines"),
            Metric("natural_session", "primary_lines", "lines of primary output"),
            Metric("natural_session", "work_records_read", "from work files"),
            Metric("natural_session", "work_records_written", "to work files"),
            Metric("natural_session", "calls_3gl", "3GL program calls"),
            Metric("natural_session", "getmains", "GETMAIN requests"),
            Metric("natural_session", "duration_s", "elapsed time of the session"),
            Metric("natural_session", "srb_switches", "into SRB mode"),
            Metric("natural_session", "switches.*"),
            Metric("natural_session", "enclave_cpu_ms"),
            Metric("natural_session", "fetches", "and records read, lines, 3GL calls, GETMAINs"),
            Metric("natural_session", "setting.ZIIP", "whether zIIP support is on"),
        ),
        page=Page(
            reads="zIIP PRINT INFO and PRINT STAT: labelled figures, and one line per component "
            "with its count of switches.",
            releases="Natural 8.2.6 and later",
            verified="report names against the vendor's documentation of the ZIIP system command "
            "(8.2.6 to 9.2.4); layout not verified against a real sample",
            unread="licence and roll server information",
        ),
    ),
)
