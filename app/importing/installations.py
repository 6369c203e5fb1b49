"""Installations named on the command line: an engagement file, or a JSON document."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from model.projection import Past
    from model.topology import Scenario, Topology

__all__ = ["Opened", "opened", "read_document", "refusals", "scenarios_in", "text_of"]


@dataclass(frozen=True)
class Opened:
    """The installation as it is, the scenarios kept with it, and what earlier periods teach.

    ``provisional``: usual values stand in for what is missing.
    """

    topology: Topology
    scenarios: tuple[Scenario, ...]
    past: Past
    provisional: bool = False


def opened(path: Path) -> Opened:
    """What an engagement file or a document holds. Raises InputProblem."""
    from app.importing.files import is_engagement
    from model.projection import Past

    if not is_engagement(path):
        return Opened(_installation(path), (), Past())
    from advisor.history.experience import past_of
    from advisor.installation import build_installation
    from app.store import EngagementFile

    with EngagementFile.open(path) as file:
        readings, options, scenarios = file.readings(), file.options(), file.scenarios()
    topology = build_installation(readings, options.answers, options.edits).topology
    return Opened(topology, scenarios, past_of(readings, options), options.provisional)


def _installation(path: Path) -> Topology:
    from model.catalogue import catalogue
    from model.topology.documents import installation_from

    with refusals(path):
        return installation_from(read_document(path), catalogue())


def scenarios_in(path: Path, topology: Topology) -> tuple[Scenario, ...]:
    """The scenarios of a document, against an installation. Raises InputProblem."""
    from model.catalogue import catalogue
    from model.topology.documents import scenarios_from

    with refusals(path):
        return scenarios_from(read_document(path), topology, catalogue())


@contextmanager
def refusals(path: Path) -> Iterator[None]:
    """What is wrong in a document, as a problem of its file. Raises InputProblem."""
    from app.errors import InputProblem
    from model.json_text import TextProblem
    from model.topology.parts import DocumentError

    try:
        yield
    except (DocumentError, TextProblem) as wrong:
        raise InputProblem(str(wrong), file=path, line=wrong.line) from None


def read_document(path: Path) -> str:
    """The text of a document. Raises InputProblem."""
    from advisor.system_words import reason
    from app.errors import InputProblem

    if path.is_dir():
        raise InputProblem(
            "is a folder; 'plexwright import' makes an engagement of the reports in it", file=path
        )
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise InputProblem("is not UTF-8 text; save it as UTF-8", file=path) from None
    except OSError as wrong:
        raise InputProblem(f"cannot be read: {reason(wrong)}", file=path) from None


def text_of(document: dict[str, Any]) -> str:
    """A document as it is written."""
    return json.dumps(document, indent=1, ensure_ascii=False, allow_nan=False) + "\n"
