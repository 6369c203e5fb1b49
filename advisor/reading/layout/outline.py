"""What lines look like whatever their figures are.

A long print repeats the same lines with other figures. Most patterns do not ask which digit a digit
is: what they find in one line they find in all of its outline, in the same places, and it need be
looked for only once.
"""

from __future__ import annotations

_DIGITS = b"123456789"
_ZEROS = bytes.maketrans(_DIGITS, len(_DIGITS) * b"0")
_ALL = str.maketrans(_DIGITS.decode(), len(_DIGITS) * "0")


def outline(text: str) -> str:
    """The line with a zero for every digit from 0 to 9."""
    try:  # ten times as fast as translating characters
        return text.encode("latin-1").translate(_ZEROS).decode("latin-1")
    except UnicodeEncodeError:
        return text.translate(_ALL)
