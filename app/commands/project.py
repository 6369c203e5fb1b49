"""``plexwright project``: what the model says of an engagement's scenarios, or of a what-if."""

from __future__ import annotations

import argparse
import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from app.cli import UsageError

if TYPE_CHECKING:
    from model.projection import Estimate, Projection, ResourceUse
    from model.queueing.goals import Goal
    from model.topology import Component, Scenario, SetSetting, SettingSpec, Topology

NAME = "project"
HELP = "project scenarios of an engagement through the model"

MOST_POINTS = 10_000


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="X.plexwright|INSTALLATION.json")
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="COMPONENT.SETTING=VALUE",
        help="change one setting; repeat for several at once; COMPONENT is an id, or a name that "
        "only one component with that setting has",
    )
    parser.add_argument(
        "--changes",
        action="append",
        default=[],
        type=Path,
        metavar="SCENARIOS.json",
        help="scenarios of a plexwright-scenario/1 document",
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
    parser.add_argument(
        "--provisional",
        action="store_true",
        help="have usual values stand in for what is missing, with bands as wide as they may be "
        "off",
    )
    parser.add_argument(
        "--check",
        action="store_true",
        help="simulate the networks behind the as-is figures and each scenario, and say in one "
        "line whether analysis and simulation agree",
    )
    parser.add_argument(
        "--seconds",
        type=float,
        default=60.0,
        metavar="S",
        help="with --check: about how long each scenario is simulated; with --goal: about how "
        "long its answers are searched for, counted by work, so that a busy machine finds the same "
        "(default 60)",
    )
    parser.add_argument(
        "--percentiles",
        action="store_true",
        help="also 50, 90, 95 and 99 %% of every workload's responses, and the response goals that "
        "reports of Workload Manager print, with the probability of meeting them",
    )
    parser.add_argument(
        "--goal",
        action="append",
        default=[],
        metavar="COMPONENT[:PERCENT]=S",
        help="a response goal of a workload, such as CICSAOR1:90=0.5: the probability of meeting "
        "it, the largest load that does, engines needed, what is busy first; repeat for several",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def run(args: argparse.Namespace) -> int:
    from app.errors import InputProblem, one_line
    from app.importing.installations import opened, scenarios_in
    from app.printing.documents import (
        PROJECTION,
        calibration_rows,
        not_projectable,
        projection_entry,
    )
    from app.printing.output import print_json
    from app.printing.projection_text import projection_lines, refusals, scenario_title
    from model.projection import Unanswered, build_baseline, project, removed_with
    from model.projection.provisional import stand_ins, with_stand_ins, with_the_rest
    from model.topology import Scenario

    if not 0 < args.seconds < math.inf:
        raise UsageError("--seconds is a number above 0")
    held = opened(args.file)
    topology, kept = held.topology, held.scenarios
    if not topology.components:
        raise UsageError(
            f"{args.file} has no components, so there is nothing to project: import reports into "
            "an engagement first, or add components to the document"
        )
    asked = _scenarios(topology, args.set, args.sweep)
    for file in args.changes:
        for one in scenarios_in(file, topology):
            if one.name in {"As-is", *(other.name for other in asked)}:
                raise InputProblem(
                    f"there is a scenario {one.name!r} besides; give it another name", file=file
                )
            asked.append(one)
    asked = asked or list(kept)
    goals = [_goal(topology, text) for text in args.goal]
    baseline = build_baseline(topology, held.past)
    wanted = args.provisional or held.provisional
    baseline = with_stand_ins(baseline) if wanted else with_the_rest(baseline)
    topology = baseline.topology
    projected = project(baseline, [Scenario("As-is"), *asked], bands=not args.no_bands)
    as_is, *projections = map(_central, projected) if args.no_bands else projected
    silent = Unanswered(baseline, as_is)
    checks = {}
    if args.check:
        from app.advising.checking import check_scenarios

        checks = check_scenarios(baseline, asked, args.seconds)
    levels = []
    if args.percentiles or goals:
        from app.advising.levels import answer_levels

        levels = answer_levels(baseline, as_is, projections, goals, args.seconds)
        for goal in goals:
            if goal.cls not in levels[0].levels.times:
                raise UsageError(f"--goal: {goal.cls} is no workload whose response is modelled")
    if args.json:
        print_json(
            {
                "format": PROJECTION,
                "baseline": {
                    "calibration": calibration_rows(baseline),
                    "not_projectable": not_projectable(baseline),
                    "refused": list(baseline.refused),
                    "doubts": list(baseline.doubts),
                    "provisional": list(stand_ins(topology)),
                },
                "as_is": projection_entry(as_is),
                "scenarios": [
                    {
                        **projection_entry(item),
                        "without_effect": list(silent.sentences(item)),
                        "removed": list(removed_with(topology, item.scenario)),
                    }
                    for item in projections
                ],
                **(
                    {"checks": {name: found.json for name, found in checks.items()}}
                    if args.check
                    else {}
                ),
                **({"levels": {each.scenario: each.json for each in levels}} if levels else {}),
            }
        )
    else:
        for line in projection_lines(baseline, [as_is, *projections], silent):
            print(line)
        for said in stand_ins(topology):
            print(one_line(said))
        titles = {s.name: scenario_title(topology, s) for s in asked}
        for name, found in checks.items():
            for line in found.lines:
                print(f"check of {one_line(titles.get(name, name))}: {one_line(line)}")
        for each in levels:
            title = titles.get(each.scenario, each.scenario)
            today = [] if each is levels[0] else levels[0].lines
            lines = [line for line in each.lines if line not in today]
            for line in lines or ["as it is today"]:
                print(f"{one_line(title)}: {one_line(line)}")
    usable = all(item.converged and not item.refused for item in [as_is, *projections])
    answered = not any(item.issues or refusals(item, as_is) for item in projections)
    return 0 if usable and answered else 1


def _central(projection: Projection) -> Projection:
    """A projection without the bands that need no draws of constants either."""

    def alone(figures: Mapping[str, Estimate]) -> dict[str, Estimate]:
        return {n: replace(one, low=one.value, high=one.value) for n, one in figures.items()}

    return replace(
        projection,
        workloads=tuple(
            replace(one, metrics=alone(one.metrics), changes=alone(one.changes))
            for one in projection.workloads
        ),
        resources=tuple(map(_central_use, projection.resources)),
        ziips=tuple(map(_central_use, projection.ziips)),
    )


def _central_use(use: ResourceUse) -> ResourceUse:
    return replace(use, low=use.utilization, high=use.utilization)


# --- what was asked ------------------------------------------------------------------------------


def _scenarios(
    topology: Topology, settings: Sequence[str], sweeps: Sequence[str]
) -> list[Scenario]:
    from app.printing.projection_text import given_name
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
        scenarios.append(Scenario(given_name(changes), changes))
    return scenarios


def _goal(topology: Topology, text: str) -> Goal:
    from model.queueing.goals import Goal

    name, equals, seconds = text.rpartition("=")
    head, colon, percent = name.rpartition(":")
    try:
        # An id holds a colon too; what follows the last one is a share if it is a number.
        share = float(percent) if colon else None
    except ValueError:
        head, share = name, None
    try:
        within = float(seconds)
    except ValueError:
        within = 0.0
    if not equals or not within > 0 or not (share is None or 0 < share < 100):
        raise UsageError(
            f"--goal {text}: give COMPONENT[:PERCENT]=SECONDS, such as CICSAOR1:90=0.5"
        )
    if share is not None and name in topology:
        head, share = name, None
    return Goal(_component(topology, head if share is not None else name).id, within, share)


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
    if not (math.isfinite(first) and math.isfinite(last)):
        raise UsageError(f"--sweep {text}: FROM and TO are finite numbers")
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
    left, equals, value = text.partition("=")
    name, dot, setting = left.rpartition(".")
    if not equals or not dot or not name or not setting:
        raise UsageError(f"{text!r} is not {wanted}")
    named = [c for c in _named(topology, name) if setting.upper() in _settings_of(c)]
    component = named[0] if len(named) == 1 else _component(topology, name)
    by_name = _settings_of(component)
    spec = by_name.get(setting.upper())
    if spec is None:
        known = ", ".join(spec.name for spec in by_name.values()) or "none"
        raise UsageError(f"{component.id} has no setting {setting!r}; it has {known}")
    return component, spec, value


def _settings_of(component: Component) -> dict[str, SettingSpec]:
    """Settings of a component's kind by name, in capitals."""
    from model.catalogue import catalogue

    kind = catalogue().get(component.kind)
    return {} if kind is None else {spec.name.upper(): spec for spec in kind.settings}


def _named(topology: Topology, name: str) -> list[Component]:
    """What an id or a name may mean: SYSA is a partition, its dump options, its network node."""
    if name in topology:
        return [topology[name]]
    return [c for c in topology if name.upper() in (c.name.upper(), c.id.upper())]


def _component(topology: Topology, name: str) -> Component:
    matches = _named(topology, name)
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
