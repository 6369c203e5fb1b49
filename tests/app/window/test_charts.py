"""Chart arithmetic, and that every chart draws and describes itself."""

from __future__ import annotations

import math

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QFontMetrics, QImage
from PySide6.QtWidgets import QWidget

from app.window.charts import (
    Bar,
    BarChart,
    BarPlot,
    CurvePlot,
    FrontChart,
    LineChart,
    MapPlot,
    Marker,
    Option,
    Series,
    StackChart,
)
from app.window.charts.plots.library import library
from app.window.charts.scales import iso_lines, knee, nice_ticks, padded, tick_digits
from app.window.theme import theme
from app.window.theme.tokens import cividis


@pytest.mark.parametrize(
    ("low", "high"), [(0, 1), (0, 326_559), (-5, 5), (1e-6, 3e-6), (1e9, 1.1e9)]
)
def test_ticks_are_round_inside_and_told_apart(low: float, high: float) -> None:
    ticks = nice_ticks(low, high)
    assert 2 <= len(ticks) <= 11
    assert all(low - 1e-9 * high <= t <= high * (1 + 1e-9) for t in ticks)
    digits = tick_digits(ticks)
    if high - low > 1e-4:
        assert len({f"{t:.{digits}f}" for t in ticks}) == len(ticks)


def test_ticks_of_nothing() -> None:
    assert nice_ticks(3.0, 3.0) == [3.0]
    # Three ticks are wanted and the round step of that would give one: one tick tells no scale.
    assert nice_ticks(32.0, 8192.0, 3) == [2500.0, 5000.0, 7500.0]
    assert nice_ticks(math.nan, 1.0) == [0.0]
    assert padded(math.inf, -math.inf) == (0.0, 1.0)


def test_the_knee_is_where_the_curve_bends() -> None:
    xs = [float(x) for x in range(1, 21)]
    assert knee(xs, [min(x, 8.0) for x in xs]) == 7
    assert knee(xs, xs) is None
    assert knee(xs, [5.0] * 20) is None
    assert knee(xs[:3], [1.0, 2.0, 2.0]) is None
    broken = [math.nan if x == 3 else min(x, 8.0) for x in xs]
    assert knee(xs, broken) == 7


@pytest.mark.parametrize("steps", [9, 13, 17, 25])
def test_of_two_bends_the_first_is_the_knee_whatever_the_steps(steps: int) -> None:
    """The same curve had its knee at 30,500 in one chart and at 43,000 in the other."""
    xs = [15.75 + 47.25 * n / (steps - 1) for n in range(steps)]
    ys = [max(200.0 - 12.0 * max(x - 30.5, 0.0), 30.0) for x in xs]
    found = knee(xs, ys)
    assert found is not None
    assert abs(xs[found] - 30.5) <= 47.25 / (steps - 1)


def test_iso_lines_cross_where_the_level_is() -> None:
    grid = [[float(x) for x in range(5)] for _ in range(4)]
    segments = iso_lines(grid, 1.5)
    assert len(segments) == 3
    assert all(p[0] == pytest.approx(1.5) for segment in segments for p in segment)
    assert iso_lines(grid, 99.0) == []
    grid[0][0] = math.nan
    assert len(iso_lines(grid, 0.5)) == 2


def test_cividis_grows_lighter() -> None:
    light = [
        0.2126 * r + 0.7152 * g + 0.0722 * b for r, g, b in (cividis(n / 20) for n in range(21))
    ]
    assert light == sorted(light)
    assert cividis(-1) == cividis(0)
    assert cividis(2) == cividis(1)


def drawn(chart) -> QImage:
    chart.resize(420, 240)
    return chart.grab().toImage()


def colours(image: QImage) -> set[str]:
    return {
        image.pixelColor(x, y).name()
        for x in range(0, image.width(), 2)
        for y in range(0, image.height(), 2)
    }


@pytest.mark.parametrize("look", ["light", "dark", "contrast"])
def test_charts_draw_in_every_theme_and_describe_themselves(qtbot, look) -> None:
    theme().apply(look)
    library().wait()
    xs = [1.0, 2.0, 3.0, 4.0]
    given = [Series("ETR", xs, [10.0, 20.0, 25.0, 26.0], [9, 18, 22, 23], [11, 22, 28, 29])]
    curve, small = CurvePlot("ETR over NUCLEI"), LineChart("ETR over NUCLEI")
    for chart in (curve, small):
        chart.show_series(given, markers=[Marker(3.0, "knee", True)], unit="commands/s")
    scatter = CurvePlot("Predicted")
    scatter.show_series(
        [Series("a", [1.0], [2.0], dots=True), Series("b", [2.0], [1.0], dots=True, colour=1)],
        x_label="<b>measured</b> & more",
        diagonal=True,
    )
    beside = BarPlot("Scenarios")
    beside.show_bars([Bar("One", 5.0, "5/s", 4.0, 6.0, 4.5), Bar("x" * 10_000, 4.5, "4.5/s")])
    bars = BarChart("Use")
    bars.show_bars([Bar("DASD", 0.94, "94 %", 0.9, 0.97, 0.8, ramp=True, strong=True)])
    stack = StackChart("Response")
    stack.show_rows([("As-is", {"cpu": 0.001, "disk": 0.004}, "5 ms")])
    heat = MapPlot("Map")
    heat.show_grid(
        [[1.0, 2.0], [2.0, 4.0]],
        ["1", "2"],
        ["a", "b"],
        x_label="x",
        y_label="y",
        unit="/s",
        today=(0.5, 0.5),
        binds=[["a", "b"], ["a", "a"]],
    )
    for chart in (curve, small, scatter, beside, bars, stack, heat):
        qtbot.addWidget(chart)
        assert len(colours(drawn(chart))) > 3
        assert chart.accessibleDescription()
        assert chart.accessibleName()
    for chart in (curve, small):
        assert theme().series(0).name() in colours(drawn(chart))
        assert chart.accessibleDescription() == (
            "ETR: 1 → 10\u00a0commands/s, 4 → 26\u00a0commands/s; knee: 3"
        )


def test_plots_keep_fixed_ranges_and_thin_pens(qtbot) -> None:
    library().wait()
    plot = CurvePlot("Sweep")
    qtbot.addWidget(plot)
    plot.show_series([Series("ETR", [0.0, 10.0], [5.0, 10.0], [4.0, 9.0], [6.0, 12.0])])
    item = plot._view.getPlotItem()
    assert item.vb.autoRangeEnabled() == [False, False]
    (across, up) = item.vb.viewRange()
    assert across[0] <= 0.0 < 10.0 <= across[1]
    assert up[0] <= 4.0 < 12.0 <= up[1]
    assert all(c.opts["pen"].widthF() == 1.0 for c in item.listDataItems() if c.opts["pen"])
    plot.show_series([Series("ETR", [0.0, 10.0], [500.0, 1000.0])])
    assert item.vb.viewRange()[1][1] > 1000.0
    assert len(item.listDataItems()) == 1


def test_plots_explain_the_point_under_the_pointer(qtbot) -> None:
    plot = CurvePlot("Sweep")
    heat = MapPlot("Map")
    for chart in (plot, heat):
        qtbot.addWidget(chart)
    plot.show_series(
        [Series("ETR", [1.0, 2.0], [192_664.4, 200_000.0], [190_000.0] * 2, [210_000.0] * 2)],
        unit="commands/s",
    )
    assert plot.explain(QPointF(1.2, 0.0)) == (
        "ETR: 1 → 192,700\u00a0commands/s (190,000\u2009…\u2009210,000)"
    )
    heat.show_grid(
        [[1.0, 2.0]], ["8", "9"], ["7"], x_label="x", y_label="y", binds=[["DASD", "CPU"]]
    )
    assert heat.explain(QPointF(0.9, 0.2)) == "x 9, y 7: 2\nbound by CPU"
    assert heat.explain(QPointF(7.0, 0.0)) == ""


def test_charts_with_nothing_say_why(qtbot) -> None:
    for kind in (LineChart, BarChart, StackChart, CurvePlot, MapPlot, BarPlot):
        chart = kind("A")
        qtbot.addWidget(chart)
        chart.note = "Nothing yet"
        assert chart.is_empty()
        drawn(chart)
    for kind in (LineChart, CurvePlot):
        flat = kind("flat")
        qtbot.addWidget(flat)
        flat.show_series([Series("x", [1.0], [math.nan])])
        drawn(flat)


def test_tiny_charts_do_not_fail(qtbot) -> None:
    library().wait()
    for kind in (LineChart, CurvePlot):
        chart = kind("A long title that cannot fit")
        qtbot.addWidget(chart)
        chart.show_series([Series("x", [1.0, 2.0], [1.0, 2.0])])
        chart.setMinimumSize(1, 1)
        chart.resize(12, 8)
        chart.grab()


def test_a_part_keeps_its_place_and_colour_when_the_row_below_changes(qtbot) -> None:
    theme().apply("light", 1.0)
    chart = StackChart("Response")
    qtbot.addWidget(chart)
    chart.resize(600, 120)
    before = ("As-is", {"nucleus": 1.0, "I/O limit": 2.0, "wait": 9.0}, "12 ms")
    chart.show_rows([before])
    colours = {part: chart._colour(n).name() for n, part in enumerate(chart._parts)}
    # Another part is the largest but one now, and one is new.
    chart.show_rows(
        [before, ("What-if", {"nucleus": 5.0, "I/O limit": 0.5, "wait": 9.0, "paging": 7.0}, "22")]
    )
    after = {part: chart._colour(n).name() for n, part in enumerate(chart._parts)}
    assert {part: after[part] for part in colours} == colours
    assert set(after) - set(colours) == {"paging"}


def test_a_plot_of_500_scenarios_has_as_many_parts_as_one_of_six(qtbot) -> None:
    """A text of its own for each bar stopped the window for seconds."""
    parts = []
    for count in (6, 500):
        plot = BarPlot("bars")
        qtbot.addWidget(plot)
        plot.show()
        plot.show_bars([Bar(f"S{n}", 100.0 + n, f"{n} 1/s", 90.0, 900.0) for n in range(count)])
        qtbot.waitUntil(lambda plot=plot: plot._view is not None)
        parts.append(len(plot._view.scene().items()))
    assert parts[0] == parts[1]


def test_the_figure_beside_a_bar_is_seen_whole(qtbot) -> None:
    plot = BarPlot("bars")
    qtbot.addWidget(plot)
    plot.show_bars([Bar("As-is", 100.0, "191,600 commands/s"), Bar("Plan", 170.0, "327,200 I/Os")])
    for width in (420, 560, 1000):
        plot.resize(width, 240)
        plot.show()
        qtbot.waitExposed(plot)
        plot.redraw()
        box = plot._view.getPlotItem().vb
        left, right = box.viewRange()[0]
        room = box.width()
        for value, text in ((100.0, "191,600 commands/s"), (170.0, "327,200 I/Os")):
            wide = QFontMetrics(theme().font(11)).horizontalAdvance(text)
            assert (value - left) / (right - left) * room + wide <= room


def test_what_a_chart_of_options_says_below_takes_two_lines_where_it_is_narrow(qtbot) -> None:
    """In German at 1024 pixels both of its ends were cut."""
    chart = FrontChart("")
    qtbot.addWidget(chart)
    chart.show_options([Option(2.0, 1.0, 0.0, ""), Option(20.0, 9.0, 1.0, "")], 0)
    below = []
    for width in (900, 300):
        chart.resize(width, 300)
        chart.grab()
        below.append(chart.height() - chart._frame.bottom())
    assert below[1] > below[0] + 8


def test_nothing_in_a_plot_takes_the_keys_without_a_name(qtbot) -> None:
    """The frame of the plot took none, but what it is drawn on did."""
    library().wait()
    chart = CurvePlot("ETR over NUCLEI")
    qtbot.addWidget(chart)
    chart.show_series([Series("ETR", [1.0, 2.0], [1.0, 2.0])], unit="/s")
    assert chart._view is not None
    takes = [w for w in chart.findChildren(QWidget) if w.focusPolicy() & Qt.FocusPolicy.TabFocus]
    assert takes == []
