"""What an installation is and how it performs, from topology to projection."""
