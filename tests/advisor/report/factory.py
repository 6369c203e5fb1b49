"""An engagement made by hand: every part of the report has something to show."""

from __future__ import annotations

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
from advisor.observations import FileReading, Interval, Observation, Problem, Question
from model.projection import Baseline, Estimate, Projection, ResourceUse, WorkloadProjection
from model.topology import (
    Component,
    Link,
    Measured,
    Origin,
    Scenario,
    SetSetting,
    Setting,
    Topology,
)

FILE = "prod.rmf.SYSA.txt"
LINE = "  SYSA     ACMEJOB1 PROD.ADABAS.DB010.ASSO   etr 213,000"


def estimate(value: float, unit: str, spread: float = 0.05) -> Estimate:
    return Estimate(value, value * (1 - spread), value * (1 + spread), unit, "model", ("draws",))


def topology(names: dict[str, str] | None = None) -> Topology:
    named = {"machine": "ZECPROD", "system": "SYSA", "nucleus": "10-1", **(names or {})}
    origin = Origin("report", FILE, 3, LINE)
    components = [
        Component("cpc:M", "cpc", named["machine"]),
        Component("lpar:A", "lpar", named["system"], "cpc:M", {"CPS": Setting(16, origin)}),
        Component(
            "adabas_database:10",
            "adabas_database",
            "10",
            None,
            {"USERS": Setting(3000, origin)},
            {"etr_per_s": Measured(213_000.0, "commands/s", origin)},
        ),
        Component("adabas_nucleus:10-1", "adabas_nucleus", named["nucleus"], "lpar:A"),
        Component("dasd:BOX", "dasd", "BOX"),
    ]
    links = (Link("member", "adabas_nucleus:10-1", "adabas_database:10"),)
    return Topology({c.id: c for c in components}, links)


def finding(number: int = 1, **changes: object) -> Finding:
    values: dict[str, object] = {
        "id": f"ADA-017@{number}",
        "rule": "ADA-017",
        "title": f"Turn zHPF on, case {number}",
        "subsystem": "Adabas",
        "component": "adabas_database:10",
        "severity": "high",
        "explanation": "Reads wait for channels; the shorter protocol carries more of them.",
        "changes": (SetSetting("adabas_database:10", "ZHPF", True),),
        "change_texts": (
            ChangeText("adabas_database:10", "ZHPF", False, True, "IECIOSxx: ZHPF=YES"),
        ),
        "evidence": (Evidence(FILE, 3, LINE, "etr_per_s", 213_000.0, "commands/s"),),
        "sources": (Source("001, Table 7", "ETR +35 %", "8 nuclei", "12 nuclei here"),),
        "projection": (
            Effect("etr_per_s", "commands/s", 213_000.0, estimate(288_000.0, "commands/s")),
            Effect("response_ms", "ms", 14.1, estimate(10.4, "ms")),
        ),
        "risk": Risk("low"),
        "effort": "dynamic",
        "prerequisites": "DASD with the feature",
        "verify": "D IOS,ZHPF",
        "back_out": "SETIOS ZHPF=NO",
        "caveats": ("WORK and PLOG writes rise",),
    }
    values.update(changes)
    return Finding(**values)  # type: ignore[arg-type]


def engagement(
    findings: tuple[Finding, ...] = (finding(),),
    name: str = "Acme Insurance",
    names: dict[str, str] | None = None,
) -> Engagement:
    shape = topology(names)
    as_is = Projection(
        Scenario("As-is"),
        (
            WorkloadProjection(
                "adabas_database:10",
                "Adabas",
                {
                    "etr_per_s": estimate(212_345.6, "commands/s"),
                    "itr_per_cpu_s": estimate(33_896.0, "commands/CPU s", 0.02),
                    "cpu_s_per_s": estimate(6.3, "CPU s/s"),
                },
            ),
        ),
        (
            ResourceUse("dasd:BOX", "DASD", 0.96, 0.93, 0.99),
            ResourceUse("lpar:A", "CPs", 0.44, 0.43, 0.45),
        ),
        "dasd:BOX",
        True,
    )
    first = findings[0]
    plan = Plan(
        "etr",
        tuple(f.id for f in findings[:1]),
        (PlanStep(first.id, first.projection, 35.2),),
        first.projection,
        (Interaction((first.id,), "etr_per_s", 18.0, (11.0, 12.0), "together +18 %"),),
        (),
        {"X-1": "lowers the throughput"},
        ("DASD",),
    )
    observation = Observation(
        "lpar:A", "cp_busy_pct", 44.0, "%", FILE, 3, LINE, "44.0", Interval(duration_s=900)
    )
    reading = FileReading(
        FILE, "0" * 64, 1234, "utf-8", "text", ("rmf-cpu",), (observation,), 20, ((7, 9), (12, 12))
    )
    installation = Installation(
        shape,
        (observation,),
        (Question("lpar:A", "setting.WEIGHT", "Which weight has SYSA?", "RMF partition data"),),
        (Problem(FILE, 7, "the table ends in mid-row; send the whole report"),),
        ("BOX is taken to be the only DASD",),
    )
    outcomes = (
        RuleOutcome("MQ-004", "in order", "no pool is larger than it needs"),
        RuleOutcome("DB2-001", "cannot tell", "no buffer pool report", "DISPLAY BUFFERPOOL"),
    )
    return Engagement(
        name,
        (reading,),
        installation,
        Baseline(shape, ()),
        as_is,
        findings,
        outcomes,
        plan,
        Options(),
    )
