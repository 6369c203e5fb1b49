"""What nobody can use while a step is made, by the commands and the ways of all rules."""

from __future__ import annotations

import re

import pytest

from advisor.findings import Finding, Task
from advisor.plan.down import stopped
from advisor.rules import rule, rules
from advisor.rules.base import Rule
from advisor.rules.pages import command_shown
from model.topology import Topology
from tests.advisor.plan.test_plan import finding
from tests.advisor.rules.builders import part, topology
from tests.advisor.rules.report_text import fired as found_in
from tests.advisor.rules.report_text import installed
from tests.advisor.rules.test_report_text_cases import CASES

LINKED = topology(
    part("lpar", "SYSA", None, {"OPSYS": "z/OS"}),
    part("cics_region", "AOR", "lpar:SYSA"),
    part("cics_region", "FOR", "lpar:SYSA"),
    part("cics_region", "TOR", "lpar:SYSA"),
    part("cics_connection", "AOR/FOR", "cics_region:AOR", links=[("mro", "cics_region:FOR")]),
    part("cics_connection", "FOR/AOR", "cics_region:FOR", links=[("mro", "cics_region:AOR")]),
    part("cics_connection", "AOR/TOR", "cics_region:AOR", links=[("mro", "cics_region:TOR")]),
    part(
        "cics_connection",
        "AOR/VTAM",
        "cics_region:AOR",
        {"ACCESSMETHOD": "VTAM"},
        links=[("mro", "cics_region:TOR")],
    ),
    part("cics_connection", "TOR/FOR", "cics_region:TOR", links=[("mro", "cics_region:FOR")]),
)


def by(commands: list[str], place: str, found: Topology) -> list[str]:
    task = Task(component=place, role="", findings=(), commands=tuple(commands))
    return [str(one) for one in stopped([], [task], found)]


def test_all_mro_connections_of_a_region_are_down_while_irc_is_closed() -> None:
    """CEMT SET IRC CLOSED closes every one, at both ends, and was in no list."""
    here = by(["CEMT SET IRC CLOSED"], "cics_connection:AOR/FOR", LINKED)
    assert here == [f"cics_connection:{one}" for one in ("AOR/FOR", "FOR/AOR", "AOR/TOR")]
    there = by(["F <partner region>,CEMT SET IRC CLOSED"], "cics_connection:AOR/FOR", LINKED)
    assert there == [f"cics_connection:{one}" for one in ("AOR/FOR", "FOR/AOR", "TOR/FOR")]


def test_parts_that_commands_stop_are_named() -> None:
    manager = topology(part("mq_manager", "MQA1"))
    assert by(["<cpf> STOP CHANNEL(TO.B)"], "mq_manager:MQA1", manager) == ["channel TO.B of MQA1"]
    node = topology(part("netwk_node", "NODE1"))
    assert by(["F <net-work>,FCTC LINK1 CLOSE"], "netwk_node:NODE1", node) == [
        "link LINK1 of NODE1"
    ]
    stack = topology(
        part("tcpip_stack", "TCPIP"), part("tcp_interface", "OSA1", "tcpip_stack:TCPIP")
    )
    assert by(["VARY TCPIP,<stack>,STOP,OSA1"], "tcp_interface:OSA1", stack) == [
        "tcp_interface:OSA1"
    ]


def of(name: str, component: str, effort: str) -> Finding:
    return finding(1, id=f"{name}@{component}", rule=name, component=component, effort=effort)


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("MRO-002", "cics_region"),
        ("DB-003", "db2_subsystem"),
        ("IMS-005", "ims_region"),
        ("IMS-101", "ims_system"),
        ("JAV-003", "jvm"),
        ("MQ-101", "mq_manager"),
    ],
)
def test_what_is_started_again_is_down_as_a_whole(name: str, kind: str) -> None:
    """A single message region, Db2, a queue manager: a restart was no outage."""
    found = topology(part(kind, "ONE"), part(kind, "TWO"))
    assert stopped([of(name, f"{kind}:ONE", "recycle")], [], found) == (f"{kind}:ONE",)


def test_of_a_cluster_nuclei_follow_one_another_and_a_single_one_is_the_database() -> None:
    base = "adabas_database:10"
    for count in (1, 2):
        found = topology(
            part("adabas_database", "10"),
            *(part("adabas_nucleus", f"10/{n}", None, links=[("member", base)])
              for n in range(count)),
        )  # fmt: skip
        assert stopped([of("ADA-028", base, "recycle")], [], found) == (
            (base,) if count == 1 else ()
        )


def test_a_system_is_down_for_its_ipl() -> None:
    found = topology(part("lpar", "SYSA"), part("jvm", "J1", "lpar:SYSA"))
    for component in ("jvm:J1", "lpar:SYSA"):
        assert stopped([of("JAV-007", component, "ipl")], [], found) == ("lpar:SYSA",)


TAKING_DOWN = re.compile(
    r"CEMT SET (FILE\(.*|IRC) CLOSED|/STOP REGION|STOP CHANNEL|,STOP,|CLOSE$|ADAEND,GLOBAL"
    r"|REBUILD,STRNAME"
)
CLOSING = [item for item in rules() if item.acts and TAKING_DOWN.search(command_shown(item))]


@pytest.mark.parametrize("item", CLOSING, ids=[item.id for item in CLOSING])
def test_no_rule_that_takes_something_down_keeps_it_to_itself(item: Rule) -> None:
    """Every rule whose page types such a command, on its own reports."""
    seen = 0
    for case in CASES:
        if case.rule != item.id:
            continue
        place = installed(case)
        for one in found_in(case):
            lines = [line for text in one.change_texts for line in text.syntax.split("\n")]
            if not any(re.search(TAKING_DOWN, line) for line in lines):
                continue
            seen += 1
            tasks = [
                Task(
                    component=text.component,
                    role="",
                    findings=(one.id,),
                    commands=tuple(text.syntax.split("\n")),
                )
                for text in one.change_texts
            ]
            assert stopped([one], tasks, place), (item.id, lines)
    assert seen or rule(item.id).applying is not None
