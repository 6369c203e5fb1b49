"""Documents of Plexwright itself."""
