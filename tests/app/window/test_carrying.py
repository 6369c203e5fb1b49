"""What a scenario would take: words and statements, in the window and from the rules."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication

from advisor.engagement import Installation
from advisor.rules.carrying_out import to_do
from app.window.document import State
from app.window.shell.carrying import as_text
from app.window.shell.scenarios import ScenarioSelector
from model.catalogue import catalogue
from model.topology import AddComponent, Component, Origin, SetSetting, Setting, Topology
from model.topology.growth import GROWTH
from tests.advisor.rules import cases_cics
from tests.advisor.rules.builders import changed

REPORTED = Origin("report", "IPL.txt", 1, "")
NUCLEUS = "adabas_nucleus:10-1"


def _installation() -> Installation:
    made = [
        Component("lpar:SYSA", "lpar", "SYSA"),
        Component(NUCLEUS, "adabas_nucleus", "10-1", "lpar:SYSA", {"NT": Setting(20)}),
    ]
    return Installation(Topology({c.id: c for c in made}), ())


def test_a_setting_is_written_as_its_product_writes_it() -> None:
    (step,) = to_do(_installation(), [SetSetting(NUCLEUS, "NT", 40)], catalogue())
    assert "40" in step.statement
    assert "NT" in step.statement
    assert step.known or step.statement == "NT=40"


def test_no_statement_of_another_operating_system_is_given() -> None:
    """z/VSE's SYSDEF was offered for an LPAR whose system no report names."""
    change = SetSetting("lpar:SYSA", "ZHPF", True)
    (unknown,) = to_do(_installation(), [change], catalogue())
    assert "SYSDEF" not in unknown.statement
    made = [Component("lpar:SYSA", "lpar", "SYSA", None, {"OPSYS": Setting("z/VSE", REPORTED)})]
    known = Installation(Topology({c.id: c for c in made}), ())
    (step,) = to_do(known, [change], catalogue())
    assert "SYSDEF" in step.statement


def test_what_a_scenario_adds_comes_with_its_settings() -> None:
    added = Component("adabas_nucleus:10-2", "adabas_nucleus", "10-2", "lpar:SYSA")
    steps = to_do(
        _installation(), [AddComponent(added), SetSetting(added.id, "NT", 30)], catalogue()
    )
    assert [type(s.change).__name__ for s in steps] == ["AddComponent"]


def test_definitions_over_one_data_set_are_typed_at_once() -> None:
    """Each was closed and opened by itself, while the other was open as before."""
    files = [f"vsam_file:R1/{name}" for name in "AB"]
    made = changed(cases_cics.VSE, {f"{name}.DSNAME": "PROD.ONE" for name in files})
    changes = [SetSetting(name, "DSNSHARING", "ALLREQS") for name in files]
    first, last = to_do(Installation(made, ()), changes, catalogue())
    assert first.statement == ""
    lines = last.statement.splitlines()
    closed = [at for at, line in enumerate(lines) if "CLOSED DISABLED" in line]
    opened = [at for at, line in enumerate(lines) if "OPEN ENABLED" in line]
    assert len(closed) == len(opened) == 2
    assert max(closed) < min(opened)


def test_the_window_lists_and_copies_the_steps(qtbot, session) -> None:
    document = session.document
    document.branch(name="Night")
    assert document.set_setting([NUCLEUS], "NT", 40) is None
    assert document.set_setting(["lpar:SYSA"], "ZHPF", True) is None
    selector = ScenarioSelector(document)
    qtbot.addWidget(selector)
    selector.show()
    selector.carry_out()
    assert selector.steps is not None
    shown = selector.steps.text.toPlainText()
    assert "20 → 40" in shown
    assert "Night" in selector.steps.accessibleName()
    selector.steps.copy.click()
    assert QApplication.clipboard().text() == as_text(document)
    assert as_text(document).startswith("1. ")
    selector.steps.close()


def test_work_that_comes_is_nothing_to_be_done(session, kit) -> None:
    """LOAD_GROWTH_PCT=30 stood there as a statement, and that it was in no catalogue."""
    document = session.document
    region = Component("cics_region:A", "cics_region", "A", "lpar:SYSA")
    topology = kit.make_topology()
    whole = Topology({**topology.components, region.id: region}, topology.links)
    document.load(State(title="Customer A"), kit.make_engagement(whole))
    document.branch(name="Growth")
    assert document.set_setting([region.id], GROWTH.name, 30) is None
    said = as_text(document)
    assert "nothing is to be done" in said
    assert GROWTH.name not in said
    assert "catalogue" not in said
