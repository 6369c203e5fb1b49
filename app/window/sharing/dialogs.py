"""What is asked before an engagement is shared, and before a locked one is opened."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QFileDialog,
    QLineEdit,
    QPlainTextEdit,
    QProgressBar,
    QVBoxLayout,
    QWidget,
)

from app.window.i18n import several, tr
from app.window.i18n.problems import sentence_of
from app.window.services.worker import Cancel, Worker
from app.window.theme import theme
from app.window.widgets.basics import button, columns, label, rows

if TYPE_CHECKING:
    from app.sharing.masked import Shared

SLOT = "sharing"
WIDTH = 520
STEPS = 1000
MOST_TOLD = 40


class WorkDialog(QDialog):
    """A dialog that works off the window's thread, with progress; closing it cancels the work.

    Signals
    -------
    progressed  share of the work, from its thread.
    """

    progressed = Signal(float)

    def __init__(self, title: str, act: str, parent: QWidget | None) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setMinimumWidth(theme().px(WIDTH))
        self._worker = Worker((SLOT,), self)
        self._worker.delivered.connect(self._came)
        self._worker.failed.connect(self._failed)
        self._worker.finished.connect(self._ended)
        self.progressed.connect(self._progress)
        whole = rows(self, margin=16, spacing=10)
        self.box: QVBoxLayout = rows(spacing=8)
        whole.addLayout(self.box)
        self.said = label("", "", wrap=True)
        self.said.setAccessibleName(tr("What came of it"))
        self.said.hide()
        whole.addWidget(self.said)
        self.progress = QProgressBar()
        self.progress.setRange(0, STEPS)
        self.progress.setAccessibleName(tr("Progress"))
        self.progress.hide()
        whole.addWidget(self.progress)
        foot = columns()
        foot.addStretch(1)
        self.act = button(act, self.begin, primary=True)
        self.leave = button(tr("Cancel"), self.close)
        for made in (self.act, self.leave):
            foot.addWidget(made)
        whole.addLayout(foot)

    def begin(self) -> None:
        """Do what the dialog is for."""
        raise NotImplementedError

    def came(self, result: object) -> None:
        """A result of the work."""
        raise NotImplementedError

    def field(self, text: str, *, secret: bool = False) -> QLineEdit:
        """A field with its text above it."""
        field = QLineEdit()
        field.setAccessibleName(text)
        if secret:
            field.setEchoMode(QLineEdit.EchoMode.Password)
        above = label(text, "muted")
        above.setBuddy(field)
        self.box.addWidget(above)
        self.box.addWidget(field)
        return field

    def target(self, suggested: Path) -> QLineEdit:
        """The field of the file to write, with a button that chooses another."""
        field = QLineEdit(str(suggested))
        field.setAccessibleName(tr("File to write"))
        above = label(tr("File to write"), "muted")
        above.setBuddy(field)

        def choose() -> None:
            name, _ = QFileDialog.getSaveFileName(
                self,
                tr("File to write"),
                field.text(),
                options=QFileDialog.Option.DontConfirmOverwrite,
            )
            if name:
                field.setText(name)

        line = columns()
        line.addWidget(field, 1)
        line.addWidget(button(tr("Choose…"), choose))
        self.box.addWidget(above)
        self.box.addLayout(line)
        return field

    def work(self, work: Callable[[Cancel], Iterator[object]]) -> None:
        """Run it, with nothing to be changed meanwhile."""
        self._say("")
        self.act.setEnabled(False)
        self.progress.setValue(0)
        self.progress.show()
        self._worker.submit(SLOT, work)

    @property
    def busy(self) -> bool:
        """Whether work is under way."""
        return self._worker.busy(SLOT)

    def _say(self, text: str) -> None:
        self.said.setText(text)
        self.said.setVisible(bool(text))

    def _came(self, _slot: str, _number: int, result: object) -> None:
        self.came(result)

    def _progress(self, share: float) -> None:
        self.progress.setValue(round(share * STEPS))

    def _failed(self, _slot: str, _number: int, problem: Exception) -> None:
        self._say(sentence_of(problem))

    def _ended(self, _slot: str, _number: int) -> None:
        self.progress.hide()
        self.act.setEnabled(True)

    def closeEvent(self, event: QCloseEvent) -> None:
        self._worker.stop()
        super().closeEvent(event)


class ShareDialog(WorkDialog):
    """A copy for others: under other names, under a passphrase, or both."""

    def __init__(self, path: Path, parent: QWidget | None = None) -> None:
        super().__init__(tr("Share"), tr("Write the copy"), parent)
        self.path = path
        self.masked = QCheckBox(tr("Replace the customer's names in reports and decisions"))
        self.masked.setChecked(True)
        self.box.addWidget(self.masked)
        self.names = self.field(tr("Further names to replace, with commas"))
        self.locked = QCheckBox(tr("Lock it with a passphrase"))
        self.box.addWidget(self.locked)
        self.passphrase = self.field(tr("Passphrase, at least 12 characters"), secret=True)
        self.again = self.field(tr("Passphrase, again"), secret=True)
        # The engagement's own name is the customer's.
        self.file = self.target(free_name(path.with_name(f"shared{path.suffix}")))
        self.left = QPlainTextEdit()
        self.left.setReadOnly(True)
        self.left.setAccessibleName(tr("Words that may be names"))
        self.left.hide()
        self.box.addWidget(self.left)
        self.masked.toggled.connect(self.names.setEnabled)
        for field in (self.passphrase, self.again):
            field.setEnabled(False)
            self.locked.toggled.connect(field.setEnabled)

    def begin(self) -> None:
        """Write the copy, unless something is missing."""
        masked, locked = self.masked.isChecked(), self.locked.isChecked()
        if not masked and not locked:
            self._say(tr("Choose other names, a passphrase, or both."))
            return
        if locked and self.passphrase.text() != self.again.text():
            self._say(tr("The two passphrases differ; type them again."))
            return
        path, target = self.path, Path(self.file.text())
        names = [name for name in map(str.strip, self.names.text().split(",")) if name]
        passphrase = self.passphrase.text() if locked else None
        self.left.hide()

        def work(cancel: Cancel) -> Iterator[object]:
            from app.sharing.handing_over import Stopped, hand_over

            def tell(share: float) -> None:
                if cancel():
                    raise Stopped
                self.progressed.emit(share)

            shared = hand_over(
                path,
                target,
                masked=masked,
                further_names=names,
                passphrase=passphrase,
                tell=tell,
            )
            yield target, shared

        self.work(work)

    def came(self, result: object) -> None:
        """Say what was written, and which words the consultant should look at."""
        assert isinstance(result, tuple)
        target, shared = result
        said = [tr("{file} is written.", file=target.name)]
        if shared is not None:
            said += self._of_masking(shared)
        self._say(" ".join(said))
        self.leave.setText(tr("Close"))

    def _of_masking(self, shared: Shared) -> Iterator[str]:
        yield several("{n} name is replaced.", "{n} names are replaced.", shared.names)
        if shared.kept:
            yield tr("Readers need these words, so they stay: {words}.", words=listed(shared.kept))
        if shared.dropped:
            yield tr(
                "Not in the copy, as their bytes were not kept: {files}.",
                files=listed(shared.dropped),
            )
        if shared.differences:
            yield tr("It says otherwise than the original: {what}", what=shared.differences[0])
        if shared.left:
            yield tr("Look at the words below: what is a name of the customer's goes above.")
            self.left.setPlainText(" ".join(shared.left))
            self.left.show()


class UnlockDialog(WorkDialog):
    """The passphrase of a locked file, and where what it holds goes.

    Signals
    -------
    unlocked    the engagement that was in it.
    """

    unlocked = Signal(object)

    def __init__(self, path: Path, parent: QWidget | None = None) -> None:
        super().__init__(tr("Open a locked engagement"), tr("Unlock and open"), parent)
        self.path = path
        self.box.addWidget(
            label(tr("{file} is locked with a passphrase.", file=path.name), "", wrap=True)
        )
        self.passphrase = self.field(tr("Passphrase"), secret=True)
        self.file = self.target(free_name(path.with_name(f"{path.stem}-open.plexwright")))
        self.passphrase.returnPressed.connect(self.begin)

    def begin(self) -> None:
        """Unlock the file beside it."""
        path, target, passphrase = self.path, Path(self.file.text()), self.passphrase.text()

        def work(_cancel: Cancel) -> Iterator[object]:
            from app.sharing.sealing import unlock

            unlock(path, target, passphrase)
            yield (target,)

        self.progress.setRange(0, 0)
        self.work(work)

    def came(self, result: object) -> None:
        """Open it."""
        assert isinstance(result, tuple)
        self.accept()
        self.unlocked.emit(result[0])


def listed(words: tuple[str, ...]) -> str:
    """The first of many words."""
    more = len(words) - MOST_TOLD
    named = ", ".join(words[:MOST_TOLD])
    return f"{named}; " + tr("{n} more", n=more) if more > 0 else named


def free_name(path: Path) -> Path:
    """A name that nothing has, like this one."""
    number = 2
    found = path
    while found.exists():
        found, number = path.with_stem(f"{path.stem}-{number}"), number + 1
    return found
