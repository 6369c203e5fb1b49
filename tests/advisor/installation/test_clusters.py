"""Adabas clusters of one number: two, where a nucleus is in two systems or the groups differ."""

from __future__ import annotations

import pytest

from advisor.engagement import Installation
from advisor.installation.builder import build_installation
from advisor.installation.identity import APART, SAME
from advisor.observations import FileReading
from tests.advisor.installation.test_subsystems import Given, reading


def nuclei(
    system: str, *numbers: int, group: str = "", hour: str = "09", commands: float = 5.0
) -> FileReading:
    given: list[Given] = []
    for number in numbers:
        nucleus = f"adabas_nucleus:10-{number}"
        given.append((nucleus, "relation.parent", f"lpar:{system}", ""))
        given.append((nucleus, "relation.member", "adabas_database:10", ""))
        given.append((nucleus, "commands", commands, "count"))
        if group:
            given.append((nucleus, "setting.CLUGROUPNAME", group, ""))
    return reading(f"{system}.txt", hour, *given)


def asked(found: Installation) -> list[object]:
    return [q.assumed for q in found.questions if q.metric.startswith("same_as.")]


def databases(found: Installation) -> dict[str, list[float | None]]:
    return {
        part.id.partition(":")[2]: [
            found.topology[link.source].measure("commands")
            for link in found.topology.links
            if link.kind == "member" and link.target == part.id
        ]
        for part in found.topology.of_kind("adabas_database")
    }


@pytest.mark.parametrize("groups", [("G1", "G1"), ("", ""), ("G1", "")])
def test_the_nuclei_of_a_cluster_are_in_several_systems(groups: tuple[str, str]) -> None:
    reports = [nuclei("SYSA", 1, 2, group=groups[0]), nuclei("SYSB", 3, 4, group=groups[1])]
    found = build_installation(reports)
    assert databases(found) == {"10": [5.0, 5.0, 5.0, 5.0]}
    assert asked(found) == []


@pytest.mark.parametrize("group", ["", "G1"])
def test_the_same_nuclei_in_two_systems_at_once_are_two_clusters(group: str) -> None:
    """7 commands were of nuclei that nobody has."""
    reports = [nuclei("SYSA", 1, 2, group=group), nuclei("SYSB", 1, 2, group=group, commands=9.0)]
    found = build_installation(reports)
    assert databases(found) == {"10": [5.0, 5.0], "10@SYSB": [9.0, 9.0]}
    assert asked(found) == [APART]
    answered = build_installation(reports, {("adabas_database:10", "same_as.10@SYSB"): SAME})
    assert set(databases(answered)) == {"10"}
    assert any("figures of both are taken together" in said for said in answered.assumptions)


def test_groups_of_two_names_are_two_clusters_whatever_their_nuclei() -> None:
    found = build_installation(
        [nuclei("SYSA", 1, 2, group="G1"), nuclei("SYSB", 3, group="G2", commands=9.0)]
    )
    assert databases(found) == {"10": [5.0, 5.0], "10@SYSB": [9.0]}


def test_a_group_says_which_systems_go_together() -> None:
    reports = [
        nuclei("SYSA", 1, group="G1"),
        nuclei("SYSB", 2, group="G2", commands=9.0),
        nuclei("SYSC", 1, group="G2", commands=9.0),
        nuclei("SYSD", 2, group="G1"),
    ]
    found = build_installation(reports)
    assert databases(found) == {"10": [5.0, 5.0], "10@SYSB": [9.0, 9.0]}
    assert {part.id: part.parent for part in found.topology.of_kind("adabas_nucleus")} == {
        "adabas_nucleus:10-1": "lpar:SYSA",
        "adabas_nucleus:10-2": "lpar:SYSD",
        "adabas_nucleus:10@SYSB-1": "lpar:SYSC",
        "adabas_nucleus:10@SYSB-2": "lpar:SYSB",
    }


def test_without_groups_nothing_says_which_of_four_systems_go_together() -> None:
    reports = [nuclei("SYSA", 1), nuclei("SYSB", 2), nuclei("SYSC", 1), nuclei("SYSD", 2)]
    found = build_installation(reports)
    assert set(databases(found)) == {"10"}
    assert asked(found) == [SAME, SAME, SAME]


def test_a_nucleus_that_was_elsewhere_later_is_of_one_cluster() -> None:
    reports = [nuclei("SYSA", 1), nuclei("SYSB", 2), nuclei("SYSC", 1, hour="11")]
    found = build_installation(reports)
    assert set(databases(found)) == {"10"}
    assert asked(found) == [SAME]
