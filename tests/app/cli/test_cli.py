"""The command line itself: discovery, exit codes, one line per error, quiet ends."""

from __future__ import annotations

import importlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import app.commands
from app import __version__
from app.cli import command_names, load_command, main
from app.errors import InputProblem, complain, one_line
from app.printing.output import component_name, finite, print_json, table
from model.topology import Component, Topology

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def plant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder whose files are commands too."""
    monkeypatch.setattr(app.commands, "__path__", [*app.commands.__path__, str(tmp_path)])
    yield tmp_path
    for name in [name for name in sys.modules if name.startswith("app.commands.planted")]:
        del sys.modules[name]


def planted(folder: Path, body: str) -> None:
    (folder / "planted_.py").write_text(
        "NAME = 'planted'\nHELP = 'planted by a test'\n"
        "def configure(parser):\n    parser.add_argument('--count', type=int)\n"
        f"def run(args):\n    {body}\n",
        encoding="utf-8",
    )
    importlib.invalidate_caches()


@pytest.mark.parametrize(
    "name",
    [
        "advise",
        "bench",
        "demo",
        "identify",
        "import",
        "open",
        "project",
        "rules",
        "solve",
        "validate",
    ],
)
def test_every_promised_command_is_there_and_has_help(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert name == load_command(name).NAME
    assert main([name, "--help"]) == 0
    said = capsys.readouterr()
    assert said.out.startswith(f"usage: plexwright {name}")
    assert said.err == ""


def test_the_overview_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    out = capsys.readouterr().out
    for name in command_names():
        assert f"  {name}" in out


PRINTS = "for stream in (sys.stdout, sys.stderr): print('−2 % … 17 µs → Müller 東', file=stream)"
RUNS = f"""
import sys
from app import cli
class Command:
    NAME, HELP = "x", "x"
    configure = staticmethod(lambda parser: None)
    @staticmethod
    def run(args):
        {PRINTS}
        return 0
cli.load_command = lambda name: Command
sys.exit(cli.main(["x"]))
"""


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "cp850"])
def test_what_is_redirected_is_utf8_whatever_the_code_page(encoding: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", RUNS],
        cwd=ROOT,
        env={**os.environ, "PYTHONIOENCODING": encoding},
        capture_output=True,
        check=True,
    )
    assert done.stdout.decode("utf-8").strip() == "−2 % … 17 µs → Müller 東"
    assert done.stderr.decode("utf-8").strip() == "−2 % … 17 µs → Müller 東"


@pytest.mark.skipif(os.name != "posix", reason="needs a pseudo-terminal")
def test_a_console_of_one_code_page_shows_plainer_characters_and_no_question_marks() -> None:
    mine, theirs = os.openpty()
    with subprocess.Popen(
        [sys.executable, "-c", RUNS],
        cwd=ROOT,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        stdout=theirs,
        stderr=subprocess.PIPE,
    ) as process:
        os.close(theirs)
        said = os.read(mine, 1000).decode("ascii").strip()
        assert process.wait() == 0
    os.close(mine)
    assert said == r"-2 % ... 17 us -> Muller \u6771"


def test_a_new_file_is_a_new_command(plant: Path, capsys: pytest.CaptureFixture[str]) -> None:
    planted(plant, "print('count', args.count); return 0")
    assert "planted" in command_names()
    assert main(["planted", "--count", "3"]) == 0
    assert capsys.readouterr().out == "count 3\n"


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"plexwright {__version__}\n"


@pytest.mark.parametrize(
    "words",
    [
        ["frobnicate"],
        ["rules", "--nonsense"],
        ["rules", "ABC-999"],
        ["identify"],
        ["import", "file.txt"],
        ["project"],
        ["bench", "--only", "no benchmark is called like this"],
        ["identify", "x", "--observat"],
    ],
)
def test_wrong_usage_is_one_line_and_two(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("plexwright: ")
    assert said.err.count("\n") == 1


@pytest.mark.parametrize(
    ("body", "code", "line"),
    [
        ("return 0", 0, ""),
        ("return 1", 1, ""),
        (
            "from app.errors import InputProblem; raise InputProblem('a\\nb', file='f', line=3)",
            1,
            "plexwright: f:3: a b\n",
        ),
        (
            "from app.cli import UsageError; raise UsageError('give more')",
            2,
            "plexwright: give more\n",
        ),
        ("open('no such file')", 1, "plexwright: no such file: No such file or directory\n"),
        ("raise KeyboardInterrupt", 130, ""),
        ("raise BrokenPipeError", 1, ""),
    ],
)
def test_what_a_command_does_becomes_exit_code_and_line(
    plant: Path, capsys: pytest.CaptureFixture[str], body: str, code: int, line: str
) -> None:
    planted(plant, body)
    stdout = sys.stdout
    try:
        assert main(["planted"]) == code
    finally:
        sys.stdout = stdout
    assert capsys.readouterr().err == line


@pytest.mark.parametrize(
    ("body", "windows", "line"),
    [
        ("raise OSError(22, 'Invalid argument')", True, ""),
        ("raise OSError(22, 'Invalid argument')", False, "plexwright: Invalid argument\n"),
        # About a file it is no pipe's end.
        (
            "raise OSError(22, 'Invalid argument', 'a*b')",
            True,
            "plexwright: a*b: Invalid argument\n",
        ),
    ],
)
def test_windows_calls_a_closed_pipe_an_invalid_argument(
    plant: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch,
    body: str, windows: bool, line: str,
) -> None:  # fmt: skip
    monkeypatch.setattr("app.cli.ON_WINDOWS", windows)
    planted(plant, body)
    stdout = sys.stdout
    try:
        assert main(["planted"]) == 1
    finally:
        sys.stdout = stdout
    assert capsys.readouterr().err == line


def test_a_fault_of_its_own_is_one_line_unless_asked(
    plant: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PLEXWRIGHT_DEBUG", raising=False)
    planted(plant, "return {}['missing']")
    assert main(["planted"]) == 1
    err = capsys.readouterr().err
    assert "KeyError" in err
    assert err.count("\n") == 1
    monkeypatch.setenv("PLEXWRIGHT_DEBUG", "1")
    with pytest.raises(KeyError):
        main(["planted"])


def test_a_command_loads_only_itself() -> None:
    program = (
        "import sys\nfrom app.cli import main\nmain(['--version'])\n"
        "main(['bench', '--only', 'none of them'])\n"
        "print([n for n in sys.modules if n.startswith('app.commands.')])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "['app.commands.bench']"


def started(body: str) -> subprocess.Popen[str]:
    """A process whose one command does ``body``."""
    program = (
        "import signal, sys, time, types\nfrom app import cli\n"
        # A run in the background of a shell hands down that interrupts are ignored.
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        f"def run(args):\n    {body}\n    return 0\n"
        "command = types.SimpleNamespace(NAME='x', HELP='', configure=lambda p: None, run=run)\n"
        "cli.load_command = lambda name: command\n"
        "sys.exit(cli.main(['x']))"
    )
    return subprocess.Popen(
        [sys.executable, "-c", program],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_a_reader_that_leaves_is_no_error() -> None:
    """``plexwright rules --json | head -1``"""
    process = started("[print('x' * 1000) for _ in range(10_000)]")
    assert process.stdout is not None
    assert process.stderr is not None
    assert process.stdout.readline() == "x" * 1000 + "\n"
    process.stdout.close()
    assert process.stderr.read() == ""
    process.stderr.close()
    assert process.wait(timeout=10) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="a console's Ctrl+C is no signal there")
def test_interrupting_is_quiet() -> None:
    process = started("print('started', flush=True); time.sleep(30)")
    assert process.stdout is not None
    assert process.stdout.readline() == "started\n"
    time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    try:
        _, err = process.communicate(timeout=10)
    finally:
        process.kill()
        process.communicate()
    assert (process.returncode, err) == (130, "")


@given(text=st.text(max_size=300))
def test_messages_are_always_one_printable_line(text: str) -> None:
    line = one_line(text)
    assert line == "" or line.isprintable()


def test_controls_are_shown_and_long_messages_cut(capsys: pytest.CaptureFixture[str]) -> None:
    complain("a\x1b[31m.txt", 7, "b\u202egnp\r\nc\x00")
    assert capsys.readouterr().err == ("plexwright: a\\x1b[31m.txt:7: b\\u202egnp c\\x00\n")
    assert len(one_line("x" * 100_000)) <= 1001


def test_an_input_problem_knows_its_place() -> None:
    problem = InputProblem("no", file=Path("a") / "b", line=2)
    assert (problem.file, problem.line, str(problem)) == (os.path.join("a", "b"), 2, "no")


def test_json_has_no_numbers_json_lacks(capsys: pytest.CaptureFixture[str]) -> None:
    import json

    import numpy as np

    document = {
        "a": float("nan"),
        "b": [float("inf"), np.float64(1.5), np.int64(2), np.bool_(True)],
        "c": ("µ", None),
    }
    assert finite(document) == {"a": None, "b": [None, 1.5, 2, True], "c": ["µ", None]}
    print_json(document)
    out = capsys.readouterr().out
    assert out.isascii()
    assert json.loads(out)["c"] == ["µ", None]
    with pytest.raises(TypeError):
        finite(object())


def test_a_name_that_two_components_have_is_not_used_alone() -> None:
    topology = Topology().with_components(
        [
            Component("lpar:SYSA", "lpar", "SYSA"),
            Component("netwk_node:SYSA", "netwk_node", "SYSA"),
            Component("lpar:SYSB", "lpar", "SYSB"),
        ]
    )
    assert component_name(topology, "lpar:SYSB") == "SYSB"
    assert component_name(topology, "netwk_node:SYSA") == "netwk_node:SYSA"
    assert component_name(topology, "lpar:GONE") == "lpar:GONE"


def test_tables_align_and_neutralise() -> None:
    lines = table(("name", "value"), [("a", "1"), ("long\x1b", "1000")], right=(1,))
    assert lines == [
        "name      value",
        "────────  ─────",
        "a             1",
        "long\\x1b   1000",
    ]
