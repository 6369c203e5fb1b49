"""Binary SMF type 119 subtype 2, TCP connections that ended: the bulky ones, by who and where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from ipaddress import IPv6Address

from advisor.observations import Interval
from advisor.reading.layout.record_maps import Section, record_map
from advisor.reading.layout.smf import Header, header, holds_kind, occasion
from advisor.reading.reader import Collector, Metric, Page, Reader, Records
from model.language import Name, say

TYPES = frozenset({119})
KINDS = frozenset({(119, 2)})
_EPOCH = datetime(1900, 1, 1)
_APART = timedelta(hours=26)
"""A GMT clock and the local time at which SMF got the record are not further apart."""
_LEAST = 212
"""Length up to the end's clock."""
_BULKY_BYTES = 100e6
_MOST = 200
_SERVER = 0
_LARGEST_SEGMENT = 65_536


@dataclass(slots=True)
class _Talk:
    """What connections of one address space through one port to one address moved."""

    number: int
    connections: int = 0
    bytes_in: int = 0
    bytes_out: int = 0
    segments_in: int = 0
    segments_out: int = 0
    trip_ms: float = 0.0
    """Round trip times, weighted by ``trip_bytes``."""
    trip_bytes: int = 0
    first: str = ""
    last: str = ""

    @property
    def size(self) -> int:
        return max(self.bytes_in, self.bytes_out)


Key = tuple[str, str, str, int, str]
"""System, stack, address space, port of the service, remote address."""


def claims(records: Sequence[bytes]) -> bool:
    """Whether records that are read are among the first."""
    return holds_kind(records, KINDS)


def parse(records: Records, out: Collector) -> None:
    """Add up connections; what moved much is written when the dump ends."""
    found: dict[Key, _Talk] = records.memory.setdefault("talks", {})
    layout = record_map("smf119-2")
    for record, number in zip(records.records, records.numbers, strict=True):
        if len(record) < 60 or record[1] not in TYPES:
            continue
        head = header(record)
        if head is None or head.subtype != 2 or head.when is None:
            continue
        who = next(layout.located(record, "identification"), None)
        section = next(layout.located(record, "TCP termination"), None)
        if who is None or section is None or not _fits(section, head):
            _refuse(number, out)
            continue
        out.read_records((number,))
        _add(found, who, section, head, number)
    if records.last:
        _write(found, out)


def _fits(section: Section, head: Header) -> bool:
    """Whether these can be the fields of a connection that ended when SMF got the record."""
    if section.length < _LEAST or section.number("SMF119AP_TTStatus") not in (0, 1):
        return False
    begin, end = section.number("SMF119AP_TTSSTCK"), section.number("SMF119AP_TTESTCK")
    if not begin or not end or begin > end or head.when is None:
        return False
    try:
        when = _EPOCH + timedelta(seconds=end)
    except OverflowError:
        return False
    if abs(when - datetime.fromisoformat(head.when)) > _APART:
        return False
    for way in ("In", "Out"):
        size, segments = (section.count(f"SMF119AP_TT{way}{what}") for what in ("Bytes", "Seg"))
        if size > segments * _LARGEST_SEGMENT:
            return False
    return True


def _add(
    found: dict[Key, _Talk], who: Section, section: Section, head: Header, number: int
) -> None:
    served = section.number("SMF119AP_TTStatus") == _SERVER
    port = int(section.count("SMF119AP_TTLPort" if served else "SMF119AP_TTRPort"))
    key = (
        head.system, who.text("SMF119TI_Stack") or "TCPIP", section.text("SMF119AP_TTRName"), port,
        _address(section.raw("SMF119AP_TTRIP") or b""),
    )  # fmt: skip
    talk = found.setdefault(key, _Talk(number))
    into, outof = (int(section.count(f"SMF119AP_TT{way}Bytes")) for way in ("In", "Out"))
    talk.connections += 1
    talk.bytes_in += into
    talk.bytes_out += outof
    talk.segments_in += int(section.count("SMF119AP_TTInSeg"))
    talk.segments_out += int(section.count("SMF119AP_TTOutSeg"))
    trip = section.count("SMF119AP_TTRTT")
    if trip:
        talk.trip_ms += trip * (into + outof)
        talk.trip_bytes += into + outof
    end = head.when or ""
    lasted = section.count("SMF119AP_TTESTCK") - section.count("SMF119AP_TTSSTCK")
    begin = (datetime.fromisoformat(end) - timedelta(seconds=lasted)).isoformat(timespec="seconds")
    talk.first = min(talk.first or begin, begin)
    talk.last = max(talk.last, end)


def _address(raw: bytes) -> str:
    if len(raw) != 16:
        return ""
    address = IPv6Address(raw)
    mapped = address.ipv4_mapped
    return str(mapped if mapped is not None else address)


def _write(found: dict[Key, _Talk], out: Collector) -> None:
    """The bulky ones, the largest first: of several partners the first has the port's name."""
    bulky = sorted(
        ((key, talk) for key, talk in found.items() if talk.size >= _BULKY_BYTES),
        key=lambda item: (-item[1].size, item[0]),
    )
    names: dict[str, int] = {}
    placed: set[str] = set()
    for (system, stack, owner, port, remote), talk in bulky[:_MOST]:
        plain = f"tcp_connection:{system}/{stack}/{owner}.{port}"
        names[plain] = names.get(plain, 0) + 1
        subject = plain if names[plain] == 1 else f"{plain}-{names[plain]}"
        interval = Interval(talk.first, talk.last)
        line = say(
            "SMF 119-2 of {system}, {connections:,} connections of {owner} by port {port}",
            system=Name(system),
            connections=talk.connections,
            owner=Name(owner),
            port=str(port),
        )
        host = f"tcpip_stack:{system}/{stack}"
        if host not in placed:
            placed.add(host)
            out.observe_record(
                host, "relation.parent", f"lpar:{system}", "", talk.number, line, system
            )
        for metric, value, unit, raw in (
            ("relation.parent", host, "", stack),
            ("setting.CLIENT", owner, "", owner),
            ("setting.FOREIGN_SOCKET", remote or None, "", remote),
            ("bytes_in", talk.bytes_in, "bytes", "SMF119AP_TTInBytes"),
            ("bytes_out", talk.bytes_out, "bytes", "SMF119AP_TTOutBytes"),
            ("segments_in", talk.segments_in, "segments", "SMF119AP_TTInSeg"),
            ("segments_out", talk.segments_out, "segments", "SMF119AP_TTOutSeg"),
        ):
            out.observe_record(subject, metric, value, unit, talk.number, line, raw, interval)
        if talk.trip_bytes:
            mean = talk.trip_ms / talk.trip_bytes
            out.observe_record(
                subject, "rtt_ms", mean, "ms", talk.number, line, "SMF119AP_TTRTT", interval
            )
    found.clear()


def _refuse(number: int, out: Collector) -> None:
    out.say_once(
        "{file}, record {number}: the section of a TCP connection that ended has not the fields "
        "that are known of it, so it was not read: give D TCPIP,,N,ALL of the peak.",
        number,
    )


READER = Reader(
    id="smf-119-2",
    title="SMF 119-2, TCP connections (binary)",
    subsystem="TCP/IP",
    where="records",
    record_types=TYPES,
    record_kinds=KINDS,
    claims_records=claims,
    dated_record=partial(occasion, types=TYPES),
    parse_records=parse,
    metrics=(
        Metric("tcpip_stack", "relation.parent", "the system that wrote the record"),
        Metric("tcp_connection", "relation.parent", "SMF119TI_Stack"),
        Metric("tcp_connection", "setting.CLIENT", "SMF119AP_TTRName"),
        Metric("tcp_connection", "setting.FOREIGN_SOCKET", "SMF119AP_TTRIP"),
        Metric("tcp_connection", "bytes_in", "SMF119AP_TTInBytes"),
        Metric("tcp_connection", "bytes_out", "SMF119AP_TTOutBytes"),
        Metric("tcp_connection", "segments_in", "SMF119AP_TTInSeg"),
        Metric("tcp_connection", "segments_out", "SMF119AP_TTOutSeg"),
        Metric("tcp_connection", "rtt_ms", "SMF119AP_TTRTT, weighted by bytes"),
    ),
    page=Page(
        reads="TCP connections that ended, added up by address space, port of the service and "
        "remote address: those that moved 100 MB or more in a direction, the 200 largest.",
        releases="z/OS Communications Server V1R13 to V2R5",
        verified="header, self-defining and identification sections in IBM's documentation, the "
        "section of the connection in one public table (resources/layouts/smf119-2.csv): it is "
        "read only where its clocks fit the header and its bytes its segments. No real record was "
        "at hand",
        unread="connections that moved less; retransmissions, windows, AT-TLS and SMC sections; "
        "other subtypes",
    ),
)
