"""The published effect of paging on response time (003, figure 4-1) from its conditions."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

from model.contract.evaluation import Conditions, ConditionSpec, FloatArray
from model.language import say
from model.subsystems.cics.fit import PAGING_POINTS
from model.subsystems.common import Answer, ProductPredictor, conditions_of, published_points

CONDITIONS = conditions_of(
    ConditionSpec(
        "page_ins_per_s",
        "number",
        "page-ins per second of the regions",
        "1/s",
        0.0,
        1e6,
        required=True,
        source="003, figure 4-1",
    ),
)


def respond(condition: Conditions, constants: Mapping[str, FloatArray]) -> Answer:
    """A line through the two reports; how far a power law through them departs is its scatter."""
    rate = float(condition["page_ins_per_s"])
    response = constants["response_unpaged_ms"] + constants["response_ms_per_page_in"] * rate
    answer = Answer(metrics={"response_ms": response})
    ends = [published_points()[name] for name in PAGING_POINTS]
    rates = [float(point["conditions"]["page_ins_per_s"]) for point in ends]
    values = [float(point["results"]["response_ms"]) for point in ends]
    other = 0.0
    if rate > 0.0:
        exponent = math.log(values[0] / values[1]) / math.log(rates[0] / rates[1])
        power = values[1] * (rate / rates[1]) ** exponent
        other = abs(math.log(power / float(np.asarray(response).flat[0])))
    answer.residual_sd["response_ms"] = min(0.5, math.hypot(0.05, other)) if rate else 0.5
    if not min(rates) <= rate <= max(rates):
        answer.extrapolated.append(
            say(
                "{rate:,g} page-ins/s where {rates:,g} to {rates2:,g} were measured",
                rate=rate,
                rates=min(rates),
                rates2=max(rates),
            )
        )
    return answer


PREDICTOR = ProductPredictor(
    products=frozenset({"CICS z/OS"}),
    conditions=CONDITIONS,
    metrics=("response_ms",),
    fitted="cics",
    respond=respond,
)
