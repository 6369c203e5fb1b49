"""IBM Cognos Dynamic Cubes on z/OS: scale-out by server instances.

Servers with two cubes, eight CPs and some 160 GB each share little (003, table 5-1): each further
one slows all by a fixed small part. Response time did not depend on their number within 5 %.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import numpy as np

from model.contract.evaluation import ConditionError, Conditions, ConditionSpec, FloatArray
from model.contract.protocol import NotProjectable
from model.hardware.processors import partition_cps
from model.language import Name, say
from model.subsystems.common import (
    UNTOLD_TIMES,
    Answer,
    ConstantSet,
    Fitted,
    ProductModel,
    ProductPredictor,
    conditions_of,
    fitted,
    published_points,
)
from model.subsystems.common.scatter import gap_sd
from model.topology import ComponentKind, SettingSpec, Topology, Usual

SETTINGS: tuple[SettingSpec, ...] = (
    SettingSpec(
        "SERVERS",
        "integer",
        "Server instances.",
        unit="servers",
        default=1,
        minimum=1,
        maximum=64,
        soft_maximum=8,
        group="Scale-out",
        source="003, table 5-1",
        syntax="add server instances to make {value}",
    ),
    SettingSpec(
        "CUBES",
        "integer",
        "Dynamic cubes, all servers together.",
        unit="cubes",
        default=2,
        minimum=1,
        maximum=1_024,
        soft_maximum=16,
        group="Scale-out",
        source="003, table 5-1",
    ),
    SettingSpec(
        "CPS",
        "integer",
        "CPs, all servers together.",
        unit="CPs",
        minimum=1,
        maximum=512,
        soft_maximum=64,
        group="Scale-out",
        source="003, table 5-1",
    ),
    SettingSpec(
        "MEMORY_GB",
        "number",
        "Real storage, all servers together.",
        unit="GB",
        minimum=1,
        maximum=10_240,
        group="Scale-out",
        source="003, table 5-1",
        label="Memory",
    ),
)

KINDS: tuple[ComponentKind, ...] = (
    ComponentKind(
        "cognos_server",
        "Cognos servers",
        "Cognos",
        parents=("lpar",),
        settings=SETTINGS,
        doc="The Cognos Dynamic Cubes servers of one system.",
        names="SERVER",
        icon="chart-bar",
        called="COG1",
        short="Cognos",
        usual={"tx_per_s": Usual(5.0, 5.0)},
    ),
)

POINTS = ("COGNOS-1", "COGNOS-3")
CPS_PER_SERVER, CUBES_PER_SERVER, GB_PER_SERVER = 8.0, 2.0, 160.0
MEASURED_SERVERS = 3.0
OTHER_SITES = 5.0
"""How many times as little or as much servers may be in each other's way elsewhere. Judgement."""


def fit_constants() -> ConstantSet:
    """Contention from the rate of three servers; scatter of response time as stated."""
    three = published_points()["COGNOS-3"]
    servers = float(three["conditions"]["servers"])
    rate = float(three["results"]["relative_rate"])
    contention = (servers / rate - 1.0) / (servers - 1.0)
    # Of one pair of runs at one site: how much sites differ it does not tell.
    return fitted("cognos", {"contention": Fitted.within(contention, OTHER_SITES)})


def relative_rate(servers: float, contention: FloatArray) -> FloatArray:
    """Rate of so many servers against one."""
    return servers / (1.0 + contention * (servers - 1.0))


def response_factor(
    servers: float, before: float, constants: Mapping[str, FloatArray]
) -> FloatArray:
    """Response time of so many servers against that of ``before``."""
    factor = constants["response_factor"]
    return np.ones_like(factor) if servers == before else factor


def _beyond(servers: float) -> list[str]:
    """What is said of more servers than were measured."""
    if servers <= MEASURED_SERVERS:
        return []
    return [say("{servers:,g} servers where at most 3 were measured", servers=servers)]


_SETTINGS = {spec.name: spec for spec in KINDS[0].settings}
PREDICTOR_CONDITIONS = conditions_of(
    ConditionSpec.of(_SETTINGS["SERVERS"], required=True),
    ConditionSpec.of(_SETTINGS["CUBES"]),
    ConditionSpec.of(_SETTINGS["CPS"], "cps_total"),
    ConditionSpec.of(_SETTINGS["MEMORY_GB"]),
)


def _predicted(condition: Conditions, constants: Mapping[str, FloatArray]) -> Answer:
    servers = float(condition["servers"])
    cps = condition.get("cps_total")
    # Servers with fewer CPs than the published ones do no more work than their CPs allow.
    working = servers if cps is None else min(servers, float(cps) / CPS_PER_SERVER)
    rate = relative_rate(max(working, 1.0), constants["contention"]) * min(1.0, working)
    response = response_factor(servers, 1.0, constants)
    answer = Answer(metrics={"relative_rate": rate, "relative_response": response})
    known = [float(published_points()[point]["results"]["relative_rate"]) for point in POINTS]
    answer.residual_sd["relative_rate"] = 0.0
    if servers > 1:
        answer.residual_sd["relative_rate"] = min(
            0.05 * servers / MEASURED_SERVERS, gap_sd(float(rate[0]), known)
        )
    answer.extrapolated += _beyond(servers)
    for name, each, unit in (
        ("cps_total", CPS_PER_SERVER, "CPs"),
        ("cubes", CUBES_PER_SERVER, "cubes"),
        ("memory_gb", GB_PER_SERVER, "GB"),
    ):
        value = condition.get(name)
        if value is not None and not 0.9 <= float(value) / servers / each <= 1.25:
            answer.extrapolated.append(
                say(
                    "{value:.4g} {unit} a server where about {each:,g} were measured",
                    value=float(value) / servers,
                    unit=unit,
                    each=each,
                )
            )
    if answer.extrapolated:
        for name in answer.metrics:
            widened = answer.residual_sd.get(name, 0.0) + 0.05 * len(answer.extrapolated)
            answer.residual_sd[name] = widened
    return answer


PREDICTOR = ProductPredictor(
    products=frozenset({"Cognos Dynamic Cubes"}),
    conditions=PREDICTOR_CONDITIONS,
    metrics=("relative_rate", "relative_response"),
    fitted="cognos",
    respond=_predicted,
)


class CognosModel(ProductModel):
    """Cognos servers (`SubsystemModel`); ``etr_per_s`` is what they can serve, not what arrives."""

    name: ClassVar[str] = "Cognos Dynamic Cubes"
    anchor_kind: ClassVar[str] = "cognos_server"
    fitted: ClassVar[str] = "cognos"
    """Fitted to table 5-1 of document 003."""
    grows: ClassVar[bool] = False

    def described(
        self, topology: Topology, anchor: str, background: Mapping[str, float]
    ) -> Conditions:
        """Servers with their rate, response time and CPU."""
        servers = topology[anchor]
        figures = {name: servers.measure(name) for name in servers.measured}
        if not figures.get("tx_per_s"):
            raise NotProjectable(
                say(
                    "{servers_name}: its transaction rate is in no report",
                    servers_name=Name(servers.name),
                ),
                anchor,
                "tx_per_s",
            )
        lpar = topology.ancestor(anchor, "lpar")
        return {
            "name": servers.name,
            "servers": servers.number("SERVERS") or 1.0,
            "cps": servers.number("CPS"),
            "memory_gb": servers.number("MEMORY_GB"),
            "lpar_cps": None if lpar is None else partition_cps(topology, lpar),
            "real_gb": None if lpar is None else lpar.number("REAL_STORAGE_GB"),
            "figures": {name: value for name, value in figures.items() if value is not None},
        }

    def comparable(
        self, conditions: Conditions, measured: Mapping[str, float]
    ) -> Mapping[str, float]:
        """The rate under the name of its metric."""
        return {**measured, "etr_per_s": measured["tx_per_s"]} if "tx_per_s" in measured else {}

    def respond(
        self, now: Conditions, was: Conditions, constants: Mapping[str, FloatArray]
    ) -> Answer:
        """Rate and CPU by the number of servers."""
        if now["real_gb"] is not None and (now["memory_gb"] or 0.0) > now["real_gb"]:
            raise ConditionError(
                say(
                    "{now}: {now2:,g} GB of cubes exceed the {now3:,g} GB of real storage",
                    now=Name(now["name"]),
                    now2=now["memory_gb"],
                    now3=now["real_gb"],
                )
            )
        servers, before = now["servers"], was["servers"]
        figures, contention = was["figures"], constants["contention"]
        growth = relative_rate(servers, contention) / relative_rate(before, contention)
        answer = Answer(metrics={"etr_per_s": figures["tx_per_s"] * growth})
        if figures.get("cpu_s_per_s"):
            cpu = figures["cpu_s_per_s"] * servers / before
            answer.metrics["cpu_s_per_s"] = cpu
            answer.metrics["itr_per_cpu_s"] = figures["tx_per_s"] * growth / cpu
            _lost(answer, float(growth[0]) * before / servers)
            if now["lpar_cps"] is not None and cpu > now["lpar_cps"]:
                raise ConditionError(
                    say(
                        "{now}: {servers:,g} servers need {cpu:.1f} CPs where the LPAR "
                        "has {now2:,g}",
                        now=Name(now["name"]),
                        servers=servers,
                        cpu=cpu,
                        now2=now["lpar_cps"],
                    )
                )
            _check_cps(now, was, cpu)
        _untold(answer, now, was)
        if "response_ms" in figures:
            factor = response_factor(servers, before, constants)
            answer.metrics["response_ms"] = figures["response_ms"] * factor
        if now["memory_gb"] is not None:
            answer.metrics["storage_mb"] = now["memory_gb"] * 1024.0
        if servers != before:
            answer.reasons.append(
                "needs about 160 GB of real storage and eight CPs for each further server "
                "(003, table 5-1)"
            )
        if servers > MEASURED_SERVERS:
            answer.extrapolated += _beyond(servers)
            answer.residual_sd["etr_per_s"] = 0.05 * (servers / MEASURED_SERVERS - 1.0)
        return answer


def _lost(answer: Answer, times: float) -> None:
    """Open the bands of CPU to whether servers wait for each other or work against each other.

    times: how much a server does against what it did.
    """
    if times == 1.0:
        return
    least, most = _ends(times)
    answer.untold(
        say(
            "whether what servers lose to each other is CPU that they use in vain or time without "
            "any is in no document: taken as CPU, and bands reach to where CPU goes with the work"
        ),
        {"cpu_s_per_s": (least, most), "itr_per_cpu_s": (1.0 / most, 1.0 / least)},
    )


def _check_cps(now: Conditions, was: Conditions, cpu: float) -> None:
    """Refuse fewer CPs than the servers use; further servers are taken to bring their own."""
    cps = now["cps"]
    if cps is None or cpu <= cps or cps == was["cps"]:
        return
    raise ConditionError(
        say(
            "{now}: its servers use {cpu:.1f} CPs, more than the {cps:,g} of its CPS: give them "
            "more",
            now=Name(now["name"]),
            cpu=cpu,
            cps=cps,
        )
    )


def _untold(answer: Answer, now: Conditions, was: Conditions) -> None:
    """Open the bands to what other CPs and storage of the same servers may do, which is told of
    the published ones only together with their number."""
    if now["servers"] != was["servers"]:
        return
    cpu, cps, cps_was = answer.metrics.get("cpu_s_per_s"), now["cps"], was["cps"]
    if cpu is not None and cps and cps_was and cps != cps_was and cps_was > float(cpu):
        times = (1.0 - float(cpu) / cps_was) / max(1.0 - float(cpu) / cps, 1.0 / UNTOLD_TIMES)
        answer.untold(
            say(
                "what {cps:,g} CPs instead of {was:,g} do to the response of the same servers is "
                "in no document: taken as nothing, and bands reach to where all of it is CPU that "
                "is waited for as by one queue",
                cps=cps,
                was=cps_was,
            ),
            {"response_ms": _ends(times)},
        )
    if now["memory_gb"] and was["memory_gb"] and now["memory_gb"] != was["memory_gb"]:
        times = was["memory_gb"] / now["memory_gb"]
        least, most = _ends(times)
        answer.untold(
            say(
                "what cubes in {gb:,g} GB instead of {was:,g} GB do is in no document, as is how "
                "much of it they fill: taken as nothing, and bands reach to where responses go "
                "with it in inverse proportion",
                gb=now["memory_gb"],
                was=was["memory_gb"],
            ),
            {"response_ms": (least, most), "etr_per_s": (1.0 / most, 1.0 / least)},
        )


def _ends(times: float) -> tuple[float, float]:
    held = min(max(times, 1.0 / UNTOLD_TIMES), UNTOLD_TIMES)
    return min(1.0, held), max(1.0, held)


MODELS = (CognosModel(),)
FITS = {"cognos": fit_constants}
