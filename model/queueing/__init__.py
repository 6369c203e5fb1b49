"""Queueing networks: which method when, and why its answer can be trusted.

This package solves networks of queues and knows nothing of what they stand for. It serves three
kinds of caller: ``solve`` takes one described network (``Network`` or ``LayeredNetwork``, also from
JSON by ``parse_network``) and answers with everything worth knowing; ``solve_many`` takes a list
and solves those of one shape together; ``solve_closed_batch`` is the array core under both, for
callers with thousands of variants of one closed network (a single network is a batch of one).

    network = parse_network({"stations": [{"name": "cpu", "servers": 4}, {"name": "disk"}],
                             "classes": [{"name": "users", "population": 300, "think_time": 5.0}],
                             "demands": {"users": {"cpu": 0.10, "disk": 0.02}}})
    solve(network).throughput["users"]

Words. A *station* serves; a *delay* serves everybody at once. A *class* is closed (population N,
think time Z) or open (arrival rate). The *demand* D is the service a customer needs at a station
per cycle: visits times service time. X is throughput, R residence, Q = X R the mean number present
(Little's law), U = X D / servers. Units are seconds and customers per second throughout.

Which method
============
One closed class
    ``exact``, always affordable: convolution of tilted distributions (``convolution``), O(N) per
    station, any number of servers, any load-dependent rate, no loss of digits at high load; with
    single servers and delays only, O(log N) as the power of a matrix (``matrix_power``). The
    familiar recursion for several servers breaks down there (Reiser, "Mean value analysis and
    convolution method for queue-dependent servers", Performance Evaluation 1, 1981).
Several closed classes
    ``exact``, whichever costs less: convolution over the lattice of populations (``lattice``), in
    proportion to the product of all N + 1, or customers one by one over the numbers present
    (``occupancy``, of the family of RECAL), in proportion to N to the power of the stations,
    however many classes there are. Both costs are computed beforehand; beyond some ten seconds
    the answer is refused with the figure. ``auto`` goes this way up to about 0.4 s of work: four
    classes of 20 at 50 stations take 0.2 s, twelve of five at three stations 0.06 s.
Several closed classes, any population, or thousands of variants
    ``linearizer`` (Chandy and Neuse 1982), converged: class throughputs within 0.17 % of exact on
    twenty stations alike in load; on random networks of one to sixteen servers a station and 20-90
    customers a class the median error is 0.03 %, nine in ten stay below 0.5 % and the worst of 40
    was 1.2 %; with 1-30 customers 0.08 %, 0.5 % and 1.2 %. ``schweitzer`` (1979) is ten times
    faster and within 1-4 %, 10 % with few customers at several servers.
    Both are solved by a Newton method on R unknowns (``amva``), so they converge in five to ten
    passes also where substitution needs hundreds. Populations may be fractional.
Open and mixed
    Open classes take their share first, the closed ones are solved with what is left
    (``productform``); exact when the closed part is. A saturated station is refused by name.
Several servers, load dependence in the approximations
    A station of m servers enters through the wait an arrival expects given the mean queue it finds
    (``waiting``): exact for populations up to m, and in saturation. Linearizer takes the whole
    distribution from the network (``marginals``, up to 1,000 customers), which brings it as close
    as it is with single servers. Against exact answers, throughput and response of 60 random closed
    and 60 mixed networks with stations of one to eight servers: median 0.11 and 0.13 %, worst 0.9
    and 2.4 %; ``schweitzer`` 2.4 and 1.7 %, worst 16 and 15 %.
Priorities, and FCFS with unequal demands
    Not product form: the answer then depends on more than demands. Customers of one priority share
    a preemptive station evenly, as in time slices, and answers say so. Open classes at one station
    have exact formulas (``open_stations``), at several servers small processes
    (``several_servers``): exact in order of arrival and for two preemptive levels, against
    simulation of eight random ones each up to 9 % off on a third preemptive level and 7 % without
    preemption. Closed networks of up to 60,000 states, about a second, are solved as a Markov chain
    (``cyclic_chain``: one visit per station and cycle, in the order listed; 300,000 states where
    ``exact`` is asked for); those with open classes, up to 30,000, as one whose queues are cut off
    where they are less than 1e-7 of the time (``mixed_chain``). In larger closed ones the stations
    that break product form are such a chain, and the rest of the network is aggregated
    (``aggregation``); where that is too many states whom the servers have is left to a chain of
    each station (``numbered_line``): 0 to 1.2 % off in the median, 19 in 20 within 0.2 to 7 %, the
    worst of each kind 0.6 to 14 %. Larger ones with open classes are chains of the likely states of
    neighbouring stations (``likely_chain``): of 48 the worst class is 0.8 % off in the median, 19
    in 20 within 12 %, the worst 20 %; of 19 where only single stations are small enough 6, 20 and
    20 %. What is too large for them, one in five, takes more states where that is soon done (3.9,
    13 and 15 %), or is 10, 35 and 62 % off. The rest, and what ``schweitzer`` is asked for, is
    approximate MVA (``ranked``): 4-16 % off in the median, where classes that starve are off by
    factors; with many customers, one such station and Linearizer's corrections less than 0.1 %, and
    3 % in 19 of 20. What it is off with part of the customers, for whom chains of some stations are
    small enough, is taken off: 3 % in the median with 80 % of them, 8 % with 60 %. Every such
    answer states the figures of the networks most like it.
    An open class that closed ones of higher priority starve has no steady state and is refused by
    name.
Layered networks (software servers that call each other and hold a thread while they wait)
    Small ones, up to 30,000 states or some second (200,000 where ``exact`` is asked for),
    exactly as a Markov chain (``layered_chain``, ``markov``), which reproduces the Petri net
    solutions published with LQNS. Open arrivals and asynchronous calls are cut off where the
    network is less than 1e-7 of the time. More than ten variants in one call share the states.
    Larger ones by stations (``layered_stations``): every server exactly as a small chain of its own
    whose requests are told apart by source and by the threads they hold (``layered_routes``), the
    rest of the network reduced to times away, which grow with who is there (``layered_company``);
    entries that are called on several ways count as one for each (``layered_callers``); a task of
    few threads that calls others is solved with the server that its threads keep busiest; tasks
    that share a processor and call only each other keep it as busy as all their work does
    (``layered_clusters``). Where a chain would have more than 120 states (400 where
    ``auto`` solves a few networks), threads that are few stand for the many customers who share
    them. Where ``schweitzer`` is asked for, by layered AMVA (``layered_amva``), one fixed point
    over all layers. Both fixed points are found by some ten
    steps of Newton's method (``implicit``).
    Small models ``auto`` solves exactly. Were they solved by stations (``linearizer``): see the
    guide's table; of 450 models drawn after the method was made (seed 91011) the worst were 7.7 %
    (plain), 6.0 % (nasty) and 7.1 % off (with second phases), 19 in 20 within 1.5, 2.9 and 2.9 %,
    medians 0.0, 0.1 and 0.3 %; of 720 seen before 27 (two customers who meet in four layers; then
    9.1) and 14 %; of 3,240 older ones, not measured again since, 9, 13 and 35 %. They take 8 to
    13 ms in the median, 40 in 19 of 20. What remains is servers whose
    chain with the tasks that call them would have more than 320 states, and second phases that run
    where their thread is waited for. Arrivals from outside are those of a few customers whose rate
    is given (``layered_outside``): of 150 models drawn afterwards (seed 55129077) 0.1 % in the
    median, 1.8 % in 19 of 20 and 5.5 % at worst, responses of what arrives 1.2, 11 and 19 %; left
    to layered AMVA 2.2, 24 and 37 %, 2.1, 21 and 26 %. Of asynchronous calls nothing is known.
    With several times the customers and threads (``bench --only accuracy``, ``large``) against
    simulation, half-widths of up to 3 % taken off, 47 nasty models and 40 with second phases (seed
    2468): the median within the half-width, nine in ten within 3.1 %, the worst 5 %, by ``auto``
    2.7 % and 5 %; 35 ms each, 160 at most, by ``auto`` 80 and 350. Of 170 more with second phases
    (seed 61013) 19 in 20 within 4.8 %, the worst 13 %. With arrivals from outside as well the worst
    closed class is 10 % off in 19 of 20, 43 % at worst, responses of what arrives 19 and 35 %; of
    22 fresh networks ``auto`` was 4 and 12, 10 and 21 % off (seed 777121).
    Layered AMVA: 0.3 to 3.4 % in the median, 22-25 % at worst. ``bench --only accuracy`` measures
    all of them again, ``python -m app.bench.accuracy`` with other seeds; the guide has them as a
    table, and answers outside product form tell theirs (``measured``).

``Solution.exact`` says whether a figure is exact for the network as described, ``notes`` what was
approximated. ``converged``, ``iterations`` and ``residual`` are always there, and true.

What holds for every answer
===========================
Utilisation never exceeds 1; X (Z + R) = N and Q = X R to rounding; visits and flows balance. Beside
every closed class stand bounds that need no solution (``bounds``): asymptotic and balanced-job
(Zahorjan et al. 1982; Lazowska et al. 1984, chapter 5). Results are deterministic and do not depend
on how a batch was cut or on the number of cores. Long runs take ``progress`` and ``cancel``.

What is assumed
===============
Service is exponential; PS and FCFS stations with equal demands are insensitive to more than that
(Baskett, Chandy, Muntz and Palacios, JACM 22(2), 1975). Phases of layered entries make geometric
numbers of calls. Replicated stations share their load evenly. A network that has no steady state,
no meaning or no answer within reach raises ``NetworkError`` with one sentence and the path to the
place in the description.

Interchange: ``interchange`` reads and writes JMVA (Java Modelling Tools) and LQNX (LQNS, LINE).
What would change the answer and cannot be represented is refused, the rest is named in a note.

Sources
=======
Reiser and Lavenberg, "Mean-value analysis of closed multichain queuing networks", JACM 27(2), 1980.
Buzen, "Computational algorithms for closed queueing networks", CACM 16(9), 1973. Chandy and Neuse,
"Linearizer", CACM 25(2), 1982. Lazowska, Zahorjan, Graham and Sevcik, *Quantitative System
Performance*, 1984. Bolch, Greiner, de Meer and Trivedi, *Queueing Networks and Markov Chains*, 2nd
ed. 2006. Bryant, Krzesinski, Lakshmi and Chandy, "The MVA priority approximation", ACM TOCS 2(4),
1984. Woodside, Neilson, Petriu and Majumdar, "The stochastic rendezvous network model", IEEE ToC
44(1), 1995. Franks, *Performance analysis of distributed server systems*, thesis, Carleton, 1999.
Rolia and Sevcik, "The method of layers", IEEE TSE 21(8), 1995. Balbo and Serazzi, "Asymptotic
analysis of multiclass closed queueing networks", Performance Evaluation 30, 1997. Grassmann, Taksar
and Heyman, Operations Research 33(5), 1985.
"""

from .batch import BatchSolution, ClosedBatch, solve_closed_batch
from .errors import Cancelled, NetworkError
from .layered import solve_layered_batch
from .network import (
    Call,
    ClosedClass,
    Entry,
    LayeredNetwork,
    Network,
    OpenClass,
    Processor,
    Station,
    Task,
)
from .parse import parse_network
from .solution import ClassBounds, Solution, solution_to_json
from .solver import METHODS, solve, solve_many

__all__ = [
    "METHODS",
    "BatchSolution",
    "Call",
    "Cancelled",
    "ClassBounds",
    "ClosedBatch",
    "ClosedClass",
    "Entry",
    "LayeredNetwork",
    "Network",
    "NetworkError",
    "OpenClass",
    "Processor",
    "Solution",
    "Station",
    "Task",
    "parse_network",
    "solution_to_json",
    "solve",
    "solve_closed_batch",
    "solve_layered_batch",
    "solve_many",
]
