"""Engagements given to others and taken from them: masked or locked copies, JSON in and out."""
