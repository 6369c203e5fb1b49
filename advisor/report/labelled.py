"""Names that a reader knows to be names, because the report labels them or keeps a column for them.

A name of letters only looks like any other word where it stands in a line. But most are labelled
somewhere: as the subject of a figure, inside a metric (``job.PAYROLL.frames``), in a setting that
holds names, or by standing in the column in which a report keeps its names.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator

from advisor.observations import Observation

NAMING_SETTINGS = {
    "APPLID": "REGION",
    "BASE_DSNAME": "DATASET",
    "CLIENT": "JOB",
    "CLUCACHENAME": "STRUCTURE",
    "CLUGROUPNAME": "GROUP",
    "CLULOCKNAME": "STRUCTURE",
    "DSNAME": "DATASET",
    "FOREIGN_SOCKET": "HOST",
    "HSP_LIBRARIES": "DATASET",
    "LOCAL_SOCKET": "HOST",
    "MODEL": "MODEL",
    "PRELOAD_LOST": "PROGRAM",
    "PRELOAD_MODULES": "PROGRAM",
    "STORAGE_GROUP": "GROUP",
}
"""Settings whose value is a name, or a list of names with commas, by what they name."""

COLUMN_NAMES = 3
"""A column that holds as many different known names is one that a report keeps names in."""

_JOB = re.compile(r"job\.(?P<name>[^.]+)\.(?P<figure>\w+)")
_WORD = re.compile(r"(?<![^\s,;()=|*])[A-Z@#$][A-Z0-9@#$]{1,7}(?![^\s,;()|*])")


def labelled_names(observations: Iterable[Observation]) -> Iterator[tuple[str, str]]:
    """Names with the kind of component or label that they have, in the observations' order.

    A kind is that of :mod:`model.catalogue` (``cics_region``) or a label in capitals (``JOB``).
    """
    for item in observations:
        kind, _, rest = item.subject.partition(":")
        parts = rest.split("/")
        for part in parts[:-1]:
            yield part, "NAME"
        if parts[-1]:
            yield parts[-1], kind
        job = _JOB.match(item.metric)
        if job is not None:
            yield job["name"], "JOB"
            if job["figure"].endswith("class") and isinstance(item.value, str):
                yield item.value, "CLASS"
        setting = item.metric.removeprefix("setting.")
        if setting in NAMING_SETTINGS and isinstance(item.value, str):
            for name in item.value.split(","):
                yield name, NAMING_SETTINGS[setting]


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
