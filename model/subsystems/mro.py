"""CICS intercommunication: MRO connections, sessions, function shipping.

Connections are part of their region's model (``model.subsystems.cics``). Document 002 gives no CPU
of a single shipped request (its three-tier test needed more than six times the CPU of one tier,
which it calls extreme), so that the figure is the customer's or the effect is not projected.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from model.subsystems.vsam.files import server_wait_change_s
from model.topology import ComponentKind, MeasureSpec, SettingSpec

_SESSIONS = "CICS resource definitions, SESSIONS"

SETTINGS: tuple[SettingSpec, ...] = (
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
    ),
    SettingSpec(
        "ACCESSMETHOD",
        "choice",
        "How the two regions are connected.",
        default="IRC",
        choices=("IRC", "XM", "VTAM", "INDIRECT"),
        group="Connection",
        source="CICS resource definitions, CONNECTION",
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
    ),
)

MEASURES: tuple[MeasureSpec, ...] = (
    MeasureSpec("duration_s", "s", "Length of the statistics interval."),
    MeasureSpec("peak_contention_winners", "sessions", "Most send sessions in use at a time."),
    MeasureSpec("peak_contention_losers", "sessions", "Most receive sessions in use at a time."),
    MeasureSpec("allocates_queued", "count", "Allocates that had to wait."),
    MeasureSpec("outstanding_hwm", "count", "Most allocates waiting at a time."),
    MeasureSpec("function_shipped_requests", "count", "File, queue and program requests shipped."),
    MeasureSpec("file_requests", "count", "File control requests shipped."),
    MeasureSpec("ts_requests", "count", "Temporary storage requests shipped."),
    MeasureSpec("td_requests", "count", "Transient data requests shipped."),
    MeasureSpec("dpl_requests", "count", "Program links shipped."),
    MeasureSpec("transaction_routings", "count", "Transactions routed."),
    MeasureSpec("session_hold_ms", "ms", "Average time a request holds its session."),
    MeasureSpec("cpu_us_per_request", "µs", "CPU of a shipped request in both regions together."),
    MeasureSpec("buffer_hwm_kb", "KB", "Most transfer buffer storage."),
)

KINDS: tuple[ComponentKind, ...] = (
    ComponentKind(
        "cics_connection",
        "CICS connection",
        "CICS MRO",
        parents=("cics_region",),
        settings=SETTINGS,
        measures=MEASURES,
        links={"mro": ("cics_region",)},
        doc="A connection to another region with its sessions.",
    ),
)

TRANSFER_LIMIT_KB = 256.0
"""24-bit storage that all MRO transfer buffers may take (002, A significant MRO limit)."""

Parts = Mapping[str, Mapping[str, Any]]


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


def request_hold_ms(connections: Parts) -> float:
    """Time that one shipped request holds its session and its task; 0 when not known."""
    known = [
        (part["figures"]["session_hold_ms"], shipped(part))
        for part in connections.values()
        if "session_hold_ms" in part["figures"]
    ]
    weight = sum(count for _, count in known)
    return float(sum(hold * count for hold, count in known)) / weight if weight > 0.0 else 0.0


def session_wait_change_s(
    now: Parts, was: Parts, duration_s: float | None, growth: float = 1.0
) -> tuple[float, list[str]]:
    """Change of the waits for sessions, summed over all requests of the interval, in seconds."""
    total, warnings = 0.0, []
    for key, connection in now.items():
        before = was.get(key)
        if before is None:
            continue
        sessions_now = connection["settings"].get("SESSIONS_SEND")
        sessions_was = before["settings"].get("SESSIONS_SEND")
        figures = before["figures"]
        requests = shipped(before)
        change = server_wait_change_s(
            str(before["name"]),
            sessions_now,
            sessions_was,
            figures.get("allocates_queued", 0.0),
            requests,
            figures.get("duration_s") or duration_s,
            growth,
        )
        total += change * requests
        high_kb = figures.get("buffer_hwm_kb", 0.0)
        if (
            sessions_now
            and sessions_was
            and sessions_now > sessions_was
            and (high_kb * sessions_now / sessions_was > TRANSFER_LIMIT_KB)
        ):
            warnings.append(
                f"{before['name']}: {sessions_now:,g} sessions could take "
                f"{high_kb * sessions_now / sessions_was:,.0f} KB of transfer buffers where the "
                f"limit is {TRANSFER_LIMIT_KB:,g} KB (002)"
            )
    return total, warnings


def shipped(connection: Mapping[str, Any]) -> float:
    """Function-shipped requests of a connection in its interval."""
    figures: Mapping[str, float] = connection["figures"]
    if "function_shipped_requests" in figures:
        return figures["function_shipped_requests"]
    names = ("file_requests", "ts_requests", "td_requests", "dpl_requests")
    return sum(figures.get(name, 0.0) for name in names)
