"""One network for a whole installation: chains, stations, holds, levels, sources and effects.

A *chain* is a workload: N customers that pause for Z seconds, or work that arrives at a rate. A
*station* is hardware (CPs of a partition, volumes, a coupling facility) or software (a task, a pool
of threads), with m servers and n identical copies. An *arc* is one chain's work at one station:
seconds of service a cycle at hardware; at software the server is held while the arcs *within* it
run. So no layer is solved on its own, and whatever holds a thread is seen to hold it.

Work that arrives is closed behind a *source*: N tokens (terminals, a limit on tasks and its queue),
a single server of rate lambda that lets them go. Below saturation the throughput is lambda; above
it is what the installation carries, and the backlog stands where it is caused. Carried work can
therefore not exceed any station's capacity, and Little's law holds for every chain in every pass.

The unknown of the one fixed point is, for every arc, y = log(1 + w), w being the wait in units of
the arc's own service, and whatever *effects* add: answers that demands depend on (paging, group
commit, contention). One map evaluates effects, demands, residence times, throughputs, queues and
waits; it is iterated for all variants of a batch together, accelerated, with plain passes between
(`iteration`). What one pass does is written down in `equations`; where each formula comes from is
said there.
"""

from model.queueing.installation.declared import Effect as Effect
from model.queueing.installation.declared import InstallationNetwork as InstallationNetwork
from model.queueing.installation.declared import Pass as Pass
from model.queueing.installation.equations import Reading as Reading
from model.queueing.installation.iteration import solve_installation as solve_installation
from model.queueing.installation.watching import Solved as Solved
