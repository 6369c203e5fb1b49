"""Performance model of a zIIP-enabled Natural session.

The unit of work behind ``itr_per_cpu_s`` is one record read, line written or work record handled.
``response_ms`` is the elapsed time of the session: switches lie in line with its work, so that CPU
saved is elapsed time saved, and more work makes it longer: a session does one thing after another.
What Natural's own code needs apart from switches is the customer's: measured enclave CPU less the
switches at the published cost.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import ClassVar

import numpy as np

from model.contract.evaluation import (
    ConditionError,
    Conditions,
    ConstantDraws,
    Evaluation,
    FloatArray,
)
from model.contract.protocol import NotProjectable
from model.figures import under_load
from model.hardware.engines import inflation
from model.hardware.flow import WHOLE, Flow, Got, Rest, Visit
from model.hardware.processors import online
from model.language import Name, SettingName, say
from model.queueing.waits import mean_wait
from model.subsystems.common import UNTOLD_TIMES, Answer, ProductModel
from model.subsystems.common.load import growth_in, scale, site_of
from model.subsystems.common.turns import DISPATCH_S, turn_in
from model.subsystems.natural.kinds import SETTINGS
from model.subsystems.natural.switches import (
    BUFFERING,
    COMPONENTS,
    COST_CLASS,
    component_of,
    counted,
    uncounted,
)
from model.topology import Topology
from model.topology.growth import settings_of

COUNTS = (
    "fetches",
    "records_read",
    "records_sorted",
    "print_lines",
    "primary_lines",
    "work_records_read",
    "work_records_written",
    "calls_3gl",
    "getmains",
    "thread_max_used_kb",
)
WORK = ("records_read", "print_lines", "primary_lines", "work_records_read", "work_records_written")
_NEARLY_FULL = 0.98
"""Waits for zIIPs are those at this use at most: beyond it work goes to general CPs."""
_WAITS = "I/O and other waits"
"""A part of the elapsed time (`breakdown_s`)."""
WAIT_SD = 0.5
"""Of a wait for zIIPs about that of random arrivals (relative): judgement."""
DEFAULTS = {spec.name: spec.default for spec in SETTINGS if spec.default is not None}


class NaturalModel(ProductModel):
    """Natural sessions (`SubsystemModel`)."""

    name: ClassVar[str] = "Natural zIIP"
    anchor_kind: ClassVar[str] = "natural_session"
    dispatched: ClassVar[bool] = True
    fitted: ClassVar[str] = "natural"
    """Fitted to the published pairs."""
    lengthens: ClassVar[bool] = True

    def described(
        self, topology: Topology, anchor: str, background: Mapping[str, float]
    ) -> Conditions:
        """Settings in effect, counts, and measured switches and CPU of one session."""
        session = topology[anchor]
        settings = {**DEFAULTS, **settings_of(session)}
        counts = {name: session.measure(name) or 0.0 for name in COUNTS}
        total = session.measure("srb_switches")
        by_component: dict[str, float] = {}
        for metric in session.measured:
            if metric.startswith("switches."):
                component = component_of(metric.removeprefix("switches."))
                if component is not None:
                    by_component[component] = by_component.get(component, 0.0) + (
                        session.measure(metric) or 0.0
                    )
        if session.value("ZIIP") is False and total is None:
            raise NotProjectable(
                say(
                    "{session_name} is not zIIP-enabled, so that it makes no switches to save",
                    session_name=Name(session.name),
                ),
                anchor,
                "ZIIP",
            )
        if total is None and not by_component and not any(counts[name] for name in WORK):
            raise NotProjectable(
                say(
                    "{session_name}: neither switches nor counts of records, lines "
                    "or FETCHes are known; the ZIIP STAT screen shows them",
                    session_name=Name(session.name),
                ),
                anchor,
                "srb_switches",
                "Natural ZIIP component switch statistics",
            )
        lpar = topology.ancestor(anchor, "lpar")
        return {
            "name": session.name,
            "ziips": None if lpar is None else online(topology, lpar, "ZIIPS"),
            "ziip_busy_pct": None if lpar is None else lpar.measure("ziip_busy_pct"),
            "settings": settings,
            "counts": counts,
            "switches": by_component,
            "srb_switches": total,
            "enclave_cpu_ms": session.measure("enclave_cpu_ms"),
            "duration_s": session.measure("duration_s"),
        }

    def respond(
        self, now: Conditions, was: Conditions, constants: Mapping[str, FloatArray]
    ) -> Answer:
        """Switches by component and the CPU they make (see the module)."""
        answer = Answer()
        if was["settings"].get("ZIIP") and not now["settings"].get("ZIIP"):
            raise ConditionError(
                say(
                    "{now}: what a session costs without zIIP support is not "
                    "published (000 compares zIIP-enabled sessions only)",
                    now=Name(now["name"]),
                )
            )
        before, switches = _switches(now, was, float(constants["sort_switches"][0]))
        cost_us = {
            name: constants[f"switch_us.{COST_CLASS.get(name, 'other')}"] * constants["machine"]
            for name in (*COMPONENTS, "other")
        }
        zero = np.zeros_like(constants["switch_us.other"])
        before_ms = sum((before[name] * cost_us[name] for name in before), zero) / 1e3
        after_ms = sum((switches[name] * cost_us[name] for name in switches), zero) / 1e3
        measured_ms = was["enclave_cpu_ms"]
        if measured_ms is None:
            base_ms = _published_base_ms(was["counts"], constants)
            answer.reasons.append(
                "no enclave CPU was measured: the work apart from switches is taken from the "
                "published runs (000)"
            )
            answer.residual_sd["enclave_cpu_ms"] = 0.5
        else:
            published = before_ms / max(measured_ms, 1e-12)
            fits = _fitting(published)
            if published[0] > 1.0 and after_ms[0] != before_ms[0]:
                answer.extrapolated.append(
                    say(
                        "at published costs the switches would take {times:,.3g} times all CPU "
                        "that was measured: what share of it they take is not known, from next to "
                        "none to all of it",
                        times=float(published[0]),
                    )
                )
            base_ms = measured_ms - before_ms * fits
            after_ms = after_ms * fits
        cpu_ms = base_ms + after_ms
        total = sum(switches.values())
        answer.metrics["srb_switches"] = total
        made = counted(now["counts"], now["settings"], float(constants["sort_switches"][0]))
        if any(was["counts"].values()):
            answer.metrics["counted_switches"] = sum(made.values())
        answer.metrics["enclave_cpu_ms"] = cpu_ms
        if "database" in was["switches"] or any(was["counts"].values()):
            answer.metrics["database_calls"] = switches["database"]
        work = sum(now["counts"][name] for name in WORK)
        if work > 0:
            answer.metrics["itr_per_cpu_s"] = work / np.maximum(cpu_ms / 1e3, 1e-12)
        duration_s = was["duration_s"]
        if duration_s:
            answer.metrics["cpu_s_per_s"] = cpu_ms / 1e3 / duration_s
            if measured_ms is not None:
                # What other CPU leaves to wait for, as far as the clocks of both agree.
                waits_ms = np.maximum(duration_s * 1e3 - measured_ms, 0.0)
                _ziips(answer, now, was, (measured_ms - cpu_ms) / 1e3 / duration_s)
                longer_ms = _longer_at_ziips(answer, now, was) * cpu_ms
                elapsed_ms = cpu_ms + np.maximum(waits_ms + longer_ms, 0.0)
                answer.metrics["response_ms"] = elapsed_ms
                doubt = WAIT_SD * np.abs(longer_ms) / elapsed_ms
                if doubt[0] > 0.0:
                    answer.residual_sd["response_ms"] = float(doubt[0])
        central = {name: float(each[0]) for name, each in cost_us.items()}
        _say_uncounted(answer, now, was, before["other"], central)
        answer.metrics["storage_mb"] = _storage_mb(now["settings"])
        answer.breakdown_s = {
            "Natural code": base_ms / 1e3,
            "switches off the zIIP": after_ms / 1e3,
        }
        if "response_ms" in answer.metrics:
            waits_s = (np.asarray(answer.metrics["response_ms"]) - cpu_ms) / 1e3
            answer.breakdown_s[_WAITS] = waits_s
        self._lengthen(answer, growth_in(now), constants["waits_follow"])
        if "enclave_cpu_ms" in answer.residual_sd:
            for metric in ("cpu_s_per_s", "itr_per_cpu_s"):
                answer.residual_sd[metric] = answer.residual_sd["enclave_cpu_ms"]
        settings = now["settings"]
        if settings.get("WORK_RECORD_BYTES") is None and (
            settings.get("PWCSIZE_READ_KB") or settings.get("PWCSIZE_WRITE_KB")
        ):
            answer.reasons.append("work record length not stated: taken as the line size")
        return answer

    def grow(self, answer: Answer, growth: float) -> None:
        """The same session does it all, one after the other (see `_lengthen`)."""

    def _lengthen(self, answer: Answer, growth: float, follow: FloatArray) -> None:
        """More work of a session: as many times the counts and the CPU, and the waits with them.

        It takes its processor no more often than before, but for longer.
        """
        if growth == 1.0:
            return
        scale(answer, under_load("flows") - {"cpu_s_per_s"}, growth)
        waits = 1.0 + (growth - 1.0) * follow
        for part, seconds in answer.breakdown_s.items():
            answer.breakdown_s[part] = np.asarray(seconds) * (waits if part == _WAITS else growth)
        if "response_ms" in answer.metrics:
            parts_s = sum(answer.breakdown_s.values(), np.zeros_like(follow))
            answer.metrics["response_ms"] = parts_s * 1e3
            answer.reasons.append(
                "a session does its work one thing after another, so that more of it takes longer: "
                "its CPU in proportion, of its waits half to all (SMF 30 of a larger run tells)"
            )

    def on_cps(self, now: Conditions) -> bool:
        """Enclave CPU runs on zIIPs unless there are none, or nobody says that there are any."""
        return _is_on_cps(now.get("ziips"), now["settings"].get("ZIIP"))

    def way(self, now: Conditions, was: Conditions, answer: Answer, before: Answer) -> Flow | None:
        """One task that comes back for its CPs as soon as what else it waits for is over.

        Its work is cut into so many parts that each takes as much CPU as a dispatch.
        """
        if not self._takes_turns(now, answer):
            return super().way(now, was, answer, before)
        elapsed_s, cpu_s = _each(answer, _parts(was, now))
        elapsed_was_s, cpu_was_s = _each(before, _parts(was, was))
        rest = Rest(WHOLE, None, add_s=elapsed_s - cpu_s)
        if self.on_cps(was):
            longer_s = elapsed_s - elapsed_was_s - (cpu_s - cpu_was_s)
            rest = Rest(WHOLE, elapsed_was_s, add_s=longer_s)
        visit = Visit(site_of(now).cps, cpu_s, ready=False)
        return Flow(np.inf, visits=(visit,), rests=(rest,), population=1.0)

    def settle(
        self,
        answer: Answer,
        now: Conditions,
        was: Conditions,
        constants: Mapping[str, FloatArray],
        got: Got,
        got_was: Got,
    ) -> None:
        """How long the session takes where its CPs are shared."""
        if not self._takes_turns(now, answer):
            super().settle(answer, now, was, constants, got, got_was)
            return
        wanted_ms = np.asarray(answer.metrics["response_ms"])
        elapsed_ms = 1e3 * _parts(was, now) / got.rate_per_s
        cpu_ms = np.asarray(answer.metrics["enclave_cpu_ms"]) * got.longer
        seconds = np.maximum(was["duration_s"], elapsed_ms / 1e3)
        answer.metrics["response_ms"] = elapsed_ms
        answer.metrics["enclave_cpu_ms"] = cpu_ms
        answer.metrics["cpu_s_per_s"] = cpu_ms / 1e3 / seconds
        scale(answer, frozenset({"itr_per_cpu_s"}), 1.0 / got.longer)
        longer_s = (elapsed_ms - wanted_ms) / 1e3
        waits_s = np.asarray(answer.breakdown_s[_WAITS]) + np.minimum(longer_s, 0.0)
        answer.breakdown_s[_WAITS] = waits_s
        if (longer_s > 0.0).any():
            answer.breakdown_s["waiting for CPs and volumes"] = np.maximum(longer_s, 0.0)
        own = float((cpu_ms / 1e3 / seconds).flat[0])
        turn_in(answer, site_of(now), got, own, 1.0, float(elapsed_ms[0] / wanted_ms[0]))

    def _takes_turns(self, now: Conditions, answer: Answer) -> bool:
        """Whether it is known how long a session on general CPs takes, and how much CPU of it."""
        return (
            self.on_cps(now)
            and "response_ms" in answer.metrics
            and bool(np.all(np.asarray(answer.metrics["enclave_cpu_ms"]) > 0.0))
        )

    def comparable(
        self, conditions: Conditions, measured: Mapping[str, float]
    ) -> Mapping[str, float]:
        """Measured switches against those that counts and settings make; CPU as it is."""
        figures = {}
        if "srb_switches" in measured:
            figures["counted_switches"] = measured["srb_switches"]
        if "enclave_cpu_ms" in measured:
            figures["enclave_cpu_ms"] = measured["enclave_cpu_ms"]
        return figures

    def contradiction(self, conditions: Conditions, measured: Mapping[str, float]) -> str | None:
        """A session uses one processor at a time."""
        cpu_s = measured.get("enclave_cpu_ms", 0.0) / 1e3
        seconds = measured.get("duration_s", 0.0)
        if 0.0 < seconds * 1.05 < cpu_s:
            return say(
                "{conditions}: {cpu_s:,.1f} s of enclave CPU contradict a "
                "session of {seconds:,.1f} s, which uses one processor at a time",
                conditions=Name(conditions["name"]),
                cpu_s=cpu_s,
                seconds=seconds,
            )
        return None

    def factors(self, conditions: Conditions) -> Mapping[str, float]:
        """CPU of the session against the same counts at published costs."""
        measured_ms = conditions["enclave_cpu_ms"]
        central = self.constants.draws(0)
        costs = {name: central.column(name) for name in central.names}
        switches, _ = _switches(conditions, conditions, float(costs["sort_switches"][0]))
        published_ms = float(_published_base_ms(conditions["counts"], costs)[0]) + sum(
            count * float(costs[f"switch_us.{COST_CLASS.get(name, 'other')}"][0]) / 1e3
            for name, count in switches.items()
        )
        if not measured_ms or published_ms <= 0.0:
            return {}
        return {"CPU against the published runs": measured_ms / published_ms}

    def holds(
        self, topology: Topology, anchor: str, now: Conditions, draws: ConstantDraws
    ) -> Mapping[str, float]:
        """Its storage is no part of its load."""
        return {}

    def load(
        self, topology: Topology, anchor: str, evaluation: Evaluation, index: int
    ) -> Mapping[str, float]:
        """Enclave CPU runs on zIIPs, which the LPAR's CP figure does not contain, if it has any."""
        lpar = topology.ancestor(anchor, "lpar")
        if lpar is None or "cpu_s_per_s" not in evaluation.metrics:
            return {}
        if not _is_on_cps(online(topology, lpar, "ZIIPS"), topology[anchor].value("ZIIP")):
            return {}
        cpu = float(evaluation.metrics["cpu_s_per_s"][index, 0])
        return {lpar.id: cpu} if cpu == cpu else {}


def _fitting(published: FloatArray) -> FloatArray:
    """Of the published cost of switches, what can be theirs in the CPU that was measured.

    published: of that CPU, what they would take.  Up to all of it that is so; beyond, the run
    denies the published cost and tells of their share no more than that it is none to all of it:
    draws have it evenly, and the centre leaves all of it for the middle the further it is denied.
    """
    share = np.mod(np.arange(len(published)) * _EVENLY, 1.0)
    share[0] = 0.5 + 0.5 / max(float(published[0]), 1.0)
    found: FloatArray = np.where(published > 1.0, share / np.maximum(published, 1.0), 1.0)
    return found


_EVENLY = (5.0**0.5 - 1.0) / 2.0
"""Multiples of the golden ratio fill an interval evenly, however many they are."""


def _say_uncounted(
    answer: Answer,
    now: Conditions,
    was: Conditions,
    unexplained: float,
    cost_us: Mapping[str, float],
) -> None:
    """Say of which buffers no report tells what they spare, and open the bands to all of it.

    Where switches were counted it is no more than those which nothing explains, and where they
    were not, as much as anything untold; smaller buffers make so many more.
    """
    missing = uncounted(now, was, was["switches"])
    if not missing:
        return
    names = [setting for setting, _ in missing]
    # A buffer so many times as large is asked for so many times less often, where it is for all.
    times = [_size(was, name) / max(_size(now, name), 1.0) for name in names]
    fewest, most = min(1.0, *times), max(1.0, *times)
    left, more = max(fewest, 1.0 / UNTOLD_TIMES), min(most, UNTOLD_TIMES)
    if was["srb_switches"]:
        each_us = max(cost_us[BUFFERING[name][0]] for name in names)
        cpu_ms = max(float(np.asarray(answer.metrics["enclave_cpu_ms"]).flat[0]), 1e-9)
        switches = max(unexplained, AMONG_OTHERS * was["srb_switches"])
        share = min(switches * each_us / 1e3 / cpu_ms, 1.0)
        left = max(1.0 + share * (fewest - 1.0), 0.01)
        more = 1.0 + share * (most - 1.0)
    larger = all(_size(now, name) >= _size(was, name) for name in names)
    smaller = all(_size(now, name) <= _size(was, name) for name in names)
    cpu = (1.0 if smaller else left, 1.0 if larger else more)
    for setting, count in missing:
        answer.extrapolated.append(
            say(
                "{setting}: {count} is in no report, so that what it spares is not in this "
                "projection, and bands reach to where it is all that switches can cost; the "
                "session's statistics count it",
                setting=SettingName(setting),
                count=Name(count),
            )
        )
    moved = ("enclave_cpu_ms", "cpu_s_per_s", "response_ms", "srb_switches")
    answer.opens(dict.fromkeys(moved, cpu))
    answer.opens({"itr_per_cpu_s": (1.0 / cpu[1], 1.0 / cpu[0])})


AMONG_OTHERS = 0.05
"""Of all counted switches, those that may be uncounted requests although others' counts explain
them: counts tell no better whose they are. Judgement."""


def _size(conditions: Conditions, setting: str) -> float:
    return float(conditions["settings"].get(setting) or 0.0)


def _is_on_cps(ziips: float | None, ziip: object) -> bool:
    return ziips == 0 or (ziips is None and not ziip)


def _each(answer: Answer, parts: float) -> tuple[FloatArray, FloatArray]:
    """Elapsed time and CPU of a dispatch."""
    return (
        np.asarray(answer.metrics["response_ms"]) / 1e3 / parts,
        np.asarray(answer.metrics["enclave_cpu_ms"]) / 1e3 / parts,
    )


def _parts(was: Conditions, now: Conditions) -> float:
    """Dispatches of the session; of more work there are more, and each is as long."""
    return growth_in(now) * float(max(1.0, was["enclave_cpu_ms"] / 1e3 / DISPATCH_S))


def _ziips(answer: Answer, now: Conditions, was: Conditions, saved: FloatArray) -> None:
    """Use of the partition's zIIPs when the session takes `saved` zIIPs less than measured."""
    count, count_was, busy_pct = now.get("ziips"), was.get("ziips"), was.get("ziip_busy_pct")
    if count == 0:
        answer.reasons.append("no zIIP: the session's enclave CPU runs on the general CPs")
        return
    if count is None and not now["settings"].get("ZIIP"):
        answer.reasons.append(
            "no report tells of zIIPs: the session's CPU is taken to run on the general CPs"
        )
        return
    if not count or not count_was or busy_pct is None:
        return
    use = np.maximum(busy_pct / 100.0 * count_was - saved, 0.0) / count
    answer.metrics["ziip_busy_pct"] = 100.0 * np.minimum(use, 1.0)
    if count != count_was:
        answer.residual_sd["ziip_busy_pct"] = _engines_sd(count, count_was)
    if (use > 1.0).any():
        answer.extrapolated.append(
            "the zIIPs are full: what waits for them or runs on general CPs instead is not known"
        )


def _engines_sd(count: float, count_was: float) -> float:
    """How much the same work's CPU may differ with so many zIIPs: of the logarithm.

    From not at all, as idle engines cost the others nothing, to the published effect of as many
    that are busy: no report tells, and nothing in between is likelier.
    """
    effect = np.log(inflation(count) / inflation(count_was))
    return abs(float(effect)) / math.sqrt(3.0)


def _longer_at_ziips(answer: Answer, now: Conditions, was: Conditions) -> FloatArray | float:
    """How much longer than as-is a second of enclave CPU waits for a zIIP."""
    count, count_was, busy_pct = now.get("ziips"), was.get("ziips"), was.get("ziip_busy_pct")
    if not count or not count_was:
        return 0.0
    if busy_pct is None:
        if count != count_was:
            answer.reasons.append(
                "how busy the zIIPs are is in no report: no waiting for them is in this projection"
            )
        return 0.0
    use = np.asarray(answer.metrics["ziip_busy_pct"]) / 100.0
    before = np.full_like(use, busy_pct / 100.0)
    if count != count_was:
        answer.utilization["zIIPs"] = use
        answer.reasons.append("the wait for a zIIP is that of work which comes at random")
    return _wait(use, count) - _wait(before, count_was)


def _wait(use: FloatArray, servers: float) -> FloatArray:
    return mean_wait(np.clip(use, 1e-9, _NEARLY_FULL), max(1, int(servers)))


def _switches(
    now: Conditions, was: Conditions, sort_switches: float
) -> tuple[dict[str, float], dict[str, float]]:
    """As-is and projected switches by component; measured ones scale with the counted ones."""
    counted_was = counted(was["counts"], was["settings"], sort_switches)
    counted_now = counted(now["counts"], now["settings"], sort_switches)
    before = {name: was["switches"].get(name, counted_was[name]) for name in COMPONENTS}
    total = was["srb_switches"]
    other = 0.0
    if total is not None:
        explained = sum(before.values())
        if explained > total:
            before = {name: value * total / explained for name, value in before.items()}
        else:
            other = total - explained
    after = {}
    for name in COMPONENTS:
        if counted_was[name] > 0.0:
            after[name] = before[name] * counted_now[name] / counted_was[name]
        elif name in was["switches"]:
            after[name] = _without_count(name, before[name], now, was)
        else:
            after[name] = counted_now[name]
    before["other"] = after["other"] = other
    return before, after


def _without_count(name: str, switches: float, now: Conditions, was: Conditions) -> float:
    """Measured switches of a component of which no count is known: the switches are the count."""
    as_counts = {
        "timer": "fetches",
        "3gl": "calls_3gl",
        "database": "records_read",
        "print": "print_lines",
        "primary": "primary_lines",
        "work_read": "work_records_read",
        "work_write": "work_records_written",
        "getmain": "getmains",
        "sort": "records_sorted",
    }
    counts = {as_counts[name]: switches}
    if name == "getmain":
        counts["thread_max_used_kb"] = now["counts"].get("thread_max_used_kb", 0.0)
    old = counted(counts, was["settings"], 1.0)[name]
    new = counted(counts, now["settings"], 1.0)[name]
    return switches * new / old if old > 0.0 else switches


def _published_base_ms(
    counts: Mapping[str, float], constants: Mapping[str, FloatArray]
) -> FloatArray:
    lines = sum(counts[name] for name in WORK if name != "records_read")
    base: FloatArray = (
        counts["records_read"] * constants["record_us.database"]
        + counts["records_sorted"] * constants["record_us.sort"]
        + lines * constants["record_us.file"]
    ) / 1e3
    return base


def _storage_mb(settings: Mapping[str, object]) -> float:
    def size_kb(name: str) -> float:
        value = settings.get(name)
        return float(value) if isinstance(value, (int, float)) else 0.0

    files = size_kb("READ_WORK_FILES")
    return (
        size_kb("PWCSIZE_PRINT_KB")
        + size_kb("PWCSIZE_READ_KB") * max(files, 1.0)
        + size_kb("PWCSIZE_WRITE_KB")
        + size_kb("THSIZE_KB")
    ) / 1024.0
