"""``plexwright share``: an engagement for a colleague or a vendor, under other names."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.sharing.masked import Shared

NAME = "share"
HELP = "write an engagement for others: under other names, or under a passphrase"

MOST_DIFFERENCES = 20


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("engagement", type=Path, metavar="X.plexwright")
    parser.add_argument(
        "--into", required=True, type=Path, metavar="Y", help="the file to write; it must be new"
    )
    parser.add_argument(
        "--mask",
        action="store_true",
        help="replace the customer's names in every report, decision and scenario",
    )
    parser.add_argument(
        "--mask-name",
        action="append",
        default=[],
        metavar="NAME",
        help="replace this name as well, as --mask cannot know every name; may be repeated",
    )
    parser.add_argument(
        "--passphrase",
        action="store_true",
        help="lock the file with a passphrase, which is asked for; 'plexwright unlock' opens it",
    )
    parser.add_argument(
        "--passphrase-file",
        type=Path,
        metavar="FILE",
        help="the same with the first line of a file",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def run(args: argparse.Namespace) -> int:
    from app.errors import InputProblem
    from app.sharing.handing_over import hand_over
    from app.sharing.sealing import passphrase_from

    masked = args.mask or bool(args.mask_name)
    locked = args.passphrase or args.passphrase_file is not None
    if not masked and not locked:
        raise InputProblem("nothing to do: ask for --mask, --passphrase or both")
    if args.into.exists():
        raise InputProblem("exists already; choose another name", file=args.into)
    passphrase = passphrase_from(args.passphrase_file, "Passphrase", twice=True) if locked else None
    shared = hand_over(
        args.engagement,
        args.into,
        masked=masked,
        further_names=args.mask_name,
        passphrase=passphrase,
    )
    return 0 if shared is None else _told(args, shared)


def _told(args: argparse.Namespace, shared: Shared) -> int:
    from dataclasses import asdict

    from app.errors import complain
    from app.printing.output import print_json

    if args.json:
        print_json({"format": "plexwright-shared/1", "file": str(args.into), **asdict(shared)})
    else:
        print(f"{args.into}: {shared.names} names replaced")
        if shared.left:
            print("Left as they are; name them with --mask-name if they are the customer's:")
            print("  " + " ".join(shared.left))
    if shared.kept:
        words = ", ".join(shared.kept)
        complain(args.into, None, f"readers need these words, so they stay: {words}")
    for name in shared.dropped:
        complain(name, None, "is not in the shared file: its bytes were not kept")
    for difference in shared.differences[:MOST_DIFFERENCES]:
        complain(args.into, None, f"says otherwise than the original: {difference}")
    return 1 if shared.differences else 0
