"""z/VSE and z/VM console displays and start-up jobs: SIR, PRTY, QUERY MDCACHE, IPL SYS, OPTION.

They say of the whole system what rules for z/VSE ask: whether it is a guest of z/VM, whether its
minidisks are cached, whether partitions share the CPU, whether zHPF is in effect.
"""

from __future__ import annotations

import re

from advisor.formats.zvse.monitor import host_of
from advisor.reading.reader import Collector, Line, Metric, Page, Reader, Segment

WIDE = 400
"""Columns looked at: no display is wider, and patterns never run over what is no display."""
_GUEST = re.compile(r"\bVM-SYSTEM\s{0,8}=\s{0,8}(\S{1,40}(?: \S{1,40}){0,4})")
_NATIVE = re.compile(r"\bCPUID\s{1,12}=\s")  # of a guest: CPUID VM = ... VSE = ...
_MODE = re.compile(r"\bPROC-MODE\s*=")
_STATED = re.compile(r"\bPROC-MODE\s*=.*\b(?:LPAR|NATIVE)\b")
_SHARE = re.compile(r"\bPRTY\s+SHARE\b|\bSHARE\s+[A-Z0-9]{1,2}\s*=\s*\d+", re.IGNORECASE)
_ORDER = re.compile(r"\bPRTY\s{1,8}(?:[A-Z][0-9A-Z]?[,=]){1,40}[A-Z][0-9A-Z]?\s*$")
_CACHE = re.compile(r"Minidisk cache (ON|OFF) for (system|user)", re.IGNORECASE)
_SYS = re.compile(r"\bSYS\s[^\s]{0,200}\bZHPF=(YES|NO)\b")
_OPTION = re.compile(r"//\s*OPTION\s+(?:\S{0,80},)?(NO)?SYSDUMPC\b")
_APPLID = re.compile(r"\bAPPLID=([A-Z0-9#@$]{1,8})")
_EXEC = re.compile(r"//\s*EXEC\s+DFHSIP\b")


def parse_sir(segment: Segment, out: Collector) -> None:
    """Read whether the system runs under z/VM."""
    host = host_of(segment, out)
    for line in segment:
        if match := _GUEST.search(line.content[:WIDE]):
            out.setting(host, "OPSYS", "z/VSE", "", line, match[0].strip())
            out.setting(host, "ZVM_GUEST", True, "", line, match[1])
            segment.memory["native"] = False
        elif _NATIVE.search(line.content[:WIDE]):
            segment.memory["native"] = True
        elif _MODE.search(line.content[:WIDE]):
            # Under z/VM the display names VM before this line; an excerpt without its first line,
            # the CPUID, says nothing.
            native = segment.memory.get("native", False)
            if native or _STATED.search(line.content[:WIDE]):
                out.setting(host, "OPSYS", "z/VSE", "", line)
                out.setting(host, "ZVM_GUEST", False, "", line)
            segment.memory["native"] = False


def parse_prty(segment: Segment, out: Collector) -> None:
    """Read whether partitions share the CPU; an order without SHARE says they do not."""
    host = host_of(segment, out)
    order: Line | None = None
    shared = False
    for line in segment:
        if _SHARE.search(line.content[:WIDE]):
            if not shared:
                out.setting(host, "PRTY_SHARE", True, "", line, "SHARE")
            shared = True
        elif _ORDER.search(line.content[:WIDE]):
            order = line
    if order is not None and not shared:
        out.setting(host, "PRTY_SHARE", False, "", order, "no SHARE")


def parse_mdcache(segment: Segment, out: Collector) -> None:
    """Read whether minidisks are cached: for the guest where that is said, else for the system."""
    host = host_of(segment, out)
    # Each line of the answer is an anchor of its own: what was said before still holds.
    found: dict[str, tuple[bool, Line]] = segment.memory.setdefault("cache", {})
    for line in segment:
        for match in _CACHE.finditer(line.content[:WIDE]):
            found[match[2].lower()] = (match[1].upper() == "ON", line)
    if found:
        on = all(state for state, _ in found.values())
        _, line = found.get("user") or found["system"]
        off = next((at for state, at in found.values() if not state), line)
        out.setting(host, "MINIDISK_CACHE", on, "", line if on else off, "ON" if on else "OFF")


def parse_sys(segment: Segment, out: Collector) -> None:
    """Read ZHPF of the IPL SYS command."""
    for line in segment:
        if match := _SYS.search(line.content[:WIDE]):
            out.setting(host_of(segment, out), "OPSYS", "z/VSE", "", line)
            out.setting(host_of(segment, out), "ZHPF", match[1] == "YES", "", line, match[1])


def parse_startup(segment: Segment, out: Collector) -> None:
    """Read OPTION SYSDUMPC of a job that starts CICS; the region is its APPLID or job name."""
    lines = list(segment)
    starts = next((n for n, line in enumerate(lines) if _EXEC.search(line.content[:WIDE])), None)
    if starts is None:
        return
    name = next((m[1] for line in lines if (m := _APPLID.search(line.content[:WIDE]))), "")
    job = next(
        (m[1] for line in lines if (m := re.search(r"//\s*JOB\s+(\S+)", line.content[:WIDE]))), ""
    )
    if not (name or job):
        return
    subject = f"cics_region:{name or job}"
    out.setting(subject, "PLATFORM", "z/VSE", "", lines[starts], "EXEC DFHSIP")
    said: Line | None = None
    on = False
    for line in lines[:starts]:
        if match := _OPTION.search(line.content[:WIDE]):
            said, on = line, match[1] is None
    out.setting(subject, "SYSDUMPC", on, "", said or lines[starts], "SYSDUMPC" if on else "none")


READERS = (
    Reader(
        id="zvse-sir",
        title="z/VSE SIR display",
        subsystem="z/VSE",
        anchors=("VM-SYSTEM", "PROC-MODE", "CPUID ="),
        where="inline",
        parse=parse_sir,
        metrics=(Metric("lpar", "setting.ZVM_GUEST", "a VM-SYSTEM line stands there"),),
        page=Page(
            reads="The VM-SYSTEM and PROC-MODE lines.",
            releases="z/VSE 5 and 6",
            verified="layout not verified against a real sample",
            unread="all other lines of the display",
        ),
    ),
    Reader(
        id="zvse-prty",
        beside=((r"PRTY", 6, "numbers of partitions and shares"),),
        title="z/VSE PRTY display",
        subsystem="z/VSE",
        anchors=("PRTY SHARE", "^PRTY ", "AR 0015 PRTY"),
        where="inline",
        inline_lines=3,
        parse=parse_prty,
        metrics=(Metric("lpar", "setting.PRTY_SHARE", "a SHARE line follows the order"),),
        page=Page(
            reads="The order of partitions and whether SHARE values follow it.",
            releases="z/VSE 5 and 6",
            verified="layout not verified against a real sample",
            unread="the values themselves",
        ),
    ),
    Reader(
        id="zvm-mdcache",
        title="z/VM QUERY MDCACHE",
        subsystem="z/VSE",
        anchors=("Minidisk cache ON for", "Minidisk cache OFF for"),
        where="inline",
        inline_lines=3,
        parse=parse_mdcache,
        metrics=(Metric("lpar", "setting.MINIDISK_CACHE", "system and user, both on"),),
        page=Page(
            reads="Whether minidisk cache is on for the system and for the user.",
            releases="z/VM 5 to 7",
            verified="layout not verified against a real sample",
            unread="sizes and bias",
        ),
    ),
    Reader(
        id="zvse-ipl-sys",
        title="z/VSE IPL SYS command",
        subsystem="z/VSE",
        anchors=("ZHPF=YES", "ZHPF=NO"),
        confirm=lambda contents, index: _SYS.search(contents[index][:WIDE]) is not None,
        where="inline",
        parse=parse_sys,
        metrics=(Metric("lpar", "setting.ZHPF", "ZHPF=YES or NO"),),
        page=Page(
            reads="ZHPF of the SYS command of the IPL procedure.",
            releases="z/VSE 6.2",
            verified="layout not verified against a real sample",
            unread="all other operands",
        ),
    ),
    Reader(
        id="zvse-cics-startup",
        title="z/VSE job that starts CICS",
        subsystem="z/VSE",
        where="whole",
        claims=lambda head: any(_EXEC.search(text[:WIDE]) for text in head),
        parse=parse_startup,
        metrics=(Metric("cics_region", "setting.SYSDUMPC", "// OPTION SYSDUMPC"),),
        page=Page(
            reads="// OPTION with SYSDUMPC before // EXEC DFHSIP, APPLID or the job's name.",
            releases="z/VSE 5 and 6",
            verified="statement names against 002; layout not verified against a real sample",
            unread="all other statements",
        ),
    ),
)
