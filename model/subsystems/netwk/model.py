"""Conditions of a Net-Work connection to throughput, CPU and response time."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Final

import numpy as np

from model.contract.evaluation import (
    ConditionError,
    Conditions,
    ConditionSpec,
    ConstantDraws,
    Evaluation,
    FloatArray,
    check_conditions,
)
from model.language import Quoted, say
from model.queueing import ClosedBatch, solve_closed_batch
from model.subsystems.adabas.limits import MAX_THREADS, MAX_THREADS_SOURCE
from model.subsystems.netwk.drivers import (
    BLOCK_DRIVERS,
    DRIVERS,
    LARGE_BLOCK_CPU,
    LARGE_BLOCK_KB,
    LARGE_BLOCK_SERIAL,
    REFERENCE_BLOCK_KB,
    block_factor,
)

PRODUCT: Final = "single+Net-Work"
_SEED: Final = 20121112
RUN_SD: Final = 0.003
"""Relative scatter of repeated runs: F5 and F6 differ by 0.3 % (001, Table 12)."""
_RESIDUAL_SD: Final = 0.006
_UNMEASURED_SD: Final = 0.05


_ADABAS = "of the Adabas nucleus behind the link; it was not the limit in the published runs"
_SPECS: tuple[ConditionSpec, ...] = (
    ConditionSpec("product", "choice", "which product", choices=(PRODUCT,), required=True),
    ConditionSpec(
        "workload",
        "choice",
        "the published test application, or steady operation",
        choices=("update-std", "steady"),
    ),
    ConditionSpec("line_driver", "choice", "line driver", choices=tuple(DRIVERS), required=True),
    ConditionSpec(
        "users", "number", "parallel users behind the link", minimum=1, maximum=1e7, required=True
    ),
    ConditionSpec(
        "block_kb", "number", "send and receive block size", unit="KB", minimum=1, maximum=60
    ),
    ConditionSpec("block_count", "integer", "send and receive blocks", minimum=1, maximum=256),
    ConditionSpec(
        "think_time_s",
        "number",
        "pause of a user between commands",
        unit="s",
        minimum=0,
        maximum=86_400,
    ),
    ConditionSpec("nuclei", "integer", "nuclei; this model knows one", minimum=1, maximum=1),
    ConditionSpec("zhpf", "boolean", f"zHPF {_ADABAS}"),
    ConditionSpec(
        "threads_per_nucleus",
        "integer",
        f"ADARUN NT {_ADABAS}",
        minimum=1,
        maximum=MAX_THREADS,
        source=MAX_THREADS_SOURCE,
    ),
    ConditionSpec("txg_jobs", "integer", "load generator jobs", minimum=1, maximum=1000),
    ConditionSpec("lpars", "integer", "systems that the link joins", minimum=1, maximum=2),
    ConditionSpec("cps_total", "number", "CPs of both systems", minimum=0.1, maximum=4000),
    ConditionSpec(
        "cp_speed", "number", "speed of a CP relative to a zEC12's", minimum=0.01, maximum=20
    ),
    ConditionSpec("lbp_mb", "number", f"ADARUN LBP {_ADABAS}", minimum=0.1, maximum=2048),
    ConditionSpec("lfiop_mb", "number", f"ADARUN LFIOP {_ADABAS}", minimum=0, maximum=2048),
    ConditionSpec("fmxio", "integer", f"ADARUN FMXIO {_ADABAS}", minimum=1, maximum=60),
    ConditionSpec(
        "page_type",
        "choice",
        say("page frames {adabas}", adabas=_ADABAS),
        choices=("4K pageable", "1M pageable", "1M fixed", "2G fixed", "LARGEPAGE=YES"),
    ),
    ConditionSpec(
        "nplogbuffers_nwork1buffers",
        "number",
        say("log buffers {adabas}", adabas=_ADABAS),
        minimum=1,
        maximum=1000,
    ),
    ConditionSpec(
        "mix",
        "mapping",
        say("mix of commands {adabas}", adabas=_ADABAS),
        minimum=0,
        maximum=1,
        choices=("update_insert", "commit"),
    ),
)
SCHEMA: Final = MappingProxyType({spec.name: spec for spec in _SPECS})


def draws(
    count: int, link: float = 1.0, cpu: float = 1.0, sd: float = RUN_SD, cpu_drift_sd: float = 0.0
) -> ConstantDraws:
    """Factors on the drivers' measured figures: row 0 central, then `count` draws.

    cpu_drift_sd: what CPU may have moved since it was measured (of the logarithm).
    """
    scores = np.zeros((count + 1, 2))
    scores[1:] = np.random.default_rng(_SEED).standard_normal((count, 2))
    sds = np.array([sd, np.hypot(sd, cpu_drift_sd)])
    return ConstantDraws(("link", "cpu"), np.array([link, cpu]) * np.exp(sds * scores))


def check(conditions: Conditions) -> None:
    """Refuse unknown or contradictory conditions with one sentence (ConditionError)."""
    check_conditions(SCHEMA, conditions)
    driver = conditions["line_driver"]
    if driver not in BLOCK_DRIVERS:
        for name in ("block_kb", "block_count"):
            if name in conditions:
                raise ConditionError(
                    say(
                        "condition {name} belongs to the CTCA and FCTC drivers; {driver} "
                        "was measured as it came (001, section 4.7)",
                        name=Quoted(repr(name)),
                        driver=driver,
                    )
                )


def evaluate(conditions: Sequence[Conditions], used: ConstantDraws | None = None) -> Evaluation:
    """All metrics of V connections under D draws; raises ConditionError."""
    for one in conditions:
        check(one)
    factors = draws(0) if used is None else used
    serial = np.array([_serial_s(one) for one in conditions])[:, None] * factors.column("link")
    cpu = np.array([_cpu_s(one) for one in conditions])[:, None] * factors.column("cpu")
    shape = (len(conditions), factors.count)
    users = _per_condition(conditions, "users", 1.0, shape)
    think = _per_condition(conditions, "think_time_s", 0.0, shape)
    # Half of the CPU is spent at either end, in turn; only the link serves one command at a time.
    demands = np.stack([serial, cpu], axis=-1).reshape(-1, 1, 2)
    solution = solve_closed_batch(
        ClosedBatch(
            demands,
            users.reshape(-1, 1),
            think.reshape(-1, 1),
            servers=np.array([1.0, np.inf]),
        )
    )
    etr = solution.throughput.reshape(shape)
    metrics = {
        "etr_per_s": etr,
        "network_itr_per_cpu_s": 1.0 / cpu,
        "response_ms": 1e3 * np.maximum(users / etr - think, 0.0),
        "cpu_s_per_s": etr * cpu,
        "link_busy_pct": 100.0 * etr * serial,
    }
    extrapolated = tuple(_extrapolations(one) for one in conditions)
    spread = np.array([_RESIDUAL_SD if not said else _UNMEASURED_SD for said in extrapolated])
    return Evaluation(
        metrics=metrics,
        residual_sd=dict.fromkeys(metrics, spread),
        extrapolated=extrapolated,
        converged=np.repeat(solution.converged.reshape(shape), 1, axis=1),
        utilization={"link": np.minimum(1.0, etr * serial)},
        breakdown_s={
            "link": solution.residence[:, 0, 0].reshape(shape),
            "Net-Work CPU": solution.residence[:, 0, 1].reshape(shape),
        },
        reasons=tuple(() for _ in conditions),
    )


def _serial_s(conditions: Conditions) -> float:
    driver = DRIVERS[conditions["line_driver"]]
    factor = block_factor(conditions.get("block_kb", REFERENCE_BLOCK_KB), LARGE_BLOCK_SERIAL)
    return driver.serial_us * factor * 1e-6 / float(conditions.get("cp_speed", 1.0))


def _cpu_s(conditions: Conditions) -> float:
    driver = DRIVERS[conditions["line_driver"]]
    factor = block_factor(conditions.get("block_kb", REFERENCE_BLOCK_KB), LARGE_BLOCK_CPU)
    return driver.cpu_us * factor * 1e-6 / float(conditions.get("cp_speed", 1.0))


def _per_condition(
    conditions: Sequence[Conditions], name: str, default: float, shape: tuple[int, int]
) -> FloatArray:
    values = np.array([float(one.get(name, default)) for one in conditions])
    return np.broadcast_to(values[:, None], shape)


def _extrapolations(conditions: Conditions) -> tuple[str, ...]:
    said: list[str] = []
    block_kb = conditions.get("block_kb", REFERENCE_BLOCK_KB)
    if not REFERENCE_BLOCK_KB <= block_kb <= LARGE_BLOCK_KB:
        said.append(
            say("blocks of {block_kb:,g} KB; measured were 32 and 60 KB", block_kb=block_kb)
        )
    elif block_kb != REFERENCE_BLOCK_KB and conditions["line_driver"] != "FCTC 6.3 SP1":
        said.append("block sizes were varied with the FCTC 6.3 SP1 driver alone")
    if conditions.get("cp_speed", 1.0) != 1.0:
        said.append("another processor than the zEC12 that was measured")
    if conditions.get("think_time_s", 0.0) > 0:
        said.append("users who pause; the published users never did")
    if not 300 <= conditions["users"] <= 3000:
        said.append(
            say("{conditions:,.0f} users; measured were 600", conditions=conditions["users"])
        )
    return tuple(said)
