"""Adabas: nuclei, shared cache, I/O, real storage."""
