"""Why an answer may be called exact: one sentence per theorem, stated beside every such answer.

All of them suppose exponential service, independent of everything else, and the conventions of the
package text (one visit per station and cycle where order matters).
"""

from __future__ import annotations

__all__ = [
    "CHAIN", "COBHAM", "CUT_CHAIN", "ERLANG", "HYPEREXPONENTIAL", "JAISWAL", "MITRANI_KING",
    "POLLACZEK_KHINCHINE",    "PRODUCT_FORM", "SHARING_IN_LEVEL",
]  # fmt: skip

PRODUCT_FORM = (
    "product form: delays, processor sharing, and FCFS where all classes have one service time "
    "(Baskett, Chandy, Muntz and Palacios, JACM 22(2), 1975)"
)
CHAIN = (
    "stationary distribution of the network's own Markov chain: every state that can be reached is "
    "in it, and with one recurrent class the distribution is unique"
)
CUT_CHAIN = (
    CHAIN + "; the states left out, beyond the stated number of requests, hold less than 1e-7 of "
    "the time"
)
ERLANG = (
    "M/M/m: the classes down to each level, preempting the rest, are a queue of their own (Erlang "
    "1917; Bolch et al., Queueing Networks and Markov Chains, 2006, section 6.4)"
)
COBHAM = "non-preemptive priorities in M/M/m (Cobham, Operations Research 2, 1954)"
JAISWAL = "preemptive-resume priorities in M/M/1 (Jaiswal, Priority Queues, 1968)"
HYPEREXPONENTIAL = (
    "M/H/m in order of arrival (Neuts, Matrix-Geometric Solutions in Stochastic Models, 1981)"
)
MITRANI_KING = (
    "two preemptive levels of one service time each in M/M/m (Mitrani and King, Performance "
    "Evaluation 1, 1981), the upper one cut off where it is less than 1e-12 of the time"
)
POLLACZEK_KHINCHINE = "M/G/1 in order of arrival (Pollaczek 1930, Khinchine 1932)"
SHARING_IN_LEVEL = (
    "M/M/1 processor sharing on the top level (Coffman, Muntz and Trotter, JACM 17(1), 1970)"
)
