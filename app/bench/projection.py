"""Projections: a what-if on a 2-system, 31-nucleus Adabas cluster, with and without a band.

The cluster is the published one (001, section 4.1, 31 nuclei with zHPF), calibrated to its own
figures; every timed projection goes from changed settings through conditions, network and fixed
points to metrics and utilizations.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from app.bench import Case

if TYPE_CHECKING:
    from model.projection import Baseline
    from model.topology import Scenario, Topology

NUCLEI = 31
SCENARIOS = 1000


def cluster() -> Topology:
    """Two systems of 16 CPs, 31 Cluster Services nuclei, 80 volumes."""
    from model.topology import Component, Link, Measured, Setting, Topology

    def settings(**values: float | str | bool) -> dict[str, Setting]:
        return {name: Setting(value) for name, value in values.items()}

    components = [
        Component(
            f"lpar:{name}", "lpar", name, None, settings(CPS=16, REAL_STORAGE_GB=128, ZHPF=True)
        )
        for name in ("SYSA", "SYSB")
    ]
    components.append(Component("dasd:D", "dasd", "D", None, settings(VOLUMES=80)))
    components.append(
        Component(
            "adabas_database:10",
            "adabas_database",
            "10",
            None,
            settings(
                PRODUCT="ALS",
                NUCLEI=NUCLEI,
                USERS=3000,
                UPDATE_SHARE=0.052,
                COMMIT_SHARE=0.059,
                ZHPF=True,
                CASSOMAXS=800,
                CDATAMAXS=6000,
                CLUCACHEEXTRA=148_000,
                LARGEPAGE=True,
            ),
            {
                "etr_per_s": Measured(337_731, "1/s"),
                "itr_per_cpu_s": Measured(29_237, "1/CPU s"),
                "reads_per_s": Measured(145_315, "1/s"),
                "buffer_efficiency": Measured(10.7, ""),
            },
        )
    )
    links = [Link("uses", "adabas_database:10", "dasd:D")]
    for number in range(NUCLEI):
        nucleus = f"adabas_nucleus:10-{number}"
        host = "lpar:SYSA" if number % 2 else "lpar:SYSB"
        components.append(
            Component(
                nucleus,
                "adabas_nucleus",
                f"10-{number}",
                host,
                settings(LBP=100, NT=80, LFIOP=500, FMXIO=16),
            )
        )
        links.append(Link("member", nucleus, "adabas_database:10"))
    return Topology({component.id: component for component in components}, tuple(links))


def prepared() -> Baseline:
    """The calibrated cluster."""
    from model.projection import build_baseline

    return build_baseline(cluster())


def what_if(cache_mb: float) -> Scenario:
    """Another cache size and zHPF off."""
    from model.topology import Scenario, SetSetting

    return Scenario(
        f"{cache_mb:g} MB",
        (
            SetSetting("adabas_database:10", "CDATAMAXS", cache_mb),
            SetSetting("adabas_database:10", "ZHPF", False),
        ),
    )


def cases() -> Sequence[Case]:
    def one(bands: bool) -> Callable[[], Callable[[], object]]:
        def prepare() -> Callable[[], object]:
            from model.projection import project

            baseline = prepared()
            scenario = [what_if(7000.0)]
            return lambda: project(baseline, scenario, bands=bands, live=True)

        return prepare

    def many() -> Callable[[], object]:
        from model.projection import project

        baseline = prepared()
        scenarios = [what_if(2000.0 + 5.0 * number) for number in range(SCENARIOS)]
        return lambda: project(baseline, scenarios, bands=False)

    return [
        Case("projection: 31-nucleus cluster, no band", one(False), bar_s=0.005),
        Case(
            "projection: 31-nucleus cluster, 64 draws",
            one(True),
            bar_s=0.06,
            at_most=(12.0, "projection: 31-nucleus cluster, no band"),
        ),
        Case(
            "projection: 1,000 scenarios, no bands",
            many,
            repeats=3,
            bar_s=1.5,
            at_most=(400.0, "projection: 31-nucleus cluster, no band"),
        ),
    ]
