"""How figures of records were made is said in the reader's language."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from advisor.reading import read_path
from advisor.reading.reckoned import reckoned
from advisor.translation import sentences_in

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
