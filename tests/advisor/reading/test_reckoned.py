"""How figures of records were made is said in the reader's language."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from advisor.reading import read_path
from advisor.reading.reckoned import reckoned
from advisor.report.picture_data import _detail
from advisor.report.text import printable
from advisor.translation import sentences_in
from model.topology import Component

SAMPLES = Path(__file__).resolve().parents[3] / "samples" / "formats"
RECORDS = ("smf-rmf-rdw.bin", "smf-io-rdw.bin", "smf-ess-rdw.bin", "smf-110-1-rdw.bin",
           "smf-dump-rdw.bin", "smf-db2-rdw.bin", "smf-products-rdw.bin")  # fmt: skip
SAID = (" by ", " of ", " and ", "the interval", " devices", " tasks")


@cache
def german(name: str) -> frozenset[str]:
    speak = sentences_in("de").say
    return frozenset(
        speak(item.text).text
        for reading in read_path(SAMPLES / name)
        for item in reading.observations
    )


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("SMF70ONT by the interval", "SMF70ONT durch das Intervall"),
        ("DSGACT by DSGTDT of QR", "DSGACT durch DSGTDT von QR"),
        ("SMF70PDT of all partitions by SMF70CTN", "SMF70PDT aller Partitionen durch SMF70CTN"),
        ("QRCPUT by QRDISPT of the tasks", "QRCPUT durch QRDISPT der Tasks"),
        ("SMF70PDT, SMF70ONT of partition 1", "SMF70PDT, SMF70ONT der Partition 1"),
        ("hits by requests", "Treffer durch Anforderungen"),
        ("SMF74SSC=120", "SMF74SSC=120"),
    ],
)
def test_words_between_fields_are_translated_and_english_stays(raw: str, text: str) -> None:
    assert sentences_in("en").say(reckoned(raw)).text == raw
    assert sentences_in("de").say(reckoned(raw)).text == text


@pytest.mark.parametrize("name", RECORDS)
def test_no_record_of_the_samples_is_told_in_english(name: str) -> None:
    """SMF70ONT by the interval and 30 others stood in German reports."""
    assert german(name)
    assert [text for text in sorted(german(name)) if any(word in text for word in SAID)] == []


def german_of(text: str) -> str:
    return sentences_in("de").say(text).text


def test_a_line_that_was_cut_says_so_in_the_readers_language() -> None:
    """ "(190 characters)" stood in German reports."""
    assert printable("x" * 1500, 100, german_of).endswith(" \u2026 (1.500 Zeichen)")
    assert printable("x" * 1500, 100).endswith(" \u2026 (1,500 characters)")


def test_boxes_of_the_picture_say_in_german_what_they_are() -> None:
    """ "TCP/IP stack" stood there, as a kind without a short name had only its English one."""
    stack = Component("tcpip_stack:TCPIP", "tcpip_stack", "TCPIP", None)
    assert [_detail(stack, None, language) for language in ("en", "de")] == [
        "TCP/IP stack",
        "TCP/IP-Stack",
    ]
