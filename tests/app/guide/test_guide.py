"""The guide: complete, its links lead somewhere, and it needs nothing from outside."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from app.guide import html, page, pages, pdf
from app.guide.pages import Page, pictures


@pytest.fixture(scope="module")
def texts() -> dict[str, str]:
    return {one.name: one.text() for one in pages()}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("guide")
    html.write(folder, pages())
    return folder


def test_every_page_has_a_name_of_its_own_and_begins_with_its_title(texts) -> None:
    assert len(texts) == len(pages())
    for name, text in texts.items():
        assert re.fullmatch(r"[\w-]+", name)
        assert text.startswith("# "), name


def test_everything_declared_is_in_it(texts) -> None:
    from advisor.reading.pages import readers_json
    from advisor.rules import catalogue_json
    from model.catalogue import catalogue

    whole = "\n".join(texts.values())
    for entry in catalogue_json():
        assert f"## {entry['id']}: " in whole
    for entry in readers_json():
        assert f"`{entry['id']}`" in whole
    for kind in catalogue():
        for setting in kind.settings:
            assert f"`{setting.name}`" in whole, (kind.name, setting.name)


def test_every_constant_stands_in_the_book_of_the_models(texts) -> None:
    import json

    from resources import resource

    book = "\n".join(text for name, text in texts.items() if name.startswith("models-"))
    for path in resource("calibration").glob("*.json"):
        for constant in json.loads(path.read_text(encoding="utf-8")).get("constants", ()):
            assert f"| `{constant['name']}` | {constant['value']:.4g} |" in book, path.name


def json_of(name: str) -> Any:
    import json

    from resources import resource

    return json.loads(resource("docs", name).read_text(encoding="utf-8"))


def test_the_benchmark_says_where_and_when_it_was_measured(texts) -> None:
    kept = json_of("benchmark.json")
    for key in ("date", "python", "processor"):
        assert kept["machine"][key] in texts["benchmark"]
    assert texts["benchmark"].count("\n| ") == len(kept["cases"]) + 1


def test_errors_of_the_methods_stand_in_the_guide(texts) -> None:
    from app.bench.accuracy import FAMILIES

    kept = json_of("accuracy.json")
    small = {(name, m) for name, f in FAMILIES.items() if f.small for m in f.methods}
    assert {(row["family"], row["method"]) for row in kept["rows"]} == small
    assert texts["models-accuracy"].count("\n| ") == len(small) + 1
    for row in kept["rows"]:
        assert row["said"] == FAMILIES[row["family"]].said
        assert f"| {row['most_pct']:.1f} % |" in texts["models-accuracy"]


def test_links_lead_to_pages_and_pictures_that_are_there(texts) -> None:
    for name, text in texts.items():
        for target in re.findall(r"(?<!\!)\[[^\]]*\]\(([\w-]+)\.md\)", text):
            assert page(target) is not None, (name, target)
        for picture in re.findall(r"!\[[^\]]+\]\(([^)]+)\)", text):
            assert (pictures() / picture).is_file(), (name, picture)


@pytest.mark.thorough
def test_charts_are_drawn_from_what_ships() -> None:
    from app.guide.charts import FILES

    for name, draw in FILES.items():
        stored = (pictures() / name).read_text(encoding="utf-8")
        assert stored == draw(), "packaging/make_guide_pictures.py draws it anew"


def test_pages_of_the_window_have_a_page_of_their_own() -> None:
    from app.window.shell.help import HELP

    for name in HELP:
        assert page(name) is not None, name


class Outside(HTMLParser):
    """What a browser would fetch, and tags that do not pair."""

    def __init__(self) -> None:
        super().__init__()
        self.fetched: list[str] = []
        self.open: list[str] = []
        self.wrong: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.fetched += [str(given[k]) for k in ("src",) if given.get(k)]
        # A link leads to a page of the guide, or out of it.
        linked = str(given.get("href") or "#") if tag == "a" else "#"
        if ":" not in linked and not linked.startswith("#"):
            self.fetched.append(linked.partition("#")[0])
        if tag == "link":
            self.fetched.append(str(given["href"]))
        if tag not in ("meta", "link", "img", "br", "hr"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag != "img" and (not self.open or self.open.pop() != tag):
            self.wrong.append(tag)


def test_html_is_whole_and_fetches_only_what_lies_beside_it(site) -> None:
    assert (site / "index.html").is_file()
    for path in site.glob("*.html"):
        seen = Outside()
        seen.feed(path.read_text(encoding="utf-8"))
        assert seen.wrong == []
        assert seen.open == []
        for target in seen.fetched:
            assert (site / target).is_file(), (path.name, target)


def test_text_of_declarations_cannot_become_markup() -> None:
    from app.guide.markdown import plain, table

    shown = html.body(table(("A", "B"), [(plain("<b>|*x*"), plain("a_b_c [x](y)"))]))
    assert "<b>" not in shown
    assert "<em>" not in shown
    assert "<a " not in shown
    assert "&lt;b&gt;|*x*" in shown


@pytest.mark.thorough
def test_the_pdf_is_made_and_is_the_same_twice(tmp_path) -> None:
    from pypdf import PdfReader

    few = [page(name) for name in ("start", "models-db2", "rules-mq", "components-cics")]
    for name in ("a.pdf", "b.pdf"):
        pdf.write(tmp_path / name, [one for one in few if one is not None])
    assert (tmp_path / "a.pdf").read_bytes() == (tmp_path / "b.pdf").read_bytes()
    said = "\n".join(sheet.extract_text() for sheet in PdfReader(tmp_path / "a.pdf").pages)
    assert "First five minutes" in said
    assert "MQ-001" in said
    assert "io_cpu_us" in said


def test_no_column_of_a_page_is_narrower_than_its_longest_word() -> None:
    """Names of constants were printed over their values, columns of prose one letter wide."""
    names = ("elapsed_saving_of_all_ms", "a long explanation " * 20, "short")
    for columns in (7, 3):
        row = [names[min(column, 2)] for column in range(columns)]
        head = ["Name", "Meaning", *["Value"] * (columns - 2)]
        text = "\n".join(f"| {' | '.join(line)} |" for line in (head, ["---"] * columns, row))
        (said,) = re.findall(
            r"columns: \((.*),\)", pdf.document([Page("t", "T", "Guide", lambda text=text: text)])
        )
        widths = [float(width.removesuffix("fr")) for width in said.split(", ")]
        wanted = [len(max(cell.split(), key=len)) for cell in row]
        assert all(105 * w / sum(widths) >= n for w, n in zip(widths, wanted, strict=True)), said


def test_the_whole_guide_can_be_set() -> None:
    assert pdf.document(pages()).count("\n= ") == 6


def test_the_command_lists_prints_and_refuses(capsys) -> None:
    from app.cli import main

    assert main(["guide"]) == 0
    assert "models-record" in capsys.readouterr().out
    assert main(["guide", "advice"]) == 0
    assert capsys.readouterr().out.startswith("# Advice")
    assert main(["guide", "nowhere"]) == 2
    assert "no page 'nowhere'" in capsys.readouterr().err
