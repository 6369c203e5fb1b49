"""Scenarios in, projections out: batches per anchor, coupled through shared hardware."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeVar

from model.catalogue import catalogue
from model.contract.evaluation import (
    ConditionError,
    Conditions,
    ConstantDraws,
    Evaluation,
    NothingDone,
)
from model.contract.protocol import NotProjectable
from model.hardware.flow import on_ziips
from model.hardware.storage import STORAGE
from model.projection.alternatives import alternatives, with_alternatives
from model.projection.asked import AsIs, Asked, Member
from model.projection.assumed import as_stated
from model.projection.baseline import BAND_DRAWS, AnchorBaseline, Baseline, build_baseline
from model.projection.case import Case, Earlier
from model.projection.coupling import (
    Answered,
    answered,
    asked_of,
    blocks_of,
    hosts_of,
    reach_of,
    shape_of,
    with_flows,
)
from model.projection.estimate import Guess, Projection
from model.projection.left_behind import undone
from model.projection.many_guesses import all_guesses
from model.projection.opening import opened
from model.projection.provisional import with_priors
from model.projection.recording import Recorder, idle_partitions
from model.projection.remembered import Memory, View
from model.projection.sharing import as_found, differing, shared_out, sharing_anew
from model.projection.standing import Standing, asked_today, standing_of, today_of, told
from model.projection.stations import ziips_of
from model.projection.storage import more_paging, paging_itself
from model.projection.taken import Taken, devices, outside, reaching, used_cps
from model.projection.unchanged import same_as_today, same_asked, same_conditions
from model.projection.unknown_storage import guessed_storage, with_guessed_storage
from model.projection.unmoved import unmoved
from model.queueing.installation.watching import is_watched
from model.topology import Scenario, contradictions

COUPLING_PASSES = 24
# Solved in one batch: with its draws of the constants that takes about 0.1 s, after which the
# caller may want to stop. More in one are hardly faster, but for central draws alone.
MOST_TOGETHER = 64

Item = TypeVar("Item")


class Cancelled(Exception):
    """The caller asked to stop."""


@dataclass(frozen=True)
class _Run:
    """What is the same for all cases of a projection.

    as_is: by workload its evaluation, under as many draws as the cases are projected with.
    draws: those, by workload.
    """

    baseline: Baseline
    usable: Sequence[AnchorBaseline]
    as_is: Mapping[str, Evaluation]
    draws: Mapping[str, ConstantDraws]
    bands: bool
    standing: Standing
    cancel: Callable[[], bool] | None
    items: Mapping[str, AnchorBaseline]
    """The workloads that can be projected, by anchor."""
    wrong_today: Mapping[str, str]
    """What contradicts itself as-is."""
    live: bool

    def look(self) -> None:
        """Raise :class:`Cancelled` where the caller asked to stop."""
        _look(self.cancel)

    def each(self, cases: Iterable[Case]) -> Iterator[Case]:
        """One case after the other, as long as the caller does not ask to stop."""
        return _each(cases, self.cancel)


def _look(cancel: Callable[[], bool] | None) -> None:
    if cancel is not None and cancel():
        raise Cancelled


def _each(items: Iterable[Item], cancel: Callable[[], bool] | None) -> Iterator[Item]:
    for item in items:
        _look(cancel)
        yield item


def project(
    baseline: Baseline,
    scenarios: Sequence[Scenario],
    *,
    bands: bool = True,
    keep_draws: bool = False,
    live: bool = False,
    cancel: Callable[[], bool] | None = None,
) -> tuple[Projection, ...]:
    """Project scenarios against a baseline, many in one batch per anchor and pass.

    Parameters
    ----------
    bands
        With bands every anchor is evaluated under ``BAND_DRAWS`` draws of its constants;
        without them only the central estimate is computed (low and high equal the value).
    keep_draws
        Keep what every figure is under each draw, so that any two of the projections can be
        compared with the band of their difference.
    live
        Go on from where the latest live scenarios stood: found sooner, the same to 1e-7 or so. What
        is not live is the same to the last digit whatever was asked before.
    cancel
        Called at every scenario and between batches; when it returns true, :class:`Cancelled` is
        raised.

    Returns
    -------
    One projection per scenario, in order. A scenario that cannot be applied has its sentence in
    ``issues`` and no workloads; a baseline that missed its limit has it in ``refused``.
    """
    kinds = catalogue()
    wrong_today = contradictions(baseline.topology, kinds)
    cases = [opened(baseline, one, wrong_today, kinds) for one in _each(scenarios, cancel)]
    usable = [a for a in baseline.anchors if a.conditions is not None]
    as_is, draws = baseline.memory.kept(("as-is", bands), lambda: _reference(usable, bands))
    standing = baseline.memory.kept(
        ("standing", bands), lambda: standing_of(baseline, usable, as_is, draws)
    )
    items = {item.anchor: item for item in usable}
    run = _Run(baseline, usable, as_is, draws, bands, standing, cancel, items, wrong_today, live)
    _solve(run, cases)
    today = partial(_today, run, cases) if bands else None
    recorder = Recorder(baseline, as_is, keep_draws, today)
    found = tuple(recorder.projection(case) for case in run.each(cases))
    if bands:
        found = tuple(
            one if case.topology is None else _with_unknowns(baseline, case, one, cancel)
            for case, one in zip(cases, found, strict=True)
        )
    topology = baseline.topology
    guessed = baseline.memory.kept("guesses", lambda: all_guesses(topology)) if bands else ()
    if not guessed:
        return found
    ends = [
        [project(end, scenarios, bands=False, cancel=cancel) for end in _at_ends(baseline, guess)]
        for guess in guessed
    ]
    return as_stated(with_priors(found, guessed, ends), topology)


def _solve(run: _Run, cases: Sequence[Case]) -> None:
    """Evaluate all workloads of cases until what they ask of each other stands."""
    for item in run.baseline.anchors:
        for case in cases:
            case.loads[item.anchor] = item.load
    todo = [case for case in cases if case.topology is not None]
    for case in run.each(todo):
        _foresee(run, case)
    moved: list[Case] = []
    for _ in range(COUPLING_PASSES):
        moved = _pass(run, todo)
        if not moved:
            break
        todo = moved
    for case in moved:
        case.settled = False


def _today(run: _Run, cases: Sequence[Case]) -> Projection:
    """What is said of the as-is: that of these cases, where it is among them."""

    def made() -> Projection:
        as_is = next((case for case in cases if case.topology and not case.scenario.changes), None)
        if as_is is None:
            as_is = opened(run.baseline, Scenario("as-is"), run.wrong_today, catalogue())
            _solve(run, [as_is])
        return Recorder(run.baseline, run.as_is, keep_draws=False).projection(as_is)

    return run.baseline.memory.kept("as-is", made)


def _with_unknowns(
    baseline: Baseline, case: Case, found: Projection, cancel: Callable[[], bool] | None
) -> Projection:
    assert case.topology is not None
    found = with_guessed_storage(
        found,
        guessed_storage(baseline.topology, case.topology, case.scenario),
        lambda ends: project(baseline, ends, bands=False, cancel=cancel),
    )
    others = alternatives(baseline, case.topology, case.scenario)
    return with_alternatives(found, others, lambda ends: project(baseline, ends, cancel=cancel))


def _at_ends(baseline: Baseline, guess: Guess) -> tuple[Baseline, ...]:
    """The installation as it is where a provisional value is as far off as its prior has it."""
    return baseline.memory.kept(
        ("ends", guess.component, guess.name),
        lambda: tuple(build_baseline(end, baseline.past, 0) for end in guess.ends),
    )


def _reference(
    usable: Sequence[AnchorBaseline], bands: bool
) -> tuple[dict[str, Evaluation], dict[str, ConstantDraws]]:
    """By workload the as-is and the draws of its constants, with bands or the central one alone."""
    as_is = {
        item.anchor: item.evaluation if bands else item.evaluation.central()
        for item in usable
        if item.evaluation is not None
    }
    draws = {
        item.anchor: item.calibration.draws(BAND_DRAWS if bands else 0)
        for item in usable
        if item.calibration is not None
    }
    return as_is, draws


def _foresee(run: _Run, case: Case) -> None:
    """Note what workloads hold of storage: that follows from settings, before any solution."""
    assert case.topology is not None
    for item in run.usable:
        if item.anchor not in case.topology:
            case.forget(item.anchor)
    assert case.view is not None
    touched = run.standing.touched(case.view, case.loads)
    others = Taken(case.topology, case.loads, run.baseline.other_work)
    found = {}
    for item in run.usable:
        if touched is not None and item.anchor not in touched.places:
            continue
        tell = getattr(item.model, "holds", None)
        if tell is None:
            continue
        asked = _conditions(item, case, others)
        if asked is None or same_conditions(asked, asked_today(run.baseline, item)):
            continue
        with suppress(ConditionError):
            held = tell(case.topology, item.anchor, asked, run.draws[item.anchor])
            rest = {k: v for k, v in case.loads[item.anchor].items() if not k.endswith(STORAGE)}
            found[item.anchor] = {**rest, **held}
    if any(differing(case.loads[anchor], load) for anchor, load in found.items()):
        case.loads.update(found)


def _pass(run: _Run, cases: Sequence[Case]) -> list[Case]:
    """Evaluate all workloads of these cases; those whose load on shared devices moved."""
    baseline = run.baseline
    before = {id(case): dict(case.loads) for case in cases}
    alone: dict[str, list[tuple[Case, Conditions]]] = {}
    opened: dict[Hashable, _Block] = {}
    for case in run.each(cases):
        assert case.topology is not None
        assert case.view is not None
        asked: dict[str, Conditions] = {}
        members: list[Member] = []
        standing, touched = run.standing, run.standing.touched(case.view, case.loads)
        others = Taken(case.topology, case.loads, baseline.other_work)
        lost = undone(baseline, case.scenario, case.topology) | _without_cps(run, case)
        storage = (case.topology, case.loads, baseline.topology, standing.held)
        pages = touched is None or touched.pages
        paging, shorter = more_paging(*storage) if pages else ({}, {})
        for item in run.usable:
            as_today = touched is not None and item.anchor not in touched.places
            if as_today and item.anchor not in lost:
                case.refusals.pop(item.anchor, None)
                conditions = standing.conditions[item.anchor]
                member = standing.members.get(item.anchor)
            else:
                known = _conditions(item, case, others, shorter, standing.members)
                if item.anchor in lost:
                    case.refuse(item.anchor, lost[item.anchor], is_idle=True)
                    known = None
                refused = known is None
                if refused:
                    known = _refused(baseline, item, case)
                if known is None:
                    continue
                # One object where it is asked the same: what followed from it is known.
                usual = standing.conditions.get(item.anchor)
                same = usual is not None and same_conditions(known, usual)
                conditions = usual if same and usual is not None else known
                # Whose load of today the others meet as ever meets them where it is today.
                member = (
                    standing.members.get(item.anchor) if refused else _member(run, item, case.view)
                )
            if member is None:
                alone.setdefault(item.anchor, []).append((case, conditions))
                continue
            asked[item.anchor] = conditions
            members.append(member)
        used = used_cps(
            case.topology,
            case.loads,
            baseline.other_work,
            baseline.left_out_cps,
            baseline.topology,
        )
        as_found(used, case.machines)
        case.used = used
        holds = touched is not None and standing.holds(members)
        # What a machine shares out is in no load: its other partitions are asked anew.
        shared = sharing_anew(case.topology, case.machines)
        for place, block in enumerate(standing.blocks if holds else blocks_of(members)):
            as_is = standing.as_is[place] if holds else today_of(baseline, block)
            if holds and touched and not (paging or touched.block(place, block, shared)):
                _as_today(run, _Block([case], block, as_is.asked), as_is, untouched=True)
                continue
            taken = outside(block, case.loads, baseline.other_work)
            now = asked_of(block, case.view, asked, taken, used, as_is.asked.overfull, paging)
            new = _Block([case], block, now)
            if same_as_today(block, now, as_is):
                _as_today(run, new, as_is)
            elif not new.is_answered():
                alike = opened.setdefault(new.content(), new)
                if alike is not new:
                    alike.cases.append(case)
    batches: dict[Hashable, list[_Block]] = {}
    for new in opened.values():
        for ready in _flowing(new, today_of(baseline, new.members), baseline.memory):
            batches.setdefault(shape_of(ready.members, ready.asked), []).append(ready)
    for item in run.usable:
        _evaluate(run, item, alone.get(item.anchor, []))
    for blocks in batches.values():
        most = MOST_TOGETHER if run.bands else 4 * MOST_TOGETHER
        for first in range(0, len(blocks), most):
            run.look()
            _evaluate_blocks(run, blocks[first : first + most])
    return [case for case in cases if _moved(before[id(case)], case) | _shared_anew(case)]


def _shared_anew(case: Case) -> bool:
    """Whether partitions get other CPs of their machines than they were solved with."""
    assert case.topology is not None
    now = shared_out(case.topology, case.partitions, case.asked, case.used, case.machines)
    case.machines = now
    return not all(one.settled for one in now.values())


def _without_cps(run: _Run, case: Case) -> dict[str, str]:
    """By workload a sentence where a partition that it needs gets no CPs in the scenario."""
    assert case.topology is not None
    assert case.view is not None
    said = idle_partitions(run.baseline, case)
    found: dict[str, str] = {}
    for item in run.usable if said else ():
        if item.anchor not in case.topology:
            continue
        needed = {case.topology.ancestor_id(item.anchor, "lpar") or ""}
        with suppress(NotProjectable, ConditionError):
            needed.update(_hosts(item, case.view))
        found.update((item.anchor, said[name]) for name in sorted(needed & said.keys()))
    return found


def _hosts(item: AnchorBaseline, view: View) -> tuple[str, ...]:
    model, anchor = item.model, item.anchor
    return view.ask(("hosts", anchor), lambda topology, _: hosts_of(model, topology, anchor))


def _member(run: _Run, item: AnchorBaseline, view: View) -> Member | None:
    """The workload in a network; None where it stands apart."""
    model, anchor, hosts = item.model, item.anchor, _hosts(item, view)
    if not hosts:
        return None
    reach = view.ask(
        ("reach", anchor, hosts), lambda topology, _: reach_of(model, topology, anchor, hosts)
    )
    today = run.standing.members.get(anchor)
    called = frozenset() if today is None else today.calls - reach - {*hosts}
    return Member(anchor, model, run.draws[anchor], hosts, reach, called, item.as_published)


def _moved(before: Mapping[str, Mapping[str, float]], case: Case) -> bool:
    """Whether a workload now takes something else of hardware that another one uses as well.

    Partitions of workloads in the network count no more: all who share them were solved together,
    but for those that a workload left or came to: who is there was solved beside it, or without.
    """
    assert case.topology is not None
    for anchor, after in case.loads.items():
        old, new = before.get(anchor, {}), after
        if old is new or old == new:
            continue
        if case.networked.get(anchor):
            there = old.keys() ^ new.keys()
            old, new = (reaching(case.topology, load, there) for load in (old, new))
        moved = differing(old, new)
        if any(key.endswith(STORAGE) for key in moved):
            return True
        others = (load for name, load in case.loads.items() if name != anchor)
        if moved and any(moved & {*load} for load in others):
            return True
        # CPs that a network takes are in its load here only where PR/SM shares them out.
        if case.networked.get(anchor) and moved - devices(case.topology, new).keys():
            return True
    return False


@dataclass(frozen=True)
class _Block:
    """Workloads that share a network, and what is asked of them, alike in all these cases."""

    cases: list[Case]
    members: tuple[Member, ...]
    asked: Asked

    @property
    def names(self) -> tuple[str, ...]:
        """Its workloads."""
        return tuple(member.anchor for member in self.members)

    def without(self, refused: Sequence[Member], as_is: AsIs) -> _Block:
        """The block with the load of today of workloads whose models refuse what they are asked.

        The others meet it as ever; whom the conditions of today do not help is left out.
        """
        known = as_is.asked.conditions
        now = self.asked.conditions
        names = {member.anchor for member in refused}
        hosts = {member.anchor: member.hosts for member in as_is.members}
        gone = {
            member.anchor
            for member in refused
            if (name := member.anchor) not in known
            or member.hosts != hosts[name]
            or same_conditions(now[name], known[name])
        }
        kept = {name: known[name] if name in names else now[name] for name in now.keys() - gone}
        return replace(
            self,
            members=tuple(member for member in self.members if member.anchor not in gone),
            asked=replace(self.asked, conditions=kept),
        )

    def is_answered(self) -> bool:
        """Whether it is asked the same as in the pass before."""
        (case,) = self.cases
        earlier = self.earlier
        return (
            earlier is not None
            and earlier.hosts == tuple(member.hosts for member in self.members)
            and all(name in case.answers for name in self.names)
            and same_asked(self.asked, earlier.asked)
        )

    @property
    def earlier(self) -> Earlier | None:
        """How it was solved in the pass before: as one of them, they are all one."""
        return self.cases[0].earlier.get(self.names)

    def content(self) -> Hashable:
        """Equal for blocks with one answer, as long as they are held: what models say of
        topologies is one object where it is the same (`remembered`)."""
        asked = self.asked
        return (
            tuple((one.anchor, one.hosts, one.reach, one.called) for one in self.members),
            tuple(id(asked.conditions[name]) for name in self.names),
            tuple(asked.capacities.items()),
            asked.overfull,
            tuple(asked.paging.items()),
            id(self.earlier),
        )

    def refuse(self, anchor: str, why: ConditionError) -> None:
        """A workload of it is not projected in any of its cases."""
        for case in self.cases:
            case.refuse(anchor, str(why), isinstance(why, NothingDone))


def _as_today(run: _Run, block: _Block, as_is: AsIs, untouched: bool = False) -> None:
    """Answer a block that is asked the same as today; its loads are the same where untouched."""
    (case,) = block.cases
    for member in block.members:
        item = run.items[member.anchor]
        if untouched:
            case.networked[item.anchor] = True
            case.answers[item.anchor] = run.as_is[item.anchor], 0
            case.loads[item.anchor] = item.load
        else:
            _answer(item, case, run.as_is[item.anchor], 0)
    for host, use in as_is.uses.items():
        case.ziips.pop(host, None)
        case.on_ziips.pop(host, None)
        case.partitions[host] = (use[0], block.asked.capacities[host].servers)
        case.asked.pop(host, None)
    case.earlier.pop(block.names, None)


def _flowing(block: _Block, as_is: AsIs, memory: Memory) -> list[_Block]:
    """The block with its flows; as they are of the workloads whose models refuse theirs."""
    try:
        return [replace(block, asked=with_flows(block.members, block.asked, as_is, memory))]
    except ConditionError:
        refused = []
        for member in block.members:
            try:
                with_flows((member,), block.asked, as_is, memory)
            except ConditionError as contradiction:
                block.refuse(member.anchor, contradiction)
                refused.append(member)
        left = block.without(refused, as_is)
        return _flowing(left, as_is, memory) if left.members else []


def _evaluate_blocks(run: _Run, blocks: Sequence[_Block]) -> None:
    """Solve blocks of one shape together."""
    as_is = today_of(run.baseline, blocks[0].members)
    try:
        found, stood = _solved(run, blocks, as_is)
    except ConditionError:
        # One contradictory scenario must not take the others of its batch with it.
        if len(blocks) > 1:
            for block in blocks:
                _evaluate_blocks(run, [block])
            return
        _without_contradiction(run, blocks[0])
        return
    for row, block in enumerate(blocks):
        for member in block.members:
            item, today = run.items[member.anchor], run.as_is.get(member.anchor)
            place = found.rows[member.anchor][row]
            if place is None:
                for case in block.cases:
                    _answer(item, case, run.as_is[member.anchor], 0)
                continue
            evaluation, index = found.evaluations[member.anchor], place
            if today is not None and today.metrics:
                same = same_conditions(
                    block.asked.conditions[member.anchor],
                    as_is.asked.conditions.get(member.anchor),
                )
                same = same or (
                    evaluation.reasons[index] == today.reasons[0]
                    and evaluation.extrapolated[index] == today.extrapolated[0]
                )
                flow = block.asked.flows.get(member.anchor)
                relinked = flow is not None and any(call.was for call in flow.calls)
                if same and not relinked and unmoved(evaluation, index, today):
                    evaluation, index = today, 0
            for case in block.cases:
                _answer(item, case, evaluation, index)
        ziips = ziips_of(block.asked.capacities, block.asked.flows, as_is.asked.flows)
        work = on_ziips(block.asked.flows, as_is.asked.flows) if ziips else {}
        owners = {host: work.get(host, {}) for host in ziips}
        for case in block.cases:
            for host, use in found.uses.items():
                case.partitions[host] = (use[row], block.asked.capacities[host].servers)
                case.asked[host] = float(found.asked[host][row])
            case.ziips.update(ziips)
            case.on_ziips.update(owners)
            case.others.update((host, both[row]) for host, both in found.others.items())
            case.earlier[block.names] = stood[row]


def _solved(run: _Run, blocks: Sequence[_Block], as_is: AsIs) -> tuple[Answered, Sequence[Earlier]]:
    """The answer to blocks of one shape, and how each stands then; what one alone was asked before
    is known: a scenario with another change elsewhere asks the same."""
    asked, earlier = [block.asked for block in blocks], [block.earlier for block in blocks]

    def made() -> tuple[Answered, Sequence[Earlier]]:
        starts = [None if one is None else one.state for one in earlier]
        stood = run.baseline.memory.stood(blocks[0].names) if run.live else None
        found = answered(blocks[0].members, asked, as_is, run.cancel, starts, stood)
        hosts = tuple(member.hosts for member in blocks[0].members)
        return found, [Earlier(one, hosts, found.stood(row)) for row, one in enumerate(asked)]

    if len(blocks) > 1 or is_watched():
        return made()
    today = tuple(id(run.baseline.block_of(name)) for name in blocks[0].names)
    name = (blocks[0].content(), today, run.bands, run.live)
    held = asked, earlier, run.baseline
    return run.baseline.memory.latest(name, held, made)


def _without_contradiction(run: _Run, block: _Block) -> None:
    """Say of the workload whose model refuses that it is not projected; go on with the others."""
    refused = []
    for member in block.members:
        try:
            member.model.evaluate([block.asked.conditions[member.anchor]], member.draws)
        except ConditionError as contradiction:
            block.refuse(member.anchor, contradiction)
            refused.append(member)
    if refused:
        as_is = today_of(run.baseline, block.members)
        for ready in _flowing(block.without(refused, as_is), as_is, run.baseline.memory):
            _evaluate_blocks(run, [ready])


def _answer(item: AnchorBaseline, case: Case, evaluation: Evaluation, index: int) -> None:
    """What a workload of a network does in a case."""
    case.networked[item.anchor] = True
    _keep(item, case, evaluation, index)


def _keep(item: AnchorBaseline, case: Case, evaluation: Evaluation, index: int) -> None:
    assert case.topology is not None
    if item.anchor in case.refusals:
        # Its load of today is in the network for the others; nothing is said of itself.
        case.loads[item.anchor] = item.load
        return
    case.answers[item.anchor] = evaluation, index
    case.loads[item.anchor] = item.model.load(case.topology, item.anchor, evaluation, index)


def _evaluate(run: _Run, item: AnchorBaseline, batch: Sequence[tuple[Case, Conditions]]) -> None:
    """Evaluate a workload that stands in no network."""
    changed = []
    for case, conditions in batch:
        if same_conditions(conditions, item.conditions):
            _keep(item, case, run.as_is[item.anchor], 0)
        else:
            changed.append((case, conditions))
    if changed:
        for case, evaluation, index in _evaluated(item, changed, run.bands):
            _keep(item, case, evaluation, index)


def _conditions(
    item: AnchorBaseline,
    case: Case,
    others: Taken,
    shorter: Mapping[str, float] | None = None,
    today: Mapping[str, Member] | None = None,
) -> Conditions | None:
    assert case.topology is not None
    assert case.view is not None
    if item.anchor not in case.topology:
        return None
    case.refusals.pop(item.anchor, None)
    try:
        taken = others.without(item.anchor, partitions=not _hosts(item, case.view))
        if shorter:
            as_is = (today or {}).get(item.anchor)
            taken |= paging_itself(shorter, () if as_is is None else as_is.hosts)
        view, anchor = case.view, item.anchor
        return view.ask(
            ("conditions", anchor),
            lambda topology, loads: view.memory.alike(anchor, told(item, topology, loads)),
            taken,
        )
    except (NotProjectable, ConditionError) as lacking:
        case.refuse(item.anchor, str(lacking))
        return None


def _refused(baseline: Baseline, item: AnchorBaseline, case: Case) -> Conditions | None:
    """What a workload that is not projected is asked today: the others meet its load as ever."""
    assert case.topology is not None
    assert case.view is not None
    if item.anchor not in case.topology:
        return None
    try:
        _hosts(item, case.view)
    except (NotProjectable, ConditionError):
        return None
    return asked_today(baseline, item)


def _evaluated(
    item: AnchorBaseline, batch: list[tuple[Case, Conditions]], bands: bool
) -> list[tuple[Case, Evaluation, int]]:
    assert item.calibration is not None
    draws = item.calibration.draws(BAND_DRAWS if bands else 0)
    try:
        evaluation = item.model.evaluate([conditions for _, conditions in batch], draws)
        return [(case, evaluation, index) for index, (case, _) in enumerate(batch)]
    except ConditionError:
        # One contradictory scenario must not take the others of its batch with it.
        answers: list[tuple[Case, Evaluation, int]] = []
        for case, conditions in batch:
            try:
                answers.append((case, item.model.evaluate([conditions], draws), 0))
            except ConditionError as contradiction:
                case.refuse(item.anchor, str(contradiction))
        return answers
