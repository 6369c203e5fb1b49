"""The Reports page: what was recognised, what was not, and the report's own text."""
