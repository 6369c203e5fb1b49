"""ADARUN cards and listings of the parameters in effect."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from advisor.formats.adabas.adarun_names import torn
from advisor.formats.adabas.names import database, nucleus
from advisor.reading.layout.cells import number, size_bytes
from advisor.reading.reader import Collector, Line, Metric, Page, Reader, Segment
from model.topology import Value

# ADARUN parameters of the database as a whole; all others belong to the nucleus.
_DATABASE = frozenset(
    [
        "CLUCACHESIZE",
        "CLUCACHEUNCHANGED",
        "CASSOMAXS",
        "CDATAMAXS",
        "CMAXCSPS",
        "CLUCACHEEXTRA",
        "DIRRATIO",
        "ELEMENTRATIO",
    ]
)
_MEGABYTES = frozenset(["LBP", "LFIOP", "CLUCACHESIZE", "CASSOMAXS", "CDATAMAXS", "LWP"])
_UNITS = {
    "NT": "threads",
    "NPLOGBUFFERS": "buffers",
    "NWORK1BUFFERS": "buffers",
    "LP": "blocks",
    "CLUCACHEEXTRA": "blocks",
}
_ABBREVIATED = {"PROG": "PROGRAM", "DB": "DBID", "DBIDS": "DBID"}
_PAIR = re.compile(  # behind a blank value stands the next name
    r"(?<![A-Z0-9])(?!(?:YES|NO)\b)([A-Z][A-Z0-9]{1,31})\s*=\s*(?![A-Z][A-Z0-9]*\s*=)(\([^)]*\)|'[^']*'|[^,\s'()]+)"
)
_LISTED_PAIR = re.compile(  # a listing may group digits; a card ends its value with the comma
    r"(?<![A-Z0-9])(?!(?:YES|NO)\b)([A-Z][A-Z0-9]{1,31})\s*=\s*(?![A-Z][A-Z0-9]*\s*=)"
    r"(\d{1,3}(?:[,.]\d{3})+(?=\s|$)|\([^)]*\)|'[^']*'|[^,\s'()]+)"
)
_SAID_BY = re.compile(r"\bADAN\w\w\s+(\d{5})(?:\s+(\d{1,5}))?(?=\s+\d{4}-\d\d-\d\d\b)")
_CARD = re.compile(r"^\s*(?:\d{1,5}\s+)?ADARUN\s+(?=[A-Z])")
_REST = re.compile(
    r"^(?>[A-Z][A-Z0-9]{1,31}=(?>\([^)]*\)|'[^']*'|[^,\s'()]+)(?:,|(?=\s|$)))+(?=\s|$)"
)
_FIRST = re.compile(r"[A-Z][A-Z0-9]*\s*=")
_MESSAGE = re.compile(r"^\s*(ADAN\w\w)\s+\d{3,5}\s+(?:\d{1,5}\s+)?\d{4}-\d\d-\d\d\s+[\d:]+\s*")
_ACTIVE = re.compile(r"A\s?D\s?A\s?B\s?A\s?S\s+V\s?(\d[\d.]*\d)(?:\s+is\s+active)", re.IGNORECASE)
_TITLE = re.compile(r"\s*A D A R U N +V\d")
"""Of the cards that it echoes: above them, with the release and when it began."""
_LISTED = re.compile(
    r"PARAMETERS? (?:IN EFFECT|SETTINGS?)|EFFECTIVE ADARUN|ADARUN PARAMETERS", re.I
)


@dataclass
class _Cards:
    """Parameters of one nucleus as they were found, in order."""

    found: list[tuple[str, str, Line]] = field(default_factory=list)
    listed: bool = False

    def last(self, name: str) -> str | None:
        return next((value for key, value, _ in reversed(self.found) if key == name), None)


def _groups(segment: Segment) -> list[_Cards]:
    """Cards by nucleus, a new PROG, DBID or NUCID opening the next one's."""
    groups: list[_Cards] = []
    group = _Cards()
    listed = continued = False
    listing = ""  # the message in which a nucleus displays its parameters line by line
    for line in segment:
        text = line.content
        message = _MESSAGE.match(text)
        card = _CARD.match(text)
        if card and not _LISTED.search(text):
            rest = _REST.match(text, card.end()) or _REST.match(text[card.end() :])
            body = rest[0] if rest else text[card.end() :]
            listed = False
            continued = body.rstrip().endswith(",")
        elif _LISTED.search(text):
            listed, continued, body = True, False, ""
            groups.append(group)
            group = _Cards(listed=True)
            listing = message[1] if message else ""
        elif listed and message and message[1] == listing:
            body = text[message.end() :]
        elif _ACTIVE.search(text) or message:
            listed = continued = False
            # Of messages only that of the start says settings: NUCID = 00001  SYSTEM = SYSA.
            body = text[message.end() :] if message and message[1] == "ADAN01" else ""
            if match := _ACTIVE.search(text):
                group.found.append(("VERSION", match[1], line))
        elif listed:
            body = text
        elif continued and (rest := _REST.match(text.strip())):
            # Mail has wrapped a card: its tail stands on a line of its own.
            body, continued = rest[0], rest[0].endswith(",")
        else:
            continued = False
            continue
        found = (_LISTED_PAIR if listed else _PAIR).findall(body)
        pairs = [(_ABBREVIATED.get(k, k), _ungrouped(v.strip("'"))) for k, v in found]
        if segment.shared.get("torn"):
            at_edge = _FIRST.match(text)
            pairs = [
                (name, value)
                for index, (name, value) in enumerate(pairs)
                if not torn(name, first=index == 0 and at_edge is not None and not card)
            ]
        for name, value in pairs:
            before = group.last(name)
            if name in ("PROGRAM", "DBID", "NUCID") and before is not None and before != value:
                same = number(before) is not None and number(before) == number(value)
                if not same:
                    kept = [] if name != "NUCID" else _common(group)
                    groups.append(group)
                    group = _Cards(kept, group.listed)
            elif name == "PROGRAM" and before is not None:
                groups.append(group)
                group = _Cards()
            group.found.append((name, value, line))
    return [*groups, group]


def _ungrouped(value: str) -> str:
    return re.sub("[,.]", "", value) if re.fullmatch(r"\d{1,3}(?:[,.]\d{3})+", value) else value


def _said_by(segment: Segment) -> tuple[str | None, str]:
    """Database and nucleus of the messages around a listing that names neither."""
    for line in segment:
        if match := _SAID_BY.search(line.content):
            return match[1], match[2] or "0"
    return None, "0"


def _common(group: _Cards) -> list[tuple[str, str, Line]]:
    return [entry for entry in group.found if entry[0] in ("PROGRAM", "DBID")]


def value_of(name: str, text: str, listed: bool = False) -> tuple[Value, str]:
    """A parameter's value and unit: sizes in MB where they are sizes, YES/NO as flags.

    ``listed``: from the listing in effect, where sizes are bytes without a letter.
    """
    upper = text.upper()
    if upper in ("YES", "NO"):
        return upper == "YES", ""
    suffixed = re.fullmatch(r"\d+[KMGT]", upper)
    if name in _MEGABYTES and (suffixed or (upper.isdecimal() and (name != "LWP" or listed))):
        size = size_bytes(upper)
        if size is not None:
            megabytes = size / 1048576
            return (int(megabytes) if megabytes == int(megabytes) else megabytes), "MB"
    if suffixed:
        return int(upper[:-1]) << {"K": 10, "M": 20, "G": 30, "T": 40}[upper[-1]], "bytes"
    plain = number(text) if not text.startswith(("+", "-", "(")) else None
    return (text, "") if plain is None else (plain, _UNITS.get(name, ""))


def parse(segment: Segment, out: Collector) -> None:
    """Read all parameters of all nuclei that the cards of a segment describe."""
    for group in _groups(segment):
        if group.found:
            _observe(group, segment, out)


def observe_parameters(
    found: list[tuple[str, str, Line]], segment: Segment, out: Collector
) -> None:
    """Keep the parameters of one nucleus, of a listing in which sizes are bytes."""
    _observe(
        _Cards([(name, _ungrouped(value), line) for name, value, line in found], True), segment, out
    )


def _observe(group: _Cards, segment: Segment, out: Collector) -> None:
    program = group.last("PROGRAM") or "ADANUC"
    first = group.found[0][2]
    if program.upper() == "NETWRK":
        segment.shared["network_target"] = group.last("TARGETID") or ""
        return
    if program.upper() not in ("ADANUC", "ADANUCX", "NUC"):
        return
    dbid, nucid = group.last("DBID"), group.last("NUCID") or "0"
    if dbid is None and group.listed:
        dbid, said = _said_by(segment)
        nucid = group.last("NUCID") or said
    if dbid is None:
        dbid = segment.shared.get("dbid")
    if dbid is None or not dbid.isdecimal() or not nucid.isdecimal():
        out.say(
            "{file}, line {number}: these ADARUN cards name no DBID, so their settings belong "
            "to no database: add the card with DBID and NUCID.",
            first,
        )
        return
    segment.shared.update(dbid=str(int(dbid)), nucid=str(int(nucid)))
    whole, own = database(dbid), nucleus(dbid, nucid)
    out.relation(own, "member", whole, first)
    if system := segment.shared.get("system"):
        out.relation(own, "parent", f"lpar:{system}", first)
    cluster = group.last("CLUSTER")
    for name, text, line in group.found:
        if name in ("PROGRAM", "DBID", "NUCID"):
            continue
        if name == "SYSTEM":
            segment.shared["system"] = text
            out.relation(own, "parent", f"lpar:{text}", line)
            continue
        value, unit = value_of(name, text, group.listed)
        if name in _DATABASE:
            out.setting(whole, name, value, unit, line, text)
        else:
            out.setting(own, name, value, unit, line, text)
        if name == "LARGEPAGE" and cluster is not None:
            out.setting(whole, name, value, unit, line, text)
        if name == "CLUSTER":
            product = {"LOCAL": "ASM", "SYSPLEX": "ALS"}.get(text.upper())
            out.setting(whole, "PRODUCT", product, "", line, text)
    if cluster is None and int(nucid) == 0 and group.last("NUCID") == "0":
        line = next(line for name, _, line in group.found if name == "NUCID")
        out.setting(whole, "PRODUCT", "single", "", line, "NUCID=0")


_ECHOED_WITHIN = 6
"""Lines below its title within which the first card stands."""


def _confirm(contents: Sequence[str], index: int) -> bool:
    text = contents[index]
    if _TITLE.match(text):
        below = contents[index + 1 : index + _ECHOED_WITHIN]
        return any(_CARD.match(line) and "=" in line for line in below)
    return bool(_CARD.match(text) and "=" in text) or bool(_LISTED.search(text))


READER = Reader(
    id="adabas-adarun",
    ignores=(
        (r"^ADA[NLIRX]\d\d +\d+|\b(?:DBID|NUCID|SVC) *= *\d+", "message, database, nucleus"),
        (r"^ *A D A R U N +V[\d.]+(?: +SM\d+)?", "release in the title of the cards"),
    ),
    title="ADARUN parameters",
    subsystem="Adabas",
    anchors=("ADARUN ", "A D A R U N", "PARAMETERS IN EFFECT", "Parameters in effect"),
    endings=((r"\bDBID *= *\d+ .*\bNUCID(?: *=)?$", r"\bNUCID *= *\d"),),
    confirm=_confirm,
    splits=False,
    parse=parse,
    metrics=(
        Metric("adabas_database", "setting.*", "other parameters of the cluster and its caches"),
        Metric("adabas_nucleus", "setting.LBP", "buffer pool"),
        Metric("adabas_nucleus", "setting.LFIOP", "asynchronous flush pool"),
        Metric("adabas_nucleus", "setting.LWP", "work pool, where the card says K, M or G"),
        Metric("adabas_nucleus", "setting.*", "every other parameter under its own name"),
        Metric("adabas_nucleus", "relation.member", "the database, from DBID"),
        Metric("adabas_database", "setting.CLUCACHESIZE", "shared cache of a cluster"),
        Metric("adabas_database", "setting.CASSOMAXS", "ASSO cache space per nucleus"),
        Metric("adabas_database", "setting.CDATAMAXS", "DATA cache space per nucleus"),
        Metric("adabas_database", "setting.PRODUCT", "ASM for CLUSTER=LOCAL, ALS for SYSPLEX"),
    ),
    page=Page(
        reads="ADARUN statements of nuclei (PROG=ADANUC) as coded in DDCARD or echoed in a job "
        "log, over any number of lines, and listings of the parameters in effect as NAME = value. "
        "K, M and G are powers of 1024; sizes without a letter are bytes. Cards of several nuclei "
        "may follow each other: a new PROG, DBID or NUCID opens the next.",
        releases="Adabas 7.4 to 8.5",
        verified="card syntax against Adabas Operations, ADARUN statement (8.2 to 8.5: ADARUN in "
        "columns 1 to 6, a blank ends the statement); the listing of parameters in effect is not "
        "verified against a real sample",
        unread="cards of utilities, comments after the first blank",
    ),
)
