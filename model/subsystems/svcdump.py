"""SVC dump: how long the dumped address spaces stand still while storage is captured.

Document 003 spells the name out wrongly (it has nothing to do with a storage area network); its
table 1-1 is about SVC dumps.

Capturing takes a time for each GB dumped, and more for each GB that has to be paged out first
because too few frames are available. Frames beyond those of the unconstrained published runs
(0.78 of the dump) are not taken to help: nothing shows that they do.

Free is what nobody uses. Where workloads and z/OS hold more than is usable, the first storage that
comes is theirs, and a dump gets what is left once nothing lacks any more.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cache
from typing import ClassVar

import numpy as np

from model.contract.evaluation import Conditions, ConditionSpec, FloatArray
from model.contract.protocol import NotProjectable
from model.hardware.draws import log_normal
from model.hardware.paging import SYSTEM_GB
from model.hardware.storage import storage_key, usable_of
from model.language import Name, say
from model.quantiles import student_wider
from model.subsystems.common import (
    Answer,
    ConstantSet,
    Fitted,
    ProductModel,
    ProductPredictor,
    conditions_of,
    fitted,
    load_constants,
    published_points,
)
from model.topology import ComponentKind, SettingSpec, Topology, Usual

SETTINGS: tuple[SettingSpec, ...] = (
    SettingSpec(
        "MAXSPACE_MB",
        "integer",
        "Most virtual storage the system may use to capture dumps. Spare real storage at peak "
        "should be at least as much.",
        unit="MB",
        default=500,
        minimum=1,
        maximum=99_999_999,
        soft_maximum=65_536,
        group="Dump",
        dynamic=True,
        source="003, 1.1; CHNGDUMP command, range from the system commands manual",
        syntax="CHNGDUMP SET,SDUMP,MAXSPACE={value}M",
        label="MAXSPACE",
    ),
    SettingSpec(
        "DUMP_GB",
        "number",
        "Storage of the largest dump to be taken.",
        unit="GB",
        minimum=0,
        maximum=1_024,
        group="Dump",
        source="003, table 1-1",
        label="Largest dump",
    ),
)

KINDS: tuple[ComponentKind, ...] = (
    ComponentKind(
        "dump_options",
        "Dump options",
        "SVC dump",
        parents=("lpar",),
        settings=SETTINGS,
        doc="Dump options of a system (DISPLAY DUMP,OPTIONS).",
        names="SYSTEM",
        icon="download",
        called="DUMP1",
        words="svc dump",
        drawn=False,
        platform="z/OS",
        usual={"available_frames": Usual(1_000_000.0, 8.0)},
    ),
)

FREE_POINTS = ("SVCDUMP-1", "SVCDUMP-2")
SHORT_POINTS = ("SVCDUMP-3", "SVCDUMP-4")
FRAME_GB = 4 / 1024**2
SYSTEM_SD = 0.3
"""Standard deviation of the logarithm of what z/OS and its jobs hold (`SYSTEM_GB`); assumed."""
_MOST_SYSTEM = math.exp(6.0 * SYSTEM_SD)
"""Times `SYSTEM_GB` that z/OS and its jobs hold in no draw."""
_SYSTEM_SEED, _THEN_SEED = 20261130, 20261201


def _rows(names: tuple[str, ...]) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Dumped GB, available GB and capture seconds of published dumps."""
    points = [published_points()[name] for name in names]
    return (
        np.array([float(p["conditions"]["dump_gb"]) for p in points]),
        np.array([p["conditions"]["available_frames"] * FRAME_GB for p in points]),
        np.array([float(p["results"]["capture_s"]) for p in points]),
    )


@cache
def free_share() -> float:
    """Available storage per dumped storage of the runs that had no shortage."""
    dump, available, _ = _rows(FREE_POINTS)
    return float(np.mean(available / dump))


def repeat_sd() -> float:
    """How much the logarithm of one capture scatters when it is repeated.

    From the two pairs of published dumps alike but for a little storage, about the law; two pairs
    tell of it as Student's t of two degrees says.
    """
    apart = []
    central = load_constants("svcdump").draws(0)
    constants = {name: central.column(name) for name in central.names}
    for pair in (FREE_POINTS, SHORT_POINTS):
        dump, available, seconds = _rows(pair)
        law = [float(capture_s(*one, constants)[0]) for one in zip(dump, available, strict=True)]
        missed = np.log(seconds / law)
        apart.append(float(missed[1] - missed[0]) / math.sqrt(2.0))
    return math.sqrt(float(np.mean(np.square(apart)))) * student_wider(len(apart))


def fit_constants() -> ConstantSet:
    """Seconds per GB without shortage, and per GB of shortage, from table 1-1."""
    dump, _, seconds = _rows(FREE_POINTS)
    each = float(np.mean(seconds / dump))
    dump, available, seconds = _rows(SHORT_POINTS)
    shortage = free_share() * dump - available
    paging = float(np.mean((seconds - each * dump) / shortage))
    return fitted(
        "svcdump",
        {
            "capture_s_per_gb": Fitted(each, each * 0.96, each * 1.04),
            "shortage_s_per_gb": Fitted(paging, paging * 0.75, paging * 1.25),
        },
    )


def capture_s(
    dump_gb: float, available_gb: float | FloatArray, constants: Mapping[str, FloatArray]
) -> FloatArray:
    """Time for which the dumped address spaces stand still."""
    shortage = np.maximum(0.0, free_share() * dump_gb - available_gb)
    seconds: FloatArray = (
        dump_gb * constants["capture_s_per_gb"] + shortage * constants["shortage_s_per_gb"]
    )
    return seconds


PREDICTOR_CONDITIONS = conditions_of(
    ConditionSpec(
        "dump_gb",
        "number",
        "storage dumped",
        "GB",
        0.001,
        1e4,
        required=True,
        source="003, table 1-1",
    ),
    ConditionSpec(
        "available_frames",
        "number",
        "4 KB frames available before the dump",
        "frames",
        0,
        1e12,
        required=True,
        source="003, table 1-1",
    ),
    ConditionSpec("real_gb", "number", "real storage", "GB", 0.001, 1e5),
    ConditionSpec("machine", "choice", "processor", choices=("z13",), source="003, table 1-1"),
)


def _predicted(condition: Conditions, constants: Mapping[str, FloatArray]) -> Answer:
    dump_gb = float(condition["dump_gb"])
    available_gb = float(condition["available_frames"]) * FRAME_GB
    answer = Answer(metrics={"capture_s": capture_s(dump_gb, available_gb, constants)})
    answer.residual_sd["capture_s"] = 0.03
    if dump_gb != 20.0:
        answer.extrapolated.append(
            say("a dump of {dump_gb:,g} GB where 20 GB were measured", dump_gb=dump_gb)
        )
        answer.residual_sd["capture_s"] += 0.05 * abs(float(np.log(dump_gb / 20.0)))
    return answer


PREDICTOR = ProductPredictor(
    products=frozenset({"SVC dump"}),
    conditions=PREDICTOR_CONDITIONS,
    metrics=("capture_s",),
    fitted="svcdump",
    respond=_predicted,
)


class DumpModel(ProductModel):
    """Dumps of a system (`SubsystemModel`); ``response_ms`` is the capture time of the largest."""

    name: ClassVar[str] = "SVC dump"
    anchor_kind: ClassVar[str] = "dump_options"
    fitted: ClassVar[str] = "svcdump"
    """Fitted to table 1-1 of document 003."""
    grows: ClassVar[bool] = False

    def described(
        self, topology: Topology, anchor: str, background: Mapping[str, float]
    ) -> Conditions:
        """Largest dump and available frames; more real storage adds to the frames."""
        options = topology[anchor]
        lpar = topology.ancestor(anchor, "lpar")
        frames = options.measure("available_frames")
        if frames is None and lpar is not None:
            frames = lpar.measure("available_frames")
        if frames is None:
            raise NotProjectable(
                say(
                    "{options_name}: available frames are in no report; RMF shows "
                    "them as AFC or AVGAVAIL",
                    options_name=Name(options.name),
                ),
                anchor,
                "available_frames",
                "RMF paging activity or overview report",
            )
        stated_gb = options.number("DUMP_GB")
        if stated_gb is None:
            stated_gb = options.measure("dumped_gb")
        dump_gb = stated_gb
        if dump_gb is None:
            limit_mb = options.number("MAXSPACE_MB")
            if limit_mb is None and lpar is not None:
                limit_mb = lpar.number("MAXSPACE_MB")
            dump_gb = None if limit_mb is None else limit_mb / 1024.0
        if dump_gb is None:
            raise NotProjectable(
                say(
                    "{options_name}: neither MAXSPACE nor the size of a dump is known",
                    options_name=Name(options.name),
                ),
                anchor,
                "MAXSPACE_MB",
                "DISPLAY DUMP,OPTIONS",
            )
        return {
            "name": options.name,
            "dump_gb": dump_gb,
            "stated_gb": stated_gb,
            "available_gb": frames * FRAME_GB,
            "usable_gb": None if lpar is None else usable_of(lpar, background),
            "held_gb": 0.0 if lpar is None else background.get(storage_key(lpar.id), 0.0),
            "capture_s": options.measure("capture_s"),
        }

    def compared(self, conditions: Conditions, today: Conditions) -> Conditions:
        """Storage that suffices for the dump whoever is right is told as all free."""
        if conditions["usable_gb"] is None or today["usable_gb"] is None:
            return conditions
        return {**conditions, "held_gb": 0.0} if _suffices(conditions, today) else conditions

    def factors(self, conditions: Conditions) -> Mapping[str, float]:
        """Measured capture time against the published machine's."""
        if not (conditions["capture_s"] and conditions["dump_gb"]):
            return {}
        central = self.constants.draws(0)
        published = capture_s(
            conditions["dump_gb"],
            conditions["available_gb"],
            {name: central.column(name) for name in central.names},
        )
        return {"capture time against the published z13": conditions["capture_s"] / published[0]}

    def respond(
        self, now: Conditions, was: Conditions, constants: Mapping[str, FloatArray]
    ) -> Answer:
        """Capture time; the customer's own measured capture sets the level where there is one."""
        available_gb = free_gb(now, was, len(constants["capture_s_per_gb"]))
        # MAXSPACE stands in for an unknown dump size; raising it does not make dumps larger.
        dump_gb = was["dump_gb"] if now["stated_gb"] is None else now["stated_gb"]
        seconds = capture_s(dump_gb, available_gb, constants)
        answer = Answer()
        if now["stated_gb"] is None:
            answer.reasons.append(
                say("no dump's size is known: taken as MAXSPACE, {was:.1f} GB", was=was["dump_gb"])
            )
        # A dump of nothing says nothing of how fast this machine captures one.
        if was["capture_s"] is not None and was["dump_gb"] > 0.0:
            before = capture_s(was["dump_gb"], was["available_gb"], constants)
            seconds = was["capture_s"] * seconds / before
            if seconds[0] != was["capture_s"]:
                # Both captures, the measured one and the next, are one of many.
                sd = math.sqrt(2.0) * repeat_sd()
                answer.residual_sd = {"capture_s": sd, "response_ms": sd}
            if dump_gb != was["dump_gb"]:
                answer.extrapolated.append(
                    say(
                        "a dump of {dump_gb:,g} GB where one of {was:,g} GB was measured: no "
                        "published dumps are of two sizes",
                        dump_gb=dump_gb,
                        was=was["dump_gb"],
                    )
                )
        else:
            answer.residual_sd = {"capture_s": 0.15, "response_ms": 0.15}
            answer.extrapolated.append("published for a z13 and a dump of 20 GB (003, table 1-1)")
        answer.metrics["capture_s"] = seconds
        answer.metrics["response_ms"] = seconds * 1e3
        _say_what_pages(answer, now, was, float(constants["shortage_s_per_gb"][0]))
        shortage_gb = np.maximum(0.0, dump_gb - available_gb)
        answer.metrics["shortage_gb"] = shortage_gb
        if np.ptp(shortage_gb) > 0.0:
            answer.reasons.append(
                say(
                    "what is free follows from what workloads hold, {held:,.0f} GB, and z/OS, "
                    "taken as {system:g} GB, of {usable:,.0f} GB that are usable",
                    held=now["held_gb"],
                    system=SYSTEM_GB,
                    usable=now["usable_gb"],
                )
            )
        return answer


def _say_what_pages(
    answer: Answer, now: Conditions, was: Conditions, shortage_s_per_gb: float
) -> None:
    """Say of storage that is taken from what was in use that it pages, and open the band upward.

    From nothing of that in a capture, as no dump was measured beside it, to all of it as slowly as
    what a dump itself lacks.
    """
    if now["usable_gb"] is None or was["usable_gb"] is None:
        return
    more = (now["usable_gb"] - now["held_gb"]) - (was["usable_gb"] - was["held_gb"])
    lacking_gb = -more - float(was["available_gb"])
    seconds = float(np.asarray(answer.metrics["capture_s"]).flat[0])
    if lacking_gb <= 0.0 or seconds <= 0.0:
        return
    answer.untold(
        say(
            "{name}: {lacking:,.3g} GB of what was in use have no storage then: that it pages "
            "while a dump is captured is not in this projection, and bands reach to where all of "
            "it is paged as slowly as what a dump lacks",
            name=Name(now["name"]),
            lacking=lacking_gb,
        ),
        dict.fromkeys(
            ("capture_s", "response_ms"), (1.0, 1.0 + lacking_gb * shortage_s_per_gb / seconds)
        ),
    )


def _suffices(now: Conditions, was: Conditions) -> bool:
    """Whether a dump lacks no storage however much z/OS and its jobs hold, and had it to spare."""
    most = SYSTEM_GB * _MOST_SYSTEM
    more = (now["usable_gb"] - now["held_gb"]) - (was["usable_gb"] - was["held_gb"])
    lacked = was["held_gb"] + most - was["usable_gb"] - was["available_gb"]
    dump_gb = was["dump_gb"] if now["stated_gb"] is None else now["stated_gb"]
    needs = max(free_share(), 1.0) * dump_gb
    return bool(more > 0.0 and was["available_gb"] + more - max(lacked, 0.0) - most >= needs)


def free_gb(now: Conditions, was: Conditions, count: int) -> FloatArray:
    """Storage that nobody uses, (count,): what was counted, and what has become free since.

    What lacked as it was counted, beyond what was free nevertheless, is met first. Once storage
    changes hands it is counted anew, and z/OS and its jobs then hold another amount: in full where
    as much changes hands as they hold, and less where less does.
    """
    counted = float(was["available_gb"])
    if now["usable_gb"] is None or was["usable_gb"] is None:
        return np.full(count, counted)
    system = SYSTEM_GB * log_normal(count, SYSTEM_SD, _SYSTEM_SEED)
    held = np.where(was["held_gb"] > 0.0, was["held_gb"] + system, 0.0)
    lacked = np.maximum(held - was["usable_gb"] - counted, 0.0)
    more = (now["usable_gb"] - now["held_gb"]) - (was["usable_gb"] - was["held_gb"])
    gained = np.maximum(more - lacked, 0.0) if more > 0.0 else np.full(count, more)
    anew_gb = min(abs(more), SYSTEM_GB)
    moved = anew_gb * (log_normal(count, SYSTEM_SD, _THEN_SEED) - 1.0)
    free: FloatArray = np.maximum(counted + gained - moved, 0.0)
    return free


MODELS = (DumpModel(),)
FITS = {"svcdump": fit_constants}
