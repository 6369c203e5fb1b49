"""Real storage of Db2: of its address spaces as reports say it, of its pools as they are set."""

from __future__ import annotations

from collections.abc import Sequence

from model.contract.evaluation import ConditionError, Conditions
from model.language import Name, say
from model.topology import Component

REAL_MB = "real_storage_mb."
"""Real storage in use, by address space."""


def held_mb(now: Conditions, was: Conditions) -> float | None:
    """What reports say and pools have grown by, MB; where none says it what the pools take alone.

    ``None`` where neither is known.
    """
    told_mb = sum(float(v) for k, v in was["figures"].items() if k.startswith(REAL_MB))
    after, before = _pools_mb(now), _pools_mb(was)
    if not told_mb:
        return after
    return told_mb if after is None or before is None else max(told_mb + after - before, 0.0)


def frames_gb(pools: Sequence[Component], as_is: bool) -> dict[str, float]:
    """Pools by the frames that they ask for, GB."""
    found: dict[str, float] = {}
    for pool in pools:
        size = str(pool.value_as_is("FRAMESIZE") if as_is else pool.value("FRAMESIZE"))
        buffers = pool.number_as_is("VPSIZE") if as_is else pool.number("VPSIZE")
        gb = (buffers or 0.0) * (pool.number("PAGE_SIZE_KB") or 4.0) / 1024.0**2
        found[size] = found.get(size, 0.0) + gb
    return found


def check_storage(now: Conditions, was: Conditions) -> None:
    """Raises `ConditionError` where pools exceed the real storage of their LPAR, or change pages'
    size."""
    _check_page_sizes(now, was)
    pools_gb = sum(pool["mb"] for pool in now["pools"].values()) / 1024.0
    if now["real_gb"] is not None and pools_gb > now["real_gb"]:
        raise ConditionError(
            say(
                "{now}: buffer pools of {pools_gb:,.1f} GB exceed the {now2:,g} "
                "GB of real storage; Db2 would page (003, 2.2.1)",
                now=Name(now["name"]),
                pools_gb=pools_gb,
                now2=now["real_gb"],
            )
        )


def _check_page_sizes(now: Conditions, was: Conditions) -> None:
    """Raises `ConditionError` where a pool's pages are to have another size.

    A pool has the page size of its name: tables have to be moved, and how many getpages and reads
    they then make no report tells.
    """
    for key, before in was["pools"].items():
        after = now["pools"].get(key)
        if after is not None and after["page_kb"] != before["page_kb"]:
            raise ConditionError(
                say(
                    "{pool}: its pages are {was:,g} KB by its name; table spaces whose pages are "
                    "to have {now:,g} KB move to another pool, and what they read and get there "
                    "is not known from what is read here",
                    pool=Name(after["name"]),
                    was=before["page_kb"],
                    now=after["page_kb"],
                )
            )


def _pools_mb(state: Conditions) -> float | None:
    """``None`` where the size of none is known."""
    pools = state["pools"].values()
    return sum(float(p["mb"]) for p in pools) if any(p["buffers"] for p in pools) else None
