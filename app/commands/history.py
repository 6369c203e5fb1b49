"""``plexwright history``: did it come true?"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from advisor.engagement import Engagement
    from advisor.history import Outcome
    from advisor.history.trends import Trend
    from model.projection import Experience

NAME = "history"
HELP = "lay what was projected beside what was measured later"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files",
        nargs="*",
        metavar="FILE",
        help="one X.plexwright that holds several periods, or the reports before and those after",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument(
        "--track-record",
        choices=("on", "off", "show"),
        help="keep a list on this machine of how many projections were right, without any names; "
        "'off' forgets it",
    )


def run(args: argparse.Namespace) -> int:
    from advisor.analysis import looked_back
    from advisor.history.record import entries, shares
    from app.advising import track_record
    from app.errors import InputProblem
    from app.printing.history import history_document, history_lines, share_lines
    from app.printing.output import print_json
    from model.topology import Topology

    if args.track_record == "on":
        track_record.switch_on()
    if args.track_record == "off":
        track_record.switch_off()
    if not args.files and args.track_record is None:
        raise InputProblem("name an engagement, or the reports before and those after")
    found: tuple[Outcome, ...] = ()
    directions: tuple[Trend, ...] = ()
    further: Mapping[str, Mapping[str, Experience]] = {}
    topology = Topology()
    if args.files:
        engagement = _engagement(args.files)
        past = looked_back(engagement)
        found, directions = past.outcomes, past.trends
        further = engagement.baseline.past.experience
        topology = engagement.installation.topology
        if not found and not directions:
            raise InputProblem("holds one period only; import the reports of a later one")
        for item in found:
            track_record.add(entries(item))
    record = shares(track_record.read()) if track_record.is_on() else None
    if args.json:
        print_json(history_document(found, directions, further, record))
        return 0
    for line in history_lines(found, directions, further, topology):
        print(line)
    if args.track_record == "show" and record is not None:
        print("\n".join(share_lines(record)))
    elif args.track_record == "show":
        print("The track record is off; --track-record on begins it.")
    return 0


def _engagement(words: list[str]) -> Engagement:
    """The readings of an engagement, or of two lots of reports, the second one later."""
    from dataclasses import replace
    from pathlib import Path

    from advisor.analysis import analyse
    from app.advising.analysis import analyse_store
    from app.errors import InputProblem
    from app.importing.files import find_files, is_engagement, read_files

    if len(words) == 1:
        path = Path(words[0])
        if not is_engagement(path):
            raise InputProblem(
                "is no engagement; name the reports before and those after", file=path
            )
        return analyse_store(path)
    if len(words) != 2:
        raise InputProblem("name one engagement, or two folders: before and after")
    readings = []
    for batch, word in enumerate(words):
        files, _complete = find_files([word])
        readings += [replace(r, batch=batch) for found in read_files(files) for r in found]
    return analyse(readings)
