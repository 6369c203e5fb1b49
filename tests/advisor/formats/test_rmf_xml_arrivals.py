"""RMF's XML as it arrives: several documents in one file, a letter around one."""

from __future__ import annotations

import re

import pytest

from tests.advisor.reading.report_reading import SAMPLES, read

TEXT = (SAMPLES / "formats/rmf-postprocessor.xml").read_text()
LETTER = "Hello,\nthe report <as of today>:\n\n{}\nRegards\n"


def figures(text: str) -> dict[tuple[str, str], list[tuple[object, str]]]:
    found: dict[tuple[str, str], list[tuple[object, str]]] = {}
    reading = read(text, "rmf.xml").reading
    assert not reading.problems
    for item in reading.observations:
        found.setdefault((item.subject, item.metric), []).append((item.value, item.text))
    return found


@pytest.mark.parametrize(
    "text",
    [
        LETTER.format(TEXT),
        TEXT.replace("<metric", "\n\n<metric", 1),
        LETTER.format(TEXT.replace("\n", "")),
    ],
)
def test_what_stands_around_a_document_is_not_of_it(text: str) -> None:
    whole = figures(TEXT)
    assert whole
    given = figures(text)
    assert {key: [value for value, _ in values] for key, values in given.items()} == {
        key: [value for value, _ in values] for key, values in whole.items()
    }


@pytest.mark.parametrize("between", ["\n", ""])
def test_documents_one_behind_the_other(between: str) -> None:
    second = TEXT.replace(">SYSA<", ">SYSC<").replace("SYSA,", "SYSC,")
    found = figures(TEXT + between + second)
    whole, other = figures(TEXT), figures(second)
    assert other != whole
    for key, values in {**whole, **other}.items():
        assert set(found[key]) >= set(values), key


def test_lines_of_a_document_behind_blank_lines_are_cited_rightly() -> None:
    shifted = figures("\n\n" + TEXT.replace("<metric", "\n\n<metric", 1))
    assert shifted == figures(TEXT)


def test_a_document_with_decimal_commas_says_so() -> None:
    found = read(re.sub(r">(\d+)\.(\d+)<", r">\1,\2<", TEXT), "rmf.xml")
    (said,) = found.sentences
    assert "decimal commas" in said
    assert not [one for one in found.reading.observations if "." in one.raw or "," in one.raw]
