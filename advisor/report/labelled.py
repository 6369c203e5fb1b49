"""Names of the customer's: what a declaration calls one, and columns that reports keep of them.

The catalogue says of every kind of component, setting and figure whether what it is called or
holds is a name (:class:`model.topology.SettingSpec`). A line that is quoted may hold further ones
that no reader keeps: those that stand in a column of known names are found by that.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import cache

from advisor.observations import Observation
from model.catalogue import catalogue
from model.topology import Value

COLUMN_NAMES = 3
"""A column that holds as many different known names is one that a report keeps names in."""

CONTAINER = "NAME"
"""What a name is called that stands in a subject for what contains it."""

SAME = "="
"""What the label of another form of a name begins with; the name follows."""

_DOTTED = frozenset({"CHANNEL", "DATASET", "QUEUE"})
"""Kinds of name that have dots of their own, so that what follows one is no other part."""

_PERIOD = re.compile(r"\.\d+$")
_JOB = re.compile(r"job\.(?P<name>[^.]+)\.(?P<figure>\w+)")
_WORD = re.compile(r"(?<![^\s,;()=|*])[A-Z@#$][A-Z0-9@#$]{1,7}(?![^\s,;()|*])")


_NAMED = re.compile(
    r"""(?mx)
      \$HASP(?:100|114|165|373|395)[ ]+ (?P<jes>[A-Z@#$][A-Z0-9@#$]{0,7})(?![\w@#$])
    | \bIEF(?:403|404|450|452|453)I[ ]+ (?P<step>[A-Z@#$][A-Z0-9@#$]{0,7})(?![\w@#$])
    | \bICH70001I[ ]+ (?P<user>[A-Z@#$][A-Z0-9@#$]{0,7})(?![\w@#$])
    | //(?P<card>[A-Z@#$][A-Z0-9@#$]{0,7})[ ]+JOB\b
    | \b(?:F|MODIFY)[ ](?P<task>[A-Z@#$][A-Z0-9@#$]{0,7}),
    | \bby[ ]user[ ]+ (?P<caller>[A-Z@#$][A-Z0-9@#$]{0,7})(?![\w@#$])
    """
)
"""Where messages, job cards, commands and sentences hold the name of a job or a user (IBM, z/OS
JES2 Messages; MVS System Messages; RACF Messages; MVS JCL Reference; Adabas session statistics)."""


def names_in_messages(text: str) -> set[str]:
    """Names of jobs and users that stand in a text where nothing else can."""
    return {name for found in _NAMED.finditer(text) for name in found.groups() if name}


def declared_names(observations: Iterable[Observation]) -> Iterator[tuple[str, str]]:
    """Names with what each is called when masked, in the observations' order."""
    for item in observations:
        kind, _, rest = item.subject.partition(":")
        yield from component_names(kind, rest)
        setting = item.metric.removeprefix("setting.")
        if setting != item.metric:
            yield from setting_names(kind, setting, item.value)
            continue
        label, part = _figure(kind, item.metric)
        if part:
            tail = item.metric.partition(".")[2]
            yield (tail if part in _DOTTED else tail.partition(".")[0]), part
        if label and isinstance(item.value, str):
            yield item.value, label


def component_names(kind: str, name: str) -> Iterator[tuple[str, str]]:
    """Names in what a component is called: of what contains it, and its own if it has one.

    What stands behind a blank is when something ran, which tells runs of one job apart; the number
    behind a service class's dot is its period, which reports print in a column of its own.
    """
    found = catalogue().get(kind)
    *containers, own = name.split("/")
    for part in containers:
        yield part, CONTAINER
    if found is None or found.names:
        label = CONTAINER if found is None else found.names
        own = _PERIOD.sub("", own) if label == "CLASS" else own
        yield from ((word, label) for word in dict.fromkeys((own, own.partition(" ")[0])))


def setting_names(kind: str, setting: str, value: Value) -> Iterator[tuple[str, str]]:
    """Names that a setting's value holds, in each form that they stand in, with their labels.

    The label of a further form is the first form behind ``SAME``: one thing has one mask.
    """
    spec = catalogue().spec(kind, setting)
    if spec is None or not spec.names or not isinstance(value, str):
        return
    for word in value.split(","):
        forms = [form.format(value=word.strip()) for form in spec.name_forms if word.strip()]
        yield from ((form, SAME + forms[0] if at else spec.names) for at, form in enumerate(forms))


@cache
def _figure(kind: str, metric: str) -> tuple[str, str]:
    """What a figure's value and the part of it are names of; empty where of nothing."""
    found = catalogue().get(kind)
    spec = None if found is None else found.measure(metric)
    return ("", "") if spec is None else (spec.names, spec.part_names)


def names_in_columns(
    observations: Iterable[Observation], known: Iterable[str], is_name: Callable[[str], bool]
) -> list[str]:
    """Words that stand where their report keeps names: in a column with several known ones.

    Columns are those of one report and one kind of figure, so that words of other tables are
    left alone. ``is_name`` says whether a word can be a name at all.
    """
    names = frozenset(known)
    lines: dict[tuple[str, str], dict[int, str]] = defaultdict(dict)
    for item in observations:
        figure = _JOB.sub(r"job.\g<figure>", item.metric)
        lines[(item.file, f"{item.subject.partition(':')[0]} {figure}")][item.line] = item.text
    found: dict[str, None] = {}
    for table in lines.values():
        columns: dict[int, dict[str, None]] = defaultdict(dict)
        for text in table.values():
            for word in _WORD.finditer(text):
                columns[word.start()][word[0]] = None
        for words in columns.values():
            if len(names.intersection(words)) >= COLUMN_NAMES:
                found.update(dict.fromkeys(w for w in words if w not in names and is_name(w)))
    return sorted(found)
