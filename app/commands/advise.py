"""``plexwright advise``: findings, projections and the plan, as table, JSON or PDF."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from advisor.engagement import Engagement

NAME = "advise"
HELP = "say what to change in an installation, with evidence, projections and a plan"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files", nargs="+", metavar="FILE", help="report files, or one X.plexwright"
    )
    parser.add_argument(
        "--answers",
        type=Path,
        metavar="ANSWERS.json",
        help='what no report says, as {"component": {"metric": value}} (see "questions" in --json)',
    )
    parser.add_argument(
        "--interval",
        action="append",
        default=[],
        metavar="TIME",
        help="of a print too long to be read whole: read the intervals that start so, such as "
        "2015-03-17T10 (may be given more than once)",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument("--pdf", type=Path, metavar="OUT.pdf", help="write the report as PDF")
    parser.add_argument(
        "--beside",
        type=Path,
        metavar="DIR",
        help="write pictures (SVG, PNG), findings and projections (CSV, JSON) into a folder",
    )
    parser.add_argument(
        "--mask",
        action="store_true",
        help="replace customer, system, job, data set and user names everywhere",
    )


def run(args: argparse.Namespace) -> int:
    from app.advice import (
        NothingRead,
        analyse_files,
        converged,
        read_answers,
        write_beside,
        write_pdf,
    )
    from app.advice_text import advice_lines
    from app.documents import advice_document, no_advice_document
    from app.output import print_json

    answers = None if args.answers is None else read_answers(args.answers)
    try:
        engagement, refused = analyse_files(args.files, answers, args.interval)
    except NothingRead as problem:
        if args.json:  # file names are the customer's too
            print_json(no_advice_document(() if args.mask else problem.readings))
        raise
    if args.pdf is not None:
        write_pdf(engagement, args.pdf, mask=args.mask)
    if args.beside is not None:
        write_beside(engagement, args.beside, mask=args.mask)
    if args.json:
        print_json(_masked(engagement, advice_document(engagement), args.mask))
    else:
        print("\n".join(advice_lines(engagement, mask=args.mask)))
    return 1 if refused or not converged(engagement) else 0


def _masked(engagement: Engagement, document: dict[str, Any], mask: bool) -> Any:
    if not mask:
        return document
    from app.advice import mask_of

    return mask_of(engagement).apply(document)
