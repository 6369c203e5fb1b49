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
    (plain,) = read_bytes("x.txt", "\n".join(lines).encode())
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
