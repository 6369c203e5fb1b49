"""Installations far from those measured: finite, conserving, converging answers, or a refusal."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from model.subsystems.adabas import evaluate


def installation(draw: np.random.Generator) -> dict[str, Any]:
    product = ("single", "ALS", "ASM")[draw.integers(3)]
    nuclei = 1 if product == "single" else int(draw.integers(1, 32))
    systems = min(nuclei, int(draw.integers(1, 5))) if product == "ALS" else 1
    cps = float(draw.choice([0.5, 1, 2, 4, 8, 16, 36])) * systems
    users = float(int(10 ** draw.uniform(0.5, 5)))
    found: dict[str, Any] = {
        "product": product,
        "nuclei": nuclei,
        "lpars": systems,
        "zhpf": bool(draw.integers(2)),
        "users": users,
        "threads_per_nucleus": min(int(draw.choice([1, 5, 20, 80])), int(users)),
        "cps_total": cps,
        "lbp_mb": float(10 ** draw.uniform(0, 3.2)),
        "mix": {
            "update_insert": float(draw.uniform(0, 0.4)),
            "commit": float(draw.uniform(0, 0.3)),
        },
        "workload": str(draw.choice(["steady", "update-std", "read-only"])),
        "dasd_volumes": float(int(10 ** draw.uniform(0, 3))),
    }
    if product == "ASM":
        found["cache_gb"] = float(10 ** draw.uniform(-1, 2.5))
        found["real_storage_gb"] = float(10 ** draw.uniform(1, 2.7))
        found["page_device"] = str(draw.choice(["flash", "disk"]))
    if draw.random() < 0.4:
        found["think_time_s"] = float(10 ** draw.uniform(-4, 1))
    if draw.random() < 0.3:
        found["background_cp_busy"] = float(draw.uniform(0, cps))
    if draw.random() < 0.3:
        found["background_io_per_s"] = float(10 ** draw.uniform(1, 5))
    if draw.random() < 0.2:
        found["cp_speed"] = float(10 ** draw.uniform(-1, 0.6))
    return found


@pytest.mark.thorough
def test_answers_anywhere_are_finite_conserving_and_converged() -> None:
    generator = np.random.default_rng(20121101)
    many = [installation(generator) for _ in range(600)]
    found = evaluate(many)
    for name, values in found.metrics.items():
        assert np.isfinite(values).all(), name
        assert (values >= 0).all(), name
    # Settled to 1e-7 of 1 + y, y up to some tens: what is full is full to about 1e-6.
    for name, values in found.utilization.items():
        assert (values <= 1.0 + 1e-5).all(), name
    assert found.converged.mean() >= 0.995
    assert found.metrics["nucleus_busy_pct"].max() < 108.0
    users = np.array([one["users"] for one in many])
    think = np.array([one.get("think_time_s", 0.0) for one in many])
    response_s = found.metrics["response_ms"][:, 0] / 1e3
    inside = found.metrics["etr_per_s"][:, 0] * (response_s + think)
    assert np.allclose(inside, users, rtol=0.02)
