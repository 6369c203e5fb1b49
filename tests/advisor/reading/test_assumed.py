"""What no page names is called after its file, and that is said."""

from __future__ import annotations

import pytest

from tests.advisor.reading.report_reading import read

NAMELESS = {
    "cics_region:NVAOR": "DFHPA1927 MXT=120\n",
    "natural_session:NVAOR": "PWCSIZE=(132,100)\n",
    "lla_pdse:NVAOR": "IGD002I 09:25:55 DISPLAY SMS 1\nPDSE_HSP_SIZE = 2MB PDSE1_HSP_SIZE = 0MB\n",
    "dfsort_job:NVAOR": "ICE134I 0 NUMBER OF BYTES SORTED: 400\n",
}


@pytest.mark.parametrize("subject", NAMELESS)
def test_a_name_taken_from_the_file_is_said_to_be(subject: str) -> None:
    found = read(NAMELESS[subject], "nvaor.txt")
    assert any(item.subject == subject for item in found.reading.observations)
    (said,) = found.sentences
    assert "nvaor.txt, line 1" in said
    assert "so it was called NVAOR, as the file is" in said


def test_a_jvm_is_called_as_the_file_is_spelt() -> None:
    for text in (
        '<gc-end id="4" type="scavenge" timestamp="2015-03-17T10:00:01.000">\n',
        "-Xmx512m\n-Xgcpolicy:gencon\n",
        "export IBM_JAVA_OPTIONS=-Xmx512m\n",
    ):
        found = read(text, "Payments.log")
        assert {item.subject for item in found.reading.observations} == {"jvm:Payments"}
        assert "Payments.log, line 1: nothing names what these figures are of" in found.sentences[0]


def test_what_a_page_names_is_not_called_after_its_file() -> None:
    found = read("DFHPA1927 APPLID=NVTOR\nDFHPA1927 MXT=120\n", "nvaor.txt")
    assert found("cics_region:NVTOR", "setting.MXT") == 120
    assert not found.sentences
