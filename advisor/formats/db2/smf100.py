"""Binary SMF type 100, Db2 statistics (IFCID 2): buffer pools, between two records of a Db2."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from advisor.formats.db2.smf_headers import VERSIONS, Origin, origin
from advisor.observations import Interval
from advisor.reading.layout.record_maps import Section, record_map
from advisor.reading.layout.smf import Header, header, holds, occasion
from advisor.reading.reader import Collector, Metric, Page, Reader, Records
from model.language import Name, say

TYPES = frozenset({100})
_POOLS = 2
_RELEASES = frozenset({0xB1, 0xC1, 0xD1})
"""V11 and later: before, the counters have four bytes each and stand elsewhere."""
_LEAST = 320
"""Length up to QBSTLPP."""
_LONGEST_US = 25 * 3_600_000_000
_MOST_BUFFERS = 1 << 31
_COUNTERS = {
    "getpages": ("QBSTGET", "pages"),
    "sync_reads": ("QBSTRIO", "I/Os"),
    "writes": ("QBSTWIO", "I/Os"),
    "sync_writes": ("QBSTIMW", "I/Os"),
    "page_ins_read": ("QBSTRPI", "pages"),
    "page_ins_write": ("QBSTWPI", "pages"),
    "prefetch_reads": ("QBSTPIO", "I/Os"),
    "prefetch_pages": ("QBSTSPP", "pages"),
    "dynamic_prefetch_pages": ("QBSTDPP", "pages"),
    "list_prefetch_pages": ("QBSTLPP", "pages"),
}


@dataclass(frozen=True, slots=True)
class _Reading:
    """What a pool had counted at a time."""

    clock_us: int
    counts: dict[str, int]


def claims(records: Sequence[bytes]) -> bool:
    """Whether records of this type are among the first."""
    return holds(records, TYPES)


def pool_name(number: int) -> str:
    """QBSTPID as commands name the pool; empty for a number that is none's."""
    for first, last, name in ((0, 49, "BP"), (100, 109, "BP8K"), (120, 129, "BP16K")):
        if first <= number <= last:
            return f"{name}{number - first}"
    if 80 <= number <= 89:
        return "BP32K" + (str(number - 80) if number > 80 else "")
    return ""


def parse(records: Records, out: Collector) -> None:
    """Counts run from Db2's start on: what two records differ by is of the time between."""
    memory = records.memory
    before: dict[tuple[str, str, int], _Reading] = memory.setdefault("before", {})
    placed: set[tuple[str, str]] = memory.setdefault("placed", set())
    layout = record_map("smf100")
    for record, number in zip(records.records, records.numbers, strict=True):
        if len(record) < 60 or record[1] not in TYPES:
            continue
        head = header(record)
        who = None if head is None else origin(record, layout, head)
        if head is None or who is None or who.ifcid != _POOLS:
            continue
        odd = False
        read = False
        for section in layout.located(record, "QBST"):
            name = pool_name(int(section.count("QBSTPID")))
            counts = _counts(section) if who.release in _RELEASES else None
            if not name or counts is None:
                odd = True
                continue
            read = True
            subject = f"db2_bufferpool:{who.subsystem}/{name}"
            if (subject, head.system) not in placed:
                placed.add((subject, head.system))
                _place_pool(number, subject, who, head, out)
            key = head.system, who.subsystem, int(section.count("QBSTPID"))
            now = _Reading(who.clock_us, counts)
            _difference(subject, before.get(key), now, section, head, number, out)
            before[key] = now
        if read:
            out.read_records((number,))
            _place(number, who, head, out)
        if odd:
            _refuse(number, who, out)


def _counts(section: Section) -> dict[str, int] | None:
    """The counters, where they fit each other as those of any pool do."""
    if section.length < _LEAST:
        return None
    counts = {metric: int(section.count(field)) for metric, (field, _) in _COUNTERS.items()}
    gets = counts["getpages"]
    fits = (
        counts["sync_reads"] <= gets
        and counts["page_ins_read"] <= gets
        and counts["prefetch_reads"] <= counts["prefetch_pages"]
        and 0 < section.count("QBSTVPL") < _MOST_BUFFERS
    )
    return counts if fits else None


def _difference(
    subject: str, before: _Reading | None, now: _Reading, section: Section, head: Header,
    number: int, out: Collector,
) -> None:  # fmt: skip
    line = say(
        "SMF 100 of {system}, {subject}",
        system=Name(head.system),
        subject=Name(subject.partition(":")[2]),
    )
    size = int(section.count("QBSTVPL"))
    out.observe_record(subject, "setting.VPSIZE", size, "buffers", number, line, f"QBSTVPL={size}")
    if before is None or head.when is None:
        return
    span = now.clock_us - before.clock_us
    differences = {metric: now.counts[metric] - before.counts[metric] for metric in now.counts}
    if not 0 < span <= _LONGEST_US or min(differences.values()) < 0:
        return  # the same record again, or Db2 was started meanwhile
    end = datetime.fromisoformat(head.when)
    start = end - timedelta(microseconds=span)
    interval = Interval(start.isoformat(timespec="seconds"), head.when, span / 1e6)
    for metric, value, unit, raw in _figures(differences, span / 1e6):
        out.observe_record(subject, metric, value, unit, number, line, raw, interval)


def _figures(differences: dict[str, int], seconds: float) -> Iterator[tuple[str, float, str, str]]:
    if not differences["getpages"]:
        return  # not used within the interval
    yield "duration_s", seconds, "s", "QWHSSTCK"
    for metric, (field, unit) in _COUNTERS.items():
        yield metric, differences[metric], unit, f"{field}: {differences[metric]} more"


def _said(subject: str, head: Header) -> str:
    name = Name(subject.partition(":")[2])
    return say("SMF 100 of {system}, {subject}", system=Name(head.system), subject=name)


def _place_pool(number: int, subject: str, who: Origin, head: Header, out: Collector) -> None:
    owner, line = f"db2_subsystem:{who.subsystem}", _said(subject, head)
    pool = subject.rpartition("/")[2]
    kb = next((size for size in (32, 16, 8) if f"{size}K" in pool), 4)
    out.observe_record(subject, "relation.parent", owner, "", number, line, who.subsystem)
    out.observe_record(subject, "setting.PAGE_SIZE_KB", kb, "KB", number, line, pool)


def _place(number: int, who: Origin, head: Header, out: Collector) -> None:
    """At each record: those of a namesake in another system may stand between them."""
    owner = f"db2_subsystem:{who.subsystem}"
    line = _said(owner, head)
    system, version = f"lpar:{head.system}", VERSIONS.get(who.release)
    out.observe_record(owner, "relation.parent", system, "", number, line, head.system)
    out.observe_record(owner, "setting.VERSION", version, "", number, line, "QWHSRN")


def _refuse(number: int, who: Origin, out: Collector) -> None:
    out.say_once(
        "{file}, record {number}: buffer pool counts of {name} (Db2 {release}) do not fit each "
        "other or are of a release whose sections are not known, so they were not read: give "
        "DISPLAY BUFFERPOOL(*) DETAIL, or expand a dump that Db2 compressed with DSNTSMFD.",
        number,
        name=Name(who.subsystem),
        release=VERSIONS.get(who.release, f"{who.release:02X}"),
    )


READER = Reader(
    id="smf-100",
    title="SMF 100, Db2 statistics (binary)",
    subsystem="Db2",
    where="records",
    record_types=TYPES,
    claims_records=claims,
    dated_record=partial(occasion, types=TYPES),
    parse_records=parse,
    metrics=(
        Metric("db2_subsystem", "relation.parent", "the system that wrote the record"),
        Metric("db2_subsystem", "setting.VERSION", "QWHSRN"),
        Metric("db2_bufferpool", "relation.parent", "QWHSSSID"),
        Metric("db2_bufferpool", "setting.PAGE_SIZE_KB", "by QBSTPID"),
        Metric("db2_bufferpool", "setting.VPSIZE", "QBSTVPL"),
        Metric("db2_bufferpool", "duration_s", "between two records, by QWHSSTCK"),
        *(Metric("db2_bufferpool", name, field) for name, (field, _) in _COUNTERS.items()),
    ),
    page=Page(
        reads="IFCID 2: what each buffer pool counted between two records of its Db2, by their "
        "clocks. The first record of a dump says its size only; where counts fell, Db2 was started "
        "meanwhile and nothing is said of the time between.",
        releases="Db2 V11 to V13",
        verified="headers in two public sources; the buffer pool section in one, for V11 and V12: "
        "it is read only where reads and page-ins do not exceed getpages, prefetch reads not the "
        "pages they brought, and the pool's size is one (resources/layouts/smf100.csv). No real "
        "record was at hand",
        unread="IFCID 1 (address spaces, threads, log, DDF), IFCID 202, 217, 225 and 230; of "
        "IFCID 2 SQL, EDM pool, locks and group buffer pools; V10 and before",
    ),
)
