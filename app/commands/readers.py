"""``plexwright readers``: the report formats that are read, or one reader's page."""

from __future__ import annotations

import argparse

COLUMNS = ("id", "subsystem", "title", "releases")
NAME = "readers"
HELP = "print the report formats that are read, or one reader's page"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", nargs="?", metavar="ID", help="such as rmf-cpu")
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def run(args: argparse.Namespace) -> int:
    from advisor.reading.pages import reader_json, reader_text, readers_json
    from app.cli import UsageError
    from app.printing.output import print_json, print_table

    if args.id is None:
        catalogue = readers_json()
        if args.json:
            print_json(catalogue)
        else:
            rows = [
                (one["id"], one["subsystem"], one["title"], one["releases"]) for one in catalogue
            ]
            print_table(COLUMNS, rows)
        return 0
    try:
        if args.json:
            print_json(reader_json(args.id))
        else:
            print(reader_text(args.id), end="")
    except KeyError:
        raise UsageError(
            f"there is no reader {args.id!r}; 'plexwright readers' lists them"
        ) from None
    return 0
