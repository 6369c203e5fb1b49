"""The catalogue is complete: every row of the list is there, documented, and does its part."""

from __future__ import annotations

import json

import pytest

from advisor.rules import catalogue_json, page_json, page_text, rules
from advisor.rules.base import ACTING
from advisor.rules.references import PRACTICE, cited
from model.catalogue import catalogue


def span(prefix: str, last: int, first: int = 1) -> list[str]:
    return [f"{prefix}-{number:03}" for number in range(first, last + 1)]


IDS = [  # of the list that the product was begun with; further rules need no entry
    *span("NAT", 12),
    *span("ADA", 26),
    *span("NET", 4),
    *span("VSE", 21),
    *span("VSM", 23),
    *span("MRO", 14),
    *span("TSQ", 4),
    *span("DMP", 3),
    "DMP-101",
    *span("AOB", 7),
    "ZOS-001",
    *span("DB2", 21),
    *span("JAV", 7),
    *span("CIZ", 12),
    *span("MQ", 12),
    "COG-001",
    *span("SRT", 10),
    *span("TCP", 5),
    *span("IMS", 17),
]


def test_every_row_of_the_list_is_in_the_product() -> None:
    assert set(IDS) <= {rule.id for rule in rules()}


def test_tuning_and_thresholds_that_say_they_are_projected_are_checked() -> None:
    quantifiable = [
        rule
        for rule in rules()
        if rule.kind in ("tuning", "threshold") and rule.projectable == "yes"
    ]
    assert quantifiable
    assert all(rule.check is not None for rule in quantifiable)


@pytest.mark.parametrize("rule", rules(), ids=lambda rule: rule.id)
def test_each_rule_does_its_part_and_has_a_page(rule) -> None:
    if rule.kind in ACTING:
        assert rule.check is not None
        assert rule.on
        assert rule.report
        assert rule.threshold
        assert rule.verify
        assert rule.back_out
        assert rule.risk is not None
    if rule.kind == "caveat":
        assert rule.guard is not None
    if rule.kind in ("interpretation", "method"):
        assert rule.check is None
        assert rule.guard is None
    for text in (rule.title, rule.looks_at, rule.condition, rule.why, rule.change, rule.projection):
        assert text
    assert all(
        text[:3] in ("000", "001", "002", "003", "004")
        or text.startswith(("http://", "https://"))
        or text == PRACTICE
        for text in rule.references
    )
    assert rule.references
    known = {item.id for item in rules()}
    assert set(rule.guards) <= known
    assert set(rule.methods) <= {item.id for item in rules() if item.kind == "method"}
    assert set(rule.on) <= {kind.name for kind in catalogue()}
    page = page_text(rule.id)
    assert rule.title in page
    assert cited(rule.references[0], rule.references) in page
    assert json.loads(json.dumps(page_json(rule.id)))["id"] == rule.id


def test_every_method_and_caveat_is_used() -> None:
    quoted = {method for rule in rules() for method in rule.methods}
    assert {"NAT-011", "DB2-005", "CIZ-003", "MQ-012", "IMS-015", "TCP-005"} <= quoted
    for rule in rules():
        if rule.kind == "caveat":
            assert rule.guards, rule.id


def test_the_catalogue_as_data() -> None:
    listed = catalogue_json()
    ids = [item["id"] for item in listed]
    assert ids == sorted(ids)
    assert set(IDS) <= set(ids)
    assert {"id", "title", "subsystem", "kind", "projectable"} <= set(listed[0])


def test_an_unknown_rule_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        page_text("XYZ-999")
    assert page_text("nat-001") == page_text("NAT-001")


def test_pages_say_who_guards_whom() -> None:
    assert page_json("ADA-017")["guarded_by"] == ["ADA-018"]
    assert "ADA-013" in page_json("ADA-015")["guards"]


def test_a_threshold_without_a_published_source_is_labelled_practice() -> None:
    for rule in rules():
        assert "set here" not in rule.threshold, rule.id
        published = [text for text in rule.references if text != PRACTICE]
        if "practice" in rule.threshold:
            assert PRACTICE in rule.references, rule.id
        elif rule.acts:
            assert published, rule.id
