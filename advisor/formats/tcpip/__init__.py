"""z/OS Communications Server."""
