"""Coupling facilities and structures of one name in two sysplexes are two."""

from __future__ import annotations

import pytest

from advisor.installation.builder import build_installation
from advisor.installation.identity import APART, SAME
from advisor.observations import FileReading
from advisor.reading import read_bytes
from model.topology import Topology
from tests.advisor.reading.report_reading import SAMPLES

PRINT = "engagement/rmf-sysplex.txt"
RECORDS = "formats/smf-io-rdw.bin"
KINDS = ("cf", "cf_structure")
KEY = ("reports", "same_as.sysplex.OTPLEX")


def of_both(sample: str) -> tuple[bytes, bytes]:
    """The sample, and the same of another sysplex; the names are equally long."""
    data = (SAMPLES / sample).read_bytes()
    code = "cp037" if sample.endswith("bin") else "ascii"
    return data, data.replace("NVPLEX".encode(code), "OTPLEX".encode(code))


def facilities(topology: Topology) -> dict[str, dict[str, float]]:
    return {
        one.id: {name: figure.value for name, figure in one.measured.items()}
        for one in topology.of_kind(*KINDS)
    }


def readings(*texts: bytes) -> list[FileReading]:
    return [one for at, text in enumerate(texts) for one in read_bytes(f"{at}.txt", text)]


@pytest.mark.parametrize("sample", [PRINT, RECORDS])
@pytest.mark.parametrize("joined", [False, True])
def test_each_sysplex_has_its_own(sample: str, joined: bool) -> None:
    here, there = of_both(sample)
    alone = facilities(build_installation(readings(here)).topology)
    found = build_installation(readings(here + there) if joined else readings(here, there))
    both = facilities(found.topology)
    assert alone
    assert not any("both are kept" in one.sentence for one in found.problems)
    for name, figures in alone.items():
        assert both[name] == pytest.approx(figures)
        assert both[f"{name}@OTPLEX"] == pytest.approx(figures)
    assert len(both) == 2 * len(alone)
    for one in found.topology.of_kind("cf_structure"):
        assert ("@" in one.id) == ("@" in (one.parent or ""))
    (question,) = (q for q in found.questions if q.metric.startswith("same_as.sysplex"))
    assert ((question.subject, question.metric), question.assumed) == (KEY, APART)


def test_one_sysplex_changes_nothing() -> None:
    here, _ = of_both(PRINT)
    found = build_installation(readings(here, here + b"\n"))
    assert not any("@" in name for name in facilities(found.topology))
    assert not any("sysplex" in q.metric for q in found.questions)


def test_the_consultant_says_that_a_sysplex_was_renamed() -> None:
    found = build_installation(readings(*of_both(PRINT)), {KEY: SAME})
    assert not any("@" in name for name in facilities(found.topology))


def test_of_a_display_without_a_sysplex_it_is_asked_of_which_it_is() -> None:
    display = (
        b"IXC360I  10.15.01  DISPLAY XCF\nSTRNAME: IXCPATH1\n STATUS: ALLOCATED\n"
        b" POLICY INFORMATION:\n  POLICY SIZE    : 66000 K\n"
    )
    reports = readings(*of_both(PRINT), display)
    found = build_installation(reports)
    (question,) = (q for q in found.questions if q.metric.startswith("same_as.sysplex_of"))
    assert (question.assumed, question.choices) == ("NVPLEX", ("NVPLEX", "OTPLEX"))
    assert found.topology["cf_structure:IXCPATH1"].value("POLICY_SIZE_MB") is not None
    answered = build_installation(reports, {(question.subject, question.metric): "OTPLEX"})
    assert answered.topology["cf_structure:IXCPATH1"].value("POLICY_SIZE_MB") is None
    assert answered.topology["cf_structure:IXCPATH1@OTPLEX"].value("POLICY_SIZE_MB") is not None
