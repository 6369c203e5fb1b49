from model.subsystems.natural.kinds import KINDS as KINDS
