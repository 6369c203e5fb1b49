"""Entire Net-Work nodes: the component kind and its settings."""

from __future__ import annotations

from model.topology import ComponentKind, MeasureSpec, SettingSpec

DRIVERS = ("CTCA", "FCTC 6.2 SP2", "FCTC 6.3 SP1", "TCP/IP HiperSockets", "XCF")

_LINK = "Link statement"

_NODE = (
    SettingSpec(
        "DRIVER", "choice", "Line driver of the primary link.", choices=DRIVERS,
        group="Driver statement", source="001, 4.7", syntax="DRIVER statement: {value}",
    ),
    SettingSpec("VERSION", "text", "Entire Net-Work version.", source="job log"),
    SettingSpec(
        "SNDBLKSZ_KB", "number", "Send block size.", unit="KB", minimum=1, maximum=64,
        group=_LINK, source="001, 4.7", syntax="SNDBLKSZ={value:g}K",
    ),
    SettingSpec(
        "RCVBLKSZ_KB", "number", "Receive block size.", unit="KB", minimum=1, maximum=64,
        group=_LINK, source="001, 4.7", syntax="RCVBLKSZ={value:g}K",
    ),
    SettingSpec(
        "SNDBLKCT", "integer", "Send blocks.", unit="blocks", minimum=1, maximum=1024,
        soft_maximum=256, group=_LINK, source="001, 4.7", syntax="SNDBLKCT={value}",
    ),
    SettingSpec(
        "RCVBLKCT", "integer", "Receive blocks.", unit="blocks", minimum=1, maximum=1024,
        soft_maximum=256, group=_LINK, source="001, 4.7", syntax="RCVBLKCT={value}",
    ),
)

_FIGURES = (
    MeasureSpec("duration_s", "s", "Length of the session."),
    MeasureSpec("messages_per_s", "messages/s", "Messages sent and received."),
    MeasureSpec("commands_per_s", "commands/s", "Adabas commands carried."),
    MeasureSpec("bytes_per_message", "bytes", "Mean message length."),
    MeasureSpec("cpu_s", "s", "CPU time of the node."),
)

KINDS = (
    ComponentKind(
        "netwk_node", "Net-Work node", "Entire Net-Work", ("lpar",), _NODE, _FIGURES,
        links={"network": ("netwk_node",)},
        doc="One Entire Net-Work server with its primary link.",
    ),
)
