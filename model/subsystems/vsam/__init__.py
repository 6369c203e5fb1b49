"""VSAM under CICS: files, LSR pools and buffers.

The files and pools of a region are part of its model (``model.subsystems.cics``), because what
they save shows as the region's I/O, CPU and response time; this package knows how settings change
their I/O.
"""

from model.subsystems.vsam.fit import fit_constants
from model.subsystems.vsam.kinds import KINDS as KINDS

FITS = {"vsam": fit_constants}
