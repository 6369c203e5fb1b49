"""A page whose drawing takes fewer bytes draws, reads and is tagged the same."""

from __future__ import annotations

from advisor.report.page_contents import join_sequences, shorter

BLACK, BLUE = b"/c0 cs 0 0 0 scn", b"/c0 cs 0 0 1 scn"


def run(x: str, shown: bytes, colour: bytes = BLACK, font: bytes = b"/f0 8 Tf") -> bytes:
    """A run of text as Typst draws it, at 700 points."""
    place = x.encode()
    return b"q 1 0 0 -1 %s 700 cm%s\nBT 0 Tr%s 1 0 0 -1 0 0 Tm[%s]TJ\nET\nQ\n" % (
        place,
        colour,
        font,
        shown,
    )


def test_colour_and_font_are_set_where_they_change() -> None:
    page = run("10", b"(a)") + run("20", b"(b)") + run("30", b"(c)", BLUE)
    assert shorter(page) == (
        b"/c0 cs 0 0 0 scn\nBT/f0 8 Tf 10 700 Td[(a)]TJ\nET\n"
        b"BT 20 700 Td[(b)]TJ\nET\n"
        b"/c0 cs 0 0 1 scn\nBT 30 700 Td[(c)]TJ\nET\n"
    )


def test_what_saves_a_state_or_sets_one_has_colour_and_font_set_anew() -> None:
    line = b"q 1 0 0 -1 62.36 794.26 cm/c0 CS 1 0 0 SCN 0.5 w 0 0 m 470.55 0 l\nS\nQ\n"
    again = shorter(run("10", b"(a)") + line + run("20", b"(b)"))
    assert again.count(BLACK) == again.count(b"/f0 8 Tf") == 2
    assert line in again


def test_a_run_with_more_than_text_stays_as_it_is() -> None:
    page = run("10", b"(a)]TJ/f1 9 Tf[(b)")
    assert shorter(page) == page


def test_glyphs_are_written_as_they_are_and_signs_of_the_syntax_escaped() -> None:
    escaped = rb"(\000\001\000\r\000\n\000\(\000\\\000\033)6.0000(\000.\0000)12.5000(\000\\0)"
    assert shorter(b"[" + escaped + b"]TJ") == (
        b"[(\0\1\0\\r\0\n\0\\(\0\\\\\0\x1b)6(\0.\x000)12.5(\0\\\\0)]TJ"
    )


PAGE = (
    b"/Span<</MCID 0>>BDC\na\nEMC/Span<</MCID 1>>BDC\nb\nEMC/Artifact<</Type/Layout>>BDC\nc\n"
    b"EMC/Span<</MCID 2>>BDC\nd\nEMC/Span<</MCID 3>>BDC\ne\nEMC\n"
)
OBJECTS = {
    1: b"<</Type/Page/Parent 9 0 R/Contents 2 0 R>>",
    3: b"<</Type/StructElem/S/TD/P 9 0 R/K[0 1 2]/Pg 1 0 R>>",
    4: b"<</Type/StructElem/S/TD/P 9 0 R/K[3<</Type/MCR/Pg 5 0 R/MCID 4>>]/Pg 1 0 R>>",
}


def test_neighbouring_sequences_of_one_element_are_one() -> None:
    """0 and 1 follow each other; an artifact is between 1 and 2, and 3 is of another element."""
    elements, pages = join_sequences(OBJECTS, {2: PAGE})
    assert pages[2] == PAGE.replace(b"EMC/Span<</MCID 1>>BDC\n", b"")
    assert elements == {3: OBJECTS[3].replace(b"0 1 2", b"0 2")}


def test_sequences_that_an_element_lists_in_another_order_stay_apart() -> None:
    objects = {**OBJECTS, 3: OBJECTS[3].replace(b"0 1 2", b"1 0 2")}
    assert join_sequences(objects, {2: PAGE}) == ({}, {2: PAGE})


def test_a_name_that_reads_like_the_syntax_joins_nothing() -> None:
    title = b"<</Type/StructElem/S/TD/T(/K[0 1]/Pg 1 0 R)/K[3]/Pg 1 0 R>>"
    assert join_sequences({**OBJECTS, 3: title}, {2: PAGE}) == ({}, {2: PAGE})
