"""``plexwright advise``: findings, projections and the plan, as table, JSON or PDF."""

from __future__ import annotations

import argparse
import io
import math
import sys
from collections.abc import Callable
from contextlib import nullcontext, redirect_stderr
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from advisor.efforts import EFFORTS

if TYPE_CHECKING:
    from advisor.engagement import Options
    from app.errors import InputProblem

NAME = "advise"
HELP = "say what to change in an installation, with evidence, projections and a plan"


GOALS = ("etr", "itr", "response", "cpu", "storage")


def _whole(text: str) -> int:
    if not text.isascii() or not text.isdigit():
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from 0 up")
    return int(text)


def _amount(text: str) -> float:
    try:
        found = float(text)
    except ValueError:
        found = math.nan
    if not (math.isfinite(found) and found > 0):
        raise argparse.ArgumentTypeError(f"{text!r} is no number above 0")
    return found


def _share(text: str) -> float:
    try:
        found = float(text)
    except ValueError:
        found = math.nan
    if not (math.isfinite(found) and found >= 0):
        raise argparse.ArgumentTypeError(f"{text!r} is no percentage of 0 or more")
    return found


def configure(parser: argparse.ArgumentParser) -> None:
    from app.importing.files import interval

    parser.add_argument(
        "files", nargs="+", metavar="FILE", help="report files, or one X.plexwright"
    )
    parser.add_argument(
        "--answers",
        type=Path,
        metavar="ANSWERS.json",
        help='what no report says, as {"component": {"name": value}}, such as '
        '{"adabas_database:77": {"USERS": 60}}: the names are those of "questions" in --json, or '
        'of a setting or figure that "plexwright kinds KIND" lists',
    )
    parser.add_argument(
        "--interval",
        action="append",
        type=interval,
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
        "--commands",
        type=Path,
        metavar="DIR",
        help="write what the plan has people type and code into a folder, one file for each task "
        "and input (cards, members, jobs), with the way back",
    )
    parser.add_argument(
        "--customer",
        metavar="NAME",
        help="the customer, as the report's first page has it; without it an engagement file's "
        "name, and none of loose reports",
    )
    parser.add_argument(
        "--mask",
        action="store_true",
        help="replace customer, system, job, data set and user names everywhere",
    )
    parser.add_argument(
        "--mask-name",
        action="append",
        default=[],
        metavar="NAME",
        help="mask this name as well, as --mask cannot know every name; may be repeated",
    )
    parser.add_argument(
        "--provisional",
        action="store_true",
        help="have usual values stand in for what is missing, with bands as wide as they may be "
        "off; rules take none of them for a fact",
    )
    report = parser.add_argument_group("the report")
    report.add_argument("--language", choices=("en", "de"), default="en", help="English or German")
    report.add_argument(
        "--edition",
        choices=("management", "technical"),
        default="technical",
        help="for those who decide (3 to 4 pages) or those who carry it out",
    )
    report.add_argument("--paper", choices=("a4", "us-letter"), default="a4", help="size of paper")
    report.add_argument(
        "--template",
        type=Path,
        metavar="DIR",
        help="a folder with your own brand.typ (logo, colours) or report.typ (layout)",
    )
    report.add_argument(
        "--track-record",
        action="store_true",
        help="with how many of your earlier projections came true, as 'plexwright history' keeps "
        "it",
    )
    listed = parser.add_argument_group(
        "the findings that are listed", "the plan, files and --json hold all of them"
    )
    listed.add_argument(
        "--who", default="", metavar="ROLE", help="those of an owner, such as CICS or DBA"
    )
    listed.add_argument(
        "--window", choices=EFFORTS, default="", help="those that take effect in one way"
    )
    plan = parser.add_argument_group(
        "the plan, for this once", "an engagement file keeps limits and decisions of its own"
    )
    plan.add_argument("--goal", choices=GOALS, help="what the plan is after")
    plan.add_argument("--no-paging", action="store_true", help="nothing may page afterwards")
    plan.add_argument("--dynamic-only", action="store_true", help="only changes without a restart")
    plan.add_argument(
        "--max-risk",
        choices=("low", "medium", "high"),
        help="take nothing riskier into the plan (medium where not said)",
    )
    plan.add_argument(
        "--min-gain",
        type=_share,
        metavar="PERCENT",
        help="what brings less, alone and beside the rest of the plan, is no step (0.5 where not "
        "said; 0 takes everything); what is not projected stays",
    )
    plan.add_argument(
        "--min-share",
        type=_share,
        metavar="PERCENT",
        help="what is worth less of all CPU and waiting of the installation, or of its real "
        "storage, is no step however much it is of one small job (0.01 where not said)",
    )
    plan.add_argument("--max-changes", type=_whole, metavar="N", help="at most N findings")
    plan.add_argument("--max-storage-gb", type=_amount, metavar="GB", help="real storage used")
    plan.add_argument(
        "--max-cps",
        type=_amount,
        metavar="N",
        help="CPs that a step may give a partition; what it has today stays",
    )
    for name, what in (
        ("--exclude", "rule that the plan leaves out, such as ADA-017"),
        ("--reject", 'finding that the plan leaves out, by its "id" in --json'),
        ("--done", 'finding carried out since the figures were measured, by its "id" in --json'),
    ):
        metavar = "RULE" if name == "--exclude" else "FINDING"
        plan.add_argument(
            name, action="append", default=[], metavar=metavar, help=f"{what}; may be repeated"
        )


def run(args: argparse.Namespace) -> int:
    from app.errors import InputProblem

    try:
        return _advise(args)
    except InputProblem as problem:
        if not (args.mask or args.mask_name):
            raise
        raise _unnamed(problem, args) from None


def _unnamed(problem: InputProblem, args: argparse.Namespace) -> InputProblem:
    """The problem with options in place of paths: a masked run names no folder of anybody's."""
    from app.errors import InputProblem

    places = {
        str(path): option
        for option, path in (
            *((f"FILE {n}", path) for n, path in enumerate(args.files, 1)),
            ("--pdf", args.pdf),
            ("--beside", args.beside),
            ("--commands", args.commands),
            ("--template", args.template),
            ("--answers", args.answers),
        )
        if path is not None
    }
    text = problem.text
    for path in sorted(places, key=len, reverse=True):
        text = text.replace(path, places[path])
    file = problem.file
    if file is not None:
        outer = {file, *map(str, Path(file).parents)}
        inside = [path for path in places if path in outer]
        file = places[max(inside, key=len)] if inside else None
    return InputProblem(text, file=file, line=problem.line)


def _advise(args: argparse.Namespace) -> int:
    from advisor.report.options import SECTIONS, WANTED, ReportOptions
    from app.advising import track_record
    from app.advising.analysis import (
        NothingRead,
        analyse_files,
        converged,
        engagement_in,
        goals_of,
        mask_of,
        scenarios_of,
    )
    from app.advising.answers import read_answers
    from app.advising.publishing import write_beside, write_commands, write_pdf
    from app.errors import InputProblem, complain
    from app.importing.files import spare_inputs
    from app.printing.advice_text import Listed, advice_lines
    from app.printing.documents import advice_document, no_advice_document
    from app.printing.output import print_json

    if args.track_record and not track_record.is_on():
        raise InputProblem(
            "no track record is kept; 'plexwright history --track-record on' begins it"
        )
    masked = args.mask or bool(args.mask_name)
    answered = () if args.answers is None else (args.answers,)
    spare_inputs((*args.files, *answered), (args.pdf, args.beside, args.commands))
    answers = None if args.answers is None else read_answers(args.answers)
    # What a mask hides is known when all is read: until then sentences of a masked run wait.
    waiting = io.StringIO()
    try:
        with redirect_stderr(waiting) if masked else nullcontext():
            engagement, refused = analyse_files(
                args.files, answers, args.interval, _amendment(args)
            )
    except NothingRead as problem:
        if unsaid := len(waiting.getvalue().splitlines()):
            complain(None, None, f"{unsaid} sentences name the files; see them without --mask")
        if args.json:  # file names are the customer's too
            print_json(no_advice_document(() if masked else problem.readings))
        raise
    options = ReportOptions(
        args.language,
        args.paper,
        mask=masked,
        mask_names=tuple(args.mask_name),
        edition=args.edition,
        sections=SECTIONS if args.track_record else WANTED,
        # A folder is called as somebody's disk has it, which is nobody's name.
        customer=None if args.customer is not None or engagement_in(args.files) else "",
    )
    if args.customer is not None:
        engagement = replace(engagement, name=args.customer.strip())
    mask = mask_of(engagement, args.mask_name) if masked else None
    if mask is not None:
        print(mask.text(waiting.getvalue()), end="", file=sys.stderr)
    wanted = goals_of(args.files)
    # What cannot be written costs that file, not the advice.
    try:
        if args.pdf is not None:
            tried = scenarios_of(args.files)
            write_pdf(
                engagement,
                args.pdf,
                options=options,
                template=args.template,
                tried=tried,
                goals=wanted,
            )
        if args.beside is not None:
            write_beside(engagement, args.beside, options=options, goals=wanted)
        if args.commands is not None:
            write_commands(engagement, args.commands, options=options)
    except InputProblem as problem:
        said = _unnamed(problem, args) if masked else problem
        complain(said.file, said.line, said.text)
        refused = True
    for outcome in engagement.outcomes:
        for sentence in outcome.broken:
            complain(outcome.rule, None, sentence if mask is None else mask.text(sentence))
            refused = True
    if args.json:
        document = advice_document(engagement, wanted)
        print_json(document if mask is None else mask.apply(document))
    else:
        listed = Listed(args.who.strip(), args.window)
        print("\n".join(advice_lines(engagement, mask, args.language, listed, wanted)))
    return 1 if refused or not converged(engagement) else 0


def _amendment(args: argparse.Namespace) -> Callable[[Options], Options] | None:
    """What the command line says of the plan, or ``None``."""
    limits: dict[str, Any] = {
        name: value
        for name, value in (
            ("goal", args.goal),
            ("no_paging", args.no_paging or None),
            ("dynamic_only", args.dynamic_only or None),
            ("max_risk", args.max_risk),
            ("min_gain_pct", args.min_gain),
            ("min_share_pct", args.min_share),
            ("max_changes", args.max_changes),
            ("max_real_storage_gb", args.max_storage_gb),
            ("max_cps", args.max_cps),
        )
        if value is not None
    }
    if not (limits or args.exclude or args.reject or args.done or args.provisional):
        return None
    from advisor.rules.base import rule_if_any
    from app.cli import UsageError

    for option, names in (("--reject", args.reject), ("--done", args.done)):
        for name in names:
            if "@" not in name:
                raise UsageError(
                    f"{option} takes a finding id, RULE@COMPONENT as in --json, and not {name!r}"
                )
    for name in (*args.exclude, *args.reject, *args.done):
        if rule_if_any(name.partition("@")[0]) is None:
            raise UsageError(
                f"there is no rule {name.partition('@')[0]!r}; 'plexwright rules' lists them"
            )

    def amend(options: Options) -> Options:
        constraints = replace(
            options.constraints,
            **limits,
            excluded_rules=(*options.constraints.excluded_rules, *args.exclude),
        )
        return replace(
            options,
            constraints=constraints,
            rejected=(*options.rejected, *args.reject),
            done=(*options.done, *args.done),
            provisional=options.provisional or args.provisional,
        )

    return amend
