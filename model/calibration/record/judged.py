"""Judgements of the product models that stand beside their constants, for the record.

They are no constants of a law: shares of draws, limits and widths that decide how far bands reach
where reports are silent. Each is read from the module that uses it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module


@dataclass(frozen=True, slots=True)
class Judged:
    """One of them: its value, and the ends of what is drawn where it is drawn.

    ``where`` is the module below ``model.subsystems`` and the name in it.
    """

    product: str
    where: str
    meaning: str
    unit: str
    value: float
    low: float
    high: float
    why: str


_EVERY = "all but Adabas"
_BY_COUNT = "no report counts it"
_LISTED: tuple[tuple[str, str, str, str, str], ...] = (
    (
        _EVERY,
        "common.reuse:ANY_SHARE",
        "share of requests that read, where no report counts requests",
        "",
        "from pools that hit nearly always to pools of scans; each of five values as likely",
    ),
    (
        _EVERY,
        "common.answers:UNTOLD_TIMES",
        "times by which a figure may move by what no report tells and nothing else limits",
        "",
        "no document tells",
    ),
    (
        _EVERY,
        "common.load:GROWTH_CPU_SD",
        "how much CPU of a unit of work differs at e times the load (of the logarithm)",
        "",
        "over twice what CICS shows",
    ),
    (
        _EVERY,
        "common.reuse:MISSES_ENOUGH",
        "share of requests that read up to which a pool is taken to hold what work keeps in use",
        "",
        "with four published pools of one size in view",
    ),
    (
        _EVERY,
        "common.reuse:MISSES_SHORT",
        "share of requests that read from which a pool may well not hold it",
        "",
        "with four published pools of one size in view",
    ),
    (
        _EVERY,
        "common.reuse:SAME_AT",
        "share of the way to a band's end at which a pool misses what no buffers hold",
        "",
        "of two values tried with one of eight unseen traces, a ledger's pool, in view",
    ),
    (
        "Adabas bands",
        "adabas.region:UNVARIED",
        "what a setting that no run varied adds for each factor e it moves (of the logarithm)",
        "",
        "its effect follows from how many can be under way at a time",
    ),
    (
        "Adabas bands",
        "adabas.region:NEAR",
        "factors e outside of what was measured from which that widens a band in full",
        "",
        "a band does not jump where one MB less is one less than was measured",
    ),
    (
        "Net-Work",
        "netwk.subsystem:NEAR",
        "factors e outside of what was measured from which that widens a band in full",
        "",
        "as of Adabas",
    ),
    (
        "MQ",
        "mq.size:NEAR",
        "factors e from a measured size below which misses go to none as the distance does",
        "",
        "no two measured sizes are as near",
    ),
    (
        "MQ",
        "mq.size:PRIOR_KB",
        "size of messages up to which the prior of the fixed part holds",
        "KB",
        "most series that it was fitted to end there",
    ),
    (
        "MQ",
        "mq.size:AT_ODDS",
        "standard deviations beyond which a measured size contradicts the law",
        "",
        "one of 370 sizes of a law that holds is as far off",
    ),
    (
        "MQ",
        "mq.size:OTHER_MANAGER_SD",
        "how much CPU of a message differs between queue managers (of the logarithm)",
        "",
        "persistence, channels and applications differ",
    ),
    (
        "CICS",
        "cics.beside:QR_SHARE",
        "share of a region's CPU that its QR TCB uses, where no report tells",
        "",
        "evenly, as nothing makes one share likelier; none of it in the central draw",
    ),
    (
        "CICS",
        "cics.beside:STAYING",
        "share of the draws in which tasks that stay for long are among those counted",
        "",
        _BY_COUNT,
    ),
    (
        "CICS",
        "cics.beside:OF_PEAK",
        "mean of the tasks inside against the most at a time, at the most",
        "",
        "a mean is far below its peak",
    ),
    (
        "CICS",
        "cics.beside:UNSEEN_DECADES",
        "decades of the waits that nobody measured, at the most",
        "",
        _BY_COUNT,
    ),
    (
        "CICS",
        "cics.effects:AUX_TIMES",
        "times as much CPU of a region whose trace is written as well, at the most",
        "",
        "no document tells; as much again as keeping a trace takes",
    ),
    (
        "CICS",
        "cics.model:OTHER_TIMES",
        "times by which a mean may exceed the peak of another report's interval",
        "",
        "intervals differ",
    ),
    (
        "Java heap pages",
        "jvm:MOST_COLLECTING",
        "share of its CPU that a JVM collects with at the most, where no report tells",
        "",
        "no log of the collector",
    ),
    (
        "Java heap pages",
        "jvm:MOST_LIVE",
        "share of a heap that is live data at the most, where no report tells",
        "",
        "no log of the collector",
    ),
    (
        "Cognos Dynamic Cubes",
        "cognos:OTHER_SITES",
        "times as little or as much servers may be in each other's way elsewhere",
        "",
        "one pair of runs of one site",
    ),
    (
        "DFSORT",
        "dfsort:OTHER_SORTS_SD",
        "how far elapsed times of other sorts lie from the published ones (of the logarithm)",
        "",
        "one series of sorts",
    ),
    (
        "IMS",
        "ims:OCCUPIED_STILL",
        "share of the draws in which regions are held after the response was given",
        "",
        "reports exclude neither",
    ),
    (
        "IMS",
        "ims:UNTOLD",
        "share of the draws in which execution of a class counts the input queue",
        "",
        "reports exclude neither",
    ),
    (
        "IMS",
        "ims:SCHEDULES",
        "share of the draws in which the schedules' times alone hold a region",
        "",
        "reports exclude neither",
    ),
    (
        "IMS",
        "ims:OCCUPIED",
        "share of the draws up to which less than the occupancy holds a region",
        "",
        "reports exclude neither",
    ),
    (
        "Natural",
        "natural.model:AMONG_OTHERS",
        "share of all switches that may be uncounted requests although others explain them",
        "",
        "counts tell no better whose they are",
    ),
    (
        "Natural",
        "natural.model:WAIT_SD",
        "a wait for zIIPs about that of random arrivals (relative)",
        "",
        _BY_COUNT,
    ),
    (
        "Natural",
        "common.turns:DISPATCH_S",
        "CPU of a session between two waits",
        "s",
        _BY_COUNT,
    ),
    (
        "TCP/IP",
        "tcp_rate:MOST_ROOM",
        "times today's rate that what nobody reports would let through, at the most",
        "",
        "no report of one end tells",
    ),
    (
        "TCP/IP",
        "tcp_rate:RATE_SD",
        "how far transfers lie from the law (of the logarithm)",
        "",
        "files, networks and runs differ",
    ),
    (
        "SVC dump",
        "svcdump:SYSTEM_SD",
        "how much what z/OS and its jobs hold differs (of the logarithm)",
        "",
        _BY_COUNT,
    ),
)


def judged() -> Iterator[Judged]:
    """All of them; of one that is drawn the middle, and the ends of its draws."""
    for product, where, meaning, unit, why in _LISTED:
        module, name = where.split(":")
        found = getattr(import_module(f"model.subsystems.{module}"), name)
        several = found if isinstance(found, tuple) else (found,)
        low, value, high = several[0], several[len(several) // 2], several[-1]
        yield Judged(product, where, meaning, unit, value, low, high, why)
