"""``plexwright rules``: the catalogue, or one rule's page."""

from __future__ import annotations

import argparse

NAME = "rules"
HELP = "print the catalogue of rules, or one rule's page"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", nargs="?", metavar="ID", help="such as ADA-013")
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def run(args: argparse.Namespace) -> int:
    from advisor.rules import catalogue_json, page_json, page_text
    from app.cli import UsageError
    from app.printing.output import print_json, print_table

    if args.id is None:
        catalogue = catalogue_json()
        if args.json:
            print_json(catalogue)
            return 0
        print_table(
            ("rule", "subsystem", "kind", "projected", "title"),
            [
                (
                    item["id"],
                    item["subsystem"],
                    item["kind"],
                    str(item["projectable"]),
                    item["title"],
                )
                for item in catalogue
            ],
        )
        return 0
    try:
        if args.json:
            print_json(page_json(args.id))
        else:
            print(page_text(args.id), end="")
    except KeyError:
        raise UsageError(f"there is no rule {args.id!r}; 'plexwright rules' lists them") from None
    return 0
