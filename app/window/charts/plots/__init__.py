"""The large charts, drawn by pyqtgraph with fixed ranges and thin pens."""
