"""IMS PROCLIB members and procedures: DFSMPLxx, DFSINTxx, message regions."""

from __future__ import annotations

import re
from collections.abc import Sequence

from advisor.reading.layout.cells import size_bytes
from advisor.reading.reader import Collector, Line, Metric, Page, Reader, Segment
from model.language import Name

_BROWSE = re.compile(
    r"(?:BROWSE|VIEW|EDIT|MEMBER(?: NAME)?\b|ADD NAME=|\bDSN?=)\s*:?\s*"
    r"(?:([A-Z0-9#@$. ]+?)\()?\s*(DFS(?:MPL|INT)[A-Z0-9#@$]{0,2}|DFSMPR|DFSIMP|DFSFPR)\b\)?"
)
_BARE_NAME = re.compile(r"^\s*(?:\*+\s*)?(DFS(?:MPL|INT)[A-Z0-9#@$]{1,2})(?![\w@#$])[\s:*-]*$")
_EDGE = re.compile(r"^[\s*]*(?:(?:Top|Bottom) of Data)?[\s*]*$", re.IGNORECASE)
_COMMAND = re.compile(r"^\s*Command\s*=+>", re.IGNORECASE)
_NAME = re.compile(r"[A-Z#@$][A-Z0-9#@$]{0,7}")
_NUMBERED = re.compile(r"^\d{6}\s|\s\d{8}\s*$")
"""What is no part of a member: the line numbers of VIEW and EDIT, sequence numbers in 73 to 80."""
_STATEMENT = re.compile(r"^\s*(?:\d{1,5}\s+)?(?=//|XX|\+\+|X/)(?:XX|\+\+|X/)?(?P<jcl>//)?")
"""What a job log puts before JCL: a statement number; XX, ++ or X/ for lines of a procedure."""
_OPERANDS = re.compile(r"\s*(?:PROC=)?[A-Z#@$][A-Z0-9#@$]{0,7},[A-Z]\w*=")
"""What stands behind EXEC: at the beginning of a line, the statement was torn."""
_PARAMETER = re.compile(r"(?<![A-Z0-9&])(PRLD|PREINIT|PWFI|IMSID|RGN|PROCLIM|WFI)=([^,\s]*)")
_IMSID = re.compile(r"\b(IMS[A-Z0-9#@$]{0,4})\.(?:.*\.)?PROCLIB\b|^\s*(IMS[A-Z0-9]{0,4})\.PROCLIB")


_OLDS = re.compile(r"\bOLDSDEF\b")
_BUFNO = re.compile(r"\bBUFNO=(\d{1,4})\b")


def parse(segment: Segment, out: Collector) -> None:
    """Read members and procedures one after the other, in browse prints, JCL or listings."""
    member, system = "", ""
    pending: dict[str, tuple[str, Line]] = {}
    held: list[tuple[str, Line]] = []
    for line in segment:
        text = _jcl(_NUMBERED.sub("", line.content).rstrip())
        if _OLDS.search(text):
            segment.memory["olds"] = line.number
        if (match := _BUFNO.search(text)) and line.number - segment.memory.get("olds", -9) <= 3:
            subject = f"ims_system:{segment.shared.get('ims', 'IMS')}"
            out.setting(subject, "BUFNO", int(match[1]), "buffers", line, match[1])
        opened = _BROWSE.search(text) or None
        bare = _BARE_NAME.match(text)
        if opened or bare:
            _members(member, held, segment, out)
            _procedure(pending, segment, out)
            held, pending = [], {}
            member = opened[2] if opened else bare[1] if bare else ""
            if match := _IMSID.search(text):
                system = match[1] or match[2]
                segment.shared["ims"] = system
        elif _EDGE.match(text) or _COMMAND.match(text):
            if held and not text.strip():
                member = _close(member, held, segment, out)
        elif held and re.search(r"[a-z`]", text):
            member = _close(member, held, segment, out)  # prose after a member pasted into it
        elif member.startswith(("DFSMPL", "DFSINT")) and text.strip() and text[:2] != "//":
            held.append((text, line))
        elif _OPERANDS.match(text) and _PARAMETER.search(text):
            segment.memory["cut"] = line
        elif text.lstrip().startswith("//") or pending:
            _take_parameters(text, line, pending, out)
    _members(member, held, segment, out)
    _procedure(pending, segment, out)


_BLANKED = re.compile(
    r"[A-Z0-9#@$,]+(?: [A-Z0-9#@$,]+)* {3,}(?=\S*,)[A-Z0-9#@$,]+(?: [A-Z0-9#@$,]+)*$"
)
"""A list that goes on behind more blanks than anybody types by mistake."""

_TITLE_REST = re.compile(
    r"(?:> *)*(?:CSR|PAGE|HALF|MAX|DATA)$"
    r"|\s*(?:Line\s+)?(?:\d{8}\s+)?(?:Col(?:umns)?\s+)?(?:\d{3,5}\s+)?\d{3,5}\s*$",
    re.IGNORECASE,
)


def _jcl(text: str) -> str:
    """A line of JCL as it was coded, whatever the job log put before it."""
    match = _STATEMENT.match(text)
    if match is None or not (match["jcl"] or match[0].strip() in ("XX", "++")):
        return text
    return "//" + text[match.end() :]


def _close(member: str, held: list[tuple[str, Line]], segment: Segment, out: Collector) -> str:
    _members(member, held, segment, out)
    held.clear()
    return ""


def _take_parameters(
    text: str, line: Line, pending: dict[str, tuple[str, Line]], out: Collector
) -> None:
    for name, value in _PARAMETER.findall(text):
        pending.setdefault(name, (value, line))


def _region(segment: Segment) -> tuple[str, str]:
    """System and region: message regions run one procedure and stand together as MPR."""
    system = segment.shared.get("ims", "IMS")
    return f"ims_system:{system}", f"ims_region:{system}/MPR"


def _procedure(pending: dict[str, tuple[str, Line]], segment: Segment, out: Collector) -> None:
    """A message region procedure: which members it names, and whether it is pseudo WFI."""
    cut: Line | None = segment.memory.pop("cut", None)
    if not {"PRLD", "PREINIT", "PWFI"} & pending.keys():
        return
    if cut is not None:
        out.say_once(
            "{file}, line {number}: the EXEC statement of these parameters stands in another line, "
            "so they and those of its procedure were not read: send the job log in its original "
            "width.",
            cut,
        )
        return
    if "IMSID" in pending and re.fullmatch(r"[A-Z#@$][A-Z0-9#@$]{0,3}", pending["IMSID"][0]):
        segment.shared["ims"] = pending["IMSID"][0]
    first = next(iter(pending.values()))[1]
    system, region = _region(segment)
    out.relation(region, "parent", system, first)
    if host := segment.shared.get("system"):
        out.relation(system, "parent", f"lpar:{host}", first)
    for name, (value, line) in pending.items():
        if name in ("PRLD", "PREINIT"):
            out.setting(region, name, value, "", line, value or f"{name}=")
        elif name in ("PWFI", "WFI") and value in ("Y", "N"):
            out.setting(region, name, value == "Y", "", line, value)
        elif name == "PROCLIM" and value.isdecimal():
            out.setting(region, name, int(value), "messages", line, value)
        elif name == "RGN":
            size = size_bytes(value)
            megabytes = None if not size else size / (1 << 20)
            out.setting(region, "REGION_SIZE_MB", megabytes, "MB", line, value)


def _members(member: str, held: list[tuple[str, Line]], segment: Segment, out: Collector) -> None:
    while held and _TITLE_REST.match(held[0][0]):  # a wrapped title goes on here
        held.pop(0)
    if not held or not member.startswith(("DFSMPL", "DFSINT")):
        return
    blanked = next((line for text, line in held if _BLANKED.match(text.strip())), None)
    if blanked is not None:
        out.say(
            "{file}, line {number}: between the names of this list several blanks stand, as where "
            "columns were blanked, so {member} was not read: send the member as it is.",
            blanked,
            member=Name(member),
        )
        return
    kept, lost, lines = preload_list([text for text, _ in held])
    system, region = _region(segment)
    first = held[0][1]
    raw = " | ".join(text.strip() for text, _ in held)
    out.relation(region, "parent", system, first)
    if member.startswith("DFSINT"):
        out.setting(region, "PREINIT_MODULES", ",".join(kept), "", first, raw)
        return
    out.setting(region, "PRELOAD_MODULES", ",".join(kept), "", first, raw)
    line = held[lines[0]][1] if lines else first
    out.setting(region, "PRELOAD_LOST", ",".join(lost), "", line, line.content.strip())


def preload_list(texts: Sequence[str]) -> tuple[list[str], list[str], list[int]]:
    """Names in effect, names that a blank cut off, and the indexes of the lines that lose some.

    The comma is the delimiter and a blank ends the list (004, PRELOAD note): names after a blank
    on the same line are lost; the next line goes on where the line before ended in a comma, and
    starts anew otherwise.
    """
    kept: list[str] = []
    lost: list[str] = []
    cut: list[int] = []
    for index, text in enumerate(texts):
        body = text.strip()
        if body.startswith("*"):
            continue
        effective, _, rest = body.partition(" ")
        kept += [name for name in effective.split(",") if _NAME.fullmatch(name)]
        if effective and not effective.endswith(","):
            rest = "" if not _looks_listed(rest) else rest
        names = [name for name in re.split(r"[\s,]+", rest) if _NAME.fullmatch(name)]
        if names:
            lost += names
            cut.append(index)
    return kept, lost, cut


def _looks_listed(rest: str) -> bool:
    """Whether what follows the blank is more of the list rather than a remark."""
    words = rest.split()
    return any("," in word for word in words) or rest.lstrip().startswith(",")


def claims(head: Sequence[str]) -> bool:
    """A bare DFSMPLxx member: nothing but names and commas, some of them of IMS, LE or COBOL."""
    lines = [line.strip() for line in head if line.strip() and not line.startswith("*")]
    if not 1 <= len(lines) <= 200:
        return False
    joined = " ".join(_NUMBERED.sub("", line) for line in lines)
    if "," not in joined or not re.fullmatch(r"[A-Z0-9#@$, ]+", joined):
        return False
    names = [name for name in re.split(r"[\s,]+", joined) if name]
    known = sum(name.startswith(("CEE", "IGZ", "DFS", "CBLTDLI", "ASMTDLI")) for name in names)
    fits = all(_NAME.fullmatch(name) for name in names)
    return fits and known >= 1 and joined.count(",") >= max(1, len(names) // 3)


def parse_member(segment: Segment, out: Collector) -> None:
    """Read a file that is one DFSMPLxx member and nothing else."""
    name = segment.stem
    match = re.search(r"DFSMPL([A-Z0-9#@$]{2})", name)
    held = [(_NUMBERED.sub("", line.content).rstrip(), line) for line in segment]
    held = [(text, line) for text, line in held if text.strip()]
    _members(f"DFSMPL{match[1] if match else ''}", held, segment, out)


_METRICS = (
    Metric("ims_region", "setting.PRELOAD_MODULES", "names in effect, comma list"),
    Metric("ims_region", "setting.PRELOAD_LOST", "names that a blank cut off"),
    Metric("ims_region", "setting.PREINIT_MODULES", "modules of DFSINTxx"),
    Metric("ims_region", "setting.PRLD", "suffix of DFSMPLxx"),
    Metric("ims_region", "setting.PREINIT", "suffix of DFSINTxx"),
    Metric("ims_region", "setting.PWFI", "pseudo wait for input"),
    Metric("ims_system", "setting.BUFNO", "OLDSDEF of DFSDFxxx or DFSVSMxx"),
)
_PAGE = Page(
    reads="DFSMPLxx and DFSINTxx as browsed, printed or unloaded, or alone in a file, and the "
    "parameters PRLD, PREINIT, PWFI, RGN and IMSID of a message region procedure.",
    releases="IMS 12 to 15",
    verified="004 (PRELOAD and PREINIT sections: procedure and browse screen) and IBM's "
    "description of DFSMPLxx (a blank ends the list)",
    unread="all other parameters of the procedure",
)

READERS = (
    Reader(
        id="ims-proclib",
        ignores=(
            (r"^BROWSE.*|\bCol +\d+.*", "title of the screen"),
            (
                (
                    r"(?<![A-Z])(?:CL\d|OVLA|SPIE|VALCK|TLIM|PCB|STIMER|TIME|DPRTY|RGN|OPT|S"
                    r"OD|NBA|OBA|AGN)=(?:\([^)]*\)|[^,]*)"
                ),
                "parameters that do not matter for scheduling",
            ),
        ),
        title="IMS PROCLIB members and region procedures",
        endings=(
            (r"^ ?BROWSE +\S+\(\w+\) - ", r" Col \d+ \d+"),
            (r"^ ?Command ===> ", r" Scroll ===> *\w"),
        ),
        subsystem="IMS",
        page=_PAGE,
        metrics=_METRICS,
        anchors=("DFSMPL", "DFSINT", "DFSMPR", "PRLD=", "PREINIT=", "OLDSDEF"),
        confirm=lambda contents, index: bool(
            _OLDS.search(contents[index])
            or _BROWSE.search(contents[index])
            or _BARE_NAME.match(contents[index])
            or _PARAMETER.search(contents[index])
        ),
        splits=False,
        parse=parse,
    ),
    Reader(
        id="ims-preload-member",
        title="IMS DFSMPLxx member",
        subsystem="IMS",
        page=_PAGE,
        metrics=_METRICS[:2],
        where="whole",
        claims=claims,
        parse=parse_member,
        priority=80,
    ),
)
