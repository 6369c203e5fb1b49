"""VSAM data sets: LISTCAT, SMF 42-6."""
