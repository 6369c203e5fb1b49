"""Adabas."""
from model.subsystems.adabas.kinds import KINDS as KINDS
from model.subsystems.adabas.model import evaluate as evaluate
