"""RMF Monitor I: channel path activity."""

from __future__ import annotations

import re

from advisor.formats.rmf import headings
from advisor.formats.rmf.headings import DATED, ENDINGS, Frame, framed, known, titled
from advisor.reading.layout.cells import number
from advisor.reading.reader import Collector, Line, Metric, Page, Reader, Segment

_ROW = re.compile(
    r"\s*(?P<id>[0-9A-F]{2})\s+(?P<type>[A-Z][A-Z0-9]{1,4}(?:_[A-Z?])?M?)\s+(?:\d{1,2}\s+)?"
    r"(?:(?:\d{1,3}G)\s+)?(?:Y\s+)?(?P<rest>(?:[\d.]+[KMG]?|-+|\*+)(?:\s+(?:[\d.]+[KMG]?|-+|\*+))*|OFFLINE)"
    r"\s*$",
    re.IGNORECASE,
)
_SECTION = re.compile(r"\s*(DETAILS FOR|OVERVIEW FOR|CHANNEL PATH\s)", re.IGNORECASE)
_HEADS = re.compile(r"\s*(?:IODF\s*=|ID\s+TYPE\b|GROUP\s+G\b|CHANNEL\s)", re.IGNORECASE)
_COLUMNS = re.compile(r"\bID\s+TYPE\b", re.IGNORECASE)
_OLDER = (2, 7)
"""Figures of a path of an older release: its utilisation, and that of its bus, read and written."""
_FICON, _ZHPF = 7, 10
"""Where the rates of operations stand behind utilisation (3), read (2) and write (2)."""


def parse(segment: Segment, out: Collector) -> None:
    """One line for each channel path, by the order of its figures."""
    for line, frame in framed(segment, out):
        text = line.content
        if titled(text, "CHANNELPATHACTIVITY") or _SECTION.match(text) or _HEADS.match(text):
            if heads := list(_COLUMNS.finditer(text)):
                segment.memory["second"] = heads[1].start() if len(heads) > 1 else 0
            continue
        if second := segment.memory.get("second"):
            _two(line, frame, second, segment, out)
            continue
        row = _ROW.match(text)
        if row is None or not known(frame, segment, line, out):
            continue
        words = row["rest"].split()  # HiperSockets (IQD) have messages in place of utilisation
        if len(words) < 2:
            continue
        out.left_out(line)  # utilisation by the partition and of the bus, MB/s, active, deferred
        path, kind = row["id"].upper(), row["type"].upper()
        found = [] if kind == "IQD" else [("channel_busy_pct", words[1], "%")]
        if kind.startswith("FC"):
            found.extend(
                (name, words[at], "I/O/s")
                for name, at in (("channel_ficon_per_s", _FICON), ("channel_zhpf_per_s", _ZHPF))
                if len(words) >= at + 3
            )
        for name, raw, unit in found:
            metric = f"{name}.{path}"
            out.observe(frame.lpar, metric, number(raw), unit, line, raw, frame.interval)


def _two(line: Line, frame: Frame, second: int, segment: Segment, out: Collector) -> None:
    """A line of an older release, which has two channel paths and no counts of operations."""
    for part in (line.content[: second - 1], line.content[second - 1 :]):
        row = _ROW.match(part)
        if row is None or not known(frame, segment, line, out):
            continue
        out.left_out(line)  # utilisation by the partition and of the bus, MB/s
        words = row["rest"].split()
        if len(words) in _OLDER and row["type"].upper() != "IQD":
            metric = f"channel_busy_pct.{row['id'].upper()}"
            value = number(words[1])
            out.observe(frame.lpar, metric, value, "%", line, words[1], frame.interval)


READER = Reader(
    id="rmf-channel",
    shared_titles=True,
    ignores=headings.IGNORES,
    title="RMF channel path activity",
    subsystem="z/OS",
    anchors=("C H A N N E L P A T H A C T I V I T Y", "CHANNEL PATH ACTIVITY"),
    parse=parse,
    dated=DATED,
    endings=ENDINGS,
    metrics=(
        Metric("lpar", "channel_busy_pct.*", "utilisation of path *, all partitions"),
        Metric("lpar", "channel_ficon_per_s.*", "FICON operations of path *"),
        Metric("lpar", "channel_zhpf_per_s.*", "zHPF operations of path *"),
    ),
    page=Page(
        reads="Each channel path's total utilisation and, of FICON paths, the rates of FICON and "
        "of zHPF operations: they tell whether zHPF is in use. A path that is offline, or whose "
        "utilisation is dashes, is read and gives nothing. Older releases have two paths a line "
        "and count no operations.",
        releases="z/OS V1R12 to V2R4",
        verified="headings against IBM, RMF Report Analysis V2R4, figure Channel Path Activity; "
        "rows of a complete real print were not at hand",
        unread="read and write rates, bus utilisation, active and deferred operations: read and "
        "not kept; sections of managed and HiperSockets channels",
    ),
)
