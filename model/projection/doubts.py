"""What the as-is model makes of hardware beside what was measured of it, and what is in doubt.

Workloads are calibrated to their own figures (`Calibration.rows`); of the hardware under them the
reports say how busy it was and how long it took. What the model misses of that is named by its
figure, as are a customer's factors that nobody would expect and reports that leave out somebody.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence, Set
from typing import Final, NamedTuple

import numpy as np

from model.catalogue import catalogue, named
from model.contract.evaluation import Evaluation, FloatArray
from model.contract.protocol import Calibration, CalibrationRow
from model.figures import called, unit_of
from model.hardware.dasd import volumes_of
from model.hardware.engines import MEASURED_ENGINES, speed_of, speed_sd
from model.hardware.measured_waits import kept, mean_wait
from model.hardware.processors import Engines, online
from model.hardware.ziip import ziip_work
from model.language import LineNumber, Name, listed, mark, say
from model.projection.constant_names import CONSTANT_NAMES
from model.projection.estimate import BY_TIMES_PCT
from model.projection.page_doubts import beyond_system, in_no_use
from model.topology import Component, Origin, Topology

Rows = tuple[tuple[str, CalibrationRow], ...]

_SUMS: Mapping[str, tuple[str, ...]] = {"io_started_ms": ("pend_ms", "disc_ms", "conn_ms")}
"""Figures that models have of an I/O, and the measured ones that make them."""
LIMITS_PCT: Mapping[str, float] = {
    "cp_busy_pct": 10.0,
    "cpu_busy_pct": 10.0,
    "io_per_s": 15.0,
    "response_ms": 30.0,
    "io_started_ms": 30.0,
    "iosq_ms": 30.0,
    "sync_us": 10.0,
    "paging_per_s": 15.0,
    "ziip_busy_pct": 10.0,
}
"""By how much the model may miss what was measured of hardware before that is said."""
_LEAST_POINTS = 1.0
"""Of a busy share: less is no miss."""
_APART, _TIMES = 0.1, 2.0
"""Of an I/O's time, and times as long, from which a measured wait is far from that of random ones.
Judgement."""
_USUAL_SD = 0.5
_EXPECTED = ("cpu", "reads", "io", "paging", "logical", "log", "CPU against the published runs")
_SDS = 2.0
_SLOWER = 0.95
"""Of a transaction's CPU time: a response below it is none of the same work, whatever rounding."""


def hardware_rows(
    topology: Topology,
    evaluations: Mapping[str, Evaluation],
    uses: Mapping[str, tuple[FloatArray, float]],
    loads: Mapping[str, Mapping[str, float]],
    other_work: Mapping[str, float],
    told: Iterable[tuple[str, str, float]] = (),
) -> Rows:
    """Measured against modelled, by component.

    uses: share of its servers and how many there are, by component of the network.  told: what
    workloads' models say of figures of hardware, by component; paging of several adds up.
    """
    found: list[tuple[str, CalibrationRow]] = []
    said: dict[tuple[str, str], float] = {}
    for name, metric, value in told:
        before = said.get((name, metric), 0.0) if metric == "paging_per_s" else 0.0
        said[name, metric] = before + value

    def row(component: Component, metric: str, modelled: float) -> None:
        parts = [component.measure(name) for name in _SUMS.get(metric, (metric,))]
        measured = None if None in parts else sum(part or 0.0 for part in parts)
        if measured is not None and math.isfinite(modelled):
            one = CalibrationRow(metric, unit_of(metric), measured, modelled)
            found.append((component.id, one))

    as_is = {anchor: (evaluation, 0) for anchor, evaluation in evaluations.items()}
    busy: dict[str, float] = {}
    for lpar in topology.of_kind("lpar"):
        cps = lpar.number("CPS")
        if lpar.id in uses and cps:
            use, servers = uses[lpar.id]
            busy[lpar.id] = float(use.flat[0]) * servers
            row(lpar, "cp_busy_pct", 100.0 * busy[lpar.id] / cps)
        ziips = ziip_work(topology, lpar, other_work).busy_pct
        if ziips is not None:
            row(lpar, "ziip_busy_pct", ziips)
    for cpc in topology.of_kind("cpc"):
        here, cps = topology.children(cpc.id, "lpar"), cpc.number("CPS")
        if cps and here and all(lpar.id in busy for lpar in here):
            row(cpc, "cp_busy_pct", 100.0 * sum(busy[lpar.id] for lpar in here) / cps)
    for cf in topology.of_kind("cf"):
        if cf.id in uses:
            row(cf, "cpu_busy_pct", 100.0 * float(uses[cf.id][0].flat[0]))
    for disk in topology.of_kind("dasd"):
        taken = [load.get(disk.id, 0.0) for load in loads.values()]
        if any(taken):
            row(disk, "io_per_s", other_work.get(disk.id, 0.0) + sum(taken))
        response_ms = io_response_ms(topology, disk, as_is)
        if response_ms is not None:
            row(disk, "response_ms", response_ms)
    for (name, metric), value in said.items():
        row(topology[name], metric, value)
    order = {name: place for place, (name, _) in reversed(list(enumerate(found)))}
    found.sort(key=lambda one: order[one[0]])
    return tuple(found)


def io_response_ms(
    topology: Topology, disk: Component, answers: Mapping[str, tuple[Evaluation, int]]
) -> float | None:
    """Of an I/O of the databases that use it: volume, queue for it, and what is behind.

    answers: by workload its evaluation and the row there.
    """
    seconds, ios = 0.0, 0.0
    for anchor, (evaluation, row) in answers.items():
        parts = [evaluation.breakdown_s.get(name) for name in ("volumes", "I/O limit")]
        if any(part is None for part in parts) or "io_per_s" not in evaluation.metrics:
            continue
        if all(one.id != disk.id for one in topology.targets(anchor, "uses")):
            continue
        etr = float(evaluation.metrics["etr_per_s"][row, 0])
        each = sum(float(part[row, 0]) for part in parts if part is not None)
        seconds += etr * each
        ios += float(evaluation.metrics["io_per_s"][row, 0])
    return seconds / ios * 1e3 if ios > 0.0 else None


def misses(topology: Topology, rows: Rows) -> tuple[tuple[str, str], ...]:
    """The component and a sentence for every figure of the hardware that the model misses."""
    own = {component for component, row in rows if row.metric == "iosq_ms"}
    said = [*_under_way(topology), *_waited(topology, own)]
    for component, row in rows:
        error, limit = row.error_pct, LIMITS_PCT.get(row.metric)
        if row.unit == "%" and abs(row.modelled - row.measured) <= _LEAST_POINTS:
            continue
        if not row.noticeable:
            continue
        if error is None and row.unit == "%":
            doubt = say(
                "{name}: the as-is model makes {metric} {modelled:,.4g} % where 0 was "
                "measured: give the share that it was busy, or the report of another time",
                name=named(topology[component]),
                metric=called(row.metric),
                modelled=row.modelled,
            )
            said.append((component, doubt))
        if error is None or limit is None or abs(error) <= limit:
            continue
        values: dict[str, object] = {
            "name": named(topology[component]),
            "metric": called(row.metric),
            "modelled": row.modelled,
            "unit": row.unit,
            "measured": row.measured,
        }
        doubt = (
            say(
                "{name}: the as-is model makes {metric} {modelled:,.4g} {unit} where "
                "{measured:,.4g} were measured ({error:+,.0f} %)",
                **values,
                error=error,
            )
            if error <= BY_TIMES_PCT
            else say(
                "{name}: the as-is model makes {metric} {modelled:,.4g} {unit} where "
                "{measured:,.4g} were measured (a factor of {times:,.2g})",
                **values,
                times=error / 100.0 + 1.0,
            )
        )
        said.append((component, doubt))
    return tuple(said)


def _under_way(topology: Topology) -> list[tuple[str, str]]:
    """Sentences on DASD of which more I/Os were under way than its volumes have at a time.

    Rate times time from start to end (Little's law), against one I/O for every volume and alias of
    each system: what is beyond ran on aliases that no setting states, and is no queue in z/OS.
    """
    said: list[tuple[str, str]] = []
    for disk in topology.of_kind("dasd"):
        volumes, rate = volumes_of(topology, disk), disk.measure("io_per_s")
        if volumes is None or rate is None:
            continue
        busy, most = rate * volumes.service_s, volumes.copies * volumes.servers
        if busy <= most:
            continue
        doubt = say(
            "{name}: {busy:,.0f} I/Os were under way at a time ({rate:,.0f} a second of "
            "{service:,.3g} ms without IOSQ) where its volumes take {most:,.0f}: they have "
            "aliases (PAV) that no setting states, or their number is wrong",
            name=named(disk),
            busy=busy,
            rate=rate,
            service=1e3 * volumes.service_s,
            most=most,
        )
        said.append((disk.id, doubt))
    return said


_TOLD = 0.01
"""Of its service: what an I/O waits less is not worth a word."""


def _untold(disk: Component, waited_s: float, service_s: float) -> str:
    return say(
        "{name}: nobody tells its IOSQ time: of {response:,.3g} ms {waited:,.2g} ms are taken to "
        "be that, as of I/Os that come at random, a fifth or five times as much in bands",
        name=named(disk),
        response=1e3 * (service_s + waited_s),
        waited=1e3 * waited_s,
    )


def _waited(topology: Topology, own: Set[str]) -> list[tuple[str, str]]:
    """Sentences on DASD whose I/Os wait in z/OS far less, or longer, than random ones would.

    own: those of which a model says itself how long they wait.
    """
    said: list[tuple[str, str]] = []
    for disk in topology.of_kind("dasd"):
        volumes, rate = volumes_of(topology, disk), disk.measure("io_per_s")
        if volumes is None or volumes.waited_s is None or rate is None or disk.id in own:
            continue
        if volumes.is_random:
            if volumes.waited_s >= _TOLD * volumes.service_s:
                said.append((disk.id, _untold(disk, volumes.waited_s, volumes.service_s)))
            continue
        use = rate * volumes.service_s / (volumes.copies * volumes.servers)
        random_s = volumes.service_s * mean_wait(volumes.servers, use)
        apart_s = abs(random_s - volumes.waited_s)
        if use > 1.0 or apart_s < _APART * (volumes.service_s + volumes.waited_s):
            continue
        times = kept(volumes.waited_s / volumes.service_s, random_s / volumes.service_s)
        if 1.0 / _TIMES < times < _TIMES:
            continue
        doubt = say(
            "{name}: {waited:,.3g} ms of IOSQ time were measured where I/Os that come at random "
            "wait {random:,.3g} ms for volumes {use:.0f} % busy: each scenario has {times:.2g} "
            "times the wait of random ones",
            name=named(disk),
            waited=1e3 * volumes.waited_s,
            random=1e3 * random_s,
            use=100.0 * use,
            times=times,
        )
        said.append((disk.id, doubt))
    return said


class _Same(NamedTuple):
    """Two figures of a kind of component that measure one thing, and by how much they may differ.

    most, least: how many times the second may be as much as the first.
    """

    kind: str
    one: str
    other: str
    least: float
    most: float


_COUNTED = 0.02
"""By which two counts of one thing may differ: intervals begin and end apart, digits are few."""
_COUNTED_OVER = ("transactions", "duration_s", "tx_per_s")
_ROUGHLY = 0.1
_UNDISPATCHED = 0.25
"""Share of a region's CPU that others than its own dispatcher's TCBs may take: its SRBs, job step
and system tasks. Judgement."""
_SAMES: tuple[_Same, ...] = (
    _Same("cics_region", "tcb_cpu_s", "class_cpu_s", 1.0 - _COUNTED, 1.0 + _UNDISPATCHED),
    _Same("cics_region", "partition_cpu_s", "class_cpu_s", 1.0 - _COUNTED, 1.0 + _COUNTED),
    _Same("lpar", "paging_per_s", "page_data_set_pages_per_s.*", 0.95, 1.05),
    _Same("lpar", "dasd_io_per_s", "lcu_io_per_s.*", 0.95, 1.05),
)


def at_odds(component: Component, topology: Topology) -> tuple[str, ...]:
    """A sentence wherever two reports measure one thing of it and say something else.

    What the model is calibrated to is then one of two figures of which one is wrong, or of which
    one counts other work.
    """
    beyond = beyond_system(topology, component)
    said = [] if beyond is None else [beyond]
    if component.kind == "lpar":
        said.extend(in_no_use(component))
    said.extend(_miscounted(component))
    for same in _SAMES:
        if same.kind != component.kind:
            continue
        one, other = _summed(component, same.one), _summed(component, same.other)
        if one is None or other is None or one.value <= 0.0:
            continue
        if same.least * one.value <= other.value <= same.most * one.value:
            continue
        said.append(
            say(
                "{name}: {one} is {value:,.4g} {unit}{place} and {other} {value2:,.4g} {unit}"
                "{place2}, which is one thing measured twice: no other interval or count explains "
                "that. The first is used; one of them is wrong or counts other work, and what "
                "rests on it is in doubt",
                name=named(component),
                one=called(same.one),
                value=one.value,
                unit=unit_of(same.one),
                place=_place(one.origin),
                other=called(same.other),
                value2=other.value,
                place2=_place(other.origin),
            )
        )
    return tuple(said)


def _place(origin: Origin) -> str:
    """Where a report prints it; nothing of what no report prints."""
    if not origin.file:
        return ""
    return say(" ({file}:{line})", file=Name(origin.file), line=LineNumber(origin.line))


def _miscounted(component: Component) -> list[str]:
    """A sentence where one report's rate is none of its count over its interval."""
    parts = [component.measured.get(name) for name in _COUNTED_OVER]
    if None in parts or len({part.origin.file for part in parts if part is not None}) > 1:
        return []
    count, seconds, rate = (component.measure(name) or 0.0 for name in _COUNTED_OVER)
    if not seconds or not rate or abs(count / seconds / rate - 1.0) <= _ROUGHLY:
        return []
    return [
        say(
            "{name}: {count:,.4g} transactions in {seconds:,.4g} s are {counted:,.4g} a second, "
            "and {rate:,.4g} are given: one of the three is wrong. The rate is used",
            name=named(component),
            count=count,
            seconds=seconds,
            counted=count / seconds,
            rate=rate,
        )
    ]


class _Total(NamedTuple):
    value: float
    origin: Origin


def _summed(component: Component, metric: str) -> _Total | None:
    """A figure, or the sum of one of parts, with where it or the largest part stands."""
    head = metric.removesuffix("*")
    parts = [
        _Total(value, component.measured[name].origin)
        for name in component.measured
        if (name == metric if head == metric else name.startswith(head))
        and (value := component.measure(name)) is not None
    ]
    if not parts:
        return None
    return _Total(sum(part.value for part in parts), max(parts, key=lambda p: p.value).origin)


def unexpected(component: Component, calibration: Calibration) -> tuple[str, ...]:
    """A sentence for every factor of a customer that lies beyond two prior standard deviations.

    A system, its dump options and its network node may have one name: the kind tells which.
    """
    kind = catalogue().get(component.kind)
    sds: Mapping[str, float] = getattr(calibration, "factor_sd", {})
    said = []
    for factor, value in calibration.factors.items():
        if factor not in _EXPECTED or value <= 0.0:
            continue
        most = math.exp(_SDS * sds.get(factor, _USUAL_SD))
        if 1.0 / most <= value <= most:
            continue
        said.append(
            say(
                "{title} {name}: its figures make {factor} {value:,.2g} times what was published, "
                "where {least:,.2g} to {most:,.2g} is expected: figures, interval or settings are "
                "in doubt, and with them its projections",
                title=component.kind if kind is None else kind.title,
                name=named(component),
                factor=say(FACTOR_NAMES.get(factor, factor)),
                value=value,
                least=1.0 / most,
                most=most,
            )
        )
    return tuple(said)


FACTOR_NAMES: Mapping[str, str] = {
    "cpu": mark("CPU per command"),
    "reads": mark("reads per command"),
    "io": mark("I/O capacity"),
    "paging": mark("page operations per command"),
    "logical": mark("block accesses per command"),
    "log": mark("time of a WORK or PLOG write"),
    "CPU against the published runs": mark("CPU against the published runs"),
}
"""What a customer's factors are of; those not named here are no constants of an installation."""


def too_fast(component: Component, evaluation: Evaluation) -> str | None:
    """A sentence where a measured response is shorter than what a transaction is known to take:
    its CPU time, and the synchronous reads that it waits for one after the other."""
    measured_ms, cpu_ms = component.measure("response_ms"), evaluation.metrics.get("cpu_ms_per_tx")
    if measured_ms is None or cpu_ms is None:
        return None
    own_ms = float(np.asarray(cpu_ms).flat[0])
    reads, each_us = (component.measure(name) for name in ("sync_io_per_tx", "sync_io_us"))
    reads_ms = (reads or 0.0) * (each_us or 0.0) / 1e3
    if not measured_ms < _SLOWER * (own_ms + reads_ms):
        return None
    if measured_ms >= _SLOWER * own_ms:
        return say(
            "{name}: the measured response of {measured:,.4g} ms is shorter than the {cpu:,.4g} ms "
            "of CPU and the {reads:,.4g} ms of synchronous reads that a transaction takes: one of "
            "them is wrong, of other work, or of work that runs in parallel; nothing is calibrated "
            "to the response. Look at both reports",
            name=named(component),
            measured=measured_ms,
            cpu=own_ms,
            reads=reads_ms,
        )
    return say(
        "{name}: the measured response of {measured:,.4g} ms is shorter than the {cpu:,.4g} ms of "
        "CPU that a transaction takes: one of them is wrong, of other work, or of work that runs "
        "in parallel; nothing is calibrated to the response. Look at both reports",
        name=named(component),
        measured=measured_ms,
        cpu=own_ms,
    )


def from_earlier(name: str, calibration: Calibration) -> str | None:
    """A sentence on factors that these figures do not tell and an earlier period does."""
    told = [name for name in getattr(calibration, "from_earlier", ()) if name in FACTOR_NAMES]
    moved: Mapping[str, tuple[float, float]] = getattr(calibration, "moved", {})
    if moved:
        return _recalibrated(name, moved)
    if getattr(calibration, "taught", False):
        return say(
            "{name}: what earlier changes did here bears the model's published constants out; "
            "they are known better here than published.",
            name=Name(name),
        )
    if not told:
        return None
    known = [
        say(
            "{factor} {value:.3g}",
            factor=say(FACTOR_NAMES.get(factor, factor)),
            value=calibration.factors[factor],
        )
        for factor in told
    ]
    return say(
        "{name}: calibrated to this period with the earlier one behind it; what only that one "
        "tells of this installation stays as it was, times what was published: {factors}.",
        name=Name(name),
        factors=listed(known),
    )


_MOST_NAMED = 3


def _recalibrated(name: str, moved: Mapping[str, tuple[float, float]]) -> str:
    """What the changes before told of a product's constants here, the furthest first."""

    def far(values: tuple[float, float]) -> float:
        here, published = values
        return abs(here - published) / max(abs(published), abs(here), 1e-12)

    first = sorted(moved, key=lambda constant: -far(moved[constant]))[:_MOST_NAMED]
    known = [
        say(
            "{constant} {here:.3g} (published {published:.3g})",
            constant=say(CONSTANT_NAMES[constant]),
            here=moved[constant][0],
            published=moved[constant][1],
        )
        for constant in first
    ]
    return say(
        "{name}: the model's constants are fitted to what earlier changes did here, too: "
        "{constants}.",
        name=Name(name),
        constants=listed(known),
    )


def other_speed(now: Topology, was: Topology, lpars: Sequence[str]) -> str | None:
    """A sentence where work runs on CPs of another speed than it was measured on."""
    for name in lpars:
        if name not in now:
            continue
        cpc = now.ancestor(name, "cpc")
        before = was.ancestor(name, "cpc") if name in was else None
        fast, slow = speed_of(cpc), speed_of(before if before is not None else cpc)
        if fast is None or slow is None or np.isclose(fast, slow):
            continue
        return say(
            "CPs {times:.2f} times as fast as those that were measured; by how much a workload "
            "gains of that differs by ±{sd:.0f} % and more",
            times=fast / slow,
            sd=100.0 * max(float(speed_sd(fast / slow)), 0.01),
        )
    return None


_ENGINES: Final[tuple[tuple[Engines, str], ...]] = (
    ("CPS", "CPs"),
    ("ZIIPS", "zIIPs"),
)


def beyond_machine(now: Topology, _was: Topology, lpars: Sequence[str]) -> str | None:
    """A sentence where work runs in a partition of more CPs or zIIPs than its machine has.

    PR/SM brings none online beyond the physical ones (PR/SM Planning Guide, "logical processors").
    """
    for name in lpars:
        cpc = now.ancestor(name, "cpc") if name in now else None
        if cpc is None:
            continue
        for engines, word in _ENGINES:
            logical, most = now[name].number(engines), online(now, now[name], engines)
            if logical is not None and most is not None and logical > most:
                return say(
                    "{lpar} has {logical:,g} logical {engines} and {machine} only {most:,g} "
                    "{engines}: a logical partition can have no more than its machine has, and is "
                    "projected with these",
                    lpar=named(now[name]),
                    logical=logical,
                    machine=named(cpc),
                    most=most,
                    engines=word,
                )
    return None


def many_engines(now: Topology, was: Topology, lpars: Sequence[str]) -> str | None:
    """A sentence where work runs on more CPs than were measured, and than it ran on."""
    for name in lpars:
        cps = (online(now, now[name]) or 0.0) if name in now else 0.0
        before = (online(was, was[name]) or 0.0) if name in was else 0.0
        if cps > MEASURED_ENGINES and cps > before:
            return say(
                "{cps:,.4g} CPs in one system; what CPs cost one another was measured with up to "
                "{most:g} (LSPR of the z990)",
                cps=cps,
                most=MEASURED_ENGINES,
            )
    return None
