"""Reads the sentences of the source: what a translation must hold, nothing more and nothing less.

``python -m advisor.translation.collect de`` lists what is missing and what is stale;
``--write`` adds the missing templates with empty translations and takes the stale ones out.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import polib

from advisor.translation.sentences import OPEN_PLACE
from model.language.sentence import CONTEXT
from resources import resource

ROOT = Path(__file__).resolve().parents[2]
SPOKEN_FIELDS = (
    "title",
    "why",
    "prerequisites",
    "verify",
    "back_out",
    "effect",
    "effect_conditions",
    "projection",
    "report",
)
"""Texts of a rule that findings, plans and outcomes show."""

PAGE_FIELDS = ("looks_at", "condition", "threshold", "change", "why")
"""Texts that the window's list of all rules shows besides."""

SOURCES = {
    "language": ("model/language",),
    "rules": ("advisor/findings.py", "advisor/rules", "advisor/plan", "advisor/levels"),
    "installation": (
        "advisor/installation",
        "advisor/analysis.py",
        "advisor/asking.py",
        "advisor/lacking.py",
        "advisor/worth.py",
    ),
    "history": ("advisor/history",),
    "readers": ("advisor/reading", "advisor/formats"),
    "report": ("advisor/report",),
    "window": ("app",),
    "model": (
        "model/calibration/record/tables.py",
        "model/contract",
        "model/projection",
        "model/hardware/coupling.py",
        "model/hardware/dispatching.py",
        "model/subsystems",
        "model/topology/kinds.py",
        "model/topology/changes.py",
        "model/topology/validation.py",
    ),
}
"""PO file of ``resources/i18n/<language>/LC_MESSAGES/`` by folders and modules."""

COMMANDING = ("advisor/rules", "advisor/plan", "model/subsystems", "model/hardware")
"""Where commands stand."""
_OF_FILES = re.compile(
    r"\{file\}|\{name\} looks|(?:is|has|holds|was|cannot|unpacks) .*: "
    r"|is a (?:program|database), |send the whole report"
    r"|SMF \d+(?:-\d)? of |those that were named|none starts|spread evenly|\{start\} \(highest"
)
"""How readers begin what they say of a file; their other texts document formats."""

_NOT_SHOWN = frozenset(
    {
        "kinds.py",
        "fit.py",
        "schema.py",
        "constants.py",
        "limits.py",
        "evaluation.py",
    }
)
"""Modules of the model whose texts are documentation of settings, constants and conditions."""
WORDS = (
    "nuclei",
    "link",
    "CPs",
    "once",
    "strings",
    "throughput",
    "storage",
    "paging",
    "opens",
    "reads",
    "DFHPD430 PG=1 output",
    "nucleus",
    "volumes",
    "log volumes",
    "threads",
    "distributed threads",
    "users",
    "CPU against the published runs",
)
"""Labels of a single word and the like, which no pattern tells from a code."""

SAYING = {"say": 1, "say_once": 1, "mark": 1, "meant": 2, "counted": 2, "tr": 1, "several": 2}
"""Functions of ``model.language`` that are given templates, and how many forms of one."""
SPEAKERS = frozenset({"subject", "out", "source.out", "self.out"})
"""Names of what says sentences about itself."""
SEVERAL = "\0"

_SILENT_CALLS = frozenset(
    {
        "ValueError",
        "KeyError",
        "TypeError",
        "RuntimeError",
        "compile",
        "arithmetic",
        "published",
        "statements",
        "SettingSpec",
        "ComponentKind",
        "Constant",
    }
)
"""Calls whose texts no user reads in a report."""
_SILENT_WORDS = frozenset({"syntax", "pattern"})
_SENTENCE = re.compile(r"[A-Za-z%)\d,.:]+ +[a-z(]{2,}|[a-z]{2,} +[A-Za-z0-9(]+")
_CODE = re.compile(r"[A-Z][A-Z0-9]+[(=]|^[A-Z ]+$")
_WORD = re.compile(r"\b[a-z]{2,}\b")
_TITLE = re.compile(r"\d{3}, [A-Z][^;]*")
"""Of a document: what it is called stays, as names of commands do."""
_PROSE = re.compile(r"[a-z]{2,} [a-z]{2,} [a-z]{2,}|[a-z]{4,} [a-z]{3,}")


def templates(group: str) -> dict[str, str]:
    """All templates of one file with the place of the first that has it (``file:line``)."""
    from advisor.reading import all_readers

    found: dict[str, str] = {}
    if group == "rules":
        for text, where in (*_rule_fields(), *_places_of_commands()):
            found.setdefault(text, where)
    if group == "readers":
        for reader in all_readers():
            found.setdefault(reader.title, f"{reader.id}.title")
    if group == "model":
        found.update(dict.fromkeys(WORDS, "a label"))
    if group == "catalogue":
        return dict(_catalogue_texts())
    if group == "figures":
        from model.figures import figures

        named = (
            (label, one.name)
            for one in figures()
            for label in (one.label, one.own_label, one.short)
        )
        return {label: f"{name}.label" for label, name in named if label}
    for folder in SOURCES.get(group, ()):
        at = ROOT / folder
        for path in sorted(at.rglob("*.py")) if at.is_dir() else [at]:
            # A module that is named itself is wanted, whatever it is called.
            if group == "model" and at.is_dir() and path.name in _NOT_SHOWN:
                continue
            source = path.read_text(encoding="utf-8")
            for text, line, said in sentences(source, methods=_speaks(path, group)):
                if group in ("report", "window") and not said:
                    continue
                if group == "readers" and not said and not _OF_FILES.match(text):
                    continue
                found.setdefault(text, f"{path.relative_to(ROOT).as_posix()}:{line}")
    return found


def _rule_fields() -> Iterator[tuple[str, str]]:
    from advisor.rules import rules

    for rule in rules():
        fields = SPOKEN_FIELDS if rule.acts or rule.guard is not None else ("title", "report")
        for name in dict.fromkeys((*fields, *PAGE_FIELDS)):
            text = getattr(rule, name)
            if text:
                yield text, f"{rule.id}.{name}"
        if rule.risk is not None and rule.risk.why:
            yield rule.risk.why, f"{rule.id}.risk"
        for how in rule.procedures:
            for name, text in (("permanent", how.permanent), ("detail", how.detail)):
                if text:
                    yield text, f"{rule.id}.{name}"
            for text in (*map(str, how.roles), *([how.level] if how.level else [])):
                yield text, f"{rule.id}.applying"
        if rule.kind == "method":
            yield rule.change.rstrip(".") + ".", f"{rule.id}.change"
        if rule.acts and not rule.report:
            yield rule.looks_at.rstrip(".") + ".", f"{rule.id}.looks_at"


def _places_of_commands() -> Iterator[tuple[str, str]]:
    """What commands leave open in angle brackets, ``<group>``; a number in it is one place."""
    for folder in COMMANDING:
        for path in sorted((ROOT / folder).rglob("*.py")):
            tree = ast.parse(path.read_text("utf-8"))
            documenting = {id(n.value) for n in ast.walk(tree) if isinstance(n, ast.Expr)}
            for node in ast.walk(tree):
                if id(node) in documenting:
                    continue
                for text in OPEN_PLACE.findall(_constant(node)):
                    where = f"{path.relative_to(ROOT).as_posix()}:{getattr(node, 'lineno', 0)}"
                    yield re.sub(r"\{\w*\}", "{number}", text), where


def _constant(node: ast.AST) -> str:
    """The text of a constant or of an f-string, whose values are places."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else ""
    if not isinstance(node, ast.JoinedStr):
        return ""
    return "".join(_constant(value) or "{value}" for value in node.values)


def _speaks(path: Path, group: str) -> bool:
    """Whether what has a language of its own, and not functions, says the texts of a module."""
    return group == "report" or path.is_relative_to(ROOT / "app" / "printing")


def _catalogue_texts() -> Iterator[tuple[str, str]]:
    from model.catalogue import catalogue

    asked = _asked("advisor/rules")
    for kind in catalogue():
        if kind.title:
            yield kind.title, f"{kind.name}.title"
        if kind.doc:
            yield kind.doc, f"{kind.name}.doc"
        for spec in kind.settings:
            yield spec.group, f"{kind.name}.{spec.name}.group"
            if spec.label:
                yield spec.label, f"{kind.name}.{spec.name}.label"
            if spec.doc:
                yield spec.doc, f"{kind.name}.{spec.name}"
            if _WORD.search(_TITLE.sub("", spec.source)):
                yield spec.source, f"{kind.name}.{spec.name}.source"
        for measure in kind.measures:
            if asked(measure.name):
                yield measure.defined, f"{kind.name}.{measure.name}"


def _asked(folder: str) -> Callable[[str], bool]:
    """Whether a folder's modules name a figure: as a constant, or put together in an f-string.

    Of an f-string at least an ending or beginning of two words must be fixed
    (``f"{cache}_size_bytes"``); one that is all blanks would name everything.
    """
    constants: set[str] = set()
    built: set[str] = set()
    for path in (ROOT / folder).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                constants.add(node.value)
            elif isinstance(node, ast.JoinedStr):
                texts = [v.value if isinstance(v, ast.Constant) else None for v in node.values]
                fixed = "".join(text for text in texts if isinstance(text, str))
                parts = [
                    re.escape(text) if isinstance(text, str) else "[a-z0-9]+" for text in texts
                ]
                if re.fullmatch(r"[a-z0-9_]*_[a-z0-9]+_[a-z0-9_]*", fixed):
                    built.add("".join(parts))
    pattern = re.compile("|".join(sorted(built)) or r"(?!)")
    return lambda name: name in constants or pattern.fullmatch(name) is not None


def sentences(source: str, *, methods: bool = False) -> Iterator[tuple[str, int, bool]]:
    """Templates of one module with their lines, and whether it says that they are sentences.

    Where it does not (``say``, ``counted``, ``mark``), a constant that reads as words is taken for
    one. What has a plural is one entry, its forms parted by ``SEVERAL``.
    """
    tree = ast.parse(source)
    silent = _silent(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            for texts in _templates_of(node, methods):
                if any(re.search("[A-Za-z]", re.sub(r"\{[^{}]*\}", "", t)) for t in texts):
                    yield SEVERAL.join(texts), node.lineno, True
                    silent.update(id(inner) for a in node.args for inner in ast.walk(a))
    for node in ast.walk(tree):
        if id(node) in silent:
            continue
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and _SENTENCE.search(node.value)
            and (_PROSE.search(node.value) or not _CODE.search(node.value))
        ):
            yield node.value, node.lineno, False


def _templates_of(node: ast.Call, methods: bool) -> Iterator[tuple[str, ...]]:
    """What a call is given to say, in one or several forms; either of a choice between two."""
    called = node.func
    name = called.id if isinstance(called, ast.Name) else ""
    if isinstance(called, ast.Attribute) and (methods or ast.unparse(called.value) in SPEAKERS):
        name = called.attr
    forms = SAYING.get(name, 0)
    for choice in _choices(node.args[0]) if forms and node.args else ():
        texts = [choice, *node.args[1:forms]]
        if all(isinstance(a, ast.Constant) and isinstance(a.value, str) for a in texts):
            said = tuple(str(a.value) for a in texts if isinstance(a, ast.Constant))
            yield (CONTEXT.join(said),) if name == "meant" else said


def _choices(node: ast.expr) -> Iterator[ast.expr]:
    if isinstance(node, ast.IfExp):
        yield from _choices(node.body)
        yield from _choices(node.orelse)
    else:
        yield node


def _silent(tree: ast.AST) -> set[int]:
    """Ids of nodes whose text is no sentence to translate."""
    silent: set[int] = set()

    def hush(node: ast.AST) -> None:
        silent.update(id(inner) for inner in ast.walk(node))

    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        for statement in body if isinstance(body, list) else ():
            if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
                hush(statement.value)
        if isinstance(node, ast.JoinedStr):
            silent.update(id(v) for v in node.values if isinstance(v, ast.Constant))
            for value in node.values:
                if isinstance(value, ast.FormattedValue) and value.format_spec is not None:
                    hush(value.format_spec)
        if isinstance(node, ast.Call):
            called = node.func
            name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
            if name in _SILENT_CALLS or name == "Rule":
                for argument in node.args:
                    hush(argument)
                for keyword in node.keywords:
                    if name != "Rule" or keyword.arg not in ("check", "guard"):
                        hush(keyword.value)
            for keyword in node.keywords:
                if keyword.arg in _SILENT_WORDS:
                    hush(keyword.value)
    return silent


def hidden(source: str) -> Iterator[tuple[str, int]]:
    """F-strings of a module, ``{}`` for each value, with their lines."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.JoinedStr):
            parts = (str(v.value) if isinstance(v, ast.Constant) else "{}" for v in node.values)
            yield "".join(parts), node.lineno


def groups() -> tuple[str, ...]:
    """Names of the files of a language."""
    return (*SOURCES, "catalogue", "figures")


def kept(language: str, group: str) -> dict[str, str]:
    """The entries of one file; empty where there is none."""
    path = _path(language, group)
    if not path.is_file():
        return {}
    # An entry that stands there twice would hide one of the two.
    file = polib.pofile(str(path), check_for_duplicates=True)
    return {_key(entry): _said(entry) for entry in file}


def _key(entry: polib.POEntry) -> str:
    several = entry.msgid_plural
    text = entry.msgid if entry.msgctxt is None else f"{entry.msgctxt}{CONTEXT}{entry.msgid}"
    return f"{text}{SEVERAL}{several}" if several else str(text)


def _said(entry: polib.POEntry) -> str:
    """What an entry says, forms of a plural parted by ``SEVERAL``; empty where one lacks."""
    forms = entry.msgstr_plural.values() if entry.msgid_plural else [entry.msgstr]
    return "" if entry.fuzzy or not all(forms) else SEVERAL.join(forms)


def _new_entry(text: str) -> polib.POEntry:
    one, _, several = text.partition(SEVERAL)
    if several:
        forms = {0: "", 1: ""}
        return polib.POEntry(msgid=one, msgid_plural=several, msgstr_plural=forms)
    context, _, one = one.rpartition(CONTEXT)
    return polib.POEntry(msgid=one, msgctxt=context or None)


def _path(language: str, group: str) -> Path:
    return resource("i18n", language, "LC_MESSAGES", f"{group}.po")


def _write(language: str, group: str, texts: Iterable[str]) -> None:
    """Write a PO file, one line to a text so that changes are read and merged line by line."""
    path = _path(language, group)
    path.parent.mkdir(parents=True, exist_ok=True)
    file = polib.pofile(str(path), wrapwidth=0) if path.is_file() else polib.POFile(wrapwidth=0)
    wanted = list(texts)
    known = {_key(entry): entry for entry in file if _key(entry) in set(wanted)}
    order = list(known)
    # What is new goes behind its neighbour in the source, so that nothing else moves.
    for at, text in enumerate(wanted):
        if text not in known:
            order.insert(order.index(wanted[at - 1]) + 1 if at else 0, text)
            known[text] = _new_entry(text)
    file[:] = [known[text] for text in order]
    file.save(str(path))


def main(arguments: list[str]) -> int:
    """List or write what a language lacks; 1 while something is missing."""
    language = arguments[0] if arguments else "de"
    lacking = 0
    for group in groups():
        wanted, have = templates(group), kept(language, group)
        missing = [text for text in wanted if not have.get(text)]
        stale = [text for text in have if text not in wanted]
        lacking += len(missing)
        if "--write" in arguments:
            _write(language, group, wanted)
        for text in missing:
            sys.stdout.write(f"missing {wanted[text]}: {text.replace(SEVERAL, ' | ')}\n")
        for text in stale:
            sys.stdout.write(f"stale {group}: {text.replace(SEVERAL, ' | ')}\n")
    return 1 if lacking else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
