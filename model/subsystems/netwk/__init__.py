"""Entire Net-Work: line drivers between systems."""

from model.subsystems.netwk.kinds import KINDS as KINDS
