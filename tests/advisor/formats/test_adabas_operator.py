"""What a nucleus answers its operator, as a terminal of 80 columns shows it."""

from __future__ import annotations

from tests.advisor.reading.report_reading import read

HEAD = "STC01517  +ADAN16 00071 2016-05-09 16:43:07 "
PARAMETERS = (
    "STC03611  F ADA71,DPARM\n"
    f"{HEAD}READONLY=NO,UTIONLY=NO\n"
    f"{HEAD}NC=250,NH=3000,NT=20,NU=3000\n"
    f"{HEAD}LBP=61467904,LFP=12288000,LWP=33000\n"
    f"{HEAD}Logging\n"
    "STC01517  +                                 LOGCB\n"
    "STC01517  +ADAN41 00071 2016-05-09 16:43:07 Function completed\n"
)
NUCLEUS = "adabas_nucleus:71-0"


def test_parameters_in_effect_but_not_what_the_edge_may_have_cut() -> None:
    assert max(map(len, PARAMETERS.splitlines())) == 79
    found = read(PARAMETERS)
    assert found(NUCLEUS, "setting.NT") == 20
    assert found(NUCLEUS, "setting.LBP") == 61467904 / (1 << 20)
    assert found(NUCLEUS, "setting.LFP") == 12288000
    assert found(NUCLEUS, "setting.READONLY") is False
    assert not found.all(NUCLEUS, "setting.LWP")
    (sentence,) = found.sentences
    assert "line 4: this line fills the width of a terminal" in sentence
    assert found.reading.numbers.listed == ((4, ("33000",)),)


def test_a_log_that_is_wider_has_its_last_parameters() -> None:
    found = read(PARAMETERS.replace("LWP=33000", "LWP=3300000") + " " * 100 + "x\n")
    assert found(NUCLEUS, "setting.LWP") == 3300000 / (1 << 20)


def test_reads_and_writes_by_container() -> None:
    head = HEAD.replace("16 00071", "17 00071")
    found = read(
        "STC03611  F ADA71,DSTAT\n"
        f"{head}Read I/Os A=365,D=27,W=3\n"
        f"{head}Write I/O A=5,D=1,W=2\n"
        f"{head}Nr. of commands=114,Buffer efficiency\n"
        f"{head}Nr. of Fmt-Tran.=6,Nr. of Fmt-Ovwr.\n"
        f"{head}Thread001=1 commands\n"
        "STC04070  +ADAN41 00071 2016-05-09 16:43:07 Function completed\n"
    )
    reads = [found(NUCLEUS, f"{name}_reads") for name in ("asso", "data", "work")]
    writes = [found(NUCLEUS, f"{name}_writes") for name in ("asso", "data", "work")]
    assert (reads, writes) == ([365, 27, 3], [5, 1, 2])
    assert found(NUCLEUS, "commands") == 114
    assert found(NUCLEUS, "format_translations") == 6
    assert not found.all(NUCLEUS, "buffer_efficiency")
    assert found.sentences == []
    assert found.reading.numbers.unread == 0


POOLS = (
    ("AB  -Pool     3276800         N/A  ", "NAB"),
    ("CQ  -Pool       48000           0  ", "NC"),
    ("FI  -Pool    12288000           0  ", "LFP"),
    ("HQ  -Pool       84056           0  ", "NH"),
    ("TBI -Pool      300000           0  ", "LI"),
    ("TBS -Pool      150000           0  ", "LQ"),
    ("UQ  -Pool      925232         924  ", "NU"),
    ("UQF -Pool      288360          72  ", ""),
    ("WORK-Pool     3300000         416  ", "LWP"),
)


def test_sizes_of_pools_by_the_parameters_that_give_them() -> None:
    head = f" {HEAD.replace('16 00071', '28 00071')}"
    found = read(
        " STC08623  F ADA71,DRES                                                        \n"
        f"{head}Resource       Size       Current  \n"
        + "".join(f"{head}{row}\n" for row, _ in POOLS)
        + f"{head.replace('28', '41')}Function completed   \n"
    )
    for row, name in POOLS:
        if name:
            assert found(NUCLEUS, f"pool_size.{name}") == int(row.split("Pool")[1].split()[0])
    given = [item for item in found.reading.observations if item.metric.startswith("pool_size.")]
    assert len(given) == len(POOLS) - 1
    assert found.sentences == []
    assert found.reading.numbers.unread == 0


def test_displays_of_queues_are_known_and_hold_nothing() -> None:
    found = read(
        "STC02760  F ADA71,DNC\n"
        "STC03141  +ADAN13 00071 2015-08-25 16:21:02 Number of posted CQEs = 0\n"
        "STC03141  +ADAN41 00071 2015-08-25 16:21:02 Function completed\n"
        "STC03611  F ADA71,DTH\n"
        "STC04070  +ADAN18 00071 2011-02-10 13:55:03 THN=1,ST=AA ,Use=2\n"
        "STC04070  +ADAN41 00071 2011-02-10 13:55:03 Function completed\n"
    )
    assert found.reading.formats == ("adabas-operator",)
    assert found.reading.numbers.unread == 0
    (sentence,) = found.sentences
    assert "All of its numbers" in sentence
    assert "if more was printed, send it complete" in sentence
