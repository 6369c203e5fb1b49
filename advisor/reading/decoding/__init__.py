"""From bytes to lines: encodings and record formats."""
