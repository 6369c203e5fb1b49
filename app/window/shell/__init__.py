"""The shell: window, rail, key figures, scenario selector, command palette, start page."""
