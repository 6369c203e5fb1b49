"""The canvas under moved, deleted and undone boxes. A script of its own: it may crash.

``python tests/app/window/boxes_stress.py 60`` plays sixty rounds with 150 components: boxes are
moved far away so that their links run elsewhere, some are deleted with their links, all of it is
undone, the garbage is collected, and the canvas is painted after each. With items of Qt's graphics
view the index of the scene kept an item that was gone, and the next paint was a segmentation fault.
"""

from __future__ import annotations

import gc
import os
import random
import sys
from pathlib import Path

COMPONENTS = 150


def main(rounds: int) -> int:
    """Play; 0 where the process lives until the end."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
    from PySide6.QtWidgets import QApplication

    from app.bench.window import _canvas
    from app.window.document import editing

    document, page = _canvas(COMPONENTS)
    view, chance = page.view, random.Random(1)
    view.zoom(0.5)
    for _ in range(rounds):
        movable = [
            c.id for c in document.topology if c.kind in ("adabas_nucleus", "adabas_database")
        ]
        for name in chance.sample(movable, 5):
            spot = (float(chance.randrange(8000)), float(chance.randrange(8000)))
            document.place({name: spot}, "move")
            view.grab()
        editing.remove(document, chance.sample(movable, 3))
        view.grab()
        gc.collect()
        for x, y in ((0, 0), (4000, 0), (0, 4000), (4000, 4000), (8000, 8000)):
            view.centerOn(x, y)
            view.grab()
        while document.undo_stack.canUndo() and chance.random() < 0.8:
            document.undo_stack.undo()
            view.grab()
        QApplication.processEvents()
    return 0


if __name__ == "__main__":
    code = main(int(sys.argv[1]) if len(sys.argv) > 1 else 60)
    sys.stdout.flush()
    # Whether the canvas lived is the question, not how Qt takes everything down at the end.
    os._exit(code)
