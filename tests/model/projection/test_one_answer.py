"""The fixed point of an installation is one, wherever the solver starts."""

from __future__ import annotations

import numpy as np
import pytest

from model.projection import build_baseline, coupling, project
from model.topology import Scenario, SetSetting

DATABASE = "adabas_database:10"


def paging_clusters() -> list[Scenario]:
    """More nuclei with caches of 18 GB than the storage of two systems holds."""
    fixed = (SetSetting(DATABASE, "ZHPF", True), SetSetting(DATABASE, "CDATAMAXS", 18_432))
    return [
        Scenario(str(count), (*fixed, SetSetting(DATABASE, "NUCLEI", count)))
        for count in (11, 16, 21, 22, 31)
    ]


@pytest.mark.thorough
def test_clusters_that_page_have_one_answer_from_wherever_they_are_solved(
    sample_analysis, monkeypatch
) -> None:
    """ETR falls and rises again with the nuclei: by the law of paging, and not by two branches.

    Where nearly all of the caches is absent, a command stands still as long as it can, and every
    nucleus more does its own commands meanwhile.
    """
    baseline = build_baseline(sample_analysis.baseline.topology)
    found = project(baseline, paging_clusters(), bands=False)
    solve = coupling.solve_installation

    def disturbed(net, tolerance, start, *more):
        near = solve(net, tolerance, start, *more)
        away = np.random.default_rng(1).normal(0.0, 4.0, near.state.shape)
        return solve(net, tolerance, near.state + away, *more)

    monkeypatch.setattr(coupling, "solve_installation", disturbed)
    again = project(
        build_baseline(sample_analysis.baseline.topology), paging_clusters(), bands=False
    )
    rates = [
        [one.workload(DATABASE).metrics["etr_per_s"].value for one in each]
        for each in (found, again)
    ]
    assert rates[0] == pytest.approx(rates[1], rel=1e-5)
    assert all(one.converged for one in (*found, *again))
