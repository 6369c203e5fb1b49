"""Binary SMF type 42 subtype 19: hits and pressure in the local buffers of VSAM RLS."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial

from advisor.observations import Interval
from advisor.reading.layout.record_maps import record_map
from advisor.reading.layout.smf import header, holds_kind, occasion
from advisor.reading.reader import Collector, Metric, Page, Reader, Records
from model.language import Name, say

TYPES = frozenset({42})
KIND = (42, 19)
_COUNTS = (
    ("bmf_calls", "I", "count"),
    ("bmf_hits", "J", "count"),
    ("lru_intervals", "G", "count"),
    ("lru_intervals_accelerated", "2", "count"),
    ("lru_intervals_panic", "H", "count"),
)
_POOLS = (("below", "SMF42JP"), ("above", "SMF2AJP"))


def claims(records: Sequence[bytes]) -> bool:
    """Whether records that are read are among the first."""
    return holds_kind(records, frozenset({KIND}))


def parse(records: Records, out: Collector) -> None:
    """One observation of each count, pool and system; a pool that nobody called has none."""
    layout = record_map("smf42-19")
    for record, number in zip(records.records, records.numbers, strict=True):
        head = header(record)
        if head is None or (head.type, head.subtype) != KIND or head.when is None:
            continue
        out.read_records((number,))
        for pool, prefix in _POOLS:
            for section in layout.located(record, pool):
                system, length = section.text(f"{prefix}B"), section.seconds(f"{prefix}A")
                calls, hits = section.number(f"{prefix}I"), section.number(f"{prefix}J")
                if not system or not length or not calls or hits is None or hits > calls:
                    continue
                start = datetime.fromisoformat(head.when) - timedelta(seconds=length)
                interval = Interval(start.isoformat(), head.when, length)
                subject = f"smsvsam:{system}"
                title = (
                    say("SMF 42-19 of {system}, below the bar", system=Name(system))
                    if pool == "below"
                    else say("SMF 42-19 of {system}, above the bar", system=Name(system))
                )
                out.observe_record(
                    subject, "relation.parent", f"lpar:{system}", "", number, title, system
                )
                for metric, field, unit in _COUNTS:
                    value = section.number(f"{prefix}{field}")
                    if value is not None:
                        out.observe_record(
                            subject, f"{metric}.{pool}", value, unit, number,
                            title, f"{prefix}{field}", interval,
                        )  # fmt: skip


READER = Reader(
    id="smf-42-19",
    title="SMF 42-19, VSAM RLS local buffers (binary)",
    subsystem="VSAM",
    where="records",
    record_types=TYPES,
    record_kinds=frozenset({KIND}),
    claims_records=claims,
    dated_record=partial(occasion, types=TYPES),
    parse_records=parse,
    metrics=(
        Metric("smsvsam", "bmf_calls.*", "SMF42JPI below, SMF2AJPI above the bar"),
        Metric("smsvsam", "bmf_hits.*", "SMF42JPJ, SMF2AJPJ"),
        Metric("smsvsam", "lru_intervals.*", "SMF42JPG, SMF2AJPG"),
        Metric("smsvsam", "lru_intervals_accelerated.*", "SMF42JP2, SMF2AJP2"),
        Metric("smsvsam", "lru_intervals_panic.*", "SMF42JPH, SMF2AJPH"),
        Metric("smsvsam", "relation.parent", "SMF42JPB, SMF2AJPB"),
    ),
    page=Page(
        reads="Calls and hits of the local buffer manager of each system, below and above the 2 GB "
        "bar, and how many of its LRU intervals were over the goal of the pool.",
        releases="z/OS V1R13 to V3R2",
        verified="offsets in IBM's published tables of V2R1 and V3R2 (resources/layouts/"
        "smf42-19.csv), the triplets in the latter only; no real dump was at hand",
        unread="totals of the sysplex, CPU times, distributions of buffers, hits of the coupling "
        "facility; subtypes 15 to 18",
    ),
)
