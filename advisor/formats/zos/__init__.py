"""z/OS itself: job logs, console displays, members, listings."""
