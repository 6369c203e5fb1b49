"""``plexwright unlock``: opens a file that was locked with a passphrase."""

from __future__ import annotations

import argparse
from pathlib import Path

NAME = "unlock"
HELP = "open a file that 'plexwright share' locked with a passphrase"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("locked", type=Path, metavar="X")
    parser.add_argument(
        "--into", required=True, type=Path, metavar="Y.plexwright", help="the file to write"
    )
    parser.add_argument(
        "--passphrase-file",
        type=Path,
        metavar="FILE",
        help="the passphrase as the first line of a file; else it is asked for",
    )


def run(args: argparse.Namespace) -> int:
    from app.sharing.sealing import passphrase_from, unlock

    unlock(args.locked, args.into, passphrase_from(args.passphrase_file, "Passphrase"))
    return 0
