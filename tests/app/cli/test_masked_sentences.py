"""What a masked run says on stderr names nothing of the customer's either."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from app.cli import main

FORMATS = Path(__file__).resolve().parents[3] / "samples" / "formats"


def test_sentences_of_a_masked_run_are_masked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copy(FORMATS / "query-td.txt", tmp_path / "musterbank.txt")
    monkeypatch.chdir(tmp_path)
    main(["advise", "musterbank.txt"])
    plain = capsys.readouterr().err
    assert "musterbank.txt:2: this display names no system" in plain
    main(["advise", "musterbank.txt", "--mask"])
    masked = capsys.readouterr().err
    assert "this display names no system" in masked
    assert "musterbank" not in masked.lower()


def test_where_nothing_was_read_sentences_wait_for_a_run_without_a_mask(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "musterbank.pdf").write_bytes(b"%PDF-1.7 nothing in it")
    monkeypatch.chdir(tmp_path)
    assert main(["advise", "musterbank.pdf", "--mask"]) == 1
    masked = capsys.readouterr().err
    assert "without --mask" in masked
    assert "musterbank" not in masked


@pytest.mark.parametrize(
    "options",
    [
        ["--pdf", "musterbank/out/report.pdf"],
        ["--commands", "musterbank.txt/commands"],
        ["--beside", "musterbank.txt/beside"],
        ["--pdf", "musterbank.pdf", "--template", "musterbank-template"],
        ["--pdf", "musterbank.txt"],
        ["--answers", "musterbank.json"],
    ],
    ids=lambda options: options[0],
)
def test_paths_that_cannot_be_used_are_called_by_their_option(
    options: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The folder of the report, often a customer's, stood in the sentence."""
    shutil.copy(FORMATS / "query-td.txt", tmp_path / "musterbank.txt")
    monkeypatch.chdir(tmp_path)
    assert main(["advise", "musterbank.txt", "--mask", *options]) == 1
    masked = capsys.readouterr().err
    assert f"plexwright: {options[-2]}:" in masked
    assert "musterbank" not in masked.lower()
    assert main(["advise", "musterbank.txt", *options]) == 1
    assert "musterbank" in capsys.readouterr().err
