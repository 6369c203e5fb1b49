"""advise: goal, limits and decisions for this once; what is said of the plan."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from app.cli import main
from app.paths import sample
from app.store import EngagementFile

pytestmark = pytest.mark.usefixtures("remembered")

STATISTICS = [str(sample("engagement") / f"mq-mqa1-{name}.txt") for name in ("joblog", "smf115")]
REGION = str(sample("engagement") / "cics-vse-dfh0stat.txt")
BINDER = str(sample("formats") / "amblist.txt")


def advice(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    assert main(["advise", *words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_limits_and_decisions_hold_for_this_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = tmp_path / "mq.plexwright"
    assert main(["import", *STATISTICS, REGION, "--into", str(kept)]) == 0
    capsys.readouterr()
    before = advice(capsys, str(kept))
    every = before["plan"]["findings"]
    assert len(every) >= 3
    limited = advice(
        capsys, str(kept), "--goal", "storage", "--max-changes", "1", "--exclude", "MQ-001"
    )
    assert limited["plan"]["goal"] == "storage"
    assert len(limited["plan"]["findings"]) == 1
    assert not limited["plan"]["findings"][0].startswith("MQ-001")
    rejected = advice(capsys, str(kept), "--reject", every[0])
    assert every[0] not in rejected["plan"]["findings"]
    assert every[0] in {f["id"] for f in rejected["findings"]}
    done = advice(capsys, str(kept), "--done", every[0])
    assert every[0] not in {f["id"] for f in done["findings"]}
    assert advice(capsys, str(kept)) == before
    with EngagementFile.open(kept) as file:
        assert not file.options().done
        assert file.constraints().max_changes is None


@pytest.mark.parametrize(
    "words",
    [
        ("--done", "X-001@a"),
        ("--done", "MQ-001"),
        ("--exclude", "nothing"),
        ("--max-changes", "-1"),
        ("--max-storage-gb", "nan"),
        ("--goal", "speed"),
    ],
)
def test_wrong_limits_end_in_one_line(
    words: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["advise", BINDER, *words]) == 2
    said = capsys.readouterr()
    assert len(said.err.splitlines()) == 1
    assert not said.out


@pytest.mark.parametrize("option", ["--reject", "--done"])
def test_a_finding_is_asked_for_by_its_id(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["advise", BINDER, option, "XYZ"]) == 2
    said = capsys.readouterr().err
    assert f"{option} takes a finding id, RULE@COMPONENT" in said
    assert "no rule" not in said


def test_without_a_model_the_plan_is_printed_and_claims_nothing(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["advise", BINDER]) == 0
    lines = capsys.readouterr().out.splitlines()
    start = lines.index("Plan for throughput (ETR)")
    assert "claims no gain" in lines[start + 1]
    assert any("IMS-003" in line for line in lines[start:])


def test_findings_are_listed_by_owner_and_window_and_the_plan_stays_whole(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def said(*words: str) -> tuple[str, str]:
        assert main(["advise", *STATISTICS, *words]) == 0
        found, plan = capsys.readouterr().out.split("\nPlan for ")
        return found, plan

    whole, plan = said()
    listed, kept = said("--who", "mq", "--window", "recycle")
    assert "MQ-003" in listed
    assert "MQ-005" in whole
    assert "MQ-005" not in listed
    assert kept == plan
    none, kept = said("--who", "CICS")
    assert "0 of them are listed" in none
    assert "MQ-003" not in none
    assert kept == plan


def test_what_is_no_step_is_printed_with_the_reason(capsys: pytest.CaptureFixture[str]) -> None:
    """Only --json and the PDF told why a finding is not in the plan."""
    left = advice(capsys, *STATISTICS)["plan"]["left_out"]
    assert left
    assert main(["advise", *STATISTICS]) == 0
    lines = capsys.readouterr().out.splitlines()
    told = lines[lines.index("  Left out of the plan") + 1 :]
    for item in left:
        rule = item["finding"].partition("@")[0]
        assert any(rule in line and line.endswith(item["because"]) for line in told), item
    assert main(["advise", *STATISTICS, "--exclude", "MQ-001"]) == 0
    assert "MQ-001 MQ buffer pool MQA1/1: rule MQ-001 is excluded" in capsys.readouterr().out
