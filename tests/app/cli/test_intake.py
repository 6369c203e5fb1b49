"""identify and import: which files are meant, how they are named, what is said about them."""

from __future__ import annotations

import json
import os
import shutil
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from advisor.observations import FileReading, Problem
from app.cli import main
from app.importing.files import find_files, report_problems
from app.paths import sample
from app.store import EngagementFile
from model.language import LineNumber, Name, say

pytestmark = pytest.mark.usefixtures("remembered")

NUCLEUS = sample("engagement", "ada10-nuc1.txt")


def document(words: list[str], capsys: pytest.CaptureFixture[str], code: int = 0) -> Any:
    assert main(words) == code
    return json.loads(capsys.readouterr().out)


@pytest.fixture
def inbox(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of the customer's, with two files of one name and one that is no report."""
    monkeypatch.chdir(tmp_path)
    for folder in ("inbox/monday", "inbox/.hidden"):
        (tmp_path / folder).mkdir(parents=True)
    shutil.copyfile(NUCLEUS, tmp_path / "inbox" / "nuc.txt")
    shutil.copyfile(sample("engagement", "ada10-nuc3.txt"), tmp_path / "inbox/monday/nuc.txt")
    (tmp_path / "inbox" / "notes.pdf").write_bytes(b"%PDF-1.7\n" + b"x" * 100)
    (tmp_path / "inbox" / ".hidden" / "secret.txt").write_text("x", encoding="ascii")
    return Path("inbox")


def test_a_folder_means_all_files_below_it(inbox: Path) -> None:
    files, complete = find_files(["inbox"])
    assert complete
    assert [given.name for given in files] == [
        str(inbox / "monday" / "nuc.txt"),
        str(inbox / "notes.pdf"),
        str(inbox / "nuc.txt"),
    ]
    assert [given.short for given in files] == ["monday/nuc.txt", "notes.pdf", "nuc.txt"]


@pytest.mark.usefixtures("inbox")
def test_wildcards_work_where_the_shell_has_none() -> None:
    files, complete = find_files(["inbox/*.txt", "inbox/nuc.txt"])
    assert complete
    assert [given.name.replace("\\", "/") for given in files] == ["inbox/nuc.txt"]


@pytest.mark.usefixtures("inbox")
def test_files_of_one_name_stay_apart() -> None:
    files, _ = find_files(["inbox/nuc.txt", "inbox/monday/nuc.txt"])
    assert [given.short for given in files] == ["inbox/nuc.txt", "inbox/monday/nuc.txt"]


def test_what_is_not_there_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "empty").mkdir()
    files, complete = find_files([str(tmp_path / "empty"), str(tmp_path / "no"), "no*such"])
    assert (files, complete) == ([], False)
    assert capsys.readouterr().err.count("\n") == 3


def test_identify_names_files_as_they_were_typed(
    inbox: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(inbox / "nuc.txt")
    entries = document(["identify", path, "--json"], capsys)["files"]
    assert [entry["file"] for entry in entries] == [path]
    (entry,) = entries
    assert entry["formats"]
    assert len(entry["readers"]) == len(entry["formats"])
    assert entry["observations"] == entry["observation_count"] > 50
    assert entry["encoding"]
    assert entry["record_format"]
    unread = sum(last - first + 1 for first, last in entry["unread"])
    assert entry["unread_lines"] == unread < entry["lines"]


def test_observations_point_at_their_line(inbox: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = inbox / "nuc.txt"
    (entry,) = document(["identify", str(path), "--json", "--observations"], capsys)["files"]
    lines = path.read_text(encoding="utf-8").split("\n")
    assert len(entry["observations"]) == entry["observation_count"]
    for item in entry["observations"]:
        assert item["file"] == str(path)
        assert set(item) == {
            *("subject", "metric", "value", "unit", "interval", "file", "line", "text", "raw")
        }
        assert item["text"].strip() in lines[item["line"] - 1]
    numbers = [item for item in entry["observations"] if isinstance(item["value"], (int, float))]
    assert len(numbers) > 20


def test_what_is_no_report_is_one_line_and_the_rest_goes_on(
    inbox: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["identify", str(inbox), "no-such-file"]) == 1
    said = capsys.readouterr()
    assert said.err.count("\n") == 2
    assert said.err.startswith("plexwright: no-such-file: there is no such file")
    assert f"plexwright: {inbox / 'notes.pdf'}: " in said.err
    assert "Traceback" not in said.err
    assert "nuc.txt" in said.out


def test_an_empty_name_is_not_the_folder_one_stands_in(
    inbox: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(inbox)
    assert main(["identify", ""]) == 1
    said = capsys.readouterr()
    assert said.err == "plexwright: '': is no name; name the reports or their folder\n"
    assert not said.out


def test_an_archive_gives_a_reading_for_each_report(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    archive = tmp_path / "mail.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        packed.write(NUCLEUS, "a/nuc1.txt")
        packed.writestr("b.bin", bytes(range(256)) * 20)
    entries = document(["identify", str(archive), "--json"], capsys, code=1)["files"]
    assert [entry["file"] for entry in entries] == [
        f"{archive}/a/nuc1.txt",
        f"{archive}/b.bin",
    ]
    assert [entry["refused"] for entry in entries] == [False, True]


def test_import_keeps_what_identify_says(
    inbox: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    identified = document(["identify", str(inbox), "--json"], capsys, code=1)["files"]
    kept = tmp_path / "x.plexwright"
    imported = document(["import", str(inbox), "--into", str(kept), "--json"], capsys, code=1)
    assert imported["engagement"] == str(kept)
    facts = ("formats", "observations", "unread_lines", "encoding", "sha256", "refused")
    assert [[entry[fact] for fact in facts] for entry in imported["files"]] == [
        [entry[fact] for fact in facts] for entry in identified
    ]
    assert [entry["file"] for entry in imported["files"]] == [
        "monday/nuc.txt",
        "notes.pdf",
        "nuc.txt",
    ]
    with EngagementFile.open(kept) as file:
        readings = file.readings()
        sources = file.sources()
        assert file.source_bytes(sources[2].id) == (inbox / "nuc.txt").read_bytes()
        assert file.source_bytes(sources[1].id) == b""
    assert [len(reading.observations) for reading in readings] == [
        entry["observations"] for entry in identified
    ]
    assert not [item for r in readings for item in r.observations if item.file != r.file]


def test_importing_again_adds_nothing(
    inbox: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = tmp_path / "x.plexwright"
    words = ["import", str(inbox / "nuc.txt"), "--into", str(kept), "--json"]
    assert document(words, capsys)["files"][0]["new"] is True
    assert document(words, capsys)["files"][0]["new"] is False
    with EngagementFile.open(kept) as file:
        assert len(file.sources()) == 1


def test_importing_into_what_is_no_engagement(
    inbox: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = inbox / "nuc.txt"
    before = target.read_bytes()
    assert main(["import", str(inbox / "monday"), "--into", str(target)]) == 1
    said = capsys.readouterr()
    assert "is not an engagement" in said.err
    assert said.err.count("\n") == 1
    assert target.read_bytes() == before


@pytest.mark.parametrize("word", ["nosuch.txt", "empty", "inbox/notes.pdf", "inbox/*.csv"])
def test_importing_nothing_leaves_nothing(
    word: str, inbox: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (inbox.parent / "empty").mkdir()
    before = sorted(Path().iterdir())
    assert main(["import", word, "--into", "new.plexwright"]) == 1
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert Path(word).name in said
    assert sorted(Path().iterdir()) == before


def test_an_engagement_that_was_there_stays(
    inbox: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["import", str(inbox / "nuc.txt"), "--into", "x.plexwright"]) == 0
    said = capsys.readouterr().out
    assert "kept; ADARUN parameters, Adabas end-of-session statistics, 305 figures, 2 lines" in said
    assert main(["import", "nosuch.txt", str(inbox / "notes.pdf"), "--into", "x.plexwright"]) == 1
    capsys.readouterr()
    assert main(["import", "x.plexwright", "--into", "x.plexwright"]) == 1
    assert "is the engagement itself" in capsys.readouterr().err
    with EngagementFile.open("x.plexwright") as file:
        assert "nuc.txt" in [source.name for source in file.sources()]


@pytest.mark.usefixtures("inbox")
def test_a_pipe_is_refused_and_the_import_goes_on(capsys: pytest.CaptureFixture[str]) -> None:
    pipe = "pipe" if hasattr(os, "mkfifo") else os.devnull
    if pipe == "pipe":
        os.mkfifo(pipe)
    words = ["import", pipe, "inbox/nuc.txt", "--into", "x.plexwright", "--json"]
    files = document(words, capsys, 1)["files"]
    assert [item["kept"] for item in files] == [False, True]
    assert "no ordinary file" in files[0]["problems"][0]["text"]


@pytest.mark.usefixtures("inbox")
def test_advice_on_nothing_is_still_one_document(capsys: pytest.CaptureFixture[str]) -> None:
    found = document(["advise", "inbox/notes.pdf", "--json"], capsys, 1)
    assert found["findings"] == []
    assert found["plan"] == {"findings": [], "projection": {}}
    assert "is a PDF" in found["files"][0]["problems"][0]["text"]
    masked = document(["advise", "inbox/notes.pdf", "--json", "--mask"], capsys, 1)
    assert masked["files"] == []


def test_intervals_of_a_long_print_can_be_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from advisor.reading import engine, texts

    text = sample("engagement", "rmf-sysb.txt").read_text(encoding="utf-8")
    path = tmp_path / "long.txt"
    path.write_text("".join(text.replace("10.00.00", f"{hour:02d}.00.00") for hour in range(12)))
    monkeypatch.setattr(texts, "LONG", 100_000)
    monkeypatch.setattr(engine, "KEPT", 3 * 6 * text.count("\n"))
    for command in (
        ["identify", str(path), "--json", "--interval", "2015-03-17T07"],
        ["import", str(path), "--json", "--into", str(tmp_path / "x.plexwright"), "--interval",
         "2015-03-17T07"],
        ["advise", str(path), "--json", "--interval", "2015-03-17T07"],
    ):  # fmt: skip
        (entry,) = document(command, capsys, 1)["files"]
        (problem,) = [p for p in entry["problems"] if "12 intervals" in p["text"]]
        assert "1 of them were read in detail (those that were named)" in problem["text"]
        assert entry["unread_lines"] >= 11 * 0.97 * text.count("\n")  # titles of undated pages
    assert main(["advise", str(tmp_path / "x.plexwright"), "--interval", "2015-03-17T07"]) == 1
    assert "name intervals to 'plexwright import'" in capsys.readouterr().err


def test_what_systems_leave_in_a_folder_is_no_report(tmp_path: Path) -> None:
    for name in (
        "desktop.ini", "Thumbs.db", "~$Angebot.docx", "rmf.txt.lnk", ".DS_Store",
        "$RECYCLE.BIN/old.txt", "System Volume Information/x", "__MACOSX/rmf.txt",
    ):  # fmt: skip
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(b"\x00\x01")
    (tmp_path / "rmf.txt").write_text("report")
    files, complete = find_files([str(tmp_path)])
    assert [given.short for given in files] == ["rmf.txt"]
    assert complete


def test_where_a_problem_is_stands_once_in_its_line(
    sample_readings: tuple[FileReading, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    file = Name("r.txt")
    place = say("{file}, line {number}: the row is cut.", file=file, number=LineNumber(3))
    whole = say("{what} Send it again.", what=say("{file} is empty.", file=file))
    kept = "r.txt is what an older engagement says"
    problems = [Problem("r.txt", 3, place), Problem("r.txt", 0, whole), Problem("r.txt", 0, kept)]
    assert report_problems([replace(sample_readings[0], problems=tuple(problems))])
    assert capsys.readouterr().err.splitlines() == [
        "plexwright: r.txt:3: the row is cut.",
        "plexwright: r.txt: is empty. Send it again.",
        "plexwright: r.txt: r.txt is what an older engagement says",
    ]


def test_reports_and_periods_leave_an_engagement_again(tmp_path: Path, capsys) -> None:
    """What was imported once could never be taken out."""
    target = str(tmp_path / "x.plexwright")
    before = [str(sample("engagement", f"ada10-nuc{n}.txt")) for n in (1, 3)]
    after = [str(sample("after", f"ada10-nuc{n}.txt")) for n in (1, 3)]
    for lot in (before, after):
        assert main(["import", *lot, "--into", target]) == 0
    capsys.readouterr()
    assert main(["import", "--into", target, "--remove", "nothing.txt"]) == 1
    said = capsys.readouterr().err
    assert "its periods are 2015-03-17, 2015-08-18" in said
    gone = document(["import", "--into", target, "--remove", "2015-08-18", "--json"], capsys)
    assert [one["file"] for one in gone["removed"]] == ["ada10-nuc1 (2).txt", "ada10-nuc3 (2).txt"]
    assert main(["import", "--into", target, "--remove", "ada10-nuc1.txt"]) == 0
    assert "1 report removed with" in capsys.readouterr().out
    with EngagementFile.open(Path(target)) as file:
        assert [source.name for source in file.sources()] == ["ada10-nuc3.txt"]
        assert {reading.file for reading in file.readings()} == {"ada10-nuc3.txt"}
    assert main(["import", "--into", target]) == 2


def test_an_archive_goes_as_one(inbox: Path, capsys) -> None:
    with zipfile.ZipFile("both.zip", "w") as archive:
        archive.write(inbox / "nuc.txt", "one.txt")
        archive.write(inbox / "monday" / "nuc.txt", "two.txt")
    assert main(["import", "both.zip", "--into", "x.plexwright"]) == 0
    assert main(["import", "--into", "x.plexwright", "--remove", "both.zip/one.txt"]) == 1
    assert "name both.zip for all of it to go" in capsys.readouterr().err
    assert main(["import", "--into", "x.plexwright", "--remove", "both.zip"]) == 0
    with EngagementFile.open(Path("x.plexwright")) as file:
        assert not file.sources()


def test_folders_of_two_periods_are_no_mean_of_both(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """March and August became one period without a word: rates that never were."""
    from app.advising.analysis import analyse_files

    for folder in ("engagement", "after"):
        for name in ("rmf-sysb.txt", "mail-displays.eml"):
            (tmp_path / folder).mkdir(exist_ok=True)
            shutil.copy(sample(folder, name), tmp_path / folder)
    words = [str(tmp_path / "after"), str(tmp_path / "engagement")]
    engagement, refused = analyse_files(words)
    assert not refused
    system = engagement.installation.topology["lpar:SYSB"]
    assert system.measure("dasd_io_per_s") == pytest.approx(60_878.142)
    assert system.value("ZHPF") is True  # of a mail that has no time: its folder's
    assert "kept as history" in capsys.readouterr().err
    assert len({reading.batch for reading in engagement.readings}) == 2


def test_folders_of_one_period_are_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from app.advising.analysis import analyse_files

    for folder, name in (
        ("a", "rmf-sysb.txt"),
        ("b", "mail-displays.eml"),
        ("c", "netwk-sysb.txt"),
    ):
        (tmp_path / folder).mkdir()
        shutil.copy(sample("engagement", name), tmp_path / folder)
    engagement, _ = analyse_files([str(tmp_path)])
    assert {reading.batch for reading in engagement.readings} == {0}
    assert "history" not in capsys.readouterr().err


DISPLAY = """\
IAR019I  10.47.31 DISPLAY VIRTSTOR 612
 TOTAL LFAREA = 4096M , 2G
 LFAREA AVAILABLE = 1024M , 0G
"""


def test_a_system_called_after_its_file_has_no_folders_in_its_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "monday").mkdir()
    path = tmp_path / "monday" / "large frames.txt"
    path.write_text(DISPLAY, encoding="ascii")
    (reading,) = document(["identify", str(path), "--json", "--observations"], capsys, 1)["files"]
    assert {seen["subject"] for seen in reading["observations"]} == {"lpar:large frames.txt"}
    assert "a system called large frames.txt" in str(reading["problems"])


def test_the_same_report_twice_changes_no_advice_and_is_said_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Under two names, in two folders, and named twice."""
    for name in ("one/nuc.txt", "one/copy of nuc.txt", "two/nuc.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copyfile(NUCLEUS, tmp_path / name)
    once = tmp_path / "two" / "nuc.txt"
    alone = document(["advise", str(once), "--json"], capsys)
    several = document(["advise", str(tmp_path), str(once), "--json"], capsys)
    for part in ("id", "severity", "changes", "projection"):  # evidence names another file
        assert [f[part] for f in several["findings"]] == [f[part] for f in alone["findings"]]
    assert alone["findings"]
    assert several["plan"]["projection"] == alone["plan"]["projection"]
    assert several["baseline"]["calibration"] == alone["baseline"]["calibration"]
    said = [problem for file in several["files"] for problem in file["problems"]]
    assert len(several["files"]) == 3
    assert len(said) == 2
    assert all("has the same content as" in str(problem) for problem in said)
