"""PARMLIB members: LFAREA in IEASYSxx, ZHPF in IECIOSxx and SETIOS commands."""

from __future__ import annotations

import re
from collections.abc import Sequence

from advisor.reading.layout.cells import size_bytes
from advisor.reading.reader import Collector, Line, Metric, Page, Reader, Segment

_LFAREA = re.compile(r"(?<![A-Z ])\s*\bLFAREA\s*=\s*(\((?:[^()]|\([^()]*\))*\)|[^,\s()]+)")
_ZHPF = re.compile(r"\bZHPF\s*=\s*(YES|NO)\b")
_PART = re.compile(r"\b(1M|2G)\s*=\s*\(?\s*(\d+)\s*([KMGT%]?)")
_IPL_SYS = re.compile(r"\bSYS\s+[A-Z]{2,8}=")
MEMBER = 60
"""Lines above and below LFAREA in which its member's SYSNAME is looked for."""

_SYSNAME = re.compile(r"\s*(?:[^\s=]+=[^\s=]*,)?\s*SYSNAME\s*=\s*[A-Z@#$]")
WIDE = 400
"""Columns looked at: a member has 80."""
_COMMENT = re.compile(r"/\*.*?(?:\*/|$)")
_FOR = re.compile(r"\b(?:SYSTEM|SYSNAME|LPARNAME)\s*[:=(]\s*([A-Z@#$][A-Z0-9@#$]{0,7})")


def _confirm(contents: Sequence[str], index: int) -> bool:
    text = _COMMENT.sub("", contents[index][:WIDE])
    if _IPL_SYS.search(text):
        return False  # z/VSE's IPL SYS command
    if _SYSNAME.match(text) and not _LFAREA.search(text):  # of a member that says something else
        near = contents[index : index + MEMBER]
        return "LFAREA" in "\n".join(near) and any(
            "LFAREA" in below[:WIDE] and _LFAREA.search(below[:WIDE]) for below in near
        )
    return bool(_LFAREA.search(text) or _ZHPF.search(text)) and "LFAREA SIZE" not in text


def parse(segment: Segment, out: Collector) -> None:
    """One line with LFAREA= or ZHPF=, or the card that names the member's system."""
    line = segment[0]
    content = line.content[:WIDE]
    text = _COMMENT.sub("", content)
    stated = _FOR.search(content)
    if stated and _SYSNAME.match(text):
        segment.memory["named"] = (line.number, stated[1])
        if not (_LFAREA.search(text) or _ZHPF.search(text)):
            return
    system = stated[1] if stated else _named(segment) or segment.shared.get("system", "")
    if line.log is not None and line.log.system:
        system = line.log.system
    if not system:
        out.say_once(
            "{file}, line {number}: this member names no system: put 'SYSTEM=xxxx' into a "
            "comment on this line, or send D VIRTSTOR,LFAREA and D IOS,ZHPF of each system.",
            line,
        )
        return
    lpar = f"lpar:{system}"
    if match := _LFAREA.search(text):
        _lfarea(lpar, match[1], line, out)
    if match := _ZHPF.search(text):
        out.setting(lpar, "ZHPF", match[1] == "YES", "", line, match[1])


def _named(segment: Segment) -> str:
    """The system by the member's SYSNAME card, above or below; each card serves one LFAREA.

    A card with a symbol (SYSNAME=&SYSNAME.) names none.
    """
    used: set[int] = segment.memory.setdefault("used", set())
    number, name = segment.memory.get("named", (0, ""))
    if name and number not in used and segment[0].number - number <= MEMBER:
        used.add(number)
        return str(name)
    for line in segment.lines[1:]:
        text = _COMMENT.sub("", line.content[:WIDE])
        if _LFAREA.search(text):
            break
        if _SYSNAME.match(text) and (match := _FOR.search(text)):
            used.add(line.number)
            return match[1]
    return ""


def _lfarea(lpar: str, value: str, line: Line, out: Collector) -> None:
    if not value.startswith("("):
        value = f"(1M={value})"
    for page, amount, unit in _PART.findall(value):
        raw = f"{page}={amount}{unit}"
        if unit == "%":
            # A share of what is left after z/OS' own needs: no size follows from it alone.
            out.observe(lpar, f"lfarea_{page.lower()}_pct", int(amount), "%", line, raw)
        elif page == "1M":
            size = size_bytes(f"{amount}{unit or 'M'}")
            gigabytes = None if size is None else size / 2**30
            out.setting(lpar, "LFAREA_1M_GB", gigabytes, "GB", line, raw)
        else:
            size = size_bytes(f"{amount}{unit}") if unit else int(amount) * 2**31
            gigabytes = None if size is None else size / 2**30
            out.setting(lpar, "LFAREA_2G_GB", gigabytes, "GB", line, raw)


READER = Reader(
    id="ieasys-members",
    ignores=(
        (
            r"\b(?:REAL|VRREGN|MAXUSER|IOS|CSA|SQA|CMB|RSVNONR|RSVSTRT|CMD|OPT|CON)=[^=]*?(?=,|$)",
            "parameters besides LFAREA",
        ),
    ),
    beside=((r"LFAREA", 2, "the least that is enough"),),
    title="PARMLIB: LFAREA, ZHPF",
    subsystem="z/OS",
    anchors=("LFAREA=", "LFAREA =", "ZHPF=", "ZHPF =", "SYSNAME="),
    where="inline",
    inline_lines=MEMBER,
    confirm=_confirm,
    parse=parse,
    metrics=(
        Metric("lpar", "setting.LFAREA_1M_GB", "storage for fixed 1 MB frames"),
        Metric("lpar", "setting.LFAREA_2G_GB", "storage for 2 GB frames"),
        Metric("lpar", "lfarea_1m_pct", "where the member gives a share"),
        Metric("lpar", "setting.ZHPF", "High Performance FICON on or off"),
    ),
    page=Page(
        reads="LFAREA=xM, LFAREA=(1M=…,2G=…) with targets and minima, ZHPF=YES|NO, in a member, a "
        "job log or a SETIOS command. 2G=n without a letter counts pages of 2 GB. The system comes "
        "from the log, from the heading above, or SYSNAME or a comment with SYSTEM=name.",
        releases="z/OS V1R13 to V2R4",
        verified="syntax against IBM, z/OS MVS Initialization and Tuning Reference (IEASYSxx, "
        "IECIOSxx)",
        unread="all other parameters of these members",
    ),
)
