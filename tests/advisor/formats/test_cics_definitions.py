"""CICS start-up parameters, CSD lists, CEMT screens and z/VSE console displays, as settings."""

from __future__ import annotations

from advisor.reading import read_bytes
from tests.advisor.reading.report_reading import Read, read_sample


def text(content: str, name: str = "NVVSE1.txt") -> Read:
    (reading,) = read_bytes(name, content.encode())
    return Read(reading)


def test_parameters_that_cics_echoes() -> None:
    read = read_sample("formats/cics-startup.txt")
    region = "cics_region:CICSAOR1"
    assert read(region, "setting.ICV") == 1000
    assert read(region, "setting.ICVR") == 20000
    assert read(region, "setting.MROLRM") is False
    assert read(region, "setting.TRACE") == "internal"
    assert read(region, "setting.MONITORING") is True
    assert read(region, "setting.TS_BUFFERS") == 32
    assert read(region, "trace_table_kb") == 12288


def test_groups_and_names_of_the_csd() -> None:
    read = read_sample("formats/cics-csd.txt")
    assert read("lsr_pool:NVVSECI1/1", "setting.LSRPOOL") == "NVPOOL1"
    assert read("lsr_pool:NVVSECI1/1", "setting.GROUP") == "NVLSR"
    assert read("vsam_file:NVVSECI1/TARIF", "setting.GROUP") == "NVFILES"
    assert read("vsam_file:NVVSECI1/TARIF", "setting.DSNSHARING") == "none"
    assert read("cics_connection:NVVSECI1/VFO1", "setting.GROUP") == "NVISC"
    assert read("cics_region:NVVSECI1", "setting.CSMI_SPURGE") is False
    assert read("cics_region:NVVSECI1", "setting.CSMI_DTIMOUT") == "NO"
    assert read("cics_region:NVVSECI1", "setting.CSMI_GROUP") == "NVISC"


def test_a_cemt_screen() -> None:
    read = text(
        " I SYSTEM\n STATUS:  RESULTS - OVERTYPE TO MODIFY\n"
        "   Akp( 04000 )  Dsalimit( 05242880 )\n   Edsalimit( 0838860800 )\n"
        "   Maxtasks( 00080 )\n   Runaway( 0005000 )\n   Time( 0000250 )\n"
        "                                    SYSID=VCI1 APPLID=NVVSECI1\n"
    )
    assert read("cics_region:NVVSECI1", "setting.MXT") == 80
    assert read("cics_region:NVVSECI1", "setting.ICVR") == 5000
    assert read("cics_region:NVVSECI1", "setting.ICV") == 250
    assert read("cics_region:NVVSECI1", "dsa_limit_mb") == 5
    assert read("cics_region:NVVSECI1", "edsa_limit_mb") == 800
    assert read("cics_region:NVVSECI1", "printed.CEMT AKP") == 4000
    assert read.reading.numbers.unread == 0


def test_console_displays_speak_of_the_system() -> None:
    read = read_sample("formats/zvse-console.txt")
    host = "lpar:ZVSE-CONSOLE"
    assert read(host, "setting.ZVM_GUEST") is True
    assert read(host, "setting.PRTY_SHARE") is True
    assert read(host, "setting.MINIDISK_CACHE") is False
    assert all("OFF for user" in seen.text for seen in read.all(host, "setting.MINIDISK_CACHE"))


def test_an_order_without_shares_shares_nothing() -> None:
    read = text("AR 0015 PRTY BG,FA,F9,F8,F6,F5,F4,F2,F7,FB,F3,F1\nAR 0015 1I40I  READY\n")
    assert read("lpar:NVVSE1", "setting.PRTY_SHARE") is False
    ipl = text("0003 SYS JA=YES,ZHPF=YES\n")
    assert ipl("lpar:NVVSE1", "setting.ZHPF") is True


def test_a_start_up_job_tells_sysdumpc() -> None:
    job = (
        "// JOB CICSICCF\n// OPTION LOG,SYSDUMPC\n"
        "// EXEC DFHSIP,SIZE=DFHSIP,PARM='APPLID=NVVSECI1,SI',OS390\n/*\n/&\n"
    )
    assert text(job)("cics_region:NVVSECI1", "setting.SYSDUMPC") is True
    without = text(job.replace("LOG,SYSDUMPC", "LOG"))
    assert without("cics_region:NVVSECI1", "setting.SYSDUMPC") is False
    assert text(job)("cics_region:NVVSECI1", "setting.PLATFORM") == "z/VSE"


def test_connections_as_labels() -> None:
    read = text(
        "Applid NVAOR1    Sysid VAO1  Jobname NVAOR1    Date 03/17/2015  Time 17:59:40\n"
        "Connections and Modenames\n"
        "Connection Name. . . . . . : VFO1              Connection Netname . . . . : NVFOR1\n"
        "Access Method / Protocol . : IRC /\n"
        "Send Session Count . . . . : 40                Receive Session Count. . . : 30\n"
        "Peak Contention Winners. . : 12                Peak Contention Losers . . : 4\n"
        "File Control (FC) function shipping requests. . : 942,324\n",
        "stat.txt",
    )
    link = "cics_connection:NVAOR1/VFO1"
    assert read(link, "setting.SESSIONS_SEND") == 40
    assert read(link, "setting.SESSIONS_RECEIVE") == 30
    assert read(link, "peak_contention_winners") == 12
    assert read(link, "peak_contention_losers") == 4
    assert read(link, "file_requests") == 942324
    assert read(link, "function_shipped_requests") is None  # what else is shipped is not told
    assert read(link, "setting.ACCESSMETHOD") == "IRC"
