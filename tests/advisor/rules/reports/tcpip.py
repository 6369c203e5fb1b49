"""TCP/IP: NETSTAT CONFIG and ALL; what only the application's owner knows is answered."""

from __future__ import annotations

from tests.advisor.rules.report_text import Case, sample

MODULES = ("tcpip.buffers",)
STACK = sample("formats/netstat.txt")
C = "tcp_connection:TCPIP/0000A41C"
CALLS, WAIT = (C, "setting.APPLICATION_BUFFER_BYTES"), (C, "setting.MSG_WAITALL")
LARGE = {"RECEIVEBUFFERSIZE:  0000065536": "RECEIVEBUFFERSIZE:  0002097152"}

CASES = [
    Case(
        "TCP-001",
        STACK,
        sets={"APPLICATION_BUFFER_BYTES": 1048576, "RECEIVEBUFFERSIZE": 2097152},
        types="SO_RCVBUF",
        quotes="RECEIVEBUFFERSIZE:  0000065536",
        effect="throughput_bytes_per_s",
        answers={CALLS: 32768},
        right=LARGE,
        right_answers={CALLS: 1048576},
        says="buffers of 2,097,152 bytes",
        asks="NETSTAT ALL",
    ),
    Case(
        "TCP-002",
        STACK,
        sets={"MSG_WAITALL": True},
        quotes="MSG_WAITALL = False",
        answers={WAIT: False},
        right_answers={WAIT: True},
        says="MSG_WAITALL is used",
        asks="application",
    ),
    Case(
        "TCP-003",
        STACK,
        wrong={"RECEIVEBUFFERSIZE:  0000065536": "RECEIVEBUFFERSIZE:  0000016384"},
        sets={"RECEIVEBUFFERSIZE": 65536},
        quotes="ROUNDTRIPTIME:      38.210",
        effect="window_bytes",
        right={"ROUNDTRIPTIME:      38.210": "ROUNDTRIPTIME:       0.410"},
        says="0.41 ms round trip",
        lacks={"ROUNDTRIPTIME": None},
        asks="NETSTAT ALL",
    ),
    Case(
        "TCP-004",
        STACK,
        sets={"DEFLTMAXRCVBUFSIZE": 2097152, "DEFLTMAXSNDBUFSIZE": 2097152},
        quotes="DEFLTMAXRCVBUFSIZE: 00262144",
        effect="window_bytes",
        right={"DEFLTMAXRCVBUFSIZE: 00262144": "DEFLTMAXRCVBUFSIZE: 02097152"},
        says="receive buffers of up to 2,097,152 bytes",
        lacks={"DEFLTMAXRCVBUFSIZE": None},
        asks="NETSTAT CONFIG",
    ),
]
GUARDS = []
