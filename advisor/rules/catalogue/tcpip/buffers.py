"""z/OS Communications Server: TCP buffers of streaming connections."""

from __future__ import annotations

from advisor.findings import Effect, Risk
from advisor.rules.base import Advice, DoesNotApply, Rule
from advisor.rules.catalogue.tcpip import procedures
from advisor.rules.commands import statements
from advisor.rules.effects import arithmetic, published
from advisor.rules.subject import Subject

CONNECTION, STACK = ("tcp_connection",), ("tcpip_stack",)
MOST = 2 * 1024 * 1024
APPLICATION = 1024 * 1024
DEFAULT = 65536
STREAM_BYTES_PER_S = 1_000_000
BULK_BYTES = 1e9
HIGH_LATENCY_MS = 10.0
WINDOW_OF_BUFFER = 2.0
_RECEIVING = "https://www.ibm.com/docs/en/zos/2.4.0?topic=overview-tcp-receive-window"
"""The window in receive buffers, and what Dynamic Right Sizing asks for."""
ALL = "NETSTAT ALL of the connections at the peak"


def rate(subject: Subject) -> float | None:
    """Bytes a second of a connection."""
    direct = subject.figure("bytes_per_s")
    if direct is not None:
        return direct
    seconds = subject.figure("duration_s")
    total = max(subject.figure("bytes_in") or 0, subject.figure("bytes_out") or 0)
    return total / seconds if seconds and total else None


def streams(subject: Subject) -> None:
    """Only bulk connections. Raises DoesNotApply or CannotTell."""
    speed = rate(subject)
    if speed is None:
        total = max(subject.figure("bytes_in") or 0.0, subject.need_figure("bytes_out", "bytes_in"))
        if total < BULK_BYTES:
            raise DoesNotApply(
                subject.say("{name} moved {total:,.0f} MB only.", total=total / 1000000.0)
            )
    elif speed < STREAM_BYTES_PER_S:
        raise DoesNotApply(
            subject.say("{name} moves {speed:,.0f} bytes a second only.", speed=speed)
        )


def _streaming(subject: Subject) -> Advice | str:
    streams(subject)
    buffers = [subject.number(n) for n in ("RECEIVEBUFFERSIZE", "SENDBUFFERSIZE")]
    application = subject.need("APPLICATION_BUFFER_BYTES")
    size = max(b for b in [*buffers, 0.0] if b is not None)
    if application >= APPLICATION and size >= MOST:
        return subject.say("{name}: buffers of {size:,.0f} bytes (below 2 MB is small).", size=size)
    sending = (subject.figure("bytes_out") or 0) > (subject.figure("bytes_in") or 0)
    setting = "SENDBUFFERSIZE" if sending else "RECEIVEBUFFERSIZE"
    cpu = (0.9, 0.9155, 1.0) if sending else (0.8, 0.84, 1.0)
    return Advice(
        subject.say(
            "{name} streams with {application:,.0f} bytes a call and TCP "
            "buffers of {size:,.0f} bytes.",
            application=application,
            size=size,
        ),
        ((subject.set("APPLICATION_BUFFER_BYTES", APPLICATION), subject.set(setting, MOST)),),
        effects=(
            published(
                "throughput_bytes_per_s",
                rate(subject),
                (1.0, 1.12, 1.12),
                "12 % more throughput (003, Figure 6-14)",
            ),
            published("cpu_pct", None, cpu, "8.45 % less CPU sending, over 16 % receiving (003)"),
        ),
    )


def _waitall(subject: Subject) -> Advice | str:
    streams(subject)
    if subject.need_flag("MSG_WAITALL"):
        return subject.say("{name}: MSG_WAITALL is used.")
    return Advice(
        subject.say("{name} receives without MSG_WAITALL, so each segment wakes the application."),
        ((subject.set("MSG_WAITALL", True),),),
    )


def window(subject: Subject, size: float) -> float | None:
    """Bytes a second that a window allows: window over round trip, at most the link's speed."""
    trip = subject.number("RTT_MS") or subject.figure("rtt_ms")
    if not trip:
        return None
    link = subject.number("LINK_BYTES_PER_S")
    bound = size / (trip / 1000.0)
    return bound if link is None else min(link, bound)


def _latency(subject: Subject) -> Advice | str:
    streams(subject)
    trip = subject.number("RTT_MS") or subject.need_figure("rtt_ms")
    if trip < HIGH_LATENCY_MS:
        return subject.say(
            "{name}: {trip:,g} ms round trip (from 10 ms on the window matters).", trip=trip
        )
    if (subject.figure("bytes_out") or 0.0) > (subject.figure("bytes_in") or 0.0):
        raise DoesNotApply(subject.say("{name} sends: the other end's buffer makes the window."))
    size, stack = subject.need("RECEIVEBUFFERSIZE"), subject.container("tcpip_stack")
    sized = stack.flag("DYNAMIC_RIGHT_SIZING") if stack is not None else None
    if size > DEFAULT:
        return subject.say(
            "{name}: {size:,.0f} bytes at {trip:,g} ms round trip (up to 64 KB is small, from "
            "10 ms on).",
            size=size,
            trip=trip,
        )
    if size == DEFAULT and sized is not False:
        return subject.say(
            "{name}: {size:,.0f} bytes at {trip:,g} ms round trip. From 64 KB on Dynamic Right "
            "Sizing takes the window of what streams in to 2 MB by itself; TcpPrf of NETSTAT ALL "
            "tells whether it does.",
            size=size,
            trip=trip,
        )
    wanted = MOST if sized is False else DEFAULT
    return Advice(
        subject.say(
            "{name} has a receive buffer of {size:,.0f} bytes at a round trip of {trip:,g} ms, and "
            "Dynamic Right Sizing does not widen its window.",
            size=size,
            trip=trip,
        ),
        ((subject.set("RECEIVEBUFFERSIZE", wanted),),),
        effects=(
            arithmetic(
                "window_bytes",
                WINDOW_OF_BUFFER * size,
                float(MOST),
                "a window is two receive buffers, up to 2 MB with Dynamic Right Sizing",
                low=min(WINDOW_OF_BUFFER * wanted, float(MOST)),
            ),
        ),
        distance="Published: Boulder to Raleigh, 39.6 to 78.3 GB in 2.5 hours.",
    )


def _defaults(subject: Subject) -> Advice | str:
    default, most = subject.need("DEFAULTRCVBUFSIZE"), subject.need("DEFLTMAXRCVBUFSIZE")
    if most >= MOST:
        return subject.say(
            "{name}: receive buffers of up to {most:,.0f} bytes (below 2 MB is small).", most=most
        )
    connections = [c for c in subject.children("tcp_connection") if (rate(c) or 0) > 0]
    bounds = [(b, a) for c in connections if (b := window(c, most)) and (a := window(c, MOST))]
    effects: tuple[Effect, ...]
    if bounds:
        effects = (
            arithmetic(
                "throughput_bytes_per_s",
                sum(b for b, _ in bounds),
                sum(b for b, _ in bounds),
                "a limit widens no window by itself: window over round trip of its connections "
                "where their programs ask for more",
                high=sum(a for _, a in bounds),
            ),
        )
    else:
        effects = (
            arithmetic(
                "window_bytes",
                most,
                float(MOST),
                "the largest receive window an application can ask for",
            ),
        )
    return Advice(
        subject.say(
            "{name} allows receive buffers of {most:,.0f} bytes and gives {default:,.0f}.",
            most=most,
            default=default,
        ),
        ((subject.set("DEFLTMAXRCVBUFSIZE", MOST), subject.set("DEFLTMAXSNDBUFSIZE", MOST)),),
        effects=effects,
        notes=("The default itself may stay where streaming applications ask for more.",),
    )


_SECTION = "003, section 6.2"
_BACK = "The former sizes; new connections take them."


def _obeyed(parameters: str) -> str:
    """Parameters of the stack, in effect by one OBEYFILE and kept in the profile."""
    return statements(
        f"TCPCONFIG {parameters}",
        "VARY TCPIP,<stack>,OBEYFILE,<data set(member)>",
        f"PROFILE.TCPIP: TCPCONFIG {parameters}",
    )


_LARGEST = "TCPMAXRCVBUFRSIZE {DEFLTMAXRCVBUFSIZE} TCPMAXSENDBUFRSIZE {DEFLTMAXSNDBUFSIZE}"


RULES = (
    Rule(
        "TCP-001",
        "Large buffers for streaming",
        "TCP/IP",
        "tuning",
        "yes",
        "Application and TCP buffer sizes of bulk connections.",
        "Below 1 MB and 2 MB.",
        "Fewer calls and fuller segments.",
        "1 MB application buffers; SO_RCVBUF/SO_SNDBUF 2 MB.",
        (f"{_SECTION}, Figure 6-14",),
        threshold="1 MB a second taken as streaming is practice.",
        verify=ALL + ".",
        back_out=_BACK,
        risk=Risk("low", "storage per connection."),
        prerequisites="z/OS V2R1; TCPMAXRCVBUFRSIZE.",
        effect="Throughput +12 %, sender CPU −8.45 %, receiver over −16 %.",
        effect_conditions="64 KB and 180 KB before, one connection, 10 Gb OSA, low latency.",
        projection="TCP/IP model; else as published.",
        report=ALL,
        on=CONNECTION,
        check=_streaming,
        syntax={
            "APPLICATION_BUFFER_BYTES": statements("send() and recv() with {value} bytes"),
            "SENDBUFFERSIZE": "setsockopt(SO_SNDBUF, {value})",
            "RECEIVEBUFFERSIZE": "setsockopt(SO_RCVBUF, {value})",
        },
        applying=procedures.SOCKETS,
    ),
    Rule(
        "TCP-002",
        "MSG_WAITALL on recv",
        "TCP/IP",
        "tuning",
        "no",
        "recv flags.",
        "Not used.",
        "The call returns when all data are there.",
        "MSG_WAITALL.",
        (_SECTION,),
        threshold="Streaming connections.",
        verify="Calls per byte.",
        back_out="Without the flag.",
        risk=Risk("low"),
        projection="its part of TCP-001 was not measured apart",
        report="the application",
        on=CONNECTION,
        check=_waitall,
        syntax={"MSG_WAITALL": "recv(..., MSG_WAITALL)"},
        applying=procedures.WAIT_ALL,
    ),
    Rule(
        "TCP-003",
        "Windows for long distances",
        "TCP/IP",
        "tuning",
        "yes",
        "Receive buffer and round trip of bulk connections.",
        "Less than 64 KB at 10 ms or more, or 64 KB where Dynamic Right Sizing is known to be off.",
        "No more than a window can be under way per round trip. With 64 KB or more Dynamic Right "
        "Sizing takes it to 2 MB by itself where data stream in.",
        "Receive buffer of 64 KB; 2 MB where Dynamic Right Sizing is off.",
        (f"{_SECTION}, Figure 6-15", _RECEIVING),
        threshold="64 KB after the second source; 10 ms is practice.",
        verify=ALL + ".",
        back_out=_BACK,
        risk=Risk(
            "medium",
            "every new connection of the stack that asks for no size of its own may hold as much; "
            "where there are many, have the program ask for it (SO_RCVBUF).",
        ),
        prerequisites="z/OS V2R1; TCPMAXRCVBUFRSIZE no smaller than that (TCP-004).",
        after=("TCP-004",),
        effect="39.6 to 78.3 GB in 2.5 hours.",
        effect_conditions="FTP over a long distance, Dynamic Right Sizing.",
        projection="TCP/IP model where the rate is measured; else the window.",
        report=ALL,
        on=CONNECTION,
        check=_latency,
        syntax={
            "RECEIVEBUFFERSIZE": _obeyed("TCPRCVBUFRSIZE {value}"),
        },
        applying=procedures.WINDOW,
    ),
    Rule(
        "TCP-004",
        "Let applications ask for 2 MB",
        "TCP/IP",
        "config-check",
        "yes",
        "Default and largest buffer sizes.",
        "Largest below 2 MB.",
        "Applications cannot ask for more.",
        "TCPCONFIG TCPMAXRCVBUFRSIZE 2097152.",
        (f"{_SECTION}, Figure 6-16",),
        threshold="003: 256 KB in the sample, 2 MB since V2R1.",
        verify="NETSTAT CONFIG.",
        back_out=_BACK,
        risk=Risk("low"),
        prerequisites="z/OS V2R1.",
        projection="Windows of its connections at best: the limit alone widens none.",
        report="NETSTAT CONFIG",
        on=STACK,
        check=_defaults,
        methods=("TCP-005",),
        syntax=dict.fromkeys(("DEFLTMAXRCVBUFSIZE", "DEFLTMAXSNDBUFSIZE"), _obeyed(_LARGEST)),
        applying=procedures.STACK,
    ),
    Rule(
        "TCP-005",
        "Look at the connections",
        "TCP/IP",
        "method",
        "no",
        "NETSTAT ALL.",
        "Streaming work.",
        "The receiving side needs the large buffer, the sending side of an "
        "acknowledgement does not.",
        "NETSTAT ALL for each streaming connection: receiving side 2 MB, the other may stay 64 KB",
        (f"{_SECTION}, Figure 6-17",),
        projection="a method",
        on=STACK,
    ),
)
