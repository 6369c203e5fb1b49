"""Reports whose lines came as strings of a list, as programs hand them over."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from advisor.observations import FileReading
from advisor.reading import read_bytes
from tests.advisor.reading.report_reading import SAMPLES, read

WAYS: dict[str, Callable[[list[str]], str]] = {
    "JSON, a string a line": lambda lines: json.dumps({"rc": 0, "content": lines}, indent=4),
    "JSON in one line": lambda lines: json.dumps({"rc": 0, "stdout_lines": lines}),
    "JSON, one string": lambda lines: json.dumps({"stdout": "\n".join(lines), "rc": 0}),
    "a list of a script": lambda lines: "lines = [" + ",\n         ".join(map(repr, lines)) + "]\n",
    "a list in one line": repr,
}
TEXTS = ("db2-gbp.txt", "cics-csd.txt", "netstat.txt", "dfsort-joblog.txt", "listcat.txt")


def told(reading: FileReading) -> list[tuple[str, str, object]]:
    return [(item.subject, item.metric, item.value) for item in reading.observations]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", TEXTS)
def test_a_list_of_lines_reads_as_the_lines(way: str, name: str) -> None:
    lines = (SAMPLES / "formats" / name).read_text("ascii").splitlines()
    # Each line of a list is whole, the last one too.
    (plain,) = read_bytes("x.txt", "".join(f"{line}\n" for line in lines).encode())
    text = WAYS[way](lines)
    (reading,) = read_bytes("x.txt", text.encode())
    assert told(reading) == told(plain) != []
    assert "a list of quoted lines" in reading.record_format
    file = text.splitlines()
    for item in reading.observations:
        assert item.text.strip() in file[item.line - 1]


def test_a_part_of_a_list_is_read_too() -> None:
    display = """\
        return ["IEE174I 14.41.05 DISPLAY M 124                  ",
                "CORE STATUS: HD=Y   MT=2  MT_MODE: CP=1  zIIP=2",
                "ID    ST   ID RANGE   VP  ISCM  CPU THREAD STATUS          ",
                "0000   +   0000-0001  H   FC00  +N                         ",
                "0001   +   0002-0003  M   0000  +N                         ",
                "LP NAME = NVS3       LP ID = 2A                            ",
    """
    assert read(display)("lpar:NVS3", "setting.CPS") == 2


def test_what_nothing_is_taken_of_is_known_all_the_same() -> None:
    display = [
        '    "IEE174I 14.41.05 DISPLAY M 124                  ",',
        '    "CORE STATUS: HD=Y   MT=2  MT_MODE: CP=1  zIIP=2",',
        '    "ID    ST   ID RANGE   VP  ISCM  CPU THREAD STATUS          ",',
        '    "0000   +   0000-0001  H   FC00  +N                         ",',
    ]
    found = read("\n".join(display))
    assert found.reading.formats == ("console-processors",)
    assert "neither system nor partition" in found.sentences[0]


@pytest.mark.parametrize(
    "text",
    [
        '"BP0","1000","2000"\n"BP1","1000","2000"\n',
        "it's said 'so', and it's 'not so'\nand again: 'so', 'so'\n",
        '<a b="c  d", e="f  g">\n' * 3,
        "'", '"\\', "[' \\", '["a", "b', "\\n" * 9,
    ],
)  # fmt: skip
def test_other_quotes_make_no_list(text: str) -> None:
    (reading,) = read_bytes("x.txt", text.encode())
    assert "a list of quoted lines" not in reading.record_format


def test_names_and_counts_beside_the_list_are_none_of_the_report() -> None:
    lines = [
        " IEF142I NVJOB NVSTEP - STEP WAS EXECUTED - COND CODE 0000",
        " IEF373I STEP/NVSTEP  /START 2023171.0941",
        " IEF032I STEP/NVSTEP  /STOP  2023171.0943",
        "         CPU:     0 HR  01 MIN  12.07 SEC    SRB:     0 HR  00 MIN  00.31 SEC",
    ]
    about = {"ddname": "JESYSMSG", "id": "4", "record_count": 19, "time": "00:00:07"}
    found = read(json.dumps({"content": lines, **about}, indent=4))
    assert found.reading.numbers.unread == 0
    assert found.reading.unread == ()


def test_a_value_of_several_words_beside_the_list_stays() -> None:
    pool = "DSNB401I  -DB7G BUFFERPOOL NAME BP7, BUFFERPOOL ID 7, USE COUNT 41"
    lines = [
        "DSNB402I  -DB7G BUFFER POOL SIZE = 31000 BUFFERS  AUTOSIZE = NO",
        "             IN USE = 7",
    ]
    found = read(json.dumps({"first": pool, "rest": lines}, indent=4))
    assert found("db2_bufferpool:DB7G/BP7", "setting.VPSIZE") == 31_000


def test_a_list_in_one_line_that_begins_inside_a_string() -> None:
    text = (
        "SYS:   332K  EXT:        8K', "
        "' IEF142I NVJOB NVSTEP - STEP WAS EXECUTED - COND CODE 0000', "
        "' IEF373I STEP/NVSTEP  /START 2023171.0941', ' IEF032I STEP/NVSTEP  /STOP  2023171.0943']"
    )
    assert "job-steps" in read(text).formats
