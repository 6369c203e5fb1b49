"""Service levels on the What-if page: percentiles, goals, and the check by simulation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QProgressBar, QVBoxLayout, QWidget

from app.window.i18n import spoken, tr
from app.window.i18n.numbers import figure, plain
from app.window.names import component_name
from app.window.services.projection import LEVELS
from app.window.services.worker import Worker
from app.window.session import Session
from app.window.whatif.wishes import Key, WishForm, WishList, wish_words
from app.window.widgets.basics import WholeLabel, button, columns, label, rows, scrolled
from app.window.widgets.due import Due

if TYPE_CHECKING:
    from collections.abc import Iterator

    from advisor.levels import GoalAnswer
    from app.advising.checking import Checked
    from app.advising.levels import Answered
    from app.window.services.worker import Cancel
    from model.queueing.goals import Goal

# A slider moves on; what it rests on has percentiles.
AFTER_MS = 250
ASK_AFTER_MS = 1000
CHECK, QUESTIONS = "check", "questions"
RESPONSE = "response_ms"
CHECK_S = 30.0
"""Seconds that each of the as-is and the scenario is simulated for."""


@dataclass(frozen=True)
class Standing:
    """What the panel shows, worked out off the window's thread.

    within: workloads of networks with the seconds within which 90 % of their responses end, as-is
    and in the scenario; bands_s: of the last of them. printed: goals of the reports. wishes:
    seconds asked for, and the answers.
    """

    within: tuple[tuple[Any, ...], ...] = ()
    bands_s: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    printed: tuple[GoalAnswer, ...] = ()
    wishes: Mapping[Key, tuple[float, tuple[GoalAnswer, ...]]] = field(default_factory=dict)


class LevelsPanel(QWidget):
    """Service levels: a form for one, how each stands, percentiles, and a check by simulation."""

    _progressed = Signal(float)

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.document = session.document
        self.stands = Standing()
        self.told: tuple[str, ...] = ()
        self.checked: dict[str, Checked] = {}
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        body = QWidget()
        outer.addWidget(scrolled(body, tr("Service levels")))
        inside = rows(body, margin=8, spacing=8)
        inside.addWidget(
            label(
                tr(
                    "Say which share of a workload's responses has to end within which time: "
                    "whether it does, how much more load it can take, and how many engines."
                ),
                "muted",
                wrap=True,
            )
        )
        self.form = WishForm(self.document)
        inside.addWidget(self.form)
        self.wishes = WishList(self.document)
        inside.addWidget(self.wishes)
        self.asked = WholeLabel()
        self.asked.setAccessibleName(tr("How far the service levels carry"))
        inside.addWidget(self.asked)
        self.asking = label(tr("Working out how far the service levels carry …"), "muted")
        self.give_up = button(tr("Cancel"), self._ask_no_more, name=tr("Cancel the questions"))
        waiting = columns()
        waiting.addWidget(self.asking)
        waiting.addStretch(1)
        waiting.addWidget(self.give_up)
        inside.addLayout(waiting)
        head = columns()
        head.addWidget(label(tr("Responses"), "heading"))
        head.addStretch(1)
        self.check = button(tr("Check by simulation"), self.start)
        self.check.setToolTip(
            tr("Simulates the networks behind the as-is and the scenario, about a minute.")
        )
        self.stop = button(tr("Cancel"), self.cancel)
        head.addWidget(self.check)
        head.addWidget(self.stop)
        inside.addLayout(head)
        self.bar = QProgressBar()
        self.bar.setRange(0, 100)
        self.bar.setAccessibleName(tr("Progress of the simulation"))
        inside.addWidget(self.bar)
        self.said = WholeLabel()
        self.said.setAccessibleName(tr("Responses"))
        inside.addWidget(self.said)
        self.verdict = WholeLabel()
        inside.addWidget(self.verdict)
        inside.addStretch(1)
        # Of its own, so that a slider is answered while it goes on.
        self.worker = Worker((CHECK,), self)
        self.worker.delivered.connect(self._checked)
        self.worker.failed.connect(self._failed)
        self.worker.finished.connect(lambda *_: self._rest())
        self._progressed.connect(lambda share: self.bar.setValue(round(100 * share)))
        # The questions take a second, in which no slider is to wait.
        self.asker = Worker((QUESTIONS,), self)
        self.asker.delivered.connect(self._told)
        self.asker.failed.connect(self._not_told)
        self.asker.finished.connect(lambda *_: self._rest())
        self._timer, self._later = QTimer(self), QTimer(self)
        for timer, wait, act in (
            (self._timer, AFTER_MS, self._ask),
            (self._later, ASK_AFTER_MS, self._question),
        ):
            timer.setSingleShot(True)
            timer.setInterval(wait)
            timer.timeout.connect(act)
        # While another page is on show nobody sees an answer, and sliders are slower for it.
        self._answers, self._lines = Due(self, self._begin), Due(self, self._show)
        self._wanted: object = self.document.state.goals
        self.document.stateChanged.connect(self._wished)
        self.document.projectionChanged.connect(self._moved)
        self.document.scenarioChanged.connect(self._moved)
        session.projections.computed.connect(self._arrived)
        self._rest()
        self._show()

    # -- percentiles and goals --------------------------------------------------------------------

    def _moved(self) -> None:
        if self.checked or self.worker.busy(CHECK):
            self.cancel()
            self.checked = {}
            self._lines.ask()
        self._ask_no_more()
        self._answers.ask()

    def _begin(self) -> None:
        self._timer.start()
        self._later.start()

    def _wished(self) -> None:
        goals = self.document.state.goals
        if goals is not self._wanted:
            self._wanted = goals
            self._answers.ask()
            self._lines.ask()

    def goals(self) -> tuple[Goal, ...]:
        """The service levels asked about, as the engine has them."""
        from model.queueing.goals import Goal

        return tuple(
            Goal(who, seconds, percent or None)
            for (who, percent), seconds in self.document.state.goals.items()
        )

    def _ask(self) -> None:
        engagement, as_is = self.document.engagement, self.document.as_is_projection
        if engagement is None or as_is is None or self.document.pending:
            self._keep(Standing())
            return
        baseline, projection = engagement.baseline, self.document.projection
        wanted = () if self.document.scenario is None or projection is None else (projection,)
        goals = self.goals()

        def work(_cancel: Cancel) -> Iterator[object]:
            from app.advising.levels import answer_levels

            yield "levels", standing(tuple(answer_levels(baseline, as_is, wanted)), goals)

        self.session.projections.compute(LEVELS, work)

    def _question(self) -> None:
        """How far the service levels carry in what is on show."""
        engagement, as_is = self.document.engagement, self.document.as_is_projection
        projection, goals = self.document.projection, self.goals()
        if engagement is None or as_is is None or projection is None or not goals:
            self.told = ()
            self._ask_no_more()
            self._lines.ask()
            return
        baseline = engagement.baseline

        def work(cancel: Cancel) -> Iterator[object]:
            from app.advising.levels import answer_questions

            yield answer_questions(baseline, as_is, projection, goals, cancel)

        self.asker.submit(QUESTIONS, work)
        self._rest()

    def _ask_no_more(self) -> None:
        """Give up what is being worked out; what was told before stays."""
        self.asker.drop(QUESTIONS)
        self._rest()

    def _not_told(self, _slot: str, _number: int, problem: object) -> None:
        self.told = (tr("How far they carry cannot be said: {why}", why=str(problem)),)
        self._rest()
        self._lines.ask()

    def _told(self, _slot: str, _number: int, said: object) -> None:
        self.told = tuple(said)  # type: ignore[arg-type]
        self._lines.ask()

    def _arrived(self, slot: str, result: object) -> None:
        if slot == LEVELS and isinstance(result, tuple) and result[0] == "levels":
            self._keep(result[1])

    def _keep(self, stands: Standing) -> None:
        self.stands = stands
        self._lines.ask()

    def _show(self) -> None:
        lines = [*self._percentiles(), *self._goals(), *self._silent()]
        self.said.setText("\n".join(lines) or tr("No response time is modelled here yet."))
        self.verdict.setText("\n".join(verdict_line(n, c) for n, c in self.checked.items()))
        self.verdict.setVisible(bool(self.checked))
        self.check.setEnabled(bool(self.stands.within or self.stands.printed))
        self.form.offer([name for name, *_ in self.stands.within])
        self.wishes.show_verdicts([self._verdict(key) for key in self.document.state.goals])
        self.asked.setText("\n".join(map(spoken, self.told)))
        self.asked.setVisible(bool(self.told))

    def _verdict(self, key: Key) -> tuple[Key, bool | None, str]:
        """How a service level stands in what is on show; before it in the as-is."""
        said = wish_words(self.document, key)
        seconds, found = self.stands.wishes.get(key, (0.0, ()))
        if not found or seconds != self.document.state.goals[key]:
            # Not worked out yet, or of no workload that is modelled.
            return key, None, said
        verdict = tr(
            "{goal}: {verdict}; probability of meeting it {chance}; {share} of responses within it",
            goal=said,
            verdict=verdict_word(found[-1]),
            chance=" → ".join(chance_words(one.chance) for one in found),
            share=" → ".join(share_words(one.probability) for one in found),
        )
        return key, found[-1].met, verdict

    def _percentiles(self) -> list[str]:
        """90 % of responses of every workload of a network, as-is and in the scenario."""
        lines = []
        for workload, *within_s in self.stands.within:
            name = component_name(self.document.topology, workload)
            *before, after = (figure(1e3 * seconds) for seconds in within_s)
            low, high = (figure(1e3 * seconds) for seconds in self.stands.bands_s[workload])
            if before:
                lines.append(
                    tr(
                        "{name}: 90 % within {before} → {after} ms ({low} … {high})",
                        name=name,
                        before=before[0],
                        after=after,
                        low=low,
                        high=high,
                    )
                )
            else:
                lines.append(
                    tr(
                        "{name}: 90 % within {after} ms ({low} … {high})",
                        name=name,
                        after=after,
                        low=low,
                        high=high,
                    )
                )
        return lines

    def _silent(self) -> list[str]:
        """The workloads that are not among them, and why."""
        projection, told = self.document.shown, {name for name, *_ in self.stands.within}
        if projection is None or not told:
            return []
        rest = [w for w in projection.workloads if w.anchor not in told]
        named = {
            known: ", ".join(
                component_name(self.document.topology, w.anchor)
                for w in rest
                if (RESPONSE in w.metrics) is known
            )
            for known in (False, True)
        }
        lines = []
        if named[False]:
            lines.append(tr("No response time is known of {names}.", names=named[False]))
        if named[True]:
            lines.append(
                tr("Of {names} the mean alone is known, not its spread.", names=named[True])
            )
        return lines

    def _goals(self) -> list[str]:
        lines = []
        for answer in self.stands.printed:
            share, low, high = (figure(100 * p) for p in (answer.probability, *answer.shares))
            share = share if low == high else f"{share} ({low} … {high})"
            said = tr(
                "Goal {goal}: {verdict}; probability of meeting it {chance}; "
                "{share} % of responses within it",
                goal=spoken(answer.goal),
                verdict=verdict_word(answer),
                chance=chance_words(answer.chance),
                share=share,
            )
            lines.append(said)
        return lines

    # -- check ------------------------------------------------------------------------------------

    def start(self) -> None:
        """Simulate what is on show; a second press does nothing while it goes on."""
        engagement = self.document.engagement
        if engagement is None or self.worker.busy(CHECK):
            return
        baseline = engagement.baseline
        wanted = () if self.document.scenario is None else (self.document.scenario,)
        tell = self._progressed.emit

        def work(cancel: Cancel) -> Iterator[object]:
            from app.advising.checking import check_scenarios

            yield check_scenarios(baseline, wanted, CHECK_S, progress=tell, cancel=cancel)

        self.checked = {}
        self.bar.setValue(0)
        self.worker.submit(CHECK, work)
        self._rest()
        self._show()

    def cancel(self) -> None:
        """Give the simulation up."""
        self.worker.drop(CHECK)
        self._rest()

    def close_down(self) -> None:
        """End the threads with the page."""
        self.worker.stop()
        self.asker.stop()

    def _checked(self, _slot: str, _number: int, result: object) -> None:
        self.checked = dict(result)  # type: ignore[call-overload]
        self._rest()
        self._show()

    def _failed(self, _slot: str, _number: int, problem: object) -> None:
        self._rest()
        self.verdict.setText(tr("The simulation failed: {why}", why=str(problem)))
        self.verdict.setVisible(True)

    def _rest(self) -> None:
        busy = self.worker.busy(CHECK)
        self.check.setVisible(not busy)
        self.stop.setVisible(busy)
        self.bar.setVisible(busy)
        asking = self.asker.busy(QUESTIONS)
        self.asking.setVisible(asking)
        self.give_up.setVisible(asking)


def standing(answered: tuple[Answered, ...], goals: Sequence[Goal]) -> Standing:
    """The answers on the as-is and what is on show, worked out: percentiles are searched for."""
    today, now = answered[0].levels, answered[-1].levels
    levels = [one.levels for one in answered]
    within = [
        (name, *(one.times[name].percentile(90) for one in levels if name in one.times))
        for name in now.times
        if name not in now.assumed
    ]
    wishes = {}
    for goal in goals:
        found = [one.answer(goal, today) for one in levels]
        wishes[(goal.cls, goal.percent or 0.0)] = (
            goal.seconds,
            tuple(answer for answer in found if answer is not None),
        )
    bands_s = {n: now.bands_s(n, (90,))[90] for n in now.times if n not in now.assumed}
    return Standing(tuple(within), bands_s, answered[-1].goals, wishes)


def verdict_word(answer: GoalAnswer) -> str:
    """Whether a goal is met, in the window's language."""
    from advisor.levels import verdict

    return spoken(verdict(answer))


def chance_words(chance: float) -> str:
    """The probability that a goal is met; nobody knows it closer than to a per cent."""
    if not 0.01 <= chance <= 0.99:
        return ">\u00a099\u00a0%" if chance > 0.5 else "<\u00a01\u00a0%"
    return f"{plain(100.0 * chance, 0)}\u00a0%"


def share_words(probability: float) -> str:
    """A probability in per cent; near 100 with the digits that tell it from certainty."""
    percent = 100.0 * probability
    return f"{plain(percent, 1 if 1.0 <= percent < 99.0 else 2)}\u00a0%"


def verdict_line(name: str, checked: Checked) -> str:
    """One scenario's verdict in one line: of all its networks the worst."""
    order = ("contradict", "differ", "unsettled", "agree")
    found = [document["verdict"] for document in checked.json]
    if not found:
        return tr("{name}: nothing of it could be simulated", name=name)
    worst = min(found, key=order.index)
    cycles = plain(sum(document["completions"] for document in checked.json), 0)
    far = max((document["worst_error"] or 0.0 for document in checked.json), default=0.0)
    error = plain(100 * far, 1)
    if worst == "agree":
        return tr("{name}: analysis and simulation agree within {error} % ({cycles} cycles)",
                  name=name, error=error, cycles=cycles)  # fmt: skip
    if worst == "unsettled":
        return tr("{name}: the simulation was too short to say anything ({cycles} cycles)",
                  name=name, cycles=cycles)  # fmt: skip
    if far >= 1.0:
        return tr(
            "{name}: analysis gives up to {times} times what simulation does ({cycles} cycles)",
            name=name,
            times=plain(1.0 + far, 1),
            cycles=cycles,
        )
    return tr("{name}: analysis and simulation differ by up to {error} % ({cycles} cycles)",
              name=name, error=error, cycles=cycles)  # fmt: skip
