"""The Report page: choose sections, look at the pages, export PDF and CSV."""

from __future__ import annotations

import datetime
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QImage, QPixmap
from PySide6.QtWidgets import (
    QCheckBox,
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from app.advising import track_record
from app.window.i18n import language, mark, several, tr
from app.window.services.projection import EXPORT, PICTURES, PREVIEW
from app.window.session import Session
from app.window.theme import theme
from app.window.widgets.basics import button, clear, label, rows, scrolled
from app.window.widgets.inputs import ComboBox
from app.window.widgets.to_write import file_to_write, may_be_replaced

if TYPE_CHECKING:
    from collections.abc import Iterator

    from advisor.engagement import Engagement
    from advisor.history.headroom import Wanted
    from advisor.history.lookback import Lookback
    from advisor.report import ReportOptions
    from app.window.services.projection import Projector
    from app.window.services.worker import Cancel
    from model.projection import Projection
    from model.topology import Scenario

SECTIONS = (
    ("summary", mark("Summary for management")),
    ("today", mark("The installation today")),
    ("trust", mark("How far the model can be trusted")),
    ("history", mark("Did it come true?")),
    ("track_record", mark("Track record")),
    ("plan", mark("The plan")),
    ("scenarios", mark("Scenarios")),
    ("findings", mark("The findings one by one")),
    ("in_order", mark("What is in order")),
    ("cannot", mark("What the reports do not tell")),
    ("appendix", mark("Evidence and assumptions")),
)
PREVIEW_AFTER_MS = 200
PREVIEW_PPI = 96
LEAST_OPTIONS = 168
"""Pixels of the design: a lower window scrolls the page."""


class ReportPage(QWidget):
    """Options on the left, pages on the right."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("page")
        self.session = session
        self.document = session.document
        self._stale = True
        self._past = LookingBack()
        px = theme().px
        whole = QHBoxLayout(self)
        whole.setContentsMargins(px(16), px(12), px(16), px(12))
        whole.setSpacing(px(16))
        side = QWidget()
        side.setFixedWidth(px(288))
        box = rows(side, spacing=8)
        box.addWidget(label(tr("Report"), "title"))
        box.addWidget(label(tr("Sections").upper(), "group"))
        self.sections: dict[str, QCheckBox] = {}
        self._known_scenarios = self.document.state.scenarios
        for name, text in SECTIONS:
            tick = QCheckBox(tr(text))
            tick.setAccessibleName(tr(text))
            tick.setChecked(name != "track_record")
            tick.toggled.connect(self.refresh_soon)
            self.sections[name] = tick
            box.addWidget(tick)
        box.addWidget(label(tr("Options").upper(), "group"))
        self.title = QLineEdit()
        self.title.setPlaceholderText(tr("Title"))
        self.title.setAccessibleName(tr("Title"))
        self.author = QLineEdit()
        self.author.setPlaceholderText(tr("Author"))
        self.author.setAccessibleName(tr("Author"))
        for field in (self.title, self.author):
            field.editingFinished.connect(self.refresh_soon)
            box.addWidget(field)
        self.language = ComboBox()
        self.language.setAccessibleName(tr("Language of the report"))
        self.language.addItem("English", "en")
        self.language.addItem("Deutsch", "de")
        self.language.setCurrentIndex(max(self.language.findData(language()), 0))
        self.paper = ComboBox()
        self.paper.setAccessibleName(tr("Paper"))
        self.paper.addItem("A4", "a4")
        self.paper.addItem("US Letter", "us-letter")
        self.edition = ComboBox()
        self.edition.setAccessibleName(tr("Edition"))
        self.edition.addItem(tr("For those who carry it out"), "technical")
        self.edition.addItem(tr("For those who decide"), "management")
        self.edition.activated.connect(self._edition_chosen)
        box.addWidget(self.edition)
        for choice in (self.language, self.paper):
            choice.activated.connect(self.refresh_soon)
            box.addWidget(choice)
        self.mask_names = QCheckBox(tr("Mask names"))
        self.mask_names.setAccessibleName(tr("Mask names"))
        self.mask_names.setToolTip(tr("Systems, files and customers are replaced by neutral names"))
        self.mask_names.toggled.connect(self.refresh_soon)
        box.addWidget(self.mask_names)
        self.further = QLineEdit()
        self.further.setPlaceholderText(tr("Further names to mask, with commas"))
        self.further.setAccessibleName(tr("Further names to mask, with commas"))
        self.further.editingFinished.connect(self.refresh_soon)
        self.further.setEnabled(False)
        self.mask_names.toggled.connect(self.further.setEnabled)
        box.addWidget(self.further)
        self._template: Path | None = None
        self.template = button(tr("Template folder…"), self.ask_template, icon="folder-open")
        self.template_name = label("", "small", wrap=True)
        self.shipped = button(tr("Use the shipped template"), self.drop_template, link=True)
        for widget in (self.template, self.template_name, self.shipped):
            box.addWidget(widget)
        self.template_name.hide()
        self.shipped.hide()
        box.addStretch(1)
        made = rows(spacing=8)
        self.pdf = button(tr("Export PDF…"), self.ask_pdf, icon="download", primary=True)
        self.csv = button(tr("Export CSV…"), self.ask_csv, icon="table")
        self.csv.setToolTip(
            tr("Findings, and every projected figure in a second file, as spreadsheets read them")
        )
        made.addWidget(self.pdf)
        made.addWidget(self.csv)
        self.pictures = button(tr("Save pictures…"), self.ask_pictures, icon="chart-bar")
        self.pictures.setToolTip(tr("Topology and charts as SVG and PNG files"))
        made.addWidget(self.pictures)
        # The options scroll where the window is short; what they are for stays in sight.
        options = scrolled(side, tr("Report"))
        options.setFixedWidth(px(304))
        options.setMinimumHeight(px(LEAST_OPTIONS))
        beside = rows(spacing=8)
        beside.addWidget(options, 1)
        beside.addLayout(made)
        whole.addLayout(beside)
        view = QVBoxLayout()
        self.state = label("", "muted", wrap=True)
        self._pages = QWidget()
        self._column = rows(self._pages, margin=8, spacing=16)
        view.addWidget(self.state)
        area = scrolled(self._pages, tr("Preview of the report"))
        area.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        view.addWidget(area, 1)
        whole.addLayout(view, 1)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(PREVIEW_AFTER_MS)
        self._timer.timeout.connect(self._preview)
        self.document.engagementChanged.connect(self.refresh_soon)
        self.document.stateChanged.connect(self._scenarios_changed)
        session.projections.computed.connect(self._arrived)
        session.projections.failed.connect(self._failed)
        self.refresh_soon()

    def options(self) -> ReportOptions:
        """What the controls say."""
        from advisor.report import ReportOptions
        from app.store import seals

        return ReportOptions(
            language=self.language.currentData(),
            paper=self.paper.currentData(),
            edition=self.edition.currentData(),
            date=datetime.date.today().isoformat(),
            title=self.title.text().strip(),
            author=self.author.text().strip(),
            mask=self.mask_names.isChecked(),
            mask_names=tuple(n for n in map(str.strip, self.further.text().split(",")) if n),
            mask_salt=seals.mask_salt() if self.mask_names.isChecked() else b"",
            sections=tuple(n for n, t in self.sections.items() if t.isChecked()),
        )

    def _edition_chosen(self) -> None:
        """The management edition has pages of its own: sections are the technical one's."""
        for tick in self.sections.values():
            tick.setEnabled(self.edition.currentData() == "technical")
        self.refresh_soon()

    def _scenarios(self, options: ReportOptions) -> tuple[Scenario, ...]:
        return self.document.state.scenarios if "scenarios" in options.sections else ()

    # -- preview -------------------------------------------------------------------------------

    def _scenarios_changed(self) -> None:
        if self.document.state.scenarios is not self._known_scenarios:
            self._known_scenarios = self.document.state.scenarios
            self.refresh_soon()

    def refresh_soon(self) -> None:
        """The preview is out of date; make it anew when the page is on show."""
        self._stale = True
        if self.isVisible():
            self._timer.start()

    def showEvent(self, event: object) -> None:
        if self._stale:
            self._timer.start()

    def _preview(self) -> None:
        engagement = self.document.engagement
        ready = engagement is not None and not self.document.pending
        for made in (self.pdf, self.csv, self.pictures):
            made.setEnabled(ready)
        if engagement is None:
            self.state.setText(tr("Nothing to report yet: import files first."))
            return
        if self.document.pending:
            self.state.setText(self.document.waiting)
            return
        self._stale = False
        self.state.setText(tr("Laying out…"))
        options, template = self.options(), self._template
        tried, projector = self._scenarios(options), self.session.projections.projector
        past, goals = self._past, self.document.state.goals
        ratio = self.devicePixelRatioF()
        width = min(max(self._pages.width() - theme().px(32), 320), theme().px(760))

        def work(cancel: Cancel) -> Iterator[object]:
            from advisor.report import build_document
            from advisor.report.render import render_pages

            document = build_document(
                engagement,
                options,
                _tried(projector, engagement, tried, cancel),
                past.of(engagement, goals, options, cancel),
                goals,
            )
            images = []
            # Pictures are unpacked and scaled here: for thirty pages that takes half a second.
            for data in render_pages(document, PREVIEW_PPI, template):
                if cancel():
                    return
                image = QImage.fromData(data).scaledToWidth(
                    round(width * ratio), Qt.TransformationMode.SmoothTransformation
                )
                image.setDevicePixelRatio(ratio)
                # What a pixmap holds: turned into it on the window's thread it took 10 ms a page.
                image.convertTo(QImage.Format.Format_RGB32)
                images.append(image)
            yield "preview", tuple(images)

        self.session.projections.compute(PREVIEW, work)

    def _arrived(self, slot: str, result: object) -> None:
        if slot not in (PREVIEW, EXPORT, PICTURES) or not isinstance(result, tuple) or not result:
            return
        if result[0] == "preview":
            self._show(result[1])
        elif result[0] == "pdf":
            self._write(Path(result[1]), result[2])
        elif result[0] == "pictures":
            self._write_all(Path(result[1]), result[2])

    def _show(self, images: tuple[QImage, ...]) -> None:
        clear(self._column)
        for number, image in enumerate(images, start=1):
            page = QLabel()
            page.setPixmap(QPixmap.fromImage(image))
            page.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            page.setAccessibleName(tr("Page {n} of {all}", n=number, all=len(images)))
            self._column.addWidget(page)
        self._column.addStretch(1)
        self.state.setText(several("{n} page", "{n} pages", len(images)))

    def _failed(self, slot: str, text: str) -> None:
        if slot in (PREVIEW, EXPORT, PICTURES):
            self.state.setText(text)

    # -- export --------------------------------------------------------------------------------

    def ask_pdf(self) -> None:
        """Choose where the PDF goes, where there is one to export."""
        if self._exportable() is None:
            return
        suggested = self.session.beside("report.pdf")
        path = file_to_write(self, tr("Export PDF"), suggested, "PDF (*.pdf)")
        if path is not None:
            self.export_pdf(path)

    def _exportable(self) -> Engagement | None:
        """The analysis to export; where it is not done yet, a notice says so.

        While the dialog asked for a name, a new analysis may have begun.
        """
        engagement = self.document.engagement
        if engagement is not None and not self.document.pending:
            return engagement
        self.document.notice.emit(
            "warning",
            tr("Nothing is written: the analysis is not finished yet. Export again when it is."),
        )
        return None

    def export_pdf(self, path: Path) -> None:
        """Write the PDF off the window's thread."""
        engagement = self._exportable()
        if engagement is None:
            return
        options, template = self.options(), self._template
        tried, projector = self._scenarios(options), self.session.projections.projector
        past, goals = self._past, self.document.state.goals
        self.document.notice.emit("info", tr("Writing {file}", file=path.name))

        def work(cancel: Cancel) -> Iterator[object]:
            from advisor.report import build_document, render_pdf

            document = build_document(
                engagement,
                options,
                _tried(projector, engagement, tried, cancel),
                past.of(engagement, goals, options, cancel),
                goals,
            )
            yield "pdf", str(path), render_pdf(document, template)

        self.session.projections.compute(EXPORT, work)

    def _write(self, path: Path, data: bytes) -> None:
        if self._written(path, data):
            self.document.notice.emit("info", tr("{file} is written.", file=path.name))
        elif path.is_file():
            # A viewer that shows yesterday's report must not cost today's.
            title, free = tr("Export PDF"), str(_free_name(path))
            other = file_to_write(self, title, free, "PDF (*.pdf)")
            if other is not None and self._written(other, data):
                self.document.notice.emit("info", tr("{file} is written.", file=other.name))

    def _written(self, path: Path, data: bytes) -> bool:
        from app.advising.publishing import write_atomically
        from app.errors import InputProblem
        from app.window.i18n.problems import told

        try:
            write_atomically(path, data)
        except InputProblem as wrong:
            self.document.notice.emit("warning", f"{path.name}: {told(wrong)}")
            return False
        return True

    def ask_pictures(self) -> None:
        """Choose the folder for topology and charts as files."""
        name = QFileDialog.getExistingDirectory(self, tr("Save pictures"))
        if name:
            self.save_pictures(Path(name))

    def save_pictures(self, folder: Path) -> None:
        """Write topology and charts as SVG and PNG, made off the window's thread."""
        engagement = self._exportable()
        if engagement is None:
            return
        options = self.options()
        self.document.notice.emit("info", tr("Writing {file}", file=folder.name))

        def work(_cancel: Cancel) -> Iterator[object]:
            from advisor.report import build_document
            from advisor.report.render import pictures

            yield "pictures", str(folder), pictures(build_document(engagement, options))

        self.session.projections.compute(PICTURES, work)

    def _write_all(self, folder: Path, files: dict[str, bytes]) -> None:
        there = [folder / name for name in files]
        if not may_be_replaced(self, tr("Save pictures"), there):
            return
        for name, data in files.items():
            if not self._written(folder / name, data):
                return
        self.document.notice.emit(
            "info",
            several(
                "{n} picture is in {folder}.",
                "{n} pictures are in {folder}.",
                len(files),
                folder=folder.name,
            ),
        )

    # -- template ------------------------------------------------------------------------------

    def ask_template(self) -> None:
        """Choose a folder with a template or brand of one's own."""
        name = QFileDialog.getExistingDirectory(self, tr("Template folder"))
        if name:
            self.use_template(Path(name))

    def use_template(self, folder: Path | None) -> None:
        """Lay the report out with this folder's template (``None``: the shipped one)."""
        self._template = folder
        self.template_name.setText("" if folder is None else str(folder))
        self.template_name.setVisible(folder is not None)
        self.shipped.setVisible(folder is not None)
        self.refresh_soon()

    def drop_template(self) -> None:
        """Back to the shipped template."""
        self.use_template(None)

    def ask_csv(self) -> None:
        """Choose where the CSV goes."""
        suggested = self.session.beside("findings.csv")
        kinds = "CSV (*.csv)"
        path = file_to_write(
            self, tr("Export CSV"), suggested, kinds, lambda one: [_figures_beside(one)]
        )
        if path is not None:
            self.export_csv(path)

    def export_csv(self, path: Path) -> None:
        """Write the findings as CSV, and beside them every projected figure."""
        engagement = self._exportable()
        if engagement is None:
            return
        from advisor.report.document import mask_of
        from advisor.report.exports import findings_csv, projections_csv

        options = self.options()
        mask = mask_of(engagement, options) if options.mask else None
        figures = _figures_beside(path)
        for target, table in ((path, findings_csv), (figures, projections_csv)):
            # The byte order mark tells spreadsheets that the table is UTF-8.
            data = table(engagement, mask, options.language).encode("utf-8-sig")
            if not self._written(target, data):
                return
        self.document.notice.emit(
            "info", tr("{file} and {other} are written.", file=path.name, other=figures.name)
        )


def _figures_beside(path: Path) -> Path:
    """Where the projected figures go along with the findings."""
    return path.with_name(f"{path.stem}-projections{path.suffix or '.csv'}")


def _free_name(path: Path) -> Path:
    """The first of ``report (2).pdf``, ``report (3).pdf``, … that nothing bears."""
    number = 2
    while (free := path.with_stem(f"{path.stem} ({number})")).exists():
        number += 1
    return free


class LookingBack:
    """What became of earlier periods, worked out once for each analysis; in the service's thread.

    It takes the analysis of each earlier period: too long for every tick of a section.
    """

    def __init__(self) -> None:
        self._known: tuple[Engagement, Wanted, Lookback] | None = None

    def of(
        self, engagement: Engagement, goals: Wanted, options: ReportOptions, cancel: Cancel
    ) -> Lookback:
        """Of this engagement, with the track record where the report holds it."""
        from advisor.analysis import looked_back
        from advisor.history.lookback import Lookback
        from advisor.history.record import shares

        past = Lookback()
        if "history" in options.sections:
            known = self._known
            if known is None or known[0] is not engagement or known[1] != goals:
                found = looked_back(engagement, cancel, goals)
                known = self._known = (engagement, goals, found)
            past = known[2]
        if "track_record" in options.sections:
            past = replace(past, record=shares(track_record.read()))
        return past


def _tried(
    projector: Projector,
    engagement: Engagement,
    scenarios: tuple[Scenario, ...],
    cancel: Cancel,
) -> tuple[Projection, ...]:
    """The consultant's scenarios, projected; in the service's thread."""
    if not scenarios:
        return ()
    return tuple(projector(engagement.baseline, scenarios, bands=True, cancel=cancel))
