"""RMF Monitor III, system information (SYSINFO) and CPC capacity (CPC): the system's processors."""

from __future__ import annotations

import re
from collections.abc import Sequence

from advisor.formats.rmf.monitor3 import SCREEN_IGNORES, interval_of
from advisor.reading.layout.cells import number
from advisor.reading.reader import Collector, Line, Metric, Page, Reader, Segment

_TITLE = re.compile(r"\b(System Information|CPC Capacity)\s+Line\s+\d", re.IGNORECASE)
_SCREEN = re.compile(r"\bLine\s+\d+\s+of\b", re.IGNORECASE)
_OTHER = re.compile(
    r"^\s*(?:Command ===|Samples:|Partition\s|Group\s|Def\s+Act\b|%\s"
    r"|CPC Capacity:|Image Capacity:)",
    re.IGNORECASE,
)
_PAIR = re.compile(
    r"\b(CPs Online|IIPs Online|Avg CPU Util%|Avg MVS Util%):\s*([\d.]+)", re.IGNORECASE
)
_PARTITION = re.compile(r"^\s*Partition:\s*(\S+)", re.IGNORECASE)
_KIND = re.compile(r"^\s*\*(\w+)\s")
_ROW = re.compile(  # name, MSU (of CPs only), capped, processors, logical and physical use
    r"^\s*(?P<name>[A-Z@#$][A-Z0-9@#$]{0,7})\s+(?:\d+\s+\d+\s+)?[A-Z]{1,3}\s+(?P<count>\d+\.\d+)\s+"
    r"(?P<effective>\d+\.\d+)\s+(?P<total>\d+\.\d+)\s+(?:\d+\.\d+\s+){2}\d+\.\d+\s*$"
)
_FIGURES = {
    "AVG CPU UTIL%": ("cp_busy_pct", "%"),
    "AVG MVS UTIL%": ("mvs_busy_pct", "%"),
    "CPS ONLINE": ("setting.CPS", ""),
    "IIPS ONLINE": ("setting.ZIIPS", ""),
}


def parse(segment: Segment, out: Collector) -> None:
    """What the screens say of the system that they were asked of."""
    memory = segment.memory
    for line in segment:
        text = line.content
        if match := _TITLE.search(text):
            memory.clear()
            memory["title"] = match[1].upper()
        elif _SCREEN.search(text):
            memory["title"] = ""
        elif found := interval_of(text):
            memory["system"], memory["interval"] = found
        elif not memory.get("title") or not memory.get("system"):
            continue
        elif memory["title"].startswith("SYSTEM"):
            _pairs(line, segment, out)
        elif match := _PARTITION.match(text):
            memory["partition"] = match[1].upper()
        elif match := _KIND.match(text):
            memory["kind"] = match[1].upper()
            out.left_out(line)
        elif match := _ROW.match(text):
            _partition(line, match, segment, out)


def _pairs(line: Line, segment: Segment, out: Collector) -> bool:
    memory = segment.memory
    subject, interval = f"lpar:{memory['system']}", memory["interval"]
    found = _PAIR.findall(line.content)
    for label, raw in found:
        metric, unit = _FIGURES[label.upper()]
        value = number(raw)
        if metric.startswith("setting."):
            if not value or value != int(value):  # some were varied on or off meanwhile
                continue
            value = int(value)
        out.observe(subject, metric, value, unit, line, raw, interval)
    return bool(found)


def _partition(line: Line, row: re.Match[str], segment: Segment, out: Collector) -> None:
    """The system's own partition: the screen does not name the machine that the others share."""
    memory = segment.memory
    if row["name"] != memory.get("partition") or memory.get("kind") not in ("CP", "IIP"):
        out.left_out(line)
        return
    subject, interval = f"lpar:{memory['system']}", memory["interval"]
    general = memory["kind"] == "CP"
    metric = "cp_busy_pct" if general else "ziip_busy_pct"
    out.observe(subject, metric, number(row["total"]), "%", line, row["total"], interval)
    count = number(row["count"])
    if count and count == int(count):
        setting = "setting.CPS" if general else "setting.ZIIPS"
        out.observe(subject, setting, int(count), "", line, row["count"], interval)


def _confirm(contents: Sequence[str], index: int) -> bool:
    return _TITLE.search(contents[index]) is not None


READER = Reader(
    id="rmf-monitor3-system",
    shared_titles=True,
    title="RMF Monitor III system information and CPC capacity",
    subsystem="z/OS",
    ignores=(
        *SCREEN_IGNORES,
        (r"\b\d{4} Model +\w+", "type and capacity of the machine"),
        (
            (
                r"(?:(?:CPC|Image) Capacity|Weight % of Max|WLM Capping %|4h (?:Avg|Max)|Limit"
                r"|E?Appl%(?: \w+)?|AAPs Online|Group): *\S+"
            ),
            "capacity and capping in MSU, use by address spaces",
        ),
        (r"^ *PHYSICAL +.*", "the hypervisor's own share"),
    ),
    parts=((r".*\bLine +\d+ +of\b", ""), (r" *Group +T +WFL\b", "groups of work and their delays")),
    beside=(
        (r"^ *\S+ +(?:\d+ +\d+ +)?[A-Z]{1,3} +\d+\.\d+ ", 8, "MSU, effective and physical use"),
    ),
    anchors=("System Information Line", "CPC Capacity Line"),
    confirm=_confirm,
    parse=parse,
    metrics=(
        Metric("lpar", "cp_busy_pct", "Avg CPU Util%, or logical use in total of CPC"),
        Metric("lpar", "mvs_busy_pct", "Avg MVS Util%"),
        Metric("lpar", "ziip_busy_pct", "logical use in total of CPC below *IIP"),
        Metric("lpar", "setting.CPS", "CPs Online, or Proc Num of CPC"),
        Metric("lpar", "setting.ZIIPS", "IIPs Online, or Proc Num of CPC below *IIP"),
    ),
    page=Page(
        reads="Of SYSINFO the processors online and their use, of CPC those of the partition that "
        "it was asked of.",
        releases="RMF V1R13 to V2R4",
        verified="layout not verified against a real sample: labels and columns as the fields are "
        "described, the columns of CPC as in its XML document",
        unread="groups and their delays, MSU, capping, other partitions, whose machine CPC does "
        "not name",
    ),
)
