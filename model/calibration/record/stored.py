"""The record as it is shipped: making it takes a minute, and it changes with the constants only.

``python -m model.calibration.refit`` writes it; a test makes the quick parts anew.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from functools import cache
from pathlib import Path

from model.calibration.record.tables import (
    Entry,
    changes,
    held_back,
    independent,
    published,
    unmeasured,
)
from resources import resource

FORMAT = "plexwright-record/1"


def fresh() -> tuple[Entry, ...]:
    """The whole record, made anew."""
    return (*published(), *held_back(), *changes(), *independent(), *unmeasured())


@cache
def stored_record() -> tuple[Entry, ...]:
    """The whole record as it is shipped."""
    document = json.loads(_file().read_text(encoding="utf-8"))
    return tuple(Entry(**entry) for entry in document["entries"])


def write() -> None:
    """Make it anew and keep it."""
    entries = [json.dumps(asdict(one), ensure_ascii=False) for one in fresh()]
    lines = ",\n  ".join(entries)
    text = f'{{\n "format": "{FORMAT}",\n "entries": [\n  {lines}\n ]\n}}\n'
    _file().write_text(text, encoding="utf-8")


def _file() -> Path:
    return resource("calibration", "record.json")


if __name__ == "__main__":
    write()
