"""How pages look: small pictures of them beside kept ones, so that a change of look is seen.

Each page is scaled down until fonts and antialiasing of one machine or another make no difference
and a moved, lost or miscoloured part does. After a change of look that is meant:
``PLEXWRIGHT_REFERENCE=write pytest -m "" tests/app/window/test_reference_pictures.py``, look at
the pictures in ``reference/``, and commit them.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage

from app.window.i18n import set_language
from app.window.theme import theme
from tests.app.window.tour import at_rest

KEPT = Path(__file__).parent / "reference"
WIDTH, HEIGHT = 160, 100
MEAN, WORST, FAR = 1.5, 0.006, 24
"""Mean difference of 256 steps of brightness; share of pixels that may differ by more than FAR."""
if sys.platform == "win32":
    # Its lines of text are a pixel lower, which adds up down a page.
    WORST = 0.02
PAGES = ("topology", "advice", "whatif", "reports", "compare", "validate", "report")
SIZE, SMALL = (1280, 800), (1024, 700)
LOOKS = {
    "light": ("light", "en", 1.0, SIZE),
    "dark": ("dark", "en", 1.0, SIZE),
    "contrast": ("contrast", "en", 1.0, SIZE),
    "german": ("light", "de", 1.0, SIZE),
    "large": ("light", "en", 1.5, SIZE),
    "small": ("dark", "de", 1.0, SMALL),
    "twice": ("light", "en", 2.0, SMALL),
}


EDGE = 2
"""Columns of a picture that a scroll bar at the window's edge takes."""


def small(widget) -> np.ndarray:
    """A widget as 100 rows of 160 pixels of three colours."""
    image = widget.grab().toImage().scaled(
        WIDTH, HEIGHT, Qt.AspectRatioMode.IgnoreAspectRatio,
        Qt.TransformationMode.SmoothTransformation,
    )  # fmt: skip
    return pixels(image)


def pixels(image: QImage) -> np.ndarray:
    plain = image.convertToFormat(QImage.Format.Format_RGB888)
    rows = np.frombuffer(plain.constBits(), np.uint8).reshape(HEIGHT, plain.bytesPerLine())
    return rows[:, : 3 * WIDTH].reshape(HEIGHT, WIDTH, 3).astype(int)


def differs(one: np.ndarray, other: np.ndarray) -> str:
    """Why two pictures are not alike; empty where they are.

    Without the right edge: whether a page that just fits shows its scroll bar hangs on the order in
    which its parts learn their sizes.
    """
    apart = np.abs(one - other).max(axis=2)[:, :-EDGE]
    far = float((apart > FAR).mean())
    if apart.mean() > MEAN or far > WORST:
        return f"mean {apart.mean():.1f}, {100 * far:.1f} % of it far apart"
    return ""


def _look(window, file: str) -> str:
    """Why the window does not look as in the kept picture; it is kept anew where asked for."""
    path = KEPT / f"{file}.png"
    banner = getattr(window, "banner", None)
    if banner is not None:
        banner.hide()  # The stand-ins lay out no report, and the window says so.
    if os.environ.get("PLEXWRIGHT_REFERENCE") == "write":
        KEPT.mkdir(exist_ok=True)
        window.grab().scaled(
            WIDTH, HEIGHT, Qt.AspectRatioMode.IgnoreAspectRatio,
            Qt.TransformationMode.SmoothTransformation,
        ).save(str(path))  # fmt: skip
    return differs(small(window), pixels(QImage(str(path))))


@pytest.mark.parametrize(
    "name",
    [
        name if name in ("light", "dark") else pytest.param(name, marks=pytest.mark.thorough)
        for name in LOOKS
    ],
)
def test_pages_look_as_they_did(qtbot, session, name) -> None:
    from app.window.charts.plots.library import library
    from app.window.shell.window import MainWindow

    # Loaded by an earlier test or not, the plots said so or were there.
    library().wait()
    look, language, scale, size = LOOKS[name]
    set_language(language)
    theme().apply(look, scale)
    window = MainWindow(session)
    try:
        window.resize(*size)
        window.build()
        window.show()
        qtbot.waitExposed(window)
        wrong = {}
        for page in PAGES:
            window.show_page(page)
            qtbot.waitUntil(lambda: at_rest(window))
            # A list that was told of new rows lays them out once it is asked to paint.
            for _ in range(5):
                said = _look(window, f"{page}-{name}")
                if not said:
                    break
                qtbot.wait(100)
                qtbot.waitUntil(lambda: at_rest(window))
            else:
                wrong[page] = said
        assert wrong == {}
    finally:
        window.close()
        set_language("en")


@pytest.mark.parametrize("name", ["light", "small", "twice"])
def test_the_start_page_looks_as_it_did(qtbot, tmp_path, name) -> None:
    from app.window.session import Session
    from app.window.shell.window import MainWindow

    look, language, scale, size = LOOKS[name]
    set_language(language)
    theme().apply(look, scale)
    window = MainWindow(Session(folder=tmp_path))
    try:
        window.resize(*size)
        window.show()
        qtbot.waitExposed(window)
        qtbot.waitUntil(lambda: at_rest(window))
        assert _look(window, f"start-{name}") == ""
    finally:
        window.close()
        set_language("en")


def test_what_is_moved_lost_or_coloured_otherwise_is_seen() -> None:
    """The measure itself: a panel that is gone, a page in another look."""
    kept = pixels(QImage(str(KEPT / "topology-light.png")))
    assert differs(kept, kept) == ""
    lost = kept.copy()
    lost[20:80, 20:46] = 128
    assert differs(lost, kept)
    assert differs(np.roll(kept, 6, axis=1), kept)
    assert differs(pixels(QImage(str(KEPT / "topology-dark.png"))), kept)
    assert differs(pixels(QImage(str(KEPT / "advice-light.png"))), kept)
