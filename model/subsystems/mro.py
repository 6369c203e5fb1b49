"""CICS intercommunication: MRO connections, sessions, function shipping.

Connections are part of their region's model (``model.subsystems.cics``). What a request costs is
the customer's figure or, without one, the traced path length by kind of link (CICS TS 3.1
information centre: additional costs of communication between two regions). A long-running mirror
is started once a task instead of once a request, so that what it saves goes by requests a task.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from model.contract.evaluation import FloatArray
from model.language import Name, say
from model.subsystems.vsam.kinds import csd_group
from model.topology import Component, ComponentKind, SettingSpec

_SESSIONS = "CICS resource definitions, SESSIONS"

SETTINGS: tuple[SettingSpec, ...] = (
    csd_group("CONNECTION"),
    SettingSpec(
        "SESSIONS_SEND",
        "integer",
        "Sessions on which this region starts requests; an AOR that ships to a FOR needs these.",
        unit="sessions",
        minimum=0,
        maximum=999,
        soft_maximum=200,
        group="Sessions",
        source=f"{_SESSIONS}; 002, MRO",
        syntax="DEFINE SESSIONS({name}) SENDCOUNT({value})",
        label="Send sessions",
    ),
    SettingSpec(
        "SESSIONS_RECEIVE",
        "integer",
        "Sessions on which the partner starts requests; a FOR needs only these.",
        unit="sessions",
        minimum=0,
        maximum=999,
        soft_maximum=200,
        group="Sessions",
        source=f"{_SESSIONS}; 002, MRO",
        syntax="DEFINE SESSIONS({name}) RECEIVECOUNT({value})",
        label="Receive sessions",
    ),
    SettingSpec(
        "ACCESSMETHOD",
        "choice",
        "How the two regions are connected.",
        default="IRC",
        choices=("IRC", "XM", "XCF", "XCF_CF", "VTAM", "INDIRECT"),
        group="Connection",
        source="CICS resource definitions, CONNECTION; XCF by channels or by the coupling facility",
    ),
    SettingSpec(
        "TRANSFER_KB",
        "number",
        "Average data shipped by a request, in both directions.",
        unit="KB",
        minimum=0,
        maximum=256,
        group="Connection",
        source="002, A significant MRO limit",
        label="Data per request",
    ),
)


KINDS: tuple[ComponentKind, ...] = (
    ComponentKind(
        "cics_connection",
        "CICS connection",
        "CICS MRO",
        parents=("cics_region",),
        settings=SETTINGS,
        links={"mro": ("cics_region",)},
        doc="A connection to another region with its sessions.",
        names="CONNECTION",
        icon="cable",
        called="CON1",
        words="mro isc ipic link",
    ),
)


@dataclass(frozen=True, slots=True)
class PathLength:
    """Thousands of instructions that a kind of link adds, both regions together.

    started: a request to a mirror of its own. mirror: starting and ending one that stays; request:
    each request to it, and its syncpoint. routed: a transaction routed.
    """

    started: float
    mirror: float | None
    request: float | None
    routed: float


PATHS: Mapping[str, PathLength] = {
    "IRC": PathLength(21.4, 13.2, 9.0, 37.0),
    "XM": PathLength(21.4, 13.2, 9.0, 37.0),
    "XCF": PathLength(35.0, 13.2, 23.4, 43.0),
    "XCF_CF": PathLength(59.9, 13.2, 48.4, 66.0),
    "VTAM": PathLength(115.0, None, None, 110.0),
}
"""CICS TS 3.1 information centre, traced. IRC is taken as XM; long-running mirrors need MRO."""

TRANSFER_LIMIT_KB = 256.0
"""24-bit storage that all MRO transfer buffers may take (002, A significant MRO limit)."""

_WITHIN = frozenset({"IRC", "XM"})

Parts = Mapping[str, Mapping[str, Any]]


def access_method(connection: Component, crosses: bool) -> str:
    """How requests go over a connection: between partitions CICS takes XCF where IRC or XM is
    defined (CICS TS 5.5, Choosing the access method for MRO)."""
    defined = str(connection.value("ACCESSMETHOD") or "IRC")
    return "XCF" if crosses and defined in _WITHIN else defined


def shipped_requests_saved(now: Parts, was: Parts) -> tuple[float, list[str]]:
    """Function-shipped requests of the interval that become local, and the files concerned.

    A file that is no longer remote saves all its requests; one with a shared data table its reads
    and browses. A file that becomes remote ships what it did not before: a negative saving.
    """
    saved, names = 0.0, []
    for key, file in now.items():
        before = was.get(key)
        if before is None:
            continue
        change = _shipped_of(before, before["settings"]) - _shipped_of(before, file["settings"])
        if change == 0.0:
            continue
        saved += change
        names.append(str(before["name"]))
    return saved, names


def _shipped_of(file: Mapping[str, Any], settings: Mapping[str, Any]) -> float:
    """Requests of a file that are shipped under other settings."""
    if not settings.get("REMOTE"):
        return 0.0
    return float(file["requests"]) - (float(file["reads"]) if settings.get("SDT") else 0.0)


def request_cpu_us(connections: Parts) -> float | None:
    """CPU of one shipped request, weighted over the connections that have the figure."""
    known = [
        (part["figures"]["cpu_us_per_request"], shipped(part))
        for part in connections.values()
        if "cpu_us_per_request" in part["figures"]
    ]
    if not known:
        return None
    weight = sum(count for _, count in known)
    if weight <= 0.0:
        return float(sum(cpu for cpu, _ in known)) / len(known)
    return float(sum(cpu * count for cpu, count in known)) / weight


def requests_counted(connections: Parts) -> bool:
    """Whether the reports count requests shipped or transactions routed."""
    return any(shipped(part) + _routed(part) > 0.0 for part in connections.values())


def _routed(connection: Mapping[str, Any]) -> float:
    return float(connection["figures"].get("transaction_routings", 0.0))


def path_k(method: str, long_running: bool, per_task: FloatArray) -> FloatArray | None:
    """Thousands of instructions of a shipped request; None where no path length is published."""
    path = PATHS.get(method)
    if path is None:
        return None
    if not long_running or path.mirror is None or path.request is None:
        return np.full_like(per_task, path.started)
    found: FloatArray = path.request + (path.mirror + path.request) / np.maximum(per_task, 1.0)
    return found


def link_cpu_change(
    now: Parts, was: Parts, constants: Mapping[str, FloatArray]
) -> tuple[FloatArray, list[str]]:
    """CPU seconds a second that other links or mirrors change, and remarks.

    Mirrors are those of the region that a connection leads to: they run, and stay, as it has it.
    CPU is taken to be the same in both regions, of which this is one; a measured CPU of a request
    is the as-is of its path.
    """
    total = np.zeros_like(constants["requests_per_task"])
    reasons: list[str] = []
    for key, part in now.items():
        before = was.get(key)
        if before is None:
            continue
        names = [one["settings"].get("ACCESSMETHOD", "IRC") for one in (part, before)]
        long_running = [one["mirrors"] for one in (part, before)]
        if names[0] == names[1] and long_running[0] == long_running[1]:
            continue
        seconds = before["seconds"]
        if not seconds:
            continue
        # Some tasks ship nothing, so that those which ship do it no less often than all on average.
        least = shipped(before) / before["tasks"] if before["tasks"] else 0.0
        per_task = np.maximum(constants["requests_per_task"], least)
        paths = [
            path_k(str(name), mirror, per_task)
            for name, mirror in zip(names, long_running, strict=True)
        ]
        if paths[0] is None or paths[1] is None:
            reasons.append(
                say(
                    "{name}: no path length is published for this kind of link",
                    name=Name(str(part["name"])),
                )
            )
            continue
        measured_us = before["figures"].get("cpu_us_per_request")
        each_us = constants["k_instructions_us"] / constants["speed"]
        if measured_us is not None:
            # How two paths compare is known better than how long one takes: half of its logarithm.
            path_us = constants["k_instructions_us"]
            each_us = measured_us / paths[1] * np.sqrt(path_us / path_us[0])
        each_s = 0.5 * each_us / 1e6 / seconds
        total = total + each_s * (paths[0] - paths[1]) * shipped(before)
        if part["crosses"] and not before["crosses"]:
            reasons.append(
                say(
                    "{name}: its regions are in two partitions, between which CICS takes XCF "
                    "whether IRC or XM is defined",
                    name=Name(str(part["name"])),
                )
            )
        if names[0] != names[1]:
            routed = PATHS[names[0]].routed - PATHS[names[1]].routed
            total = total + each_s * routed * _routed(before)
        if np.array_equal(paths[0], paths[1]):
            if names[0] == names[1]:
                reasons.append(
                    say(
                        "{name}: mirrors stay on links of MRO only, which this is not: it costs as "
                        "before",
                        name=Name(str(part["name"])),
                    )
                )
            else:
                reasons.append(
                    say(
                        "{name}: {was} and {then} have the same path length, so that the link "
                        "costs as before",
                        name=Name(str(part["name"])),
                        was=str(names[1]),
                        then=str(names[0]),
                    )
                )
            continue
        if not shipped(before) and names[0] == names[1]:
            continue  # nobody's mirror serves transactions that are routed
        reasons.append(
            say(
                "{name}: CPU of the link by path lengths of CICS TS 3.1: {was:,.1f} thousand "
                "instructions a request as it is, {then:,.1f} then",
                name=Name(str(part["name"])),
                was=float(paths[1].flat[0]),
                then=float(paths[0].flat[0]),
            )
        )
        if long_running[0] != long_running[1]:
            reasons.append(
                say(
                    "{name}: a long-running mirror saves by the requests of a task, here "
                    "{per_task:,.3g}; how many the tasks make that ship any, monitoring of CICS "
                    "(SMF 110-1) tells",
                    name=Name(str(part["name"])),
                    per_task=float(per_task.flat[0]),
                )
            )
    return total, reasons


def request_hold_ms(connections: Parts) -> float:
    """Time that one shipped request holds its session and its task; 0 when not known."""
    known = [
        (part["figures"]["session_hold_ms"], shipped(part))
        for part in connections.values()
        if "session_hold_ms" in part["figures"]
    ]
    weight = sum(count for _, count in known)
    return float(sum(hold * count for hold, count in known)) / weight if weight > 0.0 else 0.0


def transfer_warnings(now: Parts, was: Parts) -> list[str]:
    """Connections whose sessions could take more transfer buffers than there may be."""
    warnings: list[str] = []
    for key, connection in now.items():
        before = was.get(key)
        if before is None:
            continue
        sessions_now = connection["settings"].get("SESSIONS_SEND")
        sessions_was = before["settings"].get("SESSIONS_SEND")
        high_kb = before["figures"].get("buffer_hwm_kb", 0.0)
        if (
            sessions_now
            and sessions_was
            and sessions_now > sessions_was
            and (high_kb * sessions_now / sessions_was > TRANSFER_LIMIT_KB)
        ):
            warnings.append(
                say(
                    "{before}: {sessions_now:,g} sessions could take {high_kb:,.0f} KB of "
                    "transfer buffers where the limit is {transfer_limit_kb:,g} KB (002)",
                    before=Name(before["name"]),
                    sessions_now=sessions_now,
                    high_kb=high_kb * sessions_now / sessions_was,
                    transfer_limit_kb=TRANSFER_LIMIT_KB,
                )
            )
    return warnings


def shipped(connection: Mapping[str, Any]) -> float:
    """Function-shipped requests of a connection in its interval."""
    figures: Mapping[str, float] = connection["figures"]
    if "function_shipped_requests" in figures:
        return figures["function_shipped_requests"]
    names = ("file_requests", "ts_requests", "td_requests", "dpl_requests")
    return sum(figures.get(name, 0.0) for name in names)
