"""What kinds of component exist: declared by hardware and subsystem files, looked up here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Literal

from model.topology.components import Value

ValueType = Literal["integer", "number", "choice", "flag", "text"]


@dataclass(frozen=True)
class SettingSpec:
    """One setting under the product's own parameter name.

    ``unit`` is the unit of stored values (``"MB"``, ``"blocks"``, ``"%"``; empty for none).
    ``minimum``/``maximum`` are the product's legal range, ``soft_maximum`` the sensible end of a
    slider. ``group`` is the heading under which the product's manuals have it. ``dynamic`` says
    whether it can be changed without a recycle. ``source`` cites where doc and range come from.
    ``syntax`` is a format string for the change as it is written down, with ``{value}`` and
    ``{name}``, such as ``"ADARUN LBP={value}M"``.
    """

    name: str
    type: ValueType
    doc: str
    unit: str = ""
    default: Value | None = None
    minimum: float | None = None
    maximum: float | None = None
    soft_maximum: float | None = None
    choices: tuple[str, ...] = ()
    group: str = "General"
    dynamic: bool = False
    source: str = ""
    syntax: str = ""

    def problem_with(self, value: Value) -> str | None:
        """Why ``value`` is not legal here, in one clause; ``None`` when it is."""
        if self.type in ("integer", "number"):
            if isinstance(value, (bool, str)):
                return f"{self.name} takes a number, not {value!r}"
            if value != value:
                return f"{self.name} takes a number"
            if self.type == "integer" and float(value) != int(value):
                return f"{self.name} takes a whole number, not {value:,g}"
            unit = f" {self.unit}" if self.unit else ""
            if self.minimum is not None and value < self.minimum:
                return f"{self.name} is at least {self.minimum:,g}{unit}, not {value:,g}"
            if self.maximum is not None and value > self.maximum:
                if not self.source:
                    return f"{self.name} is at most {self.maximum:,g}{unit}, not {value:,g}"
                return (
                    f"{self.name} is at most {self.maximum:,g}{unit}, not {value:,g} "
                    f"({self.source})"
                )
        elif self.type == "choice" and value not in self.choices:
            return f"{self.name} is one of {', '.join(self.choices)}, not {value}"
        elif self.type == "flag" and not isinstance(value, bool):
            return f"{self.name} is yes or no, not {value}"
        elif self.type == "text" and not isinstance(value, str):
            return f"{self.name} takes text"
        return None

    def parse(self, text: str) -> Value:
        """The value that a person's text means.

        Raises
        ------
        ValueError
            With one clause that says what is wrong, when the text is not a legal value.
        """
        word = text.strip()
        value: Value = word
        if self.type == "flag":
            lowered = word.lower()
            if lowered in ("yes", "on", "true", "1", "y"):
                value = True
            elif lowered in ("no", "off", "false", "0", "n"):
                value = False
        elif self.type in ("integer", "number"):
            try:
                number = float(word)
            except ValueError:
                raise ValueError(f"{self.name} takes a number, not {word!r}") from None
            finite = number == number and abs(number) != float("inf")
            value = int(number) if finite and number == int(number) else number
        elif self.type == "choice":
            by_lower = {choice.lower(): choice for choice in self.choices}
            value = by_lower.get(word.lower(), word)
        problem = self.problem_with(value)
        if problem is None and isinstance(value, float) and abs(value) == float("inf"):
            problem = f"{self.name} takes a finite number"
        if problem is not None:
            raise ValueError(problem)
        return value


@dataclass(frozen=True)
class MeasureSpec:
    """One measured figure that components of a kind may carry; ``name`` may end in ``.*``."""

    name: str
    unit: str
    doc: str


@dataclass(frozen=True)
class ComponentKind:
    """A kind of component.

    ``parents`` lists the kinds that may contain it; ``None`` among them allows it on its own.
    ``links`` maps a link kind to the component kinds it may point at.
    ``counts`` maps an integer setting to the kind of linked member it counts: changing the setting
    ``NUCLEI`` of a database adds or removes nuclei that are ``member``-linked to it.
    """

    name: str
    title: str
    subsystem: str
    parents: tuple[str | None, ...]
    settings: tuple[SettingSpec, ...] = ()
    measures: tuple[MeasureSpec, ...] = ()
    links: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    counts: Mapping[str, str] = field(default_factory=dict)
    doc: str = ""

    def measure(self, name: str) -> MeasureSpec | None:
        """The spec of a measured figure, or of the figures it is a part of (``figure.*``)."""
        for spec in self.measures:
            if spec.name == name or fnmatchcase(name, spec.name):
                return spec
        return None

    def setting(self, name: str) -> SettingSpec | None:
        """The spec of a setting of this kind, or ``None``."""
        for spec in self.settings:
            if spec.name == name:
                return spec
        return None


class Catalogue:
    """All component kinds by name; immutable after construction."""

    def __init__(self, kinds: Iterable[ComponentKind]) -> None:
        self._kinds: dict[str, ComponentKind] = {}
        for kind in kinds:
            if kind.name in self._kinds:
                raise ValueError(f"component kind {kind.name} is declared twice")
            self._kinds[kind.name] = kind

    def __getitem__(self, name: str) -> ComponentKind:
        return self._kinds[name]

    def __contains__(self, name: object) -> bool:
        return name in self._kinds

    def __iter__(self) -> Iterator[ComponentKind]:
        return iter(self._kinds.values())

    def get(self, name: str) -> ComponentKind | None:
        """The kind, or ``None``."""
        return self._kinds.get(name)

    def spec(self, kind: str, setting: str) -> SettingSpec | None:
        """The spec of a kind's setting, or ``None`` when either is unknown."""
        found = self._kinds.get(kind)
        return None if found is None else found.setting(setting)

    def children_of(self, kind: str | None) -> tuple[ComponentKind, ...]:
        """Kinds that may be placed in a component of this kind (``None``: on their own)."""
        return tuple(k for k in self if kind in k.parents)
