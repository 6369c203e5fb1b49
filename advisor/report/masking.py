"""Names replaced consistently, everywhere: figures stay true, the customer stays unnamed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, partial
from pathlib import PurePath
from typing import Any

from advisor.engagement import Engagement
from advisor.formats.adabas.adarun_names import NAMES as ADARUN
from advisor.report.labelled import (
    CONTAINER,
    SAME,
    component_names,
    declared_names,
    names_in_columns,
    setting_names,
)
from advisor.report.texts import setting_label
from advisor.rules import rules
from model.catalogue import catalogue
from model.language import Hidden, catalogue_of
from resources import resource

# A data set name: two or more qualifiers of up to eight characters (z/OS JCL rules).
_DATA_SET = re.compile(r"\b[A-Z@#$][A-Z0-9@#$-]{0,7}(?:\.[A-Z@#$][A-Z0-9@#$-]{0,7}){1,21}\b")
_JOB_ID = re.compile(r"\b(?:JOB|STC|TSU|J|S|T)\d{4,7}\b")
# An identifier as jobs, systems, users and volumes have: four to eight characters with a digit.
# What an operand follows (CASSOV64=1-5000, DATA4K(400)) is the product's keyword and no name.
_IDENTIFIER = re.compile(
    r"(?<![A-Za-z0-9@#$.])(?=[A-Z0-9@#$]*[0-9])[A-Z@#$][A-Z0-9@#$]{3,7}(?![A-Za-z0-9@#$]|[=(])"
)
# Hosts and people: mail addresses, network addresses, and paths of Unix System Services.
_ADDRESS = re.compile(r"[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+")
_HOST = re.compile(
    r"(?<![\w.])(?:\d{1,3}(?:\.\d{1,3}){3}(?!\d|\.\d)"
    r"|[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:com|net|org|de|at|ch|local|intern|internal|corp|lan)(?!\w))"
)
_PATH = re.compile(r"(?<![\w/*])/(?:[A-Za-z0-9._-]+/)+[A-Za-z0-9._-]*")
# Message ids, releases and record types look alike but name nothing of the customer's.
_COMMON_CODE = re.compile(
    r"[A-Z]{3,5}[0-9]{3,4}[ADEISW]|V[0-9]+(?:R[0-9]+)?(?:M[0-9]+)?|SMF[0-9]+|G?BP[0-9]+K?[0-9]*"
)
# A message of a product and the module that issued it have their first letters in common:
# CSQP020E !MQA1 CSQP1RSW.
_MODULE = re.compile(r"\b(?P<of>CSQ[A-Z])[0-9]{3}[A-Z]\b.*?\b(?P<module>(?P=of)[A-Z0-9]{4})\b")
_NAMED = re.compile(
    r"\b(?:JOB ?NAME|JOB|USER(?: ?ID)?|SYSTEM(?: ?ID)?|SYS ?ID|SYSPLEX|SMF ?ID|APPLID|NODE|LPAR|"
    r"MEMBER|VOLSER|CORRID|PLAN|QMGR|SSID|CUSTOMER|TERMINAL)\b[ .]*[:=]?\s*"
    r"(?P<name>[A-Z@#$][A-Z0-9@#$]{2,7})(?![\w@#$])"
)


@cache
def _ordinary() -> tuple[frozenset[str], tuple[str, ...]]:
    """Words that are never a name, and beginnings of such words."""
    lines = resource("report", "ordinary_words.txt").read_text("utf-8").splitlines()
    words = [line for line in lines if line and not line.startswith("#")]
    whole = frozenset(word for word in words if not word.endswith("*"))
    return whole, tuple(word[:-1] for word in words if word.endswith("*"))


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
                # Serial numbers are printed with zeros before them.
                r"(?<![A-Za-z0-9])0*(?P<name>" + "|".join(re.escape(word) for word in words) + r")"
                r"(?![A-Za-z0-9])"
            )
            if words
            else None
        )
        self._patterned: dict[str, dict[str, str]] = {label: {} for label, _ in _PATTERNS}
        self._typed = tuple(shape for shape, words in typed_lines() if self._means_a_name(words))

    def _means_a_name(self, words: str) -> bool:
        """Whether a command's own words would be masked: a system is called TEST."""
        patterns = [pattern for _label, pattern in _PATTERNS]
        if self._pattern is not None:
            patterns.append(self._pattern)
        return any(pattern.search(words) for pattern in patterns)

    @property
    def names(self) -> Mapping[str, str]:
        """Every name that was collected, with its mask."""
        return self._names

    def text(self, text: str) -> str:
        """``text`` with every name masked; of a command that a rule types, its operands alone."""
        if not self._typed:
            return self._plain(text)
        return "\n".join(self._line(line) for line in text.split("\n"))

    def _line(self, line: str) -> str:
        found = next((match for shape in self._typed if (match := shape.fullmatch(line))), None)
        if found is None:
            return self._plain(line)
        masked, at = "", 0
        for number in range(1, len(found.groups()) + 1):
            start, end = found.span(number)
            masked += line[at:start] + self._plain(found[number])
            at = end
        return masked + line[at:]

    def _plain(self, text: str) -> str:
        if self._pattern is not None:
            text = self._pattern.sub(lambda found: self._names[found["name"]], text)
        for label, pattern in _PATTERNS:
            text = pattern.sub(partial(self._numbered, label), text)
        return text

    def _numbered(self, label: str, found: re.Match[str]) -> str:
        """Number names known by their shape; those of the reports are seen first, in one order.

        The pages that the rules cite are public, and nobody's hosts.
        """
        if found[0] in _public():
            return found[0]
        seen = self._patterned[label]
        return seen.setdefault(found[0], f"{label}-{len(seen) + 1}")

    def apply(self, data: Any) -> Any:
        """A copy of document data with every string masked; so are keys that are no field names."""
        if isinstance(data, Hidden):
            return data.text
        if isinstance(data, str):
            return self.text(data)
        if isinstance(data, dict):
            if {"component", "setting"} <= data.keys():
                data = data | {
                    end: self.value(str(data["component"]), str(data["setting"]), data[end])
                    for end in ("from", "to")
                    if end in data
                }
            if {"metric", "value"} <= data.keys():
                data = data | {"value": self._operand(data["metric"], data["value"])}
            return {
                self._key(key): self.apply(
                    value | {"value": self._operand(key, value["value"])}
                    if isinstance(value, dict) and "value" in value
                    else value
                )
                for key, value in data.items()
            }
        if isinstance(data, (list, tuple)):
            return [self.apply(value) for value in data]
        return data

    def value(self, component: str, setting: str, value: Any) -> Any:
        """A setting's value, where it is a name only together with its operand (``PRLD=M1``)."""
        for form, _ in setting_names(component.partition(":")[0], setting, value):
            masked = self._names.get(form, "")
            if masked and value not in self._names and "=" in form:
                return masked.rpartition("=")[2]
        return value

    def _operand(self, setting: object, value: object) -> object:
        """``value`` as it stands in masked reports behind its operand, where it is a name there."""
        masked = self._names.get(f"{setting}={value}", "")
        return masked.rpartition("=")[2] if masked and value not in self._names else value

    def _key(self, key: Any) -> Any:
        if not isinstance(key, str) or _FIELD.fullmatch(key) or key in _vocabulary():
            return key
        return self.text(key)


_PREFIXES = "!+-=%&*?/|:;<>.,"
_FIELD = re.compile(r"[a-z][a-z0-9_.]*")
_PATTERNS = (
    ("ADDRESS", _ADDRESS),
    ("HOST", _HOST),
    ("PATH", _PATH),
    ("DATASET", _DATA_SET),
    ("JOBID", _JOB_ID),
)


def build_mask(engagement: Engagement, further_names: Iterable[str] = ()) -> Mask:
    """Collect the names of an engagement: customer, components, files, jobs, users, data sets.

    What a reader delivers as a name, or a declaration calls one, is a name (``labelled``). Lines
    that are quoted hold others that no reader keeps: these are known by a label before them, by
    standing in a report's column of names, or by having a digit, as names of jobs, users and
    volumes nearly always do. One of letters only that nothing of all this tells from any other
    word must be given by ``further_names``.
    """
    names: dict[str, str] = {}
    counts: dict[str, int] = {}

    def add(name: str, label: str) -> None:
        name = name.strip()
        if label == "QMGR":  # a command prefix (!MQA1) is the name behind a character, which stays
            name = name.lstrip(_PREFIXES)
        if name in names or not _is_name(name):
            return
        if label.startswith(SAME):
            mask = names.get(label.removeprefix(SAME))
            if mask is None:
                return
            operand, kept, _ = name.rpartition("=")
            names[name] = f"{operand}{kept}{mask}"
            return
        counts[label] = counts.get(label, 0) + 1
        operand, kept, _ = name.rpartition("=")
        names[name] = f"{operand}{kept}{label}-{counts[label]}"

    add(engagement.name, "CUSTOMER")
    for word in re.findall(r"[^\W\d_]{5,}", engagement.name):
        if engagement.name in names and word.lower() not in _said():
            names.setdefault(word, names[engagement.name])
    for name in further_names:
        add(name, "NAME")
    topology = engagement.installation.topology
    # A container is called what it is: all components' own names come before those they are in.
    for contained in (False, True):
        for component in topology:
            for part, label in component_names(component.kind, component.name):
                if (label == CONTAINER) is not contained:
                    continue
                if " " in component.name and part in _catalogue_words():
                    continue  # a job that is called as the product is, and when it ran
                add(part, label)
                head = part.split("-")[0]
                if head != part:
                    add(head, label)
    for component in topology:
        for setting, value in component.settings.items():
            for name, label in setting_names(component.kind, setting, value.value):
                add(name, label)
    for finding in (*engagement.findings, *engagement.plan.amended):
        for change in finding.change_texts:
            kind = change.component.partition(":")[0]
            for stated in (change.from_value, change.to_value):
                for name, label in setting_names(kind, change.setting, stated or ""):
                    add(name, label)
    # Put together once: they are held nowhere, and each way through them would read all anew.
    observations = engagement.installation.observations[:]
    declared = [pair for pair in declared_names(observations) if pair[0] not in _catalogue_words()]
    for name, label in sorted(declared, key=lambda pair: pair[1] == CONTAINER):
        add(name, label)
    for name in names_in_columns(observations, names, may_be_name):
        add(name, "NAME")
    for reading in engagement.readings:
        path = PurePath(reading.file)
        add(reading.file, "REPORT")
        if reading.file in names and _is_name(path.name):
            # One number for both: else the reports would be 1, 3, 5 to whoever reads of them.
            names.setdefault(path.name, names[reading.file])
        for part in path.parts[:-1]:
            add(part, "FOLDER")
    vocabulary = _vocabulary()
    inside = _parts_of_names(engagement)
    texts = sorted({o.text for o in observations} | _quoted(engagement))
    for text in texts:
        for found in _NAMED.finditer(text):
            add(found["name"], "NAME")
        modules = {found["module"] for found in _MODULE.finditer(text)}
        for word in _IDENTIFIER.findall(text):
            if word not in {*vocabulary, *modules} and not _COMMON_CODE.fullmatch(word):
                add(word, "NAME")
        for word in _UPPER.findall(text):
            if inside is not None and word not in vocabulary and inside.search(word):
                add(word, "NAME")
    for name in [name for name in names if len(name) >= 4 and name.isupper()]:
        names.setdefault(name.lower(), names[name])
    mask = Mask(names)
    for text in texts:
        mask.text(text)
    return mask


_UPPER = re.compile(r"(?<![A-Za-z0-9])[A-Z@#$][A-Z0-9@#$]{4,}(?![a-z])")


def _parts_of_names(engagement: Engagement) -> re.Pattern[str] | None:
    """Systems' and subsystems' names as they stand in longer ones (a link ``TOSYSB``)."""
    kinds = catalogue()
    names = sorted(
        component.name
        for component in engagement.installation.topology
        if component.kind in kinds
        and kinds[component.kind].in_names
        and len(component.name) >= 4
        and _is_name(component.name)
    )
    return re.compile("|".join(re.escape(name) for name in names)) if names else None


@cache
def _said() -> frozenset[str]:
    """Words that the report says itself, which a customer's name may hold as well."""
    return frozenset(
        word.lower() for text in _own_texts() for word in re.findall(r"[^\W\d_]+", text)
    )


def _own_texts() -> Iterator[str]:
    for pair in catalogue_of("de", "report").single.items():
        yield from pair
    for setting in catalogue().labels:
        yield setting_label(setting, "en")
        yield setting_label(setting, "de")


def _quoted(engagement: Engagement) -> set[str]:
    return {e.text for finding in engagement.findings for e in finding.evidence}


@cache
def _public() -> frozenset[str]:
    """Hosts and addresses in those of the pages that rules rest on and that confirm commands."""
    pages = [page for rule in rules() for page in rule.references if "://" in page]
    pages += [page for rule in rules() for way in rule.procedures for page in way.sources]
    shapes = (_HOST, _ADDRESS)
    return frozenset(found[0] for one in shapes for page in pages for found in one.finditer(page))


_PLACE = re.compile(r"\{[^{}]*\}|<[^<>]*>")


@cache
def typed_lines() -> tuple[tuple[re.Pattern[str], str], ...]:
    """Each line that a rule types, as a pattern with its operands as groups, and its own words."""
    texts = [text for rule in rules() for text in (*rule.syntax.values(), *rule.undo.values())]
    texts += [text for one in rules() for way in one.procedures
              for text in (way.command, way.back_out)]  # fmt: skip
    lines = dict.fromkeys(line for text in texts for line in text.split("\n") if line.strip())
    return tuple(
        (
            re.compile(r"\s*" + "(.*?)".join(re.escape(part) for part in _PLACE.split(line))),
            " ".join(_PLACE.split(line)),
        )
        for line in lines
    )


@cache
def _vocabulary() -> frozenset[str]:
    """The products' own parameter names, which are nobody's secret."""
    return ADARUN | {spec.name for kind in catalogue() for spec in kind.settings}


@cache
def _catalogue_words() -> frozenset[str]:
    """Words in capitals that the catalogue of rules and settings says itself (CPU, SORT, BP0)."""
    texts = [getattr(rule, field) for rule in rules() for field in ("title", "why", "change")]
    texts += [spec.doc for kind in catalogue() for spec in kind.settings]
    return frozenset(word for text in texts for word in re.findall(r"\b[A-Z][A-Z0-9]+\b", text))


def product_words() -> frozenset[str]:
    """Words in capitals that mean something to readers and rules, and name nothing."""
    listed = {word.upper() for word in _ordinary()[0]}
    return _vocabulary() | _catalogue_words() | frozenset(listed)


def shapes() -> tuple[re.Pattern[str], ...]:
    """What is a name by its shape, wherever it stands: addresses, hosts, paths, data sets, jobs."""
    return tuple(pattern for _label, pattern in _PATTERNS)


def may_be_name(word: str) -> bool:
    """Whether a word in capitals can be a name: no keyword, no word of ours, no message id."""
    return (
        len(word) >= 3
        and word not in _vocabulary()
        and word not in _catalogue_words()
        and word.lower() not in _said()
        and not _COMMON_CODE.fullmatch(word)
    )


def _is_name(name: str) -> bool:
    """Whether masking it can be meant: a bare number or an ordinary word is no name."""
    return (
        len(name) >= 2
        and any(character.isalpha() for character in name)
        and name.upper() not in _ordinary()[0]
        and not name.startswith(_ordinary()[1])
    )
