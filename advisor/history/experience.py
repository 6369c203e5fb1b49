"""What earlier projections teach about the bands of further ones, and what periods share.

A band says how far measured figures may lie from the projected one in nine cases of ten. How far
they did lie at this customer, in the periods that are there, is laid beside that
(:mod:`advisor.history.beside`): the figure's *standing*, in standard deviations of its band, has
variance 1 where the bands are right.

Few figures prove little. So the standing is taken to be Student's t: normal, of a variance that is
itself known from :data:`PRIOR_WORKLOADS` workloads' worth of trust in the bands as shipped, and of
what was seen since (a scaled inverse chi-square prior, which the figures update: Gelman et al.,
"Bayesian Data Analysis", 3rd ed., section 3.3). The prior's scale is such that without a figure
the band is the shipped one. The 90 % of what is to be expected next then is the factor.

* The figures of one workload in one period move together: they count as one, their mean square.
* What one peak differs from the next is no miss.
* A miss widens at once. Figures that all lay near the middle narrow nothing until the variance is
  below 1 in 99 of 100 cases by what was seen; then the band is that of this highest variance. A
  band too narrow is the dearer error.
* The product's constants are fitted to what was measured again (:mod:`model.projection.learning`),
  with the same trust; the factor is of the scatter about them, constants' and runs' alike, as in
  the conjugate model of a regression whose variance is not known (ibid., section 14.2).
* It counts by model and figure: that Net-Work's CPU was off says nothing of Adabas, nor of how
  many commands come. Figures that were never measured again are taken as wide as all that were.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from advisor.engagement import Options
from advisor.history.beside import Beside, Compared, beside, same_installation
from advisor.history.periods import periods
from advisor.installation import build_installation
from advisor.observations import FileReading
from model.language import say
from model.projection import Baseline, Calibration, Experience, Past, build_baseline
from model.projection.learning import PEAK_SD, Seen, learned
from model.quantiles import student_wider
from model.subsystems.common import BaselineCalibration
from model.topology import Change

__all__ = ["MOST_PERIODS", "alone", "experience", "factor_of", "past_of"]

PRIOR_WORKLOADS = 4
"""How many workloads' worth of trust the bands as shipped have: about those of one change window,
so that what was seen here once weighs as much as all that was validated elsewhere."""

MOST_PERIODS = 6
"""Periods that are looked back on: what a shop was years ago says little of its next change."""

CAUTION = 0.01
"""How likely the scatter may still be larger than what a narrower band stands for."""

NOTICED = 0.05
"""A factor nearer to 1 is none: no band is known to a twentieth."""


def past_of(readings: Sequence[FileReading], options: Options) -> Past:
    """What the periods of an engagement teach of projections from the latest; of one, nothing.

    Each period is calibrated to its own figures, with the periods before for what they do not
    tell; what the changes between them did is part of the next one's constants.
    """
    found = periods(readings)[-MOST_PERIODS:]
    if len(found) < 2:
        return Past()
    # The consultant's edits are of what was there before the latest reports came.
    old = alone(found[0].readings, options, options.edits)
    baselines, pairs = [old], []
    known = _calibrations(old)
    for period in found[1:]:
        last = period is found[-1]
        edits = () if last else options.edits
        installation = build_installation(period.readings, options.answers, edits)
        if not same_installation(old.topology, installation.topology):
            # Another customer's reports teach nothing of this one's.
            old = build_baseline(installation.topology)
            baselines.append(old)
            known = {} if last else _calibrations(old)
            continue
        new = build_baseline(installation.topology, Past(known))
        pair = beside(old, new)
        pairs.append(pair)
        baselines.append(new)
        taught = _taught(old, pair)
        if last:
            known = {**known, **taught}
            break
        known = {**_calibrations(new), **_with_constants(new, taught)}
        old = build_baseline(installation.topology, Past(known)) if taught else new
    given = {
        item.model.name
        for baseline in baselines
        for item in baseline.anchors
        if any(item.anchor in pair.load for pair in pairs)
    }
    return Past(known, experience([pair.compared for pair in pairs], given))


def _taught(old: Baseline, pair: Beside) -> dict[str, Calibration]:
    """Calibrations of the earlier period whose constants are fitted to the later one as well."""
    seen: dict[str, list[Seen]] = {}
    for item in pair.compared:
        if item.standing is not None:
            one = Seen(item.metric, item.projected.value, item.measured, item.standing, item.inside)
            seen.setdefault(item.component, []).append(one)
    return learned(old, pair.projection.scenario, seen)


def _with_constants(new: Baseline, taught: Mapping[str, Calibration]) -> dict[str, Calibration]:
    """The later period's calibrations with the constants that the change between taught."""
    found: dict[str, Calibration] = {}
    for item in new.anchors:
        own, earlier = item.calibration, taught.get(item.anchor)
        if isinstance(own, BaselineCalibration) and isinstance(earlier, BaselineCalibration):
            found[item.anchor] = replace(own, constants=earlier.constants)
    return found


def alone(
    readings: Sequence[FileReading],
    options: Options,
    edits: Sequence[Change] = (),
    before: Baseline | None = None,
) -> Baseline:
    """The installation as these readings alone tell it, and what ``before`` knew of its constants.

    Its figures and settings are of these readings; only factors that they do not tell are those of
    the period before.
    """
    past = Past() if before is None else Past(_calibrations(before))
    return build_baseline(build_installation(readings, options.answers, edits).topology, past)


def _calibrations(baseline: Baseline) -> dict[str, Calibration]:
    """The latest calibration of each workload, be it of this period or one before it."""
    own = {item.anchor: item.calibration for item in baseline.anchors if item.calibration}
    return {**baseline.past.calibrations, **own}


def experience(
    pairs: Iterable[Sequence[Compared]], given: Iterable[str] = ()
) -> dict[str, dict[str, Experience]]:
    """The same of figures laid beside each other, a sequence of them for each pair of periods.

    By model and figure. Under "" stands what is expected of figures that were not measured again,
    from all that were. ``given`` are models whose throughput the load gives: no miss is one of it.
    """
    cases: dict[str, dict[str, list[list[Compared]]]] = {}
    for compared in pairs:
        alike: dict[tuple[str, str, str], list[Compared]] = {}
        for item in compared:
            if item.standing is not None:
                for figure in (item.metric, ""):
                    alike.setdefault((item.model, figure, item.component), []).append(item)
        for (model, figure, _component), own in alike.items():
            cases.setdefault(model, {}).setdefault(figure, []).append(own)
    for model in set(given) & cases.keys():
        cases[model]["etr_per_s"] = []
    made = {
        model: {figure: _of(found) for figure, found in figures.items()}
        for model, figures in cases.items()
    }
    return {
        model: figures
        for model, figures in made.items()
        if any(seen.factor != 1.0 for seen in figures.values())
    }


def _of(cases: Sequence[Sequence[Compared]]) -> Experience:
    """Of figures of several workloads or periods, each a list."""
    factor = factor_of([sum(_beyond_peaks(x) ** 2 for x in own) / len(own) for own in cases])
    if abs(factor - 1.0) < NOTICED:
        return Experience(1.0, "")
    return Experience(factor, _reason(factor, [x.inside for own in cases for x in own]))


def _beyond_peaks(item: Compared) -> float:
    """How far a figure stands off without what one peak differs from the next.

    A change of 1.0 to 1.5 % is no band that a later peak can miss: both were measured once.
    """
    off = abs(item.standing or 0.0)
    if off <= 1.0:
        return off
    miss = abs(math.log(item.measured / item.projected.value))
    return max(1.0, off * (1.0 - PEAK_SD / miss))


def factor_of(squares: Sequence[float]) -> float:
    """How many times as wide as shipped the next band is: of a mean square for each workload."""
    from scipy.special import chdtri

    scale = PRIOR_WORKLOADS / student_wider(PRIOR_WORKLOADS) ** 2
    free = PRIOR_WORKLOADS + len(squares)
    total = scale + sum(squares)
    expected = math.sqrt(total / free) * student_wider(free)
    highest = math.sqrt(total / float(chdtri(free, 1.0 - CAUTION)))
    return max(expected, min(highest, 1.0))


def _reason(factor: float, inside: Sequence[bool]) -> str:
    if len(inside) == 1:
        return say(
            "taken {factor:.2g} times as wide as the model makes it: the one figure measured here "
            "after an earlier change lay inside its band"
            if inside[0]
            else "taken {factor:.2g} times as wide as the model makes it: the one figure measured "
            "here after an earlier change lay outside its band",
            factor=factor,
        )
    return say(
        "taken {factor:.2g} times as wide as the model makes it: of {n} figures measured here "
        "after earlier changes, {inside} lay inside their bands",
        factor=factor,
        n=len(inside),
        inside=sum(inside),
    )
