"""One setting in the inspector: name, editor, unit, origin, reset, error."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QWidget

from app.window.document import Document
from app.window.i18n import spoken, spoken_label, spoken_quote, tr
from app.window.i18n.numbers import figure, unit_text
from app.window.inspector.editors import editor_for, range_text, usual_text
from app.window.metrics import setting_name
from app.window.theme import theme
from app.window.widgets.basics import ElidedButton, button, label
from app.window.widgets.entry import unit_of
from model.topology import Origin, Setting, SettingSpec
from model.topology.growth import GROWTH


def origin_text(origin: Origin) -> str:
    """Where a value comes from, in a few words."""
    if origin.kind == "report":
        if origin.line:
            return tr("{file}, line {line}", file=_short(origin.file), line=origin.line)
        return _short(origin.file)
    if origin.kind == "derived":
        return tr("computed")
    if origin.kind == "user":
        return tr("set by you")
    if origin.kind == "provisional":
        return tr("provisional: usual ({source})", source=spoken(origin.text))
    if origin.kind == "default":
        return tr("the product's default")
    return tr("assumed")


def _said(origin: Origin) -> str:
    """A report's line as printed; how a value was computed, in the language."""
    return spoken_label(origin.text) if origin.kind == "derived" else spoken_quote(origin.text)


def _short(file: str) -> str:
    name = file.replace("\\", "/").rsplit("/", 1)[-1]
    return name if len(name) <= 28 else name[:13] + "…" + name[-14:]


class SettingRow(QWidget):
    """One setting of the selected components (all of one kind)."""

    def __init__(self, document: Document, components: tuple[str, ...], spec: SettingSpec) -> None:
        super().__init__()
        self.document = document
        self.components = components
        self.spec = spec
        self._drag = 0
        self._seen: tuple[list[Setting | None], list[Setting | None]] | None = None
        first = document.topology[components[0]]
        found = first.settings.get(spec.name)
        grid = QGridLayout(self)
        px = theme().px
        grid.setContentsMargins(0, px(4), 0, px(4))
        grid.setHorizontalSpacing(px(8))
        grid.setVerticalSpacing(px(2))
        said = setting_name(spec.name)
        # What a product calls so is set as its manuals set it; words of ours are words.
        name = label(said, "mono" if said == spec.name else "")
        name.setToolTip(_hint(spec))
        name.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        unit = label(unit_of(spec), "small")
        self.editor = editor_for(spec, said, None if found is None else found.value)
        self.editor.setToolTip(_hint(spec))
        self.origin = ElidedButton()
        self.origin.clicked.connect(self._show_origin)
        self.reset = button(tr("Reset"), self._reset, link=True)
        self.error = label("", "error", wrap=True)
        self.error.hide()
        grid.addWidget(name, 0, 0)
        grid.addWidget(unit, 0, 1, Qt.AlignmentFlag.AlignRight)
        grid.addWidget(self.editor, 1, 0, 1, 2)
        grid.addWidget(self.origin, 2, 0)
        grid.addWidget(self.reset, 2, 1, Qt.AlignmentFlag.AlignRight)
        grid.addWidget(self.error, 3, 0, 1, 2)
        grid.setColumnStretch(0, 1)
        self.editor.edited.connect(self._edited)
        self.editor.rejected.connect(self._complain)
        self.refresh()

    @property
    def unsettled(self) -> bool:
        """Whether it may show what does not hold: what was entered last, or why not."""
        return self._seen is None or self.error.isVisibleTo(self)

    def refresh(self) -> None:
        """Mirror the document."""
        topology = self.document.topology
        present = [c for c in self.components if c in topology]
        if not present:
            return
        settings = [topology[c].settings.get(self.spec.name) for c in present]
        before = [self.document.measured_setting(c, self.spec.name) for c in present]
        if (settings, before) == self._seen and not self.error.isVisibleTo(self):
            # Of fifty settings one was changed.
            return
        self._seen = (settings, before)
        values = {None if s is None else (type(s.value), s.value) for s in settings}
        setting = settings[0]
        if setting is None:
            # Work of which nobody says otherwise has not grown; of other settings nothing is known.
            shown = GROWTH.default if self.spec.name == GROWTH.name else None
        else:
            shown = setting.value
        self.editor.show_value(shown if len(values) == 1 else None)
        changed = any(not _same(now, was) for now, was in zip(settings, before, strict=True))
        self.reset.setVisible(changed)
        if changed:
            if before[0] is not None:
                was = figure(before[0].value, self.spec.unit)
            elif self.spec.name == GROWTH.name:
                was = figure(GROWTH.default, self.spec.unit)
            else:
                was = tr("not known")
            self.origin.setText(tr("as-is: {value}", value=was))
        elif len(values) > 1:
            self.origin.setText(tr("differs between the selected"))
        elif setting is None:
            default = self.spec.default
            self.origin.setText(
                tr("no report says")
                if default is None
                else tr("no report says; default {value}", value=figure(default, self.spec.unit))
            )
        else:
            self.origin.setText(origin_text(setting.origin))
        origin = self._origin()
        # Clickable where there is a line to show; otherwise it explains itself in the hint.
        self.origin.setEnabled(origin is not None and bool(origin.file))
        told = "" if origin is None else f"\n{_said(origin)}"
        self.origin.setToolTip(self.origin.text() + told)
        self.origin.setAccessibleName(
            tr(
                "Origin of {setting}: {text}",
                setting=setting_name(self.spec.name),
                text=self.origin.text(),
            )
        )
        self.reset.setAccessibleName(tr("Reset {setting}", setting=setting_name(self.spec.name)))
        self._complain("")

    def _origin(self) -> Origin | None:
        for component in self.components:
            setting = self.document.measured_setting(component, self.spec.name)
            if setting is not None:
                return setting.origin
        return None

    def _edited(self, value: object, dragging: bool) -> None:
        # Should it be refused, the editor has to be set back to what holds.
        self._seen = None
        if value is None:
            return
        key = ""
        if dragging:
            key = f"drag:{self._drag}:{id(self)}:{self.spec.name}"
        elif self._drag_open:
            # The release at the end of a drag repeats its last value.
            self._drag += 1
            self._drag_open = False
            return
        self._drag_open = dragging
        refusal = self.document.set_setting(
            self.components,
            self.spec.name,
            value,  # type: ignore[arg-type]
            merge_key=key,
        )
        self._complain(refusal or "")

    _drag_open = False

    def _complain(self, text: str) -> None:
        self.error.setText(text)
        self.error.setVisible(bool(text))

    def _show_origin(self) -> None:
        origin = self._origin()
        if origin is not None and origin.file:
            self.document.evidenceWanted.emit(origin.file, origin.line)

    def _reset(self) -> None:
        self.document.reset_setting(self.components, self.spec.name)


def _same(one: Setting | None, other: Setting | None) -> bool:
    if one is None or other is None:
        return one is other
    return type(one.value) is type(other.value) and one.value == other.value


def _hint(spec: SettingSpec) -> str:
    # As files and commands call it, where the row has it in words.
    own = "" if setting_name(spec.name) == spec.name else spec.name
    parts = [spoken(spec.doc), own]
    said = range_text(spec)
    if said and said != unit_text(spec.unit):
        parts.append(tr("Range: {range}", range=said))
    if spec.default is not None:
        parts.append(tr("Default: {value}", value=figure(spec.default, spec.unit)))
    if spec.usual is not None:
        parts.append(tr("Usual: {value}", value=usual_text(spec.usual, spec.unit, spec)))
    parts.append(tr("takes effect at once") if spec.dynamic else tr("takes effect at a restart"))
    if spec.source:
        parts.append(tr("Source: {source}", source=spoken_label(spec.source)))
    return "\n".join(p for p in parts if p)
