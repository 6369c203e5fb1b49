"""Statements of Net-Work links: what DDKARTE has today stands in what is typed."""

from __future__ import annotations

import pytest

from advisor.reading import read_bytes
from advisor.report.command_files import IDCAMS, _by_kind, continued_at_commas
from advisor.rules.commands import RECORD_COLUMNS, filled
from tests.advisor.rules.builders import part, topology

CARDS = """\
NODE SYSA    TIMEOUT=60
DRIVER {driver} IORETRY=2
LINK TOSYSB  {driver} UNIT=0E40,WEIGHT=1,            -
               SNDBLKSZ=48K,RCVBLKSZ=48K, -
               RESTART=(300,5)
"""


def told(driver: str) -> list[str]:
    (found,) = read_bytes("ddkarte.txt", CARDS.format(driver=driver).encode())
    return [str(o.value) for o in found.observations if o.metric == "setting.LINK_OPERANDS"]


def test_a_links_operands_are_read_over_all_its_records() -> None:
    """They were read of no record, and sizes of those that end with a hyphen were lost."""
    operands = "UNIT=0E40,WEIGHT=1,SNDBLKSZ=48K,RCVBLKSZ=48K,RESTART=(300,5)"
    assert told("CTCA") == [operands]
    (found,) = read_bytes("ddkarte.txt", CARDS.format(driver="CTCA").encode())
    assert [o.value for o in found.observations if o.metric == "setting.SNDBLKSZ_KB"] == [48]


@pytest.mark.parametrize("lost", ["UNIT=0E40,WEIGHT=1", "               RESTART=(300,5)"])
def test_a_statement_that_lost_an_operand_is_not_typed_again(lost: str) -> None:
    cut = CARDS.format(driver="CTCA").replace(lost, " " * len(lost))
    (found,) = read_bytes("ddkarte.txt", cut.encode())
    assert not [o for o in found.observations if o.metric == "setting.LINK_OPERANDS"]


def test_operands_that_may_hold_addresses_or_passwords_are_not_carried_on() -> None:
    assert told("TCPI") == []


def test_a_statement_has_todays_operands_without_those_it_gives_itself() -> None:
    """<other operands as before> stood where the report has them."""
    stated = {"LINK_OPERANDS": "UNIT=0E40,SNDBLKSZ=48K,RESTART=(300,5)", "LINK": "TOSYSB"}
    known = topology(part("lpar", "SYSA"), part("netwk_node", "SYSA", "lpar:SYSA", stated))
    line = "DDKARTE: LINK TOSYSB CTCA <other operands as before>,SNDBLKSZ=32K"
    typed = filled(line, "netwk_node:SYSA", known)
    assert typed == "DDKARTE: LINK TOSYSB CTCA UNIT=0E40,RESTART=(300,5),SNDBLKSZ=32K"
    before = filled("DDKARTE: LINK TOSYSB CTCA <operands as before>", "netwk_node:SYSA", known)
    assert before.endswith(f"CTCA {stated['LINK_OPERANDS']}")


def test_records_of_ddkarte_end_before_column_72() -> None:
    operands = "SNDBLKSZ=32K,RCVBLKSZ=32K,SNDBLKCT=64,RCVBLKCT=64,STATINT=2700,PSTATS=Y"
    line = f"DDKARTE: LINK TOSYSB FCTC UNITR=<device>,UNITW=<device>,{operands}"
    (records,) = [
        r for kind, r in _by_kind([line], IDCAMS).items() if kind.name == "member-ddkarte"
    ]
    assert len(records) == 2
    assert all(len(record) <= RECORD_COLUMNS for record in records)
    assert records[0].endswith(", -")
    whole = "".join(record.removesuffix(" -").strip() for record in records)
    assert f"DDKARTE: {whole}" == line
    assert continued_at_commas("DRIVER FCTC") == ["DRIVER FCTC"]
