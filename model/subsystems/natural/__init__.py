"""Natural on zIIP: CPU of a session as base work plus what its switches off the zIIP cost."""

from model.subsystems.natural.fit import fit_constants
from model.subsystems.natural.kinds import KINDS as KINDS
from model.subsystems.natural.model import NaturalModel
from model.subsystems.natural.predictor import PREDICTOR as PREDICTOR

MODELS = (NaturalModel(),)
FITS = {"natural": fit_constants}
