"""CICS regions on z/OS and z/VSE, with their VSAM files, LSR pools and connections."""

from model.subsystems.cics.fit import fit_constants
from model.subsystems.cics.kinds import KINDS as KINDS
from model.subsystems.cics.model import CicsModel
from model.subsystems.cics.predictor import PREDICTOR as PREDICTOR

MODELS = (CicsModel(),)
FITS = {"cics": fit_constants}
