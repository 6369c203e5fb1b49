"""How a figure was made of a record's fields, in words: the fields stay, the rest is said.

``DSGACT by DSGTDT of QR`` quotes three names and says two words, which each language has its own
of. What has another form is quoted as a whole.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from model.language import Quoted, say

_FORMS: tuple[tuple[str, Callable[..., str]], ...] = (
    (r"(?P<a>.+) by the interval", lambda a: say("{a} by the interval", a=a)),
    (r"(?P<a>.+) by task", lambda a: say("{a} by task", a=a)),
    (r"(?P<a>.+) by its times", lambda a: say("{a} by its times", a=a)),
    (r"(?P<a>.+) of threads of one transaction",
     lambda a: say("{a} of threads of one transaction", a=a)),
    (r"(?P<a>.+) by (?P<b>.+)", lambda a, b: say("{a} by {b}", a=a, b=b)),
    (r"by (?P<b>.+)", lambda b: say("by {b}", b=b)),
    (r"connect, disconnect, pending and (?P<a>\S+)",
     lambda a: say("connect, disconnect, pending and {a}", a=a)),
    (r"(?P<a>\S+) and (?P<b>\S+)", lambda a, b: say("{a} and {b}", a=a, b=b)),
    (r"(?P<a>\S+) or (?P<b>\S+)", lambda a, b: say("{a} or {b}", a=a, b=b)),
    (r"(?P<a>.+) of all partitions", lambda a: say("{a} of all partitions", a=a)),
    (r"(?P<a>.+) of all devices", lambda a: say("{a} of all devices", a=a)),
    (r"(?P<a>.+) of all modes", lambda a: say("{a} of all modes", a=a)),
    (r"(?P<a>.+) of the tasks", lambda a: say("{a} of the tasks", a=a)),
    (r"(?P<a>.+) of partition (?P<b>\S+)", lambda a, b: say("{a} of partition {b}", a=a, b=b)),
    (r"devices of LCU (?P<a>\S+)", lambda a: say("devices of LCU {a}", a=a)),
    (r"(?P<a>[A-Z]\S+(?:, \S+)*) of (?P<b>[A-Z]\S*)", lambda a, b: say("{a} of {b}", a=a, b=b)),
    (r"of (?P<a>[A-Z]\S*(?:, \S+)*)", lambda a: say("of {a}", a=a)),
    (r"CPU data sections online", lambda: say("CPU data sections online")),
    (r"processor sections", lambda: say("processor sections")),
    (r"requests of its devices", lambda: say("requests of its devices")),
    (r"counts of this system", lambda: say("counts of this system")),
    (r"its counts", lambda: say("its counts")),
    (r"tasks", lambda: say("tasks")),
    (r"all four", lambda: say("all four")),
    (r"hits", lambda: say("hits")),
    (r"reads", lambda: say("reads")),
    (r"requests", lambda: say("requests")),
)  # fmt: skip
_COMPILED = tuple((re.compile(pattern), said) for pattern, said in _FORMS)
_WORD = re.compile(r"\b[a-z]{2,}\b")


@lru_cache(maxsize=4096)
def reckoned(raw: str) -> str:
    """A sentence of what a figure was made of; in English it reads as ``raw`` does."""
    if _WORD.search(raw):
        for pattern, said in _COMPILED:
            if found := pattern.fullmatch(raw):
                return said(**{name: reckoned(part) for name, part in found.groupdict().items()})
    return Quoted(raw)
