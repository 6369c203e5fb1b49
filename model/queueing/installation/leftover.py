"""What levels before leave to those behind them, where they take all servers too.

Full levels leave nothing. What is left by their figures then is the chance of how long their
backlog is: a hundred-millionth of the servers or a hundred-thousandth, from one draw to the next,
and times behind them that lie a factor of thousands apart, where no draw leads another. So what is
nearly nothing is one amount, which is kept from the levels before: all of them together never carry
more than there is.
"""

from __future__ import annotations

import numpy as np

from model.queueing.installation.declared import Array

LEAST_CARRIED = 3e-6
"""Share of the servers that is kept for each level behind others."""
_BY_CHANCE = 1e-5
"""Share of them that full levels leave by chance."""
_ENDLESS = 1e9


def left_behind(servers: Array, ahead: Array) -> Array:
    """Servers that a level has where those before it keep so many busy."""
    rest = servers - ahead
    by_chance = _BY_CHANCE * np.minimum(servers, _ENDLESS)
    found: Array = np.maximum(np.minimum(rest, 2.0 * (rest - by_chance)), LEAST_CARRIED * servers)
    return found
