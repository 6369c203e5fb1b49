"""The guide as a folder of HTML: no script, no network, readable in any browser and on paper."""

from __future__ import annotations

import html
import re
import shutil
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

from markdown_it import MarkdownIt

from app.guide.pages import Page, pictures
from resources import resource


def parser() -> MarkdownIt:
    """What reads the pages: CommonMark with tables."""
    return MarkdownIt("commonmark").enable("table")


def body(text: str) -> str:
    """A page's Markdown as HTML; links between pages lead to their files."""
    made: str = parser().render(text)
    made = re.sub(r'href="(?!\w+:)([\w-]+)\.md(#[^"]*)?"', r'href="\1.html\2"', made)
    # Files of the sources, which a page of the repository leads to.
    made = re.sub(r'<a href="(?!\w+:)[^"]*/[^"]*">(.*?)</a>', r"\1", made)
    return re.sub(r'src="(?!\w+:|pictures/)([^"/]+)"', r'src="pictures/\1"', made)


def write(folder: Path, pages: Sequence[Page]) -> None:
    """All pages into a folder, ``index.html`` the first of them; pictures beside."""
    folder.mkdir(parents=True, exist_ok=True)
    if pictures().is_dir():
        shutil.copytree(pictures(), folder / "pictures", dirs_exist_ok=True)
    shutil.copyfile(resource("guide", "style.css"), folder / "style.css")
    for number, page in enumerate(pages):
        text = _document(page, body(page.text()), pages)
        (folder / f"{page.name}.html").write_text(text, encoding="utf-8", newline="\n")
        if number == 0:
            (folder / "index.html").write_text(text, encoding="utf-8", newline="\n")


def _document(page: Page, content: str, pages: Sequence[Page]) -> str:
    parts = []
    for part, of_it in groupby(pages, key=lambda one: one.part):
        links = "".join(
            f'<li><a href="{one.name}.html"{" aria-current=page" if one is page else ""}>'
            f"{html.escape(one.title.removeprefix(f'{part}: '))}</a></li>"
            for one in of_it
        )
        parts.append(f"<h2>{html.escape(part)}</h2><ul>{links}</ul>")
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{html.escape(page.title)} – Plexwright</title>"
        '<link rel="stylesheet" href="style.css"></head><body>'
        f'<nav aria-label="Pages"><strong>Plexwright</strong>{"".join(parts)}</nav>'
        f"<main>{content}</main></body></html>\n"
    )
