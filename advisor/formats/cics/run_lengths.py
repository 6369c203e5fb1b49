"""Run lengths of CSRCESRV, z/OS's data compression service, as CICS writes monitoring data in them.

Behind a byte X'80', which says that the data are compressed, come runs. A run of text is a byte
with its count (1 to 127) and the text; a repeated byte is a count with the first bit on, and the
byte once. IBM's developer describes this from the module's own prologue and says that it is no
interface (P. Relson on IBM-MAIN, 13 June 2013); two users tell of the byte in front and of data
that begin ``80 7F``. Hence nothing is taken unless the whole has exactly the length it must have.
"""

from __future__ import annotations

MARK = 0x80
_REPEAT = 0x80


def expand(data: bytes, length: int) -> bytes | None:
    """The ``length`` bytes that were compressed; ``None`` where it is no such code or another
    length.
    """
    if not data or data[0] != MARK:
        return None
    pieces: list[bytes] = []
    at, end, made = 1, len(data), 0
    while at < end:
        control = data[at]
        count = control & ~_REPEAT
        stop = at + 2 if control & _REPEAT else at + 1 + count
        made += count
        if not count or stop > end or made > length:
            return None
        pieces.append(data[at + 1 : at + 2] * count if control & _REPEAT else data[at + 1 : stop])
        at = stop
    return b"".join(pieces) if made == length else None
