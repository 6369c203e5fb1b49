"""The rules, a page for each subsystem."""

from __future__ import annotations

from functools import partial
from itertools import groupby

from app.guide.markdown import block, paragraphs, plain
from app.guide.pages import Page


def pages() -> list[Page]:
    """A page for each subsystem that rules are of."""
    from advisor.rules import catalogue_json

    entries = sorted(catalogue_json(), key=lambda entry: (entry["subsystem"], entry["id"]))
    return [
        Page(
            "rules-" + name_of(subsystem),
            f"Rules: {subsystem}",
            "Rules",
            partial(_page, subsystem, tuple(entry["id"] for entry in of_it)),
        )
        for subsystem, of_it in groupby(entries, key=lambda entry: str(entry["subsystem"]))
    ]


def name_of(text: str) -> str:
    """A file's name for a subsystem's."""
    return "".join(sign if sign.isalnum() else "-" for sign in text.lower()).strip("-")


_COPIED = ("Command", "Command to back out")
_LISTED = ("Command confirmed by", "References", "Guarded by")


def _page(subsystem: str, ids: tuple[str, ...]) -> str:
    from advisor.rules import page_text

    return paragraphs(f"# Rules: {plain(subsystem)}", *(_rule(page_text(one)) for one in ids))


def _rule(text: str) -> str:
    """The rule's page as the command line prints it, as Markdown."""
    name, title, *rest = text.rstrip().split("\n", 1)[0].partition("  ")
    head, *sections = text.rstrip().partition("\n")[2].split("\n\n")
    said = [f"## {plain(name)}: {plain(' '.join(rest) or title)}"]
    said.append(plain(head.replace("\n", " · ")))
    for section in sections:
        heading, _, body = section.partition("\n")
        lines = [line.strip() for line in body.split("\n") if line.strip()]
        if heading in _COPIED:
            said += [f"**{plain(heading)}**", block("\n".join(lines))]
        elif heading in _LISTED:
            said += [f"**{plain(heading)}**", "\n".join(f"- {plain(line)}" for line in lines)]
        else:
            said.append(f"**{plain(heading)}.** {plain(' '.join(lines))}")
    return paragraphs(*said).rstrip()
