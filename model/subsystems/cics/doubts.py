"""What is in doubt of a region's response: parts that nobody measured, or that contradict it."""

from __future__ import annotations

import math

import numpy as np

from model.contract.evaluation import BoolArray, Conditions
from model.hardware.flow import Got
from model.language import mark, say
from model.quantiles import NORMAL_QUANTILE_90
from model.subsystems.cics.beside import tasks_seen
from model.subsystems.common import Answer, response_untold

_CHANCE = 0.001
"""Of a count of tasks inside that a measured response makes, below which they are at odds."""
_NEARLY_ALL = 0.99
"""Of the parts of a response that fit it, from which nothing is said."""
_LEAST_SHARE = 0.02
"""Of the draws, from which it is said that work does not come through in them."""


def at_odds(was: Conditions) -> tuple[str, ...]:
    """A sentence where a measured response and the tasks inside are not of the same work."""
    from scipy.special import pdtr, pdtrc

    figures, rate = was["figures"], was["rate_per_s"]
    seen = tasks_seen(figures)
    if seen is None:
        return ()
    inside = rate * figures["response_ms"] / 1e3
    more = 1.0 if seen == 0.0 else float(pdtrc(seen - 1.0, inside))
    if min(more, float(pdtr(seen, inside))) > _CHANCE:
        return ()
    return (
        say(
            "{seen:.0f} tasks were inside as the statistics were made where rate and measured "
            "response make {inside:,.3g} (Little's law): tasks that stay for long are among them, "
            "or the two are of other times; the response is taken",
            seen=seen,
            inside=inside,
        ),
    )


def unmeasured(was: Conditions) -> str:
    """What a response rests on that no report gives, and which report would give it."""
    seen, rate = tasks_seen(was["figures"]), was["rate_per_s"]
    of_region = was["settings"].get("PLATFORM") == "z/VSE"
    report = (
        mark("the monitoring of CICS")
        if of_region
        else mark("monitoring of CICS (SMF 110-1), or a workload report of RMF by report class,")
    )
    if seen is None or was["is_called"]:
        return response_untold(
            say(
                "of what tasks wait for beside the QR TCB only I/O is known, and the band reaches "
                "from no other waits to many times as long; {report} narrows it, as does the count "
                "of active user tasks of a statistics report",
                report=say(report),
            )
        )
    return response_untold(
        say(
            "{seen:.0f} tasks that were inside as the statistics were made and {rate:,.4g} "
            "transactions a second make {inside:,.3g} ms (Little's law). That is one count, with "
            "the scatter of one, and some of them may be tasks that stay for long: the band "
            "reaches down to what is known of a task; {report} narrows it",
            seen=seen,
            rate=rate,
            inside=seen / rate * 1e3,
            report=say(report),
        )
    )


def doubt_parts(answer: Answer, got: Got) -> None:
    """What reports tell of a transaction's parts makes it longer than it was measured to be."""
    fits = float(got.fits[0])
    if fits >= _NEARLY_ALL:
        return
    known = answer.residual_sd.get("response_ms", 0.0)
    answer.residual_sd["response_ms"] = math.hypot(known, -math.log(fits) / NORMAL_QUANTILE_90)
    answer.reasons.append(
        say(
            "what is known of its parts (CPU, I/O, strings that it holds, what it calls) takes "
            "{times:,.3g} times its measured response, so that one of these figures is wrong: the "
            "parts are shortened to it, and what waits grow by is added in full",
            times=1.0 / fits,
        )
    )


def doubt_waits(answer: Answer, measured_s: float) -> None:
    """Nobody measured the waits beside the QR TCB: the band reaches to where there are none.

    ``measured_s`` of them were, or are drawn: those for I/O; what waits for a pool follows from
    how long it is held. The dispatch time of the QR TCB is measured, with what
    it waits for a CP meanwhile; what waits before it is dispatched, and under other TCBs, is the
    model's alone.
    """
    response_s = float(np.asarray(answer.metrics["response_ms"]).flat[0]) / 1e3
    beside_s = float(np.asarray(answer.breakdown_s["files and other waits"]).flat[0])
    beside_s -= measured_s
    if not 0.0 < beside_s < response_s:
        return
    spread = math.log(response_s / (response_s - beside_s)) / NORMAL_QUANTILE_90
    known = answer.residual_sd.get("response_ms", 0.0)
    answer.residual_sd["response_ms"] = math.hypot(known, spread)


def say_unseen(answer: Answer, got: Got, got_was: Got, full: BoolArray) -> None:
    """What does not come through where tasks are inside for longer than is known of them."""
    share = float(np.mean(full[1:])) if len(full) > 1 else 0.0
    if full[0] or share < _LEAST_SHARE:
        return
    answer.reasons.append(
        say(
            "how long a task is inside is in no report: known is {known:.3g} ms; where waits that "
            "nobody measured make it longer, not all of the work comes through ({share:.0f} % of "
            "the cases that fit the reports)",
            known=float(got_was.response_s[0]) * 1e3,
            share=100.0 * share,
        )
    )
