"""The report: its data, its PDF's structure, masking, and content that means harm."""

from __future__ import annotations

import csv
import io
import json
import re
import sys
from dataclasses import replace
from importlib.abc import MetaPathFinder

import pytest
from pypdf import PdfReader
from pypdf.generic import IndirectObject

from advisor.findings import Risk
from advisor.report import ReportOptions, build_document, numbers, render_pdf
from advisor.report.document import plain_copy
from advisor.report.exports import findings_csv
from advisor.report.render import ReportError, pictures
from advisor.report.text import printable
from model.projection import Estimate
from model.topology import Scenario, SetSetting
from tests.advisor.report.factory import FILE, engagement, finding


def pages_text(pdf: bytes) -> str:
    """The text of all pages with soft breaks taken out."""
    text = "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages)
    return text.replace("\u200b", "").replace("\u00a0", " ")


def inner_bytes(pdf: bytes) -> bytes:
    """Every object of the PDF, streams decompressed, as one run of bytes."""
    reader = PdfReader(io.BytesIO(pdf))
    numbers_used = {*reader.xref_objStm, *(n for part in reader.xref.values() for n in part)}
    parts = [pdf]
    for number in sorted(numbers_used - {0}):
        found = reader.get_object(IndirectObject(number, 0, reader))
        parts.append(repr(found).encode("utf-8", "replace"))
        data = getattr(found, "get_data", None)
        if data is not None:
            parts.append(data())
    return b"\n".join(parts)


def test_the_same_engagement_gives_the_same_bytes() -> None:
    options = ReportOptions(date="2026-11-20")
    first = render_pdf(build_document(engagement(), options))
    assert first == render_pdf(build_document(engagement(), options))


def test_structure_is_tagged_archivable_and_closed() -> None:
    pdf = render_pdf(build_document(engagement(), ReportOptions(date="2026-11-20")))
    reader = PdfReader(io.BytesIO(pdf))
    root = reader.trailer["/Root"]
    assert root["/MarkInfo"]["/Marked"]
    assert "/StructTreeRoot" in root
    assert str(root["/Lang"]).startswith("en")
    assert len(reader.outline) >= 8
    xmp = root["/Metadata"].get_data().decode()
    assert "pdfaid:part" in xmp
    assert "pdfuaid:part" in xmp
    assert reader.metadata is not None
    assert "Acme Insurance" in str(reader.metadata.title)
    everything = inner_bytes(pdf)
    for forbidden in (b"/JavaScript", b"/Launch", b"/EmbeddedFile", b"/URI", b"/GoToR"):
        assert forbidden not in everything
    fonts = set(re.findall(rb"/BaseFont': '/([A-Z]{6}\+[A-Za-z-]+)'", everything))
    assert fonts
    assert all(b"+IBMPlex" in name for name in fonts)


def test_every_section_is_on_the_pages() -> None:
    text = pages_text(render_pdf(build_document(engagement(), ReportOptions(date="2026-11-20"))))
    for words in (
        "Acme Insurance",
        "Turn zHPF on, case 1",
        "IECIOSxx: ZHPF=YES",
        "001, Table 7",
        "212,300",
        "MQ-004",
        "DISPLAY BUFFERPOOL",
        "BOX is taken to be the only DASD",
        "Which weight has SYSA?",
        "the table ends in mid-row",
        "7–9, 12",
        "0" * 64,
    ):
        assert words in text, words


def test_sections_can_be_left_out_and_paper_and_language_chosen() -> None:
    options = ReportOptions("de", "us-letter", sections=("summary", "plan"))
    pdf = render_pdf(build_document(engagement(), options))
    reader = PdfReader(io.BytesIO(pdf))
    assert float(reader.pages[0].mediabox.width) == pytest.approx(612, abs=1)
    text = pages_text(pdf)
    assert "Zusammenfassung" in text
    assert "212.300" in text
    assert "MQ-004" not in text


def test_masked_names_are_nowhere_in_the_file() -> None:
    options = ReportOptions(date="2026-11-20", mask=True)
    document = build_document(engagement(), options)
    pdf = render_pdf(document)
    secrets = ("Acme Insurance", "ZECPROD", "SYSA", "ACMEJOB1", "PROD.ADABAS.DB010.ASSO", FILE)
    data = json.dumps(document) + pictures(document)["topology.svg"].decode() + pages_text(pdf)
    everything = inner_bytes(pdf)
    for secret in secrets:
        assert secret not in data, secret
        assert secret.encode() not in everything, secret
        assert secret.encode("utf-16-be") not in everything, secret
    assert "SYSTEM-1" in data
    assert "212,300" in data


def test_hostile_content_prints_as_text() -> None:
    hostile = finding(
        title='#panic("x") *bold* $1$ <b> @label // [[ }}',
        explanation="left\u202eright \x07 bell \x1b[31m \U0001f600 " + "A" * 10_000,
        subsystem="\\u{0}",
    )
    odd = engagement((hostile,), name="=cmd|' /C calc'!A0 " + "N" * 10_000, names={"system": '<&"'})
    document = build_document(odd, ReportOptions(date="not a date"))
    text = pages_text(render_pdf(document))
    assert '#panic("x")' in text
    assert "U+202E" in text
    assert "\u202e" not in text
    assert "<b>" in text


def test_an_empty_engagement_still_makes_a_report() -> None:
    bare = engagement((finding(projection=(), evidence=(), sources=(), change_texts=()),))
    assert render_pdf(build_document(bare)).startswith(b"%PDF")


def test_a_template_folder_without_template_is_named(tmp_path: object) -> None:
    from pathlib import Path

    assert isinstance(tmp_path, Path)
    with pytest.raises(ReportError, match=r"no report\.typ in"):
        render_pdf(build_document(engagement()), tmp_path)


def test_a_broken_template_is_one_sentence(tmp_path: object) -> None:
    from pathlib import Path

    assert isinstance(tmp_path, Path)
    (tmp_path / "report.typ").write_text("#let x = (", encoding="utf-8")
    with pytest.raises(ReportError, match="could not be laid out") as wrong:
        render_pdf(build_document(engagement()), tmp_path)
    assert "\n" not in str(wrong.value)


def test_figures_of_document_page_and_clipboard_are_the_same() -> None:
    case = engagement()
    document = build_document(case)
    printed = numbers.number(case.findings[0].projection[0].after.value)
    assert document["findings"][0]["effects"][0]["after"] == printed
    assert printed in plain_copy(document, 1)
    assert printed in pages_text(render_pdf(document))


def test_spreadsheets_get_no_formulas() -> None:
    table = findings_csv(engagement((finding(title="=1+1"),)))
    rows = list(csv.DictReader(io.StringIO(table)))
    assert rows[0]["title"] == "'=1+1"
    assert rows[0]["to"] == "YES"
    assert float(rows[0]["etr_after"]) == 288_000.0


@pytest.mark.parametrize(
    ("value", "en", "de"),
    [
        (326_559.0, "326,600", "326.600"),
        (0.0123456, "0.01235", "0,01235"),
        (9.2, "9.2", "9,2"),
        (0, "0", "0"),
        (-1234.5, "-1,234", "-1.234"),
        (float("nan"), "–", "–"),
        (1e12, "1,000,000,000,000", "1.000.000.000.000"),
    ],
)
def test_numbers(value: float, en: str, de: str) -> None:
    assert numbers.number(value) == en
    assert numbers.number(value, "de") == de


def test_a_figure_without_a_band_shows_none() -> None:
    assert numbers.band(Estimate(1, 1, 1, "")) == ""
    assert numbers.band(Estimate(1, 0.5, 2, "")) == "(0.5 … 2)"


def test_control_characters_become_visible() -> None:
    assert printable("a\x00b\u2066c\td") == "a[U+0000]b[U+2066]c d"
    assert printable("x" * 500).endswith("(500 characters)")


def test_forty_findings_make_one_document() -> None:
    many = tuple(finding(number, rule=f"ADA-{number:03d}") for number in range(1, 41))
    document = build_document(engagement(many), ReportOptions(date="2026-11-20"))
    reader = PdfReader(io.BytesIO(render_pdf(document)))
    assert len(document["findings"]) == 40
    assert len(reader.pages) > 20


def test_findings_of_one_rule_stand_together_under_one_heading() -> None:
    several = (
        finding(1, rule="MQ-001", component="adabas_database:10"),
        finding(2, rule="ZOS-001", component="lpar:A"),
        finding(3, rule="MQ-001", component="dasd:BOX", risk=Risk("high")),
    )
    document = build_document(engagement(several))
    rules = [found["rule"] for found in document["findings"]]
    assert sorted(rules) == ["MQ-001", "MQ-001", "ZOS-001"]
    assert rules[0] == rules[1] or rules[1] == rules[2]
    group = next(g for g in document["groups"] if g["rule"] == "MQ-001")
    assert len(group["numbers"]) == 2
    assert "verify" in group["common"]
    assert "risk" not in group["common"]
    text = pages_text(render_pdf(document))
    assert len(re.findall(r"^5\.\d+ +MQ-001", text, re.MULTILINE)) == 1 + 1  # contents, heading


def test_a_german_table_is_read_by_a_german_spreadsheet() -> None:
    """Decimal comma and semicolons; the same figures and units as in the English one."""
    import csv
    import io

    from advisor.report.exports import projections_csv

    case = engagement((finding(),))
    for table in (findings_csv, projections_csv):
        english = list(csv.DictReader(io.StringIO(table(case))))
        german = list(csv.DictReader(io.StringIO(table(case, None, "de")), delimiter=";"))
        assert len(english) == len(german) > 0
        compared = 0
        for one, other in zip(english, german, strict=True):
            for name in ("etr_before", "etr_after", "etr_high", "before", "after", "high"):
                if one.get(name):
                    assert "." not in other[name]
                    assert float(other[name].replace(",", ".")) == float(one[name])
                    compared += 1
            assert one.get("etr_unit") == other.get("etr_unit")
        assert compared > 0


def test_scenarios_stand_in_the_report_with_their_work_and_changes() -> None:
    """Growth that was tried is in the PDF, for several workloads in one line; none, no section."""
    from model.topology.growth import GROWTH

    case = engagement()
    grown = Scenario(
        "In two years",
        (
            SetSetting("adabas_database:10", GROWTH.name, 25),
            SetSetting("lpar:A", GROWTH.name, 25),
            SetSetting("adabas_database:10", "USERS", 4000),
        ),
        "as the customer expects",
    )
    projection = replace(case.as_is, scenario=grown)
    document = build_document(case, ReportOptions(date="2026-11-20"), [projection])
    assert "scenarios" in document["sections"]
    (shown,) = document["scenarios"]["changes"]
    assert shown["lines"][0].startswith("Workload growth +25\u00a0%: ")
    assert "," in shown["lines"][0].partition(": ")[2]
    assert any("→ 4,000" in line for line in shown["lines"])
    assert [row["label"] for row in document["scenarios"]["rows"]] == ["Today", "In two years"]
    text = pages_text(render_pdf(document))
    assert "In two years" in text
    assert "as the customer expects" in text
    assert "scenarios" not in build_document(case)["sections"]


def test_figures_of_a_scenario_carry_their_band_and_what_is_wrong_with_them() -> None:
    case = engagement()
    workload = case.as_is.workloads[0]
    figure = workload.metrics["etr_per_s"]
    changed = replace(
        workload,
        metrics={**workload.metrics, "etr_per_s": replace(figure, value=110.0, low=90, high=130)},
        changes={"etr_per_s": Estimate(10.0, -10.0, 30.0, "%")},
        extrapolated=("4,500 users; the most that was measured is 3,000",),
    )
    projection = replace(
        case.as_is,
        scenario=Scenario("More users"),
        workloads=(changed, *case.as_is.workloads[1:]),
        issues=("10.NU: 5000 is above the product's limit",),
    )
    document = build_document(case, ReportOptions(date="2026-11-20"), [projection])
    cell = document["scenarios"]["rows"][1]["cells"][0]
    assert cell == {"value": "110", "below": ["+10\u00a0%", "(90 … 130)"]}
    (shown,) = document["scenarios"]["changes"]
    assert shown["caveats"] == [
        "10.NU: 5000 is above the product's limit",
        "Outside published conditions: 4,500 users; the most that was measured is 3,000.",
    ]
    text = pages_text(render_pdf(document))
    assert "(90 … 130)" in text
    assert "the most that was measured is 3,000" in text


def test_a_typesetter_that_cannot_be_loaded_is_one_sentence(tmp_path, monkeypatch) -> None:
    """In a bundle it is unpacked when it is wanted; the advice is printed all the same."""
    from advisor.report.render import _typeset

    class Full(MetaPathFinder):
        def find_spec(self, name, path, target=None):
            if name == "typst":
                raise OSError(28, "No space left on device")

    monkeypatch.delitem(sys.modules, "typst", raising=False)
    monkeypatch.setattr(sys, "meta_path", [Full(), *sys.meta_path])
    with pytest.raises(ReportError, match="No space left on device"):
        _typeset(tmp_path, "report.typ", 0)
