"""Binary SMF type 101, Db2 accounting (IFCID 3): what threads took, by subsystem and plan."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

from advisor.formats.db2.smf_headers import VERSIONS, microseconds, origin
from advisor.reading.layout.record_maps import Section, record_map
from advisor.reading.layout.smf import header, holds, occasion, quarter, quarter_between
from advisor.reading.reader import Collector, Metric, Page, Reader, Records
from advisor.reading.reckoned import reckoned
from model.language import Name, counted, say

TYPES = frozenset({101})
_IFCID = 3
_MOST_US = 31 * 86_400_000_000
_ALL_PLANS = ""
_SINGLES = 0.5
"""Share of the transactions that must have a record each, for a mean response time of them."""
_ODD = 0.05
"""Share of records whose class 2 and 3 fields contradict the others from which none is taken."""
_SHORTEST_S = 60.0

_OTHERS = (
    ("LOCK", "QWACAWTL", "QWACARNL"),
    ("OTHER_READ", "QWACAWTR", "QWACARNR"),
    ("OTHER_WRITE", "QWACAWTW", "QWACARNW"),
    ("SERVICE_TASK", "QWACAWTE", "QWACARNS"),
)
"""Further kinds of class 3 wait: time and count."""

Figure = tuple[str, float, str, str]


@dataclass(slots=True)
class _Work:
    """What threads that ended in a quarter of an hour took; times in microseconds.

    ``singles`` are records of one transaction: the time of others is that of a thread, which many
    transactions may have used, with the waits between them.
    """

    number: int
    records: int = 0
    transactions: int = 0
    commits: int = 0
    cpu_us: int = 0
    singles: int = 0
    elapsed_us: int = 0
    db2_cpu_us: int = 0
    waits: int = 0
    waited_us: int = 0
    detailed: int = 0
    """Transactions of records with class 2."""
    single_elapsed_us: int = 0
    single_waited_us: int = 0
    """Of records with class 3 that are of one transaction."""
    odd: int = 0
    others: dict[str, int] = field(default_factory=dict)
    """Further waits of records of one transaction, by kind."""
    others_of: int = 0
    others_odd: int = 0


@dataclass(frozen=True, slots=True)
class _Thread:
    """One accounting record."""

    elapsed_us: int
    cpu_us: int
    commits: int
    transactions: int
    in_db2: tuple[int, int] | None
    """Class 2 elapsed and CPU."""
    waits: tuple[int, int] | None
    """Class 3: how many synchronous I/Os were waited for, and how long."""
    odd: bool
    others: dict[str, int] | None
    """Other waits by kind; ``None`` without class 2, or where they do not fit."""


def claims(records: Sequence[bytes]) -> bool:
    """Whether records of this type are among the first."""
    return holds(records, TYPES)


def parse(records: Records, out: Collector) -> None:
    """Add up the threads of a subsystem and of each of its plans by quarter of an hour."""
    memory = records.memory
    found: dict[tuple[str, str, str, str], _Work] = memory.setdefault("work", {})
    versions: dict[tuple[str, str], str | None] = memory.setdefault("versions", {})
    edges: dict[tuple[str, str], list[str]] = memory.setdefault("edges", {})
    layout = record_map("smf101")
    for record, number in zip(records.records, records.numbers, strict=True):
        if len(record) < 60 or record[1] not in TYPES:
            continue
        head, when = header(record), quarter(record)
        who = None if head is None else origin(record, layout, head)
        if head is None or head.when is None or when is None or who is None:
            continue
        if who.ifcid != _IFCID:
            continue
        section = next(layout.located(record, "QWAC"), None)
        thread = None if section is None else _thread(section)
        if section is None or thread is None:
            _refuse(number, who.subsystem, out)
            continue
        out.read_records((number,))
        versions.setdefault((head.system, who.subsystem), VERSIONS.get(who.release))
        edges.setdefault((head.system, who.subsystem), [head.when, head.when])
        ends = edges[head.system, who.subsystem]
        ends[:] = min(ends[0], head.when), max(ends[1], head.when)
        for plan in {_ALL_PLANS, who.plan}:
            key = (head.system, who.subsystem, plan, when.start or "")
            _add(found.setdefault(key, _Work(number)), thread)
    if records.last:
        _write(found, edges, versions, out)


def _thread(section: Section) -> _Thread | None:
    """What a record says; ``None`` where its begin and end cannot be those of a thread."""
    begin, end = microseconds(section, "QWACBSC"), microseconds(section, "QWACESC")
    before, after = microseconds(section, "QWACBJST"), microseconds(section, "QWACEJST")
    commits, aborts = section.number("QWACCOMM"), section.number("QWACBACK")
    if begin is None or end is None or before is None or after is None:
        return None
    if commits is None or aborts is None or not 0 < begin <= end <= begin + _MOST_US:
        return None
    elapsed, cpu = end - begin, after - before
    if cpu < 0 or cpu > 64 * elapsed + 1_000_000:  # a parallel task's clocks are other ones
        return None
    in_db2, waits, odd = _classes(section, elapsed, cpu)
    others = _others(section, elapsed) if in_db2 else None
    both = int(commits + aborts)
    return _Thread(elapsed, cpu, int(commits), max(both, 1), in_db2, waits, odd, others)


def _others(section: Section, elapsed: int) -> dict[str, int] | None:
    """Other class 3 waits by kind; ``None`` where times and counts do not fit each other."""
    found: dict[str, int] = {}
    for kind, waited, times in _OTHERS:
        time, count = microseconds(section, waited), section.number(times)
        if time is None or count is None or (time > 0) != (count > 0):
            return None
        found[kind] = time
    return found if sum(found.values()) <= elapsed + 1_000 + elapsed // 1_000 else None


def _classes(
    section: Section, elapsed: int, cpu: int
) -> tuple[tuple[int, int] | None, tuple[int, int] | None, bool]:
    """Class 2 and class 3, each ``None`` where its trace was off; and whether they contradict
    class 1 or each other.
    """
    inside, used = microseconds(section, "QWACASC"), microseconds(section, "QWACAJST")
    waited, waits = microseconds(section, "QWACAWTI"), section.number("QWACARNA")
    if inside is None or used is None or waited is None or waits is None:
        return None, None, False
    slack = 1_000 + elapsed // 1_000
    odd = (
        inside > elapsed + slack
        or used > cpu + slack
        or used > inside + slack
        or waited > elapsed + slack
        or (waited > 0) != (waits > 0)
    )
    if odd:
        return None, None, True
    return (inside, used) if inside else None, (int(waits), waited) if waits else None, False


def _add(work: _Work, thread: _Thread) -> None:
    work.records += 1
    work.transactions += thread.transactions
    work.commits += thread.commits
    work.cpu_us += thread.cpu_us
    work.odd += thread.odd
    if thread.transactions == 1:
        work.singles += 1
        work.elapsed_us += thread.elapsed_us
    if thread.in_db2 is not None:
        work.db2_cpu_us += thread.in_db2[1]
        work.detailed += thread.transactions
        waits, waited = thread.waits or (0, 0)
        work.waits += waits
        work.waited_us += waited
        if thread.transactions == 1:
            work.single_elapsed_us += thread.elapsed_us
            work.single_waited_us += waited
            work.others_odd += thread.others is None
            work.others_of += thread.others is not None
            for kind, waiting in (thread.others or {}).items():
                work.others[kind] = work.others.get(kind, 0) + waiting


def _figures(work: _Work, whole: bool, seconds: float | None) -> Iterator[Figure]:
    """Of a subsystem (``whole``) or a plan; a trace class that was off gives nothing."""
    if whole:
        yield "commits", work.commits, "commits", "QWACCOMM"
    elif seconds is not None:
        yield "commits_per_s", work.commits / seconds, "commits/s", "QWACCOMM by the interval"
    each = work.cpu_us / work.transactions / 1e3
    yield "cpu_ms_per_tx", each, "ms", "QWACEJST-QWACBJST by QWACCOMM+QWACBACK"
    if work.singles >= _SINGLES * work.transactions:
        response = work.elapsed_us / work.singles / 1e3
        yield "response_ms", response, "ms", "QWACESC-QWACBSC of threads of one transaction"
    if work.odd > _ODD * work.records:
        return
    if not whole and work.db2_cpu_us:
        yield "cpu_s", work.db2_cpu_us / 1e6, "s", "QWACAJST"
    if whole and work.others_of and work.others_odd <= _ODD * work.records:
        for kind, waited, _ in _OTHERS:
            if work.others.get(kind):
                wait = work.others[kind] / work.others_of / 1e3
                yield f"class3_wait_ms.{kind}", wait, "ms", f"{waited} of one transaction each"
    if work.waits:
        reads = work.waits / work.detailed
        yield "sync_io_per_tx", reads, "1/tx", "QWACARNA by QWACCOMM+QWACBACK"
        yield "sync_io_us", work.waited_us / work.waits, "us", "QWACAWTI by QWACARNA"
        if whole and work.singles >= _SINGLES * work.transactions and work.single_elapsed_us:
            share = 100 * work.single_waited_us / work.single_elapsed_us
            yield "sync_io_wait_pct", min(share, 100.0), "%", "QWACAWTI by QWACESC-QWACBSC"


def _write(
    found: dict[tuple[str, str, str, str], _Work],
    edges: dict[tuple[str, str], list[str]],
    versions: dict[tuple[str, str], str | None],
    out: Collector,
) -> None:
    # Each record with figures says whose they are: those of two systems may alternate.
    for number, system, name in dict.fromkeys((w.number, k[0], k[1]) for k, w in found.items()):
        _place(number, name, system, versions[system, name], out)
    for (system, name, plan, start), work in found.items():
        interval = quarter_between(start, *edges[system, name])
        subject = f"db2_plan:{name}/{plan}" if plan else f"db2_subsystem:{name}"
        title = counted(
            "SMF 101 of {system}, {n} thread of {subject}",
            "SMF 101 of {system}, {n} threads of {subject}",
            work.records,
            system=Name(system),
            subject=Name(subject.partition(":")[2]),
        )
        seconds = interval.duration_s
        rated = seconds if seconds is not None and seconds >= _SHORTEST_S else None
        if plan:
            out.observe_record(
                subject, "relation.parent", f"db2_subsystem:{name}", "", work.number, title, name
            )
        for metric, value, unit, raw in _figures(work, not plan, rated):
            line = title + ": " + say("{raw}", raw=reckoned(raw))
            out.observe_record(subject, metric, value, unit, work.number, line, raw, interval)
        if work.odd > _ODD * work.records and not plan:
            out.say_once(
                "{file}: class 2 and class 3 times of {odd:,} of {records:,} accounting records of "
                "{name} contradict their class 1 times, so none were read: compare with an "
                "accounting report.",
                work.number,
                odd=work.odd,
                records=work.records,
                name=Name(name),
            )
    found.clear()


def _place(number: int, name: str, system: str, version: str | None, out: Collector) -> None:
    line = say("SMF 101 of {system}, {name}", system=Name(system), name=Name(name))
    subject = f"db2_subsystem:{name}"
    out.observe_record(subject, "relation.parent", f"lpar:{system}", "", number, line, system)
    if version is not None:
        out.observe_record(subject, "setting.VERSION", version, "", number, line, "QWHSRN")


def _refuse(number: int, name: str, out: Collector) -> None:
    out.say_once(
        "{file}, record {number}: accounting records of {name} have no accounting section that "
        "fits their header; Db2 compresses them with SMFCOMP=ON, or they are of parallel tasks, "
        "which were not read: expand the dump with DSNTSMFD.",
        number,
        name=Name(name),
    )


READER = Reader(
    id="smf-101",
    title="SMF 101, Db2 accounting (binary)",
    subsystem="Db2",
    where="records",
    record_types=TYPES,
    claims_records=claims,
    dated_record=partial(occasion, types=TYPES),
    parse_records=parse,
    metrics=(
        Metric("db2_subsystem", "relation.parent", "the system that wrote the record"),
        Metric("db2_subsystem", "setting.VERSION", "QWHSRN"),
        Metric("db2_subsystem", "commits", "QWACCOMM"),
        Metric("db2_subsystem", "cpu_ms_per_tx", "class 1: QWACEJST less QWACBJST"),
        Metric("db2_subsystem", "response_ms", "class 1: QWACESC less QWACBSC"),
        Metric("db2_subsystem", "sync_io_per_tx", "class 3: QWACARNA"),
        Metric("db2_subsystem", "sync_io_us", "class 3: QWACAWTI by QWACARNA"),
        Metric("db2_subsystem", "sync_io_wait_pct", "class 3: QWACAWTI in class 1 time"),
        Metric("db2_subsystem", "class3_wait_ms.*", "class 3: QWACAWTL, -R, -W, -E"),
        Metric("db2_plan", "relation.parent", "QWHSSSID"),
        Metric("db2_plan", "commits_per_s", "QWACCOMM, by QWHCPLAN"),
        Metric("db2_plan", "cpu_ms_per_tx", "as of the subsystem"),
        Metric("db2_plan", "response_ms", "as of the subsystem"),
        Metric("db2_plan", "cpu_s", "class 2: QWACAJST"),
        Metric("db2_plan", "sync_io_per_tx", "as of the subsystem"),
        Metric("db2_plan", "sync_io_us", "as of the subsystem"),
    ),
    page=Page(
        reads="IFCID 3: CPU time, elapsed time, commits and synchronous I/O waits of threads that "
        "ended, by subsystem and by plan, for each quarter of an hour between the first and the "
        "last record. A response time is a mean over records of one transaction, where these are "
        "half of all or more: a reused thread's time holds the waits between its transactions. A "
        "trace class that was off gives nothing.",
        releases="Db2 V10 to V13",
        verified="headers, begin, end, class 1 CPU and commits in two public sources and on real "
        "records of MQ, which took the mapping over; class 2 and class 3 in one source, so that "
        "they are taken only where they fit class 1 and each other. No real record was at hand",
        unread="IFCID 239 (packages), SQL, buffer pool, lock and distributed sections, time on "
        "zIIPs and in stored procedures, whose offsets are not public; records of parallel tasks; "
        "records that Db2 compressed (SMFCOMP)",
    ),
)
