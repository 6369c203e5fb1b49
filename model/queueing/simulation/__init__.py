"""Event simulation of the engine's networks: a check of the analysis, and percentiles.

``program`` says what is simulated, ``compile`` makes it from networks and layered networks,
``engine`` runs one replication, ``statistics`` removes the warm-up and gives intervals, ``run``
uses all cores until the figures are tight, ``check`` compares with an analytic answer in one line.

Speed on one core: 0.7 to 1.3 µs a step (a service, a thread taken or given, a choice); a cycle of a
network of four stations takes five, one of an installation some fifteen.
"""

from .check import (
    Check,
    Compared,
    change_line,
    check_solution,
    check_to_json,
    compare,
    pace_of,
    program_of,
)
from .program import Place, Pool, Population, Program, Source, Step
from .run import Pace, simulate
from .statistics import PERCENTILES, ChainFigures, Change, Estimate, Simulated

__all__ = [
    "PERCENTILES", "ChainFigures", "Change", "Check", "Compared", "Estimate", "Pace", "Place",
    "Pool", "Population", "Program", "Simulated", "Source", "Step", "change_line",
    "check_solution", "check_to_json", "compare", "pace_of", "program_of", "simulate",
]  # fmt: skip
