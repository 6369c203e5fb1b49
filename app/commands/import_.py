"""``plexwright import``: reads report files and keeps them in an engagement file."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

NAME = "import"
HELP = "read report files and keep them in an engagement file, or remove some of it"


def configure(parser: argparse.ArgumentParser) -> None:
    from app.importing.files import interval

    parser.add_argument("files", nargs="*", metavar="FILE", help="report, archive or folder")
    parser.add_argument(
        "--into",
        required=True,
        type=Path,
        metavar="X.plexwright",
        help="the engagement file; made if it is not there",
    )
    parser.add_argument(
        "--remove",
        action="append",
        default=[],
        metavar="REPORT|DAY",
        help="forget a report, by the name it has in the engagement, or a period, by the day that "
        "`history` names; may be given more than once, and is done before FILEs are read",
    )
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


def run(args: argparse.Namespace) -> int:
    from app.cli import UsageError
    from app.errors import complain
    from app.importing.files import find_files, keep_files, report_problems
    from app.importing.removing import remove_reports
    from app.printing.documents import IMPORT, identified_entry
    from app.printing.output import print_json
    from app.store import EngagementFile

    if not args.files and not args.remove:
        raise UsageError("name reports to import, or what to --remove")
    removed: list[dict[str, Any]] = []
    if args.remove:
        with EngagementFile.open(args.into) as engagement:
            for word, found in remove_reports(engagement, args.remove, args.into):
                removed.extend({"file": name, "observations": n} for name, n in found)
                if not args.json:
                    _print_removed(word, found)
    if not args.files:
        if args.json:
            document = {"format": IMPORT, "engagement": str(args.into), "files": []}
            print_json({**document, "removed": removed})
        return 0
    files, complete = find_files(args.files)
    files = [given for given in files if not _same_file(given.path, args.into)]
    if complete and not files:
        complain(args.into, None, "is the engagement itself; name the reports to import")
    refused = not complete
    entries: list[dict[str, Any]] = []
    made = False
    if files:
        made = not args.into.exists()
        with EngagementFile.open_or_create(args.into) as engagement:
            for kept in keep_files(engagement, files, args.interval):
                made = made and not kept.useful
                refused = report_problems(kept.readings) or refused
                for reading in kept.readings:
                    entry = identified_entry(reading, False)
                    entries.append({**entry, "kept": kept.useful, "new": kept.new})
                    if not args.json:
                        _print_kept(entries[-1])
    if made:  # for nothing
        args.into.unlink(missing_ok=True)
    if args.json:
        gone = {"removed": removed} if removed else {}
        print_json({"format": IMPORT, "engagement": str(args.into), "files": entries, **gone})
    return 1 if refused or not files else 0


def _print_kept(entry: dict[str, Any]) -> None:
    from app.errors import one_line
    from app.printing.output import counted_noun

    said = "not kept" if not entry["kept"] else "kept" if entry["new"] else "was there already"
    print(
        one_line(
            f"{entry['file']}: {said}; {', '.join(entry['readers']) or 'no report'}, "
            f"{counted_noun(entry['observation_count'], 'figure')}, "
            f"{counted_noun(entry['unread_lines'], 'line')} unread"
        )
    )


def _print_removed(word: str, found: list[tuple[str, int]]) -> None:
    from app.errors import one_line
    from app.printing.output import counted_noun

    figures = sum(count for _name, count in found)
    names = ", ".join(name for name, _count in found)
    what, read = counted_noun(len(found), "report"), counted_noun(figures, "figure")
    print(
        one_line(
            f"{word}: {what} removed with {read} ({names}); answers, scenarios and decisions stay"
        )
    )


def _same_file(one: Path, other: Path) -> bool:
    return other.exists() and one.exists() and one.samefile(other)
