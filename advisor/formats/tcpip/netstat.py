"""NETSTAT CONFIG, ALL, CONN, STATS and DEVLINKS of z/OS Communications Server."""

from __future__ import annotations

import re

from advisor.reading.layout.cells import number
from advisor.reading.reader import Collector, Line, Metric, Page, Reader, Segment

_STACK = re.compile(
    r"\b(?:EZD0101I|EZZ2350I)?\s*(?:MVS TCP/IP )?NETSTAT\s+CS\s+\S+\s+(?:TCPIP NAME:\s*)?(\S+)",
    re.I,
)
_COMMAND = re.compile(
    r"\bD(?:ISPLAY)?\s+TCPIP,([A-Z0-9@#$]{1,8}),N(?:ETSTAT)?,(\w+)", re.IGNORECASE
)
_CLIENT = re.compile(r"\bCLIENT NAME:\s*(\S+)\s+CLIENT ID:\s*([0-9A-F]+)", re.IGNORECASE)
_SOCKET = re.compile(r"\b(LOCAL|FOREIGN) SOCKET:\s*(\S+)", re.IGNORECASE)
_CONNECTED = re.compile(  # D TCPIP,,N,CONN and its TSO twin in short form
    r"^\s*(?:EZ[ZD]\d{4}I\s+)?([A-Z@#$][A-Z0-9@#$]{0,7})\s+([0-9A-F]{8})\s+"
    r"(\S+\.\.\d+)\s+(\S+\.\.(?:\d+|\*))\s+([A-Z][A-Z0-9]{3,9})\s*$",
    re.IGNORECASE,
)
_CONNECTED_LONG = re.compile(  # the same in long form: its sockets stand on the next lines
    r"^\s*(?:EZ[ZD]\d{4}I\s+)?([A-Z@#$][A-Z0-9@#$]{0,7})\s+([0-9A-F]{8})\s+([A-Z][A-Z0-9]{3,9})\s*$",
    re.IGNORECASE,
)
_COUNTED = (
    re.compile(  # BYTEINFO in long form: bytes out and in, port; the peer is on the next line
        r"^\s*([A-Z@#$][A-Z0-9@#$]{0,7})\s+(\d{20})\s+(\d{20})\s+\d{5}\s+([A-Z][A-Z0-9]{2,9})\s*$",
        re.IGNORECASE,
    )
)
_NO_CONNECTION = frozenset({"LISTEN", "UDP"})
_TABLE = re.compile(r"^\s*(TCP|UDP|IPV6|IP|GLOBAL|SMF|DATA TRACE)\b.*:\s*$", re.IGNORECASE)
_INTERFACE = re.compile(r"\bINTFNAME:\s*(\S+)\s+INTFTYPE:\s*(\S+)", re.IGNORECASE)
_LINK = re.compile(r"\bLNKNAME:\s*(\S+)\s+LNKTYPE:\s*(\S+)", re.IGNORECASE)
_DEVICE = re.compile(r"\b(?:DEVNAME|LNKNAME):\s*\S", re.IGNORECASE)
_MOVED = re.compile(r"^\s*BYTES(IN|OUT)\s*=\s*(\d+)\s*$", re.IGNORECASE)
_QDIO = frozenset({"IPAQENET", "IPAQENET6"})
_OF_INTERFACE = {
    "INBPERF": "INBPERF",
    "WORKLOADQUEUEING": "WORKLOADQ",
    "SEGMENTATIONOFFLOAD": "SEGMENTATIONOFFLOAD",
}
_OF_STACK = {
    "CURRENT ESTABLISHED CONNECTIONS": ("connections", ""),
    "SEGMENTS RECEIVED": ("segments_in", "segments"),
    "SEGMENTS SENT": ("segments_out", "segments"),
    "SEGMENTS RETRANSMITTED": ("segments_retransmitted", "segments"),
    "RETRANSMIT TIMEOUTS": ("retransmit_timeouts", "count"),
    "CONNECTIONS DROPPED BY RETRANSMIT": ("connections_dropped", "connections"),
}
"""Counts of STATS, from when the stack was started."""

_OF_STATS = re.compile(
    rf"^\s*({'|'.join(_OF_STACK)})\s*[=:]\s*(\d[\d,]*)\s*$".replace(" ", r"\s+"), re.IGNORECASE
)
_PAIR = re.compile(r"\b([A-Z][A-Z0-9]{3,24}|SMOOTH TRIP TIME):\s+(\S+)", re.IGNORECASE)
_CONFIG = {
    "DEFAULTRCVBUFSIZE": "bytes",
    "DEFAULTSNDBUFSIZE": "bytes",
    "DEFLTMAXRCVBUFSIZE": "bytes",
    "DEFLTMAXSNDBUFSIZE": "bytes",
    "DELAYACK": "",
    "SELECTIVEACK": "",
    "TCPTIMESTAMP": "",
    "SOMAXCONN": "",
}
_CONNECTION = {
    "RECEIVEBUFFERSIZE": ("setting.RECEIVEBUFFERSIZE", "bytes"),
    "SENDBUFFERSIZE": ("setting.SENDBUFFERSIZE", "bytes"),
    "BYTESIN": ("bytes_in", "bytes"),
    "BYTESOUT": ("bytes_out", "bytes"),
    "SEGMENTSIN": ("segments_in", "segments"),
    "SEGMENTSOUT": ("segments_out", "segments"),
    "REXMT": ("segments_retransmitted", "segments"),
    "SENDDATAQUEUED": ("send_queued_bytes", "bytes"),
    "ROUNDTRIPTIME": ("rtt_ms", "ms"),
    "SMOOTH TRIP TIME": ("rtt_ms", "ms"),
}


def parse(segment: Segment, out: Collector) -> None:
    """The stack's defaults, or each connection's buffers and counts."""
    memory = segment.memory
    for line in segment:
        text = line.content
        if match := _COMMAND.search(text):
            memory["stack"], memory["what"] = match[1].upper(), match[2].upper()
            memory["connection"] = memory["interface"] = ""
        elif match := _STACK.search(text):
            memory["stack"] = match[1].upper()
            memory["what"] = memory.get("what") or ""
        elif match := _CLIENT.search(text):
            memory["client"], memory["long"] = match[1].upper(), False
            memory["connection"] = f"tcp_connection:{_stack(segment)}/{match[2]}"
            out.setting(memory["connection"], "CLIENT", match[1], "", line, match[1])
            if memory.get("stack"):
                out.relation(memory["connection"], "parent", _subject(segment, line, out), line)
        elif match := _INTERFACE.search(text) or _LINK.search(text):
            _interface(match, segment, line, out)
        elif _DEVICE.search(text):
            memory["interface"], memory["connection"] = "", ""
        elif memory.get("interface"):
            _of_interface(memory["interface"], line, out)
        elif memory.get("stack") and (match := _COUNTED.match(text)):
            memory["counted"] = line, match
            if match[4].upper() in _NO_CONNECTION:
                out.left_out(line)
        elif (match := _SOCKET.search(text)) and memory.get("counted"):
            _counted(match, line, segment, out)
        elif (match := _SOCKET.search(text)) and memory.get("connection"):
            name = f"{match[1].upper()}_SOCKET"
            out.setting(memory["connection"], name, match[2], "", line, match[2])
            if memory.get("long") and match[1].upper() == "FOREIGN":
                memory["connection"] = ""  # it has told all: what follows is another's
        elif match := _TABLE.match(text):
            memory["what"], memory["connection"] = "CONFIG", ""
            memory["table"] = match[1].upper()
            if "stack" not in memory:  # pasted without its heading
                memory["stack"] = segment.after_file("TCPIP")
        elif memory.get("stack") and (match := _CONNECTED.match(text)):
            _connected(line, match, segment, out)
        elif memory.get("stack") and (match := _CONNECTED_LONG.match(text)):
            memory["connection"] = _connection(line, match, match[3], segment, out)
            memory["long"] = True
        elif memory.get("stack") and (match := _OF_STATS.match(text)):
            metric, unit = _OF_STACK[" ".join(match[1].upper().split())]
            stack = _subject(segment, line, out)
            out.observe(stack, metric, number(match[2]), unit, line, match[2])
        elif _PAIR.search(text) and memory.get("stack"):
            _pairs(line, segment, out)


def _interface(match: re.Match[str], segment: Segment, line: Line, out: Collector) -> None:
    """An interface begins: those of OSA-Express in QDIO mode are kept."""
    memory, name = segment.memory, match[1].upper()
    memory["connection"], memory["what"] = "", "DEVLINKS"
    kept = match[2].upper() in _QDIO and bool(memory.get("stack"))
    memory["interface"] = f"tcp_interface:{_stack(segment)}/{name}" if kept else ""
    if kept:
        out.relation(memory["interface"], "parent", _subject(segment, line, out), line)


def _of_interface(subject: str, line: Line, out: Collector) -> None:
    if match := _MOVED.match(line.content):
        metric = f"bytes_{match[1].lower()}"
        out.observe(subject, metric, number(match[2]), "bytes", line, match[2])
    for printed, raw in _PAIR.findall(line.content):
        setting = _OF_INTERFACE.get(printed.upper())
        if setting == "INBPERF":
            out.setting(subject, setting, raw.upper(), "", line, raw)
        elif setting and raw.upper() in ("YES", "NO"):
            out.setting(subject, setting, raw.upper() == "YES", "", line, raw)


def _stack(segment: Segment) -> str:
    system = segment.shared.get("system", "")
    stack = segment.memory.get("stack", "TCPIP")
    return f"{system}/{stack}" if system else stack


def _subject(segment: Segment, line: Line, out: Collector) -> str:
    subject = f"tcpip_stack:{_stack(segment)}"
    system = segment.shared.get("system", "")
    if system and not segment.memory.get(f"placed {subject}"):
        segment.memory[f"placed {subject}"] = True
        out.relation(subject, "parent", f"lpar:{system}", line)
    return subject


def _connected(line: Line, match: re.Match[str], segment: Segment, out: Collector) -> None:
    """A row of the connections: who holds it and between which sockets; a listener is none."""
    if subject := _connection(line, match, match[5], segment, out):
        out.setting(subject, "LOCAL_SOCKET", match[3], "", line, match[3])
        out.setting(subject, "FOREIGN_SOCKET", match[4], "", line, match[4])


def _counted(socket: re.Match[str], line: Line, segment: Segment, out: Collector) -> None:
    """The bytes of a connection, which BYTEINFO gives no id: its client and peer tell it."""
    above, row = segment.memory.pop("counted")
    if row[4].upper() in _NO_CONNECTION or socket[1].upper() != "FOREIGN":
        return
    subject = f"tcp_connection:{_stack(segment)}/{row[1].upper()}/{socket[2]}"
    out.relation(subject, "parent", _subject(segment, line, out), above)
    out.setting(subject, "CLIENT", row[1].upper(), "", above, row[1])
    out.setting(subject, "FOREIGN_SOCKET", socket[2], "", line, socket[2])
    out.observe(subject, "bytes_out", number(row[2]), "bytes", above, row[2])
    out.observe(subject, "bytes_in", number(row[3]), "bytes", above, row[3])
    out.left_out(above)


def _connection(
    line: Line, match: re.Match[str], state: str, segment: Segment, out: Collector
) -> str:
    """The connection that a row begins with, by its id; empty for listeners and sockets of UDP."""
    if state.upper() in _NO_CONNECTION:
        return ""
    subject = f"tcp_connection:{_stack(segment)}/{match[2].upper()}"
    out.relation(subject, "parent", _subject(segment, line, out), line)
    out.setting(subject, "CLIENT", match[1].upper(), "", line, match[1])
    return subject


def _pairs(line: Line, segment: Segment, out: Collector) -> None:
    connection = segment.memory.get("connection")
    for printed, raw in _PAIR.findall(line.content):
        name = printed.upper()
        if connection:
            known = _CONNECTION.get(name)
            if known is None:
                continue
            # None is grouped by thousands: 38,210 is 38.210 of a page with decimal commas.
            value = None if "," in raw else number(raw)
            out.observe(connection, known[0], value, known[1], line, raw)
        elif name in _CONFIG and segment.memory.get("table", "TCP") == "TCP":
            # The UDP table names its buffer sizes with the same words.
            value = raw.upper() == "YES" if raw.upper() in ("YES", "NO") else number(raw)
            out.setting(_subject(segment, line, out), name, value, _CONFIG[name], line, raw)


READER = Reader(
    id="netstat-displays",
    parts=(
        (r" *IPV[46] DESTINATIONS *$", "routes"),
        (r" *FREE POOL STATUS: *$", "control blocks of the stack"),
        (r" *(?:UDP|IP|IPV6|GLOBAL|SMF|DATA TRACE)\b[^:]*: *$", "tables of other protocols"),
        (r" *TCP CONFIGURATION TABLE: *$", ""),
        (r".*\bNETSTAT CS\b|.*\bD(?:ISPLAY)? +TCPIP,", ""),
    ),
    ignores=(
        (r"EZ[DZ]\d{4}I .*|NETSTAT CS .*", "message and connect id, release and time"),
        (
            r"^ *\S{1,8} +[0-9A-F]{8} +(?:\S+\.\.\d+ +\S+\.\.(?:\d+|\*) +)?[A-Z]\w+ *$",
            "ids and addresses of connections, and listeners",
        ),
        (
            (
                r"^ *(?:DEFAULT|[\d.]+(?:/\d+)?) +[\d.]+ +[A-Z]+ +\d+ +\S+ *$"
                r"|^ *(?:DESTIP|GW|INTF|FLGS): .*"
            ),
            "routes",
        ),
        (
            (
                r"(?:MAXRETRANSMITTIME|MINRETRANSMITTIME|ROUNDTRIPGAIN|ROUNDTRIPVARIANCE|VARIANCEGAIN|VARI"
                r"ANCEMULTIPLIER|MAXSEGLIFETIME|EPHEMERALPORTS|DEFAULTKEEPALIVE|FINWAIT2"
                r"TIME|TIMEWAITINTERVAL|RETRANSMITATTEMPT|CONNECTIONS"
                r"IN|CONNECTIONSDROPPED|CURRENTBACKLOG|MAXIMUMBACKLOG)[: ]+[\d.-]+"
            ),
            "timers and counts of listeners",
        ),
        (
            (
                r"\b(?:(?:CLIENT)?(?:RCV|SND)NXT|INIT(?:RCV|SND)SEQNUM|CONGESTIONWINDOW|RTT_SEQ"
                r"|SLOWSTARTTHRESHOLD|(?:INCOMING|OUTGOING)WINDOWNUM|SNDWL[12]|(?:MAX)?SNDWND|SNDUNA"
                r"|RCVWND|DUPACKS|REXMTCOUNT|MAXIMUMSEGMENTSIZE|DSFIELD|SMOOTHTRIPVARIANCE|SOCKOPT"
                r"|TCP(?:TIMER|SIG|SEL|DET|POL|PRF2?)|RECEIVEDATAQUEUED|LAST TOUCHED): +\S+"
            ),
            "sequence numbers, windows and options of a connection",
        ),
        (rf"^ *(?!(?:{'|'.join(_OF_STACK)}) )[A-Z][A-Z /-]+ = \d+ *$", "other counts of STATS"),
        (r"(?:LOCAL|FOREIGN) SOCKET: .*|^ *CONNECTIONS DISPLAYED: +\d+", "addresses"),
        (
            (
                r"(?:SPEED|CFGMTU|ACTMTU|VLANID|VLANPRIORITY|PORTNAME|DATAPATH|READSTORAGE|SECCLASS|"
                r"QUESIZE|VMACADDR|IPADDR|TRLE|PNETID|MONSYSPLEX|MTU SIZE|METRIC|DESTADDR"
                r"|SUBNETMASK|LANGROUP): +\S+(?: +\(\S+\))?|"
                r"(?:IN|OUT)BOUND PACKETS[A-Z ]* = \d+"
            ),
            "addresses and options of an interface, packets",
        ),
    ),
    title="NETSTAT CONFIG, ALL, CONN, STATS and DEVLINKS",
    endings=((r"^ +(?i:ReceiveBufferSize): +\d{10} +S?", r" (?i:SendBufferSize): +\d{10}$"),),
    subsystem="TCP/IP",
    anchors=(
        "EZD0101I",
        "EZZ2350I",
        "NETSTAT CS",
        "TCP CONFIGURATION TABLE",
        "TCP Configuration Table",
        "CLIENT NAME:",
        "Client Name:",
        "MVS TCP/IP NETSTAT",
        "MVS TCP/IP Netstat",
        ",N,CONFIG",
        ",N,ALL",
        ",N,DEV",
        "INTFNAME:",
        "IntfName:",
    ),
    splits=False,
    parse=parse,
    metrics=(
        Metric("tcp_connection", "rtt_ms", "round trip time"),
        Metric("tcp_connection", "segments_in", "since the connection was made"),
        Metric("tcp_connection", "segments_out", "since the connection was made"),
        Metric("tcp_connection", "setting.CLIENT", "client name"),
        Metric("tcp_connection", "setting.LOCAL_SOCKET", "address and port"),
        Metric("tcp_connection", "setting.FOREIGN_SOCKET", "address and port"),
        *(Metric("tcpip_stack", f"setting.{name}", "CONFIG") for name in _CONFIG),
        Metric("tcp_connection", "setting.RECEIVEBUFFERSIZE", "receive buffer in use"),
        Metric("tcp_connection", "setting.SENDBUFFERSIZE", "send buffer in use"),
        Metric("tcp_connection", "bytes_in", "since the connection was made"),
        Metric("tcp_connection", "bytes_out", "since the connection was made"),
        Metric("tcp_interface", "setting.INBPERF", "DEVLINKS"),
        Metric("tcp_interface", "setting.WORKLOADQ", "WorkloadQueueing"),
        Metric("tcp_interface", "setting.SEGMENTATIONOFFLOAD", "SegmentationOffload"),
        Metric("tcp_interface", "bytes_in", "since the interface was started"),
        Metric("tcp_interface", "bytes_out", "since the interface was started"),
        Metric("tcp_connection", "segments_retransmitted", "ReXmt"),
        Metric("tcp_connection", "send_queued_bytes", "SendDataQueued"),
        *(Metric("tcpip_stack", name, "STATS") for name, _ in _OF_STACK.values()),
    ),
    page=Page(
        reads="NAME: value pairs of D TCPIP,stack,N,CONFIG (TCP configuration table) and of each "
        "connection in D TCPIP,stack,N,ALL; the rows of CONN, listeners left out; "
        "connections and segments of STATS; QDIO interfaces and links of DEVLINKS; BYTEINFO in "
        "long form. The TSO and UNIX twins of these displays too.",
        releases="z/OS Communications Server V1R13 to V2R5",
        verified="003, figures 6-16 and 6-17; CONFIG, CONN, STATS and DEVLINKS after the examples "
        "of IBM, IP System Administrator's Commands, not against a real print",
        unread="the other counts of STATS and of a connection; UDP, IP and SMF tables and policies",
    ),
)
