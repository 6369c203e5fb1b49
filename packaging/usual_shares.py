"""Write how many figures readers usually give to a hundred numbers on the pages they recognise.

python packaging/usual_shares.py            write resources/prints/usual.csv
python packaging/usual_shares.py --check    say which are far off; exit 1 if any is

The shares are medians over the samples and the excerpts of real prints that the tests of the
readers have (``words_of_prints.texts``), of pages with at least a dozen numbers. What gives far
fewer is asked for (:func:`advisor.reading.accounting.too_few`).
"""

from __future__ import annotations

import argparse
import statistics
import sys
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "packaging")]

from words_of_prints import texts  # noqa: E402

from advisor.reading import read_bytes  # noqa: E402
from advisor.reading.accounting import WORTH_JUDGING, Pages  # noqa: E402
from advisor.reading.reader import Collector  # noqa: E402

SHARES = ROOT / "resources" / "prints" / "usual.csv"
CLOSE = 2.0
"""Factor up to which a share may have changed before it has to be written again."""


def shares() -> dict[str, float]:
    """By reader, figures to a hundred numbers."""
    found: dict[str, list[float]] = defaultdict(list)
    collectors: list[Collector] = []
    begin = Collector.__init__

    def watched(self: Collector, *arguments: object, **named: object) -> None:
        begin(self, *arguments, **named)  # type: ignore[arg-type]
        collectors.append(self)

    Collector.__init__ = watched  # type: ignore[assignment,method-assign]
    try:
        for text in texts():
            collectors.clear()
            read_bytes("report.txt", text.encode())
            seen: dict[str, Pages] = {}
            for out in collectors:
                seen.update({reader.id: pages for reader, pages in out.pages.items()})
            for name, pages in seen.items():
                if pages.numbers >= WORTH_JUDGING and pages.figures:
                    found[name].append(100 * pages.figures / pages.numbers)
    finally:
        Collector.__init__ = begin  # type: ignore[method-assign]
    return {name: round(statistics.median(found[name]), 1) for name in sorted(found)}


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args(arguments)
    found = shares()
    if options.check:
        rows = (line.split(",") for line in SHARES.read_text(encoding="utf-8").split())
        known = {name: float(share) for name, share in rows}
        off = [
            name
            for name in sorted(found.keys() | known.keys())
            if name not in known or not 1 / CLOSE <= found.get(name, 0) / known[name] <= CLOSE
        ]
        sys.stdout.writelines(f"{name} is far off\n" for name in off)
        return 1 if off else 0
    SHARES.write_text("".join(f"{name},{share}\n" for name, share in found.items()), "utf-8")
    sys.stdout.write(f"{len(found)} readers\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
