"""Queueing networks."""

from .batch import BatchSolution, ClosedBatch, solve_closed_batch
from .errors import Cancelled, NetworkError
from .network import (
    Call,
    ClosedClass,
    Entry,
    LayeredNetwork,
    Network,
    OpenClass,
    Processor,
    Station,
    Task,
)
from .layered import solve_layered_batch
from .parse import TextProblem, line_of, parse_json_text, parse_network
from .sensitivity import (
    Bottlenecks,
    Sensitivities,
    SwitchingPoint,
    bottlenecks,
    sensitivities,
)
from .solution import ClassBounds, Solution, solution_to_json
from .solver import METHODS, solve, solve_many

__all__ = [
    "METHODS",
    "BatchSolution",
    "Bottlenecks",
    "Call",
    "Cancelled",
    "ClassBounds",
    "ClosedBatch",
    "ClosedClass",
    "Entry",
    "LayeredNetwork",
    "Network",
    "NetworkError",
    "OpenClass",
    "Processor",
    "Sensitivities",
    "Solution",
    "Station",
    "SwitchingPoint",
    "Task",
    "TextProblem",
    "bottlenecks",
    "line_of",
    "parse_json_text",
    "parse_network",
    "sensitivities",
    "solution_to_json",
    "solve",
    "solve_closed_batch",
    "solve_layered_batch",
    "solve_many",
]
