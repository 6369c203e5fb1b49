"""Values and settings are words, not identifiers, and the same on paper."""

from __future__ import annotations

import re

import pytest

from advisor.findings import ParetoPoint
from advisor.report.texts import setting_label, value_label
from advisor.report.words import VALUES
from app.window.advice.plan import _said
from app.window.i18n import set_language
from app.window.i18n.numbers import COUNTED, ONE, figure
from app.window.importing.viewer import ReportViewer
from app.window.inspector.editors import ChoiceEditor, editor_for
from app.window.metrics import setting_name
from model.catalogue import catalogue
from model.topology import SettingSpec

# Names that products have with an underscore: parameters of IGDSMSxx, and TCP's own flag.
PRODUCTS = re.compile(r"PDSE1?_[A-Z_]+|MSG_WAITALL")
UNITS = re.compile(r"_(GB|MB|KB|PCT|S|MS|BYTES)$")


@pytest.mark.parametrize("language", ["en", "de"])
def test_no_setting_is_shown_as_an_identifier(language: str) -> None:
    names = {spec.name for kind in catalogue() for spec in kind.settings}
    raw = {
        name
        for name in names
        if "_" in setting_label(name, language)  # type: ignore[arg-type]
        and not PRODUCTS.fullmatch(name)
    }
    assert raw == set()


@pytest.mark.parametrize("language", ["en", "de"])
def test_values_that_are_words_have_words(language: str) -> None:
    values = {v for kind in catalogue() for spec in kind.settings for v in spec.choices}
    # Lower-case ones are ours; capitals, JVM policies and LARGEPAGE are the products' keywords.
    policies = {"gencon", "optthruput", "optavgpause", "balanced", "metronome", "nogc"}
    ours = {v for v in values if re.fullmatch(r"[a-z]+", v)} - policies
    assert ours - VALUES.keys() == set()
    assert value_label("LSR", language) == "LSR"  # type: ignore[arg-type]


def test_an_editor_shows_words_and_sends_values(qtbot) -> None:
    set_language("de")
    try:
        spec = SettingSpec("SORT", "choice", "", choices=("external", "internal"))
        editor = ChoiceEditor(spec, setting_name("SORT"))
        qtbot.addWidget(editor)
        editor.show_value("internal")
        assert editor.box.currentText() == figure("internal") == "intern"
        sent: list[object] = []
        editor.edited.connect(lambda value, _dragging: sent.append(value))
        editor.box.setCurrentIndex(0)
        editor.box.activated.emit(0)
        assert sent == ["external"]
        assert setting_name("REAL_STORAGE_GB") == "Hauptspeicher"
        assert setting_name("CDATAMAXS") == "CDATAMAXS"
    finally:
        set_language("en")


def test_a_name_that_several_have_comes_with_its_kind(kit) -> None:
    """An LPAR, its dump options and its network node are all called SYSA."""
    from app.window.names import component_name, kind_title
    from model.topology import Component

    topology = kit.make_topology()
    assert component_name(topology, "lpar:SYSA") == "SYSA"
    more = topology.with_component(
        Component("dump_options:SYSA", "dump_options", "SYSA", "lpar:SYSA", {}, {})
    )
    assert component_name(more, "lpar:SYSA") == "SYSA (LPAR)"
    assert component_name(more, "dump_options:SYSA") == "SYSA (Dump options)"
    assert component_name(more, "lpar:SYSB") == "SYSB"
    assert component_name(more, "I/O limit") == "I/O limit"
    # Two of one kind: the partition tells which.
    for system in ("SYSA", "SYSB"):
        made = Component(f"db2_member:{system}", "db2_member", "DB2A", f"lpar:{system}", {}, {})
        more = more.with_component(made)
    told = kind_title("db2_member")
    assert component_name(more, "db2_member:SYSB") == f"DB2A ({told}, SYSB)"


def test_a_part_that_is_made_of_words_is_words() -> None:
    from app.window.metrics import metric_name

    assert "_" not in metric_name("lock_obtains.new_data_rabn")
    assert metric_name("lock_obtains.DB_X") == metric_name("lock_obtains.y").replace(" y", " DB_X")


def test_one_is_not_said_in_the_plural(qapp) -> None:
    """“1 lines”, “1 runs” and “with 1 findings” stood there."""
    viewer = ReportViewer()
    viewer.show_report("a.txt", ["only line"])
    assert viewer.heading.text() == "a.txt: 1 line"
    viewer.show_report("a.txt", ["line"] * 1234)
    assert viewer.heading.text() == "a.txt: 1,234 lines"
    one = ParetoPoint(("ADA-1",), 3.0, 1, 2)
    assert "with 1 finding;" in _said(one)


def test_units_of_one_are_in_the_singular(qapp) -> None:
    """“1 requests” stood in the list of what changed."""
    assert figure(1, "requests") == "1\u00a0request"
    assert figure(2.0, "requests") == "2\u00a0requests"
    set_language("de")
    assert figure(1.0, "entries") == "1\u00a0Eintrag"
    assert ONE.keys() == COUNTED.keys()


def test_a_number_that_has_few_values_is_chosen_from_them(qtbot) -> None:
    """A slider from 4 to 32 offered page sizes that Db2 does not have."""
    spec = catalogue().spec("db2_bufferpool", "PAGE_SIZE_KB")
    assert spec is not None
    editor = editor_for(spec, "Page size", 4)
    qtbot.addWidget(editor)
    assert isinstance(editor, ChoiceEditor)
    assert [editor.box.itemData(n) for n in range(editor.box.count())] == [4, 8, 16, 32]
    editor.show_value(16)
    assert editor.box.currentData() == 16
    with qtbot.waitSignal(editor.edited) as told:
        editor.box.setCurrentIndex(1)
        editor.box.activated.emit(1)
    assert told.args == [8, False]
