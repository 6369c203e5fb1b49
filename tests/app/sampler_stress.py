"""The sampler of the stalls benchmark against threads that come and go and widgets that paint.

As a script: ``python tests/app/sampler_stress.py SECONDS``. With the sampler that walked over all
threads' frames (``faulthandler.dump_traceback``) it died within seconds of a segmentation fault in
``dump_traceback`` (CPython's traceback.c), in the state of a thread that was just ending.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from PySide6.QtCore import QRunnable, QThread, QThreadPool, QTimer
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QWidget

from app.bench.stalls import Watchdog


class Paper(QWidget):
    """Paints deep in Python."""

    def paintEvent(self, event: QPaintEvent) -> None:
        self._deep(QPainter(self), 30)

    def _deep(self, painter: QPainter, left: int) -> None:
        if left:
            self._deep(painter, left - 1)
            return
        for line in range(20):
            painter.drawLine(0, line, 100, line)


class Task(QRunnable):
    """A little of Python in a thread of Qt's pool."""

    def run(self) -> None:
        sum(x * x for x in range(200))


class Short(QThread):
    """Begins and ends."""

    def run(self) -> None:
        time.sleep(0.0005)


def main(seconds: float) -> int:
    """Samples taken; the process is the test."""
    application = QApplication([])
    paper = Paper()
    paper.show()
    threads: list[QThread] = []
    ended, samples = threading.Event(), [0, 0]

    def churn() -> None:
        for _ in range(4):
            threading.Thread(target=lambda: [x * x for x in range(200)]).start()
        QThreadPool.globalInstance().start(Task())
        made = Short()
        made.start()
        threads.append(made)
        threads[:] = [t for t in threads if not t.isFinished()]
        paper.update()

    watchdog = Watchdog()

    def sample() -> None:
        while not ended.is_set():
            samples[0] += 1
            samples[1] += bool(watchdog._stack())

    timer = QTimer()
    timer.timeout.connect(churn)
    timer.start(0)
    sampler = threading.Thread(target=sample)
    sampler.start()
    QTimer.singleShot(round(seconds * 1000), application.quit)
    application.exec()
    timer.stop()
    ended.set()
    sampler.join()
    watchdog.close()
    for thread in threads:
        thread.wait()
    sys.stdout.write(f"{samples[0]} {samples[1]}\n")
    sys.stdout.flush()
    os._exit(0)


if __name__ == "__main__":
    main(float(sys.argv[1]))
