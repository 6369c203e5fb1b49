"""The window's commands that give to others and take from them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QFileDialog

from app.errors import InputProblem
from app.window.i18n import several, tr
from app.window.i18n.problems import sentence_of
from app.window.sharing.dialogs import ShareDialog
from app.window.widgets.to_write import file_to_write

if TYPE_CHECKING:
    from app.window.shell.filing import Filing

__all__ = ["open_scenarios", "save_installation", "save_scenarios", "share"]

JSON = "JSON (*.json)"


def share(window: Filing) -> ShareDialog | None:
    """Ask how the engagement is to be shared; what is not saved yet is saved first."""
    window.build()
    session = window.session
    if not window.may_leave(tr("Go on without them"), lambda: share(window)):
        return None
    if session.path is None or not session.readings:
        session.document.notice.emit("info", tr("Nothing to share yet: import files first."))
        return None
    dialog = ShareDialog(session.path, window)
    window.popup = dialog
    dialog.open()
    return dialog


def save_installation(window: Filing, path: Path | None = None) -> None:
    """Write the installation as it is (plexwright-installation/1)."""
    from model.topology.documents import installation_document

    document = window.session.document
    path = path or _chosen(window, tr("Save the installation as JSON"), "installation.json")
    if path is not None:
        made = installation_document(document.as_is, document.catalogue, document.state.title)
        _write(window, path, made)


def save_scenarios(window: Filing, path: Path | None = None) -> None:
    """Write the scenarios (plexwright-scenario/1)."""
    from model.topology.documents import scenarios_document

    path = path or _chosen(window, tr("Save the scenarios as JSON"), "scenarios.json")
    if path is not None:
        document = window.session.document
        _write(
            window,
            path,
            scenarios_document(document.state.scenarios, document.as_is, document.catalogue),
        )


def open_scenarios(window: Filing, path: Path | None = None) -> None:
    """Add the scenarios of a document to those that are here."""
    from app.importing.installations import scenarios_in

    window.build()
    if path is None:
        name, _ = QFileDialog.getOpenFileName(window, tr("Open scenarios"), "", JSON)
        if not name:
            return
        path = Path(name)
    document = window.session.document
    try:
        found = scenarios_in(path, document.as_is)
    except InputProblem as wrong:
        document.notice.emit("warning", sentence_of(wrong))
        return
    for scenario in found:
        document.add_scenario(scenario)
    said = several(
        "{n} scenario is added from {file}.",
        "{n} scenarios are added from {file}.",
        len(found),
        file=path.name,
    )
    document.notice.emit("info", said)


def _chosen(window: Filing, title: str, name: str) -> Path | None:
    window.build()
    return file_to_write(window, title, window.session.beside(name), JSON)


def _write(window: Filing, path: Path, document: dict[str, Any]) -> None:
    from app.advising.publishing import write_atomically
    from app.importing.installations import text_of

    notice = window.session.document.notice
    try:
        write_atomically(path, text_of(document).encode("utf-8"))
    except InputProblem as wrong:
        notice.emit("warning", sentence_of(wrong))
        return
    notice.emit("info", tr("{file} is written.", file=path.name))
