"""The book of the models: what each says, its constants with intervals and sources, its record."""

from __future__ import annotations

import importlib
import inspect
import json
import pkgutil
import re
from collections.abc import Iterable, Mapping
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

from app.guide.markdown import code, paragraphs, plain, table
from app.guide.pages import Page
from resources import resource


def pages() -> list[Page]:
    """How figures come about, the record against measurements, and a page for each product."""
    import model.subsystems

    found = [
        Page("models-network", "Models: the network", "Models", _network),
        Page("models-record", "Models: the record", "Models", _record),
    ]
    for info in sorted(pkgutil.iter_modules(model.subsystems.__path__), key=lambda m: m.name):
        if info.name != "common":
            found.append(
                Page(
                    f"models-{info.name.replace('_', '-')}",
                    f"Models: {_title(info.name)}",
                    "Models",
                    partial(_product, info.name),
                )
            )
    return found


def _title(name: str) -> str:
    doc = inspect.getdoc(importlib.import_module(f"model.subsystems.{name}")) or name
    return doc.partition(":")[0].partition(".")[0]


def _modules(package: str) -> Iterable[ModuleType]:
    """A package and what is in it, in the order of names."""
    module = importlib.import_module(package)
    yield module
    for info in sorted(pkgutil.iter_modules(getattr(module, "__path__", [])), key=lambda m: m.name):
        if not info.ispkg:
            yield importlib.import_module(f"{package}.{info.name}")


def _chapter(modules: Iterable[ModuleType]) -> str:
    """What the modules say of themselves: each is written next to the law that it states."""
    said = []
    for module in modules:
        head, _, rest = (inspect.getdoc(module) or "").partition("\n")
        if rest:
            said += [f"### {plain(head.rstrip('.'))}", _prose(rest)]
    return paragraphs(*said).rstrip()


def _prose(text: str) -> str:
    """A docstring as Markdown: literal blocks keep their lines, roles lose their marks."""
    text = re.sub(r":\w+:`~?([^`]+)`", r"`\1`", text).replace("``", "`")
    lines: list[str] = []
    literal = False
    for line in text.strip("\n").split("\n"):
        indented = line.startswith("    ")
        if indented and not literal and lines and not lines[-1].strip():
            literal = True
        elif not indented and line.strip():
            literal = False
        lines.append(line if literal else line.strip() if line.strip() else "")
    return re.sub(r"(?m)::$", ":", "\n".join(lines)).replace("<", "\\<")


def _network() -> str:
    return paragraphs(
        "# Models: the network",
        "One queueing network stands for an installation: workloads are its chains, regions and "
        "tasks its software servers, processors, devices and links its stations. What follows is "
        "said by the parts of the program that do it.",
        _chapter(
            module
            for package in ("model.hardware", "model.queueing.installation", "model.projection")
            for module in _modules(package)
        ),
    )


def _record() -> str:
    from model.calibration.summary import stored_summary

    rows = [
        (
            code(row.metric),
            str(row.runs),
            f"{row.median_pct:g} %",
            f"{row.max_pct:g} %",
            f"{row.inside_band_pct:g} %",
        )
        for row in stored_summary()
    ]
    return paragraphs(
        "# Models: the record",
        "Published runs as the shipped constants reproduce them: how far off, and how many lie in "
        "their band. `plexwright validate` prints the whole record, `plexwright validate CASES` "
        "tries the models on other measurements.",
        "Each dot is a run, off what was measured by so much; the grey behind it is its band. Red "
        "ones lie outside of theirs; beyond 20 % they stand at the edge. On the right: how many "
        "of the runs lie inside. The constants were fitted on these very runs.",
        "![Errors and bands of all published runs](record.svg)",
        table(("Figure", "Runs", "Median error", "Largest", "Inside the band"), rows),
    )


def _product(name: str) -> str:
    module, *parts = _modules(f"model.subsystems.{name}")
    said = _chapter(parts)
    constants = [part for file in _files(module, name) for part in _constants(file)]
    return paragraphs(
        f"# Models: {plain(_title(name))}",
        _prose(inspect.getdoc(module) or ""),
        "## Constants" if constants else "",
        *constants,
        "## What the model says" if said else "",
        said,
    )


def _files(module: ModuleType, name: str) -> list[Path]:
    named = {*getattr(module, "FITS", {}), name}
    paths = [resource("calibration", f"{one}.json") for one in sorted(named)]
    return [path for path in paths if path.is_file()]


def _constants(path: Path) -> list[str]:
    entry = json.loads(path.read_text(encoding="utf-8"))
    rows = [
        (
            code(one["name"]),
            f"{one['value']:.4g}",
            _interval(one),
            plain(one["unit"]),
            plain(one["meaning"]),
            plain(one.get("source", "")),
            str(len(one.get("points", ()))) if one.get("points") else "",
        )
        for one in entry["constants"]
    ]
    head = ("Constant", "Value", "90 %", "Unit", "Meaning", "Source", "Rows")
    return [
        plain("Fitted on: " + entry["source"]) if entry.get("source") else "",
        table(head, rows),
    ]


def _interval(one: Mapping[str, Any]) -> str:
    if one.get("low") is None or one.get("high") is None:
        return ""
    return f"{one['low']:.4g} … {one['high']:.4g}"
