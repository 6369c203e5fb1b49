"""RMF Monitor III reports in XML, as RMF's data server (DDS) hands them out: CPC."""

from __future__ import annotations

from collections.abc import Sequence

from advisor.formats.rmf.ddsml import State, fact, feed
from advisor.reading.layout.cells import number
from advisor.reading.reader import Collector, Metric, Page, Reader, Segment

_KINDS = {"*CP": "", "*AAP": ".AAP", "*IIP": ".IIP", "*SUP": ".IIP", "*IFL": ".IFL", "*ICF": ".ICF"}
_COUNTS = (("CPCHCPNO", "CPS"), ("CPCHSUPN", "ZIIPS"))


def claims(head: Sequence[str]) -> bool:
    """``<ddsml>`` with a ``<report>`` instead of the postprocessor's parts."""
    first = head[:30]
    return any("<ddsml" in line for line in first) and (
        any("<report>" in line or "ddsml-m3" in line for line in first)
        and not any("<postprocessor" in line for line in first)
    )


def _leave(state: State, name: str, text: str) -> None:
    parent = state.path[-2] if len(state.path) > 1 else ""
    line = state.parser.CurrentLineNumber
    if name == "reslabel":
        parts = text.split(",")
        state.system = parts[1].upper() if len(parts) > 2 and "IMAGE" in text.upper() else ""
    elif name == "local-start" or (name == "display-start" and not state.start):
        state.start = text
    elif name == "local-end" or (name == "display-end" and not state.end):
        state.end = text
    elif name == "name" and parent == "var":
        state.variable = text.upper()
    elif name == "value" and parent == "var":
        state.captions[state.variable] = (text, line)
    elif name == "col" and parent == "column-headers":
        state.headers.append(text.upper())
    elif name == "col" and parent == "row":
        state.row.append((text, line))
    elif name == "row":
        state.rows.append(state.row)
    elif name == "report":  # the headings stand below the rows
        if state.report == "CPC":
            _complex(state)
        state.sums[state.report] = 1.0


def _complex(state: State) -> None:
    serial, where = state.captions.get("CPCHCPU", ("", 0))
    if not serial.strip("0"):
        return
    cpc = f"cpc:{serial.lstrip('0')}"
    image = state.captions.get("CPCHPNAM", ("", 0))[0].upper()
    if state.system:
        fact(state, f"lpar:{state.system}", "relation.parent", cpc, "", where, serial)
    for caption, setting in _COUNTS:
        raw, at = state.captions.get(caption, ("", 0))
        if number(raw):
            fact(state, cpc, f"setting.{setting}", number(raw), "", at, raw)
    kind: str | None = None
    for row in state.rows:
        cells = dict(zip(state.headers, row, strict=False))
        partition = cells.get("CPCPPNAM", ("", 0))[0].upper()
        physical, at = cells.get("CPCPPTOU", ("", 0))
        if partition.startswith("*"):
            kind = _KINDS.get(partition)
            if kind == "":
                fact(state, cpc, "cp_busy_pct", number(physical), "%", at, physical)
        elif partition and kind is not None and partition != "PHYSICAL":
            logical, _ = cells.get("CPCPLTOU", ("", 0))
            for name, raw in (("physical", physical), ("logical", logical)):
                metric = f"partition_{name}_pct.{partition}{kind}"
                fact(state, cpc, metric, number(raw), "%", at, raw)
            if partition == image and kind == "" and state.system:
                _own(state, cells)


def _own(state: State, cells: dict[str, tuple[str, int]]) -> None:
    """What the report says of the partition that it was asked of."""
    lpar = f"lpar:{state.system}"
    weight, at = cells.get("CPCPWGHT", ("", 0))
    fact(state, lpar, "setting.WEIGHT", number(weight), "", at, weight)
    busy, at = cells.get("CPCPLTOU", ("", 0))
    fact(state, lpar, "cp_busy_pct", number(busy), "%", at, busy)
    count, at = cells.get("CPCPLPNO", ("", 0))
    if number(count):
        fact(state, lpar, "setting.CPS", number(count), "", at, count)
    size, at = cells.get("CPCPCSMB", ("", 0))
    megabytes = number(size)
    if megabytes:
        fact(state, lpar, "setting.REAL_STORAGE_GB", megabytes / 1024, "GB", at, size)


def parse(segment: Segment, out: Collector) -> None:
    """The reports of one document; of others than CPC the name is said."""
    state = feed(segment, out, _leave)
    seen: set[str] = segment.memory.setdefault("seen", set())
    seen.update(name for name in state.sums if name)
    if segment.last and len(segment) and (others := sorted(seen - {"CPC"})):
        names = ", ".join(others[:8])
        out.say(
            "{file} holds {names} of RMF Monitor III in XML, of which Plexwright reads CPC "
            "alone: send the postprocessor's reports instead.",
            segment[0],
            names=names,
        )


READER = Reader(
    id="rmf-xml-monitor3",
    title="RMF Monitor III XML",
    subsystem="z/OS",
    where="whole",
    priority=49,
    claims=claims,
    parse=parse,
    metrics=(
        Metric("lpar", "relation.parent", "the machine, by its sequence code"),
        Metric("lpar", "setting.WEIGHT", "CPCPWGHT of the partition asked"),
        Metric("lpar", "cp_busy_pct", "CPCPLTOU of the partition asked: LPAR busy"),
        Metric("lpar", "setting.CPS", "CPCPLPNO, its logical processors"),
        Metric("lpar", "setting.REAL_STORAGE_GB", "CPCPCSMB, its central storage"),
        Metric("cpc", "setting.CPS", "CPCHCPNO"),
        Metric("cpc", "setting.ZIIPS", "CPCHSUPN"),
        Metric("cpc", "cp_busy_pct", "CPCPPTOU of *CP: all partitions and PR/SM"),
        Metric("cpc", "partition_physical_pct.*", "CPCPPTOU, by partition"),
        Metric("cpc", "partition_logical_pct.*", "CPCPLTOU, by partition"),
    ),
    page=Page(
        reads="Of CPC the machine, its processors, every partition's use of them, and weight, "
        "logical processors and central storage of the partition that was asked.",
        releases="z/OS V2R4 to V2R5",
        verified="one real V2R5 document of CPC in a public repository (zowe/zebra)",
        unread="all other reports, which are named in a sentence; capacity and capping",
    ),
)
