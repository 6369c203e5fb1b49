"""One file per command of ``plexwright``; a new file here is a new command and nothing else.

A command module offers

``NAME``
    the word typed after ``plexwright``;
``HELP``
    one sentence for the list of commands;
``configure(parser)``
    adds the command's arguments to an :class:`argparse.ArgumentParser`;
``run(args) -> int``
    does it and returns the exit code: 0 done, 1 done but some input was refused or a result did
    not converge. Input that makes going on pointless is raised as
    :class:`app.errors.InputProblem`; wrong usage found after parsing as
    :class:`app.cli.UsageError`.

The file is called like the command; a trailing underscore (``import_.py``) keeps Python's own
words free. Heavy imports belong inside ``run``.
"""
