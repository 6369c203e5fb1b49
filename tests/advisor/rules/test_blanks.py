"""Every blank in a command says where people read what it asks for."""

from __future__ import annotations

import re

from advisor.report import ReportOptions, build_document
from advisor.rules.base import rules
from advisor.rules.blanks import blanks, told
from tests.remembering import analyse, readings

BLANK = re.compile(r"<[^<>\n]+>")


def commands_of(rule) -> list[str]:
    ways = [rule.procedure(names) for names in ((), *((name,) for name in rule.syntax))]
    texts = [text for way in ways if way is not None for text in (way.command, way.back_out)]
    return [*texts, *rule.syntax.values(), *rule.undo.values()]


def test_every_blank_of_every_rule_is_declared() -> None:
    found = {rule.id: blanks(rule.id, commands_of(rule)) for rule in rules()}
    assert sum(map(len, found.values())) > 100
    missing = [(r, name) for r, all_ in found.items() for name, where in all_.items() if not where]
    assert missing == []


def test_one_name_is_read_where_the_product_has_it() -> None:
    assert "/DISPLAY ACTIVE" in told("IMS-008", "region")
    assert "/DISPLAY ACTIVE" not in told("CIZ-001", "region")
    assert told("ADA-001", "no such blank") == ""
    assert "DISPLAY GROUP" in told("DB2-019", "group")
    assert "CEDA" in told("DB2-011", "group") == told("MRO-003", "group")
    assert "DSNZ002I" in told("DB-007", "module")  # was said to be in the catalog
    assert "amount" not in told("NAT-004", "medium") + told("IMS-101", "ids")
    assert (
        len({told(rule, "data set") for rule in ("BAT-001", "BAT-003", "STG-001", "DB-011")}) == 4
    )


def test_the_report_lists_the_blanks_of_its_commands_once() -> None:
    document = build_document(analyse(readings()), ReportOptions())
    listed = {row["told"]: row for row in document["calendar"]["blanks"]}
    assert len(listed) == len(document["calendar"]["blanks"])
    shown = "\n".join(
        part
        for finding in document["findings"]
        for part in (*(c["syntax"] for c in finding["changes"]), *finding["back_out_commands"])
    )
    told = {name for row in listed.values() for name in BLANK.findall(row["blanks"])}
    numbered = re.compile(r"\d+|n(?=>)")  # several that differ by a number are n
    assert {numbered.sub("#", name) for name in BLANK.findall(shown)} == {
        numbered.sub("#", name) for name in told
    }
    assert all(listed)
    former = [row["blanks"] for row in listed.values() if "<former>" in row["blanks"]]
    assert len(former) > 1


def test_a_group_that_a_command_adds_to_a_list_leaves_it_on_the_way_back() -> None:
    """MRO-011 left the altered mirror in the list, for the next cold start to install again."""
    adding = [
        (rule.id, way)
        for rule in rules()
        for way in rule.procedures
        if "CEDA ADD GROUP" in way.command
    ]
    assert adding
    for name, way in adding:
        assert "CEDA REMOVE GROUP" in way.back_out, name


def test_threads_of_an_entry_are_asked_for_by_what_they_are() -> None:
    """DB2-011 typed PROTECTNUM(<n>) THREADLIMIT(<m>): "an amount: as the finding says"."""
    (threads,) = (rule for rule in rules() if rule.id == "DB2-011")
    asked = blanks(threads.id, commands_of(threads))
    assert not {"<n>", "<m>"} & set(asked)
    assert "CICS statistics" in asked["<most threads>"] == asked["<threads mostly in use>"]
