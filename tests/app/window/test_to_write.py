"""Nothing that is there goes without a question, whatever is written along with a file."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from app.window.widgets.to_write import file_to_write, may_be_replaced

YES, NO = QMessageBox.StandardButton.Yes, QMessageBox.StandardButton.No


@pytest.fixture
def parent(qtbot) -> QWidget:
    widget = QWidget()
    qtbot.addWidget(widget)
    return widget


def answering(monkeypatch: pytest.MonkeyPatch, names: list[Path], answers: list) -> list[str]:
    """The dialog is given these names in turn, and each question one of the answers."""
    asked: list[str] = []

    def question(_parent, _title, text, **_others):
        asked.append(text)
        return answers.pop(0)

    monkeypatch.setattr(
        QFileDialog, "getSaveFileName", lambda *_: (str(names.pop(0)) if names else "", "")
    )
    monkeypatch.setattr(QMessageBox, "question", question)
    return asked


def chosen(parent: QWidget) -> Path | None:
    return file_to_write(
        parent, "Export", "findings.csv", "CSV (*.csv)", lambda one: [one.with_stem("figures")]
    )


def test_a_table_written_along_with_another_is_asked_about(parent, monkeypatch, tmp_path) -> None:
    """Export CSV wrote its second file over another customer's."""
    (tmp_path / "figures.csv").write_text("another customer's")
    names = [tmp_path / "a.csv", tmp_path / "b.csv"]
    asked = answering(monkeypatch, names, [NO, YES])
    assert chosen(parent) == tmp_path / "b.csv"
    assert len(asked) == 2
    assert all("figures.csv" in one for one in asked)


def test_who_thinks_better_of_it_writes_nothing(parent, monkeypatch, tmp_path) -> None:
    (tmp_path / "figures.csv").write_text("another customer's")
    answering(monkeypatch, [tmp_path / "a.csv"], [NO])
    assert chosen(parent) is None


def test_a_name_without_suffix_gets_one_and_is_asked_about(parent, monkeypatch, tmp_path) -> None:
    """The dialog asks about "plan"; what is written is "plan.csv"."""
    (tmp_path / "plan.csv").write_text("old")
    asked = answering(monkeypatch, [tmp_path / "plan"], [YES])
    assert chosen(parent) == tmp_path / "plan.csv"
    assert asked == ["plan.csv exists already. Replace it?"]


def test_nothing_is_asked_where_nothing_is_there(parent, monkeypatch, tmp_path) -> None:
    asked = answering(monkeypatch, [tmp_path / "a.csv"], [])
    assert chosen(parent) == tmp_path / "a.csv"
    assert not asked


def test_many_files_are_one_question(parent, monkeypatch, tmp_path) -> None:
    """Save pictures wrote over those of the day before."""
    files = [tmp_path / f"{n}.svg" for n in range(5)]
    for one in files[:3]:
        one.write_text("yesterday")
    asked = answering(monkeypatch, [], [NO])
    assert not may_be_replaced(parent, "Save pictures", files)
    assert asked == ["3 of the files exist already, such as 0.svg. Replace them?"]
