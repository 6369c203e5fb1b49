"""Job logs that tell little: start-up messages of CICS, and none that is known."""

from __future__ import annotations

from tests.advisor.reading.report_reading import read

CICS_STARTING = """\
                   J E S 2  J O B  L O G  --  S Y S T E M  S Y S A  --  N O D E  NVPLEX1
10.01.05 STC03116  $HASP373 CICSAOR1 STARTED
10.01.05 STC03116  IEF403I CICSAOR1 - STARTED - TIME=10.01.05
10.01.07 STC03116  +DFHPA1101 CICSAOR1 DFHSITA1 IS BEING LOADED.
10.01.07 STC03116  +DFHPA1108 CICSAOR1 DFHSITA1 HAS BEEN LOADED. (GENERATED AT: MM/DD= 03/02 HH:MM=
10.01.08 STC03116  +DFHSI1500 CICSAOR1 CICS startup is in progress for CICS Transaction Server
   Version 5.1.0
10.01.09 STC03116  +DFHSM0122I CICSAOR1 Limit of DSA storage below 16MB is 5,120K.
10.01.09 STC03116  +DFHSM0123I CICSAOR1 Limit of DSA storage above 16MB is 120M.
10.01.14 STC03116  +DFHSI1517 CICSAOR1 Control is being given to CICS.
"""


def test_a_log_of_cics_messages_alone_says_whose_it_is_and_what_is_missing() -> None:
    text = CICS_STARTING.replace("Server\n   Version", "Server Version")
    found = read(text)
    region = "cics_region:CICSAOR1"
    assert found(region, "setting.APPLID") == "CICSAOR1"
    assert found(region, "setting.VERSION") == "5.1.0"
    assert found(region, "relation.parent") == "lpar:SYSA"
    assert found(region, "setting.DSALIM") == 5120
    assert found(region, "setting.EDSALIM") == 120 * 1024
    (sentence,) = found.sentences
    assert sentence.startswith("report.txt holds messages of CICS")
    assert "DFHPA1927" in sentence


def test_a_log_with_parameters_needs_no_such_sentence() -> None:
    found = read(CICS_STARTING + "10.01.15 STC03116  +DFHPA1927 CICSAOR1 ICV=1000,\n")
    assert found("cics_region:CICSAOR1", "setting.ICV") == 1000
    assert found.sentences == []


def test_a_job_log_without_a_known_message_says_which_messages_would_help() -> None:
    lines = CICS_STARTING.splitlines(keepends=True)[:3]
    text = "".join(lines) + "10.01.06 STC03116  IEF374I STEP/CICS    /STOP  2015076.1802\n"
    found = read(text)
    (sentence,) = found.sentences
    assert sentence.startswith("report.txt is a job log in which no message")
    assert "ADARUN" in sentence
