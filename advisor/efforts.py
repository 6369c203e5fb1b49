"""How a change takes effect: words of the domain that need nothing else of the program."""

from __future__ import annotations

from collections.abc import Mapping
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

PERSON_DAYS: Mapping[Effort, float] = {
    "dynamic": 0.25,
    "new_copy": 0.25,
    "close_open": 0.5,
    "rebind": 0.5,
    "policy": 1.0,
    "recycle": 0.5,
    "release": 5.0,
    "application": 5.0,
    "ipl": 1.0,
    "hardware": 3.0,
}
"""Person-days for one object, its test and its check included; practice, to be set by the shop."""
