"""Entire Net-Work: line drivers between an Adabas nucleus and users on another system.

A command crosses the link and comes back; both Net-Work servers spend CPU on it.  The published
runs had 600 users who never paused, one nucleus that was far from its limit, and differed in the
line driver alone, so that each driver's two figures follow from its run by division (`drivers`):
CPU of both servers per command, and the serial time of a command on the link.  A closed network of
the link (one server) and the CPU (a delay) gives throughput and response for other numbers of users
and pauses.  In an installation the commands are what its users make, an open flow (`subsystem`).
Nothing is fitted; block sizes other than 32 KB take the published difference of the
two 60 KB runs, which is below 1 %.

What is not known: how CPU grows with the length of messages (all were below 1000 bytes), and
whether tuned TCP/IP or XCF drivers would do better (001, section 4.7 leaves it open).
"""

from model.subsystems.netwk.kinds import KINDS as KINDS
from model.subsystems.netwk.model import evaluate as evaluate
from model.subsystems.netwk.predictor import PREDICTOR as PREDICTOR
from model.subsystems.netwk.subsystem import NetworkModel

MODELS = (NetworkModel(),)
