"""Write the words of the prints that readers know, by which torn words are told from whole ones.

python packaging/words_of_prints.py            write resources/prints/words.txt
python packaging/words_of_prints.py --check    say which are missing; exit 1 if any is

They come from the samples and from the excerpts of real prints that the tests of the readers have.
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WORDS = ROOT / "resources" / "prints" / "words.txt"
EXCERPTS = ROOT / "tests" / "advisor" / "formats"
WORD = re.compile(r"[A-Za-z]{2,}")


def texts() -> Iterator[str]:
    """The samples that are text, and the excerpts."""
    for folder in ("engagement", "formats"):
        for path in sorted((ROOT / "samples" / folder).iterdir()):
            data = path.read_bytes()
            if ".ebcdic" not in path.name and path.suffix not in (".bin", ".vbs"):
                yield data.decode("utf-8", "replace")
    for path in sorted(EXCERPTS.glob("test_*.py")):
        if path.name.startswith("test_every_"):
            continue  # it takes the prints of the others
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            text = node.value if isinstance(node, ast.Constant) else None
            if isinstance(text, str) and text.count("\n") > 1:
                yield text


def words() -> list[str]:
    """All of them in capitals, in order."""
    return sorted({word.upper() for text in texts() for word in WORD.findall(text)})


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args(arguments)
    found = words()
    if options.check:
        lacking = set(found) - set(WORDS.read_text(encoding="utf-8").split())
        sys.stdout.writelines(f"{word} is missing\n" for word in sorted(lacking))
        return 1 if lacking else 0
    WORDS.parent.mkdir(parents=True, exist_ok=True)
    WORDS.write_text("\n".join(found) + "\n", encoding="utf-8")
    sys.stdout.write(f"{len(found)} words\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
