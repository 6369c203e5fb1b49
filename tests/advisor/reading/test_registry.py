"""What every reader declares, and what no mutated sample may do."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from advisor.reading import Reader, all_readers
from advisor.reading.scanning import compile_anchors
from advisor.reading.segments import ANCHORED, all_anchors
from tests import fuzz_readers

READERS = all_readers()


@pytest.mark.parametrize("reader", READERS, ids=lambda reader: reader.id)
def test_every_reader_documents_itself(reader: Reader) -> None:
    assert re.fullmatch(r"[a-z0-9]+(?:-[a-z0-9]+)*", reader.id)
    assert reader.title
    assert reader.subsystem
    for text in (reader.page.reads, reader.page.releases, reader.page.verified, reader.page.unread):
        assert text.strip() == text
        assert text
    assert reader.parse is not None or reader.parse_records is not None
    assert {
        "segment": bool(reader.anchors),
        "inline": bool(reader.anchors),
        "heading": bool(reader.anchors),
        "whole": reader.claims is not None,
        "records": reader.claims_records is not None,
    }[reader.where]


def test_ids_are_unique_and_anchors_compile() -> None:
    assert len({reader.id for reader in READERS}) == len(READERS)
    anchors = compile_anchors([r for r in READERS if r.where in ANCHORED])
    assert anchors.pattern is not None


def test_the_sieve_finds_what_the_pattern_finds() -> None:
    anchors = compile_anchors([r for r in READERS if r.where in ANCHORED])
    assert anchors.pattern is not None
    for data in fuzz_readers.samples():
        lines = data.decode("utf-8", "replace").split("\n")
        expected = [
            (index, anchor)  # once a line, however often it stands there
            for index, line in enumerate(lines)
            for anchor in dict.fromkeys(
                " ".join(match[0].split()) for match in anchors.pattern.finditer(line)
            )
        ]
        assert anchors.find(lines) == expected


def test_lines_met_again_are_searched_for_the_anchors_of_their_words() -> None:
    """A pattern of all anchors was tried on each: 90 ns a character; a ruler of 130 was looked at
    127 times.
    """
    anchors = all_anchors()
    assert anchors.pattern is not None
    kinds = [
        f"12.00.00 {one.anchors[0].lstrip('^')} 12 {other.anchors[-1].lstrip('^')} of both"
        for one, other in zip(READERS, READERS[7:], strict=False)
        if one.anchors and other.anchors
    ]
    lines = [*kinds, "_" * 130, *kinds, *kinds, "_" * 60 + "  Z"]
    every = [
        (index, " ".join(match[0].split()))
        for index, line in enumerate(lines)
        for match in anchors.pattern.finditer(line)
    ]
    assert anchors.find(lines) == list(dict.fromkeys(every))
    assert len(every) > len(kinds)
    assert len(anchors.suspects("\n" + "_" * 130 + "\n")) == 1


@pytest.mark.thorough
def test_thousands_of_mutated_samples_break_nothing() -> None:
    said: list[str] = []
    assert fuzz_readers.run(3_000, 2026, said.append) == [], "\n".join(said)


@settings(max_examples=150)
@given(st.one_of(st.binary(max_size=3000), st.text(max_size=2000).map(lambda text: text.encode())))
def test_no_bytes_upset_the_import(data: bytes) -> None:
    fuzz_readers.check(data)


@settings(max_examples=150)
@given(st.sampled_from(fuzz_readers.samples()), st.randoms(use_true_random=False))
def test_no_damage_to_a_sample_upsets_the_import(sample: bytes, draw: random.Random) -> None:
    data = fuzz_readers.excerpt(draw, sample)
    for mutation in draw.choices(fuzz_readers.MUTATIONS, k=2):
        data = mutation(draw, data, [sample]) if data else data
    fuzz_readers.check(data[:60_000])


HOSTILE = (
    "A=" * 900, "A=B," * 900 + "(", "A=B " * 900 + "(", "1 " * 1500 + "x", "1" * 3500 + "x",
    "1,234 " * 600 + "x", "a. " * 1200, ". " * 1800, "- " * 1800, " " * 3500 + "x", "A B C " * 600,
    "(" * 3000, ")" * 3000, "12:34:56.789 " * 280 + "x", "NAME  : value  " * 250, "'" * 3001,
    "A" * 3500, "a b : " * 600, "Y N " * 900, "X1 " * 1200, "_" * 3500 + "x", "* " * 1700 + "x",
    "00:00:00 " * 400, "> " * 1700, '"' * 3001, "9999999.99 " * 300, "A.B." * 900, "1.1" * 1000,
)  # fmt: skip


SHARE = 4


@pytest.mark.parametrize("number", range(len(READERS)), ids=[reader.id for reader in READERS])
def test_some_lines_make_no_reader_think_long(number: int) -> None:
    """Patterns whose time grows with a power of the line's length would hang on such lines.

    Neighbours, which are of one product and much alike, are given all of them together.
    """
    _thinks_briefly(READERS[number].anchors[:1] or ("x",), HOSTILE[number % SHARE :: SHARE])


@pytest.mark.thorough
@pytest.mark.parametrize("reader", READERS, ids=lambda reader: reader.id)
def test_no_line_makes_a_reader_think_long(reader: Reader) -> None:
    """All lines below its first heading, and half of them below the next two."""
    _thinks_briefly(reader.anchors[:1] or ("x",), HOSTILE)
    _thinks_briefly(reader.anchors[1:2], HOSTILE[::2])
    _thinks_briefly(reader.anchors[2:3], HOSTILE[1::2])


def _thinks_briefly(anchors: Sequence[str], lines: Sequence[str]) -> None:
    from advisor.reading import read_bytes

    for anchor in anchors:
        opening = anchor.lstrip("^")
        for hostile in lines:
            text = f"{opening}\n{hostile}\n{opening} {hostile}\n{opening}\n{hostile}{opening}\n"
            started = time.process_time()
            read_bytes("hostile.txt", text.encode())
            assert time.process_time() - started < 1.5, (anchor, hostile[:12])


def test_two_titles_on_one_line_below_a_new_page_upset_nothing(read) -> None:
    text = (
        "       J E S 2  J O B  L O G  --  S Y S T E M  S Y S A  --  N O D E  N V P L E X\n"
        "\f A LINE ABOVE THE TITLES\n"
        "- zIIP Component Switch Statistics -      ***** NATURAL BUS UTILITY *****\n"
    )
    assert set(read(text).formats) >= {"natural-ziip", "natural-bus"}
