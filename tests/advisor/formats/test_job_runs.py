"""Tables of steps: columns as job logs in public repositories have them; figures are invented."""

from __future__ import annotations

import pytest

from tests.advisor.reading.report_reading import read

LOG = """\
                       J E S 2  J O B  L O G  --  S Y S T E M  N V S 3  --  N O D E  N V N O D E
 07.14.22 JOB04417 ---- TUESDAY,   17 MAR 2015 ----
 07.14.22 JOB04417  $HASP373 NVNIGHT  STARTED - INIT 3    - CLASS A        - SYS NVS3
 07.14.22 JOB04417  -                                      -----TIMINGS (MINS.)------                          -----PAGING COUNTS----
 07.14.22 JOB04417  -STEPNAME PROCSTEP    RC   EXCP   CONN       TCB       SRB  CLOCK          SERV  WORKLOAD  PAGE  SWAP   VIO SWAPS
 07.19.51 JOB04417  -UNLOAD               00  81204    311      1.12       .09    5.4          410K  BATCH        0     0     0     0
 07.19.52 JOB04417  -         SORT        04    977      0       .30       .01     .9                BATCH        0     0     0     0
 07.31.02 JOB04417  IEF404I NVNIGHT - ENDED - TIME=07.31.02
 07.31.02 JOB04417  -NVNIGHT  ENDED.  NAME-NIGHTLY UNLOAD       TOTAL TCB CPU TIME=     1.42 TOTAL ELAPSED TIME=  16.7
------ JES2 JOB STATISTICS ------
-        2,904 SYSOUT PRINT RECORDS
"""  # noqa: E501
LPAR, JOB = "lpar:NVS3", "job.NVNIGHT"


def test_what_a_job_took_is_the_sum_of_its_steps() -> None:
    found = read(LOG)
    assert found(LPAR, f"{JOB}.run_elapsed_s") == pytest.approx(16.7 * 60)
    assert found(LPAR, f"{JOB}.run_cpu_s") == pytest.approx(60 * (1.12 + 0.09 + 0.30 + 0.01))
    assert found(LPAR, f"{JOB}.run_excps") == 81204 + 977
    assert found.sentences == []
    assert found.reading.numbers.unread == 0
    assert found.reading.unread == ()


def test_each_step_has_its_own_time_and_excps() -> None:
    found = read(LOG)
    assert found(LPAR, "step.NVNIGHT.UNLOAD.elapsed_s") == pytest.approx(5.4 * 60)
    assert found(LPAR, "step.NVNIGHT.UNLOAD.excps") == 81204
    assert found(LPAR, "step.NVNIGHT.SORT.elapsed_s") == pytest.approx(54)
    assert found(LPAR, "step.NVNIGHT.SORT.excps") == 977
    large = read(LOG.replace(" 81204 ", "  123K "))  # of the step that does most
    assert large(LPAR, "step.NVNIGHT.UNLOAD.excps") == 123_000
    moved = read(LOG.replace("-UNLOAD   ", "-  UNLOAD ").replace(" 81204 ", "       "))
    assert not any("UNLOAD" in item.metric for item in moved.reading.observations)


def test_older_tables_name_the_job_on_every_row() -> None:
    older = """\
09.10.02 JOB17001  $HASP373 NVSORT   STARTED - INIT 3    - CLASS A - SYS NVS3
09.11.20 JOB17001  -                                         --TIMINGS (MINS.)--
09.11.20 JOB17001  -JOBNAME  STEPNAME PROCSTEP    RC   EXCP    CPU    SRB  CLOCK
09.11.20 JOB17001  -NVSORT   S1       NVPROC      00    640    .21    .02    1.3
09.11.21 JOB17001  -NVSORT   S2                FLUSH      0    .00    .00     .0
09.11.21 JOB17001  -NVSORT   ENDED.  NAME-X   TOTAL CPU TIME=   .21  TOTAL ELAPSED TIME=   1.3
"""
    found = read(older)
    assert found(LPAR, "job.NVSORT.run_cpu_s") == pytest.approx(60 * 0.23)
    assert found(LPAR, "job.NVSORT.run_excps") == 640
    assert found(LPAR, "job.NVSORT.run_elapsed_s") == pytest.approx(78)
    assert found(LPAR, "step.NVSORT.NVPROC.excps") == 640
    assert found(LPAR, "step.NVSORT.S2.elapsed_s") == 0


def test_a_step_whose_time_is_not_told_leaves_that_of_the_job_unknown() -> None:
    found = read(LOG.replace("      1.12 ", "    ****** "))
    assert not found.values(LPAR, f"{JOB}.run_cpu_s")
    assert found(LPAR, f"{JOB}.run_elapsed_s") == pytest.approx(16.7 * 60)
    found = read(LOG.replace("  81204 ", "        "))
    assert not found.values(LPAR, f"{JOB}.run_excps")


def test_steps_of_another_job_between_are_not_added() -> None:
    """In a system's log jobs stand among each other."""
    other = LOG.splitlines(keepends=True)[5].replace("JOB04417", "JOB04418")
    lines = LOG.splitlines(keepends=True)
    found = read("".join((*lines[:6], other, *lines[6:])))
    assert found(LPAR, f"{JOB}.run_excps") == 81204 + 977


@pytest.mark.parametrize("damaged", ["07.19.51 JOB04417  -UNLOAD ", "JOB04417  -UNLOAD"])
def test_a_row_whose_front_is_damaged_is_not_left_out_of_the_sums(damaged: str) -> None:
    """The rest was called the whole job's."""
    found = read(LOG.replace(damaged, damaged.replace("07.19.51", " " * 8).replace("JOB", "   ")))
    assert not found.values(LPAR, f"{JOB}.run_cpu_s")
    assert not found.values(LPAR, f"{JOB}.run_excps")
    lost = read("".join(x for x in LOG.splitlines(keepends=True) if "-UNLOAD" not in x))
    assert not lost.values(LPAR, f"{JOB}.run_excps")


def test_a_job_that_has_not_ended_gives_its_steps_but_no_sum() -> None:
    found = read("".join(x for x in LOG.splitlines(keepends=True) if "ENDED.  NAME" not in x))
    assert {item.metric.partition(".")[0] for item in found.reading.observations} == {"step"}
    assert found(LPAR, "step.NVNIGHT.SORT.excps") == 977


def test_steps_of_a_log_cut_off_at_a_terminals_width_are_read() -> None:
    """As far as their columns are told: the unit of times stands in what the cut took."""
    found = read("".join(line[:80].ljust(80) + "\n" for line in LOG.splitlines()))
    assert found(LPAR, "step.NVNIGHT.UNLOAD.excps") == 81204
    assert found(LPAR, "step.NVNIGHT.SORT.excps") == 977
    assert not any(item.metric.endswith("_s") for item in found.reading.observations)
    assert found.reading.numbers.unread > 0
    bare = "".join(line[10:] + "\n" for line in LOG.splitlines()[3:8])
    assert read(bare)("lpar:report.txt", "step.NVNIGHT.UNLOAD.excps") == 81204


def test_a_table_without_its_log_asks_for_the_system() -> None:
    found = read("".join(LOG.splitlines(keepends=True)[3:]))
    assert found("lpar:report.txt", f"{JOB}.run_elapsed_s") == pytest.approx(16.7 * 60)
    assert "names no system" in found.sentences[0]


def test_a_table_whose_job_numbers_were_replaced_by_other_words_is_read() -> None:
    """As who publishes a log does; no log was recognised then."""
    table = "".join(LOG.splitlines(keepends=True)[3:9]).replace("JOB04417", "NVWORD12")
    found = read(table)
    assert found("lpar:report.txt", f"{JOB}.run_excps") == 81204 + 977


def test_a_log_cut_off_at_the_width_of_a_screen_says_so() -> None:
    """As from SDSF on a screen of 80 columns: it was asked for with all columns, and no more."""
    cut = read("".join(line[:80].rstrip() + "\n" for line in LOG.splitlines()))
    assert {item.metric.rpartition(".")[2] for item in cut.reading.observations} == {"excps"}
    assert any("cut off at column 80" in said for said in cut.sentences)
    assert not any("cut off" in said for said in read(LOG).sentences)
