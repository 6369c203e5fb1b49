"""What the model says of a scenario: the as-is baseline, its calibration, and projections.

``baseline.build_baseline`` calibrates every subsystem model to the figures that the installation's
own reports carry; ``engine.project`` evaluates scenarios against that baseline. A projection never
carries a bare number: every figure is an :class:`~model.projection.estimate.Estimate` with a band
and the reasons for it.
"""

from model.contract.protocol import Calibration as Calibration
from model.contract.protocol import CalibrationRow as CalibrationRow
from model.contract.protocol import NotProjectable as NotProjectable
from model.contract.protocol import SubsystemModel as SubsystemModel
from model.projection.baseline import Baseline as Baseline
from model.projection.baseline import Past as Past
from model.projection.baseline import build_baseline as build_baseline
from model.projection.engine import project as project
from model.projection.estimate import Estimate as Estimate
from model.projection.estimate import Experience as Experience
from model.projection.estimate import Projection as Projection
from model.projection.estimate import ResourceUse as ResourceUse
from model.projection.estimate import WorkloadProjection as WorkloadProjection
from model.projection.estimate import total as total
from model.projection.removed import removed_with as removed_with
from model.projection.silence import Unanswered as Unanswered
