"""Rules for disk: aliases, channels, cache and the protocol of I/O."""
