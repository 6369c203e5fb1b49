"""Blanks of commands are filled with what reports say of the component or what it is in."""

from __future__ import annotations

from advisor.reading import read_bytes
from advisor.rules.commands import filled
from tests.advisor.rules.builders import advise, part, topology


def test_a_blank_is_filled_from_what_the_component_is_in() -> None:
    known = topology(
        part("lpar", "SYSA"),
        part("mq_manager", "MQA1", "lpar:SYSA", {"CPF": "!MQA1"}),
        part("mq_bufferpool", "MQA1/1", "mq_manager:MQA1"),
        part("mq_manager", "MQB1", "lpar:SYSA"),
        part("tcpip_stack", "SYSA/TCPIP", "lpar:SYSA"),
        part("tcp_connection", "SYSA/TCPIP/1", "tcpip_stack:SYSA/TCPIP"),
    )
    alter = "<cpf> ALTER BUFFPOOL(1)"
    assert filled(alter, "mq_bufferpool:MQA1/1", known) == "!MQA1 ALTER BUFFPOOL(1)"
    assert filled(alter, "mq_manager:MQB1", known) == alter
    assert filled(alter, "lpar:SYSA", known) == alter
    vary = "VARY TCPIP,<stack>,OBEYFILE"
    assert filled(vary, "tcp_connection:SYSA/TCPIP/1", known) == "VARY TCPIP,TCPIP,OBEYFILE"


def test_of_several_links_none_is_said_to_be_the_one() -> None:
    def links(*names: str) -> list[str]:
        cards = ["NODE SYSA    TIMEOUT=60", "DRIVER CTCA", "LINK {}  CTCA UNIT=0E40,WEIGHT=1"]
        text = "\n".join([*cards[:2], *(cards[2].format(name) for name in names), ""])
        (found,) = read_bytes("ddkarte.txt", text.encode())
        return [str(o.value) for o in found.observations if o.metric == "setting.LINK"]

    assert links("TOSYSB") == ["TOSYSB"]
    assert links("TOSYSB", "TOSYSC") == []


def test_two_sizes_of_one_profile_are_one_statement() -> None:
    """OBEYFILE ran once for each of the largest buffers."""
    stack = {"DEFAULTRCVBUFSIZE": 65_536} | dict.fromkeys(
        ("DEFLTMAXRCVBUFSIZE", "DEFLTMAXSNDBUFSIZE"), 262_144
    )
    found, _ = advise(
        topology(part("lpar", "SYSA"), part("tcpip_stack", "TCPIP", "lpar:SYSA", stack))
    )
    (sizes,) = (finding for finding in found if finding.rule == "TCP-004")
    typed = "TCPCONFIG TCPMAXRCVBUFRSIZE {0} TCPMAXSENDBUFRSIZE {0}"
    for texts, size in (
        ({change.syntax for change in sizes.change_texts}, 2_097_152),
        ({*sizes.back_out_commands}, 262_144),
    ):
        (text,) = texts
        assert text.split("\n") == [
            typed.format(size),
            "VARY TCPIP,TCPIP,OBEYFILE,<data set(member)>",
            f"PROFILE.TCPIP: {typed.format(size)}",
        ]
