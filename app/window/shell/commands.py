"""Every command of the window, with its text and shortcut: menu, palette and keys use these."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtGui import QAction, QKeySequence

from app.window.canvas.arrangements import ARRANGEMENTS
from app.window.i18n import LANGUAGES, mark, tr
from app.window.shell.panes import step

if TYPE_CHECKING:
    from app.window.shell.window import MainWindow

PAGES = (
    ("reports", "file-text", mark("Reports")),
    ("topology", "network", mark("Topology")),
    ("advice", "lightbulb", mark("Advice")),
    ("whatif", "sliders-horizontal", mark("What-if")),
    ("compare", "columns-3", mark("Compare")),
    ("validate", "gauge", mark("Validate")),
    ("report", "file-output", mark("Report")),
)


class StepAction(QAction):
    """Undo or redo, with the name of the step."""

    def __init__(self, text: str, able: bool, step: str, window: MainWindow) -> None:
        super().__init__(text, window)
        self._text = text
        self.setEnabled(able)
        self.say(step)

    def say(self, step: str) -> None:
        """Name the step that would be undone or done again."""
        self.setText(f"{self._text}: {step}" if step else self._text)


def make_commands(window: MainWindow) -> None:
    """Fill ``window.commands``."""
    stack = window.session.document.undo_stack
    # Not the stack's own: it would hold on to those of every window that was ever built for it.
    undo = StepAction(tr("Undo"), stack.canUndo(), stack.undoText(), window)
    redo = StepAction(tr("Redo"), stack.canRedo(), stack.redoText(), window)
    for turn, able, said, run in (
        (undo, stack.canUndoChanged, stack.undoTextChanged, stack.undo),
        (redo, stack.canRedoChanged, stack.redoTextChanged, stack.redo),
    ):
        able.connect(turn.setEnabled)
        said.connect(turn.say)
        turn.triggered.connect(run)
    undo.setShortcuts(QKeySequence.keyBindings(QKeySequence.StandardKey.Undo))
    redo.setShortcuts([QKeySequence("Ctrl+Y"), QKeySequence("Ctrl+Shift+Z")])
    for name, made in (("undo", undo), ("redo", redo)):
        window.commands[name] = made
        window.addAction(made)
    add = partial(_command, window)
    add("palette", tr("Search commands"), "Ctrl+K", window.open_palette)
    add("menu", tr("Menu"), "F10", window.open_menu)
    add("open", tr("Open engagement…"), "Ctrl+O", window.ask_open)
    add("import", tr("Import files…"), "Ctrl+I", window.ask_import)
    add("import-folder", tr("Import a folder…"), "Ctrl+Shift+I", window.ask_import_folder)
    add("new", tr("New window"), "Ctrl+N", window.new_window)
    add("save-now", tr("Save"), "Ctrl+S", window.save_now)
    add("save", tr("Save as…"), "Ctrl+Shift+S", window.ask_save)
    add("share", tr("Share…"), "", partial(_sharing, window, "share"))
    add(
        "save-installation",
        tr("Save the installation as JSON…"),
        "",
        partial(_sharing, window, "save_installation"),
    )
    add(
        "save-scenarios",
        tr("Save the scenarios as JSON…"),
        "",
        partial(_sharing, window, "save_scenarios"),
    )
    add(
        "open-scenarios",
        tr("Open scenarios from JSON…"),
        "",
        partial(_sharing, window, "open_scenarios"),
    )
    names = tr("Remember recent engagements and their names")
    remembering = add("remember", names, "", window.toggle_remembering)
    remembering.setCheckable(True)
    remembering.setChecked(window.preferences.remembers)
    add("close", tr("Close window"), "Ctrl+W", window.close)
    back = add("back", tr("Back"), "Alt+Left", window.go_back)
    forward = add("forward", tr("Forward"), "Alt+Right", window.go_forward)

    def turned() -> None:
        back.setEnabled(window.history.can_go_back)
        forward.setEnabled(window.history.can_go_forward)

    window.history.changed.connect(turned)
    turned()
    add("next-pane", tr("Next pane"), "F6", partial(step, window, 1))
    add("last-pane", tr("Pane before"), "Shift+F6", partial(step, window, -1))
    add("help", tr("Help on what is here"), "F1", window.show_help)
    add("guide", tr("Guide"), "Shift+F1", window.show_guide)
    add("tour", tr("Guided tour"), "Ctrl+F1", window.show_around)
    add("branch", tr("Branch the scenario"), "Ctrl+B", window.branch)
    add("note", tr("Note of the scenario…"), "Ctrl+Shift+N", partial(_note, window))
    add("missing", tr("What is missing"), "Ctrl+Shift+M", window.show_missing)
    add("questions", tr("Questions"), "Ctrl+Shift+Q", partial(_questions, window))
    add("export-pdf", tr("Export PDF…"), "Ctrl+P", partial(_export, window))
    for number, (name, _icon, text) in enumerate(PAGES, start=1):
        add(
            f"page-{name}",
            tr("Go to {page}", page=tr(text)),
            f"Ctrl+{number}",
            partial(window.show_page, name),
        )
    canvas: tuple[tuple[str, str, str, Callable[[], object]], ...] = (
        ("fit", tr("Fit everything"), "Ctrl+0", lambda: window.canvas().view.fit()),
        (
            "fit-selection",
            tr("Fit the selection"),
            "Ctrl+9",
            lambda: window.canvas().view.fit(selection=True),
        ),
        ("copy", tr("Copy"), "", lambda: window.canvas().view.actions_on.copy_selection()),
        ("paste", tr("Paste"), "", lambda: window.canvas().view.actions_on.paste()),
        (
            "duplicate",
            tr("Duplicate"),
            "Ctrl+D",
            lambda: window.canvas().view.actions_on.duplicate_selection(),
        ),
        ("rename", tr("Rename"), "F2", window.rename_here),
        ("link", tr("Link to…"), "Ctrl+L", lambda: window.canvas().ask_to_link()),
        ("move", tr("Move to…"), "Ctrl+M", lambda: window.canvas().ask_to_move()),
        ("add", tr("Add…"), "", lambda: window.canvas().view.ask_to_add_here("")),
        (
            "layout",
            tr("Automatic layout"),
            "",
            lambda: window.canvas().view.actions_on.automatic_layout(),
        ),
    )
    for name, text, keys, act in canvas:
        add(name, text, keys, act)
    add("cut", tr("Cut"), "", lambda: window.canvas().view.actions_on.cut_selection())
    add(
        "select-all",
        tr("Select everything"),
        "",
        lambda: window.canvas().view.actions_on.select_all(),
    )

    def arrange(how: str) -> None:
        window.canvas().view.actions_on.arrange_selection(how)

    for how, _icon, text in ARRANGEMENTS:
        add(
            f"arrange-{how}",
            tr(text),
            "",
            partial(arrange, how),
        )
    for choice, text in (
        ("system", tr("Look: like the system")),
        ("light", tr("Look: light")),
        ("dark", tr("Look: dark")),
        ("contrast", tr("Look: high contrast")),
    ):
        add(f"look-{choice}", text, "", partial(window.set_look, choice))
    add("larger", tr("Larger text"), "Ctrl++", lambda: window.set_scale(1))
    add("smaller", tr("Smaller text"), "Ctrl+-", lambda: window.set_scale(-1))
    for code, name in LANGUAGES.items():
        add(
            f"language-{code}",
            tr("Language: {name}", name=name),
            "",
            partial(window.set_language, code),
        )
    add(
        "toggle-inspector",
        tr("Show or hide the inspector"),
        "Ctrl+Alt+I",
        window.toggle_inspector,
    )
    add("toggle-charts", tr("Show or hide the charts"), "Ctrl+Alt+C", window.toggle_charts)


def _note(window: MainWindow) -> None:
    """Write a note to the scenario on show."""
    document = window.session.document
    if document.current is None:
        document.notice.emit("warning", tr("The as-is has no note: choose a scenario first."))
        return
    window.selector.note(document.current)


def _questions(window: MainWindow) -> None:
    """To the first question that no report answers."""
    window.show_page("reports")
    window.pages["reports"].show_questions()  # type: ignore[attr-defined]


def _export(window: MainWindow) -> None:
    """To the report, and ask where its PDF goes."""
    window.show_page("report")
    window.pages["report"].ask_pdf()  # type: ignore[attr-defined]


def _sharing(window: MainWindow, what: str) -> None:
    """Sharing is loaded when it is first wanted."""
    from app.window.sharing import actions

    getattr(actions, what)(window)


def _command(
    window: MainWindow, name: str, text: str, keys: str, act: Callable[[], object]
) -> QAction:
    action = QAction(text, window)
    if keys:
        action.setShortcut(QKeySequence(keys))
    action.triggered.connect(lambda _checked=False: act())
    window.commands[name] = action
    window.addAction(action)
    return action
