"""The record's rows: by law, how far off, and how often the measured value lies in the band."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import partial

import numpy as np

from model.calibration.cases import Group, validate_cases
from model.calibration.pairs import coverage, stored_pairs
from model.calibration.published import Point
from model.calibration.record.installations import (
    COMPRESSED,
    EITHER_WAY,
    ENCRYPTED,
    LARGER,
    PLAIN,
    REPLICATION,
    SMALLER,
    cics_exits,
    cics_growth,
    cics_links,
    cics_share,
    db2_pools,
    dumps,
    each_place,
    engines,
    mq_sizes,
    netwk_drivers,
    tcp_far,
    tcp_link,
)
from model.calibration.validation import Row, shipped_points, validate
from model.subsystems.cics.fit import fit_constants as cics_constants
from model.subsystems.cics.fit import rate_series
from model.subsystems.common.constants import constants_instead
from model.subsystems.common.series import Series, series_of
from model.subsystems.db2.fit import fit_constants as db2_constants
from model.subsystems.mq.fit import fit_constants as mq_constants
from model.subsystems.netwk.model import PRODUCT as DRIVEN
from model.topology import Component, Value

ONE_SIZE = ((2.0,), (32.0,))
EVERY = (0, 40, 80)
"""Per cent to which messages can be compressed: two series between them add nothing."""
TWO_SIZES = ((2.0, 32.0), (2.0, 100.0), (32.0, 2.0))


@dataclass(frozen=True, slots=True)
class Entry:
    """One row of the record.

    ``how`` says what the rows were to the law: fitted to, left out, or never used. Errors and half
    widths of bands are in per cent, the latter of the predicted figure. No rows: nothing is
    published that the law could be held against.
    """

    product: str
    law: str
    how: str
    rows: int
    median_pct: float | None
    worst_pct: float | None
    inside_pct: float | None
    half_width_pct: float | None


NET_WORK = "Entire Net-Work"
SHELVES: Mapping[str, str] = {DRIVEN: NET_WORK}
"""Products as the record calls them, where the published runs' own word is none."""

KINDS: Mapping[str, tuple[str, ...]] = {
    "Adabas": ("adabas_database",),
    "single": ("adabas_database",),
    "ALS": ("adabas_database",),
    "ASM": ("adabas_database",),
    NET_WORK: ("netwk_node",),
    "CICS": ("cics_region",),
    "CICS z/OS": ("cics_region",),
    "Cognos Dynamic Cubes": ("cognos_server",),
    "DFSORT": ("dfsort_job",),
    "Db2": ("db2_subsystem",),
    "Db2 data sharing, 2 members": ("db2_gbp",),
    "Natural zIIP": ("natural_session",),
    "SVC dump": ("dump_options",),
    "MQ": ("mq_manager",),
    "PR/SM": ("lpar",),
    "TCP/IP": ("tcp_connection",),
    "CICS z/VSE": ("cics_region",),
    "IMS": ("ims_region",),
    "JVM": ("jvm",),
    "VSAM": ("vsam_file", "lsr_pool", "lsr_buffers"),
}
"""Kinds of component that a product's rows of the record speak of."""


PLATFORMS: Mapping[str, str] = {"CICS z/OS": "z/OS", "CICS z/VSE": "z/VSE"}
"""The system that a product's rows of the record speak of, where they speak of one alone."""


def relevant(record: Sequence[Entry], components: Iterable[Component]) -> tuple[Entry, ...]:
    """What of the record matters to these components.

    A component that states no system is taken as one of z/OS, as its model takes it.
    """
    there: dict[str, set[Value]] = {}
    for one in components:
        there.setdefault(one.kind, set()).add(one.value("PLATFORM") or "z/OS")

    def matters(row: Entry) -> bool:
        kinds, platform = KINDS.get(row.product, ()), PLATFORMS.get(row.product)
        return any(k in there and (platform is None or platform in there[k]) for k in kinds)

    return tuple(row for row in record if matters(row))


def entry(product: str, law: str, how: str, rows: Sequence[Row]) -> Entry | None:
    """What rows come to; None where none was measured. A case relative to itself is none."""
    own = [row for row in rows if row.error_pct is not None and row.low < row.high]
    if not own:
        return None
    errors = np.abs([row.error_pct or 0.0 for row in own])
    half = [50.0 * (row.high - row.low) / row.predicted for row in own]
    return Entry(
        product,
        law,
        how,
        len(own),
        round(float(np.median(errors)), 2),
        round(float(errors.max()), 2),
        round(100.0 * float(np.mean([bool(row.inside) for row in own])), 1),
        round(float(np.median(half)), 1),
    )


NEVER = "never used"
FITTED = "fitted to these"
LEFT_OUT = "left out of the fit, one installation at a time"
IN_VIEW = "not fitted; in view when the assumed prior was chosen"
BANDS_IN_VIEW = "no constant was fitted to these; in view when it was decided where bands open"
UNSEEN = (
    "no constant was fitted to these; an end of bands was chosen, of two values tried, with one of "
    "the eight, a ledger, in view"
)
BEYOND_IN_VIEW = (
    "no constant was fitted to these; in view when it was chosen how the law goes on beyond the "
    "largest measured size"
)
THE_TABLE = "the published path lengths are the law itself; nothing else tests it"
SCATTER = "only the scatter about the law was fitted to these"
SCATTER_ABOVE = (
    "only the scatter was fitted to these, above the working set; from which misses on the band "
    "opens downward was chosen with these in view"
)
SMALLER_LEFT_OUT = {
    SCATTER: "the scatter was fitted to these; the upward band of smaller pools to other pools",
    SCATTER_ABOVE: "the scatter was fitted to these, above the working set; the upward band of "
    "smaller pools to other pools",
    IN_VIEW: "not fitted, in view when the assumed prior was chosen; the upward band of smaller "
    "pools fitted to other pools",
}
"""The same of pools made smaller, whose band is fitted with their own series left out."""
HELD_BACK = (
    "leave one run out",
    "leave one number of nuclei out",
    "leave one product without zHPF out",
    "leave one cache size, paging device or page type out",
)
"""How the fit of Adabas was cross-validated, as it is stored with it."""


@dataclass(frozen=True)
class Test:
    """A law tested on series: their installations with cases are made by ``groups``.

    ``instead`` puts other constants in place of the shipped ones while its rows are predicted.
    """

    product: str
    law: str
    how: str
    groups: Callable[[], Sequence[Group]]
    instead: Callable[[], AbstractContextManager[None]] = nullcontext


CENTRE_IN_VIEW = "left out of the fit; in view when the centre of the prior was chosen"
LEFT_OUT_SET = "left out of the fit of the prior's spread"
SCATTER_ALONE = "only the scatter about the law was fitted to these; left out of the prior's spread"
MQ_SETS = ("plain", "TLS", "Q Rep")
"""How groups of series begin that one report measured on one way: left out of the fit together."""


def _mq(prefixes: Sequence[str], known: Sequence[tuple[float, ...]]) -> Sequence[Group]:
    found = []
    for one in series_of("mq"):
        if one.group.startswith(tuple(prefixes)) and one.fixed.get("compressible_pct", 0) in EVERY:
            for sizes in known:
                if all(size in one.at for size in sizes):
                    found.append(mq_sizes(one, [one.at.index(size) for size in sizes]))
    return found


MQ_TESTS: tuple[tuple[str, str, Sequence[tuple[float, ...]], tuple[str, ...]], ...] = (
    ("CPU of a message from one size: plain channel", CENTRE_IN_VIEW, ONE_SIZE, PLAIN),
    (
        "CPU of a message from one size: plain channel, compressed",
        LEFT_OUT_SET,
        ONE_SIZE,
        COMPRESSED,
    ),
    ("CPU of a message from one size: encrypted channels", SCATTER_ALONE, ONE_SIZE, ENCRYPTED),
    ("CPU of a message from one size: Q Replication", SCATTER_ALONE, ONE_SIZE, REPLICATION),
    ("CPU of a message from two sizes: plain channel", CENTRE_IN_VIEW, TWO_SIZES, PLAIN),
    (
        "CPU of a message from two sizes: plain channel, compressed",
        LEFT_OUT_SET,
        TWO_SIZES,
        COMPRESSED,
    ),
    ("CPU of a message from two sizes: encrypted channels", SCATTER_ALONE, TWO_SIZES, ENCRYPTED),
    ("CPU of a message from two sizes: Q Replication", SCATTER_ALONE, TWO_SIZES, REPLICATION),
)


def _mq_tests() -> Iterator[Test]:
    for law, how, known, prefixes in MQ_TESTS:
        begins = next(one for one in MQ_SETS if prefixes[0].startswith(one))

        def instead(without: str = begins) -> AbstractContextManager[None]:
            return constants_instead({"mq": mq_constants(without)})

        yield Test("MQ", law, how, partial(_mq, prefixes, known), instead)


ELSEWHERE: tuple[tuple[str, Sequence[tuple[float, ...]]], ...] = (
    ("CPU of a round trip from one size: IBM i and Linux, to 2 MB", ((2.0,), (200.0,))),
    ("CPU of a round trip from two sizes: IBM i and Linux, to 2 MB", ((2.0, 200.0), (200.0, 2.0))),
)
"""Queue managers of other systems than z/OS: how far the shape of its law holds."""


def _elsewhere(known: Sequence[tuple[float, ...]]) -> Sequence[Group]:
    every = series_of("mq_platforms")
    return [mq_sizes(one, [one.at.index(kb) for kb in sizes]) for one in every for sizes in known]


def _machine(one: Series) -> str:
    return str(one.fixed["machine"])


GROWTH_TESTS = {
    ("cics", "2084-303"): "CPU of a transaction by rate: VSAM workload on a 2084",
    ("cics_db2", "2084-303"): "CPU of a transaction by rate: Db2 application on a 2084",
    ("cics", "9175-708"): "CPU of a transaction by rate: Db2 and MQ workload on a z17",
}
"""By file of series and machine; all series of a machine are left out together."""


def _growth_tests() -> tuple[Test, ...]:
    found = []
    for (stem, machine), law in GROWTH_TESTS.items():
        own = [one for one in series_of(stem) if _machine(one) == machine]
        rest = [one for one in rate_series() if _machine(one) != machine]

        def instead(rest: Sequence[Series] = rest) -> AbstractContextManager[None]:
            return constants_instead({"cics": cics_constants(rest)})

        def groups(own: Sequence[Series] = own) -> Sequence[Group]:
            return list(each_place(own, cics_growth))

        found.append(Test("CICS", law, LEFT_OUT, groups, instead))
    return tuple(found)


def _shares(change: Mapping[str, object], name: str) -> Callable[[], Sequence[Group]]:
    def groups() -> Sequence[Group]:
        return [cics_share(one, change) for one in series_of("cics_shares") if one.vary == name]

    return groups


def _pools(one: Series, simulated: bool, times: tuple[float, float]) -> Sequence[Group]:
    return list(db2_pools(one, simulated, times))


POOL_TESTS = {
    "four pools as one": (
        (
            "reads of a pool from one size: four pools as one",
            "reads of a pool from one size, made larger: four pools as one",
            "reads of a pool from one size, made smaller: four pools as one",
        ),
        (
            "reads of a pool from a size and a simulated one: four pools as one",
            "reads of a pool from a size and a simulated one, made larger: four pools as one",
            "reads of a pool from a size and a simulated one, made smaller: four pools as one",
        ),
    ),
    "four pools of one size": (
        (
            "reads of a pool from one size: four pools of one size",
            "reads of a pool from one size, made larger: four pools of one size",
            "reads of a pool from one size, made smaller: four pools of one size",
        ),
        (
            "reads of a pool from a size and a simulated one: four pools of one size",
            "reads of a pool from a size and a simulated one, made larger: four pools of one size",
            "reads of a pool from a size and a simulated one, made smaller: four pools of one size",
        ),
    ),
}
"""By series the laws without and with a simulation: of all sizes, of larger and of smaller ones."""


def _pool_tests() -> Iterator[Test]:
    for one in series_of("pools"):
        scatter = SCATTER_ABOVE if "working_set_pages" in one.fixed else SCATTER

        def instead(without: str = one.id) -> AbstractContextManager[None]:
            return constants_instead({"db2": db2_constants(without)})

        for simulated, laws in enumerate(POOL_TESTS[one.id]):
            how = IN_VIEW if simulated else scatter
            for law, times in zip(laws, (EITHER_WAY, LARGER, SMALLER), strict=True):
                groups = partial(_pools, one, bool(simulated), times)
                told = how if times is LARGER else SMALLER_LEFT_OUT[how]
                yield Test("Db2", law, told, groups, instead)


TRACE_TESTS = {
    "CODASYL trace": (
        "reads of a pool from one size: an hour's references to a CODASYL database",
        (
            "reads of a pool from a size and a simulated one: an hour's references to a CODASYL "
            "database"
        ),
    ),
    "ERP trace": (
        "reads of a pool from one size: disk accesses of a database server",
        "reads of a pool from a size and a simulated one: disk accesses of a database server",
    ),
    "busy trace of entities": (
        "reads of a pool from one size: busy entities of a web application",
        "reads of a pool from a size and a simulated one: busy entities of a web application",
    ),
    "night trace of entities": (
        "reads of a pool from one size: entities of a web application by night",
        "reads of a pool from a size and a simulated one: entities of a web application by night",
    ),
    "trace of product pages": (
        "reads of a pool from one size: product pages of a web shop",
        "reads of a pool from a size and a simulated one: product pages of a web shop",
    ),
    "virtual machine trace": (
        "reads of a pool from one size: disk blocks of a virtual machine",
        "reads of a pool from a size and a simulated one: disk blocks of a virtual machine",
    ),
    "file server trace": (
        "reads of a pool from one size: blocks of a file server",
        "reads of a pool from a size and a simulated one: blocks of a file server",
    ),
}


def _trace_tests() -> Iterator[Test]:
    for one in series_of("pools_traces"):
        for simulated, law in enumerate(TRACE_TESTS[one.id]):
            groups = partial(_pools, one, bool(simulated), EITHER_WAY)
            yield Test("Db2", law, BANDS_IN_VIEW, groups)
    for simulated, law in enumerate(UNSEEN_TESTS):
        yield Test("Db2", law, UNSEEN, partial(_unseen, bool(simulated)))


UNSEEN_TESTS = (
    "reads of a pool from one size: eight more public traces",
    "reads of a pool from a size and a simulated one: eight more public traces",
)


def _unseen(simulated: bool) -> Sequence[Group]:
    return [
        group for one in series_of("pools_unseen") for group in _pools(one, simulated, EITHER_WAY)
    ]


def _each_run(product: str, build: Callable[[Sequence[Point], Point], Group]) -> Sequence[Group]:
    """A group for every published run of a product as the measured one."""
    own = [point for point in shipped_points() if point.conditions["product"] == product]
    return [build(own, known) for known in own]


TESTS: tuple[Test, ...] = (
    *_mq_tests(),
    *(Test("MQ", law, BEYOND_IN_VIEW, partial(_elsewhere, known)) for law, known in ELSEWHERE),
    *_pool_tests(),
    *_trace_tests(),
    Test(
        "PR/SM",
        "capacity of a partition by number of CPs",
        FITTED,
        lambda: [engines(series_of("engines")[0], place) for place in (3, 7)],
    ),
    Test(
        "PR/SM",
        "capacity of a partition by number of CPs, up to 24",
        NEVER,
        lambda: [engines(series_of("engines")[1], place) for place in (3, 7, 15)],
    ),
    *_growth_tests(),
    Test(
        NET_WORK,
        "a full link with another line driver, calibrated to one driver",
        FITTED,
        lambda: _each_run(DRIVEN, netwk_drivers),
    ),
    Test(
        "SVC dump",
        "capture of a dump by available frames, calibrated to one dump",
        FITTED,
        lambda: _each_run("SVC dump", dumps),
    ),
    Test(
        "TCP/IP",
        "rate of a file transfer on a link of ten times the rate",
        IN_VIEW,
        lambda: [tcp_link(one) for one in series_of("tcpip")],
    ),
    Test(
        "TCP/IP",
        "rate of a transfer of text on a link of ten times the rate",
        NEVER,
        lambda: [tcp_link(one) for one in series_of("tcpip_text")],
    ),
    Test(
        "TCP/IP",
        "rate of a file transfer over five times or a fifth of the round trip",
        IN_VIEW,
        lambda: list(each_place(series_of("tcpip_far"), tcp_far)),
    ),
    Test(
        "CICS",
        "exits that hook every call, no call counted",
        "cost of a call fitted to commands; calls per CPU assumed from this workload",
        lambda: cics_exits(series_of("cics"), counted=False),
    ),
    Test(
        "CICS",
        "exits that hook every call, file calls counted, speed stated",
        "cost of a call fitted to commands; these rates never used",
        lambda: cics_exits(series_of("cics"), counted=True),
    ),
    Test(
        "CICS",
        "exits that hook every call of Db2, no call counted",
        NEVER,
        lambda: cics_exits(series_of("cics_db2"), counted=False),
    ),
    Test(
        "CICS",
        "exits that hook every call of Db2, calls counted, speed stated",
        "cost of a call fitted to commands, one of them of Db2; this workload never used",
        lambda: cics_exits(series_of("cics_db2"), counted=True),
    ),
    Test(
        "CICS",
        "CPU of a request or routed transaction by kind of link",
        THE_TABLE,
        lambda: [cics_links(one, 0) for one in series_of("cics_links")],
    ),
    Test("CICS", "CPU of CICS internal trace", IN_VIEW, _shares({"TRACE": "internal"}, "TRACE")),
    Test("CICS", "CPU of CICS monitoring", IN_VIEW, _shares({"MONITORING": True}, "MONITORING")),
)


def independent() -> tuple[Entry, ...]:
    """Every test of laws on series from outside the five documents."""
    found = []
    for test in TESTS:
        with test.instead():
            rows = validate_cases(tuple(test.groups())).rows
        made = entry(test.product, test.law, test.how, rows)
        if made is not None:
            found.append(made)
    return tuple(found)


def published() -> tuple[Entry, ...]:
    """The runs of the five documents, by product and what was measured."""
    products = {point.id: str(point.conditions["product"]) for point in shipped_points()}
    rows: dict[tuple[str, str, str], list[Row]] = {}
    for row in validate(shipped_points()).rows:
        how = FITTED if row.in_calibration else NEVER
        product = SHELVES.get(products[row.id], products[row.id])
        rows.setdefault((product, row.metric, how), []).append(row)
    made = [entry(*key, own) for key, own in rows.items()]
    return tuple(one for one in made if one is not None)


CHANGES: Mapping[str, str] = {
    "etr_per_s": "change of ETR between two published runs",
    "itr_per_cpu_s": "change of ITR between two published runs",
    "reads_per_s": "change of reads between two published runs",
    "buffer_efficiency": "change of buffer efficiency between two published runs",
    "paging_per_s": "change of paging between two published runs",
}
PAIRED = "calibrated to the first run, the second left out of the fit"


def changes() -> tuple[Entry, ...]:
    """Changes between published Adabas runs, as a customer's are projected, with their bands."""
    found = []
    for metric, law in CHANGES.items():
        own = [pair for pair in stored_pairs() if pair.metric == metric]
        errors = np.array([100.0 * abs(math.expm1(-pair.error)) for pair in own])
        half = np.array([100.0 * math.sinh(pair.half()) for pair in own])
        found.append(
            Entry(
                "Adabas",
                law,
                PAIRED,
                len(own),
                round(float(np.median(errors)), 2),
                round(float(errors.max()), 2),
                round(100.0 * coverage(own), 1),
                round(float(np.median(half)), 1),
            )
        )
    return tuple(found)


NONE_PUBLISHED = "no published points: bands by judgement"
MIRRORS = "the published path lengths are the law; by what requests a task ships no run tests it"
NO_HYPERLINK = (
    "published are the CPU of a partition at two sizes of pool, without the reads that it is for, "
    "and the time of one read: how much CPU a read takes cannot be told"
)
NO_OFFLOAD = (
    "published are peak rates of one path by medium: what a medium takes apart from the rest of "
    "the path was not measured, and no report says which medium a queue has"
)
UNMEASURED: Mapping[str, Mapping[str, str]] = {
    "CICS": {"CPU of a request by long-running mirrors": MIRRORS},
    "CICS z/VSE": {"waits and CPU of a transaction under z/VSE": NONE_PUBLISHED},
    "Db2": {"CPU and time of a read by zHyperLink": NO_HYPERLINK},
    "IMS": {"response by regions and input queue": NONE_PUBLISHED},
    "JVM": {"CPU by size of heap pages": NONE_PUBLISHED},
    "MQ": {"rates of shared queues by the medium of large messages": NO_OFFLOAD},
    "VSAM": {
        "reads by size of LSR pools": NONE_PUBLISHED,
        "waits for strings": NONE_PUBLISHED,
    },
}
"""Laws that no run could be held against, in the documents or elsewhere, and why."""


def unmeasured() -> tuple[Entry, ...]:
    """A row without figures for every law that nothing published could be held against."""
    return tuple(
        Entry(product, law, how, 0, None, None, None, None)
        for product, laws in UNMEASURED.items()
        for law, how in laws.items()
    )


def held_back() -> tuple[Entry, ...]:
    """Adabas without the runs that it predicts, as stored with its fit."""
    from model.subsystems.adabas.constants import stored

    found = []
    for how in HELD_BACK:
        metrics = stored().document["cross_validation"][how]
        for metric, row in metrics.items():
            found.append(
                Entry(
                    "Adabas",
                    metric,
                    how,
                    int(row["n"]),
                    row["median_pct"],
                    row["max_pct"],
                    row["inside_pct"],
                    row["half_width_pct"],
                )
            )
    return tuple(found)
