"""The guide in a window of its own, at the page that was asked for."""

from __future__ import annotations

from pathlib import PurePosixPath

from PySide6.QtCore import QSignalBlocker, Qt, QUrl
from PySide6.QtGui import QKeyEvent, QTextDocument
from PySide6.QtWidgets import (
    QLineEdit,
    QSplitter,
    QTextBrowser,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from app.guide import Page, page, pages
from app.guide.pages import pictures
from app.window.i18n import mark, tr
from app.window.theme import theme
from app.window.widgets.basics import rows
from app.window.widgets.whole_rows import WholeRows

WIDE, HIGH = 1060, 760
_NAME = Qt.ItemDataRole.UserRole
PARTS = {
    "Guide": mark("Guide"),
    "Models": mark("Models"),
    "Rules": mark("Rules"),
    "Reports": mark("Reports"),
    "Components": mark("Components"),
    "Maintainers": mark("Maintainers"),
}


class Text(QTextBrowser):
    """One page; links between pages stay here, others are not followed: there is no network."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(tr("Page of the guide"))
        self.setOpenExternalLinks(False)
        self.setSearchPaths([str(pictures())])

    def doSetSource(
        self,
        name: QUrl | str,
        /,
        type: QTextDocument.ResourceType = QTextDocument.ResourceType.UnknownResource,
    ) -> None:
        found = _page_of(name)
        if found is not None:
            super().doSetSource(name, QTextDocument.ResourceType.MarkdownResource)

    def loadResource(self, type: int, name: QUrl | str, /) -> object:
        if type == QTextDocument.ResourceType.MarkdownResource:
            found = _page_of(name)
            return "" if found is None else found.text()
        if type == QTextDocument.ResourceType.ImageResource:
            return self._fitted(super().loadResource(type, name))
        return super().loadResource(type, name)

    def _fitted(self, picture: object) -> object:
        from PySide6.QtCore import QByteArray
        from PySide6.QtGui import QImage

        if not isinstance(picture, QByteArray):
            return picture
        image = QImage.fromData(picture)
        room = max(self.viewport().width() - 24, 320)
        if image.width() <= room:
            return image
        return image.scaledToWidth(room, Qt.TransformationMode.SmoothTransformation)


def _page_of(name: QUrl | str) -> Page | None:
    """The page that a link names; none for an address outside."""
    url = QUrl(name)
    return None if url.scheme() or url.host() else page(PurePosixPath(url.path()).stem)


class GuideWindow(QWidget):
    """Pages on the left, found by what they say; the page on the right."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        # The program ends with its last engagement.
        self.setAttribute(Qt.WidgetAttribute.WA_QuitOnClose, False)
        self.setWindowTitle(tr("Guide to Plexwright"))
        self.setWindowIcon(theme().icon("gauge", "accent"))
        self.resize(theme().px(WIDE), theme().px(HIGH))
        self.text = Text()
        self.search = QLineEdit()
        self.search.setPlaceholderText(tr("Find in the guide"))
        self.search.setAccessibleName(tr("Find in the guide"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._sift)
        self.list = QTreeWidget()
        self.list.setHeaderHidden(True)
        self.list.setAccessibleName(tr("Pages of the guide"))
        self.list.currentItemChanged.connect(self._chosen)
        self._items: dict[str, QTreeWidgetItem] = {}
        self._said: dict[str, str] = {}
        self._fill()
        left = QWidget()
        column = rows(left, 0, 6)
        column.addWidget(self.search)
        column.addWidget(self.list)
        WholeRows(self.list)
        both = QSplitter(Qt.Orientation.Horizontal)
        both.addWidget(left)
        both.addWidget(self.text)
        both.setStretchFactor(1, 1)
        both.setSizes([theme().px(270), theme().px(WIDE - 270)])
        rows(self, theme().px(8)).addWidget(both)
        self.text.sourceChanged.connect(self._mark)

    def show_page(self, name: str) -> None:
        """Show the page of that name, the first one where there is none."""
        known = name if name in self._items else pages()[0].name
        self.text.setSource(QUrl(f"{known}.md"))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc takes back what was looked for, and with nothing looked for closes the guide."""
        if event.key() != Qt.Key.Key_Escape:
            super().keyPressEvent(event)
        elif self.search.text():
            self.search.clear()
        else:
            self.close()

    @property
    def shown(self) -> str:
        """The name of the page on show."""
        return PurePosixPath(self.text.source().path()).stem

    def _fill(self) -> None:
        parts: dict[str, QTreeWidgetItem] = {}
        for one in pages():
            if one.part not in parts:
                parts[one.part] = QTreeWidgetItem(self.list, [tr(PARTS[one.part])])
                parts[one.part].setFlags(Qt.ItemFlag.ItemIsEnabled)
                parts[one.part].setExpanded(one.part == pages()[0].part)
            item = QTreeWidgetItem(parts[one.part], [_short(one)])
            item.setData(0, _NAME, one.name)
            self._items[one.name] = item

    def _chosen(self, item: QTreeWidgetItem | None, _before: QTreeWidgetItem | None) -> None:
        name = None if item is None else item.data(0, _NAME)
        if isinstance(name, str) and name != self.shown:
            self.show_page(name)

    def _mark(self, source: QUrl) -> None:
        # The browser's own source is still the one before.
        item = self._items.get(PurePosixPath(source.path()).stem)
        if item is not None:
            parent = item.parent()
            if parent is not None:
                parent.setExpanded(True)
            with QSignalBlocker(self.list):
                self.list.setCurrentItem(item)

    def _sift(self, wanted: str) -> None:
        """Only pages that hold all the words."""
        words = wanted.casefold().split()
        for one in pages():
            found = not words or all(word in self._saying(one) for word in words)
            self._items[one.name].setHidden(not found)
        for number in range(self.list.topLevelItemCount()):
            part = self.list.topLevelItem(number)
            if part is not None:
                left = [i for i in range(part.childCount()) if not part.child(i).isHidden()]
                part.setHidden(not left)
                part.setExpanded(bool(words) or number == 0)

    def _saying(self, one: Page) -> str:
        """What a page says, for finding; made once, since each key asks it of all pages."""
        if one.name not in self._said:
            self._said[one.name] = (one.title + "\n" + one.text()).casefold()
        return self._said[one.name]


def _short(one: Page) -> str:
    return one.title.removeprefix(f"{one.part}: ")


_OPEN: list[GuideWindow] = []


def show_guide(name: str) -> GuideWindow:
    """The guide at that page; the window that is open already, if one is."""
    from shiboken6 import isValid

    _OPEN[:] = [window for window in _OPEN if isValid(window)]
    if not _OPEN:
        _OPEN.append(GuideWindow())
    guide = _OPEN[0]
    guide.show_page(name)
    guide.show()
    guide.raise_()
    guide.activateWindow()
    return guide
