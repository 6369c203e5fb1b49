"""Shares of the states of transactions: columns by IBM's RMF Report Analysis, own figures."""

from __future__ import annotations

import pytest

from tests.advisor.reading.report_reading import Read, read

CLASS = """\
REPORT BY: POLICY=NVPOL WORKLOAD=NVWORK SERVICE CLASS=NVCICS  RESOURCE GROUP=*NONE  PERIOD=1 IMPORTANCE=1

TRANSACTIONS    TRANS.-TIME   HHH.MM.SS.TTT
AVG      0.00   ACTUAL                  120
ENDED    1640   QUEUED                    0
"""  # noqa: E501
STATES = """\

           RESP ---------------------------- STATE SAMPLES BREAKDOWN (%)----------------------   ------STATE------
SUB    P   TIME  --ACTIVE--  READY  IDLE   -------------------------WAITING FOR---------------   SWITCHED SAMPL(%)
TYPE        (%)   SUB  APPL                MISC   PROD  CONV  I/O                                LOCAL SYSPL REMOT
CICS  BTE  61.8K  0.4   0.0    0.3   2.5   96.2    0.0   0.5  0.1                                  0.3   0.0   0.0
CICS  EXE   140  64.6   0.2    2.2   0.0    0.0   32.4   0.0  0.6                                  0.0   0.1   0.0
"""  # noqa: E501
SUBJECT = "service_class:NVCICS.1"


def states(found: Read, phase: str, subject: str = SUBJECT) -> dict[str, object]:
    start = f"state_pct.{phase}."
    return {
        item.metric.removeprefix(start): item.value
        for item in found.reading.observations
        if item.subject == subject and item.metric.startswith(start)
    }


def test_each_state_of_both_phases() -> None:
    found = read(CLASS + STATES)
    assert states(found, "BTE") == {
        "SUB": 0.4, "APPL": 0.0, "READY": 0.3, "IDLE": 2.5, "MISC": 96.2, "PROD": 0.0, "CONV": 0.5,
        "I/O": 0.1, "LOCAL": 0.3, "SYSPL": 0.0, "REMOT": 0.0,
    }  # fmt: skip
    assert states(found, "EXE")["PROD"] == 32.4
    assert states(found, "EXE")["SYSPL"] == 0.1
    assert found(SUBJECT, "ended") == 1640
    assert found.reading.numbers.unread == 0
    assert found.sentences == []


def test_columns_collapsed_are_read_all_the_same() -> None:
    found = read("\n".join(" ".join(line.split()) for line in (CLASS + STATES).split("\n")))
    assert states(found, "EXE")["PROD"] == 32.4


def test_an_excerpt_of_nothing_else_is_called_after_its_file() -> None:
    found = read(STATES, "nvtor.txt")
    assert states(found, "EXE", "service_class:NVTOR")["SUB"] == 64.6
    assert "so it was called NVTOR, as the file is" in found.sentences[0]


def test_the_states_of_a_second_nameless_class_are_not_the_firsts() -> None:
    found = read(STATES + STATES.replace("64.6", "11.1"), "nvtor.txt")
    assert found.values("service_class:NVTOR", "state_pct.EXE.SUB") == [64.6]
    assert found.reading.numbers.unread == 24


@pytest.mark.parametrize("cell", [" 32.4 ", "  2.2 ", " 0.2  "])
def test_a_row_with_a_blank_cell_gives_no_state_another_ones_share(cell: str) -> None:
    found = read(CLASS + STATES.replace(cell, " " * len(cell)))
    assert states(found, "EXE") == {}
    assert len(states(found, "BTE")) == 11
    assert found.reading.numbers.unread > 8
