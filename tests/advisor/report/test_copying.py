"""What is copied from a page is what must be typed, sign by sign."""

from __future__ import annotations

import io
import re
from dataclasses import replace

import pytest
from pypdf import PdfReader

from advisor.findings import ChangeText, Effect
from advisor.report import ReportOptions, build_document, render_pdf
from advisor.report.render import _breakable
from advisor.report.text import breakable
from tests.advisor.report.factory import engagement, estimate, finding

RECORDS = (
    "DFSLI000,CBLTDLI,NVPOLI10,NVPOLI20,NVPOLI30,NVSCHD10,NVSCHD20,NVCLM010,",
    "CEEBINIT,CEEPLPKA,CEEEV004,IGZDMR,IGZXD24,IGZXLPKA,IGZCEV5,IGZXLPKD",
)
MEMBER = "PROCLIB DFSMPLM1:\n" + "\n".join(RECORDS)


def member_finding() -> str:
    change = ChangeText("adabas_database:10", "PRELOAD_MODULES", "A", "B", MEMBER)
    way_back = ("CEDA ALTER FILE(TARIF) STRINGS(10)", MEMBER)
    case = engagement((finding(change_texts=(change,), back_out_commands=way_back),))
    pdf = render_pdf(build_document(case, ReportOptions("de")))
    return "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages)


def test_records_of_a_member_stay_lines_and_hold_no_blank() -> None:
    case = engagement((finding(change_texts=(ChangeText("x", "y", 1, 2, MEMBER),)),))
    (shown,) = build_document(case)["findings"]
    assert shown["changes"][0]["syntax"] == MEMBER
    printed = member_finding()
    for record in RECORDS:
        assert printed.count(record) == 2  # the change and the way back
        assert f"{record} C" not in printed


def test_no_command_is_hyphenated_and_no_break_is_copied() -> None:
    printed = member_finding()
    assert "\u200b" not in printed
    assert re.findall(r"[A-Z]{2,}[-\u00ad]\n[A-Z]{2,}", printed) == []


def test_words_break_at_their_signs_and_words_of_a_language_not_at_all() -> None:
    assert breakable(RECORDS[0]).replace("\u200b", "") == RECORDS[0]
    assert all(part.endswith(",") for part in breakable(RECORDS[0]).split("\u200b"))
    for word in ("WORK-/PLOG-Schreibzugriffe", "Channel-to-Channel-Geräte;"):
        assert breakable(word) == word
    assert max(map(len, breakable("X" * 500).split("\u200b"))) <= 24


def test_what_is_as_wide_as_the_page_breaks_only_where_its_lines_need_it() -> None:
    """Each break ends a run of text: addresses and cards in pieces made 12 KB of 40 findings."""
    address = "https://www.ibm.com/docs/en/ibm-mq/10.0.x?topic=reference-alter-buffpool-settings"
    printed = _breakable(
        {"component": address, "confirmed": address, "evidence": [{"text": MEMBER}]}
    )
    assert "\u200b" in printed["component"]
    assert printed["confirmed"] == address
    assert printed["evidence"][0]["text"] == MEMBER
    assert max(map(len, breakable("X" * 500, across=True).split("\u200b"))) <= 24


@pytest.mark.parametrize("name", ["z/OS", "commands/s"])
def test_names_and_units_end_no_line_in_their_middle(name: str) -> None:
    """They may break behind their stroke: "storage of z/" and "OS" stood on two lines."""
    # One line each, in which the name begins a letter later; of a line's end there is no other.
    long = " ".join(f"{'c' * 58} {'a' * n} {name}" for n in range(20, 58))
    case = engagement((finding(explanation=long, severity="high"),))
    lines = [
        line.rstrip()
        for page in PdfReader(io.BytesIO(render_pdf(build_document(case)))).pages
        for line in page.extract_text(extraction_mode="layout").splitlines()
    ]
    assert any(name in line for line in lines)
    assert [line for line in lines if line.endswith((" z/", " commands/"))] == []


def test_a_figure_and_its_per_cent_stand_on_one_line() -> None:
    """The report's own sentences too: "the 90" and "% band" stood on two lines."""
    said = build_document(engagement())["trust"]["sentences"]
    assert any("90\u00a0% band" in sentence for sentence in said)


def test_a_change_by_hand_shows_no_empty_values() -> None:
    by_hand = ChangeText("adabas_database:10", "QR", None, None, "Stop the paging first")
    (shown,) = build_document(engagement((finding(change_texts=(by_hand,)),)))["findings"]
    assert [change["said"] for change in shown["changes"]] == [False]


def test_figures_that_start_from_other_steps_say_so() -> None:
    more = estimate(3e5, "")
    alone = finding(1, projection=(Effect("etr_per_s", "commands/s", 212_345.6, more),))
    after = finding(
        2,
        projection=(Effect("etr_per_s", "commands/s", 273_800.0, more),),
        beside_plan=True,
    )
    document = build_document(engagement((alone, after)))
    follows = {f["title"]: bool(f["follows"]) for f in document["findings"]}
    assert follows == {alone.title: False, after.title: True}


def test_files_are_named_without_the_folder_that_all_of_them_lie_in() -> None:
    """``samples/engage-ment/rmf-o verview.txt`` in a column of names."""

    def named(*files: str) -> list[str]:
        case = engagement()
        readings = tuple(replace(case.readings[0], file=file) for file in files)
        made = build_document(replace(case, readings=readings))
        return [row["file"] for row in made["appendix"]["files"]]

    assert named("a/b/x.txt", "a/b/y.txt") == ["x.txt", "y.txt"]
    assert named("a/x.txt", "b/y.txt") == ["a/x.txt", "b/y.txt"]
    assert named("C:\\r\\a", "C:\\r\\b\\c") == ["a", "b\\c"]
    assert named("/x/only.txt") == ["/x/only.txt"]
    assert "".join(breakable("rmf-overview-of-january.txt").split("\u200b")[:2]) == "rmf-overview-"
