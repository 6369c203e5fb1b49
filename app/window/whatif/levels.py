"""Service levels on the What-if page: percentiles, goals, and the check by simulation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QProgressBar, QWidget

from app.window.i18n import spoken, tr
from app.window.i18n.numbers import figure, plain
from app.window.names import component_name
from app.window.services.projection import LEVELS
from app.window.services.worker import Worker
from app.window.session import Session
from app.window.widgets.basics import WholeLabel, button, card, columns, label, rows

if TYPE_CHECKING:
    from collections.abc import Iterator

    from app.advising.checking import Checked
    from app.advising.levels import Answered
    from app.window.services.worker import Cancel

# A slider moves on; what it rests on has percentiles.
AFTER_MS = 250
CHECK = "check"
CHECK_S = 30.0
"""Seconds that each of the as-is and the scenario is simulated for."""


class LevelsCard(QWidget):
    """Percentiles and goals of what is on show, and whether a simulation agrees with it."""

    _progressed = Signal(float)

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.document = session.document
        self.answered: tuple[Answered, ...] = ()
        self.checked: dict[str, Checked] = {}
        outer = rows(self, margin=4, spacing=0)
        box = card()
        outer.addWidget(box)
        inside = rows(box, margin=12, spacing=4)
        head = columns()
        head.addWidget(label(tr("Service levels"), "heading"))
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
        inside.addWidget(self.said)
        self.verdict = WholeLabel()
        inside.addWidget(self.verdict)
        # Of its own, so that a slider is answered while it goes on.
        self.worker = Worker((CHECK,), self)
        self.worker.delivered.connect(self._checked)
        self.worker.failed.connect(self._failed)
        self.worker.finished.connect(lambda *_: self._rest())
        self._progressed.connect(lambda share: self.bar.setValue(round(100 * share)))
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(AFTER_MS)
        self._timer.timeout.connect(self._ask)
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
            self._show()
        self._timer.start()

    def _ask(self) -> None:
        engagement, as_is = self.document.engagement, self.document.as_is_projection
        if engagement is None or as_is is None or self.document.pending:
            self._keep(())
            return
        baseline, projection = engagement.baseline, self.document.projection
        wanted = () if self.document.scenario is None or projection is None else (projection,)

        def work(_cancel: Cancel) -> Iterator[object]:
            from app.advising.levels import answer_levels

            yield "levels", tuple(answer_levels(baseline, as_is, wanted))

        self.session.projections.compute(LEVELS, work)

    def _arrived(self, slot: str, result: object) -> None:
        if slot == LEVELS and isinstance(result, tuple) and result[0] == "levels":
            self._keep(result[1])

    def _keep(self, answered: tuple[Answered, ...]) -> None:
        self.answered = answered
        self._show()

    def _show(self) -> None:
        lines: list[str] = []
        if self.answered:
            lines = [*self._percentiles(), *self._goals()]
        self.said.setText("\n".join(lines))
        self.verdict.setText("\n".join(verdict_line(n, c) for n, c in self.checked.items()))
        self.verdict.setVisible(bool(self.checked))
        self.setVisible(bool(lines))

    def _percentiles(self) -> list[str]:
        """90 % of responses of every workload of a network, as-is and in the scenario."""
        today, now = self.answered[0].levels, self.answered[-1].levels
        lines = []
        for workload in now.times:
            if workload in now.assumed:
                continue
            name = component_name(self.document.topology, workload)
            after = 1e3 * now.percentiles_s(workload)[90]
            if workload in today.times and len(self.answered) > 1:
                before = 1e3 * today.percentiles_s(workload)[90]
                lines.append(
                    tr(
                        "{name}: 90 % within {before} → {after} ms",
                        name=name,
                        before=figure(before),
                        after=figure(after),
                    )
                )
            else:
                lines.append(tr("{name}: 90 % within {after} ms", name=name, after=figure(after)))
        return lines

    def _goals(self) -> list[str]:
        lines = []
        for answer in self.answered[-1].goals:
            share = figure(100 * answer.probability)
            said = (
                tr("Goal {goal}: met; probability {share} %", goal=spoken(answer.goal), share=share)
                if answer.met
                else tr(
                    "Goal {goal}: missed; probability {share} %",
                    goal=spoken(answer.goal),
                    share=share,
                )
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
        """End the thread with the page."""
        self.worker.stop()

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


def verdict_line(name: str, checked: Checked) -> str:
    """One scenario's verdict in one line: of all its networks the worst."""
    order = ("contradict", "differ", "unsettled", "agree")
    found = [document["verdict"] for document in checked.json]
    if not found:
        return tr("{name}: nothing of it could be simulated", name=name)
    worst = min(found, key=order.index)
    cycles = plain(sum(document["completions"] for document in checked.json), 0)
    error = plain(
        100 * max((document["worst_error"] or 0.0 for document in checked.json), default=0.0), 1
    )
    if worst == "agree":
        return tr("{name}: analysis and simulation agree within {error} % ({cycles} cycles)",
                  name=name, error=error, cycles=cycles)  # fmt: skip
    if worst == "unsettled":
        return tr("{name}: the simulation did not settle, so it says nothing ({cycles} cycles)",
                  name=name, cycles=cycles)  # fmt: skip
    return tr("{name}: analysis and simulation differ by up to {error} % ({cycles} cycles)",
              name=name, error=error, cycles=cycles)  # fmt: skip
