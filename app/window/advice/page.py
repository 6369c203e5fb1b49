"""The Advice page: the list of findings with its filters, the finding's page, the plan."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QUrl
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from app.window.advice.every import EveryRule
from app.window.advice.finding import finding_html
from app.window.advice.gains import (
    banded_text,
    base_text,
    is_gain,
    owner_of,
    risk_of,
    worth_key,
)
from app.window.advice.grouping import GROUPINGS, grouping
from app.window.advice.plan import PlanPage
from app.window.canvas.picker import matches
from app.window.charts import Bar, BarChart
from app.window.i18n import language, mark, spoken, tr
from app.window.i18n.numbers import signed_percent, speech
from app.window.metrics import (
    EFFORT_ORDER,
    EFFORTS,
    RISKS,
    SEVERITIES,
    SEVERITY_ORDER,
    VERDICTS,
    short_name,
    subsystem_name,
)
from app.window.names import component_name
from app.window.services.projection import COPY
from app.window.session import Session
from app.window.theme import theme
from app.window.widgets.basics import PART, button, clear, columns, label, rows
from app.window.widgets.due import Due
from app.window.widgets.flow import FlowLayout
from app.window.widgets.inputs import ComboBox, Line, Tabs
from app.window.widgets.overflow import Beside, Overflow
from app.window.widgets.placed import Placed
from app.window.widgets.ring import Ring
from app.window.widgets.table import Column, Table
from app.window.widgets.whole_rows import WholeLines

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from PySide6.QtGui import QResizeEvent

    from advisor.findings import Finding
    from app.window.services.worker import Cancel
    from model.topology import Change

MOST_BARS = 3


TALL_FROM = 600
"""From which height of the window, in pixels of the design, a finding's page has its chart."""

WITH_PLAN = mark(
    "It pays on top of the plan, and may cost without it: the plan's other steps are in the "
    "scenario, too."
)


class AdvicePage(Placed):
    """Findings and plan."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("page")
        self.session = session
        self.document = session.document
        self._charted = self._mirroring = False
        self._keep: Callable[[Finding], bool] = lambda _finding: True
        px = theme().px
        whole = QVBoxLayout(self)
        whole.setContentsMargins(px(16), px(12), px(16), px(12))
        whole.setSpacing(px(8))
        self.tabs = Tabs()
        self.tabs.setAccessibleName(tr("Advice"))
        self.tabs.tabBar().setAccessibleName(tr("Advice"))
        self.plan = PlanPage(session)
        self.rules = EveryRule()
        self.tabs.addTab(self._findings(), tr("Findings"))
        self.tabs.addTab(self.plan, tr("Plan"))
        self.tabs.addTab(self.rules, tr("All rules"))
        whole.addWidget(label(tr("Advice"), "title"))
        whole.addWidget(self.tabs, 1)
        session.projections.computed.connect(self._computed)
        self.document.engagementChanged.connect(self.refresh)
        self.document.stateChanged.connect(Due(self, self._decisions).ask)
        theme().follow(self, self._show)
        self.refresh()

    def _findings(self) -> QWidget:
        left = QWidget()
        box = rows(left, margin=0, spacing=8)
        self.search = Line()
        self.search.setPlaceholderText(tr("Filter findings"))
        self.search.setAccessibleName(tr("Filter findings"))
        self.search.setMinimumWidth(theme().px(176))
        self.search.textChanged.connect(self._filter)
        self.subsystem = ComboBox()
        self.subsystem.setAccessibleName(tr("Subsystem"))
        self.subsystem.activated.connect(self._filter)
        self.verdict = ComboBox()
        self.verdict.setAccessibleName(tr("Decision"))
        self.verdict.addItem(tr("All decisions"), "")
        self.verdict.addItem(tr("open"), "open")
        for name, text in VERDICTS.items():
            self.verdict.addItem(tr(text), name)
        self.verdict.activated.connect(self._filter)
        self.owner = ComboBox()
        self.owner.setAccessibleName(tr("Who does it"))
        self.effort = ComboBox()
        self.effort.setAccessibleName(tr("Takes effect"))
        for filtering in (self.owner, self.effort):
            filtering.activated.connect(self._filter)
        self.group_box = ComboBox()
        self.group_box.setAccessibleName(tr("How findings are put together"))
        for name, text in GROUPINGS.items():
            self.group_box.addItem(tr(text), name)
        self.group_box.activated.connect(self._group)
        lists = (self.subsystem, self.owner, self.effort, self.verdict, self.group_box)
        self.filters = Overflow(tr("More filters"), (self.search, *lists), spacing=8)
        box.addWidget(self.filters)
        alone = tr("Alone, without the plan's other steps")
        self.table: Table[Finding] = Table(
            tr("Findings"),
            [
                Column(
                    tr("Component and finding"),
                    lambda f: spoken(f.title),
                    lambda f: (self._component(f.component).casefold(), spoken(f.title)),
                    stretch=True,
                    hint=lambda f: f"{f.rule}\n{spoken(f.title)}",
                    below=lambda f: PART.join(
                        # First what it is told against: the end is cut where there is no room.
                        x
                        for x in (base_text(f), self._component(f.component), f.rule)
                        if x
                    ),
                ),
                Column(
                    tr("Worth"),
                    self._worth,
                    worth_key,
                    right=True,
                    width=168,
                    token=lambda f: "good" if is_gain(f) else "",
                    hint=lambda f: f"{self._worth(f)}\n{banded_text(f)}\n{base_text(f) or alone}",
                    below=banded_text,
                ),
                Column(
                    tr("Severity"),
                    lambda f: tr(SEVERITIES[f.severity]),
                    lambda f: SEVERITY_ORDER.index(f.severity),
                    token=lambda f: "bad" if f.severity == "high" else "",
                    width=92,
                    below=self._verdict_text,
                    spare=True,
                ),
                Column(
                    tr("Takes effect"),
                    lambda f: tr(EFFORTS[f.effort]),
                    lambda f: (EFFORT_ORDER.index(f.effort), risk_of(f)),
                    width=108,
                    hint=lambda f: spoken(f.risk.referring),
                    below=lambda f: tr(RISKS[risk_of(f)]),
                    spare=True,
                ),
            ],
        )
        self.table.sortable(1, descending=True)
        self.table.selectionModel().selectionChanged.connect(self._show)
        # Two findings below the heads, where the window is low: the page scrolls then.
        self.table.setMinimumHeight(theme().px(160))
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
        WholeLines(self.text)
        Ring(self.text)
        self.chart = BarChart(tr("After against before (line: today)"))
        self.reason = Line()
        self.reason.setPlaceholderText(tr("Reason (kept with the decision)"))
        self.reason.setAccessibleName(tr("Reason for the decision"))
        # However long the button beside it says what it does.
        self.reason.setMinimumWidth(px_of(112))
        self.decision = label("", "muted", wrap=True)
        act = FlowLayout()
        self.buttons = {
            "accepted": button(tr("Accept")),
            "rejected": button(tr("Reject")),
            "deferred": button(tr("Defer")),
            "done": button(tr("Carried out")),
        }
        for name, made in self.buttons.items():
            made.setCheckable(True)
            made.toggled.connect(partial(self._toggled, name))
            made.setProperty("verdict", name)
            act.addWidget(made)
        self.buttons["rejected"].setToolTip(tr("Rejected findings stay out of the plan"))
        self.buttons["done"].setToolTip(
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
        # Above the buttons, which stay under the pointer when there is a decision to be told.
        page.addWidget(self.decision)
        page.addLayout(why)
        page.addLayout(act)
        left.setMinimumWidth(px_of(200))
        splitter = Beside(left, right, sizes=(640, 456))
        splitter.setStretchFactor(0, 1)
        splitter.setStretchFactor(1, 1)
        return splitter

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    def _make_room(self) -> None:
        """In a low window the chart, whose figures the text has too, leaves it to the decision."""
        tall = self.window().height() / theme().scale >= TALL_FROM
        # A title of two lines, and as much of the text as tells whether to read on; in a low window
        # with large letters less of it, so that no button of the decision is below the edge.
        self.text.setMinimumHeight(theme().px(176 if tall else 128))
        self.chart.setVisible(self._charted and tall)
        self.filters.set_lines(2 if tall else 1)

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
            self.subsystem.addItem(subsystem_name(name), name)
        self.subsystem.setCurrentIndex(max(self.subsystem.findData(kept), 0))
        owners = sorted({owner_of(f) for f in findings} - {""}, key=spoken)
        _offer(self.owner, tr("Anybody"), [(spoken(name), name) for name in owners])
        efforts = sorted({f.effort for f in findings}, key=EFFORT_ORDER.index)
        _offer(self.effort, tr("Any window"), [(tr(EFFORTS[name]), name) for name in efforts])
        self._mirroring = True
        self.table.show_grouped(findings, grouping(self.group_box.currentData(), engagement))
        # Until something is decided its column would only take the room of the titles.
        self.rules.show_outcomes(() if engagement is None else engagement.outcomes)
        self._count()
        if chosen is None or not self.table.choose(lambda f: f.id == chosen.id):
            self.table.choose(lambda f: True)
        self._mirroring = False
        self._decisions()
        self._show()

    def _decisions(self) -> None:
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
                    text + "  ×",
                    partial(self.document.decide, finding, None),
                    link=True,
                    name=tr("Not carried out after all: {text}", text=text),
                )
            )

    def _component(self, component: str) -> str:
        topology = self.document.as_is
        return component_name(topology, component)

    def _kind(self, finding: Finding) -> str | None:
        """The kind of the workload that a finding's projection is of, as in the report."""
        from advisor.report.wording import kind_of_workload

        engagement = self.document.engagement
        return None if engagement is None else kind_of_workload(engagement, finding.component)

    def _worth(self, finding: Finding) -> str:
        from advisor.report.figures import worth_parts

        parts = worth_parts(finding, self._kind(finding), speech())
        return "; ".join(parts[:2]) or "–"

    def _verdict_text(self, finding: Finding) -> str:
        decision = self.document.state.decisions.get(finding.id)
        return "" if decision is None else tr(VERDICTS[decision.verdict])

    def _group(self) -> None:
        """Put the findings together as the list says; the chosen one stays chosen."""
        chosen = self.table.current()
        self.table.group(grouping(self.group_box.currentData(), self.document.engagement))
        self._filter()
        if chosen is None or not self.table.choose(lambda f: f.id == chosen.id):
            self.table.choose(lambda f: True)

    def _filter(self) -> None:
        typed = self.search.text()
        subsystem = self.subsystem.currentData()
        verdict = self.verdict.currentData()
        owner, effort = self.owner.currentData(), self.effort.currentData()

        def keep(finding: Finding) -> bool:
            text = f"{spoken(finding.title)} {finding.rule} {self._component(finding.component)}"
            if matches(text, typed) in (None, 3):
                return False
            if subsystem and finding.subsystem != subsystem:
                return False
            if (owner and owner_of(finding) != owner) or (effort and finding.effort != effort):
                return False
            decision = self.document.state.decisions.get(finding.id)
            found = "open" if decision is None else decision.verdict
            return not verdict or found == verdict

        self._keep = keep
        self.table.proxy.keep(keep)
        self._count()

    def _count(self) -> None:
        """How many there are, and how many filters show, which may be folded away."""
        findings = self.table.rows_model.rows
        count, shown = len(findings), sum(map(self._keep, findings))
        said = tr("{n} of {count}", n=shown, count=count) if shown < count else str(count)
        self.tabs.setTabText(0, tr("Findings") + (f"  {said}" if count else ""))

    def _alone(self, finding: Finding) -> str:
        """What the figures of a step of the plan leave out."""
        from advisor.report.figures import told_alone

        engagement = self.document.engagement
        return "" if engagement is None else told_alone(engagement.plan, finding, speech())

    def _nothing(self) -> str:
        """Why no finding is on show."""
        if self.table.rows_model.rows:
            return tr("No finding is chosen.")
        if not self.document.has_reports:
            return tr(
                "Findings rest on what reports show, and no report was read. What was built by "
                "hand can be changed and projected under What-if."
            )
        return tr("Nothing was found. “All rules” says why.")

    def _show(self) -> None:
        if self._mirroring:
            return  # shown once all is there
        finding = self.table.current()
        self.try_it.setEnabled(finding is not None and bool(finding.changes))
        beside = finding is not None and finding.beside_plan
        self.try_it.setText(tr("Try it with the plan") if beside else tr("Try it"))
        self.try_it.setAccessibleName(self.try_it.text())
        self.chart.set_title(
            tr("After against before (line: the plan without it)")
            if beside
            else tr("After against before (line: today)")
        )
        for made in self.buttons.values():
            made.setEnabled(finding is not None)
        self.copy.setEnabled(finding is not None and not self.document.pending)
        if finding is None:
            said = self.document.waiting if self.document.pending else self._nothing()
            self.text.setHtml(f"<p>{said}</p>")
            self.chart.show_bars([])
            self._charted = False
            self._make_room()
            self.decision.setText("")
            return
        name = self._component(finding.component)
        self.text.setHtml(finding_html(finding, name, self._kind(finding), self._alone(finding)))
        bars = [
            Bar(
                short_name(e.metric),
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
        self.chart.show_bars(bars)
        self._charted = bool(bars)
        self._make_room()
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
        # While nothing is decided there is nothing to say, and the text above gets the room.
        self.decision.setVisible(decision is not None)
        if decision is not None:
            reason = f": {decision.reason}" if decision.reason else ""
            self.decision.setText(tr(VERDICTS[decision.verdict]).capitalize() + reason)

    # -- acting ----------------------------------------------------------------------------------

    def place(self) -> object:
        """The finding on show and the tab."""
        finding = self.table.current()
        return None if finding is None else (finding.id, self.tabs.currentIndex())

    def go_to(self, place: object) -> None:
        """A finding, and the tab; filters stay as they are if it is among what they show."""
        if isinstance(place, tuple) and len(place) == 2:
            finding, tab = place
            if not self.table.choose(lambda f: f.id == finding):
                self.show_finding(str(finding))
            self.tabs.setCurrentIndex(int(tab))

    def show_finding(self, finding: str) -> None:
        """Go to a finding."""
        self.tabs.setCurrentIndex(0)
        self.search.clear()
        for filtering in (self.subsystem, self.owner, self.effort, self.verdict):
            filtering.setCurrentIndex(0)
        self._filter()
        self.table.choose(lambda f: f.id == finding)

    def _toggled(self, verdict: str, on: bool) -> None:
        """Somebody pressed it, where it does not mirror the decision."""
        finding = self.table.current()
        decision = None if finding is None else self.document.state.decisions.get(finding.id)
        if on != (decision is not None and decision.verdict == verdict):
            self.decide(verdict)
            self._show_decision()

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
        changes = self._tried(finding)
        if self.document.scenario is None:
            self.document.branch(changes, name=spoken(finding.title), note=finding.rule)
        else:
            refusal = self.document.apply(tr("Try {title}", title=spoken(finding.title)), changes)
            if refusal is not None:
                self.document.notice.emit("warning", refusal)
                return
        if finding.beside_plan:
            self.document.notice.emit("info", tr(WITH_PLAN))

    def _tried(self, finding: Finding) -> tuple[Change, ...]:
        """Its changes; of one that pays beside the plan only, the rest of the plan first."""
        if finding.tried_with:
            return finding.tried_with
        engagement = self.document.engagement
        if engagement is None or not finding.beside_plan:
            return finding.changes
        from advisor.rules.settling import merged_changes

        by_id = {one.id: one for one in engagement.findings}
        steps = [by_id[step.finding] for step in engagement.plan.steps if step.finding in by_id]
        return merged_changes([*(one for one in steps if one.id != finding.id), finding])

    def _follow(self, url: QUrl) -> None:
        finding = self.table.current()
        if finding is not None and url.scheme() == "evidence":
            evidence = finding.evidence[int(url.path())]
            self.document.evidenceWanted.emit(evidence.file, evidence.line)


def _offer(filtering: ComboBox, everything: str, choices: list[tuple[str, str]]) -> None:
    """Fill a filter anew; what was chosen stays where it is still offered."""
    kept = filtering.currentData()
    filtering.clear()
    filtering.addItem(everything, "")
    for text, name in choices:
        filtering.addItem(text, name)
    filtering.setCurrentIndex(max(filtering.findData(kept), 0))


def px_of(pixels: int) -> int:
    """Design pixels at the current scale."""
    return theme().px(pixels)
