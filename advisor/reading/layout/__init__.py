"""What report formats share: cells (numbers, durations, dates) and tables (columns, headers)."""
