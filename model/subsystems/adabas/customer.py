"""Calibration to a customer: today's figures of one installation, shipped constants as priors.

Eight factors (`FACTORS`) say in what the customer differs from the published test application and
machine: CPU per command, reads per command, I/O capacity, page operations per command, block
accesses per command, time of a WORK or PLOG write (the slower, the fewer: `writes`), I/Os that
volumes take at a time where they have aliases, and how long an I/O is at its device, where the
times of I/Os tell: a volume without an alias does nothing else meanwhile.  Factors and constants
are fitted together (Gauss-Newton on logarithms): the constants stay near the published fit by its
own covariance, the factors are nearly free, and every measured figure counts with its measurement
error and with a part of the scatter that published runs show about the model, so that one odd
figure does not bend everything else.  Assumed values that matter (`ASSUMED_SD`) are fitted with
them: what today's paging tells of the storage beside the caches is drawn together with the pages
per command, not beside it.

Where an earlier period of the same installation was calibrated, its factors are known from there,
as well as it tells them and as far as such a factor moves meanwhile (`DRIFT_SD`).  What today's
figures tell decides; what they do not (pages per command, where nothing pages any more) stays what
it was.  The constants begin where the earlier period left them, with all of their published
uncertainty: how far the model is off here is the same in both periods, and not known twice as well.

Two things no report states are inferred from the figures where they must differ from zero: the
pause of users between commands (when the nuclei could do more than was measured) and storage that
other work takes (when there was paging although the caches alone would fit).

A baseline that still misses a figure by more than `LIMITS_PCT` may not advise.  Figures that
contradict one another by arithmetic (Little's law, CPU time against rates) are named first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from model.contract.evaluation import Conditions, ConstantDraws, FloatArray
from model.contract.protocol import CalibrationRow
from model.figures import called, figure, unit_of
from model.language import mark, say
from model.queueing import NetworkError
from model.subsystems.adabas.constants import (
    ASSUMED,
    ASSUMED_SD,
    FACTORS,
    NAMES,
    OFFSETS,
    Calibration,
    draws_of,
    stored,
)
from model.subsystems.adabas.installation import Installations, installations
from model.subsystems.adabas.measures import IO_DEVICE, IO_RESPONSE, IO_STARTED, OF_AN_IO
from model.subsystems.adabas.model import figures
from model.subsystems.adabas.network import FINE, Memory
from model.subsystems.adabas.region import key_of
from model.subsystems.adabas.schema import PUBLISHED_WORKLOADS, check
from model.subsystems.common.plausible import too_many

FITTED: Final = (*NAMES, *(f"factor.{name}" for name in FACTORS), *ASSUMED_SD)
_WHERE_TOLD: Final = frozenset({"factor.exposures", "factor.device"})
"""Factors that only some installations have: of aliases, and of measured times of I/Os."""
_HELD_SD: Final = 1e-2
_FACTORS_AT: Final = slice(len(NAMES), len(NAMES) + len(FACTORS))
ALL_NAMES: Final = (*FITTED, *OFFSETS)

FACTOR_SD: Final[Mapping[str, float]] = {
    "cpu": 0.5,
    "reads": 0.7,
    "io": 0.5,
    "paging": 0.7,
    "logical": 0.7,
    "log": 0.7,
    "exposures": 1e-3,
    "device": 1e-3,
}
"""Prior standard deviation of the factors' logarithms: another application on another machine.

Volumes without aliases take one I/O at a time each; conditions say where that is less certain. The
time of an I/O goes with I/O capacity, unless reports tell it."""
_DEVICE_SD: Final = 1.0
"""Of another subsystem: how many reads find their blocks in its cache decides on a factor of 5."""

SAME_FACTOR_SD: Final[Mapping[str, float]] = {
    "cpu": 0.15,
    "reads": 0.06,
    "io": 0.06,
    "paging": 0.2,
    "logical": 0.3,
    "log": 1e-3,
    "exposures": 1e-3,
    "device": 1e-3,
}
"""The same where the workload is a published test application, on the machine that ran it: the
time of a write to WORK or PLOG was chosen to be that of its DASD."""

DRIFT_SD: Final[Mapping[str, float]] = {
    **SAME_FACTOR_SD, "log": 0.1, "exposures": 0.5, "device": 0.3,
}  # fmt: skip
"""By how much a factor moves from one period to a later one: as between the publications' own runs
of one application on one machine, months apart. How many aliases volumes get differs with what else
asks for them; by how much is judgement."""

_TOLD_HARDLY: Final = 0.7
"""Of the variance of a factor before today's figures: what is left where they tell little of it."""

_SAME_SCATTER_SHARE: Final = 1.0
_SCATTER_SHARE: Final = 0.25
"""Of the scatter that published runs show about the model: how far one figure may be off.  Of
another application the figures say more than the published constants do."""
_PAUSE_MARGIN: Final = 1.2
"""Users pause when the installation could do this many times what was measured."""

_SET_BY_LOAD: Final = frozenset(
    {"etr_per_s", "nucleus_busy_pct", "cpu_busy_pct", "response_ms", IO_RESPONSE}
)
"""Figures that follow from the throughput and say nothing of what the installation could do."""

_TURNS: Final = 2
_GRID: Final = 24
_NARROWINGS: Final = 3

PER_COMMAND: Final[Mapping[str, str]] = {
    "reads_per_s": "reads_per_command",
    "paging_per_s": "paging_per_command",
    "work_plog_writes_per_s": "log_writes_per_command",
}
"""Rates that are fitted per command where the throughput is measured as well."""

MEASUREMENT_SD: Final[Mapping[str, float]] = {
    "etr_per_s": 0.01,
    "itr_per_cpu_s": 0.005,
    "reads_per_s": 0.01,
    "buffer_efficiency": 0.01,
    "paging_per_s": 0.03,
    "response_ms": 0.05,
    "cpu_busy_pct": 0.05,
    "nucleus_busy_pct": 0.05,
    "work_plog_writes_per_s": 0.10,
    IO_RESPONSE: 0.05,
    IO_STARTED: 0.05,
    IO_DEVICE: 0.25,
}
"""Relative error of a measured figure; metrics not listed are not used. Times of I/Os are those of
all work on the disks, logs and flushes together: by how much they differ is judgement. So is how
much of the connect time frames of other I/Os on the same channel take."""

LIMITS_PCT: Final[Mapping[str, float]] = {
    "etr_per_s": 10.0,
    "itr_per_cpu_s": 10.0,
    "reads_per_s": 15.0,
    "buffer_efficiency": 15.0,
    "paging_per_s": 30.0,
    "response_ms": 20.0,
    "cpu_busy_pct": 20.0,
    "nucleus_busy_pct": 15.0,
    "cpu_s_per_s": 15.0,
    "io_per_s": 40.0,
}
"""By how much the as-is model may miss a measured figure and still advise.  I/Os of all kinds hold
the writes of buffer flushes, of which no constant is the customer's own."""

LIMIT_FACTORS: Final[Mapping[str, float]] = {"work_plog_writes_per_s": 3.0}
"""The same as a factor either way.  WORK and PLOG writes follow from the time of such a write,
which no report gives: only a large miss tells that counts do not belong together."""

_CONSISTENCY: Final = 0.10
_ROUNDING: Final = 0.05
_PASSES: Final = 12
_STEP: Final = 5e-4
_DAMPINGS: Final = np.array([0.0, 0.1, 0.5, 2.0, 10.0, 50.0])
"""Of a step (Levenberg and Marquardt), all tried in one batch."""
_GAIN: Final = 1e-3
"""Of the cost in a pass, with which the search ends: some hundredths of a standard deviation."""
_TRIED: Final = 2
"""Figures that a fit is tried without, of those that may contradict the one that is missed most."""
_ROUGH_GAIN: Final = 2e-2
"""The same where only a rough answer is asked."""
_LONGEST_STEP: Final = 2.0
"""Of a logarithm in one pass: contradictory figures would throw the fit out of all proportion."""


@dataclass(frozen=True)
class CustomerCalibration:
    """One installation's calibration (`model.contract.protocol.Calibration`)."""

    rows: tuple[CalibrationRow, ...]
    factors: Mapping[str, float]
    refused: str | None
    values: FloatArray
    """Constants, factors, assumed values and offsets in the order of ALL_NAMES."""
    covariance: FloatArray
    """Of the logarithms of constants, factors and assumed values."""
    factor_sd: Mapping[str, float] = field(default_factory=dict)
    """Prior standard deviation of the factors' logarithms."""
    from_earlier: tuple[str, ...] = ()
    """Factors that mostly an earlier period's figures tell."""

    def draws(self, count: int) -> ConstantDraws:
        """Row 0 the calibrated constants and factors, then `count` deterministic draws.

        Factors that nothing tells are 1: they take no part, so that the others' draws stay those
        that the record of the published runs rests on.
        """
        known = np.array(
            [
                name not in _WHERE_TOLD or variance > _HELD_SD**2
                for name, variance in zip(FITTED, np.diag(self.covariance), strict=True)
            ]
        )
        names = tuple(name for name, part in zip(FITTED, known, strict=True) if part)
        values, covariance = self.values[: len(FITTED)][known], self.covariance[known][:, known]
        fitted = draws_of(values, covariance, count, names)
        offsets = np.tile(self.values[len(FITTED) :], (count + 1, 1))
        return ConstantDraws((*names, *OFFSETS), np.concatenate([fitted.values, offsets], axis=1))


def calibrate(
    conditions: Conditions,
    measured: Mapping[str, float],
    near: CustomerCalibration | None = None,
    earlier: CustomerCalibration | None = None,
    shipped: Calibration | None = None,
) -> CustomerCalibration:
    """Fit to the measured figures of one installation (metric names as in `evaluate`).

    near: the calibration to almost the same conditions, from which the search begins.
    earlier: that of an earlier period of the same installation, for what this one does not tell.
    shipped: what takes the place of the stored constants, as for cross-validation.

    Raises ConditionError for conditions that are unknown or contradictory.
    """
    check(conditions)
    used = {
        name: float(value)
        for name, value in measured.items()
        if name in MEASUREMENT_SD and value > 0
    }
    if earlier is not None and (earlier.refused or _told_twice(used, earlier)):
        earlier = None
    fitted = _Fit(
        conditions,
        used,
        None if near is None else near.values,
        earlier,
        stored() if shipped is None else shipped,
    )
    values, covariance = fitted.calibrated()
    modelled = fitted.figures(np.log(values[None, : len(FITTED)]))
    rows = tuple(
        CalibrationRow(name, unit_of(name), value, float(modelled[name][0]))
        for name, value in measured.items()
        if name in modelled and figure(name) is not None and name not in OF_AN_IO
    )
    refused = inconsistency(conditions, measured) or _refusal(rows, fitted)
    factors = {
        name: float(value)
        for name, value in zip(ALL_NAMES, values, strict=True)
        if name not in NAMES and name not in ASSUMED_SD
    }
    return CustomerCalibration(
        rows,
        {name.removeprefix("factor."): value for name, value in factors.items()},
        refused,
        values,
        covariance,
        FACTOR_SD,
        fitted.from_earlier(covariance),
    )


def _told_twice(used: Mapping[str, float], earlier: CustomerCalibration) -> bool:
    """Whether a figure is of the earlier period too: it must not count as two measurements."""
    before = {row.metric: row.measured for row in earlier.rows}
    return any(before.get(name) == value for name, value in used.items())


def inconsistency(conditions: Conditions, measured: Mapping[str, float]) -> str | None:
    """A sentence when measured figures contradict each other by arithmetic alone."""
    etr = measured.get("etr_per_s", 0.0)
    itr = measured.get("itr_per_cpu_s", 0.0)
    if etr > 0 and itr > 0:
        cps = etr / itr
        impossible = too_many("Adabas", etr, 1.0, cps)
        if impossible is not None:
            return impossible
        if cps > float(conditions["cps_total"]) * (1.0 + _CONSISTENCY):
            return say(
                "ETR {etr:,.0f}/s at an ITR of {itr:,.0f} commands per CPU second would keep "
                "{cps:.1f} CPs busy, but there are {conditions:,g}",
                etr=etr,
                itr=itr,
                cps=cps,
                conditions=conditions["cps_total"],
            )
        nucleus = measured.get("nucleus_busy_pct", 0.0)
        expected = 100.0 * cps / float(conditions["nuclei"])
        if nucleus > 0 and abs(expected / nucleus - 1.0) > 2.0 * _CONSISTENCY:
            return say(
                "ETR and ITR make the nuclei {expected:.0f} % busy, but the reports say "
                "{nucleus:.0f} %: the figures are of different intervals",
                expected=expected,
                nucleus=nucleus,
            )
    return _cpu_contradiction(conditions, measured) or _counts_contradiction(conditions, measured)


def _cpu_contradiction(conditions: Conditions, measured: Mapping[str, float]) -> str | None:
    """CPU seconds per second against ETR / ITR and against the CPs."""
    etr, itr = measured.get("etr_per_s", 0.0), measured.get("itr_per_cpu_s", 0.0)
    cpu = measured.get("cpu_s_per_s", 0.0)
    if cpu > float(conditions["cps_total"]) * (1.0 + _CONSISTENCY):
        return say(
            "CPU time of the nuclei keeps {cpu:.1f} CPs busy, but there are "
            "{conditions:,g}: CPU time and interval do not belong together",
            cpu=cpu,
            conditions=conditions["cps_total"],
        )
    if etr > 0 and itr > 0 and cpu > 0 and abs(etr / itr / cpu - 1.0) > _CONSISTENCY:
        return say(
            "ETR {etr:,.0f}/s at an ITR of {itr:,.0f} takes {etr2:.2f} CPUs, but the CPU time is "
            "that of {cpu:.2f}: the figures are of different intervals",
            etr=etr,
            itr=itr,
            etr2=etr / itr,
            cpu=cpu,
        )
    return None


def _counts_contradiction(conditions: Conditions, measured: Mapping[str, float]) -> str | None:
    """Reads against block accesses and all I/Os; commands in progress against users."""
    efficiency = measured.get("buffer_efficiency", 0.0)
    if 0.0 < efficiency < 1.0 - _ROUNDING:
        return say(
            "a buffer efficiency of {efficiency:.3g} means more read I/Os than accesses to "
            "blocks: logical and physical reads are of different intervals",
            efficiency=efficiency,
        )
    reads, ios = measured.get("reads_per_s", 0.0), measured.get("io_per_s", 0.0)
    if 0.0 < ios < reads * (1.0 - _CONSISTENCY):
        return say(
            "{reads:,.0f} reads per second are more than the {ios:,.0f} I/Os "
            "of all kinds: the counts are of different intervals",
            reads=reads,
            ios=ios,
        )
    etr = measured.get("etr_per_s", 0.0)
    response_ms = measured.get("response_ms", 0.0)
    if etr > 0 and response_ms > 0:
        inside = etr * response_ms / 1e3
        users = float(conditions["users"])
        if inside > users * (1.0 + _CONSISTENCY):
            return say(
                "ETR {etr:,.0f}/s with a response of {response_ms:.2f} ms means {inside:,.0f} "
                "commands in progress (Little's law), but there are {users:,.0f} users",
                etr=etr,
                response_ms=response_ms,
                inside=inside,
                users=users,
            )
    return None


def _per_command(measured: Mapping[str, float]) -> dict[str, float]:
    etr = measured.get("etr_per_s", 0.0)
    if etr <= 0:
        return dict(measured)
    return {
        PER_COMMAND.get(name, name): value / etr if name in PER_COMMAND else value
        for name, value in measured.items()
    }


_RATE_OF: Final = {share: rate for rate, share in PER_COMMAND.items()}


class _Fit:
    """Gauss-Newton with priors, on logarithms of constants and factors."""

    def __init__(
        self,
        conditions: Conditions,
        measured: Mapping[str, float],
        near: FloatArray | None,
        earlier: CustomerCalibration | None,
        calibration: Calibration,
    ) -> None:
        self._sites: Installations = installations([conditions])
        self._memory = Memory()
        self._conditions = conditions
        self._measured = _per_command(measured)
        self._offsets = dict.fromkeys(OFFSETS, 0.0)
        known = conditions.get("workload") in PUBLISHED_WORKLOADS
        priors = SAME_FACTOR_SD if known else FACTOR_SD
        self._scatter_share = _SAME_SCATTER_SHARE if known else _SCATTER_SHARE
        sds = {**priors, "exposures": conditions.get("dasd_exposures_sd", priors["exposures"])}
        if conditions.get("io_times_told") and not known:
            sds["device"] = _DEVICE_SD
        variances = np.array([sds[name] for name in FACTORS]) ** 2
        size = len(NAMES)
        assumed = np.log([ASSUMED[name] for name in ASSUMED_SD])
        self._centre = np.concatenate([np.log(calibration.values), np.zeros(len(FACTORS)), assumed])
        self._known: FloatArray | None = None
        if earlier is not None:
            self._centre = np.log(earlier.values[: len(FITTED)])
            own = np.diag(earlier.covariance)[_FACTORS_AT]
            drift = np.array([DRIFT_SD[name] for name in FACTORS]) ** 2
            told = own < _TOLD_HARDLY * variances
            variances = np.minimum(own + drift, variances)
            self._known = np.where(told, variances, np.inf)
        prior = np.zeros((len(FITTED), len(FITTED)))
        prior[:size, :size] = calibration.covariance
        others = np.array(list(ASSUMED_SD.values())) ** 2
        prior[size:, size:] = np.diag(np.concatenate([variances, others]))
        self._precision = np.linalg.inv(prior + 1e-12 * np.eye(len(prior)))
        self._residual_sd = calibration.residual_sd
        self._start = self._centre if near is None else np.log(near[: len(FITTED)])
        self._values: FloatArray | None = None

    def from_earlier(self, covariance: FloatArray) -> tuple[str, ...]:
        """Factors that the earlier period told and these figures hardly do."""
        if self._known is None:
            return ()
        left = np.diag(covariance)[_FACTORS_AT]
        hardly = left > _TOLD_HARDLY * self._known
        return tuple(name for name, one in zip(FACTORS, hardly, strict=True) if one)

    @property
    def names(self) -> tuple[str, ...]:
        """The figures that are fitted."""
        return tuple(self._measured)

    def figures(self, logs: FloatArray) -> dict[str, FloatArray]:
        """Metrics under rows of logarithms, each (rows,)."""
        found = figures(self._sites, self._draws(logs), FINE, self._memory)
        return self._with_shares({**found.metrics, **found.of_an_io})

    def _with_shares(self, metrics: Mapping[str, FloatArray]) -> dict[str, FloatArray]:
        found = {name: values[0] for name, values in metrics.items()}
        for rate, share in PER_COMMAND.items():
            found[share] = found[rate] / found["etr_per_s"]
        return found

    def _draws(self, logs: FloatArray) -> ConstantDraws:
        offsets = np.tile(list(self._offsets.values()), (len(logs), 1))
        return ConstantDraws(ALL_NAMES, np.concatenate([np.exp(logs), offsets], axis=1))

    def calibrated(self) -> tuple[FloatArray, FloatArray]:
        """All values in the order of ALL_NAMES, and the covariance of the fitted ones' logarithms.

        Where the installation could do clearly more than was measured, the users pause: the
        throughput is then left out of the fit and tells the pause instead.
        """
        self._infer_other_storage()
        names = tuple(self._measured)
        values, covariance = self.solve(names)
        etr = self._measured.get("etr_per_s", 0.0)
        if etr > 0 and self._may_pause():
            rest = tuple(name for name in names if name not in _SET_BY_LOAD)
            alone, _ = self.solve(rest, _ROUGH_GAIN)
            able = float(self.figures(np.log(alone)[None, :])["etr_per_s"][0])
            if able > etr * _PAUSE_MARGIN:
                alone, spread = self.solve(rest)
                # CPU per command depends on the load, which depends on the pause: take turns.
                for _ in range(_TURNS):
                    self._infer_pause(np.log(alone), etr)
                    alone, spread = self.solve(rest)
                self._infer_pause(np.log(alone), etr)
                values, covariance = alone, spread
        self._values = np.log(values)
        return np.concatenate([values, list(self._offsets.values())]), covariance

    def _may_pause(self) -> bool:
        known = self._conditions.get("workload") in PUBLISHED_WORKLOADS
        return not known and not self._conditions.get("think_time_s", 0.0)

    def _infer_pause(self, logs: FloatArray, etr: float) -> None:
        """The pause at which the users make the measured throughput."""
        self._find("think_s", logs, "etr_per_s", etr, 0.0, float(self._sites.users[0]) / etr)

    def _find(
        self, offset: str, logs: FloatArray, metric: str, wanted: float, low: float, high: float
    ) -> None:
        """Set an offset where a metric that is monotonic in it has the wanted value.

        A grid is narrowed: all of its points are evaluated in one batch.
        """
        rows = np.tile(logs, (_GRID, 1))
        for _ in range(_NARROWINGS):
            grid = np.linspace(low, high, _GRID)
            draws = self._draws(rows)
            draws.values[:, ALL_NAMES.index(offset)] = grid
            gap = (
                self._with_shares(figures(self._sites, draws, memory=self._memory).metrics)[metric]
                - wanted
            )
            crossing = np.flatnonzero(np.diff(np.sign(gap)) != 0)
            place = int(crossing[0]) if len(crossing) else int(np.argmin(np.abs(gap[:-1])))
            low, high = float(grid[place]), float(grid[place + 1])
        self._offsets[offset] = 0.5 * (low + high)

    def _infer_other_storage(self) -> None:
        """Storage of other work that makes the measured paging where the caches alone would fit."""
        name = next((n for n in ("paging_per_command", "paging_per_s") if n in self._measured), "")
        paging = self._measured.get(name, 0.0)
        sites = self._sites
        pages = (sites.systems[0] > 0) & (sites.page_stall_s[0] > 0)
        held = (sites.caches_gb[0] + sites.pools_gb[0])[pages]
        real = sites.real_gb[0][pages]
        if paging <= 0 or not np.isfinite(real).any() or (held > real).any():
            if paging > 0 and not (held > real).any():
                self._measured.pop(name, None)
            return
        least = float((real - held).min())
        self._find("other_storage_gb", self._centre, name, paging, least, float(real.min()))

    def solve(self, names: tuple[str, ...], gain: float = _GAIN) -> tuple[FloatArray, FloatArray]:
        """Values and covariance of their logarithms from the figures of these names."""
        logs = self._start.copy()
        targets = np.log([self._measured[name] for name in names])
        weights = 1.0 / self._spread(names) ** 2
        cost = self._costs(logs[None, :], names, targets, weights)[0]
        normal = self._precision
        for _ in range(_PASSES):
            slopes, misses = self._slopes(logs, names, targets)
            normal = self._precision + slopes.T @ (weights[:, None] * slopes)
            gradient = slopes.T @ (weights * misses) + self._precision @ (logs - self._centre)
            damped = normal + _DAMPINGS[:, None, None] * np.diag(np.diag(normal))
            steps = np.linalg.solve(damped, np.tile(gradient[:, None], (len(damped), 1, 1)))
            trials = logs - np.clip(steps[..., 0], -_LONGEST_STEP, _LONGEST_STEP)
            found = self._costs(trials, names, targets, weights)
            best = int(np.argmin(found))
            gained = cost - found[best]
            if gained > 0.0:
                logs, cost = trials[best], found[best]
            if gained <= gain * max(1.0, cost):
                break
        covariance = np.linalg.inv(normal)
        return np.exp(logs), (covariance + covariance.T) / 2.0

    def ranked(self, metric: str, measured: float, names: Sequence[str]) -> list[str]:
        """These figures, that first without which one is met best; worked out, not fitted.

        The step of a fit from which one figure is taken out, from the values that all of them had.
        """
        if not names or self._values is None:
            return []
        every = tuple(self._measured)
        asked = metric if metric in every else PER_COMMAND.get(metric, metric)
        logs = self._values
        columns = every if asked in every else (*every, asked)
        targets = np.log([self._measured.get(name, measured) for name in columns])
        slopes, misses = self._slopes(logs, columns, targets)
        weights = 1.0 / self._spread(every) ** 2
        away = self._precision @ (logs - self._centre)
        at = columns.index(asked)

        def left(name: str) -> float:
            kept = weights * (np.array(every) != name)
            used = slopes[: len(every)]
            normal = self._precision + used.T @ (kept[:, None] * used)
            gradient = used.T @ (kept * misses[: len(every)]) + away
            step = np.clip(np.linalg.solve(normal, gradient), -_LONGEST_STEP, _LONGEST_STEP)
            return abs(float(misses[at] - slopes[at] @ step))

        return sorted(names, key=left)

    def _spread(self, names: tuple[str, ...]) -> FloatArray:
        found = figures(self._sites, self._draws(self._centre[None, :]))
        spreads = []
        for name in names:
            rate = _RATE_OF.get(name, name)
            kind = "reads" if name == "reads_per_command" else None
            group = kind or key_of(rate, self._conditions, found.metrics, 0)
            scatter = 0.0 if rate in OF_AN_IO else self._residual_sd[group]
            spreads.append(np.hypot(MEASUREMENT_SD[rate], self._scatter_share * scatter))
        return np.array(spreads)

    def _logs_of(self, logs: FloatArray, names: tuple[str, ...]) -> FloatArray:
        found = self.figures(logs)
        rows = np.array([found[name] for name in names]).reshape(len(names), len(logs))
        logs_of_rows: FloatArray = np.log(np.maximum(rows, 1e-12))
        return logs_of_rows

    def _costs(
        self, logs: FloatArray, names: tuple[str, ...], targets: FloatArray, weights: FloatArray
    ) -> FloatArray:
        """Of each row of logarithms."""
        try:
            misses = self._logs_of(logs, names).T - targets
        except NetworkError:
            # A step beyond what can be a demand: as bad as can be, so that it is not taken.
            if len(logs) == 1:
                return np.array([np.inf])
            each = [self._costs(row[None, :], names, targets, weights) for row in logs]
            return np.concatenate(each)
        away = logs - self._centre
        found: FloatArray = misses**2 @ weights + ((away @ self._precision) * away).sum(axis=1)
        return np.where(np.isfinite(found), found, np.inf)

    def _slopes(
        self, logs: FloatArray, names: tuple[str, ...], targets: FloatArray
    ) -> tuple[FloatArray, FloatArray]:
        size = len(logs)
        around = np.concatenate([logs[None, :], logs + np.eye(size) * _STEP])
        values = self._logs_of(around, names)
        slopes: FloatArray = (values[:, 1:] - values[:, :1]) / _STEP
        return slopes, values[:, 0] - targets


_OF_COMMANDS = {"1/s": mark("commands/s"), "1/CPU s": mark("commands/CPU s")}


def _figure(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}"


def _refusal(rows: tuple[CalibrationRow, ...], fitted: _Fit) -> str | None:
    """Why the baseline may not advise: the worst miss, and the figure it contradicts."""
    worst: CalibrationRow | None = None
    excess, how_much = 1.0, ""
    for row in rows:
        times, said = _miss(row)
        if times > excess:
            worst, excess, how_much = row, times, said
    if worst is None:
        return None
    told = {"metric": called(worst.metric), "figure": _figure(worst.modelled)}
    unit = _OF_COMMANDS.get(worst.unit, worst.unit)
    said = (
        say("the as-is model makes {metric} {figure} {unit}", unit=unit, **told)
        if unit
        else say("the as-is model makes {metric} {figure}", **told)
    ) + say(
        " where {figure} was measured ({how_much})",
        figure=_figure(worst.measured),
        how_much=how_much,
    )
    opponent = _opponent(worst, fitted)
    if opponent is not None:
        return say(
            "{said}; this contradicts the measured {opponent}", said=said, opponent=called(opponent)
        )
    return say(
        "{said}; no other measured figure explains it, so settings or workload are in doubt",
        said=said,
    )


def _miss(row: CalibrationRow) -> tuple[float, str]:
    """How many times its limit a figure is missed, and that in words; 0 without a limit."""
    error = row.error_pct
    if error is None or row.measured <= 0:
        return 0.0, ""
    if row.metric in LIMIT_FACTORS:
        limit = LIMIT_FACTORS[row.metric]
        ratio = max(row.modelled / row.measured, 1e-3)
        factor = max(ratio, 1.0 / ratio)
        return factor / limit, say(
            "a factor of {factor:.1f}, limit {limit:,g}", factor=factor, limit=limit
        )
    if row.metric not in LIMITS_PCT:
        return 0.0, ""
    limit = LIMITS_PCT[row.metric]
    return abs(error) / limit, say("{error:+.0f} %, limit {limit:,g} %", error=error, limit=limit)


def _opponent(worst: CalibrationRow, fitted: _Fit) -> str | None:
    """The figure without which the worst miss would be smallest.

    Which one it is follows from the slopes where the fit ended; that it is smaller by half is then
    seen in a fit without it. Trying all of them would cost as many fits as there are figures.
    """
    own = PER_COMMAND.get(worst.metric, worst.metric)
    others = [name for name in fitted.names if name not in (own, worst.metric)]
    least = 0.5 * abs(np.log(max(worst.modelled, 1e-12) / worst.measured))
    best = None
    for name in fitted.ranked(worst.metric, worst.measured, others)[:_TRIED]:
        rest = tuple(other for other in fitted.names if other != name)
        values, _ = fitted.solve(rest, _ROUGH_GAIN)
        modelled = float(fitted.figures(np.log(values)[None, :])[worst.metric][0])
        miss = abs(np.log(max(modelled, 1e-12) / worst.measured))
        if miss < least:
            best, least = _RATE_OF.get(name, name), miss
    return best
