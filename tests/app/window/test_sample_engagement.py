"""The window on the sample engagement itself: what a stand-in cannot show."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QGuiApplication

from advisor.rules.commands import in_cards
from app.window.advice.gains import worth_key
from app.window.i18n import set_language
from app.window.i18n.numbers import projected
from app.window.names import component_name
from app.window.session import Session
from app.window.shell import figures
from app.window.shell.window import MainWindow
from app.window.theme import theme
from model.projection import WorkloadProjection
from tests.app.window import tour


@pytest.fixture(scope="module")
def opened(qapp, kept_sample, tmp_path_factory) -> Iterator[MainWindow]:
    """One window for all tests: each opens it as a consultant comes back to it."""
    del qapp
    set_language("en")  # an earlier test's may be another
    theme().apply("light")
    made = MainWindow(Session(folder=tmp_path_factory.mktemp("session")))
    made.resize(1280, 800)
    made.show()
    tour.open_engagement(made, kept_sample)
    yield made
    made.close()


@pytest.fixture
def window(opened) -> MainWindow:
    """As it was opened: whatever an earlier test did to the document is undone."""
    opened.session.document.undo_stack.setIndex(0)
    opened.session.document.show_scenario(None)
    return opened


def test_opening_shows_boxes_figures_and_advice_at_once(qtbot, window) -> None:
    document = window.session.document
    assert not document.pending
    assert not window.session.analysis.analysing
    assert len(document.engagement.findings) > 20
    assert window.strip.cells["etr_per_s"].value.text() not in ("–", "")
    assert len(window.pages["topology"].view.topology_scene.boxes) > 10
    window.show_page("advice")
    assert window.pages["advice"].table.model().rowCount() > 20
    # Counted as the report does: what fixes a constant of its own tests nothing.
    window.show_page("validate")
    said = window.pages["validate"].verdict.text()
    assert said.startswith("37 figures, of which 15 fix a constant of their own; of the other 22")


def test_a_workload_without_figures_has_its_reason_where_the_bottleneck_stands(
    window, monkeypatch
) -> None:
    gap = WorkloadProjection("x", "Adabas", {}, not_projectable="SYSC: nobody knows its CPs")
    monkeypatch.setattr(figures, "shown_workload", lambda document: (gap, None))
    window.strip.refresh()
    assert window.strip.bound.value.text() == "–"
    assert "nobody knows its CPs" in window.strip.bound.toolTip()


def test_the_front_offers_other_plans_by_mouse_and_key(qtbot, window) -> None:
    window.show_page("advice")
    page = window.pages["advice"]
    page.tabs.setCurrentWidget(page.plan)
    plan, points = page.plan, window.session.document.engagement.plan.pareto
    assert len(points) > 1
    assert plan.front.isVisible()
    plan.front.grab()
    number = min(range(len(points)), key=lambda n: points[n].effort)
    # The point of least effort is not the plan's.
    qtbot.mouseClick(plan.front, Qt.MouseButton.LeftButton, pos=plan.front.place(number).toPoint())
    titles = {f.id: f.title for f in window.session.document.engagement.findings}
    shown = plan.text.toPlainText()
    assert all(titles[i] in shown for i in points[number].findings)
    plan.make_scenario()
    changed = len(window.session.document.scenario.changes)
    assert changed == sum(
        len(f.changes)
        for f in window.session.document.engagement.findings
        if f.id in points[number].findings
    )
    qtbot.keyClick(plan.front, Qt.Key.Key_Right)
    assert all(titles[i] in plan.text.toPlainText() for i in points[number + 1].findings)
    plan._back()
    assert "Steps" in plan.text.toPlainText()


def test_a_finding_is_copied_as_the_report_prints_it(qtbot, window) -> None:
    window.show_page("advice")
    page = window.pages["advice"]
    page.tabs.setCurrentIndex(0)
    page.table.choose(lambda one: one.change_texts and "\n" not in one.change_texts[0].syntax)
    finding = page.table.current()
    QGuiApplication.clipboard().clear()
    qtbot.mouseClick(page.copy, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: finding.rule in QGuiApplication.clipboard().text())
    text = QGuiApplication.clipboard().text()
    assert in_cards(finding.change_texts[0].syntax) in text
    QGuiApplication.clipboard().clear()


@pytest.mark.thorough
def test_pictures_are_saved_and_templates_chosen(qtbot, window, tmp_path) -> None:
    window.show_page("report")
    page = window.pages["report"]
    folder = tmp_path / "pictures"
    folder.mkdir()
    page.save_pictures(folder)
    qtbot.waitUntil(lambda: (folder / "busy.svg").exists())
    names = {path.name for path in folder.iterdir()}
    assert {"topology.svg", "topology.png"} <= names
    # A folder without a template is one sentence, not a traceback.
    page.use_template(folder)
    qtbot.waitUntil(lambda: "report.typ" in page.state.text())
    page.drop_template()
    assert not page.template_name.isVisible()
    page.mask_names.setChecked(True)
    page.further.setText("Nordsee, Hafen")
    assert page.options().mask_names == ("Nordsee", "Hafen")


def test_tables_hold_the_figures_on_show_with_their_units(window, tmp_path) -> None:
    window.show_page("report")
    page = window.pages["report"]
    page.language.setCurrentIndex(page.language.findData("en"))
    page.export_csv(tmp_path / "findings.csv")
    engagement = window.session.document.engagement

    def rows(name: str) -> list[dict[str, str]]:
        text = (tmp_path / name).read_bytes().decode("utf-8-sig")
        return list(csv.DictReader(io.StringIO(text)))

    figures = {
        (r["component"], r["metric"]): r
        for r in rows("findings-projections.csv")
        if r["of"] == "as-is"
    }
    etr = figures["adabas_database:10", "etr_per_s"]
    assert etr["unit"] == "1/s"
    shown = window.strip.cells["etr_per_s"].value.text()
    assert projected(float(etr["after"])) == shown
    assert {r["rule"] for r in rows("findings.csv")} == {f.rule for f in engagement.findings}
    for row in rows("findings.csv"):
        if row["etr_after"]:
            assert row["etr_unit"] == "1/s"


def test_the_outline_mirrors_the_canvas(qtbot, window) -> None:
    """Same components, containment, names and figures, and selection in both directions."""
    document = window.session.document
    window.show_page("topology")
    page = window.pages["topology"]
    page.side.setCurrentWidget(page.outline)
    tree, scene = page.outline.tree, page.view.topology_scene
    role = Qt.ItemDataRole.UserRole
    spoken = Qt.ItemDataRole.AccessibleTextRole
    qtbot.waitUntil(lambda: bool(page.outline._said))
    found: dict[str, str | None] = {}

    def walk(item, parent: str | None) -> None:
        name = item.data(0, role)
        component, face = document.topology[name], scene.faces[name]
        found[name] = parent
        # Below its container a part is told by what that has not said already.
        above = "" if parent is None else document.topology[parent].name
        short = component.name.removeprefix(f"{above}/").removeprefix(above)
        assert short in item.text(0)
        if parent is None:
            assert item.text(0) == component_name(document.topology, name)
        texts = [item.child(n).text(0) for n in range(item.childCount())]
        assert len(set(texts)) == len(texts)
        assert item.text(1) == face.figure
        assert component.name in item.data(0, spoken)
        assert face.figure in item.data(1, spoken)
        assert item.data(1, spoken)
        for n in range(item.childCount()):
            walk(item.child(n), name)

    for n in range(tree.topLevelItemCount()):
        walk(tree.topLevelItem(n), None)
    assert found == {c.id: c.parent for c in document.topology}
    assert set(scene.boxes) <= set(found)
    for name in ("lpar:SYSA", "adabas_database:10"):
        page.outline.tree.clearSelection()
        page.outline._items[name].setSelected(True)
        assert [n for n, item in scene.nodes.items() if item.chosen] == [name]
    document.select(["lpar:SYSB"])
    assert [i.data(0, role) for i in tree.selectedItems()] == ["lpar:SYSB"]
    document.select([])


def test_labels_of_links_cover_no_box_and_links_no_figure(window) -> None:
    window.show_page("topology")
    scene = window.pages["topology"].view.topology_scene
    assert scene.faces
    labelled = [item for item in scene.links.values() if item.label]
    assert labelled
    for item in labelled:
        width = item.style.small_metrics.horizontalAdvance(item.label) + 8.0
        place = item.label_rect(width)
        assert width <= place.width() < width + 8.0
        assert not [n for n in scene.nodes.values() if n.has_chip and place & n.chip_rect()]
        leaves = [b for b in scene.boxes.values() if not b.open]
        assert not [b.id for b in leaves if place.intersects(QRectF(b.x, b.y, b.w, b.h))]
        others = [o for o in scene.links.values() if o is not item]
        assert not [o for o in others if o.label and place.intersects(o.label_place())]
    # The nuclei's links leave their containers beside the headers, not through them.
    assert not [chip for item in scene.links.values() for chip in item.crossed]


def test_a_rules_page_shows_what_the_rule_looks_at(window) -> None:
    from advisor.rules import rules

    window.show_page("advice")
    page = window.pages["advice"]
    page.rules.table.choose(lambda outcome: outcome.rule == "ADA-001")
    text = page.rules.rule.toPlainText()
    rule = next(r for r in rules() if r.id == "ADA-001")
    for part in (rule.looks_at, rule.condition, rule.threshold, rule.change, rule.why):
        assert " ".join(part.split()) in " ".join(text.split())
    assert "Looks at: " in text
    assert "Condition: " in text


def test_the_chosen_scenario_is_not_painted_like_a_loss(window) -> None:
    from app.window.compare.page import CHOSEN, OTHERS

    bad = theme().series(1).name()
    assert bad not in (theme().series(CHOSEN).name(), theme().series(OTHERS).name())
    window.show_page("compare")
    bars = window.pages["compare"].chart._bars
    assert bars[0].colour == CHOSEN
    assert {bar.colour for bar in bars[1:]} <= {OTHERS}


def test_compare_has_the_as_is_as_measured_and_the_models_error_beside_it(window) -> None:
    """It had the model's 193,800 commands a second, of 197,979 that were counted."""
    window.session.document.show_anchor("adabas_database:10")
    window.show_page("compare")
    page = window.pages["compare"]
    rows = dict(page.table.model().rows)
    assert rows["Throughput (ETR)"](0).text == (
        "198,000\u00a0commands/s\nmeasured; model \N{MINUS SIGN}2.1\u00a0%"
    )
    assert page.chart._bars[0].value == pytest.approx(197_979, rel=1e-5)


def test_300_percent_stays_within_a_wide_screen_while_it_works(
    qtbot, kept_sample, tmp_path, monkeypatch
) -> None:
    """The German header with its progress, and the inspector open, on 2560 × 1440 pixels."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    set_language("de")
    theme().apply("light", 3.0)
    try:
        window = MainWindow(Session(folder=tmp_path))
        window.resize(2560, 1440)
        window.show()
        with qtbot.waitSignal(window.session.opened):
            window.open_file(kept_sample)
        qtbot.waitUntil(lambda: window.current_page == "topology")
        window._progress("Projektionen werden berechnet", 0.5)
        window._show_progress()
        window.show_component("lpar:SYSA")
        QGuiApplication.processEvents()
        assert window.inspector.isVisible()
        assert window.progress.isVisible()
        assert window.minimumSizeHint().width() <= 2560
        assert window.width() <= 2560
        window.close()
    finally:
        set_language("en")
        theme().apply("light", 1.0)


def test_where_there_is_no_band_the_reason_for_that_stands_in_its_place(window) -> None:
    """A CICS region is calibrated to its own report: "±0.0 %" would claim what nobody knows."""
    document = window.session.document
    document.show_anchor("cics_region:CICSAOR1")
    cells = window.strip.cells
    assert cells["etr_per_s"].band.text() == "as measured"
    assert cells["cpu_s_per_s"].band.text() == "no band"
    assert "calibrated to this report" in cells["etr_per_s"].toolTip()
    document.show_anchor("adabas_database:10")
    assert cells["etr_per_s"].value.text() == "198,000"
    assert cells["etr_per_s"].band.text() == "model −2.1\u00a0%"
    assert "…" in cells["response_ms"].band.text()
    projection = document.as_is_projection
    assert projection is not None
    said = [
        reason
        for workload in projection.workloads
        for estimate in workload.metrics.values()
        for reason in estimate.reasons
    ]
    assert not [reason for reason in said if "constants ±0.0 %, residual ±0.0 %" in reason]


def test_a_figure_that_is_0_in_every_draw_says_so(qtbot, window) -> None:
    """It said "no band", as of a figure of which nobody knows how far it is off."""
    document = window.session.document
    document.show_anchor("adabas_database:10")
    document.branch()
    systems = ["lpar:SYSA", "lpar:SYSB"]
    assert document.set_setting(systems, "REAL_STORAGE_GB", 1024.0) is None
    cell = window.strip.cells["paging_per_s"]
    qtbot.waitUntil(lambda: cell.value.text() == "0", timeout=20_000)
    qtbot.waitUntil(lambda: not window.session.projections.busy(), timeout=20_000)
    assert cell.band.text() == "0 throughout"


@pytest.mark.thorough
def test_a_curve_has_the_band_of_the_change_at_today_too(qtbot, window) -> None:
    """Today's setting had the band of the model's level: a spike of 12 % in a curve known to 1."""
    window.show_page("whatif")
    sweeps = window.pages["whatif"].sweeps
    sweeps.first.show_setting("adabas_nucleus:10-1", "NT")
    sweeps.start()
    projections = window.session.projections
    qtbot.waitUntil(lambda: not projections.busy("sweep"), timeout=60_000)
    (series,) = sweeps.curve.curves.series
    wide = {
        x: (high - low) / y
        for x, y, low, high in zip(series.xs, series.ys, series.lows, series.highs, strict=True)
    }
    today = window.session.document.as_is["adabas_nucleus:10-1"].number("NT")
    assert wide[today] == 0.0
    assert 0.0 < max(wide.values()) < 0.10  # of NT other than the published 80 less is known
    assert "against today" in sweeps.beyond.text()


def test_the_exported_report_holds_the_scenarios(qtbot, window, tmp_path) -> None:
    from pypdf import PdfReader

    from model.topology import Scenario

    window.session.document.add_scenario(Scenario("In two years", (), "as expected"))
    window.show_page("report")
    page = window.pages["report"]
    for name, tick in page.sections.items():
        tick.setChecked(name == "scenarios")
    target = tmp_path / "report.pdf"
    page.export_pdf(target)
    qtbot.waitUntil(target.exists)
    text = " ".join(p.extract_text() for p in PdfReader(target).pages)
    assert "In two years" in text
    assert "as expected" in text


def lines(table) -> list[str]:
    """Findings' ids and, in capitals' place, the headings, as they stand in the list."""
    model = table.proxy
    found = [model.index(n, 0) for n in range(model.rowCount())]
    return [
        i.data()
        if i.data(Qt.ItemDataRole.UserRole) is None
        else i.data(Qt.ItemDataRole.UserRole).id
        for i in found
    ]


def test_findings_are_put_together_under_headings(qtbot, window) -> None:
    window.show_page("advice")
    page, engagement = window.pages["advice"], window.session.document.engagement
    flat = lines(page.table)
    chosen = page.table.current()

    def choose(name: str) -> list[str]:
        page.group_box.setCurrentIndex(page.group_box.findData(name))
        page.group_box.activated.emit(page.group_box.currentIndex())
        return lines(page.table)

    ids = {f.id for f in engagement.findings}
    for name in ("object", "window", "owner"):
        grouped = choose(name)
        assert sorted(set(grouped) & ids) == sorted(flat)
        headings = [line for line in grouped if line not in ids]
        assert 1 < len(headings) == len(set(headings))
        assert grouped[0] in headings
        assert page.table.current() == chosen
    windows = choose("window")
    planned = {i for w in engagement.plan.calendar for t in w.tasks for i in t.findings}
    last = windows.index("Not in the plan")
    assert set(windows[last + 1 :]) == ids - planned
    # The other way round rows turn within their groups; groups and headings stay.
    page.table.sortByColumn(1, Qt.SortOrder.AscendingOrder)
    turned = lines(page.table)
    assert [x for x in turned if x not in ids] == [x for x in windows if x not in ids]
    findings = {f.id: f for f in engagement.findings}
    for order, listed in ((1, turned), (-1, windows)):
        worths = [worth_key(findings[i]) for i in listed[last + 1 :]][::order]
        assert worths == sorted(worths)
    # The keyboard goes over a heading, and a group that the filter leaves nothing of has none.
    page.table.choose(lambda f: f.id == turned[1])
    page.table.setFocus()
    qtbot.keyClick(page.table, Qt.Key.Key_Up)
    assert page.table.current().id == turned[1]
    steps = turned.index(next(x for x in turned[1:] if x not in ids))
    for _ in range(steps - 1):
        qtbot.keyClick(page.table, Qt.Key.Key_Down)
    assert page.table.current().id == turned[steps + 1]
    page.search.setText(turned[1].partition("@")[0])
    assert len([x for x in lines(page.table) if x not in ids]) == 1
    page.table.grab()
    page.search.setText("")
    page.table.sortByColumn(1, Qt.SortOrder.DescendingOrder)
    assert choose("") == flat


def test_reports_dropped_with_an_engagement_are_told_of_as_it_opens(
    qtbot, kept_sample, tmp_path
) -> None:
    """On the start page there was nothing yet that could have said it."""
    window = MainWindow(Session(folder=tmp_path))
    window.show()
    with qtbot.waitSignal(window.session.opened):
        window.import_files([tmp_path / "report.txt", kept_sample])
    qtbot.waitUntil(lambda: window.current_page == "topology")
    assert window.banner.isVisible()
    assert window.banner.text.text().startswith(f"Only {kept_sample.name} is opened")
    window.close()


def test_sizes_of_reports_stand_in_a_german_window_of_1280(qtbot, kept_sample, tmp_path) -> None:
    """Heads of two words took their room, and what they left was nobody's."""
    set_language("de")
    try:
        window = MainWindow(Session(folder=tmp_path))
        window.resize(1280, 800)
        window.show()
        tour.open_engagement(window, kept_sample)
        window.show_page("reports")
        QGuiApplication.processEvents()
        table = window.pages["reports"].table
        heads = [column.header for column in table.rows_model.columns]
        shown = [n for n in range(len(heads)) if not table.isColumnHidden(n)]
        assert heads.index("Größe") in shown
        assert sum(table.columnWidth(n) for n in shown) == table.viewport().width()
        window.close()
    finally:
        set_language("en")


def test_a_page_without_reports_offers_to_leave_none_out(qtbot, tmp_path) -> None:
    """A button without a text stood there after a file that was not found."""
    window = MainWindow(Session(folder=tmp_path))
    window.build()
    window.show_page("reports")
    page = window.pages["reports"]
    assert not page.leave.isEnabled()
    assert not page.leave_import.isVisibleTo(page)
    window.close()
