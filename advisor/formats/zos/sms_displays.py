"""Console displays about program fetch: D SMS,OPTIONS, PDSE HSPSTATS, D LLA, IGDSMSxx members."""

from __future__ import annotations

import re

from advisor.reading.layout.cells import size_bytes, whole
from advisor.reading.layout.owners import system_or_file
from advisor.reading.reader import Collector, Line, Metric, Page, Reader, Segment

_OPTION = re.compile(
    r"\b(PDSE1?_(?:HSP_SIZE|BMFTIME|LRUTIME|LRUCYCLES|BUFFER_BEYOND_CLOSE))\s*[=(]\s*"
    r"([A-Z0-9]+)(?:\s?(MB|M|SECONDS))?\)?",
    re.IGNORECASE,
)
_RLS = re.compile(r"\bRLS_MAX_POOL_SIZE\s*[=(]\s*(\d+)\s?(?:MB|M)?\)?", re.IGNORECASE)
_RLS_ABOVE = re.compile(r"\bRLSABOVETHEBARMAXPOOLSIZE\s*[=(]\s*([^)]*)", re.IGNORECASE)
_OF_SYSTEM = re.compile(r"([A-Z#@$][A-Z0-9#@$]{0,7})\s*,\s*(\d+)", re.IGNORECASE)
_SPACE = re.compile(r"(SMSPDSE1?)\)|HiperSpace Size\s*:\s*(\d+)\s*(MB|GB)", re.IGNORECASE)
_LRU = re.compile(r"(LRUtime|LRUcycles)\s*:\s*(\d+)", re.IGNORECASE)
_BMF = re.compile(r"BMF Time interval\s*:?\s*(\d+)", re.IGNORECASE)
_LIBRARY = re.compile(r"^\s*([A-Z#@$][A-Z0-9#@$./-]{2,43})\s+([YN])\s+([YN])\s+([YN])\s*$")
_LLA_ROW = re.compile(  # every blank has one place: long runs of them are no work
    r"^(?=[\sL\d])\s*(?:\d{1,4}\s+)?(?:[LFRP]{1,4}\s+){0,4}([A-Z#@$][A-Z0-9#@$.-]{2,43})\s*$"
)
_SYSTEM = re.compile(  # RO *ALL puts the system in front, WTOR replies as RESPONSE=
    r"^\s*(?:RESPONSE=)?([A-Z#@$][A-Z0-9#@$]{0,7})\s+(?=IGD002I|IGW048I|CSV600I)|"
    r"\bRESPONSE=([A-Z#@$][A-Z0-9#@$]{0,7})(?![\w@#$])"
)


def _subject(segment: Segment, line: Line, out: Collector) -> str:
    name, system = system_or_file(segment, line)
    subject = f"lla_pdse:{name}"
    if system and subject not in segment.memory.setdefault("placed", set()):
        segment.memory["placed"].add(subject)
        out.relation(subject, "parent", f"lpar:{system}", line)
    return subject


def parse(segment: Segment, out: Collector) -> None:
    """Read options, cached libraries and LLA's libraries."""
    prefix, in_lla = "PDSE", False
    cached: list[tuple[str, str, Line]] = []
    managed: list[tuple[str, Line]] = []
    for line in segment:
        text = line.content
        if re.search(r"IGD002I|IGW048I|HSPSTATS|CSV600I|D SMS,|D LLA", text):
            if cached or managed:  # the next display
                _libraries(segment, cached, managed, out)
                cached, managed = [], []
            if match := _SYSTEM.search(text):
                segment.shared["system"] = match[1] or match[2]
        if match := re.search(r"HSPSTATS.*?(SMSPDSE1?)\)|D SMS,(PDSE1?),HSPSTATS", text):
            prefix = (match[1] or match[2]).replace("SMS", "")
        if "CSV600I" in text or re.search(r"\bLIBRARY NAME\b", text):
            in_lla = True
            continue
        if _options(segment, line, out) or _space(segment, prefix, line, out):
            continue
        if _sharing(segment, line, out):
            continue
        if match := _LIBRARY.match(text):
            cached.append((match[1], match[2] + match[3], line))
        elif in_lla and (match := _LLA_ROW.match(text)) and "." in match[1]:
            managed.append((match[1], line))
    _libraries(segment, cached, managed, out)


def _options(segment: Segment, line: Line, out: Collector) -> bool:
    found = False
    for name, value, unit in _OPTION.findall(line.content):
        found = True
        key = name.upper()
        subject = _subject(segment, line, out)
        raw = value + unit
        if key.endswith("HSP_SIZE"):
            size = size_bytes(raw, "MB")
            megabytes = None if size is None else int(size / (1 << 20))
            out.setting(subject, key, megabytes, "MB", line, raw)
        elif key.endswith("CLOSE"):
            flag = {"Y": True, "YES": True, "N": False, "NO": False}.get(value.upper())
            out.setting(subject, key, flag, "", line, raw)
        else:
            unit_ = "cycles" if key.endswith("CYCLES") else "s"
            out.setting(subject, key, whole(value), unit_, line, raw)
    return found


def _sharing(segment: Segment, line: Line, out: Collector) -> bool:
    """Pools of VSAM RLS: one size below the bar, one for each system (or ALL) above it."""
    own, system = system_or_file(segment, line)
    found = [(own, "RLS_MAX_POOL_SIZE", match[1]) for match in _RLS.finditer(line.content)]
    for match in _RLS_ABOVE.finditer(line.content):
        for name, size in _OF_SYSTEM.findall(match[1]):
            name = own if name.upper() == "ALL" else name.upper()
            found.append((name, "RLSABOVETHEBARMAXPOOLSIZE", size))
    for name, setting, size in found:
        subject = f"smsvsam:{name}"
        out.setting(subject, setting, int(size), "MB", line, size)
        if name != own or system:
            out.relation(subject, "parent", f"lpar:{name}", line)
    return bool(found)


def _space(segment: Segment, prefix: str, line: Line, out: Collector) -> bool:
    text = line.content
    found = False
    if (match := _SPACE.search(text)) and match[2]:
        size = size_bytes(match[2] + match[3])
        megabytes = None if size is None else int(size / (1 << 20))
        subject = _subject(segment, line, out)
        out.setting(subject, f"{prefix}_HSP_SIZE", megabytes, "MB", line, match[2] + match[3])
        found = True
    for name, value in _LRU.findall(text):
        unit = "s" if name.lower() == "lrutime" else "cycles"
        subject = _subject(segment, line, out)
        out.setting(subject, f"{prefix}_{name.upper()}", whole(value), unit, line, value)
        found = True
    if match := _BMF.search(text):
        subject = _subject(segment, line, out)
        out.setting(subject, f"{prefix}_BMFTIME", whole(match[1]), "s", line, match[1])
        found = True
    return found


def _libraries(
    segment: Segment,
    cached: list[tuple[str, str, Line]],
    managed: list[tuple[str, Line]],
    out: Collector,
) -> None:
    if cached:
        line = cached[0][2]
        subject = _subject(segment, line, out)
        eligible = [name for name, flags, _ in cached if flags[0] == "Y"]
        always = [name for name, flags, _ in cached if flags[1] == "Y"]
        raw = f"{len(cached)} libraries"
        out.observe(subject, "eligible_libraries", len(eligible), "count", line, raw)
        out.observe(subject, "always_cache_libraries", len(always), "count", line, raw)
        out.setting(subject, "HSP_LIBRARIES", ",".join(eligible), "", line, raw)
    if managed:
        line = managed[0][1]
        names = ",".join(name for name, _ in managed)
        subject = _subject(segment, line, out)
        out.setting(subject, "LLA_LIBRARIES", names, "", line, f"{len(managed)} libraries")


READER = Reader(
    id="sms-displays",
    ignores=(
        (r"\bIGD002I +[\d:]+ .*|IGW048I .*", "time and connect id"),
        (
            r"\b(?:D?INTERVAL|CACHETIME|CF_TIME|SMF_TIME) *= *\w+",
            "SMS options that do not matter for program fetch",
        ),
        (
            r"^ *[A-Z@#$][A-Z0-9@#$]{0,7} +\d{4}/\d\d/\d\d +[\d:]{8} +\d+ *$",
            "the configuration that each system has, and how often it looks for another",
        ),
    ),
    title="SMS, PDSE, RLS and LLA displays",
    subsystem="COBOL/LLA/PDSE",
    anchors=(
        "IGD002I",
        "IGW048I",
        "PDSE_HSP_SIZE",
        "PDSE1_HSP_SIZE",
        "PDSE_BMFTIME",
        "RLS_MAX_POOL_SIZE",
        "RLSABOVETHEBARMAXPOOLSIZE",
        "HSPSTATS",
        "CSV600I",
        "HiperSpace Size",
    ),
    splits=False,
    parse=parse,
    metrics=(
        Metric("smsvsam", "setting.RLS_MAX_POOL_SIZE", "of RLS below the bar"),
        Metric("smsvsam", "setting.RLSABOVETHEBARMAXPOOLSIZE", "of RLS above it, by system"),
        Metric("smsvsam", "relation.parent", "the system of the log or named there"),
        Metric(
            "lla_pdse",
            "setting.PDSE*",
            "HSP_SIZE, BMFTIME, LRUTIME, LRUCYCLES, BUFFER_BEYOND_CLOSE of both",
        ),
        Metric("lla_pdse", "always_cache_libraries"),
        Metric("lla_pdse", "setting.PDSE_HSP_SIZE", "and PDSE1_, BMFTIME, LRUTIME, LRUCYCLES"),
        Metric("lla_pdse", "setting.LLA_LIBRARIES", "libraries LLA manages"),
        Metric("lla_pdse", "setting.HSP_LIBRARIES", "libraries with Cache-Elig Y"),
        Metric("lla_pdse", "eligible_libraries", "and always_cache_libraries"),
    ),
    page=Page(
        reads="IGD002I (D SMS,OPTIONS), IGW048I (D SMS,PDSE1,HSPSTATS), CSV600I (D LLA) and the "
        "same keywords in an IGDSMSxx member. The system is that of the log.",
        releases="z/OS 1.13 to 2.5",
        verified="004, PDSE Hiperspace Caching (both displays as printed); CSV600I against IBM's "
        "message description, not verified against a real sample",
        unread="SMS options without influence on program fetch or on the buffers of VSAM RLS",
    ),
)
