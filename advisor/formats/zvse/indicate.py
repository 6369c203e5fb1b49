"""INDICATE LOAD: how busy a z/VM system is (z/VM CP Commands and Utilities Reference)."""

from __future__ import annotations

import re

from advisor.reading.layout.cells import number
from advisor.reading.reader import Collector, Line, Metric, Page, Reader, Segment

_FIRST = re.compile(r"^\s*AVGPROC-(\d+)%\s+([0-9A-F]{2,4})\s*$")
_RATE = re.compile(r"\b(MDC READS|WRITES|XSTORE|MIGRATE|PAGING)-(\d+)/SEC")
_SHARE = re.compile(r"\b(HIT RATIO|STEAL)-(\d+)%")
_QUEUE = re.compile(r"\b([QE][0-3])-(\d+)\((\d+)\)(?:\s+EXPAN-(\d+))?")
_COUNT = re.compile(r"\b(DORMANT|LIMITED)-(\d+)")
_PROCESSOR = re.compile(r"\bPROC ([0-9A-F]{4})-(\d+)%(?:\s+(CP|IFL|ICF|ZIIP|ZAAP)\b)?")
_OF_MDC = frozenset(("WRITES", "HIT RATIO"))


def parse(segment: Segment, out: Collector) -> None:
    """One answer: up to the first line that is none of its own."""
    subject = out.system(segment.shared.get("system", ""), segment[0])
    for line in segment:
        text = line.content
        before = len(out.observations)
        if match := _FIRST.match(text):
            if line is not segment[0]:
                return
            _keep(subject, "AVGPROC (%)", match[1], line, out)
        for name, raw in _RATE.findall(text):
            _keep(subject, f"{_of_mdc(name)} PER S", raw, line, out)
        for name, raw in _SHARE.findall(text):
            _keep(subject, f"{_of_mdc(name)} (%)", raw, line, out)
        for name, raw, loading, expansion in _QUEUE.findall(text):
            _keep(subject, name, raw, line, out)
            _keep(subject, f"{name} LOADING", loading, line, out)
            if expansion:
                _keep(subject, f"EXPAN OF {name}", expansion, line, out)
        for name, raw in _COUNT.findall(text):
            _keep(subject, name, raw, line, out)
        for address, raw, kind in _PROCESSOR.findall(text):
            name = " ".join(f"PROC {address} {kind}".split())
            _keep(subject, f"{name} (%)", raw, line, out)
        if text.strip() and len(out.observations) == before:
            return


def _of_mdc(name: str) -> str:
    return f"MDC {name}" if name in _OF_MDC else name


def _keep(subject: str, label: str, raw: str, line: Line, out: Collector) -> None:
    out.printed(subject, f"INDICATE LOAD: {label}", number(raw), line, raw)


READER = Reader(
    id="zvm-indicate",
    title="z/VM INDICATE LOAD",
    subsystem="z/VM",
    anchors=("^AVGPROC-",),
    confirm=lambda contents, index: _FIRST.match(contents[index]) is not None,
    where="inline",
    inline_lines=60,
    parse=parse,
    ignores=(
        (r"(?<=%) +[0-9A-F]{2,4} *$", "how many processors there are"),
        (r"\bPROC [0-9A-F]{4}(?=-)|\b[QE][0-3](?=-)", "which processor, which queue"),
    ),
    metrics=(Metric("lpar", "printed.*", "the load, behind the names that CP has for it"),),
    page=Page(
        reads="How busy the processors are on average and each by itself, paging and minidisk "
        "cache per second, users in the dispatch (Q) and eligible lists (E), those of them that "
        "are loading, dormant and limited users. CP names no system: which it is gets asked.",
        releases="z/VM 4.4 to 7.4",
        verified="responses in public repositories",
        unread="how many processors there are",
    ),
)
