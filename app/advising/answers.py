"""The consultant's answers to what no report tells, as a file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from advisor.system_words import reason
from app.errors import InputProblem

if TYPE_CHECKING:
    from model.topology import Value

__all__ = ["read_answers"]


def read_answers(path: Path) -> dict[tuple[str, str], Value]:
    """The consultant's answers: a JSON object of components, each an object of metric and value.

    Metrics are those of the questions that ``advise --json`` lists (``setting.NAME``,
    ``relation.parent`` or a figure's name).

    Raises
    ------
    InputProblem: the file cannot be read or is not such an object.
    """
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except OSError as wrong:
        raise InputProblem(f"cannot be read ({reason(wrong)})", file=path) from None
    except (UnicodeDecodeError, RecursionError):
        raise InputProblem("is no JSON text in UTF-8", file=path) from None
    except json.JSONDecodeError as wrong:
        raise InputProblem(
            f"is no JSON: {wrong.msg}; correct it", file=path, line=wrong.lineno
        ) from None
    answers: dict[tuple[str, str], Value] = {}
    if not isinstance(document, dict):
        raise InputProblem('wants {"component": {"metric": value}}', file=path)
    for component, stated in document.items():
        if not isinstance(stated, dict):
            raise InputProblem(f'{component} wants {{"metric": value}}', file=path)
        for metric, value in stated.items():
            if not isinstance(value, (bool, int, float, str)):
                raise InputProblem(
                    f"{metric} of {component} wants a number, true, false or a text", file=path
                )
            answers[component, metric] = value
    return answers
