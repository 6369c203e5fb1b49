"""Net-Work: drivers as published, users and pauses, nodes of an installation."""

from __future__ import annotations

import pytest

from model.contract.evaluation import ConditionError
from model.contract.protocol import NotProjectable
from model.subsystems.netwk import MODELS, PREDICTOR, evaluate
from model.subsystems.netwk.drivers import DRIVERS, block_factor
from model.topology import Component, Measured, Origin, Setting, Topology

BASE = {"product": "single+Net-Work", "line_driver": "FCTC 6.3 SP1", "users": 600}
NODE = MODELS[0]


def test_drivers_rank_as_published() -> None:
    """001, Table 12: FCTC 6.3 first, XCF last, in throughput and in CPU."""
    order = ["FCTC 6.3 SP1", "CTCA", "FCTC 6.2 SP2", "TCP/IP HiperSockets", "XCF"]
    found = evaluate([{**BASE, "line_driver": name} for name in order]).metrics
    for metric in ("etr_per_s", "network_itr_per_cpu_s"):
        values = found[metric][:, 0].tolist()
        assert values == sorted(values, reverse=True)


def test_large_blocks_are_a_little_slower() -> None:
    small, large = evaluate(
        [{**BASE, "block_kb": 32, "block_count": 64}, {**BASE, "block_kb": 60, "block_count": 128}]
    ).metrics["etr_per_s"][:, 0]
    assert 0.98 < large / small < 1.0
    assert block_factor(16.0, 0.5) == 1.0


def test_few_users_do_not_fill_the_link() -> None:
    found = evaluate([{**BASE, "users": 300, "think_time_s": 0.1}])
    assert found.metrics["etr_per_s"][0, 0] == pytest.approx(3000, rel=0.01)
    assert found.metrics["link_busy_pct"][0, 0] < 5.0
    assert found.extrapolated[0]


@pytest.mark.parametrize(
    "changes",
    [
        {"line_driver": "LU 6.2"},
        {"wood": 1},
        {"users": 0},
        {"nuclei": 2},
        {"line_driver": "XCF", "block_kb": 60},
    ],
)
def test_unknown_or_contradictory_conditions_are_refused(changes: dict[str, object]) -> None:
    with pytest.raises(ConditionError):
        evaluate([{**BASE, **changes}])


def test_one_run_tells_of_the_other_drivers() -> None:
    slow = PREDICTOR.anchored({**BASE, "line_driver": "CTCA"}, {"etr_per_s": 59_001.0})
    shipped = PREDICTOR.predict([{**BASE, "line_driver": "XCF"}]).metrics["etr_per_s"][0, 0]
    scaled = slow.predict([{**BASE, "line_driver": "XCF"}]).metrics["etr_per_s"][0, 0]
    assert scaled / shipped == pytest.approx(0.5, rel=1e-3)


def node(**measured: float) -> Topology:
    origin = Origin("assumed")
    figures = {name: Measured(value, "", origin) for name, value in measured.items()}
    return Topology(
        {
            "lpar:A": Component("lpar:A", "lpar", "A"),
            "netwk_node:N": Component(
                "netwk_node:N", "netwk_node", "N", "lpar:A", {"DRIVER": Setting("CTCA")}, figures
            ),
        }
    )


def test_a_node_is_calibrated_to_its_own_cpu() -> None:
    site = node(messages_per_s=20_000, cpu_s=120.0, duration_s=1000.0)
    conditions = NODE.conditions(site, "netwk_node:N", {})
    assert conditions["commands_per_s"] == 10_000
    found = NODE.calibrate(conditions, NODE.measured(site, "netwk_node:N"))
    assert found.refused is None
    assert all(abs(row.error_pct or 0.0) < 0.1 for row in found.rows)
    both = [conditions, {**conditions, "line_driver": "XCF"}]
    after = NODE.evaluate(both, found.draws(8))
    cpu = after.metrics["cpu_s_per_s"][:, 0]
    assert cpu[0] == pytest.approx(0.12, rel=1e-3)
    published = DRIVERS["XCF"].cpu_us / DRIVERS["CTCA"].cpu_us
    assert cpu[1] / cpu[0] == pytest.approx(published, rel=1e-6)
    assert NODE.load(site, "netwk_node:N", after, 0)["lpar:A"] == pytest.approx(0.12, rel=1e-3)


def test_a_node_without_figures_is_not_projectable() -> None:
    with pytest.raises(NotProjectable, match="how many commands"):
        NODE.conditions(node(), "netwk_node:N", {})
