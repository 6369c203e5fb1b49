"""IBM MQ for z/OS: buffer pools in front of page sets."""

from model.subsystems.mq.kinds import KINDS as KINDS
from model.subsystems.mq.model import MqModel, fit_constants

MODELS = (MqModel(),)
FITS = {"mq": fit_constants}
