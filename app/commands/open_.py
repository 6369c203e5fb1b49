"""``plexwright open``: the window."""

from __future__ import annotations

import argparse
from pathlib import Path

NAME = "open"
HELP = "open the window, on an engagement file if one is given"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", nargs="?", type=Path, metavar="FILE.plexwright")


def run(args: argparse.Namespace) -> int:
    from app.window.display import show_window

    return show_window(args.file)
