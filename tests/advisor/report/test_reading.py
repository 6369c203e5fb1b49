"""What readers of the report see: units, bands, evidence, pictures, structure, own looks."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from advisor.engagement import Engagement
from advisor.findings import Effect, Evidence, Plan, Risk
from advisor.observations import Observation, Problem
from advisor.report import ReportOptions, build_document, numbers, render_pdf
from advisor.report.document import mask_of
from advisor.report.evidence import evidence_rows
from advisor.report.exports import findings_csv, projections_csv
from advisor.report.figures import shown_estimate
from advisor.report.labels import LABELS
from advisor.report.render import pictures
from advisor.report.wording import unit_shown, within_limits
from model.language import ComponentId, Quoted, say
from model.projection import Estimate, Projection
from model.topology import Scenario
from tests.advisor.report.factory import FILE, engagement, estimate, finding
from tests.advisor.report.test_report import inner_bytes, pages_text


@pytest.mark.parametrize(
    ("unit", "metric", "kind", "language", "shown"),
    [
        ("1/s", "etr_per_s", "adabas_database", "en", "commands/s"),
        ("1/s", "etr_per_s", "cics_region", "en", "transactions/s"),
        ("1/CPU s", "itr_per_cpu_s", "netwk_node", "en", "commands/CPU s"),
        ("1/s", "paging_per_s", "adabas_database", "en", "pages/s"),
        ("1/s", "io_per_s", None, "de", "I/Os/s"),
        ("1/s", "something_per_s", "adabas_database", "en", "1/s"),
        ("commands/s", "etr_per_s", "cics_region", "en", "commands/s"),
        ("count", "sync_page_ios", "mq_manager", "en", ""),
        ("ms", "response_ms", "cics_region", "en", "ms"),
    ],
)
def test_units_name_what_they_count(
    unit: str, metric: str, kind: str | None, language: numbers.Language, shown: str
) -> None:
    assert unit_shown(unit, metric, kind, language) == shown


def test_nothing_prints_as_more_than_fully_busy() -> None:
    over = Estimate(99.0, 95.0, 107.5, "%", "model", ())
    assert within_limits("dasd_busy_pct", over).high == 100.0
    assert within_limits("io_per_s", over) is over
    case = finding(projection=(Effect("dasd_busy_pct", "%", 80.0, over),))
    row = build_document(engagement((case,)))["findings"][0]["effects"][0]
    assert row["band"] == "(95 … 100)"


def test_nothing_is_printed_finer_than_its_band_can_tell() -> None:
    waits = Estimate(0.000002, 0.0, 0.04372, "%")
    assert shown_estimate("string_wait_pct", waits, None, "en").value == "0"
    kept = Estimate(0.002, 0.0019, 0.0021, "%")
    assert shown_estimate("string_wait_pct", kept, None, "en").value == "0.002"


def test_a_published_figure_is_marked_in_table_and_card() -> None:
    claim = Estimate(85.0, 80.0, 100.0, "% of today", "published", ())
    case = finding(projection=(Effect("cpu_per_message_us", "% of today", 100.0, claim),))
    document = build_document(engagement((case,)))
    assert document["findings"][0]["effects"][0]["mark"] == "†"
    assert "today counts as 100" in document["findings"][0]["effects_notes"][0]
    assert "published figure" in document["summary"]["cards"][0]["brings"]
    assert "†" in pages_text(render_pdf(document))


def test_a_card_says_the_band() -> None:
    card = build_document(engagement())["summary"]["cards"][0]
    assert "(+28" in card["brings"].replace("\u00a0", " ")


def test_evidence_quotes_a_line_once_and_says_what_is_derived() -> None:
    given = (
        Evidence("a", 1, "EXCPVR = YES", "EXCPVR", True),
        Evidence("b", 9, "EXCPVR   = YES", "EXCPVR", True),
        Evidence("a", 1, "EXCPVR = YES", "PGFIX", True),
        Evidence("a", 2, "sum over nuclei", "etr_per_s", 1.0),
    )
    rows = evidence_rows(given, {("a", 2): "READS 17"}, {"a": 1, "b": 2})
    assert [row["text"] for row in rows] == ["EXCPVR = YES", "READS 17"]
    assert rows[0]["places"] == [
        {"file": "a", "lines": "1", "number": 1},
        {"file": "b", "lines": "9", "number": 2},
    ]
    assert rows[0]["metric"] == "EXCPVR, PGFIX"
    assert rows[0]["derived"] == []
    assert rows[1]["derived"] == ["Throughput (ETR): sum over nuclei"]


def test_sentences_name_components_and_quoted_lines_stay() -> None:
    nucleus = ComponentId("adabas_nucleus:10-1")
    problem = Problem("a.txt", 3, say("{subject} cannot stand in {target}", subject=nucleus,
                                      target=Quoted("lpar:A")))  # fmt: skip
    case = engagement()
    case = replace(case, installation=replace(case.installation, problems=(problem,)))
    (said,) = [p["sentence"] for p in build_document(case)["appendix"]["problems"]]
    assert said == "Adabas nucleus 10-1 cannot stand in lpar:A"


def empty() -> Engagement:
    return replace(
        engagement(),
        name="",
        readings=(),
        findings=(),
        outcomes=(),
        as_is=Projection(Scenario("As-is"), (), (), None, True),
        plan=Plan("etr", (), (), ()),
    )


@pytest.mark.parametrize("language", ["en", "de"])
def test_nothing_found_nothing_projected_still_makes_a_report(language: numbers.Language) -> None:
    document = build_document(empty(), ReportOptions(language, mask=True))
    text = pages_text(render_pdf(document))
    assert document["labels"]["s_no_plan"] in " ".join(text.split())
    assert "steps.svg" not in pictures(document)


def test_the_german_report_says_which_texts_are_english() -> None:
    document = build_document(engagement(), ReportOptions("de"))
    assert "Englisch" in pages_text(render_pdf(document))
    assert build_document(engagement())["meta"]["english_note"] == ""


def test_every_label_is_used_by_a_template_and_every_template_finds_its_labels() -> None:
    folder = Path(__file__).parents[3] / "resources" / "report"
    used = {
        key
        for path in folder.glob("*.typ")
        for key in re.findall(r"\bt\.([a-z_0-9]+)", path.read_text("utf-8"))
    }
    assert used == LABELS.keys()


def structure(pdf: bytes) -> list[tuple[str, Any]]:
    """Tags of the structure tree in reading order, each with its element."""
    found: list[tuple[str, Any]] = []

    def walk(element: Any) -> None:
        element = element.get_object() if hasattr(element, "get_object") else element
        if isinstance(element, list):
            for item in element:
                walk(item)
        elif isinstance(element, dict):
            if "/S" in element:
                found.append((str(element["/S"]), element))
            if "/K" in element:
                walk(element["/K"])

    root = PdfReader(io.BytesIO(pdf)).trailer["/Root"]
    walk(root["/StructTreeRoot"])
    return found


def test_a_screen_reader_finds_headings_tables_and_pictures() -> None:
    several = (finding(1, rule="MQ-001"), finding(2, rule="MQ-001"), finding(3))
    pdf = render_pdf(build_document(engagement(several), ReportOptions("de")))
    tags = structure(pdf)
    assert str(PdfReader(io.BytesIO(pdf)).trailer["/Root"]["/Lang"]).startswith("de")
    levels = [int(tag[2:]) for tag, _ in tags if tag[1:2] == "H" and tag[2:].isdigit()]
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    pictured = [element for tag, element in tags if tag == "/Figure"]
    assert len(pictured) >= 3
    assert all(str(element.get("/Alt", "")).strip() for element in pictured)
    tables = sum(tag == "/Table" for tag, _ in tags)
    assert tables >= 5
    assert sum(tag == "/THead" for tag, _ in tags) == tables
    assert sum(tag == "/TH" for tag, _ in tags) > tables


@pytest.mark.thorough
def test_another_process_writes_the_same_bytes() -> None:
    code = (
        "import hashlib\n"
        "from advisor.report import *\n"
        "from tests.advisor.report.factory import engagement\n"
        "d = build_document(engagement(), ReportOptions(date='2026-11-20', mask=True))\n"
        "print(hashlib.sha256(render_pdf(d)).hexdigest())\n"
    )
    sums = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=Path(__file__).parents[3],
            check=True,
            capture_output=True,
        ).stdout
        for seed in ("0", "1", "77")
    }
    assert len(sums) == 1


def test_a_consultancy_brings_its_logo_and_colours(tmp_path: Path) -> None:
    shipped = Path(__file__).parents[3] / "resources" / "report" / "brand.typ"
    own = shipped.read_text("utf-8").replace("#0b5cad", "#117733")
    own = own[: own.rindex("#let cover-head")]
    (tmp_path / "brand.typ").write_text(
        own + '#let cover-head = image("logo.svg", width: 30mm, alt: "Elbe Consulting")\n', "utf-8"
    )
    (tmp_path / "logo.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="9">'
        '<rect width="30" height="9" fill="#117733"/></svg>',
        "utf-8",
    )
    pdf = render_pdf(build_document(engagement()), tmp_path)
    assert any(element.get("/Alt") == "Elbe Consulting" for _, element in structure(pdf))
    assert "Turn zHPF on" in pages_text(pdf)


def test_pictures_come_as_svg_and_png() -> None:
    files = pictures(build_document(engagement()))
    assert {"topology.svg", "topology.png", "busy.svg", "busy.png", "steps.svg"} <= files.keys()
    for name, data in files.items():
        assert data.startswith(b"<svg" if name.endswith(".svg") else b"\x89PNG"), name
    assert files == pictures(build_document(engagement()))


def test_masked_tables_hold_no_names() -> None:
    case = engagement((finding(component="lpar:A", title="Give SYSA more"),))
    mask = mask_of(case, ReportOptions(mask=True))
    table = findings_csv(case, mask) + projections_csv(case, mask)
    assert "SYSA" not in table
    assert FILE not in table
    assert "SYSTEM-1" in table
    assert "SYSA" in findings_csv(case)


def test_the_projections_table_has_the_figures_of_the_plan() -> None:
    rows = list(csv.DictReader(io.StringIO(projections_csv(engagement()))))
    assert {row["of"] for row in rows} == {"as-is", "finding", "step", "plan"}
    plan = next(r for r in rows if r["of"] == "plan" and r["metric"] == "etr_per_s")
    assert float(plan["after"]) == 288_000.0


def test_masking_finds_hosts_people_paths_and_longer_names() -> None:
    lines = (
        "From: erika.muster@acme-insurance.de (mail.acme-insurance.de [10.20.30.41])",
        "LINK TOSYSA DRIVER CTCA",
        "SERIAL 0000000ZECPROD",
        "dump in /u/erika/dumps/java.txt",
        "job acmejob1 of sysa",
    )
    seen = tuple(
        Observation("lpar:A", "x", 1.0, "", FILE, number, line, "1")
        for number, line in enumerate(lines, 1)
    )
    case = engagement()
    case = replace(case, installation=replace(case.installation, observations=seen))
    case = replace(
        case,
        findings=(finding(evidence=tuple(Evidence("f", s.line, s.text, "x", 1.0) for s in seen)),),
    )
    options = ReportOptions(title="Review for Insurance and Acme", mask=True)
    document = build_document(case, options)
    pdf = render_pdf(document)
    data = json.dumps(document) + pages_text(pdf) + inner_bytes(pdf).decode("latin-1")
    for secret in ("erika", "acme-insurance", "10.20.30.41", "SYSA", "ZECPROD", "sysa", "/u/"):
        assert secret not in data, secret


def test_masks_do_not_depend_on_what_is_masked_first() -> None:
    case = engagement()
    one, two = (mask_of(case, ReportOptions(mask=True)) for _ in range(2))
    line = "PROD.ADABAS.DB010.ASSO after OTHER.DATA.SET"
    one.text("OTHER.DATA.SET stands here first")
    assert one.text(line) == two.text(line)


def test_masked_keys() -> None:
    mask = mask_of(engagement(), ReportOptions(mask=True))
    assert mask.apply({"lpar:SYSA": 1, "name": "SYSA", "ZHPF": 2}) == {
        "lpar:SYSTEM-1": 1,
        "name": "SYSTEM-1",
        "ZHPF": 2,
    }


def test_ten_thousand_characters_in_every_name_end_on_the_page() -> None:
    long = "N" * 10_000
    case = engagement(
        (finding(title=long, explanation=long, risk=Risk("low", long), component="lpar:A"),),
        name=long,
        names={"machine": long, "system": long, "nucleus": long},
    )
    reader = PdfReader(io.BytesIO(render_pdf(build_document(case, ReportOptions(author=long)))))
    assert len(reader.pages) < 60


def test_figures_of_the_report_are_those_of_the_json() -> None:
    from app.printing.documents import advice_document

    case = engagement(
        (
            finding(
                projection=(
                    Effect(
                        "etr_per_s", "commands/s", 213_000.0, estimate(287_654.321, "commands/s")
                    ),
                )
            ),
        )
    )
    row = build_document(case)["findings"][0]["effects"][0]
    given = advice_document(case)["findings"][0]["projection"]["etr_per_s"]
    assert row["before"] == numbers.number(given["before"])
    assert row["after"] == numbers.number(given["after"])
    low, high = numbers.number(given["low"]), numbers.number(given["high"])
    assert row["band"] == f"({low} … {high})"
    assert row["change"] == numbers.percent(given["change_pct"])


def test_a_rule_that_found_nothing_is_named() -> None:
    (group,) = build_document(engagement())["in_order"]["groups"]
    assert group["subsystem"] == "MQ"
    (row,) = group["rows"]
    assert row["rule"] == "MQ-004"
    assert row["title"] == "Shrink pools that cannot fill"
