"""Net-Work as a `SubsystemModel`: a node with a line driver is the anchor.

The unit of work is an Adabas command that crosses the link.  A customer's node carries the commands
that its users make (an open flow, up to what the link can carry); the driver decides what they cost
at this end and how long they occupy the link.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from model.contract.evaluation import (
    Conditions,
    ConditionSpec,
    ConstantDraws,
    Evaluation,
    FloatArray,
    check_conditions,
)
from model.contract.protocol import Calibration, CalibrationRow, NotProjectable
from model.figures import unit_of
from model.hardware.flow import Flow, Got, Pool, Rest, Visit
from model.language import Name, say
from model.quantiles import NORMAL_QUANTILE_90, third_sd
from model.subsystems.common.load import CARRIED, find_site, growth_sd, site_of
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

CALIBRATED: Final = ("etr_per_s", "itr_per_cpu_s", "response_ms", "cpu_s_per_s", "link_busy_pct")

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
SITE: Final = "site"
"""Condition of a node in an installation: where it stands (`load.Site`)."""
_FULL: Final = 0.999
_FULL_LINK: Final = 0.97
"""Use of a link from which on it is what holds commands back."""
_LARGEST_FACTOR: Final = 20.0
_MEASURED_SD, _UNMEASURED_SD = 0.01, 0.05
NEAR: Final = 0.1
"""Factors e outside of what was measured from which that counts in full. Judgement."""
_EXPECTED: Final = 1.0
"""Logarithm of the factor on CPU beyond which a node's figures are called in doubt
(`projection.doubts`)."""
_POWER, _WAS_US, _POWER_SEED = "driver_ratio", "driver_us", 20261130
_DRIFT_SD: Final = 0.15
"""By how much CPU per command moves from one period to a later one (of the logarithm): as that of
Adabas does between runs of one application, months apart (001; `adabas.customer.DRIFT_SD`)."""


@dataclass(frozen=True)
class NodeCalibration:
    """A node's own CPU per command against the driver's published one.

    ``told``: a report told it, of this period or one before; ``from_earlier``: of one before.
    ``driver_us``: what was published of the driver as it is, per command at both ends.
    """

    rows: tuple[CalibrationRow, ...]
    factors: Mapping[str, float]
    refused: str | None = None
    told: bool = False
    from_earlier: tuple[str, ...] = ()
    driver_us: float = 0.0

    def draws(self, count: int) -> ConstantDraws:
        """Row 0 calibrated, then `count` deterministic draws.

        Where the CPU is so many times the published one that nobody would expect it, the published
        ratio of two drivers may be that of a part of it only, or say as little in the other
        direction: it counts to a power from that many times less to that many times more.
        """
        drift = _DRIFT_SD if self.from_earlier else 0.0
        found = model.draws(count, 1.0, self.factors["cpu"], cpu_drift_sd=drift)
        apart = abs(math.log(self.factors["cpu"]))
        if apart <= _EXPECTED or not self.driver_us:
            return found
        scores = np.zeros(count + 1)
        scores[1:] = np.random.default_rng(_POWER_SEED).standard_normal(count)
        power = np.exp(apart / NORMAL_QUANTILE_90 * scores)
        further = np.stack([power, np.full(count + 1, self.driver_us)], axis=1)
        return ConstantDraws((*found.names, _POWER, _WAS_US), np.hstack([found.values, further]))


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
                say(
                    "{node_name}: no report says which line driver it uses",
                    node_name=Name(node.name),
                ),
                anchor,
                "DRIVER",
                "Net-Work DRIVER statements",
            )
        offered = _commands_per_s(topology, anchor)
        if not offered:
            raise NotProjectable(
                say(
                    "{node_name}: no report says how many commands it carries",
                    node_name=Name(node.name),
                ),
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
        found[SITE] = find_site(topology, anchor)
        return found

    def measured(self, topology: Topology, anchor: str) -> Mapping[str, float]:
        """The node's own figures, and its commands and CPU as rates."""
        figures = topology[anchor].figures()
        offered = _commands_per_s(topology, anchor)
        if offered:
            figures["etr_per_s"] = offered
        seconds, cpu_s = figures.get("duration_s", 0.0), figures.get("cpu_s", 0.0)
        if offered and seconds > 0 and cpu_s > 0:
            figures["itr_per_cpu_s"] = offered * seconds / cpu_s
        return figures

    def calibrate(
        self,
        conditions: Conditions,
        measured: Mapping[str, float],
        near: Calibration | None = None,
    ) -> NodeCalibration:
        """Scale the driver's CPU per command to the node's own."""
        found = self.evaluate([conditions]).metrics
        itr = measured.get("itr_per_cpu_s", 0.0)
        factor = float(found["itr_per_cpu_s"][0, 0]) / itr if itr > 0 else 1.0
        return self._scaled(conditions, measured, factor, told=itr > 0)

    def calibrate_after(
        self,
        conditions: Conditions,
        measured: Mapping[str, float],
        earlier: Calibration,
        near: Calibration | None = None,
    ) -> NodeCalibration:
        """The same; where these figures do not tell the CPU, it is that of the earlier period."""
        silent = measured.get("itr_per_cpu_s", 0.0) <= 0
        usable = isinstance(earlier, NodeCalibration) and earlier.told and earlier.refused is None
        if silent and usable:
            factor = earlier.factors["cpu"]
            return self._scaled(conditions, measured, factor, told=True, from_earlier=("cpu",))
        return self.calibrate(conditions, measured, near)

    def _scaled(
        self,
        conditions: Conditions,
        measured: Mapping[str, float],
        factor: float,
        *,
        told: bool,
        from_earlier: tuple[str, ...] = (),
    ) -> NodeCalibration:
        refused = None
        if not 1.0 / _LARGEST_FACTOR < factor < _LARGEST_FACTOR:
            refused = say(
                "CPU per command of the Net-Work node is {factor:.3g} times the "
                "published one of {conditions}: commands and CPU time are of "
                "different intervals",
                factor=factor,
                conditions=conditions["line_driver"],
            )
        after = self.evaluate([conditions], model.draws(0, 1.0, factor)).metrics
        rows = tuple(
            CalibrationRow(name, unit_of(name), measured[name], float(after[name][0, 0]))
            for name in CALIBRATED
            if name in measured
        )
        was_us = _driver_us(conditions)
        return NodeCalibration(rows, {"cpu": factor}, refused, told, from_earlier, was_us)

    def evaluate(
        self,
        conditions: Sequence[Conditions],
        draws: ConstantDraws | None = None,
        got: Sequence[tuple[Got, Got] | None] | None = None,
    ) -> Evaluation:
        """Throughput, CPU at this end and response; raises ConditionError.

        got: what the network of the installation says, now and as-is; without it the link alone is
        waited for.
        """
        used = model.draws(0) if draws is None else draws
        for one in conditions:
            check_conditions(_SCHEMA, {k: v for k, v in one.items() if k != SITE})
        serial = np.array([_serial_s(one) for one in conditions])[:, None] * used.column("link")
        cpu = np.stack([_cpu_s(one) * _cpu_times(one, used) for one in conditions])
        offered = np.array([_offered(one) for one in conditions])[:, None]
        etr = np.minimum(offered, _FULL / serial)
        busy = etr * serial
        link_s, cpu_s = serial / (1.0 - busy), 2.0 * cpu
        use: dict[str, FloatArray] = {"link": busy}
        own_cpu = cpu
        waited = np.zeros(len(conditions))
        told = [] if got is None else [pair[0] for pair in got if pair is not None]
        if told and len(told) == len(conditions):
            carried = np.stack([one.rate_per_s for one in told])
            comes = np.stack([one.offered_per_s for one in told])
            etr = np.where(carried >= CARRIED * comes, comes * np.ones_like(etr), carried)
            busy = np.minimum(etr * serial, 1.0)
            # There is no response where not all comes through.
            response = np.where(
                carried >= CARRIED * comes, np.stack([one.response_s for one in told]), np.nan
            )
            alone_s = (link_s + cpu_s)[:, 0]
            link_s = np.stack([one.hold_s["link"] + one.wait_s["link"] for one in told])
            # The other end's CPU is not this installation's to wait for.
            own_cpu = cpu * np.stack([one.longer for one in told])
            cpu_s = np.maximum(response - link_s, own_cpu) + cpu
            # The published runs waited for the link alone, and say nothing of what others do to it.
            waited = _waited_sd((link_s + cpu_s)[:, 0], alone_s)
            unknown = np.array([_may_be_full(one) for one in busy])[:, None]
            link_s, cpu_s = (np.where(unknown, np.nan, one) for one in (link_s, cpu_s))
            use = {"link": busy}
            if all(site_of(one).cps in now.uses for one, now in zip(conditions, told, strict=True)):
                use["CPs"] = np.stack(
                    [now.uses[site_of(one).cps] for one, now in zip(conditions, told, strict=True)]
                )
        metrics = {
            "etr_per_s": etr,
            "itr_per_cpu_s": 1.0 / own_cpu,
            "response_ms": 1e3 * (link_s + cpu_s),
            "cpu_s_per_s": etr * own_cpu,
            "link_busy_pct": 100.0 * busy,
        }
        said = tuple(
            (*_extrapolations(one), *_load(one, float(etr[row, 0]), busy[row]))
            for row, one in enumerate(conditions)
        )
        known = np.array([_known_sd(one) for one in conditions])
        further = np.array([growth_sd(float(one.get("growth", 1.0))) for one in conditions])
        spread = dict.fromkeys(metrics, np.hypot(known, further))
        # How many commands come is an assumption, not an estimate, until the link is full.
        full = np.array([float(part[0]) for part in etr]) < offered[:, 0]
        spread["etr_per_s"] = np.where(full, spread["etr_per_s"], known)
        spread["response_ms"] = np.hypot(spread["response_ms"], waited)
        return Evaluation(
            metrics=metrics,
            residual_sd=spread,
            extrapolated=said,
            converged=np.ones(etr.shape, dtype=bool),
            utilization=use,
            breakdown_s={"link": link_s, "Net-Work CPU": cpu_s},
            reasons=tuple(() for _ in conditions),
        )

    def flow(self, now: Conditions, draws: ConstantDraws) -> Flow:
        """A command's way: CPU at this end, and the link, which carries one at a time."""
        offered = np.full(draws.count, float(now["commands_per_s"]))
        growth = float(now.get("growth", 1.0))
        serial = _serial_s(now) * draws.column("link")
        cpu = _cpu_s(now) * _cpu_times(now, draws)
        return Flow(
            offered * growth,
            growth,
            (Pool("link", 1.0, holds=False),),
            (Visit(site_of(now).cps, cpu),),
            rests=(Rest("link", None, add_s=serial),),
        )

    def components(self, topology: Topology, anchor: str) -> Mapping[str, tuple[str, ...]]:
        """The link is shown at the node."""
        lpar = topology.ancestor(anchor, "lpar")
        return {"link": (anchor,), "CPs": () if lpar is None else (lpar.id,)}

    def load(
        self, topology: Topology, anchor: str, evaluation: Evaluation, index: int
    ) -> Mapping[str, float]:
        """CPU on the node's system."""
        lpar = topology.ancestor(anchor, "lpar")
        if lpar is None:
            return {}
        return {lpar.id: float(evaluation.metrics["cpu_s_per_s"][index, 0])}


def _may_be_full(busy: FloatArray) -> bool:
    """Whether a link is as busy as nobody knows its times: what waits for it may have no end.

    busy: use of it under draws, the central one first.
    """
    return float(busy[0]) * math.exp(NORMAL_QUANTILE_90 * model.RUN_SD) >= 1.0


def _waited_sd(response_s: FloatArray, alone_s: FloatArray) -> FloatArray:
    """What is not known of a response by waits that no published run had: see `scatter.gap_sd`."""
    longer = np.abs(np.log(np.maximum(response_s, 1e-12) / np.maximum(alone_s, 1e-12)))
    return np.nan_to_num(third_sd(longer))


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


def _load(conditions: Conditions, carried: float, busy: FloatArray) -> tuple[str, ...]:
    """What is said of another load than the measured one, and of one that is not carried."""
    growth, offered = float(conditions.get("growth", 1.0)), _offered(conditions)
    said: list[str] = []
    link_busy = float(busy[0])
    if carried >= CARRIED * offered and _may_be_full(busy):
        said.append(
            say(
                "its link is {busy:.1f} % busy by the published time of a command, which is known "
                "to {known:.1f} %: whether it keeps up is not known from that, and no response is "
                "projected; less work, or another driver, has one",
                busy=100.0 * link_busy,
                known=100.0 * NORMAL_QUANTILE_90 * model.RUN_SD,
            )
        )
    if growth != 1.0:
        said.append(say("{growth:.0f} % of today's load", growth=growth * 100.0))
    if carried < CARRIED * offered:
        told = (
            say(
                "the link carries {carried:,.0f} commands a second where {offered:,.0f} come",
                carried=carried,
                offered=offered,
            )
            if link_busy > _FULL_LINK
            else say(
                "with the CPs that it gets the node passes {carried:,.0f} commands a second on "
                "where {offered:,.0f} come: they wait without end",
                carried=carried,
                offered=offered,
            )
        )
        said.append(told)
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


def _driver_us(conditions: Conditions) -> float:
    """Published CPU of a command at both ends, on the machine of the runs."""
    return DRIVERS[conditions["line_driver"]].cpu_us * _factor(conditions, LARGE_BLOCK_CPU)


def _cpu_s(conditions: Conditions) -> float:
    """At this end: half of what both servers take."""
    return 0.5 * _driver_us(conditions) * 1e-6 / float(conditions.get("cp_speed", 1.0))


def _cpu_times(conditions: Conditions, draws: ConstantDraws) -> FloatArray:
    """The customer's factor, and what it leaves in doubt of the change to another driver."""
    cpu = draws.column("cpu")
    if _POWER not in draws.names:
        return cpu
    ratio = _driver_us(conditions) / draws.column(_WAS_US)
    found: FloatArray = cpu * ratio ** (draws.column(_POWER) - 1.0)
    return found


def _known_sd(conditions: Conditions) -> float:
    """Of one connection, by how far outside of what was measured it is (`NEAR`).

    Of blocks smaller than any that was measured also, as of every law, a third of how far.
    """
    smaller = 1.0
    if conditions["line_driver"] in BLOCK_DRIVERS:
        smaller = REFERENCE_BLOCK_KB / conditions.get("block_kb", REFERENCE_BLOCK_KB)
    speed = conditions.get("cp_speed", 1.0)
    beyond = math.log(max(smaller, 1.0)), abs(math.log(speed))
    near = min(1.0, max(beyond) / NEAR)
    outside = math.sqrt(_UNMEASURED_SD**2 - _MEASURED_SD**2) * near
    return math.hypot(_MEASURED_SD, outside, float(third_sd(beyond[0])))


def _extrapolations(conditions: Conditions) -> tuple[str, ...]:
    said: list[str] = []
    block_kb = conditions.get("block_kb", REFERENCE_BLOCK_KB)
    if conditions["line_driver"] in BLOCK_DRIVERS and block_kb < REFERENCE_BLOCK_KB:
        said.append(
            say("blocks of {block_kb:,g} KB; measured were 32 and 60 KB", block_kb=block_kb)
        )
    if conditions.get("cp_speed", 1.0) != 1.0:
        said.append("another processor than the zEC12 that was measured")
    return tuple(said)
