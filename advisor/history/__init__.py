"""Did it come true? What was projected beside what was measured afterwards.

:mod:`advisor.history.periods` tells the measured periods of an engagement apart,
:mod:`advisor.history.outcome` lays projections beside the next period's figures,
:mod:`advisor.history.record` counts how often they were right, :mod:`advisor.history.trends` says
where figures go.
"""

from advisor.history.outcome import Outcome as Outcome
from advisor.history.outcome import outcome as outcome
from advisor.history.periods import Period as Period
from advisor.history.periods import periods as periods
