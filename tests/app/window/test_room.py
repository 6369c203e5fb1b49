"""Where room is short, what matters keeps it."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QApplication, QHeaderView, QLabel, QVBoxLayout, QWidget

from app.window.canvas.cutting import MORE, READABLE, uncut
from app.window.canvas.layout import GRID
from app.window.i18n import set_language
from app.window.metrics import metric_name
from app.window.theme import theme
from app.window.validation.record import RecordTab
from app.window.whatif.choosing import settings_to_vary
from app.window.widgets.basics import ElidedLabel, WholeLabel, button
from app.window.widgets.inputs import Tabs
from app.window.widgets.scrolling import Scrolling
from app.window.widgets.table import BELOW_PT, FOOT, TITLE_PT, Column, Table
from app.window.widgets.whole_rows import SPARE, WholeRows
from model.projection import CalibrationRow
from model.topology import Measured, Scenario, Topology


def test_what_rows_are_known_by_keeps_its_width_in_a_narrow_table(qtbot, window) -> None:
    """At twice the text size the files' names were "ad…" beside two wide columns of codes."""
    from app.window.widgets.rows_model import LEAST_STRETCH

    window.show_page("reports")
    table = window.pages["reports"].table
    table.resize(420, 200)
    QApplication.processEvents()
    table.resizeEvent(QResizeEvent(table.size(), table.size()))
    assert table.columnWidth(0) >= theme().px(LEAST_STRETCH)
    table.resize(1400, 200)
    table.resizeEvent(QResizeEvent(table.size(), table.size()))
    assert table.columnWidth(0) > theme().px(2 * LEAST_STRETCH)


def test_a_partition_is_busy_of_the_cps_that_its_machine_has() -> None:
    """ "5.4 of 20 CPs" stood in the inspector, on a machine of 16."""
    from app.window.canvas.faces import explanation
    from model.projection import Projection, ResourceUse
    from model.topology import Component, Origin, Setting

    def part(id_: str, kind: str, parent: str | None, cps: int) -> Component:
        return Component(id_, kind, id_, parent, {"CPS": Setting(cps, Origin("assumed"))})

    parts = (part("M", "cpc", None, 16), part("S", "lpar", "M", 20))
    topology = Topology({one.id: one for one in parts})
    use = ResourceUse("S", "CPs", 0.25, 0.25, 0.25)
    assert (
        explanation(use, topology, Projection(Scenario("x"), (), (use,), "", True))
        == "4.0 of 16 CPs"
    )


def test_unseen_questions_do_not_make_the_reports_scroll(qtbot, window) -> None:
    """Built anew in German, the page was as high as the questions would like to be."""
    from app.window.importing.page import ReportsPage

    page = ReportsPage(window.session)
    qtbot.addWidget(page)
    before = page.tabs.sizeHint().height()
    page.asked.setWidget(QLabel("a question\n" * 200))
    assert page.asked.sizeHint().height() > before
    assert page.tabs.sizeHint().height() == before


def test_the_overview_never_covers_what_it_is_of(qtbot, window) -> None:
    window.show_page("topology")
    page = window.pages["topology"]
    page.view.zoom(4.0)
    page.view.viewport().resize(300, 200)
    page.minimap._follow()
    assert page.minimap.width() <= 100
    assert page.minimap.height() <= 67


def test_an_overview_without_room_for_all_of_it_covers_no_box(qtbot, window) -> None:
    """At twice the text in 1280 x 800 pixels it was as large as a thumb, and lay on a nucleus."""
    window.show_page("topology")
    page = window.pages["topology"]
    page.view.zoom(4.0)
    box = next(iter(page.view.topology_scene.nodes.values())).area
    page.view.viewport().resize(300, 200)
    page.view.centerOn(box.center())
    page.minimap._follow()
    assert not page.minimap.isVisible()
    page.minimap.place("bottom-left")  # who asks for it has it
    assert page.minimap.isVisible()


def test_a_list_of_findings_without_room_for_all_columns_has_no_scroll_bar(window) -> None:
    """Severity and effort are said by the finding's page, too."""
    window.show_page("advice")
    page = window.pages["advice"]
    for wide, shown in ((440, 2), (900, 4), (440, 2), (900, 4)):
        page.table.setFixedWidth(wide)
        QApplication.processEvents()
        columns = [n for n in range(4) if not page.table.isColumnHidden(n)]
        assert len(columns) == shown
        assert page.table.horizontalScrollBar().maximum() == 0
        assert all(page.table.columnWidth(n) > 60 for n in columns)
    assert "severity: " in page.text.toPlainText()


@given(
    st.lists(st.tuples(st.integers(20, 2000), st.integers(20, 400)), max_size=8),
    st.integers(300, 1600),
)
def test_a_view_ends_between_boxes_where_it_can(places, width) -> None:
    spans = [(float(left), float(left + wide)) for left, wide in places]
    most = 1.1 * width
    found = uncut(spans, width, most)
    assert width / MORE <= found <= most

    def cuts(one: float) -> bool:
        return any(left - GRID < one < right + GRID for left, right in spans)

    near = range(math.ceil(width / MORE), math.floor(most) + 1)
    free = [max(n / width, width / n) for n in near if not cuts(n)]
    if free:
        assert not cuts(found)
        assert max(found / width, width / found) <= min(free)


def test_what_binds_has_a_line_of_its_own_where_figures_take_the_width(window) -> None:
    """At 1.5 times the text it was scrolled to, the answer to the first question there is."""
    strip, bound = window.strip, window.strip.bound
    window.resize(900, 700)
    QApplication.processEvents()
    assert bound.y() >= strip.cells["etr_per_s"].geometry().bottom()
    assert bound.name.y() <= bound.value.geometry().center().y() <= bound.name.geometry().bottom()
    window.resize(1280, 800)
    QApplication.processEvents()
    assert bound.y() == strip.cells["etr_per_s"].y()
    assert bound.name.geometry().bottom() <= bound.value.geometry().center().y()


def test_a_decision_is_in_sight_in_a_low_window(window) -> None:
    """At 1.5 times the text Accept and Reject lay below the fold, under a chart."""
    window.show_page("advice")
    page = window.pages["advice"]
    window.resize(1280, 800)
    QApplication.processEvents()
    assert page.chart.isVisible()
    # What stands behind another tab pushes nothing below the edge either: the plan's page did.
    page.tabs.setCurrentIndex(1)
    QApplication.processEvents()
    page.tabs.setCurrentIndex(0)
    window.resize(1280, 540)
    QApplication.processEvents()
    assert not page.chart.isVisible()
    shown = page.parentWidget()
    for made in page.buttons.values():
        assert made.mapTo(shown, made.rect().bottomLeft()).y() < shown.height()
    window.resize(1280, 800)
    QApplication.processEvents()
    assert page.chart.isVisible()


def test_the_canvas_shows_its_whole_width_where_that_is_nearly_readable(window) -> None:
    """CF01 and KCG21 were cut at the right of 1280 pixels."""
    window.show_page("topology")
    view = window.pages["topology"].view
    rect = view.topology_scene.content_rect(())
    for share, whole in ((0.95, True), (0.8, False)):
        view.resize(round(share * READABLE * (rect.width() + 80)) + 2, 300)
        view.fit(readable=True)
        shown = view.mapToScene(view.viewport().rect()).boundingRect()
        assert (shown.right() >= rect.right()) == whole


def test_bars_of_many_scenarios_keep_their_height(qtbot, window, session) -> None:
    from app.window.charts.plots.bars import ROW

    window.show_page("compare")
    page = window.pages["compare"]
    for number in range(14):
        session.document.add_scenario(Scenario(f"S{number}"))
    qtbot.waitUntil(lambda: len(page.chart._bars) == 15)
    assert page.chart.minimumHeight() >= 15 * ROW
    # A cell may take another line before the band of a change, never between its ends.
    nuclei = [one.id for one in session.document.topology.of_kind("adabas_nucleus")]
    session.document.set_setting(nuclei, "NT", 40)
    table = page.table
    at = table.heads(down=True).index("Throughput (ETR)"), table.heads().index("S13")
    qtbot.waitUntil(lambda: "(" in table.text(*at))
    change = table.text(*at).partition("\n")[0]
    assert change.split(" ")[-1].startswith("(")
    assert "\u2009" not in change


def test_a_title_gives_way_when_a_figure_comes_beside_it(window) -> None:
    """The shortened title was kept though its room had changed: both stood over each other."""
    window.show_page("topology")
    scene = window.pages["topology"].view.topology_scene
    node = next(iter(scene.nodes.values()))
    wide = node._text("title", "42A2F  ·  Central processor complex", 400.0).text()
    narrow = node._text("title", "42A2F  ·  Central processor complex", 60.0).text()
    assert wide.endswith("complex")
    assert narrow.endswith("…")


def test_the_canvas_is_whole_in_the_room_that_is_left_until_it_is_worked_in(qtbot, window) -> None:
    """Panels came after the first fit and left the coupling facility beyond the edge."""
    window.show_page("topology")
    page = window.pages["topology"]
    view, scene = page.view, page.view.topology_scene

    def whole() -> bool:
        shown = view.mapToScene(view.viewport().rect()).boundingRect()
        return bool(shown.contains(scene.content_rect()))

    for size in ((1280, 800), (1400, 700), (1280, 760)):
        window.resize(*size)
        QApplication.processEvents()
        assert whole(), size
    view.zoom(2.0)
    scale = view.transform().m11()
    window.resize(1280, 800)
    QApplication.processEvents()
    assert view.transform().m11() == scale


def test_the_laws_of_the_record_are_whole(qtbot, window) -> None:
    """Laws were cut to "Internal throughpu…" beside a third of a page left empty."""
    window.show_page("validate")
    page = window.pages["validate"]
    table = page.record.table
    page.tabs.setCurrentWidget(page.record)
    QApplication.processEvents()
    assert table.rows_model.rows
    header = table.horizontalHeader()
    assert header.length() >= table.viewport().width() - 1
    law = table.columnWidth(0)
    texts = [table.model().index(n, 0).data() for n in range(table.model().rowCount())]
    assert law >= max(table.fontMetrics().horizontalAdvance(text) for text in texts)


@pytest.mark.parametrize("language", ["en", "de"])
def test_heads_of_the_record_are_whole_in_a_narrow_window(qtbot, session, language: str) -> None:
    """In large letters they were “Mess…”, “Mittle…” and “Im Ba…”, all seven columns kept."""
    look = theme()
    set_language(language)
    look.apply(scale=1.5)
    try:
        tab = RecordTab(session)
        qtbot.addWidget(tab)
        tab.resize(868, 420)
        tab.show()
        qtbot.waitUntil(lambda: bool(tab.table.rows_model.rows))
        QApplication.processEvents()
        header = tab.table.horizontalHeader()
        shown = [n for n in range(header.count()) if not header.isSectionHidden(n)]
        assert header.length() <= tab.table.viewport().width()
        for n in shown:
            whole = QHeaderView.sectionSizeFromContents(header, n).width()
            assert header.sectionSize(n) >= whole, header.model().headerData(
                n, header.orientation()
            )
        heads = {n: tab.table.rows_model.columns[n].header for n in shown}
        assert len(shown) >= 4, heads
    finally:
        look.apply(scale=1.0)
        set_language("en")


def test_the_reason_of_a_decision_has_room_beside_a_long_button(qtbot, window) -> None:
    """In German its field was 45 pixels wide, with “Gr…” in it."""
    window.show_page("advice")
    window.resize(1024, 700)
    page = window.pages["advice"]
    qtbot.waitUntil(lambda: page.table.rows_model.rowCount() > 0)
    page.table.selectRow(0)
    page.try_it.setText("Mit dem übrigen Plan ausprobieren")
    QApplication.processEvents()
    assert page.try_it.width() >= page.try_it.sizeHint().width()
    assert page.reason.width() >= theme().px(112)
    assert page.reason.mapTo(page, QPoint(0, 0)).x() >= 0
    right = page.try_it.mapTo(page, QPoint(page.try_it.width(), 0)).x()
    assert right <= page.width()


def test_names_of_templates_and_values_of_settings_are_whole(qtbot, window) -> None:
    """“Adabas Cluster Services: two…” and “Central processor complex · …” said the least."""
    window.show_page("topology")
    page = window.pages["topology"]
    page.side.setCurrentWidget(page.palette_panel)
    QApplication.processEvents()
    view = page.palette_panel.list
    delegate = view.itemDelegate()
    single = view.sizeHintForRow(0)
    long = next(
        n
        for n in range(view.count())
        if view.fontMetrics().horizontalAdvance(view.item(n).text()) > view.viewport().width()
    )
    assert view.sizeHintForRow(long) > single
    assert delegate is not None
    chosen = settings_to_vary(window.session.document)
    assert next(c for c in chosen if c.key.endswith("WEIGHT")).value == "500"


@pytest.mark.parametrize("scale", [1.0, 1.25, 1.5, 1.75, 2.0])
def test_a_narrow_table_has_room_for_titles_of_two_lines_at_every_scale(
    qtbot, window, scale
) -> None:
    """At 1.5 two lines needed a pixel more than the row had: every title was cut to one."""
    try:
        theme().apply("light", scale)
        table = Table[str](
            "", [Column("", lambda r: r, below=lambda _r: "below", stretch=True), Column("", str)]
        )
        qtbot.addWidget(table)
        table.show_rows(["one"])
        table.resize(theme().px(240), 200)
        table.show()
        QApplication.processEvents()
        room = table.verticalHeader().defaultSectionSize() - 2 * theme().px(5) - theme().px(FOOT)
        assert room >= 2 * QFontMetrics(theme().font(TITLE_PT)).lineSpacing()
    finally:
        theme().apply("light", 1.0)


def test_the_side_shows_its_tabs_and_the_names_of_the_outline(qtbot, window) -> None:
    """“Missing” was behind arrows at 1.5, “Entire Net-Work …” cut at 1."""
    window.show_page("topology")
    page = window.pages["topology"]
    QApplication.processEvents()
    assert page.side.tabBar().sizeHint().width() <= page.side.width()
    tree = page.outline.tree
    assert tree.sizeHintForColumn(0) <= tree.columnWidth(0)
    for tab in range(page.side.count()):
        page.side.setTabText(tab, "a name in large letters")
    page._fit_side()
    assert page.side.tabBar().sizeHint().width() <= page.side.width() < page.width() // 2 + 2
    # Whoever moves the edge has it where he put it.
    page._splitter.splitterMoved.emit(200, 1)
    page._splitter.setSizes([200, page.width() - 200])
    window.resize(window.width() + 40, window.height())
    QApplication.processEvents()
    assert page.side.width() < 260


def test_names_and_formats_of_reports_are_whole_before_their_encodings(qtbot, window) -> None:
    window.show_page("reports")
    table = window.pages["reports"].table
    table.resize(1080, 220)
    QApplication.processEvents()
    headers = [column.header for column in table.rows_model.columns]
    assert headers[-1] == "Encoding"
    fm = table.fontMetrics()
    for header, text in (
        ("File", "ada10-nuc5.vba.ebcdic"),
        ("Format", "ADARUN parameters, Adabas end-of-session statistics"),
    ):
        assert table.columnWidth(headers.index(header)) >= fm.horizontalAdvance(text) + 16


def test_a_column_that_can_be_done_without_is_left_out_before_its_head_is_cut(window) -> None:
    """ "Enc…" stood above "utf-…" and "cp0…"."""
    window.show_page("reports")
    table = window.pages["reports"].table
    place = [column.header for column in table.rows_model.columns].index("Encoding")
    seen = set()
    for width in range(1500, 700, -40):
        table.resize(width, 220)
        QApplication.processEvents()
        seen.add(table.isColumnHidden(place))
        if not table.isColumnHidden(place):
            assert table.columnWidth(place) >= theme().px(116) - 1
    assert seen == {True, False}


def test_what_is_left_out_of_a_list_of_reports_leaves_no_hole(qtbot, window) -> None:
    """At 1024 pixels the room of three columns that were left out stayed empty beside the rest."""
    window.show_page("reports")
    table = window.pages["reports"].table
    holes = []
    for width in range(1280, 900, -8):
        window.resize(width, 700)
        qtbot.wait(1)
        used = sum(table.columnWidth(n) for n in range(table.model().columnCount()))
        if used < table.viewport().width():
            holes.append((width, used, table.viewport().width()))
    assert holes == []


def test_longer_texts_of_another_language_have_a_wider_column(qtbot, window) -> None:
    """Formats and the second line of what advice is worth were cut in German at 1.5."""
    table = Table[str](
        "",
        [Column("", str, stretch=True), Column("", str, width=100, below=lambda r: r + r)],
    )
    qtbot.addWidget(table)
    table.show()
    table.show_rows(["w" * 5])
    base = theme().px(100)
    below = QFontMetrics(theme().font(BELOW_PT)).horizontalAdvance("w" * (2 * 5))
    assert base < below + 2 * theme().px(11) < base * 5 // 4
    assert table.columnWidth(1) >= below + 2 * theme().px(11)
    # A sentence does not push out what stands beside it, and what the user has set stays.
    table.show_rows(["w" * 40])
    assert table.columnWidth(1) == base
    table.show_rows(["w" * 40, "w" * 5])
    assert table.columnWidth(1) > base
    table.setColumnWidth(1, 70)
    table.show_rows(["w" * 5])
    assert table.columnWidth(1) == 70


def test_icons_of_the_rail_say_how_many_findings_there_are(window, session) -> None:
    window.resize(800, 700)
    QApplication.processEvents()
    made = window.rail_buttons["advice"]
    count = len(session.document.engagement.findings)
    assert count
    assert made.toolTip().split() == ["Advice", str(count)]
    # Seen, too: the tip alone was nowhere at twice the text size.
    assert made.text() == str(count)
    assert made.toolButtonStyle() == Qt.ToolButtonStyle.ToolButtonTextUnderIcon
    assert made.fontMetrics().horizontalAdvance(made.text()) < made.width()
    window.resize(1280, 800)
    QApplication.processEvents()
    assert made.toolTip() == ""
    assert made.text().split() == ["Advice", str(count)]


def test_measured_figures_are_whole_and_cut_no_setting_beside_them(qtbot, window, session) -> None:
    """Names were cut to "Cluster c…" five times over; whole in one grid they cut the fields."""
    inspector, topology, nucleus = (
        window.inspector,
        session.document.topology,
        "adabas_nucleus:10-1",
    )
    names = ("clu_cache_read_requests", "format_buffer_overwrites", "etr_per_s", "paging_per_s")
    measured = {n: Measured(123_456_789.0, "requests") for n in names}
    told = replace(topology[nucleus], measured=measured)
    session.document._topology = Topology({**topology.components, nucleus: told}, topology.links)
    session.document.select([nucleus])

    def shown() -> dict[str, QLabel]:
        return {w.toolTip(): w for w in inspector._body.findChildren(QLabel)}

    qtbot.waitUntil(lambda: set(names) <= set(shown()))
    assert all(shown()[n].text() == metric_name(n) for n in names)
    assert inspector._body.minimumSizeHint().width() <= inspector.minimumWidth()


def test_the_list_of_workloads_takes_no_room_from_the_figures(qtbot, window, session) -> None:
    """At 1.25 times the text it was 560 pixels wide: as its longest name."""
    box = window.strip.anchors
    box.addItem("a workload with a name as long as a line of text in a report of some product")
    theme().apply("dark")
    QApplication.processEvents()
    assert box.sizeHint().width() <= theme().px(140)
    box.showPopup()
    assert box.view().width() >= box.view().sizeHintForColumn(0)
    box.hidePopup()


def test_a_unit_stands_once_in_a_row_of_the_calibration_and_never_a_wrong_one(qapp) -> None:
    """Twice the unit took the room of German names; a time in minutes beside ms says so."""
    from app.window.validation.page import Line, _modelled

    rows = [
        CalibrationRow("etr_per_s", "1/s", 190_000.0, 194_300.0),
        CalibrationRow("response_ms", "ms", 15.0, 15.44),
        CalibrationRow("response_ms", "ms", 1_486_000.0, 1_500_000.0),
    ]
    said = [_modelled(Line("adabas_database:10", row)) for row in rows]
    assert said[:2] == ["194,300", "15.44"]
    assert said[2] == "25\u00a0min"


def test_a_label_that_was_narrow_asks_for_no_more_height_than_it_needs(qtbot) -> None:
    """What was missing stood in a strip of half the window, as it had been written in a corner."""
    made = WholeLabel()
    qtbot.addWidget(made)
    made.show()
    made.resize(60, 40)
    made.setText("DB2A: no report of it was read, so that its work is not known")
    narrow = made.minimumHeight()
    made.resize(900, 40)
    assert made.minimumHeight() < narrow / 3


def test_a_page_behind_a_tab_asks_for_no_height(qtbot) -> None:
    tabs = Tabs()
    qtbot.addWidget(tabs)
    for least in (40, 900):
        page, tall = QWidget(), QLabel("tall")
        tall.setMinimumHeight(least)
        QVBoxLayout(page).addWidget(tall)
        tabs.addTab(page, str(least))
    assert tabs.minimumSizeHint().height() < 300
    tabs.setCurrentIndex(1)
    assert tabs.minimumSizeHint().height() > 900
    tabs.setCurrentIndex(0)
    assert tabs.minimumSizeHint().height() < 300


def test_an_icon_keeps_away_from_a_button_s_text_at_every_scale(qapp) -> None:
    """At 1.5 times the text the icon of "Sweep" stood four pixels beside it, half of a letter."""
    told, alone = button("Sweep", icon="play"), button("", icon="copy", name="Copy")
    assert told.iconSize().width() >= told.iconSize().height() + theme().px(4)
    assert alone.iconSize().width() == alone.iconSize().height()


def test_a_sentence_behind_a_short_name_takes_the_room_there_is(qtbot) -> None:
    """Of "KCG21 · SYSA has 60 logical zIIPs …" the strip showed "KCG21 …" in 434 pixels."""
    made = ElidedLabel()
    qtbot.addWidget(made)
    made.setText("KCG21  ·  SYSA has 60 logical zIIPs and 42A17 only 2 zIIPs: no more than that")
    whole = made.fontMetrics().horizontalAdvance(made.text())
    made.resize(whole * 2 // 3, 20)
    assert made.shown().startswith("KCG21  ·  SYSA has 60 logical zIIPs")
    assert made.shown().endswith(" …")
    assert made.fontMetrics().horizontalAdvance(made.shown()) <= made.width()
    # Figures stay whole, and what they belong to.
    made.setText("nuclei ×8 binds, 99 %  ·  194,000 commands/s (173,200 … 217,000)  ·  15.46 ms")
    made.resize(made.fontMetrics().horizontalAdvance("nuclei ×8 binds, 99 %  ·  194,0"), 20)
    assert made.shown() == "nuclei ×8 binds, 99 % …"


def test_the_list_of_workloads_leaves_the_width_to_the_figures(window) -> None:
    """At 1024 pixels it took nearly half of the strip, and its figures stood at the right."""
    window.resize(1024, 700)
    QApplication.processEvents()
    assert window.strip.bound.y() > window.strip.figures.y()
    assert window.strip.anchors.width() < window.width() / 5


def test_a_palette_that_is_filtered_has_a_bar_only_where_there_is_more(window) -> None:
    """A bar with nothing to scroll stood beside three rows."""
    page = window.pages["topology"]
    page.side.setCurrentWidget(page.palette_panel)
    panel = page.palette_panel
    QApplication.processEvents()
    bar = panel.list.verticalScrollBar()
    assert bar.maximum() > 0
    assert bar.isVisible()
    panel.filter.setText("nucleus")
    QApplication.processEvents()
    assert 0 < panel.list.count() < 8
    assert bar.maximum() == 0
    assert not bar.isVisible()


def test_a_map_of_two_settings_is_above_the_fold_of_a_low_window(window, session) -> None:
    """At 1024 × 700 its fields took two lines each, and the map lay half below the fold, or was a
    strip of 35 pixels."""
    window.resize(1024, 700)
    window.show_page("whatif")
    page = window.pages["whatif"]
    sweeps = page.sweeps
    for fields, setting in ((sweeps.first, "NT"), (sweeps.second, "LBP")):
        fields.show_setting("adabas_nucleus:10-1", setting)
        fields.choose.setText("Central storage  SYSA")
    for _ in range(5):  # a bar comes with the height, and takes width
        QApplication.processEvents()
    shown = page.parentWidget()
    assert sweeps.charts.mapTo(shown, sweeps.charts.rect().bottomLeft()).y() < shown.height()
    assert sweeps.charts.height() >= 264


@pytest.mark.parametrize("height", [700, 753, 771])
def test_lists_beside_the_canvas_end_with_a_whole_row(qtbot, window, height) -> None:
    page = window.canvas()
    window.resize(1280, height)
    for panel, shown in (
        (page.outline, page.outline.tree),
        (page.palette_panel, page.palette_panel.list),
    ):
        page.side.setCurrentWidget(panel)
        qtbot.wait(50)
        assert shown.verticalScrollBar().maximum() > 0
        for value in (0, 3, shown.verticalScrollBar().maximum()):
            shown.verticalScrollBar().setValue(value)
            room = shown.viewport().height()
            last = shown.visualRect(shown.indexAt(QPoint(5, room - 1)))
            cut = last.isValid() and last.bottom() - SPARE >= room
            assert shown.findChild(WholeRows).isVisible() is cut


def test_a_short_page_behind_a_tab_does_not_scroll_as_far_as_a_long_one(qtbot) -> None:
    """“Did it come true?” had two lines and a bar to scroll through half a window of nothing."""
    page = QWidget()
    column = QVBoxLayout(page)
    tabs = Tabs()
    column.addWidget(tabs)
    for lines in (80, 1):
        inner = QWidget()
        text = QLabel("\n".join(["words that are told"] * lines))
        text.setWordWrap(True)
        QVBoxLayout(inner).addWidget(text)
        tabs.addTab(inner, f"{lines}")
    area = Scrolling(page)
    qtbot.addWidget(area)
    area.resize(300, 400)
    area.show()
    qtbot.waitUntil(lambda: area.verticalScrollBar().maximum() > 0)
    tabs.setCurrentIndex(1)
    qtbot.waitUntil(lambda: area.verticalScrollBar().maximum() == 0)
    tabs.setCurrentIndex(0)
    qtbot.waitUntil(lambda: area.verticalScrollBar().maximum() > 0)
