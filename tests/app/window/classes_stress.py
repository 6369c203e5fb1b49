"""Loading pyqtgraph while the window's thread names classes of Qt. A script: it may crash.

``python tests/app/window/classes_stress.py SEED`` loads the plots' library and meanwhile names the
classes of Qt in random order, as modules do that are imported as a page is first shown. With all of
them made by the loading thread about one run in four ended with a segmentation fault.
"""

from __future__ import annotations

import os
import random
import sys
import time
from pathlib import Path


def main(seed: int) -> int:
    """Load; 0 where the process lives and the library is there."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
    from PySide6 import QtCore, QtGui, QtWidgets

    from app.window.charts.plots.library import library

    application = QtWidgets.QApplication([])
    # As often as can be: what is a race within hours is one within seconds.
    sys.setswitchinterval(1e-5)
    names = [(m, n) for m in (QtCore, QtGui, QtWidgets) for n in dir(m)]
    random.Random(seed).shuffle(names)
    library().load()
    end = time.monotonic() + 30.0
    while library().module is None and time.monotonic() < end:
        for _ in range(3):
            if names:
                module, name = names.pop()
                getattr(module, name, None)
        application.processEvents()
    return 0 if library().module is not None else 1


if __name__ == "__main__":
    code = main(int(sys.argv[1]))
    os._exit(code)
