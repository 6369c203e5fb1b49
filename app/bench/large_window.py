"""The window on a large engagement: how long its event loop stands still at each page.

``python -m app.bench.large_window X.plexwright``; ``app.bench.large`` makes one.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path

from app.bench.stalls import PAGES, Play, say

SLOW_S = 0.2
"""A standstill beyond which it is said where the window's thread was."""


def play(path: Path) -> None:
    """Open it, show every page in turn, and again when everything about it is worked out.

    Prints the longest standstill of each step as it is over.
    """
    from PySide6.QtWidgets import QApplication

    application = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(application, QApplication)
    game = Play()
    from app.window.main import prepare, warm_up
    from app.window.shell.window import MainWindow

    prepare(application)
    warm_up()
    window = MainWindow()
    window.show()
    session = window.session
    document = session.document

    def step(name: str, act: Callable[[], object], until: Callable[[], bool] | None = None) -> None:
        began = time.perf_counter()
        game.step(name, act, until, at_most_s=1200.0)
        gaps = sorted(game.found[name], key=lambda gap: -gap.wall_s)
        wall_s = max((gap.wall_s for gap in gaps), default=0.0)
        cpu_s = max((gap.cpu_s for gap in gaps), default=0.0)
        all_s = time.perf_counter() - began
        say(f"{name:24s} {wall_s * 1e3:6.0f} ms, {cpu_s * 1e3:6.0f} of CPU, over in {all_s:.1f} s")
        for stack, _ in gaps[0].stacks.most_common(2) if wall_s > SLOW_S else ():
            say("    " + " < ".join(stack))

    def still() -> bool:
        busy = document.engagement is None or session.analysis.busy
        return not busy and not session.projections.busy()

    def pages(when: str) -> None:
        for page in PAGES:
            game.step(f"{page}, {when}", lambda p=page: window.show_page(p))  # type: ignore[misc]

    step("open", lambda: window.open_file(path), lambda: bool(document.state.scenarios))
    for page in PAGES:
        step(f"{page}, first", lambda p=page: window.show_page(p))  # type: ignore[misc]
    step("worked out", lambda: None, still)
    for page in PAGES:
        step(f"{page}, worked out", lambda p=page: window.show_page(p))  # type: ignore[misc]
    if document.state.scenarios:
        step("branch", document.branch, still)
        step("undo", document.undo_stack.undo, still)
    step("close", window.close)
    game.watchdog.close()


def main() -> None:
    """From the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    play(parser.parse_args().file)


if __name__ == "__main__":
    main()
