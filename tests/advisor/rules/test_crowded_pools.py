"""A file that leaves its own buffers goes to the pool that finds most, or to one of its own."""

from __future__ import annotations

from advisor.findings import Finding
from tests.advisor.rules.report_text import advise, edited, sample


def _moved(changes: dict[str, str | None]) -> Finding:
    texts = edited(sample("engagement/cics-vse-dfh0stat.txt"), changes)
    (finding,) = [f for f in advise(texts).of("VSM-005") if f.component.endswith("/TARIF")]
    return finding


def test_a_file_of_few_requests_shares_the_pool_with_the_best_lookaside() -> None:
    """It was pool 1, which finds two of three requests, where pool 2 finds six of seven."""
    finding = _moved({"902114           0     40210": "  2114           0       210"})
    assert any("LSRPOOLID(2)" in text.syntax for text in finding.change_texts)
    assert not any("DEFINE LSRPOOL" in text.syntax for text in finding.change_texts)
    assert finding.caveats == ()


def test_a_file_that_would_crowd_out_all_others_gets_a_pool_of_its_own() -> None:
    """It was sent into pool 2 all the same, with the advice to give that more buffers first."""
    finding = _moved({})
    (typed,) = {text.syntax for text in finding.change_texts}
    lines = typed.split("\n")
    # 942,324 requests to the 1,050,238 of pool 2, which has 640 data and 300 index buffers.
    assert lines[0] == (
        "CEDA DEFINE LSRPOOL(<new pool>) GROUP(<group>) LSRPOOLID(3) STRINGS(10) "
        "DATA4K(575) INDEX1K(270)"
    )
    assert lines[1] == "CEDA INSTALL LSRPOOL(<new pool>) GROUP(<group>)"
    assert lines[2] == "CEDA ALTER FILE(TARIF) GROUP(<group>) LSRPOOLID(3)"
    (said,) = finding.caveats
    assert "Its 942,324 requests would crowd pool NVVSECI1/2" in said
    assert "1,050,238 times" in said
    assert "DEFINE LSRPOOL" not in " ".join(finding.back_out_commands)


def test_the_pool_of_its_own_is_none_that_another_file_names() -> None:
    finding = _moved({"CLMLOG   VSAM   ESDS      2": "CLMLOG   VSAM   ESDS      3"})
    assert any("LSRPOOLID(4)" in text.syntax for text in finding.change_texts)


def test_the_strings_that_a_file_lacks_go_with_its_move_in_one_definition() -> None:
    """The file was closed, installed and opened twice, once for each of two ALTERs."""
    finding = _moved({"NO    6    412": "NO    6   4120"})
    (typed,) = {text.syntax for text in finding.change_texts}
    (alter,) = [line for line in typed.split("\n") if "ALTER FILE" in line]
    assert alter == "CEDA ALTER FILE(TARIF) GROUP(<group>) LSRPOOLID(3) STRINGS(16)"
