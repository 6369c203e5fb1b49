"""Editors for one setting: exact entry with a slider, a choice, a tick box, text."""

from __future__ import annotations

import math

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QWidget

from app.window.i18n import spoken, tr
from app.window.i18n.numbers import exact, figure, rounded, unit_text, with_unit
from app.window.theme import theme
from app.window.widgets.basics import restyle
from app.window.widgets.entry import entered
from app.window.widgets.inputs import ComboBox, Line, Slider
from model.topology import SettingSpec, Usual, Value

SLIDER_STEPS = 200


class Editor(QWidget):
    """Base: ``edited`` carries a value and whether a drag is still under way."""

    edited = Signal(object, bool)
    rejected = Signal(str)

    def __init__(self, spec: SettingSpec, name: str) -> None:
        super().__init__()
        self.spec = spec
        self.setting_name = name
        self.entry: QWidget = self
        """What takes the keys: as focus proxy it would keep Tab from a slider beside it."""
        self.row = QHBoxLayout(self)
        self.row.setContentsMargins(0, 0, 0, 0)
        self.row.setSpacing(theme().px(8))

    def show_value(self, value: Value | None) -> None:
        """Show a value without telling anybody."""


def slider_range(spec: SettingSpec, value: float | None) -> tuple[float, float] | None:
    """Ends of the slider: the legal range, its sensible end, or around the value."""
    low = spec.minimum if spec.minimum is not None else 0.0
    high = spec.soft_maximum if spec.soft_maximum is not None else spec.maximum
    if high is None or (value and high > 20 * abs(value) and spec.soft_maximum is None):
        if not value:
            return None
        high = 4.0 * abs(value)
    if spec.maximum is not None:
        high = min(high, spec.maximum)
    if value is not None:
        low, high = min(low, value), max(high, value)
    return (low, high) if high > low else None


class NumberEditor(Editor):
    """A field for the exact figure and, where a range is known, a slider."""

    def __init__(self, spec: SettingSpec, name: str, value: float | None) -> None:
        super().__init__(spec, name)
        self._shown: Value | None = None
        self.range = slider_range(spec, value)
        self.slider: Slider | None = None
        if self.range is not None:
            slider = Slider(Qt.Orientation.Horizontal)
            slider.setRange(0, self._steps())
            # The style reckons with its own handle, not with the sheet's that grows with the text.
            slider.setMinimumHeight(theme().px(20))
            slider.setAccessibleName(tr("{setting} slider", setting=name))
            slider.setAccessibleDescription(range_text(spec))
            slider.valueChanged.connect(self._slid)
            slider.sliderReleased.connect(self._released)
            self.slider = slider
            self.row.addWidget(slider, 1)
        self.field = _Line()
        self.field.escaped.connect(self._give_up)
        self.field.setAccessibleName(name)
        self.field.setAccessibleDescription(range_text(spec))
        self.field.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.field.setFixedWidth(theme().px(88))
        self.field.setPlaceholderText("–")
        self.field.editingFinished.connect(self._typed)
        self.row.addWidget(self.field)
        self.entry = self.field
        if self.slider is None:
            self.row.addStretch(1)

    def _steps(self) -> int:
        assert self.range is not None
        low, high = self.range
        if self.spec.type == "integer" and high - low <= 1000:
            return max(1, round(high - low))
        return SLIDER_STEPS

    def _value_at(self, step: int) -> Value:
        assert self.range is not None
        low, high = self.range
        raw = low + (high - low) * step / self._steps()
        if self.spec.type == "integer":
            return round(raw)
        digits = max(0, 2 - math.floor(math.log10(max(high - low, 1e-9))))
        return round(raw, min(digits, 6))

    def _slid(self, step: int) -> None:
        assert self.slider is not None
        value = self._value_at(step)
        if value == self._shown:
            return
        self._shown = value
        self.field.setText(exact(value))
        self._mark(False)
        self._tell()
        self.edited.emit(value, self.slider.isSliderDown())

    def _tell(self) -> None:
        if self.slider is not None:
            said = "–" if self._shown is None else exact(self._shown)
            self.slider.tell(f"{said} {unit_text(self.spec.unit)}".strip(), range_text(self.spec))

    def _released(self) -> None:
        self.edited.emit(self._shown, False)

    def _typed(self) -> None:
        text = self.field.text()
        shown = "" if self._shown is None else exact(self._shown)
        if text == shown:
            self._mark(False)
            self.rejected.emit("")
            return
        try:
            if shown and not text.strip():
                raise ValueError(tr("enter a number, or Esc to keep {value}", value=shown))
            value = entered(self.spec, text)
        except ValueError as wrong:
            self._mark(True)
            self.rejected.emit(str(wrong))
            return
        self._mark(False)
        self._shown = value
        # 20 % stands there as 0.2, as everywhere else.
        self.field.setText(exact(value))
        self.edited.emit(value, False)

    def _give_up(self) -> None:
        """Esc: the value that holds stands there again, and nothing is wrong."""
        self.show_value(self._shown)
        self.rejected.emit("")

    def _mark(self, invalid: bool) -> None:
        if bool(self.field.property("invalid")) != invalid:
            self.field.setProperty("invalid", invalid)
            restyle(self.field)

    def show_value(self, value: Value | None) -> None:
        self._shown = value
        if not self.field.hasFocus() or not self.field.isModified():
            self.field.setText("" if value is None else exact(value))
        self._mark(False)
        self._tell()
        if self.slider is None or self.slider.isSliderDown():
            return
        with QSignalBlocker(self.slider):
            if isinstance(value, (int, float)) and self.range is not None:
                low, high = self.range
                share = (float(value) - low) / (high - low)
                self.slider.setValue(round(min(max(share, 0.0), 1.0) * self._steps()))


class ChoiceEditor(Editor):
    """A drop-down of the legal values."""

    def __init__(self, spec: SettingSpec, name: str) -> None:
        super().__init__(spec, name)
        self.box = ComboBox()
        self.box.setAccessibleName(name)
        for choice in spec.values:
            self.box.addItem(figure(choice), choice)
        self.box.activated.connect(lambda _n: self.edited.emit(self.box.currentData(), False))
        self.row.addWidget(self.box, 1)
        self.entry = self.box

    def show_value(self, value: Value | None) -> None:
        with QSignalBlocker(self.box):
            known = value if value is None or self.spec.type != "choice" else str(value)
            self.box.setCurrentIndex(self.box.findData(known) if known is not None else -1)


class FlagEditor(Editor):
    """A tick box."""

    def __init__(self, spec: SettingSpec, name: str) -> None:
        super().__init__(spec, name)
        self.box = QCheckBox()
        self.box.setAccessibleName(name)
        self.box.toggled.connect(lambda on: self.edited.emit(on, False))
        self.row.addWidget(self.box)
        self.entry = self.box
        self.row.addStretch(1)

    def show_value(self, value: Value | None) -> None:
        with QSignalBlocker(self.box):
            self.box.setChecked(value is True)
        self.box.setText(figure(value))


class TextEditor(Editor):
    """A line of text."""

    def __init__(self, spec: SettingSpec, name: str) -> None:
        super().__init__(spec, name)
        self._shown = ""
        self.field = _Line()
        self.field.escaped.connect(lambda: self.field.setText(self._shown))
        self.field.setAccessibleName(name)
        self.field.editingFinished.connect(self._typed)
        self.row.addWidget(self.field, 1)
        self.entry = self.field

    def _typed(self) -> None:
        text = self.field.text()
        if text != self._shown:
            self._shown = text
            self.edited.emit(text, False)

    def show_value(self, value: Value | None) -> None:
        self._shown = "" if value is None else str(value)
        self.field.setText(self._shown)


class _Line(Line):
    """Esc leaves what was typed: the editor puts the text back."""

    escaped = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.isModified():
            self.setModified(False)
            self.escaped.emit()
            return
        super().keyPressEvent(event)


def editor_for(spec: SettingSpec, name: str, value: Value | None) -> Editor:
    """The editor that suits a setting."""
    if spec.choices:
        return ChoiceEditor(spec, name)
    if spec.type in ("integer", "number"):
        number = (
            float(value)
            if isinstance(value, (int, float)) and not isinstance(value, bool)
            else None
        )
        if number is None and isinstance(spec.default, (int, float)):
            number = float(spec.default)
        return NumberEditor(spec, name, number)
    if spec.type == "flag":
        return FlagEditor(spec, name)
    return TextEditor(spec, name)


def range_text(spec: SettingSpec) -> str:
    if spec.minimum is None and spec.maximum is None:
        return unit_text(spec.unit)
    if spec.maximum is None:
        return tr("at least {low}", low=figure(spec.minimum, spec.unit))
    if spec.minimum is None:
        return tr("at most {high}", high=figure(spec.maximum, spec.unit))
    return tr("{low} to {high}", low=figure(spec.minimum), high=figure(spec.maximum, spec.unit))


def usual_text(usual: Usual, unit: str, spec: SettingSpec | None = None) -> str:
    """What is usual, how far most are from it, and who says so: ``500 (100 … 2,500; practice)``.

    Most are from no farther than the setting goes.
    """
    source = spoken(usual.source)
    if isinstance(usual.value, (bool, str)):
        return f"{figure(usual.value, unit)} ({source})"
    value = with_unit(exact(rounded(usual.value)), unit_text(unit))
    if usual.times <= 1.0:
        return f"{value} ({source})"
    low, high = usual.value / usual.times, usual.value * usual.times
    if spec is not None:
        low = low if spec.minimum is None else max(low, spec.minimum)
        high = high if spec.maximum is None else min(high, spec.maximum)
    roughly = (exact(float(f"{end:.2g}")) for end in (low, high))
    return f"{value} ({' … '.join(roughly)}; {source})"
