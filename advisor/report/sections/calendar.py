"""The change calendar: windows with tasks, commands, person-days and what to measure after."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from advisor.findings import ChangeWindow, Check, Task
from advisor.report import numbers
from advisor.report.repeated import for_any
from advisor.report.words import EFFORTS, WINDOWS
from advisor.report.writer import Writer
from advisor.rules.blanks import blanks
from advisor.translation import is_spoken
from model.language import Sentence, Verbatim, listed

MOST_EXPECTED = 12


def calendar(writer: Writer) -> dict[str, Any]:
    """``windows`` in order, each with its tasks and checks; ``person_days`` of all together."""
    windows = writer.engagement.plan.calendar
    total = sum(window.person_days for window in windows)
    return {
        "windows": [_window(writer, n, window) for n, window in enumerate(windows, 1)],
        "person_days": days(total, writer),
        "blanks": _blanks(writer),
    }


def _blanks(writer: Writer) -> list[dict[str, Any]]:
    """What the findings' commands leave open, by where it is told.

    Blanks that differ by a number are one, as in the commands. One row for each blank, with links
    to the findings that have it, would be a twentieth of the file.
    """
    names: dict[str, dict[str, dict[str, None]]] = {}
    rules: dict[tuple[str, str], dict[str, None]] = {}
    for finding in writer.ordered:
        commands = (*(c.syntax for c in finding.change_texts), *finding.back_out_commands)
        for blank, told in blanks(finding.rule, commands).items():
            alike = re.sub(r"\d+", "#", blank)
            names.setdefault(told, {}).setdefault(alike, {})[blank] = None
            rules.setdefault((told, alike), {})[finding.rule] = None

    def shown(told: str, alike: str, found: Mapping[str, None]) -> str:
        name = writer.typed(next(iter(found)))
        if len(found) > 1:
            # Of things that a number tells apart (<nucleus 9>); <cf1> and <cf2> are names.
            listed = re.search(r"[a-z]\d", alike.replace("#", "0")) is not None
            name = ", ".join(map(writer.typed, found)) if listed else for_any(name)
        # One name that is told in several places says of which rules each is.
        several = sum(alike in others for others in names.values()) > 1
        return f"{name} ({', '.join(rules[told, alike])})" if several else name

    return [
        {
            "blanks": ", ".join(shown(told, *one) for one in found.items()),
            "told": writer.speak(told),
        }
        for told, found in names.items()
    ]


def days(amount: float, writer: Writer) -> str:
    """Person-days as printed."""
    return numbers.number(amount, writer.language)


def stopped(writer: Writer, window: ChangeWindow) -> str:
    """What nobody can use in a window; empty where there is nothing."""
    if not window.stopped:
        return ""
    names = listed(
        [
            one if isinstance(one, Sentence) else Verbatim(writer.titled(one))
            for one in window.stopped
        ]
    )
    return writer.say("Down meanwhile: {names}.", names=writer.speak(names))


def _window(writer: Writer, number: int, window: ChangeWindow) -> dict[str, Any]:
    return {
        "number": number,
        "title": writer.say(WINDOWS[window.effort]),
        "effort": writer.say(EFFORTS[window.effort]),
        "person_days": days(window.person_days, writer),
        "stopped": stopped(writer, window),
        "tasks": [_task(writer, task) for task in window.tasks],
        "expected": [_check(writer, one) for one in window.expected[:MOST_EXPECTED]],
        "expected_more": writer.further(len(window.expected) - MOST_EXPECTED),
    }


def _task(writer: Writer, task: Task) -> dict[str, Any]:
    found = [writer.by_id[i] for i in task.findings]
    return {
        "component": writer.titled(task.component),
        "role": writer.speak(task.role),
        "titles": list(dict.fromkeys(writer.speak(f.title) for f in found)),
        "rules": list(dict.fromkeys(f.rule for f in found)),
        "findings": [writer.number_of.get(f.id, 0) for f in found],
        "steps": writer.steps_of(task),
        "blocks": writer.typed_once([c for c in task.commands if not is_spoken(c)]),
        "said": _lines(writer, [c for c in task.commands if is_spoken(c)]),
    }


def _lines(writer: Writer, commands: Sequence[str]) -> list[str]:
    return [writer.typed(line) for line in commands]


def _check(writer: Writer, check: Check) -> dict[str, Any]:
    row = writer.effect_row(check.effect, check.anchor)
    return {
        "workload": writer.titled(check.anchor),
        "unmeasured": _no_reason(writer, check),
        **row,
    }


def _no_reason(writer: Writer, check: Check) -> str:
    """Why no measured value speaks against the window; empty where one beyond the band does."""
    if check.measured is None:
        return writer.say("not measured yet: measure it before; no reason to back out")
    if not check.banded:
        return writer.say("no band: find out about what differs; no reason to back out")
    if not check.told_apart:
        return writer.say("intervals of equal work may differ by more; no reason to back out")
    return ""
