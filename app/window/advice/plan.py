"""The plan: limits and goal, the steps with their joint projection, interactions."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from html import escape
from typing import TYPE_CHECKING

from PySide6.QtWidgets import (
    QCheckBox,
    QGridLayout,
    QLineEdit,
    QTextBrowser,
    QWidget,
)

from app.window.advice.finding import effects_html
from app.window.advice.gains import base_text, gain_text
from app.window.charts import FrontChart, Option
from app.window.i18n import several, spoken, tr
from app.window.i18n.numbers import parse_number, plain, signed_percent
from app.window.metrics import GOALS
from app.window.names import numbered
from app.window.services.projection import GOALS as JUDGED
from app.window.session import Session
from app.window.shell.figures import anchor_name
from app.window.theme import theme
from app.window.widgets.basics import button, card, columns, label, restyle, rows
from app.window.widgets.due import Due
from app.window.widgets.flow import FlowLayout
from app.window.widgets.inputs import ComboBox, Line
from app.window.widgets.overflow import Beside
from app.window.widgets.whole_rows import WholeLines
from model.topology import Change, Scenario

if TYPE_CHECKING:
    from collections.abc import Iterator

    from advisor.engagement import Constraints, Engagement
    from advisor.findings import Finding, ParetoPoint, Plan
    from app.window.services.worker import Cancel


LEAST = ("min_gain_pct", "min_share_pct")
"""Limits that have a value where nothing is typed, and may be 0: take everything."""


class PlanPage(QWidget):
    """Limits on top, the plan below."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        from advisor.engagement import Constraints

        super().__init__(parent)
        self.session = session
        self.document = session.document
        px = theme().px
        box = rows(self, margin=0, spacing=8)
        limits = card()
        grid = QGridLayout(limits)
        grid.setContentsMargins(px(12), px(8), px(12), px(8))
        grid.setHorizontalSpacing(px(12))
        self.goal = ComboBox()
        self.goal.setAccessibleName(tr("Goal of the plan"))
        for name, text in GOALS.items():
            self.goal.addItem(tr(text), name)
        self.no_paging = QCheckBox(tr("No paging"))
        self.dynamic = QCheckBox(tr("Without restarts"))
        self.risky = QCheckBox(tr("High risk as well"))
        for tick in (self.no_paging, self.dynamic, self.risky):
            tick.setAccessibleName(tick.text())
        self.fields: dict[str, QLineEdit] = {}
        first, second = FlowLayout(spacing=12), FlowLayout(spacing=12)
        first.addWidget(label(tr("Goal"), "muted"))
        for widget in (self.goal, self.no_paging, self.dynamic, self.risky):
            first.addWidget(widget)
        for name, text in (
            ("max_changes", tr("At most changes")),
            ("max_real_storage_gb", tr("At most storage, GB")),
            ("max_cps", tr("At most CPs")),
            ("min_gain_pct", tr("At least gain, %")),
            ("min_share_pct", tr("At least of the whole, %")),
        ):
            field = Line()
            field.setAccessibleName(text)
            field.setPlaceholderText(
                plain(getattr(Constraints(), name), 2) if name in LEAST else tr("no limit")
            )
            field.setFixedWidth(px(104))
            pair = QWidget()
            beside = columns(pair, spacing=6)
            beside.addWidget(label(text, "muted"))
            beside.addWidget(field)
            second.addWidget(pair)
            self.fields[name] = field
        grid.addLayout(first, 0, 0)
        grid.addLayout(second, 1, 0)
        grid.setColumnStretch(0, 1)
        self.solve = button(tr("Find the best plan"), self._solve, icon="target", primary=True)
        self.apply = button(tr("Make it a scenario"), self.make_scenario, icon="git-branch")
        act = FlowLayout()
        act.addWidget(self.solve)
        act.addWidget(self.apply)
        grid.addLayout(act, 2, 0)
        self.error = label("", "error", wrap=True)
        self.error.hide()
        grid.addWidget(self.error, 3, 0)
        self.older = label("", "small", wrap=True)
        self.older.setText(
            tr(
                "The plan below is of other limits, answers or decisions than those of now. "
                "“Find the best plan” makes it anew."
            )
        )
        self.older.hide()
        grid.addWidget(self.older, 4, 0)
        box.addWidget(limits)
        self.text = QTextBrowser()
        self.text.setObjectName("finding")
        self.text.setOpenLinks(False)
        self.text.setAccessibleName(tr("The plan"))
        WholeLines(self.text)
        self.text.anchorClicked.connect(lambda _url: self._back())
        self.front = FrontChart(tr("What else could be done: gain over effort"))
        self.front.chosen.connect(self._choose)
        self.front.setMinimumHeight(px(180))
        self.split = Beside(self.text, self.front, sizes=(648, 432))
        self.split.setStretchFactor(0, 3)
        self.split.setStretchFactor(1, 2)
        box.addWidget(self.split, 1)
        # The option of the front that is on show; None is the plan itself.
        self._option: ParetoPoint | None = None
        self._of: Plan | None = None
        self._mirrored: Constraints | None = None
        self.judged: tuple[str, ...] = ()
        """How response goals stand today and with the plan, as it is said."""
        self._asked: tuple[Engagement | None, object] | None = None
        self._judging = Due(self, self._judge)
        session.projections.computed.connect(self._judged)
        self.document.engagementChanged.connect(self.refresh)
        self.document.stateChanged.connect(self._state_changed)
        theme().follow(self, self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Mirror the engagement's plan and limits."""
        from advisor.engagement import Constraints

        limits = self._mirrored = self.document.state.constraints or Constraints()
        self.goal.setCurrentIndex(max(self.goal.findData(limits.goal), 0))
        self.no_paging.setChecked(limits.no_paging)
        self.dynamic.setChecked(limits.dynamic_only)
        self.risky.setChecked(limits.max_risk == "high")
        for name, field in self.fields.items():
            value = getattr(limits, name)
            usual = value is None or (name in LEAST and value == getattr(Constraints(), name))
            field.setText("" if usual else plain(float(value), 4 if name in LEAST else 0))
        engagement = self.document.engagement
        plan = None if engagement is None else engagement.plan
        if plan is not self._of:
            self._of, self._option = plan, None
            self.judged = ()
        self._judging.ask()
        self._show_front()
        self._show()

    def _show_front(self) -> None:
        points = () if self._of is None else self._of.pareto
        options = [
            Option(
                p.gain_pct,
                p.effort,
                p.risk,
                _said(p),
            )
            for p in points
        ]
        at = -1
        if self._option is not None:
            at = points.index(self._option)
        elif self._of is not None:
            # The plan's own point: what of it the model answers to.
            own = set(self._of.findings)
            held = [n for n, p in enumerate(points) if own.issuperset(p.findings)]
            at = max(held, key=lambda n: points[n].gain_pct, default=-1)
        self.front.show_options(options, at)
        # One point is no choice.
        self.front.setVisible(len(options) > 1)

    def _choose(self, number: int) -> None:
        if self._of is not None:
            self._option = self._of.pareto[number]
            self._show()

    def _back(self) -> None:
        self._option = None
        self._show_front()
        self._show()

    def _show(self) -> None:
        self.text.setHtml(self._html() if self._option is None else self._option_html())
        self._show_age()

    def _state_changed(self) -> None:
        from advisor.engagement import Constraints

        self._judging.ask()
        # Only limits that really changed: other edits must not empty a field that is being filled.
        if (self.document.state.constraints or Constraints()) != self._mirrored:
            self.refresh()
        else:
            self._show_age()

    def _show_age(self) -> None:
        """Say it when the plan is not that of the limits above, as after a cancelled search."""
        from app.window.services.persistence import options_of

        engagement = self.document.engagement
        older = engagement is not None and engagement.options != options_of(self.document.state)
        self.older.setVisible(older)
        self.apply.setEnabled(bool(self._findings()) and not older)

    def _judge(self) -> None:
        """Ask how response goals stand with the plan, off the window's thread."""
        engagement, wanted = self.document.engagement, self.document.state.goals
        if self._asked is not None and (engagement is self._asked[0] and wanted == self._asked[1]):
            return
        self._asked = engagement, wanted
        if engagement is None:
            return

        def work(_cancel: Cancel) -> Iterator[object]:
            from advisor.levels import goals_with_plan

            yield tuple(one.sentence for one in goals_with_plan(engagement, wanted))

        self.session.projections.compute(JUDGED, work)

    def _judged(self, slot: str, said: object) -> None:
        if slot == JUDGED and isinstance(said, tuple) and said != self.judged:
            self.judged = said
            self._show()

    def _findings(self) -> list[Finding]:
        """The findings of what is on show: the plan, or an option of the front."""
        engagement = self.document.engagement
        if engagement is None:
            return []
        wanted = engagement.plan.findings if self._option is None else self._option.findings
        by_id = {f.id: f for f in engagement.findings}
        return [by_id[i] for i in wanted if i in by_id]

    def _option_html(self) -> str:
        assert self._option is not None
        look = theme().tokens
        said = _said(self._option)
        rows_ = "".join(
            f"<li>{escape(spoken(f.title))} <span style='color:{look.muted}'>"
            f"{escape(f.component.partition(':')[2])}</span></li>"
            for f in self._findings()
        )
        note = tr(
            "No other choice gains more with as little effort and risk. "
            "“Make it a scenario” shows its figures."
        )
        return (
            f"<h4>{escape(said)}</h4><ul>{rows_}</ul>"
            f"<p style='color:{look.muted}'>{escape(note)}</p>"
            f"<p><a href='plan:'>{escape(tr('Back to the plan'))}</a></p>"
        )

    def limits(self) -> Constraints | None:
        """The limits in the fields; ``None`` when one of them is no number."""
        from advisor.engagement import Constraints

        before = self.document.state.constraints or Constraints()
        numbers: dict[str, float | None] = {}
        problem = ""
        for name, field in self.fields.items():
            text = field.text().strip()
            try:
                numbers[name] = parse_number(text) if text else None
                found = numbers[name]
                if found is not None and (found < 0 or (found == 0 and name not in LEAST)):
                    raise ValueError(tr("a limit is above zero"))
                if name == "max_changes" and not (numbers[name] or 1.0).is_integer():
                    raise ValueError(tr("changes are counted in whole numbers"))
            except ValueError as wrong:
                problem = f"{field.accessibleName()}: {wrong}"
                numbers[name] = None
                field.setProperty("invalid", True)
            else:
                field.setProperty("invalid", False)
            restyle(field)
        self.error.setText(problem)
        self.error.setVisible(bool(problem))
        if problem:
            return None
        changes = numbers["max_changes"]
        least = {
            name: getattr(Constraints(), name) if (typed := numbers[name]) is None else typed
            for name in LEAST
        }
        # What has no field here, as the rules a command left out, stays.
        return replace(
            before,
            goal=self.goal.currentData(),
            no_paging=self.no_paging.isChecked(),
            dynamic_only=self.dynamic.isChecked(),
            max_risk="high"
            if self.risky.isChecked()
            else "medium"
            if before.max_risk == "high"
            else before.max_risk,
            max_changes=None if changes is None else int(changes),
            max_real_storage_gb=numbers["max_real_storage_gb"],
            max_cps=numbers["max_cps"],
            min_gain_pct=least["min_gain_pct"],
            min_share_pct=least["min_share_pct"],
        )

    def _solve(self) -> None:
        limits = self.limits()
        if limits is None:
            return
        if limits == self.document.state.constraints:
            self.session.analyse()
        else:
            # The document asks for a new analysis, and the plan comes with it.
            self.document.constrain(limits)

    def make_scenario(self) -> None:
        """One click: the changes of what is on show as a scenario."""
        chosen = self._findings()
        if not chosen:
            return
        scenario = plan_scenario(tr("Plan"), chosen)
        name = self.document.add_scenario(scenario)
        self.document.notice.emit("info", tr("The plan is the scenario “{name}”.", name=name))

    def _html(self) -> str:
        engagement = self.document.engagement
        if engagement is None:
            return ""
        from advisor.plan.goal import told_pct

        plan, look = engagement.plan, theme().tokens
        by_id = {f.id: f for f in engagement.findings}

        def named(name: str) -> str:
            return escape(spoken(by_id[name].title) if name in by_id else name)

        known = Counter(f.title for f in by_id.values())

        def title(name: str) -> str:
            finding = by_id.get(name)
            # The same of two systems stood there as twice the same line.
            if finding is None or known[finding.title] == 1:
                return named(name)
            return f"{named(name)} ({escape(_where(finding.component))})"

        parts = []
        if plan.refused:
            parts.append(f"<p style='color:{look.bad}'><b>{escape(spoken(plan.refused))}</b></p>")
        if plan.steps:
            parts.append(f"<h4>{escape(tr('Steps'))}</h4><table cellpadding='4' width='99%'>")
            for number, step in enumerate(plan.steps, start=1):
                finding = by_id.get(step.finding)
                where = "" if finding is None else _where(finding.component)
                if step.gain_pct is not None and abs(step.gain_pct) >= 0.05:
                    gain = f"<b>{signed_percent(told_pct(step.gain_pct, plan.goal))}</b>"
                else:
                    # It moves another figure than the plan's: what it does on its own is said.
                    own = "–" if finding is None else f"{gain_text(finding)} {base_text(finding)}"
                    gain = f"<span style='color:{look.muted}'>{escape(own.strip())}</span>"
                whole = "style='white-space:nowrap'"
                parts.append(
                    f"<tr><td width='1%' {whole}>{number}.</td>"
                    f"<td width='98%'>{named(step.finding)}"
                    # Beside the title it would get as much room as that, whatever it needs.
                    f"<br/><span style='color:{look.muted}'>{escape(where)}</span></td>"
                    f"<td width='1%' align='right' {whole}>{gain}</td></tr>"
                )
            parts.append("</table>")
            parts.append(
                f"<p style='color:{look.muted}'>"
                + escape(
                    tr(
                        "Bold: what the step adds to the plan's goal after all before it. Muted: "
                        "what it does to another figure by itself."
                    )
                )
                + "</p>"
            )
        elif not plan.refused:
            parts.append(
                f"<p>{escape(tr('There is no plan: nothing found here gains anything.'))}</p>"
            )
        if plan.steps and not plan.optimal and not plan.refused:
            said = tr(
                "This is the best combination found: there are too many to prove that none is "
                "better. Fewer findings or tighter limits make it provable."
            )
            parts.append(f"<p style='color:{look.warn}'>{escape(said)}</p>")
        if plan.projection:
            parts.append(
                f"<h4>{escape(tr('All together'))}</h4>"
                + effects_html(plan.projection, self._principal_kind())
            )
        principal = self.document.as_is_projection
        shown = None if principal is None or principal.principal is None else principal.principal
        others = {
            anchor: effects
            for anchor, effects in plan.workloads.items()
            if effects and (shown is None or anchor != shown.anchor)
        }
        for anchor, effects in others.items():
            name = anchor_name(self.document.as_is, anchor)
            said = tr("All together, for {workload}", workload=name)
            parts.append(
                f"<h4>{escape(said)}</h4>" + effects_html(effects, anchor.partition(":")[0])
            )
        if self.judged:
            parts.append(f"<h4>{escape(tr('Response goals'))}</h4><ul>")
            parts += [f"<li>{escape(spoken(one))}</li>" for one in self.judged]
            parts.append("</ul>")
        if plan.interactions:
            parts.append(f"<h4>{escape(tr('Interactions'))}</h4><ul>")
            for item in plan.interactions:
                names = " + ".join(title(f) for f in item.findings)
                parts.append(f"<li><b>{names}</b><br>{escape(spoken(item.sentence))}</li>")
            parts.append("</ul>")
        if plan.to_decide:
            parts.append(f"<h4>{escape(tr('To be decided with the plan'))}</h4><ul>")
            parts += [
                f"<li>{one.rule} {escape(spoken(one.sentence))}</li>" for one in plan.to_decide
            ]
            parts.append("</ul>")
        if plan.left_out:
            parts.append(f"<h4>{escape(tr('Left out'))}</h4><ul>")
            parts += [
                f"<li>{title(finding)}: {escape(spoken(why))}</li>"
                for finding, why in plan.left_out.items()
            ]
            parts.append("</ul>")
        if plan.binding:
            parts.append(f"<h4>{escape(tr('What binds'))}</h4><ul>")
            parts += [f"<li>{escape(spoken(text))}</li>" for text in plan.binding]
            parts.append("</ul>")
        return "".join(parts)

    def _principal_kind(self) -> str | None:
        """The kind of the workload that a plan's throughput is of."""
        as_is = self.document.as_is_projection
        principal = None if as_is is None else as_is.principal
        return None if principal is None else principal.anchor.partition(":")[0]


def _said(option: ParetoPoint) -> str:
    """What a choice of findings gains and costs."""
    return several(
        "{gain} with {n} finding; points of effort: {effort}, of risk: {risk}",
        "{gain} with {n} findings; points of effort: {effort}, of risk: {risk}",
        len(option.findings),
        gain=signed_percent(option.gain_pct),
        effort=plain(option.effort, 0),
        risk=plain(option.risk, 0),
    )


def _where(component: str) -> str:
    """What a finding is of, as its line names it."""
    kind, _, name = component.partition(":")
    return numbered(kind, name) or name


def plan_scenario(name: str, findings: list[Finding]) -> Scenario:
    """The changes of several findings in order, later ones winning."""
    changes: list[Change] = [change for finding in findings for change in finding.changes]
    note = "; ".join(f"{f.rule} {spoken(f.title)}" for f in findings)
    return Scenario(name, note=note).with_changes(changes)
