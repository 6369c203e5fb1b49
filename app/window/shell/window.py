"""The main window: rail, header, key figures, pages, inspector, charts."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer
from PySide6.QtGui import QAction, QCloseEvent, QKeySequence, QMouseEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QApplication,
    QHBoxLayout,
    QProgressBar,
    QSplitter,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.window.i18n import language, set_language, tr
from app.window.i18n.qt_texts import follow_language
from app.window.session import Session
from app.window.shell.banner import Banner
from app.window.shell.commands import PAGES, make_commands
from app.window.shell.drops import Drops
from app.window.shell.filing import AHEAD_MS, Filing
from app.window.shell.fitting import COUNT, fit, roomy, show_inspector
from app.window.shell.history import History, Stop
from app.window.shell.pages import Maker, load
from app.window.shell.preferences import Preferences
from app.window.shell.renewing import Left, left, resume
from app.window.shell.start import StartPage
from app.window.slices import Slices, polishing
from app.window.theme import theme
from app.window.widgets.basics import ElidedLabel, Tool, button, label
from app.window.widgets.naming import NameEdit
from app.window.widgets.placed import Placed
from app.window.widgets.scrolling import Scrolling, Strip

if TYPE_CHECKING:
    from app.window.canvas.page import TopologyPage
    from app.window.shell.figures import FigureStrip
    from app.window.shell.touring import Tour

PROGRESS_MS = 60
SCALES = (1.0, 1.25, 1.5, 2.0, 2.5, 3.0)

# Windows that are open; Python's reference is what keeps them.
WINDOWS: list[MainWindow] = []


class MainWindow(Filing):
    """One window on one session. Everything slow is built after the first paint."""

    def __init__(self, session: Session | None = None) -> None:
        super().__init__()
        self.session = session or Session()
        self.preferences = Preferences()
        # Splitters are remembered in pixels, which mean something else at another text scale.
        self._at_scale = f"@{theme().scale:g}"
        self.commands: dict[str, QAction] = {}
        self.pages: dict[str, QWidget] = {}
        self._makers: dict[str, Maker] = {}
        self._areas: dict[str, QWidget] = {}
        self._left: dict[str, Left] = {}
        self.rail_buttons: dict[str, QToolButton] = {}
        self._built = False
        self._polishing = Slices(self)
        self._remembered: tuple[Path, str] | None = None
        self._building: Iterator[object] | None = None
        self._first_page = self.preferences.text("page", "topology")
        self.history = History(self)
        self._instead: weakref.ref[MainWindow] | None = None
        self._last_told = ("", 0.0)
        self._told = QTimer(self)
        self._told.setSingleShot(True)
        self._told.setInterval(PROGRESS_MS)
        self._told.timeout.connect(self._show_progress)
        self.setAcceptDrops(True)
        self._drops: Drops | None = None
        self.setObjectName("mainWindow")
        self.setWindowTitle("Plexwright")
        self.setWindowIcon(theme().icon("gauge", "accent"))
        self.resize(1280, 800)
        self.start = StartPage(self.preferences.recent(), named=self.preferences.customer)
        self.outer = QStackedWidget()
        self.outer.addWidget(Scrolling(self.start))
        self.setCentralWidget(self.outer)
        make_commands(self)
        self._connect_start()
        self.session.opened.connect(self._opened)
        self.session.refused.connect(self._refused)
        self.session.savedAs.connect(self.say_saved_as)
        geometry = self.preferences.state("geometry")
        if geometry is not None:
            self.restoreGeometry(geometry)
        WINDOWS.append(self)

    # -- building the workbench -------------------------------------------------------------

    def build(self) -> None:
        """Build what an open engagement needs; once."""
        if not self._built:
            self._building = self._building or self._steps()
            list(self._building)

    def build_gently(self, then: Callable[[], object]) -> None:
        """The same in steps, each short enough not to be felt; ``then`` when it is built."""
        self._building = self._building or self._steps()
        if next(self._building, self) is self:
            then()
        else:
            QTimer.singleShot(0, self, lambda: self.build_gently(then))

    def _steps(self) -> Iterator[object]:
        import importlib

        # Python's share of the first showing is mostly the reading of modules.
        for name in ("inspector.panel", "charts", "shell.charts", "canvas.view", "canvas.page"):
            yield importlib.import_module(f"app.window.{name}")
        yield from self._make_bench()
        while (first := self._first_page) in self.rail_buttons and first not in self._areas:
            self._build_page(first)
            yield first
        self._built = True
        if self._first_page:
            self.show_page(self._first_page)
        self._title()
        if not self._opening:
            self.outer.setCurrentWidget(self.bench)

    def _make_bench(self) -> Iterator[object]:
        from app.window.inspector.panel import Inspector
        from app.window.shell.charts import ProjectionCharts
        from app.window.shell.figures import FigureStrip
        from app.window.shell.scenarios import ScenarioSelector

        session, document = self.session, self.session.document
        px = theme().px
        bench = QWidget(self)  # all of it: or the collector ends it, in parts, with the window
        whole = QVBoxLayout(bench)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        self.selector = ScenarioSelector(document)
        whole.addWidget(self._header())
        self.strip = FigureStrip(document, session.silence)
        self.strip.missingWanted.connect(self.show_missing)
        self.strip.usualTaken.connect(self._keys_to_rail)
        whole.addWidget(Strip(self.strip))
        yield bench
        self.stack = QStackedWidget()
        middle = QWidget(bench)
        column = QVBoxLayout(middle)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.stack, 1)
        self.banner = Banner(middle)
        self.inspector = Inspector(document, bench)
        yield bench
        self.across = QSplitter(Qt.Orientation.Horizontal, bench)
        self.across.addWidget(middle)
        self.across.addWidget(self.inspector)
        self.across.setStretchFactor(0, 1)
        self.across.setCollapsible(0, False)
        self.across.setSizes([px(832), px(264)])
        self.charts = ProjectionCharts(document, session.projections, bench)
        yield bench
        self.down = QSplitter(Qt.Orientation.Vertical, bench)
        self.down.addWidget(self.across)
        self.down.addWidget(self.charts)
        self.down.setStretchFactor(0, 1)
        self.down.setCollapsible(0, False)
        self.down.setSizes([px(520), px(168)])
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(Strip(self._rail(), down=True))
        row.addWidget(self.down, 1)
        whole.addLayout(row, 1)
        # Before it is in the window, which would grow to what is not folded.
        fit(self)
        self.outer.addWidget(bench)
        self.bench = bench
        self._connect_banner()
        document.selectionChanged.connect(self._show_inspector)
        document.stateChanged.connect(self._title)
        document.engagementChanged.connect(self._counts)
        document.evidenceWanted.connect(self.show_evidence)
        session.importing.connect(self._progress)
        session.importFinished.connect(self._idle)
        session.importFinished.connect(self._remember)
        document.stateChanged.connect(self._remember)
        session.analysis.busyChanged.connect(self._idle)
        session.stopped.connect(self._stopped)
        session.disputed.connect(self.say_disputed)
        session.takenOver.connect(self.say_taken)
        theme().changed.connect(self._icons)
        for key, splitter in (("across", self.across), ("down", self.down)):
            state = self.preferences.state(key + self._at_scale)
            if state is not None:
                splitter.restoreState(state)
        # A window built anew (another scale or language) finds its engagement there.
        self._counts()

    def _header(self) -> QWidget:
        bar = QWidget()
        bar.setObjectName("header")
        bar.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        row = QHBoxLayout(bar)
        px = theme().px
        row.setContentsMargins(px(12), px(6), px(12), px(6))
        row.setSpacing(px(8))
        self.engagement_title = ElidedLabel()
        self.engagement_title.setProperty("role", "heading")
        self.engagement_title.setTextFormat(Qt.TextFormat.PlainText)
        self.engagement_title.setToolTip(tr("Double-click to rename the engagement"))
        self.engagement_title.installEventFilter(self)
        row.addWidget(self.engagement_title)
        self.title_edit = NameEdit(tr("Name of the engagement"))
        self.title_edit.named.connect(self.session.document.rename)
        self.title_edit.left.connect(self.engagement_title.show)
        row.addWidget(self.title_edit)
        self.progress = QProgressBar()
        self.progress.setAccessibleName(tr("Progress"))
        self.progress.setRange(0, 1000)
        self.progress.setFixedWidth(px(120))
        self.progress.setTextVisible(False)
        self.progress_text = label("", "small")
        self.cancel = button(tr("Cancel"), self.session.cancel, icon="x", flat=True)
        # Texts may be cut where the window is narrow; they never widen it.
        self.progress_text.setMinimumWidth(px(32))
        for widget in (self.progress, self.progress_text, self.cancel):
            widget.hide()
            row.addWidget(widget)
        row.addStretch(1)
        row.addWidget(self.selector)
        row.addSpacing(px(8))
        self._tool_buttons: list[tuple[QToolButton, str]] = []
        for name, icon in (
            ("back", "arrow-left"),
            ("forward", "arrow-right"),
            ("undo", "undo-2"),
            ("redo", "redo-2"),
            ("palette", "search"),
            ("menu", "settings"),
        ):
            made = Tool()
            action = self.commands[name]
            made.setIcon(theme().icon(icon))
            made.setIconSize(QSize(px(18), px(18)))
            text = action.text().replace("&", "")
            shortcut = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
            made.setToolTip(f"{text} ({shortcut})" if shortcut else text)
            made.setAccessibleName(text)
            made.clicked.connect(action.trigger)
            action.enabledChanged.connect(made.setEnabled)
            made.setEnabled(action.isEnabled())
            row.addWidget(made)
            self._tool_buttons.append((made, icon))
        self._menu_button = self._tool_buttons[-1][0]
        return bar

    def _rail(self) -> QWidget:
        rail = QWidget()
        rail.setObjectName("rail")
        rail.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        rail.setAccessibleName(tr("Pages"))
        column = QVBoxLayout(rail)
        column.setContentsMargins(0, theme().px(8), 0, theme().px(8))
        column.setSpacing(theme().px(2))
        for name, icon, text in PAGES:
            made = Tool()
            made.setText(tr(text))
            made.setAccessibleName(tr(text))
            made.setIcon(theme().icon(icon))
            made.setIconSize(QSize(theme().px(18), theme().px(18)))
            made.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            made.setCheckable(True)
            made.setMinimumWidth(theme().px(152))
            made.setSizePolicy(made.sizePolicy().Policy.Expanding, made.sizePolicy().Policy.Maximum)
            made.clicked.connect(lambda _checked=False, n=name: self.show_page(n))
            made.toggled.connect(partial(self._toggled, name))
            column.addWidget(made)
            self.rail_buttons[name] = made
        column.addStretch(1)
        return rail

    def _toggled(self, name: str, on: bool) -> None:
        """A screen reader's first action toggles a button, which is no click."""
        shown = self.stack.currentWidget() is self._areas.get(name)
        if on and not shown:
            self.show_page(name)
        elif shown and not on:
            self.rail_buttons[name].setChecked(True)

    def _icons(self) -> None:
        for name, icon, _text in PAGES:
            self.rail_buttons[name].setIcon(theme().icon(icon))
        for made, icon in self._tool_buttons:
            made.setIcon(theme().icon(icon))

    # -- commands -----------------------------------------------------------------------------

    def canvas(self) -> TopologyPage:
        """The topology page, on show."""
        from app.window.canvas.page import TopologyPage

        self.show_page("topology")
        page = self.pages["topology"]
        assert isinstance(page, TopologyPage)
        return page

    def open_palette(self) -> None:
        """The command palette."""
        from app.window.shell.palette import open_palette

        self.build()
        self.popup = open_palette(self)

    def open_menu(self) -> None:
        """The menu behind the cog."""
        from app.window.shell.menu import menu_of

        menu = menu_of(self)
        anchor = self._menu_button if self._built else self
        menu.popup(anchor.mapToGlobal(anchor.rect().bottomLeft()))

    # -- pages --------------------------------------------------------------------------------

    def here(self) -> Stop:
        """What is on show."""
        page = self.pages.get(self.current_page)
        place = page.place() if isinstance(page, Placed) else None
        return Stop(self.current_page, self.session.document.selection, place)

    def go_back(self) -> None:
        """To what was on show before."""
        self._go_to(self.history.back(self.here()))

    def go_forward(self) -> None:
        """To what one came back from."""
        self._go_to(self.history.forward(self.here()))

    def _go_to(self, stop: Stop | None) -> None:
        if stop is None:
            return
        self._show(stop.page)
        self.session.document.select(stop.selection)
        page = self.pages.get(stop.page)
        if isinstance(page, Placed) and stop.place is not None:
            page.go_to(stop.place)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.BackButton:
            self.go_back()
        elif event.button() == Qt.MouseButton.ForwardButton:
            self.go_forward()
        else:
            super().mouseReleaseEvent(event)

    def _leave(self, name: str) -> None:
        """One goes to a page, or elsewhere on this one, by oneself."""
        if self.current_page and (name != self.current_page or self.here().place is not None):
            self.history.leave(self.here())

    def show_page(self, name: str) -> None:
        """Show a page, building it the first time."""
        if self._opening:
            # An empty engagement would stand there meanwhile, and what is done to it be lost.
            return
        if name != self.current_page:
            self._leave(name)
        self._show(name)

    def branch(self) -> None:
        """Branch the scenario on show."""
        if not self._opening:
            self.session.document.branch()

    def _show(self, name: str) -> None:
        self.build()
        if name not in self.rail_buttons:
            name = "topology"
        while name not in self._areas:
            self._build_page(name)
        theme().finish(self._areas[name])
        self.stack.setCurrentWidget(self._areas[name])
        for other, made in self.rail_buttons.items():
            made.setChecked(other == name)
        turned, self.current_page = name != self.current_page, name
        if turned:
            self.banner.leave()
        self.preferences.set("page", name)
        self._show_inspector()
        self.charts.setVisible(self.charts_wanted() and roomy(self))
        focus = self.focusWidget()
        elsewhere = turned and focus is not None and not self._areas[name].isAncestorOf(focus)
        if elsewhere or focus in (None, *self.rail_buttons.values()):
            # Else the keys stay with what is in the header, or go to the first control when the
            # window comes to the front: to the scenarios, which they switch, or to Cancel, where
            # the first space stops the analysis.
            self.rail_buttons[name].setFocus()

    def _keys_to_rail(self) -> None:
        self.rail_buttons[self.current_page].setFocus()

    def _build_page(self, name: str) -> None:
        """Read what makes a page, make it, put it into the window: three steps, and styles after.

        Reading takes as long as another thread needs that reads the same modules ahead.
        """
        if name not in self._makers:
            self._makers[name] = load(name)
        elif name not in self.pages:
            page = self.pages[name] = self._make_page(name)
            page.setParent(self)  # or the collector ends it, in parts, after the window has closed
        else:
            page = self.pages[name]
            self._areas[name] = page if name == "topology" else Scrolling(page)
            self.stack.addWidget(self._areas[name])
            resume(page, self._left.pop(name, None))
            self._polishing.begin(polishing(self._areas[name]))

    def _build_ahead(self) -> None:
        """Build the pages that were not on show yet in pauses: the first showing is quick."""
        missing = [name for name, _icon, _text in PAGES if name not in self._areas]
        idle = not QApplication.mouseButtons() and not self._polishing.busy
        if missing and self._built and idle:
            self._build_page(missing[0])
        if missing:
            QTimer.singleShot(AHEAD_MS, self, self._build_ahead)

    def charts_wanted(self) -> bool:
        """Whether the page on show has charts below it."""
        return self._charts_on and self.current_page in ("topology", "whatif")

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._built:
            fit(self)

    current_page = ""
    tour: Tour | None = None
    strip: FigureStrip
    inspector_on = True
    _charts_on = True

    def _show_inspector(self) -> None:
        show_inspector(self)

    def toggle_inspector(self) -> None:
        """Show or hide the inspector."""
        self.inspector_on = not self.inspector_on
        self.show_page(self.current_page or "topology")

    def toggle_charts(self) -> None:
        """Show or hide the charts."""
        self._charts_on = not self._charts_on
        self.show_page(self.current_page or "topology")

    def _make_page(self, name: str) -> QWidget:
        page = self._makers[name](self.session)
        if name == "topology":
            page.inspectWanted.connect(self.inspector.focus_first)  # type: ignore[attr-defined]
            page.side.currentChanged.connect(self.banner.keep_clear)  # type: ignore[attr-defined]
        elif name == "reports":
            page.filesWanted.connect(self.ask_import)  # type: ignore[attr-defined]
            page.folderWanted.connect(self.ask_import_folder)  # type: ignore[attr-defined]
        return page

    def show_component(self, component: str) -> None:
        """Select a component on the canvas and bring it into view."""
        page = self.canvas()
        page.view.topology_scene.reveal(component)
        self.session.document.select([component])
        page.view.fit(selection=True)

    def show_finding(self, finding: str) -> None:
        """Open a finding's page."""
        self._leave("advice")
        self._show("advice")
        self.pages["advice"].show_finding(finding)  # type: ignore[attr-defined]

    def show_evidence(self, file: str, line: int) -> None:
        """Open a report at a line."""
        self._leave("reports")
        self._show("reports")
        self.pages["reports"].show_line(file, line)  # type: ignore[attr-defined]

    def show_missing(self) -> None:
        """What the model lacks, to be entered."""
        self.canvas().show_missing()

    def show_help(self) -> None:
        """Help on the page or component on show."""
        from app.window.shell.help import help_text

        self.build()
        text = help_text(self.current_page, self.session.document)
        if self.banner.isVisible() and self.banner.text.text() == text:
            # Asked again: the whole of it.
            self.show_guide()
            return
        self.banner.say("help", text, (tr("Open the guide"), self.show_guide))

    def _tour_after(self) -> None:
        from app.window.shell.touring import after_sample

        after_sample(self)

    def show_around(self) -> None:
        """The guided tour."""
        from app.window.shell.touring import start

        start(self)

    def show_guide(self) -> None:
        """The guide at the page on show."""
        from app.window.shell.guide import show_guide
        from app.window.shell.help import guide_page

        show_guide(guide_page(self.current_page, self.session.document))

    def _opened(self) -> None:
        self._opening = False
        if not self._built:
            return
        self.banner.hide()
        self.outer.setCurrentWidget(self.bench)
        self.history.clear()
        self._title()
        if self.session.path is not None:
            self.preferences.remember(self.session.path, self.session.document.state.title)
            self.say_held()
            # The figures are painted before the canvas is built.
            QTimer.singleShot(0, self, lambda: self.show_page("topology"))
            QTimer.singleShot(4 * AHEAD_MS, self, self._build_ahead)

    def _refused(self, path: Path, sentence: str) -> None:
        self._opening = False
        self.build()
        self.outer.setCurrentWidget(self.bench)
        if not self.current_page:
            self.show_page("topology")
        self.say_refused(path, sentence)

    def _stopped(self) -> None:
        self._idle()
        self.banner.say(
            "warning",
            tr("The analysis was stopped: advice and projections are missing or out of date."),
            (tr("Analyse now"), self.session.analyse),
        )

    def new_window(self) -> MainWindow:
        """A second window with its own engagement."""
        other = MainWindow()
        other.show()
        return other

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        handle = self.windowHandle()
        if self._drops is None and handle is not None:
            self._drops = Drops(self, self._dropped)
            handle.installEventFilter(self._drops)

    # -- mirroring ----------------------------------------------------------------------------

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.MouseButtonDblClick and watched is self.engagement_title:
            self.rename_engagement()
        return False

    def rename_engagement(self) -> None:
        """Type another name where the name stands."""
        self.build()
        self.engagement_title.hide()
        self.title_edit.begin(self.session.document.state.title)

    def rename_here(self) -> None:
        """Rename what is chosen: a scenario in the tree of them, else a component."""
        if self.current_page == "compare":
            self.pages["compare"].tree.rename()  # type: ignore[attr-defined]
        else:
            self.canvas().view.ask_to_rename()

    def _title(self) -> None:
        title = self.session.document.state.title or tr("New engagement")
        if self.session.document.read_only:
            title = tr("{name} (read only)", name=title)
        self.engagement_title.setText(title)
        self.setWindowTitle(f"{title} – Plexwright")

    def _counts(self) -> None:
        engagement = self.session.document.engagement
        count = 0 if engagement is None else len(engagement.findings)
        self.rail_buttons["advice"].setProperty(COUNT, str(count or ""))
        fit(self)

    def _progress(self, text: str, share: float) -> None:
        # Told some hundred times a second; the bar paints at each change, so the last one wins.
        if not self._told.isActive():
            self._told.start()
        self._last_told = (text, share)

    def _show_progress(self) -> None:
        text, share = self._last_told
        for widget in (self.progress, self.progress_text, self.cancel):
            widget.show()
        self.progress.setValue(round(share * 1000))
        self.progress_text.setText(text)

    def _remember(self) -> None:
        """An engagement is among the recent ones as soon as it holds something."""
        path, document = self.session.path, self.session.document
        if path is None or not (self.session.readings or len(document.as_is)):
            return
        known = path, document.state.title
        if known != self._remembered:
            self._remembered = known
            self.preferences.remember(*known)

    def _idle(self, busy: bool = False) -> None:
        if busy:
            return
        self._told.stop()
        for widget in (self.progress, self.progress_text, self.cancel):
            widget.hide()

    # -- looks --------------------------------------------------------------------------------

    def set_look(self, choice: str) -> None:
        """Another theme."""
        theme().apply(choice)
        self.preferences.set("look", choice)

    def set_scale(self, step: int) -> None:
        """Larger or smaller text; open pages are built anew at their new size."""
        now = min(range(len(SCALES)), key=lambda n: abs(SCALES[n] - theme().scale))
        wanted = SCALES[min(max(now + step, 0), len(SCALES) - 1)]
        if wanted != theme().scale:
            theme().apply(scale=wanted)
            self.preferences.set("scale", wanted)
            self._again()

    def set_language(self, code: str) -> None:
        """Another language; the window is built anew."""
        if code != language():
            set_language(code)
            follow_language()
            self.preferences.set("language", code)
            self._again()

    def _again(self) -> None:
        """The same session in a window built anew: in place of the one that has it by now."""
        if self._instead is not None:
            now = self._instead()
            if now is not None:
                now._again()
            return
        other = MainWindow(self.session)
        # Not held: each window would keep all that came after it.
        self._instead = weakref.ref(other)
        other.setGeometry(self.geometry())
        if self._built:
            other._left = left(self)
            other.build()
            other.show_page(self.current_page)
            other.history.take_over(self.history)
        other.show()
        self.session = Session()
        self.close()

    # -- closing ------------------------------------------------------------------------------

    def closeEvent(self, event: QCloseEvent) -> None:
        if not self.may_leave(tr("Close without them"), self.close):
            event.ignore()
            return
        self.preferences.set_state("geometry", self.saveGeometry())
        if self._built:
            self.preferences.set_state("across" + self._at_scale, self.across.saveState())
            self.preferences.set_state("down" + self._at_scale, self.down.saveState())
            self._remember()
        for page in self.pages.values():
            if hasattr(page, "close_down"):
                page.close_down()
        # Asked for first, so that the window goes before the session that its pages look at.
        self.deleteLater()
        self.session.close()
        if self in WINDOWS:
            WINDOWS.remove(self)
        event.accept()
