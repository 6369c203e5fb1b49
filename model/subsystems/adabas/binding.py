"""What holds the response of a database: the queue in which its slowest users stand."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from model.contract.evaluation import Conditions, FloatArray
from model.subsystems.adabas import network
from model.subsystems.adabas.cells import Cells
from model.subsystems.adabas.installation import places_of
from model.subsystems.adabas.network import Flow

NEARLY_FULL = 0.9
_ALL = 0.99


def held_by(
    conditions: Conditions,
    flow: Flow,
    given: Cells,
    row: int,
    requests: Mapping[int, tuple[FloatArray, FloatArray]],
) -> tuple[str, int] | None:
    """Resource and its place among systems or groups (-1 where there is one), None where none.

    Users of the nuclei that answer slowest stand where the rest of the installation does not reach
    them: threads are it where all are taken while nothing that they wait for is nearly full; else
    the longest queue, service included, of what is. A nucleus is full, too, while it waits for a CP
    most of the time: then its queue is that of the CPs. requests: by its place
    residence (M, G) and use (M,) of a coupling facility.
    """
    used = np.flatnonzero(given.nuclei[row] > 0)
    if not len(used):
        return None
    residence = flow.residence_s[row]
    slowest = int(used[np.argmax(residence[used].sum(axis=1))])
    kind = slowest // given.per_system
    system = [n for n, place in enumerate(places_of(conditions, False)) if place is not None][kind]
    group = system * given.per_system + slowest % given.per_system
    waits = residence[slowest]
    inside = {
        ("nuclei", group): (flow.nuclei[row, slowest], waits[network.NUCLEUS]),
        ("CPs", system): (flow.cps[row, kind], waits[network.CPS] + waits[network.GENERATOR]),
        ("paging devices", system): (flow.pages[row, kind], waits[network.PAGING]),
        ("volumes", -1): (flow.volumes[row, kind], _sum(waits, network.VOLUMES, network.DEVICE)),
        ("log volumes", -1): (
            flow.log_volumes[row, kind],
            _sum(waits, network.LOG_VOLUMES, network.LOG_DEVICE),
        ),
        ("I/O limit", -1): (flow.limit[row, 0], _sum(waits, *network.AT_LIMIT)),
    }
    held, wanted = waits[network.CPS], flow.cpu_s[row, slowest]
    lost = held - wanted
    if flow.cps[row, kind] >= NEARLY_FULL and lost >= wanted + flow.stall[row, slowest]:
        use, queue = inside["CPs", system]
        inside["CPs", system] = (use, queue + inside.pop(("nuclei", group))[1])
    for place, (residence_s, use) in requests.items():
        inside["coupling facility", place] = (use[row], residence_s[row, slowest])
    full = {place: held for place, (use, held) in inside.items() if use >= NEARLY_FULL}
    own = float(flow.threads[row, slowest])
    # A nucleus of full threads whose work meets no queue of weight waits for its own threads.
    weight = sum(float(held) for _, held in inside.values())
    if full and max(full.values()) >= _QUEUE * weight:
        return max(full, key=lambda place: full[place])
    if own >= _ALL:
        return "threads", group
    if full:
        return max(full, key=lambda place: full[place])
    return max(inside, key=lambda place: float(inside[place][0]))


def _sum(waits: FloatArray, *places: int) -> float:
    return float(sum(waits[place] for place in places))


_QUEUE = 0.3
"""Of what a command meets inside its nucleus's threads, from which one queue holds it."""
