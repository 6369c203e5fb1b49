"""A page that comes again in a longer text counts once; logs in a row are not wrapped."""

from __future__ import annotations

import pytest

from advisor.installation.builder import build_installation
from advisor.reading import read_bytes
from model.topology import Value
from tests.advisor.reading.report_reading import SAMPLES


def sample(name: str) -> str:
    text = next(SAMPLES.glob(f"*/{name}")).read_text("ascii")
    return text if text.endswith("\n") else text + "\n"


def figures(text: str) -> dict[tuple[str, str], Value]:
    readings = read_bytes("x.txt", text.encode())
    return {
        (part.id, name): known.value
        for part in build_installation(readings).topology
        for name, known in (*part.measured.items(), *part.settings.items())
    }


@pytest.mark.parametrize(
    ("page", "other"),
    [
        ("rmf-cpu-threads.txt", "zvse-console.txt"),  # six processors of three
        ("mq-mqa1-joblog.txt", "rmf-sysplex.txt"),  # two pools that were too small, of one
        ("netwk-sysa.txt", "adabas-caching.txt"),
        ("netstat.txt", "smplist.txt"),  # a second stack, in the system of the list
        ("query-td.txt", "stat-rexx.txt"),
    ],
)
def test_a_page_that_comes_again_behind_another_report_counts_once(page: str, other: str) -> None:
    first, between = sample(page), sample(other)
    assert figures(first + between + first) == figures(first + between)


def stacks(text: str) -> set[str]:
    (found,) = read_bytes("x.txt", text.encode())
    return {o.subject for o in found.observations if o.subject.startswith("tcpip_stack:")}


def test_the_same_page_of_two_systems_is_of_both() -> None:
    """Each stands below a heading that names its system: two that say the same."""
    page, heading = sample("netstat.txt"), sample("rmf-sysb.txt")
    here = heading.replace("SYSB", "SYSA")
    assert stacks(here + page + heading + page) == {"tcpip_stack:SYSA/TCPIP",
                                                    "tcpip_stack:SYSB/TCPIP"}  # fmt: skip


def test_what_comes_behind_a_repeated_page_is_of_its_system() -> None:
    page, there = sample("netstat.txt"), sample("rmf-sysb.txt")
    here = there.replace("SYSB", "SYSA")
    assert stacks(here + there + here + page) == {"tcpip_stack:SYSA/TCPIP"}


def test_a_page_of_another_hour_is_read() -> None:
    page = sample("rmf-cpu-threads.txt")
    later = page.replace("10.00.00", "10.15.00").replace("61.42", "71.42")
    (found,) = read_bytes("x.txt", (page + sample("zvse-console.txt") + later).encode())
    assert {o.interval.start for o in found.observations} >= {
        "2015-03-17T10:00:00", "2015-03-17T10:15:00",
    }  # fmt: skip


def sessions(count: int, databases: bool) -> str:
    """Logs of an Adabas of so many days, or of so many databases."""
    log = sample("ada85-session.txt")
    logs = []
    for number in range(count):
        other = log.replace("412044", str(412044 + 991 * number))
        if databases:
            other = other.replace("DBID=20", f"DBID={20 + number}")
            other = other.replace("DBID 20", f"DBID {20 + number}")
            logs.append(other.replace(" 00020 ", f" {20 + number:05} "))
        else:
            logs.append(other.replace("2020-03-17", f"2020-03-{17 + number}"))
    return "".join(logs)


@pytest.mark.parametrize("databases", [False, True])
@pytest.mark.parametrize("count", [1, 2, 3, 6])
def test_logs_of_one_kind_in_a_row_do_not_look_wrapped(count: int, databases: bool) -> None:
    """Each ends with a word at the width where the next begins with one: 14 of 60 figures."""
    (found,) = read_bytes("x.txt", sessions(count, databases).encode())
    assert not found.problems
    assert len(found.observations) == 30 * count
