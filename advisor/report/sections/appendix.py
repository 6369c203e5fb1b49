"""Assumptions, questions, files with the findings that rest on them, glossary."""

from __future__ import annotations

import hmac
import re
from collections.abc import Sequence
from typing import Any

from advisor.reading import reader_title
from advisor.report import numbers
from advisor.report.links import Links
from advisor.report.text import short_name
from advisor.report.words import CALLED_FOR, GLOSSARY
from advisor.report.writer import (
    Writer,
)
from advisor.rules.references import DOCUMENTS
from model.language import phrase


def appendix(writer: Writer, links: Links) -> dict[str, Any]:
    installation = writer.engagement.installation
    return {
        "assumptions": [
            {
                "number": number,
                "text": writer.speak(text),
                "findings": links.of_assumption(number),
            }
            for number, text in enumerate(installation.assumptions, 1)
        ],
        "questions": [
            {
                "number": number,
                "question": writer.speak(q.question),
                "report": writer.speak(q.report).removesuffix("."),
                "findings": links.of_question(number),
            }
            for number, q in enumerate(installation.questions, 1)
        ],
        "problems": [
            {
                "where": short_name(p.file, 60) + (f":{p.line}" if p.line else "")
                if p.file
                else "–",
                "sentence": writer.speak_of(p.file, p.sentence),
            }
            for p in installation.problems
        ],
        "doubted": bool(writer.engagement.baseline.doubts),
        "files": [
            {
                "number": writer.file_number[r.file],
                "file": short_name(r.file, 60),
                "findings": links.of_file(r.file),
                "formats": ", ".join(writer.speak(reader_title(name)) for name in r.formats),
                "observations": numbers.number(len(r.observations), writer.language, 9),
                "lines": numbers.number(r.lines, writer.language, 9),
                "unread": numbers.number(r.unread_lines, writer.language, 9),
                "size": numbers.number(r.size_bytes, writer.language, 12),
                "sha256": _digest(writer, r.sha256),
            }
            for r in sorted(writer.engagement.readings, key=lambda r: r.file)
        ],
        "unread": [
            {
                "file": short_name(r.file, 60),
                "ranges": _ranges(r.unread),
                "count": numbers.number(r.unread_lines, writer.language, 9),
            }
            for r in sorted(writer.engagement.readings, key=lambda r: r.file)
            if r.unread
        ],
    }


def _digest(writer: Writer, sha256: str) -> str:
    """What a report is known by: a masked one only by who holds the salt; empty without one."""
    if not writer.options.mask:
        return sha256
    salt = writer.options.mask_salt
    return hmac.digest(salt, sha256.encode(), "sha256").hex() if salt else ""


def explained(writer: Writer, texts: Sequence[str]) -> dict[str, Any]:
    """The ``documents`` that ``texts`` cite by number, and the ``glossary`` of words in them."""
    said = "\n".join(texts).casefold()
    return {
        "documents": [
            {"number": number, "citation": phrase(title, writer.language, "rules")}
            for number, title in sorted(DOCUMENTS.items())
            if re.search(rf"(?<![\w.,:/-]){number}(?=[,:)]\s?)", said)
        ],
        "glossary": [
            {"term": writer.say(term), "meaning": writer.say(meaning)}
            for term, meaning in GLOSSARY
            if _word(writer, CALLED_FOR.get(term, term)) in said
        ],
    }


def _word(writer: Writer, term: str) -> str:
    """A term as texts have it: of "LSR, NSR" the first, of "Buffer efficiency e" no symbol."""
    return writer.say(term).partition(", ")[0].removesuffix(" e").casefold() if term else ""


def _ranges(unread: Sequence[tuple[int, int]], most: int = 12) -> str:
    shown = [f"{a}" if a == b else f"{a}–{b}" for a, b in unread[:most]]
    more = len(unread) - most
    return ", ".join(shown) + (f" (+{more})" if more > 0 else "")
