"""Java virtual machines: heap options and the page frames that back the heap.

Document 003 (3.2.2) measured 1 to 10 JVMs with 2 GB heaps: 7 to 13 % more throughput with large
pages than with 4 KB ones, and up to 4 % more with 2 GB than with 1 MB frames. The range is used
as it stands; nothing else of a JVM is published there.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import ClassVar

import numpy as np

from model.contract.evaluation import ConditionError, Conditions, FloatArray
from model.contract.protocol import NotProjectable
from model.language import Name, say
from model.subsystems.common import UNTOLD_TIMES, Answer, ProductModel
from model.subsystems.common.scatter import gap_sd
from model.topology import ComponentKind, SettingSpec, Topology, Usual

_OPTIONS = "003, 3.2.1"

SETTINGS: tuple[SettingSpec, ...] = (
    SettingSpec(
        "PAGESIZE",
        "choice",
        "Page frames of the object heap; 1M and 2G come out of LFAREA.",
        default="4K",
        choices=("4K", "1M", "2G"),
        group="Heap",
        source="003, 3.2.2",
        syntax="-Xlp:objectheap:pagesize={value} (2G: ,nonpageable)",
        label="-Xlp:objectheap:pagesize",
    ),
    SettingSpec(
        "XMX_MB",
        "integer",
        "Largest heap.",
        unit="MB",
        minimum=8,
        maximum=1_048_576,
        soft_maximum=32_768,
        group="Heap",
        source=_OPTIONS,
        syntax="-Xmx{value}m",
        label="-Xmx",
    ),
    SettingSpec(
        "XMS_MB",
        "integer",
        "Initial heap.",
        unit="MB",
        minimum=1,
        maximum=1_048_576,
        soft_maximum=32_768,
        group="Heap",
        source=_OPTIONS,
        syntax="-Xms{value}m",
        label="-Xms",
    ),
    SettingSpec(
        "XMN_MB",
        "integer",
        "New-object area of the generational collector.",
        unit="MB",
        minimum=1,
        maximum=1_048_576,
        soft_maximum=16_384,
        group="Heap",
        source=_OPTIONS,
        syntax="-Xmn{value}m",
        label="-Xmn",
    ),
    SettingSpec(
        "COMPRESSEDREFS",
        "flag",
        "4-byte object references in a 64-bit JVM.",
        group="Heap",
        source=_OPTIONS,
        syntax="-Xcompressedrefs",
        label="-Xcompressedrefs",
    ),
    SettingSpec(
        "GCPOLICY",
        "choice",
        "Garbage collection policy.",
        default="gencon",
        choices=("gencon", "optthruput", "optavgpause", "balanced", "metronome", "nogc"),
        group="Garbage collection",
        source=_OPTIONS,
        syntax="-Xgcpolicy:{value}",
        label="-Xgcpolicy",
    ),
    SettingSpec(
        "JVMS",
        "integer",
        "JVMs with these options.",
        unit="JVMs",
        default=1,
        minimum=1,
        maximum=1_000,
        soft_maximum=50,
        group="Heap",
        source="003, 3.2.2",
    ),
)

KINDS: tuple[ComponentKind, ...] = (
    ComponentKind(
        "jvm",
        "Java virtual machine",
        "Java",
        parents=("lpar", "cics_region", "ims_region"),
        settings=SETTINGS,
        doc="One JVM, or several with the same options.",
        names="JVM",
        icon="cup",
        called="JVM1",
        short="JVM",
        words="java gc",
        usual={"cpu_s_per_s": Usual(0.5, 4.0)},
    ),
)

MEASURED_HEAP_MB = (2_040.0, 20_400.0)


class JvmModel(ProductModel):
    """JVMs (`SubsystemModel`): transactions arrive as they do, CPU for them changes."""

    name: ClassVar[str] = "Java heap pages"
    anchor_kind: ClassVar[str] = "jvm"
    dispatched: ClassVar[bool] = True
    fitted: ClassVar[str] = "jvm"
    """As published in figure 3-1 of document 003."""

    def described(
        self, topology: Topology, anchor: str, background: Mapping[str, float]
    ) -> Conditions:
        """Heap, page size, rate and CPU; large frames of the LPAR."""
        jvm = topology[anchor]
        lpar = topology.ancestor(anchor, "lpar")
        rate, cpu = jvm.measure("tx_per_s"), jvm.measure("cpu_s_per_s")
        if not cpu:
            raise NotProjectable(
                say(
                    "{jvm_name}: its CPU is in no report, so that what page sizes "
                    "save is not a figure",
                    jvm_name=Name(jvm.name),
                ),
                anchor,
                "cpu_s_per_s",
                "RMF workload activity of its service class",
            )
        frames = {
            "1M": None if lpar is None else lpar.number("LFAREA_1M_GB"),
            "2G": None if lpar is None else lpar.number("LFAREA_2G_GB"),
        }
        return {
            "name": jvm.name,
            "pages": jvm.value("PAGESIZE") or "4K",
            "heap_mb": jvm.number("XMX_MB"),
            "jvms": jvm.number("JVMS") or 1.0,
            "rate_per_s": rate or None,
            "cpu_s_per_s": cpu,
            "frames_gb": frames,
            "live_mb": jvm.measure("heap_used_max_mb") or jvm.measure("heap_used_mb"),
            "gc_share": (jvm.measure("gc_time_pct") or 0.0) / 100.0,
        }

    def frames_gb(self, topology: Topology, anchor: str, as_is: bool) -> Mapping[str, float]:
        """All of its heaps."""
        jvm = topology[anchor]
        number = jvm.number_as_is if as_is else jvm.number
        pages = str(jvm.value_as_is("PAGESIZE") if as_is else jvm.value("PAGESIZE"))
        return {pages: (number("XMX_MB") or 0.0) * (number("JVMS") or 1.0) / 1024.0}

    def comparable(
        self, conditions: Conditions, measured: Mapping[str, float]
    ) -> Mapping[str, float]:
        """The rate under the name of its metric."""
        figures = dict(measured)
        if "tx_per_s" in figures:
            figures["etr_per_s"] = figures["tx_per_s"]
        return figures

    def respond(
        self, now: Conditions, was: Conditions, constants: Mapping[str, FloatArray]
    ) -> Answer:
        """CPU for the same work with another page size."""
        answer = Answer()
        gain = _gain(now["pages"], constants) / _gain(was["pages"], constants)
        if now["pages"] != was["pages"]:
            _check_frames(now)
            gain = _untold_frames(answer, now, gain)
            answer.published = True
            answer.reasons.append("published range of gains, used as it stands (003, figure 3-1)")
        cpu = was["cpu_s_per_s"] / gain * _collecting(answer, now, was)
        answer.metrics["cpu_s_per_s"] = cpu
        if was["rate_per_s"] is not None:
            answer.metrics["etr_per_s"] = was["rate_per_s"]
            answer.metrics["itr_per_cpu_s"] = was["rate_per_s"] / cpu
        if now["heap_mb"] is not None:
            total = now["heap_mb"] * now["jvms"]
            answer.metrics["storage_mb"] = total
            if now["pages"] != was["pages"] and not (
                MEASURED_HEAP_MB[0] * 0.9 <= total <= MEASURED_HEAP_MB[1] * 1.1
            ):
                answer.extrapolated.append(
                    say(
                        "heaps of {total:.1f} GB where 2 to 20 GB were measured", total=total / 1024
                    )
                )
                for name in ("cpu_s_per_s", "itr_per_cpu_s"):
                    known = answer.residual_sd.get(name, 0.0)
                    answer.residual_sd[name] = math.hypot(known, 0.02)
        return answer


MOST_COLLECTING = 0.3
"""Share of its CPU that a JVM collects with at the most, where no report tells. Judgement."""


MOST_LIVE = 0.9
"""Share of a heap that is live data at the most, where no report tells: with more of it a JVM would
hardly do anything but collect. Judgement."""


def _untold_collections(times: float, share: float | None) -> Mapping[str, tuple[float, float]]:
    """What collections ``times`` as often may do to CPU: ``share`` of it are collections, if known.

    Fewer of them may save nothing (`_collecting`).
    """
    of_all = share or MOST_COLLECTING
    least, most = sorted((1.0, min(1.0 + of_all * (times - 1.0), UNTOLD_TIMES)))
    return {"cpu_s_per_s": (least, most), "itr_per_cpu_s": (1.0 / most, 1.0 / least)}


def _times_at_most(was_mb: float, now_mb: float) -> float:
    """How many times as often a heap may be collected of which no report tells what is live."""
    free_mb = now_mb - MOST_LIVE * was_mb
    return (1.0 - MOST_LIVE) * was_mb / free_mb if free_mb > 0.0 else math.inf


def _collecting(answer: Answer, now: Conditions, was: Conditions) -> float:
    """CPU against the measured one by how often the heap is collected.

    As often as what is free of it is filled: by the part that is no live data. Collections of new
    objects go by their own area, so that of gencon's none may be saved.
    """
    live_mb, sizes = was["live_mb"], (was["heap_mb"], now["heap_mb"])
    if None in sizes or sizes[0] == sizes[1]:
        return 1.0
    if live_mb is None:
        answer.untold(
            "how much of the heap is live data is in no report, so that what collections cost with "
            "another heap, and whether a smaller one holds it at all, is not in this projection; a "
            "log of the collector (-verbose:gc) tells",
            _untold_collections(_times_at_most(*sizes), was["gc_share"]),
        )
        return 1.0
    if sizes[1] <= live_mb:
        raise ConditionError(
            say(
                "{now}: a heap of {heap:,g} MB does not hold the {live:,g} MB of live data that "
                "were left after a collection: it would end with OutOfMemoryError; set XMX_MB "
                "above that",
                now=Name(now["name"]),
                heap=sizes[1],
                live=live_mb,
            )
        )
    if sizes[0] <= live_mb:
        return 1.0
    times: float = (sizes[0] - live_mb) / (sizes[1] - live_mb)
    share: float = was["gc_share"]
    if not share:
        answer.untold(
            say(
                "the heap is collected {times:,.3g} times as often as today; what that costs is in "
                "no report (share of time in collections, -verbose:gc)",
                times=times,
            ),
            _untold_collections(times, None),
        )
        return 1.0
    factor = 1.0 + share * (times - 1.0)
    spread = gap_sd(factor, (1.0,))
    for name in ("cpu_s_per_s", "itr_per_cpu_s"):
        answer.residual_sd[name] = spread
    answer.reasons.append(
        say(
            "the heap is collected {times:,.3g} times as often as today, each time at the same "
            "cost: collections take {share:.1%} of the time today",
            times=times,
            share=share,
        )
    )
    return factor


def _gain(pages: str, constants: Mapping[str, FloatArray]) -> FloatArray:
    if pages == "4K":
        return np.ones_like(constants["large_page_gain"])
    large: FloatArray = 1.0 + constants["large_page_gain"]
    return large if pages == "1M" else large * (1.0 + constants["fixed_2g_gain"])


def _untold_frames(answer: Answer, now: Conditions, gain: FloatArray) -> FloatArray:
    """The gain of pages, in half of the draws none where nobody tells that LFAREA has them."""
    pages = now["pages"]
    if now["frames_gb"].get(pages, 0.0) is not None:
        return gain
    answer.extrapolated.append(
        say(
            "nobody tells that LFAREA sets {pages} frames aside: without them {now} stays in the "
            "pages it has, and the band reaches to no gain; {setting} of its partition tells",
            pages=pages,
            now=Name(now["name"]),
            setting=f"LFAREA_{pages}_GB",
        )
    )
    place = np.arange(len(gain))
    return np.where((place > 0) & (place % 2 == 0), 1.0, gain)


def _check_frames(now: Conditions) -> None:
    """Refuse more heap than LFAREA has frames of the size for."""
    pages, heap_mb = now["pages"], now["heap_mb"]
    frames_gb = now["frames_gb"].get(pages)
    if frames_gb is None or heap_mb is None:
        return
    each_gb = math.ceil(heap_mb / 2_048.0) * 2.0 if pages == "2G" else heap_mb / 1_024.0
    if each_gb * now["jvms"] > frames_gb:
        raise ConditionError(
            say(
                "{now}: heaps of {each_gb:.1f} GB in {pages} frames exceed the "
                "{frames_gb:,g} GB that LFAREA sets aside for them (003, 3.2.2)",
                now=Name(now["name"]),
                each_gb=each_gb * now["jvms"],
                pages=pages,
                frames_gb=frames_gb,
            )
        )


MODELS = (JvmModel(),)
