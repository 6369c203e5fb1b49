"""The Reports page: files, questions, problems and what changed; the report's text on the right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QLineEdit,
    QSizePolicy,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from advisor.installation.left_out import is_left_out, key_of
from advisor.observations import ANSWER, FileReading, Observation, Problem
from app.window.i18n import language, mark, several, spoken_label, tr
from app.window.i18n.numbers import figure, plain, signed_percent
from app.window.i18n.problems import sentence_of
from app.window.importing.difference import Difference, differences
from app.window.importing.problems import ProblemList, said
from app.window.importing.questions import Questions
from app.window.importing.viewer import ReportViewer
from app.window.metrics import metric_name, setting_name
from app.window.services.lines import AT_ONCE_BYTES
from app.window.session import Session
from app.window.theme import theme
from app.window.widgets.basics import ElidedLabel, button, columns, label, scrolled
from app.window.widgets.due import Due
from app.window.widgets.inputs import Tabs
from app.window.widgets.placed import Placed
from app.window.widgets.table import Column, Table


def _size(reading: FileReading) -> str:
    if reading.size_bytes < 1024:
        return f"{reading.size_bytes} B"
    if reading.size_bytes < 1 << 20:
        return f"{plain(reading.size_bytes / 1024, 0)} KB"
    return f"{plain(reading.size_bytes / (1 << 20), 1)} MB"


MOST_SHOWN = 5_000
"""Figures of one file that its table begins with: a tenth of a second from a large engagement."""

# How a file's records are laid out, part by part as the readers say it.
LAYOUTS = {
    "lines": mark("lines"),
    "ASA carriage control": mark("ASA carriage control"),
    "machine carriage control": mark("machine carriage control"),
    "JES2 log": mark("JES2 log"),
    "fixed": mark("fixed"),
    "JES3 log": mark("JES3 log"),
    "SYSLOG log": mark("SYSLOG"),
    "console log": mark("console log"),
    "z/VSE log": mark("z/VSE console log"),
    "mail quoting": mark("mail quoting"),
    "wrapped at": mark("wrapped at"),
    "line numbers": mark("line numbers"),
    "tabs": mark("tabs"),
    "columns in front": mark("columns in front"),
    "double-spaced": mark("double-spaced"),
    "held twice": mark("held twice"),
    "BDW and RDW": mark("BDW and RDW"),
}


def encoded(reading: FileReading) -> str:
    """Encoding and record format: ``cp037 fixed 133, ASA carriage control``."""
    parts = []
    for part in filter(None, reading.record_format.split(", ")):
        word, _, rest = part.rpartition(" ")
        if part in LAYOUTS:
            parts.append(tr(LAYOUTS[part]))
        elif word in LAYOUTS and rest.isdigit():
            parts.append(f"{tr(LAYOUTS[word])} {rest}")
        else:
            parts.append(part)
    real, wrongly, shown = reading.encoding.partition(" shown as ")
    name = tr("{real} shown as {other}", real=real, other=shown) if wrongly else real
    return f"{name} {', '.join(parts)}".strip() or "–"


def formats_of(reading: FileReading) -> str:
    """What was recognised, as people call it: ``ADARUN parameters, Adabas start message``."""
    return ", ".join(_format(name) for name in reading.formats) or "–"


def _format(name: str) -> str:
    from advisor.reading import reader_title

    return _titled(reader_title(name))


def observed_subject(observation: Observation) -> str:
    """What a figure is of, as people say it."""
    return named_subject(observation.subject)


def named_subject(subject: str) -> str:
    """``adabas_nucleus:10-1`` as people say it: kind and name."""
    from model.catalogue import catalogue

    kind, colon, name = subject.partition(":")
    known = catalogue().get(kind)
    return subject if known is None or not colon else f"{_titled(known.title)} {name}"


@lru_cache(maxsize=512)
def _titled_in(code: str, title: str) -> str:
    return spoken_label(title)


def _titled(title: str) -> str:
    return _titled_in(language(), title)


def observed_figure(observation: Observation) -> str:
    """A setting by its name, a relation or figure as people call it."""
    what, _, rest = observation.metric.partition(".")
    if what == "setting" and rest:
        return setting_name(rest)
    if what == "relation" and rest:
        return tr(RELATIONS[rest]) if rest in RELATIONS else rest
    return metric_name(observation.metric)


def observed_value(observation: Observation) -> str:
    """A figure with its unit; of a relation, the component by kind and name."""
    if observation.metric.startswith("relation."):
        return named_subject(str(observation.value))
    number = isinstance(observation.value, (int, float)) and not observation.unit
    if number and observation.metric.startswith("setting.") and observation.raw:
        # A device type or a port is no quantity: without a unit it is shown as it is printed.
        return observation.raw
    return figure(observation.value, observation.unit)


RELATIONS = {"member": mark("belongs to"), "parent": mark("runs in"), "uses": mark("uses")}


def _state(reading: FileReading, left_out: bool = False) -> str:
    if left_out:
        return tr("left out")
    if reading.refused:
        return tr("not read")
    if reading.problems:
        count = len(reading.problems)
        return several("{n} problem", "{n} problems", count)
    return tr("read")


def _numbers(reading: FileReading) -> str:
    from advisor.reading.accounting import numbers_sentence

    sentence = numbers_sentence(reading)
    return said(Problem(reading.file, 0, sentence)) if sentence else ""


def _problems(reading: FileReading) -> str:
    return "\n".join(map(said, reading.problems)) or _state(reading)


def _token(reading: FileReading) -> str:
    return "bad" if reading.refused else "warn" if reading.problems else "good"


def is_long_print(reading: FileReading) -> bool:
    """Whether only some intervals were read of it."""
    from advisor.reading.long_prints import is_of_long_print

    return any(is_of_long_print(problem.sentence) for problem in reading.problems)


def _told_by(changed: Difference) -> str:
    origin = changed.origin
    return "" if origin is None or not origin.file else f"{origin.file}:{origin.line}"


class ReportsPage(Placed):
    """``filesWanted`` and ``folderWanted`` ask for a dialog."""

    filesWanted = Signal()
    folderWanted = Signal()

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("page")
        self.session = session
        self.document = session.document
        self._new = False
        self._line = 0
        self._long: tuple[FileReading, list[str] | None] | None = None
        # The file whose figures the table does not show yet.
        self._figures_of: FileReading | None = None
        px = theme().px
        whole = QVBoxLayout(self)
        whole.setContentsMargins(px(16), px(12), px(16), px(12))
        whole.setSpacing(px(8))
        head = columns()
        head.addWidget(label(tr("Reports"), "title"))
        self.summary = ElidedLabel()
        self.summary.setProperty("role", "muted")
        self.summary.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        head.addWidget(self.summary, 1)
        head.addWidget(button(tr("Import a folder…"), self.folderWanted.emit, icon="folder-open"))
        head.addWidget(
            button(tr("Import files…"), self.filesWanted.emit, icon="upload", primary=True)
        )
        whole.addLayout(head)
        leaving = columns(spacing=8)
        leaving.addWidget(
            label(
                tr("Drop files, folders or archives anywhere on the window."), "muted", wrap=True
            ),
            1,
        )
        self.leave = button(tr("Leave this report out"), self._leave_one)
        self.leave_import = button("", self._leave_all)
        leaving.addWidget(self.leave_import)
        leaving.addWidget(self.leave)
        whole.addLayout(leaving)
        self.table: Table[FileReading] = Table(
            tr("Report files"),
            [
                Column(tr("File"), lambda r: r.file, stretch=True, least=160),
                Column(
                    tr("State"),
                    lambda r: _state(r, self._is_out(r)),
                    token=lambda r: "" if self._is_out(r) else _token(r),
                    hint=_problems,
                ),
                Column(tr("Format"), formats_of, width=344, hint=formats_of),
                Column(
                    tr("Read"),
                    lambda r: plain(len(r.observations), 0),
                    lambda r: len(r.observations),
                    right=True,
                    spare=True,
                ),
                Column(
                    tr("Unread lines"),
                    lambda r: plain(r.unread_lines, 0),
                    lambda r: r.unread_lines,
                    right=True,
                    spare=True,
                    token=lambda r: "warn" if r.unread_lines else "",
                ),
                Column(
                    tr("Numbers not read"),
                    lambda r: plain(r.numbers.unread, 0),
                    lambda r: r.numbers.unread,
                    right=True,
                    hint=_numbers,
                ),
                Column(tr("Size"), _size, lambda r: r.size_bytes, right=True, spare=True),
                # Last: where the room is short, names and formats are whole before it is.
                Column(tr("Encoding"), encoded, width=232, hint=encoded, spare=True),
            ],
        )
        self.table.sortable(0)
        self.tabs = Tabs()
        self.tabs.setAccessibleName(tr("Details"))
        self.viewer = ReportViewer()
        self.observed: Table[Observation] = Table(
            tr("What was read"),
            [
                Column(tr("Line"), lambda o: plain(o.line, 0), lambda o: o.line, right=True),
                Column(tr("Subject"), observed_subject, width=200, hint=lambda o: o.subject),
                Column(tr("Metric"), observed_figure, width=200, hint=lambda o: o.metric),
                Column(tr("Value"), observed_value, right=True, width=152, hint=observed_value),
                Column(tr("As printed"), lambda o: o.text.strip(), stretch=True),
            ],
        )
        self.problems = ProblemList()
        self.questions = Questions(self.document)
        self.changed: Table[Difference] = Table(
            tr("What changed"),
            [
                Column(tr("Component"), lambda d: d.name, width=168, hint=lambda d: d.component),
                Column(tr("Setting or figure"), lambda d: d.what, stretch=True),
                Column(tr("Before"), lambda d: d.before, right=True, width=144),
                Column(tr("Now"), lambda d: d.after, right=True, width=144),
                Column(
                    tr("Change"),
                    lambda d: "" if d.share is None else signed_percent(d.share * 100),
                    lambda d: 0.0 if d.share is None else d.share,
                    right=True,
                ),
                Column(tr("Told by"), _told_by, width=184),
            ],
        )
        self.same = label("", "muted", wrap=True)
        self.changes = QWidget()
        box = QVBoxLayout(self.changes)
        box.setContentsMargins(0, px(4), 0, 0)
        box.addWidget(self.same)
        box.addWidget(self.changed, 1)
        self.tabs.addTab(self.viewer, tr("Text"))
        self.tabs.addTab(self.observed, tr("What was read"))
        self.tabs.addTab(self.problems, tr("Problems"))
        self.asked = scrolled(self.questions, tr("Questions"))
        self.tabs.addTab(self.asked, tr("Questions"))
        self.tabs.addTab(self.changes, tr("What changed"))
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
        self.tabs.currentChanged.connect(self._show_figures)
        self.observed.doubleClicked.connect(self._observed)
        self.changed.activated.connect(self._changed_here)
        self.problems.wanted.connect(self.show_line)
        self.document.engagementChanged.connect(self.refresh)
        # At every step of a slider, on whatever page it stands.
        self.document.stateChanged.connect(Due(self, self._offer_leaving).ask)
        self._offer_leaving()
        session.readingAdded.connect(self._added)
        session.importFinished.connect(self._show_changes)
        session.lines.found.connect(self._loaded)
        # A method, not a lambda: that one would live as long as the session and hold the page.
        session.lines.failed.connect(self._warn)
        self.refresh()

    def refresh(self) -> None:
        """Mirror the session's readings."""
        chosen = self.table.current()
        readings = self.session.readings
        self.table.show_rows(readings)
        engagement = self.document.engagement
        seen = sum(len(r.observations) for r in readings)
        self.summary.setText(
            several(
                "{n} file, {figures} figures read",
                "{n:,} files, {figures} figures read",
                len(readings),
                figures=plain(seen, 0),
            )
        )
        problems = [p for r in readings for p in r.problems]
        if engagement is not None:
            problems += engagement.installation.problems
            open_questions = len(engagement.installation.questions)
            self.tabs.setTabText(
                3, tr("Questions") + (f"  {open_questions}" if open_questions else "")
            )
        self.problems.show_problems(problems)
        count = self.problems.count()
        self.tabs.setTabText(2, tr("Problems") + (f"  {count}" if count else ""))
        self._changes()
        if chosen is None or not self.table.choose(lambda r: r.file == chosen.file):
            self.table.choose(lambda r: not r.refused)

    # -- leaving reports out ----------------------------------------------------------------------

    def _is_out(self, reading: FileReading) -> bool:
        return is_left_out(reading.file, self.document.state.answers)

    def _together(self) -> list[FileReading]:
        """What was imported with the report on show, where there were several imports."""
        reading, every = self.table.current(), self.session.readings
        if reading is None or len({one.batch for one in every}) < 2:
            return []
        return [one for one in every if one.batch == reading.batch]

    def _offer_leaving(self) -> None:
        reading, together = self.table.current(), self._together()
        self.leave.setEnabled(reading is not None)
        out = reading is not None and self._is_out(reading)
        self.leave.setText(tr("Take this report in again") if out else tr("Leave this report out"))
        self.leave_import.setVisible(len(together) > 1)
        n = plain(len(together), 0)
        self.leave_import.setText(
            tr("Take all {n} reports of its import in again", n=n)
            if all(map(self._is_out, together))
            else tr("Leave all {n} reports of its import out", n=n)
        )
        self.table.viewport().update()

    def _leave_one(self) -> None:
        reading = self.table.current()
        if reading is not None:
            self._leave(reading.file, [reading])

    def _leave_all(self) -> None:
        together = self._together()
        if together:
            n = plain(len(together), 0)
            self._leave(
                tr("{name} and all {n} of its import", name=together[0].file, n=n), together
            )

    def _leave(self, name: str, readings: Sequence[FileReading]) -> None:
        """Leave reports out, or take them in again where all of them are."""
        keys = [key_of(reading.file) for reading in readings]
        back = all(map(self._is_out, readings))
        answers = {k: v for k, v in self.document.state.answers.items() if k not in keys}
        if not back:
            answers |= dict.fromkeys(keys, True)
        text = tr("Take {name} in again", name=name) if back else tr("Leave {name} out", name=name)
        self.document.edit(text, lambda state: replace(state, answers=answers))
        if not back and not self.document.read_only:
            figures = plain(sum(len(one.observations) for one in readings), 0)
            self.document.notice.emit(
                "info",
                several(
                    "{name}: {n} report with {figures} figures is left out of everything; it stays "
                    "in the file, and undo takes it in again",
                    "{name}: {n} reports with {figures} figures are left out of everything; they "
                    "stay in the file, and undo takes them in again",
                    len(readings),
                    name=name,
                    figures=figures,
                ),
            )

    def _warn(self, sentence: str) -> None:
        self.document.notice.emit("warning", sentence)

    def _added(self, _readings: tuple[FileReading, ...]) -> None:
        self._new = True
        self.table.show_rows(self.session.readings)

    def _changes(self) -> None:
        before = self.session.before_import
        known = before is not None and len(before) > 0
        found = []
        if before is not None and known:
            found = differences(before, self.document.as_is, self.document.catalogue)
        self.changed.show_rows(found)
        self.changed.setVisible(bool(found))
        if found:
            text = tr("Double-click a line to see where the new value stands.")
        elif known:
            text = tr("The as-is is the same as before the import.")
        else:
            text = tr("A newer report of a known system would show here.")
        self.same.setText(text)
        # Alone it stands where a list would begin, not half way down at the left.
        top = Qt.AlignmentFlag.AlignTop if not found else Qt.AlignmentFlag.AlignVCenter
        self.same.setAlignment(Qt.AlignmentFlag.AlignLeft | top)
        self.tabs.setTabText(4, tr("What changed") + (f"  {len(found)}" if found else ""))

    def _show_changes(self) -> None:
        """A report of a known system was imported: what it changed is what one wants to see."""
        new, self._new = self._new, False
        if new and self.changed.model().rowCount():
            self.tabs.setCurrentWidget(self.changes)

    def _changed_here(self) -> None:
        item = self.changed.current()
        if item is not None and item.origin is not None and item.origin.file:
            self.show_line(item.origin.file, item.origin.line)

    def _selected(self) -> None:
        reading = self.table.current()
        self._offer_leaving()
        if reading is not None:
            self._show(reading, 0)

    def _show(self, reading: FileReading, line: int) -> None:
        self.long_print.setVisible(is_long_print(reading))
        figures = len(reading.observations)
        self.tabs.setTabText(
            self.tabs.indexOf(self.observed),
            tr("What was read")
            if figures <= MOST_SHOWN
            else tr(
                "What was read: the first {n} of {all}",
                n=plain(MOST_SHOWN, 0),
                all=plain(figures, 0),
            ),
        )
        self._figures_of = reading
        self._show_figures()
        self._line = line
        path = self.session.path
        self.session.lines.drop()
        lines = None
        if path is not None:
            from app.store import StoreProblem
            from app.window.services.persistence import TooLong, kept_lines

            try:
                lines = kept_lines(path, reading, AT_ONCE_BYTES)
            except TooLong:
                self._show_long(path, reading)
                return
            except (StoreProblem, ValueError, OSError) as wrong:
                self.document.notice.emit("warning", sentence_of(wrong))
        self._long = None
        self._shown(reading, lines)

    def _show_long(self, path: Path, reading: FileReading) -> None:
        if self._long is not None and self._long[0] is reading:
            self._shown(*self._long)
            return
        self.viewer.show_report(reading.file, None, instead=tr("Loading…"))
        self.session.lines.load(path, reading)

    def _loaded(self, reading: FileReading, lines: list[str] | None) -> None:
        # The one long text that was looked at last; each takes about twice its size.
        self._long = (reading, lines)
        self._shown(reading, lines)

    def _show_figures(self) -> None:
        """Those of the file on show, once they are looked at."""
        if self._figures_of is not None and self.tabs.currentWidget() is self.observed:
            reading, self._figures_of = self._figures_of, None
            self.observed.show_rows(self._first_figures(reading))

    def _first_figures(self, reading: FileReading) -> tuple[Observation, ...]:
        """What a table can show of them at once; a large engagement has them in its file."""
        from app.store import StoreProblem

        try:
            return tuple(reading.observations[:MOST_SHOWN])
        except StoreProblem as wrong:
            self.document.notice.emit("warning", sentence_of(wrong))
            return ()

    def _shown(self, reading: FileReading, lines: list[str] | None) -> None:
        instead = "\n".join(map(said, reading.problems))
        if lines is None and not reading.refused:
            told = {o.line: o.text for o in self._first_figures(reading)}
            instead = "\n".join(
                [instead] * bool(instead) + [f"{n:>6}  {t}" for n, t in sorted(told.items())]
            )
        self.viewer.show_report(
            reading.file, lines, reading.unread, self._line, instead, reading.numbers.listed
        )

    def _read_intervals(self) -> None:
        reading = self.table.current()
        if reading is not None:
            wanted = [part.strip() for part in self.intervals.text().split(",")]
            self.session.read_intervals(reading, [part for part in wanted if part])

    def _observed(self) -> None:
        observation = self.observed.current()
        if observation is not None:
            self.show_line(observation.file, observation.line)

    def place(self) -> object:
        """The report on show and the line that was gone to last."""
        reading = self.table.current()
        return None if reading is None else (reading.file, self._line, self.tabs.currentIndex())

    def go_to(self, place: object) -> None:
        """A report, its line and the tab."""
        if isinstance(place, tuple) and len(place) == 3:
            file, line, tab = place
            self.show_line(str(file), int(line))
            self.tabs.setCurrentIndex(int(tab))

    def show_questions(self) -> None:
        """The questions, with the keyboard in the first of them."""
        self.tabs.setCurrentWidget(self.asked)
        self.questions.finish()
        fields = [w for w in self.questions.findChildren(QWidget) if w.isVisibleTo(self)]
        taking = (w for w in fields if w.focusPolicy() & Qt.FocusPolicy.TabFocus and w.isEnabled())
        next(taking, self.tabs.tabBar()).setFocus(Qt.FocusReason.ShortcutFocusReason)

    def show_line(self, file: str, line: int) -> None:
        """Go to a line of a report, or to the answers where the consultant said it."""
        if file == ANSWER.text:
            self.tabs.setCurrentWidget(self.asked)
            # The last in the list is nearest to the heading's end: all answers come into view.
            self.questions.finish()
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
