"""Pictures of every page and popup on the sample engagement, for the eye of whoever reviews them.

``python tests/app/window/pictures.py OUT --look dark --language de --scale 2 --size 1280x800``
writes ``OUT/<look>-<language>-<scale>/NN-name.png``. ``--ratio 2`` is a screen of twice the pixels,
``--scale`` the window's own text scale.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path


def main() -> int:
    """Take them."""
    wanted = argparse.ArgumentParser(description=__doc__)
    wanted.add_argument("out", type=Path)
    wanted.add_argument("--look", default="light", choices=("light", "dark", "contrast"))
    wanted.add_argument("--language", default="en", choices=("en", "de"))
    wanted.add_argument("--scale", type=float, default=1.0)
    wanted.add_argument("--ratio", type=float, default=1.0)
    wanted.add_argument("--size", default="1280x800", help="logical pixels of the window")
    wanted.add_argument("--engagement", type=Path, help="an engagement already made by 'demo'")
    wanted.add_argument(
        "--only", default="", help="only stops whose name begins so; several with commas"
    )
    options = wanted.parse_args()
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    os.environ["QT_SCALE_FACTOR"] = f"{options.ratio:g}"
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        os.environ[name] = tempfile.mkdtemp()
    sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

    from PySide6.QtWidgets import QApplication

    application = QApplication([])
    from app.window.i18n import set_language
    from app.window.session import Session
    from app.window.shell.window import MainWindow
    from app.window.theme import theme
    from tests.app.window import tour

    set_language(options.language)
    theme().apply(options.look, options.scale)
    path = options.engagement
    if path is None:
        from app.cli import main as command

        path = Path(tempfile.mkdtemp()) / "demo.plexwright"
        command(["demo", "--no-window", "--out", str(path.parent)])
    folder = options.out / f"{options.look}-{options.language}-{options.scale:g}x{options.ratio:g}"
    folder.mkdir(parents=True, exist_ok=True)
    window = MainWindow(Session(folder=Path(tempfile.mkdtemp())))
    width, _, height = options.size.partition("x")
    window.resize(int(width), int(height))
    window.show()
    tour.settle()
    window.grab().save(str(folder / "00-start.png"))
    tour.open_engagement(window, path)
    size = window.size()
    print(f"{folder.name}: window {size.width()}x{size.height()}")
    for number, (name, shown) in enumerate(tour.stops(window), start=1):
        if name.startswith(tuple(options.only.split(","))):
            if shown is window:
                tour.settle(lambda: tour.at_rest(window))
            shown.grab().save(str(folder / f"{number:02}-{name}.png"))
    window.close()
    application.processEvents()
    return 0


if __name__ == "__main__":
    sys.exit(main())
