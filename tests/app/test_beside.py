"""``advise --beside``: pictures and tables in a folder, with names masked where wanted."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from pypdf import PdfReader

from app.advising.publishing import write_atomically, write_beside
from app.cli import main
from app.errors import InputProblem
from app.paths import sample
from app.store import EngagementFile, places
from model.topology import Scenario
from resources import resource

pytestmark = pytest.mark.usefixtures("remembered")


@pytest.mark.thorough
def test_pictures_and_tables_stand_beside_the_report_masked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "beside"
    main(["advise", str(sample("engagement")), "--beside", str(folder), "--mask"])
    names = {path.name for path in folder.iterdir()}
    assert {"topology.svg", "topology.png", "findings.csv", "projections.csv"} <= names
    advice = json.loads((folder / "advice.json").read_text("utf-8"))
    assert advice["findings"]
    printed = capsys.readouterr().out
    for path in folder.iterdir():
        data = path.read_bytes()
        for secret in (b"SYSA", b"NVPLEX", b"CICSAOR1", b"KCG21", b"NATB0450"):
            assert secret not in data, (path.name, secret)
            assert secret.decode() not in printed


@pytest.mark.thorough
def test_service_levels_asked_about_stand_in_the_folder(sample_analysis, tmp_path) -> None:
    """They were in the PDF and in ``--json``, and an empty list beside them."""
    workload = next(
        anchor for anchor, found in sample_analysis.plan.workloads.items()
        for e in found if e.metric == "response_ms"
    )  # fmt: skip
    write_beside(sample_analysis, tmp_path, goals={(workload, 90.0): 0.5})
    (given,) = json.loads((tmp_path / "advice.json").read_text("utf-8"))["goals"]
    assert (given["component"], given["seconds"], given["percent"]) == (workload, 0.5, 90.0)
    assert given["asked"]
    assert 0.0 <= given["plan"]["chance"] <= 1.0


@pytest.mark.thorough
def test_commands_stand_in_a_folder_of_their_own_masked(tmp_path: Path) -> None:
    folder = tmp_path / "commands"
    main(["advise", str(sample("engagement")), "--commands", str(folder), "--mask"])
    names = {path.name for path in folder.iterdir()}
    assert "00-index.txt" in names
    assert any(name.endswith("-adarun-after.txt") for name in names)
    for path in folder.iterdir():
        told = path.name + path.read_text("utf-8")
        for secret in ("SYSA", "CICSAOR1", "NVVSECI1", "MQA1", "NATB0450"):
            assert secret not in told, path.name


def test_a_folder_that_cannot_be_made_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    source = str(sample("engagement") / "natural-natb0450.txt")
    assert main(["advise", source, "--beside", str(tmp_path / "file")]) != 0
    assert "cannot be made" in capsys.readouterr().err


def test_the_report_takes_language_paper_template_and_further_names(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = tmp_path / "own"
    own.mkdir()
    shipped = resource("report", "brand.typ").read_text("utf-8")
    (own / "brand.typ").write_text(shipped.replace("[Plexwright]", "[Musterberatung]"), "utf-8")
    source, pdf = str(sample("engagement") / "natural-natb0450.txt"), tmp_path / "report.pdf"
    chosen = ["--language", "de", "--paper", "us-letter", "--template", str(own)]
    main(["advise", source, "--pdf", str(pdf), *chosen, "--mask-name", "EXTNAME"])
    reader = PdfReader(pdf)
    text = " ".join(page.extract_text() for page in reader.pages)
    assert "Musterberatung" in text
    assert "Zusammenfassung" in text
    assert reader.pages[0].mediabox.width == 612
    assert "EXTNAME" not in text
    assert "NATB0450" not in text
    assert "NATB0450" not in capsys.readouterr().out
    assert main(["advise", source, "--pdf", str(pdf), "--template", str(tmp_path / "none")]) != 0
    assert "is no folder" in capsys.readouterr().err


@pytest.mark.parametrize("where", ["a-file/x.csv", "no-folder/x.csv", ".", "long/" + "n" * 300])
def test_a_place_that_cannot_be_written_to_is_one_sentence(tmp_path: Path, where: str) -> None:
    (tmp_path / "a-file").write_text("x")
    (tmp_path / "long").mkdir()
    with pytest.raises(InputProblem, match="cannot be written"):
        write_atomically(tmp_path / where, b"content")
    assert not list(tmp_path.rglob("*.part"))


def test_what_is_exported_is_there_whole_or_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    engagement, target = tmp_path / "x.plexwright", tmp_path / "scenarios.json"
    with EngagementFile.create(engagement, "X") as file:
        file.set_scenarios((Scenario("wanted"),))
    words = ["export", str(engagement), "--scenarios", str(target)]
    assert main(words) == 0
    whole = target.read_bytes()
    assert b"wanted" in whole

    def full(_descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as disk:
        disk.setattr(os, "fsync", full)
        assert main(words) == 1
    assert target.read_bytes() == whole
    # What a killed process left goes with the next export.
    killed = subprocess.Popen([sys.executable, "-c", ""])
    killed.wait()
    left = target.with_name(f".report.pdf.{places._host()}-{killed.pid}.part")
    left.write_bytes(b"half")
    assert main(words) == 0
    assert {p.name for p in tmp_path.iterdir()} == {"x.plexwright", "scenarios.json"}


@pytest.mark.skipif(os.name != "posix", reason="devices are files there")
def test_a_device_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    device = tmp_path / "out"
    device.symlink_to("/dev/null")
    write_atomically(device, b"content")
    assert device.is_symlink()


def test_a_report_that_a_viewer_holds_is_said_and_the_advice_is_still_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Windows refuses to replace a file that is open: access denied, or a sharing violation."""
    held = tmp_path / "report.pdf"
    held.write_bytes(b"yesterday's")

    def refuse(source: object, target: object) -> None:
        raise PermissionError(errno.EACCES, "Zugriff verweigert")

    monkeypatch.setattr("app.advising.publishing.os.replace", refuse)
    assert (
        main(["advise", str(sample("engagement") / "natural-natb0450.txt"), "--pdf", str(held)])
        == 1
    )
    said = capsys.readouterr()
    assert (
        "report.pdf: is open in another program; close it there, or choose another name" in said.err
    )
    assert "NAT-004" in said.out
    assert held.read_bytes() == b"yesterday's"
    assert [path.name for path in tmp_path.iterdir()] == ["report.pdf"]
