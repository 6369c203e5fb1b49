"""Reads the sentences of the source: what a translation must hold, nothing more and nothing less.

``python -m advisor.translation.collect de`` lists what is missing and what is stale;
``--write`` adds the missing templates with empty translations and takes the stale ones out.
"""

from __future__ import annotations

import ast
import json
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from resources import resource

ROOT = Path(__file__).resolve().parents[2]
SPOKEN_FIELDS = (
    "title",
    "why",
    "risk",
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
    "rules": ("advisor/rules", "advisor/plan"),
    "installation": ("advisor/installation", "advisor/asking.py", "advisor/analysis.py"),
    "readers": ("advisor/readers",),
    "model": (
        "model/projection",
        "model/subsystems",
        "model/topology/kinds.py",
        "model/topology/changes.py",
    ),
}
"""File of ``resources/i18n/<language>/`` by folders and modules."""

_OF_FILES = re.compile(
    r"\{file\}|\{name\} looks|(?:is|has|holds|was|cannot|unpacks) .*: "
    r"|is a (?:program|database), |send the whole report"
    r"|SMF \d+(?:-\d)? of |those that were named|none starts|spread evenly|\{start\} \(highest"
)
"""How readers begin what they say of a file; their other texts document formats."""

_NOT_SHOWN = frozenset(
    {
        "kinds.py",
        "reported.py",
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
    "CPU against the published runs",
)
"""Labels of a single word and the like, which no pattern tells from a code."""

_SILENT_CALLS = frozenset(
    {
        "ValueError",
        "KeyError",
        "TypeError",
        "RuntimeError",
        "compile",
        "arithmetic",
        "published",
        "SettingSpec",
        "MeasureSpec",
        "ComponentKind",
        "Constant",
    }
)
"""Calls whose texts no user reads in a report."""
_SILENT_WORDS = frozenset({"syntax", "pattern"})
_SENTENCE = re.compile(r"[A-Za-z%)\d,.:]+ +[a-z(]{2,}|[a-z]{2,} +[A-Za-z0-9(]+")
_CODE = re.compile(r"[A-Z][A-Z0-9]+[(=]|^[A-Z ]+$")
_PROSE = re.compile(r"[a-z]{2,} [a-z]{2,} [a-z]{2,}|[a-z]{4,} [a-z]{3,}")
_WRAPPERS = frozenset(
    {"len", "sum", "round", "shown", "abs", "max", "min", "int", "float", "sorted", "str", "_show"}
)


def templates(group: str) -> dict[str, str]:
    """All templates of one file with the place of the first that has it (``file:line``)."""
    from advisor.readers import all_readers

    found: dict[str, str] = {}
    if group == "rules":
        for text, where in _rule_fields():
            found.setdefault(text, where)
    if group == "readers":
        for reader in all_readers():
            found.setdefault(reader.title, f"{reader.id}.title")
    if group == "model":
        found.update(dict.fromkeys(WORDS, "a label"))
    if group == "catalogue":
        return dict(_catalogue_texts())
    for folder in SOURCES.get(group, ()):
        at = ROOT / folder
        for path in sorted(at.rglob("*.py")) if at.is_dir() else [at]:
            # A module that is named itself is wanted, whatever it is called.
            if group == "model" and at.is_dir() and path.name in _NOT_SHOWN:
                continue
            for text, line in sentences(path.read_text(encoding="utf-8")):
                if group == "readers" and not _OF_FILES.match(text):
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
        if rule.kind == "method":
            yield rule.change.rstrip(".") + ".", f"{rule.id}.change"
        if rule.acts and not rule.report:
            yield rule.looks_at.rstrip(".") + ".", f"{rule.id}.looks_at"


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
            if spec.doc:
                yield spec.doc, f"{kind.name}.{spec.name}"
        for measure in kind.measures:
            if measure.doc and asked(measure.name):
                yield measure.doc, f"{kind.name}.{measure.name}"


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


def sentences(source: str) -> Iterator[tuple[str, int]]:
    """Templates of one module with their lines: constants and f-strings that read as words."""
    tree = ast.parse(source)
    silent = _silent(tree)
    for node in ast.walk(tree):
        if id(node) in silent:
            continue
        if isinstance(node, ast.JoinedStr):
            text = template_of(node)
            own = re.sub(r"\{[^{}]*\}", " x ", text)
            if " " in text and re.search(r"[a-z]{2,}", re.sub(r"\bx\b", "", own)):
                yield text, node.lineno
        elif (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and _SENTENCE.search(node.value)
            and (_PROSE.search(node.value) or not _CODE.search(node.value))
        ):
            yield node.value, node.lineno


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


def template_of(node: ast.JoinedStr) -> str:
    """The template of an f-string: ``{name}`` or ``{name:spec}`` for each of its values."""
    names: dict[str, str] = {}
    parts: list[str] = []
    for value in node.values:
        if isinstance(value, ast.Constant):
            parts.append(str(value.value))
            continue
        if not isinstance(value, ast.FormattedValue):
            continue
        source = ast.unparse(value.value)
        if source not in names:
            names[source] = _fresh(_name(value.value), set(names.values()))
        spec = ""
        if value.format_spec is not None:
            spec = ":" + "".join(
                str(v.value) if isinstance(v, ast.Constant) else "n"
                for v in getattr(value.format_spec, "values", ())
            )
        parts.append("{" + names[source] + spec + "}")
    return "".join(parts)


def _fresh(name: str, taken: set[str]) -> str:
    number, fresh = 1, name
    while fresh in taken:
        number += 1
        fresh = f"{name}{number}"
    return fresh


def _name(node: ast.expr) -> str:
    """A short name for an expression: its last attribute or variable."""
    found = "value"
    if isinstance(node, ast.Name):
        found = node.id
    elif isinstance(node, ast.Attribute):
        base = node.value.id if isinstance(node.value, ast.Name) else ""
        plain = node.attr != "name" or base in ("subject", "self", "component", "")
        found = node.attr if plain else f"{base}_name"
    elif isinstance(node, ast.Call):
        inner = node.args[0] if node.args else None
        if isinstance(node.func, ast.Name) and node.func.id not in _WRAPPERS:
            found = node.func.id
        elif isinstance(node.func, ast.Attribute) and node.func.attr not in ("join", "get"):
            inner = node.func.value
            found = _name(inner)
        elif inner is not None:
            found = _name(inner)
    elif isinstance(node, (ast.BinOp,)):
        found = _name(node.left)
    elif isinstance(node, (ast.Subscript, ast.Starred, ast.UnaryOp)):
        found = _name(node.operand if isinstance(node, ast.UnaryOp) else node.value)
    elif isinstance(node, ast.IfExp):
        found = "word"
    elif isinstance(node, (ast.GeneratorExp, ast.ListComp, ast.SetComp)):
        found = _name(node.elt)
    elif isinstance(node, ast.BoolOp):
        found = _name(node.values[0])
    cleaned = re.sub(r"[^a-z0-9_]", "", found.lower()).strip("_")
    return cleaned if cleaned[:1].isalpha() else "value"


def groups() -> tuple[str, ...]:
    """Names of the files of a language."""
    return (*SOURCES, "catalogue")


def kept(language: str, group: str) -> dict[str, str]:
    """The entries of one file; empty where there is none."""
    path = resource("i18n", language, f"{group}.json")
    if not path.is_file():
        return {}
    loaded: dict[str, str] = json.loads(
        path.read_text(encoding="utf-8"), object_pairs_hook=_without_repeats
    )
    return loaded


def _without_repeats(pairs: list[tuple[str, str]]) -> dict[str, str]:
    """A file of translations; an entry that stands there twice would hide one of the two."""
    found = dict(pairs)
    if len(found) != len(pairs):
        twice = sorted({key for key, _ in pairs if sum(key == k for k, _ in pairs) > 1})
        raise ValueError(f"entries that stand there twice: {twice}")
    return found


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
            merged = {text: have.get(text, "") for text in wanted}
            path = resource("i18n", language, f"{group}.json")
            path.parent.mkdir(exist_ok=True)
            path.write_text(json.dumps(merged, ensure_ascii=False, indent=1) + "\n", "utf-8")
        for text in missing:
            sys.stdout.write(f"missing {wanted[text]}: {text}\n")
        for text in stale:
            sys.stdout.write(f"stale {group}: {text}\n")
    return 1 if lacking else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
