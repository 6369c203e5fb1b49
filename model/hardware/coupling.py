"""Coupling facilities and their structures.

A coupling facility's processors serve the requests of all systems, as a queue. z/OS issues a
request synchronously, its processor spinning until the answer, as long as that costs less CPU than
suspending the task and resuming it; longer requests are converted to asynchronous ones, which cost
about the same CPU however long they take (z/OS MVS documentation, conversion of coupling facility
requests). Fewer CF processors therefore cost the systems CPU first, and time afterwards.

A cache structure that holds changed blocks runs full when they are produced faster than buffer
flushes write them out (001, section 4.4, second set); the Adabas model compares the two.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from model.hardware.draws import log_normal
from model.language import Name, say
from model.topology import Component, ComponentKind, SettingSpec, Topology

FloatArray = npt.NDArray[np.float64]

ASYNCHRONOUS_CPU_S: Final = 26e-6
"""CPU of an asynchronous request on a zEC12, at which z/OS converts: an assumption, between the 10
to 15 µs of most synchronous requests and the 30 to 60 µs that convert everywhere."""
ASYNCHRONOUS_CPU_SD: Final = 0.35
"""Of its logarithm."""
_SEED: Final = 20071013


@dataclass(frozen=True)
class Facility:
    """What the reports tell of a coupling facility.

    processors    as it is configured.
    requests_per_s  of all structures.
    request_s     processor time of a request.
    """

    processors: float
    requests_per_s: float
    request_s: float


REQUESTS_BY_SYSTEM = "requests_per_s."
"""Figures of a structure, by the system that asks."""


def bare_structure(topology: Topology, structure: Component) -> str:
    """The name that a structure has in its sysplex: of two of one name, one has its sysplex's name
    behind its own."""
    facility = topology.ancestor(structure.id, "cf")
    sysplex = facility.value("SYSPLEX") if facility is not None else None
    return structure.name.removesuffix(f"@{sysplex}") if sysplex else structure.name


def used_by(alike: Sequence[Component], systems: Iterable[str]) -> list[Component]:
    """Of structures that have one name, in several sysplexes, those that one of the systems uses;
    none where no report says which systems use them."""
    if len(alike) < 2:
        return list(alike)
    figures = [f"{REQUESTS_BY_SYSTEM}{system.partition('@')[0]}" for system in systems]
    return [one for one in alike if any(figure in one.measured for figure in figures)]


def facility_of(topology: Topology, cf: Component) -> Facility | None:
    """A coupling facility whose use and requests are reported; None for others.

    The processor time of a request is what the reported use and requests make of each other.
    """
    processors, busy_pct = cf.number("CPS"), cf.measure("cpu_busy_pct")
    rates = [s.measure("requests_per_s") for s in topology.children(cf.id, "cf_structure")]
    requests = sum(rate for rate in rates if rate is not None)
    if not processors or not busy_pct or requests <= 0.0:
        return None
    return Facility(processors, requests, busy_pct / 100.0 * processors / requests)


def processors_of(topology: Topology, cf: Component) -> float | None:
    """Processors for which requests wait: of a facility whose use is reported, or of one without
    reports of its own that holds structures from one with them. None for others."""
    known = facility_of(topology, cf)
    if known is not None:
        return known.processors
    if cf.measure("cpu_busy_pct") is not None:
        return None
    asked = any(s.measure("requests_per_s") for s in topology.children(cf.id, "cf_structure"))
    reported = any(one.measure("cpu_busy_pct") for one in topology.of_kind("cf"))
    return cf.number("CPS") if asked and reported else None


def asynchronous_cpu_draws(count: int) -> FloatArray:
    """Draws of `ASYNCHRONOUS_CPU_S`: first the centre."""
    return ASYNCHRONOUS_CPU_S * log_normal(count, ASYNCHRONOUS_CPU_SD, _SEED)


def spinning_s(service_s: FloatArray, asynchronous_cpu_s: FloatArray) -> FloatArray:
    """CPU of a request that takes so long: all of it while z/OS spins, no more once converted.

    Both kinds are mixed near the threshold, because requests scatter: a smooth least of the two.
    """
    ratio = np.maximum(service_s, 1e-12) / asynchronous_cpu_s
    found: FloatArray = asynchronous_cpu_s * ratio / (1.0 + ratio**_SHARPNESS) ** (1 / _SHARPNESS)
    return found


_SHARPNESS: Final = 4.0


def storage_problem(topology: Topology, cf: Component) -> str | None:
    """A sentence where the structures are larger than the facility's storage.

    A group buffer pool of Db2 is a structure too, whether Db2's report or the facility's told it.
    """
    storage_gb = cf.number("STORAGE_GB")
    sizes = {s.name: s.number("SIZE_MB") or 0.0 for s in topology.children(cf.id, "cf_structure")}
    for pool in topology.children(cf.id, "db2_gbp"):
        if not any(name == pool.name or name.endswith(f"_{pool.name}") for name in sizes):
            sizes[pool.name] = pool.number("SIZE_MB") or 0.0
    total_gb = sum(sizes.values()) / 1024.0
    if not storage_gb or total_gb <= storage_gb:
        return None
    largest = max(sizes, key=lambda name: sizes[name])
    return say(
        "{cf}: structures of {total_gb:,.1f} GB do not fit into {storage_gb:,g} GB of storage; the "
        "largest is {largest} with {largest_gb:,.1f} GB; RMF's coupling facility activity report "
        "tells both",
        cf=Name(cf.name),
        total_gb=total_gb,
        storage_gb=storage_gb,
        largest=Name(largest),
        largest_gb=sizes[largest] / 1024.0,
    )


KINDS: tuple[ComponentKind, ...] = (
    ComponentKind(
        "cf",
        "Coupling facility",
        "Hardware",
        ("cpc", None),
        settings=(
            SettingSpec(
                "CPS",
                "integer",
                "Processors of the coupling facility.",
                minimum=1,
                maximum=16,
                source="RMF coupling facility report",
            ),
            SettingSpec(
                "DYNDISP",
                "choice",
                "How shared processors are dispatched: polling, by time slices, by interrupts.",
                choices=("OFF", "ON", "THIN"),
                dynamic=True,
                source="RMF coupling facility report",
                syntax="Console of the coupling facility: DYNDISP {value}",
            ),
            SettingSpec(
                "STORAGE_GB",
                "number",
                "Storage of the coupling facility.",
                unit="GB",
                minimum=0.1,
                maximum=4096,
                soft_maximum=512,
                source="RMF coupling facility report",
                label="Storage",
            ),
            SettingSpec(
                "SYSPLEX",
                "text",
                "Sysplex whose structures it holds.",
                source="RMF coupling facility report",
                names="SYSPLEX",
                label="Sysplex",
            ),
        ),
        names="CF",
        icon="circle-dot",
        called="CF01",
        words="icf sysplex",
        short="CF",
        check=storage_problem,
    ),
    ComponentKind(
        "cf_structure",
        "Coupling facility structure",
        "Hardware",
        ("cf",),
        settings=(
            SettingSpec(
                "SIZE_MB",
                "number",
                "Allocated size.",
                unit="MB",
                minimum=1,
                maximum=4_000_000,
                soft_maximum=262_144,
                source="CFRM policy SIZE",
                syntax="CFRM STRUCTURE NAME({name}) SIZE({value}M)",
                label="Size",
            ),
            SettingSpec(
                "POLICY_SIZE_MB",
                "number",
                "Largest size it may be altered to.",
                unit="MB",
                minimum=1,
                maximum=4_000_000,
                source="CFRM policy SIZE; D XCF,STR (IXC360I)",
                syntax="CFRM STRUCTURE NAME({name}) SIZE({value}M)",
                label="Largest size (SIZE)",
            ),
            SettingSpec(
                "INITSIZE_MB",
                "number",
                "Size it is allocated with.",
                unit="MB",
                minimum=1,
                maximum=4_000_000,
                source="CFRM policy INITSIZE; D XCF,STR (IXC360I)",
                syntax="CFRM STRUCTURE NAME({name}) INITSIZE({value}M)",
                label="Initial size (INITSIZE)",
            ),
            SettingSpec(
                "PREFLIST",
                "text",
                "Coupling facilities that may hold it, the preferred one first.",
                source="CFRM policy PREFLIST; D XCF,STR (IXC360I)",
                syntax="CFRM STRUCTURE NAME({name}) PREFLIST({value})",
                names="CF",
                label="Preference list (PREFLIST)",
            ),
            SettingSpec(
                "POLICY_DUPLEX",
                "choice",
                "What the CFRM policy says of duplexing.",
                choices=("DISABLED", "ALLOWED", "ENABLED"),
                source="CFRM policy DUPLEX; D XCF,STR (IXC360I)",
                syntax="CFRM STRUCTURE NAME({name}) DUPLEX({value})",
                label="DUPLEX of the policy",
            ),
            SettingSpec(
                "ALLOW_ALTER",
                "flag",
                "Whether all its users allow its size to be altered.",
                source="D XCF,STR (IXC360I), ALLOW ALTER of the connections",
                label="Users allow alter",
            ),
            SettingSpec(
                "TYPE",
                "choice",
                "What it is used for.",
                choices=("lock", "cache", "list"),
                source="RMF coupling facility report",
            ),
        ),
        names="STRUCTURE",
        icon="layers",
        called="STR1",
        words="lock cache list structure",
    ),
)
