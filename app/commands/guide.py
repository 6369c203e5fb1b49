"""``plexwright guide``: the guide as HTML and PDF, or one page as text."""

from __future__ import annotations

import argparse
from pathlib import Path

NAME = "guide"
HELP = "write the guide as HTML and PDF, or print one of its pages"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("page", nargs="?", metavar="PAGE", help="print this page, such as advice")
    parser.add_argument("--out", type=Path, metavar="FOLDER", help="write index.html and guide.pdf")


def run(args: argparse.Namespace) -> int:
    from app.cli import UsageError
    from app.guide import page, pages
    from app.printing.output import print_table

    if args.page is not None:
        found = page(args.page)
        if found is None:
            raise UsageError(f"there is no page {args.page!r}; 'plexwright guide' lists them")
        print(found.text(), end="")
    elif args.out is not None:
        from app.guide import html, pdf

        html.write(args.out, pages())
        pdf.write(args.out / "guide.pdf", pages())
        print(f"Written: {args.out / 'index.html'}, {args.out / 'guide.pdf'}")
    else:
        print_table(("page", "part", "title"), [(p.name, p.part, p.title) for p in pages()])
    return 0
