"""The Reports page: files, questions, problems and what changed; the report's text on the right."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLineEdit, QListWidget, QSplitter, QTabWidget, QVBoxLayout, QWidget

from advisor.observations import ANSWER, FileReading, Observation
from app.window.i18n import spoken_of, tr
from app.window.i18n.numbers import figure, plain
from app.window.importing.difference import differences
from app.window.importing.questions import Questions
from app.window.importing.viewer import ReportViewer
from app.window.session import Session
from app.window.theme import theme
from app.window.widgets.basics import button, columns, label, scrolled
from app.window.widgets.table import Column, Table


def _size(reading: FileReading) -> str:
    if reading.size_bytes < 1024:
        return f"{reading.size_bytes} B"
    if reading.size_bytes < 1 << 20:
        return f"{plain(reading.size_bytes / 1024, 0)} KB"
    return f"{plain(reading.size_bytes / (1 << 20), 1)} MB"


def _state(reading: FileReading) -> str:
    if reading.refused:
        return tr("not read")
    if reading.problems:
        count = len(reading.problems)
        return tr("1 problem") if count == 1 else tr("{n} problems", n=count)
    return tr("read")


def _problems(reading: FileReading) -> str:
    said = "\n".join(spoken_of(p.file, p.sentence) for p in reading.problems)
    return said or _state(reading)


def _token(reading: FileReading) -> str:
    return "bad" if reading.refused else "warn" if reading.problems else "good"


def is_long_print(reading: FileReading) -> bool:
    """Whether only some intervals were read of it; its problem names the command's option then."""
    return any("--interval" in problem.sentence for problem in reading.problems)


class ReportsPage(QWidget):
    """``filesWanted`` asks for a file dialog."""

    filesWanted = Signal()

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("page")
        self.session = session
        self.document = session.document
        px = theme().px
        whole = QVBoxLayout(self)
        whole.setContentsMargins(px(16), px(12), px(16), px(12))
        whole.setSpacing(px(8))
        head = columns()
        head.addWidget(label(tr("Reports"), "title"))
        self.summary = label("", "muted")
        head.addWidget(self.summary)
        head.addStretch(1)
        head.addWidget(
            button(tr("Import files…"), self.filesWanted.emit, icon="upload", primary=True)
        )
        whole.addLayout(head)
        whole.addWidget(label(tr("Drop files, folders or ZIPs anywhere on the window."), "muted"))
        self.table: Table[FileReading] = Table(
            tr("Report files"),
            [
                Column(tr("File"), lambda r: r.file, stretch=True),
                Column(
                    tr("State"),
                    _state,
                    token=_token,
                    hint=_problems,
                ),
                Column(tr("Format"), lambda r: ", ".join(r.formats) or "–", width=224),
                Column(
                    tr("Encoding"),
                    lambda r: f"{r.encoding} {r.record_format}".strip() or "–",
                    width=168,
                ),
                Column(
                    tr("Read"),
                    lambda r: plain(len(r.observations), 0),
                    lambda r: len(r.observations),
                    right=True,
                ),
                Column(
                    tr("Unread lines"),
                    lambda r: plain(r.unread_lines, 0),
                    lambda r: r.unread_lines,
                    right=True,
                    token=lambda r: "warn" if r.unread_lines else "",
                ),
                Column(tr("Size"), _size, lambda r: r.size_bytes, right=True),
            ],
        )
        self.table.sortable(0)
        self.tabs = QTabWidget()
        self.tabs.setAccessibleName(tr("Details"))
        self.viewer = ReportViewer()
        self.observed: Table[Observation] = Table(
            tr("What was read"),
            [
                Column(tr("Line"), lambda o: plain(o.line, 0), lambda o: o.line, right=True),
                Column(tr("Subject"), lambda o: o.subject, width=200),
                Column(tr("Metric"), lambda o: o.metric, width=200),
                Column(tr("Value"), lambda o: figure(o.value, o.unit), right=True, width=120),
                Column(tr("As printed"), lambda o: o.text.strip(), stretch=True),
            ],
        )
        self.problems = QListWidget()
        self.problems.setAccessibleName(tr("Problems"))
        self.problems.setWordWrap(True)
        self.questions = Questions(self.document)
        self.changed = QListWidget()
        self.changed.setAccessibleName(tr("What changed"))
        self.tabs.addTab(self.viewer, tr("Text"))
        self.tabs.addTab(self.observed, tr("What was read"))
        self.tabs.addTab(self.problems, tr("Problems"))
        self.asked = scrolled(self.questions, tr("Questions"))
        self.tabs.addTab(self.asked, tr("Questions"))
        self.tabs.addTab(self.changed, tr("What changed"))
        self.long_print = QWidget()
        other = columns(self.long_print, spacing=8)
        other.addWidget(
            label(tr("Too long to be read whole. Read the intervals that start with"), "muted")
        )
        self.intervals = QLineEdit()
        self.intervals.setAccessibleName(tr("Intervals to be read, with commas"))
        self.intervals.setPlaceholderText("2015-03-17T10, 2015-03-18")
        self.intervals.setMinimumWidth(px(224))
        self.intervals.returnPressed.connect(self._read_intervals)
        other.addWidget(self.intervals, 1)
        other.addWidget(button(tr("Read these"), self._read_intervals, icon="clock"))
        self.long_print.hide()
        whole.addWidget(self.long_print)
        splitter = QSplitter(Qt.Orientation.Vertical)
        splitter.addWidget(self.table)
        splitter.addWidget(self.tabs)
        splitter.setSizes([px(220), px(360)])
        splitter.setChildrenCollapsible(False)
        whole.addWidget(splitter, 1)
        self.table.selectionModel().selectionChanged.connect(self._selected)
        self.observed.doubleClicked.connect(self._observed)
        self.document.engagementChanged.connect(self.refresh)
        session.readingAdded.connect(self._added)
        self.refresh()

    def refresh(self) -> None:
        """Mirror the session's readings."""
        chosen = self.table.current()
        readings = self.session.readings
        self.table.show_rows(readings)
        engagement = self.document.engagement
        seen = sum(len(r.observations) for r in readings)
        self.summary.setText(
            tr("1 file, {n} figures read", n=plain(seen, 0))
            if len(readings) == 1
            else tr(
                "{files} files, {n} figures read", files=plain(len(readings), 0), n=plain(seen, 0)
            )
        )
        self.problems.clear()
        sentences = [p.sentence for r in readings for p in r.problems]
        if engagement is not None:
            sentences += [p.sentence for p in engagement.installation.problems]
            open_questions = len(engagement.installation.questions)
            self.tabs.setTabText(
                3, tr("Questions") + (f"  {open_questions}" if open_questions else "")
            )
        sentences = list(dict.fromkeys(sentences))
        self.problems.addItems(sentences or [tr("No problems")])
        self.tabs.setTabText(2, tr("Problems") + (f"  {len(sentences)}" if sentences else ""))
        self._changes()
        if chosen is None or not self.table.choose(lambda r: r.file == chosen.file):
            self.table.choose(lambda r: not r.refused)

    def _added(self, readings: tuple[FileReading, ...], new: bool) -> None:
        if not new:
            names = ", ".join(r.file for r in readings)
            self.document.notice.emit(
                "info", tr("{file} is in this engagement already.", file=names)
            )
        self.table.show_rows(self.session.readings)

    def _changes(self) -> None:
        self.changed.clear()
        before = self.session.before_import
        if before is None or not len(before):
            self.changed.addItem(tr("A newer report of a known system would show here."))
            return
        found = differences(before, self.document.as_is)
        self.changed.addItems(found or [tr("The as-is is the same as before the import.")])
        self.tabs.setTabText(4, tr("What changed") + (f"  {len(found)}" if found else ""))

    def _selected(self) -> None:
        reading = self.table.current()
        if reading is not None:
            self._show(reading, 0)

    def _show(self, reading: FileReading, line: int) -> None:
        self.long_print.setVisible(is_long_print(reading))
        self.observed.show_rows(reading.observations)
        lines = None
        if self.session.path is not None:
            from app.store import StoreProblem

            try:
                lines = self.session.persistence.report_lines(reading)
            except (StoreProblem, ValueError, OSError) as wrong:
                self.document.notice.emit("warning", str(wrong))
        instead = "\n".join(p.sentence for p in reading.problems)
        if lines is None and not reading.refused:
            told = {o.line: o.text for o in reading.observations}
            instead = "\n".join(
                [instead] * bool(instead) + [f"{n:>6}  {t}" for n, t in sorted(told.items())]
            )
        self.viewer.show_report(reading.file, lines, reading.unread, line, instead)

    def _read_intervals(self) -> None:
        reading = self.table.current()
        if reading is not None:
            wanted = [part.strip() for part in self.intervals.text().split(",")]
            self.session.read_intervals(reading, [part for part in wanted if part])

    def _observed(self) -> None:
        observation = self.observed.current()
        if observation is not None:
            self.show_line(observation.file, observation.line)

    def show_line(self, file: str, line: int) -> None:
        """Go to a line of a report, or to the answers where the consultant said it."""
        if file == ANSWER.text:
            self.tabs.setCurrentWidget(self.asked)
            # The last in the list is nearest to the heading's end: all answers come into view.
            for made in reversed(self.questions.answered.values()):
                self.asked.ensureWidgetVisible(made)
                made.setFocus(Qt.FocusReason.OtherFocusReason)
            return
        reading = next((r for r in self.session.readings if r.file == file), None)
        if reading is None:
            self.document.notice.emit(
                "warning", tr("{file} is not among the reports of this engagement", file=file)
            )
            return
        self.table.choose(lambda r: r.file == file)
        self.tabs.setCurrentWidget(self.viewer)
        self._show(reading, line)
