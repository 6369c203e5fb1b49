"""z/OS Communications Server: TCP windows and buffers."""

from __future__ import annotations

from model.topology import ComponentKind, MeasureSpec, SettingSpec

_PROFILE = "TCP/IP profile, TCPCONFIG"
MAX_BUFFER_BYTES = 2_097_152

STACK_SETTINGS: tuple[SettingSpec, ...] = (
    SettingSpec(
        "DEFAULTRCVBUFSIZE", "integer", "Receive buffer of a connection that asks for none.",
        unit="bytes", default=65_536, minimum=256, maximum=MAX_BUFFER_BYTES, group="TCP",
        dynamic=True, source=f"{_PROFILE}; 003, figure 6-16",
        syntax="TCPCONFIG TCPRCVBUFRSIZE {value}",
    ),
    SettingSpec(
        "DEFAULTSNDBUFSIZE", "integer", "Send buffer of a connection that asks for none.",
        unit="bytes", default=65_536, minimum=256, maximum=MAX_BUFFER_BYTES, group="TCP",
        dynamic=True, source=f"{_PROFILE}; 003, figure 6-16",
        syntax="TCPCONFIG TCPSENDBFRSIZE {value}",
    ),
    SettingSpec(
        "DEFLTMAXRCVBUFSIZE", "integer", "Largest receive buffer an application may ask for.",
        unit="bytes", default=262_144, minimum=256, maximum=MAX_BUFFER_BYTES, group="TCP",
        dynamic=True, source=f"{_PROFILE}; 003, figure 6-16",
        syntax="TCPCONFIG TCPMAXRCVBUFRSIZE {value}",
    ),
    SettingSpec(
        "DEFLTMAXSNDBUFSIZE", "integer", "Largest send buffer an application may ask for.",
        unit="bytes", default=262_144, minimum=256, maximum=MAX_BUFFER_BYTES, group="TCP",
        dynamic=True, source=f"{_PROFILE}; 003, figure 6-16",
        syntax="TCPCONFIG TCPMAXSENDBUFRSIZE {value}",
    ),
    SettingSpec(
        "DYNAMIC_RIGHT_SIZING", "flag",
        "Whether the stack widens the receive window of a bulk connection to match its round "
        "trip, up to 2 MB.", group="TCP", source="003, 6.2",
    ),
    SettingSpec("VERSION", "text", "Release of the stack.", group="Identity"),
)
CONNECTION_SETTINGS: tuple[SettingSpec, ...] = (
    SettingSpec(
        "RECEIVEBUFFERSIZE", "integer", "Receive buffer of the connection.", unit="bytes",
        default=65_536, minimum=256, maximum=MAX_BUFFER_BYTES, group="TCP",
        source="003, figure 6-17", syntax="SO_RCVBUF {value}",
    ),
    SettingSpec(
        "SENDBUFFERSIZE", "integer", "Send buffer of the connection.", unit="bytes",
        default=65_536, minimum=256, maximum=MAX_BUFFER_BYTES, group="TCP",
        source="003, figure 6-17", syntax="SO_SNDBUF {value}",
    ),
    SettingSpec(
        "APPLICATION_BUFFER_BYTES", "integer", "Bytes the application passes to one send or "
        "receive call.", unit="bytes", minimum=1, maximum=1_073_741_824,
        soft_maximum=1_048_576, group="Application", source="003, 6.2",
    ),
    SettingSpec(
        "MSG_WAITALL", "flag", "Whether receives wait for the full amount asked for.",
        group="Application", source="003, 6.2", syntax="recv() with MSG_WAITALL",
    ),
    SettingSpec(
        "DIRECTION", "choice", "Which way the bulk of the data goes.",
        choices=("receive", "send"), group="Application", source="003, 6.2",
    ),
    SettingSpec(
        "LINK_BYTES_PER_S", "number", "Rate the path offers to this connection.",
        unit="bytes/s", minimum=1, group="Path", source="003, 6.2",
    ),
    SettingSpec(
        "RTT_MS", "number", "Round trip time of the path.", unit="ms", minimum=0.001,
        maximum=100_000, group="Path", source="003, 6.2",
    ),
)
CONNECTION_MEASURES: tuple[MeasureSpec, ...] = (
    MeasureSpec("duration_s", "s", "Age of the connection or length of the transfer."),
    MeasureSpec("bytes_in", "bytes", "Bytes received."),
    MeasureSpec("bytes_out", "bytes", "Bytes sent."),
    MeasureSpec("segments_in", "segments", "Segments received."),
    MeasureSpec("segments_out", "segments", "Segments sent."),
    MeasureSpec("bytes_per_s", "bytes/s", "Data rate of the transfer."),
    MeasureSpec("rtt_ms", "ms", "Smoothed round trip time."),
    MeasureSpec("cpu_s_per_gb", "s/GB", "CPU time of this side for a GB."),
)

KINDS: tuple[ComponentKind, ...] = (
    ComponentKind(
        "tcpip_stack", "TCP/IP stack", "TCP/IP", parents=("lpar",), settings=STACK_SETTINGS,
        measures=(MeasureSpec("connections", "count", "Connections."),),
        doc="A z/OS Communications Server TCP/IP stack.",
    ),
    ComponentKind(
        "tcp_connection", "TCP connection", "TCP/IP", parents=("tcpip_stack",),
        settings=CONNECTION_SETTINGS, measures=CONNECTION_MEASURES,
        doc="One TCP connection, or one recurring transfer.",
    ),
)
