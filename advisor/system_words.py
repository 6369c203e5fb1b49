"""Why the operating system refuses a file, in words that are the same on every system.

Systems word it in their own way and language: a German Windows says „Zugriff verweigert“. Windows
tells more by its own number than by the POSIX one it is mapped to: both 5 (access denied) and 32
(another program has it open) become EACCES. Numbers: Microsoft, System Error Codes (0-499).
"""

from __future__ import annotations

import errno

HELD = "another program holds it"

_BY_WINDOWS = {
    2: "No such file or directory",
    3: "No such file or directory",
    5: "Permission denied",
    19: "Read-only file system",
    32: HELD,
    33: HELD,
    39: "No space left on device",
    112: "No space left on device",
    123: "no file can have such a name",
    206: "File name too long",
    267: "Not a directory",
    1224: HELD,
}
_BY_ERRNO = {
    errno.EACCES: "Permission denied",
    errno.EPERM: "Permission denied",
    errno.ENOENT: "No such file or directory",
    errno.ENOTDIR: "Not a directory",
    errno.EISDIR: "Is a directory",
    errno.ENAMETOOLONG: "File name too long",
    errno.ENOSPC: "No space left on device",
    errno.EDQUOT: "No space left on device",
    errno.EROFS: "Read-only file system",
    errno.EBUSY: HELD,
}


def reason(refused: OSError) -> str:
    """Why, in a few words; what is not known here as the system says it."""
    number = getattr(refused, "winerror", None)
    known = _BY_WINDOWS.get(number) if isinstance(number, int) else None
    known = known or _BY_ERRNO.get(refused.errno or 0)
    return known or refused.strerror or str(refused) or type(refused).__name__


def held(refused: OSError) -> bool:
    """Whether another program has the file open, so that another name would do."""
    return reason(refused) == HELD
