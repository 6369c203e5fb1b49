"""DFSORT: sorting in storage instead of on work data sets.

Elapsed time and CPU of the published 20 sorts (003, 6.1) follow the share of their intermediate
data that storage holds, on an S-shaped curve: a third of it (100 of 300 GB) brought a third of the
full saving, the last part less than the middle. One published share between none and all does not
tell how steep the curve is elsewhere: `steepness` is a prior, and the band is as wide as that. The
unit of work is one GB sorted.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar

import numpy as np

from model.contract.evaluation import (
    ConditionError,
    Conditions,
    ConditionSpec,
    FloatArray,
)
from model.contract.protocol import NotProjectable
from model.hardware.flow import WHOLE, Flow, Got, Rest, Visit
from model.language import Name, say
from model.subsystems.common import (
    Answer,
    ConstantSet,
    Fitted,
    ProductModel,
    ProductPredictor,
    conditions_of,
    fitted,
    published_points,
)
from model.subsystems.common.load import Site, disk_visits, scale, site_of
from model.subsystems.common.model import service_s
from model.subsystems.common.scatter import gap_sd
from model.subsystems.common.turns import DISPATCH_S, turn_in
from model.topology import ComponentKind, SettingSpec, Topology, Usual
from model.topology.growth import RUNS_PER_DAY

_MANUAL = "DFSORT installation and run-time options"

SETTINGS: tuple[SettingSpec, ...] = (
    SettingSpec(
        "MOSIZE",
        "integer",
        "Most storage one sort may use as memory object; 1 TB from z/OS V2R1 on, 32 to 64 GB "
        "before.",
        unit="MB",
        minimum=0,
        maximum=1_048_576,
        soft_maximum=262_144,
        group="Storage",
        dynamic=True,
        source=f"{_MANUAL}; 003, 6.1",
        syntax="MOSIZE={value}M",
    ),
    SettingSpec(
        "HIPRMAX",
        "integer",
        "Most hiperspace one sort may use.",
        unit="MB",
        minimum=0,
        maximum=65_536,
        group="Storage",
        dynamic=True,
        source=f"{_MANUAL}; 003, 6.1",
        syntax="HIPRMAX={value}",
    ),
    SettingSpec(
        "DSPSIZE",
        "integer",
        "Most data space one sort may use.",
        unit="MB",
        minimum=0,
        maximum=2_048,
        group="Storage",
        dynamic=True,
        source=f"{_MANUAL}; 003, 6.1",
        syntax="DSPSIZE={value}",
    ),
    SettingSpec(
        "MEMORY_GB",
        "number",
        "Real storage that all concurrent sorts together may use for intermediate data.",
        unit="GB",
        minimum=0,
        maximum=10_240,
        soft_maximum=1_024,
        group="Storage",
        dynamic=True,
        source="003, 6.1",
        syntax="EXPMAX/EXPOLD/EXPRES so that {value} GB is usable",
        label="Memory",
    ),
    SettingSpec(
        "ZSORT",
        "flag",
        "Whether sorts may use the processor's sort accelerator (z15 or later).",
        group="Storage",
        dynamic=True,
        source=f"{_MANUAL}: ZSORT, NOZSORT",
        syntax="ICEPRMxx: ZSORT={value}",
    ),
    SettingSpec("VERSION", "text", "Release of z/OS and DFSORT.", group="Identity"),
    RUNS_PER_DAY,
)

KINDS: tuple[ComponentKind, ...] = (
    ComponentKind(
        "dfsort_job",
        "Sort",
        "DFSORT",
        parents=("lpar",),
        settings=SETTINGS,
        doc="A sort, or the sorts that run at a time, as SMF 16 or a job log shows them.",
        names="JOB",
        icon="sort",
        called="SORT1",
        words="dfsort sort",
        work="gb",
        platform="z/OS",
        jobs=("{name}",),
        links={"uses": ("dasd",)},
        usual={
            "elapsed_s": Usual(300.0, 5.0),
            "work_tracks": Usual(100.0, 5.0, per="elapsed_s"),
        },
    ),
)

POINTS = ("DFSORT-0GB", "DFSORT-100GB", "DFSORT-800GB")
PUBLISHED_SORTS = 20
TRACK_GB = 56_664 / 1024**3
"""Bytes of a 3390 track."""
FRAME_GB = 4 / 1024**2
CPU_BOUND_PCT = 50.0
"""A service class that waits for CPU most of the time gains nothing from less I/O (003, 6.1)."""


_USED = "hiperspace_gb", "memory_object_gb", "data_space_gb"


def in_storage(memory_gb: float, intermediate_gb: float) -> float:
    """Share of the intermediate data that storage holds."""
    if intermediate_gb <= 0.0:
        return 1.0
    return min(1.0, max(0.0, memory_gb / intermediate_gb))


OTHER_SORTS_SD, OTHER_SORTS_CPU_SD = 0.08, 0.05
"""Of the logarithm: how far elapsed time and CPU of other sorts lie from those of the published
ones after a step in storage as long as theirs. Stated judgement."""

MEASURED_SHARE = 1.0 / 3.0
"""100 of 300 GB (003, 6.1): where the curve's height was measured."""


def gained(share: float, constants: Mapping[str, FloatArray]) -> FloatArray:
    """Part of the full saving that a share of the data in storage brings, 0 to 1."""
    height = constants["third"]
    if share <= 0.0 or share >= 1.0:
        return np.full_like(height, min(max(share, 0.0), 1.0))
    # Straight in log odds, through the measured share; steeper than 1 makes an S.
    further = math.log(share / (1.0 - share)) - math.log(MEASURED_SHARE / (1.0 - MEASURED_SHARE))
    odds = height / (1.0 - height) * np.exp(constants["steepness"] * further)
    found: FloatArray = odds / (1.0 + odds)
    return found


def fit_constants() -> ConstantSet:
    """Full elapsed saving and CPU cost, and the part of them at the share between."""
    none, third, full = (published_points()[name]["results"] for name in POINTS)
    saving = 1.0 - float(full["relative_elapsed"]) / float(none["relative_elapsed"])
    cost = float(full["relative_cpu"]) / float(none["relative_cpu"]) - 1.0
    heights = (
        (1.0 - float(third["relative_elapsed"])) / saving,
        (float(third["relative_cpu"]) - 1.0) / cost,
    )
    height = sum(heights) / len(heights)
    return fitted(
        "dfsort",
        {
            "elapsed_saving": Fitted(saving, saving - 0.03, saving + 0.03),
            "cpu_cost": Fitted(cost, cost - 0.04, cost + 0.04),
            "third": Fitted(height, height - 0.03, height + 0.03),
        },
    )


def elapsed_factor(share: float, constants: Mapping[str, FloatArray]) -> FloatArray:
    """Elapsed time with a share of the data in storage, against none."""
    factor: FloatArray = 1.0 - constants["elapsed_saving"] * gained(share, constants)
    return factor


def cpu_factor(share: float, constants: Mapping[str, FloatArray]) -> FloatArray:
    """CPU with a share of the data in storage, against none."""
    factor: FloatArray = 1.0 + constants["cpu_cost"] * gained(share, constants)
    return factor


PREDICTOR_CONDITIONS = conditions_of(
    ConditionSpec(
        "memory_gb",
        "number",
        "storage that the sorts may use",
        "GB",
        0,
        1e6,
        required=True,
        source="003, 6.1",
    ),
    ConditionSpec(
        "intermediate_gb",
        "number",
        "intermediate data of all sorts",
        "GB",
        0.001,
        1e6,
        source="003, 6.1",
    ),
    ConditionSpec(
        "concurrent_sorts", "integer", "sorts at a time", "sorts", 1, 10_000, source="003, 6.1"
    ),
)


def _predicted(condition: Conditions, constants: Mapping[str, FloatArray]) -> Answer:
    intermediate_gb = float(condition.get("intermediate_gb", 300.0))
    share = in_storage(float(condition["memory_gb"]), intermediate_gb)
    answer = Answer(
        metrics={
            "relative_elapsed": elapsed_factor(share, constants),
            "relative_cpu": cpu_factor(share, constants),
        }
    )
    for name, values in answer.metrics.items():
        known = [float(published_points()[point]["results"][name]) for point in POINTS]
        answer.residual_sd[name] = gap_sd(float(np.asarray(values).flat[0]), known)
    if share == 0.0:
        # No storage is what the figures are relative to.
        answer.residual_sd = dict.fromkeys(answer.metrics, 0.0)
    sorts = condition.get("concurrent_sorts", PUBLISHED_SORTS)
    if sorts != PUBLISHED_SORTS:
        answer.extrapolated.append(
            say(
                "{sorts:,g} concurrent sorts where {published_sorts} were run",
                sorts=sorts,
                published_sorts=PUBLISHED_SORTS,
            )
        )
    if intermediate_gb != 300.0:
        answer.extrapolated.append(
            say(
                "{intermediate_gb:,g} GB of intermediate data where 300 GB were sorted",
                intermediate_gb=intermediate_gb,
            )
        )
    for name in answer.residual_sd:
        answer.residual_sd[name] += 0.03 * len(answer.extrapolated)
    return answer


PREDICTOR = ProductPredictor(
    products=frozenset({"DFSORT"}),
    conditions=PREDICTOR_CONDITIONS,
    metrics=("relative_elapsed", "relative_cpu"),
    fitted="dfsort",
    respond=_predicted,
)


class SortModel(ProductModel):
    """Sorts (`SubsystemModel`); ``response_ms`` is the elapsed time of a sort."""

    name: ClassVar[str] = "DFSORT"
    anchor_kind: ClassVar[str] = "dfsort_job"
    dispatched: ClassVar[bool] = True
    fitted: ClassVar[str] = "dfsort"
    """Fitted to section 6.1 of document 003."""
    grows: ClassVar[bool] = False

    def described(
        self, topology: Topology, anchor: str, background: Mapping[str, float]
    ) -> Conditions:
        """Elapsed time, CPU, intermediate data and the storage that may hold it."""
        sort = topology[anchor]
        figures = {name: sort.measure(name) for name in sort.measured}
        elapsed_s = figures.get("elapsed_s")
        if not elapsed_s:
            raise NotProjectable(
                say(
                    "{sort_name}: its elapsed time is not known; SMF type 16 records carry it",
                    sort_name=Name(sort.name),
                ),
                anchor,
                "elapsed_s",
                "DFSORT SMF type 16",
            )
        used_gb = sum(figures.get(name) or 0.0 for name in _USED)
        work_gb = (figures.get("work_tracks") or 0.0) * TRACK_GB
        intermediate_gb = figures.get("intermediate_gb") or used_gb + work_gb
        if not intermediate_gb:
            raise NotProjectable(
                say(
                    "{sort_name}: neither work data set tracks nor storage used are "
                    "known, so that its intermediate data is not",
                    sort_name=Name(sort.name),
                ),
                anchor,
                "work_tracks",
                "DFSORT SMF type 16",
            )
        storage = [sort.number(name) for name in ("MOSIZE", "HIPRMAX", "DSPSIZE")]
        if storage[0] is None and figures.get("memory_object_gb"):
            storage = []  # hiperspace and data spaces limit no memory object
        allowed_mb = max((value for value in storage if value is not None), default=None)
        memory_gb = sort.number("MEMORY_GB")
        if allowed_mb is not None:
            # Of one sort each; what all of them together may use limits them as well.
            several = figures.get("concurrent_sorts") or (1.0 if memory_gb is None else math.inf)
            each_gb = allowed_mb / 1024.0 * several if allowed_mb else 0.0
            memory_gb = each_gb if memory_gb is None else min(memory_gb, each_gb)
        lpar = topology.ancestor(anchor, "lpar")
        frames = figures.get("available_frames")
        if frames is None and lpar is not None:
            frames = lpar.measure("available_frames")
        return {
            "name": sort.name,
            "figures": {name: value for name, value in figures.items() if value is not None},
            "intermediate_gb": intermediate_gb,
            "used_gb": used_gb,
            # Where nothing says so, nobody knows that they use none.
            "used_told": any(figures.get(name) is not None for name in _USED),
            "memory_gb": memory_gb,
            "frames_gb": None if frames is None else frames * FRAME_GB,
            "real_gb": None if lpar is None else lpar.number("REAL_STORAGE_GB"),
        }

    def way(self, now: Conditions, was: Conditions, answer: Answer, before: Answer) -> Flow | None:
        """Sorts that come back for CPs and volumes as soon as what they wait for is over.

        The work of each is cut into parts that take as much CPU as a dispatch.
        """
        if not _takes_turns(answer) or not _takes_turns(before):
            return super().way(now, was, answer, before)
        sorts, parts = _sorts(was), _parts(was)
        visits, visits_was = (
            _visits(site_of(at), of, parts) for at, of in ((now, answer), (was, before))
        )
        elapsed_s, elapsed_was_s = (
            np.asarray(of.metrics["elapsed_s"]) * sorts / parts for of in (answer, before)
        )
        longer_s = elapsed_s - elapsed_was_s - service_s(visits) + service_s(visits_was)
        rest = Rest(WHOLE, elapsed_was_s, add_s=longer_s)
        return Flow(np.inf, visits=visits, rests=(rest,), population=sorts)

    def settle(
        self,
        answer: Answer,
        now: Conditions,
        was: Conditions,
        constants: Mapping[str, FloatArray],
        got: Got,
        got_was: Got,
    ) -> None:
        """How long a sort takes on CPs and volumes that others use as well."""
        if not _takes_turns(answer):
            super().settle(answer, now, was, constants, got, got_was)
            return
        site, alone_s = site_of(now), np.asarray(answer.metrics["elapsed_s"])
        elapsed_s = _parts(was) / got.rate_per_s
        cpu_s = np.asarray(answer.metrics["cpu_s"]) * got.longer
        answer.metrics |= {
            "elapsed_s": elapsed_s,
            "response_ms": elapsed_s * 1e3,
            "cpu_s": cpu_s,
            "cpu_s_per_s": cpu_s / elapsed_s,
        }
        scale(answer, frozenset({"itr_per_cpu_s"}), 1.0 / got.longer)
        scale(answer, frozenset({"etr_per_s", "io_per_s"}), alone_s / elapsed_s)
        own = float((cpu_s / elapsed_s).flat[0])
        turn_in(answer, site, got, own, _sorts(was), float(elapsed_s[0] / alone_s[0]))

    def respond(
        self, now: Conditions, was: Conditions, constants: Mapping[str, FloatArray]
    ) -> Answer:
        """Elapsed time, CPU and work I/O with other storage, relative to the measured sort."""
        answer = Answer()
        figures, intermediate_gb = was["figures"], was["intermediate_gb"]
        share_was = in_storage(was["used_gb"], intermediate_gb)
        share = share_was
        if now["memory_gb"] is not None and now["memory_gb"] != was["memory_gb"]:
            share = in_storage(now["memory_gb"], intermediate_gb)
            if was["memory_gb"] is not None:
                # More may be used than today, or less: never the other way round. What is not used
                # of today's stays so: of more, as much more is used.
                more_gb = now["memory_gb"] - was["memory_gb"]
                further = max(in_storage(was["used_gb"] + more_gb, intermediate_gb), share_was)
                share = min(share, share_was) if more_gb < 0.0 else further
            if was["memory_gb"]:
                _say_unused(answer, now, was, (share, share_was), constants)
            _check_real(now, share * intermediate_gb, was["used_gb"])
            spare = now["frames_gb"]
            grown_gb = (share - share_was) * intermediate_gb
            if spare is not None and grown_gb > spare:
                raise ConditionError(
                    say(
                        "{now}: {grown_gb:,.1f} GB more storage for sorting exceed the "
                        "{spare:,.1f} GB of available frames; the system would page (003, 6.1)",
                        now=Name(now["name"]),
                        grown_gb=grown_gb,
                        spare=spare,
                    )
                )
            _say_what_is_flat(answer, now, intermediate_gb, (share, share_was))
        elapsed = elapsed_factor(share, constants) / elapsed_factor(share_was, constants)
        delay_pct = figures.get("cpu_delay_pct")
        if delay_pct is not None and delay_pct >= CPU_BOUND_PCT and share > share_was:
            elapsed = np.ones_like(elapsed)
            answer.reasons.append(
                say(
                    "{delay_pct:,g} % CPU delay: work I/O is not what delays these "
                    "sorts (003, 6.1)",
                    delay_pct=delay_pct,
                )
            )
        cpu = cpu_factor(share, constants) / cpu_factor(share_was, constants)
        seconds = figures["elapsed_s"] * elapsed
        if was["used_told"] or share != share_was:
            answer.metrics["in_storage"] = share
            answer.metrics["storage_mb"] = share * intermediate_gb * 1024.0
        answer.metrics["elapsed_s"] = seconds
        answer.metrics["response_ms"] = seconds * 1e3
        if "gb_sorted" in figures:
            answer.metrics["etr_per_s"] = figures["gb_sorted"] / seconds
        if figures.get("cpu_s"):
            answer.metrics["cpu_s"] = figures["cpu_s"] * cpu
            answer.metrics["cpu_s_per_s"] = figures["cpu_s"] * cpu / seconds
            if figures.get("gb_sorted"):
                answer.metrics["itr_per_cpu_s"] = figures["gb_sorted"] / answer.metrics["cpu_s"]
        if figures.get("work_ios") is not None:
            left = (1.0 - share) / (1.0 - share_was) if share_was < 1.0 else 1.0
            answer.metrics["work_ios"] = figures["work_ios"] * left
            answer.metrics["io_per_s"] = figures["work_ios"] * left / seconds
        if share != share_was:
            # What other sorts differ by is of a step as long as the published one.
            part = min(1.0, abs(share - share_was) / MEASURED_SHARE)
            for name in ("response_ms", "elapsed_s", "etr_per_s", "cpu_s_per_s", "io_per_s"):
                answer.residual_sd[name] = OTHER_SORTS_SD * part
            for name in ("cpu_s", "itr_per_cpu_s"):
                answer.residual_sd[name] = OTHER_SORTS_CPU_SD * part
            answer.extrapolated.append(
                "published for 20 concurrent sorts with 300 GB of intermediate data (003, 6.1)"
            )
        return answer


def _takes_turns(answer: Answer) -> bool:
    """Whether it is known how much CPU of the elapsed time a sort takes."""
    return "etr_per_s" in answer.metrics and "cpu_s" in answer.metrics


def _sorts(was: Conditions) -> float:
    """Sorts at a time."""
    return float(max(was["figures"].get("concurrent_sorts", 1.0), 1.0))


def _parts(was: Conditions) -> float:
    """Dispatches of all its sorts."""
    return float(max(1.0, was["figures"]["cpu_s"] / DISPATCH_S))


def _visits(site: Site, answer: Answer, parts: float) -> tuple[Visit, ...]:
    """CPU and work I/Os of a dispatch."""
    cpu = Visit(site.cps, np.asarray(answer.metrics["cpu_s"]) / parts, ready=False)
    ios = answer.metrics.get("work_ios")
    return (cpu,) if ios is None else (cpu, *disk_visits(site, np.asarray(ios) / parts, WHOLE))


def _say_unused(
    answer: Answer,
    now: Conditions,
    was: Conditions,
    shares: tuple[float, float],
    constants: Mapping[str, FloatArray],
) -> None:
    """Whether it uses what it may: nobody saw how much, from none, as taken, to all; or less.

    shares: of the data in storage then and as measured. If more of them was before, it was faster
    by it and had more CPU; a part that is used of what it may use is taken to be used of other
    storage as well. Of one seen to use less it is not known whether it would use more.
    """
    may_gb, used_gb = was["memory_gb"], was["used_gb"]
    if not was["used_told"]:
        pairs = [
            (
                in_storage(used * now["memory_gb"], was["intermediate_gb"]),
                in_storage(used * may_gb, was["intermediate_gb"]),
            )
            for used in (0.0, 0.25, 0.5, 0.75, 1.0)
        ]
        said = say(
            "how much of the {memory:,.3g} GB that it may use it uses is in no report (SMF type "
            "16): taken as none, so that all of its data are in work files; bands reach to where "
            "it uses all of them",
            memory=may_gb,
        )
    elif used_gb < _ALL_OF_IT * may_gb and now["memory_gb"] > may_gb:
        pairs = [(shares[1], shares[1])]
        said = say(
            "it uses {used:,.3g} of the {memory:,.3g} GB that it may use: of more it uses as much "
            "more, or none, to where bands reach",
            used=used_gb,
            memory=may_gb,
        )
    else:
        return
    time = _against(pairs, shares, lambda of: float(elapsed_factor(of, constants)[0]))
    cpu = _against(pairs, shares, lambda of: float(cpu_factor(of, constants)[0]))
    ios = _against(pairs, shares, lambda of: max(1.0 - of, _LEAST_LEFT))
    answer.untold(
        said,
        {
            "elapsed_s": time,
            "response_ms": time,
            "etr_per_s": (1.0 / time[1], 1.0 / time[0]),
            "cpu_s": cpu,
            "cpu_s_per_s": (cpu[0] / time[1], cpu[1] / time[0]),
            "itr_per_cpu_s": (1.0 / cpu[1], 1.0 / cpu[0]),
            "work_ios": ios,
            "io_per_s": (ios[0] / time[1], ios[1] / time[0]),
        },
    )


_ALL_OF_IT = 0.95
"""Of storage that may be used: who uses as much uses all of it."""
_LEAST_LEFT = 0.01
"""Of the data: what stands in work files however much storage there is."""


def _against(
    pairs: Sequence[tuple[float, float]],
    shares: tuple[float, float],
    law: Callable[[float], float],
) -> tuple[float, float]:
    """Ends of what a law makes of pairs of shares, then and now, against that of ``shares``."""
    central = law(shares[0]) / law(shares[1])
    found = [law(now) / law(was) / central for now, was in pairs]
    return min(1.0, *found), max(1.0, *found)


def _say_what_is_flat(
    answer: Answer, now: Conditions, intermediate_gb: float, shares: tuple[float, float]
) -> None:
    """Say where other storage changes nothing, or more would not.

    shares: of the data in storage, with the other storage and as measured.
    """
    memory_gb, (share, share_was) = now["memory_gb"], shares
    if memory_gb >= intermediate_gb:
        answer.reasons.append(
            say(
                "{name}: its intermediate data are {all_gb:,.3g} GB; storage beyond them changes "
                "nothing",
                name=Name(now["name"]),
                all_gb=intermediate_gb,
            )
        )
    elif share == share_was:
        answer.reasons.append(
            say(
                "{name}: it keeps {used_gb:,.3g} GB of its intermediate data in storage as "
                "measured, and {memory_gb:,.3g} GB allow neither more nor less of them",
                name=Name(now["name"]),
                used_gb=share_was * intermediate_gb,
                memory_gb=memory_gb,
            )
        )


def _check_real(now: Conditions, wanted_gb: float, used_gb: float) -> None:
    """Refuse more data in storage than the partition has."""
    real_gb = now["real_gb"]
    if real_gb is not None and wanted_gb > max(real_gb, used_gb):
        raise ConditionError(
            say(
                "{now}: {wanted_gb:,.1f} GB of storage for sorting are more than the {real_gb:,g} "
                "GB of real storage of its partition; the system would page (003, 6.1): allow "
                "less, or give the partition more",
                now=Name(now["name"]),
                wanted_gb=wanted_gb,
                real_gb=real_gb,
            )
        )


MODELS = (SortModel(),)
FITS = {"dfsort": fit_constants}
