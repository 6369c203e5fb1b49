"""Net-Work as a `SubsystemModel`: a node with a line driver is the anchor.

The unit of work is an Adabas command that crosses the link.  A customer's node carries the commands
that its users make (an open flow, up to what the link can carry); the driver decides what they cost
at this end and how long they occupy the link.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from model.projection.protocol import CalibrationRow, NotProjectable, anchor_figures
from model.subsystems.common.load import growth_sd
from model.subsystems.evaluation import (
    Conditions,
    ConditionSpec,
    ConstantDraws,
    Evaluation,
    check_conditions,
)
from model.subsystems.netwk import model
from model.subsystems.netwk.drivers import (
    BLOCK_DRIVERS,
    DRIVERS,
    LARGE_BLOCK_CPU,
    LARGE_BLOCK_SERIAL,
    REFERENCE_BLOCK_KB,
    block_factor,
)
from model.topology import Topology
from model.topology.growth import growth_of

UNITS: Final[Mapping[str, str]] = {
    "etr_per_s": "1/s",
    "itr_per_cpu_s": "1/CPU s",
    "response_ms": "ms",
    "cpu_s_per_s": "CPUs",
    "link_busy_pct": "%",
}

_SCHEMA: Final = {
    spec.name: spec
    for spec in (
        ConditionSpec(
            "line_driver", "choice", "line driver", choices=tuple(DRIVERS), required=True
        ),
        ConditionSpec(
            "commands_per_s",
            "number",
            "commands offered to the link",
            minimum=1e-6,
            maximum=1e8,
            required=True,
        ),
        ConditionSpec(
            "growth", "number", "commands against those measured", minimum=0.1, maximum=10
        ),
        ConditionSpec("block_kb", "number", "send block size", unit="KB", minimum=1, maximum=60),
        ConditionSpec(
            "cp_speed", "number", "speed of a CP relative to a zEC12's", minimum=0.01, maximum=20
        ),
    )
}
_FULL: Final = 0.999
_LARGEST_FACTOR: Final = 20.0
_UNMEASURED_SD: Final = 0.05


@dataclass(frozen=True)
class NodeCalibration:
    """A node's own CPU per command against the driver's published one."""

    rows: tuple[CalibrationRow, ...]
    factors: Mapping[str, float]
    refused: str | None = None

    def draws(self, count: int) -> ConstantDraws:
        """Row 0 calibrated, then `count` deterministic draws."""
        return model.draws(count, 1.0, self.factors["cpu"])


class NetworkModel:
    """Line drivers of Entire Net-Work."""

    grows: Final = True

    @property
    def name(self) -> str:
        return "Entire Net-Work"

    @property
    def anchor_kind(self) -> str:
        return "netwk_node"

    def conditions(
        self, topology: Topology, anchor: str, background: Mapping[str, float]
    ) -> Conditions:
        """Driver, block size and offered commands of a node; NotProjectable when one is missing."""
        node = topology[anchor]
        driver = node.value("DRIVER")
        if not isinstance(driver, str) or driver not in DRIVERS:
            raise NotProjectable(
                f"{node.name}: no report says which line driver it uses",
                anchor,
                "DRIVER",
                "Net-Work DRIVER statements",
            )
        offered = _commands_per_s(topology, anchor)
        if not offered:
            raise NotProjectable(
                f"{node.name}: no report says how many commands it carries",
                anchor,
                "commands_per_s",
                "Net-Work link statistics",
            )
        found: dict[str, object] = {"line_driver": driver, "commands_per_s": offered}
        growth = growth_of(node)
        if growth != 1.0:
            found["growth"] = growth
        block_kb = node.number("SNDBLKSZ_KB")
        if block_kb is not None:
            found["block_kb"] = block_kb
        cpc = topology.ancestor(anchor, "cpc")
        speed = None if cpc is None else cpc.number("CP_SPEED")
        if speed is not None:
            found["cp_speed"] = speed
        return found

    def measured(self, topology: Topology, anchor: str) -> Mapping[str, float]:
        """The node's own figures, and its commands and CPU as rates."""
        figures = anchor_figures(topology, anchor)
        offered = _commands_per_s(topology, anchor)
        if offered:
            figures["etr_per_s"] = offered
        seconds, cpu_s = figures.get("duration_s", 0.0), figures.get("cpu_s", 0.0)
        if offered and seconds > 0 and cpu_s > 0:
            figures["itr_per_cpu_s"] = offered * seconds / cpu_s
        return figures

    def calibrate(self, conditions: Conditions, measured: Mapping[str, float]) -> NodeCalibration:
        """Scale the driver's CPU per command to the node's own."""
        found = self.evaluate([conditions]).metrics
        factor = 1.0
        itr = measured.get("itr_per_cpu_s", 0.0)
        if itr > 0:
            factor = float(found["itr_per_cpu_s"][0, 0]) / itr
        refused = None
        if not 1.0 / _LARGEST_FACTOR < factor < _LARGEST_FACTOR:
            refused = (
                f"CPU per command of the Net-Work node is {factor:.3g} times the published one of "
                f"{conditions['line_driver']}: commands and CPU time are of different intervals"
            )
        after = self.evaluate([conditions], model.draws(0, 1.0, factor)).metrics
        rows = tuple(
            CalibrationRow(name, UNITS[name], measured[name], float(after[name][0, 0]))
            for name in UNITS
            if name in measured
        )
        return NodeCalibration(rows, {"cpu": factor}, refused)

    def evaluate(
        self, conditions: Sequence[Conditions], draws: ConstantDraws | None = None
    ) -> Evaluation:
        """Throughput, CPU at this end and response; raises ConditionError."""
        used = model.draws(0) if draws is None else draws
        for one in conditions:
            check_conditions(_SCHEMA, one)
        serial = np.array([_serial_s(one) for one in conditions])[:, None] * used.column("link")
        cpu = np.array([_cpu_s(one) for one in conditions])[:, None] * used.column("cpu")
        offered = np.array([_offered(one) for one in conditions])[:, None]
        etr = np.minimum(offered, _FULL / serial)
        busy = etr * serial
        metrics = {
            "etr_per_s": etr,
            "itr_per_cpu_s": 1.0 / cpu,
            "response_ms": 1e3 * (serial / (1.0 - busy) + 2.0 * cpu),
            "cpu_s_per_s": etr * cpu,
            "link_busy_pct": 100.0 * busy,
        }
        said = tuple(
            (*_extrapolations(one), *_load(one, float(etr[row, 0])))
            for row, one in enumerate(conditions)
        )
        known = np.array([_UNMEASURED_SD if _extrapolations(one) else 0.01 for one in conditions])
        further = np.array([growth_sd(float(one.get("growth", 1.0))) for one in conditions])
        spread = dict.fromkeys(metrics, np.hypot(known, further))
        # How many commands come is an assumption, not an estimate, until the link is full.
        full = np.array([float(part[0]) for part in etr]) < offered[:, 0]
        spread["etr_per_s"] = np.where(full, spread["etr_per_s"], known)
        return Evaluation(
            metrics=metrics,
            units=UNITS,
            residual_sd=spread,
            extrapolated=said,
            converged=np.ones(etr.shape, dtype=bool),
            utilization={"link": busy},
            breakdown_s={"link": serial / (1.0 - busy), "Net-Work CPU": 2.0 * cpu},
            reasons=tuple(() for _ in conditions),
        )

    def components(self, topology: Topology, anchor: str) -> Mapping[str, tuple[str, ...]]:
        """The link is shown at the node."""
        return {"link": (anchor,)}

    def load(
        self, topology: Topology, anchor: str, evaluation: Evaluation, index: int
    ) -> Mapping[str, float]:
        """CPU on the node's system."""
        lpar = topology.ancestor(anchor, "lpar")
        if lpar is None:
            return {}
        return {lpar.id: float(evaluation.metrics["cpu_s_per_s"][index, 0])}


def _commands_per_s(topology: Topology, anchor: str) -> float:
    """Commands over the node; a command is one message out and one back."""
    node = topology[anchor]
    stated = node.measure("commands_per_s")
    if stated is not None:
        return stated
    messages = node.measure("messages_per_s")
    return 0.0 if messages is None else messages / 2.0


def _offered(conditions: Conditions) -> float:
    return float(conditions["commands_per_s"]) * float(conditions.get("growth", 1.0))


def _load(conditions: Conditions, carried: float) -> tuple[str, ...]:
    """What is said of another load than the measured one."""
    growth = conditions.get("growth", 1.0)
    if growth == 1.0:
        return ()
    said = [f"a load of {growth * 100.0:.0f} % of what was measured"]
    offered = _offered(conditions)
    if carried < offered:
        said.append(f"the link carries {carried:,.0f} commands a second where {offered:,.0f} come")
    return tuple(said)


def _factor(conditions: Conditions, at_large: float) -> float:
    # A node keeps its LINK statement when another driver is tried; there it has no effect.
    if conditions["line_driver"] not in BLOCK_DRIVERS:
        return 1.0
    return block_factor(conditions.get("block_kb", REFERENCE_BLOCK_KB), at_large)


def _serial_s(conditions: Conditions) -> float:
    driver = DRIVERS[conditions["line_driver"]]
    factor = _factor(conditions, LARGE_BLOCK_SERIAL)
    return driver.serial_us * 1e-6 * factor / float(conditions.get("cp_speed", 1.0))


def _cpu_s(conditions: Conditions) -> float:
    """At this end: half of what both servers take."""
    driver = DRIVERS[conditions["line_driver"]]
    factor = _factor(conditions, LARGE_BLOCK_CPU)
    return 0.5 * driver.cpu_us * 1e-6 * factor / float(conditions.get("cp_speed", 1.0))


def _extrapolations(conditions: Conditions) -> tuple[str, ...]:
    said = []
    block_kb = conditions.get("block_kb", REFERENCE_BLOCK_KB)
    if conditions["line_driver"] in BLOCK_DRIVERS and block_kb < REFERENCE_BLOCK_KB:
        said.append(f"blocks of {block_kb:,g} KB; measured were 32 and 60 KB")
    if conditions.get("cp_speed", 1.0) != 1.0:
        said.append("another processor than the zEC12 that was measured")
    return tuple(said)
