"""``plexwright rescue``: saves what can still be read of a damaged engagement file."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from advisor.observations import FileReading

NAME = "rescue"
HELP = "save what can still be read of a damaged engagement file under another name"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("damaged", type=Path, metavar="X.plexwright", help="stays as it is")
    parser.add_argument("out", type=Path, metavar="Y.plexwright", help="the file to write")
    parser.add_argument(
        "--replace", action="store_true", help="write over Y.plexwright if it is there"
    )


def run(args: argparse.Namespace) -> int:
    from app.errors import one_line
    from app.store.salvage import salvage, told

    found = salvage(args.damaged, args.out, read_report, replace=args.replace)
    for line in told(found):
        print(one_line(line))
    return 0 if found.whole else 1


def read_report(path: Path, name: str) -> Sequence[FileReading]:
    from advisor.reading import read_path

    return read_path(path, name=name)
