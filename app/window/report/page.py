"""The Report page: choose sections, look at the pages, export PDF and CSV."""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from app.window.i18n import language, mark, tr
from app.window.services.projection import EXPORT, PREVIEW
from app.window.session import Session
from app.window.theme import theme
from app.window.widgets.basics import button, clear, label, rows, scrolled

if TYPE_CHECKING:
    from collections.abc import Iterator

    from advisor.report import ReportOptions
    from app.window.services.worker import Cancel

SECTIONS = (
    ("summary", mark("Summary for management")),
    ("today", mark("The installation today")),
    ("trust", mark("How far the model can be trusted")),
    ("plan", mark("The plan")),
    ("findings", mark("The findings one by one")),
    ("in_order", mark("What is in order")),
    ("cannot", mark("What the reports do not tell")),
    ("appendix", mark("Evidence and assumptions")),
)
PREVIEW_AFTER_MS = 200
PREVIEW_PPI = 96


class ReportPage(QWidget):
    """Options on the left, pages on the right."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("page")
        self.session = session
        self.document = session.document
        self._stale = True
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
        for name, text in SECTIONS:
            tick = QCheckBox(tr(text))
            tick.setAccessibleName(tr(text))
            tick.setChecked(True)
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
        self.language = QComboBox()
        self.language.setAccessibleName(tr("Language of the report"))
        self.language.addItem("English", "en")
        self.language.addItem("Deutsch", "de")
        self.language.setCurrentIndex(max(self.language.findData(language()), 0))
        self.paper = QComboBox()
        self.paper.setAccessibleName(tr("Paper"))
        self.paper.addItem("A4", "a4")
        self.paper.addItem("US Letter", "us-letter")
        for choice in (self.language, self.paper):
            choice.activated.connect(self.refresh_soon)
            box.addWidget(choice)
        self.mask_names = QCheckBox(tr("Mask names"))
        self.mask_names.setAccessibleName(tr("Mask names"))
        self.mask_names.setToolTip(tr("Systems, files and customers are replaced by neutral names"))
        self.mask_names.toggled.connect(self.refresh_soon)
        box.addWidget(self.mask_names)
        box.addStretch(1)
        self.pdf = button(tr("Export PDF…"), self.ask_pdf, icon="download", primary=True)
        self.csv = button(tr("Export findings as CSV…"), self.ask_csv, icon="table")
        box.addWidget(self.pdf)
        box.addWidget(self.csv)
        options = scrolled(side, tr("Report"))
        options.setFixedWidth(px(304))
        whole.addWidget(options)
        view = QVBoxLayout()
        self.state = label("", "muted")
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
        session.projections.computed.connect(self._arrived)
        session.projections.failed.connect(self._failed)
        self.refresh_soon()

    def options(self) -> ReportOptions:
        """What the controls say."""
        from advisor.report import ReportOptions

        return ReportOptions(
            language=self.language.currentData(),
            paper=self.paper.currentData(),
            date=datetime.date.today().isoformat(),
            title=self.title.text().strip(),
            author=self.author.text().strip(),
            mask=self.mask_names.isChecked(),
            sections=tuple(n for n, t in self.sections.items() if t.isChecked()),
        )

    # -- preview -------------------------------------------------------------------------------

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
        self.pdf.setEnabled(engagement is not None)
        self.csv.setEnabled(engagement is not None)
        if engagement is None:
            self.state.setText(tr("Nothing to report yet: import files first."))
            return
        if self.document.pending:
            self.pdf.setEnabled(False)
            self.csv.setEnabled(False)
            self.state.setText(self.document.waiting)
            return
        self._stale = False
        self.state.setText(tr("Laying out…"))
        options = self.options()

        def work(_cancel: Cancel) -> Iterator[object]:
            from advisor.report import build_document
            from advisor.report.render import render_pages

            yield "preview", render_pages(build_document(engagement, options), PREVIEW_PPI)

        self.session.projections.compute(PREVIEW, work)

    def _arrived(self, slot: str, result: object) -> None:
        if slot not in (PREVIEW, EXPORT) or not isinstance(result, tuple) or not result:
            return
        if result[0] == "preview":
            self._show(result[1])
        elif result[0] == "pdf":
            self._write(Path(result[1]), result[2])

    def _show(self, images: tuple[bytes, ...]) -> None:
        clear(self._column)
        width = min(max(self._pages.width() - theme().px(32), 320), theme().px(760))
        for number, data in enumerate(images, start=1):
            pixmap = QPixmap()
            pixmap.loadFromData(data)
            ratio = self.devicePixelRatioF()
            pixmap = pixmap.scaledToWidth(
                round(width * ratio), Qt.TransformationMode.SmoothTransformation
            )
            pixmap.setDevicePixelRatio(ratio)
            page = QLabel()
            page.setPixmap(pixmap)
            page.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            page.setAccessibleName(tr("Page {n} of {all}", n=number, all=len(images)))
            self._column.addWidget(page)
        self._column.addStretch(1)
        self.state.setText(tr("{n} pages", n=len(images)))

    def _failed(self, slot: str, text: str) -> None:
        if slot in (PREVIEW, EXPORT):
            self.state.setText(text)

    # -- export --------------------------------------------------------------------------------

    def ask_pdf(self) -> None:
        """Choose where the PDF goes."""
        name, _ = QFileDialog.getSaveFileName(self, tr("Export PDF"), "report.pdf", "PDF (*.pdf)")
        if name:
            self.export_pdf(Path(name))

    def export_pdf(self, path: Path) -> None:
        """Write the PDF off the window's thread."""
        engagement = self.document.engagement
        if engagement is None or self.document.pending:
            return
        options = self.options()
        self.document.notice.emit("info", tr("Writing {file}", file=path.name))

        def work(_cancel: Cancel) -> Iterator[object]:
            from advisor.report import build_document, render_pdf

            yield "pdf", str(path), render_pdf(build_document(engagement, options))

        self.session.projections.compute(EXPORT, work)

    def _write(self, path: Path, data: bytes) -> None:
        try:
            path.write_bytes(data)
        except OSError as wrong:
            self.document.notice.emit("warning", f"{path.name}: {wrong.strerror}")
            return
        self.document.notice.emit("info", tr("{file} is written.", file=path.name))

    def ask_csv(self) -> None:
        """Choose where the CSV goes."""
        name, _ = QFileDialog.getSaveFileName(
            self, tr("Export findings as CSV"), "findings.csv", "CSV (*.csv)"
        )
        if name:
            self.export_csv(Path(name))

    def export_csv(self, path: Path) -> None:
        """Write the findings as CSV."""
        engagement = self.document.engagement
        if engagement is None or self.document.pending:
            return
        from advisor.report.document import mask_of
        from advisor.report.exports import findings_csv

        options = self.options()
        mask = mask_of(engagement, options) if options.mask else None
        self._write(path, findings_csv(engagement, mask).encode("utf-8-sig"))
