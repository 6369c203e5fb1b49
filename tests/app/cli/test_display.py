"""Opening the window where there is no display, no file, or not what Qt needs."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from app.cli import main
from app.locked import MAGIC
from app.store import EngagementFile
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


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> list[list[Path]]:
    """What windows were opened on; none is shown."""
    import app.window.main

    given: list[list[Path]] = []
    monkeypatch.setattr(app.window.main, "open_window", lambda paths: given.append([*paths]) or 0)
    return given


@pytest.mark.parametrize("command", [[], ["open"], ["open", "--in-window"]])
def test_reports_and_engagements_are_given_to_the_window(
    command: list[str], tmp_path: Path, shown: list[list[Path]]
) -> None:
    """As a double click does, and files that are dropped on the program's icon."""
    report = tmp_path / "Größe 1.txt"
    report.write_text("1  C P U  A C T I V I T Y", encoding="ascii")
    kept = tmp_path / "bank.plexwright.old"
    EngagementFile.create(kept, "Bank").close()
    locked = tmp_path / "locked.plexwright"
    locked.write_bytes(MAGIC + b"sealed")
    for files in ([report], [kept], [locked], [tmp_path], [report, tmp_path]):
        assert main([*command, *map(str, files)]) == 0
        assert shown.pop() == files


def test_a_broken_engagement_is_refused_here_or_in_the_window(
    tmp_path: Path, shown: list[list[Path]], capsys: pytest.CaptureFixture[str]
) -> None:
    broken = tmp_path / "broken.plexwright"
    broken.write_bytes(b"SQLite format 3\0" + b"\0" * 84)
    gone = tmp_path / "gone.plexwright"
    for file in (broken, gone):
        for command in ([], ["open"]):
            assert main([*command, str(file)]) == 1
            err = capsys.readouterr().err
            assert file.name in err
            assert err.count("\n") == 1
        assert not shown
        # What a file manager starts has no terminal that anybody sees.
        assert main(["open", "--in-window", str(file)]) == 0
        assert shown.pop() == [file]


def test_a_command_goes_before_a_file_of_its_name_and_a_typing_error_names_both(
    tmp_path: Path,
    shown: list[list[Path]],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("kinds").write_text("", encoding="ascii")
    assert main(["kinds"]) == 0
    assert main(["./kinds"]) == 0
    assert shown == [[Path("kinds")]]
    assert main(["reprot.txt"]) == 2
    assert "there is no command or file 'reprot.txt'" in capsys.readouterr().err


def test_libraries_that_are_missing_are_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "app.window.main", None)
    assert main(["open"]) == 1
    err = capsys.readouterr().err
    assert "cannot be loaded" in err
    assert "packaging/run.py open" in err
    assert err.count("\n") == 1
