"""The pictures of guide and README, taken from the window on the sample, so that they stay true.

    python packaging/make_guide_pictures.py

Needs ``.venv`` (or its packages); takes about a minute.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from PySide6.QtGui import QImage
    from PySide6.QtWidgets import QWidget

ROOT = Path(__file__).resolve().parents[1]
TARGET = ROOT / "resources" / "guide" / "pictures"
README = ROOT / "resources" / "readme" / "window.png"
# Stop of the tour → name of the picture.
WANTED = {
    "topology": "topology",
    "topology-database": "topology-database",
    "whatif-curve": "whatif-curve",
    "advice": "advice",
    "compare": "compare",
    "reports-read": "reports-read",
    "validate-1": "validate",
    "report": "report",
}


def drawn(shown: QWidget) -> QImage:
    """The widget in 255 of its colours: a third of the bytes, and flat areas stay flat.

    They are the commonest that are not nearly alike: else the greys of the letters' rims are all
    there is, and a red word among them becomes grey.
    """
    import numpy as np
    from PySide6.QtCore import Qt
    from PySide6.QtGui import QImage

    image = shown.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    pixels = np.frombuffer(image.constBits(), dtype=np.uint32)
    colours, counts = np.unique(pixels, return_counts=True)
    ordered = colours[np.argsort(-counts, kind="stable")]
    parts = np.stack([ordered >> shift & 0xFF for shift in (16, 8, 0)], axis=1).astype(int)
    # As near as there is room for.
    found = next(f for apart in range(1, 256) if len(f := _unlike(parts, apart)) <= 255)
    common = ordered[found].tolist()
    no_dots = Qt.ImageConversionFlag.ThresholdDither
    return image.convertToFormat(QImage.Format.Format_Indexed8, common, no_dots)


def _unlike(colours: np.ndarray, apart: int) -> list[int]:
    """Numbers of colours none of which is as near as that to one before it."""
    import numpy as np

    left = np.ones(len(colours), dtype=bool)
    found: list[int] = []
    while left.any() and len(found) <= 255:
        number = int(np.argmax(left))
        found.append(number)
        left &= np.abs(colours - colours[number]).max(axis=1) >= apart
    return found


def main() -> int:
    """Take them."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        os.environ[name] = tempfile.mkdtemp()
    sys.path.insert(0, str(ROOT))

    from PySide6.QtWidgets import QApplication

    application = QApplication([])
    from app.cli import main as command
    from app.guide.charts import FILES
    from app.window.i18n import set_language
    from app.window.session import Session
    from app.window.shell.window import MainWindow
    from app.window.theme import theme
    from tests.app.window import tour

    tour.LONGEST_S = 300.0
    # Also how figures are written: without it their thousands run together.
    set_language("en")
    theme().apply("light", 1.0)
    made = Path(tempfile.mkdtemp())
    command(["demo", "--no-window", "--out", str(made)])
    window = MainWindow(Session(folder=Path(tempfile.mkdtemp())))
    window.resize(1280, 800)
    window.show()
    tour.open_engagement(window, made / "demo.plexwright")
    TARGET.mkdir(parents=True, exist_ok=True)
    for file, draw in FILES.items():
        (TARGET / file).write_text(draw(), encoding="utf-8", newline="\n")
    for name, shown in tour.stops(window):
        if name in WANTED:
            # What was said of the step before lies over the foot of the page.
            window.banner.hide()
            tour.settle(lambda: tour.at_rest(window))
            picture = drawn(shown)
            picture.save(str(TARGET / f"{WANTED[name]}.png"), "PNG", 0)
            if name == "topology":
                picture.save(str(README), "PNG", 0)
    window.close()
    application.processEvents()
    return 0


if __name__ == "__main__":
    sys.exit(main())
