"""The as-is baseline: every anchor calibrated to its own figures, and the work nobody models."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from model.catalogue import catalogue, subsystem_models
from model.contract.evaluation import ConditionError, Conditions, Evaluation
from model.contract.protocol import (
    Calibration,
    CalibrationRow,
    DoubtsFigures,
    NotProjectable,
    SubsystemModel,
)
from model.hardware.flow import Flow
from model.projection import linked
from model.projection.asked import AsIs, Member
from model.projection.counted_twice import reconciled, twice_of
from model.projection.coupling import (
    answered,
    asked_of,
    attachments,
    blocks_of,
    hosts_of,
    reach_of,
    with_flows,
    without_overfull,
)
from model.projection.doubts import (
    Rows,
    at_odds,
    beyond_machine,
    from_earlier,
    hardware_rows,
    misses,
    too_fast,
    unexpected,
)
from model.projection.estimate import Experience
from model.projection.falling_short import short_of
from model.projection.page_doubts import in_no_use
from model.projection.remembered import Memory, View
from model.projection.taken import (
    devices,
    measured_load,
    outside,
    rounded_sum,
    sum_of,
    used_cps,
)
from model.projection.told import Told, told_of
from model.queueing.installation import InstallationNetwork
from model.queueing.installation.watching import Solved, final, watching
from model.topology import Component, Topology, contradictions

COUPLING_PASSES = 3
BAND_DRAWS = 64
UNMEASURED = ("assumed", "provisional")
"""Origins of figures that nobody measured."""


Networks = tuple[tuple[InstallationNetwork, Solved], ...]


@dataclass(frozen=True)
class Past:
    """What is known of an installation from periods before the one that it is calibrated to.

    ``calibrations`` are the latest earlier one of each anchor, ``experience`` is by model and by
    figure; of figures that were never measured again, where there is one, it stands under "".
    """

    calibrations: Mapping[str, Calibration] = field(default_factory=dict)
    experience: Mapping[str, Mapping[str, Experience]] = field(default_factory=dict)


NO_PAST = Past()


@dataclass(frozen=True)
class AnchorBaseline:
    """One anchor: its model, as-is conditions and calibration, or why it cannot be projected.

    ``evaluation`` is the as-is under ``BAND_DRAWS`` draws, so that scenarios are compared with it
    draw by draw; its first draw is the central estimate.
    """

    anchor: str
    model: SubsystemModel
    conditions: Conditions | None = None
    calibration: Calibration | None = None
    evaluation: Evaluation | None = None
    load: Mapping[str, float] = field(default_factory=dict)
    not_projectable: str | None = None
    missing: NotProjectable | None = None
    contradicted: bool = False
    """Not for lack of figures: those that are there cannot be of one whole installation."""
    doubts: tuple[str, ...] = ()
    """Sentences on the figures that it was calibrated to."""
    disbelieved: str | None = None
    """Of these the one why it is not calibrated to its measured response."""
    falls_short: str | None = None
    """Why not even what was measured comes through by its own figures."""
    experience: Mapping[str, Experience] = field(default_factory=dict)
    """What earlier projections of its model taught about bands here, by figure."""

    @property
    def as_published(self) -> bool:
        """Whether nothing of it was measured, so that its figures are those of published tests."""
        found = self.calibration
        return not (found is None or found.rows or getattr(found, "from_earlier", ()))

    @property
    def refused(self) -> str | None:
        """Why it may be shown as it is, and nothing be projected of it."""
        own = None if self.calibration is None else self.calibration.refused
        return own or self.falls_short

    def taught(self, metric: str) -> Experience | None:
        """What earlier projections say of a figure's band."""
        return self.experience.get(metric, self.experience.get(""))

    @property
    def rows(self) -> tuple[CalibrationRow, ...]:
        """Measured against modelled; empty when the anchor cannot be projected.

        Modelled is what the as-is projection says, in the network of all workloads: the fit is of
        the workload alone, and differs from it by how far each was iterated.
        """
        if self.calibration is None:
            return ()
        found = {} if self.evaluation is None else self.evaluation.metrics
        return tuple(
            replace(row, modelled=float(found[row.metric].flat[0])) if row.metric in found else row
            for row in self.calibration.rows
        )


@dataclass(frozen=True)
class Baseline:
    """The installation as it is, calibrated.

    ``other_work`` is what the reports say of shared hardware beyond what the models explain, by
    component id (busy CPs of an LPAR, I/O per second of a DASD subsystem); scenarios keep it.
    """

    topology: Topology
    anchors: tuple[AnchorBaseline, ...]
    other_work: Mapping[str, float] = field(default_factory=dict)
    blocks: tuple[AsIs, ...] = ()
    """What shares partitions, as the network of the installation has it today."""
    hardware: Rows = ()
    """Measured against modelled, of the hardware: by component."""
    past: Past = NO_PAST
    """What earlier periods taught."""
    left_out_cps: Mapping[str, float] = field(default_factory=dict)
    """By partition what measured CPU would keep busy beyond the network's, as it is counted twice
    or beyond what was used."""
    partition_doubts: tuple[tuple[str, str], ...] = ()
    """Sentences on partitions whose workloads' CPU adds up to more than was measured, or that had
    no CP to spare."""

    memory: Memory = field(default_factory=Memory, init=False, repr=False, compare=False)
    """What models said of scenarios."""
    _networks: Networks | None = field(default=None, init=False, repr=False, compare=False)

    @property
    def rows(self) -> Rows:
        """Measured against modelled, of every workload and of the hardware under them."""
        own = tuple((item.anchor, row) for item in self.anchors for row in item.rows)
        return (*own, *self.hardware)

    @cached_property
    def measured_rows(self) -> Rows:
        """The same without what nobody measured: usual values, and those of a template.

        A model that gives them back shows nothing. Which of its figures a row rests on it does not
        say: one such value of a component, or of a part of it, takes away all its rows.
        """
        anchors = {item.anchor for item in self.anchors}
        unmeasured = {
            name
            for one in self.topology
            if any(x.origin.kind in UNMEASURED for x in one.measured.values())
            for name in (one.id, *self.topology.containers(one.id))
            if name == one.id or name in anchors
        }
        return tuple((name, row) for name, row in self.rows if name not in unmeasured)

    @cached_property
    def told(self) -> Mapping[str, Told]:
        """By workload what was measured of the figures that projections show."""
        return told_of(self.measured_rows)

    def told_row(self, anchor: str, metric: str) -> CalibrationRow | None:
        """What was measured of a workload's figure, beside what the model makes of it."""
        return self.told.get(anchor, {}).get(metric)

    @property
    def doubts(self) -> tuple[str, ...]:
        """Sentences on what the model misses, and on figures that it was calibrated to."""
        own = (said for item in self.anchors for said in item.doubts)
        hardware = (said for _, said in self.hardware_doubts)
        return tuple(dict.fromkeys((*own, *hardware)))

    @property
    def hardware_doubts(self) -> tuple[tuple[str, str], ...]:
        """The same of what no workload's own doubts say, by component."""
        anchors = {item.anchor for item in self.anchors if item.calibration is not None}
        others = [one for one in self.topology if one.id not in anchors]
        said = ((one.id, text) for one in others for text in at_odds(one, self.topology))
        beyond = (
            (lpar.id, text)
            for lpar in self.topology.of_kind("lpar")
            if (text := beyond_machine(self.topology, self.topology, (lpar.id,))) is not None
        )
        return (*beyond, *self.partition_doubts, *said, *misses(self.topology, self.hardware))

    @property
    def in_doubt(self) -> tuple[str, ...]:
        """The components that doubts are about."""
        own = (item.anchor for item in self.anchors if item.doubts)
        hardware = (component for component, _ in self.hardware_doubts)
        return tuple(dict.fromkeys((*own, *hardware)))

    @property
    def carried_over(self) -> tuple[str, ...]:
        """Sentences on what the calibration has of an earlier period."""
        said = (
            from_earlier(self.topology[item.anchor].name, item.calibration)
            for item in self.anchors
            if item.calibration is not None
        )
        return tuple(sentence for sentence in said if sentence is not None)

    @property
    def networks(self) -> Networks:
        """The networks behind the as-is figures, with their solutions: percentiles, simulation.

        They are as large as the rest together and follow from what was calibrated, so that a
        baseline that was kept in a file makes them anew when they are asked for.
        """
        found = self._networks
        if found is None:
            with watching() as seen:
                _asked_again(self)
            found = final(seen)
            object.__setattr__(self, "_networks", found)
        return found

    def block_of(self, anchor: str) -> AsIs | None:
        """The block that a workload stands in, or ``None``."""
        return self._block_of.get(anchor)

    @cached_property
    def _block_of(self) -> Mapping[str, AsIs]:
        return {name: block for block in reversed(self.blocks) for name in block.evaluations}

    def anchor(self, component: str) -> AnchorBaseline | None:
        """The baseline of one anchor, or ``None``."""
        return self._anchors.get(component)

    @cached_property
    def _anchors(self) -> Mapping[str, AnchorBaseline]:
        return {item.anchor: item for item in reversed(self.anchors)}

    @property
    def may_project(self) -> bool:
        """Whether any anchor is calibrated well enough to project from."""
        return any(item.calibration is not None and item.refused is None for item in self.anchors)

    @property
    def refused(self) -> tuple[str, ...]:
        """Sentences why anchors may not advise: their calibration misses what was measured."""
        return tuple(item.refused for item in self.anchors if item.refused is not None)

    @property
    def distrusted(self) -> dict[str, str]:
        """By anchor why nothing may be projected of it although its figures are there."""
        said = {
            item.anchor: item.refused if item.calibration else item.not_projectable
            for item in self.anchors
            if item.contradicted or item.calibration is not None
        }
        return {anchor: sentence for anchor, sentence in said.items() if sentence}


def build_baseline(
    topology: Topology,
    past: Past = NO_PAST,
    draws: int = BAND_DRAWS,
    disbelieved: Mapping[str, str] | None = None,
) -> Baseline:
    """Calibrate every anchor of the topology to its own measured figures (see ``_built``).

    ``past`` is what earlier periods of the same installation taught. With no ``draws`` there are
    central estimates only, for about half of the time. ``disbelieved`` says by anchor why its
    response is not believed, where that is known already.
    """
    doubted = {**_too_long(topology), **(disbelieved or {})}
    with watching() as seen:
        baseline = _built(_without_responses(topology, doubted), past, draws)
        short = _too_short(baseline)
        if short:
            baseline = _built(_without_responses(baseline.topology, short), past, draws)
    doubted |= short
    if doubted:
        anchors = tuple(
            replace(item, doubts=(said, *item.doubts), disbelieved=said)
            if (said := doubted.get(item.anchor)) is not None
            else item
            for item in baseline.anchors
        )
        baseline = replace(baseline, anchors=anchors)
    object.__setattr__(baseline, "_networks", final(seen))
    return baseline


def _too_long(topology: Topology) -> dict[str, str]:
    """What models say of measured responses that are none of their work, by anchor."""
    said: dict[str, str] = {}
    for model in subsystem_models():
        tell = getattr(model, "disbelieved", None)
        if tell is None:
            continue
        for component in topology.of_kind(model.anchor_kind):
            with suppress(NotProjectable, ConditionError):
                sentence = tell(model.conditions(topology, component.id, {}))
                if sentence is not None:
                    said[component.id] = sentence
    return said


def _too_short(baseline: Baseline) -> dict[str, str]:
    """The same of responses that have no room for their own CPU time."""
    found = {
        item.anchor: too_fast(baseline.topology[item.anchor], item.evaluation)
        for item in baseline.anchors
        if item.evaluation is not None
    }
    return {anchor: sentence for anchor, sentence in found.items() if sentence is not None}


def _without_responses(topology: Topology, anchors: Iterable[str]) -> Topology:
    """A copy in which nobody measured the response of these; itself where there are none."""
    found: list[Component] = []
    for anchor in anchors:
        component = topology[anchor]
        measured = {n: m for n, m in component.measured.items() if n != "response_ms"}
        found.append(replace(component, measured=measured))
    return topology.with_components(found) if found else topology


def _built(topology: Topology, past: Past, draws: int) -> Baseline:
    """Calibrate every anchor of the topology to its own measured figures.

    Anchors slow one another down through hardware they share, so calibration is repeated with
    each anchor's background set to what the others take plus the work that no model explains.
    """
    anchors = [
        AnchorBaseline(component.id, model)
        for model in subsystem_models()
        for component in topology.of_kind(model.anchor_kind)
    ]
    measured = measured_load(topology)
    other_work: dict[str, float] = {}
    passes = COUPLING_PASSES if len(anchors) > 1 or measured else 1
    turns = turns_of(topology, anchors)
    for _ in range(passes):
        total = sum_of(item.load for item in anchors)
        other_work = {
            key: max(0.0, value - total.get(key, 0.0)) if total else 0.0
            for key, value in measured.items()
        }
        previous = list(anchors)
        # One after the other, each seeing what those before it take now: taking turns converges
        # where all moving at once would swing to and fro.
        for place in turns:
            item = anchors[place]
            taken = background(anchors, item, other_work)
            anchors[place] = _calibrated(topology, item, taken, past, draws)
        settled = all(
            _close(old.load, new.load) for old, new in zip(previous, anchors, strict=True)
        )
        if settled:
            break
    return _together(topology, anchors, measured, other_work, past, draws)


def _asked_again(baseline: Baseline) -> None:
    """Ask of the installation as it is what was asked last when it was built: nothing is fitted."""
    for place in turns_of(baseline.topology, baseline.anchors):
        item = baseline.anchors[place]
        if item.conditions is not None and item.calibration is not None:
            _nominal(item.model, item.conditions, item.calibration, BAND_DRAWS)
    for block in baseline.blocks:
        answered(block.members, [block.asked], None)


def _nominal(
    model: SubsystemModel, conditions: Conditions, calibration: Calibration, draws: int
) -> Evaluation:
    """A workload alone: what the network makes of it is seen when all are solved together."""
    ask = getattr(model, "nominal", model.evaluate)
    found: Evaluation = ask([conditions], calibration.draws(draws))
    return found


def turns_of(topology: Topology, anchors: Sequence[AnchorBaseline]) -> list[int]:
    """Places of the anchors in the order in which they are calibrated.

    Model by model, of one model those with larger figures first: where the reports leave several
    answers, which one is found depends on who comes first, and no file's order may decide that.
    """
    models = list(dict.fromkeys(item.model.name for item in anchors))

    def key(place: int) -> tuple[int, list[float], str]:
        item = anchors[place]
        figures = (m.value for m in topology[item.anchor].measured.values())
        numbers = (-abs(float(one)) for one in figures if isinstance(one, int | float))
        return models.index(item.model.name), sorted(numbers), item.anchor

    return sorted(range(len(anchors)), key=key)


def _together(
    topology: Topology,
    anchors: list[AnchorBaseline],
    measured: Mapping[str, float],
    other_work: Mapping[str, float],
    past: Past,
    draws: int,
) -> Baseline:
    """The baseline with its workloads in one network: what they are as-is, all together."""
    asked: dict[str, Conditions] = {}
    members = []
    for item in anchors:
        if item.conditions is None or item.calibration is None:
            continue
        hosts = hosts_of(item.model, topology, item.anchor)
        if not hosts:
            continue
        taken = devices(topology, background(anchors, item, other_work))
        asked[item.anchor] = item.model.conditions(topology, item.anchor, taken)
        drawn = item.calibration.draws(draws)
        reach = reach_of(item.model, topology, item.anchor, hosts)
        published = item.as_published
        members.append(Member(item.anchor, item.model, drawn, hosts, reach, as_published=published))
    loads = {item.anchor: item.load for item in anchors}
    memory = Memory()
    view = View(topology, topology, memory)
    found_blocks = blocks_of(members)
    used = used_cps(topology, loads, other_work)
    flowing = []
    for block in found_blocks:
        taken = outside(block, loads, other_work)
        own = asked_of(block, view, asked, taken, used)
        flowing.append(with_flows(block, own, None, memory))
    every = {name: flow for own in flowing for name, flow in own.flows.items()}
    usable = {
        name: one.servers
        for own in flowing
        for name, one in own.capacities.items()
        if one.is_partition
    }
    counted = reconciled(topology, every, loads, measured, usable)
    other_work = {**other_work, **counted.other_cps}
    used = used_cps(topology, loads, other_work, counted.left_out_cps)
    blocks = []
    for block, own in zip(found_blocks, flowing, strict=True):
        taken = outside(block, loads, other_work)
        capacities = asked_of(block, view, asked, taken, used).capacities
        flows = {name: counted.flows[name] for name in own.flows}
        own = without_overfull(replace(own, capacities=capacities, flows=flows), topology)
        found = answered(block, [own], None)
        got = {anchor: given[0] for anchor, given in found.got.items()}
        blocks.append(
            AsIs(
                block,
                own,
                found.found,
                got,
                found.evaluations,
                found.uses,
                found.shape,
                found.state,
            )
        )
    known = {name: one for block in blocks for name, one in block.evaluations.items()}
    got = {name: one for block in blocks for name, one in block.got.items()}
    flows = {name: flow for block in blocks for name, flow in block.asked.flows.items()}
    together = []
    for item in anchors:
        evaluation = known.get(item.anchor)
        if evaluation is not None:
            load = item.model.load(topology, item.anchor, evaluation, 0)
            given, flow = got.get(item.anchor), flows.get(item.anchor)
            # Batch work, and customers who wait for their answer, come as fast as they are served.
            comes = flow is not None and bool(np.isfinite(np.asarray(flow.rate_per_s)).all())
            item = replace(item, evaluation=evaluation, load=load)
            if given and comes:
                short, doubt = short_of(topology[item.anchor], given, topology)
                item = replace(item, falls_short=short, doubts=(doubt,) if doubt else ())
        together.append(item)
    uses = {
        name: (use, block.asked.capacities[name].servers)
        for block in blocks
        for name, use in block.uses.items()
    }
    loads = {item.anchor: item.load for item in together}
    told = [
        row
        for block in blocks
        for member in block.members
        if member.anchor in block.evaluations and hasattr(member.model, "told_of_hardware")
        for row in member.model.told_of_hardware(
            topology,
            member.anchor,
            block.asked.conditions[member.anchor],
            block.evaluations[member.anchor],
            member.draws,
        )
    ]
    hardware = hardware_rows(topology, known, uses, loads, other_work, told)
    under = {pair for block in blocks for pair in attachments(block.members)}
    doubted = tuple(_doubted(topology, item, flows, under) for item in together)
    return Baseline(
        topology,
        doubted,
        other_work,
        tuple(blocks),
        hardware,
        past,
        counted.left_out_cps,
        counted.said,
    )


def _doubted(
    topology: Topology,
    item: AnchorBaseline,
    flows: Mapping[str, Flow | None],
    attached: Collection[tuple[str, str]],
) -> AnchorBaseline:
    if item.calibration is None:
        return item
    anchor = topology[item.anchor]
    own: Sequence[str] = ()
    if isinstance(item.model, DoubtsFigures) and item.conditions is not None:
        own = item.model.doubted(item.conditions)
    uncovered = getattr(item.model, "left_out", None)
    missing = () if uncovered is None else uncovered(topology, item.anchor)
    said = (
        *at_odds(anchor, topology),
        *device_doubts(topology, item),
        *unexpected(anchor, item.calibration),
        *_contradicted(topology, item),
        *item.doubts,
        *missing,
        *own,
        *linked.doubts(item.anchor, flows, topology),
        *twice_of(item.anchor, flows, attached, topology),
    )
    return replace(item, doubts=said) if said else item


def _contradicted(topology: Topology, item: AnchorBaseline) -> Iterator[str]:
    """Sentences on hardware that a workload uses and of which settings cannot be together."""
    told = contradictions(topology, catalogue())
    if not told:
        return
    tell = getattr(item.model, "structures", None)
    used = {*(() if tell is None else tell(topology, item.anchor))}
    used |= {link.target for link in topology.links if link.source == item.anchor}
    used |= {link.source for link in topology.links if link.target == item.anchor}
    for name, said in told.items():
        if any(name in topology.containers(one) for one in used if one in topology):
            yield said


def device_doubts(topology: Topology, item: AnchorBaseline) -> tuple[str, ...]:
    """Sentences on the paging devices of the systems of a workload that pages."""
    anchor = topology[item.anchor]
    if not any(anchor.measure(name) for name in ("paging_per_s", "page_ins_per_s")):
        return ()
    hosts = (topology.components.get(name) for name in hosts_of(item.model, topology, item.anchor))
    systems = (one for one in hosts if one is not None and one.kind == "lpar")
    return tuple(sentence for system in systems for sentence in in_no_use(system))


def background(
    anchors: list[AnchorBaseline], item: AnchorBaseline, other_work: Mapping[str, float]
) -> dict[str, float]:
    """What everything but ``item`` takes from shared hardware."""
    return rounded_sum([other_work, *(x.load for x in anchors if x.anchor != item.anchor)])


def _close(old: Mapping[str, float], new: Mapping[str, float]) -> bool:
    return old.keys() == new.keys() and all(
        abs(old[key] - new[key]) <= 1e-3 * max(1.0, abs(new[key])) for key in new
    )


def _calibrated(
    topology: Topology, item: AnchorBaseline, taken: Mapping[str, float], past: Past, draws: int
) -> AnchorBaseline:
    model = item.model
    gate = getattr(model, "refuse_uncovered", None)
    try:
        if gate is not None:
            gate(topology, item.anchor)
    except NotProjectable as part:
        part = part.with_traceback(None)
        return AnchorBaseline(
            item.anchor, model, not_projectable=str(part), missing=part, contradicted=True
        )
    try:
        conditions = model.conditions(topology, item.anchor, taken)
        measured = model.measured(topology, item.anchor)
        earlier = past.calibrations.get(item.anchor)
        calibration = fitted(model, conditions, measured, item.calibration, earlier)
        evaluation = _nominal(model, conditions, calibration, draws)
    except NotProjectable as lacking:
        # Without its traceback: that would keep the frames of everything that called this.
        lacking = lacking.with_traceback(None)
        return AnchorBaseline(item.anchor, model, not_projectable=str(lacking), missing=lacking)
    except ConditionError as contradiction:
        return AnchorBaseline(
            item.anchor, model, not_projectable=str(contradiction), contradicted=True
        )
    return AnchorBaseline(
        item.anchor,
        model,
        conditions,
        calibration,
        evaluation,
        model.load(topology, item.anchor, evaluation, 0),
        experience=past.experience.get(model.name, {}),
    )


def fitted(
    model: SubsystemModel,
    conditions: Conditions,
    measured: Mapping[str, float],
    near: Calibration | None = None,
    earlier: Calibration | None = None,
) -> Calibration:
    """Fitted to the measured figures, and to an earlier period's where the model can.

    What was fitted before from the same, and begun from the same, is not fitted again: an edit
    leaves most anchors as they were. With other constants it is (`constants_instead`).
    """
    constants = getattr(model, "constants", None)
    key = (model.name, repr((conditions, measured)), id(near), id(earlier), id(constants))
    known = _FITS.get(key)
    if known is None:
        together = getattr(model, "calibrate_after", None)
        if earlier is None or together is None:
            found = model.calibrate(conditions, measured, near)
        else:
            found = together(conditions, measured, earlier, near)
        known = _FITS[key] = found, near, earlier, constants
        while len(_FITS) > _MOST_FITS:
            _FITS.pop(next(iter(_FITS)), None)
    return known[0]


_MOST_FITS = 512
_FITS: dict[
    tuple[str, str, int, int, int],
    tuple[Calibration, Calibration | None, Calibration | None, object],
] = {}
"""What they were begun from is kept with them: an id is of no other as long as it is there."""
