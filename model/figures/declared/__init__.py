"""The declarations: one file a product, each with its ``FIGURES``."""
