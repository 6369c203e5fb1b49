"""Mails with encoded parts and attachments: taken apart into files that are read as any other.

A mail whose text stands in it as it was written is read as a text, with its own line numbers; this
is for those that hold several parts, or one that is encoded as a whole.
"""

from __future__ import annotations

import binascii
import io
import re
from collections.abc import Callable, Iterator
from email import errors, policy
from email.header import decode_header, make_header
from email.message import Message
from email.parser import BytesFeedParser
from typing import IO

from advisor.reading.containers.limits import Member
from advisor.reading.refusals import Refusal
from model.language import say

MOST_BYTES = 32 << 20
"""Bytes of a mail that is taken apart, which takes some seven times as much memory."""

MOST_PARTS = 500
MOST_BOUNDARIES = 40
"""Parts within parts: every line is compared with the boundaries of all that it stands in."""

_STEP = 1 << 18

_HEADING = re.compile(rb"(?:From |[A-Za-z][\w-]*:[^\r\n]*\r?\n)")
_OF_MAILS = re.compile(rb"(?im)^(?:from|to|date|subject|received|mime-version|message-id):")
_TAKEN_APART = re.compile(
    rb"(?im)^content-type:\s*(?:multipart/|message/rfc822)|^content-transfer-encoding:\s*base64"
)
_BOUNDARY = re.compile(rb"(?i)\bboundary\*?0?\*?\s*=")
_BLANK_LINE = re.compile(rb"\r?\n[ \t]*\r?\n")

TOO_LARGE = say(
    "is a mail of more than {most_bytes} MB: save its attachments and send those",
    most_bytes=MOST_BYTES >> 20,
)
DAMAGED = "is a damaged mail: save its text and its attachments and send those"
WITHOUT_CONTENT = "is a mail without text and attachments: ask for it again"
TOO_MANY = say(
    "is a mail of more than {most_parts} parts: save its attachments and send those",
    most_parts=MOST_PARTS,
)
TOO_DEEP = "is a mail in a mail in a mail: save its attachments and send those"


def is_mail(head: bytes) -> bool:
    """Whether a file that begins so is a mail that has to be taken apart."""
    head = head.removeprefix(b"\xef\xbb\xbf").lstrip(b"\r\n")
    if not _HEADING.match(head):
        return False
    end = _BLANK_LINE.search(head)
    headings = head[: end.start() + 1] if end else head
    headings = re.sub(rb"\r?\n[ \t]+", b" ", headings)
    return bool(_OF_MAILS.search(headings) and _TAKEN_APART.search(headings))


def parts_of(open_source: Callable[[], IO[bytes]], tick: Callable[[], None]) -> Iterator[Member]:
    """Texts and attachments of a mail and of the mails in it, decoded, in their order.

    Of alternatives the plain text is taken, and a page of HTML where there is none.

    Raises
    ------
    Refusal: it is too large, or so damaged that it cannot be taken apart.
    """
    message = _parsed(open_source, tick)
    names: dict[str, int] = {}
    count = 0
    for part in _leaves(message):
        tick()
        payload = _payload(part)
        if not payload.strip():
            continue
        count += 1
        name, letter = _name(part)
        names[name] = names.get(name, 0) + 1
        if names[name] > 1:
            stem, dot, kind = name.rpartition(".")
            name = f"{stem or kind}-{names[name]}{dot}{kind if dot else ''}"
        part.set_payload("")  # what is read need not be kept

        def open_part(payload: bytes = payload) -> IO[bytes]:
            return io.BytesIO(payload)

        yield Member(name, open_part, len(payload), letter=letter)
    if not count:
        raise Refusal(WITHOUT_CONTENT)


def _parsed(open_source: Callable[[], IO[bytes]], tick: Callable[[], None]) -> Message:
    parser = BytesFeedParser(policy=policy.compat32)
    size = borders = 0
    with open_source() as source:
        while data := source.read(_STEP):
            size += len(data)
            borders += len(_BOUNDARY.findall(data))
            if size > MOST_BYTES:
                raise Refusal(TOO_LARGE)
            if borders > MOST_BOUNDARIES:
                raise Refusal(TOO_DEEP)
            tick()
            try:
                parser.feed(data.removeprefix(b"\xef\xbb\xbf") if size == len(data) else data)
            except (RecursionError, errors.MessageError, ValueError):
                raise Refusal(DAMAGED) from None
    try:
        return parser.close()
    except (RecursionError, errors.MessageError, ValueError):
        raise Refusal(DAMAGED) from None


def _leaves(message: Message) -> Iterator[Message]:
    """Parts that hold content, without recursion: mails may be nested deeply."""
    waiting = [message]
    while waiting:
        part = waiting.pop()
        inside = part.get_payload()
        if not isinstance(inside, list):
            yield part
            continue
        kept = [each for each in inside if isinstance(each, Message)]
        if part.get_content_subtype() == "alternative":
            plain = [each for each in kept if each.get_content_type() == "text/plain"]
            kept = plain[:1] or kept[-1:]
        if len(kept) > MOST_PARTS:
            raise Refusal(TOO_MANY)
        waiting.extend(reversed(kept))


def _payload(part: Message) -> bytes:
    try:
        data = part.get_payload(decode=True)
    except (ValueError, LookupError, binascii.Error):
        return b""
    return data if isinstance(data, bytes) else b""


def _name(part: Message) -> tuple[str, bool]:
    """The part's file name without folders, and whether it has none of its own."""
    try:
        given = str(make_header(decode_header(part.get_filename() or "")))
    except (ValueError, LookupError, TypeError, errors.MessageError):
        given = ""
    leaf = re.split(r"[\\/]", given)[-1].strip()
    leaf = "".join(char if char.isprintable() else "?" for char in leaf)[:120].strip(". ")
    if leaf:
        return leaf, False
    kind = part.get_content_subtype()
    return ("text.html" if kind == "html" else "text.txt"), True
