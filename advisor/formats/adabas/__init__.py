"""Adabas: sessions, ADARUN cards, displays, ADAREP, caching, stress tests."""
