from model.subsystems.mq.kinds import KINDS as KINDS
