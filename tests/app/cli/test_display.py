"""Opening the window where there is no display, no file, or not what Qt needs."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from app.cli import main
from app.window.display import has_display


@pytest.fixture
def headless(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.usefixtures("headless")
@pytest.mark.parametrize("words", [[], ["open"], ["open", "x.plexwright"]])
def test_no_display_is_one_line(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 1
    err = capsys.readouterr().err
    assert "no display answers" in err
    assert err.count("\n") == 1


@pytest.mark.skipif(sys.platform == "win32", reason="asks X11")
@pytest.mark.usefixtures("headless")
def test_a_display_that_does_not_answer_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISPLAY", ":7654")
    assert not has_display()
    monkeypatch.setenv("QT_QPA_PLATFORM", "xcb")
    assert not has_display()
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    assert has_display()


@pytest.mark.usefixtures("headless")
def test_wayland_is_a_display(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    assert has_display()


def test_a_file_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["open", str(tmp_path / "no.plexwright")]) == 1
    assert "there is no such file" in capsys.readouterr().err


def test_a_file_that_is_no_engagement(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    report = tmp_path / "report.txt"
    report.write_text("1  C P U  A C T I V I T Y", encoding="ascii")
    assert main(["open", str(report)]) == 1
    err = capsys.readouterr().err
    assert "is not an engagement; reports are read with 'plexwright import'" in err
    assert err.count("\n") == 1


def test_libraries_that_are_missing_are_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "app.window.main", None)
    assert main(["open"]) == 1
    err = capsys.readouterr().err
    assert "cannot be loaded" in err
    assert "packaging/run.py open" in err
    assert err.count("\n") == 1
