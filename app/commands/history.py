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
    from app.advising.analysis import goals_of
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
    refused = False
    if args.files:
        engagement, refused = _engagement(args.files)
        past = looked_back(engagement, wanted=goals_of(args.files))
        found, directions = past.outcomes, past.trends
        further = engagement.baseline.past.experience
        topology = engagement.installation.topology
        if not found and not directions:
            raise InputProblem(
                "holds one period only, as reports within two days of each other and such without "
                "a time are one; give those of a later one",
                file=args.files[-1],
            )
        for item in found:
            track_record.add(entries(item))
    record = shares(track_record.read()) if track_record.is_on() else None
    if args.json:
        print_json(history_document(found, directions, further, record))
        return 1 if refused else 0
    for line in history_lines(found, directions, further, topology):
        print(line)
    if args.track_record == "show" and record is not None:
        print("\n".join(share_lines(record)))
    elif args.track_record == "show":
        print("The track record is off; --track-record on begins it.")
    return 1 if refused else 0


def _engagement(words: list[str]) -> tuple[Engagement, bool]:
    """The readings of an engagement, or of two lots of reports, the second one later.

    And whether some of it was refused.
    """
    from dataclasses import replace
    from pathlib import Path

    from advisor.analysis import analyse
    from app.advising.analysis import analyse_store
    from app.errors import InputProblem
    from app.importing.files import find_files, is_engagement, read_files, report_problems

    if len(words) == 1:
        path = Path(words[0])
        if not is_engagement(path):
            raise InputProblem(
                "is no engagement; name the reports before and those after", file=path
            )
        return analyse_store(path), False
    if len(words) != 2:
        raise InputProblem("name one engagement, or two folders: before and after")
    readings, refused = [], False
    for batch, word in enumerate(words):
        files, complete = find_files([word])
        lot = [replace(r, batch=batch) for found in read_files(files) for r in found]
        refused = report_problems(lot) or not complete or refused
        if not any(reading.observations for reading in lot):
            raise InputProblem("nothing was read of it; name reports that it knows", file=word)
        readings += lot
    return analyse(readings), refused
