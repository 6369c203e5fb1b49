"""packaging/run.py: the environment, its failures in one sentence, and passing commands through."""

from __future__ import annotations

import ast
import importlib.util
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import tomllib
from collections import namedtuple
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
START = ROOT / "packaging" / "run.py"
SCRIPT = ROOT / "packaging" / "tasks.py"


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """tasks.py as a module whose checkout is an empty folder."""
    spec = importlib.util.spec_from_file_location("plexwright_run", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "ROOT", tmp_path)
    monkeypatch.setattr(module, "ENVIRONMENT", tmp_path / ".venv")
    monkeypatch.setattr(module, "PEERS", tmp_path / ".venv.peers")
    return module


def fake_build(run: ModuleType, python: Path | None = None) -> list[Path]:
    """Replace the download by an environment whose Python is this one."""
    built: list[Path] = []

    def build(aside: Path, packages: Sequence[str], mark: str) -> None:
        interpreter = run.python_of(aside)
        interpreter.parent.mkdir(parents=True)
        if python is None or python.exists():
            interpreter.write_bytes(b"")  # nobody starts it; a link takes a right on Windows
        (interpreter.parent / "tool").write_text(f"#!{interpreter}\n", encoding="utf-8")
        (aside / run.MARKER).write_text(mark, encoding="ascii")
        built.append(aside)

    run.build = build
    return built


def test_only_the_standard_library_is_used() -> None:
    tree = ast.parse(SCRIPT.read_text(encoding="utf-8"))
    names = {
        alias.name.partition(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import)
        for alias in node.names
    } | {
        (node.module or "").partition(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
    }
    assert names <= set(sys.stdlib_module_names)


OLD = ("2.7", "3.6", "3.8", "3.10")


def real(version: str) -> str | None:
    """A Python of that version that starts, where this machine has one."""
    found = shutil.which(f"python{version}")
    managed = sorted(Path.home().glob(f".pyenv/versions/{version}.*/bin/python{version}"))
    for path in (*map(str, managed), found):
        if (
            path
            and not subprocess.run([path, "-c", ""], capture_output=True, check=False).returncode
        ):
            return path
    return None


@pytest.mark.parametrize("version", OLD)
def test_an_old_python_says_which_one_is_needed(version: str, tmp_path: Path) -> None:
    python = real(version)
    if python is None:
        pytest.skip(f"no Python {version} here")
    done = subprocess.run(
        [python, str(START), "demo"], env={"PATH": str(tmp_path)}, capture_output=True,
        text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (1, "")
    assert f"needs Python 3.11 or newer and this is {version}." in done.stderr
    assert done.stderr.count("\n") == 1


def test_the_start_is_read_by_pythons_of_long_ago() -> None:
    tree = ast.parse(START.read_text(encoding="utf-8"))
    later = (ast.JoinedStr, ast.AnnAssign, ast.NamedExpr, ast.Nonlocal, ast.AsyncFunctionDef)
    assert not [node for node in ast.walk(tree) if isinstance(node, later)]
    assert not [n for n in ast.walk(tree) if isinstance(n, ast.arg) and n.annotation is not None]
    assert START.read_bytes().isascii()


def test_a_reader_that_has_read_enough_is_no_fault() -> None:
    """``run.py --help | head -1`` ended in a BrokenPipeError now and then."""
    end, start = os.pipe()
    os.close(end)
    done = subprocess.run(
        [sys.executable, str(START), "--help"], stdout=start, stderr=subprocess.PIPE, check=False
    )
    os.close(start)
    assert (done.returncode, done.stderr) == (0, b"")


def test_an_old_python_hands_over_to_a_newer_one(tmp_path: Path) -> None:
    python = real("3.8")
    if python is None:
        pytest.skip("no Python 3.8 here")
    newer = tmp_path / "python3.11"
    newer.symlink_to(sys.executable)
    done = subprocess.run(
        [python, str(START), "--help"], env={"PATH": str(tmp_path)}, capture_output=True,
        text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0
    assert "packaging/run.py test" in done.stdout


@pytest.mark.parametrize(
    ("name", "answer", "said"),
    [
        ("get_config_var", "cpython-312-x86_64-linux-musl", "built for musl (Alpine)"),
        ("get_platform", "win-arm64", "Windows on ARM64"),
    ],
)
def test_platforms_without_wheels_are_refused_by_name(
    run: ModuleType, monkeypatch: pytest.MonkeyPatch, name: str, answer: str, said: str,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.setattr(run.sysconfig, name, lambda *_: answer)
    assert run.main(["demo"]) == 1
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("how", ["SIGTERM", "SIGKILL", "SIGINT"])
def test_a_set_up_that_is_killed_leaves_no_child(how: str, tmp_path: Path) -> None:
    if not sys.platform.startswith("linux"):
        pytest.skip("looks into /proc")
    mark = tmp_path / "child"
    program = (
        f"import sys; sys.path.insert(0, {str(SCRIPT.parent)!r})\n"
        "import os, tasks\n"
        'child = \'import os, time; open(os.environ["MARK"], "w").write(str(os.getpid())); \'\\\n'
        "        'time.sleep(60)'\n"
        "tasks.call_with_us([sys.executable, '-c', child], dict(os.environ))\n"
    )
    parent = subprocess.Popen(
        [sys.executable, "-c", program], env={**os.environ, "MARK": str(mark)},
        stderr=subprocess.DEVNULL,
        # What a shell starts in the background ignores this signal, and passes that on.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )  # fmt: skip
    until = time.monotonic() + 20
    while not (mark.exists() and mark.read_text()) and time.monotonic() < until:
        time.sleep(0.02)
    child = Path("/proc", mark.read_text())
    parent.send_signal(signal.Signals[how])
    parent.wait(20)
    while child.exists() and "Z" not in (child / "stat").read_text() and time.monotonic() < until:
        time.sleep(0.02)
    assert not child.exists() or "Z" in (child / "stat").read_text()


def test_the_environment_is_built_aside_and_marked(run: ModuleType) -> None:
    built = fake_build(run)
    assert not run.is_ready()
    run.provide_environment()
    assert run.is_ready()
    assert built[0] != run.ENVIRONMENT
    assert not built[0].exists()
    script = run.python_of(run.ENVIRONMENT).parent / "tool"
    assert script.read_text(encoding="utf-8") == f"#!{run.python_of(run.ENVIRONMENT)}\n"
    run.provide_environment()
    assert len(built) == 1


def test_another_lock_makes_another_environment(
    run: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    built = fake_build(run)
    run.provide_environment()
    other = tmp_path / "other.lock"
    other.write_text("numpy==1\n", encoding="ascii")
    monkeypatch.setattr(run, "LOCK", other)
    assert not run.is_ready()
    run.provide_environment()
    assert run.is_ready()
    assert len(built) == 2
    assert sorted(path.name for path in tmp_path.glob(".venv*")) == [".venv", ".venv-lock"]


def test_an_environment_whose_python_left_is_made_again(run: ModuleType, tmp_path: Path) -> None:
    gone = tmp_path / "python-that-was-removed"
    fake_build(run, gone)
    run.provide_environment()
    assert not run.is_ready()
    fake_build(run)
    run.provide_environment()
    assert run.is_ready()


def test_a_failed_build_leaves_nothing_and_does_not_touch_the_old_one(
    run: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake_build(run)
    run.provide_environment()
    other = tmp_path / "other.lock"
    other.write_text("numpy==1\n", encoding="ascii")
    monkeypatch.setattr(run, "LOCK", other)

    def broken(aside: Path, _packages: Sequence[str], _mark: str) -> None:
        aside.mkdir()
        raise run.Stop("no network")

    run.build = broken
    with pytest.raises(run.Stop):
        run.provide_environment()
    assert run.python_of(run.ENVIRONMENT).exists()
    assert not list(tmp_path.glob(".venv.new-*"))


def test_what_a_killed_start_left_behind_is_swept(run: ModuleType, tmp_path: Path) -> None:
    (tmp_path / ".venv.new-1").mkdir()
    (tmp_path / ".venv.old-2").mkdir()
    fake_build(run)
    run.provide_environment()
    assert not list(tmp_path.glob(".venv.*-*"))


def test_two_starts_at_once_build_once(run: ModuleType, tmp_path: Path) -> None:
    program = f"""
import importlib.util, pathlib, sys, time
spec = importlib.util.spec_from_file_location("plexwright_run", {str(SCRIPT)!r})
run = importlib.util.module_from_spec(spec)
spec.loader.exec_module(run)
run.ROOT = pathlib.Path({str(tmp_path)!r})
run.ENVIRONMENT = run.ROOT / ".venv"
def build(aside, packages, mark):
    python = run.python_of(aside)
    python.parent.mkdir(parents=True)
    time.sleep(0.5)
    python.write_bytes(b"")
    (aside / run.MARKER).write_text(run.fingerprint(), encoding="ascii")
    print("built")
run.build = build
run.provide_environment()
assert run.is_ready()
"""
    starts = [
        subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
        for _ in range(3)
    ]
    outputs = [start.communicate(timeout=30)[0] for start in starts]
    assert [start.returncode for start in starts] == [0, 0, 0]
    assert "".join(outputs).count("built") == 1


@pytest.mark.parametrize(
    ("printed", "expected"),
    [
        ("WARNING: ... NewConnectionError('...')\nERROR: No matching distribution found for x\n",
         "cannot be reached, and the first start needs the network once"),
        ("ERROR: No matching distribution found for PySide6-Essentials==6.10.3\n",
         "has no ready-made build for Python"),
        ("ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE.\n",
         "is not the one this version was tested with"),
        ("ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device",
         "the disk is full"),
        ("The virtual environment was not created successfully because ensurepip is not available",
         "lacks its venv module"),
        ("ERROR: something nobody foresaw\n", "something nobody foresaw"),
        ("", "it printed nothing"),
    ],
)  # fmt: skip
def test_failures_become_one_sentence(run: ModuleType, printed: str, expected: str) -> None:
    sentence = run.why_it_failed(printed)
    assert expected in sentence
    assert "\n" not in sentence


def test_a_missing_library_is_answered_with_the_line_to_type(
    run: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(run, "QT_LIBRARIES", {"libplexwright-none.so.1": "libnone1"})
    monkeypatch.setattr(run.sys, "platform", "linux")
    monkeypatch.setattr(run, "install_system_packages", lambda packages: False)
    monkeypatch.setattr(run.shutil, "which", lambda name: f"/usr/bin/{name}")
    assert not run.provide_qt_libraries()
    assert "run:  sudo apt-get install -y libnone1\n" in capsys.readouterr().err


def test_a_python_without_venv_is_answered_with_the_line_to_type(
    run: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(run.shutil, "disk_usage", lambda path: usage(10**12, 0, 10**12))
    monkeypatch.setattr(run.shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(run, "install_system_packages", lambda packages: False)
    monkeypatch.setattr(run.importlib.util, "find_spec", lambda name: None)
    assert run.main(["test"]) == 1
    major, minor = sys.version_info[:2]
    err = capsys.readouterr().err
    assert f"run:  sudo apt-get install -y python{major}.{minor}-venv" in err
    assert err.count("\n") == 1


def test_a_full_disk_is_noticed_before_downloading(
    run: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(run.shutil, "disk_usage", lambda path: usage(10**9, 10**9, 10**6))
    assert run.main(["plexwright"]) == 1
    assert "make room and start again" in capsys.readouterr().err


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout with a ready environment and a program that tells how it was started."""
    (tmp_path / "packaging").mkdir()
    for name in ("run.py", "tasks.py", "requirements.lock"):
        (tmp_path / "packaging" / name).write_bytes((ROOT / "packaging" / name).read_bytes())
    (tmp_path / "app").mkdir()
    (tmp_path / "app" / "__main__.py").write_text(
        "import os, sys\n"
        "print(sys.argv[1:], os.path.basename(os.getcwd()))\n"
        "sys.exit(1 if sys.argv[1:] else 0)\n",
        encoding="utf-8",
    )
    program = (
        "import importlib.util, pathlib, sys\n"
        "sys.path.insert(0, 'packaging')\n"
        "import tasks as run\n"
        "import venv\n"
        "venv.create(run.ENVIRONMENT, symlinks=sys.platform != 'win32')\n"
        "(run.ENVIRONMENT / run.MARKER).write_text(run.fingerprint(), encoding='ascii')\n"
    )
    subprocess.run([sys.executable, "-c", program], cwd=tmp_path, check=True)
    return tmp_path


def test_plexwright_gets_arguments_folder_and_exit_code_through(checkout: Path) -> None:
    elsewhere = checkout / "customer"
    (elsewhere / "app").mkdir(parents=True)
    (elsewhere / "app" / "__main__.py").write_text("print('not ours')", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(checkout / "packaging" / "run.py"), "plexwright", "a b", "--json"],
        cwd=elsewhere,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (1, "['a b', '--json'] customer\n")
    assert done.stderr == ""


def test_unknown_tasks_are_wrong_usage() -> None:
    done = subprocess.run(
        [sys.executable, str(SCRIPT), "frobnicate"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert done.stdout == ""
    assert "packaging/run.py test" in done.stderr


LOCKS = ("requirements.lock", "bundle/requirements.lock")


def locked() -> dict[str, list[str]]:
    """Package name → versions in the locks."""
    text = "".join((ROOT / "packaging" / lock).read_text(encoding="utf-8") for lock in LOCKS)
    found: dict[str, list[str]] = {}
    for name, version in re.findall(r"^([\w.-]+)==(\S+)", text, flags=re.MULTILINE):
        found.setdefault(name.lower().replace("_", "-"), []).append(version)
    return found


@pytest.mark.parametrize("lock", LOCKS)
def test_the_lock_is_pinned_hashed_and_names_no_host(lock: str) -> None:
    text = (ROOT / "packaging" / lock).read_text(encoding="utf-8")
    assert "://" not in text
    assert not [line for line in text.splitlines() if line.startswith("-")]
    requirements = text.replace("\\\n", " ").splitlines()
    pinned = [line for line in requirements if line and not line.lstrip().startswith("#")]
    assert len(pinned) >= (20 if lock == LOCKS[0] else 5)
    for line in pinned:
        assert "==" in line, line
        assert "--hash=sha256:" in line, line


def test_the_lock_covers_what_the_project_declares() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    declared = [*project["project"]["dependencies"]]
    for name, group in project["dependency-groups"].items():
        if name not in ("bench", "mutants"):
            declared.extend(group)
    names = [re.split(r"[<>=~!\[; ]", line, maxsplit=1)[0].lower() for line in declared]
    lock = locked()
    assert [name for name in names if name not in lock] == []
    assert all(version.startswith("6.10.") for version in lock["pyside6-essentials"])
    # Peers are compared with where somebody put them, never shipped.
    assert not {"line-solver", "ciw"} & set(lock)


def test_peers_have_an_environment_of_their_own(
    run: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What they ask for never meets what is locked, and is made once until they are others."""
    steps: list[list[str]] = []

    def install(command: list[str], _: object) -> tuple[int, str]:
        steps.append(command)
        if "venv" in command:
            interpreter = run.python_of(Path(command[-1]))
            interpreter.parent.mkdir(parents=True)
            interpreter.write_bytes(b"")
        return 0, ""

    (run.ROOT / "pyproject.toml").write_text(
        '[dependency-groups]\nbench = ["line-solver>=3.0,<4", "ciw>=3.2,<4"]\n', encoding="utf-8"
    )
    monkeypatch.setattr(run, "call_with_us", install)
    assert run.provide_peers() == 0
    (_, pip) = steps
    assert pip[-2:] == ["line-solver>=3.0,<4", "ciw>=3.2,<4"]
    assert str(run.LOCK) not in pip
    assert not run.ENVIRONMENT.exists()
    assert run.is_ready(run.PEERS, (run.PEERS / run.MARKER).read_text(encoding="ascii").strip())
    assert "compares with line-solver" in capsys.readouterr().err
    assert run.provide_peers() == 0
    assert len(steps) == 2
    (run.ROOT / "pyproject.toml").write_text(
        '[dependency-groups]\nbench = ["ciw>=4"]\n', encoding="utf-8"
    )
    assert run.provide_peers() == 0
    assert len(steps) == 4


def test_every_declared_dependency_is_justified_in_the_readme() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    readme = (ROOT / "README.md").read_text(encoding="utf-8").lower()
    for group in (project["project"]["dependencies"], *project["dependency-groups"].values()):
        for line in group:
            name = re.split(r"[<>=~!\[; ]", line, maxsplit=1)[0].lower()
            assert f"| {name} |" in readme, f"{name} has no line in the dependency table"


def test_ci_runs_what_the_readme_says() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    ci = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    for task in ("demo", "test"):
        assert f"python3 packaging/run.py {task}" in readme
    assert "python3 packaging/run.py test" in ci
    assert "python3 packaging/run.py lint" in ci
    assert os.access(ROOT / ".ci" / "run", os.X_OK)
