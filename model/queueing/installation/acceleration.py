"""Steps that make the gap of a fixed point least among those remembered.

D. Anderson, "Iterative procedures for nonlinear integral equations", J. ACM 12(4), 1965; H. Walker
and P. Ni, "Anderson acceleration for fixed-point iterations", SIAM J. Numer. Anal. 49(4), 2011.
"""

from __future__ import annotations

import numpy as np

from model.queueing.installation.declared import Array

_RIDGE = 1e-10
_STEEP, _STEADY, _SHORT = 5.0, 0.9, 0.5
"""Slopes of an image that are believed, and how far one goes by them, of the image."""


def apart(gap: Array, values: Array) -> Array:
    """How far states are from their images by the gaps to these, relative to 1 + |y|."""
    found: Array = np.abs(gap / (1.0 + np.abs(values))).max(axis=-1)
    return found


def anderson_step(
    value: Array, gap: Array, values: list[Array], gaps: list[Array], step: Array, damping: Array
) -> Array:
    """The step that makes the gap least among those remembered."""
    change, moves = np.empty((2, *gap.shape, len(gaps)))
    for place, (old_gap, old_value) in enumerate(zip(gaps, values, strict=True)):
        change[:, :, place], moves[:, :, place] = gap - old_gap, value - old_value
    across = np.swapaxes(change, 1, 2)
    normal = across @ change
    scale = np.trace(normal, axis1=1, axis2=2)[:, None, None]
    normal = normal + (_RIDGE * scale + 1e-30) * np.eye(normal.shape[-1])
    weights = np.linalg.solve(normal, across @ gap[:, :, None])
    found: Array = step - ((moves + damping[:, :, None] * change) @ weights)[:, :, 0]
    return found


def turned_to(value: Array, image: Array, step: Array, change: Array, longest: float) -> Array:
    """Each by itself to where its image would not move, by how it changed with the last step, and
    no further from it than so many times what it has come (J. Wegstein, "Accelerating convergence
    of iterative processes", Communications of the ACM 1(6), 1958)."""
    some = np.abs(step) > _RIDGE * (1.0 + np.abs(value))
    slope = np.where(some, change / np.where(some, step, 1.0), 0.0)
    gap = image - value
    more = gap / (1.0 - np.minimum(np.maximum(slope, -_STEEP), _STEADY)) - gap
    most = np.minimum(longest * np.abs(gap), _SHORT * np.abs(image))
    found: Array = image + np.minimum(np.maximum(more, -most), most)
    return found
