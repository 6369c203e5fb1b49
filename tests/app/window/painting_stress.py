"""Every page painted while colours are refused: no exception leaves a painter behind.

One that did ended the process with a segmentation fault at the next picture of its widget.
"""

from __future__ import annotations

import faulthandler
import os
import sys
import tempfile
from pathlib import Path


def main() -> int:
    """0 where the window lives."""
    faulthandler.enable()
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        os.environ[name] = tempfile.mkdtemp()
    sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

    from PySide6.QtCore import QEvent
    from PySide6.QtWidgets import QApplication, QWidget

    application = QApplication([])
    from app.window.document import State
    from app.window.session import Session
    from app.window.shell.window import MainWindow
    from app.window.theme import theme
    from app.window.widgets import table  # noqa: F401  (what paints is loaded before)
    from tests.app.window import conftest

    session = Session(
        catalogue=conftest.make_catalogue(),
        projector=conftest.fake_project,
        analyst=conftest.FakeAnalyst(),
        folder=Path(tempfile.mkdtemp()),
    )
    session.readings = conftest.make_readings()
    session.document.load(State(title="Customer A"), conftest.make_engagement())
    window = MainWindow(session)
    window.resize(1280, 800)
    window.build()
    window.show()
    told: list[str] = []
    sys.excepthook = lambda kind, problem, _trace: told.append(f"{kind.__name__}: {problem}")
    color = type(theme()).color

    def refused(_self: object, name: str) -> object:
        raise ValueError(name)

    for page in ("topology", "whatif", "compare", "advice", "reports", "validate"):
        window.show_page(page)
        for _ in range(5):
            application.processEvents()
        type(theme()).color = refused
        try:
            for _ in range(3):
                for inside in (window, *window.findChildren(QWidget)):
                    inside.update()
                application.processEvents()
                window.grab()
        finally:
            type(theme()).color = color
        window.grab()
    window.close()
    window.deleteLater()
    application.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    application.processEvents()
    print(f"alive; {len(told)} places")
    return 0 if told else 1


if __name__ == "__main__":
    sys.exit(main())
