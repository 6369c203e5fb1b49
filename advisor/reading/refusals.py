"""Files that are refused, each with one sentence that says what to do instead."""

from __future__ import annotations

from model.language import say

LONGEST_LINE = 1 << 20
"""Characters a line may have; printed reports have 255 at most, CSV rows some thousands."""

MOST_COLUMNS = 20_000

_DATABASE = b"SQLite format 3\0"
_BINARY = (
    (
        b"%PDF",
        (
            "is a PDF: Plexwright needs the report as text; copy the text out or send the "
            "original print file"
        ),
    ),
    (b"\x89PNG", "is a picture: send the report as text, not as a screenshot"),
    (b"\xff\xd8\xff", "is a picture: send the report as text, not as a screenshot"),
    (b"GIF8", "is a picture: send the report as text, not as a screenshot"),
    (b"II*\0", "is a picture: send the report as text, not as a screenshot"),
    (b"MM\0*", "is a picture: send the report as text, not as a screenshot"),
    (b"BM", "is a picture: send the report as text, not as a screenshot"),
    (b"\xd0\xcf\x11\xe0", "is an Office document: save its content as text or CSV and send that"),
    (b"{\\rtf", "is a rich-text document: save it as plain text and send that"),
    (
        b"\x1f\x9d",
        (
            "is compressed with compress or pax -z: unpack it (uncompress; on z/OS Unix pax -rz) "
            "and send a tar.gz or a ZIP"
        ),
    ),
    (b"070701", "is a cpio archive: pack the reports as tar or ZIP"),
    (b"070702", "is a cpio archive: pack the reports as tar or ZIP"),
    (b"070707", "is a cpio archive: pack the reports as tar or ZIP"),
    (b"\x28\xb5\x2f\xfd", "is compressed: unpack it and drop the file inside, or send a ZIP"),
    (b"\x04\x22\x4d\x18", "is compressed: unpack it and drop the file inside, or send a ZIP"),
    (b"MSCF\0\0\0\0", "is a CAB archive: unpack it and drop the folder, or send a ZIP"),
    (b"%!PS", "is a print file in PostScript: send the report as text"),
    (b"\xff\xfe\0\0", "is text in UTF-32: save it as UTF-8 and send that"),
    (b"\0\0\xfe\xff", "is text in UTF-32: save it as UTF-8 and send that"),
    (
        b"\x78\x9f\x3e\x22",
        "is an Outlook attachment (winmail.dat): have the mail sent again as plain text",
    ),
    (b"7z\xbc\xaf", "is a 7z archive: unpack it and drop the folder, or send a ZIP"),
    (b"Rar!", "is a RAR archive: unpack it and drop the folder, or send a ZIP"),
    (b"\x7fELF", "is a program, not a report"),
    (b"MZ", "is a program, not a report"),
    (
        b"PLXWLOCK1\n",
        (
            "is an engagement that is locked with a passphrase: 'plexwright unlock' opens it, or "
            "Open in the window"
        ),
    ),
    (_DATABASE, "is a database, not a report; an engagement is opened, not imported"),
)
_ENGAGEMENT = ".plexwright"
_COMPOUND = b"\xd0\xcf\x11\xe0"
_OUTLOOK = "__substg1.0_".encode("utf-16-le")
OUTLOOK = (
    "is an Outlook message: drag it out as .eml, or save its text and its attachments and send "
    "those"
)
_INMR01 = b"\xc9\xd5\xd4\xd9\xf0\xf1"
_INMR01_AS_TEXT = (b"INMR01", "ÉÕÔÙðñ".encode())  # translated, or decoded as Latin-1
_COPYR1 = b"\xca\x6d\x0f"  # in the first record that IEBCOPY writes


class Refusal(Exception):
    """The file cannot be read; the message follows the file's name and ends in a remedy."""

    def __init__(self, sentence: str, line: int = 0) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.line = line


def by_magic(head: bytes, name: str = "", size: int | None = None) -> str | None:
    """Why a file that begins with ``head`` is refused; ``None`` when nothing speaks against it.

    ``size`` is the whole file's, where it is known.
    """
    if size is not None and head.startswith(_DATABASE):
        pages, each = (int.from_bytes(head[a:b], "big") for a, b in ((28, 32), (16, 18)))
        whole = pages * (65536 if each == 1 else each)
        if len(head) < 100 or size < whole:
            return say(
                "is an engagement or another database, not a report, and it is cut short: copy it "
                "again, then open it"
            )
    other = head.startswith((_DATABASE, b"PLXWLOCK1\n", b"PK", b"\x1f\x8b"))
    if name.lower().endswith(_ENGAGEMENT) and head and not (other or _looks_like_text(head)):
        return say(
            "is an engagement that is damaged from its first bytes on: copy it again from where it "
            "is whole, or take its backup"
        )
    if head.startswith(_COMPOUND) and (name.lower().endswith(".msg") or _OUTLOOK in head):
        return OUTLOOK
    for magic, sentence in _BINARY:
        if head.startswith(magic) and not (
            len(magic) == 2 and magic.isalpha() and _looks_like_text(head)
        ):
            return sentence
    if head[257:262] == b"ustar":
        return "is a damaged tar archive: pack it again, or transfer it again in binary"
    if (head[:4] == b"RIFF" and head[8:12] == b"WEBP") or head[4:8] == b"ftyp":
        return "is a picture or film: send the report as text, not as a screenshot"
    if _INMR01 in head[:16] or any(words in head[:16] for words in _INMR01_AS_TEXT):
        return (
            "is a TSO TRANSMIT file that was spoilt on its way, as by a transfer as text: transfer "
            "it again in binary"
        )
    if _COPYR1 in head[:16]:
        return (
            "is a library (PDS) unloaded by IEBCOPY: download its members as text, or TRANSMIT "
            "each as a sequential data set"
        )
    return None


def _looks_like_text(head: bytes) -> bool:
    return all(byte in b"\t\r\n\f" or 32 <= byte < 127 for byte in head[:64])


NO_FILES = "holds no files: drop the reports themselves"
CHANGED = (
    "was changed while it was read, and figures may be missing: read it again when it is complete"
)
EMPTY = "is empty: ask for it again, the transfer may have failed"
BLANK = "holds nothing but blanks: ask for it again, the transfer may have failed"
BINARY = (
    "is binary data in no format that Plexwright knows: send reports as text, SMF as dumped by "
    "IFASMFDP and transferred in binary with record descriptor words"
)
LONG_LINE = say(
    "has a line of more than {longest_line} MB, which no report has: check the transfer (text "
    "files need line ends, record files their record descriptor words)",
    longest_line=LONGEST_LINE >> 20,
)
UNKNOWN = (
    "was not recognised as any report that Plexwright reads: if it is a part of one, send the "
    "whole report as text, with its titles and column headings; if it is complete, it is of a kind "
    "that Plexwright does not read, and another report has to give its figures"
)
WITHOUT_FIGURES = (
    "send the whole report, with its headings and all columns, or tell Plexwright's maintainers if "
    "it is complete"
)
NO_LINE_ENDS = (
    "has lost its line ends and was read as one line, so that figures may be missing: transfer it "
    "as text, or in binary with records of one length"
)
ENCODED_MAIL = (
    "is a mail whose content is encoded (base64): open it, save the text or the attachments, and "
    "send those"
)
