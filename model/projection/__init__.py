"""What the model says of a scenario: the as-is baseline, its calibration, and projections.

``baseline.build_baseline`` calibrates every subsystem model to the figures that the installation's
own reports carry; ``engine.project`` evaluates scenarios against that baseline. A projection never
carries a bare number: every figure is an :class:`~model.projection.estimate.Estimate` with a band
and the reasons for it.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
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

# Each part is imported where it is asked for: two threads of the window that import the whole and
# one of its parts at once got a part that was half made.
_FROM = {
    "Baseline": "model.projection.baseline",
    "Calibration": "model.contract.protocol",
    "CalibrationRow": "model.contract.protocol",
    "Estimate": "model.projection.estimate",
    "Experience": "model.projection.estimate",
    "NotProjectable": "model.contract.protocol",
    "Past": "model.projection.baseline",
    "Projection": "model.projection.estimate",
    "ResourceUse": "model.projection.estimate",
    "SubsystemModel": "model.contract.protocol",
    "Unanswered": "model.projection.silence",
    "WorkloadProjection": "model.projection.estimate",
    "build_baseline": "model.projection.baseline",
    "project": "model.projection.engine",
    "removed_with": "model.projection.removed",
    "total": "model.projection.estimate",
}

__all__ = [
    "Baseline",
    "Calibration",
    "CalibrationRow",
    "Estimate",
    "Experience",
    "NotProjectable",
    "Past",
    "Projection",
    "ResourceUse",
    "SubsystemModel",
    "Unanswered",
    "WorkloadProjection",
    "build_baseline",
    "project",
    "removed_with",
    "total",
]


def __getattr__(name: str) -> Any:
    if name not in _FROM:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_FROM[name]), name)
