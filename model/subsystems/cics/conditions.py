"""From the topology to the conditions of one region: its figures, files, pools, connections."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from model.contract.evaluation import Conditions
from model.contract.protocol import NotProjectable
from model.hardware.dasd import disks_of
from model.hardware.ranking import Rank, rank_of
from model.hardware.storage import storage_key
from model.hardware.ziip import done_cpus
from model.language import Name, say
from model.subsystems.cics.kinds import SETTINGS
from model.subsystems.mro import access_method
from model.topology import Component, Topology
from model.topology.growth import settings_of

NOT_MRO = frozenset({"VTAM", "INDIRECT"})
DEFAULTS = {spec.name: spec.default for spec in SETTINGS if spec.default is not None}


def region_conditions(
    topology: Topology, anchor: str, background: Mapping[str, float]
) -> Conditions:
    """Everything the model needs of one region.

    Raises NotProjectable when neither its transactions nor any I/O of it is known.
    """
    found = topology.once(("region", anchor), lambda now: _own_conditions(now, anchor))
    lpar = topology.ancestor_id(anchor, "lpar")
    others_gb = 0.0 if lpar is None else background.get(storage_key(lpar), 0.0)
    return {**found, "others_gb": others_gb}


def _own_conditions(topology: Topology, anchor: str) -> dict[str, Any]:
    region = topology[anchor]
    told = region.figures()
    figures, is_least = _on_one_cpu(region, told)
    pools = topology.children(anchor, "lsr_pool")
    buffers = {
        part.id: _buffers(part, pool)
        for pool in pools
        for part in topology.children(pool.id, "lsr_buffers")
    }
    files = {file.id: _file(file) for file in topology.children(anchor, "vsam_file")}
    rate = _rate(figures)
    has_cpu = any(name in figures for name in ("qr_dispatch_s", "qr_cpu_s", "cpu_pct"))
    counted = any(b["requests"] > 0.0 for b in buffers.values()) or any(
        f["requests"] > 0.0 or f["excps"] > 0.0 for f in files.values()
    )
    if rate is None and not counted and not has_cpu:
        raise NotProjectable(
            say(
                "{region_name}: neither transactions, dispatcher times nor file "
                "statistics are known; DFH0STAT shows them",
                region_name=Name(region.name),
            ),
            anchor,
            "tx_per_s",
            "DFH0STAT or DFHSTUP",
        )
    lpar, cpc = (topology.ancestor(anchor, kind) for kind in ("lpar", "cpc"))
    io_ms = [disk.measure("response_ms") for disk, _ in disks_of(topology, anchor)]
    known_ms = [value for value in io_ms if value is not None]
    return {
        "name": region.name,
        "settings": {**DEFAULTS, **settings_of(region)},
        "stated": frozenset(settings_of(region)),
        "figures": figures,
        "dispatch_is_least": is_least,
        "rate_per_s": rate,
        "duration_s": figures.get("duration_s") or _longest(buffers, files),
        "buffers": buffers,
        "pools": {pool.id: _pool(pool) for pool in pools},
        "files": files,
        "connections": {
            connection.id: _connection(topology, connection)
            for connection in topology.children(anchor, "cics_connection")
        },
        "received": {
            connection.id: _connection(topology, connection)
            for connection in topology.of_kind("cics_connection")
            if connection.parent != anchor and called_region(topology, connection) == anchor
        },
        "is_called": any(
            called_region(topology, one) == anchor for one in topology.of_kind("cics_connection")
        ),
        "rank": _rank(topology, region, told),
        "partition_cps": None if lpar is None else lpar.number("CPS"),
        "ziip_cpus": 0.0 if lpar is None else done_cpus(topology, lpar),
        "cp_speed": None if cpc is None else cpc.number("CP_SPEED"),
        "real_gb": None if lpar is None else lpar.number("REAL_STORAGE_GB"),
        "aux_slots": None if lpar is None else _paged_out(lpar),
        "page_device": None if lpar is None else lpar.value("PAGE_DEVICE"),
        "io_ms": sum(known_ms) / len(known_ms) if known_ms else None,
    }


def _connection(topology: Topology, connection: Component) -> dict[str, Any]:
    """A connection as its region has it.

    "mirrors": whether those of the region that it leads to are long-running.  "tasks": transactions
    of its own region in the connection's interval; None where either is not known.  "sessions":
    those on which its region starts requests; "other_end": the connection back, None where there
    is none or several.
    """
    across, to = crosses(topology, connection), called_region(topology, connection)
    figures = connection.figures()
    region = topology.ancestor(connection.id, "cics_region")
    own = {} if region is None else region.figures()
    rate, seconds = _rate(own), figures.get("duration_s") or own.get("duration_s")
    back = other_end(topology, connection)
    return {
        "name": connection.name,
        "sessions": _sessions(connection, back),
        "other_end": None if back is None else back.name,
        "settings": {
            **{name: s.value for name, s in connection.settings.items()},
            "ACCESSMETHOD": access_method(connection, across),
        },
        "crosses": across,
        "figures": figures,
        "to": to,
        "mirrors": to is not None and bool(topology[to].value("MROLRM")),
        "seconds": seconds,
        "tasks": rate * seconds if rate and seconds else None,
    }


def other_end(topology: Topology, connection: Component) -> Component | None:
    """The connection back over the same MRO sessions; None unless both regions have one."""
    to = called_region(topology, connection)
    if to is None or connection.value("ACCESSMETHOD") in NOT_MRO:
        return None
    there, back = (
        [one for one in topology.children(here, "cics_connection")
         if called_region(topology, one) == region]
        for here, region in ((connection.parent or "", to), (to, connection.parent))
    )  # fmt: skip
    return back[0] if len(there) == len(back) == 1 else None


def _sessions(connection: Component, back: Component | None) -> float | None:
    """Sessions on which a connection's region starts requests; None where nobody says.

    Of MRO there are as many as one side sends on and the other receives on (SENDCOUNT and
    RECEIVECOUNT: CICS resource definitions, SESSIONS). Those of VTAM (LUTYPE6.1) only usually send,
    or receive, before the other: requests are started on all of them.
    """
    sends = connection.number("SESSIONS_SEND")
    if connection.value("ACCESSMETHOD") == "VTAM":
        return None if sends is None else sends + (connection.number("SESSIONS_RECEIVE") or 0.0)
    if back is None:
        return sends
    receives = back.number("SESSIONS_RECEIVE")
    known = [one for one in (sends, receives) if one is not None]
    return min(known, default=None)


def _on_one_cpu(region: Component, figures: dict[str, float]) -> tuple[dict[str, float], bool]:
    """Where CPU time stands in for the dispatch time of the QR TCB, which no report tells.

    A TCB uses one CPU at a time, and is dispatched for that at least. z/VSE lets no partition use
    more than one (002), so that all of its CPU counts.
    """
    seconds = figures.get("duration_s", 0.0)
    if "qr_dispatch_s" in figures or not seconds:
        return figures, False
    used = figures.get("qr_cpu_s", 0.0)
    if region.value("PLATFORM") == "z/VSE":
        known = (figures.get(name) for name in ("partition_cpu_s", "tcb_cpu_s", "qr_cpu_s"))
        share = figures.get("cpu_pct", 0.0) / 100.0
        used = max((one for one in known if one), default=share * seconds)
    if not 0.0 < used <= seconds:
        return figures, False
    return {**figures, "qr_cpu_s": used, "qr_dispatch_s": used}, True


def _paged_out(lpar: Component) -> float | None:
    """Slots of page data sets and blocks of storage-class memory in use, 4 KB each."""
    return lpar.measured_sum("aux_slots_used", "scm_blocks_used")


def _rank(topology: Topology, region: Component, figures: Mapping[str, float]) -> Rank | None:
    """What the dispatch time of the QR TCB says of the region's rank; None where it cannot.

    z/VSE states its order; elsewhere the partition's use and its CPs have to be known.
    """
    lpar = topology.ancestor(region.id, "lpar")
    cpu_s, dispatch_s = figures.get("qr_cpu_s"), figures.get("qr_dispatch_s")
    seconds = figures.get("duration_s")
    if lpar is None or not cpu_s or not dispatch_s or not seconds:
        return None
    cps, busy_pct = lpar.number("CPS"), lpar.measure("cp_busy_pct")
    if not cps or busy_pct is None or region.value("PLATFORM") == "z/VSE":
        return None
    servers = max(1, round(cps))
    own_s = partition_cpu_s_per_s(figures, seconds) or cpu_s / seconds
    return rank_of(servers, busy_pct / 100.0, own_s / servers, max(dispatch_s / cpu_s - 1.0, 0.0))


def partition_cpu_s_per_s(figures: Mapping[str, float], duration_s: float | None) -> float | None:
    """CPU seconds per second of the whole partition, from the widest figure there is."""
    if duration_s:
        for name in ("partition_cpu_s", "tcb_cpu_s", "qr_cpu_s"):
            if figures.get(name):
                return figures[name] / duration_s
    if "cpu_pct" in figures:
        return figures["cpu_pct"] / 100.0
    return None


def crosses(topology: Topology, connection: Component) -> bool:
    """Whether a connection leads to a region in another partition."""
    to = called_region(topology, connection)
    if to is None:
        return False
    here, there = (topology.ancestor(one, "lpar") for one in (connection.id, to))
    return here is not None and there is not None and here.id != there.id


def called_region(topology: Topology, connection: Component) -> str | None:
    """The region at the other end: as linked, or the only one of the connection's name."""
    for region in topology.targets(connection.id, "mro"):
        return region.id
    name = connection.name.rsplit("/", 1)[-1]
    named = [
        region.id
        for region in topology.of_kind("cics_region")
        if region.id != connection.parent and name in (region.name, region.value("APPLID"))
    ]
    return named[0] if len(named) == 1 else None


def _rate(figures: Mapping[str, float]) -> float | None:
    rate = figures.get("tx_per_s")
    if rate is None and figures.get("duration_s") and "transactions" in figures:
        rate = figures["transactions"] / figures["duration_s"]
    return rate if rate else None


def _buffers(part: Component, pool: Component) -> dict[str, Any]:
    lookasides, reads = part.measure("lookasides") or 0.0, part.measure("reads") or 0.0
    duration_s = part.measure("duration_s") or pool.measure("duration_s")
    requests = lookasides + reads
    return {
        "name": part.name,
        "pool": pool.id,
        "buffers": part.number("BUFFERS"),
        "size_bytes": _size(part.name),
        "requests": requests,
        "counted": part.measure("lookasides") is not None,
        "miss": reads / requests if requests > 0.0 else 0.0,
        "writes": part.measure("writes") or 0.0,
        "duration_s": duration_s,
    }


def _size(name: str) -> float | None:
    """Buffer size in bytes from the last part of the name, such as D4096."""
    digits = name.rsplit("/", 1)[-1].lstrip("DIdi")
    return float(digits) if digits.isdigit() else None


def _pool(pool: Component) -> dict[str, Any]:
    return {
        "name": pool.name,
        "strings": pool.number("STRINGS"),
        "waits": pool.measure("strings_waits") or 0.0,
        "waiting_peak": pool.measure("strings_wait_peak"),
        "duration_s": pool.measure("duration_s"),
    }


def _file(file: Component) -> dict[str, Any]:
    data, index = file.measure("excps_data") or 0.0, file.measure("excps_index") or 0.0
    total = file.measure("excps")
    parts = (
        "reads",
        "reads_for_update",
        "browses",
        "updates",
        "adds",
        "deletes",
    )
    known = sum(file.measure(name) or 0.0 for name in parts)
    requests = file.measure("requests")
    only_reads = (file.measure("reads") or 0.0) + (file.measure("browses") or 0.0)
    return {
        "name": file.name,
        "settings": {name: s.value for name, s in file.settings.items()},
        "requests": known if requests is None else requests,
        "reads": only_reads,
        "excps": data + index if total is None else total,
        "ci_splits": file.measure("ci_splits") or 0.0,
        "ca_splits": file.measure("ca_splits") or 0.0,
        "conflicts": file.measure("exclusive_control_conflicts") or 0.0,
        "string_waits": file.measure("string_waits") or 0.0,
        "waiting_peak": file.measure("string_wait_hwm"),
        "duration_s": file.measure("duration_s"),
    }


def _longest(*groups: Mapping[str, Mapping[str, Any]]) -> float | None:
    known = [part["duration_s"] for group in groups for part in group.values()]
    durations = [value for value in known if value]
    return max(durations) if durations else None
