"""CICS: statistics prints, definitions, start-up, tasks."""
