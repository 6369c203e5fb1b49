"""A change has one figure and one band: finding, plan, strip, Compare page, JSON and PDF."""

from __future__ import annotations

import io
import re
import time

import pytest
from pypdf import PdfReader

from advisor.findings import Effect
from advisor.report import ReportOptions, build_document, render_pdf
from advisor.report.writer import Writer
from app.printing.documents import advice_document, projection_entry
from app.window.i18n.numbers import percent_band, signed_percent
from app.window.metrics import metric_name
from app.window.shell.figures import KEY_FIGURES
from app.window.shell.window import MainWindow
from model.projection import Projection
from model.topology import Change, Scenario, SetSetting
from model.topology.growth import GROWTH
from tests.app.window import tour

WHAT_IFS: dict[str, tuple[Change, ...]] = {
    "more work": (SetSetting("cics_region:CICSAOR1", GROWTH.name, 20.0),),
    "fewer CPs": (SetSetting("lpar:SYSA", "CPS", 10),),
    "larger messages": (SetSetting("mq_manager:MQA1", "MESSAGE_KB", 32.0),),
    "a smaller pool": (SetSetting("mq_bufferpool:MQA1/0", "BUFFERS", 20_000),),
}


@pytest.fixture(scope="module")
def window(qapp, kept_sample, tmp_path_factory):
    del qapp
    yield from tour.sample_window(kept_sample, tmp_path_factory.mktemp("session"))


@pytest.fixture(scope="module")
def asked(window: MainWindow) -> dict[str, Scenario]:
    """Every step of the plan with those before it, and what-ifs."""
    engagement = window.session.document.engagement
    found = dict(WHAT_IFS)
    so_far: tuple[Change, ...] = ()
    for number, step in enumerate(engagement.plan.steps, 1):
        so_far = (*so_far, *step.changes)
        found[f"step {number}"] = so_far
    return {name: Scenario(name, changes) for name, changes in found.items()}


@pytest.fixture(scope="module")
def compared(window: MainWindow, asked: dict[str, Scenario]) -> dict[str, Projection]:
    """The projections of the Compare page, with their bands."""
    document = window.session.document
    for scenario in asked.values():
        document.add_scenario(scenario)
    window.show_page("compare")
    page = window.pages["compare"]
    until = time.monotonic() + 30.0
    while not all(banded(page.projections.get(name)) for name in asked):
        assert time.monotonic() < until, [(n, p.issues) for n, p in page.projections.items()]
        tour.settle(lambda: tour.quiet(window))
    return dict(page.projections)


def banded(projection: Projection | None) -> bool:
    """Whether the bands have arrived: figures without come first."""
    works = () if projection is None else projection.workloads
    return any(one.high > one.low for work in works for one in work.metrics.values())


def squeezed(text: str) -> str:
    return re.sub(r"[\s\u200b\u00a0]+", "", text)


@pytest.mark.thorough
def test_every_step_of_the_plan_says_what_its_scenario_says(
    window: MainWindow, compared: dict[str, Projection]
) -> None:
    engagement = window.session.document.engagement
    given = advice_document(engagement)["plan"]["steps"]
    document = build_document(engagement, ReportOptions(date="2026-11-20"))
    pages = PdfReader(io.BytesIO(render_pdf(document))).pages
    pdf = squeezed("".join(page.extract_text() for page in pages))
    anchor = engagement.as_is.principal.anchor
    rows = {one["number"]: one["effects"] for one in document["plan"]["steps"]}
    writer, bands = Writer(engagement, ReportOptions()), 0
    for number, step in enumerate(engagement.plan.steps, 1):
        work = compared[f"step {number}"].workload(anchor)
        printed = {row["key"]: row for row in rows.get(number, ())}
        for effect in step.cumulative:
            figure, change = work.metrics[effect.metric], work.changes[effect.metric]
            where = (number, effect.metric)
            same(effect, figure, change, where)
            entry = given[number - 1]["cumulative"][effect.metric]
            assert entry["after"] == effect.figure.value, where
            assert (entry["low"], entry["high"]) == (effect.figure.low, effect.figure.high), where
            bands += effect.figure.high > effect.figure.low
            if effect.metric in printed:
                row = printed[effect.metric]
                own = writer.effect_row(effect, anchor)
                assert (row["after"], row["band"]) == (own["after"], own["band"]), where
                assert squeezed(row["after"] + row["band"]) in pdf, where
    assert bands > 30


def same(effect: Effect, figure, change, where) -> None:
    assert effect.figure.value == pytest.approx(figure.value, rel=2e-4), where
    for own, other in zip(
        (effect.figure.low, effect.figure.high), (figure.low, figure.high), strict=True
    ):
        assert own == pytest.approx(other, rel=2e-3, abs=1e-9), where
    if effect.change is not None:
        assert effect.change.value == pytest.approx(change.value, abs=0.05), where
        assert effect.change.low == pytest.approx(change.low, abs=0.2), where
        assert effect.change.high == pytest.approx(change.high, abs=0.2), where


@pytest.mark.thorough
def test_strip_compare_and_json_show_the_same_band_of_every_scenario(
    window: MainWindow, compared: dict[str, Projection]
) -> None:
    """To the printed digit, for each workload that a scenario moves."""
    document, page = window.session.document, window.pages["compare"]
    shown, strip = 0, window.strip
    for name, projection in compared.items():
        document.show_scenario(name)
        tour.settle(lambda: tour.quiet(window) and banded(document.shown))
        given = {w["component"]: w for w in projection_entry(document.shown)["workloads"]}
        for work in projection.workloads:
            moved = [m for m, c in work.changes.items() if abs(c.value) >= 0.05]
            if not moved:
                continue
            document.show_anchor(work.anchor)
            heads, column = page.table.heads(down=True), page.table.heads().index(name)
            for metric in moved:
                figure, change = work.metrics[metric], work.changes[metric]
                entry = given[work.anchor]["metrics"][metric]
                told = given[work.anchor]["changes_pct"][metric]
                where = (name, work.anchor, metric)
                for key in ("value", "low", "high"):
                    assert entry[key] == pytest.approx(getattr(figure, key), rel=1e-3), where
                    assert told[key] == pytest.approx(getattr(change, key), abs=0.1), where
                cell = strip.cells.get(metric) if metric in KEY_FIGURES else None
                if cell is not None and change.high > change.low:
                    assert cell.band.text() == percent_band(told["low"], told["high"]), where
                    assert signed_percent(told["value"]) in cell.change.text(), where
                    shown += 1
                head = metric_name(metric)
                if head in heads and cell is not None:
                    text = page.table.text(heads.index(head), column)
                    assert text.startswith(cell.value.text()), where
    assert shown > 30
