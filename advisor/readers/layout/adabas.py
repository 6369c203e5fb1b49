"""Names of Adabas components, the same in every reader that sees one."""

from __future__ import annotations


def database(dbid: str | int) -> str:
    """Subject of a database: DBID without leading zeros."""
    return f"adabas_database:{int(dbid)}"


def nucleus(dbid: str | int, nucid: str | int = 0) -> str:
    """Subject of a nucleus: DBID-NUCID; a nucleus outside a cluster has NUCID 0."""
    return f"adabas_nucleus:{int(dbid)}-{int(nucid)}"
