"""Db2 for z/OS: buffer pools, group buffer pools, bind options."""

from model.subsystems.db2.fit import fit_constants
from model.subsystems.db2.kinds import KINDS as KINDS
from model.subsystems.db2.model import Db2Model
from model.subsystems.db2.predictor import PREDICTOR as PREDICTOR

MODELS = (Db2Model(),)
FITS = {"db2": fit_constants}
