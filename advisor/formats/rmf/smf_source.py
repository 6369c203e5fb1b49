"""What readers of RMF's records share: a record put together, whose it is and what it covers."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache

from advisor.formats.rmf.smf_broken import Reassembly
from advisor.observations import Interval, named
from advisor.reading.layout.smf import header, rmf_interval, sections
from advisor.reading.reader import Collector, Records
from advisor.reading.reckoned import reckoned
from model.language import Keyword, Name, say
from model.topology import Value

_PRODUCT = 28


@dataclass(frozen=True, slots=True)
class Source:
    """One record: where its figures go and what they are said to stand in.

    ``numbers`` are those of the pieces it was put together of, ``product`` is where its product
    section begins.
    """

    out: Collector
    numbers: tuple[int, ...]
    kind: str
    system: str
    interval: Interval
    product: int

    @property
    def lpar(self) -> str:
        return f"lpar:{self.system}"

    @property
    def seconds(self) -> float:
        return self.interval.duration_s or 0.0

    def put(self, subject: str, metric: str, value: Value | None, unit: str, raw: str) -> None:
        """Keep a figure, with the fields it was made of as what stands there."""
        head = _head(self.kind, self.system, subject, metric)
        line = say("{head} {raw}", head=head, raw=reckoned(raw))
        self.out.observe_record(
            subject, metric, value, unit, self.numbers[0], line, raw, self.interval
        )


@lru_cache(maxsize=1 << 14)
def _head(kind: str, system: str, subject: str, metric: str) -> str:
    """Where a figure stands, which is the same in every interval of a dump."""
    return say(
        "SMF {kind} of {system}: {name} {metric}",
        kind=Keyword(kind),
        system=Name(system),
        name=Name(subject.partition(":")[2]),
        metric=named(metric),
    )


def whole_records(
    records: Records, kinds: Collection[tuple[int, int]], out: Collector
) -> Iterator[tuple[tuple[int, int], bytes, Source]]:
    """Records of these types and subtypes, broken ones put together, that state an interval."""
    types = {type_ for type_, _ in kinds}
    broken: Reassembly = records.memory.setdefault("broken", Reassembly())
    for record, number in zip(records.records, records.numbers, strict=True):
        if len(record) < 40 or record[1] not in types:
            continue
        head = header(record)
        product = next(sections(record, _PRODUCT), None)
        if head is None or product is None or (head.type, head.subtype) not in kinds:
            continue
        whole = broken.take(record, number, product)
        if whole is None:
            continue
        joined, numbers = whole
        product = next(sections(joined, _PRODUCT), product)
        interval = rmf_interval(joined, product)
        if not interval.duration_s:
            continue
        kind = f"{head.type}-{head.subtype}"
        yield (head.type, head.subtype), joined, Source(
            out, numbers, kind, head.system, interval, product
        )  # fmt: skip
