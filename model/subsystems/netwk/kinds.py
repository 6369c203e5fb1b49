"""Component kind: an Entire Net-Work node."""

from __future__ import annotations

from model.subsystems.netwk.drivers import DRIVERS
from model.topology import ComponentKind, SettingSpec, Usual

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
                usual=Usual("XCF"),
                syntax="Net-Work DRIVER statement for {value}",
            ),
            SettingSpec("VERSION", "text", "Version of Net-Work.", source=_SOURCE),
            SettingSpec(
                "JOBNAME",
                "text",
                "Job of the node, which takes its commands (F job,...).",
                source="job log of the node",
                names="JOB",
            ),
            SettingSpec(
                "LINK",
                "text",
                "Name of the primary link, where the node has one only.",
                group="Link",
                source="DDKARTE, LINK statement",
                names="LINK",
            ),
            SettingSpec(
                "LINK_OPERANDS",
                "text",
                "Operands of the primary link's statement, of a channel-to-channel driver.",
                group="Link",
                source="DDKARTE, LINK statement",
                label="Operands of LINK",
            ),
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
                label="SNDBLKSZ",
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
                label="RCVBLKSZ",
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
        links={"network": ("netwk_node",)},
        doc="A Net-Work server that carries Adabas calls between systems.",
        names="NODE",
        icon="waypoints",
        called="NODE1",
        words="wcp fctc net-work",
        short="Net-Work",
        work="commands",
        usual={"commands_per_s": Usual(500.0, 5.0, instead=("messages_per_s",))},
    ),
)
