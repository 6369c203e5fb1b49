"""What can still be read of a damaged engagement, saved under another name."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.window.i18n import tr
from app.window.services.worker import Cancel
from app.window.sharing.dialogs import WorkDialog, free_name
from app.window.widgets.basics import label


class RescueDialog(WorkDialog):
    """Where the new file goes, and then the list of what is in it and what is not.

    Signals
    -------
    rescued     the new engagement, when it is to be opened.
    """

    rescued = Signal(object)

    def __init__(self, path: Path, parent: QWidget | None = None) -> None:
        super().__init__(tr("Save what can be read"), tr("Save what can be read"), parent)
        self.path = path
        self.made: Path | None = None
        said = tr(
            "{file} is damaged. It stays as it is: what can be read of it goes into a new "
            "engagement, with a list of what cannot.",
            file=path.name,
        )
        self.box.addWidget(label(said, "", wrap=True))
        self.file = self.target(free_name(path.with_name(f"{path.stem}-rescued.plexwright")))

    def begin(self) -> None:
        """Save it; once that is done, open it."""
        if self.made is not None:
            self.accept()
            self.rescued.emit(self.made)
            return
        path, target = self.path, Path(self.file.text())

        def work(_cancel: Cancel) -> Iterator[object]:
            from advisor.reading import read_path
            from app.store.salvage import salvage, told

            found = salvage(path, target, lambda copy, name: read_path(copy, name=name))
            yield target, told(found, tr)

        self.progress.setRange(0, 0)
        self.work(work)

    def came(self, result: object) -> None:
        """The list, and a button that opens what was saved."""
        assert isinstance(result, tuple)
        self.made, lines = result
        self._say("\n".join(lines))
        self.act.setText(tr("Open it"))
        self.act.setAccessibleName(tr("Open it"))
        self.leave.setText(tr("Close"))
