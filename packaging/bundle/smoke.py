"""Tries a bundle as a customer's laptop would: an empty home, no Python, nothing but the folder.

    python packaging/bundle/smoke.py dist/Plexwright [--against .venv/bin/python] [--picture PNG]

Standard library only. Imports the samples, tries a what-if, writes the PDF, opens the window for a
few seconds. With ``--against`` the checkout's own advice and PDF have to be the same, byte by byte.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "samples" / "engagement"
WINDOW_S = 8.0
PAINTED_AT_MOST_S = 60.0
"""On a machine that does much else besides; when it was painted is said."""


class Failed(Exception):
    """What the bundle did not do."""


def environment(home: Path) -> dict[str, str]:
    """Nothing of this user and no path on which a Python could be found."""
    kept = {k: v for k, v in os.environ.items() if k in ("SYSTEMROOT", "TEMP", "TMP", "DISPLAY")}
    return {
        **kept,
        "HOME": str(home),
        "USERPROFILE": str(home),
        "LOCALAPPDATA": str(home),
        "APPDATA": str(home),
        "PATH": "",
        "LANG": "C.UTF-8",
    }


def call(command: Sequence[str], surroundings: dict[str, str], *, limit_s: float = 600.0) -> str:
    """What it printed; raises when it does not end well."""
    done = subprocess.run(
        command, env=surroundings, capture_output=True, timeout=limit_s, check=False, cwd=ROOT
    )
    printed = done.stdout.decode("utf-8", "replace")
    if done.returncode != 0:
        told = done.stderr.decode("utf-8", "replace").strip()[-600:]
        raise Failed(f"{' '.join(command[1:])}: exit code {done.returncode}: {told}")
    return printed


def start_time_s(program: str, surroundings: dict[str, str]) -> float:
    """The second start of ``--version``: the first one fills the system's caches."""
    call([program, "--version"], surroundings)
    began = time.monotonic()
    call([program, "--version"], surroundings)
    return time.monotonic() - began


def advice(command: Sequence[str], pdf: Path, surroundings: dict[str, str]) -> str:
    """The advice on the samples as JSON, and its PDF beside."""
    return call([*command, "advise", str(SAMPLES), "--pdf", str(pdf), "--json"], surroundings)


def painted(screen: Path) -> bool:
    """Whether anything of a window is on a virtual screen: more than a frame's few colours."""
    pixels = screen.read_bytes()[-1280 * 800 * 4 :]
    return len({pixels[at : at + 4] for at in range(0, len(pixels), 4 * 997)}) > 4


def open_window(
    command: Sequence[str], surroundings: dict[str, str], picture: Path | None = None
) -> str:
    """The window must still be there after a few seconds; when it was painted, where that shows."""
    shown = dict(surroundings)
    server = None
    with tempfile.TemporaryDirectory() as folder:
        screen = Path(folder) / "Xvfb_screen0"
        if sys.platform.startswith("linux"):
            found = shutil.which("Xvfb")
            if found is None:
                shown["QT_QPA_PLATFORM"] = "offscreen"
            else:
                reading, writing = os.pipe()
                server = subprocess.Popen(
                    [found, "-displayfd", str(writing), "-screen", "0", "1280x800x24",
                     "-fbdir", folder, "-nolisten", "tcp"],
                    pass_fds=(writing,), stderr=subprocess.DEVNULL,
                )  # fmt: skip
                os.close(writing)
                with os.fdopen(reading) as answer:
                    shown["DISPLAY"] = ":" + answer.readline().strip()
                shown["QT_QPA_PLATFORM"] = "xcb"
        began = time.monotonic()
        window = subprocess.Popen(command, env=shown, stderr=subprocess.PIPE, cwd=folder)
        try:
            said = ""
            while (taken := time.monotonic() - began) < WINDOW_S or (
                server is not None and not said and taken < PAINTED_AT_MOST_S
            ):
                time.sleep(0.02)
                if server is not None and not said and painted(screen):
                    said = f"painted after {taken:.2f} s, "
            if window.poll() is not None:
                assert window.stderr is not None
                raise Failed(f"the window ended: {window.stderr.read().decode('utf-8', 'replace')}")
            if server is not None and not said:
                raise Failed("the window shows nothing")
            tool = shutil.which("import")
            if picture is not None and tool is not None and server is not None:
                subprocess.run(
                    [tool, "-window", "root", "-display", shown["DISPLAY"], str(picture)],
                    check=False,
                )
        finally:
            window.kill()
            window.wait()
            if server is not None:
                server.terminate()
                server.wait()
    return said


def smoke(bundle: Path, against: Path | None, picture: Path | None) -> list[str]:
    """What was tried, a line each."""
    said = []
    program = bundle / ("plexwright.exe" if sys.platform == "win32" else "plexwright")
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "home"
        home.mkdir()
        around = environment(home)
        said.append(f"starts in {start_time_s(str(program), around):.2f} s")
        pdf = Path(folder) / "bundle.pdf"
        found = advice([str(program)], pdf, around)
        said.append(
            f"{len(json.loads(found)['findings'])} findings, {pdf.stat().st_size:,} B of PDF"
        )
        engagement = Path(folder) / "out" / "demo.plexwright"
        call([str(program), "demo", "--no-window", "--out", str(engagement.parent)], around)
        change = ["project", str(engagement), "--set", "lpar:SYSA.CPS=8", "--json"]
        json.loads(call([str(program), *change], around))
        said.append("a what-if on the sample engagement")
        if against is not None:
            ours = dict(around, PYTHONPATH=str(ROOT), PATH=os.environ.get("PATH", ""))
            other = Path(folder) / "checkout.pdf"
            same = advice([str(against), "-P", "-m", "app"], other, ours)
            if same != found:
                raise Failed("the advice differs from the checkout's")
            if pdf.read_bytes() != other.read_bytes():
                raise Failed("the PDF differs from the checkout's")
            said.append("advice and PDF as the checkout's, byte by byte")
        first = open_window([str(program), "open"], around)
        said.append(f"the start page: {first}stays open")
        file = [str(program), "open", str(engagement)]
        said.append(f"the sample engagement: {open_window(file, around, picture)}stays open")
        if sys.platform != "win32":
            import resource

            peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1e3
            said.append(f"no process took more than {peak:.0f} MB of memory")
    return said


def main() -> int:
    """Try it and say how it went."""
    wanted = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    wanted.add_argument("bundle", type=Path)
    wanted.add_argument("--against", type=Path, help="the Python of a checkout's environment")
    wanted.add_argument("--picture", type=Path, help="where to put a picture of the window")
    options = wanted.parse_args()
    try:
        for line in smoke(options.bundle.resolve(), options.against, options.picture):
            print(line)
    except (Failed, subprocess.TimeoutExpired, ValueError) as problem:
        print(f"smoke test of {options.bundle}: {problem}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
