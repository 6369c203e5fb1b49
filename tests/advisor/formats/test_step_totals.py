"""CPU time and storage at the end of a step: forms by IBM's messages; names, figures invented."""

from __future__ import annotations

import pytest

from tests.advisor.reading.report_reading import Read, read, read_sample

NEWER = """\
IEF142I NVNIGHT UNLOAD - STEP WAS EXECUTED - COND CODE 0004
IEF285I   NV.UNLOAD.DATA                               CATALOGED
IEF285I   VOL SER NOS= NVV001.
IEF373I STEP/UNLOAD  /START 2015076.0714
IEF032I STEP/UNLOAD  /STOP  2015076.0719
        CPU:     1 HR  02 MIN  03.45 SEC    SRB:     0 HR  00 MIN  10.05 SEC
        VIRT:   512K  SYS:   256K  EXT:    20480K  SYS:    11740K
        ATB- REAL:                  2048K  SLOTS:                     0K
             VIRT- ALLOC:      11M SHRD:       0M
"""
OLDER = """\
IEF142I NVNIGHT UNLOAD - STEP WAS EXECUTED - COND CODE 0004
IEF373I STEP/UNLOAD  /START 2015076.0714
IEF374I STEP/UNLOAD  /STOP  2015076.0719 CPU   62MIN 03.45SEC SRB    0MIN 10.05SEC VIRT   512K SYS   256K EXT   20480K SYS   11740K
"""  # noqa: E501


def figures(found: Read, step: str, system: str = "report.txt") -> dict[str, object]:
    start = f"step.{step}."
    return {
        item.metric.removeprefix(start): item.value
        for item in found.reading.observations
        if item.subject == f"lpar:{system}" and item.metric.startswith(start)
    }


CPU_S = 3600 + 2 * 60 + 3.45 + 10.05
BELOW_2G = {"cpu_s": pytest.approx(CPU_S), "private_below_mb": 0.5, "private_above_mb": 20.0}
ALL = BELOW_2G | {"real_above_bar_mb": 2.0, "private_above_bar_mb": 11.0}


def test_what_a_step_used_is_read_below_its_job() -> None:
    found = read(NEWER)
    assert figures(found, "NVNIGHT.UNLOAD") == ALL
    assert found.reading.numbers.unread == 0
    (said,) = found.sentences
    assert "names no system" in said
    assert "a log from its first line on" in said


def test_large_steps_are_told_in_larger_units() -> None:
    told = NEWER.replace("11M SHRD:       0M", " 4G SHRD:     512M").replace(" 20480K", "    20M")
    found = read(told)
    assert figures(found, "NVNIGHT.UNLOAD") == ALL | {"private_above_bar_mb": 4096.0}
    assert found.reading.numbers.unread == 0


def test_the_older_message_says_it_on_one_line() -> None:
    assert figures(read(OLDER), "NVNIGHT.UNLOAD") == BELOW_2G


def test_the_heading_of_the_log_names_the_system() -> None:
    found = read_sample("formats/job-totals.txt")
    assert figures(found, "CICSAOR1.CICS", "SYSA")["private_above_mb"] == 1240552 / 1024
    assert found.sentences == []


def test_a_step_whose_job_is_not_named_stands_alone() -> None:
    for text in (NEWER, OLDER):
        own = text.replace("NVNIGHT UNLOAD", "NVNIGHT OTHER")
        assert figures(read(own), "UNLOAD")["cpu_s"] == pytest.approx(CPU_S)


@pytest.mark.parametrize(
    ("was", "becomes"),
    [
        ("STEP/UNLOAD  /STOP", "STEP/RELOAD  /STOP"),
        ("/START 2015076.0714", "/START 2015076"),
        ("03.45", "03.4"),
        ("03.45", "*****"),
    ],
)
def test_what_is_not_known_for_sure_gives_no_time(was: str, becomes: str) -> None:
    for text in (NEWER, OLDER):
        assert "cpu_s" not in figures(read(text.replace(was, becomes)), "NVNIGHT.UNLOAD")


def test_two_steps_are_two() -> None:
    found = read(NEWER + NEWER.replace("UNLOAD", "RELOAD").replace("03.45", "04.45"))
    assert figures(found, "NVNIGHT.RELOAD")["cpu_s"] == pytest.approx(CPU_S + 1)
    assert figures(found, "NVNIGHT.UNLOAD") == ALL
