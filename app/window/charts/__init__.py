"""Charts with the theme's colours, the language's numbers and a text for screen readers.

The large charts are drawn by pyqtgraph, which is loaded after the first paint and away from the
window's thread. The small ones of the strip, redrawn with every step of a slider, are painted.
"""

from app.window.charts.bars import Bar as Bar
from app.window.charts.bars import BarChart as BarChart
from app.window.charts.bars import StackChart as StackChart
from app.window.charts.front import FrontChart as FrontChart
from app.window.charts.front import Option as Option
from app.window.charts.lines import LineChart as LineChart
from app.window.charts.plots.bars import BarPlot as BarPlot
from app.window.charts.plots.curves import CurvePlot as CurvePlot
from app.window.charts.plots.maps import MapPlot as MapPlot
from app.window.charts.series import Marker as Marker
from app.window.charts.series import Series as Series
