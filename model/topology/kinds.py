"""What kinds of component exist: declared by hardware and subsystem files, looked up here."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from model.figures import Figure, carried, carried_by
from model.language import Keyword, Name, Quoted, joined, mark, say
from model.topology.components import Component, Topology, Value

ValueType = Literal["integer", "number", "choice", "flag", "text"]


PRACTICE = mark("practice")


@dataclass(frozen=True, slots=True)
class Usual:
    """What a value is in most installations, to stand in until a report or a person tells it.

    Nine of ten installations lie between ``value / times`` and ``value * times``; of a choice or a
    flag any other one is possible, and ``times`` says nothing. A ``times`` of 1 is arithmetic, not
    a guess. ``per`` names the figure of the same component that a figure is for one of: CPU
    seconds per transaction. ``source`` is a document's place, or "practice" where the value is
    judgement from installations seen and no document gives it. ``instead`` names figures of the
    same component any of which says it: transactions of an interval say how many a second.
    ``holds`` names the figure of the same component and unit that this one has in it: elapsed time
    has CPU time in it, and neither is usual where the other one leaves no room for it.
    """

    value: Value
    times: float = 1.0
    per: str = ""
    source: str = PRACTICE
    instead: tuple[str, ...] = ()
    holds: str = ""


@dataclass(frozen=True)
class SettingSpec:
    """One setting under the product's own parameter name.

    ``unit`` is the unit of stored values (``"MB"``, ``"blocks"``, ``"%"``; empty for none).
    ``minimum``/``maximum`` are the product's legal range, ``soft_maximum`` the sensible end of a
    slider. ``group`` is the heading under which the product's manuals have it. ``dynamic`` says
    whether it can be changed without a recycle. ``source`` cites where doc and range come from.
    ``syntax`` is a format string for the change as it is written down, with ``{value}`` and
    ``{name}``, such as ``"ADARUN LBP={value}M"``, and other settings of the component by name.
    ``names`` says what kind of name of the customer's the value is, or each of a list with commas
    (``"DATASET"``); empty where it is the product's own word. ``name_forms`` are the forms in
    which that name stands in reports and commands (``"DFSMPL{value}"`` of a suffix).
    ``choices`` are the values that can be, of a number as they are written. ``alias`` says that the
    value is another name under which reports know the component, ``population`` that it is how many
    users put work on it, so that growth of the work is told by it, and ``read_off`` that no report
    states it: it is read off the load. ``label`` is what a setting of ours is called in words; a
    product's parameter keeps the product's name. ``usual`` stands in where nobody told a value
    without which there are no figures.
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
    names: str = ""
    name_forms: tuple[str, ...] = ("{value}",)
    alias: bool = False
    population: bool = False
    read_off: bool = False
    label: str = ""
    usual: Usual | None = None

    def problem_with(self, value: Value) -> str | None:
        """Why ``value`` is not legal here, in one clause; ``None`` when it is."""
        if self.type in ("integer", "number"):
            if isinstance(value, (bool, str)):
                return say(
                    "{name} takes a number, not {value}",
                    name=Name(self.name),
                    value=Quoted(repr(value)),
                )
            # Of a whole number of hundreds of digits there is no float; beyond floats is infinity.
            if not abs(value) <= sys.float_info.max:
                return say("{name} takes a number", name=Name(self.name))
            if self.type == "integer" and float(value) != int(value):
                return say(
                    "{name} takes a whole number, not {value:,g}", name=Name(self.name), value=value
                )
            unit = f" {self.unit}" if self.unit else ""
            if self.minimum is not None and value < self.minimum:
                return say(
                    "{name} is at least {minimum:,g}{unit}, not {value:,g}",
                    name=Name(self.name),
                    minimum=self.minimum,
                    unit=unit,
                    value=value,
                )
            if self.maximum is not None and value > self.maximum:
                if not self.source:
                    return say(
                        "{name} is at most {maximum:,g}{unit}, not {value:,g}",
                        name=Name(self.name),
                        maximum=self.maximum,
                        unit=unit,
                        value=value,
                    )
                return say(
                    "{name} is at most {maximum:,g}{unit}, not {value:,g} ({source})",
                    name=Name(self.name),
                    maximum=self.maximum,
                    unit=unit,
                    value=value,
                    source=self.source,
                )
        if self.choices and self._text_of(value) not in self.choices:
            return say(
                "{name} is one of {choices}, not {value}",
                name=Name(self.name),
                choices=joined(self.choices, ", "),
                value=value,
            )
        if self.type == "flag" and not isinstance(value, bool):
            return say("{name} is yes or no, not {value}", name=Name(self.name), value=value)
        if self.type == "text" and not isinstance(value, str):
            return say("{name} takes text", name=Name(self.name))
        return None

    @property
    def values(self) -> tuple[Value, ...]:
        """All values that can be, where `choices` name them."""
        if self.type not in ("integer", "number"):
            return self.choices
        return tuple((int if self.type == "integer" else float)(word) for word in self.choices)

    def _text_of(self, value: object) -> object:
        """A value as `choices` have it, which of numbers name those that can be."""
        return f"{value:g}" if self.type in ("integer", "number") else value

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
                said = say(
                    "{name} takes a number, not {value}",
                    name=Keyword(self.name),
                    value=Quoted(repr(word)),
                )
                raise ValueError(said) from None
            finite = number == number and abs(number) != float("inf")
            value = int(number) if finite and number == int(number) else number
        elif self.type == "choice":
            by_lower = {choice.lower(): choice for choice in self.choices}
            value = by_lower.get(word.lower(), word)
        problem = self.problem_with(value)
        if problem is None and isinstance(value, float) and abs(value) == float("inf"):
            problem = say("{name} takes a finite number", name=Name(self.name))
        if problem is not None:
            raise ValueError(problem)
        return value


@dataclass(frozen=True)
class ComponentKind:
    """A kind of component.

    ``parents`` lists the kinds that may contain it; ``None`` among them allows it on its own.
    ``links`` maps a link kind to the component kinds it may point at.
    ``counts`` maps an integer setting to the kind of linked member it counts: changing the setting
    ``NUCLEI`` of a database adds or removes nuclei that are ``member``-linked to it.
    ``names`` is what the customer's name of such a component is called when it is masked
    (``"SYSTEM"``); empty where the product names it (buffer pool ``BP1``, page set ``4``), and
    ``in_names`` says that the name is found inside other ones (a link ``TOSYSB``).

    All that shows components reads the rest: ``icon`` is a file of ``resources/icons``, ``short``
    what boxes of a picture say in place of the title, ``drawn`` whether pictures have a box of it,
    ``called`` what installations call the first of them (``"SYSA"``, then ``"SYSB"``), ``words``
    what else people look for, ``work`` what its throughput counts (``u_...`` of the report's
    texts). ``platform`` is the only operating system that has such a thing. ``jobs`` are the
    address spaces that a list of jobs has of it, from its name; ``in_parent`` says that its
    settings are typed in the definition of what contains it.

    ``needs`` are the link kinds without whose partners it does not run, each with the settings with
    which that is so; partners are what its own links point at, or what points at it with a link
    that is not its own.

    ``local`` are, by link kind, the kinds that it reaches in its own partition alone: a region
    attaches the Db2 of its own system.

    ``named`` are settings whose value is the name of a component of the kind given, without which
    it does not run (a nucleus without its lock structure), where ``named_where`` holds: settings
    of what it is a ``member`` of.

    ``usual`` are figures, in the order in which one follows from another, that stand in where a
    model has none to begin with.

    ``usual_io`` are those that count its I/Os, which stand in where it has disks and none tells.

    ``within`` are, by figure, figures that are no less: what it is a part of.

    ``check`` says in one sentence what of a component and those within it cannot be together,
    ``None`` where all can.
    """

    name: str
    title: str
    subsystem: str
    parents: tuple[str | None, ...]
    settings: tuple[SettingSpec, ...] = ()
    links: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    counts: Mapping[str, str] = field(default_factory=dict)
    needs: Mapping[str, Mapping[str, Value]] = field(default_factory=dict)
    local: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    named: Mapping[str, str] = field(default_factory=dict)
    named_where: Mapping[str, Value] = field(default_factory=dict)
    usual: Mapping[str, Usual] = field(default_factory=dict)
    usual_io: Mapping[str, Usual] = field(default_factory=dict)
    within: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    doc: str = ""
    names: str = ""
    in_names: bool = False
    icon: str = "box"
    short: str = ""
    drawn: bool = True
    called: str = ""
    words: str = ""
    work: str = "transactions"
    platform: str = ""
    jobs: tuple[str, ...] = ()
    in_parent: bool = False
    check: Callable[[Topology, Component], str | None] | None = None

    @property
    def every_usual(self) -> Mapping[str, Usual]:
        """Figures that can stand in, those of its I/Os among them."""
        return {**self.usual, **self.usual_io} if self.usual_io else self.usual

    @property
    def population(self) -> SettingSpec | None:
        """The setting that says how many users put work on it, where there is one."""
        return next((spec for spec in self.settings if spec.population), None)

    @property
    def measures(self) -> tuple[Figure, ...]:
        """The figures that reports give of such components, as :mod:`model.figures` has them."""
        return carried_by(self.name)

    def measure(self, name: str) -> Figure | None:
        """The declaration of a measured figure, or of the figures it is a part of."""
        return carried(self.name, name)

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
        self.labels: Mapping[str, str] = {
            spec.name: spec.label for kind in self for spec in kind.settings if spec.label
        }
        """What settings of ours are called in words."""

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
