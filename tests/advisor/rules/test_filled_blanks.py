"""Blanks of commands are filled with what reports say of the component or what it is in."""

from __future__ import annotations

from advisor.reading import read_bytes
from advisor.rules.commands import filled
from tests.advisor.rules.builders import part, topology


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
