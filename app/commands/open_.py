"""``plexwright open``: the window."""

from __future__ import annotations

import argparse
from pathlib import Path

NAME = "open"
HELP = "open the window, on an engagement or on reports if any are given"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files",
        nargs="*",
        type=Path,
        metavar="FILE",
        help="an engagement to open, or reports and folders to import into a new one",
    )
    parser.add_argument(
        "--in-window",
        action="store_true",
        help="say in the window what is wrong with the files: for icons and file managers, "
        "whose terminal nobody sees",
    )


def run(args: argparse.Namespace) -> int:
    from app.window.display import show_window

    return show_window(args.files, check=not args.in_window)
