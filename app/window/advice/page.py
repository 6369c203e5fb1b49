"""The Advice page: the list of findings with its filters, the finding's page, the plan."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QComboBox,
    QLineEdit,
    QSplitter,
    QTabWidget,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from app.window.advice.finding import finding_html
from app.window.advice.plan import PlanPage
from app.window.canvas.picker import matches
from app.window.charts import Bar, BarChart
from app.window.i18n import language, mark, spoken, tr
from app.window.i18n.numbers import percent_band, signed_percent
from app.window.metrics import (
    EFFORT_ORDER,
    EFFORTS,
    OUTCOMES,
    SEVERITIES,
    SEVERITY_ORDER,
    VERDICTS,
    metric_name,
)
from app.window.services.projection import COPY
from app.window.session import Session
from app.window.theme import theme
from app.window.widgets.basics import button, clear, columns, label, rows
from app.window.widgets.table import Column, Table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from advisor.findings import Finding, RuleOutcome
    from app.window.services.worker import Cancel

SHORT_NAMES = {
    "etr_per_s": mark("ETR"),
    "itr_per_cpu_s": mark("ITR"),
    "response_ms": mark("Response"),
    "cpu_s_per_s": mark("CPU"),
    "storage_mb": mark("Storage"),
}
MOST_BARS = 3
HEADLINES = ("etr_per_s", "itr_per_cpu_s", "response_ms", "cpu_s_per_s", "storage_mb")


def main_gain(finding: Finding) -> float | None:
    """The finding's change of its first headline metric that moves, in per cent."""
    for metric in HEADLINES:
        effect = finding.effect(metric)
        if effect is not None and effect.change_pct is not None and abs(effect.change_pct) >= 0.05:
            return (
                effect.change_pct
                if metric in ("etr_per_s", "itr_per_cpu_s")
                else -effect.change_pct
            )
    return None


def gain_key(finding: Finding) -> float:
    """Sorts by gain in speed or CPU first; storage given back counts little beside them."""
    gain = main_gain(finding)
    if gain is None:
        return -1e9
    moves = any(
        e.metric != "storage_mb" and e.change_pct is not None and abs(e.change_pct) >= 0.05
        for e in finding.projection
    )
    return gain if moves else gain / 1000.0


def _gain_text(finding: Finding) -> str:
    for metric in HEADLINES:
        effect = finding.effect(metric)
        if effect is not None and effect.change_pct is not None and abs(effect.change_pct) >= 0.05:
            return f"{signed_percent(effect.change_pct)} {tr(SHORT_NAMES[metric])}"
    return "–"


def _band_text(finding: Finding) -> str:
    for metric in HEADLINES:
        effect = finding.effect(metric)
        if effect is None or effect.change_pct is None or not effect.before:
            continue
        if abs(effect.change_pct) < 0.05 or effect.after.high <= effect.after.low:
            continue
        low = (effect.after.low / effect.before - 1) * 100
        high = (effect.after.high / effect.before - 1) * 100
        return percent_band(low, high)
    return ""


class AdvicePage(QWidget):
    """Findings and plan."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("page")
        self.session = session
        self.document = session.document
        px = theme().px
        whole = QVBoxLayout(self)
        whole.setContentsMargins(px(16), px(12), px(16), px(12))
        whole.setSpacing(px(8))
        self.tabs = QTabWidget()
        self.tabs.setAccessibleName(tr("Advice"))
        self.tabs.tabBar().setAccessibleName(tr("Advice"))
        self.plan = PlanPage(session)
        self.rest: Table[RuleOutcome] = Table(
            tr("All rules"),
            [
                Column(tr("Rule"), lambda o: o.rule),
                Column(tr("Outcome"), lambda o: tr(OUTCOMES[o.outcome])),
                Column(tr("Why"), lambda o: spoken(o.sentence), stretch=True),
                Column(tr("Report that would tell"), lambda o: spoken(o.missing_report)),
            ],
        )
        self.rest.sortable(0)
        self.tabs.addTab(self._findings(), tr("Findings"))
        self.tabs.addTab(self.plan, tr("Plan"))
        self.tabs.addTab(self.rest, tr("All rules"))
        whole.addWidget(label(tr("Advice"), "title"))
        whole.addWidget(self.tabs, 1)
        session.projections.computed.connect(self._computed)
        self.document.engagementChanged.connect(self.refresh)
        self.document.stateChanged.connect(self._decisions)
        theme().changed.connect(self._show)
        self.refresh()

    def _findings(self) -> QWidget:
        left = QWidget()
        box = rows(left, margin=0, spacing=8)
        filters = columns(spacing=8)
        self.search = QLineEdit()
        self.search.setPlaceholderText(tr("Filter findings"))
        self.search.setAccessibleName(tr("Filter findings"))
        self.search.textChanged.connect(self._filter)
        self.subsystem = QComboBox()
        self.subsystem.setAccessibleName(tr("Subsystem"))
        self.subsystem.activated.connect(self._filter)
        self.verdict = QComboBox()
        self.verdict.setAccessibleName(tr("Decision"))
        self.verdict.addItem(tr("All decisions"), "")
        self.verdict.addItem(tr("open"), "open")
        for name, text in VERDICTS.items():
            self.verdict.addItem(tr(text), name)
        self.verdict.activated.connect(self._filter)
        filters.addWidget(self.search, 1)
        filters.addWidget(self.subsystem)
        filters.addWidget(self.verdict)
        box.addLayout(filters)
        self.table: Table[Finding] = Table(
            tr("Findings"),
            [
                Column(
                    tr("Component and finding"),
                    lambda f: spoken(f.title),
                    lambda f: (self._component(f.component).casefold(), spoken(f.title)),
                    stretch=True,
                    hint=lambda f: f"{f.rule}\n{spoken(f.title)}",
                    below=lambda f: f"{self._component(f.component)}  ·  {f.rule}",
                ),
                Column(
                    tr("Gain"),
                    _gain_text,
                    gain_key,
                    right=True,
                    width=136,
                    token=lambda f: "good" if (main_gain(f) or 0) > 0 else "",
                ),
                Column(tr("Band"), _band_text, right=True, width=112),
                Column(
                    tr("Severity"),
                    lambda f: tr(SEVERITIES[f.severity]),
                    lambda f: SEVERITY_ORDER.index(f.severity),
                    token=lambda f: "bad" if f.severity == "high" else "",
                    width=76,
                ),
                Column(
                    tr("Takes effect"),
                    lambda f: tr(EFFORTS[f.effort]),
                    lambda f: EFFORT_ORDER.index(f.effort),
                    width=92,
                ),
                Column(tr("Decision"), self._verdict_text, width=92),
            ],
        )
        self.table.sortable(1, descending=True)
        self.table.selectionModel().selectionChanged.connect(self._show)
        box.addWidget(self.table, 1)
        self.carried = QWidget()
        self._carried = rows(self.carried, margin=0, spacing=2)
        box.addWidget(self.carried)
        right = QWidget()
        page = rows(right, margin=12, spacing=8)
        self.text = QTextBrowser()
        self.text.setObjectName("finding")
        self.text.setOpenLinks(False)
        self.text.setAccessibleName(tr("The finding"))
        self.text.anchorClicked.connect(self._follow)
        self.chart = BarChart(tr("After against before (line: today)"))
        self.reason = QLineEdit()
        self.reason.setPlaceholderText(tr("Reason (kept with the decision)"))
        self.reason.setAccessibleName(tr("Reason for the decision"))
        self.decision = label("", "muted", wrap=True)
        act = columns(spacing=8)
        self.buttons = {
            "accepted": button(tr("Accept"), lambda: self.decide("accepted"), icon="check"),
            "rejected": button(tr("Reject"), lambda: self.decide("rejected"), icon="x"),
            "deferred": button(tr("Defer"), lambda: self.decide("deferred"), icon="clock"),
        }
        for name, made in self.buttons.items():
            made.setCheckable(True)
            made.setProperty("verdict", name)
            act.addWidget(made)
        act.addStretch(1)
        done = self.buttons["done"] = button(
            tr("Carried out"), lambda: self.decide("done"), icon="check"
        )
        done.setCheckable(True)
        done.setToolTip(
            tr("Carried out since the figures were measured: not advised again until a new report")
        )
        self.copy = button("", self.copy_finding, icon="copy", flat=True, name=tr("Copy as text"))
        why = columns(spacing=8)
        why.addWidget(self.copy)
        why.addWidget(self.reason, 1)
        self.try_it = button(tr("Try it"), self.try_finding, icon="git-branch", primary=True)
        self.try_it.setToolTip(tr("Put this change into the scenario on show"))
        why.addWidget(self.try_it)
        page.addWidget(self.text, 1)
        page.addWidget(self.chart)
        page.addLayout(why)
        page.addLayout(act)
        last = columns(spacing=8)
        last.addWidget(done)
        last.addWidget(self.decision, 1)
        page.addLayout(last)
        splitter = QSplitter(Qt.Orientation.Horizontal)
        splitter.addWidget(left)
        splitter.addWidget(right)
        left.setMinimumWidth(px_of(360))
        splitter.setSizes([px_of(720), px_of(400)])
        splitter.setStretchFactor(0, 3)
        splitter.setStretchFactor(1, 2)
        splitter.setChildrenCollapsible(False)
        return splitter

    # -- mirroring -------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Mirror the engagement's findings."""
        engagement = self.document.engagement
        findings = () if engagement is None else engagement.findings
        chosen = self.table.current()
        names = sorted({f.subsystem for f in findings})
        kept = self.subsystem.currentData()
        self.subsystem.clear()
        self.subsystem.addItem(tr("All subsystems"), "")
        for name in names:
            self.subsystem.addItem(name, name)
        self.subsystem.setCurrentIndex(max(self.subsystem.findData(kept), 0))
        self.table.show_rows(findings)
        self.rest.show_rows(() if engagement is None else engagement.outcomes)
        self.tabs.setTabText(0, tr("Findings") + (f"  {len(findings)}" if findings else ""))
        if chosen is None or not self.table.choose(lambda f: f.id == chosen.id):
            self.table.choose(lambda f: True)
        self._decisions()
        self._show()

    def _decisions(self) -> None:
        # The column takes no room while nothing of what is listed is decided.
        decided = self.document.state.decisions
        self.table.setColumnHidden(5, not any(f.id in decided for f in self.table.rows_model.rows))
        self.table.viewport().update()
        self._show_carried()
        self._show_decision()

    def _show_carried(self) -> None:
        """List what was carried out: it is no finding any more, but may be taken back."""
        clear(self._carried)
        done = sorted(k for k, d in self.document.state.decisions.items() if d.verdict == "done")
        self.carried.setVisible(bool(done))
        if not done:
            return
        self._carried.addWidget(label(tr("Carried out").upper(), "group"))
        for finding in done:
            rule, _, component = finding.partition("@")
            reason = self.document.state.decisions[finding].reason
            text = "  ·  ".join(x for x in (self._component(component), rule, reason) if x)
            self._carried.addWidget(
                button(
                    text + "  ✕",
                    partial(self.document.decide, finding, None),
                    link=True,
                    name=tr("Not carried out after all: {text}", text=text),
                )
            )

    def _component(self, component: str) -> str:
        topology = self.document.as_is
        return topology[component].name if component in topology else component

    def _kind(self, finding: Finding) -> str | None:
        """The kind of the workload that a finding's projection is of, as in the report."""
        from advisor.report.wording import workload_of

        engagement = self.document.engagement
        if engagement is None:
            return None
        anchor = workload_of(engagement, finding.component)
        found = engagement.installation.topology.components.get(anchor or "")
        return None if found is None else found.kind

    def _verdict_text(self, finding: Finding) -> str:
        decision = self.document.state.decisions.get(finding.id)
        return "" if decision is None else tr(VERDICTS[decision.verdict])

    def _filter(self) -> None:
        typed = self.search.text()
        subsystem = self.subsystem.currentData()
        verdict = self.verdict.currentData()

        def keep(finding: Finding) -> bool:
            text = f"{spoken(finding.title)} {finding.rule} {self._component(finding.component)}"
            if matches(text, typed) in (None, 3):
                return False
            if subsystem and finding.subsystem != subsystem:
                return False
            decision = self.document.state.decisions.get(finding.id)
            found = "open" if decision is None else decision.verdict
            return not verdict or found == verdict

        self.table.proxy.keep(keep)

    def _show(self) -> None:
        finding = self.table.current()
        self.try_it.setEnabled(finding is not None and bool(finding.changes))
        for made in self.buttons.values():
            made.setEnabled(finding is not None)
        self.copy.setEnabled(finding is not None and not self.document.pending)
        if finding is None:
            nothing = tr("Nothing was found, or nothing is chosen. “All rules” says why.")
            said = self.document.waiting if self.document.pending else nothing
            self.text.setHtml(f"<p>{said}</p>")
            self.chart.show_bars([])
            self.chart.hide()
            self.decision.setText("")
            return
        name = self._component(finding.component)
        self.text.setHtml(finding_html(finding, name, self._kind(finding)))
        bars = [
            Bar(
                metric_name(e.metric),
                e.after.value / e.before,
                signed_percent(e.change_pct),
                e.after.low / e.before if e.after.high > e.after.low else None,
                e.after.high / e.before if e.after.high > e.after.low else None,
                1.0,
            )
            for e in finding.projection
            if e.before and e.change_pct is not None and abs(e.change_pct) >= 0.05
        ]
        # No more room than its bars take: the text above needs it.
        bars = bars[:MOST_BARS]
        self.chart.setFixedHeight(px_of(34 + 22 * len(bars)))
        self.chart.setVisible(bool(bars))
        self.chart.show_bars(bars)
        decision = self.document.state.decisions.get(finding.id)
        self.reason.setText("" if decision is None else decision.reason)
        self._show_decision()

    def _show_decision(self) -> None:
        finding = self.table.current()
        if finding is None:
            return
        decision = self.document.state.decisions.get(finding.id)
        for name, made in self.buttons.items():
            made.setChecked(decision is not None and decision.verdict == name)
        if decision is None:
            self.decision.setText(tr("Not decided yet. Rejected findings stay out of the plan."))
        else:
            reason = f": {decision.reason}" if decision.reason else ""
            self.decision.setText(tr(VERDICTS[decision.verdict]).capitalize() + reason)

    # -- acting ----------------------------------------------------------------------------------

    def show_finding(self, finding: str) -> None:
        """Go to a finding."""
        self.tabs.setCurrentIndex(0)
        self.search.clear()
        self.subsystem.setCurrentIndex(0)
        self.verdict.setCurrentIndex(0)
        self._filter()
        self.table.choose(lambda f: f.id == finding)

    def decide(self, verdict: str) -> None:
        """Accept, reject, defer the finding on show or say it was done; once more takes it back."""
        finding = self.table.current()
        if finding is None:
            return
        decision = self.document.state.decisions.get(finding.id)
        reason = self.reason.text().strip()
        if decision is not None and decision.verdict == verdict and decision.reason == reason:
            self.document.decide(finding.id, None)
        else:
            self.document.decide(finding.id, verdict, reason)  # type: ignore[arg-type]

    def copy_finding(self) -> None:
        """The finding on show as text on the clipboard, as the report prints it."""
        finding, engagement = self.table.current(), self.document.engagement
        if finding is None or engagement is None or self.document.pending:
            return

        def work(_cancel: Cancel) -> Iterator[object]:
            from advisor.report.document import ReportOptions, build_document, plain_copy
            from advisor.report.writer import Writer

            options = ReportOptions(language="de" if language() == "de" else "en")
            number = Writer(engagement, options).number_of[finding.id]
            yield "text", plain_copy(build_document(engagement, options), number)

        self.session.projections.compute(COPY, work)

    def _computed(self, slot: str, result: object) -> None:
        if slot == COPY and isinstance(result, tuple):
            QGuiApplication.clipboard().setText(result[1])
            self.document.notice.emit("info", tr("The finding is on the clipboard."))

    def try_finding(self) -> None:
        """Put the finding's changes into the scenario on show (or start one)."""
        finding = self.table.current()
        if finding is None:
            return
        if self.document.scenario is None:
            self.document.branch(finding.changes, name=spoken(finding.title), note=finding.rule)
        else:
            refusal = self.document.apply(
                tr("Try {title}", title=spoken(finding.title)), finding.changes
            )
            if refusal is not None:
                self.document.notice.emit("warning", refusal)

    def _follow(self, url: QUrl) -> None:
        finding = self.table.current()
        if finding is not None and url.scheme() == "evidence":
            evidence = finding.evidence[int(url.path())]
            self.document.evidenceWanted.emit(evidence.file, evidence.line)


def px_of(pixels: int) -> int:
    """Design pixels at the current scale."""
    return theme().px(pixels)
