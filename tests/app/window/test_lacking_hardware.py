"""What a model built by hand lacks is named, and so is a scenario that no longer fits."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from advisor.analysis import analyse
from advisor.engagement import Options
from app.window.canvas.flows import Lines, Load
from app.window.canvas.gaps import lacking_parts
from app.window.canvas.outline import _told
from app.window.compare.page import ComparePage
from app.window.document import State, editing
from app.window.document.templates import templates
from model.catalogue import catalogue
from model.topology import AddComponent, Component, Link, RemoveComponent, Scenario, SetSetting

REGION = "cics_region:SYSAR0"
REGION_AGAIN = Component("cics_region:CICSAOR1", "cics_region", "CICSAOR1", "lpar:SYSA")


def built(new_document, name: str, *without: str):
    """A document with a template, less what is named."""
    document = new_document(catalogue())
    document.load(State(title="By hand"), None)
    clip = next(t for t in templates() if t.id == name).clip(document.catalogue)
    assert editing.paste(document, clip, None, measured=True) is None
    if without:
        assert editing.remove(document, without) is None
    engagement = analyse([], Options(edits=document.state.edits, bands=False))
    document.load(document.state, engagement)
    return document


@pytest.mark.parametrize(
    ("without", "wanted"),
    [((), []), (("cf:CF01",), ["cf"]), (("dasd:DASD1",), ["dasd"])],
)
def test_a_cluster_without_coupling_facility_or_disks_lacks_them(
    new_document, without: tuple[str, ...], wanted: list[str]
) -> None:
    """It kept 288,100 commands/s to the last digit, and nothing was missing."""
    document = built(new_document, "adabas-als", *without)
    found = lacking_parts(document)
    assert [(anchor, kind) for anchor, kind, _why in found] == [
        ("adabas_database:10", kind) for kind in wanted
    ]
    for kind in wanted:
        assert editing.add(document, kind, None) is None
    engagement = analyse([], Options(edits=document.state.edits, bands=False))
    document.load(document.state, engagement)
    assert lacking_parts(document) == ()


@pytest.mark.parametrize("without", [("cf:CF01",), ()])
def test_members_that_share_data_without_a_coupling_facility_lack_one(
    new_document, without: tuple[str, ...]
) -> None:
    """They kept their figures, and nothing was missing."""
    document = built(new_document, "db2-sharing", *without)
    lacking = {(anchor, kind) for anchor, kind, _why in lacking_parts(document)}
    members = {c.id for c in document.as_is.of_kind("db2_subsystem")}
    assert len(members) == 2
    assert lacking == ({(member, "cf") for member in members} if without else set())


def test_what_reports_do_not_name_is_not_lacking(document) -> None:
    """No report may have spoken of disks: that is another thing than having none."""
    assert document.has_reports
    kinds = [kind for _anchor, kind, _why in lacking_parts(document)]
    assert "dasd" not in kinds
    assert "cf" not in kinds


def test_parts_that_a_number_tells_have_their_kind_once(new_document) -> None:
    """“MQ buffer pool 0 (MQ buffer pool)” was cut for it in the outline."""
    document = built(new_document, "mq-cics")
    topology = document.topology
    told = {_told(topology, c.id) for c in topology if c.kind.startswith("mq_")}
    assert {"MQ buffer pool 0", "MQ page set 0", "QM01"} <= told
    assert not any("(" in one for one in told)


def test_the_least_of_what_links_carry_is_not_also_about_that(monkeypatch) -> None:
    """“≥ ≈ 103.7 I/Os/s” is at least about."""
    lines = Lines.__new__(Lines)
    load = Load(103.7, "I/Os/s", "io_per_s", "dasd", None, "100 … 110")
    loads = {"a": load, "b": None}
    monkeypatch.setattr(lines, "load", lambda link: loads[link.source], raising=False)
    said = lines.label([Link("uses", "a", "x"), Link("uses", "b", "x")])
    assert "≥" in said
    assert "≈" not in said
    assert lines.label([Link("uses", "a", "x")]).startswith("≈")


def test_a_scenario_that_no_longer_fits_says_so_in_compare(qtbot, session) -> None:
    """It was “calculating…” there for ever, though nothing was calculated."""
    document = session.document
    document.add_scenario(Scenario("Fits", (SetSetting("lpar:SYSA", "ZHPF", True),)))
    document.add_scenario(Scenario("S", (SetSetting(REGION, "MXT", 20),)))
    document.show_scenario(None)
    assert document.correct("Delete", [RemoveComponent(REGION)]) is None
    page = ComparePage(session)
    qtbot.addWidget(page)
    page.resize(1000, 700)
    page.show()
    qtbot.waitUntil(lambda: "Fits" in page.projections)
    model = page.table.model()
    cells = {
        str(model.headerData(c, Qt.Orientation.Horizontal)): str(model.index(0, c).data())
        for c in range(model.columnCount())
    }
    assert cells["S"] == "does not fit the as-is any more"
    assert all("calculating" not in text for text in cells.values())


def test_a_misfit_is_told_by_name_and_taken_back_when_it_fits(window, session) -> None:
    document = session.document
    document.add_scenario(Scenario("S", (SetSetting(REGION, "MXT", 20),)))
    document.show_scenario(None)
    assert document.correct("Delete", [RemoveComponent(REGION)]) is None
    document.show_scenario("S")
    said = window.banner.text.text()
    assert "does not fit the as-is any more" in said
    assert REGION not in said
    assert "SYSAR0 (CICS region)" in said
    document.undo_stack.undo()
    assert REGION in document.topology
    assert not window.banner.isVisible()


def test_all_scenarios_that_lose_their_ground_are_named_until_all_fit(new_document) -> None:
    """Only the first of them was."""
    document = built(new_document, "cics-vsam")
    region = "cics_region:CICSAOR1"
    for name in ("S", "T"):
        document.add_scenario(Scenario(name, (SetSetting(region, "MXT", 20),)))
    document.add_scenario(Scenario("Fits", (SetSetting("lpar:SYSA", "CPS", 5),)))
    document.show_scenario(None)
    said: list[str] = []
    fits: list[str] = []
    document.notice.connect(lambda _level, text: said.append(text))
    document.fits.connect(fits.append)
    assert editing.remove(document, [region]) is None
    assert len(said) == 1
    assert said[0].count("does not fit the as-is any more") == 2
    assert "“S”" in said[0]
    assert "“T”" in said[0]
    document.show_scenario("Fits")
    assert fits == [], "that another one fits is no news of these"
    document.show_scenario(None)
    document.delete_scenario("S")
    assert fits == []
    document.delete_scenario("T")
    assert fits == said
    for name in ("S", "T", "U", "V"):
        document.add_scenario(Scenario(name, (SetSetting("lpar:SYSA", "WEIGHT", 20),)))
    document.show_scenario(None)
    assert editing.remove(document, ["lpar:SYSA"]) is None
    assert said[-1] == ("5 scenarios do not fit the as-is any more: “Fits”, “S”, “T”, “U”, “V”.")


def test_deleting_what_a_scenario_changes_says_so_until_it_is_undone(new_document) -> None:
    """Nothing was said: that the scenario lost its ground showed when it was looked at."""
    document = built(new_document, "cics-vsam")
    region = "cics_region:CICSAOR1"
    document.add_scenario(Scenario("Fits", (SetSetting("lpar:SYSA", "CPS", 5),)))
    document.add_scenario(Scenario("S", (SetSetting(region, "MXT", 20),)))
    document.show_scenario(None)
    said: list[str] = []
    fits: list[str] = []
    document.notice.connect(lambda _level, text: said.append(text))
    document.fits.connect(fits.append)
    assert editing.remove(document, [region]) is None
    assert [text.partition(":")[0] for text in said] == ["“S” does not fit the as-is any more"]
    assert "CICSAOR1 (CICS region)" in said[0]
    engagement = analyse([], Options(edits=document.state.edits, bands=False))
    document.load(document.state, engagement)
    assert fits == [], "an analysis later it does not fit either"
    assert document.correct("Put back", [AddComponent(REGION_AGAIN)]) is None
    assert fits == said
