"""CPU time at the end of a job's log: forms by IBM's messages; names and figures are invented."""

from __future__ import annotations

import pytest

from tests.advisor.reading.report_reading import SAMPLES, read, read_sample

METRIC = "job.CICSAOR1.cpu_since_start_pct"
CPU_S = 4 * 3600 + 21 * 60 + 8.44 + 12 * 60 + 31.06
RAN_S = (12 * 60 + 31) * 60


def test_cpu_of_a_region_over_its_run() -> None:
    found = read_sample("formats/job-totals.txt")
    (seen,) = found.all("lpar:SYSA", METRIC)
    assert seen.value == pytest.approx(100 * CPU_S / RAN_S)
    assert (seen.interval.start, seen.interval.end) == (
        "2015-03-17T06:00:00", "2015-03-17T18:31:00",
    )  # fmt: skip
    assert found.reading.numbers.unread == 0
    assert found.sentences == []


def _sample() -> str:
    return (SAMPLES / "formats/job-totals.txt").read_text()


def test_the_older_message_says_it_on_one_line() -> None:
    head, _, _ = _sample().partition("IEF033I")
    older = "IEF376I  JOB/CICSAOR1/STOP  2015076.1831 CPU  261MIN 08.44SEC SRB   12MIN 31.06SEC\n"
    found = read(head + older)
    assert found.values("lpar:SYSA", METRIC) == [pytest.approx(100 * CPU_S / RAN_S)]


@pytest.mark.parametrize(
    ("was", "becomes"),
    [
        ("JOB/CICSAOR1/START 2015076.0600", "JOB/CICSAOR1/START 2015076.1810"),  # too short
        ("JOB/CICSAOR1/START 2015076.0600", "JOB/CICSAOR1/START 2015076.2600"),
        ("JOB/CICSAOR1/START 2015076.0600", "JOB/CICSAOR2/START 2015076.0600"),
        ("JOB/CICSAOR1/STOP  2015076.1831", "JOB/CICSAOR1/STOP  2015076.18"),
    ],
)
def test_a_run_that_is_not_known_for_sure_gives_no_share(was: str, becomes: str) -> None:
    assert was in _sample()
    found = read(_sample().replace(was, becomes))
    assert found.values("lpar:SYSA", METRIC) == []


def test_times_that_lost_a_part_give_no_share() -> None:
    head, _, times = _sample().rpartition("SRB:")
    assert read(head + "\n").values("lpar:SYSA", METRIC) == []
    assert read(head + "SRB:" + times.replace("31.06", "31.0")).values("lpar:SYSA", METRIC) == []


def test_an_end_without_its_log_asks_for_the_system() -> None:
    _, mark, end = _sample().partition("IEF375I")
    found = read(mark + end)
    assert found.values("lpar:report.txt", METRIC) == [pytest.approx(100 * CPU_S / RAN_S)]
    assert "names no system" in found.sentences[0]


def test_a_short_job_has_its_cpu_time_and_no_share() -> None:
    short = _sample().replace("JOB/CICSAOR1/START 2015076.0600", "JOB/CICSAOR1/START 2015076.1810")
    found = read(short)
    assert found("lpar:SYSA", "job.CICSAOR1.run_cpu_s") == pytest.approx(CPU_S)
