"""The program without a console: opens the window, on the files that it was started with."""

import multiprocessing
import sys

from app.cli import main

if __name__ == "__main__":
    multiprocessing.freeze_support()  # the simulation starts workers as this program
    sys.exit(main(["open", "--in-window", *sys.argv[1:]]))
