"""More MRO sessions close IRC for all links: only where something waited for one."""

from __future__ import annotations

import pytest

from advisor.reading import read_path
from app.paths import sample
from model.topology import Topology
from tests.advisor.rules.builders import advise, part, topology
from tests.remembering import analyse


def connected(figures: dict[str, float]) -> Topology:
    return topology(
        part("lpar", "SYSA"),
        part("cics_region", "AOR1", "lpar:SYSA", {"PLATFORM": "z/OS"}),
        part("cics_connection", "AOR1/FOR1", "cics_region:AOR1", {"SESSIONS_SEND": 20}, figures),
    )


@pytest.mark.parametrize(
    ("figures", "told"),
    [
        ({"peak_contention_winners": 20.0}, "At the peak all 20 send sessions"),
        (
            {"peak_contention_winners": 15.0, "allocates_queued": 42.0},
            "At the peak 15 of 20 send sessions of AOR1/FOR1 were in use. 42 allocates queued.",
        ),
        (
            {"outstanding_hwm": 3.0},
            "AOR1/FOR1 has 20 send sessions. At most 3 allocates waited at a time.",
        ),
    ],
)
def test_sessions_are_said_to_be_in_use_only_where_the_report_says_so(
    figures: dict[str, float], told: str
) -> None:
    """Any allocate that had to wait made it "All 20 send sessions were in use"."""
    found, _ = advise(connected(figures))
    (sessions,) = (finding for finding in found if finding.rule == "MRO-003")
    assert told in sessions.explanation
    used = [e.before for e in sessions.projection if e.metric == "session_use_pct"]
    assert used == ([100.0] if figures.get("peak_contention_winners") == 20.0 else [])


@pytest.mark.parametrize(("queued", "planned"), [(0, False), (42, True), (None, True)])
def test_sessions_that_nothing_waited_for_are_told_and_not_planned(
    queued: int | None, planned: bool
) -> None:
    figures = {"peak_contention_winners": 20.0, "outstanding_hwm": 12.0}
    if queued is not None:
        figures["allocates_queued"] = float(queued)
    found, _ = advise(connected(figures))
    (sessions,) = (finding for finding in found if finding.rule == "MRO-003")
    assert (sessions.slight == "") is planned
    assert planned or "no allocate queued" in sessions.slight


def test_those_that_waited_are_counted_and_leave_room() -> None:
    """91 sessions were advised for 80 in use and 11 waiting, and said to be 87.91 % in use."""
    found, _ = advise(connected({"peak_contention_winners": 20.0, "outstanding_hwm": 5.0}))
    (more,) = (finding for finding in found if finding.rule == "MRO-003")
    (use,) = (effect for effect in more.projection if effect.metric == "session_use_pct")
    (change,) = more.changes
    assert change.value == 30
    assert use.after.value == pytest.approx(100.0 * 25 / 30)
    # A peak that was cut off tells neither how many more would have come nor that all came at once.
    assert (use.after.low, use.after.high) == pytest.approx((100.0 * 20 / 30, 100.0))


def test_the_other_region_is_told_to_receive_as_well() -> None:
    found, _ = advise(connected({"peak_contention_winners": 20.0, "outstanding_hwm": 5.0}))
    (more,) = (finding for finding in found if finding.rule == "MRO-003")
    for lines in (more.change_texts[0].syntax, "\n".join(more.back_out_commands)):
        there = [one for one in lines.split("\n") if one.startswith("F <partner region>,")]
        assert len(there) == len(lines.split("\n")) / 2
        assert "RECEIVECOUNT(" in there[0]


def test_no_session_is_taken_away_by_the_plan() -> None:
    """80 receive sessions became 11 after one interval, with IRC closed for it."""
    region = part("cics_region", "FOR1", "lpar:SYSA", {"PLATFORM": "z/OS"})
    link = part(
        "cics_connection",
        "FOR1/AOR1",
        "cics_region:FOR1",
        {"SESSIONS_SEND": 80, "SESSIONS_RECEIVE": 80},
        {"peak_contention_losers": 9.0},
    )
    found, _ = advise(topology(part("lpar", "SYSA"), region, link))
    (fewer,) = (finding for finding in found if finding.rule == "MRO-010")
    assert "failover" in fewer.slight


@pytest.mark.parametrize(
    ("receives", "method", "changed"),
    [
        (20, "IRC", {"AOR1/FOR1": "SESSIONS_SEND", "FOR1/AOR1": "SESSIONS_RECEIVE"}),
        (40, "IRC", {"AOR1/FOR1": "SESSIONS_SEND"}),
        (20, "VTAM", {"AOR1/FOR1": "SESSIONS_SEND"}),
    ],
)
def test_the_other_end_is_to_receive_on_as_many(
    receives: int, method: str, changed: dict[str, str]
) -> None:
    """More send sessions alone were in vain: CICS uses the fewer of both ends."""
    sends = {"SESSIONS_SEND": 20, "ACCESSMETHOD": method}
    both = topology(
        part("lpar", "SYSA"),
        part("cics_region", "AOR1", "lpar:SYSA", {"PLATFORM": "z/OS"}),
        part("cics_region", "FOR1", "lpar:SYSA", {"PLATFORM": "z/OS"}),
        part(
            "cics_connection",
            "AOR1/FOR1",
            "cics_region:AOR1",
            sends,
            {"peak_contention_winners": 20.0, "allocates_queued": 42.0},
        ),
        part("cics_connection", "FOR1/AOR1", "cics_region:FOR1", {"SESSIONS_RECEIVE": receives}),
    )
    found, _ = advise(both)
    (more,) = (finding for finding in found if finding.rule == "MRO-003")
    names = {both[c.component].name: c.setting for c in more.changes}
    assert names == changed
    assert {c.value for c in more.changes} == {24}


@pytest.mark.parametrize(("queued", "planned"), [(1.0, False), (42.0, True)])
def test_irc_is_not_closed_for_one_allocate_that_waited(queued: float, planned: bool) -> None:
    figures = {"peak_contention_winners": 20.0, "allocates_queued": queued, "duration_s": 900.0}
    found, _ = advise(connected(figures))
    (more,) = (finding for finding in found if finding.rule == "MRO-003")
    assert (more.slight == "") is planned


def test_sessions_asked_for_by_a_peak_alone_say_so() -> None:
    """IRC of a terminal-owning region was to be closed for one interval's peak, unsaid."""
    ends = {"SESSIONS_SEND": 80, "SESSIONS_RECEIVE": 80}
    peak = {"peak_contention_winners": 80.0, "outstanding_hwm": 11.0}
    for figures, told in ((peak, True), ({**peak, "allocates_queued": 900.0}, False)):
        link = part("cics_connection", "TOR/AOR1", "cics_region:TOR", ends, figures)
        found, _ = advise(topology(part("cics_region", "TOR"), link))
        (finding,) = [one for one in found if one.rule == "MRO-003"]
        assert any("Peaks alone" in caveat for caveat in finding.caveats) is told


@pytest.mark.parametrize(("allocates", "planned"), [(88_120.0, False), (8_812.0, True)])
def test_irc_is_not_closed_for_a_few_of_many_allocates(allocates: float, planned: bool) -> None:
    """11 of 88,120 waited at a time at the most, and all MRO links of a region were to stop."""
    peaks = {"peak_contention_winners": 20.0, "outstanding_hwm": 11.0}
    found, _ = advise(connected({**peaks, "allocates": allocates}))
    (more,) = (finding for finding in found if finding.rule == "MRO-003")
    assert (more.slight == "") is planned
    assert planned or "11 of 88,120 allocates" in more.slight


def test_all_allocates_are_read() -> None:
    measured = analyse(read_path(sample("formats", "cics-dfhstup.txt"))).installation.topology
    assert measured["cics_connection:NVTOR1/AOR1"].measure("allocates") == 88_120
