"""The plan as a calendar: steps by change window and by object, with what to expect after each.

Steps that take effect in the same way are done in one window, those of one object with one command
that holds all their keywords, by the same people. A step that builds on another one is never in an
earlier window. After each window the plan's own projection says what has to be measured.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import get_args

from advisor.findings import (
    ChangeText,
    ChangeWindow,
    Check,
    Effort,
    Finding,
    Plan,
    Task,
)
from advisor.plan import goal as goals
from advisor.plan.down import stopped
from advisor.rules.base import person_days_of, procedure_of, rule_if_any, rules
from advisor.rules.commands import STRUCTURE, shown
from advisor.rules.procedure import Role
from advisor.rules.projecting import Projected, Projector
from advisor.rules.settling import merged_changes
from advisor.rules.structures import POLICY, POLICY_DUPLEXED
from model.catalogue import catalogue
from model.projection import Baseline, Projection
from model.topology import Component, Topology

RANK: Mapping[str, int] = {effort: n for n, effort in enumerate(get_args(Effort))}
CHECKED = ("etr_per_s", "itr_per_cpu_s", "response_ms", "paging_per_s")
MOVED_PCT = 0.5
GAIN_PCT = 0.05
"""Steps that move the plan's goal by less rest on no other ones."""


Today = Mapping[tuple[str, str], float]
"""Today's figures that are measured, by workload and metric."""
NOTHING_KNOWN: Today = {}


def today_of(baseline: Baseline, as_is: Projection) -> Today:
    """Figures of the installation as it is that are known.

    A figure is measured where a report gives it, and where it follows from what reports give so
    that the model knows it without a band while it knows others with one.
    """
    modelled = {(w.anchor, m): e for w in as_is.workloads for m, e in w.metrics.items()}
    banded = any(e.high > e.low for e in modelled.values())
    measured = {key: e.value for key, e in modelled.items() if banded and e.low == e.high}
    for anchor, told in baseline.told.items():
        measured.update(((anchor, metric), row.measured) for metric, row in told.items())
    return measured


def with_calendar(
    plan: Plan,
    findings: Sequence[Finding],
    topology: Topology,
    projector: Projector | None,
    woken: Collection[str] = (),
    today: Today = NOTHING_KNOWN,
) -> Plan:
    """The plan with its windows; ``woken`` are findings that no measurement calls for yet.

    Those are confirmed by measuring once the rest is in effect, so they have windows of their own.
    """
    by_id = {finding.id: finding for finding in findings}
    done = {s.finding: replace(by_id[s.finding], changes=s.changes) for s in plan.steps}
    for in_order in (False, True):
        windows = _windows(plan, by_id, woken, in_order or projector is None)
        outcomes = _outcomes([[done[i] for i in ids] for _, ids in windows], projector)
        if _never_worse(outcomes, plan.goal):
            break
    before: dict[tuple[str, str], float] = {}
    found: list[ChangeWindow] = []
    for (effort, ids), outcome in zip(windows, outcomes, strict=True):
        tasks = _tasks([by_id[i] for i in ids], topology)
        found.append(
            ChangeWindow(
                effort=effort,
                tasks=tasks,
                person_days=sum(
                    max(person_days_of(by_id[i]) for i in task.findings) for task in tasks
                ),
                expected=_expected(outcome, before, today),
                stopped=stopped([by_id[i] for i in ids], tasks, topology),
            )
        )
        for anchor, effects in outcome.effects.items():
            before.update({(anchor, e.metric): e.after.value for e in effects})
    return replace(plan, calendar=tuple(found))


def _never_worse(outcomes: Sequence[Projected], goal: str) -> bool:
    """Whether no window takes back what those before it gained of the plan's goal."""
    gains = [goals.gain_pct(outcome, goal) for outcome in outcomes if outcome.effects]
    return all(then > now - MOVED_PCT for now, then in pairwise([0.0, *gains]))


def _windows(
    plan: Plan, by_id: Mapping[str, Finding], woken: Collection[str], in_order: bool
) -> list[tuple[Effort, list[str]]]:
    """Ways of taking effect in the order in which they come, with the findings of each.

    Each way once, and once more for what is woken; ``in_order`` also wherever a later step of what
    the model chose jointly takes effect in a way that comes before an earlier one's. What claims no
    gain and takes long to get, such as a release, keeps nothing waiting that does. What needs
    another step in effect comes in no window before that one's.
    """
    places: dict[str, tuple[int, int]] = {}
    last = (0, 0)
    for step in plan.steps:
        place = (0, RANK[by_id[step.finding].effort])
        if step.gain_pct is not None and abs(step.gain_pct) >= GAIN_PCT:
            if in_order:
                place = (last[0] if place[1] >= last[1] else last[0] + 1, place[1])
            if step.finding in woken:
                place = (last[0] + 1, place[1])
            last = max(last, place)
        elif place[1] >= RANK["release"]:
            place = (len(plan.steps), place[1])
        places[step.finding] = place
    _behind_needed(places, by_id)
    found: dict[tuple[int, int], list[str]] = {}
    for finding, place in places.items():
        found.setdefault(place, []).append(finding)
    efforts = get_args(Effort)
    return [(efforts[rank], found[level, rank]) for level, rank in sorted(found)]


def _behind_needed(places: dict[str, tuple[int, int]], by_id: Mapping[str, Finding]) -> None:
    """Move what needs another step in effect behind that one's window."""
    needs = {rule.id: rule.after for rule in rules()}
    by_rule: dict[str, list[str]] = {}
    for finding in places:
        by_rule.setdefault(by_id[finding].rule, []).append(finding)
    for _ in places:  # what is moved may be needed in turn
        moved = False
        for finding, (level, rank) in list(places.items()):
            needed = [i for r in needs.get(by_id[finding].rule, ()) for i in by_rule.get(r, ())]
            last = max((places[i] for i in needed), default=(0, 0))
            if (level, rank) < last:
                places[finding] = (last[0] if rank >= last[1] else last[0] + 1, rank)
                moved = True
        if not moved:
            return


def _outcomes(windows: Sequence[Sequence[Finding]], projector: Projector | None) -> list[Projected]:
    """What the model says after each window and all before it."""
    sets = [[f for window in windows[: n + 1] for f in window] for n in range(len(windows))]
    if projector is None:
        return [Projected()] * len(sets)
    asked = [n for n, findings in enumerate(sets) if any(f.changes for f in findings)]
    told = projector([merged_changes(sets[n]) for n in asked]) if asked else []
    answers = dict(zip(asked, told, strict=True))
    return [answers.get(n, Projected()) for n in range(len(sets))]


def _expected(
    outcome: Projected, before: Mapping[tuple[str, str], float], today: Today
) -> tuple[Check, ...]:
    """The leading figures that a window moves, by workload."""
    found: list[Check] = []
    for anchor in sorted(outcome.effects):
        for effect in outcome.effects[anchor]:
            was = before.get((anchor, effect.metric), effect.before)
            moved = abs(effect.after.value - was) > MOVED_PCT / 100 * max(abs(was), 1e-9)
            if effect.metric in CHECKED and moved and effect.after.basis == "model":
                measured = today.get((anchor, effect.metric))
                # Of a figure that is measured nothing is unknown but what is of its change.
                own = effect if measured is None else replace(effect, standing=None)
                found.append(Check(anchor, own, measured))
    return tuple(found)


def _tasks(findings: Sequence[Finding], topology: Topology) -> tuple[Task, ...]:
    """One task for each object and role, with its commands joined.

    What one policy holds is one object: of two that are activated one after the other, each made
    from the one of today, the second would take back what the first brought.

    A finding that changes several objects (both ends of a link) is a part of a task for each.
    """
    groups: dict[tuple[str, str], list[Finding]] = {}
    owners = {object_of(finding, topology): role_of(finding) for finding in reversed(findings)}
    needed: dict[str, int] = {}
    policies: dict[tuple[str, str], tuple[str, str]] = {}
    shared = _of_several(findings, topology)
    for finding in findings:
        own = object_of(finding, topology)
        if finding.rule in _called_for():
            needed[own] = 0
        for place, texts in _by_object(finding, topology).items():
            here = replace(finding, change_texts=texts)
            role = role_of(here)
            if place != own and _beside(place, own, topology):
                role = owners.get(place) or usual_role(topology[place].kind) or role
                needed.setdefault(place, int(place in _coupled(own, topology)))
            if policy := _policy(texts):
                key = policy, _plex(place, topology)
                role = str(Role.ZOS) if key in shared else role
                role, place = policies.setdefault(key, (role, place))
            groups.setdefault((role, place), []).append(here)
    return tuple(
        Task(
            component,
            role,
            tuple(finding.id for finding in group),
            joined(_sequences(group)),
        )
        # What others need first; of one role in the plan's order: what makes room is typed before
        # what takes it. A policy is in effect before nuclei start and allocate by it.
        for (role, component), group in sorted(
            groups.items(), key=lambda item: (needed.get(item[0][1], 2), item[0][0])
        )
    )


@cache
def _called_for() -> frozenset[str]:
    """Rules whose change others call for: it comes first where it is done in one window."""
    return frozenset(rule.id for rule in rules() if rule.needed_by)


SYSTEM = "lpar"
DATABASE = "adabas_database"
POLICIES = ("SETXCF START,POLICY,TYPE=CFRM", "VARY WLM,POLICY=")
"""What activates a definition of a sysplex as a whole."""


def _of_several(findings: Sequence[Finding], topology: Topology) -> frozenset[tuple[str, str]]:
    """Policies, each with its sysplex, that hold what is of several owners: who runs the sysplex
    defines and activates them."""
    roles: dict[tuple[str, str], set[str]] = {}
    for finding in findings:
        for place, texts in _by_object(finding, topology).items():
            if policy := _policy(texts):
                key = policy, _plex(place, topology)
                roles.setdefault(key, set()).add(role_of(replace(finding, change_texts=texts)))
    return frozenset(key for key, found in roles.items() if len(found) > 1)


def _policy(texts: Iterable[ChangeText]) -> str:
    """Which of a sysplex's policies is activated; empty where none is."""
    typed = [line for text in texts for line in text.syntax.split("\n")]
    return next((one for one in POLICIES if any(line.startswith(one) for line in typed)), "")


def _plex(place: str, topology: Topology) -> str:
    """The sysplex of an object where several are told; else empty, and itself where untold."""
    told = {name for one in topology if (name := _sysplex_of(one))}
    if len(told) < 2 or place not in topology:
        return ""
    around = [_sysplex_of(topology[one]) for one in (place, *topology.containers(place))]
    return next((name for name in around if name), place)


def _sysplex_of(component: Component) -> str:
    if component.kind == "service_class":
        return component.name.rpartition("/")[0]
    return str(component.value("SYSPLEX") or "")


def _by_object(finding: Finding, topology: Topology) -> dict[str, tuple[ChangeText, ...]]:
    """What is typed for a finding at each object of its own kind; all at its own if at no other.

    What it changes of systems is typed at each of them, whatever it is for, and so is what it needs
    of an object beside its own (buffers of the pool that a file uses), so that a window has one
    definition of it; what it changes of another kind, as of the nuclei of a database, is typed with
    its own. What a rule has typed at once is not taken apart.
    """
    own = object_of(finding, topology)
    rule = rule_if_any(finding.rule)
    if rule is not None and rule.at_once:
        return {own: finding.change_texts}
    kind = topology[finding.component].kind if finding.component in topology else None
    found: dict[str, list[ChangeText]] = {own: []}
    for text in finding.change_texts:
        place = object_of(replace(finding, component=text.component), topology)
        apart = text.component in topology and (
            topology[text.component].kind in (kind, SYSTEM) or _beside(place, own, topology)
        )
        found.setdefault(place if apart else own, []).append(text)
    typed = {
        text.syntax
        for place, texts in found.items()
        if place != own and topology[place].kind == SYSTEM
        for text in texts
    }
    # What a system's command does is the database's setting too: nobody types it twice.
    found[own] = [text for text in found[own] if text.syntax not in typed]
    return {place: tuple(texts) for place, texts in found.items() if texts or len(found) == 1}


def _beside(place: str, own: str, topology: Topology) -> bool:
    """Whether one object of another kind stands beside another, and is none of its members."""
    if place not in topology or own not in topology:
        return False
    one, other = topology[place], topology[own]
    return place in _coupled(own, topology) or (
        one.kind not in (other.kind, SYSTEM)
        and one.parent is not None
        and one.parent == other.parent
        and one not in topology.sources(own, "member")
    )


def _coupled(own: str, topology: Topology) -> set[str]:
    """Databases whose nuclei use a structure: they are started again with all their new cards."""
    return {one.id for one in topology.sources(own, "coupled") if one.kind == DATABASE}


def back_outs(task: Task, findings: Sequence[Finding], topology: Topology) -> list[str]:
    """What is typed to take a task's steps back, for each of its findings what is of its object.

    What a step altered in the definition of an object beside its own goes back with that object,
    and so do cards of a database whose structure it altered.
    """
    found: list[str] = []
    for finding in findings:
        own = object_of(finding, topology)
        if task.component in _coupled(own, topology):
            found += _of_forms(finding, _forms(finding, task.component), True)
        elif _beside(task.component, own, topology):
            found += [
                without(text)
                for text in finding.change_texts
                if text.component == task.component and text.syntax.startswith("CEDA ALTER")
            ]
        else:
            forms = {f for one in _coupled(own, topology) for f in _forms(finding, one)}
            found += _of_forms(finding, forms, False)
    return list(dict.fromkeys(found))


def _forms(finding: Finding, place: str) -> set[str]:
    """Lines that a finding has typed at an object, without their values."""
    typed = [text.syntax for text in finding.change_texts if text.component == place]
    return {_form(line) for syntax in typed for line in syntax.split("\n")}


def _form(line: str) -> str:
    return re.sub(r"=[^,\s]*", "=", line)


def _of_forms(finding: Finding, forms: Collection[str], these: bool) -> list[str]:
    """Lines of a finding's way back of these forms, or those of all others."""
    found = [
        [line for line in text.split("\n") if (_form(line) in forms) is these]
        for text in finding.back_out_commands
    ]
    return ["\n".join(lines) for lines in found if lines]


def back_order(tasks: Sequence[Task], by_id: Mapping[str, Finding]) -> list[int]:
    """Places of a window's tasks in the order in which they are taken back.

    The last one first; but what counts for that which is allocated after it (a policy) goes back
    before that is ended and started again, as it came.
    """
    order = list(reversed(range(len(tasks))))
    for last in range(len(tasks)):
        for first in range(last):
            both = {*tasks[first].findings} & {*tasks[last].findings}
            rules_of = (rule_if_any(by_id[one].rule) for one in both)
            if any(rule is not None and rule.in_order for rule in rules_of):
                order.remove(first)
                order.insert(order.index(last), first)
    return order


def without(text: ChangeText) -> str:
    """The statements with the keyword as it was; a blank takes it out of a CSD definition.

    Source: CICS TS for z/OS, LSRPOOL attributes (``DATA16K({blank|number})``).
    """
    former = "<blank>" if text.from_value is None else shown(text.from_value)
    return re.sub(
        rf"\b{re.escape(text.setting)}\([^()]*\)", f"{text.setting}({former})", text.syntax
    )


def role_of(finding: Finding) -> str:
    """Who carries a finding's change out first; empty where no rule says."""
    way = procedure_of(finding)
    return "" if way is None or not way.roles else way.roles[0].value


@cache
def usual_role(kind: str) -> str:
    """Who carries out most of what rules ask for at components of a kind; empty without any."""
    ways = (rule.applying for rule in rules() if kind in rule.on)
    counted = Counter(way.roles[0].value for way in ways if way is not None and way.roles)
    return min(counted, key=lambda role: (-counted[role], role), default="")


def _sequences(findings: Sequence[Finding]) -> list[list[str]]:
    """Commands of findings; single statements go before those that end by a restart."""
    found = [_lines(text.syntax) for f in findings for text in f.change_texts]
    structures = [one.split()[:3] for lines in found for one in lines if one.startswith(STRUCTURE)]
    if len({tuple(one) for one in structures}) == len(structures):
        # A policy for each only where a structure is rebuilt before it is duplexed.
        found = [
            # What is no command stays the sentence that it is.
            [o.replace(POLICY_DUPLEXED, POLICY) if POLICY_DUPLEXED in o else o for o in lines]
            for lines in found
        ]
    return sorted(found, key=lambda lines: len(lines) > 1)


def _lines(syntax: str) -> list[str]:
    """Lines that are typed; what is said in their place is one, and stays a sentence."""
    return syntax.split("\n") if "\n" in syntax else [syntax]


def object_of(finding: Finding, topology: Topology) -> str:
    """The component in whose definition a finding's change is typed."""
    component = topology.components.get(finding.component)
    if component is None or component.parent is None or not catalogue()[component.kind].in_parent:
        return finding.component
    return component.parent


def joined(commands: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """Sequences of command lines as one: equal lines once, operands of one command together.

    Lines keep the order that each sequence has them in (define, close, install, open).
    """
    lines: list[str] = []
    for sequence in commands:
        place = len(lines)
        waiting: list[str] = []
        for line in sequence:
            known = _known(lines, line)
            if known is None:
                waiting.append(line)
                continue
            n, both = known
            lines[n] = both
            lines[n:n] = waiting
            place, waiting = n + len(waiting) + 1, []
        lines[place:place] = waiting
    return tuple(lines)


def _known(lines: Sequence[str], line: str) -> tuple[int, str] | None:
    """Where a line stands already, or one that it can be joined with, and both as one line."""
    if line in lines:
        return lines.index(line), line
    for n, other in enumerate(lines):
        both = _one_command(other, line)
        if both is not None:
            return n, both
    return None


def _one_statement(one: str, other: str) -> str | None:
    """Two ADARUN statements of the same cards as one: each operand once, of none two values.

    Cards with PROG are those of another nucleus.
    """
    operands, more = (
        dict(part.partition("=")[::2] for part in text.removeprefix("ADARUN ").split(","))
        for text in (one, other)
    )
    if "PROG" in operands or "PROG" in more:
        return None
    if any(operands.get(name, value) != value for name, value in more.items()):
        return None
    listed = [f"{name}={value}" for name, value in (operands | more).items()]
    return "ADARUN " + ",".join(listed)


def _one_command(one: str, other: str) -> str | None:
    """Two commands on the same object as one with the operands of both, or ``None``."""
    first, second = one.split(), other.split()
    if one.startswith("ADARUN ") and other.startswith("ADARUN "):
        return _one_statement(one, other)
    same = 0
    while same < min(len(first), len(second)) and first[same] == second[same]:
        same += 1
    rest = (first[same:], second[same:])
    named = any(word.endswith(")") for word in first[:same])
    if same < 2 or not named or "ALTER" not in first[:same]:
        return None
    if not all("(" in word and word.endswith(")") for part in rest for word in part):
        return None
    held, more = ({word.partition("(")[0]: word for word in part} for part in rest)
    if any(held.get(name, word) != word for name, word in more.items()):
        return None
    return " ".join((*first[:same], *(held | more).values()))
