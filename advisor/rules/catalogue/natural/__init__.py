"""Natural."""
