"""Layer rules as a test: who may import whom, and what a start may not pay for."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import networkx
import pytest

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("app", "advisor", "model")
LONGEST_MODULE = 700
NETWORK = frozenset(
    {"asyncio", "ftplib", "http", "requests", "smtplib", "socket", "ssl", "urllib", "xmlrpc"}
)
HEAVY = frozenset({"scipy", "networkx", "pyqtgraph", "typst"})
FORBIDDEN = {
    "model": frozenset({"app", "advisor", "PySide6", "shiboken6", "pyqtgraph", "sqlite3"}),
    "advisor": frozenset({"app", "PySide6", "shiboken6", "pyqtgraph", "sqlite3"}),
    "app": frozenset[str](),
}


@cache
def sources(room: str) -> tuple[Path, ...]:
    return tuple(sorted((ROOT / room).rglob("*.py")))


Import = ast.Import | ast.ImportFrom


@cache
def looked_at(path: Path) -> tuple[tuple[Import, ...], tuple[tuple[str, int], ...]]:
    """Every import of a file, wherever it stands, and what is slow of those at module level.

    The trees are not kept: the garbage collector of this process would walk through them (1.4
    million objects) at every full round of every later test.
    """
    tree = ast.parse(path.read_text(encoding="utf-8"))
    imports = tuple(n for n in ast.walk(tree) if isinstance(n, Import))
    return imports, tuple(heavy_at_import(tree))


def imports_of(path: Path) -> tuple[Import, ...]:
    return looked_at(path)[0]


def imported(nodes: Iterable[Import]) -> Iterator[tuple[str, int]]:
    """Full names of the modules that are imported, with their lines."""
    for node in nodes:
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, node.lineno
        elif node.level == 0 and node.module:
            yield node.module, node.lineno


def executed_on_import(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """Statements that run when the module is imported; not those only a type checker reads."""
    for statement in body:
        if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef)):
            continue
        if isinstance(statement, ast.If) and "TYPE_CHECKING" in ast.unparse(statement.test):
            yield from executed_on_import(statement.orelse)
            continue
        nested = [
            child
            for name in ("body", "orelse", "finalbody")
            for child in getattr(statement, name, [])
            if isinstance(child, ast.stmt)
        ]
        for handler in getattr(statement, "handlers", []):
            nested.extend(handler.body)
        if nested:
            yield from executed_on_import(nested)
        else:
            yield statement


def heavy_at_import(tree: ast.Module) -> list[tuple[str, int]]:
    executed = [node for node in executed_on_import(tree.body) if isinstance(node, Import)]
    return [(name, line) for name, line in imported(executed) if name.partition(".")[0] in HEAVY]


@pytest.mark.parametrize("room", ROOMS)
def test_rooms_import_only_downwards(room: str) -> None:
    wrong = [
        f"{path.relative_to(ROOT)}:{line} imports {name}"
        for path in sources(room)
        for name, line in imported(imports_of(path))
        if name.partition(".")[0] in FORBIDDEN[room]
    ]
    assert sources(room)
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("room", ROOMS)
def test_no_module_imports_a_slow_library_when_it_is_imported(room: str) -> None:
    wrong = [
        f"{path.relative_to(ROOT)}:{line} imports {name} at module level"
        for path in sources(room)
        for name, line in looked_at(path)[1]
    ]
    assert not wrong, "\n".join(wrong)


def test_the_check_for_slow_imports_sees_through_blocks() -> None:
    def heavy(source: str) -> list[tuple[str, int]]:
        return heavy_at_import(ast.parse(source))

    assert heavy("import scipy.optimize") == [("scipy.optimize", 1)]
    assert heavy("try:\n    from scipy import stats\nexcept ImportError:\n    pass")
    assert heavy("class A:\n    import networkx")
    assert not heavy("def f():\n    import scipy")
    assert not heavy("if TYPE_CHECKING:\n    import networkx")


@cache
def modules_by_name() -> dict[str, Path]:
    named = {}
    for path in (path for room in ROOMS for path in sources(room)):
        parts = path.relative_to(ROOT).with_suffix("").parts
        named[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return named


def imports_among(named: dict[str, Path]) -> networkx.DiGraph:
    """Who imports whom, wherever in a file and whether or not only a type checker reads it."""
    graph = networkx.DiGraph()
    for name, path in named.items():
        package = name if path.name == "__init__.py" else name.rpartition(".")[0]
        for node in imports_of(path):
            if isinstance(node, ast.Import):
                graph.add_edges_from((name, alias.name) for alias in node.names)
            else:
                above = package.rsplit(".", node.level - 1)[0] if node.level else ""
                origin = ".".join(part for part in (above, node.module) if part)
                for alias in node.names:
                    whole = f"{origin}.{alias.name}"
                    graph.add_edge(name, whole if whole in named else origin)
    return graph.subgraph(named).copy()


def circles(graph: networkx.DiGraph) -> list[list[str]]:
    return sorted(sorted(c) for c in networkx.strongly_connected_components(graph) if len(c) > 1)


ALLOWED_CIRCLES = ("app.window.canvas.", "app.window.shell.", "app.window.i18n")


def test_no_files_import_each_other_in_a_circle() -> None:
    graph = imports_among(modules_by_name())
    assert graph.number_of_edges() > 2000
    found = [c for c in circles(graph) if not c[0].startswith(ALLOWED_CIRCLES)]
    assert not found, "\n".join(" - ".join(circle) for circle in found)


@pytest.mark.parametrize("floor", ROOMS)
def test_no_rooms_of_a_floor_import_each_other_in_a_circle(floor: str) -> None:
    graph = imports_among({n: p for n, p in modules_by_name().items() if n.startswith(f"{floor}.")})
    rooms = networkx.DiGraph()
    for one, other in graph.edges:
        rooms.add_edge(".".join(one.split(".")[:2]), ".".join(other.split(".")[:2]))
    rooms.remove_edges_from([(room, room) for room in list(rooms)])
    assert not circles(rooms)


def test_the_check_for_circles_sees_relative_and_late_imports(tmp_path: Path) -> None:
    one, other = tmp_path / "one.py", tmp_path / "other.py"
    one.write_text("def f():\n    from .other import g\n")
    other.write_text("import x.one\n")
    assert circles(imports_among({"x.one": one, "x.other": other})) == [["x.one", "x.other"]]


def test_nothing_talks_to_a_network() -> None:
    wrong = [
        f"{path.relative_to(ROOT)}:{line} imports {name}"
        for room in ROOMS
        for path in sources(room)
        for name, line in imported(imports_of(path))
        if name.partition(".")[0] in NETWORK or "QtNetwork" in name or "QtWeb" in name
    ]
    assert not wrong, "\n".join(wrong)


def test_no_module_outgrows_its_room() -> None:
    lengths = {
        str(path.relative_to(ROOT)): len(path.read_text(encoding="utf-8").splitlines())
        for room in (*ROOMS, "packaging", "tests")
        for path in sources(room)
    }
    assert not {name: lines for name, lines in lengths.items() if lines > LONGEST_MODULE}


@pytest.mark.parametrize(
    ("module", "banned"),
    [
        ("app.cli", HEAVY | {"numpy", "PySide6", "sqlite3", "advisor", "model"}),
        ("app.window.main", HEAVY | {"numpy", "sqlite3", "advisor"}),
    ],
)
def test_start_loads_nothing_slow(module: str, banned: frozenset[str]) -> None:
    program = f"import sys, {module}; print(*sorted({{n.partition('.')[0] for n in sys.modules}}))"
    loaded = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split()
    assert not banned & set(loaded)


def test_nothing_names_a_machine_a_person_or_a_registry() -> None:
    # Put together here so that this file does not name them itself.
    patterns = [
        "/" + "work" + "/",
        "/" + "tmp" + "/",
        "/home/" + r"\w+/",
        "/Users/" + r"\w+/",
        r"C:\\Users" + r"\\",
        "--" + "index-url",
        "files" + r"\.pythonhosted\.org",
        r"pypi\." + "org",
    ]
    banned = re.compile("|".join(patterns))
    wrong = []
    for path in tracked_text_files():
        text = path.read_text(encoding="utf-8", errors="replace")
        for number, line in enumerate(text.splitlines(), start=1):
            if banned.search(line):
                wrong.append(f"{path.relative_to(ROOT)}:{number}: {line.strip()[:100]}")
    assert not wrong, "\n".join(wrong)


def tracked_text_files() -> list[Path]:
    suffixes = {".py", ".md", ".toml", ".lock", ".json", ".txt", ".typ", ".qss", ".cfg", ".spec"}
    rooms = [*ROOMS, "resources", "packaging", "tests"]
    files = [path for room in rooms for path in (ROOT / room).rglob("*") if path.is_file()]
    files += [ROOT / "README.md", ROOT / "pyproject.toml", ROOT / ".ci" / "run"]
    return [path for path in files if path.suffix in suffixes or path.name == "run"]


def test_top_level_holds_only_the_rooms() -> None:
    rooms = {*ROOMS, "resources", "samples", "packaging", "tests", "README.md", "pyproject.toml"}
    allowed = {*rooms, "LICENSE", "CHANGELOG.md", "CONTRIBUTING.md"}
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    present = {name.partition("/")[0] for name in listed.stdout.splitlines()}
    assert {name for name in present if not name.startswith(".")} <= allowed
    assert rooms <= {path.name for path in ROOT.iterdir()}


def test_every_room_is_shipped() -> None:
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    shipped = project["tool"]["setuptools"]["packages"]["find"]["include"]
    for room in (*ROOMS, "resources", "samples"):
        assert {room, f"{room}.*"} <= set(shipped)


def test_void_qt_calls_keep_none_alive() -> None:
    """PySide6 6.12.0 loses a reference to None per void call and aborts after some 5,000."""
    program = (
        "from PySide6.QtWidgets import QApplication, QLabel\n"
        "application = QApplication([])\n"
        "label = QLabel()\n"
        "for number in range(20_000):\n"
        "    label.setText(str(number))\n"
        "print(label.text())\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout.strip()) == (0, "19999"), done.stderr
