"""Workload growth: one slider over what the reports and answers say of today's load.

Closed workloads say how much work there is by their users; work that arrives by the growth against
what was measured. What has neither, because a job's run time or a capacity was measured and not
work that comes, the card names rather than pretending that it grows too.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from app.window.document import Document
from app.window.i18n import tr
from app.window.i18n.numbers import figure
from app.window.inspector.editors import NumberEditor
from app.window.names import component_name
from app.window.widgets.basics import button, card, columns, label, rows
from model.topology import Catalogue, Component, SetSetting, SettingSpec, Topology
from model.topology.growth import GROWTH, growth_of

SHARE = SettingSpec(
    GROWTH.name, "integer", "", unit="%", default=100, minimum=10, maximum=1000, soft_maximum=300
)


def growing(
    as_is: Topology, shown: Topology, catalogue: Catalogue
) -> list[tuple[str, SettingSpec, float]]:
    """The workloads on show that can grow: what says so, and what it is of today's work."""
    found = []
    for component in shown:
        kind = catalogue.get(component.kind)
        spec = None if kind is None else kind.population or kind.setting(GROWTH.name)
        if spec is None or component.id not in as_is:
            continue
        today = as_is[component.id]
        work = growth_of(today) if spec.name == GROWTH.name else today.number(spec.name)
        if work or spec.name == GROWTH.name:
            found.append((component.id, spec, work or 0.0))
    # Users last: the chart of the last change is that of what most of the work answers to.
    return sorted(found, key=lambda one: one[1].name != GROWTH.name)


def grown(
    as_is: Topology, shown: Topology, catalogue: Catalogue, percent: float
) -> list[SetSetting]:
    """The changes that make every workload on show ``percent`` per cent of what it is today."""
    return grown_to(growing(as_is, shown, catalogue), percent)


def grown_to(
    workloads: Sequence[tuple[str, SettingSpec, float]], percent: float
) -> list[SetSetting]:
    """The same of workloads that are known to grow (see :func:`growing`)."""
    return [_at(percent, *one) for one in workloads]


def _at(percent: float, component: str, spec: SettingSpec, work: float) -> SetSetting:
    wanted: float
    if spec.name == GROWTH.name:
        wanted = round((work * percent / 100.0 - 1.0) * 100.0, 6)
        wanted = int(wanted) if wanted == int(wanted) else wanted
    else:
        wanted = max(round(work * percent / 100.0), 1)
    low, high = spec.minimum, spec.maximum
    wanted = wanted if low is None else max(wanted, int(low))
    return SetSetting(component, spec.name, wanted if high is None else min(wanted, int(high)))


def share_of(as_is: Topology, shown: Topology, catalogue: Catalogue) -> float | None:
    """What the workloads on show are of today's, in per cent; ``None`` where they differ.

    Users are whole: shares that lead to the same numbers of users are the same growth.
    """
    shares: list[float] = []
    for change in grown(as_is, shown, catalogue, 100.0):
        now, today = shown[change.component], as_is[change.component]
        shares.append(_work(now, change.setting) / _work(today, change.setting) * 100.0)
    if not shares or max(shares) - min(shares) > 1.0:
        return None
    return sum(shares) / len(shares)


def _work(component: Component, setting: str) -> float:
    if setting == GROWTH.name:
        return growth_of(component)
    return component.number(setting) or 1.0


def _users(name: str, today: str, now: str) -> str:
    if today == now:
        return tr("{name}: {today} users", name=name, today=today)
    return tr("{name}: {today} → {now} users", name=name, today=today, now=now)


class GrowthCard(QWidget):
    """How much work there is, as a share of today's."""

    def __init__(self, document: Document, parent: QWidget) -> None:
        super().__init__(parent)
        self.document = document
        self._drag = 0
        self._dragging = False
        whole = rows(self, margin=4, spacing=0)
        box = card()
        whole.addWidget(box)
        inside = rows(box, margin=12, spacing=2)
        head = columns(spacing=8)
        head.addWidget(label(tr("Workload growth")))
        head.addStretch(1)
        head.addWidget(label(tr("% of today"), "small"))
        inside.addLayout(head)
        self.editor = NumberEditor(SHARE, tr("Workload growth"), 100.0)
        inside.addWidget(self.editor)
        self.said = label("", "small", wrap=True)
        inside.addWidget(self.said)
        self.rest = label("", "small", wrap=True)
        inside.addWidget(self.rest)
        self.error = label("", "error", wrap=True)
        self.error.hide()
        inside.addWidget(self.error)
        self.reset = button(tr("As today"), self._reset, link=True)
        inside.addWidget(self.reset)
        self.editor.edited.connect(self._edited)
        self.editor.rejected.connect(self._complain)
        document.topologyChanged.connect(self._changed)
        document.scenarioChanged.connect(self._changed)
        document.engagementChanged.connect(self._changed)
        self._seen: tuple[object, ...] = ()
        self.refresh()

    def _changed(self) -> None:
        # An edit is told of several times. Not by what is on show: the card hides itself.
        page = self.parentWidget()
        if page is None or page.isVisible():
            self.refresh()
        else:
            self._seen = ()

    def refresh(self) -> None:
        """Mirror the document."""
        document = self.document
        as_is, shown = document.as_is, document.topology
        seen = (as_is, shown, document.engagement)
        if len(seen) == len(self._seen) and all(
            one is other for one, other in zip(seen, self._seen, strict=True)
        ):
            return
        self._seen = seen
        share = share_of(as_is, shown, document.catalogue)
        loads = grown(as_is, shown, document.catalogue, 100.0)
        closed = [x for x in loads if x.setting != GROWTH.name]
        self.setVisible(bool(loads))
        self.editor.show_value(None if share is None else round(share))
        said = [
            _users(component_name(shown, x.component), figure(x.value), now)
            for x in closed
            for now in [figure(shown[x.component].number(x.setting))]
        ]
        arriving = [shown[x.component].name for x in loads if x.setting == GROWTH.name]
        if arriving:
            said.append(tr("Work that arrives at: {names}", names=", ".join(arriving)))
        self.said.setText("\n".join(said))
        fixed = self._fixed({x.component for x in loads})
        self.rest.setText(
            tr("At their measured rate: {names}", names=", ".join(fixed)) if fixed else ""
        )
        self.rest.setVisible(bool(fixed))
        self.reset.setVisible(share is None or round(share) != 100)
        self._complain("")

    def _fixed(self, growing: set[str]) -> list[str]:
        engagement = self.document.engagement
        if engagement is None:
            return []
        return [
            engagement.baseline.topology[item.anchor].name
            for item in engagement.baseline.anchors
            if item.anchor not in growing
            and item.anchor in engagement.baseline.topology
            and any(
                w.anchor == item.anchor and "etr_per_s" in w.metrics
                for w in (engagement.as_is.workloads if engagement.as_is else ())
            )
        ]

    def _edited(self, value: object, dragging: bool) -> None:
        if not isinstance(value, (int, float)):
            return
        # Should it be refused, the editor has to be set back to what holds.
        self._seen = ()
        if not dragging and self._dragging:
            # The release at the end of a drag repeats its last value.
            self._drag += 1
            self._dragging = False
            return
        self._dragging = dragging
        self._grow(float(value), f"grow:{self._drag}:{id(self)}" if dragging else "")

    def _grow(self, percent: float, merge_key: str = "") -> None:
        document = self.document
        changes = grown(document.as_is, document.topology, document.catalogue, percent)
        self._complain(
            document.apply(
                tr("Workload at {share} %", share=figure(percent)), changes, merge_key=merge_key
            )
            or ""
        )

    def _reset(self) -> None:
        self._grow(100.0)

    def _complain(self, text: str) -> None:
        self.error.setText(text)
        self.error.setVisible(bool(text))
