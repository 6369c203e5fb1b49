"""A packed PDF is the same document, only smaller."""

from __future__ import annotations

import io
import re
import zlib

import pypdf
import pytest

from advisor.report.packing import packed

PLAIN = b"""%PDF-1.7
%\x80\x80\x80\x80

1 0 obj
<</Type/Pages/Count 1/Kids[2 0 R]>>
endobj

2 0 obj
<</Type/Page/Parent 1 0 R/MediaBox[0 0 200 100]/Contents 3 0 R/Resources<</Font<</F 4 0 R>>>>>>
endobj

3 0 obj
<</Length 44>>
stream
BT /F 12 Tf 10 10 Td (Plexwright xref) Tj ET
endstream
endobj

4 0 obj
<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>
endobj

5 0 obj
<</Title(A report)>>
endobj

6 0 obj
<</Type/Catalog/Pages 1 0 R>>
endobj

"""


def whole(body: bytes, trailer: bytes = b"/Size 7/Root 6 0 R/Info 5 0 R") -> bytes:
    """The objects with the cross-reference table and trailer that Typst writes."""
    places = [match.start() for match in re.finditer(rb"^\d+ 0 obj", body, re.MULTILINE)]
    rows = b"".join(b"%010d 00000 n\r\n" % place for place in places)
    table = b"xref\n0 %d\n0000000000 65535 f\r\n%s" % (len(places) + 1, rows)
    end = b"trailer\n<<%s>>\nstartxref\n%d\n%%%%EOF" % (trailer, len(body))
    return body + table + end


def test_streams_are_compressed_again_where_that_is_shorter() -> None:
    text = b"BT /F 12 Tf 10 10 Td (Plexwright xref) Tj ET" + b" " * 4000
    loose = zlib.compress(text, 1)
    entries = b"<</Length %d/Filter/FlateDecode>>\nstream\n" % len(loose)
    page = PLAIN.replace(
        PLAIN[PLAIN.index(b"<</Length 44") : PLAIN.index(b"\nendstream")], entries + loose
    )
    small = packed(whole(page))
    assert len(small) < len(packed(whole(page.replace(b"/Filter", b"/Crypt ")))) - 10
    found = pypdf.PdfReader(io.BytesIO(small), strict=True)
    assert found.pages[0].extract_text() == "Plexwright xref"


def test_a_page_has_no_digits_that_nobody_sees() -> None:
    """A technical report in masked German was 500,370 bytes, 20 KB of it such digits."""
    text = (
        b"/P<</MCID 0>>BDC BT 0.105882354 g /F 12.125 Tf 1 0 0 1 86.13821 7.687012 Tm "
        b"(Plexwright xref) Tj ET EMC"
    )
    loose = zlib.compress(text, 1)
    entries = b"<</Length %d/Filter/FlateDecode>>\nstream\n" % len(loose)
    page = PLAIN.replace(
        PLAIN[PLAIN.index(b"<</Length 44") : PLAIN.index(b"\nendstream")], entries + loose
    )
    found = pypdf.PdfReader(io.BytesIO(packed(whole(page))), strict=True).pages[0]
    told = found["/Contents"].get_object().get_data()
    assert b"0.1058 g" in told
    assert b"86.13 7.687 Tm" in told
    assert b"12.12 Tf" in told
    assert found.extract_text() == "Plexwright xref"


def test_links_have_no_digits_that_nobody_sees_either() -> None:
    link = b"<</Type/Annot/Subtype/Link/Rect[67.361206 336.42426 149.1587 370.03528]/F 4>>"
    page = PLAIN.replace(b"<</Title(A report)>>", link)
    found = pypdf.PdfReader(io.BytesIO(packed(whole(page))), strict=True)
    rect = found.get_object(5)["/Rect"]
    assert [str(n) for n in rect] == ["67.36", "336.42", "149.15", "370.03"]


def test_a_packed_document_reads_the_same() -> None:
    found = pypdf.PdfReader(io.BytesIO(packed(whole(PLAIN))), strict=True)
    assert found.pages[0].extract_text() == "Plexwright xref"
    assert found.metadata is not None
    assert found.metadata.title == "A report"
    assert found.pages[0].mediabox.width == 200


def test_all_but_streams_stands_in_object_streams() -> None:
    again = packed(whole(PLAIN))
    assert again.count(b"/Type/ObjStm") == 1
    assert b"/Type/Catalog" not in again
    # What is a stream stays where a reader finds it alone.
    assert b"(Plexwright xref) Tj" in again


def test_the_same_document_gives_the_same_bytes() -> None:
    assert packed(whole(PLAIN)) == packed(whole(PLAIN))


@pytest.mark.parametrize(
    "other",
    [
        b"",
        b"%PDF-1.7\nno table",
        whole(PLAIN, b"/Size 7/Root 6 0 R/Encrypt 5 0 R"),
        whole(PLAIN, b"/Size 7/Root 6 0 R/Prev 12"),
        packed(whole(PLAIN)),
        whole(PLAIN).replace(b"endobj", b"ENDOBJ"),
        whole(PLAIN).replace(b"xref\n0 7", b"xrex\n0 7"),
    ],
)
def test_what_is_laid_out_otherwise_comes_back_as_it_is(other: bytes) -> None:
    assert packed(other) == other
