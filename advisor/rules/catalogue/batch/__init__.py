"""Batch: sequential data sets and sorts."""
