"""What-ifs on whole installations: the sample engagement, and 3 to 60 partitions, 430 components.

On the sample a setting of the cluster is moved as a slider would move it, another value each time:
that reaches everything that shares its partitions. All its figures are read, and of a thousand
scenarios the rate of the cluster, as a sweep shows it. "Cold" starts where nothing has been solved.
The large installations have up to ten machines of six partitions, each with two CICS regions, a Db2
and an IMS; the partitions of two machines share a DASD subsystem. "Just full" is a partition of
three CPs whose work of three importance levels asks for somewhat more than these: which level is
held back differs from draw to draw of the constants.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import count
from typing import TYPE_CHECKING

from app.bench import Case

if TYPE_CHECKING:
    from model.projection import Baseline, Projection
    from model.topology import Component, Scenario, Topology

# Machines, and partitions of each.
SIZES = ((1, 3), (2, 6), (5, 6), (10, 6))
SCENARIOS = 1000
DATABASE = "adabas_database:10"


@cache
def sample() -> Baseline:
    """The sample engagement, calibrated."""
    from advisor.installation import build_installation
    from advisor.reading import read_path
    from app.paths import sample as path
    from model.projection import build_baseline

    return build_baseline(build_installation(tuple(read_path(path("engagement")))).topology)


def _part(
    kind: str,
    name: str,
    parent: str | None,
    settings: dict[str, float | str],
    measured: dict[str, float],
) -> Component:
    from model.topology import Component, Measured, Setting

    return Component(
        name,
        kind,
        name,
        parent,
        {key: Setting(value) for key, value in settings.items()},
        {key: Measured(value, "") for key, value in measured.items()},
    )


def _system(host: str, number: int) -> Iterator[Component]:
    """Two regions, a Db2 and an IMS, each system somewhat busier than the one before."""
    for which in range(2):
        rate, qr_ms = 20.0 + number % 7, 3.0 + 0.2 * which
        yield _part(
            "cics_region",
            f"{host}C{which}",
            host,
            {"PLATFORM": "z/OS", "MXT": 60},
            {
                "qr_dispatch_s": 300.0 * rate * qr_ms / 1e3,
                "qr_cpu_s": 300.0 * rate * qr_ms * 0.7 / 1e3,
                "tcb_cpu_s": 330.0 * rate * qr_ms * 0.7 / 1e3,
                "duration_s": 300.0,
                "transactions": 300.0 * rate,
                "response_ms": 6.0 * qr_ms,
                "excps": 300.0 * rate * 2.0,
            },
        )
    rate = 30.0 + number % 5
    queries = {
        "tx_per_s": rate,
        "cpu_ms_per_tx": 4.0,
        "response_ms": 32.0,
        "duration_s": 600.0,
    }
    pool = {"sync_reads_random": 1200.0 * rate, "getpages": 6e7, "duration_s": 600.0}
    yield _part("db2_subsystem", f"{host}D", host, {"MAXDBAT": 200}, queries)
    yield _part("db2_bufferpool", f"{host}D/BP1", f"{host}D", {"VPSIZE": 100_000}, pool)
    messages = {
        "schedules": 9_000.0,
        "transactions": 18_000.0,
        "duration_s": 600.0,
        "schedule_to_first_call_us": 4_000.0,
        "elapsed_us": 20_000.0,
        "transaction_cpu_us": 3_300.0,
        "region_occupancy_pct": 45.0 + number % 20,
    }
    yield _part("ims_system", f"{host}I", host, {}, {})
    yield _part("ims_region", f"{host}I/MPR", f"{host}I", {}, messages)


def large(machines: int = 10, partitions: int = 6) -> Topology:
    """So many machines of so many partitions."""
    from model.topology import Link, Topology

    parts: list[Component] = []
    links: list[Link] = []
    for machine in range(machines):
        cpc, disk = f"CPC{machine}", f"DISK{machine // 2}"
        parts.append(_part("cpc", cpc, None, {"CPS": 40}, {}))
        if machine % 2 == 0:
            times = {"response_ms": 1.5, "iosq_ms": 0.1, "io_per_s": 4000.0}
            parts.append(_part("dasd", disk, None, {"VOLUMES": 60}, times))
        for number in range(partitions):
            host = f"SYS{machine}{number}"
            parts.append(_part("lpar", host, cpc, {"CPS": 4}, {"cp_busy_pct": 40.0}))
            system = list(_system(host, machine * partitions + number))
            parts.extend(system)
            users = (c.id for c in system if c.kind in ("cics_region", "db2_subsystem"))
            links.extend(Link("uses", name, disk) for name in users)
    return Topology().with_components(parts).with_links(links)


GROWN_PCT = 20.0
"""Growth by which `just_full` is full."""


def just_full() -> Topology:
    """Five workloads of three importance levels on three CPs, 93 % busy."""
    from model.topology import Topology

    parts = [
        _part("cpc", "CPC", None, {"CPS": 16}, {}),
        _part("lpar", "SYS", "CPC", {"CPS": 3}, {"cp_busy_pct": 92.75}),
    ]
    for name, most, importance, rate in (
        ("A", 200, 2, 259.74),
        ("B", 200, 4, 162.63),
        ("C", 60, 2, 244.2),
    ):
        region: dict[str, float | str] = {"MXT": most, "IMPORTANCE": importance}
        figures = {
            "qr_dispatch_s": 0.9 * rate,
            "qr_cpu_s": 0.63 * rate,
            "tcb_cpu_s": 0.693 * rate,
            "duration_s": 300.0,
            "transactions": 300.0 * rate,
            "response_ms": 18.0,
            "excps": 600.0 * rate,
        }
        parts.append(_part("cics_region", name, "SYS", {"PLATFORM": "z/OS", **region}, figures))
    for name, importance, rate in (("D", 1, 136.32), ("E", 4, 140.02)):
        queries = {
            "tx_per_s": rate,
            "cpu_ms_per_tx": 4.0,
            "response_ms": 32.0,
            "duration_s": 600.0,
        }
        limits: dict[str, float | str] = {"MAXDBAT": 200, "IMPORTANCE": importance}
        parts.append(_part("db2_subsystem", name, "SYS", limits, queries))
    return Topology().with_components(parts)


def moved(values: Iterator[int], component: str, setting: str, least: float) -> Scenario:
    """A setting at another value than ever before."""
    from model.topology import Scenario, SetSetting

    return Scenario("what-if", (SetSetting(component, setting, least + next(values)),))


def shown(found: Sequence[Projection]) -> object:
    """All figures of a what-if, which are made when they are asked for."""
    return [(dict(work.metrics), dict(work.changes)) for one in found for work in one.workloads]


def cases() -> Sequence[Case]:
    def what_if(bands: bool, cold: bool = False) -> Callable[[], Callable[[], object]]:
        def prepare() -> Callable[[], object]:
            from model.projection import project

            baseline, values = sample(), count()
            if cold:
                blocks = tuple(replace(block, state=None) for block in baseline.blocks)
                baseline = replace(baseline, blocks=blocks)
            return lambda: shown(
                project(
                    baseline,
                    [moved(values, DATABASE, "CDATAMAXS", 8000.0)],
                    bands=bands,
                    live=not cold,
                )
            )

        return prepare

    def many() -> Callable[[], object]:
        from model.projection import project

        baseline, values = sample(), count()

        def run() -> object:
            scenarios = [moved(values, DATABASE, "CDATAMAXS", 8000.0) for _ in range(SCENARIOS)]
            found = project(baseline, scenarios, bands=False)
            works = (one.workload(DATABASE) for one in found)
            return [None if work is None else work.metrics["etr_per_s"].value for work in works]

        return run

    def large_what_if(machines: int, partitions: int) -> Callable[[], object]:
        from model.projection import build_baseline, project
        from model.topology.growth import GROWTH

        baseline, values = build_baseline(large(machines, partitions)), count()
        return lambda: shown(
            project(baseline, [moved(values, "SYS00C0", GROWTH.name, 1.0)], bands=False, live=True)
        )

    def full() -> Callable[[], object]:
        from model.projection import build_baseline, project
        from model.topology import Scenario, SetSetting
        from model.topology.growth import GROWTH

        baseline, values = build_baseline(just_full()), count()

        def run() -> object:
            more = GROWN_PCT + 1e-3 * next(values)
            grown = (SetSetting(one.anchor, GROWTH.name, more) for one in baseline.anchors)
            return shown(project(baseline, [Scenario("more", tuple(grown))], live=True))

        return run

    base = "installation: what-if on the sample engagement"
    return [
        Case(base, what_if(False), bar_s=0.005),
        Case("installation: the same with its band", what_if(True), bar_s=0.015,
             at_most=(4.0, base)),
        Case("installation: the same, cold", what_if(False, cold=True), bar_s=0.02,
             at_most=(3.0, base)),
        Case("installation: 1,000 scenarios", many, repeats=3, bar_s=1.0,
             at_most=(500.0, base)),
        *(
            Case(f"installation: what-if of {machines * partitions} partitions",
                 partial(large_what_if, machines, partitions), bar_s=0.05, at_most=(20.0, base))
            for machines, partitions in SIZES
        ),
        Case("installation: three levels on CPs that are just full, with its band", full,
             repeats=3, bar_s=1.0, at_most=(150.0, base)),
    ]  # fmt: skip
