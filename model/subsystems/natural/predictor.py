"""Published Natural runs from their conditions."""

from __future__ import annotations

import math
from collections.abc import Mapping

from model.contract.evaluation import Conditions, ConditionSpec, FloatArray
from model.language import say
from model.subsystems.common import Answer, ProductPredictor, conditions_of
from model.subsystems.natural.switches import OPEN_CLOSE

CASE_CLASS = {
    "multi-fetch": "database",
    "sort": "sort",
    "print cache": "file",
    "work file cache": "file",
}
LINES_PER_BUFFER = 1_000.0
FETCH_FACTOR = 8.0
MOST_RECORDS = 100_000.0
FILE_SWITCH_SPREAD, FILE_RECORD_SPREAD = 0.10, 0.30
"""Relative standard deviations for work files, which document 000 calls similar to print files:
switches are alike, what a record costs beside them depends on the statement."""

CONDITIONS = conditions_of(
    ConditionSpec(
        "case",
        "choice",
        "which kind of request is tuned",
        choices=tuple(CASE_CLASS),
        required=True,
        source="000",
    ),
    ConditionSpec(
        "tuned",
        "boolean",
        "with multi-fetch, internal sort or cache",
        required=True,
        source="000",
    ),
    ConditionSpec(
        "records",
        "number",
        "records read or lines written",
        "records",
        1,
        1e12,
        required=True,
        source="000",
    ),
    ConditionSpec(
        "srb_switches", "number", "switches into SRB mode", "switches", 0, 1e13, source="000"
    ),
)


def switches_of(case: str, tuned: bool, records: float, sort_switches: float) -> float:
    """Switches that the case makes when they are not given (factors as in document 000)."""
    if case == "multi-fetch":
        return records / FETCH_FACTOR if tuned else records
    if case == "sort":
        return records + OPEN_CLOSE if tuned else records * (1.0 + sort_switches)
    return max(1.0, records / LINES_PER_BUFFER) if tuned else records + OPEN_CLOSE


def respond(condition: Conditions, constants: Mapping[str, FloatArray]) -> Answer:
    """Enclave CPU: records at their own cost plus switches at theirs."""
    kind = CASE_CLASS[condition["case"]]
    records = float(condition["records"])
    switches = condition.get("srb_switches")
    if switches is None:
        switches = switches_of(
            condition["case"], condition["tuned"], records, float(constants["sort_switches"][0])
        )
    cpu_ms = (
        records * constants[f"record_us.{kind}"] + float(switches) * constants[f"switch_us.{kind}"]
    ) / 1e3
    answer = Answer(metrics={"enclave_cpu_ms": cpu_ms, "srb_switches": float(switches)})
    answer.residual_sd["enclave_cpu_ms"] = 0.03
    if condition["case"] == "work file cache":
        own = float((records * constants[f"record_us.{kind}"] / 1e3 / cpu_ms)[0])
        answer.residual_sd["enclave_cpu_ms"] = math.hypot(
            FILE_SWITCH_SPREAD, FILE_RECORD_SPREAD * own
        )
        answer.reasons.append("costs are those of print files, which document 000 calls similar")
    if records > MOST_RECORDS:
        answer.extrapolated.append(
            say(
                "{records:,.0f} records where at most {most_records:,.0f} were measured",
                records=records,
                most_records=MOST_RECORDS,
            )
        )
        answer.residual_sd["enclave_cpu_ms"] += 0.05
    return answer


PREDICTOR = ProductPredictor(
    products=frozenset({"Natural zIIP"}),
    conditions=CONDITIONS,
    metrics=("enclave_cpu_ms", "srb_switches"),
    fitted="natural",
    respond=respond,
)
