"""What an engagement needs of Python, read before it is needed and off the window's thread.

Two threads that import the same module wait for each other, and the model with numpy takes a third
of a second: the window's thread must not be the first to ask for any of these.
"""

from __future__ import annotations

import importlib

# In pieces of a tenth of a second or two: one thread imports at a time, and the window's waits for
# the piece in hand, not for all of them.
MODULES = (
    "numpy",
    "model.queueing",
    "model.subsystems.common",
    "model.projection.engine",
    "advisor.reading",
    "advisor.asking",
    "app.store.engagement_file",
    "app.window.services.persistence",
    "app.store.holding",
    "advisor.report.figures",
    "advisor.levels",
    "advisor.history.headroom",
    "advisor.analysis",
    "model.catalogue",
)

# Published runs and what tells of them, for Validate.
LATER = (
    "model.calibration.record.stored",
    "advisor.report.writer",
    "advisor.report.sections.today",
)


def load_ahead() -> None:
    """Import what opening, reading and showing an engagement comes to; from any thread."""
    for name in MODULES:
        importlib.import_module(name)
    importlib.import_module("model.catalogue").catalogue()


def load_later() -> None:
    """What only a page that is turned to needs: commands, formats (told of by Reports), rules."""
    # What is typed is told from what is said by the translations, in English too; the first finding
    # that is shown asked for them, and the window's thread parsed them for a tenth of a second.
    importlib.import_module("advisor.translation").is_spoken("")
    importlib.import_module("advisor.reading.registry").all_readers()
    importlib.import_module("advisor.rules").rules()
    for name in LATER:
        importlib.import_module(name)
