"""``advise --beside``: pictures and tables in a folder, with names masked where wanted."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.cli import main
from app.paths import sample


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


def test_a_folder_that_cannot_be_made_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    assert main(["advise", str(sample("engagement")), "--beside", str(tmp_path / "file")]) != 0
    assert "cannot be made" in capsys.readouterr().err
