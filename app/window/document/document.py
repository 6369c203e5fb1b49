"""The document: engagement, state, selection, scenario, projections; views only mirror it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.window.document.as_is import EMPTY, KnownAsIs
from app.window.document.commands import StateCommand, UndoStack
from app.window.document.following import with_followers
from app.window.document.state import (
    Decided,
    Decision,
    State,
    Verdict,
    brought,
    containers_changed,
    merged,
    shape_of,
    without,
)
from app.window.document.told import Contested, contested, misfits_told
from app.window.i18n import several, spoken, tr
from app.window.metrics import setting_name
from app.window.names import component_name
from model.topology import (
    Catalogue,
    Change,
    ChangeError,
    MoveComponent,
    Scenario,
    SetSetting,
    Setting,
    Topology,
    Value,
    apply_changes,
)

if TYPE_CHECKING:
    from advisor.engagement import Constraints, Engagement
    from model.projection import Projection

Place = tuple[float, float]


class Document(QObject):
    """One engagement as the window edits it.

    Signals
    -------
    engagementChanged   a new analysis is in place (or a file was opened).
    stateChanged        anything undoable changed.
    topologyChanged     the topology on show changed (also by choosing another scenario).
    scenarioChanged     another scenario is selected, or the selected one has other changes.
    projectionChanged   the projection of the scenario on show arrived.
    glanceChanged       figures at another load are looked at, or no longer.
    selectionChanged    other components are selected.
    analysisWanted      as-is edits, answers or decisions ask for a new analysis.
    notice              (level, sentence) for the banner: ``info``, ``warning`` or ``refusal``.
    held                somebody else has the engagement open: nothing may be changed here.
    fits                (sentence): a scenario of which this was said fits the as-is again.
    evidenceWanted      (file, line) to be shown in the report viewer.
    """

    engagementChanged = Signal()
    stateChanged = Signal()
    topologyChanged = Signal()
    scenarioChanged = Signal()
    projectionChanged = Signal()
    glanceChanged = Signal()
    selectionChanged = Signal()
    analysisWanted = Signal()
    notice = Signal(str, str)
    held = Signal()
    fits = Signal(str)
    evidenceWanted = Signal(str, int)
    anchorChanged = Signal()

    def __init__(self, catalogue: Catalogue | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._catalogue = catalogue
        self.state = State()
        self.engagement: Engagement | None = None
        self.pending = False
        self.stopped = False
        self.read_only = False
        self.undo_stack = UndoStack(self)
        self.current: str | None = None
        self.selection: tuple[str, ...] = ()
        self.projection: Projection | None = None
        self.glance: Projection | None = None
        self.glance_name = ""
        self._misfit: tuple[frozenset[str], str] = (frozenset(), "")
        self.anchor: str | None = None
        self._as_is = EMPTY
        self._known_as_is = KnownAsIs()
        self._topology = EMPTY
        self._last_applied: tuple[Topology, tuple[Change, ...], Topology] = (EMPTY, (), EMPTY)
        self.standing: Callable[[Collection[str | None]], Mapping[str, Place]] | None = None
        """Where boxes stand on the canvas, if there is one; see :meth:`apply`."""

    # -- what views read -------------------------------------------------------------------

    @property
    def catalogue(self) -> Catalogue:
        """The component kinds; loaded on first use."""
        if self._catalogue is None:
            from model.catalogue import catalogue

            self._catalogue = catalogue()
        return self._catalogue

    @property
    def as_is(self) -> Topology:
        """The as-is topology, with as-is edits that the analysis has not seen yet."""
        return self._as_is

    @property
    def topology(self) -> Topology:
        """The topology of the scenario on show."""
        return self._topology

    @property
    def scenario(self) -> Scenario | None:
        """The selected scenario; ``None`` is the as-is."""
        return self.state.scenario(self.current)

    @property
    def has_reports(self) -> bool:
        """Whether the as-is rests on reports (then edits branch off instead of changing it)."""
        return self.engagement is not None and any(r.tells for r in self.engagement.readings)

    @property
    def as_is_projection(self) -> Projection | None:
        """The projection of the as-is."""
        return None if self.engagement is None else self.engagement.as_is

    @property
    def shown(self) -> Projection | None:
        """The projection that figures and charts show: at another load while one looks at that."""
        return self.glance or self.projection

    def look_at(self, projection: Projection | None, name: str = "") -> None:
        """Show these figures, which are of circumstances so named; ``None``: the document's own.

        A look, not an edit: nothing of the document changes.
        """
        if projection is not self.glance:
            self.glance, self.glance_name = projection, "" if projection is None else name
            self.glanceChanged.emit()

    # -- engagement and projections --------------------------------------------------------

    def load(self, state: State, engagement: Engagement | None, current: str | None = None) -> None:
        """Start with another engagement: nothing to undo, nothing selected."""
        self.undo_stack.clear()
        self._known_as_is.begin_anew()
        self.state = state
        self.current = current if state.scenario(current) is not None else None
        self.selection = ()
        self.anchor = None
        self.projection = None
        self.set_engagement(engagement)
        self.selectionChanged.emit()
        self.stateChanged.emit()

    @property
    def uncalibrated(self) -> bool:
        """Whether the analysis under way has not come to calibrated models yet."""
        return self.pending and self.engagement is not None and not self.engagement.baseline.anchors

    @property
    def behind(self) -> bool:
        """Whether what is known does not tell of the newest edits and answers yet."""
        known, state = self.engagement, self.state
        if known is None or self.uncalibrated:
            return self.uncalibrated
        options = known.options
        seen = options.provisional, tuple(options.edits), dict(options.answers)
        return seen != (state.provisional, state.edits, dict(state.answers))

    @property
    def waiting(self) -> str:
        """What stands where a figure is still to come."""
        return tr("analysis stopped") if self.stopped else tr("calculating…")

    def stop_waiting(self) -> None:
        """The analysis under way was cancelled: what is on show is all there is for now."""
        self.stopped = True
        self.engagementChanged.emit()
        self.projectionChanged.emit()

    def set_engagement(self, engagement: Engagement | None, *, pending: bool = False) -> None:
        """Put a new analysis in place; state and undo history stay.

        A ``pending`` one still lacks its findings and plan, and at first its calibration.
        """
        grown = (
            self.pending
            and self.engagement is not None
            and engagement is not None
            and engagement.installation.topology == self.engagement.installation.topology
        )
        self.engagement = engagement
        self.pending = pending
        self.stopped = False
        self._known_as_is.analysed(engagement)
        self.projection = self.as_is_projection if self.current is None else None
        self._refresh_topology(force=not grown)
        self.engagementChanged.emit()
        self.scenarioChanged.emit()
        self.projectionChanged.emit()

    def set_projection(self, projection: Projection) -> None:
        """Show this projection if it is of the scenario on show, or on the way to it.

        Under a slider that moves faster than its figures come, those of a value just passed are
        nearer than those of where it started; its own follow.
        """
        wanted, of = self.scenario, projection.scenario
        if wanted is None:
            fits = not of.changes
        else:
            fits = of == wanted or (
                of.name == wanted.name and shape_of(of.changes) == shape_of(wanted.changes)
            )
        if fits:
            self.projection = projection
            self.projectionChanged.emit()

    def show_anchor(self, anchor: str | None) -> None:
        """Choose the workload that key figures and charts speak of; ``None``: the principal."""
        if anchor != self.anchor:
            self.anchor = anchor
            self.anchorChanged.emit()

    # -- selection and scenario (not undoable) -----------------------------------------------

    def select(self, components: Iterable[str]) -> None:
        """Select these components, in this order."""
        chosen = tuple(dict.fromkeys(c for c in components if c in self._topology))
        if chosen != self.selection:
            self.selection = chosen
            self.selectionChanged.emit()

    def show_scenario(self, name: str | None) -> None:
        """Show another scenario; ``None`` is the as-is."""
        if name is not None and self.state.scenario(name) is None:
            name = None
        if name == self.current:
            return
        self.current = name
        self.projection = self.as_is_projection if name is None else None
        self._refresh_topology()
        self.scenarioChanged.emit()
        self.projectionChanged.emit()

    # -- edits -------------------------------------------------------------------------------

    def edit(
        self,
        text: str,
        change: Callable[[State], State],
        *,
        show: str | bool | None = True,
        merge_key: str = "",
    ) -> None:
        """One undo step: ``change`` maps the state; ``show`` names the scenario on show after it.

        ``show=True`` keeps the scenario on show. Nothing changes, and ``held`` is told, while the
        engagement may only be read.
        """
        if self.refuses():
            # What a control shows already goes back to what holds.
            self.scenarioChanged.emit()
            self.stateChanged.emit()
            return
        after = change(self.state)
        shown = self.current if show is True or show is False else show
        if after == self.state and shown == self.current:
            return
        self.undo_stack.push(
            StateCommand(text, (self.state, self.current), (after, shown), self._restore, merge_key)
        )

    def take_in(self, state: State) -> None:
        """Go on with a state that holds what another window did; steps before cannot be undone.

        They would take the other window's changes back with them.
        """
        self.undo_stack.clear()
        self._restore(state, self.current)

    def refuses(self) -> bool:
        """Whether nothing may be changed; then ``held`` asks the window to say so."""
        if self.read_only:
            self.held.emit()
        return self.read_only

    def _restore(self, state: State, shown: str | None) -> None:
        before = self.state
        scenario_before = (self.current, self.scenario)
        self.state = state
        self.current = shown if state.scenario(shown) is not None else None
        if state.edits != before.edits or scenario_before != (self.current, self.scenario):
            self._refresh_topology()
            shown_before = self.projection
            if self.current is None:
                self.projection = self.as_is_projection
            elif scenario_before[0] != self.current:
                self.projection = None
            self.scenarioChanged.emit()
            # What shows the projection must not keep that of a scenario that is gone.
            if self.projection is not shown_before:
                self.projectionChanged.emit()
        else:
            self._review_misfits()
        self.stateChanged.emit()
        if (
            state.edits != before.edits
            or state.answers != before.answers
            or state.provisional != before.provisional
            or state.constraints != before.constraints
            or _advised(state) != _advised(before)
        ):
            self.analysisWanted.emit()

    def apply(
        self,
        text: str,
        changes: Iterable[Change],
        *,
        places: Mapping[str, tuple[float, float]] | None = None,
        merge_key: str = "",
    ) -> str | None:
        """Apply changes to what is on show, as one undo step; why not, or ``None``.

        On the as-is of an engagement that rests on reports this starts a new scenario, because
        what was measured does not change by wishing; without reports it edits the as-is itself.
        ``places`` puts boxes in the same step. All others around what is added, moved, linked or
        taken away stay where they stand: they are not laid out anew unasked.
        """
        new = with_followers(changes, self._topology, self.catalogue)
        kept = self._kept(new)

        def placed(state: State) -> State:
            if not places and not kept:
                return state
            moved = {c.component for c in new if isinstance(c, MoveComponent)}
            before = {n: p for n, p in state.positions.items() if n not in moved}
            return replace(state, positions={**before, **kept, **(places or {})})

        if not new:
            return None
        scenario = self.scenario
        if scenario is None or not all(isinstance(c, SetSetting) for c in new):
            # Values alone are judged with the whole list below, once a tick of a slider.
            try:
                apply_changes(self._topology, new, self.catalogue)
            except ChangeError as refused:
                return spoken(str(refused))
        if scenario is None and self.has_reports:
            name = self.state.free_name(tr("What-if"))
            started = Scenario(name, merged((), new, self._as_is))
            self.edit(
                text, lambda s: placed(s.with_scenario(started)), show=name, merge_key=merge_key
            )
            self.notice.emit("info", tr("“{name}” was started: the as-is stays.", name=name))
        elif scenario is None:
            edits = Scenario("", self.state.edits).with_changes(new).changes
            self.edit(text, lambda s: placed(replace(s, edits=edits)), merge_key=merge_key)
        else:
            changed = replace(scenario, changes=merged(scenario.changes, new, self._as_is))
            problem = self.misfit(changed)
            if problem is not None:
                return problem
            self.edit(text, lambda s: placed(s.with_scenario(changed)), merge_key=merge_key)
        return None

    def _kept(self, changes: Iterable[Change]) -> Mapping[str, Place]:
        """Where boxes stand in the containers that a step changes, without those it moves."""
        parents, moved = containers_changed(changes, self._topology)
        if not parents or self.standing is None:
            return {}
        return {n: p for n, p in self.standing(parents).items() if n not in moved}

    def correct(self, text: str, changes: Iterable[Change]) -> str | None:
        """Change the as-is itself (a report was wrong or silent); why not, or ``None``."""
        edits = Scenario("", self.state.edits).with_changes(changes).changes
        try:
            apply_changes(self._as_is, tuple(changes), self.catalogue)
        except ChangeError as refused:
            return spoken(str(refused))
        self.edit(text, lambda s: replace(s, edits=edits))
        return None

    def set_setting(
        self, components: Iterable[str], name: str, value: Value, *, merge_key: str = ""
    ) -> str | None:
        """Give one setting of one or more components a value; why not, or ``None``."""
        ids = tuple(components)
        one = component_name(self._topology, ids[0]) if len(ids) == 1 else ""
        many = one or several("{n} component", "{n} components", len(ids))
        return self.apply(
            tr("Set {setting} of {component}", setting=setting_name(name), component=many),
            [SetSetting(component, name, value) for component in ids],
            merge_key=merge_key,
        )

    def measured_setting(self, component: str, name: str) -> Setting | None:
        """The as-is value of a setting, or ``None``."""
        return self._as_is[component].settings.get(name) if component in self._as_is else None

    def reset_setting(self, components: Iterable[str], name: str) -> None:
        """Take the scenario's change of this setting back."""
        ids = set(components)
        scenario = self.scenario
        changes = self.state.edits if scenario is None else scenario.changes
        kept = tuple(
            change
            for change in changes
            if not (
                isinstance(change, SetSetting)
                and change.component in ids
                and change.setting == name
            )
        )
        text = tr("Reset {setting}", setting=setting_name(name))
        if scenario is None:
            self.edit(text, lambda s: replace(s, edits=kept))
        else:
            changed = replace(scenario, changes=kept)
            self.edit(text, lambda s: s.with_scenario(changed))

    def drop_change(self, index: int) -> str | None:
        """Take one change out of the selected scenario; why not, or ``None``."""
        scenario = self.scenario
        if scenario is None:
            return None
        changed = replace(
            scenario, changes=scenario.changes[:index] + scenario.changes[index + 1 :]
        )
        problem = self.misfit(changed)
        if problem is not None:
            return problem
        self.edit(tr("Take a change back"), lambda s: s.with_scenario(changed))
        return None

    def branch(self, changes: Iterable[Change] = (), name: str = "", note: str = "") -> str:
        """Start a scenario from what is on show plus ``changes``; its name."""
        scenario = self.scenario
        stem = name or (tr("What-if") if scenario is None else scenario.name)
        new_name = self.state.free_name(stem)
        base = () if scenario is None else scenario.changes
        above = "" if scenario is None else scenario.name
        started = Scenario(new_name, merged(base, changes, self._as_is), note, above)
        self.edit(
            tr("Branch {name}", name=new_name), lambda s: s.with_scenario(started), show=new_name
        )
        return new_name

    def add_scenario(self, scenario: Scenario) -> str:
        """Add a finished scenario (a plan) and show it; its name."""
        named = replace(scenario, name=self.state.free_name(scenario.name))
        self.edit(
            tr("Add {name}", name=named.name), lambda s: s.with_scenario(named), show=named.name
        )
        return named.name

    def contested(self, name: str, other: str) -> tuple[Contested, ...]:
        """The settings, names and places that a merge of two scenarios has to choose between."""
        one, two = self.state.scenario(name), self.state.scenario(other)
        if one is None or two is None:
            return ()
        return contested(self._as_is, self.catalogue, one, brought(one, two, self.state))

    def merge_scenarios(self, name: str, other: str, kept: Collection[Decided] = ()) -> str | None:
        """Branch ``name`` and put the changes of ``other`` on top; why not, or ``None``.

        Of what is contested, ``kept`` stays as ``name`` has it.
        """
        one, two = self.state.scenario(name), self.state.scenario(other)
        if one is None or two is None or one is two:
            return tr("Two scenarios are needed to merge them")
        new = brought(one, two, self.state)
        if not new:
            return tr("{name} has all of {other} already", name=name, other=other)
        new = without(new, kept)
        if not new:
            return tr("Nothing of {other} is left to be merged", other=other)
        made = Scenario(
            self.state.free_name(f"{one.name} + {two.name}"),
            merged(one.changes, new, self._as_is),
            "\n".join(note for note in (one.note, two.note) if note),
            one.name,
        )
        problem = self.misfit(made)
        if problem is not None:
            return problem
        self.edit(
            tr("Merge {name} and {other}", name=name, other=other),
            lambda s: s.with_scenario(made),
            show=made.name,
        )
        return None

    def mergeable(self, name: str) -> Iterator[Scenario]:
        """The scenarios whose changes put on top of this one's make another one."""
        one = self.state.scenario(name)
        for _depth, other in () if one is None else self.state.tree():
            if one is not None and other is not one and brought(one, other, self.state):
                yield other

    def rename(self, title: str) -> None:
        """Give the engagement another name."""
        if title.strip():
            self.edit(
                tr("Rename the engagement"), lambda state: replace(state, title=title.strip())
            )

    def rename_scenario(self, old: str, new: str) -> str | None:
        """Rename a scenario; why not, or ``None``."""
        name = new.strip()
        scenario = self.state.scenario(old)
        if scenario is None or name == old:
            return None
        if not name:
            return tr("A scenario needs a name")
        if self.state.scenario(name) is not None:
            return tr("There is a scenario “{name}” already", name=name)
        if self.state.is_taken(name):
            return tr("“{name}” is what the installation of today is called", name=name)
        renamed = replace(scenario, name=name)
        self.edit(
            tr("Rename {name}", name=old),
            lambda s: s.with_scenario(renamed, replacing=old),
            show=name if self.current == old else True,
        )
        return None

    def note_scenario(self, name: str, note: str) -> None:
        """Keep a note with a scenario."""
        scenario = self.state.scenario(name)
        if scenario is not None and scenario.note != note:
            noted = replace(scenario, note=note)
            self.edit(tr("Note on {name}", name=name), lambda s: s.with_scenario(noted))

    def delete_scenario(self, name: str) -> None:
        """Delete a scenario; what it was branched from is shown if it was on show."""
        gone = self.state.scenario(name)
        base = None if gone is None or self.state.scenario(gone.base) is None else gone.base
        self.edit(
            tr("Delete {name}", name=name),
            lambda s: s.without_scenario(name),
            show=base if self.current == name else True,
        )

    def decide(self, finding: str, verdict: Verdict | None, reason: str = "") -> None:
        """Accept, reject or defer a finding, or say it was done; ``None`` takes that back."""
        decisions = dict(self.state.decisions)
        decisions.pop(finding, None)
        if verdict is not None:
            decisions[finding] = Decision(verdict, reason)
        said = {
            "accepted": tr("Accept finding"),
            "rejected": tr("Reject finding"),
            "deferred": tr("Defer finding"),
            "done": tr("Finding carried out"),
            None: tr("Take decision back"),
        }
        self.edit(said[verdict], lambda s: replace(s, decisions=decisions))

    def answer(self, subject: str, metric: str, value: Value | None) -> None:
        """Answer a question (``None`` takes the answer back)."""
        answers = dict(self.state.answers)
        answers.pop((subject, metric), None)
        if value is not None:
            answers[(subject, metric)] = value
        self.edit(tr("Answer a question"), lambda s: replace(s, answers=answers))

    def stand_in(self, wanted: bool) -> None:
        """Have usual values stand in for what is missing, or no longer."""
        text = tr("Take usual values") if wanted else tr("Take no usual values")
        self.edit(text, lambda s: replace(s, provisional=wanted))

    def set_goal(self, workload: str, percent: float, seconds: float | None) -> None:
        """Ask for a service level (``percent`` 0: of the mean); ``None`` takes it back."""
        goals = dict(self.state.goals)
        goals.pop((workload, percent), None)
        if seconds is not None:
            goals[(workload, percent)] = seconds
        self.edit(tr("Set a service level"), lambda s: replace(s, goals=goals))

    def constrain(self, constraints: Constraints) -> None:
        """What a plan may do from now on."""
        self.edit(tr("Set the plan's limits"), lambda s: replace(s, constraints=constraints))

    def place(
        self,
        places: Mapping[str, tuple[float, float] | None],
        text: str = "",
        *,
        merge_key: str = "",
    ) -> None:
        """Keep boxes where they were put (``None``: back to automatic layout)."""
        positions = dict(self.state.positions)
        for component, place in places.items():
            if place is None:
                positions.pop(component, None)
            else:
                positions[component] = place
        self.edit(
            text or tr("Move boxes"),
            lambda s: replace(s, positions=positions),
            merge_key=merge_key,
        )

    # -- helpers -----------------------------------------------------------------------------

    def misfit(self, scenario: Scenario) -> str | None:
        """Why a scenario's changes cannot be made to the as-is; ``None`` where they can."""
        try:
            self._applied(scenario.changes)
        except ChangeError as refused:
            return spoken(str(refused))
        return None

    def _applied(self, changes: tuple[Change, ...]) -> Topology:
        """The as-is with a scenario's changes; once for each list, asked before and after it holds.

        Raises
        ------
        ChangeError: they do not fit.
        """
        base, known, found = self._last_applied
        if base is not self._as_is or known != changes:
            found = apply_changes(self._as_is, changes, self.catalogue)
            self._last_applied = (self._as_is, changes, found)
        return found

    def _refresh_topology(self, *, force: bool = False) -> None:
        self._as_is = self._find_as_is()
        shown = self._as_is
        scenario = self.scenario
        if scenario is not None:
            try:
                shown = self._applied(scenario.changes)
            except ChangeError as refused:
                # While the as-is is still being read there is nothing to fit.
                if self.engagement is not None:
                    self.say_misfits([(scenario, spoken(str(refused)))])
        self._review_misfits()
        if force or shown != self._topology:
            self._topology = shown
            # Views never see a selection of what is gone.
            kept = tuple(c for c in self.selection if c in shown)
            lost = kept != self.selection
            self.selection = kept
            self.topologyChanged.emit()
            if lost:
                self.selectionChanged.emit()

    def say_misfits(self, found: Sequence[tuple[Scenario, str]]) -> None:
        """Tell of scenarios that do not fit, each with why, until all of them do."""
        said = misfits_told(self._as_is, found)
        self._misfit = frozenset(scenario.name for scenario, _why in found), said
        self.notice.emit("warning", said)

    def _review_misfits(self) -> None:
        """Take back what was said of scenarios once all of them fit, or are gone."""
        told, said = self._misfit
        if said and not any(s.name in told and self.misfit(s) for s in self.state.scenarios):
            self._misfit = frozenset(), ""
            self.fits.emit(said)

    def _find_as_is(self) -> Topology:
        state = self.state
        found = self._known_as_is.find(
            state.edits, state.answers, state.provisional, self.catalogue
        )
        return self._as_is if found is None else found


def _advised(state: State) -> frozenset[tuple[str, str]]:
    """The decisions that the advice depends on."""
    return frozenset(
        (finding, decision.verdict)
        for finding, decision in state.decisions.items()
        if decision.verdict in ("rejected", "done")
    )
