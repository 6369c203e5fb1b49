"""What the small product models share: constants with intervals, answers, calibration, predictor.

A product model is a pure function from conditions to figures under draws of a few constants. This
package does everything around that function: loading and drawing the constants, stacking answers
to the arrays of an `Evaluation`, and keeping the as-is conditions beside the draws so that a
scenario is always answered relative to what was measured.
"""

from model.subsystems.common.answers import SLOWER as SLOWER
from model.subsystems.common.answers import UNTOLD_TIMES as UNTOLD_TIMES
from model.subsystems.common.answers import Answer as Answer
from model.subsystems.common.answers import response_untold as response_untold
from model.subsystems.common.answers import responses_untold as responses_untold
from model.subsystems.common.answers import stacked as stacked
from model.subsystems.common.constants import Constant as Constant
from model.subsystems.common.constants import ConstantSet as ConstantSet
from model.subsystems.common.constants import Fitted as Fitted
from model.subsystems.common.constants import fitted as fitted
from model.subsystems.common.constants import load_constants as load_constants
from model.subsystems.common.constants import published_points as published_points
from model.subsystems.common.model import BaselineCalibration as BaselineCalibration
from model.subsystems.common.model import BaselineDraws as BaselineDraws
from model.subsystems.common.model import ProductModel as ProductModel
from model.subsystems.common.predictor import ProductPredictor as ProductPredictor
from model.subsystems.common.predictor import conditions_of as conditions_of
