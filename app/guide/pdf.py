"""The guide as one PDF with contents, by the same typesetter as the report."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

from markdown_it.token import Token

from app.guide.html import parser
from app.guide.pages import Page, pictures
from resources import resource


def write(path: Path, pages: Sequence[Page]) -> None:
    """All pages into one file, whose bytes depend on the pages alone."""
    import typst

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if pictures().is_dir():
            shutil.copytree(pictures(), folder / "pictures")
        source = folder / "guide.typ"
        source.write_text(document(pages), encoding="utf-8")
        typst.compile(
            str(source),
            output=str(path),
            root=str(folder),
            font_paths=[str(resource("fonts"))],
            ignore_system_fonts=True,
            timestamp=0,
        )


def document(pages: Sequence[Page]) -> str:
    """The pages as Typst: a heading for each part, below it the pages' own."""
    said = [resource("guide", "guide.typ").read_text(encoding="utf-8")]
    for part, of_it in groupby(pages, key=lambda page: page.part):
        said.append(f"= {_text(part)}\n")
        said += [_Writer().page(parser().parse(page.text())) for page in of_it]
    return "\n".join(said)


def _text(text: str) -> str:
    """Text that Typst sets as it is."""
    return "".join(f"\\{sign}" if sign in "\\#$*_`<>@=-+/[]~\"'" else sign for sign in text)


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


_OPEN = {
    "strong_open": "#strong[",
    "em_open": "#emph[",
    "bullet_list_open": "#list(",
    "ordered_list_open": "#enum(",
    "list_item_open": "[",
    "blockquote_open": "#quote(block: true)[",
}
_CLOSE = {
    "strong_close": "]",
    "em_close": "]",
    "bullet_list_close": ")\n\n",
    "ordered_list_close": ")\n\n",
    "list_item_close": "],",
    "blockquote_close": "]\n\n",
    "paragraph_close": "\n\n",
    "heading_close": "\n\n",
    "tr_close": "\n",
    "th_close": "],",
    "td_close": "],",
    "table_close": ")\n\n",
}


_LINE_SIGNS = 105
"""As many signs of a table stand beside one another on a page."""
_BETWEEN_SIGNS = 3
"""What the distance between two columns takes."""


def _widths(tokens: Sequence[Token]) -> list[str]:
    """Typst's widths of a table's columns, from its first token on, as browsers lay them out.

    No column is narrower than its longest word; what is left goes where lines would be broken.
    """
    cells: list[list[str]] = []
    for token in tokens:
        if token.type == "table_close":
            break
        if token.type == "tr_open":
            cells.append([])
        elif token.type == "inline":
            cells[-1].append("".join(child.content or " " for child in token.children or ()))
    columns = list(zip(*cells, strict=True))
    least = [max(len(w) for c in column for w in ("", *c.split())) for column in columns]
    least = [signs + _BETWEEN_SIGNS for signs in least]
    broken = [max(0, max(map(len, column)) + _BETWEEN_SIGNS - low)
              for column, low in zip(columns, least, strict=True)]  # fmt: skip
    room = _LINE_SIGNS - sum(least)
    if sum(broken) <= room:
        return ["auto"] * (len(columns) - 1) + ["1fr"]
    share = max(0, room) / sum(broken)
    return [f"{low + share * more:.3g}fr" for low, more in zip(least, broken, strict=True)]


class _Writer:
    """One page's tokens as Typst."""

    def page(self, tokens: Sequence[Token]) -> str:
        return "".join(self._token(tokens, number) for number in range(len(tokens)))

    def _token(self, tokens: Sequence[Token], number: int) -> str:
        token = tokens[number]
        kind = token.type
        if kind in _OPEN:
            return _OPEN[kind]
        if kind in _CLOSE:
            return _CLOSE[kind]
        if kind == "heading_open":
            # The part has the first level.
            return "=" * (int(token.tag[1:]) + 1) + " "
        if kind in ("fence", "code_block"):
            return f"#raw(block: true, {_quoted(token.content.rstrip())})\n\n"
        if kind == "inline":
            return "".join(self._inline(child) for child in token.children or ())
        if kind == "table_open":
            return f"#table(columns: ({', '.join(_widths(tokens[number:]))},),\n"
        if kind == "thead_open":
            return "table.header("
        if kind == "thead_close":
            return "),\n"
        if kind == "th_open":
            return "strong["
        return "[" if kind == "td_open" else ""

    def _inline(self, token: Token) -> str:
        if token.type == "text":
            return _text(token.content)
        if token.type == "code_inline":
            return f"#raw({_quoted(token.content)})"
        if token.type in ("softbreak", "hardbreak"):
            return " " if token.type == "softbreak" else "\\ "
        if token.type == "image":
            return f'#image("pictures/{token.attrs["src"]}", width: 100%)'
        if token.type == "link_open":
            target = str(token.attrs["href"])
            # Pages of this guide are elsewhere in the same file: their titles say enough.
            return f"#link({_quoted(target)})[" if ":" in target else "#emph["
        if token.type == "link_close":
            return "]"
        return _OPEN.get(token.type, _CLOSE.get(token.type, ""))
