"""Adabas: single nucleus, Caching Facility, Cluster Services (ALS), Parallel Services (ASM)."""

from model.subsystems.adabas.kinds import KINDS as KINDS
