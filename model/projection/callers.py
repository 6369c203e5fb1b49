"""What of a workload's band is that of those it calls.

A caller's units end as fast as those they wait for: what is not known of a full server behind it
is not known of its own rate, and what nobody measured of a called response is in its own.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from model.contract.evaluation import Evaluation, FloatArray
from model.hardware.flow import Call, Flow, Got, Holder
from model.projection.asked import Asked
from model.projection.linked import response_s
from model.subsystems.common.load import CARRIED, FULL


def with_called(
    evaluations: Mapping[str, Evaluation],
    flows: Mapping[str, Sequence[Flow]],
    got: Mapping[str, Sequence[Got]],
) -> dict[str, Evaluation]:
    """The evaluations, those of callers with what is not known of the called ones, case by case."""
    found = dict(evaluations)
    order = list(_called_first(flows))
    for name in order:
        called = [c.to for c in flows[name][0].calls if c.to in got and c.to in found]
        if not called or name not in got or name not in found:
            continue
        known = {key: np.array(sd) for key, sd in found[name].residual_sd.items()}
        for row, own in enumerate(got[name]):
            others = {to: (got[to][row], found[to]) for to in called}
            _rate(known, row, own, others)
            calls = flows[name][row].calls
            if response_s(flows[name][row]) is not None:
                # Of a measured response, what is of those who did its work when it was measured.
                calls = tuple(call for call in calls if call.was)
            _response(known, row, own, calls, others)
        found[name] = replace(found[name], residual_sd=known)
    for name in reversed([name for name in order if name in got and name in found]):
        for to in {call.to for call in flows[name][0].calls} & got.keys() & found.keys():
            found[to] = _sent_less(found[to], got[to], got[name], found[name])
    return found


def _sent_less(
    evaluation: Evaluation, got: Sequence[Got], senders: Sequence[Got], sender: Evaluation
) -> Evaluation:
    """Of work that a caller cannot send, what is not known is what is not known of the caller's."""
    theirs = sender.residual_sd.get("etr_per_s")
    own = evaluation.residual_sd.get("etr_per_s")
    if theirs is None or own is None:
        return evaluation
    held = [
        max(through(one), through(other)) < CARRIED for one, other in zip(got, senders, strict=True)
    ]
    wider = np.where(held, np.maximum(own, theirs), own)
    return replace(evaluation, residual_sd={**evaluation.residual_sd, "etr_per_s": wider})


def _called_first(flows: Mapping[str, Sequence[Flow]]) -> Iterator[str]:
    """Workloads after those that they call; of a circle whichever comes first."""
    seen: set[str] = set()

    def visit(name: str) -> Iterator[str]:
        if name in seen or name not in flows:
            return
        seen.add(name)
        for call in flows[name][0].calls:
            yield from visit(call.to)
        yield name

    for name in sorted(flows):
        yield from visit(name)


Residuals = dict[str, FloatArray]
Others = Mapping[str, tuple[Got, Evaluation]]


def through(got: Got) -> float:
    """Of the work that comes, what comes through, in the central draw."""
    return float(got.rate_per_s[0] / max(got.offered_per_s[0], 1e-300))


def with_holders(
    got: Mapping[str, Sequence[Got]], flows: Mapping[str, Sequence[Flow]], cases: Sequence[Asked]
) -> dict[str, Sequence[Got]]:
    """What workloads get, with whose full servers hold back what they cannot carry."""
    callers = [name for name in got if flows[name][0].calls]
    found = dict(got)
    for name in callers:
        rows = []
        for row, (own, case) in enumerate(zip(got[name], cases, strict=True)):
            holder = _holder(name, row, got, flows) if through(own) < CARRIED else None
            if holder is not None:
                label = str(case.conditions[holder[0]].get("name", holder[0]))
                own = replace(own, held_by=Holder(holder[0], label, holder[1]))
            rows.append(own)
        found[name] = rows
    return found


def _holder(
    anchor: str, row: int, got: Mapping[str, Sequence[Got]], flows: Mapping[str, Sequence[Flow]]
) -> tuple[str, str] | None:
    """The called workload, behind others it may be, whose full servers hold one back, and these.

    What a caller waits in for it fills up as well, and is not what there is too little of.
    """
    found, seen = None, {anchor}
    while True:
        called = [
            call.to
            for call in flows[anchor][row].calls
            if call.to in got and call.to not in seen and through(got[call.to][row]) < CARRIED
        ]
        if not called:
            return found
        anchor = min(called, key=lambda to: through(got[to][row]))
        seen.add(anchor)
        full = _full(got[anchor][row])
        found = (anchor, full) if full else found


def _full(got: Got) -> str:
    """Its own fullest servers in the central draw, "" where none are full."""
    uses = {name: float(use[0]) for name, use in got.uses.items() if name in got.hold_s}
    fullest = max(uses, key=lambda name: uses[name], default="")
    return fullest if fullest and uses[fullest] >= FULL else ""


def _rate(known: Residuals, row: int, own: Got, others: Others) -> None:
    """Of a rate that a called workload holds back what is not known is what is not of that one.

    One of which nothing is full holds nobody back: less comes of it as its callers are held.
    """
    least = min(others, key=lambda to: through(others[to][0]))
    theirs, evaluation = others[least]
    sd = evaluation.residual_sd.get("etr_per_s")
    if sd is None or through(own) >= CARRIED or through(theirs) >= CARRIED:
        return
    if max((float(use[0]) for use in theirs.uses.values()), default=1.0) < FULL:
        return
    known.setdefault("etr_per_s", np.zeros_like(sd))[row] = sd[row]


def _response(known: Residuals, row: int, own: Got, calls: Sequence[Call], others: Others) -> None:
    """Of a response that nobody measured the called ones' parts are known as well as those are."""
    total = float(own.response_s[0])
    for call in calls:
        if call.to not in others or total <= 0.0:
            continue
        theirs, evaluation = others[call.to]
        sd = evaluation.residual_sd.get("response_ms")
        if sd is None or not math.isfinite(sd[row]):
            continue
        each_s = float(np.asarray(call.visits).flat[0]) * float(theirs.response_s[0])
        part = min(each_s, float(own.called_s[0])) / total
        before = known.setdefault("response_ms", np.zeros_like(sd))
        before[row] = math.hypot(before[row], part * float(sd[row]))
