"""Charts that are painted with the theme's colours and the locale's numbers.

Painted here rather than with a plotting library: nothing heavy to load before the first chart,
the same look as the rest, and a text for screen readers on every chart.
"""

from app.window.charts.bars import Bar as Bar
from app.window.charts.bars import BarChart as BarChart
from app.window.charts.bars import StackChart as StackChart
from app.window.charts.heat import HeatMap as HeatMap
from app.window.charts.lines import LineChart as LineChart
from app.window.charts.lines import Marker as Marker
from app.window.charts.lines import Series as Series
