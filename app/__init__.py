"""The program: engagement store, command line and window.

``app`` is the only room that keeps state, talks to Qt and writes files. It imports ``advisor`` and
``model``; nothing imports it. Modules here import heavy libraries inside functions, so that a
command that needs none of them starts at once.
"""

__version__ = "0.1.0"
