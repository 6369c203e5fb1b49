"""Write the sample engagement, the binary format samples and the damaged ones from the stories.

python packaging/make_samples.py            write
python packaging/make_samples.py --check    say which files differ; exit 1 if any does
"""

from __future__ import annotations

import argparse
import importlib
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SAMPLES = ROOT / "samples"
FOLDERS = ("engagement", "after", "formats", "damaged")
BY_HAND = "formats/"
"""Where the texts of further formats stand as they were written."""


def contents() -> dict[str, bytes]:
    """Every sample by its path under samples/."""
    sys.path.insert(0, str(Path(__file__).resolve().parent))
    try:
        figures = importlib.import_module("story.figures")
        everything = importlib.import_module("story.everything")
    finally:
        sys.path.pop(0)
    files: dict[str, bytes] = everything.files(
        figures.load(SAMPLES / "story.toml"),
        figures.load(SAMPLES / "story.toml", SAMPLES / "story-after.toml"),
    )
    return files


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args(arguments)
    wanted = contents()
    present = {
        path.relative_to(SAMPLES).as_posix(): path.read_bytes()
        for folder in FOLDERS
        for path in (SAMPLES / folder).rglob("*")
        if path.is_file()
    }
    ours = wanted.keys() | {name for name in present if not name.startswith(BY_HAND)}
    different = sorted(name for name in ours if wanted.get(name) != present.get(name))
    if options.check:
        sys.stdout.writelines(f"{name} differs from what the story says\n" for name in different)
        return 1 if different else 0
    for name in different:
        path = SAMPLES / name
        if name not in wanted:
            path.unlink()
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(wanted[name])
    total = sum(map(len, wanted.values()))
    sys.stdout.write(f"{len(wanted)} files, {total / 1024:.0f} KB, {len(different)} changed\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
