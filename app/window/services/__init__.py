"""What runs off the window's thread: projections, analysis and import, report rendering."""
