"""Adabas: single nucleus, Caching Facility, Cluster Services (ALS), Parallel Services (ASM).

What the model is
-----------------
`evaluate` takes conditions (settings, environment, workload) and draws of the constants and solves
one closed network for every member of the family (`network`).  Commands in progress, as many as
there are users but no more than the nuclei have threads, circulate between the nuclei, the CPs, the
volumes, the WORK and PLOG writes and, without zHPF, a limit that all volumes share.  Around it:

- A nucleus is one task: a single server whose CPU per command `network.cells` composes of a base,
  reads, log writes, users waiting at the nucleus, cluster coordination and contention on the shared
  cache's space chain.  The last falls with larger page frames and with fewer busy nuclei, which is
  why large pages gain most at 31 nuclei (001, sections 4.5 and 5.1).
- Reads per command follow one reuse law for private and shared caches (`reads`).  A published
  update run starts after a restore, with an empty shared cache, and is cut into slices of cache
  content: throughput is the average over a slow, filling phase and a fast one.
- WORK and PLOG writes emerge from commit rate and write time (`writes`): slow writes are shared by
  many commits.  They end in the DASD subsystem's cache; destaging them takes time of the volumes
  that hold the nuclei's data sets, few volumes for few nuclei.  Without zHPF they wait behind
  reads.  The eight totals that 001 publishes come out within 25 %, six of them within 6 %; this
  turns zHPF's sign with Parallel Services beyond 12 nuclei (001, Table 8).
- Commits read nothing.  Where a scenario makes them another share of the commands, throughput is
  counted in commands with today's share (`schema.counted_share`): otherwise they would take the
  place of reads, and 30 % commits would give a quarter more.  001 skipped them with "the same
  logic" (section 3.2), in 0.889 times the commands.  CPU of a commit or update beyond its log write
  and the coordination was tried as a share of that of a reading command: all of it makes the fit's
  cost 94 where it is 64, 15 % makes it 65, so that there is none.
- A shared cache keeps all of ASSO off DASD, so that reads use the volumes with DATA only.
- A page operation stops the nucleus for the device's time, and waits for the device with those of
  all who share it.  How many there are follows from the
  share of the storage in use (caches, pools, z/OS) that real storage cannot hold: in proportion to
  its square, as z/OS steals what was not used for longest (`model.hardware.paging`).
- `structure_full_pressure` compares the time of one buffer flush phase with the time in which
  updates fill the coupling facility's structure.  It passes 1 exactly where the published runs saw
  structure-full events: at 12, 16 and 31 nuclei without zHPF, and in none with it.  Updates then
  wait for the phase to end: for every unit above 1 a command stays at the common I/O limit the
  longer by a share that is fitted to the two runs that had it (without it they drift by 2 and 6 %).
  What such waits cost a customer whom something else limits no run tells, and `reasons` say so.
  Whatever slows nuclei then slows their updates, too: eight that page for want of storage carry up
  to 2 % more than eight that do not, as long as the structure is full, and less when it has room.
- A page operation takes CPU (`page_us`): assumed, since the published runs that paged had one for
  twenty commands, and its CPU is less of theirs than runs scatter by.

Constants
---------
Fifteen are fitted (`constants.NAMES`; values, intervals, covariance and points in
``resources/calibration/adabas.json``): reads with nothing cached; cache per factor e of reads;
time of an I/O on its volume; I/Os per second without zHPF; CPU of a reading command, of a user at
the nucleus, of a read, of a read without zHPF beyond that, of a command of a cluster over the
coupling facility without zHPF, of a log write, of coordination through the coupling facility, of a
busy neighbour on the space chain, of long update transactions; the wait for a full structure; and
how coordination grows with the nuclei.

That CPU of Cluster Services without zHPF does not go by reads alone was decided by runs held back
within the runs that are not (nested cross-validation, fits linearised): chosen in 23 of 25,
read by read two nuclei lost 2.5 times what a single nucleus did.  With it ITR of runs left out is
missed by 0.7 % in the median instead of 1.5 %.  Fitting any of the assumed values as well, or all
of them with narrow priors, made runs left out no better.  The wait for a full structure was fitted
with the drift of its two runs in view.

`constants.ASSUMED` lists what was set by hand instead, each with its reason: facts of the test
installation, and shapes that the data do not separate from the fitted constants.  They were chosen
with the published figures in view, so that they are part of what was learnt from them even though
no optimiser moved them.  Page frames, paging devices and Net-Work drivers are profiles computed or
set from published rows.  Beside the tables, statements of 001's text about rows that the tables
leave out count as data, each with its own uncertainty and citation
(``resources/measurements/adabas-text-facts.json``).

How good it is
--------------
`plexwright validate` prints the present figures; the stored file carries the cross-validation. At
the time of writing, over the 25 published runs of the family: ETR median 0.8 %, mean 2.2 %, largest
10.5 %; ITR median 0.4 %, largest 3.5 %; paging within 8 %, ETR while paging within 8 %. Left out
one run at a time: ETR median 0.9 %, none above 10 %; ITR median 0.7 %; 95 % of all figures in
their bands. Left out all runs of 2, 8 or 16 nuclei at a time: ETR median 1.5 %, ITR 1.3 %. Left out
all runs of a product without zHPF: 1.6 and 1.4 %. Left out all runs of one cache size, paging
device or page type: 2.5 and 0.9 %. The text facts that remain in those fits are on neighbouring
conditions, and the assumed values were chosen with all figures in view.

Known misses: Parallel Services without zHPF is 10 % too fast at 12 and 16 nuclei, where something
that the model does not know keeps the nuclei from being busy; with zHPF it is 5 % too slow at 8
nuclei and 8 % too slow at 31, because the jump between 28 and 31 that 001 shows has no cause among
the published settings. Bands are wide in that region. P1ZH, the one update-intensive run, fixes one
constant by itself; without it ITR is off by 5 %. ITR while paging to disk is 3.5 % too low: the run
had less CPU of a command than any other, with or without what its page operations take. Read-only
runs are taken to start with a filled cache: the run that saturated the CPs throughout leaves no
time for filling it.

Customers
---------
`site` turns a topology into conditions, `customer` fits five factors and two offsets to the
figures of the customer's reports and refuses a baseline that contradicts itself.
"""

from model.subsystems.adabas.kinds import KINDS as KINDS
from model.subsystems.adabas.model import evaluate as evaluate
from model.subsystems.adabas.predictor import PREDICTOR as PREDICTOR
from model.subsystems.adabas.subsystem import AdabasModel

MODELS = (AdabasModel(),)
