"""The window's dealings with files: open, import, save as, and leaving what is not saved."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale, QPoint, Qt, QTime, QTimer
from PySide6.QtWidgets import QFileDialog, QMessageBox

from app.importing.files import is_engagement
from app.locked import is_locked
from app.paths import same_file
from app.window.document.merging import Conflict
from app.window.i18n import tr
from app.window.session import Session
from app.window.shell.banner import Action, Banner
from app.window.shell.lots import Lot, LotsDialog, folders_of, lots
from app.window.shell.preferences import Preferences
from app.window.shell.start import StartPage
from app.window.shell.tabbing import Tabbing
from app.window.theme import theme

if TYPE_CHECKING:
    from app.window.canvas.page import TopologyPage

AHEAD_MS = 100
SUFFIX = "plexwright"
MOST_NAMED = 4
ASIDE = 32


def _named(conflict: Conflict) -> str:
    """What a conflict is about, and how the sides differ where that is short."""
    if conflict.kind == "title":
        return tr("the name: “{mine}” or “{theirs}”", mine=conflict.mine, theirs=conflict.theirs)
    if conflict.kind == "scenario":
        if conflict.mine is None:
            return tr("scenario “{name}”, deleted here", name=conflict.name)
        if conflict.theirs is None:
            return tr("scenario “{name}”, deleted there", name=conflict.name)
        return tr("scenario “{name}”", name=conflict.name)
    if conflict.kind == "answer":
        return tr("the answer on {name}", name=" ".join(conflict.name))
    if conflict.kind == "decision":
        return tr("the decision on {name}", name=conflict.name)
    if conflict.kind == "position":
        return tr("the place of {name}", name=conflict.name)
    if conflict.kind == "goal":
        return tr("the service level of {name}", name=conflict.name[0])
    return tr("the limits of the plan") if conflict.kind == "constraints" else tr("the as-is")


def _engagements(paths: Sequence[Path]) -> list[Path]:
    """Those that are engagements, whatever they are called: a backup is "bank.plexwright.old"."""
    return [
        path
        for path in paths
        if path.suffix.lower() == f".{SUFFIX}" or is_locked(path) or is_engagement(path)
    ]


class Filing(Tabbing):
    """What the main window does with files; the window itself is its only subclass."""

    session: Session
    preferences: Preferences
    start: StartPage
    banner: Banner
    _built: bool
    _building: object
    _first_page: str
    _opening = False
    """Whether an engagement is being opened that the start page speaks of."""
    _unsaved = ""
    """What was said when one could not leave."""
    _held = ""
    """What was said of who else has the engagement open."""
    _held_acts: tuple[Action, ...] = ()
    _not_saved_as = ""
    """Why it could not be saved under another name."""
    popup: object = None

    def build(self) -> None:
        raise NotImplementedError

    def build_gently(self, then: Callable[[], object]) -> None:
        raise NotImplementedError

    def show_page(self, name: str) -> None:
        raise NotImplementedError

    def _idle(self, busy: bool = False) -> None:
        raise NotImplementedError

    def new_window(self) -> Filing:
        raise NotImplementedError

    def canvas(self) -> TopologyPage:
        raise NotImplementedError

    def _build_ahead(self) -> None:
        raise NotImplementedError

    # -- leaving -------------------------------------------------------------------------------

    def may_leave(self, without: str, then: Callable[[], object]) -> bool:
        """Whether everything of the engagement is saved; else a banner says why not.

        Its button, which reads ``without``, gives the unsaved up and does ``then``.
        """
        why = self.session.save_now()
        if why is None:
            return True

        self.build()
        self._unsaved = tr("The last changes are not saved: {why}.", why=why)
        self.banner.say(
            "warning",
            self._unsaved,
            (without, lambda: self.session.give_up(then)),
            (tr("Save as…"), self.ask_save),
        )
        return False

    def say_held(self) -> None:
        """Who has the engagement open already, and what can be done here."""
        holder = self.session.holder
        if holder is None:
            return
        if holder.here:
            said = tr("This engagement is open in another window already: it is only read here.")
        elif holder.user:
            said = tr(
                "This engagement is open already ({user} on {host}, since {since}): it is only "
                "read here.",
                user=holder.user,
                host=holder.host,
                since=holder.since.replace("T", " "),
            )
        else:
            said = tr("This engagement is open elsewhere already: it is only read here.")
        self._say_held(said, (tr("Take over"), self.take_over))

    def say_held_again(self) -> None:
        """Something was to be changed all the same: the same, with what can be done about it."""
        if self._held:
            self._say_held(self._held, *self._held_acts)

    def _say_held(self, said: str, *acts: Action) -> None:
        self._held, self._held_acts = said, acts
        self.banner.say("warning", said, (tr("Work on a copy…"), self.ask_save), *acts)

    def take_over(self) -> None:
        """Work on here what another window has open; that one reads only from then on."""
        why = self.session.take_over()
        if why is not None:
            self.banner.say("warning", why)
        else:
            self.banner.withdraw(self._held)

    def say_taken(self) -> None:
        """Another window took the engagement over from this one."""
        self._say_held(
            tr(
                "Another window has taken this engagement over: it is only read here. What was "
                "not saved yet is kept by a copy."
            )
        )

    def say_disputed(self, conflicts: Sequence[Conflict]) -> None:
        """What both windows changed differently, and whose is to stay."""
        said = [_named(conflict) for conflict in conflicts]
        more = len(said) - MOST_NAMED
        if more > 0:
            said = [*said[:MOST_NAMED], tr("{n} more", n=more)]
        self.build()
        self.banner.say(
            "warning",
            tr("Another window changed the same: {what}.", what="; ".join(said)),
            (tr("Keep what is here"), lambda: self.session.settle(mine=True)),
            (tr("Take what is there"), lambda: self.session.settle(mine=False)),
        )

    def _connect_banner(self) -> None:
        document = self.session.document
        document.notice.connect(self.banner.say)
        document.held.connect(self.say_held_again)
        document.fits.connect(self.banner.withdraw)
        document.undo_stack.indexChanged.connect(self.banner.withdraw_refusal)
        self.session.madeGood.connect(self.banner.withdraw)

    def _connect_start(self) -> None:
        self.start.openWanted.connect(self.ask_open)
        self.start.newWanted.connect(self.begin_empty)
        self.start.sampleWanted.connect(self.open_sample)
        self.start.filesWanted.connect(self.ask_import)
        self.start.folderWanted.connect(self.ask_import_folder)
        self.start.recentWanted.connect(lambda path: self.open_file(Path(path)))

    def begin_empty(self) -> None:
        """An engagement without reports: build the installation by hand."""
        if self._built:
            if self.may_leave(tr("Go on without them"), self.begin_empty):
                self._empty()
        elif self._building is None:
            self._first_page = "topology"
            self.build_gently(self._empty_if_still_wanted)

    def _empty_if_still_wanted(self) -> None:
        """Files may have been dropped, or an engagement opened, while the window was built."""
        if not (self._opening or self._open_name()):
            self._empty()

    def _empty(self) -> None:
        self.session.new()
        page = self.canvas()
        page.side.setCurrentWidget(page.palette_panel)
        # What is typed first names the first component.
        page.palette_panel.filter.setFocus()

    def open_sample(self) -> None:
        """Import the shipped sample as a new engagement."""
        from app.paths import sample, sample_customer

        if (self._building is None or self._built) and self.may_leave(
            tr("Go on without them"), self.open_sample
        ):
            self._import_into_new([sample("engagement")], self._tour_after, sample_customer())

    def _tour_after(self) -> None:
        raise NotImplementedError

    def _import_into_new(
        self, paths: list[Path], then: Callable[[], object] = lambda: None, title: str = ""
    ) -> None:
        def go_on() -> None:
            self.session.new(title)
            self.show_page("reports")
            self.session.import_paths(paths)
            then()

        # The only page that is needed now; the others are built in pauses.
        self._first_page = ""
        self.build_gently(go_on)
        QTimer.singleShot(4 * AHEAD_MS, self, self._build_ahead)

    def open_file(self, path: Path) -> None:
        """Open an engagement file: it is read off the window's thread and then shown."""
        if is_locked(path):
            self.ask_passphrase(path)
            return
        if not self.may_leave(tr("Go on without them"), lambda: self.open_file(path)):
            return
        if not self._built:
            self.start.say_opening(path)
            self._opening = True
            # Its pages need the catalogue, which comes with the engagement.
            self._first_page = ""
        # Read in its thread from now on; what shows it is built meanwhile.
        self.session.open(path, hold=True)
        self.build_gently(self.session.go_on)

    def ask_passphrase(self, path: Path) -> None:
        """Ask for the passphrase of a locked file and open what is in it."""
        from app.window.sharing.dialogs import UnlockDialog

        dialog = UnlockDialog(path, self)
        dialog.unlocked.connect(self.open_file)
        self.popup = dialog
        dialog.open()

    def say_refused(self, path: Path, sentence: str) -> None:
        """An engagement cannot be opened: of a damaged one, what can be read may be saved."""
        act = (tr("Save what can be read…"), lambda: self.ask_rescue(path))
        damaged = self.session.analysis.damaged
        self.banner.say("warning", f"{path.name}: {sentence}", *((act,) if damaged else ()))

    def ask_rescue(self, path: Path) -> None:
        """Ask for a name to save what a damaged file still gives, and open that."""
        from app.window.sharing.rescuing import RescueDialog

        dialog = RescueDialog(path, self)
        dialog.rescued.connect(self.open_file)
        self.popup = dialog
        dialog.open()

    def _dropped(self, paths: list[Path], elsewhere: list[str]) -> None:
        """Files were dropped; those of a server or a mail are not files of this machine yet."""
        if paths:
            self.offer_files(paths)
        if elsewhere:
            self.build()
            self.session.document.notice.emit(
                "warning",
                tr(
                    "{file} is not a file of this machine; save it in a folder first",
                    file=elsewhere[0],
                ),
            )

    def offer_files(self, paths: list[Path]) -> None:
        """Import what was given; whose several folders are, or one more, is asked before."""
        open_name = self._open_name()
        folders = folders_of(paths)
        if not folders or (folders == 1 and not open_name) or _engagements(paths):
            self.import_files(paths)
            return
        found = lots(paths) if folders > 1 else ((paths[0].name, tuple(paths)),)
        dialog = LotsDialog(
            found,
            open_name,
            lambda: self._import_each(found),
            lambda: self._import_each([("", tuple(paths))]),
            lambda: self.import_files(paths),
            self,
        )
        self.popup = dialog
        dialog.open()

    def _open_name(self) -> str:
        """What the engagement of this window is called; empty while it holds nothing."""
        session = self.session
        holds = session.readings or len(session.document.as_is) or session.analysis.reading
        return (session.document.state.title or tr("New engagement")) if holds else ""

    def _import_each(self, found: Sequence[Lot]) -> None:
        """An engagement for each lot, in a window of its own where this one holds something."""
        here = not self._open_name()
        for number, (title, paths) in enumerate(found):
            window = self if here and number == 0 else self.new_window()
            if window is not self and not window.isMaximized():
                aside = (number + (not here)) * theme().px(ASIDE)
                window.move(self.pos() + QPoint(aside, aside))
            window._import_into_new(list(paths), title=title)

    def import_files(self, paths: list[Path]) -> None:
        """Import files and folders, or open an engagement among them."""
        engagements = _engagements(paths)
        if engagements:
            if len(paths) > 1:
                self._say_others_wait(engagements[0])
            self.open_file(engagements[0])
            return
        if not self._built:
            self._import_into_new(paths)
            return
        self.show_page("reports")
        self.session.import_paths(paths)

    def _say_others_wait(self, path: Path) -> None:
        """Once it is open: before, the start page has no place to say it."""

        def say_it() -> None:
            if self.session.path == path:
                text = tr(
                    "Only {file} is opened; drop reports, or another engagement, afterwards.",
                    file=path.name,
                )
                self.session.document.notice.emit("warning", text)

        self.session.opened.connect(say_it, Qt.ConnectionType.SingleShotConnection)

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

    def ask_import_folder(self) -> None:
        """Choose a folder whose report files are imported, with all that is in it."""
        name = QFileDialog.getExistingDirectory(self, tr("Import a folder"))
        if name:
            self.offer_files([Path(name)])

    def save_now(self) -> None:
        """Write what is not written yet, though that happens by itself, and say so."""
        session = self.session
        refusal = session.save_now()
        if refusal:
            self.banner.say("warning", refusal)
        elif session.path is None:
            self.banner.say("info", tr("There is nothing to save yet."))
        elif not session.document.refuses():
            now = QLocale().toString(QTime.currentTime(), QLocale.FormatType.ShortFormat)
            self.banner.say("info", tr("Saved at {time}: {file}", time=now, file=session.path.name))

    def ask_save(self) -> None:
        """Choose a name to save under; a name that is taken is asked about."""
        dialog = QFileDialog(
            self, tr("Save as"), str(self.session.path or ""), f"{tr('Engagements')} (*.{SUFFIX})"
        )
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(SUFFIX)
        # Asked below, of the name that is written in the end: "a.2026" becomes "a.2026.plexwright".
        dialog.setOption(QFileDialog.Option.DontConfirmOverwrite)
        while dialog.exec():
            path = Path(dialog.selectedFiles()[0])
            if path.suffix.lower() != f".{SUFFIX}":
                path = path.with_name(f"{path.name}.{SUFFIX}")
            taken = path.exists()
            if not taken or self._replaces(path):
                self.save_as(path, replace=taken)
                return

    def save_as(self, path: Path, *, replace: bool = False) -> None:
        """Save at ``path`` and go on there; the banner says why not."""
        self.session.save_as(path, replace=replace)

    def say_saved_as(self, path: Path, refusal: str | None) -> None:
        """A Save as is through, or was refused."""
        if self._built:
            self._idle(self.session.analysis.busy)
        if refusal is not None:
            self._not_saved_as = refusal
            self.banner.say("warning", refusal)
        else:
            # None of it holds any more, nor is there anything unsaved that a button could give up.
            for said in (self._unsaved, self._held, self._not_saved_as):
                self.banner.withdraw(said)
            self.preferences.remember(path, self.session.document.state.title)

    def toggle_remembering(self) -> None:
        """Whether recent engagements and what they are called are kept on this machine."""
        self.preferences.remembers = not self.preferences.remembers
        if self.preferences.remembers and self.session.path is not None:
            self.preferences.remember(self.session.path, self.session.document.state.title)

    def _replaces(self, path: Path) -> bool:
        """Whether another file is to go; asked with No as the answer that a reflex gives."""
        if self.session.path is not None and same_file(path, self.session.path):
            return True
        asked = QMessageBox.question(
            self,
            tr("Save as"),
            tr("{file} exists already. Replace it with this engagement?", file=path.name),
            defaultButton=QMessageBox.StandardButton.No,
        )
        return asked == QMessageBox.StandardButton.Yes
