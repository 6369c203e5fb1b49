"""Natural: batch sessions, buffers, zIIP."""
