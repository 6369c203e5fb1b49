"""``plexwright demo``: the whole story on the sample engagement."""

from __future__ import annotations

import argparse
from pathlib import Path

NAME = "demo"
HELP = "run the sample engagement: import, advice, report.pdf, demo.plexwright, the window"

ENGAGEMENT = "engagement"
DEFAULT_FOLDER = Path("plexwright-demo")


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--out",
        type=Path,
        default=DEFAULT_FOLDER,
        metavar="DIR",
        help=f"where report.pdf and demo.plexwright go (default: {DEFAULT_FOLDER}); "
        "those of an earlier demo are replaced",
    )
    parser.add_argument("--no-window", action="store_true", help="do not open the window")


def run(args: argparse.Namespace) -> int:
    from advisor.system_words import reason
    from app.advising.analysis import analyse_store, converged
    from app.advising.publishing import write_pdf
    from app.errors import InputProblem
    from app.printing.advice_text import advice_lines
    from app.window.display import has_display, show_window

    try:
        args.out.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise InputProblem(
            f"cannot be made ({reason(problem)}); name another folder with --out", file=args.out
        ) from problem
    kept = args.out / "demo.plexwright"
    refused = _import_samples(kept)
    engagement = analyse_store(kept)
    print("\n".join(advice_lines(engagement)))
    report = args.out / "report.pdf"
    write_pdf(engagement, report)
    print(f"\nWritten: {report}, {kept}", flush=True)
    code = 1 if refused or not converged(engagement) else 0
    if args.no_window:
        return code
    if not has_display():
        print("No display here, so no window; open it later with 'plexwright open'.")
        return code
    return show_window([kept]) or code


def _import_samples(kept: Path) -> bool:
    """Import the samples into a new file and put it in place; True when input was refused."""
    from app.importing.files import find_files, keep_files, report_problems
    from app.paths import sample, sample_customer
    from app.store import EngagementFile, places

    files, complete = find_files([str(sample(ENGAGEMENT))])
    refused = not complete
    with places.aside(kept) as part:
        with EngagementFile.create(part, sample_customer()) as engagement:
            for imported in keep_files(engagement, files):
                refused = report_problems(imported.readings) or refused
        places.put_in_place(part, kept)
    return refused
