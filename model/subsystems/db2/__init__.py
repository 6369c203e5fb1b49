from model.subsystems.db2.kinds import KINDS as KINDS
