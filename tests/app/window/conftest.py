"""A small installation with its own catalogue, and stand-ins of the services' shape.

The stand-ins compute: throughput rises with the nuclei and their threads until the disks are full,
so that gestures and pages have figures that move. No model of the product is involved.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from advisor.engagement import Engagement, Installation, Options
from advisor.findings import (
    ChangeText,
    Effect,
    Evidence,
    Finding,
    Interaction,
    Plan,
    PlanStep,
    Risk,
    RuleOutcome,
    Source,
)
from advisor.observations import FileReading, Observation, Problem, Question
from model.projection import (
    Baseline,
    CalibrationRow,
    Estimate,
    Projection,
    ResourceUse,
    WorkloadProjection,
)
from model.projection.baseline import AnchorBaseline
from model.topology import (
    Catalogue,
    Component,
    ComponentKind,
    Link,
    Measured,
    Origin,
    Scenario,
    SetSetting,
    Setting,
    SettingSpec,
    Topology,
    apply_changes,
)
from model.topology.growth import GROWTH

# What is waited for is there in an instant, on a busy machine in some seconds: only a fault lasts.
for _wait in (QtBot.waitUntil, QtBot.waitSignal, QtBot.waitSignals, QtBot.waitExposed):
    _wait.__kwdefaults__["timeout"] = 60_000

LINE = Origin("report", "ADARUN.txt", 12, "ADARUN LBP=100M,NT=20")
DATABASE = "adabas_database:10"


def make_catalogue() -> Catalogue:
    """Kinds enough for every gesture: containers, links, counts, all value types."""
    number = SettingSpec
    return Catalogue(
        [
            ComponentKind(
                "cpc",
                "CPC",
                "hardware",
                (None,),
                (number("CPS", "integer", "Central processors", minimum=1, maximum=200),),
            ),
            ComponentKind(
                "lpar",
                "LPAR",
                "hardware",
                (None, "cpc"),
                (
                    number(
                        "CPS",
                        "integer",
                        "Logical CPs",
                        minimum=1,
                        maximum=64,
                        soft_maximum=32,
                        group="Processors",
                    ),
                    number(
                        "WEIGHT",
                        "integer",
                        "Share of the CPC",
                        minimum=1,
                        maximum=999,
                        group="Processors",
                        dynamic=True,
                    ),
                    number("ZHPF", "flag", "High Performance FICON", default=False, group="I/O"),
                    number(
                        "PAGE_DEVICE",
                        "choice",
                        "Where pages go",
                        default="disk",
                        choices=("none", "flash", "disk"),
                        group="Storage",
                    ),
                ),
            ),
            ComponentKind(
                "dasd",
                "DASD subsystem",
                "hardware",
                (None,),
                (number("VOLUMES", "integer", "Volumes", minimum=1),),
            ),
            ComponentKind("cf", "Coupling facility", "hardware", (None,)),
            ComponentKind(
                "cf_structure",
                "CF structure",
                "hardware",
                ("cf",),
                (number("SIZE_MB", "number", "Size", unit="MB", minimum=1),),
            ),
            ComponentKind(
                "adabas_database",
                "Adabas database",
                "adabas",
                (None,),
                (
                    number("NUCLEI", "integer", "Nuclei", minimum=1, maximum=32, group="Cluster"),
                    number(
                        "USERS",
                        "integer",
                        "Users",
                        minimum=0,
                        soft_maximum=20000,
                        group="Load",
                        population=True,
                    ),
                    number("NOTE", "text", "Remark", group="Load"),
                ),
                links={"uses": ("dasd",), "coupled": ("cf_structure",)},
                counts={"NUCLEI": "adabas_nucleus"},
            ),
            ComponentKind(
                "adabas_nucleus",
                "Adabas nucleus",
                "adabas",
                ("lpar",),
                (
                    number(
                        "LBP",
                        "number",
                        "Buffer pool",
                        unit="MB",
                        minimum=1,
                        maximum=16384,
                        soft_maximum=800,
                        group="Buffer pool",
                        source="ADARUN manual",
                    ),
                    number(
                        "NT",
                        "integer",
                        "Threads",
                        default=20,
                        minimum=1,
                        maximum=250,
                        group="Threads",
                    ),
                ),
                links={"member": ("adabas_database",)},
            ),
            ComponentKind(
                "cics_region",
                "CICS region",
                "cics",
                ("lpar",),
                (number("MXT", "integer", "Task limit", minimum=1, maximum=2000), GROWTH),
                links={"mro": ("cics_region",)},
            ),
            ComponentKind("mq_manager", "Queue manager", "mq", ("lpar",)),
            ComponentKind("natural_session", "Natural session", "natural", ("lpar",)),
            ComponentKind("ims_system", "IMS system", "ims", ("lpar",)),
            ComponentKind(
                "vsam_file",
                "VSAM file",
                "vsam",
                ("cics_region",),
                (number("STRINGS", "integer", "Strings", minimum=1, maximum=255),),
            ),
        ]
    )


def make_topology(lpars: int = 2, nuclei: int = 6, regions: int = 1) -> Topology:
    """CPC, LPARs with nuclei and CICS regions, a database, disks and a coupling facility."""
    made = [
        Component("cpc:Z1", "cpc", "Z1", None, {"CPS": Setting(32, LINE)}),
        Component("dasd:DS8K", "dasd", "DS8K", None, {"VOLUMES": Setting(80, LINE)}),
        Component("cf:CF01", "cf", "CF01"),
        Component(
            "cf_structure:LOCK",
            "cf_structure",
            "LOCK",
            "cf:CF01",
            {"SIZE_MB": Setting(128.0, LINE)},
        ),
        Component(
            DATABASE,
            "adabas_database",
            "10",
            None,
            {"NUCLEI": Setting(nuclei, LINE), "USERS": Setting(2000, LINE)},
        ),
    ]
    links = [Link("uses", DATABASE, "dasd:DS8K"), Link("coupled", DATABASE, "cf_structure:LOCK")]
    for n in range(lpars):
        name = f"SYS{chr(65 + n)}"
        made.append(
            Component(
                f"lpar:{name}",
                "lpar",
                name,
                "cpc:Z1",
                {
                    "CPS": Setting(16, LINE),
                    "WEIGHT": Setting(500, LINE),
                    "ZHPF": Setting(False, LINE),
                    "PAGE_DEVICE": Setting("disk", LINE),
                },
                {"cp_busy_pct": Measured(44.0, "%", LINE)},
            )
        )
        for r in range(regions):
            region = f"cics_region:{name}R{r}"
            made.append(
                Component(
                    region,
                    "cics_region",
                    f"{name}R{r}",
                    f"lpar:{name}",
                    {"MXT": Setting(120, LINE)},
                )
            )
            made.append(
                Component(
                    f"vsam_file:{name}R{r}/CUST",
                    "vsam_file",
                    "CUST",
                    region,
                    {"STRINGS": Setting(5, LINE)},
                )
            )
    for n in range(nuclei):
        parent = f"lpar:SYS{chr(65 + n % lpars)}"
        nucleus = Component(
            f"adabas_nucleus:10-{n + 1}",
            "adabas_nucleus",
            f"10-{n + 1}",
            parent,
            {
                "LBP": Setting(100.0, LINE),
                "NT": Setting(20, LINE),
            },
            {"cp_busy_pct": Measured(61.0, "%", LINE)},
        )
        made.append(nucleus)
        links.append(Link("member", nucleus.id, DATABASE))
    return Topology({c.id: c for c in made}, tuple(links))


def figures_of(topology: Topology) -> dict[str, float]:
    """Throughput limited by nuclei and disks; smooth in every setting."""
    nuclei = topology.of_kind("adabas_nucleus")
    threads = sum(min((n.number("NT") or 20.0), 80.0) for n in nuclei)
    pool = sum((n.number("LBP") or 1.0) for n in nuclei) / max(len(nuclei), 1)
    zhpf = any(x.value("ZHPF") is True for x in topology.of_kind("lpar"))
    demand = 260.0 * threads
    reads_each = 0.5 * 100.0 / max(pool, 1.0)
    capacity = (146_000.0 if zhpf else 80_000.0) / max(reads_each, 0.01)
    etr = 1.0 / (1.0 / max(demand, 1.0) ** 4 + 1.0 / capacity**4) ** 0.25
    return {
        "etr": etr,
        "disk": min(etr / capacity, 1.0),
        "nucleus": min(etr / max(demand, 1.0), 1.0),
        "reads": etr * reads_each,
    }


def banded(value: float, unit: str, spread: float) -> Estimate:
    return Estimate(
        value,
        value * (1 - spread),
        value * (1 + spread),
        unit,
        "model",
        ("scatter of the published runs",),
    )


def fake_project(
    baseline: Baseline,
    scenarios: Sequence[Scenario],
    *,
    bands: bool = True,
    live: bool = False,
    cancel: Callable[[], bool] | None = None,
) -> tuple[Projection, ...]:
    """The same shape as model.projection.project."""
    kinds = make_catalogue()
    spread = 0.05 if bands else 0.0
    before = figures_of(baseline.topology)
    found = []
    for scenario in scenarios:
        topology = apply_changes(baseline.topology, scenario.changes, kinds)
        now = figures_of(topology)
        if DATABASE not in topology:
            found.append(Projection(scenario, (), (), None, True))
            continue
        binds = "dasd:DS8K" if now["disk"] >= now["nucleus"] else "adabas_nucleus:10-1"
        metrics = {
            "etr_per_s": banded(now["etr"], "/s", spread),
            "itr_per_cpu_s": banded(31_786.0, "/s", spread),
            "response_ms": banded(2_000.0 / now["etr"] * 1000.0, "ms", spread),
            "cpu_s_per_s": banded(now["etr"] / 31_786.0, "CPs", spread),
            "paging_per_s": banded(0.0, "/s", 0.0),
            "io_per_s": banded(now["reads"], "/s", spread),
        }
        change = (now["etr"] / before["etr"] - 1.0) * 100.0
        work = WorkloadProjection(
            DATABASE,
            "Adabas",
            metrics,
            {"nucleus": 0.004, "disk reads": 0.004 * now["disk"], "log writes": 0.001},
            binds,
            (),
            None,
            {"etr_per_s": Estimate(change, change - 4 * spread, change + 4 * spread, "%")},
        )
        uses = [
            ResourceUse(
                "dasd:DS8K",
                "DS8K",
                now["disk"],
                now["disk"] * 0.95,
                min(1.0, now["disk"] * 1.05),
                f"{now['reads']:,.0f} reads/s",
            ),
        ]
        uses += [
            ResourceUse(c.id, c.name, now["nucleus"], now["nucleus"], now["nucleus"], "one CP")
            for c in topology.of_kind("adabas_nucleus")
        ]
        uses += [
            ResourceUse(c.id, c.name, 0.44, 0.40, 0.48, "7 of 16 CPs")
            for c in topology.of_kind("lpar")
        ]
        present = {c.id for c in topology}
        found.append(
            Projection(
                scenario, (work,), tuple(u for u in uses if u.component in present), binds, True
            )
        )
    return tuple(found)


class FakeCalibration:
    rows = (
        CalibrationRow("etr_per_s", "/s", 30_900.0, 31_150.0),
        CalibrationRow("response_ms", "ms", 64.0, 64.2),
        CalibrationRow("reads_per_s", "/s", 15_400.0, 15_600.0),
    )
    factors = {"CPU per command": 1.04}  # noqa: RUF012
    refused = None

    def draws(self, count: int) -> object:
        raise AssertionError("not asked in these tests")


class FakeModel:
    name = "Adabas"
    anchor_kind = "adabas_database"


def make_readings() -> tuple[FileReading, ...]:
    seen = tuple(
        Observation(
            "adabas_nucleus:10-1",
            f"setting.{name}",
            value,
            unit,
            "ADARUN.txt",
            12,
            LINE.text,
            str(value),
        )
        for name, value, unit in (("LBP", 100.0, "MB"), ("NT", 20, ""))
    )
    return (
        FileReading(
            "ADARUN.txt", "0" * 64, 400, "cp1047", "FB80", ("adabas.adarun",), seen, 40, ((30, 34),)
        ),
        FileReading(
            "notes.pdf",
            "1" * 64,
            1200,
            "",
            "",
            (),
            (),
            0,
            (),
            (Problem("notes.pdf", 0, "notes.pdf is a PDF: save it as text."),),
            True,
        ),
    )


def make_findings(topology: Topology, as_is: Projection) -> tuple[Finding, ...]:
    etr = as_is.workloads[0].metrics["etr_per_s"].value

    def finding(
        number: int,
        title: str,
        component: str,
        setting: str,
        old: object,
        new: object,
        gain: float | None,
        severity: str,
    ) -> Finding:
        effects = (
            ()
            if gain is None
            else (Effect("etr_per_s", "/s", etr, banded(etr * (1 + gain / 100), "/s", 0.04)),)
        )
        return Finding(
            f"ADA-{number:03d}:{component}",
            f"ADA-{number:03d}",
            title,
            "Adabas",
            component,
            severity,  # type: ignore[arg-type]
            "The disks are the bottleneck: every read avoided is throughput.",
            (SetSetting(component, setting, new),),  # type: ignore[arg-type]
            (ChangeText(component, setting, old, new, f"ADARUN {setting}={new}"),),  # type: ignore[arg-type]
            (Evidence("ADARUN.txt", 12, LINE.text, setting, old),),  # type: ignore[arg-type]
            (Source("001, Table 7", "+91 %", "8 nuclei, 80 volumes", "6 nuclei here"),),
            effects,
            None if gain is not None else "no report tells how large the pool is",
            Risk("low"),
            "",
            "compare ETR",
            "set it back",
            effort="recycle" if number < 20 else "dynamic",
        )

    return (
        finding(17, "Turn zHPF on", "lpar:SYSA", "ZHPF", False, True, 41.0, "high"),
        finding(
            3, "Enlarge the buffer pool", "adabas_nucleus:10-1", "LBP", 100, 400, 12.0, "medium"
        ),
        finding(21, "More threads", "adabas_nucleus:10-1", "NT", 20, 40, None, "low"),
    )


def make_engagement(
    topology: Topology | None = None,
    options: Options | None = None,
    readings: tuple[FileReading, ...] | None = None,
    name: str = "Customer A",
) -> Engagement:
    topology = topology if topology is not None else make_topology()
    options = options or Options()
    topology = apply_changes(topology, options.edits, make_catalogue())
    model: object = FakeModel()
    baseline = Baseline(
        topology,
        (AnchorBaseline(DATABASE, model, {}, FakeCalibration()),),  # type: ignore[arg-type]
    )
    (as_is,) = fake_project(baseline, [Scenario("As-is")])
    findings = make_findings(topology, as_is) if as_is.workloads else ()
    ids = tuple(f.id for f in findings if f.id not in options.rejected)
    effects = findings[0].projection if findings else ()
    plan = Plan(
        "etr",
        ids[:2],
        tuple(PlanStep(i, effects, gain) for i, gain in zip(ids[:2], (41.0, 47.0), strict=False)),
        effects,
        (
            Interaction(
                ids[:2], "etr_per_s", 47.0, (41.0, 12.0), "Together they gain less than the sum."
            ),
        ),
        left_out={ids[-1]: "it cannot be projected"} if ids else {},
    )
    installation = Installation(
        topology,
        (),
        (Question(DATABASE, "setting.USERS", "How many users work at once?", "TP monitor", 2000),),
        (),
        ("Think time is 0.1 s.",),
    )
    outcomes = (RuleOutcome("ADA-013", "in order", "No paging was measured."),)
    return Engagement(
        name,
        make_readings() if readings is None else readings,
        installation,
        baseline,
        as_is,
        findings,
        outcomes,
        plan,
        options,
    )


class FakeAnalyst:
    """Reads anything as nothing and analyses the fixed installation."""

    def __init__(self, slow_s: float = 0.0) -> None:
        self.slow_s = slow_s
        self.analysed = 0

    def find(self, paths: Sequence[Path]) -> list[tuple[Path, str]]:
        return [
            (p, p.name)
            for path in paths
            for p in (sorted(path.iterdir()) if path.is_dir() else [path])
        ]

    def readable(self, path: Path) -> bool:
        return True

    def read(
        self, path: Path, progress: object, cancel: Callable[[], bool]
    ) -> tuple[FileReading, ...]:
        end = time.monotonic() + self.slow_s
        while time.monotonic() < end and not cancel():
            time.sleep(0.005)
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
        first = make_readings()[0]
        seen = tuple(replace(o, file=path.name) for o in first.observations)
        return (
            replace(
                first,
                file=path.name,
                lines=len(lines),
                observations=seen,
                sha256=f"{hash(path.name) & 0xFFFF:064x}",
            ),
        )

    def analyse(
        self,
        name: str,
        readings: Sequence[FileReading],
        options: Options,
        progress: object,
        cancel: Callable[[], bool],
        early: Callable[[Engagement], None] | None = None,
    ) -> Engagement:
        self.analysed += 1
        end = time.monotonic() + self.slow_s
        while time.monotonic() < end and not cancel():
            time.sleep(0.005)
        topology = make_topology() if readings else Topology()
        return make_engagement(topology, options, tuple(readings), name)


@pytest.fixture
def catalogue() -> Catalogue:
    return make_catalogue()


@pytest.fixture
def new_document(qapp):
    """Makes documents without a session, and ends them afterwards as a session does."""
    from app.window.document import Document

    made: list[Document] = []

    def make(catalogue: Catalogue) -> Document:
        made.append(Document(catalogue))
        return made[-1]

    yield make
    for one in made:
        one.undo_stack.forget()
        one.deleteLater()


@pytest.fixture
def document(new_document, catalogue):
    """A document on the small installation."""
    from app.window.document import State

    made = new_document(catalogue)
    made.load(State(title="Customer A"), make_engagement())
    return made


@pytest.fixture(autouse=True, scope="package")
def garbage() -> Iterator[None]:
    """As in the program: what is not needed any more goes on this thread, never on another."""
    gc.disable()
    yield
    gc.collect()
    gc.freeze()  # some tests took back what was set aside before the first one
    gc.enable()


@pytest.fixture(autouse=True)
def look(request) -> Iterator[None]:
    """English, light, the bundled fonts."""
    if "qapp" in request.fixturenames or "qtbot" in request.fixturenames:
        application = request.getfixturevalue("qapp")
        from app.window.i18n import set_language
        from app.window.i18n.qt_texts import follow_language
        from app.window.theme import theme

        set_language("en")
        follow_language()
        if not application.styleSheet() or (theme().choice, theme().scale) != ("light", 1.0):
            theme().apply("light", 1.0)
    yield
    if QGuiApplication.instance() is not None:
        # Also after a test that failed: what was copied is a Python object, and Qt's own end, which
        # comes after Python's, would destroy it there and crash.
        QGuiApplication.clipboard().clear()
    gc.collect(1)


@pytest.fixture
def session(qapp, catalogue, tmp_path):
    """A session on the small installation with stand-in services; closed afterwards."""
    from app.window.document import State
    from app.window.session import Session

    made = Session(
        catalogue=catalogue, projector=fake_project, analyst=FakeAnalyst(), folder=tmp_path
    )
    made.readings = make_readings()
    made.document.load(State(title="Customer A"), make_engagement())
    yield made
    made.close()


@pytest.fixture
def window(qtbot, session):
    """A window on the small installation, shown at 1280 × 800."""
    from app.window.shell.window import MainWindow

    made = MainWindow(session)
    made.resize(1280, 800)
    made.build()
    made.show_page("topology")
    made.show()
    qtbot.waitExposed(made)
    yield made
    qtbot.wait(1)
    if shiboken6.isValid(made):
        made.close()
    qtbot.wait(1)


# What Qt's offscreen platform says of popups and minimum sizes; it is no fault of ours.
OFFSCREEN_CHATTER = "This plugin does not support"


def pytest_collection_modifyitems(items) -> None:
    """The offscreen platform's remarks are no failure; every other Qt warning is."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.qt_log_ignore(OFFSCREEN_CHATTER))


@pytest.fixture
def kit():
    """Builders for tests that make their own installations."""
    import types

    return types.SimpleNamespace(
        DATABASE=DATABASE,
        FakeAnalyst=FakeAnalyst,
        fake_project=fake_project,
        make_catalogue=make_catalogue,
        make_engagement=make_engagement,
        make_readings=make_readings,
        make_topology=make_topology,
    )
