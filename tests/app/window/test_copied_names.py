"""What copies and parts are called: by their own owner, and by no number that means another."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from app.window.document import State, editing
from app.window.document.templates import templates
from model.catalogue import catalogue
from model.topology import Topology


def built(new_document, *names: str):
    """A document with these templates, one after the other."""
    document = new_document(catalogue())
    document.load(State(title="By hand"), None)
    known = {template.id: template for template in templates()}
    for name in names:
        clip = known[name].clip(document.catalogue)
        assert editing.paste(document, clip, None, measured=True) is None
    return document


def named(topology: Topology, owner: str) -> list[str]:
    """The names of all that a component holds."""
    return [c.name for c in topology if owner in topology.containers(c.id)]


@pytest.mark.parametrize(
    ("template", "owner", "wanted"),
    [
        ("mq-cics", "QM02", {f"QM02/{n}" for n in range(3)}),
        (
            "zvse-zvm",
            "CICSPROD2",
            {
                "CICSPROD2/1",
                "CICSPROD2/1/D4096",
                "CICSPROD2/1/I2048",
                "CICSPROD2/KUNDEN",
                "CICSPROD2/AUFTRAG",
            },
        ),
        ("db2-sharing", "DB2A2", {"DB2A2/BP0", "DB2A2/BP1"}),
        ("db2-sharing", "CF02", {"GBP0", "DSNDB0G2_GBP0"}),
        ("adabas-als", "CF02", {"DB11CACHE", "DB11LOCK"}),
        ("adabas-als", "SYSA2", {f"11-{n}" for n in range(1, 5)}),
    ],
)
def test_a_template_put_in_twice_has_parts_of_its_own(
    new_document, template: str, owner: str, wanted: set[str]
) -> None:
    """Its second queue manager had "QM01/3": the next pool of the first one, which has none."""
    document = built(new_document, template, template)
    (found,) = [c.id for c in document.topology if c.name == owner]
    assert set(named(document.topology, found)) == wanted


def test_of_a_part_alone_the_copy_is_the_next_one_or_that_of_where_it_goes(new_document) -> None:
    document = built(new_document, "mq-cics", "mq-cics")
    topology = document.topology
    first, second = topology.of_kind("mq_manager")
    pool = next(c.id for c in topology.of_kind("mq_bufferpool") if c.name == "QM01/0")
    assert editing.duplicate(document, [pool]) is None
    assert document.topology[document.selection[0]].name == "QM01/3"
    clip = editing.from_bytes(editing.to_bytes(editing.clip_of(topology, [pool])))
    assert editing.paste(document, clip, second.id) is None
    assert document.topology[document.selection[0]].name == "QM02/3"
    # Into another engagement, that knows nothing of QM01.
    other = built(new_document, "mq-cics")
    (manager,) = other.topology.of_kind("mq_manager")
    assert editing.rename(other, manager.id, "QMZ") is None
    assert editing.paste(other, clip, manager.id) is None
    assert other.topology[other.selection[0]].name == "QMZ/3"
    assert first.name == "QM01"


def test_two_group_buffer_pools_of_one_facility_have_two_numbers(new_document) -> None:
    document = built(new_document, "db2-sharing")
    (pool,) = document.topology.of_kind("db2_gbp")
    assert editing.duplicate(document, [pool.id]) is None
    assert [c.name for c in document.topology.of_kind("db2_gbp")] == ["GBP0", "GBP1"]


@pytest.mark.parametrize(
    ("template", "kind", "new", "parts"),
    [
        ("mq-cics", "mq_manager", "QMX", {"QMX/0", "QMX/1", "QMX/2"}),
        ("adabas-als", "adabas_database", "77", {f"77-{n}" for n in range(1, 9)} | {"DB77CACHE"}),
    ],
)
def test_parts_follow_their_owner_to_its_new_name(
    new_document, template: str, kind: str, new: str, parts: set[str]
) -> None:
    """The strip told of "buffers of QM01/1" where no QM01 was any more."""
    document = built(new_document, template)
    (owner,) = document.topology.of_kind(kind)
    before = document.state
    assert editing.rename(document, owner.id, new) is None
    names = {c.name for c in document.topology}
    assert parts <= names
    assert not any(name.startswith((f"{owner.name}/", f"{owner.name}-")) for name in names)
    document.undo_stack.undo()
    assert document.state == before


def test_what_a_scenario_added_follows_in_that_scenario(document) -> None:
    """Of parts in the as-is and in a scenario each is renamed where it stands."""
    (database,) = document.as_is.of_kind("adabas_database")
    document.branch(name="More")
    nucleus = document.as_is.of_kind("adabas_nucleus")[0]
    assert editing.duplicate(document, [nucleus.id]) is None
    assert editing.rename(document, database.id, "77") is None
    assert {c.name.partition("-")[0] for c in document.as_is.of_kind("adabas_nucleus")} == {"77"}


def test_return_ends_a_new_name_and_does_nothing_else(qtbot, window, session) -> None:
    """It went on to the canvas, which put the keys into the first setting of the inspector."""
    view = window.canvas().view
    window.activateWindow()
    session.document.select(["lpar:SYSA"])
    view.setFocus()
    qtbot.keyClick(view, Qt.Key.Key_F2)
    qtbot.keyClicks(view.name_edit, "SYSX")
    qtbot.keyClick(view.name_edit, Qt.Key.Key_Return)
    assert session.document.topology["lpar:SYSA"].name == "SYSX"
    assert window.focusWidget() is view
    assert session.document.selection == ("lpar:SYSA",)


def test_an_empty_engagement_begins_in_steps_and_loses_nothing(
    qtbot, qapp, session, tmp_path, monkeypatch
) -> None:
    """The window stood still for a quarter of a second; what is dropped meanwhile stays."""
    from app.window.session import Session
    from app.window.shell.window import MainWindow

    window = MainWindow(Session(catalogue=session.document.catalogue, folder=tmp_path))
    qtbot.addWidget(window)
    window.show()
    begun: list[str] = []
    monkeypatch.setattr(window.session, "new", lambda title="": begun.append(title))
    window.begin_empty()
    window.begin_empty()
    assert not window._built
    assert not begun
    qtbot.waitUntil(lambda: begun == [""])
    assert window.current_page == "topology"
    assert window.focusWidget() is window.pages["topology"].palette_panel.filter
    window.session.close()
