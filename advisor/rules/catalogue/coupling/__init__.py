"""Rules for coupling facilities."""
