"""Line drivers: CPU per command at both ends and the serial time of a command on the link.

For every driver the document gives CPU minutes of both Net-Work servers and the run time of a test
whose 600 users never paused (001, Table 12); CPU per command and, because nothing else was near
its limit, the time for which a command occupies the link follow by division.  Nothing is fitted.
Tests F5 and F6 differ from F4 in block size alone: 60 KB instead of 32 KB blocks, 32 and 128 of
them, which lengthened the run from 18.49 to 18.60 and 18.66 minutes and the CPU time from 28.30 to
28.39 and 28.35 minutes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Driver:
    """One line driver as measured.

    cpu_us: CPU of both servers per command.  serial_us: time on the link per command, 1/ETR at
    saturation.  test: the published run.
    """

    cpu_us: float
    serial_us: float
    test: str


def _measured(test: str, commands: int, runtime_min: float, cpu_min: float, etr: int) -> Driver:
    return Driver(cpu_min * 60e6 / commands, 1e6 / etr, test)


DRIVERS: Final[dict[str, Driver]] = {
    "CTCA": _measured("W12C1", 153_129_864, 21.63, 29.17, 118_002),
    "FCTC 6.2 SP2": _measured("W12F1", 153_125_288, 21.70, 29.27, 117_627),
    "FCTC 6.3 SP1": _measured("W12F4", 153_147_926, 18.49, 28.30, 138_059),
    "TCP/IP HiperSockets": _measured("W12T1", 153_173_857, 24.57, 43.11, 103_992),
    "XCF": _measured("W12X1", 153_244_408, 31.92, 91.57, 80_027),
}

BLOCK_DRIVERS: Final[frozenset[str]] = frozenset({"CTCA", "FCTC 6.2 SP2", "FCTC 6.3 SP1"})
"""Drivers that send blocks of a configured size; the others were run as they were."""

# Runs F4, F5, F6: mean lengthening at 60 KB blocks, relative to 32 KB (Table 12).
LARGE_BLOCK_SERIAL: Final[float] = ((18.60 + 18.66) / 2 / 18.49) - 1.0
LARGE_BLOCK_CPU: Final[float] = ((28.39 + 28.35) / 2 / 28.30) - 1.0
REFERENCE_BLOCK_KB: Final[float] = 32.0
LARGE_BLOCK_KB: Final[float] = 60.0


def block_factor(block_kb: float, at_large: float) -> float:
    """Factor on a 32 KB figure for blocks of another size, linear in the block size.

    Below 32 KB no run exists; the figure of 32 KB is kept (and called extrapolated by the caller).
    """
    share = (block_kb - REFERENCE_BLOCK_KB) / (LARGE_BLOCK_KB - REFERENCE_BLOCK_KB)
    return 1.0 + at_large * max(0.0, share)
