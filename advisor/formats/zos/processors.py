"""z/OS display of processors: D M=CPU and D M=CORE (IEE174I)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from advisor.formats.zos.routed import ROUTED, answering, in_front, remembers
from advisor.reading.reader import Collector, Line, Metric, Page, Reader, Segment

_ANSWERS = in_front("IEE174I")
_MESSAGE = re.compile(r"^\s*(?:[A-Z0-9@#$]{1,8}\s+)?[A-Z]{3,4}\d{3,5}[A-Z]\b")
_STATUS = re.compile(r"^\s*(?:PROCESSOR|CORE) STATUS\b")
_THREADS = re.compile(r"^\s*CORE STATUS:.*\bMT_MODE:.*\bzIIP\s*=\s*(\d)\b", re.IGNORECASE)
_ROW = re.compile(r"^\s*([0-9A-F]{2,4})\s+([-+N./])([AIW]{0,2})(?=\s|$)")
_NODE = re.compile(r"^\s*CPC ND\s*=\s*0{0,2}(\d{4})\.(\w{1,4})\.")
_INFORMATION = re.compile(r"^\s*CPC SI\s*=\s*\d{4}\.\S+\.([0-9A-F]{4,16})\s*$")
_PARTITION = re.compile(r"^\s*LP NAME\s*=\s*([A-Z0-9@#$]{1,8})(?![\w@#$])")


def parse(segment: Segment, out: Collector) -> None:
    """One answer: processors online by type, and the machine they are of."""
    if remembers(segment):
        return
    system = answering(segment, _ANSWERS)
    online: dict[str, tuple[int, Line]] = {}
    machine, serial, partition, threads = "", "", "", ""
    found: dict[str, Line] = {}
    for line in segment.lines[1:]:
        text = line.content
        if match := _ROW.match(text):
            out.left_out(line)
            kind = "IIP" if "I" in match[3] else "AAP" if "A" in match[3] else "CP"
            if match[2] == "+":
                online[kind] = (online.get(kind, (0, line))[0] + 1, line)
        elif match := _NODE.match(text):
            machine, found["machine"] = f"{match[1]}-{match[2]}", line
        elif match := _INFORMATION.match(text):
            serial, found["serial"] = match[1].lstrip("0"), line
        elif match := _PARTITION.match(text):
            partition, found["partition"] = match[1], line
        elif _MESSAGE.match(text):
            break
        elif match := _THREADS.match(text):
            threads, found["threads"] = match[1], line
    name = system or partition
    if not name:
        out.say(
            "{file}, line {number}: this display of processors names neither system nor "
            "partition: paste it to its end, with the line LP NAME.",
            segment[0],
        )
        return
    lpar = f"lpar:{name}"
    for kind, setting in (("CP", "CPS"), ("IIP", "ZIIPS")):
        if kind in online:
            count, line = online[kind]
            out.setting(lpar, setting, count, "", line, str(count))
    if threads:
        out.setting(lpar, "ZIIP_THREADS", int(threads), "", found["threads"], threads)
    if serial:
        out.relation(lpar, "parent", f"cpc:{serial}", found["serial"])
        if machine:
            out.setting(f"cpc:{serial}", "MODEL", machine, "", found["machine"], machine)


def _confirm(contents: Sequence[str], index: int) -> bool:
    """DISPLAY M has other answers too, which say nothing of processors."""
    at = index + 1 if ROUTED.match(contents[index]) else index
    if at >= len(contents) or "IEE174I" not in contents[at]:
        return False
    return any(_STATUS.match(text) for text in contents[at + 1 : at + 3])


READER = Reader(
    id="console-processors",
    title="z/OS display of processors (D M=CPU)",
    subsystem="z/OS",
    anchors=("IEE174I", "^RESPONSE="),
    confirm=_confirm,
    ignores=(
        (r"IEE174I +[\d.]+ +DISPLAY M(?: +\d+)?", "time and number of the answer"),
        (r"^ *CORE STATUS:.*?(?:(?=zIIP)|$)", "threads of CPs and how many were possible"),
        (r"^ *(?:CPC (?:ND|SI|ID|NAME)|Model|LP NAME|CSS ID|MIF ID)\b.*", "machine and partition"),
    ),
    where="inline",
    inline_lines=160,
    priority=45,
    parse=parse,
    metrics=(
        Metric("lpar", "setting.CPS", "general purpose processors or cores online"),
        Metric("lpar", "setting.ZIIPS", "zIIPs online"),
        Metric("lpar", "setting.ZIIP_THREADS", "zIIP after MT_MODE, of D M=CORE"),
        Metric("lpar", "relation.parent", "the machine, by the sequence number of CPC SI"),
        Metric("cpc", "setting.MODEL", "machine type and hardware model of CPC ND"),
    ),
    page=Page(
        reads="Processors or cores online by type, threads of zIIPs, machine type, model and "
        "sequence number. The "
        "partition is the system that answers, else LP NAME.",
        releases="z/OS V1R9 to V3R1",
        verified="real displays of both forms in public sources (8562 with IEE174I of D M=CPU in a "
        "product's documentation, 8561 and 8562 of D M=CORE in the tests of a public repository)",
        unread="threads of CPs, polarity, capacity setting and what is offline",
    ),
)
