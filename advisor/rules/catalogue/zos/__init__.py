"""z/OS itself."""
