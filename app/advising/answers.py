"""The consultant's answers in a JSON file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from app.importing.installations import read_document, refusals

if TYPE_CHECKING:
    from model.topology import Value

__all__ = ["read_answers"]


def read_answers(path: Path) -> dict[tuple[str, str], Value]:
    """The consultant's answers: a JSON object of components, each an object of metric and value.

    Metrics are those of the questions that ``advise --json`` lists (``setting.NAME`` or ``NAME``,
    ``relation.parent`` or a figure's name).

    Raises
    ------
    InputProblem: the file cannot be read or is not such an object.
    """
    from model.json_text import parse_json_text
    from model.topology.parts import Part

    text = read_document(path)
    with refusals(path):
        answers = Part(parse_json_text(text), text, called="what is answered")
        if not isinstance(answers.value, dict):
            raise answers.wrong('wants {"component": {"metric": value}}')
        return {
            (component, metric): value.scalar()
            for component in answers.value
            for metric, value in answers.items(component, f"{component}: ")
        }
