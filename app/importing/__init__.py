"""Report files found, read and kept: the one way in, for the window and the command line."""
