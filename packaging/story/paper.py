"""How report lines become the bytes a customer sends: ASA, fixed records, RDW, EBCDIC, mail."""

from __future__ import annotations

from collections.abc import Iterable

# cp1047 is cp037 with six positions exchanged; Python ships only cp037.
_CP1047_FROM_CP037 = {
    0x15: 0x85, 0x25: 0x0A, 0x5F: 0x5E, 0xB0: 0xAC, 0xAD: 0x5B, 0xBA: 0xDD, 0xBB: 0xA8, 0xBD: 0x5D,
}  # fmt: skip


def encode_cp1047(text: str) -> bytes:
    """Encode in code page 1047 (Latin 1 / Open Systems), where [ and ] are X'AD' and X'BD'."""
    table = {bytes([code]).decode("cp037"): code for code in range(256)}
    for code, character in _CP1047_FROM_CP037.items():
        table[chr(character)] = code
    return bytes(table.get(character, 0x6F) for character in text)


class Print:
    """A print data set: lines with their carriage control kept apart."""

    def __init__(self, width: int = 132) -> None:
        self.width = width
        self.lines: list[tuple[str, str]] = []
        self._control = " "

    def page(self) -> None:
        """Let the next line start a page."""
        self._control = "1"

    def line(self, text: str = "", skip: int = 0) -> None:
        """Add one line, ``skip`` blank ones before it (as ASA does, at most two)."""
        control = self._control
        if control == " " and skip:
            control = {1: "0", 2: "-"}[skip]
        self._control = " "
        if len(text) > self.width:
            raise ValueError(f"line of {len(text)} characters: {text[:60]!r}")
        self.lines.append((control, text.rstrip()))

    def block(self, text: str) -> None:
        """Add several lines as they stand; leading and trailing blank lines go."""
        for row in text.strip("\n").split("\n"):
            self.line(row.rstrip())

    def plain(self) -> list[str]:
        """Lines as an editor shows them: control characters carried out."""
        rows: list[str] = []
        for control, text in self.lines:
            rows.extend([""] * {"0": 1, "-": 2}.get(control, 0))
            rows.append(text)
        return rows

    def asa(self) -> list[str]:
        """Lines with the carriage control in column 1."""
        return [control + text for control, text in self.lines]


def as_text(rows: Iterable[str], newline: str = "\n", encoding: str = "utf-8") -> bytes:
    """Newline text."""
    return "".join(row + newline for row in rows).encode(encoding)


def as_fixed(rows: Iterable[str], length: int = 133, encoding: str = "cp037") -> bytes:
    """Fixed records without newlines, as a binary transfer of RECFM=FBA gives them."""
    records = (row[:length].ljust(length) for row in rows)
    if encoding == "cp1047":
        return b"".join(encode_cp1047(record) for record in records)
    return b"".join(record.encode(encoding, "replace") for record in records)


def as_rdw(rows: Iterable[str], encoding: str = "cp037") -> bytes:
    """Variable records with their record descriptor words (RECFM=VBA, ``quote site rdw``)."""
    out = bytearray()
    for row in rows:
        body = encode_cp1047(row) if encoding == "cp1047" else row.encode(encoding, "replace")
        out += (len(body) + 4).to_bytes(2, "big") + b"\0\0" + body
    return bytes(out)


def spaced(title: str) -> str:
    """A title as RMF prints it: letters apart, two or three blanks between words."""
    return "  ".join(" ".join(word) for word in title.split())


def cpu_clock(seconds: float) -> str:
    """``00000:06:59`` as Adabas 8.1 and 8.2 print durations."""
    whole = round(seconds)
    return f"{whole // 3600:05d}:{whole // 60 % 60:02d}:{whole % 60:02d}"


def hms(seconds: float, digits: int = 3) -> str:
    """``00.14.59.998`` as RMF prints dispatch times."""
    scale = 10**digits
    ticks = round(seconds * scale)
    whole, part = divmod(ticks, scale)
    text = f"{whole // 3600:02d}.{whole // 60 % 60:02d}.{whole % 60:02d}"
    return f"{text}.{part:0{digits}d}" if digits else text


def scaled(value: float, width: int) -> str:
    """A count in ``width`` columns, thousands as K, millions as M where it would not fit."""
    for suffix, divisor in (("", 1), ("K", 1_000), ("M", 1_000_000), ("G", 1_000_000_000)):
        text = f"{value / divisor:.0f}{suffix}"
        if len(text) <= width:
            return text
    return "*" * width
