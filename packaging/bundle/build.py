"""Builds the one-folder bundle of this platform: ``packaging/run.py bundle [--out FOLDER]``.

Runs in an environment that holds the locked packages and the locked PyInstaller. The folder is
self-contained: program, Python, packages, resources, samples, the licences of all of them, a list
of what is in it (CycloneDX) and the digest of every file. Beside it comes an archive of it, and on
Windows, or where ``makensis`` is, a per-user installer.

Environment: ``SOURCE_DATE_EPOCH`` dates the archive (else the last commit's time);
``PLEXWRIGHT_SIGN`` is a command that signs the file whose name it gets as its last argument.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import importlib.metadata
import json
import os
import platform
import re
import shlex
import shutil
import struct
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(HERE))

import icu  # noqa: E402  (beside this file, which the tests load by its path)
import unpacking  # noqa: E402

NAME = "Plexwright"
WINDOWS = sys.platform == "win32"
# The first two were rewritten by their wheels' makers in ways that strip(1) breaks; Qt stays as its
# makers built it, which the LGPL likes best.
NOT_STRIPPED = ("numpy.libs/", "scipy.libs/", "Qt/lib/libQt6", "Qt/plugins/")
TEXTS = {
    "LGPL-3.0-only OR GPL-2.0-only OR GPL-3.0-only": ("LGPL-3.0-only.txt", "GPL-3.0-only.txt"),
}
"""By licence, the texts that go with a package whose wheel has none: of Qt we take the LGPL, which
goes with the GPL that it builds on (LGPL, section 4)."""
PACKED = {"typst/_typst.*": "typst._typst"}
"""Libraries that are kept compressed, and the import that wants each."""
if not WINDOWS:
    # The linker finds one that is loaded by its name; on Windows that is not said anywhere.
    PACKED["numpy.libs/libscipy_openblas*"] = "numpy"
    PACKED["scipy.libs/libscipy_openblas*"] = "scipy"
ICON_SIZES = (16, 24, 32, 48, 64, 128, 256)


def version() -> str:
    """Plexwright's version, as the project declares it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return str(project["version"])


def epoch_s() -> int:
    """The time that everything in the archive is dated with."""
    given = os.environ.get("SOURCE_DATE_EPOCH")
    if given:
        return int(given)
    git = shutil.which("git")
    if git is None:
        return 1_767_225_600  # 2026-01-01, where neither is known
    asked = [git, "-C", str(ROOT), "log", "-1", "--format=%ct"]
    told = subprocess.run(asked, capture_output=True, text=True, check=False)
    return int(told.stdout or 1_767_225_600)


# --- Dressing --------------------------------------------------------------------------------


def draw_icon(target: Path) -> None:
    """The program's icon in all sizes that Windows asks for, from the window's own drawing."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtCore import QBuffer, QByteArray, QRectF, Qt
    from PySide6.QtGui import QGuiApplication, QImage, QPainter
    from PySide6.QtSvg import QSvgRenderer

    application = QGuiApplication.instance() or QGuiApplication([])
    assert application is not None
    drawing = (ROOT / "resources" / "icons" / "gauge.svg").read_text(encoding="utf-8")
    renderer = QSvgRenderer(QByteArray(drawing.replace("currentColor", "#0b62c4").encode()))
    pictures: list[bytes] = []
    for size in ICON_SIZES:
        image = QImage(size, size, QImage.Format.Format_ARGB32)
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        renderer.render(painter, QRectF(0, 0, size, size))
        painter.end()
        held = QBuffer()
        held.open(QBuffer.OpenModeFlag.WriteOnly)
        image.save(held, "PNG")  # type: ignore[call-overload]
        pictures.append(bytes(held.data().data()))
    at = 6 + 16 * len(pictures)
    head = struct.pack("<3H", 0, 1, len(pictures))
    for size, picture in zip(ICON_SIZES, pictures, strict=True):
        head += struct.pack("<4B2H2I", size % 256, size % 256, 0, 0, 1, 32, len(picture), at)
        at += len(picture)
    target.write_bytes(head + b"".join(pictures))


def write_version_resource(target: Path) -> None:
    """What Windows shows under Properties, Details."""
    numbers = (*(int(n) for n in re.findall(r"\d+", version())[:3]), 0)
    texts = {
        "CompanyName": "Plexwright contributors",
        "FileDescription": "Plexwright, a workbench for mainframe performance",
        "FileVersion": version(),
        "InternalName": "plexwright",
        "LegalCopyright": "Apache License 2.0",
        "OriginalFilename": "plexwright.exe",
        "ProductName": NAME,
        "ProductVersion": version(),
    }
    strings = ", ".join(f"StringStruct({key!r}, {value!r})" for key, value in texts.items())
    target.write_text(
        f"VSVersionInfo(ffi=FixedFileInfo(filevers={numbers}, prodvers={numbers}, mask=0x3f,"
        " flags=0, OS=0x40004, fileType=1, subtype=0, date=(0, 0)),"
        f" kids=[StringFileInfo([StringTable('040904B0', [{strings}])]),"
        " VarFileInfo([VarStruct('Translation', [1033, 1200])])])\n",
        encoding="utf-8",
    )


# --- What is in it ----------------------------------------------------------------------------


def bundled() -> list[importlib.metadata.Distribution]:
    """The packages in the bundle: what the project depends on, and what that depends on."""
    from packaging.requirements import Requirement

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    waiting = list(project["dependencies"])
    found: dict[str, importlib.metadata.Distribution] = {}
    while waiting:
        asked = Requirement(waiting.pop())
        if asked.marker is not None and not asked.marker.evaluate({"extra": ""}):
            continue
        package = importlib.metadata.distribution(asked.name)
        key = package.metadata["Name"].lower()
        if key not in found:
            found[key] = package
            waiting.extend(package.requires or ())
    return [found[key] for key in sorted(found)]


class SystemPackage(NamedTuple):
    """A package of the system, of which libraries are in the bundle; Debian's copyright file."""

    name: str
    version: str
    copyright: Path


def system_packages(libraries: Path) -> list[SystemPackage]:
    """Whose libraries PyInstaller took from this system, as Debian's list of files tells."""
    query, cache = shutil.which("dpkg-query"), shutil.which("ldconfig", path=os.defpath + ":/sbin")
    if query is None or cache is None:
        return []

    def told(*command: str) -> list[str]:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        return done.stdout.splitlines()

    places = {}
    for line in told(cache, "-p"):
        name, _, place = line.strip().partition(" ")
        places.setdefault(name, place.rpartition("=> ")[2])
    # Links at the top lead into a package's own folder; those are that package's. Python has its
    # licence with it.
    own = [
        path.name
        for path in libraries.glob("*.so*")
        if not path.is_symlink() and path.name in places and not path.name.startswith("libpython")
    ]
    owners = set()
    for name in own:
        for place in (places[name], os.path.realpath(places[name]), f"/usr{places[name]}"):
            found = told(query, "-S", place)
            if found:
                owners.add(found[0].partition(":")[0])
                break
    packages = []
    for owner in sorted(owners):
        number = "".join(told(query, "-W", "-f", "${Version}", owner)[:1])
        packages.append(SystemPackage(owner, number, Path("/usr/share/doc") / owner / "copyright"))
    return packages


def copy_licences(target: Path, system: Sequence[SystemPackage] = ()) -> None:
    """The licence files of Plexwright, Python and every package, a folder each."""
    target.mkdir(parents=True)
    shutil.copyfile(ROOT / "LICENSE", target / "Plexwright-LICENSE.txt")
    shutil.copyfile(ROOT / "resources" / "docs" / "THIRD-PARTY.md", target / "THIRD-PARTY.md")
    for place in (Path(sys.base_prefix), Path(os.__file__).parent):
        for name in ("LICENSE.txt", "LICENSE"):
            if (place / name).is_file():
                shutil.copyfile(place / name, target / "Python-LICENSE.txt")
    wanted = re.compile(r"(licen[cs]e|copying|notice|authors)", re.IGNORECASE)
    for package in bundled():
        folder = target / f"{package.metadata['Name']}-{package.version}"
        for file in package.files or ():
            if not wanted.search(file.name) or file.suffix in (".py", ".pyc"):
                continue
            if "Commercial" in file.name:  # Qt's other licence, which we do not take
                continue
            source = Path(str(package.locate_file(file)))
            if source.is_file():
                folder.mkdir(exist_ok=True)
                name = "-".join(part for part in file.parts[-2:] if "dist-info" not in part)
                shutil.copyfile(source, folder / name)
        for text in TEXTS.get(licence_of(package), ()):  # Qt's wheels only name them
            folder.mkdir(exist_ok=True)
            shutil.copyfile(HERE / "texts" / text, folder / text)
    for part in system:
        if part.copyright.is_file():
            (target / part.name).mkdir()
            shutil.copyfile(part.copyright, target / part.name / "copyright")


def licence_of(package: importlib.metadata.Distribution) -> str:
    """The name of a package's licence: an SPDX expression, or what its classifiers say."""
    said = package.metadata
    named = said.get("License-Expression") or said.get("License") or ""
    classified = [
        text.rpartition(" :: ")[2]
        for text in said.get_all("Classifier") or ()
        if text.startswith("License :: ")
    ]
    # Older packages have the whole text where a name belongs.
    if named and "\n" not in named and not (classified and named.startswith("Copyright")):
        return named
    return " AND ".join(classified) or "see licences"


def bill_of_materials(system: Sequence[SystemPackage] = ()) -> dict[str, object]:
    """What the bundle consists of, in CycloneDX 1.5 (ECMA-424)."""
    python = platform.python_version()
    parts = [("Python", python, "PSF-2.0", f"pkg:generic/python@{python}")]
    for package in bundled():
        name, number = package.metadata["Name"], package.version
        parts.append((name, number, licence_of(package), f"pkg:pypi/{name.lower()}@{number}"))
    parts += [
        (part.name, part.version, "see licences", f"pkg:deb/debian/{part.name}@{part.version}")
        for part in system
    ]
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "component": {"type": "application", "name": "plexwright", "version": version()}
        },
        "components": [
            {
                "type": "library",
                "name": name,
                "version": number,
                "purl": purl,
                "licenses": [{"license": {"name": licence}}],
            }
            for name, number, licence, purl in parts
        ],
    }


def files_of(folder: Path) -> Iterator[Path]:
    """All files, in one order on every system."""
    yield from sorted(
        (path for path in folder.rglob("*") if path.is_file() or path.is_symlink()),
        key=lambda path: path.relative_to(folder).as_posix(),
    )


def write_digests(folder: Path) -> None:
    """``SHA256SUMS``, which ``sha256sum --check`` reads."""
    lines = [
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(folder).as_posix()}"
        for path in files_of(folder)
        if path.name != "SHA256SUMS"
    ]
    (folder / "SHA256SUMS").write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")


# --- Packing ----------------------------------------------------------------------------------


def pack(folder: Path, out: Path) -> Path:
    """The folder as one file with the same bytes for the same folder."""
    stem = f"plexwright-{version()}-{'windows' if WINDOWS else sys.platform}-x64"
    when = epoch_s()
    if WINDOWS:
        target = out / f"{stem}.zip"
        import time

        date = time.gmtime(max(when, 315_532_800))[:6]
        with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
            for path in files_of(folder):
                name = f"{NAME}/{path.relative_to(folder).as_posix()}"
                archive.writestr(
                    zipfile.ZipInfo(name, date), path.read_bytes(), zipfile.ZIP_DEFLATED
                )
        return target
    target = out / f"{stem}.tar.gz"
    with (
        target.open("wb") as file,
        gzip.GzipFile("", "wb", 9, file, mtime=when) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive,
    ):
        for path in files_of(folder):
            entry = archive.gettarinfo(path, f"{NAME}/{path.relative_to(folder).as_posix()}")
            entry.mtime, entry.uid, entry.gid, entry.uname, entry.gname = when, 0, 0, "", ""
            entry.mode = 0o755 if entry.mode & 0o100 else 0o644
            if entry.isreg():
                with path.open("rb") as content:
                    archive.addfile(entry, content)
            else:
                archive.addfile(entry)
    return target


def sign(path: Path) -> None:
    """By the command of ``PLEXWRIGHT_SIGN``; without one nothing is signed."""
    command = os.environ.get("PLEXWRIGHT_SIGN")
    if command:
        subprocess.run([*shlex.split(command), str(path)], check=True)


def make_installer(folder: Path, out: Path) -> Path | None:
    """A per-user installer by NSIS, where that is; also on Linux, of a folder built on Windows."""
    makensis = shutil.which("makensis")
    if makensis is None or not (folder / "Plexwright Window.exe").exists():
        return None
    target = out / f"plexwright-{version()}-windows-x64-setup.exe"
    told = subprocess.run(
        [
            makensis, "-V2", "-INPUTCHARSET", "UTF8", f"-DVERSION={version()}",
            f"-DFOLDER={folder}", f"-DTARGET={target}", str(HERE / "installer.nsi"),
        ],
        env=dict(os.environ, SOURCE_DATE_EPOCH=str(epoch_s())),
        check=False,
    )  # fmt: skip
    if told.returncode != 0:
        return None
    sign(target)
    return target


def slim(libraries: Path) -> None:
    """Shared libraries without symbols that nothing reads, each once, ICU of our languages."""
    for data in libraries.rglob("libicudata.so.*"):
        if not data.is_symlink():
            icu.shrink(data)
    found = [path for path in files_of(libraries) if ".so" in path.name and not path.is_symlink()]
    strip = shutil.which("strip")
    for library in found if strip else ():
        if not any(part in library.as_posix() for part in NOT_STRIPPED):
            subprocess.run([strip, "--strip-unneeded", str(library)], check=True)
    once: dict[tuple[str, bytes], Path] = {}
    for library in found:
        same = once.setdefault((library.name, library.read_bytes()), library)
        if same is not library:
            library.unlink()
            library.symlink_to(os.path.relpath(same, library.parent))


def build(out: Path) -> Path:
    """The folder, complete."""
    work = out / "work"
    work.mkdir(parents=True, exist_ok=True)
    icon, resource = work / "plexwright.ico", work / "version.txt"
    draw_icon(icon)
    write_version_resource(resource)
    environment = dict(
        os.environ,
        # Order in sets reaches the archive of modules.
        PYTHONHASHSEED="1",
        SOURCE_DATE_EPOCH=str(epoch_s()),
        PLEXWRIGHT_ICON=str(icon),
    )
    if WINDOWS:
        environment["PLEXWRIGHT_VERSION_RESOURCE"] = str(resource)
    packer = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level", "ERROR"]
    subprocess.run(
        [
            *packer, "--distpath", str(out), "--workpath", str(work),
            str(HERE / "plexwright.spec"),
        ],
        env=environment, cwd=str(work), check=True,
    )  # fmt: skip
    folder = out / NAME
    if sys.platform.startswith("linux"):
        slim(folder / "lib")
    unpacking.pack(folder / "lib", PACKED)
    system = [] if WINDOWS else system_packages(folder / "lib")
    copy_licences(folder / "licences", system)
    (folder / "sbom.cdx.json").write_text(
        json.dumps(bill_of_materials(system), indent=1) + "\n", encoding="utf-8", newline="\n"
    )
    if WINDOWS:
        shutil.copyfile(icon, folder / "plexwright.ico")  # the installer's own
    else:
        for name in ("plexwright.desktop", "plexwright-mime.xml", "install.sh"):
            shutil.copy(HERE / "linux" / name, folder / name)
        shutil.copyfile(ROOT / "resources" / "icons" / "gauge.svg", folder / "plexwright.svg")
    for program in folder.glob("*.exe"):
        sign(program)
    write_digests(folder)
    return folder


def size_mb(path: Path) -> float:
    """What it takes on a disk, in 10⁶ bytes."""
    files = files_of(path) if path.is_dir() else iter((path,))
    return sum(p.lstat().st_size for p in files) / 1e6


def main() -> int:
    """Build, pack, say what came out."""
    wanted = argparse.ArgumentParser(
        prog="run.py bundle", description=(__doc__ or "").split("\n")[0]
    )
    wanted.add_argument("--out", type=Path, default=ROOT / "dist")
    wanted.add_argument("--installer-of", type=Path, help="only the installer, of this folder")
    options = wanted.parse_args()
    out = options.out.resolve()
    out.mkdir(parents=True, exist_ok=True)
    if options.installer_of is not None:
        made = make_installer(options.installer_of.resolve(), out)
        print(made or "no installer: makensis is not here, or that is no Windows bundle")
        return 0 if made else 1
    if sys.platform == "darwin":
        print("macOS is not built by us yet; packaging/bundle/MACOS.md has the steps")
    folder = build(out)
    results = [folder, pack(folder, out), make_installer(folder, out)]
    for made in results:
        if made is not None:
            print(f"{size_mb(made):7.1f} MB  {made}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
