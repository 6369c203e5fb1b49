"""IBM MQ."""
