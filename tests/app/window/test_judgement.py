"""What the colours claim, and what a page says of a plan that is not proven best."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from advisor.findings import Effect
from app.window.advice.finding import effects_html
from app.window.i18n import set_language
from app.window.metrics import judged
from app.window.shell.figures import change_text
from app.window.shell.start import StartPage
from app.window.theme import theme
from model.projection import Estimate


@pytest.mark.parametrize(
    ("metric", "old", "new", "work", "tone"),
    [
        ("etr_per_s", 100.0, 160.0, 1.6, "good"),
        ("response_ms", 15.0, 16.0, 1.6, "bad"),
        # What the work takes: as much more as there is work is neither, more than that is bad.
        ("reads_per_s", 69_390.0, 111_500.0, 1.607, ""),
        ("reads_per_s", 69_390.0, 160_000.0, 1.607, "bad"),
        ("cpu_s_per_s", 5.694, 5.0, 1.0, "good"),
        ("cpu_s_per_s", 5.694, 6.2, 1.607, ""),
        ("io_per_s", 100.0, 80.0, 0.8, ""),
        ("io_per_s", 100.0, 80.0, 0.9, "good"),
        ("io_per_s", 100.0, 101.0, 1.0, "bad"),
        ("paging_per_s", 100.0, 101.0, 2.0, "bad"),
        ("network_itr_per_cpu_s", 100.0, 134.0, 1.0, "good"),
        ("throughput_pct", 100.0, 90.0, 1.0, "bad"),
        ("throughput_bytes_per_s", 100.0, 200.0, 1.0, "good"),
        ("useful_cpus", 2.0, 3.0, 1.0, "good"),
        ("window_bytes", 65_536.0, 262_144.0, 1.0, ""),
    ],
)
def test_more_is_bad_only_where_it_surely_is(
    metric: str, old: float, new: float, work: float, tone: str
) -> None:
    assert judged(metric, old, new, work) == tone
    assert change_text(metric, old, new, work)[1] == tone


def test_a_finding_that_raises_throughput_does_not_blame_the_reads(qapp) -> None:
    del qapp
    rate = Effect("etr_per_s", "", 100.0, Estimate(150.0, 150.0, 150.0, "commands/s"))
    reads = Effect("reads_per_s", "", 100.0, Estimate(150.0, 150.0, 150.0, "reads/s"))
    bad = theme().tokens.bad
    assert bad not in effects_html([rate, reads])
    assert bad in effects_html([reads])


@pytest.mark.parametrize(
    ("code", "said"), [("en", "best combination found"), ("de", "beste gefundene Kombination")]
)
def test_a_plan_not_proven_best_says_so(window, session, code: str, said: str) -> None:
    set_language(code)
    try:
        engagement = session.document.engagement
        window.show_page("advice")
        page = window.pages["advice"]
        for optimal in (True, False):
            session.document.set_engagement(
                replace(engagement, plan=replace(engagement.plan, optimal=optimal))
            )
            page.plan.refresh()
            assert (said in page.plan.text.toPlainText()) is not optimal
    finally:
        set_language("en")


def test_the_start_page_shows_no_empty_box(qtbot, tmp_path: Path) -> None:
    for count in (0, 1, 3, 12):
        page = StartPage([tmp_path / f"{n}.plexwright" for n in range(count)])
        qtbot.addWidget(page)
        page.resize(1280, 800)
        page.show()
        assert page.recent.isVisible() is bool(count)
        if count:
            rows = page.recent.count() * page.recent.sizeHintForRow(0)
            assert page.recent.height() <= rows + 8


def test_exports_are_in_sight_at_800_pixels(window) -> None:
    window.resize(1280, 800)
    window.show_page("reports")
    window.show_page("report")
    page = window.pages["report"]
    for button in (page.pdf, page.csv, page.pictures):
        at = button.mapTo(window, button.rect().bottomRight())
        assert button.visibleRegion().boundingRect() == button.rect()
        assert at.y() < 800


def test_titles_of_a_narrow_list_have_two_lines_beside_their_gain(window) -> None:
    window.show_page("advice")
    table = window.pages["advice"].table
    tall = []
    for width in (800, 290):
        table.setFixedWidth(width)
        table.ensurePolished()
        QApplication.processEvents()
        tall.append(table.verticalHeader().defaultSectionSize())
        assert table.columnViewportPosition(1) + table.columnWidth(1) <= table.viewport().width()
    assert tall[1] > tall[0]


def test_a_title_breaks_between_words_and_loses_no_line(qapp) -> None:
    del qapp
    from PySide6.QtGui import QFontMetrics

    from app.window.widgets.table import broken

    metrics = QFontMetrics(theme().font(13))
    title = "Auf dem zIIP Naturals eigenen Sort verwenden"
    wide = metrics.horizontalAdvance(title)
    assert broken(title, 2, wide + 4, metrics) == title
    two = broken(title, 2, wide * 2 // 3, metrics)
    assert two.replace("\n", " ") == title
    assert two.count("\n") == 1
    small = broken(title, 2, wide // 4, metrics)
    assert small.endswith("…")
    assert all(metrics.horizontalAdvance(line) <= wide // 4 for line in small.split("\n"))
    assert broken(title, 1, wide // 2, metrics).count("\n") == 0


def test_a_recent_engagement_opens_by_one_click_and_once(qtbot, tmp_path: Path) -> None:
    page = StartPage([tmp_path / "one.plexwright", tmp_path / "two.plexwright"])
    qtbot.addWidget(page)
    page.resize(1280, 800)
    page.show()
    opened: list[str] = []
    page.recentWanted.connect(lambda path: (opened.append(path), page.say_opening(Path(path))))
    spot = page.recent.visualItemRect(page.recent.item(1)).center()
    left = Qt.MouseButton.LeftButton
    qtbot.mouseClick(page.recent.viewport(), left, pos=spot)
    assert opened == [str(tmp_path / "two.plexwright")]
    page.recent.itemActivated.emit(page.recent.item(1))  # as a style does that opens by one click
    assert len(opened) == 1


def test_the_start_page_names_customers_and_their_files(qtbot, tmp_path: Path) -> None:
    from app.window.shell.preferences import Preferences

    paths = [tmp_path / f"engagement-{n}.plexwright" for n in range(3)]
    for path in paths:
        path.touch()
    preferences = Preferences()
    preferences.remember(paths[0], "Nordsee Versicherung a.G.")
    preferences.remember(paths[1])
    preferences.remember(paths[0])  # Opened again by something that knows no title.
    known = Preferences()
    assert known.customer(paths[0]) == "Nordsee Versicherung a.G."
    assert known.customer(paths[1]) == "engagement-1"
    page = StartPage(known.recent(), named=known.customer)
    qtbot.addWidget(page)
    said = [page.recent.item(n).text() for n in range(page.recent.count())]
    assert said[0].startswith("Nordsee Versicherung a.G.")
    assert paths[0].name in said[0]
    assert page.recent.item(0).toolTip() == str(paths[0].resolve())
