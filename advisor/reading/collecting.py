"""The garbage collector, out of the way while figures are piled up."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def without_collector() -> Iterator[None]:
    """Keep the collector of cycles from going through all figures again and again.

    Observations form no cycles, and hundreds of thousands of them are alive until the import ends:
    looking for garbage among them found none, took up to half of an import's time and made pauses
    of up to a fifth of a second in which nobody could cancel.
    """
    if not gc.isenabled():  # somebody else's affair, such as the window's
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        if not gc.get_freeze_count():
            # All that is alive counts as old from now on: else it would be gone through at once.
            gc.freeze()
            gc.unfreeze()
        gc.enable()
