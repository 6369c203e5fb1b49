"""The report formats, a page for each subsystem."""

from __future__ import annotations

from functools import partial
from itertools import groupby

from app.guide.generated.rules import name_of
from app.guide.markdown import code, paragraphs, plain, table
from app.guide.pages import Page

_SECTIONS = (
    ("reads", "Reads"),
    ("unread", "Does not read"),
    ("releases", "Releases"),
    ("verified", "Verified against"),
)


def pages() -> list[Page]:
    """A page for each subsystem that formats are of."""
    from advisor.reading.pages import readers_json

    entries = sorted(readers_json(), key=lambda entry: (entry["subsystem"], entry["id"]))
    return [
        Page(
            "reports-" + name_of(subsystem),
            f"Reports: {subsystem}",
            "Reports",
            partial(_page, subsystem, tuple(entry["id"] for entry in of_it)),
        )
        for subsystem, of_it in groupby(entries, key=lambda entry: str(entry["subsystem"]))
    ]


def _page(subsystem: str, ids: tuple[str, ...]) -> str:
    return paragraphs(f"# Reports: {plain(subsystem)}", *map(_reader, ids))


def _reader(name: str) -> str:
    from advisor.reading.pages import reader_json

    entry = reader_json(name)
    said = [f"## {plain(entry['title'])}", f"In lists and problems: {code(name)}"]
    marks = ", ".join(plain(text) for text in entry["recognised_by"])
    said.append(f"**Recognised by.** {marks}" if marks else "")
    said += [f"**{title}.** {plain(entry[key])}" for key, title in _SECTIONS if entry[key]]
    left = "; ".join(plain(text) for text in entry["leaves_out"])
    said.append(f"**Leaves out on purpose.** {left}" if left else "")
    said.append(
        table(
            ("Figure or setting", "Unit", "Meaning"),
            [
                (code(f"{one['kind']}.{one['name']}"), plain(one["unit"]), plain(one["meaning"]))
                for one in entry["figures"]
            ],
        )
    )
    return paragraphs(*said).rstrip()
