"""Work on the CPs of a partition, as it stands in the network of its installation.

z/OS dispatches ready tasks of one importance alike. Work that arrives has as many of them ready as
it asks for CPs, and more where CPs lack: `TASKS_PER_CP` for every CP that it asks for, so that
workloads which together ask for more than there is each get a share in proportion.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from model.hardware.flow import TOKENS
from model.queueing.installation import InstallationNetwork

FloatArray = npt.NDArray[np.float64]

SLICE_S = 1e-3
"""CPU of a unit of work that nobody counts in units."""
TASKS_PER_CP = 20.0
_LEAST = 1e-9


def cpu_bound(
    net: InstallationNetwork,
    name: str,
    cps: int,
    rate_per_s: FloatArray,
    cpu_s: FloatArray | float,
    copies: FloatArray | float = 1.0,
) -> tuple[int, int]:
    """Work that arrives and uses CPs: its chain, and its arc at the CPs.

    rate_per_s: (V,) units a second at each copy; 0 where there are none.
    """
    some = (rate_per_s > 0.0) & (np.asarray(cpu_s) > 0.0)
    asked = rate_per_s * cpu_s
    chain = net.chain(
        name,
        np.where(some, TOKENS, 0.0),
        rate_per_s=np.maximum(rate_per_s, _LEAST),
        copies=copies,
    )
    return chain, held_by_tasks(net, f"{name}/tasks", chain, cps, asked, cpu_s, copies)


def held_by_tasks(
    net: InstallationNetwork,
    name: str,
    chain: int,
    cps: int,
    asked: FloatArray,
    cpu_s: FloatArray | float,
    copies: FloatArray | float = 1.0,
    spread: FloatArray | float = 1.0,
) -> int:
    """CPU of a chain under as many tasks as it has ready at the most; the arc at the CPs.

    spread: copies of the CPs, or of volumes, that it meets in turn.
    """
    tasks = net.station(name, np.maximum(1.0, TASKS_PER_CP * asked), copies, software=True)
    held = net.arc(chain, tasks)
    return net.arc(chain, cps, cpu_s, within=(held,), spread=spread)
