"""CICS on z/OS: regions, MRO, temporary storage and dumps."""
