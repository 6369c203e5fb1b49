"""Names replaced consistently, everywhere: figures stay true, the customer stays unnamed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import PurePath
from typing import Any

from advisor.engagement import Engagement
from model.catalogue import catalogue
from resources import resource

_LABELS = {
    "cpc": "MACHINE",
    "lpar": "SYSTEM",
    "cf": "CF",
    "cf_structure": "STRUCTURE",
    "dasd": "DASD",
    "dasd_volume": "VOLUME",
    "adabas_database": "DATABASE",
    "adabas_nucleus": "NUCLEUS",
    "cics_region": "REGION",
    "vsam_file": "FILE",
    "mq_manager": "QMGR",
    "natural_session": "SESSION",
    "ims_system": "IMS",
    "ims_region": "REGION",
    "netwk_node": "NODE",
}

# A data set name: two or more qualifiers of up to eight characters (z/OS JCL rules).
_DATA_SET = re.compile(r"\b[A-Z@#$][A-Z0-9@#$-]{0,7}(?:\.[A-Z@#$][A-Z0-9@#$-]{0,7}){1,21}\b")
_JOB_ID = re.compile(r"\b(?:JOB|STC|TSU|J|S|T)\d{4,7}\b")
# An identifier as jobs, systems, users and volumes have: four to eight characters with a digit.
_IDENTIFIER = re.compile(
    r"(?<![A-Za-z0-9@#$.])(?=[A-Z0-9@#$]*[0-9])[A-Z@#$][A-Z0-9@#$]{3,7}(?![A-Za-z0-9@#$])"
)
# Message ids, releases and record types look alike but name nothing of the customer's.
_COMMON_CODE = re.compile(r"[A-Z]{3,5}[0-9]{3,4}[ADEISW]|V[0-9]+(?:R[0-9]+)?(?:M[0-9]+)?|SMF[0-9]+")
_NAMED = re.compile(
    r"\b(?:JOB ?NAME|JOB|USER(?: ?ID)?|SYSTEM(?: ?ID)?|SYS ?ID|SYSPLEX|SMF ?ID|APPLID|NODE|LPAR|"
    r"MEMBER|VOLSER|CORRID|PLAN|QMGR|SSID|CUSTOMER|TERMINAL)\b[ .]*[:=]?\s*"
    r"(?P<name>[A-Z@#$][A-Z0-9@#$]{2,7})\b"
)


@cache
def _ordinary() -> frozenset[str]:
    lines = resource("report", "ordinary_words.txt").read_text("utf-8").splitlines()
    return frozenset(line for line in lines if line and not line.startswith("#"))


class Mask:
    """A consistent replacement of names by neutral ones.

    The same name always becomes the same mask, wherever it stands: in labels, quoted report
    lines, file names, commands and metadata. Replacement is by whole words, longest name first.
    """

    def __init__(self, names: Mapping[str, str]) -> None:
        self._names = dict(names)
        words = sorted(self._names, key=lambda name: (-len(name), name))
        self._pattern = (
            re.compile(
                r"(?<![A-Za-z0-9])(?:" + "|".join(re.escape(word) for word in words) + r")"
                r"(?![A-Za-z0-9])"
            )
            if words
            else None
        )
        self._data_sets: dict[str, str] = {}
        self._jobs: dict[str, str] = {}

    @property
    def names(self) -> Mapping[str, str]:
        """Every name that was collected, with its mask."""
        return self._names

    def text(self, text: str) -> str:
        """``text`` with every name masked."""
        if self._pattern is not None:
            text = self._pattern.sub(lambda found: self._names[found[0]], text)
        text = _DATA_SET.sub(self._data_set, text)
        return _JOB_ID.sub(self._job, text)

    def _data_set(self, found: re.Match[str]) -> str:
        name = found[0]
        if name not in self._data_sets:
            self._data_sets[name] = f"DATASET-{len(self._data_sets) + 1}"
        return self._data_sets[name]

    def _job(self, found: re.Match[str]) -> str:
        name = found[0]
        if name not in self._jobs:
            self._jobs[name] = f"JOBID-{len(self._jobs) + 1}"
        return self._jobs[name]

    def apply(self, data: Any) -> Any:
        """A copy of document data with every string (keys excepted) masked."""
        if isinstance(data, str):
            return self.text(data)
        if isinstance(data, dict):
            return {key: self.apply(value) for key, value in data.items()}
        if isinstance(data, (list, tuple)):
            return [self.apply(value) for value in data]
        return data


def build_mask(engagement: Engagement, further_names: Iterable[str] = ()) -> Mask:
    """Collect the names of an engagement: customer, components, files, jobs, users, data sets.

    A job, user or volume name is known by a label before it or by having a digit, as names of
    these kinds nearly always do; one of letters only that stands unlabelled in a table looks like
    any other word, so that ``further_names`` must give it.
    """
    names: dict[str, str] = {}
    counts: dict[str, int] = {}

    def add(name: str, label: str) -> None:
        name = name.strip()
        if name in names or not _is_name(name):
            return
        counts[label] = counts.get(label, 0) + 1
        names[name] = f"{label}-{counts[label]}"

    add(engagement.name, "CUSTOMER")
    for name in further_names:
        add(name, "NAME")
    for component in engagement.installation.topology:
        label = _LABELS.get(component.kind, "NAME")
        for part in re.split(r"[/]", component.name):
            add(part, label)
            head = part.split("-")[0]
            if head != part:
                add(head, label)
        for setting, value in component.settings.items():
            if isinstance(value.value, str) and setting in NAMING_SETTINGS:
                add(value.value, NAMING_SETTINGS[setting])
    for reading in engagement.readings:
        path = PurePath(reading.file)
        add(reading.file, "REPORT")
        add(path.name, "REPORT")
        for part in path.parts[:-1]:
            add(part, "FOLDER")
    vocabulary = _vocabulary()
    for text in sorted(
        {o.text for o in engagement.installation.observations} | _quoted(engagement)
    ):
        for found in _NAMED.finditer(text):
            add(found["name"], "NAME")
        for word in _IDENTIFIER.findall(text):
            if word not in vocabulary and not _COMMON_CODE.fullmatch(word):
                add(word, "NAME")
    return Mask(names)


def _quoted(engagement: Engagement) -> set[str]:
    return {e.text for finding in engagement.findings for e in finding.evidence}


@cache
def _vocabulary() -> frozenset[str]:
    """The products' own parameter names, which are nobody's secret."""
    return frozenset(spec.name for kind in catalogue() for spec in kind.settings)


NAMING_SETTINGS = {
    "APPLID": "REGION",
    "DSNAME": "DATASET",
    "BASE_DSNAME": "DATASET",
    "MODEL": "MODEL",
}


def _is_name(name: str) -> bool:
    """Whether masking it can be meant: a bare number or an ordinary word is no name."""
    return (
        len(name) >= 2
        and any(character.isalpha() for character in name)
        and name.upper() not in _ordinary()
    )
