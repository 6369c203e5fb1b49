"""Names of Adabas components and of their figures, the same in every reader that sees one."""

from __future__ import annotations

# Label drift: the same figure under the names of successive releases.
LABELS: tuple[tuple[str, str, str], ...] = (
    ("logical_reads", "reads", r"Log(?:ical|\.)\s*reads"),
    ("buffer_efficiency", "", r"Buffer\s*eff(?:iciency|\.)"),
    ("plog_protection_blocks", "blocks", r"PLOG\s+protection\s+blocks"),
    ("plog_different_blocks", "blocks", r"PLOG\s+different\s+blocks"),
    ("plog_protection_ios", "I/Os", r"PLOG\s+protection\s+I/Os"),
    ("work_protection_blocks", "blocks", r"WORK1?\s+protection\s+blocks"),
    ("work_different_blocks", "blocks", r"WORK1?\s+different\s+blocks"),
    ("work_protection_ios", "I/Os", r"WORK1?\s+protection\s+I/Os"),
    ("work_publishing_blocks", "blocks", r"WORK1?\s+publishing\s+blocks"),
    ("work_publishing_ios", "I/Os", r"WORK1?\s+publishing\s+I/Os"),
    ("work_publishing_waits", "waits", r"WORK1?\s+publishing\s+waits"),
    ("format_translations", "", r"Format\s+translations"),
    ("format_overwrites", "", r"Format\s+overwrites"),
    ("buffer_flushes", "", r"(?:Number\s+of\s+)?buffer\s*flush(?:es)?"),
    ("throw_backs_isn", "", r"Throw[- ]?backs?\s+(?:for|due to|waiting for)\s+ISN[A-Za-z ]*"),
    ("throw_backs_space", "", r"Throw[- ]?backs?\s+(?:for|due to|waiting for)\s+space[A-Za-z ]*"),
    ("throw_backs", "", r"(?:Command\s+)?throw[- ]?backs?"),
    ("cache_chain_contention", "", r"(?:Cache\s+space\s+chain|chain)\s+contention\w*"),
    ("cache_read_requests", "requests", r"Read requests"),
    ("cache_write_requests", "requests", r"Write requests"),
    ("cache_castouts", "blocks", r"Cast-?outs"),
    ("structure_full_events", "events", r"(?:Cache\s+)?structure[- ]full(?:\s+events)?"),
)
"""Metric, unit and what stands before the figure, as a pattern."""


def database(dbid: str | int) -> str:
    """Subject of a database: DBID without leading zeros."""
    return f"adabas_database:{int(dbid)}"


def nucleus(dbid: str | int, nucid: str | int = 0) -> str:
    """Subject of a nucleus: DBID-NUCID; a nucleus outside a cluster has NUCID 0."""
    return f"adabas_nucleus:{int(dbid)}-{int(nucid)}"
