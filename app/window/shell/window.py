"""The main window: rail, header, key figures, pages, inspector, charts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import (
    QAction,
    QCloseEvent,
    QKeySequence,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QApplication,
    QFileDialog,
    QHBoxLayout,
    QMainWindow,
    QProgressBar,
    QSplitter,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.window.i18n import LANGUAGES, language, set_language, tr
from app.window.session import Session
from app.window.shell.banner import Banner
from app.window.shell.commands import PAGES, make_commands
from app.window.shell.drops import Drops
from app.window.shell.fitting import fit, roomy
from app.window.shell.preferences import Preferences
from app.window.shell.start import StartPage
from app.window.theme import theme
from app.window.widgets.basics import button, label
from app.window.widgets.scrolling import Scrolling, Strip

if TYPE_CHECKING:
    from app.window.canvas.page import TopologyPage

PROGRESS_MS = 60
AHEAD_MS = 100
SCALES = (1.0, 1.25, 1.5, 2.0, 2.5, 3.0)

# Windows that are open; Python's reference is what keeps them.
WINDOWS: list[MainWindow] = []


class MainWindow(QMainWindow):
    """One window on one session. Everything slow is built after the first paint."""

    def __init__(self, session: Session | None = None) -> None:
        super().__init__()
        self.session = session or Session()
        self.preferences = Preferences()
        # Splitters are remembered in pixels, which mean something else at another text scale.
        self._at_scale = f"@{theme().scale:g}"
        self.commands: dict[str, QAction] = {}
        self.pages: dict[str, QWidget] = {}
        self._areas: dict[str, QWidget] = {}
        self.rail_buttons: dict[str, QToolButton] = {}
        self._built = False
        self._building: Iterator[object] | None = None
        self._first_page = self.preferences.text("page", "topology")
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
        self.start = StartPage(self.preferences.recent())
        self.outer = QStackedWidget()
        self.outer.addWidget(Scrolling(self.start))
        self.setCentralWidget(self.outer)
        make_commands(self)
        self._connect_start()
        self.session.opened.connect(self._opened)
        self.session.refused.connect(self._refused)
        geometry = self.preferences.state("geometry")
        if geometry is not None:
            self.restoreGeometry(geometry)
        WINDOWS.append(self)

    # -- building the workbench -------------------------------------------------------------

    def build(self) -> None:
        """Build what an open engagement needs; once."""
        if self._built:
            return
        if self._building is None:
            self._building = self._steps()
        for _step in self._building:
            pass

    def build_gently(self, then: Callable[[], object]) -> None:
        """The same in steps, each short enough not to be felt; ``then`` when it is built."""
        if self._building is None:
            self._building = self._steps()
        if next(self._building, self) is self:
            then()
        else:
            QTimer.singleShot(0, self, lambda: self.build_gently(then))

    def _steps(self) -> Iterator[object]:
        import importlib

        # Python's share of the first showing is mostly the reading of modules.
        for name in ("inspector.panel", "charts", "shell.charts", "canvas.view", "canvas.page"):
            yield importlib.import_module(f"app.window.{name}")
        self._make_bench()
        yield self.bench
        self._built = True
        if self._first_page:
            self.show_page(self._first_page)
        self._title()
        self.outer.setCurrentWidget(self.bench)

    def _make_bench(self) -> None:
        from app.window.inspector.panel import Inspector
        from app.window.shell.charts import ProjectionCharts
        from app.window.shell.figures import FigureStrip
        from app.window.shell.scenarios import ScenarioSelector

        session, document = self.session, self.session.document
        px = theme().px
        bench = QWidget()
        whole = QVBoxLayout(bench)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        self.selector = ScenarioSelector(document)
        whole.addWidget(self._header())
        self.strip = FigureStrip(document)
        whole.addWidget(Strip(self.strip))
        self.stack = QStackedWidget()
        middle = QWidget()
        column = QVBoxLayout(middle)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.stack, 1)
        self.banner = Banner(middle)
        self.inspector = Inspector(document)
        self.across = QSplitter(Qt.Orientation.Horizontal)
        self.across.addWidget(middle)
        self.across.addWidget(self.inspector)
        self.across.setStretchFactor(0, 1)
        self.across.setCollapsible(0, False)
        self.across.setSizes([px(832), px(264)])
        self.charts = ProjectionCharts(document, session.projections)
        self.down = QSplitter(Qt.Orientation.Vertical)
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
        document.notice.connect(self.banner.say)
        document.selectionChanged.connect(self._show_inspector)
        document.stateChanged.connect(self._title)
        document.engagementChanged.connect(self._counts)
        document.evidenceWanted.connect(self.show_evidence)
        session.importing.connect(self._progress)
        session.importFinished.connect(self._idle)
        session.importFinished.connect(self._remember)
        session.analysis.busyChanged.connect(self._busy)
        session.stopped.connect(self._stopped)
        theme().changed.connect(self._icons)
        for key, splitter in (("across", self.across), ("down", self.down)):
            state = self.preferences.state(key + self._at_scale)
            if state is not None:
                splitter.restoreState(state)

    def _header(self) -> QWidget:
        bar = QWidget()
        bar.setObjectName("header")
        bar.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        row = QHBoxLayout(bar)
        px = theme().px
        row.setContentsMargins(px(12), px(6), px(12), px(6))
        row.setSpacing(px(8))
        self.engagement_title = label("", "heading")
        row.addWidget(self.engagement_title)
        self.progress = QProgressBar()
        self.progress.setAccessibleName(tr("Progress"))
        self.progress.setRange(0, 1000)
        self.progress.setFixedWidth(px(120))
        self.progress.setTextVisible(False)
        self.progress_text = label("", "small")
        self.cancel = button(tr("Cancel"), self.session.cancel, icon="x", flat=True)
        # Texts may be cut where the window is narrow; they never widen it.
        self.engagement_title.setMinimumWidth(px(96))
        self.progress_text.setMinimumWidth(px(32))
        for widget in (self.progress, self.progress_text, self.cancel):
            widget.hide()
            row.addWidget(widget)
        row.addStretch(1)
        row.addWidget(self.selector)
        row.addSpacing(px(8))
        self._tool_buttons: list[tuple[QToolButton, str]] = []
        for name, icon in (
            ("undo", "undo-2"),
            ("redo", "redo-2"),
            ("palette", "search"),
            ("menu", "settings"),
        ):
            made = QToolButton()
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
            made = QToolButton()
            made.setText(tr(text))
            made.setAccessibleName(tr(text))
            made.setIcon(theme().icon(icon))
            made.setIconSize(QSize(theme().px(18), theme().px(18)))
            made.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            made.setCheckable(True)
            made.setMinimumWidth(theme().px(152))
            made.setSizePolicy(made.sizePolicy().Policy.Expanding, made.sizePolicy().Policy.Fixed)
            made.clicked.connect(lambda _checked=False, n=name: self.show_page(n))
            column.addWidget(made)
            self.rail_buttons[name] = made
        column.addStretch(1)
        return rail

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
        from PySide6.QtWidgets import QMenu

        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        groups = (
            ("open", "import", "save", "new", "close"),
            ("look-system", "look-light", "look-dark", "look-contrast", "larger", "smaller"),
            tuple(f"language-{code}" for code in LANGUAGES),
            ("toggle-inspector", "toggle-charts", "help"),
        )
        for group in groups:
            for name in group:
                menu.addAction(self.commands[name])
            menu.addSeparator()
        anchor = self._menu_button if self._built else self
        menu.popup(anchor.mapToGlobal(anchor.rect().bottomLeft()))

    # -- pages --------------------------------------------------------------------------------

    def show_page(self, name: str) -> None:
        """Show a page, building it the first time."""
        self.build()
        if name not in self.rail_buttons:
            name = "topology"
        while name not in self._areas:
            self._build_page(name)
        theme().finish(self._areas[name])
        self.stack.setCurrentWidget(self._areas[name])
        for other, made in self.rail_buttons.items():
            made.setChecked(other == name)
        self.current_page = name
        self.preferences.set("page", name)
        self._show_inspector()
        self.charts.setVisible(self.charts_wanted() and roomy(self))
        if self.focusWidget() in (None, *self.rail_buttons.values()):
            # Else the first control gets the keys when the window comes to the front: Cancel,
            # while it is there, and the first space stops the analysis.
            self.rail_buttons[name].setFocus()

    def _build_page(self, name: str) -> None:
        """Make a page, or put it into the window once it is made: two steps of some 70 ms each."""
        if name not in self.pages:
            self.pages[name] = self._make_page(name)
        else:
            page = self.pages[name]
            self._areas[name] = page if name == "topology" else Scrolling(page)
            self.stack.addWidget(self._areas[name])

    def _build_ahead(self) -> None:
        """Build the pages that were not on show yet in pauses: the first showing is quick."""
        missing = [name for name, _icon, _text in PAGES if name not in self._areas]
        if missing and self._built and not QApplication.mouseButtons():
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
    _inspector_on = True
    _charts_on = True

    def _show_inspector(self) -> None:
        # With nothing selected it has nothing to say: the canvas takes its room.
        wanted = self._inspector_on and self.current_page == "topology"
        self.inspector.setVisible(wanted and bool(self.session.document.selection))

    def toggle_inspector(self) -> None:
        """Show or hide the inspector."""
        self._inspector_on = not self._inspector_on
        self.show_page(self.current_page or "topology")

    def toggle_charts(self) -> None:
        """Show or hide the charts."""
        self._charts_on = not self._charts_on
        self.show_page(self.current_page or "topology")

    def _make_page(self, name: str) -> QWidget:
        session = self.session
        if name == "topology":
            from app.window.canvas.page import TopologyPage

            canvas = TopologyPage(session.document)
            canvas.inspectWanted.connect(self.inspector.focus_first)
            return canvas
        if name == "reports":
            from app.window.importing.page import ReportsPage

            reports = ReportsPage(session)
            reports.filesWanted.connect(self.ask_import)
            return reports
        if name == "advice":
            from app.window.advice.page import AdvicePage

            return AdvicePage(session)
        if name == "whatif":
            from app.window.whatif.page import WhatIfPage

            return WhatIfPage(session)
        if name == "compare":
            from app.window.compare.page import ComparePage

            return ComparePage(session)
        if name == "validate":
            from app.window.validation.page import ValidationPage

            return ValidationPage(session)
        from app.window.report.page import ReportPage

        return ReportPage(session)

    def show_component(self, component: str) -> None:
        """Select a component on the canvas and bring it into view."""
        page = self.canvas()
        page.view.topology_scene.reveal(component)
        self.session.document.select([component])
        page.view.fit(selection=True)

    def show_finding(self, finding: str) -> None:
        """Open a finding's page."""
        self.show_page("advice")
        self.pages["advice"].show_finding(finding)  # type: ignore[attr-defined]

    def show_evidence(self, file: str, line: int) -> None:
        """Open a report at a line."""
        self.show_page("reports")
        self.pages["reports"].show_line(file, line)  # type: ignore[attr-defined]

    def show_help(self) -> None:
        """Help on the page or component on show."""
        from app.window.shell.help import help_text

        self.build()
        self.banner.say("help", help_text(self.current_page, self.session.document))

    # -- files --------------------------------------------------------------------------------

    def _connect_start(self) -> None:
        self.start.openWanted.connect(self.ask_open)
        self.start.newWanted.connect(self.begin_empty)
        self.start.sampleWanted.connect(self.open_sample)
        self.start.filesWanted.connect(self.ask_import)
        self.start.recentWanted.connect(lambda path: self.open_file(Path(path)))

    def begin_empty(self) -> None:
        """An engagement without reports: build the installation by hand."""
        self.build()
        self.session.new()
        self.show_page("topology")

    def open_sample(self) -> None:
        """Import the shipped sample as a new engagement."""
        from app.paths import sample

        if self._building is None or self._built:
            self._import_into_new([sample("engagement")])

    def _import_into_new(self, paths: list[Path]) -> None:
        def go_on() -> None:
            self.session.new()
            self.show_page("reports")
            self.session.import_paths(paths)

        # The only page that is needed now; the others are built in pauses.
        self._first_page = ""
        self.build_gently(go_on)
        QTimer.singleShot(4 * AHEAD_MS, self, self._build_ahead)

    def open_file(self, path: Path) -> None:
        """Open an engagement file: it is read off the window's thread and then shown."""
        if not self._built:
            self.start.say_opening(path)
            # Its pages need the catalogue, which comes with the engagement.
            self._first_page = ""
        # Read in its thread from now on; what shows it is built meanwhile.
        self.session.open(path, hold=True)
        self.build_gently(self.session.go_on)

    def _opened(self) -> None:
        if not self._built:
            return
        self._title()
        if self.session.path is not None:
            self.preferences.remember(self.session.path)
            # The figures are painted before the canvas is built.
            QTimer.singleShot(0, self, lambda: self.show_page("topology"))
            QTimer.singleShot(4 * AHEAD_MS, self, self._build_ahead)

    def _refused(self, path: Path, sentence: str) -> None:
        self.build()
        if not self.current_page:
            self.show_page("topology")
        self.banner.say("warning", f"{path.name}: {sentence}")

    def _stopped(self) -> None:
        self._idle()
        self.banner.say(
            "warning",
            tr("The analysis was stopped: advice and projections are missing or out of date."),
            (tr("Analyse now"), self.session.analyse),
        )

    def _dropped(self, paths: list[Path], elsewhere: list[str]) -> None:
        """Files were dropped; those of a server or a mail are not files of this machine yet."""
        if paths:
            self.import_files(paths)
        if elsewhere:
            self.build()
            self.session.document.notice.emit(
                "warning",
                tr(
                    "{file} is not a file of this machine; save it in a folder first",
                    file=elsewhere[0],
                ),
            )

    def import_files(self, paths: list[Path]) -> None:
        """Import files and folders, or open an engagement among them."""
        engagements = [p for p in paths if p.suffix.lower() == ".plexwright"]
        if engagements:
            self.open_file(engagements[0])
            if len(paths) > 1:
                self.session.document.notice.emit(
                    "warning",
                    tr(
                        "Only {file} is opened; drop reports, or another engagement, afterwards.",
                        file=engagements[0].name,
                    ),
                )
            return
        if not self._built:
            self._import_into_new(paths)
            return
        self.show_page("reports")
        self.session.import_paths(paths)

    def ask_open(self) -> None:
        """Choose an engagement to open."""
        name, _ = QFileDialog.getOpenFileName(
            self, tr("Open engagement"), "", tr("Engagements") + " (*.plexwright)"
        )
        if name:
            self.open_file(Path(name))

    def ask_import(self) -> None:
        """Choose report files to import."""
        names, _ = QFileDialog.getOpenFileNames(self, tr("Import files"))
        if names:
            self.import_files([Path(n) for n in names])

    def ask_save(self) -> None:
        """Choose a name to save under."""
        name, _ = QFileDialog.getSaveFileName(
            self, tr("Save as"), "", tr("Engagements") + " (*.plexwright)"
        )
        if name:
            path = Path(name)
            if path.suffix != ".plexwright":
                path = path.with_name(path.name + ".plexwright")
            refusal = self.session.save_as(path)
            if refusal is not None:
                self.banner.say("warning", refusal)
            else:
                self.preferences.remember(path)

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

    def _title(self) -> None:
        title = self.session.document.state.title or tr("New engagement")
        self.engagement_title.setText(title)
        self.setWindowTitle(f"{title} – Plexwright")

    def _counts(self) -> None:
        engagement = self.session.document.engagement
        count = 0 if engagement is None else len(engagement.findings)
        text = tr("Advice") + (f"  {count}" if count else "")
        self.rail_buttons["advice"].setText(text)

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

    def _busy(self, busy: bool) -> None:
        if not busy:
            self._idle()

    def _remember(self) -> None:
        """An engagement is among the recent ones as soon as it holds something."""
        if self.session.path is not None and self.session.readings:
            self.preferences.remember(self.session.path)

    def _idle(self) -> None:
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
            self.preferences.set("language", code)
            self._again()

    def _again(self) -> None:
        """The same session in a window built anew."""
        other = MainWindow(self.session)
        other.setGeometry(self.geometry())
        if self._built:
            other.build()
            other.show_page(self.current_page)
        other.show()
        self.session = Session()
        self.close()

    # -- closing ------------------------------------------------------------------------------

    def closeEvent(self, event: QCloseEvent) -> None:
        unsaved = None if self._leaving else self.session.save_now()
        if unsaved is not None:
            event.ignore()
            self.banner.say(
                "warning",
                tr("The last changes are not saved: {why}. Save under another name.", why=unsaved),
                (tr("Close without them"), self.leave),
            )
            return
        self.preferences.set_state("geometry", self.saveGeometry())
        if self._built:
            self.preferences.set_state("across" + self._at_scale, self.across.saveState())
            self.preferences.set_state("down" + self._at_scale, self.down.saveState())
            self._remember()
        self.session.close()
        if self in WINDOWS:
            WINDOWS.remove(self)
        event.accept()
        self.deleteLater()

    _leaving = False

    def leave(self) -> None:
        """Close, whatever is not saved."""
        self._leaving = True
        self.close()
        application = QApplication.instance()
        if application is not None:
            application.processEvents()
