"""CICS intercommunication: MRO connections, sessions, function shipping."""

from __future__ import annotations

from model.topology import ComponentKind, MeasureSpec, SettingSpec

_SESSIONS = "CICS resource definitions, SESSIONS"

SETTINGS: tuple[SettingSpec, ...] = (
    SettingSpec(
        "SESSIONS_SEND", "integer",
        "Sessions on which this region starts requests; an AOR that ships to a FOR needs these.",
        unit="sessions", minimum=0, maximum=999, soft_maximum=200, group="Sessions",
        source=f"{_SESSIONS}; 002, MRO", syntax="DEFINE SESSIONS({name}) SENDCOUNT({value})",
    ),
    SettingSpec(
        "SESSIONS_RECEIVE", "integer",
        "Sessions on which the partner starts requests; a FOR needs only these.",
        unit="sessions", minimum=0, maximum=999, soft_maximum=200, group="Sessions",
        source=f"{_SESSIONS}; 002, MRO", syntax="DEFINE SESSIONS({name}) RECEIVECOUNT({value})",
    ),
    SettingSpec(
        "ACCESSMETHOD", "choice", "How the two regions are connected.", default="IRC",
        choices=("IRC", "XM", "VTAM", "INDIRECT"), group="Connection",
        source="CICS resource definitions, CONNECTION",
    ),
    SettingSpec(
        "TRANSFER_KB", "number", "Average data shipped by a request, in both directions.",
        unit="KB", minimum=0, maximum=256, group="Connection",
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
        "cics_connection", "CICS connection", "CICS MRO", parents=("cics_region",),
        settings=SETTINGS, measures=MEASURES, links={"mro": ("cics_region",)},
        doc="A connection to another region with its sessions.",
    ),
)
