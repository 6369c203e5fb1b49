"""``plexwright identify``: what each file is and what was read from it; nothing is kept."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from advisor.observations import FileReading

MOST_KINDS = 12
NAME = "identify"
HELP = "say what report files are, what is read from them and what is not"


def configure(parser: argparse.ArgumentParser) -> None:
    from app.importing.files import interval

    parser.add_argument("files", nargs="+", metavar="FILE", help="report, archive or folder")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument(
        "--interval",
        action="append",
        type=interval,
        default=[],
        metavar="TIME",
        help="of a print too long to be read whole: read the intervals that start so, such as "
        "2015-03-17T10 (may be given more than once)",
    )
    parser.add_argument("--observations", action="store_true", help="list each observation")


def run(args: argparse.Namespace) -> int:
    from app.importing.files import find_files, read_files, report_problems
    from app.printing.documents import IDENTIFY, identified_entry
    from app.printing.output import print_json

    files, complete = find_files(args.files)
    refused = not complete
    entries = []
    for readings in read_files(files, args.interval):
        refused = report_problems(readings) or refused
        for reading in readings:
            if args.json:
                entries.append(identified_entry(reading, args.observations))
            else:
                _print_reading(reading, args.observations)
    if args.json:
        print_json({"format": IDENTIFY, "files": entries})
    return 1 if refused else 0


def _print_reading(reading: FileReading, with_observations: bool) -> None:
    from advisor.reading.accounting import numbers_sentence
    from app.errors import one_line
    from app.printing.documents import reader_titles
    from app.printing.output import counted_noun

    print(one_line(reading.file))
    if reading.refused:
        print("  not read")
        return
    for title in reader_titles(reading.formats):
        print(f"  {title}")
    print(f"  {reading.encoding}, {reading.record_format}")
    print(
        f"  {counted_noun(len(reading.observations), 'observation')}; "
        f"{reading.unread_lines:,} of {counted_noun(reading.lines, 'line')} unread"
    )
    said = numbers_sentence(reading).removeprefix(f"{reading.file}: ")
    if said:
        print(one_line(f"  {said}"))
    if reading.unread_kinds:
        kinds = ", ".join(
            f"{kind} ({count:,})" for kind, count in reading.unread_kinds[:MOST_KINDS]
        )
        more = len(reading.unread_kinds) - MOST_KINDS
        print(f"  unread SMF types: {kinds}" + (f" and {more} more" if more > 0 else ""))
    if with_observations:
        for item in reading.observations:
            print(
                one_line(
                    f"  {item.line:>7}  {item.subject}  {item.metric} = {item.value} {item.unit}"
                )
            )
