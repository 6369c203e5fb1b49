from model.subsystems.vsam.kinds import KINDS as KINDS
