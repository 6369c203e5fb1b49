"""MQ displays beside page sets and pools, and counters that MP1B prints under labels of its own.

Messages and layouts: IBM MQ documentation, messages CSQJ322I, CSQJ370I, CSQM201I, CSQX831I to
CSQX842I and CSQX004I; figures and names are invented.
"""

from __future__ import annotations

import pytest

from advisor.installation import build_installation
from advisor.rules.catalogue.mq.pools import backing_pages, without_page_set
from advisor.rules.subject import Subject
from model.catalogue import catalogue
from tests.advisor.reading.report_reading import read

LOG = """\
CSQJ322I !MQ7A DISPLAY LOG report ...
Parameter   Initial value              SET value
----------- -------------------------- --------------------------
INBUFF      60
OUTBUFF     3800
MAXRTU      2                          4
TWOACTV     YES
End of LOG report
CSQJ370I !MQ7A LOG status report ...
Copy %Full zHyperWrite Encrypted DSName
 1     57  NO          NO        MQM.MQ7A.LOGCOPY1.DS01
Restarted at 2022-05-17 08:11:13 using RBA=0000003A12C1
Full logs to offload - 1 of 6
CSQ9022I !MQ7A CSQJC001 ' DISPLAY LOG' NORMAL COMPLETION
"""


def test_parameters_are_called_what_their_column_is() -> None:
    found = read(LOG)
    manager = "mq_manager:MQ7A"
    assert found(manager, "printed.LOG OUTBUFF (INITIAL)") == 3800
    assert found(manager, "printed.LOG MAXRTU (INITIAL)") == 2
    assert found(manager, "printed.LOG MAXRTU (SET)") == 4
    assert found(manager, "printed.LOG COPY 1 % FULL") == 57
    assert found(manager, "printed.FULL LOGS TO OFFLOAD") == 1
    assert found.reading.numbers.unread == 0


@pytest.mark.parametrize("end", ["", " " * 26])
def test_a_blank_cell_does_not_make_an_old_value_the_one_in_force(end: str) -> None:
    found = read(LOG.replace("2                          4", f"2{end}"))
    (initial,) = (o for o in found.reading.observations if "MAXRTU" in o.metric)
    assert (initial.metric, initial.value) == ("printed.LOG MAXRTU (INITIAL)", 2)


CHINIT = """\
CSQX831I !MQ7A CSQXRDQM 9 adapter subtasks started, 10 requested
CSQX832I !MQ7A CSQXRDQM 4 dispatchers started, 5 requested
CSQX836I !MQ7A CSQXRDQM Maximum channels - TCP/IP=300, LU 6.2=250
CSQX841I !MQ7A CSQXRDQM 37 channel connections active, maximum 300, including 3 paused
CSQX004I !MQ7A CSQXSPRM Channel initiator is using 214 MB of local storage, 1475 MB are free
"""


def test_numbers_of_the_channel_initiator_have_their_words() -> None:
    found = read(CHINIT)
    manager, title = "mq_manager:MQ7A", "printed.CHANNEL INITIATOR"
    assert found(manager, f"{title}: ADAPTER SUBTASKS STARTED") == 9
    assert found(manager, f"{title}: ADAPTER SUBTASKS REQUESTED") == 10
    assert found(manager, f"{title}: DISPATCHERS REQUESTED") == 5
    assert found(manager, f"{title}: MAXIMUM CHANNELS - TCP/IP") == 300
    assert found(manager, f"{title}: CHANNEL CONNECTIONS PAUSED") == 3
    assert found(manager, f"{title} STORAGE FREE (MB)") == 1475
    assert found.reading.numbers.unread == 0


OBJECTS = """\
CSQM201I !MQ7A CSQMDRTC  DIS QSTATUS DETAILS
QSTATUS(ORDERS.IN)
TYPE(QUEUE)
OPPROCS(3)
IPPROCS(2)
CURDEPTH(417)
QTIME(1231,2233)
MSGAGE(21)
 END QSTATUS DETAILS
CSQM201I !MQ7A CSQMDRTC  DISPLAY CHSTATUS DETAILS
CHSTATUS(MQ7A.TO.MQ7B)
MSGS(23142)
BATCHES(932)
BATCHSZ(50)
NETTIME(1201,1422)
 END CHSTATUS DETAILS
CSQ9022I !MQ7A CSQMDRTC ' DISPLAY CHSTATUS' NORMAL COMPLETION
"""


def test_queues_and_channels_as_they_are_now() -> None:
    found = read(OBJECTS)
    manager = "mq_manager:MQ7A"
    assert found(manager, "queue_depth.ORDERS.IN") == 417
    assert found(manager, "queue_putters.ORDERS.IN") == 3
    assert found(manager, "queue_oldest_s.ORDERS.IN") == 21
    assert found(manager, "channel_messages.MQ7A.TO.MQ7B") == 23_142
    assert found.reading.numbers.unread == 0
    taken, ignored = found.reading.numbers.taken, found.reading.numbers.ignored
    assert taken + ignored == 9  # each number once, though a message is looked at twice


USAGE = """\
CSQI010I !MQ7A Page set usage ...
_  Page  Buffer      Total     Unused  Persistent  NonPersist  Expansion
_   set    pool      pages      pages  data pages  data pages      count
_     0       0       3498       3420          78           0  USER    0
_     1       0       5298       5263          35           0  USER    0
_     2       1      20058      18911        1100          47  USER    3
_     3       2      20058      20058           0           0  SYSTEM  1
End of page set report
"""


def test_rows_that_end_with_their_heading_are_not_cut_off() -> None:
    """Six lines of different kinds end at column 72: the heading's last words and what is below."""
    found = read(USAGE)
    assert found("mq_pageset:MQ7A/2", "expansions") == 3
    assert found.sentences == []


CLOSED = (
    USAGE.replace(
        "_     3       2      20058      20058           0           0  SYSTEM  1",
        "_     3       3         STOPPED\n_     4      OFFLINE",
    )
    + """\
CSQI065I !MQ7A Buffer pool attributes ...
_  Buffer  Available  Stealable  Stealable   Page  Location
_    pool    buffers    buffers percentage  class
_      3     100000     100000        100  4KB    ABOVE
End of buffer pool attributes
"""
)


def test_a_page_set_that_is_not_open_still_has_its_pool() -> None:
    """No page of it is counted; the pool is what it needs again when it is opened."""
    found = read(CLOSED)
    assert found("mq_pageset:MQ7A/3", "setting.BUFFPOOL") == "3"
    assert found("mq_pageset:MQ7A/4", "printed.STATUS") == "OFFLINE"
    installation = build_installation([found.reading])
    pool = Subject(
        installation.topology["mq_bufferpool:MQ7A/3"], installation.topology, catalogue()
    )
    assert not without_page_set(pool)
    assert backing_pages(pool) is None


MP1B = """\
SYSD,MQ7A,2021/03/28,10:00:00,VRM:900,
Write_Wait      7, Write_Nowait   612331, Write_Force     3123, WTB           0
MQOPENs         1331, MQCLOSEs         1311, MQGETs       812311, MQPUTs      801123
"""


def test_counters_that_mp1b_prints_under_labels_of_its_own() -> None:
    found = read(MP1B)
    assert found("mq_manager:MQ7A", "printed.WRITE_NOWAIT") == 612_331
    assert found("mq_manager:MQ7A", "printed.MQPUTS") == 801_123
    assert found.reading.numbers.unread == 0
    assert found.sentences == []


def test_a_row_of_words_and_numbers_takes_no_longer_than_it_is() -> None:
    """All ways to part ``A 1 A 1 ...`` were tried, and there are more of them than seconds."""
    row = "MQOPENS 1 " * 200 + "!"
    assert read(MP1B + row + "\n").reading.numbers.unread == 200


SMDS = """\
CSQE213I +MQP1 SMDS(MQP1) CFSTRUCT(APP1) data set MQP1.APP1.SMDS is now 84% full
CSQE280I +MQP1 SMDS usage ... 601
 Application           Offloaded  Total    Total data   Used data   Used
 structure              messages  blocks       blocks      blocks   part
 _APP1                    120340    4096         4095        1800    44%
 _APP2                         0     402          401           0     0%
 End of SMDS report
CSQE285I +MQP1 SMDS buffer usage ... 602
 Application  Block ----- Buffers ----- Reads Lowest  Wait
 structure    size  Total In use Saved Empty  saved   free rate
 _APP1        256K    100      3    20    77    95%    -12   2%
 _APP2        256K    100      0     0   100     ..    100   0%
 End of SMDS buffer report
"""


def test_shared_message_data_sets_and_their_buffers() -> None:
    """Columns as the monitoring agent's help explains them: lowest free below zero are waiters."""
    found = read(SMDS)
    manager = "mq_manager:MQP1"
    assert found.values(manager, "smds_use_pct.APP1") == [84, 44]
    assert found(manager, "smds_level.messages_in_dataset.APP1") == 120340
    assert found(manager, "smds_level.blocks_in_use.APP1") == 1800
    assert found(manager, "smds_level.blocks_smds.APP2") == 402
    assert found(manager, "smds_level.buffer_size.APP1") == 262144
    assert found(manager, "smds_level.free_empty_buffers.APP1") == 77
    assert found(manager, "smds_reads_saved_pct.APP1") == 95
    assert found(manager, "smds_least.buffer_min_free.APP1") == 0
    assert found(manager, "smds_peak.buffer_max_waiters.APP1") == 12
    assert found(manager, "smds_waits_pct.APP1") == 2
    assert not found.values(manager, "smds_reads_saved_pct.APP2")  # nothing was read so far
    assert found(manager, "smds_least.buffer_min_free.APP2") == 100
    assert found.reading.numbers.unread == 0
    assert found.sentences == []


def test_a_row_of_shared_message_data_sets_without_its_last_column_is_not_read() -> None:
    found = read(
        "CSQE280I +MQP1 SMDS usage ...\n"
        " Application structure       Offloaded   Total     Total      Used\n"
        "                             messages    blocks    data       data\n"
        "_APPLICATION1                       180      1024     262144     12288\n"
        "End of SMDS report\n"
    )
    assert found.reading.numbers.listed == ((4, ("180", "1024", "262144", "12288")),)


REPLIES = """\
CSQN205I   COUNT=       3, RETURN=00000000, REASON=00000000
CSQM420I +MQP1 CHSTATUS(TO.MQP2) CHLDISP(PRIVATE) CONNAME(10.30.1.7(1414)) CURRENT CHLTYPE(SDR) \
STATUS(RUNNING) SUBSTATE(MQGET) BATCHES(41220) BATCHSZ(50) BUFSRCVD(41233) BUFSSENT(812044) \
BYTSSENT(812044120) MSGS(811900) XQMSGSA(12) XBATCHSZ(19,22)
CSQ9022I +MQP1 CSQXCRPS ' DISPLAY CHSTATUS' NORMAL COMPLETION
"""


def test_replies_of_the_command_server_are_read_like_those_of_the_console() -> None:
    """CSQUTIL's list was refused as no report: IBM MQ, examples of commands and their replies."""
    found = read(REPLIES)
    assert found("mq_manager:MQP1", "channel_messages.TO.MQP2") == 811900
    assert found("mq_manager:MQP1", "channel_batches.TO.MQP2") == 41220
    assert found("mq_manager:MQP1", "channel_batch_size.TO.MQP2") == 50
    assert found.reading.numbers.unread == 0
