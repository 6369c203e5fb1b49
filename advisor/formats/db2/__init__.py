"""Db2: accounting, statistics, displays, BIND."""
