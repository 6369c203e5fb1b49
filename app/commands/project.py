"""``plexwright project``: what the model says of an engagement's scenarios, or of a what-if."""

from __future__ import annotations

import argparse
import itertools
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from app.cli import UsageError

if TYPE_CHECKING:
    from model.projection import Baseline, Estimate, Projection, Unanswered, WorkloadProjection
    from model.topology import Component, Scenario, SetSetting, SettingSpec, Topology

NAME = "project"
HELP = "project scenarios of an engagement through the model"

MOST_POINTS = 10_000


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="X.plexwright")
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="COMPONENT.SETTING=VALUE",
        help="change one setting; repeat for several at once",
    )
    parser.add_argument(
        "--sweep",
        action="append",
        default=[],
        metavar="COMPONENT.SETTING=FROM:TO:STEPS",
        help="try a range of values; two sweeps make a grid",
    )
    parser.add_argument(
        "--no-bands",
        action="store_true",
        help="central figures only, which is faster",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def run(args: argparse.Namespace) -> int:
    from app.documents import PROJECTION, calibration_rows, not_projectable, projection_entry
    from app.output import print_json
    from model.projection import Unanswered, project
    from model.topology import Scenario

    baseline, kept = _baseline(args.file)
    asked = _scenarios(baseline.topology, args.set, args.sweep) or list(kept)
    as_is, *projections = project(baseline, [Scenario("As-is"), *asked], bands=not args.no_bands)
    silent = Unanswered(baseline, as_is)
    if args.json:
        print_json(
            {
                "format": PROJECTION,
                "baseline": {
                    "calibration": calibration_rows(baseline),
                    "not_projectable": not_projectable(baseline),
                    "refused": list(baseline.refused),
                },
                "as_is": projection_entry(as_is),
                "scenarios": [
                    {**projection_entry(item), "without_effect": list(silent.sentences(item))}
                    for item in projections
                ],
            }
        )
    else:
        _print(baseline, [as_is, *projections], silent)
    usable = all(item.converged and not item.refused for item in [as_is, *projections])
    answered = not any(item.issues or _refusals(item, as_is) for item in projections)
    return 0 if usable and answered else 1


def _baseline(path: Path) -> tuple[Baseline, tuple[Scenario, ...]]:
    from advisor.installation import build_installation
    from app.store import EngagementFile
    from model.projection import build_baseline

    with EngagementFile.open(path) as file:
        readings, options, scenarios = file.readings(), file.options(), file.scenarios()
    installation = build_installation(readings, options.answers, options.edits)
    return build_baseline(installation.topology), scenarios


# --- what was asked ------------------------------------------------------------------------------


def _scenarios(
    topology: Topology, settings: Sequence[str], sweeps: Sequence[str]
) -> list[Scenario]:
    from model.topology import Scenario

    if not settings and not sweeps:
        return []
    fixed = [_set(topology, text) for text in settings]
    ranges = [list(_sweep(topology, text)) for text in sweeps]
    points = 1
    for values in ranges:
        points *= len(values)
    if points > MOST_POINTS:
        raise UsageError(f"the sweeps make {points} scenarios; ask for {MOST_POINTS} at most")
    scenarios = []
    for varied in itertools.product(*ranges):
        changes = (*fixed, *varied)
        name = ", ".join(f"{c.component}.{c.setting}={_shown(c.value)}" for c in changes)
        scenarios.append(Scenario(name, changes))
    return scenarios


def _set(topology: Topology, text: str) -> SetSetting:
    from model.topology import SetSetting

    component, spec, value = _target(topology, text, "--set COMPONENT.SETTING=VALUE")
    try:
        return SetSetting(component.id, spec.name, spec.parse(value))
    except ValueError as wrong:
        raise UsageError(f"--set {text}: {wrong}") from None


def _sweep(topology: Topology, text: str) -> Iterator[SetSetting]:
    from model.topology import SetSetting

    wanted = "--sweep COMPONENT.SETTING=FROM:TO:STEPS"
    component, spec, value = _target(topology, text, wanted)
    try:
        first_text, last_text, steps_text = value.split(":")
        first, last, steps = float(first_text), float(last_text), int(steps_text)
    except ValueError:
        raise UsageError(f"--sweep {text}: give {wanted}, such as …=100:500:9") from None
    if spec.type not in ("integer", "number"):
        raise UsageError(f"--sweep {text}: {spec.name} is not numeric; use --set")
    if not 2 <= steps <= MOST_POINTS:
        raise UsageError(f"--sweep {text}: STEPS is a whole number from 2 to {MOST_POINTS}")
    seen = set()
    for step in range(steps):
        at = first + (last - first) * step / (steps - 1)
        shown = str(round(at)) if spec.type == "integer" else repr(at)
        if shown in seen:
            continue
        seen.add(shown)
        try:
            yield SetSetting(component.id, spec.name, spec.parse(shown))
        except ValueError as wrong:
            raise UsageError(f"--sweep {text}: {wrong}") from None


def _target(topology: Topology, text: str, wanted: str) -> tuple[Component, SettingSpec, str]:
    """Component, setting and value text of ``COMPONENT.SETTING=VALUE``."""
    from model.catalogue import catalogue

    left, equals, value = text.partition("=")
    name, dot, setting = left.rpartition(".")
    if not equals or not dot or not name or not setting:
        raise UsageError(f"{text!r} is not {wanted}")
    component = _component(topology, name)
    kind = catalogue().get(component.kind)
    by_name = {} if kind is None else {spec.name.upper(): spec for spec in kind.settings}
    spec = by_name.get(setting.upper())
    if spec is None:
        known = ", ".join(spec.name for spec in by_name.values()) or "none"
        raise UsageError(f"{component.id} has no setting {setting!r}; it has {known}")
    return component, spec, value


def _component(topology: Topology, name: str) -> Component:
    if name in topology:
        return topology[name]
    matches = [c for c in topology if name.upper() in (c.name.upper(), c.id.upper())]
    if len(matches) == 1:
        return matches[0]
    if matches:
        ids = ", ".join(component.id for component in matches)
        raise UsageError(f"{name!r} may be {ids}; name one of them")
    ids = ", ".join(component.id for component in list(topology)[:12])
    more = len(topology) - 12
    raise UsageError(
        f"there is no component {name!r}; there are {ids or 'none'}"
        + (f" and {more} more" if more > 0 else "")
    )


# --- the answer as text --------------------------------------------------------------------------


def _print(baseline: Baseline, projections: Sequence[Projection], silent: Unanswered) -> None:
    from app.documents import not_projectable
    from app.output import component_name, print_table

    for sentence in baseline.refused:
        print(f"Not projected from: {sentence}")
    for item in not_projectable(baseline):
        name = component_name(baseline.topology, item["component"])
        print(f"{name}: not projectable: {item['because']}")
    rows = []
    as_is = projections[0]
    for projection in projections:
        for sentence in projection.issues:
            print(f"{projection.scenario.name}: {sentence}")
        for workload in projection.workloads:
            if not _METRICS.keys() & workload.metrics.keys():
                continue
            if projection is not as_is and _same(workload, as_is.workload(workload.anchor)):
                continue
            rows.append(
                (
                    projection.scenario.name,
                    workload.anchor,
                    *(_figure(workload.metrics.get(metric)) for metric in _METRICS),
                    workload.bottleneck or "",
                )
            )
    if rows:
        header = ("scenario", "workload", *_METRICS.values(), "bound by")
        print_table(header, rows)
    said: dict[str, str] = {}
    for projection in projections[1:]:
        name = projection.scenario.name
        sentences = [
            *_refusals(projection, as_is),
            *_extrapolated(projection, as_is),
            *silent.sentences(projection),
        ]
        if not sentences and not projection.issues and not any(row[0] == name for row in rows):
            sentences = ["no figure of this table moves; --json has the others"]
        for sentence in sentences:
            said.setdefault(sentence, name)
    for sentence, scenario in said.items():
        print(f"{scenario}: {sentence}")


def _refusals(projection: Projection, as_is: Projection) -> list[str]:
    """Why workloads that are projected as they are cannot be in a scenario."""
    found = []
    for workload in projection.workloads:
        before = as_is.workload(workload.anchor)
        why = workload.not_projectable
        if why is not None and (before is None or before.not_projectable != why):
            found.append(f"{workload.anchor}: not projectable: {why}")
    return found


def _extrapolated(projection: Projection, as_is: Projection) -> list[str]:
    """What lies beyond what was measured, or is full, in the scenario and not as it is, and why."""
    found: dict[str, None] = {}
    for workload in projection.workloads:
        before = as_is.workload(workload.anchor)
        known = () if before is None else before.extrapolated
        sentences = [*workload.extrapolated]
        for name, figure in workload.metrics.items():
            was = None if before is None else before.metrics.get(name)
            # The first reason is the width of the band; what is extrapolated is said already.
            sentences.extend(
                reason
                for reason in figure.reasons[1:]
                if not reason.startswith("extrapolated: ")
                and (was is None or reason not in was.reasons)
            )
        found.update(
            (f"{workload.anchor}: {sentence}", None)
            for sentence in sentences
            if sentence not in known
        )
    return list(found)


def _same(workload: WorkloadProjection, before: WorkloadProjection | None) -> bool:
    """Whether nothing in the table's columns moved."""
    return before is not None and all(
        _figure(workload.metrics.get(metric)) == _figure(before.metrics.get(metric))
        for metric in _METRICS
    )


_METRICS = {
    "etr_per_s": "ETR/s",
    "itr_per_cpu_s": "ITR",
    "response_ms": "response ms",
    "paging_per_s": "paging/s",
}


def _figure(estimate: Estimate | None) -> str:
    from advisor.report.numbers import band, number

    return "" if estimate is None else f"{number(estimate.value)} {band(estimate)}".strip()


def _shown(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)
