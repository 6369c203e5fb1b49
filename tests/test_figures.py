"""Every figure that the program names is declared: found in the source, wherever it is named."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from model.figures import figure

ROOT = Path(__file__).resolve().parent.parent
DECLARED = ROOT / "model" / "figures" / "declared"
LOOKED_UP = frozenset(
    {"figure", "need_figure", "word", "by_part", "measure", "unit_of", "limit_of"}
)
"""Calls whose arguments are all names of figures."""
FIRST = frozenset({"arithmetic", "published", "Choice", "Effect", "CalibrationRow", "effect"})
"""Calls whose first argument is one."""
PARTS_OF_DOCUMENTS = frozenset({"document", "part", "given"})
"""What reads JSON by what each place must be: a word of it names no figure."""
RATES = frozenset({"rate", "need_rate"})
"""Calls that name a count, or the rate ``<count>_per_s``."""
SECOND = frozenset({"observe", "observe_record", "Metric"})
"""Calls whose second argument is one, or a setting or relation."""
HELD_IN = frozenset({"metrics", "measured"})
"""What figures are looked up in by name."""


def named(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """Names of figures in one module, with their lines."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            called = node.func
            name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
            on = called.value if isinstance(called, ast.Attribute) else None
            if name == "word" and isinstance(on, ast.Name) and on.id in PARTS_OF_DOCUMENTS:
                continue
            if name in LOOKED_UP or name in RATES:
                yield from texts(*node.args)
            elif name in FIRST:
                yield from texts(*node.args[:1])
            elif name in SECOND:
                yield from texts(*node.args[1:2])
            elif name == "get" and isinstance(on, ast.Attribute) and on.attr in HELD_IN:
                yield from texts(*node.args[:1])
            for keyword in node.keywords:
                if keyword.arg == "metrics" and isinstance(keyword.value, ast.Dict):
                    yield from texts(*filter(None, keyword.value.keys))
                elif keyword.arg == "metrics" and isinstance(keyword.value, ast.Tuple):
                    yield from texts(*keyword.value.elts)
        elif (
            isinstance(node, ast.Subscript)
            and isinstance(node.value, ast.Attribute)
            and node.value.attr in HELD_IN
        ):
            yield from texts(node.slice)


def texts(*nodes: ast.expr) -> Iterator[tuple[str, int]]:
    for node in nodes:
        parts = (node.body, node.orelse) if isinstance(node, ast.IfExp) else (node,)
        for part in parts:
            if isinstance(part, ast.Constant) and isinstance(part.value, str):
                yield part.value, part.lineno


def exists(name: str) -> bool:
    plain = name.startswith(("setting.", "relation.")) or not name.replace("_", "").isalnum()
    return plain or any(figure(form) for form in (name, f"{name}_per_s", f"job.*.{name}"))


def undeclared(source: str) -> list[tuple[str, int]]:
    return [(name, line) for name, line in named(ast.parse(source)) if not exists(name)]


def test_whatever_a_reader_model_rule_or_page_names_is_declared() -> None:
    found = []
    for room in ("model", "advisor", "app"):
        for path in sorted(set((ROOT / room).rglob("*.py")) - set(DECLARED.glob("*.py"))):
            for name, line in undeclared(path.read_text(encoding="utf-8")):
                found.append(f"{path.relative_to(ROOT)}:{line} names {name}")
    assert not found, "\n".join(found)


def test_the_search_sees_each_way_of_naming_one() -> None:
    for source in (
        "subject.need_figure('cp_busy_pct', 'warp_speed')",
        "subject.rate('warps')",
        "arithmetic('warp_speed' if fast else 'cp_busy_pct', 1, 2, '')",
        "out.observe(subject, 'warp_speed', 1, '', line)",
        "Answer(metrics={'warp_speed': 1})",
        "answer.metrics['warp_speed'] = 1",
        "component.measured.get('warp_speed')",
    ):
        assert len(undeclared(source)) == 1, source
    assert undeclared("out.observe(subject, 'setting.LBP', 1, '', line)") == []
