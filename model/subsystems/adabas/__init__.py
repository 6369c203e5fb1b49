"""Adabas: single nucleus, Caching Facility, Cluster Services (ALS), Parallel Services (ASM)."""

from model.subsystems.adabas.kinds import KINDS as KINDS
from model.subsystems.adabas.model import evaluate as evaluate
from model.subsystems.adabas.predictor import PREDICTOR as PREDICTOR
from model.subsystems.adabas.subsystem import AdabasModel

MODELS = (AdabasModel(),)
