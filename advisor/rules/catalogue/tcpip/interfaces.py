"""OSA-Express interfaces: queues for each kind of inbound work, segments cut by the adapter."""

from __future__ import annotations

from advisor.findings import Risk
from advisor.rules.base import Advice, DoesNotApply, Rule
from advisor.rules.commands import statements
from advisor.rules.procedure import Procedure, Role
from advisor.rules.references import PRACTICE
from advisor.rules.subject import Subject

REPORT = "NETSTAT DEVLINKS"
LEAST_BYTES = 1e9
_QUEUES = (
    "https://www.ibm.com/docs/SSLTBW_2.4.0/com.ibm.zos.v2r4.halz002/"
    "ip_qdio_inbound_workload_queueing.htm"
)
_SEGMENTS = (
    "https://www.ibm.com/support/knowledgecenter/SSLTBW_2.4.0/com.ibm.zos.v2r4.halz002/"
    "ip_tcp_segmentation_offload.htm"
)
_STATEMENT = (
    "https://www.ibm.com/support/knowledgecenter/SSLTBW_2.4.0/com.ibm.zos.v2r4.halz001/"
    "ipconfigstatement.htm"
)
_OFFLOAD = "http://www.manualslib.com/manual/1305805/Ibm-Z13s.html?page=307"
_OBEYFILE = statements("VARY TCPIP,<stack>,OBEYFILE,<data set(member)>")


_RESTARTED = ("VARY TCPIP,<stack>,STOP,<interface>", "VARY TCPIP,<stack>,START,<interface>")


def _defined(how: str) -> str:
    """An interface is deleted by one OBEYFILE and defined by the next: its options are fixed."""
    define = statements(
        "INTERFACE {name} DEFINE IPAQENET PORTNAME <port> IPADDR <address> "
        f"<other operands as before> VMAC {how}"
    )
    return statements(
        "VARY TCPIP,<stack>,STOP,{name}",
        "INTERFACE {name} DELETE",
        "VARY TCPIP,<stack>,OBEYFILE,<data set(member with DELETE)>",
        define,
        "VARY TCPIP,<stack>,OBEYFILE,<data set(member with DEFINE)>",
        "VARY TCPIP,<stack>,START,{name}",
        f"PROFILE.TCPIP: {define}",
    )


QUEUES = Procedure(
    command="",
    back_out=_defined("INBPERF <former>").replace("{name}", "<interface>"),
    permanent="The INTERFACE statement of PROFILE.TCPIP.",
    effort="close_open",
    detail="Connections over the interface end unless another one has the same network. DELETE and "
    "DEFINE are two data sets: all of DEFINE's operands are those of today, with the new one.",
    roles=(Role.NETWORK,),
    level="z/OS V1R12, OSA-Express3 in QDIO mode, an INTERFACE statement with VMAC.",
    sources=(_QUEUES,),
)
OFFLOAD = Procedure(
    command="",
    back_out=statements(
        "IPCONFIG NOSEGMENTATIONOFFLOAD",
        _OBEYFILE,
        *_RESTARTED,
        "PROFILE.TCPIP: IPCONFIG NOSEGMENTATIONOFFLOAD",
    ),
    permanent="PROFILE.TCPIP.",
    effort="dynamic",
    detail="An interface takes it when it is started the next time. It needs CHECKSUMOFFLOAD, the "
    "default.",
    roles=(Role.NETWORK,),
    level="z/OS V1R13; GLOBALCONFIG in releases before.",
    sources=(_OFFLOAD, _SEGMENTS, _STATEMENT),
)


def _busy(subject: Subject, figure: str) -> float:
    moved = subject.need_figure(figure)
    if moved < LEAST_BYTES:
        raise DoesNotApply(subject.say("{name} moved {total:,.0f} MB only.", total=moved / 1e6))
    return moved


def _queueing(subject: Subject) -> Advice | str:
    queues = subject.need_flag("WORKLOADQ")
    moved = _busy(subject, "bytes_in")
    if queues:
        return subject.say("{name} has inbound queues for each kind of work.")
    return Advice(
        subject.say(
            "{name} received {moved:,.0f} MB through one inbound queue, bulk and interactive "
            "work alike.",
            moved=moved / 1e6,
        ),
        ((subject.set("INBPERF", "DYNAMIC"), subject.set("WORKLOADQ", True)),),
        not_projectable="the CPU time of inbound data by kind of work is in no report",
    )


def _segments(subject: Subject) -> Advice | str:
    offloaded = subject.need_flag("SEGMENTATIONOFFLOAD")
    moved = _busy(subject, "bytes_out")
    if offloaded:
        return subject.say("{name}: the adapter cuts the segments.")
    return Advice(
        subject.say(
            "{name} sent {moved:,.0f} MB in segments that the stack cut itself.",
            moved=moved / 1e6,
        ),
        ((subject.set("SEGMENTATIONOFFLOAD", True),),),
        not_projectable="the CPU time of cutting segments is in no report",
    )


_QUEUED = _defined("INBPERF DYNAMIC WORKLOADQ")
RULES = (
    Rule(
        "TCP-101",
        "Inbound queues for each kind of work",
        "TCP/IP",
        "tuning",
        "no",
        "INBPERF and WORKLOADQ of OSA interfaces in QDIO mode, and what they received.",
        "No WORKLOADQ on an interface that received 1 GB or more.",
        "Bulk data that arrive out of order and interactive requests wait for one another in one "
        "queue, which one processor serves.",
        "INBPERF DYNAMIC WORKLOADQ.",
        (_QUEUES, PRACTICE),
        threshold="1 GB is practice.",
        verify="D TCPIP,,OSAINFO: ancillary queues in use; NETSTAT DEVLINKS.",
        back_out="The former INBPERF.",
        risk=Risk("low", "fixed storage for the read buffers of each queue."),
        projection="Not projected: no report tells the CPU time of inbound data apart.",
        report=REPORT,
        on=("tcp_interface",),
        check=_queueing,
        syntax={"INBPERF": _QUEUED, "WORKLOADQ": _QUEUED},
        applying=QUEUES,
    ),
    Rule(
        "TCP-102",
        "Segments cut by the adapter",
        "TCP/IP",
        "tuning",
        "no",
        "SEGMENTATIONOFFLOAD of OSA interfaces in QDIO mode, and what they sent.",
        "No segmentation offload on an interface that sent 1 GB or more.",
        "Each segment costs the stack its own headers and its own way to the adapter; offloaded, "
        "a large send goes there once.",
        "IPCONFIG SEGMENTATIONOFFLOAD.",
        (_OFFLOAD, PRACTICE),
        threshold="1 GB is practice.",
        verify="NETSTAT DEVLINKS: SegmentationOffload: Yes.",
        back_out="NOSEGMENTATIONOFFLOAD.",
        risk=Risk("low", "the adapter's microcode has to be current."),
        projection="Not projected: no report tells the CPU time of outbound data apart.",
        report=REPORT,
        on=("tcp_interface",),
        check=_segments,
        syntax={
            "SEGMENTATIONOFFLOAD": statements(
                "IPCONFIG SEGMENTATIONOFFLOAD",
                _OBEYFILE,
                "VARY TCPIP,<stack>,STOP,{name}",
                "VARY TCPIP,<stack>,START,{name}",
                "PROFILE.TCPIP: IPCONFIG SEGMENTATIONOFFLOAD",
            )
        },
        applying=OFFLOAD,
    ),
)
