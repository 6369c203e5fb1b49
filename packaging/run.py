#!/usr/bin/env python3
"""Starts a task of :mod:`tasks`, by a Python that is new enough; `tasks.py` lists the tasks.

This file has to be read by Pythons of long ago, 2.7 too, so that they get as far as saying which
one is needed: no annotations, no f-strings, nothing that came later.
"""

import errno
import os
import platform
import subprocess
import sys

OLDEST_PYTHON = (3, 11)
NEWEST_TRIED = 14


def newer_python():
    """A Python of this machine that is new enough, or None."""
    for minor in range(NEWEST_TRIED, OLDEST_PYTHON[1] - 1, -1):
        name = "python3.%d" % minor
        for folder in os.environ.get("PATH", "").split(os.pathsep):
            path = os.path.join(folder, name)
            if os.access(path, os.X_OK) and runs(path):
                return path
    return None


def runs(path):
    """Whether a Python starts: version managers put names on the path that lead to none."""
    with open(os.devnull, "w") as nowhere:
        check = "import sys; sys.exit(sys.version_info < %r)" % (OLDEST_PYTHON,)
        try:
            return subprocess.call([path, "-c", check], stdout=nowhere, stderr=nowhere) == 0
        except OSError:
            return False


def start():
    """The task's exit code."""
    if sys.version_info < OLDEST_PYTHON:
        newer = newer_python()
        if newer:
            return subprocess.call([newer, os.path.abspath(__file__)] + sys.argv[1:])
        sys.stderr.write(
            "plexwright: Plexwright needs Python %d.%d or newer and this is %s; install a newer "
            "one (python.org/downloads, or your system's package manager) and start again with "
            "it\n" % (OLDEST_PYTHON + (platform.python_version(),))
        )
        return 1
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    import tasks

    return tasks.main(sys.argv[1:])


if __name__ == "__main__":
    try:
        CODE = start()
        sys.stdout.flush()
    except IOError as problem:  # BrokenPipeError, which older Pythons do not know
        # Windows calls a pipe that nobody reads an invalid argument.
        closed = (errno.EPIPE, errno.EINVAL) if os.name == "nt" else (errno.EPIPE,)
        if problem.errno not in closed or problem.filename:
            raise
        # Who reads has read enough; what is still to be written must not complain either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        CODE = 0
    sys.exit(CODE)
