"""What no report tells is asked for, and is no step; what has no room is not in order."""

from __future__ import annotations

from pathlib import Path

import pytest

from advisor.analysis import analyse
from advisor.engagement import Engagement, Options
from advisor.reading import read_path
from advisor.report import ReportOptions, build_document
from tests.advisor.plan.test_shops import found
from tests.advisor.rules.builders import part, topology
from tests.advisor.rules.test_premises import judged

SAMPLES = Path(__file__).resolve().parents[3] / "samples"


def read(*names: str) -> Engagement:
    readings = [reading for name in names for reading in read_path(SAMPLES / name)]
    return analyse(readings, Options(bands=False))


def test_a_region_is_given_no_storage_and_no_class_before_rmf_is_read() -> None:
    """ "Smaller caches or pools (ADA-013)" was typed for a CICS of which nothing else is known."""
    case = read("engagement/cics-aor1-dfh0stat.txt")
    lost = found(case, "CIZ-001")
    assert case.plan.findings == ()
    assert "RMF CPU and paging activity" in case.plan.left_out[lost.id]
    said = " ".join((lost.change_texts[0].syntax, *lost.notes, *lost.caveats))
    assert not {name for name in ("ADA-013", "ZOS-001") if name in said}
    assert lost.back_out_commands == ()


def test_storage_without_an_amount_is_no_step() -> None:
    case = read("formats/rmf-overview.csv")
    assert case.plan.findings == ()
    for finding in case.findings:
        assert finding.rule == "ZOS-001"
        assert "how much real storage" in case.plan.left_out[finding.id]
        assert "ADA-013" not in " ".join(finding.notes)


def test_db2_refers_to_no_finding_that_is_not_there() -> None:
    case = read("formats/db2-statistics.txt")
    paged = found(case, "DB2-009")
    assert "ZOS-001" not in paged.change_texts[0].syntax
    assert "RMF paging activity" in case.plan.left_out[paged.id]


def test_few_page_ins_do_not_displace_what_the_simulation_found() -> None:
    """0.08 % of the getpages, counted apart as random and sequential, were taken for many."""
    case = read("formats/db2-bufferpool-detail.txt")
    assert found(case, "DB2-007").id in case.plan.findings
    assert "0.08 %" in found(case, "DB2-009").slight or "0.08%" in found(case, "DB2-009").slight


@pytest.mark.parametrize(("paged", "slight"), [(None, False), (0.0, True), (800.0, False)])
def test_what_was_paged_out_long_ago_asks_for_nothing(paged: float | None, slight: bool) -> None:
    host = part("lpar", "SYSA", None, {}, {} if paged is None else {"paging_per_s": paged})
    db2 = part("db2_subsystem", "DB2P", "lpar:SYSA", {}, {"auxiliary_mb": 412.0})
    ((finding,), _) = judged(topology(host, db2), "DB2-009")
    assert bool(finding.slight) is slight
    assert bool(finding.awaits) is (paged is None)
    assert (finding.points_to == ("ZOS-001",)) is (paged == 800.0)


def test_a_pool_without_room_is_held_back_and_told_so() -> None:
    """A local pool of 4 % of the group's was among what is in order."""
    files = sorted(path.name for path in (SAMPLES / "formats").glob("*"))
    case = read(*(f"formats/{name}" for name in files))
    (outcome,) = [o for o in case.outcomes if o.rule == "DB2-018"]
    assert outcome.outcome == "held back"
    document = build_document(case, ReportOptions())
    assert "DB2-018" not in str(document["in_order"])
    (row,) = [r for r in document["plan"]["left_out"] if r["title"].startswith("DB2-018")]
    assert "no storage to spare" in row["reason"]


def test_a_package_is_rebound_once_its_release_is_known_and_worth_its_cpu() -> None:
    """ "Processor use 9.31 %" was a share of all packages; the collection was read and not used."""
    case = read("formats/db2-accounting.txt", "formats/db2-rebind.txt")
    untold, told = found(case, "DB2-013", "KVBU16D"), found(case, "DB2-013", "KVBUARG")
    assert "SYSPACKAGE" in case.plan.left_out[untold.id]
    assert told.id in case.plan.findings
    assert told.change_texts[0].syntax.startswith("REBIND PACKAGE(NVCOLL.KVBUARG.(*)) ")
    assert "NVCOLL.KVBUARG.(*)" in told.back_out_commands[0]
    assert [effect.metric for effect in told.projection] == ["cpu_s_per_s"]
    assert told.worth is not None
    saved = told.worth.figures["cpu_saved_s_per_day"]
    # 5 % of the 154.12 CPU seconds of 45 minutes, as far as 10 % were published.
    assert saved.value == pytest.approx(0.05 * 154.12 / 2700 * 86_400, rel=1e-3)
    assert (saved.low, saved.high) == pytest.approx((0.0, 2 * saved.value))
