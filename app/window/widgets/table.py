"""A sortable, filterable table over frozen rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic

from PySide6.QtCore import QEvent, QRect, QSize, Qt, QTimer
from PySide6.QtGui import QFontMetrics, QPainter, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionHeader,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from app.window.theme import theme
from app.window.widgets.basics import elided
from app.window.widgets.guarded import guarded
from app.window.widgets.rows_model import (
    BELOW,
    HEADING,
    Column,
    Grouping,
    Index,
    Proxy,
    Row,
    RowModel,
)
from app.window.widgets.whole_rows import WholeRows

__all__ = ["Column", "RowModel", "Table"]

FEW_ROWS = 3
MEASURED_ROWS = 40
# What titles need at least, in two lines, and what most need in one, in pixels of the design.
LEAST_TITLE, TITLE, WHOLE_TITLE = 160, 200, 280
# What a column of texts keeps where there is no room for all of them.
LEAST_TEXT = 56
# In a row of two lines: the letters above, the room of what is below.
TITLE_PT, BELOW_PT, FOOT = 13, 11, 18


class Header(QHeaderView):
    """A table's heads: the sort arrow is drawn in the room that the style sheet leaves for it.

    The style's own arrow keeps its size at every text scale and touches what is set right.
    """

    ARROW_PX, ROOM_PX = 12, 16

    def __init__(self, orientation: Qt.Orientation, parent: QWidget) -> None:
        super().__init__(orientation, parent)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.caps: dict[int, int] = {}
        """How wide the heads may be where there is no room for them; their tips say them whole."""
        self._sizes: dict[tuple[int, bool], QSize] = {}

    def sectionSizeFromContents(self, index: int) -> QSize:
        """What a head needs, measured once: Qt asks for all of them at every look at any."""
        key = (index, self.isSortIndicatorShown())
        hint = self._sizes.get(key)
        if hint is None:
            hint = self._sizes[key] = super().sectionSizeFromContents(index)
        return QSize(min(hint.width(), self.caps.get(index, hint.width())), hint.height())

    def event(self, event: QEvent) -> bool:
        kinds = QEvent.Type
        if event.type() in (kinds.Polish, kinds.StyleChange, kinds.FontChange):
            self._sizes.clear()
        return super().event(event)

    def initStyleOptionForIndex(self, option: QStyleOptionHeader, index: int) -> None:
        super().initStyleOptionForIndex(option, index)
        option.sortIndicator = QStyleOptionHeader.SortIndicator.None_

    @guarded
    def paintSection(self, painter: QPainter, rect: QRect, index: int) -> None:
        super().paintSection(painter, rect, index)
        if not self.isSortIndicatorShown() or self.sortIndicatorSection() != index:
            return
        look = theme()
        size = look.px(self.ARROW_PX)
        up = self.sortIndicatorOrder() == Qt.SortOrder.AscendingOrder
        ratio = self.devicePixelRatioF()
        arrow = look.pixmap("arrow-up" if up else "arrow-down", size, "text", ratio)
        left = rect.right() - (look.px(self.ROOM_PX) + size) // 2
        painter.drawPixmap(left, rect.center().y() - size // 2, arrow)


class TwoLines(QStyledItemDelegate):
    """The text above, what is below it muted."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        hint, below = super().sizeHint(option, index), index.data(BELOW)
        if below:
            look = theme()
            wide = QFontMetrics(look.font(BELOW_PT)).horizontalAdvance(str(below))
            hint.setWidth(max(hint.width(), wide + 2 * look.px(11) + 1))
        return hint

    @guarded
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        heading = index.data(HEADING)
        if heading:
            look = theme()
            painter.save()
            painter.setFont(look.font(12, bold=True))
            painter.setPen(look.color("text"))
            box = option.rect.adjusted(look.px(11), 0, 0, -look.px(5))
            # Over the columns beside it, which have nothing to say in this line.
            if isinstance(option.widget, QAbstractItemView):
                box.setRight(option.widget.viewport().rect().right() - look.px(11))
            shown = painter.fontMetrics().elidedText(
                str(heading), Qt.TextElideMode.ElideRight, box.width()
            )
            painter.setClipping(False)
            low = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom
            painter.drawText(box, int(low), shown)
            painter.restore()
            return
        below = index.data(BELOW)
        if not below:
            super().paint(painter, option, index)
            return
        self.initStyleOption(option, index)
        text, option.text = option.text, ""
        style = option.widget.style()
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, option, painter, option.widget)
        look = theme()
        px = look.px
        inner = option.rect.adjusted(px(11), px(5), -px(11), -px(5))
        right = option.displayAlignment & Qt.AlignmentFlag.AlignRight
        side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
        ink = index.data(Qt.ItemDataRole.ForegroundRole)
        foot = px(FOOT)
        head = inner.height() - foot
        painter.save()
        for line, top, tall, colour, size in (
            (text, 0, head, ink or look.color("text"), TITLE_PT),
            (str(below), head, foot, look.color("muted"), BELOW_PT),
        ):
            painter.setFont(look.font(size))
            painter.setPen(colour)
            metrics = painter.fontMetrics()
            box = inner.adjusted(0, top, 0, 0)
            box.setHeight(tall)
            # In a narrow table the row has room for a title of two lines.
            many = 2 if tall >= 2 * metrics.lineSpacing() else 1
            shown = broken(line, many, inner.width(), metrics)
            how = int(side | Qt.AlignmentFlag.AlignVCenter)
            painter.drawText(box, how, shown)
        painter.restore()


def broken(text: str, lines: int, width: int, metrics: QFontMetrics) -> str:
    """``text`` in so many lines at most, broken between words; what is left of it is elided."""
    done: list[str] = []
    words = text.split(" ")
    while len(done) + 1 < lines and len(words) > 1:
        fits = 1
        while fits < len(words) and metrics.horizontalAdvance(" ".join(words[: fits + 1])) <= width:
            fits += 1
        done.append(" ".join(words[:fits]))
        words = words[fits:]
    done.append(" ".join(words))
    return "\n".join(elided(line, width, metrics) for line in done if line)


def shared(widths: dict[int, int], floors: dict[int, int], room: int) -> dict[int, int]:
    """Widths that fill the room: what needs less than an equal share has it, none goes below its
    floor.
    """
    open_, done = dict(widths), dict[int, int]()
    while open_:
        share = (room - sum(done.values())) // len(open_)
        # First those that cannot give way, then those that need less; what is left shares equally.
        settled = {n: floors[n] for n in open_ if floors[n] >= share} or {
            n: width for n, width in open_.items() if width <= share
        }
        settled = settled or dict.fromkeys(open_, share)
        done.update(settled)
        open_ = {n: width for n, width in open_.items() if n not in settled}
    return done


class Table(QTableView, Generic[Row]):
    """The view with its models.

    ``wraps``: for tables of few rows, in which texts that do not fit take a second line.
    """

    def __init__(self, name: str, columns: Sequence[Column[Row]], *, wraps: bool = False) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.rows_model: RowModel[Row] = RowModel(columns, self)
        self.proxy = Proxy(self)
        self.proxy.setSourceModel(self.rows_model)
        self._widths: dict[int, int] = {}
        self._hints: dict[int, int] = {}
        self._widest: dict[int, int] = {}
        self._heights: dict[int, int] = {}
        self._caps: dict[int, int] = {}
        self._spared: dict[int, int] = {}
        self._settled = QTimer(self)
        self._settled.setSingleShot(True)
        self._settled.setInterval(0)
        self._settled.timeout.connect(self._settle)
        # Before the view hears of it, which then asks.
        for changed in (
            self.proxy.modelReset,
            self.proxy.layoutChanged,
            self.proxy.rowsInserted,
            self.proxy.rowsRemoved,
        ):
            for known in (self._hints, self._widest, self._heights):
                changed.connect(known.clear)
        self.setModel(self.proxy)
        WholeRows(self)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setShowGrid(False)
        self._wraps = wraps
        self.setWordWrap(wraps)
        self.setAlternatingRowColors(False)
        self.setTabKeyNavigation(False)
        self.verticalHeader().hide()
        self._double = any(column.below is not None for column in columns)
        self.verticalHeader().setDefaultSectionSize(theme().px(46 if self._double else 30))
        if wraps:
            self.verticalHeader().setMinimumSectionSize(theme().px(30))
            self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        if self._double:
            self.setItemDelegate(TwoLines(self))
        header = Header(Qt.Orientation.Horizontal, self)
        header.setSectionsClickable(True)
        header.setAccessibleName(name)
        self.setHorizontalHeader(header)
        header.sectionResized.connect(self._heights.clear)
        header.setHighlightSections(False)
        header.setStretchLastSection(False)
        # Widths follow what is on show and a screenful below: Qt asks a thousand rows by itself.
        header.setResizeContentsPrecision(MEASURED_ROWS)
        for place, column in enumerate(columns):
            if column.stretch:
                header.setSectionResizeMode(place, QHeaderView.ResizeMode.Stretch)
            elif column.width:
                self.setColumnWidth(place, theme().px(column.width))
            else:
                header.setSectionResizeMode(place, QHeaderView.ResizeMode.ResizeToContents)
        if not self._double:
            # The others take their width when rows come, not when the table gets its own.
            header.sectionResized.connect(self._resized)

    def minimumSizeHint(self) -> QSize:
        """The heads and a few rows: a table of heads alone is none, where the page can scroll."""
        hint = super().minimumSizeHint()
        rows = min(FEW_ROWS, max(self.proxy.rowCount(), 1))
        high = self.horizontalHeader().sizeHint().height() + 2 * self.frameWidth()
        high += rows * self.verticalHeader().defaultSectionSize()
        return QSize(hint.width(), max(hint.height(), high))

    def sizeHintForColumn(self, column: int) -> int:
        """What the texts of a column need; nobody sees it before the table is on show.

        Measured once, not at each of the layouts that a page goes through as it is shown.
        """
        if column not in self._hints and self.isVisible():
            self._hints[column] = super().sizeHintForColumn(column)
        hint = self._hints.get(column, 0)
        return min(hint, self._caps.get(column, hint))

    def sizeHintForRow(self, row: int) -> int:
        """What a row needs, measured once for the widths of the columns.

        Qt asks again for every row whenever the style of the table is looked at, also of one that
        nobody sees: putting a page into the window asked for 20,000 texts.
        """
        if not self.isVisible():
            return self.verticalHeader().defaultSectionSize()
        if self._settled.isActive():
            return self.rowHeight(row)
        if row not in self._heights:
            self._heights[row] = super().sizeHintForRow(row)
        return self._heights[row]

    def _squeeze(self) -> None:
        """Where not all columns have room, the widest texts are cut; their tips say them whole.

        Numbers never are, but may have their unit in a second line where the table has one. What
        is left out where that is not enough stands in the rows' tips.
        """
        header, cols = self.horizontalHeader(), self.rows_model.columns
        assert isinstance(header, Header)
        header.caps = {}
        for place in self.rows_model.spared:
            self.showColumn(place)
        self.rows_model.spared = ()
        self._caps, caps = {}, self._caps
        modes = QHeaderView.ResizeMode
        least = sum(theme().px(column.least) for column in cols if column.stretch)
        widths: dict[int, int] = {}
        for place, column in enumerate(cols):
            if column.stretch:
                continue
            if header.sectionResizeMode(place) == modes.ResizeToContents:
                hint = self.sizeHintForColumn(place)
                widths[place] = max(hint, header.sectionSizeHint(place))
            elif self.columnWidth(place) == caps.get(place):
                widths[place] = self._widths.get(place, theme().px(column.width))
            else:
                widths[place] = self.columnWidth(place)

        wraps, floors = self._wraps, {}
        for place, width in widths.items():
            if not wraps and cols[place].right:
                floors[place] = width
            elif header.sectionResizeMode(place) == modes.ResizeToContents:
                floors[place] = header.sectionSizeHint(place)
            elif cols[place].spare:
                # Half of it or nothing: three letters and an ellipsis say less than the tip.
                floors[place] = min(width, max(header.sectionSizeHint(place), width // 2))
            else:
                floors[place] = min(width, theme().px(LEAST_TEXT))
        room = self.viewport().width() - least
        spare = [n for n in widths if cols[n].spare]
        # What can be done without is cut first, then left out; only then are the others cut.
        kept = {n: floors[n] if cols[n].spare else width for n, width in widths.items()}
        while spare and sum(kept[n] for n in widths) > room:
            self.rows_model.spared = (*self.rows_model.spared, spare[-1])
            self.hideColumn(spare[-1])
            del widths[spare.pop()]
        if spare:
            floors = kept
        if sum(floors[n] for n in widths) > room:
            # Not even for the heads: these are cut, too.
            short = theme().px(LEAST_TEXT)
            hints = {n: short if wraps else max(self._hints.get(n, 0), short) for n in floors}
            floors = {n: min(floor, hints[n]) for n, floor in floors.items()}
        if sum(widths.values()) > room:
            self._caps = shared(widths, floors, room)
        header.caps = dict(self._caps)
        for place, width in widths.items():
            if header.sectionResizeMode(place) != modes.ResizeToContents:
                self.setColumnWidth(place, self._caps.get(place, width))
        if self._caps != caps:
            header.resizeSections()
        self._keep_widest()
        if sum(self.columnWidth(n) for n in range(len(cols))) < self.viewport().width():
            # What was left out has left its room, which the column that stretches takes.
            header.resizeSections()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        header = self.horizontalHeader()
        assert isinstance(header, Header)
        self._widen()
        header.resizeSections()
        self._squeeze()
        if self._wraps:
            self._settled.start()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() in (QEvent.Type.StyleChange, QEvent.Type.FontChange):
            for known in (self._hints, self._widest, self._heights):
                known.clear()
        super().changeEvent(event)

    def _resized(self, section: int, _before: int, _now: int) -> None:
        if not self.rows_model.columns[section].stretch:
            self._keep_widest()

    def _settle(self) -> None:
        """The columns have their widths: rows are measured once, not at each layout before."""
        self.verticalHeader().resizeSections()

    def resizeEvent(self, event: QResizeEvent) -> None:
        if self._wraps and event.size().width() != event.oldSize().width():
            self._settled.start()
        super().resizeEvent(event)
        if self._double:
            self._fit()
        else:
            self._squeeze()

    def _keep_widest(self) -> None:
        """The column that takes what the others leave is what rows are known by: it stays."""
        header = self.horizontalHeader()
        shown = [n for n in range(self.model().columnCount()) if not self.isColumnHidden(n)]
        wide = [n for n in shown if self.rows_model.columns[n].stretch]
        others = sum(self.columnWidth(n) for n in shown if n not in wide)
        least = {n: theme().px(self.rows_model.columns[n].least) for n in wide}
        narrow = self.viewport().width() - others < sum(least.values())
        modes = QHeaderView.ResizeMode
        for place in wide:
            wanted = modes.Fixed if narrow else modes.Stretch
            if header.sectionResizeMode(place) != wanted:
                header.setSectionResizeMode(place, wanted)
            if narrow:
                self.setColumnWidth(place, least[place])

    def _fit(self) -> None:
        """In a narrow table titles have two lines, and the view shows them and what is beside."""
        header, px = self.horizontalHeader(), theme().px
        for place, width in self._spared.items():
            self.showColumn(place)
            self.setColumnWidth(place, width)
        others = [n for n in range(1, self.model().columnCount()) if not self.isColumnHidden(n)]
        widths = {n: self.columnWidth(n) for n in others}
        room = self.viewport().width()
        beside = room - sum(widths.values())
        narrow = beside < px(LEAST_TITLE)
        self._spared, self.rows_model.spared = {}, ()
        modes = QHeaderView.ResizeMode
        if narrow and others:
            # Not all of it can be in view: then what the rows are sorted by is, and of the others
            # as many as leave the titles their room. Stretched, titles would get what the others
            # leave: nothing, or what they had before.
            left = room - widths[others[0]]
            for number, place in enumerate(others[1:], start=1):
                if left - widths[place] < px(TITLE):
                    spare = [n for n in others[number:] if self.rows_model.columns[n].spare]
                    self._spared = {n: widths[n] for n in spare}
                    break
                left -= widths[place]
            for place in self._spared:
                self.hideColumn(place)
            self.rows_model.spared = tuple(self._spared)
            header.setSectionResizeMode(0, modes.Fixed)
            self.setColumnWidth(0, max(left, px(LEAST_TITLE // 2)))
        else:
            header.setSectionResizeMode(0, modes.Stretch)
        # Letters' heights are rounded up: at some text scales two lines need more than the design.
        two = 2 * QFontMetrics(theme().font(TITLE_PT)).lineSpacing() + px(FOOT) + 2 * px(5)
        tall = max(px(62), two) if narrow or beside < px(WHOLE_TITLE) else px(46)
        if self.verticalHeader().defaultSectionSize() != tall:
            self.verticalHeader().setDefaultSectionSize(tall)

    def show_rows(self, rows: Sequence[Row]) -> None:
        """Other rows; the sort order stays."""
        self.rows_model.show_rows(rows)
        self._fit_rows()

    def show_grouped(self, rows: Sequence[Row], by: Grouping[Row]) -> None:
        """Other rows under other headings, which are sorted once."""
        self.rows_model.group(by, rows)
        self._fit_rows()

    def _fit_rows(self) -> None:
        self._widen()
        if self.isVisible() and not self._double:
            self._squeeze()

    def _widen(self) -> None:
        """A column of a given width takes a quarter more where that makes texts whole.

        Widths are drawn for English; other languages say the same in more letters. What is longer
        still would be cut anyway and pushes out nothing. What the user has set stays.
        """
        if not self.isVisible():
            return
        for place, column in enumerate(self.rows_model.columns):
            if not column.width or column.stretch:
                continue
            given = theme().px(column.width)
            if self.columnWidth(place) in (self._widths.get(place, given), self._caps.get(place)):
                if place not in self._widest:
                    shown = (
                        self.proxy.index(n, place)
                        for n in range(min(self.proxy.rowCount(), 5 * MEASURED_ROWS))
                    )
                    needed = (self.sizeHintForIndex(index).width() for index in shown)
                    fitting = (width for width in needed if width <= given * 5 // 4)
                    self._widest[place] = max(fitting, default=given)
                self._widths[place] = max(given, self._widest[place])
                self.setColumnWidth(place, self._widths[place])

    def group(self, by: Grouping[Row]) -> None:
        """Put rows together under headings; ``None`` for one list."""
        self.rows_model.group(by)

    def sortable(self, column: int, *, descending: bool = False) -> None:
        """Let the user sort, beginning with this column."""
        self.setSortingEnabled(True)
        order = Qt.SortOrder.DescendingOrder if descending else Qt.SortOrder.AscendingOrder
        self.sortByColumn(column, order)

    def current(self) -> Row | None:
        """The selected row."""
        found = self.selectionModel().selectedRows()
        return found[0].data(Qt.ItemDataRole.UserRole) if found else None

    def choose(self, wanted: Callable[[Row], bool]) -> bool:
        """Select the first row that fits."""
        for number in range(self.proxy.rowCount()):
            index = self.proxy.index(number, 0)
            if index.data(HEADING):
                continue
            if wanted(index.data(Qt.ItemDataRole.UserRole)):
                self.selectRow(number)
                self.scrollTo(index)
                return True
        return False
