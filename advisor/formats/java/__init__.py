"""Java virtual machines."""
