"""The contributor's guide, followed to the letter in a copy of the tree."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
GUIDE = ROOT / "resources" / "docs" / "extending.md"
_BLOCK = re.compile(r"(?P<lead>[^\n]*)\n\n```(?P<kind>\w+)\n(?P<text>.*?)```", re.DOTALL)
_FILE = re.compile(r"`(?P<path>[\w/.]+)`:")
_INSERTED = re.compile(r"In `(?P<path>[\w/.]+)`, after `(?P<line>[^`]+)`:")

DRIVER = r"""
import contextlib, io, json, os, shlex, sys
from app.cli import main

answers = []
for command in json.load(sys.stdin):
    said = io.StringIO()
    words = shlex.split(command)
    if words[0] == "ls":
        print(*(os.listdir(words[1]) if os.path.isdir(words[1]) else ()), sep="\n", file=said)
    else:
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            main(words[1:])
    answers.append(said.getvalue())

from PySide6.QtWidgets import QApplication
application = QApplication([])
from app.window.canvas.palette import ROLE, PalettePanel
from app.window.document import Document
from app.window.document.editing import new_component
from model.catalogue import catalogue

palette = PalettePanel(Document())
palette._fill()
rows = [palette.list.item(row) for row in range(palette.list.count())]
answers.append([row.text() for row in rows if row.data(ROLE)])
palette.filter.setText("spool")
answers.append([palette.list.item(row).text() for row in range(palette.list.count())])
answers.append(new_component(Document().topology, catalogue()["print_server"], None).name)
json.dump(answers, sys.stdout)
"""


def steps() -> tuple[dict[str, str], list[tuple[str, str, str]], list[tuple[str, list[str]]]]:
    """Files of the guide, insertions (file, line, text) and commands with what they say."""
    files, inserted, commands = {}, [], []
    for block in _BLOCK.finditer(GUIDE.read_text(encoding="utf-8")):
        lead, text = block["lead"], block["text"]
        if block["kind"] == "console":
            for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
                command, *said = part.splitlines()
                commands.append((command, said))
        elif found := _INSERTED.fullmatch(lead):
            inserted.append((found["path"], found["line"], text))
        elif found := _FILE.fullmatch(lead):
            files[found["path"]] = text
    return files, inserted, commands


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> list:
    tree = tmp_path_factory.mktemp("tree")
    # Copied whole: links need a privilege on Windows.
    for room in ("app", "advisor", "model", "resources", "samples"):
        shutil.copytree(ROOT / room, tree / room, ignore=shutil.ignore_patterns("__pycache__"))
    files, inserted, commands = steps()
    for path, text in files.items():
        assert not (ROOT / path).exists(), path
        (tree / path).write_text(text, encoding="utf-8")
    for path, line, text in inserted:
        before = (tree / path).read_text(encoding="utf-8")
        assert before.count(line) == 1, line
        (tree / path).write_text(before.replace(line, f"{line}\n{text}"), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", DRIVER],
        cwd=tree,
        input=json.dumps([command for command, _ in commands]),
        capture_output=True,
        text=True,
        check=False,
        env={"PATH": "", "QT_QPA_PLATFORM": "offscreen", "HOME": str(tree), "PYTHONPATH": "."},
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout)


def test_the_guide_has_the_five_examples() -> None:
    titles = re.findall(r"^## (.*)$", GUIDE.read_text(encoding="utf-8"), re.MULTILINE)
    assert titles == ["A setting", "A subsystem", "A report format", "A rule", "A chart"]
    files, inserted, commands = steps()
    assert len(files) == 6
    assert len(inserted) == 1
    assert len(commands) == 8


@pytest.mark.parametrize("number", range(len(steps()[2])), ids=[c for c, _ in steps()[2]])
def test_each_command_says_what_the_guide_says(answers, number: int) -> None:
    for line in steps()[2][number][1]:
        assert line in answers[number], answers[number]


def test_a_new_subsystem_is_in_the_window(answers) -> None:
    *_, listed, found, name = answers
    assert "Print server" in listed
    assert found == ["Print server"]
    assert name == "PRT1"
