"""Writes: WORK and PLOG with group commit, and the buffer flush.

A nucleus has one write to WORK or PLOG for its commits under way at a time.  Commits that arrive
meanwhile share the next one (001, section 4.4, third set).  With a commit rate l per nucleus and a
write time s a cycle is the write and, when no commit arrived during it (probability exp(-l s)), the
wait for the next one: 1 / (l s + exp(-l s)) writes per commit.  Slow writes make few writes.
Counting both data sets one write follows a commit when nothing is shared: 001 has 30 million writes
for 30 million commits at two nuclei.  Blocks that fill up are written whatever
happens, whether anything commits or not.

With zHPF such a write ends in the DASD subsystem's cache without waiting for the reads that queue
for a volume; destaging it takes the volume's time later.  Without zHPF it waits behind reads.  This
makes 5 million writes of 30 at 31 nuclei without zHPF and 26 million with it (`network`).

Updated blocks are flushed later and asynchronously.  The longer a block may wait, in the coupling
facility's structure or in the shared cache, the more updates share one write of it.
"""

from __future__ import annotations

import numpy as np

from model.contract.evaluation import ConstantDraws, FloatArray
from model.hardware.dasd import DATA_BLOCK_BYTES
from model.subsystems.adabas.constants import column
from model.subsystems.adabas.installation import Installations

LOG_DATA_SETS = 2.0


def log_writes(
    commits: FloatArray, full_blocks: FloatArray, commits_per_s: FloatArray, write_s: FloatArray
) -> FloatArray:
    """WORK and PLOG writes per command.

    commits: per command.  full_blocks: blocks that fill up, per command and data set.
    commits_per_s: of one nucleus.  write_s: time of one write.
    """
    filled = LOG_DATA_SETS * full_blocks
    arriving = commits_per_s * write_s
    return filled + np.maximum(commits - filled, 0.0) / (arriving + np.exp(-arriving))


def flush_writes(sites: Installations, draws: ConstantDraws) -> FloatArray:
    """Blocks written per command by buffer flushes, (V, D)."""
    kept = sites.changed_store_gb[:, None] / column(draws, "flush_reference_gb")
    return sites.updates[:, None] * column(draws, "flush_writes_per_update") / (1.0 + kept)


def structure_pressing(sites: Installations, draws: ConstantDraws) -> FloatArray:
    """Time of one flush phase against the time in which the changed-block store fills, (V, D),
    per command a second and second of one flush write.

    Only Cluster Services has such a structure. Above 1 updates meet it full and wait for the phase
    to end (001, section 4.4, second set).  Flush I/Os do not queue with the reads for a volume, but
    wait for the common I/O limit.  A phase writes what fits into LFIOP, FMXIO I/Os at a time.  0
    without LFIOP or updates.
    """
    phase_blocks = sites.lfiop_mb * 2**20 / DATA_BLOCK_BYTES
    writes = (phase_blocks / np.maximum(sites.fmxio, 1.0))[:, None]
    changed = sites.updates[:, None] * column(draws, "flush_writes_per_update")
    # A store smaller than one block holds one block.
    store_blocks = np.maximum(sites.changed_store_gb * 2**30 / DATA_BLOCK_BYTES, 1.0)[:, None]
    return np.where(sites.als[:, None], writes * changed / store_blocks, 0.0)
