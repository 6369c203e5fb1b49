"""The report viewer: a report's lines, with unread ranges marked and one line highlighted."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextCharFormat,
    QTextCursor,
    QTextFormat,
)
from PySide6.QtWidgets import (
    QLineEdit,
    QPlainTextEdit,
    QSizePolicy,
    QTextEdit,
    QVBoxLayout,
    QWidget,
)

from app.window.i18n import several, tr
from app.window.i18n.numbers import parse_number, plain
from app.window.theme import theme
from app.window.widgets.basics import ElidedLabel, button, columns
from app.window.widgets.guarded import guarded
from app.window.widgets.whole_rows import WholeReport

WHOLE_UP_TO = 40_000
AROUND = 2_000
MOST_IN_A_LINE = 100
"""Marks in one line; a document all in one line has thousands, and Qt paints each on its own."""

Numbers = Sequence[tuple[int, tuple[str, ...]]]
"""By line: numbers as printed."""


class _Numbers(QWidget):
    """Line numbers beside the text."""

    def __init__(self, text: ReportText) -> None:
        super().__init__(text)
        self._text = text

    def sizeHint(self) -> QSize:
        return QSize(self._text.margin(), 0)

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        self._text.paint_numbers(event, self)


class ReportText(QPlainTextEdit):
    """Read-only text with line numbers that count from the report's first line."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("reportText")
        self.setReadOnly(True)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setAccessibleName(tr("Text of the report"))
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setFont(theme().font(12, mono=True))
        self.first_line = 1
        self._numbers = _Numbers(self)
        self.blockCountChanged.connect(self._fit)
        self.updateRequest.connect(self._scrolled)
        theme().changed.connect(self._numbers.update)
        WholeReport(self)
        self._fit()

    def margin(self) -> int:
        """Width of the line numbers."""
        last = self.first_line + self.blockCount()
        return self.fontMetrics().horizontalAdvance("9") * (len(str(last)) + 2)

    def _fit(self) -> None:
        self.setViewportMargins(self.margin(), 0, 0, 0)

    def _scrolled(self, rect: QRect, by: int) -> None:
        if by:
            self._numbers.scroll(0, by)
        else:
            self._numbers.update(0, rect.y(), self._numbers.width(), rect.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        inside = self.contentsRect()
        self._numbers.setGeometry(inside.left(), inside.top(), self.margin(), inside.height())

    def paint_numbers(self, event: QPaintEvent, widget: QWidget) -> None:
        """Draw the numbers of the lines on show."""
        painter = QPainter(widget)
        painter.fillRect(event.rect(), theme().color("raised"))
        painter.setPen(theme().color("muted"))
        painter.setFont(self.font())
        block = self.firstVisibleBlock()
        top = self.blockBoundingGeometry(block).translated(self.contentOffset()).top()
        while block.isValid() and top <= event.rect().bottom():
            height = self.blockBoundingRect(block).height()
            if int(top + height) > self.viewport().height():
                break  # of a line that is not shown, as it would be cut
            painter.drawText(
                QRect(0, int(top), widget.width() - theme().px(6), int(height)),
                int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter),
                str(self.first_line + block.blockNumber()),
            )
            top += height
            block = block.next()
        painter.end()


class ReportViewer(QWidget):
    """The text with a heading."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(theme().px(4))
        head = columns(spacing=8)
        self.heading = ElidedLabel()
        self.heading.setProperty("role", "muted")
        self.heading.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        # Its end may be cut in a narrow window; the fields beside it stay.
        self.heading.setMinimumWidth(theme().px(96))
        head.addWidget(self.heading, 1)
        self.wanted = QLineEdit()
        self.wanted.setPlaceholderText(tr("Line"))
        self.wanted.setAccessibleName(tr("Go to line"))
        self.wanted.setFixedWidth(theme().px(88))
        self.wanted.returnPressed.connect(self._typed)
        head.addWidget(self.wanted)
        self.next = button(tr("Next unread"), self.next_unread)
        head.addWidget(self.next)
        self.text = ReportText()
        box.addLayout(head)
        box.addWidget(self.text, 1)
        self._key: tuple[str, int] | None = None
        self._name = ""
        self._lines: Sequence[str] = ()
        self._shown: Sequence[str] = ()
        self._unread: Sequence[tuple[int, int]] = ()
        self._numbers: Numbers = ()

    def show_report(
        self,
        name: str,
        lines: Sequence[str] | None,
        unread: Sequence[tuple[int, int]] = (),
        line: int = 0,
        instead: str = "",
        numbers: Numbers = (),
    ) -> None:
        """Show a report and go to ``line``; ``instead`` is said where its text is not kept.

        ``unread`` are ranges of lines, ``numbers`` single numbers by line, that nobody read.
        """
        self._name, self._lines, self._unread = name, lines or (), unread
        self._numbers = numbers
        self.wanted.setEnabled(bool(lines))
        self.next.setEnabled(bool(lines) and bool(unread or numbers))
        if lines is None:
            self.heading.setText(name)
            self.text.first_line = max(line, 1)
            self.text.setPlainText(instead or tr("The text of this report is not kept."))
            self.text.setExtraSelections([])
            self._key, self._shown = None, ()
            return
        first = 1
        shown = lines
        if len(lines) > WHOLE_UP_TO:
            first = max(1, line - AROUND)
            shown = lines[first - 1 : first - 1 + 2 * AROUND]
        key = (name, first)
        # Another customer's report may have this one's name and length.
        if key != self._key or shown != self._shown:
            self.text.first_line = first
            self._shown = shown
            self.text.setPlainText("\n".join(shown))
            self._key = key
        said = several("{file}: {n:,} line", "{file}: {n:,} lines", len(lines), file=name)
        if len(shown) < len(lines):
            said += "  ·  " + tr(
                "lines {first} to {last} are on show",
                first=plain(first, 0),
                last=plain(first + len(shown) - 1, 0),
            )
        if unread:
            said += "  ·  " + tr("lines nobody read are marked")
        if numbers:
            said += "  ·  " + tr("numbers nobody read are underlined")
        self.heading.setText(said)
        self._mark(unread, line)

    def _typed(self) -> None:
        try:
            wanted = int(parse_number(self.wanted.text()))
        except ValueError:
            self.wanted.selectAll()
            return
        self.go(min(max(wanted, 1), len(self._lines)))

    def go(self, line: int) -> None:
        """Show another line of the report on show, of a long one the lines around it."""
        self.show_report(self._name, self._lines, self._unread, line, "", self._numbers)

    def next_unread(self) -> None:
        """Go to the next lines that nobody read; behind the last to the first again."""
        here = self.text.first_line + self.text.textCursor().blockNumber()
        lines = {first for first, _last in self._unread} | {line for line, _ in self._numbers}
        starts = sorted(lines)
        if starts and self._lines:
            self.go(next((first for first in starts if first > here), starts[0]))

    def _mark(self, unread: Sequence[tuple[int, int]], line: int) -> None:
        marks: list[QTextEdit.ExtraSelection] = []
        document = self.text.document()
        first = self.text.first_line
        grey = theme().color("warn")
        grey.setAlpha(48)
        for start, end in unread:
            for number in range(max(start, first), min(end, first + document.blockCount() - 1) + 1):
                if len(marks) >= 5000:
                    break
                marks.append(self._whole_line(number - first, grey))
        marks += self._numbers_of(first, document.blockCount())
        if line:
            strong = theme().color("accent")
            strong.setAlpha(90)
            mark = self._whole_line(line - first, strong)
            marks.append(mark)
            self.text.setTextCursor(QTextCursor(document.findBlockByNumber(line - first)))
            self.text.centerCursor()
        self.text.setExtraSelections(marks)

    def _numbers_of(self, first: int, blocks: int) -> list[QTextEdit.ExtraSelection]:
        """Underlines under the numbers that nobody read, of the lines on show."""
        marks: list[QTextEdit.ExtraSelection] = []
        style = QTextCharFormat()
        style.setUnderlineStyle(QTextCharFormat.UnderlineStyle.SingleUnderline)
        style.setUnderlineColor(theme().color("warn"))
        for number, listed in self._numbers:
            if not first <= number < first + blocks or len(marks) >= 5000:
                continue
            found = listed[:MOST_IN_A_LINE]
            block = self.text.document().findBlockByNumber(number - first)
            text, at = block.text(), 0  # a copy each time it is asked for
            for token in found:
                place = text.find(token, at)
                if place < 0:
                    continue
                at = place + len(token)
                mark = QTextEdit.ExtraSelection()
                mark.format = style
                cursor = QTextCursor(block)
                cursor.setPosition(block.position() + place)
                cursor.setPosition(block.position() + at, QTextCursor.MoveMode.KeepAnchor)
                mark.cursor = cursor
                marks.append(mark)
        return marks

    def _whole_line(self, block: int, colour: QColor) -> QTextEdit.ExtraSelection:
        mark = QTextEdit.ExtraSelection()
        style = QTextCharFormat()
        style.setBackground(colour)
        style.setProperty(QTextFormat.Property.FullWidthSelection, True)
        mark.format = style
        cursor = QTextCursor(self.text.document().findBlockByNumber(block))
        mark.cursor = cursor
        return mark
