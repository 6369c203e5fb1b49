"""Queueing networks."""

from .batch import BatchSolution, ClosedBatch, solve_closed_batch
from .errors import Cancelled, NetworkError

__all__ = ["BatchSolution", "Cancelled", "ClosedBatch", "NetworkError", "solve_closed_batch"]
