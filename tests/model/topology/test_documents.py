"""Installations and scenarios as JSON: there and back, and refused with the line."""

from __future__ import annotations

import json
import math
from dataclasses import replace

import pytest

from app.bench.projection import cluster
from model.catalogue import catalogue
from model.hardware.dasd import exposures_sd
from model.topology import (
    AddComponent,
    AddLink,
    Component,
    Link,
    Measured,
    MoveComponent,
    Origin,
    RemoveComponent,
    RemoveLink,
    Scenario,
    SetSetting,
    Setting,
    apply_changes,
)
from model.topology.documents import (
    DocumentError,
    format_of,
    installation_document,
    installation_from,
    kinds_document,
    scenarios_document,
    scenarios_from,
)

KINDS = catalogue()
ANCHOR = "adabas_database:10"


def test_an_installation_comes_back_as_it_was() -> None:
    site = cluster()
    text = json.dumps(installation_document(site, KINDS, "Customer"), indent=1)
    assert format_of(text) == "plexwright-installation/1"
    back = installation_from(text, KINDS)
    assert [c.id for c in back] == [c.id for c in site]
    assert set(back.links) == set(site.links)
    for component in site:
        again = back[component.id]
        assert (again.kind, again.name, again.parent) == (
            component.kind,
            component.name,
            component.parent,
        )
        assert {n: s.value for n, s in again.settings.items()} == {
            n: s.value for n, s in component.settings.items()
        }
        assert {n: m.value for n, m in again.measured.items()} == {
            n: m.value for n, m in component.measured.items()
        }


def test_every_change_comes_back_and_does_the_same() -> None:
    site = cluster()
    nucleus = site.of_kind("adabas_nucleus")[0]
    extra = Component("lpar:SYSC", "lpar", "SYSC", None, {"CPS": Setting(8)})
    link = Link("uses", ANCHOR, "dasd:D")
    changes = (
        SetSetting(ANCHOR, "USERS", 2000),
        AddComponent(extra),
        MoveComponent(nucleus.id, "lpar:SYSC"),
        RemoveLink(link),
        AddLink(link),
        RemoveComponent("adabas_nucleus:10-30"),
    )
    text = json.dumps(scenarios_document([Scenario("all", changes)], site, KINDS))
    (back,) = scenarios_from(text, site, KINDS)
    assert back.name == "all"
    one, other = (apply_changes(site, c, KINDS) for c in (changes, back.changes))
    assert installation_document(one, KINDS) == installation_document(other, KINDS)


@pytest.mark.parametrize(
    ("old", "new", "said", "line"),
    [
        ('"CPS"', '"CPX"', "no setting CPX", True),
        ('"lpar"', '"lpra"', "unknown kind", True),
        ('"etr_per_s"', '"etr"', "no measured figure etr", True),
        ('"CPS": 16', '"CPS": 0', "at least 1", True),
        ('"uses"', '"fuses"', "cannot be linked", True),
        ('"parent": "lpar:SYSA"', '"parent": "lpar:SYSZ"', "no component lpar:SYSZ", True),
        ('"settings": {', '"setings": {', "no part", True),
        ("plexwright-installation/1", "plexwright-installation/9", "format", False),
        ('"components": [', '"components": [[', "JSON", False),
    ],
)
def test_what_is_not_known_is_refused_with_its_line(
    old: str, new: str, said: str, line: bool
) -> None:
    text = json.dumps(installation_document(cluster(), KINDS), indent=1)
    assert old in text
    with pytest.raises(DocumentError, match=said) as wrong:
        installation_from(text.replace(old, new, 1), KINDS)
    assert "\n" not in str(wrong.value)
    if line:
        assert wrong.value.line is not None
        assert 1 <= wrong.value.line <= text.count("\n") + 1


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"component": ANCHOR, "setting": "WOOD", "value": 1}, "no setting WOOD"),
        ({"component": "nobody", "setting": "USERS", "value": 1}, "no component nobody"),
        ({"op": "turn", "component": ANCHOR}, "no change 'turn'"),
        ({"op": "set", "component": ANCHOR}, 'needs a "value"'),
        ({"op": "move", "component": ANCHOR, "parent": "lpar:SYSA"}, "goes in"),
        ({"op": "link", "kind": "uses", "source": ANCHOR}, 'no "target"'),
        ([], "no object"),
    ],
)
def test_a_change_that_cannot_be_made_is_refused(change: object, said: str) -> None:
    text = json.dumps(
        {"format": "plexwright-scenario/1", "scenarios": [{"name": "x", "changes": [change]}]}
    )
    with pytest.raises(DocumentError, match=said):
        scenarios_from(text, cluster(), KINDS)


def test_kinds_list_all_that_a_document_may_hold() -> None:
    entries = {entry["kind"]: entry for entry in kinds_document(KINDS)}
    assert set(entries) == {kind.name for kind in KINDS}
    lpar = entries["lpar"]
    (cps,) = (s for s in lpar["settings"] if s["name"] == "CPS")
    assert (cps["type"], cps["minimum"]) == ("integer", 1)
    assert any(m["name"] == "cp_busy_pct" and m["unit"] == "%" for m in lpar["measured"])
    assert "adabas_database" in entries["adabas_nucleus"]["links"]["member"]
    json.dumps(list(entries.values()), allow_nan=False)


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (-5, "lpar:S: cp_busy_pct cannot be -5, which is below zero"),
        (250, "lpar:S: cp_busy_pct cannot be 250, which is above 100 %"),
        (100.4, None),
    ],
)
def test_a_figure_that_cannot_be_is_refused(value: float, said: str | None) -> None:
    """A processor that was busy all the time is measured a little above, as clocks differ."""
    box = {"id": "lpar:S", "kind": "lpar", "name": "S", "measured": {"cp_busy_pct": value}}
    text = json.dumps({"format": "plexwright-installation/1", "components": [box]}, indent=1)
    if said is None:
        assert installation_from(text, KINDS)["lpar:S"].measure("cp_busy_pct") == value
        return
    with pytest.raises(DocumentError) as refused:
        installation_from(text, KINDS)
    assert str(refused.value) == said
    assert refused.value.line == text[: text.index("cp_busy_pct")].count("\n") + 1


@pytest.mark.parametrize(
    ("kind", "metric"), [("adabas_database", "buffer_efficiency"), ("adabas_nucleus", "threads")]
)
def test_words_are_no_figure_but_of_a_state(kind: str, metric: str) -> None:
    """Neither of a ratio, though it has no unit, nor of a state that is counted."""
    box = {"id": f"{kind}:S", "kind": kind, "name": "S", "measured": {metric: "many"}}
    text = json.dumps({"format": "plexwright-installation/1", "components": [box]})
    with pytest.raises(DocumentError):
        installation_from(text, KINDS)


SITE = """{"format": "plexwright-installation/1", "name": "S", "components": [
{"id": "C", "kind": "cpc"},
{"id": "A", "kind": "lpar", "parent": "C", "settings": {
 "CPS": 4},
 "measured": {
 "cp_busy_pct": 50}},
{"id": "D", "kind": "dasd"},
{"id": "R", "kind": "cics_region", "parent": "A",
 "measured": {
  "duration_s": 900}}],
"links": [
 {"kind": "uses", "source": "R", "target": "D"}
]}"""


@pytest.mark.parametrize(
    ("old", "new", "said", "line"),
    [
        ('"CPS": 4', '"CPS": "4"', "CPS takes a number", 4),
        ('"CPS": 4', '"CPS": 4, "CPS": 8', "the key 'CPS' occurs twice", 4),
        ('"CPS": 4', '"CPS": NaN', "NaN is not a number", 4),
        ('"CPS": 4', '"CPS": 1e999', "is no figure of any machine", 4),
        ('"CPS": 4', '"CPS": [4]', "A.CPS is no value", 4),
        (": 50", ': "50"', "A.cp_busy_pct is text: write 50 without quotes", 6),
        (": 50", ': "half"', "A.cp_busy_pct is no figure", 6),
        (": 50", ": -1e300", "is no figure of any machine", 6),
        (": 50", ": 1e-300", "too small for any machine", 6),
        (": 50", ": " + "9" * 400, "is no figure of any machine", 6),
        (": 50", ": " + "9" * 5000, "too many digits", 6),
        (": 900", ": 0", "duration_s cannot be 0", 10),
        ('"components"', '"component"', "has no part 'component': write 'components'", 1),
        ('"target": "D"', '"target": "D", "kinds": 1', "link 1 has no part 'kinds'", 12),
        ('"target": "D"', '"target": "R"', "R cannot be linked to itself", 12),
        ('"target": "D"', '"target": "A"', "R cannot be linked to A as uses, which goes to", 12),
        ('"target": "D"', '"target": 5', "no text", 12),
        ('"D"}\n', '"D"},\n {"kind": "uses", "source": "R", "target": "D"}\n', "twice", 13),
    ],
)
def test_nothing_of_an_installation_is_dropped_in_silence(
    old: str, new: str, said: str, line: int
) -> None:
    """Each of these was taken without a word, with a figure less or another one than was meant."""
    assert SITE.count(old) == 1
    assert len(installation_from(SITE, KINDS)) == 4
    with pytest.raises(DocumentError) as refused:
        installation_from(SITE.replace(old, new), KINDS)
    assert said in str(refused.value)
    assert refused.value.line == line


@pytest.mark.parametrize(
    ("scenarios", "said"),
    [
        ([], 'has no scenarios; list one under "scenarios"'),
        ([{"name": 5}], '"name" of scenario 1 is no text'),
        ([{"name": "x"}, {"name": "x"}], "two scenarios 'x'"),
        ([{"name": "x", "change": []}], "scenario 1 has no part 'change': write 'changes'"),
        ([{"changes": [{"op": "turn"}]}], "no change 'turn'; there are set, add"),
        ([{"changes": [{"component": ANCHOR, "setting": "USERS"}]}], 'needs a "value"'),
        ([{"changes": [{"op": "add", "component": {"id": ANCHOR, "kind": "cpc"}}]}], "already"),
    ],
)
def test_nothing_of_a_scenario_is_dropped_in_silence(scenarios: object, said: str) -> None:
    text = json.dumps({"format": "plexwright-scenario/1", "scenarios": scenarios})
    with pytest.raises(DocumentError) as refused:
        scenarios_from(text, cluster(), KINDS)
    assert said in str(refused.value)


def test_a_setting_of_hundreds_of_digits_is_no_number() -> None:
    spec = catalogue().spec("lpar", "CPS")
    assert spec is not None
    for value in (10**400, math.inf, math.nan):
        assert spec.problem_with(value) == "CPS takes a number"


def test_what_nobody_stated_is_no_more_certain_for_having_been_written_down() -> None:
    """Aliases inferred from those in use came back as stated: another prior, and other figures."""
    site = cluster()
    disk, nucleus = site["dasd:D"], site.of_kind("adabas_nucleus")[0]
    disk = disk.with_setting("ALIASES", Setting(64, Origin("derived", text="as many were in use")))
    guessed = Measured(9.0, "%", Origin("assumed", text="a template"))
    nucleus = replace(nucleus, measured={**nucleus.measured, "cp_busy_pct": guessed})
    document = installation_document(site.with_components([disk, nucleus]), KINDS)
    text = json.dumps(document, indent=1)
    back = installation_from(text, KINDS)
    assert exposures_sd(back[disk.id]) == exposures_sd(disk)
    assert back[nucleus.id].measured["cp_busy_pct"].origin.is_guessed
    assert back[disk.id].settings["VOLUMES"].origin.kind == "user"
    assert installation_document(back, KINDS) == document
    for wrong in ('"ALIASSES"', "7", '["ALIASES"]'):
        listed = text.replace('"inferred": [\n    "ALIASES"', f'"inferred": [\n    {wrong}')
        assert listed != text
        with pytest.raises(DocumentError, match="has no value of it"):
            installation_from(listed, KINDS)
