"""Changes that a projection does not answer: said, so that no figure seems to be their effect.

A setting may change nothing because no model has a figure for it (the documents give none), because
another setting decides, or because nothing that was measured depends on it.  Which of these holds
follows from whether the models' conditions change, not from a list of settings that would have to
be kept.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from model.catalogue import catalogue, named, subsystem_models
from model.contract.evaluation import ConditionError
from model.contract.protocol import NotProjectable
from model.hardware.dasd import volumes_of
from model.hardware.processors import share_of, weights_on
from model.hardware.ziip import PLACE
from model.language import Name, SettingName, counted, joined, listed, mark, say
from model.projection.baseline import AnchorBaseline, Baseline, background
from model.projection.estimate import Projection, WorkloadProjection
from model.projection.left_behind import left_behind
from model.projection.stations import capacities_of
from model.projection.storage import paging_of_others, storage_held
from model.projection.taken import rounded_sum, used_cps
from model.projection.unchanged import same_conditions
from model.topology import (
    AddComponent,
    AddLink,
    Change,
    ChangeError,
    Component,
    MoveComponent,
    RemoveLink,
    RenameComponent,
    SetSetting,
    Topology,
    Value,
    apply_changes,
)
from model.topology.growth import RUNS_PER_DAY, as_it_is

_SAME = 1e-6
"""Relative: networks are iterated to about that (`coupling.TOLERANCE`)."""
_MOST_AROUND = 200
MOST_NAMED = 5
_VOLUMES = mark(
    "no report tells how long its I/Os take and wait (RMF, direct access device activity)"
)
_UNCOUNTED: Mapping[tuple[str, str], str] = {
    ("cf", "CPS"): mark(
        "requests of the work that uses it are not modelled, or no report tells how busy it is and "
        "how many requests there are (RMF, coupling facility activity)"
    ),
    ("dasd", "VOLUMES"): _VOLUMES,
    ("dasd", "ALIASES"): _VOLUMES,
}
"""Why hardware moves nothing that no network has: by kind and setting."""


class Unanswered:
    """Finds changes without an effect; remembers settings that some model uses."""

    def __init__(self, baseline: Baseline, as_is: Projection) -> None:
        self._baseline = baseline
        self._as_is = as_is
        self._used: set[tuple[str, str]] = set()
        self._unused: set[SetSetting] = set()
        self._asked = {
            item.anchor: background(list(baseline.anchors), item, baseline.other_work)
            for item in baseline.anchors
        }

    def sentences(self, projection: Projection) -> tuple[str, ...]:
        """One sentence for all settings of the scenario that stay unanswered for one reason."""
        topology = self._baseline.topology
        alike: dict[str, list[SetSetting]] = {}
        for change in _settings_of(projection):
            why = self._sentence(change, projection, Name(""))
            if why is not None:
                # "ZHPF is yes already" is a sentence of one setting only.
                reason = why if why.startswith(":") else f"{change.component} {why}"
                alike.setdefault(reason, []).append(change)
        said = []
        for changes in alike.values():
            sentence = self._sentence(changes[0], projection, _called(changes, topology))
            assert sentence is not None
            said.append(sentence)
        said += self._of_shape(projection)
        return tuple(said) or tuple(self._still(projection))

    def of_whole(self, projection: Projection) -> tuple[str, ...]:
        """Sentences about no one setting, first on what is added and is not projected."""
        return tuple(self._of_shape(projection)) or tuple(self._still(projection))

    def _of_shape(self, projection: Projection) -> list[str]:
        left = left_behind(projection, self._as_is, self._baseline)
        return [*self._untaken(projection), *self._borrowed(projection), *left]

    def _still(self, projection: Projection) -> Iterator[str]:
        """A sentence for what is added, taken away, moved or linked and moves no figure."""
        if projection.issues or _moved(projection, self._as_is):
            return
        if _in_use(projection) != _in_use(self._as_is):
            return
        shaped = [
            change
            for change in projection.scenario.changes
            if not isinstance(change, SetSetting | RenameComponent)
        ]
        if shaped:
            now = self._with(projection.scenario.changes)
            names = [_about(change, self._baseline.topology, now) for change in shaped]
            yield say(
                "{names}: no figure moves by what is added, taken away, moved or linked there: "
                "nothing that was measured tells what work does with it or without it",
                names=listed(list(dict.fromkeys(names)), 5),
            )

    def _untaken(self, projection: Projection) -> list[str]:
        """Components that are added with figures of their own, which no model takes."""
        changes = projection.scenario.changes
        said = list(self._idle(changes))
        for n, change in enumerate(changes):
            if not isinstance(change, AddComponent) or not change.component.measured:
                continue
            bare = replace(change, component=replace(change.component, measured={}))
            if self._differ(changes, (*changes[:n], bare, *changes[n + 1 :])):
                continue
            component = change.component
            said.append(
                say(
                    "{title} {name}: the measured figures that it is added with are not taken, as "
                    "a scenario projects what was measured together; have it in the installation "
                    "itself for its work to count",
                    title=catalogue()[component.kind].title,
                    name=named(component),
                )
            )
        return said

    def _idle(self, changes: Sequence[Change]) -> Iterator[str]:
        """A sentence for workloads that are added and that no work is taken to go to."""
        works = {model.anchor_kind for model in subsystem_models()}
        added = [
            change.component
            for change in changes
            if isinstance(change, AddComponent)
            and change.component.kind in works
            and not change.component.measured
        ]
        # Hundreds that move nothing together need not be asked one by one.
        if added and self._differ(changes, _left_out(changes, {one.id for one in added})):
            added = [
                one for one in added if not self._differ(changes, _left_out(changes, {one.id}))
            ]
        alike: dict[str, list[Component]] = {}
        for one in added:
            alike.setdefault(one.kind, []).append(one)
        for kind, ones in alike.items():
            yield counted(
                "{title} {name} is added, and nothing was measured of it: no work is taken to go "
                "there, so that no figure moves by it. What it shall do instead of others is not "
                "projected; that those do less is, by their load",
                "{title}: {name} are added, and nothing was measured of them: no work is taken to "
                "go there, so that no figure moves by them. What they shall do instead of others "
                "is not projected; that those do less is, by their load",
                len(ones),
                title=catalogue()[kind].title,
                name=listed([named(one) for one in ones], MOST_NAMED),
            )

    def _borrowed(self, projection: Projection) -> Iterator[str]:
        """A sentence for partitions that PR/SM guarantees less than before, and than they use."""
        changes = projection.scenario.changes
        if not any(isinstance(c, SetSetting) and c.setting == "WEIGHT" for c in changes):
            return
        was, now = self._baseline.topology, self._with(changes)
        yield from self._unweighed(changes)
        uses = {one.component: one.utilization for one in projection.resources}
        for lpar in now.of_kind("lpar"):
            before = was.components.get(lpar.id)
            share = share_of(now, lpar)
            share_was = None if before is None else share_of(was, before)
            used = uses.get(lpar.id, 0.0) * (lpar.number("CPS") or 0.0)
            if share is None or share_was is None or share >= min(share_was, used):
                continue
            yield say(
                "{lpar}: its weight guarantees {share:,.2g} CPs then, and its work uses "
                "{used:,.2g}: the rest it gets while others leave it, and waits for that behind "
                "what they use of their own shares",
                lpar=named(lpar),
                share=share,
                used=used,
            )

    def _unweighed(self, changes: Sequence[Change]) -> Iterator[str]:
        """A sentence where a weight is judged against others that nobody stated."""
        topology = self._baseline.topology
        for change in changes:
            if not isinstance(change, SetSetting):
                continue
            taken, unknown = self._weights(change)
            if unknown:
                yield say(
                    "{name}: the weight of {whose} as it is is in no report (RMF, Partition Data) "
                    "and taken to be as those of others are for as many logical CPs, {name} at "
                    "{weight:,.4g}: state it in the installation itself before a change of it is "
                    "judged",
                    name=SettingName.of(topology[change.component].name, "WEIGHT"),
                    whose=listed([named(topology[one]) for one in unknown]),
                    weight=taken[change.component],
                )

    def _weights(self, change: SetSetting) -> tuple[Mapping[str, float], tuple[str, ...]]:
        """Weights that one is judged against, and the partitions of which nobody stated theirs."""
        topology = self._baseline.topology
        cpc = topology.ancestor(change.component, "cpc") if change.setting == "WEIGHT" else None
        taken = {} if cpc is None else weights_on(topology, cpc)
        if change.component not in taken:
            return {}, ()
        return taken, tuple(name for name in taken if not topology[name].number("WEIGHT"))

    def by_setting(self, projection: Projection) -> tuple[tuple[SetSetting, str], ...]:
        """The same with the change that each is about."""
        said = []
        for change in _settings_of(projection):
            sentence = self._sentence(change, projection)
            if sentence is not None:
                said.append((change, sentence))
        return tuple(said)

    def _sentence(
        self, change: SetSetting, projection: Projection, called: str | None = None
    ) -> str | None:
        topology = self._baseline.topology
        beside = projection.scenario.changes
        alone = len(beside) == 1
        if change.component not in topology:
            return None
        component = topology[change.component]
        name = SettingName.of(component.name, change.setting) if called is None else called
        if as_it_is(component, change.setting) == change.value:
            return say("{name} is {value} already", name=name, value=change.value)
        lacking = _not_projectable(self._baseline, topology, component)
        if lacking is not None:
            return say("{name}: not projectable: {lacking}", name=name, lacking=lacking)
        if change.setting == RUNS_PER_DAY.name:
            return say(
                "{name}: findings are worth as many times as much on a day; no other figure "
                "depends on it",
                name=name,
            )
        if alone and _moved(projection, self._as_is):
            return None
        if not self._uses(change) and not self._uses_beside(change, beside):
            engines = _engines(component, change)
            if engines is not None:
                return engines
            cpc = topology.ancestor(component.id, "cpc")
            if change.setting == "DEFINED_CAPACITY_MSU" and (cpc is None or not cpc.number("MSU")):
                return say(
                    "{name}: how many MSU its machine has is not known, so that no share of it can "
                    "be capped: state MSU of the machine (RMF CPU activity, CPC capacity)",
                    name=name,
                )
            why = _UNCOUNTED.get((component.kind, change.setting))
            if why is not None and volumes_of(topology, component) is None:
                return say("{name}: no figure of work moves by it: {why}", name=name, why=say(why))
            deciding = self._deciding(change)
            if any(SetSetting(c.id, change.setting, change.value) in beside for c in deciding):
                # Switched together with what decides, as the product asks: a part of its effect.
                return None
            if deciding:
                return say(
                    "{name}: it moves no figure here, as {setting} of {deciding} is what counts",
                    name=name,
                    setting=SettingName(change.setting),
                    deciding=listed([named(c) for c in deciding]),
                )
            if component.value(change.setting) is None and self._uses_another(change):
                return say(
                    "{name}: where no report states it, it is taken to be {value} already, so "
                    "that no figure moves",
                    name=name,
                    value=change.value,
                )
            if self._weights(change)[1]:
                return None  # `_unweighed` says what it is judged against
            return say(
                "{name}: not projectable: no model here uses it, because the documents give no "
                "figure for it, another setting decides, or no work was measured that it serves",
                name=name,
            )
        if projection.issues:
            return None
        if not alone and _moved(projection, self._as_is):
            return _more_processors(component, change, name, beside)
        reasons = _new_reasons(projection, self._as_is)
        if reasons:
            return say(
                "{name}: no figure moves: {reasons}", name=name, reasons=joined(reasons, "; ")
            )
        engines = _engines(component, change)
        if engines is not None:
            return engines
        return self._enough(change, name, projection) or say(
            "{name}: nothing that was measured here tells what depends on it, so that no figure "
            "moves",
            name=name,
        )

    def _enough(self, change: SetSetting, name: str, projection: Projection) -> str | None:
        """What a change leaves as it is for it was enough and still is."""
        was, now = _in_use(self._as_is), _in_use(projection)
        other = [key.removesuffix(PLACE) for key, use in now.items() if was.get(key) != use]
        if other:
            topology = self._baseline.topology
            boxes = [named(topology[key]) for key in dict.fromkeys(other) if key in topology]
            return say(
                "{name}: it moves how busy {boxes} is, and no rate or time of work",
                name=name,
                boxes=listed(boxes, 5),
            )
        loads = {item.anchor: item.load for item in self._baseline.anchors}
        for one in storage_held(self._with((change,)), loads):
            if one.lpar.id == change.component and one.lacking == 0.0:
                return say(
                    "{name}: what is known to live there and z/OS hold {held:,.3g} of the "
                    "{usable:,.3g} GB that can be used then, so that no figure moves",
                    name=name,
                    held=one.total,
                    usable=one.usable,
                )
        return None

    def _deciding(self, change: SetSetting) -> list[Component]:
        """Components around this one whose setting of the same name a model uses."""
        topology = self._baseline.topology
        kinds = catalogue()
        found = []
        for name in _around(topology, change.component)[:_MOST_AROUND]:
            component = topology[name]
            kind = kinds.get(component.kind)
            if kind is None or kind.setting(change.setting) is None:
                continue
            if as_it_is(component, change.setting) == change.value:
                continue
            other = SetSetting(name, change.setting, change.value)
            # Of two that limit alike neither moves anything alone.
            if self._uses(other) or self._differ((change, other), ()):
                found.append(component)
        return found

    def _uses(self, change: SetSetting) -> bool:
        """Whether the conditions of any workload change with the setting."""
        key = (change.component, change.setting)
        if key not in self._used and change not in self._unused:
            if self._changes_conditions(change):
                self._used.add(key)
            else:
                self._unused.add(change)
        return key in self._used

    def _uses_beside(self, change: SetSetting, beside: Sequence[Change]) -> bool:
        """Whether it counts among the other changes of its scenario, where it may not alone."""
        others = tuple(one for one in beside if one is not change)
        return bool(others) and self._differ(beside, others)

    def _with(self, changes: Sequence[Change]) -> Topology:
        """The installation of a scenario; as it is where the changes cannot be made."""
        try:
            return apply_changes(self._baseline.topology, changes, catalogue())
        except ChangeError:
            return self._baseline.topology

    def _uses_another(self, change: SetSetting) -> bool:
        """Whether another value of the setting would change the conditions of any workload."""
        spec = catalogue().spec(self._baseline.topology[change.component].kind, change.setting)
        if spec is None:
            return False
        others: tuple[Value, ...] = spec.choices
        if spec.type == "flag":
            others = (not change.value,)
        elif spec.type in ("integer", "number"):
            ends = (spec.minimum, 1, spec.soft_maximum or spec.maximum)
            others = tuple(end for end in ends if end is not None)
        return any(
            self._changes_conditions(SetSetting(change.component, change.setting, other))
            for other in others
            if other != change.value and spec.problem_with(other) is None
        )

    def _changes_conditions(self, change: SetSetting) -> bool:
        return self._differ((change,), ())

    def _differ(self, some: Sequence[Change], others: Sequence[Change]) -> bool:
        """Whether a workload or its hardware is asked otherwise after these changes than those.

        Where they cannot be told they are taken to be.
        """
        topology = self._baseline.topology
        try:
            one = apply_changes(topology, some, catalogue())
            other = apply_changes(topology, others, catalogue())
        except ChangeError:
            return True
        for item in self._baseline.anchors:
            if item.conditions is None or item.anchor not in one or item.anchor not in other:
                continue
            taken = self._asked[item.anchor]
            try:
                now = item.model.conditions(one, item.anchor, taken)
                was = item.model.conditions(other, item.anchor, taken)
            except (NotProjectable, ConditionError):
                return True
            if not same_conditions(now, was):
                return True
        return self._offered(one) != self._offered(other)

    def _offered(self, topology: Topology) -> tuple[object, ...]:
        """What the hardware of the networks offers, and by how much more its work is paged."""
        baseline = self._baseline
        loads = {item.anchor: item.load for item in baseline.anchors if item.anchor in topology}
        hosts = {host for block in baseline.blocks for m in block.members for host in m.hosts}
        taken = rounded_sum([baseline.other_work, *loads.values()])
        used = used_cps(
            topology, loads, baseline.other_work, baseline.left_out_cps, baseline.topology
        )
        return (
            capacities_of(topology, sorted(hosts), taken, used),
            paging_of_others(
                topology,
                loads,
                storage_held(topology, loads),
                baseline.topology,
                storage_held(baseline.topology, loads),
            ),
        )


def _left_out(changes: Sequence[Change], added: Collection[str]) -> list[Change]:
    """The changes without these components, what is put in them, and what is done with any."""
    gone, left = set(added), []
    for change in changes:
        if isinstance(change, AddComponent) and change.component.parent in gone:
            gone.add(change.component.id)
        if not gone & _names(change):
            left.append(change)
    return left


def _names(change: Change) -> set[str]:
    """Components that a change is about, or needs."""
    if isinstance(change, AddComponent):
        ends = {end for link in change.links for end in (link.source, link.target)}
        return {change.component.id, *ends}
    if isinstance(change, AddLink | RemoveLink):
        return {change.link.source, change.link.target}
    return {change.component}


def _called(changes: Sequence[SetSetting], topology: Topology) -> str:
    """``SYSA (LFAREA; ZHPF), J1 (-Xms)``: of several, each component once with what is set."""
    if len(changes) == 1:
        return SettingName.of(topology[changes[0].component].name, changes[0].setting)
    by_owner: dict[str, list[SettingName]] = {}
    for change in changes:
        by_owner.setdefault(change.component, []).append(SettingName(change.setting))
    return listed(
        [
            say("{owner} ({settings})", owner=named(topology[owner]), settings=joined(names, "; "))
            for owner, names in by_owner.items()
        ]
    )


def _settings_of(projection: Projection) -> list[SetSetting]:
    return [c for c in projection.scenario.changes if isinstance(c, SetSetting)]


def _more_processors(
    facility: Component, change: SetSetting, name: str, beside: Sequence[Change]
) -> str | None:
    """A sentence where more processors of a facility are no part of what the others move.

    Requests of structures that are moved there may be known from the facility they come from.
    """
    has, wanted = facility.number("CPS"), change.value
    if facility.kind != "cf" or change.setting != "CPS" or isinstance(wanted, (bool, str)):
        return None
    if has is None or wanted is None or wanted <= has:
        return None
    moved = any(isinstance(one, MoveComponent) for one in beside)
    if moved or facility.measure("cpu_busy_pct") is not None:
        return None
    return say(
        "{name}: more processors move no figure, as no report says how busy those of today are "
        "(RMF, coupling facility activity): what they save is not in this projection",
        name=name,
    )


def _engines(system: Component, change: SetSetting) -> str | None:
    """Why more logical CPs do nothing; ``None`` where they could. `beyond_machine` says others."""
    now, wanted = system.number("CPS"), change.value
    if change.setting != "CPS" or system.kind != "lpar" or isinstance(wanted, (bool, str)):
        return None
    name = SettingName.of(system.name, change.setting)
    busy_pct = system.measure("cp_busy_pct")
    if now is None or busy_pct is None or wanted is None or wanted < now:
        return None
    return say(
        "{name}: its {now:,g} CPs are {busy:.0f} % busy, so that hardly any work waits for them "
        "and more of them move no figure",
        name=name,
        now=now,
        busy=busy_pct,
    )


def _around(topology: Topology, component: str) -> list[str]:
    """What stands in a component and around it, and what any of it is linked with."""
    inside = {component}
    grown = True
    while grown:
        more = {c.id for c in topology if c.parent in inside} - inside
        inside |= more
        grown = bool(more)
    around = dict.fromkeys(sorted(inside))
    for link in topology.links:
        if link.source in inside or link.target in inside:
            around.update(dict.fromkeys((link.source, link.target)))
    place = topology[component].parent
    while place is not None and place in topology and place not in around:
        around[place] = None
        place = topology[place].parent
    return [name for name in around if name != component and name in topology]


def _not_projectable(baseline: Baseline, topology: Topology, component: Component) -> str | None:
    """Why the workload that the component is or belongs to is not projected."""
    lacking: dict[str, AnchorBaseline] = {
        item.anchor: item for item in baseline.anchors if item.not_projectable is not None
    }
    place: str | None = component.id
    while place is not None:
        if place in lacking:
            return lacking[place].not_projectable
        place = topology[place].parent if place in topology else None
    return None


def _moved(projection: Projection, as_is: Projection) -> bool:
    """Whether any figure of any workload differs from the as-is."""
    return any(_differs(work, as_is.workload(work.anchor)) for work in projection.workloads)


def _about(change: Change, was: Topology, now: Topology) -> str:
    """Names of what a change of the installation's shape is about."""
    if isinstance(change, AddLink | RemoveLink):
        ends: tuple[str, ...] = (change.link.source, change.link.target)
    else:
        ends = (change.component.id if isinstance(change, AddComponent) else change.component,)
    places = (now.components.get(end) or was.components.get(end) for end in ends)
    names = [Name(end if one is None else one.name) for end, one in zip(ends, places, strict=True)]
    return joined(names, " – ")


def _in_use(projection: Projection) -> dict[str, float]:
    """How busy the hardware is, as far as networks are iterated."""
    return {one.component: round(one.utilization, 5) for one in projection.used}


def _differs(now: WorkloadProjection, before: WorkloadProjection | None) -> bool:
    if before is None or now.not_projectable != before.not_projectable:
        return True
    if now.metrics.keys() != before.metrics.keys():
        return True
    if not set(now.extrapolated) <= set(before.extrapolated):
        return True  # what the change does is said, and the bands have it
    return any(
        abs(figure.value - before.metrics[name].value)
        > _SAME * max(1.0, abs(before.metrics[name].value))
        for name, figure in now.metrics.items()
    )


def _new_reasons(projection: Projection, as_is: Projection) -> tuple[str, ...]:
    """What is said of the figures now and was not said of the as-is."""
    found: dict[str, None] = {}
    for work in projection.workloads:
        before = as_is.workload(work.anchor)
        for name, figure in work.metrics.items():
            known = set() if before is None else set(before.metrics[name].reasons)
            # The first reason is the width of the band, which follows the figure.
            found.update(dict.fromkeys(r for r in figure.reasons[1:] if r not in known))
    return tuple(found)
