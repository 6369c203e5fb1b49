"""``plexwright demo``: the whole story on the sample engagement."""

from __future__ import annotations

import argparse
import os
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
    from app.advice import analyse_store, converged, write_pdf
    from app.advice_text import advice_lines
    from app.display import has_display, show_window
    from app.errors import InputProblem

    try:
        args.out.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise InputProblem(
            f"cannot be made ({problem.strerror}); name another folder with --out", file=args.out
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
    return show_window(kept) or code


def _import_samples(kept: Path) -> bool:
    """Import the samples into a new file and put it in place; True when input was refused."""
    from app.intake import find_files, keep_files, report_problems
    from app.paths import sample
    from app.store import EngagementFile

    files, complete = find_files([str(sample(ENGAGEMENT))])
    refused = not complete
    aside = kept.with_name(f".{kept.name}.{os.getpid()}.part")
    aside.unlink(missing_ok=True)
    try:
        with EngagementFile.create(aside, _customer()) as engagement:
            for imported in keep_files(engagement, files):
                refused = report_problems(imported.readings) or refused
        os.replace(aside, kept)
    finally:
        aside.unlink(missing_ok=True)
    return refused


def _customer() -> str:
    """What the sample customer is called."""
    import tomllib

    from app.paths import sample

    story = tomllib.loads(sample("story.toml").read_text(encoding="utf-8"))
    return str(story["engagement"]["customer"])
