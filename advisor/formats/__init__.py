"""Report formats, by product: one module each, found by :mod:`advisor.reading.registry`.

A module that declares ``READER`` or ``READERS`` is a format; others hold what formats of the same
product share (headings, names, record sections).
"""
