"""A scenario as a case that can be solved, or why it cannot be."""

from __future__ import annotations

from collections.abc import Mapping

from model.projection.baseline import Baseline
from model.projection.case import Case
from model.projection.remembered import View
from model.topology import (
    Catalogue,
    ChangeError,
    Scenario,
    SetSetting,
    apply_changes,
    contradictions,
    not_running,
    validate,
)


def opened(
    baseline: Baseline, scenario: Scenario, wrong_today: Mapping[str, str], kinds: Catalogue
) -> Case:
    """wrong_today: `contradictions` of the as-is."""
    try:
        topology = apply_changes(baseline.topology, scenario.changes, kinds)
    except ChangeError as wrong:
        return Case(scenario, None, issues=(str(wrong),))
    together = contradictions(topology, kinds)
    refused = (
        # What is wrong today and made neither better nor worse is said beside the figures.
        *(said for name, said in together.items() if wrong_today.get(name) != said),
        *not_running(baseline.topology, topology, scenario.changes, kinds),
    )
    if refused:
        return Case(scenario, None, issues=refused)
    issues: tuple[str, ...] = ()
    # Setting a value checks it already; only a changed shape needs all of the topology looked at.
    if not all(isinstance(change, SetSetting) for change in scenario.changes):
        # What is wrong with the as-is already is not this scenario's doing.
        known = {issue.sentence for issue in validate(baseline.topology, kinds)}
        found = dict.fromkeys(issue.sentence for issue in validate(topology, kinds))
        issues = tuple(sentence for sentence in found if sentence not in known)
    view = View(topology, baseline.topology, baseline.memory)
    return Case(scenario, topology, view, issues)
