"""Strings of files and LSR pools: how many requests waited for one, and what that tells."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from model.contract.evaluation import Conditions
from model.language import Name, say
from model.subsystems.common.answers import UNTOLD_TIMES
from model.subsystems.common.load import growth_in
from model.subsystems.vsam.files import held_s

Untold = tuple[str, Mapping[str, tuple[float, float]]]
"""A sentence of what no report tells, and what it may do to figures (`Answer.untold`)."""


@dataclass(frozen=True)
class Strings:
    """Strings of a file or pool as they are and were, and what its report counts.

    peak: most requests that waited at a time; None where no report tells. duration_s: of the
    interval that they were counted in.
    """

    name: str
    left: float | None
    was: float | None
    waits: float
    peak: float | None
    requests: float
    duration_s: float | None

    @property
    def each_s(self) -> float | None:
        """How long a request holds one, if requests come evenly (`held_s`)."""
        return held_s(self.was, self.waits, self.requests, self.duration_s)


def strings_of(now: Conditions, was: Conditions) -> list[Strings]:
    """All of a region's strings that are there before and after."""
    found = []
    for key, file in now["files"].items():
        before = was["files"].get(key)
        if before is not None:
            sizes = (file["settings"].get("STRINGS"), before["settings"].get("STRINGS"))
            counts = (before["string_waits"], before["waiting_peak"], before["requests"])
            seconds = before["duration_s"] or was["duration_s"]
            found.append(Strings(str(before["name"]), *sizes, *counts, seconds))
    for key, pool in now["pools"].items():
        before = was["pools"].get(key)
        if before is not None:
            sizes = (pool["strings"], before["strings"])
            requests = sum(b["requests"] for b in was["buffers"].values() if b["pool"] == key)
            counts = (before["waits"], before["waiting_peak"], requests)
            seconds = before["duration_s"] or was["duration_s"]
            found.append(Strings(str(before["name"]), *sizes, *counts, seconds))
    return found


def untold_of_strings(now: Conditions, was: Conditions) -> Iterator[Untold]:
    """A sentence for all strings that become more or fewer, but for more that nobody waited for."""
    for one in strings_of(now, was):
        if not one.left or not one.was or one.left == one.was:
            continue
        if one.waits:
            yield _waited(one, was, growth_in(now))
        elif one.left < one.was:
            sentence = say(
                "{name}: that no request waited for one of {was:,g} strings does not tell how long "
                "one is held: what waits for {left:,g} is not in this projection, and bands reach "
                "to where all of them were held; take them away in small steps",
                name=Name(one.name),
                was=one.was,
                left=one.left,
            )
            yield sentence, fewer(one.was / one.left)


def _waited(one: Strings, was: Conditions, growth: float) -> Untold:
    """What is said where requests were seen to wait, and where bands reach.

    Their number is taken for that of an even load. How long they waited is in no report: with more
    strings a response may lose all of it. Tasks that are always about as many as there are strings
    wait seldom, too: with fewer, all of them may have been held all the time, as where nobody was
    seen to wait.
    """
    left, strings = one.left or 0.0, one.was or 0.0
    told = {"name": Name(one.name), "waits": one.waits, "was": strings, "left": left}
    if left > strings:
        sentence = say(
            "{name}: {waits:,.0f} requests waited for one of {was:,g} strings, how long is in no "
            "report: how many wait for {left:,g} is taken from an even load, and bands reach to "
            "where the response loses all of these waits",
            **told,
        )
        return sentence, {"response_ms": (1.0 - _lost_at_most(one, was), 1.0)}
    sentence = say(
        "{name}: {waits:,.0f} requests waited for one of {was:,g} strings: how many wait for "
        "{left:,g} is taken from an even load, and bands reach to where all strings were held all "
        "the time; take them away in small steps",
        **told,
    )
    busy = 0.0
    if one.each_s is not None and one.duration_s:
        busy = one.each_s * one.requests / one.duration_s * growth
    return sentence, fewer(strings / min(strings, max(left, busy)))


def _lost_at_most(one: Strings, was: Conditions) -> float:
    """Share of a mean response that the waits can be at the most.

    A transaction that waited took `UNTOLD_TIMES` the mean, all of it its wait. Requests of which no
    more than a peak waited at a time waited until as many others gave a string back, of which none
    was held for longer than all of the time.
    """
    most = 1.0 - 1.0 / UNTOLD_TIMES
    rate: float | None = was["rate_per_s"]
    seconds = one.duration_s
    if not seconds or not rate:
        return most
    a_transaction = one.waits / (rate * seconds)
    most = min(most, UNTOLD_TIMES * a_transaction)
    response_ms: float | None = was["figures"].get("response_ms")
    if one.peak and one.requests and response_ms:
        each_ms = 1e3 * one.peak * seconds / one.requests
        most = min(most, a_transaction * each_ms / response_ms)
    return most


def fewer(times: float) -> Mapping[str, tuple[float, float]]:
    """What servers do, of which there are so many times fewer and nobody saw one waited for.

    Nothing, to where each was held all the time: so much less work comes through, so much later.
    """
    less = dict.fromkeys(("etr_per_s", "cpu_s_per_s", "io_per_s"), (1.0 / times, 1.0))
    return {"response_ms": (1.0, times), **less}
