"""D A,L and D A,ALL: forms of the fields by IBM's messages; names and figures are invented."""

from __future__ import annotations

import pytest

from advisor.installation.builder import build_installation
from tests.advisor.reading.report_reading import SAMPLES, read, read_sample

JOB = """\
 IEE115I 14.00.00 2024.061 ACTIVITY 301
  JOBS     M/S    TS USERS    SYSAS    INITS   ACTIVE/MAX VTAM     OAS
 00014    00031    00007      00036    00012    00007/00100       00014
  NVNUC01  NVNUC01  NUC      NSW  SO  A=012D   PER=NO   SMC=000
                                      PGN=N/A  DMN=N/A  AFF=NONE
                                      CT={cpu}  ET={elapsed}
                                      WUID=STC01822 USERID=ADAPRD
                                      WKL=ONLINE   SCL=ADABAS   P=1
                                      RGP=N/A      SRVR=NO  QSC=NO
"""


@pytest.mark.parametrize(
    ("cpu", "elapsed", "share", "start"),
    [
        ("090.500S", "00.30.10", 5, "2024-03-01T13:29:50"),
        ("01.00.00", "10.00.00", 10, "2024-03-01T04:00:00"),
        ("00012.00", "00240.00", 5, "2024-02-20T14:00:00"),
    ],
)
def test_cpu_of_an_address_space_since_it_began(
    cpu: str, elapsed: str, share: float, start: str
) -> None:
    found = read(JOB.format(cpu=cpu, elapsed=elapsed).replace(" IEE115I", "NVS1 IEE115I"))
    (seen,) = found.all("lpar:NVS1", "job.NVNUC01.cpu_since_start_pct")
    assert seen.value == pytest.approx(share)
    assert seen.interval.start == start
    assert found("lpar:NVS1", "job.NVNUC01.service_class") == "ADABAS"
    assert found("lpar:NVS1", "job.NVNUC01.owner") == "ADAPRD"
    assert found.reading.numbers.unread == 0


@pytest.mark.parametrize("cpu", ["NOTAVAIL", "********", "90.500S", "1.2.3"])
def test_a_time_in_no_known_form_is_none(cpu: str) -> None:
    found = read(JOB.format(cpu=cpu, elapsed="00.30.10").replace(" IEE115I", "NVS1 IEE115I"))
    assert found.values("lpar:NVS1", "job.NVNUC01.cpu_since_start_pct") == []
    assert found("lpar:NVS1", "job.NVNUC01.service_class") == "ADABAS"


def test_a_display_of_no_system_is_that_of_its_file_and_says_so() -> None:
    found = read(JOB.format(cpu="090.500S", elapsed="00.30.10"))
    assert {seen.subject for seen in found.reading.observations} == {f"lpar:{found.reading.file}"}
    assert "names no system" in found.sentences[0]


def test_the_list_of_an_unnamed_system_places_nothing() -> None:
    listed = read(
        (SAMPLES / "formats/active-work.txt")
        .read_text(encoding="utf-8")
        .replace("RESPONSE=SYSA\n", "")
    )
    (system,) = {seen.subject for seen in listed.reading.observations}
    assert listed(system, "job.ADA10N2.status") == "NSW"
    topology = build_installation([listed.reading, read(REGION).reading]).topology
    assert topology.components["cics_region:CICSAOR1"].parent is None


REGION = (
    "Applid CICSAOR1  Sysid AOR1  Jobname CICSAOR1  Date 03/17/2015  Time 10:45:00"
    "    CICS 5.2.0  PAGE 1\n\n Transaction Manager\n ___________________\n\n"
    " Total Accumulated transactions so far . . . . . . :     1,204,311\n"
    " Maximum transactions allowed (MXT). . . . . . . . :           120\n"
)


def test_lists_place_what_no_report_places() -> None:
    """Where the region runs was not known: its statistics do not say it."""
    listed = read_sample("formats/active-work.txt")
    assert listed("lpar:SYSA", "job.ADA10N2.status") == "NSW"
    assert listed("lpar:SYSA", "job.NVUSER2.status") == "IN"
    region = read(REGION)
    for readings, parent in (([region], None), ([listed, region], "lpar:SYSA")):
        topology = build_installation([one.reading for one in readings]).topology
        assert topology.components["cics_region:CICSAOR1"].parent == parent


@pytest.mark.parametrize("damage", ["PAYJOB7  STEP030", " A=0031 ", "\n  PAYJOB7"])
def test_figures_of_one_address_space_are_never_anothers(damage: str) -> None:
    sample = (SAMPLES / "formats/active-work.txt").read_text()
    blank = damage.replace("\n", "  ") if damage[0] == "\n" else "STEP030".rjust(len(damage))
    found = read(sample.replace(damage, blank if "0031" not in damage else " " * len(damage), 1))
    assert found.values("lpar:SYSA", "job.CICSAOR1.owner") == ["CICSPRD"]
    assert found.values("lpar:SYSA", "job.STEP030.owner") == []
    assert found.values("lpar:SYSA", "job.PAYJOB7.owner") == []


def test_times_below_a_lost_name_are_not_those_of_the_name_before() -> None:
    """Two of CT= stood as two times of the first job."""
    second = JOB.format(cpu="00.10.00", elapsed="00.30.00").splitlines(True)[4:]
    text = JOB.format(cpu="090.500S", elapsed="00.30.10").replace(" IEE115I", "NVS1 IEE115I")
    found = read(text + "".join(second))
    (seen,) = found.all("lpar:NVS1", "job.NVNUC01.cpu_since_start_pct")
    assert seen.value == pytest.approx(5)
    (sentence,) = found.sentences
    assert "line with the name" in sentence


def test_address_spaces_without_a_procedure_step_are_read() -> None:
    """Started tasks and *MASTER* have none; the columns show that the first name is the job's."""
    sample = (SAMPLES / "formats/active-work.txt").read_text()
    short = sample.replace("CICSAOR1 CICSAOR1 CICS     NSW", "CICSAOR1 CICSAOR1          NSW")
    short = short.replace("LLA      LLA      LLA      NSW", "*MASTER*          *MASTER* NSW")
    found = read(short)
    assert found("lpar:SYSA", "job.CICSAOR1.owner") == "CICSPRD"
    assert found("lpar:SYSA", "job.CICSAOR1.status") == "NSW"
    assert found("lpar:SYSA", "job.*MASTER*.status") == "NSW"
    assert found("lpar:SYSA", "job.VLF.status") == "NSW"


def test_a_name_that_no_column_places_is_no_jobs() -> None:
    """With runs of blanks made one, step and procedure step might be any two of the three."""
    sample = JOB.format(cpu="090.500S", elapsed="00.30.10")
    short = sample.replace("NVNUC01  NVNUC01  NUC      NSW", "NVNUC01 NUC NSW")
    found = read(short.replace(" IEE115I", "NVS1 IEE115I"))
    assert found.values("lpar:NVS1", "job.NVNUC01.owner") == []
    assert found.values("lpar:NVS1", "job.NUC.owner") == []
