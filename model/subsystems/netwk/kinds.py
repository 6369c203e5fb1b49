"""Component kind: an Entire Net-Work node."""

from __future__ import annotations

from model.subsystems.netwk.drivers import DRIVERS
from model.topology import ComponentKind, MeasureSpec, SettingSpec

_SOURCE = "001, section 4.7"

KINDS: tuple[ComponentKind, ...] = (
    ComponentKind(
        "netwk_node",
        "Entire Net-Work node",
        "Entire Net-Work",
        ("lpar",),
        settings=(
            SettingSpec(
                "DRIVER",
                "choice",
                "Line driver of the primary link.",
                choices=tuple(DRIVERS),
                group="Link",
                source=_SOURCE,
                syntax="Net-Work DRIVER statement for {value}",
            ),
            SettingSpec("VERSION", "text", "Version of Net-Work.", source=_SOURCE),
            SettingSpec(
                "SNDBLKSZ_KB",
                "number",
                "Send block size.",
                unit="KB",
                minimum=1,
                maximum=60,
                group="Link",
                source=_SOURCE,
                syntax="LINK ... SNDBLKSZ={value}K",
            ),
            SettingSpec(
                "RCVBLKSZ_KB",
                "number",
                "Receive block size.",
                unit="KB",
                minimum=1,
                maximum=60,
                group="Link",
                source=_SOURCE,
                syntax="LINK ... RCVBLKSZ={value}K",
            ),
            SettingSpec(
                "SNDBLKCT",
                "integer",
                "Send blocks.",
                minimum=1,
                maximum=256,
                group="Link",
                source=_SOURCE,
                syntax="LINK ... SNDBLKCT={value}",
            ),
            SettingSpec(
                "RCVBLKCT",
                "integer",
                "Receive blocks.",
                minimum=1,
                maximum=256,
                group="Link",
                source=_SOURCE,
                syntax="LINK ... RCVBLKCT={value}",
            ),
        ),
        measures=(
            MeasureSpec("messages_per_s", "1/s", "Messages per second over the link."),
            MeasureSpec("commands_per_s", "1/s", "Adabas commands per second over the link."),
            MeasureSpec("cpu_s", "s", "CPU time of the Net-Work server."),
            MeasureSpec("duration_s", "s", "Length of the interval."),
            MeasureSpec("bytes_per_message", "bytes", "Average length of a message."),
        ),
        links={"network": ("netwk_node",)},
        doc="A Net-Work server that carries Adabas calls between systems.",
    ),
)
