"""Waits of a region that its statistics count: labels by IBM's reference, figures invented."""

from __future__ import annotations

import pytest

from advisor.reading import read_path
from app.paths import sample
from tests.advisor.reading.report_reading import read

HEAD = "Applid NVC1Z1V2  Sysid NVC2  Jobname NVJOBC   Date 03/17/2015  Time 10:06:37  CICS 6.8.0\n"
REGION = "cics_region:NVC1Z1V2"

TASKS = """\
Transaction Manager

  Maximum transactions allowed (MXT) . . . :              75
  Times at MXT . . . . . . . . . . . . . . :              12
  Transactions Delayed by MXT. . . . . . . :             340
  Total MXT queueing time. . . . . . . . . :  00:00:08.50000
  Average MXT queueing time. . . . . . . . :  00:00:00.02500
"""
QUEUES = """\
Temporary Storage

  Temporary storage buffers. . . . . . . . :              17
  Temporary storage buffer waits . . . . . :               9
  Temporary storage strings. . . . . . . . :               5
  Temporary storage string waits . . . . . :               4
  Times auxiliary storage exhausted. . . . :               2
"""
OF_STUP = """\
   Times aux. storage exhausted. . . . . . . . . . . . . :                 3
   Times buffer wait occurred. . . . . . . . . . . . . . :                 8
   Times string wait occurred. . . . . . . . . . . . . . :                 6
"""


def test_transactions_that_waited_for_mxt() -> None:
    found = read(HEAD + TASKS)
    assert found(REGION, "max_tasks_delayed") == 340
    assert found(REGION, "max_tasks_queue_ms") == pytest.approx(25.0)
    assert found(REGION, "max_tasks_queue_s") == pytest.approx(8.5)
    assert found(REGION, "max_tasks_times") == 12
    assert found.reading.numbers.listed == ()
    # The line that tells z/OS from z/VSE counts as well.
    (stup,) = read_path(sample("formats/cics-dfhstup.txt"))
    told = {one.metric: one.value for one in stup.observations if one.subject.endswith(":NVTOR1")}
    assert (told["max_tasks_delayed"], told["max_tasks_queue_s"]) == (29, pytest.approx(4.1802))
    assert told["setting.PLATFORM"] == "z/OS"


def test_waits_of_temporary_storage() -> None:
    found = read(HEAD + QUEUES)
    assert found(REGION, "ts_buffer_waits") == 9
    assert found(REGION, "ts_string_waits") == 4
    assert found(REGION, "ts_exhausted_times") == 2
    assert found.reading.numbers.listed == ()


def test_the_statistics_utility_has_other_words_for_them() -> None:
    found = read(HEAD + "Temporary Storage\n\n" + OF_STUP)
    assert found(REGION, "ts_exhausted_times") == 3
    assert found(REGION, "ts_buffer_waits") == 8
    assert found(REGION, "ts_string_waits") == 6
