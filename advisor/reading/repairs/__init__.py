"""Texts that came damaged or with something around them: what they were, told from their lines."""
