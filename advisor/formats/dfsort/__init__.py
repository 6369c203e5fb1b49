"""DFSORT."""
