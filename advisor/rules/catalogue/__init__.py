"""The rules themselves, by product; :mod:`advisor.rules` runs and documents them."""
