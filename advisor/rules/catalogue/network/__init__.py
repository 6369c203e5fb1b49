"""Entire Net-Work."""
