"""``plexwright kinds``: what an installation may consist of."""

from __future__ import annotations

import argparse
from typing import Any

NAME = "kinds"
HELP = "list kinds of components with their settings, measured figures and links"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("kind", nargs="?", metavar="KIND", help="this kind in full")
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def run(args: argparse.Namespace) -> int:
    from app.cli import UsageError
    from app.printing.output import print_json, print_table
    from model.catalogue import catalogue
    from model.topology.documents import kinds_document

    kinds = catalogue()
    if args.kind is not None and args.kind not in kinds:
        raise UsageError(f"there is no kind {args.kind!r}; 'plexwright kinds' lists them")
    found = kinds_document(kinds if args.kind is None else [kinds[args.kind]])
    if args.json:
        print_json({"format": "plexwright-kinds/1", "kinds": found})
    elif args.kind is None:
        rows = [
            (
                entry["kind"],
                entry["title"],
                ", ".join(parent or "on its own" for parent in entry["parents"]),
                str(len(entry["settings"])),
                str(len(entry["measured"])),
                ", ".join(entry["links"]),
            )
            for entry in found
        ]
        print_table(("kind", "what it is", "stands in", "settings", "figures", "links"), rows)
    else:
        _print_kind(found[0])
    return 0


def _print_kind(entry: dict[str, Any]) -> None:
    from app.printing.output import print_table

    print(f"{entry['kind']}: {entry['title']} ({entry['subsystem']})")
    settings = [
        (
            spec["name"],
            spec["unit"] or spec["type"],
            "" if spec["default"] is None else str(spec["default"]),
            ", ".join(map(str, spec["choices"])) or _range(spec["minimum"], spec["maximum"]),
            spec["doc"],
        )
        for spec in entry["settings"]
    ]
    if settings:
        print_table(("setting", "unit", "default", "range", "meaning"), settings)
    figures = [(spec["name"], spec["unit"], spec["doc"]) for spec in entry["measured"]]
    if figures:
        print_table(("measured figure", "unit", "meaning"), figures)
    links = [(name, ", ".join(targets)) for name, targets in entry["links"].items()]
    if links:
        print_table(("link", "to"), links)


def _range(low: float | None, high: float | None) -> str:
    if low is None and high is None:
        return ""
    return f"{'' if low is None else f'{low:g}'} … {'' if high is None else f'{high:g}'}".strip()
