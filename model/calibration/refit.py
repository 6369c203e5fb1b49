"""Fit all constants anew and store them: ``python -m model.calibration.refit``.

Writes the constants of all products, the table of how well they reproduce the published runs, and
the record of every law. ``resources/calibration/adabas.json`` holds constants with unit, meaning
and 90 % interval, the covariance of their logarithms, the points and text facts they rest on, the
values assumed beside them, the scatter of held-back runs (for bands) and the cross-validation.
Everything is seeded and adds up on one thread, so that the same files result byte for byte.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any, Final

import numpy as np

from model.calibration import crossvalidation
from model.calibration.fit import Fit, fit
from model.calibration.objective import family_points, problem
from model.calibration.published import text_facts
from model.quantiles import NORMAL_QUANTILE_90
from model.subsystems.adabas.constants import ASSUMED, FORMAT, stored
from resources import resource

FURTHER: Final = (
    "model.calibration.pairs",
    "model.subsystems.common.refit",
    "model.calibration.summary",
    "model.calibration.record.stored",
)
"""What is written after the Adabas constants; each reads what was written before it."""
_THREADS: Final = "OPENBLAS_NUM_THREADS"


def document(best: Fit) -> dict[str, Any]:
    """The stored document of a fit, cross-validation included."""
    held = crossvalidation.held_back(crossvalidation.by_point(), best.values)
    nuclei = crossvalidation.held_back(crossvalidation.by_nuclei(), best.values)
    zhpf = crossvalidation.held_back(crossvalidation.by_zhpf(), best.values)
    others = crossvalidation.held_back(
        crossvalidation.by_condition("cache_gb", "page_device", "page_type"), best.values
    )
    spread = np.sqrt(np.diag(best.covariance))
    return {
        "format": FORMAT,
        "source": "001, Adabas Mainframe Stress Tests, tables 1 to 11 and text facts",
        "constants": [
            {
                "name": stated["name"],
                "unit": stated["unit"],
                "meaning": stated["meaning"],
                "value": float(f"{value:.7g}"),
                "low": float(f"{value * np.exp(-NORMAL_QUANTILE_90 * sd):.5g}"),
                "high": float(f"{value * np.exp(NORMAL_QUANTILE_90 * sd):.5g}"),
            }
            for stated, value, sd in zip(
                stored().document["constants"], best.values, spread, strict=True
            )
        ],
        "log_covariance": [[float(f"{x:.5g}") for x in row] for row in best.covariance],
        "points": [point.id for point in family_points()],
        "facts": [fact["id"] for fact in text_facts()],
        "assumed": dict(ASSUMED),
        "residual_sd": {
            name: round(value, 4) for name, value in crossvalidation.residual_spread(held).items()
        },
        "held_back_etr_pct": {
            one.point: round(100.0 * float(np.expm1(one.error)), 2)
            for one in held
            if one.metric == "etr_per_s"
        },
        "cross_validation": {
            how: crossvalidation.summary(errors, held)
            for how, errors in (
                ("leave one run out", held),
                ("leave one number of nuclei out", nuclei),
                ("leave one product without zHPF out", zhpf),
                ("leave one cache size, paging device or page type out", others),
            )
        },
    }


def main() -> None:
    """Fit, cross-validate, write; what rests on the constants follows in processes of its own.

    On several threads linear algebra adds in another order each time, and the last digits differ:
    where that is not settled before numpy is loaded, it starts once more with it settled.
    """
    if os.environ.get(_THREADS) != "1":
        alone = {**os.environ, _THREADS: "1"}
        subprocess.run([sys.executable, "-m", "model.calibration.refit"], check=True, env=alone)
        return
    best = fit(problem())
    path = resource("calibration", "adabas.json")
    text = json.dumps(document(best), indent=1, ensure_ascii=False)
    path.write_text(text + "\n", encoding="utf-8")
    for module in FURTHER:
        subprocess.run([sys.executable, "-m", module], check=True)


if __name__ == "__main__":
    main()
