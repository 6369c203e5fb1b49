"""The program without a console: opens the window, on the file that it was started with."""

import multiprocessing
import sys

from app.cli import main

if __name__ == "__main__":
    multiprocessing.freeze_support()  # the simulation starts workers as this program
    sys.exit(main(["open", *sys.argv[1:2]]))
