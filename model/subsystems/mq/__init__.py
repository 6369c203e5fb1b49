"""IBM MQ for z/OS: buffer pools in front of page sets."""

from model.subsystems.mq.fit import fit_constants
from model.subsystems.mq.kinds import KINDS as KINDS
from model.subsystems.mq.model import MqModel

MODELS = (MqModel(),)
FITS = {"mq": fit_constants}
