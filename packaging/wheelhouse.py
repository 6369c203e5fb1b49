"""Fetches the locked wheels for a machine without a network: ``packaging/run.py wheelhouse``.

    run.py wheelhouse [FOLDER] [--system windows|linux|macos] [--python 3.12]

The folder (``wheelhouse`` in the checkout where nothing else is said) goes to the other machine
with the checkout; ``run.py`` there takes what it needs from ``wheelhouse`` and asks no index.
Runs in ``.venv``, whose pip knows the rules of markers.
"""

from __future__ import annotations

import argparse
import platform
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCK = ROOT / "packaging" / "requirements.lock"
# Tags of wheels, best first: of Linux all since the glibc of Debian 12.
_MANYLINUX = [f"manylinux_2_{minor}_x86_64" for minor in range(36, 16, -1)]
_MACOS = [f"macosx_{n}_0_{cpu}" for n in range(15, 10, -1) for cpu in ("arm64", "universal2")]
PLATFORMS = {
    "windows": ["win_amd64"],
    "linux": [*_MANYLINUX, "manylinux2014_x86_64"],
    "macos": _MACOS,
}
# What markers ask of each: sys_platform, os_name, platform_system, platform_machine.
WORLDS = {
    "windows": ("win32", "nt", "Windows", "AMD64"),
    "linux": ("linux", "posix", "Linux", "x86_64"),
    "macos": ("darwin", "posix", "Darwin", "arm64"),
}
ASKED = ("sys_platform", "os_name", "platform_system", "platform_machine")
HERE = {"win32": "windows", "darwin": "macos"}.get(sys.platform, "linux")


def wanted_of(lock: str, system: str, python: str) -> str:
    """The entries of the lock that hold on that system, without their markers.

    pip asks the Python that runs it for markers, not the one that wheels are fetched for.
    """
    from pip._vendor.packaging.markers import Marker

    world = {
        **dict(zip(ASKED, WORLDS[system], strict=True)),
        "python_version": python,
        "python_full_version": f"{python}.0",
        "platform_python_implementation": "CPython",
        "implementation_name": "cpython",
    }
    kept = []
    for entry in re.split(r"\n(?=\S)", lock):
        head, *hashes = entry.split("\\\n")
        name, _, marker = head.partition(";")
        if name.startswith("#") or (marker.strip() and not Marker(marker.strip()).evaluate(world)):
            continue
        kept.append(" \\\n".join([name.strip(), *(line.rstrip() for line in hashes)]))
    return "\n".join(kept) + "\n"


def fetch(folder: Path, system: str, python: str) -> int:
    """pip's exit code; the wheels are in the folder then, with the hashes of the lock."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as aside:
        wanted = Path(aside) / "requirements.lock"
        wanted.write_text(wanted_of(LOCK.read_text(encoding="utf-8"), system, python))
        tag = "cp" + python.replace(".", "")
        tags = [word for name in PLATFORMS[system] for word in ("--platform", name)]
        return subprocess.call(
            [
                sys.executable, "-m", "pip", "download", "--quiet", "--require-hashes", "--no-deps",
                "--only-binary=:all:", "--dest", str(folder), *tags, "--python-version", python,
                "--implementation", "cp", "--abi", tag, "--abi", "abi3", "--abi", "none",
                "--requirement", str(wanted),
            ]
        )  # fmt: skip


def main() -> int:
    """Fetch them and say what to do with them."""
    asked = argparse.ArgumentParser(prog="run.py wheelhouse")
    asked.add_argument("folder", type=Path, nargs="?", default=ROOT / "wheelhouse")
    asked.add_argument("--system", choices=sorted(WORLDS), default=HERE)
    asked.add_argument("--python", default=".".join(platform.python_version_tuple()[:2]))
    options = asked.parse_args()
    if not re.fullmatch(r"3\.1[1-9]", options.python):
        asked.error(f"--python {options.python}: 3.11 or newer is needed, as in --python 3.12")
    code = fetch(options.folder, options.system, options.python)
    if code == 0:
        wheels = list(options.folder.glob("*.whl"))
        size = sum(wheel.stat().st_size for wheel in wheels) / 1e6
        print(f"{len(wheels)} wheels, {size:.0f} MB, in {options.folder}")
        print(
            "Copy the checkout with it as its folder 'wheelhouse'; run.py there needs no network."
        )
    return code


if __name__ == "__main__":
    sys.exit(main())
