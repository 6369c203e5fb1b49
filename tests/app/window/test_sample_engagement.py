"""The window on the sample engagement itself: what a stand-in cannot show."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from advisor.analysis import analyse
from advisor.readers import read_path
from app.paths import sample
from app.store import EngagementFile
from app.window.session import Session
from app.window.shell.window import MainWindow
from app.window.theme import theme


@pytest.fixture(scope="module")
def kept(tmp_path_factory) -> Path:
    """The sample with its analysis, as an earlier session left it."""
    path = tmp_path_factory.mktemp("sample") / "nordsee.plexwright"
    readings = read_path(sample("engagement"))
    with EngagementFile.create(path, "Nordsee") as file:
        for number, reading in enumerate(readings):
            file.add_source(reading.file, f"{number}".encode(), (reading,))
        file.keep_analysis(analyse(readings, name="Nordsee"))
    return path


@pytest.fixture
def window(qtbot, kept, tmp_path, monkeypatch) -> MainWindow:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    theme().apply("light")
    made = MainWindow(Session(folder=tmp_path))
    made.resize(1280, 800)
    made.show()
    with qtbot.waitSignal(made.session.opened, timeout=10_000):
        made.open_file(kept)
    qtbot.waitUntil(lambda: made.current_page == "topology")
    yield made
    made.close()


def test_opening_shows_boxes_figures_and_advice_at_once(qtbot, window) -> None:
    document = window.session.document
    assert not document.pending
    assert not window.session.analysis.analysing
    assert len(document.engagement.findings) > 20
    assert window.strip.cells["etr_per_s"].value.text() not in ("–", "")
    assert len(window.pages["topology"].view.topology_scene.boxes) > 10
    window.show_page("advice")
    assert window.pages["advice"].table.model().rowCount() > 20


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
    finding = page.table.current()
    QGuiApplication.clipboard().clear()
    qtbot.mouseClick(page.copy, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: finding.rule in QGuiApplication.clipboard().text(), timeout=10_000)
    text = QGuiApplication.clipboard().text()
    assert finding.change_texts[0].syntax in text
    QGuiApplication.clipboard().clear()


def test_pictures_are_saved_and_templates_chosen(qtbot, window, tmp_path) -> None:
    window.show_page("report")
    page = window.pages["report"]
    folder = tmp_path / "pictures"
    folder.mkdir()
    page.save_pictures(folder)
    qtbot.waitUntil(lambda: (folder / "busy.svg").exists(), timeout=20_000)
    names = {path.name for path in folder.iterdir()}
    assert {"topology.svg", "topology.png"} <= names
    # A folder without a template is one sentence, not a traceback.
    page.use_template(folder)
    qtbot.waitUntil(lambda: "report.typ" in page.state.text(), timeout=20_000)
    page.drop_template()
    assert not page.template_name.isVisible()
    page.mask_names.setChecked(True)
    page.further.setText("Nordsee, Hafen")
    assert page.options().mask_names == ("Nordsee", "Hafen")
