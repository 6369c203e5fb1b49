"""VSAM under CICS."""
