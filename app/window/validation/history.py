"""Did it come true? The tab that lays projections beside what a later period measured."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QPlainTextEdit, QWidget

from app.window.i18n import mark, several, spoken, tr
from app.window.i18n.numbers import band_beside, figure, projected
from app.window.metrics import metric_name, setting_name
from app.window.services.projection import HISTORY
from app.window.session import Session
from app.window.shell.figures import anchor_name
from app.window.widgets.basics import button, columns, label, rows
from app.window.widgets.table import Column, Table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from advisor.history import Outcome
    from advisor.history.beside import Compared
    from advisor.history.outcome import Carried
    from advisor.history.trends import Trend
    from app.window.services.worker import Cancel

HOW = {
    "as planned": mark("Carried out as planned"),
    "otherwise": mark("Carried out otherwise than advised"),
    "not carried out": mark("Not carried out"),
    "unplanned": mark("Changed without a plan"),
    "not told": mark("The later reports do not tell"),
}
MOST_NAMED = 6


class HistoryTab(QWidget):
    """Periods of the engagement, figure by figure; worked out when it is first looked at."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.document = session.document
        self.outcomes: tuple[Outcome, ...] = ()
        self.trends: tuple[Trend, ...] = ()
        self._of: object = None
        self._goals: object = None
        box = rows(self, margin=8, spacing=8)
        head = columns()
        self.run = button(tr("Compare the periods"), self.compare, icon="gauge", primary=True)
        self.verdict = label("", "", wrap=True)
        head.addWidget(self.run)
        head.addWidget(self.verdict, 1)
        box.addLayout(head)
        self.table: Table[Compared] = Table(
            tr("Projected beside measured"),
            [
                Column(tr("Workload"), lambda i: anchor_name(self.document.as_is, i.component)),
                Column(tr("Figure"), lambda i: metric_name(i.metric), stretch=True),
                Column(
                    tr("Before"), lambda i: figure(i.before, i.unit), lambda i: i.before, right=True
                ),
                Column(
                    tr("Projected"),
                    lambda i: projected(i.projected.value, i.unit, i.metric),
                    lambda i: i.projected.value,
                    right=True,
                ),
                Column(tr("Band"), lambda i: band_beside(i.projected, i.metric), right=True),
                Column(
                    tr("Measured"),
                    lambda i: figure(i.measured, i.unit),
                    lambda i: i.measured,
                    right=True,
                ),
                Column(
                    tr("In the band"),
                    lambda i: tr("yes") if i.inside else tr("no"),
                    lambda i: i.inside,
                    token=lambda i: "good" if i.inside else "bad",
                ),
            ],
        )
        self.table.sortable(6)
        box.addWidget(self.table, 3)
        self.told = QPlainTextEdit()
        self.told.setReadOnly(True)
        self.told.setAccessibleName(tr("What was carried out, and why figures missed"))
        box.addWidget(self.told, 2)
        self.how = label(
            tr(
                "What was projected will stand here beside what was measured later, figure by "
                "figure. Carry out what was decided, then import the same reports of a later "
                "period into this engagement (page Reports, “Import files…”): what was changed in "
                "between is found in them."
            ),
            "muted",
            wrap=True,
        )
        self.how.setAlignment(Qt.AlignmentFlag.AlignTop)
        box.addWidget(self.how, 5)
        # A tick's text is never broken into lines: what it means stands below.
        self.record = QCheckBox(tr("Keep a track record on this machine"))
        self.record.setAccessibleDescription(tr("How many were right, without any names"))
        self.record.toggled.connect(self._switch)
        box.addWidget(self.record)
        box.addWidget(label(tr("How many were right, without any names"), "muted", wrap=True))
        self.shares = label("", "muted", wrap=True)
        box.addWidget(self.shares)
        self.document.engagementChanged.connect(self.refresh)
        self.document.stateChanged.connect(self._wished)
        session.projections.computed.connect(self._arrived)
        session.projections.failed.connect(self._failed)
        self.refresh()

    def refresh(self) -> None:
        """Mirror the engagement: what was compared before was of other reports."""
        from app.advising import track_record

        engagement = self.document.engagement
        several = engagement is not None and len({r.batch for r in engagement.readings}) > 1
        # Reports of one import may be of many days, which have a trend.
        self.run.setEnabled(engagement is not None and not self.document.pending)
        if engagement is None or engagement.readings != self._of:
            self._of = None if engagement is None else engagement.readings
            self._goals = self.document.state.goals
            self.outcomes, self.trends = (), ()
            self._show(
                tr("Compare what was projected with what was measured later.")
                if several
                else tr("One period is here; import the reports of a later one to compare.")
            )
        self.record.blockSignals(True)
        self.record.setChecked(track_record.is_on())
        self.record.blockSignals(False)

    def _wished(self) -> None:
        """Other service levels have other days."""
        if self.document.state.goals != self._goals and self.trends:
            self._of = None
            self.refresh()

    def compare(self) -> None:
        """Work it out, off the window's thread."""
        engagement = self.document.engagement
        if engagement is None:
            return
        self.run.setEnabled(False)
        self._show(tr("calculating…"))
        goals = self._goals = self.document.state.goals

        def work(cancel: Cancel) -> Iterator[object]:
            from advisor.analysis import looked_back

            yield "history", looked_back(engagement, cancel, goals)

        self.session.projections.compute(HISTORY, work)

    def _arrived(self, slot: str, result: object) -> None:
        if slot != HISTORY or not isinstance(result, tuple) or result[0] != "history":
            return
        self.run.setEnabled(True)
        self.outcomes, self.trends = result[1].outcomes, result[1].trends
        self._keep_record()
        if not self.outcomes and self.trends:
            self._show(tr("One period is here, of so many days that it shows where figures go."))
            return
        if not self.outcomes:
            self._show(tr("All reports are of one period; import those of a later one."))
            return
        last = self.outcomes[-1]
        if last.doubt:
            self._show(spoken(last.doubt))
            return
        self._show(
            several(
                "{before} to {after}: {inside} of {n} figure is inside its band.",
                "{before} to {after}: {inside} of {n} figures are inside their bands.",
                len(last.compared),
                before=last.before.day,
                after=last.after.day,
                inside=last.inside,
            )
        )

    def _failed(self, slot: str, text: str) -> None:
        if slot == HISTORY:
            self.run.setEnabled(True)
            self._show(text)

    def _show(self, verdict: str) -> None:
        self.verdict.setText(verdict)
        last = self.outcomes[-1] if self.outcomes else None
        self.table.setVisible(last is not None)
        self.told.setVisible(last is not None or bool(self.trends))
        self.how.setVisible(last is None and not self.trends)
        self.table.show_rows(() if last is None else last.compared)
        parts: list[tuple[str, ...]] = []
        if last is not None:
            parts += [tuple(self._reasons(last)), tuple(self._changes(last.carried))]
            parts += [tuple(self._loads(last)), tuple(self._bands())]
        parts.append(tuple(self._trends()))
        self.told.setPlainText("\n\n".join("\n".join(part) for part in parts if part))

    def _changes(self, carried: Sequence[Carried]) -> Iterator[str]:
        for how, text in HOW.items():
            found = [self._named(item) for item in carried if item.how == how]
            if found:
                more = len(found) - MOST_NAMED
                named = "; ".join(found[:MOST_NAMED])
                tail = "; " + tr("{n} more", n=more) if more > 0 else ""
                yield f"{tr(text)}: {named}{tail}"

    def _named(self, item: Carried) -> str:
        name = anchor_name(self.document.as_is, item.component)
        named = f"{setting_name(item.setting)} {name}"
        if item.how in ("not told", "not carried out"):
            return named
        spec = self.document.catalogue.spec(item.component.partition(":")[0], item.setting)
        unit = "" if spec is None else spec.unit
        return f"{named} {figure(item.before)} → {figure(item.after, unit)}"

    def _loads(self, last: Outcome) -> Iterator[str]:
        for anchor, growth in last.load.items():
            name = anchor_name(self.document.as_is, anchor)
            yield tr(
                "Load of {name}: {growth:+.0f} %, taken into account", name=name, growth=growth
            )

    def _bands(self) -> Iterator[str]:
        engagement = self.document.engagement
        further = {} if engagement is None else engagement.baseline.past.experience
        for model, figures in sorted(further.items()):
            for name, seen in sorted(figures.items()):
                if not seen.reason:  # as wide as the model makes them
                    continue
                what = metric_name(name) if name else tr("other figures")
                yield tr(
                    "Further bands of {model}, {figure}: {reason}",
                    model=model,
                    figure=what,
                    reason=spoken(seen.reason),
                )

    def _trends(self) -> Iterator[str]:
        from advisor.history.telling import trend_sentence

        if self.trends:
            yield tr("Where it goes (the busiest interval of every day):")
        for item in self.trends:
            yield spoken(trend_sentence(item))

    def _reasons(self, last: Outcome) -> Iterator[str]:
        for miss in last.missed[:MOST_NAMED]:
            yield f"{anchor_name(self.document.as_is, miss.component)}: {spoken(miss.sentence)}"
        if last.worse:
            named = ", ".join(
                f"{metric_name(item.metric)} {anchor_name(self.document.as_is, item.component)}"
                for item in last.worse[:MOST_NAMED]
            )
            yield tr("Got worse, and nobody had said so: {what}", what=named)

    # -- the track record ----------------------------------------------------------------------

    def _switch(self, on: bool) -> None:
        from app.advising import track_record
        from app.errors import InputProblem

        try:
            if on:
                track_record.switch_on()
            else:
                track_record.switch_off()
        except InputProblem as wrong:
            self.document.notice.emit("warning", str(wrong))
        self._keep_record()

    def _keep_record(self) -> None:
        from advisor.history.record import entries, shares
        from app.advising import track_record

        if not track_record.is_on():
            self.shares.setText("")
            return
        for outcome in self.outcomes:
            track_record.add(entries(outcome))
        found = shares(track_record.read())
        said = [
            tr(
                "{of}: {inside} of {n} inside their bands",
                of=share.of or tr("Everything"),
                inside=share.inside,
                n=share.n,
            )
            for share in (*found["all"], *found["model"])
        ]
        self.shares.setText("   ".join(said) or tr("Nothing is recorded yet."))
