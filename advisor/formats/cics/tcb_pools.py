"""Pools of TCBs in CICS statistics: which one a label is of, for only that of the open TCBs counts.

Source: IBM, CICS TS 3.1 to 6.1, statistics reference, "Dispatcher TCB Pools report": a page for
each of the pools OPEN, JVM, SSL, THRD and XP, with the same labels, of which some print the
parameter that sets the pool's limit behind the label, and some do not.
"""

from __future__ import annotations

import re
from typing import Any

from advisor.reading.reader import Collector, Line

_OF_OPEN = re.compile(
    r"(?:Max TCB Pool Limit|Times at Max TCB Pool Limit|(?:Total )?Requests delayed by Max TCB Pool"
    r" Limit)(?: \((MAX\w+)\))?$",
    re.IGNORECASE,
)
LEFT_OUT = (
    r"(?:Current|Peak) TCBs (?:attached|in use) in this TCB Pool"
    r"|(?:Total|Average) Max TCB Pool Limit delay time"
    r"|(?:Current|Peak) Requests Delayed by Max TCB Pool Limit"
    r"|(?:Total|Average) (?:Delay|Wait) time for current (?:delayed|Mismatch Waits)"
    r"|(?:Total number of|Current|Peak) TCB Mismatch waits|(?:Total|Average) TCB Mismatch wait time"
    r"|Requests Delayed by MVS storage constraint"
    r"|(?:Total|Average) MVS storage constraint delay time"
)
"""Labels of these pages that nothing asks for."""


def of_another_pool(
    label: str, value: str, region: str, memory: dict[str, Any], line: Line, out: Collector
) -> bool:
    """Whether a label is of a pool of TCBs that is not known to be that of the open ones; a label
    that names the pool begins its page.
    """
    if label.upper() == "TCB POOL":
        memory["tcb_pool"] = (region, value.upper())
        return True
    match = _OF_OPEN.match(label)
    if match is None:
        return False
    known, pool = memory.get("tcb_pool", ("", ""))
    if match[1]:
        other = match[1].upper() != "MAXOPENTCBS"
    elif known == region:
        other = pool != "OPEN"
    else:
        return True  # of which pool is not said: not accounted for
    if other:
        out.left_out(line)
    return other
