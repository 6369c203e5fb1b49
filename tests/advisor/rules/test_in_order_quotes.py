"""What is said to be in order quotes the threshold that it is judged by, with its unit.

All sentences of all rules, as they stand in the catalogue: a threshold is quoted in brackets or by
words such as "from … on", a setting that has the value asked for by saying that it has.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import advisor.rules.catalogue as catalogue

FOLDER = Path(catalogue.__file__).parent
QUOTED = re.compile(
    r"\b(above|below|beyond|less than|more than|fewer than|or more|and more|up to|any|none|once"
    r"|from .{1,60}? on|too (few|many|small|little|often|slow)|one in|aimed at|is enough"
    r"|at least \{need|is for files with|its limit|lasts some|reads again|the most there are"
    r"|not above|(are|is) (slow|little|few|much|many|long|short|missed|looked"
    r" into)|in order|is a risk|looks for|allows)\b",
    re.IGNORECASE,
)
STATE = re.compile(
    r"\b(options in effect|(is|are) (in effect|used|not used|set|off|a (shared )?data table"
    r"|page-fixed|duplexed|defined|applied|in use|reserved|preloaded|shared in the|kept in"
    r"|on large pages|bound with|not capped)|uses (an LSR pool|main temporary storage)"
    r"|stays? cached|stay cached|no (auxiliary|vendor) trace|goes (first|to printer)|has DTIMOUT"
    r"|treated together|may use the sort accelerator|runs? (two threads|at a higher priority)"
    r"|has inbound queues|cuts the segments|to Flash|the heap is on|already goes to)\b"
)
FIGURE = re.compile(r"\{(?!name|name2|where|printer)\w+:[^}]*[fg%][^}]*\}")


def said(node: ast.expr) -> list[str]:
    """Templates of the sentences that an answer is made of; none for advice."""
    if isinstance(node, ast.BinOp):
        return [*said(node.left), *said(node.right)]
    if not isinstance(node, ast.Call):
        return []
    called = getattr(node.func, "attr", getattr(node.func, "id", ""))
    if called == "Dormant":
        return said(node.args[0])
    if called == "joined":
        return [one.value for one in ast.walk(node)
                if isinstance(one, ast.Constant) and isinstance(one.value, str)
                and len(one.value) > 2]  # fmt: skip
    first = node.args[0] if called == "say" and node.args else None
    return [first.value] if isinstance(first, ast.Constant) else []


def answers() -> Iterator[tuple[str, str]]:
    """Where, and what, checks answer when a component is in order."""
    for path in sorted(FOLDER.rglob("*.py")):
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(function, ast.FunctionDef) or function.returns is None:
                continue
            kinds = ast.unparse(function.returns)
            if "Advice" not in kinds or ("str" not in kinds and "Dormant" not in kinds):
                continue
            for node in ast.walk(function):
                if isinstance(node, ast.Return) and node.value is not None:
                    text = "".join(said(node.value))
                    if text:
                        yield f"{path.stem}.{function.name}:{node.lineno}", text


FOUND = list(answers())


def test_all_rules_are_looked_at() -> None:
    assert len(FOUND) > 280


@pytest.mark.parametrize(("where", "text"), FOUND, ids=[where for where, _ in FOUND])
def test_in_order_quotes(where: str, text: str) -> None:
    """VSE-008 said "waits for a CPU 16 % and uses one 36 %", and not what would be much."""
    assert QUOTED.search(text) or (STATE.search(text) and not FIGURE.search(text)), text
