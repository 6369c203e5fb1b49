"""What is shipped: the wheels for a place without a network, and what a bundle holds."""

from __future__ import annotations

import ast
import importlib.machinery
import importlib.util
import json
import os
import re
import shutil
import struct
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGING = ROOT / "packaging"


def module(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"shipping_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


@pytest.fixture(scope="module")
def build() -> ModuleType:
    return module(PACKAGING / "bundle" / "build.py")


def names(lock: str) -> set[str]:
    return {line.partition("==")[0] for line in lock.splitlines() if line[:1].isalnum()}


def test_wheels_are_those_of_the_other_system_with_their_hashes() -> None:
    wheelhouse = module(PACKAGING / "wheelhouse.py")
    lock = (PACKAGING / "requirements.lock").read_text(encoding="utf-8")
    found = {system: wheelhouse.wanted_of(lock, system, "3.12") for system in wheelhouse.WORLDS}
    for wanted in found.values():
        assert {"numpy", "pyside6-essentials", "typst"} <= names(wanted)
        entries = wanted.count("==")
        assert entries == len(names(wanted))
        assert wanted.count("--hash=sha256:") >= entries
        assert ";" not in wanted


def test_what_only_another_system_needs_is_not_fetched() -> None:
    lock = (
        "everywhere==1.0 \\\n    --hash=sha256:aa\n    # via one\n"
        "pywin32==2.0 ; sys_platform == 'win32' \\\n    --hash=sha256:bb \\\n    --hash=sha256:cc\n"
        "old==3.0 ; python_full_version < '3.12' \\\n    --hash=sha256:dd\n"
    )
    wanted = module(PACKAGING / "wheelhouse.py").wanted_of
    assert names(wanted(lock, "windows", "3.12")) == {"everywhere", "pywin32"}
    assert names(wanted(lock, "linux", "3.11")) == {"everywhere", "old"}
    assert "--hash=sha256:cc" in wanted(lock, "windows", "3.12")


def test_packages_that_were_brought_along_are_taken_and_no_index_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tasks = module(PACKAGING / "tasks.py")
    monkeypatch.setattr(tasks, "WHEELHOUSE", tmp_path / "wheelhouse")
    assert tasks.from_the_wheelhouse() == []
    (tmp_path / "wheelhouse").mkdir()
    options = tasks.from_the_wheelhouse()
    assert options == ["--no-index", "--find-links", str(tmp_path / "wheelhouse")]
    printed = "Looking in links: /x/wheelhouse\nERROR: No matching distribution found for numpy"
    assert "wheelhouse --system" in tasks.why_it_failed(printed)


@pytest.mark.parametrize(
    ("path", "kept"),
    [
        ("PySide6/Qt/plugins/platforms/libqxcb.so", True),
        ("PySide6/Qt/plugins/platforms/libqwayland-generic.so", True),
        ("PySide6/plugins/platforms/qwindows.dll", True),
        ("PySide6\\plugins\\platforms\\qdirect2d.dll", False),
        ("PySide6/Qt/plugins/imageformats/libqsvg.so", True),
        ("PySide6/Qt/plugins/imageformats/libqjpeg.so", True),
        ("PySide6/Qt/plugins/imageformats/libqtiff.so", False),
        ("PySide6/Qt/translations/qtbase_de.qm", True),
        ("PySide6/Qt/translations/qtbase_fr.qm", False),
        ("PySide6/opengl32sw.dll", False),
        ("PySide6/Qt6OpenGL.dll", False),
        ("PySide6/Qt6Gui.dll", True),
        ("scipy/optimize/tests/data.npz", False),
        ("pyqtgraph/icons/peegee/peegee_512px@2x.png", False),
        ("pyqtgraph/icons/lock.png", True),
        ("samples/engagement/rmf.txt", True),
        ("resources/docs/architecture.md", True),
    ],
)
def test_what_stays_in_a_bundle(path: str, kept: bool) -> None:
    assert module(PACKAGING / "bundle" / "pruning.py").stays(path) is kept


def test_nothing_asks_for_a_module_that_stays_out_of_the_bundle() -> None:
    """A function that imported scipy.stats when it was called failed in the bundle alone."""
    pruning = module(PACKAGING / "bundle" / "pruning.py")
    out = {*pruning.MODULES, *pruning.HOLLOW}
    words = [{*name.split(".")} for name in out]
    root = PACKAGING.parent
    for room in ("app", "advisor", "model", "resources"):
        for path in (root / room).rglob("*.py"):
            if path.is_relative_to(root / "app" / "bench"):  # stays out itself
                continue
            source = path.read_text(encoding="utf-8")
            written = {*re.findall(r"\w+", source)}
            if not any(name <= written for name in words):
                continue
            for node in ast.walk(ast.parse(source)):
                names = []
                if isinstance(node, ast.Import):
                    names = [alias.name for alias in node.names]
                elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                    names = [node.module, *(f"{node.module}.{a.name}" for a in node.names)]
                parents = {n.rsplit(".", i)[0] for n in names for i in range(n.count(".") + 1)}
                assert not parents & out, f"{path}: {parents & out}"


def test_all_that_is_asked_of_scipy_loads_without_what_stays_out_of_the_bundle() -> None:
    """The bundle of a day had no numpy.f2py, which scipy.special imports: no advice came of it."""
    asked = {
        f"from {node.module} import {alias.name}"
        for room in ("app", "advisor", "model")
        for path in (ROOT / room).rglob("*.py")
        if "scipy" in (source := path.read_text(encoding="utf-8"))
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("scipy")
        for alias in node.names
    }
    assert len(asked) > 10
    around = dict(os.environ, PYTHONPATH=str(PACKAGING / "bundle"))
    told = subprocess.run(
        [sys.executable, "-c", "\n".join(("import as_bundled", *sorted(asked)))],
        env=around, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert told.stderr == ""


def test_what_stays_out_says_so_when_it_is_called() -> None:
    hollow = module(PACKAGING / "bundle" / "hollow" / "__init__.py")
    with pytest.raises(NotImplementedError, match="linprog was left out"):
        hollow.linprog(1, b=2)


def test_of_icu_collation_and_zones_stay() -> None:
    """A data file of three items in ICU's layout: a kept one, a dropped one, a kept one."""
    named = [("icudt73l/coll/root.res", b"c" * 40), ("icudt73l/gb18030.cnv", b"g" * 64),
             ("icudt73l/zoneinfo64.res", b"z" * 7)]  # fmt: skip
    head = struct.pack("<HH", 32, 0x27DA) + bytes(8) + b"CmnD" + bytes(16)

    def table(items: list[tuple[str, bytes]]) -> bytes:
        names, at = b"", []
        body = bytearray(4 + 8 * len(items) + sum(len(name) + 1 for name, _ in items))
        for name, item in items:
            body += bytes(-len(body) % 16)
            at.append((4 + 8 * len(items) + len(names), len(body)))
            names += name.encode() + b"\0"
            body += item
        struct.pack_into("<I", body, 0, len(items))
        for i, pair in enumerate(at):
            struct.pack_into("<II", body, 4 + 8 * i, *pair)
        body[4 + 8 * len(items) : 4 + 8 * len(items) + len(names)] = names
        return bytes(body)

    icu = module(PACKAGING / "bundle" / "icu.py")
    kept = icu.shrunk(icu.data_of(b"an ELF header" + head + table(named)))
    # An item ends where the next begins: what filled up to it stays with it.
    padded = [(named[0][0], named[0][1] + bytes(-len(named[0][1]) % 16)), named[2]]
    assert kept[: len(head)] == head
    assert kept[len(head) :].replace(bytes(16), b"") == table(padded).replace(bytes(16), b"")


def test_libraries_that_nothing_links_to_any_more_go_with_those_that_only_they_need() -> None:
    needs = {
        "PySide6/libqxcb.so": ["libxcb-cursor.so.0"],
        "libxcb-cursor.so.0": [],
        "libgtk-3.so.0": ["libcairo.so.2"],
        "libcairo.so.2": ["libpixman-1.so.0"],
        "libpixman-1.so.0": [],
        "libpython3.11.so.1.0": [],
    }
    gone = module(PACKAGING / "bundle" / "pruning.py").unneeded(needs, lambda name: needs[name])
    assert gone == {"libgtk-3.so.0", "libcairo.so.2", "libpixman-1.so.0"}


def test_the_list_of_materials_names_every_package_with_version_and_licence(build) -> None:
    pytest.importorskip("packaging")
    listed = build.bill_of_materials()
    json.dumps(listed)
    found = {part["name"].lower(): part for part in listed["components"]}
    assert {"python", "numpy", "scipy", "pyside6_essentials", "shiboken6", "typst"} <= {
        name.replace("-", "_") for name in found
    }
    assert "pytest" not in found
    for part in listed["components"]:
        assert part["version"]
        assert part["licenses"][0]["license"]["name"]
    assert found["scipy"]["licenses"][0]["license"]["name"] == "BSD License"


def test_licences_of_all_packages_are_beside_them(build, tmp_path: Path) -> None:
    pytest.importorskip("packaging")
    build.copy_licences(tmp_path / "licences")
    folders = {path.name.partition("-")[0].lower() for path in (tmp_path / "licences").iterdir()}
    assert {"numpy", "scipy", "pyqtgraph", "typst"} <= folders
    assert (tmp_path / "licences" / "THIRD-PARTY.md").is_file()
    wanted = {f"{p.metadata['Name']}-{p.version}" for p in build.bundled()}
    assert wanted <= {path.name for path in (tmp_path / "licences").iterdir()}
    # Qt's wheels bring no text of theirs, and the LGPL goes with the GPL.
    (qt,) = (tmp_path / "licences").glob("PySide6_Essentials-*")
    texts = sorted(path.read_text(encoding="utf-8") for path in qt.iterdir())
    assert ["LESSER" in text[:200] for text in texts] == [False, True]
    assert all("GENERAL PUBLIC LICENSE" in text[:200] for text in texts)


def test_libraries_of_the_system_come_with_their_copyright(build, tmp_path: Path) -> None:
    (tmp_path / "lib").mkdir()
    for name in ("libz.so.1", "libpython3.11.so.1.0", "libnobody-has.so.7"):
        (tmp_path / "lib" / name).write_bytes(b"")
    found = build.system_packages(tmp_path / "lib")
    if shutil.which("dpkg-query") and Path("/usr/share/doc/zlib1g/copyright").is_file():
        assert [part.name for part in found] == ["zlib1g"]
        assert found[0].version
        build.copy_licences(tmp_path / "licences", found)
        assert (tmp_path / "licences" / "zlib1g" / "copyright").is_file()
        listed = build.bill_of_materials(found)["components"]
        assert listed[-1]["purl"].startswith("pkg:deb/debian/zlib1g@")
    else:
        assert found == []


@pytest.mark.skipif(sys.platform == "win32", reason="the archive of Windows is a zip")
def test_an_archive_of_the_same_files_has_the_same_bytes(build, tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1767225600")
    packed = []
    for number, order in enumerate((("b", "a"), ("a", "b"))):
        folder = tmp_path / str(number)
        (folder / "lib").mkdir(parents=True)
        for name in order:
            (folder / "lib" / name).write_text(name)
            os.utime(folder / "lib" / name, (number, number))
        (folder / "plexwright").write_text("#!")
        (folder / "plexwright").chmod(0o700 if number else 0o755)
        (tmp_path / f"out{number}").mkdir()
        packed.append(build.pack(folder, tmp_path / f"out{number}").read_bytes())
    assert packed[0] == packed[1]


def test_the_icon_holds_every_size(build, tmp_path: Path) -> None:
    build.draw_icon(tmp_path / "a.ico")
    data = (tmp_path / "a.ico").read_bytes()
    assert data[:6] == b"\0\0\1\0" + bytes([len(build.ICON_SIZES), 0])
    assert data.count(b"\x89PNG") == len(build.ICON_SIZES)


def test_the_installer_takes_away_what_it_put_there_and_nothing_else() -> None:
    script = (PACKAGING / "bundle" / "installer.nsi").read_text(encoding="utf-8")
    install, uninstall = script.split("Section Uninstall")
    assert "RequestExecutionLevel user" in install
    assert "HKLM" not in script
    # A folder that may hold engagements is removed only when it is empty.
    assert 'RMDir "$INSTDIR"' in uninstall
    assert 'RMDir /r "$INSTDIR"' not in uninstall
    assert 'Delete "$INSTDIR\\plexwright.ico"' in uninstall


@pytest.mark.parametrize("define", ["MUI_ICON", "MUI_UNICON"])
def test_the_installer_bears_the_icon_of_the_program(define: str) -> None:
    script = (PACKAGING / "bundle" / "installer.nsi").read_text(encoding="utf-8")
    before, found, _ = script.partition(f'!define {define} "${{FOLDER}}/plexwright.ico"')
    assert found
    # A page that was inserted before has the packer's own icon.
    assert "!insertmacro" not in before


@pytest.mark.skipif(shutil.which("makensis") is None, reason="needs makensis")
def test_an_installer_of_the_same_files_has_the_same_bytes(build, tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1767225600")
    monkeypatch.delenv("PLEXWRIGHT_SIGN", raising=False)
    made = []
    for day in (1, 2):
        folder = tmp_path / str(day) / "Plexwright"
        (folder / "licences").mkdir(parents=True)
        for name in ("Plexwright Window.exe", "plexwright.exe", "licences/Plexwright-LICENSE.txt"):
            (folder / name).write_text(name, encoding="utf-8")
            os.utime(folder / name, (day * 86_400, day * 86_400))
        build.draw_icon(folder / "plexwright.ico")
        made.append(build.make_installer(folder, folder.parent).read_bytes())
    assert made[0] == made[1]
    smallest = (tmp_path / "1" / "Plexwright" / "plexwright.ico").read_bytes()
    length, at = struct.unpack_from("<2I", smallest, 6 + 8)
    assert smallest[at : at + length] in made[0]


@pytest.fixture
def packed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[ModuleType, Path, Path]:
    """The unpacking, a bundle with one small library packed, and where that is unpacked to."""
    unpacking = module(PACKAGING / "bundle" / "unpacking.py")
    found = importlib.util.find_spec("scipy.special._comb")
    assert found is not None
    assert found.origin is not None
    library = tmp_path / "lib" / "combined" / Path(found.origin).name
    library.parent.mkdir(parents=True)
    shutil.copyfile(found.origin, library)
    unpacking.pack(tmp_path / "lib", {"combined/_comb.*": "scipy.special._comb"})
    assert [path.suffix for path in library.parent.iterdir()] == [".xz"]
    for variable in ("LOCALAPPDATA", "TEMP", "XDG_CACHE_HOME"):
        monkeypatch.setenv(variable, str(tmp_path / "cache"))
    return unpacking, tmp_path / "lib", next(unpacking.places())


def ten(spec: importlib.machinery.ModuleSpec) -> object:
    """Five over two, by the library."""
    found = importlib.util.module_from_spec(spec)
    assert spec.loader is not None
    spec.loader.exec_module(found)
    return found._comb_int(5, 2)


def unpacked(place: Path) -> list[Path]:
    return [path for path in place.rglob("*") if path.is_file()]


def test_a_packed_library_is_unpacked_once_and_imported(packed) -> None:
    unpacking, root, place = packed
    (place / "0123456789abcdef").mkdir(parents=True)  # an older version's
    for _ in range(2):
        found = unpacking.Packed(root).find_spec("scipy.special._comb")
        (library,) = unpacked(place)
        assert found.origin == str(library)
        assert ten(found) == 10
        os.utime(library, (1, 1))
    assert library.stat().st_mtime == 1  # not written again
    assert [folder.name for folder in place.iterdir()] == [library.parent.name]
    assert unpacking.Packed(root).find_spec("scipy.special") is None


def test_half_a_library_is_unpacked_again(packed) -> None:
    unpacking, root, place = packed
    entry = json.loads((root / "packed.json").read_text())[0]
    half = place / "half"
    half.parent.mkdir(parents=True)
    half.write_bytes(b"half")
    unpacking.unpack(root / (entry["file"] + ".xz"), entry, half)
    assert half.stat().st_size == entry["size_bytes"]


def test_a_damaged_bundle_says_so_and_leaves_nothing(packed) -> None:
    unpacking, root, place = packed
    (source,) = root.rglob("*.xz")
    source.write_bytes(source.read_bytes()[:-200])
    with pytest.raises(OSError, match="is damaged"):
        unpacking.Packed(root).find_spec("scipy.special._comb")
    assert unpacked(place) == []


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory files are Linux's")
@pytest.mark.parametrize("why", ["no such folder", "others may write there", "no room"])
def test_a_library_comes_from_memory_where_the_folder_is_not_to_be_used(
    why: str, packed, monkeypatch: pytest.MonkeyPatch
) -> None:
    unpacking, root, place = packed
    if why == "no such folder":
        monkeypatch.setenv("XDG_CACHE_HOME", "/dev/null/cache")
    elif why == "others may write there":
        place.mkdir(parents=True)
        place.chmod(0o777)
    else:
        monkeypatch.setattr(os, "fsync", lambda _: (_ for _ in ()).throw(OSError(28, "full")))
    found = unpacking.Packed(root).find_spec("scipy.special._comb")
    assert found.origin.startswith("/proc/self/fd/")
    assert ten(found) == 10
    assert unpacked(place) == []


def test_two_starts_at_once_unpack_one_library(packed) -> None:
    _, root, place = packed
    code = "import sys; sys.path.insert(0, sys.argv[1]); import unpacking as u; from pathlib import"
    code += " Path; u.Packed(Path(sys.argv[2])).find_spec('scipy.special._comb')"
    arguments = [sys.executable, "-c", code, str(PACKAGING / "bundle"), str(root)]
    starts = [subprocess.Popen(arguments) for _ in range(4)]
    assert [start.wait() for start in starts] == [0] * 4
    assert len(unpacked(place)) == 1
