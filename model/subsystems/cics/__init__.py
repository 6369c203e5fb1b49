from model.subsystems.cics.kinds import KINDS as KINDS
