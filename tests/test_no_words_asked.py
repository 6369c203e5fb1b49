"""Nothing asks for the words of a sentence: what it is about stands in typed values."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
ROOMS = ("model", "advisor", "app")

READS_REPORTS = ("advisor/reading/", "advisor/formats/")
"""They recognise what others print; the lines of reports are their matter, not our sentences."""

OTHERS = {
    "app/store/problems.py": "what SQLite says",
    "app/bench/__init__.py": "what Linux says of its processor",
    "app/window/importing/page.py": "how a file was read is kept as a key: 'cp037 shown as utf-8'",
}
"""Words that are not ours, or keys that look like words."""

KEYS = frozenset({"how", "outcome", "refusal", "metric", "condition"})
"""Values of a closed list (``Literal``), some of which have a blank in them."""

ASKING = frozenset(
    {"startswith", "endswith", "partition", "rpartition", "split", "removeprefix", "removesuffix"}
    | {"find", "index", "count", "replace"}
)
_PROSE = re.compile(r"[A-Za-z]{2,}[ :,.]+[a-z]{2,}|^ ?[a-z]{2,} $|^ [a-z]{2,} ?$|^[A-Z][a-z]+: ?$")
_SENTENCES = re.compile(
    r"sentence|explanation|risk|caveat|note|question|reason|why|refused|said|title|because"
)


def asked(source: str) -> Iterator[tuple[int, str]]:
    """Comparisons and searches of a module that look for words of ours, with their lines."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            if node.func.attr not in ASKING:
                continue
            of, texts = node.func.value, node.args[:1]
        elif isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            texts = [side for side in sides if _words(side)]
            others = [side for side in sides if side not in texts]
            if not others:
                continue
            of = others[0]
            if _last(of) in KEYS:
                continue
            # Whether something of any kind stands in a sentence is asked of its values as well.
            if isinstance(node.ops[0], ast.In) and _SENTENCES.search(_last(others[-1])):
                texts += [t for t in sides if isinstance(t, ast.Constant)]
                if any(isinstance(t, ast.Constant) and isinstance(t.value, str) for t in texts):
                    yield node.lineno, ast.unparse(node)
                    continue
        elif isinstance(node, ast.Subscript) and isinstance(node.value, ast.Call):
            # The first word, clause or line of a sentence.
            call = node.value
            if (
                isinstance(call.func, ast.Attribute)
                and call.func.attr in ("split", "partition")
                and _SENTENCES.search(_last(call.func.value))
            ):
                yield node.lineno, ast.unparse(node)
            continue
        else:
            continue
        if any(map(_words, texts)) or (
            isinstance(node, ast.Call)
            and _SENTENCES.search(_last(of))
            and any(
                isinstance(t, ast.Constant) and re.search("[A-Za-z]{2}", str(t.value))
                for t in texts
            )
        ):
            yield node.lineno, ast.unparse(node)


def _words(node: ast.expr) -> bool:
    if isinstance(node, (ast.Tuple, ast.Set, ast.List)):
        return any(map(_words, node.elts))
    if isinstance(node, ast.Constant):
        return isinstance(node.value, str) and _PROSE.search(node.value) is not None
    return isinstance(node, ast.JoinedStr) and any(map(_words, node.values))


def _last(node: ast.expr) -> str:
    """The name of a value: ``risk`` of ``finding.risk``."""
    if isinstance(node, ast.Attribute):
        return node.attr
    if isinstance(node, ast.Call):
        return _last(node.func)
    if isinstance(node, ast.Subscript):
        return _last(node.value)
    return node.id if isinstance(node, ast.Name) else ""


def modules(room: str) -> Iterator[Path]:
    for path in sorted((ROOT / room).rglob("*.py")):
        if not path.relative_to(ROOT).as_posix().startswith(READS_REPORTS):
            yield path


@pytest.mark.parametrize("room", ROOMS)
def test_no_branch_depends_on_the_words_of_a_sentence(room: str) -> None:
    found = [
        f"{place}:{line}: {text}"
        for path in modules(room)
        if (place := path.relative_to(ROOT).as_posix()) not in OTHERS
        for line, text in asked(path.read_text("utf-8"))
    ]
    assert found == []


@pytest.mark.parametrize(
    "branch",
    [
        'finding.risk.split(":")[0] == "low"',
        "risk.split()[0].lower()",
        'sentence.startswith("Chosen from")',
        '"--interval" in sentence',
        'text.endswith("is empty")',
        'said.partition(" ")[0]',
        'where.replace("Central storage", "")',
    ],
)
def test_a_branch_that_reads_a_sentence_is_found(branch: str) -> None:
    assert list(asked(branch))


@pytest.mark.parametrize(
    "branch",
    [
        'item.how == "not carried out"',
        'component.partition(":")[0]',
        'metric.startswith("setting.")',
    ],
)
def test_keys_are_no_sentences(branch: str) -> None:
    assert not list(asked(branch))
