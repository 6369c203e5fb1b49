"""Scenarios side by side."""
