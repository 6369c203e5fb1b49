"""Codec for IBM code page 1047 (Latin-1 Open Systems), which Python does not bring.

Source: the IBM1047 registration with IANA (mapping table from IBM CP 1047 to ISO 10646, 1995).
It differs from code page 037 at six positions: circumflex and not sign, the two square brackets,
Y acute and diaeresis trade places.
"""

from __future__ import annotations

import codecs
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing_extensions import Buffer

_DIFFERENT = {0x5F: "^", 0xB0: "¬", 0xAD: "[", 0xBD: "]", 0xBA: "Ý", 0xBB: "¨"}
DECODING_TABLE = "".join(
    _DIFFERENT.get(code, char) for code, char in enumerate(bytes(range(256)).decode("cp037"))
)
_ENCODING_TABLE = codecs.charmap_build(DECODING_TABLE)


def _encode(text: str, errors: str = "strict") -> tuple[bytes, int]:
    return codecs.charmap_encode(text, errors, _ENCODING_TABLE)


def _decode(data: Buffer, errors: str = "strict") -> tuple[str, int]:
    return codecs.charmap_decode(data, errors, DECODING_TABLE)


def _find(name: str) -> codecs.CodecInfo | None:
    if name.replace("-", "").replace("_", "") not in ("cp1047", "ibm1047"):
        return None
    return codecs.CodecInfo(name="cp1047", encode=_encode, decode=_decode)


codecs.register(_find)
