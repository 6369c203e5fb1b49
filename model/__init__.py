"""What an installation is and how it performs: topology, queueing, subsystems, hardware, projection."""
