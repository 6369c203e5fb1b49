"""The workbench window.

Frozen model data, one :class:`~app.window.document.document.Document` with signals and an undo
stack, and views that mirror it. Gestures are one class each; projections and analyses are made by
:mod:`app.window.services`, off the window's thread. Nothing here is imported before the window is
asked for, and nothing slow (numpy, scipy, the model, the advisor) before it is painted.
"""
