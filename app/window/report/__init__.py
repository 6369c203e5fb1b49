"""The report: sections, preview, export."""
