"""Rules on report text in its true layout: as printed, with the setting in effect, and left out.

Each case edits one line of a sample report, so that a rule that fires stops, or one that was
content fires. The whole way from the text to the finding is taken, without the models.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from advisor.findings import Finding, RuleOutcome
from advisor.installation import build_installation
from advisor.observations import FileReading
from advisor.readers import read_bytes
from advisor.rules import RuleContext, evaluate_rules
from model.catalogue import catalogue

FOLDER = Path(__file__).resolve().parents[3] / "samples" / "engagement"
CICS, IMS, PROC = "cics-vse-dfh0stat.txt", "ims-monitor.txt", "ims-proclib.txt"
NAT, QPST, LOG = "natural-natb0450.txt", "mq-mqa1-smf115.txt", "mq-mqa1-joblog.txt"
TOGETHER = {CICS: (CICS,), PROC: (PROC, IMS), NAT: (NAT,), QPST: (QPST, LOG), LOG: (LOG, QPST)}

IN_EFFECT = [
    ("NAT-001", NAT, "MT=60,", "MT=0,"),
    ("NAT-004", NAT, "EXT=ON,", "EXT=OFF,"),
    ("NAT-005", NAT, "Print lines .............. 264000", "Print lines .............. 0"),
    ("NAT-006", NAT, "Work records read ........ 96000", "Work records read ........ 0"),
    ("IMS-006", PROC, "NVPOLI30, NVSCHD10", "NVPOLI30,NVSCHD10"),
    ("IMS-007", PROC, "PREINIT=,", "PREINIT=M1,"),
    ("IMS-008", PROC, "PWFI=N", "PWFI=Y"),
    ("MQ-001@mq_bufferpool:MQA1/1", QPST, "01 Location - below bar", "01 Location - above bar"),
    ("MQ-004", LOG, " 2       2      1078      1074", " 2       2      9078      9074"),
    ("MQ-005", QPST, "Low    4712", "Low   44712"),
    ("MQ-008", LOG, "CSQP020E", "CSQP999I"),
    ("VSM-008", CICS, "DSNSHARING N", "DSNSHARING Y"),
    ("VSM-010", CICS, "CA     9    DEFINED CISZ DATA 4096", "CA     9    DEFINED CISZ DATA 16384"),
    ("VSM-013", CICS, "NO    6    412", "NO    0      0"),
    ("VSM-014", CICS, "Times Waited for String : 3", "Times Waited for String : 0"),
    (
        "AOB-003",
        CICS,
        "Internal Trace Status . . . : STARTED",
        "Internal Trace Status . . . : STOPPED",
    ),
]
MADE_WORSE = [
    ("VSM-006", CICS, "EXCC    2204   SHAREOPTIONS 2", "EXCC    2204   SHAREOPTIONS 4"),
    ("VSM-009", CICS, "CI/CA 180  COMPRESSED N", "CI/CA 180  COMPRESSED Y"),
    (
        "VSE-014",
        CICS,
        "Auxiliary Trace Status. . . . : STOPPED",
        "Auxiliary Trace Status. . . . : STARTED",
    ),
    (
        "VSM-014@lsr_pool:NVVSECI1/1",
        CICS,
        "Times Waited for String : 0",
        "Times Waited for String : 9",
    ),
    ("MQ-005@mq_bufferpool:MQA1/3", QPST, "Low   29102", "Low    2102"),
]


@cache
def printed(name: str) -> bytes:
    return (FOLDER / name).read_bytes()


@cache
def reading(name: str) -> tuple[FileReading, ...]:
    return tuple(read_bytes(name, printed(name)))


def advise(
    name: str, before: str = "", after: str = "", *, left_out: bool = False
) -> tuple[tuple[Finding, ...], tuple[RuleOutcome, ...]]:
    readings: list[FileReading] = []
    for part in TOGETHER[name]:
        if part != name:
            readings.extend(reading(part))
        elif not left_out:
            if before:
                assert before.encode() in printed(name), (name, before)
            readings.extend(
                read_bytes(name, printed(name).replace(before.encode(), after.encode()))
                if before
                else reading(name)
            )
    return evaluate_rules(RuleContext(build_installation(readings), catalogue()))


def fires(case: str, findings: tuple[Finding, ...]) -> bool:
    return any(f.id == case if "@" in case else f.rule == case for f in findings)


@pytest.mark.parametrize("case", IN_EFFECT, ids=[c[0] for c in IN_EFFECT])
def test_what_is_printed_is_found_and_what_is_in_effect_is_not_advised(
    case: tuple[str, str, str, str],
) -> None:
    name, file, before, after = case
    findings, _ = advise(file)
    assert fires(name, findings)
    for finding in findings:
        if finding.rule == name.partition("@")[0]:
            lines = printed(finding.evidence[0].file).decode().splitlines()
            for line in finding.evidence:
                if line.file == finding.evidence[0].file and line.line:
                    assert line.text.strip()[:30] in lines[line.line - 1]
    assert not fires(name, advise(file, before, after)[0])


@pytest.mark.parametrize("case", MADE_WORSE, ids=[c[0] for c in MADE_WORSE])
def test_a_report_line_made_worse_is_found(case: tuple[str, str, str, str]) -> None:
    name, file, before, after = case
    assert not fires(name, advise(file)[0])
    findings, _ = advise(file, before, after)
    assert fires(name, findings)


ONE_REPORT = [case for case in IN_EFFECT if "@" not in case[0]]


@pytest.mark.parametrize("case", ONE_REPORT, ids=[c[0] for c in ONE_REPORT])
def test_without_the_report_the_rule_says_what_it_lacks(case: tuple[str, str, str, str]) -> None:
    name, file, _, _ = case
    findings, outcomes = advise(file, left_out=True)
    assert not fires(name, findings)
    (outcome,) = [o for o in outcomes if o.rule == name]
    assert outcome.outcome in ("cannot tell", "does not apply"), outcome
    assert outcome.sentence
