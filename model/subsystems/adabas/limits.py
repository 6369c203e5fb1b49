"""Limits of the products, each with its source."""

from __future__ import annotations

MAX_NUCLEI = 31
"""001, section 4.5: the largest cluster possible."""
MAX_THREADS = 250
MAX_THREADS_SOURCE = "ADARUN parameter NT"
