"""Read I/Os per command: one reuse law, and runs that start with an empty shared cache.

Reads per reading command fall with the cache content x that a command can find its blocks in:

    m(x) = miss_at_zero * exp(-(x / reuse_gb) ** reuse_exponent)

x is a nucleus's private cache for a single nucleus and for Cluster Services (limited by what
CLUCACHEEXTRA lets the coupling facility track), and the shared cache for Parallel Services.  The
same law therefore gives buffer efficiencies of 10 to 16 with Cluster Services and of 50 to 110
with Parallel Services, nearly linear in the cache's size there (001, Table 3 and Chart 15).
Update and commit commands hardly read: their blocks were just read with hold.

A published update run begins after a restore, with an empty shared cache: while it fills, a
command needs more reads and the run is slower.  The run is cut into slices of equal cache content
plus the rest; each slice is solved as if it lasted, and slices are joined by their commands.  This
is what lets throughput still grow between 16 and 31 nuclei although the average read rate hardly
does, and why RMF saw peaks of 92 % of the CPs in runs that used 60 % on average (001, section 4.2).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from model.contract.evaluation import ConstantDraws, FloatArray
from model.subsystems.adabas.constants import column
from model.subsystems.adabas.installation import Installations

FILL_SLICES = 4
MEASURED_READING = 0.889
"""Share of the commands that read where block accesses were counted (001, sections 3.2 and 4.1)."""
_LEAST = 1e-9
"""Reads per command below which a run needs none."""


@dataclass(frozen=True)
class Slices:
    """C slices of V installations: which, with what share of the commands, at what reads.

    installation: (C,) index.  share: (C, D) of the commands.  reads: (C, D, G) per command of each
    group.
    """

    installation: npt.NDArray[np.intp]
    share: FloatArray
    reads: FloatArray


def reuse(content_gb: FloatArray, draws: ConstantDraws) -> FloatArray:
    """Reads per reading command at cache contents whose last axis is that of the draws, or 1."""
    scaled = content_gb / column(draws, "reuse_gb")
    law: FloatArray = (
        column(draws, "factor.reads")
        * column(draws, "miss_at_zero")
        * np.exp(-(scaled ** column(draws, "reuse_exponent")))
    )
    return law


def content_gb(sites: Installations) -> FloatArray:
    """Cache content that a command of each group can find its blocks in, (V, G), once full."""
    return np.where(sites.group_nuclei > 0, sites.shared_gb[:, None] + sites.private_gb, 0.0)


def reading_share(sites: Installations) -> FloatArray:
    """Share of the commands that read, (V,)."""
    return 1.0 - sites.updates - sites.commits


def slices(sites: Installations, draws: ConstantDraws) -> Slices:
    """The slices of every installation."""
    full_gb = content_gb(sites)
    reading = reading_share(sites)
    nuclei = sites.group_nuclei * sites.of_groups(sites.systems)
    weights = nuclei / nuclei.sum(axis=1, keepdims=True)
    rows: list[int] = []
    shares: list[FloatArray] = []
    reads: list[FloatArray] = []
    block_gb = column(draws, "block_kb") * 1e-6

    def at(row: int, part: float) -> FloatArray:
        """(D, G) at a part of the full content."""
        found = reuse(part * full_gb[row][:, None], draws) * reading[row]
        return np.asarray(np.maximum(found, _LEAST).T)

    for row in range(sites.count):
        left = np.ones(draws.count)
        if sites.starts_empty[row]:
            whole_gb = float(weights[row] @ full_gb[row])
            for part in range(FILL_SLICES):
                here = at(row, (part + 0.5) / FILL_SLICES)
                commands = whole_gb / FILL_SLICES / block_gb / (here @ weights[row])
                share = np.minimum(left, commands / sites.run_commands[row])
                left = left - share
                rows.append(row)
                shares.append(share)
                reads.append(here)
        rows.append(row)
        shares.append(left)
        reads.append(at(row, 1.0))
    return Slices(np.array(rows, dtype=np.intp), np.array(shares), np.array(reads))


def logical_reads(sites: Installations, draws: ConstantDraws) -> FloatArray:
    """Block accesses per command, (V, D): those of commands that read, as many as reads."""
    per_nucleus = (sites.users / sites.nuclei)[:, None]
    measured: FloatArray = column(draws, "factor.logical") * (
        column(draws, "logical_reads") + column(draws, "logical_reads_per_user") * per_nucleus
    )
    return measured * (reading_share(sites) / MEASURED_READING)[:, None]
