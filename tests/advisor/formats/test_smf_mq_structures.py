"""SMF 115 of a queue-sharing group, built by the offsets of IBM's tables: CF structures, their
data sets and the tasks of the channel initiator. The reader's maps are not asked.

Self-defining sections: triplets from offset 28 on, the header section QWHS first. QEST has 64
entries of 64 bytes behind eight of its own; QCTDSP, 36 bytes a task, has no name in front.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from advisor.analysis import Options, analyse, groundwork
from advisor.report.masking import build_mask
from tests.advisor.reading.report_reading import Read, read

MANAGER = "mq_manager:MQA1"
_US = 1 << 12


def number(value: int, length: int = 4) -> bytes:
    return value.to_bytes(length, "big")


def words(text: str, length: int) -> bytes:
    return text.ljust(length).encode("cp037")


def block(eye: str, content: bytes) -> bytes:
    return number(0, 2) + number(8 + len(content), 2) + words(eye, 4) + content


def record(subtype: int, sections: Sequence[tuple[bytes, int]]) -> bytes:
    """Header, triplets of QWHS and then of each section (all that are alike, and their number)."""
    clock = number((10 * 3600 + 900) * 100)
    head = number(0x1E, 1) + number(115, 1) + clock + bytes.fromhex("0115076f") + words("SYSA", 4)
    head += words("MQA1", 4) + number(subtype, 2) + bytes(4)
    at = 4 + len(head) + 8 * (len(sections) + 1)
    triplets, content = b"", b""
    for data, count in sections:
        length = len(data) // count if count else 0
        triplets += number(at + len(content)) + number(length, 2) + number(count, 2)
        content += data
    qwhs = number(52, 2) + bytes(42) + number(900_000_000, 8)
    # The header section may stand last; what its triplet says is where the triplets end.
    first = number(at) + number(len(qwhs), 2) + number(1, 2)
    moved = b""
    for place in range(0, len(triplets), 8):
        where = int.from_bytes(triplets[place : place + 4], "big") + len(qwhs)
        moved += number(where) + triplets[place + 4 : place + 8]
    body = head + first + moved + qwhs + content
    return number(len(body) + 4, 2) + bytes(2) + body


def structures() -> bytes:
    """One structure that five calls found full, and 63 entries that are not in use."""
    entry = words("APP1", 12) + b"".join(map(number, (3, 40_000, 900)))
    entry += number(2_600_000 * _US, 8) + number(81_000 * _US, 8)
    entry += b"".join(map(number, (7, 2, 5, 18_000, 90_000))) + bytes(4)
    assert len(entry) == 64
    return block("QEST", entry + bytes(64 * 63))


def data_set() -> bytes:
    """Its 20 fullwords behind name and number, then zeros: 4 allocations failed."""
    counts = (402, 1, 401, 400, 1, 9_000, 70, 60, 50, 40, 30, 20, 10, 5, 4, 9_500, 401, 0)
    content = words("APP1", 12) + number(3) + b"".join(map(number, counts))
    return block("QESD", content.ljust(320, b"\0"))


def tasks() -> bytes:
    def task(requests: int, cpu_us: int) -> bytes:
        times = b"".join(number(us * _US, 8) for us in (cpu_us, 2 * cpu_us, 800_000))
        return number(0x8CE298) + number(requests) + times + number(4)

    return task(1_000, 250_000) + task(10, 3_000)


@pytest.fixture(scope="module")
def data() -> bytes:
    return record(2, ((structures(), 1), (data_set(), 1))) + record(
        231, ((block("QCCT", bytes(56)), 1), (tasks(), 2))
    )


@pytest.fixture(scope="module")
def found(data: bytes) -> Read:
    return read(data, "smf115.bin")


def test_a_structure(found: Read) -> None:
    assert found(MANAGER, "structures.ixllste_calls.APP1") == 40_000
    assert found(MANAGER, "structures_us.ixllste_calls_time.APP1") == pytest.approx(2_600_000)
    assert found(MANAGER, "structures_peak.max_in_use_elements.APP1") == 90_000
    assert found(MANAGER, "cf_full.APP1") == 5
    names = {item.metric for item in found.reading.observations}
    assert len([name for name in names if name.startswith("structures.")]) == 4


def test_a_shared_message_data_set(found: Read) -> None:
    assert found(MANAGER, "smds_level.blocks_in_use.APP1") == 400
    assert found(MANAGER, "smds.pages_cleaned_up.APP1") == 5
    assert found(MANAGER, "smds_full.APP1") == 4
    assert found(MANAGER, "smds_peak.max_msg_count.APP1") == 9_500
    assert found(MANAGER, "smds_least.min_free_blocks.APP1") == 0
    assert not any("buffer_wait_time" in item.metric for item in found.reading.observations)


def test_tasks_of_the_channel_initiator(found: Read) -> None:
    assert found(MANAGER, "dispatchers.request_count.0") == 1_000
    assert found(MANAGER, "dispatchers_us.task_cpu_time.1") == pytest.approx(3_000)
    assert found(MANAGER, "dispatchers_level.task_channel_count.1") == 4


def test_a_dump_alone_says_that_a_structure_was_full(found: Read) -> None:
    """Only DISPLAY CFSTATUS and the formatter's table said it before."""
    advice = groundwork([found.reading], Options()).advice
    (finding,) = (one for one in advice.findings if one.rule == "MQ-105")
    assert finding.component == MANAGER
    assert "5 calls found structure APP1 full" in str(finding.explanation)


def test_a_masked_report_does_not_name_the_structure(found: Read) -> None:
    mask = build_mask(analyse([found.reading], Options()))
    masked = [mask.apply(item.metric) for item in found.reading.observations]
    assert not [text for text in masked if "APP1" in text]
    assert [text for text in masked if text.startswith("structures.ixllste_calls.")]


def test_a_damaged_record_does_no_harm(data: bytes) -> None:
    chance = random.Random(18)
    for _ in range(150):
        hurt = bytearray(data)
        for _ in range(chance.randint(1, 12)):
            hurt[chance.randrange(len(hurt))] = chance.randrange(256)
        read(bytes(hurt[: chance.randint(40, len(hurt))]), "hurt.bin")
