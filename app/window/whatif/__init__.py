"""What-if: changes, sweeps, plans."""
