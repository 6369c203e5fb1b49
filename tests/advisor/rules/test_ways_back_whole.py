"""Ways back restore what the step changed, all of it and by the object's own name."""

from __future__ import annotations

import pytest

from advisor.rules import rules
from advisor.rules.pages import back_out_shown, command_shown
from tests.advisor.plan.test_shops import INTERVAL, found, made, part, system


def lines(rule: str) -> tuple[list[str], list[str]]:
    (item,) = [one for one in rules() if one.id == rule]
    return command_shown(item).split("\n"), back_out_shown(item).split("\n")


def test_threads_go_back_by_their_entries_names() -> None:
    """DB2ENTRY(<entry>) stood in the way back of entries that the report names."""
    figures = {
        "db2_calls.DBEA": 40_000.0,
        "db2_thread_waits.DBEA": 4_000.0,
        "db2_threads_peak.DBEA": 12.0,
        "db2_thread_limit.DBEA": 10.0,
    }
    region = part("cics_region", "AOR", "lpar:SYS1", {"PLATFORM": "z/OS"}, {**INTERVAL, **figures})
    finding = found(made("entries", [*system(), region]), "CIC-007")
    back = "\n".join(finding.back_out_commands).split("\n")
    assert "CEMT SET DB2ENTRY(DBEA) THREADLIMIT(10) PROTECTNUM(<former>)" in back
    assert "CEMT SET DB2CONN TCBLIMIT(<former>)" in back


@pytest.mark.parametrize("rule", ["CIC-007", "DB2-011"])
def test_no_entry_is_disabled_for_what_cemt_does_at_once(rule: str) -> None:
    """The entry was disabled and installed anew, and its transactions failed meanwhile."""
    typed, back = lines(rule)
    assert not [line for line in (*typed, *back) if "DISABLED" in line or "INSTALL" in line]


def test_the_limit_of_threads_is_kept_in_the_csd() -> None:
    typed, back = lines("CIC-007")
    assert "CEDA ALTER DB2CONN(<db2conn>) GROUP(<group>) TCBLIMIT(<sum>)" in typed
    assert "CEDA ALTER DB2CONN(<db2conn>) GROUP(<group>) TCBLIMIT(<former>)" in back


@pytest.mark.parametrize("way", [0, 1])
def test_an_interface_is_deleted_and_defined_by_an_obeyfile_each(way: int) -> None:
    """Both were one line, so that the second was left out and the interface stayed deleted."""
    found_lines = lines("TCP-101")[way]
    obeyed = [n for n, line in enumerate(found_lines) if ",OBEYFILE," in line]
    deleted = next(n for n, line in enumerate(found_lines) if line.endswith(" DELETE"))
    defined = next(n for n, line in enumerate(found_lines) if line.startswith("INTERFACE")
                   and " DEFINE " in line)  # fmt: skip
    assert deleted < obeyed[0] < defined < obeyed[1]
    assert "<other operands as before>" in found_lines[defined]


def test_an_interface_takes_segments_back_when_it_starts_again() -> None:
    started = [[line for line in way if ",START," in line] for way in lines("TCP-102")]
    assert [len(found) for found in started] == [1, 1]


@pytest.mark.parametrize("rule", ["IMS-101", "IMS-102"])
def test_dual_logging_stays_dual(rule: str) -> None:
    """MODE is SINGLE where OLDSDEF or WADSDEF leave it out."""
    for way in lines(rule):
        defined = [line for line in way if "DSDEF=" in line]
        assert defined
        assert all("MODE=<as before>" in line for line in defined)
        assert not any("BUFSTOR=64" in line for line in defined)


def test_storage_of_queues_is_typed_in_bytes_for_cemt() -> None:
    typed, _ = lines("CIZ-006")
    assert "CEMT SET TEMPSTORAGE TSMAINLIMIT(<bytes>)" in typed


@pytest.mark.parametrize("read_kb", [None, 300])
def test_a_print_cache_that_came_with_a_printer_goes_with_it(read_kb: int | None) -> None:
    """The way back was MAINPR=0 and left PWCSIZE as it had become."""
    settings = {"ZIIP": True, "NTZIIP": "ON,LIMIT=100"} | (
        {"PWCSIZE_READ_KB": read_kb} if read_kb else {}
    )
    figures = {**INTERVAL, "primary_lines": 90_000}
    session = part("natural_session", "NAT1", "lpar:SYS1", settings, figures)
    finding = found(made("printer", [*system(), session]), "NAT-007")
    back = "\n".join(finding.back_out_commands).split("\n")
    assert "MAINPR=0" in back
    assert [line for line in back if line.startswith("ZIIP=(")]


@pytest.mark.parametrize("way", [0, 1])
def test_a_write_ahead_data_set_in_use_is_switched_before_it_is_stopped(way: int) -> None:
    """IMS refuses /STOP WADS for the one in use (DFS3273I, reason 04)."""
    verbs = [line.split(" <")[0] for line in lines("IMS-102")[way]]
    assert verbs[:3] == ["/START WADS", "/SWITCH WADS", "/STOP WADS"]
    assert verbs[3].startswith("UPDATE IMS SET(LCLPARM(ZHYPERWRITE(WADS(")
