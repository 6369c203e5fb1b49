"""D M=CPU and D M=CORE, as logged, routed and pasted."""

from __future__ import annotations

from tests.advisor.reading.report_reading import read

CPC = """\
 CPC ND = 003907.ZR1.IBM.02.00000007A1B2
 CPC SI = 3907.Z04.IBM.02.000000000007A1B2
          Model: ZR1
 CPC ID = 00
 CPC NAME = NVCPC7
 LP NAME = NVLP7      LP ID = 12
 CSS ID  = 1
 MIF ID  = 2
"""
CORES = """\
 CORE STATUS: HD=Y   MT=2  MT_MODE: CP=1  zIIP=2
 ID    ST   ID RANGE   VP  ISCM  CPU THREAD STATUS
 0000   +   0000-0001  H   FC00  +N
 0001   +   0002-0003  M   0000  +N
 0002   +   0004-0005  M   0000  +N
 0003   -   0006-0007
 0004   +I  0008-0009  H   0200  ++
 0005   -I  000A-000B
 0006   NI  000C-000D

"""
PROCESSORS = """\
 PROCESSOR STATUS
 ID  CPU                  SERIAL
 00  +                     12A1B23907
 01  +                     12A1B23907
 02  -
 03  +I                    12A1B23907
"""


def test_cores_of_a_routed_display() -> None:
    text = "RESPONSE=NVS7\n IEE174I 12.01.56 DISPLAY M 156\n" + CORES + CPC
    found = read(text + "IEE612I CN=C1 DEVNUM=03C0 SYS=NVS7\n")
    assert found.formats == ("console-processors",)
    assert found("lpar:NVS7", "setting.CPS") == 3
    assert found("lpar:NVS7", "setting.ZIIPS") == 1
    assert found("lpar:NVS7", "setting.ZIIP_THREADS") == 2
    assert found("lpar:NVS7", "relation.parent") == "cpc:7A1B2"
    assert found("cpc:7A1B2", "setting.MODEL") == "3907-ZR1"


def test_a_pasted_display_names_the_partition() -> None:
    found = read("IEE174I 09.24.55 DISPLAY M 528\n" + PROCESSORS + CPC)
    assert found("lpar:NVLP7", "setting.CPS") == 2
    assert found("lpar:NVLP7", "setting.ZIIPS") == 1


def test_other_answers_to_display_m_are_none_and_a_nameless_one_is_said() -> None:
    other = read("RESPONSE=NVS7\n IEE174I 12.01.56 DISPLAY M 156\n DEVICE 0A00 STATUS=ONLINE\n")
    assert "console-processors" not in other.formats
    cut = read("IEE174I 09.24.55 DISPLAY M 528\n" + PROCESSORS)
    assert not cut.reading.observations
    assert "names neither system nor partition" in cut.sentences[0]


def test_a_syslog_gives_the_system() -> None:
    lines = ("IEE174I 09.24.55 DISPLAY M 528\n" + PROCESSORS + CPC).split("\n")
    front = "N 0000000 NVS8     2015076 09:24:55.11          00000290  "
    found = read("".join(f"{front}{line}\n" for line in lines if line.strip()))
    assert found("lpar:NVS8", "setting.CPS") == 2
    assert found("lpar:NVS8", "relation.parent") == "cpc:7A1B2"


def test_a_user_log_of_sdsf_gives_the_system() -> None:
    """Its columns stand in front of the first line of an answer alone."""
    front = "NVS9      2015076  09:24:55.11             "
    lines = f"IEE174I 09.24.55 DISPLAY M 528\n{CORES}".rstrip().split("\n")
    text = f"{front}-D M=CORE\n{front}{lines[0]}\n"
    found = read(text + "".join(f"{' ' * len(front)}{line}\n" for line in lines[1:]))
    assert found("lpar:NVS9", "setting.CPS") == 3
    assert found("lpar:NVS9", "setting.ZIIP_THREADS") == 2
    assert not found.sentences


def test_a_user_log_with_days_of_six_digits_names_the_system() -> None:
    rows = "".join(f"{'':43}{core:04X}   +   {2 * core:04X}-{2 * core + 1:04X}  H   FC00  +N\n"
                   for core in range(5))  # fmt: skip
    text = (
        "NVB1      202016   12:41:20.49            -D M=CORE\n"
        "NVB1      202016   12:41:20.51             IEE174I 12.41.20 DISPLAY M 813\n"
        f"{'':43}CORE STATUS: HD=Y   MT=2  MT_MODE: CP=1  zIIP=2\n"
        f"{'':43}ID    ST   ID RANGE   VP  ISCM  CPU THREAD STATUS\n"
    )
    found = read(text + rows)
    assert found("lpar:NVB1", "setting.CPS") == 5
    assert found("lpar:NVB1", "setting.ZIIP_THREADS") == 2
