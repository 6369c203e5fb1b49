"""``python -m app`` is ``plexwright``."""

import multiprocessing
import sys

from app.cli import main

if __name__ == "__main__":
    multiprocessing.freeze_support()  # in a bundle the simulation's workers are this program
    sys.exit(main())
