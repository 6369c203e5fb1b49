"""Texts that came damaged or with something around them: what they were, told from their lines.

A repair is a module that declares ``REPAIR`` (:mod:`.offers`); adding one is adding one file.
"""
