"""Requests to coupling facilities that found no subchannel: CHNGD and NO SCH of each system."""

from __future__ import annotations

from tests.advisor.reading.report_reading import SAMPLES, Read, read

LINES = (SAMPLES / "engagement" / "rmf-sysplex.txt").read_text("utf-8").splitlines(keepends=True)
FIRST = next(at for at, line in enumerate(LINES) if " SYNC " in line)


def changed(at: int, was: str, becomes: str, lines: list[str] = LINES) -> list[str]:
    assert was in lines[at]
    return [*lines[:at], lines[at].replace(was, becomes), *lines[at + 1 :]]


def figures(found: Read, name: str) -> dict[str, object]:
    return {
        item.metric: item.value
        for item in found.reading.observations
        if item.metric.startswith(name) and item.value
    }


HELD_UP = changed(
    FIRST + 2,
    "CHNGD      0    0.0",
    "CHNGD    512    0.2",
    changed(FIRST, "NO SCH        0   0.0", "NO SCH     1340   0.5"),
)


def test_what_a_system_had_to_wait_or_change() -> None:
    found = read("".join(HELD_UP))
    system = LINES[FIRST].split()[0]
    assert figures(found, "changed_requests") == {f"changed_requests.{system}": 512}
    assert figures(found, "subchannel_delays") == {f"subchannel_delays.{system}": 1340}
    assert found.reading.numbers.unread == read("".join(LINES)).reading.numbers.unread


def test_requests_below_a_lost_line_are_no_other_systems() -> None:
    lost = read("".join(HELD_UP[:FIRST] + HELD_UP[FIRST + 1 :]))
    assert figures(lost, "changed_requests") == {}
    blank = changed(FIRST, "NO SCH     1340   0.5", "NO SCH            0.5", HELD_UP)
    assert figures(read("".join(blank)), "subchannel_delays") == {}


def test_how_long_they_waited() -> None:
    """It was the longer part of the service time, and was not read."""
    system = LINES[FIRST].split()[0]
    cells = "   0.0    0.0     0.0    0.0"
    told = changed(FIRST, "0.5    0.0     0.0    0.0", "0.5 9.9K     1234  464.0", HELD_UP)
    figure = f"subchannel_delay_us.{system}"
    assert figures(read("".join(told)), "subchannel_delay_us") == {figure: 9900}
    assert cells in LINES[FIRST]  # of no request it is no figure
    assert figures(read("".join(LINES)), "subchannel_delay_us") == {}
    blank = changed(FIRST, "0.5    0.0     0.0    0.0", "0.5         1234  464.0", HELD_UP)
    assert figures(read("".join(blank)), "subchannel_delay_us") == {}


def test_older_releases_tell_it_beside_asynchronous_requests() -> None:
    page = """\
                                      COUPLING FACILITY STRUCTURE ACTIVITY
STRUCTURE NAME = NVDB_LOCK1         TYPE = LOCK
          #REQ    --------------    REQUESTS ------------  ------ DELAYED REQUESTS -----------
SYSTEM    TOTAL           #     % OF -SERV TIME(MIC)- REASON  #  % OF  ---AVG TIME(MIC)---
NAME      AVG/SEC        REQ    ALL      AVG  STD_DEV        REQ  REQ   /DEL   STD_DEV /ALL
NVS1        126K  SYNC   126K   51.0%     61.0   22.5
          701.7  ASYNC   20     0.1%      99.0    9.0   NO SCH 40  0.1%  50.0   9.0   0.2
"""
    found = read(page)
    assert figures(found, "subchannel_delay") == {
        "subchannel_delays.NVS1": 40,
        "subchannel_delay_us.NVS1": 50,
    }
