"""Of resources of one label the one where the workload runs is named; texts beside a curve."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QWidget

from app.window.canvas.loads import binding, path
from app.window.metrics import limiting, where_it_runs
from app.window.shell.charts import ProjectionCharts
from app.window.widgets.basics import label, rows
from app.window.widgets.flow import FlowLayout, HighEnough
from model.projection import ResourceUse, WorkloadProjection
from model.topology import Scenario

DATABASE, REGION = "adabas_database:10", "cics_region:SYSAR0"


def cps(system: str, share: float) -> ResourceUse:
    return ResourceUse(f"lpar:{system}", "CPs", share, share, share, f"{system}'s CPs")


def work(anchor: str, bottleneck: str) -> WorkloadProjection:
    return WorkloadProjection(anchor, "", {}, {"CPs": 0.01}, bottleneck)


@pytest.mark.parametrize("order", [1, -1])
def test_the_processors_are_those_of_its_own_system(kit, order: int) -> None:
    """QM01 in SYSB at 28 % had “CPs 53 %, SYSA”: those of a system it does not run in."""
    topology = kit.make_topology()
    region = next(c for c in topology.of_kind("cics_region") if c.parent == "lpar:SYSB")
    busier, own = cps("SYSA", 1.0), cps("SYSB", 0.99)
    (base,) = kit.fake_project(kit.make_engagement().baseline, [Scenario("")])
    workload = work(region.id, "CPs")
    projection = replace(
        base, resources=(busier, own)[::order], workloads=(workload,), bottleneck="CPs"
    )
    assert limiting(projection, workload, topology) is own
    assert binding(projection, region.id, topology) is own
    assert [part.component for part in path(workload, projection, topology)] == ["lpar:SYSB"]
    # Of all together, and of what nobody knows to run anywhere, the busiest is.
    assert limiting(projection) is busier
    assert limiting(projection, work("jvm:X", "CPs"), topology) is busier


def test_a_database_has_the_processors_of_its_nuclei(kit) -> None:
    topology = kit.make_topology()
    homes = {topology[x.source].parent for x in topology.links if x.target == DATABASE}
    uses = [cps("SYSA", 0.5), cps("SYSB", 0.4), cps("SYSZ", 0.9)]
    met = where_it_runs(uses, DATABASE, topology)
    assert {use.component for use in met} == homes & {"lpar:SYSA", "lpar:SYSB"}
    pool = ResourceUse("lsr_pool:none", "LSR pool", 0.9, 0.9, 0.9, "")
    assert list(where_it_runs([pool], DATABASE, topology)) == [pool]


def test_the_chart_marks_what_the_strip_speaks_of(qtbot, session) -> None:
    """The strip had a QR TCB at 99 %; in its colour the chart had 100 %, that of another region."""
    document = session.document
    charts = ProjectionCharts(document, session.projections)
    qtbot.addWidget(charts)
    mine, other = (
        ResourceUse(f"cics_region:{name}", "QR TCB", share, share, share, "one CP")
        for name, share in (("SYSAR0", 0.93), ("SYSBR0", 0.99))
    )
    base = document.as_is_projection
    workload = replace(base.workloads[0], anchor=REGION, bottleneck="QR TCB")
    at_load = replace(base, resources=(other, mine), workloads=(workload,), bottleneck="QR TCB")
    document.show_anchor(REGION)
    document.look_at(at_load, "Load 250 %")
    charts.refresh()
    bars = {bar.label: bar for bar in charts.use._bars}
    (strong,) = (bar for bar in bars.values() if bar.strong)
    assert (strong.label, strong.value) == ("QR TCB", 0.93)
    assert bars["QR TCB (SYSBR0)"].value == 0.99
    assert not bars["QR TCB (SYSBR0)"].strong


def test_a_column_is_as_high_as_its_texts_at_its_width(qtbot) -> None:
    """The words below a curve lay across it in a low window: room was asked for one line."""
    column = HighEnough()
    qtbot.addWidget(column)
    box = rows(column)
    line = FlowLayout()
    for _ in range(6):
        part = QWidget()
        part.setMinimumSize(100, 30)
        line.addWidget(part)
    box.addLayout(line)
    chart = QWidget()
    chart.setMinimumHeight(120)
    box.addWidget(chart, 1)
    text = label("words that take many lines in a narrow column " * 8, wrap=True)
    box.addWidget(text)
    for width in (800, 260):
        column.resize(width, 100)
        column.show()
        column.resize(width, column.minimumSizeHint().height())
        qtbot.wait(5)
        assert chart.geometry().bottom() < text.mapTo(column, QPoint(0, 0)).y()
        assert text.height() >= text.heightForWidth(text.width())
        assert text.geometry().bottom() <= column.height()
