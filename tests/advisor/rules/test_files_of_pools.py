"""An LSR pool is built anew once all of its files are closed: those that reports list are named."""

from __future__ import annotations

from typing import Any

from advisor.rules.commands import operands_of, pool_steps, written
from model.topology import Component, Setting, Topology


def _region(**files: dict[str, Any]) -> Topology:
    """A region with pool 3 and files with these settings."""
    parts = [
        Component("cics_region:AOR", "cics_region", "AOR"),
        Component("lsr_pool:AOR/3", "lsr_pool", "AOR/3", parent="cics_region:AOR"),
        Component("lsr_buffers:AOR/3/D4096", "lsr_buffers", "AOR/3/D4096", parent="lsr_pool:AOR/3"),
        *(
            Component(
                f"vsam_file:AOR/{name}",
                "vsam_file",
                f"AOR/{name}",
                parent="cics_region:AOR",
                settings={key: Setting(value) for key, value in settings.items()},
            )
            for name, settings in files.items()
        ),
    ]
    return Topology({part.id: part for part in parts})


def _typed(topology: Topology) -> list[str]:
    component = topology["lsr_buffers:AOR/3/D4096"]
    return written(pool_steps("DATA4K(9)"), operands_of(component, (), topology)).split("\n")


def test_the_files_of_the_pool_are_named_and_no_others() -> None:
    """The report listed them, and whoever typed the steps had to look for each of them."""
    inside, elsewhere = {"ACCESS": "LSR", "LSRPOOLID": 3}, {"ACCESS": "LSR", "LSRPOOLID": 2}
    lines = _typed(_region(KUNDE=inside, KONTO=inside, TARIF=elsewhere, LOG={"ACCESS": "NSR"}))
    assert [line for line in lines if line.startswith("CEMT")] == [
        "CEMT SET FILE(KONTO) CLOSED",
        "CEMT SET FILE(KUNDE) CLOSED",
        "CEMT SET FILE(KONTO) OPEN",
        "CEMT SET FILE(KUNDE) OPEN",
    ]
    assert lines[3].startswith("CEDA INSTALL LSRPOOL(")


def test_a_file_of_unknown_pool_leaves_the_blank() -> None:
    lines = _typed(_region(KUNDE={"ACCESS": "LSR", "LSRPOOLID": 3}, ALT={"ACCESS": "LSR"}))
    assert "CEMT SET FILE(<each file of the pool>) CLOSED" in lines
    assert "CEMT SET FILE(<each file of the pool>) OPEN" in _typed(_region())
