"""The program: engagement store, command line and window.

``app`` is the only room that keeps state, talks to Qt and writes files. It imports ``advisor`` and
``model``; nothing imports it. Modules here import heavy libraries inside functions, so that a
command that needs none of them starts at once.
"""

import os

# Matrices here are small: a second thread of the linear algebra library costs more, waiting for its
# turn, than it computes. It has to be said before NumPy is loaded.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

__version__ = "1.0.0"
