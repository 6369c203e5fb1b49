"""How a change takes effect: words of the domain that need nothing else of the program."""

from __future__ import annotations

from typing import Literal, get_args

Effort = Literal[
    "dynamic",
    "new_copy",
    "close_open",
    "rebind",
    "policy",
    "recycle",
    "release",
    "application",
    "ipl",
    "hardware",
]
"""How a change takes effect, in the order of what it takes from those who use the system."""

EFFORTS: tuple[Effort, ...] = get_args(Effort)
