"""The inspector's panel: what is selected, its settings in the manuals' groups, its figures."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from operator import is_

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from app.window.canvas.faces import explanation
from app.window.canvas.picker import matches
from app.window.document import Document, editing
from app.window.i18n import spoken, spoken_label, tr
from app.window.i18n.numbers import figure, percent
from app.window.inspector.rows import SettingRow, origin_text
from app.window.inspector.trail import Trail
from app.window.metrics import metric_name, setting_name
from app.window.names import busy_share
from app.window.slices import Slices, polishing
from app.window.theme import theme
from app.window.widgets.basics import (
    WholeLabel,
    button,
    clear,
    columns,
    label,
    rows,
    scrolled,
    set_role,
)
from app.window.widgets.inputs import Line
from app.window.widgets.naming import NameEdit
from model.topology import Component, ComponentKind

FIRST_S = 0.005
"""CPU time of the window's thread for rows as another component is selected. A nucleus has twenty
settings and a hundred measured figures; what takes longer comes in the next turns of its loop. With
what a component that is added takes besides, its way on the canvas too, it is within a frame."""


class Inspector(QWidget):
    """Rebuilds when another component is selected, otherwise only refreshes its rows."""

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("inspector")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.document = document
        self._rows: dict[str, SettingRow] = {}
        self._shown: tuple[str, ...] | None = None
        self._mirrored: tuple[object, ...] = ()
        self._kind: ComponentKind | None = None
        self._groups: list[tuple[QLabel, list[SettingRow]]] = []
        self.setMinimumWidth(theme().px(264))
        head = QWidget()
        box = rows(head, margin=12, spacing=4)
        self.title = WholeLabel()
        set_role(self.title, "heading")
        self.kind = label("", "muted", wrap=True)
        self.use = label("", "", wrap=True)
        self.filter = Line()
        self.filter.setPlaceholderText(tr("Filter settings"))
        self.filter.setAccessibleName(tr("Filter settings"))
        self.filter.textChanged.connect(self._filter)
        self.name_edit = NameEdit(tr("Name of the component"))
        self.name_edit.named.connect(self._rename)
        self.name_edit.left.connect(self._show_name)
        self.rename = button(
            "", self._ask_name, icon="pencil", flat=True, name=tr("Rename the component")
        )
        self.rename.setToolTip(tr("Rename"))
        line = columns(spacing=4)
        line.addWidget(self.title, 1)
        line.addWidget(self.name_edit, 1)
        line.addWidget(self.rename, 0, Qt.AlignmentFlag.AlignTop)
        self.trail = Trail(document, lambda: self.filter)
        box.addWidget(self.trail)
        box.addLayout(line)
        self.none = label("", "muted", wrap=True)
        self.none.hide()
        for widget in (self.kind, self.use, self.filter, self.none):
            box.addWidget(widget)
        self._body = QWidget()
        self._column = rows(self._body, margin=12, spacing=4)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(head)
        settings = scrolled(self._body, tr("Settings"))
        # A low window has its names, its way and one setting; the others are scrolled to.
        settings.setMinimumHeight(theme().px(48))
        whole.addWidget(settings, 1)
        self._making = Slices(self)
        self._parts: list[QWidget] = []
        document.selectionChanged.connect(self._rebuild)
        document.topologyChanged.connect(self._refresh)
        document.scenarioChanged.connect(self._refresh)
        document.projectionChanged.connect(self._use)
        self._rebuild()

    @property
    def rows(self) -> dict[str, SettingRow]:
        """The row of each setting, by its name; all are made by now."""
        self._making.finish()
        return self._rows

    def focus_first(self) -> None:
        """Put the keyboard into the first setting."""
        for row in self.rows.values():
            if row.isVisibleTo(self):
                row.editor.entry.setFocus()
                found = row.editor.findChildren(QWidget)
                for widget in found:
                    if widget.focusPolicy() & Qt.FocusPolicy.TabFocus:
                        widget.setFocus(Qt.FocusReason.ShortcutFocusReason)
                        break
                return

    def _ask_name(self) -> None:
        chosen = self.document.selection
        if len(chosen) == 1:
            self.title.hide()
            self.rename.hide()
            self.name_edit.begin(self.document.topology[chosen[0]].name)

    def _rename(self, name: str) -> None:
        if self._shown is not None and len(self._shown) == 1:
            refusal = editing.rename(self.document, self._shown[0], name)
            if refusal is not None:
                self.document.notice.emit("warning", refusal)

    def _show_name(self) -> None:
        self.name_edit.hide()
        self.title.show()
        self.rename.setVisible(len(self.document.selection) == 1)

    # -- building ------------------------------------------------------------------------------

    def _rebuild(self) -> None:
        chosen = self.document.selection
        if chosen == self._shown:
            self._refresh()
            return
        before, self._shown = self._kind, chosen
        self._making.stop()
        for part in self._parts:
            part.deleteLater()  # not in the column while its rows are being made
        self._parts.clear()
        clear(self._column)
        self._rows.clear()
        self._groups.clear()
        topology = self.document.topology
        components = [topology[c] for c in chosen]
        self.filter.setVisible(bool(components))
        self.rename.setVisible(len(components) == 1)
        self._show_name()
        if not components:
            self._empty()
            return
        kinds = {c.kind for c in components}
        kind = self.document.catalogue.get(components[0].kind) if len(kinds) == 1 else None
        self._head(components, kind)
        if kind is not before:
            # What was looked for among the settings of another kind is not there.
            self.filter.clear()
        self._kind = kind
        if kind is None:
            self._column.addWidget(
                label(
                    tr("Select components of one kind to edit their settings together."),
                    "muted",
                    wrap=True,
                )
            )
        self._making.begin(self._all_rows(components, kind), FIRST_S)
        self._use()

    def _empty(self) -> None:
        self.trail.show_way(None)
        self.title.setText(tr("Nothing selected"))
        self.kind.setText(
            tr("Choose a component on the canvas or in the outline to see its settings.")
        )
        self.use.hide()
        self._column.addStretch(1)

    def _head(self, components: list[Component], kind: ComponentKind | None) -> None:
        first = components[0]
        self.trail.show_way(first.id if len(components) == 1 else None)
        if len(components) == 1:
            self.title.setText(first.name)
            said = first.kind if kind is None else spoken(kind.title)
            self.kind.setText(said)
        else:
            self.title.setText(tr("{n} components", n=len(components)))
            self.kind.setText("" if kind is None else spoken(kind.title))
        self.kind.setToolTip("" if kind is None else spoken(kind.doc))

    def _all_rows(self, components: list[Component], kind: ComponentKind | None) -> Iterator[None]:
        """Settings, then what was measured of one; each stands there once all of it is made.

        In between the panel would be laid out at each slice, and rows that are there squeezed.
        """
        if kind is not None:
            chosen = tuple(component.id for component in components)
            yield from self._part(lambda box: self._settings(box, chosen, kind))
            self._filter(self.filter.text())
        if len(components) == 1 and components[0].measured:
            yield from self._part(lambda box: self._measured(box, components[0]))
        self._column.addStretch(1)

    def _part(self, make: Callable[[QVBoxLayout], Iterator[None]]) -> Iterator[None]:
        """A part of the column, made and styled out of sight; it ends with the panel."""
        part = QWidget(self._body)
        part.hide()
        self._parts.append(part)
        yield from make(rows(part, spacing=4))
        yield from polishing(part)
        self._parts.remove(part)
        self._column.addWidget(part)
        part.show()

    def _settings(
        self, box: QVBoxLayout, chosen: tuple[str, ...], kind: ComponentKind
    ) -> Iterator[None]:
        groups: dict[str, list[str]] = {}
        specs = {spec.name: spec for spec in kind.settings}
        for spec in kind.settings:
            groups.setdefault(spec.group, []).append(spec.name)
        for group, names in groups.items():
            heading = label(spoken_label(group).upper(), "group")
            heading.setContentsMargins(0, theme().px(8), 0, 0)
            box.addWidget(heading)
            made: list[SettingRow] = []
            self._groups.append((heading, made))
            for name in names:
                row = SettingRow(self.document, chosen, specs[name])
                self._rows[name] = row
                made.append(row)
                box.addWidget(row)
                yield

    def _measured(self, column: QVBoxLayout, component: Component) -> Iterator[None]:
        """A row for each figure that was measured, below the settings."""
        heading = label(tr("Measured").upper(), "group")
        heading.setContentsMargins(0, theme().px(8), 0, 0)
        column.addWidget(heading)
        room = theme().px(176)
        for name, item in component.measured.items():
            said = metric_name(name, component.kind)
            # Whole: five of a nucleus' requests to its cluster were "Cluster c…".
            title = label(said, "muted")
            title.setToolTip(name)  # what the command line knows it by
            value = label(figure(item.value, item.unit))
            if item.origin.kind == "provisional":
                value.setText(f"{value.text()}  ≈")
                value.setToolTip(origin_text(item.origin))
                value.setAccessibleName(f"{value.text()} {origin_text(item.origin)}")
            beside = title.sizeHint().width() + value.sizeHint().width() <= room
            title.setWordWrap(not beside)
            line = columns(spacing=4)
            if beside:
                line.addWidget(title)
            else:
                column.addWidget(title)
            line.addStretch(1)
            line.addWidget(value)
            origin = item.origin
            if origin.file:
                where = button(
                    "↗",
                    partial(self.document.evidenceWanted.emit, origin.file, origin.line),
                    link=True,
                    name=tr("Origin of {setting}: {text}", setting=said, text=origin_text(origin)),
                )
                where.setToolTip(origin_text(origin))
                line.addWidget(where)
            column.addLayout(line)
            yield

    # -- mirroring -----------------------------------------------------------------------------

    def _refresh(self) -> None:
        document = self.document
        if self._shown is not None and any(c not in document.topology for c in self._shown):
            return
        # An edit is told of as one of the topology and as one of its scenario.
        mirrored = (document.topology, document.as_is, self._shown)
        told = len(self._mirrored) == len(mirrored) and all(map(is_, mirrored, self._mirrored))
        if told and not any(row.unsettled for row in self._rows.values()):
            return
        self._mirrored = mirrored
        if self._shown:
            # A name and a container can change while the component stays selected.
            components = [self.document.topology[c] for c in self._shown]
            alike = len({c.kind for c in components}) == 1
            self._head(
                components, self.document.catalogue.get(components[0].kind) if alike else None
            )
        for row in self._rows.values():
            row.refresh()

    def _use(self) -> None:
        chosen = self.document.selection
        projection = self.document.projection
        use = None
        if len(chosen) == 1 and projection is not None:
            use = next((u for u in projection.resources if u.component == chosen[0]), None)
        self.use.setVisible(use is not None)
        if use is not None and projection is not None:
            text = tr("{figure} busy", figure=busy_share(use))
            if use.high > use.low:
                text += f"  ({percent(use.low)} … {percent(use.high)})"
            said = explanation(use, self.document.topology, projection)
            if said:
                text += f"\n{said}"
            self.use.setText(text)

    def _filter(self, typed: str) -> None:
        found = False
        for heading, made in self._groups:
            shown = False
            for row in made:
                name = f"{row.spec.name} {setting_name(row.spec.name)}"
                # What a setting is for holds many letters: there a word has to begin so.
                fits = matches(name, typed) in (0, 1, 2) or matches(
                    spoken(row.spec.doc), typed
                ) in (0, 1)
                row.setVisible(fits)
                shown = shown or fits
            heading.setVisible(shown)
            found = found or shown
        self.none.setText(tr("No setting here is called “{text}”.", text=typed))
        self.none.setVisible(bool(self._groups) and not found)
