"""One condition's answer, and stacking answers to the (V, D) arrays of an `Evaluation`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from model.contract.evaluation import Evaluation, FloatArray
from model.hardware.draws import evenly
from model.language import Name, Sentence, SettingName, mark, say

UNTOLD_TIMES: Final = 3.0
"""How many times as much, or as little, a figure may be of which a sentence says that no report
tells what moves it, where nothing else limits it. Stated judgement."""
SLOWER: Final[Mapping[str, tuple[float, float]]] = {
    "response_ms": (1.0, UNTOLD_TIMES),
    "cpu_s_per_s": (1.0, UNTOLD_TIMES),
    "cpu_ms_per_tx": (1.0, UNTOLD_TIMES),
    "itr_per_cpu_s": (1.0 / UNTOLD_TIMES, 1.0),
}
"""What costs CPU and time, no report tells how much."""
_OPENED_SEED: Final = 20261129
_NO_RESPONSE: Final = mark("no response time was measured: {why}")


def response_untold(why: str) -> str:
    """The reason of a response's band where no report has one: what it was made of."""
    return say(_NO_RESPONSE, why=why)


def responses_untold(reasons: Iterable[str]) -> list[str]:
    """Of reasons of bands those that say so, each once."""
    return list(
        dict.fromkeys(
            reason
            for reason in reasons
            if isinstance(reason, Sentence) and reason.template == _NO_RESPONSE
        )
    )


@dataclass
class Answer:
    """What a model says of one condition under D draws.

    Figures are arrays of shape (D,) or plain numbers that do not depend on the constants.
    ``residual_sd`` is relative, per metric; ``exchanged_sd`` is the part of it that others lose or
    gain. ``peaked`` is that of how long a peak lasts. ``most`` and ``least`` are what a metric
    cannot pass. ``extrapolated`` and ``reasons`` are sentences; ``withheld`` why
    a figure has none, which tells nothing of the others. ``opened``: by metric, the least
    and the most times that it may be of which `untold` says that no report tells.
    ``published``: a published percentage is used as it stands. ``pools``: resources that
    hold others while these work. ``unwaited``: those that nobody waits for, however full they are:
    storage that spills nothing. ``waits``: the part of ``breakdown_s`` in which waits stand that
    were measured and that nothing tells apart. ``held_by``: the called workload whose full servers
    hold it back. ``behind``: by pool, of the time that one is held, the part that waits for what
    runs the work within it and is a limit of its own.
    """

    metrics: dict[str, FloatArray | float] = field(default_factory=dict)
    utilization: dict[str, FloatArray | float] = field(default_factory=dict)
    breakdown_s: dict[str, FloatArray | float] = field(default_factory=dict)
    residual_sd: dict[str, float] = field(default_factory=dict)
    exchanged_sd: dict[str, float] = field(default_factory=dict)
    peaked: dict[str, float] = field(default_factory=dict)
    most: dict[str, float] = field(default_factory=dict)
    least: dict[str, float] = field(default_factory=dict)
    opened: dict[str, tuple[float, float]] = field(default_factory=dict)
    extrapolated: list[str] = field(default_factory=list)
    withheld: list[str] = field(default_factory=list)
    reasons: list[str] = field(default_factory=list)
    converged: bool = True
    published: bool = False
    pools: frozenset[str] = frozenset()
    unwaited: frozenset[str] = frozenset()
    waits: str = ""
    held_by: str = ""
    behind: dict[str, float] = field(default_factory=dict)

    def copy(self) -> Answer:
        """The same, to be changed without changing this one."""
        own: dict[str, Any] = {
            name: value.copy() if isinstance(value, (dict, list)) else value
            for name, value in vars(self).items()
        }
        return Answer(**own)

    def untold(self, sentence: str, times: Mapping[str, tuple[float, float]]) -> None:
        """Say what no report tells, and open the bands of the figures that it may move.

        times: by metric, from how many times as little to how many times as much it may be. What is
        said not to be in a projection is not nothing: its figures have a band that reaches there.
        """
        self.extrapolated.append(sentence)
        self.opens(times)

    def opens(self, times: Mapping[str, tuple[float, float]]) -> None:
        """The same where the sentence stands elsewhere."""
        for name, (least, most) in times.items():
            known = self.opened.get(name, (1.0, 1.0))
            self.opened[name] = (known[0] * least, known[1] * most)


def with_own_cpu(answer: Answer, within_s: FloatArray, was_s: FloatArray) -> FloatArray:
    """Seconds held, of which the transaction's own CPU is left however much of them was waits for
    CPs; was_s: as it is today, where that is less it stays."""
    if "itr_per_cpu_s" not in answer.metrics:
        return within_s
    own_s = 1.0 / np.asarray(answer.metrics["itr_per_cpu_s"])
    found: FloatArray = np.maximum(within_s, np.minimum(own_s, was_s))
    return found


def unseen(wait_s: FloatArray, was_s: FloatArray) -> FloatArray:
    """A modelled wait that nobody measured, draw by draw, after a change that makes it shorter.

    Whether there is such a wait is not known: anything from none to all of the change is one of it.
    The central draw has all of it, as the model does.
    """
    if len(wait_s) < 2:
        return wait_s
    part = np.append(1.0, evenly(len(wait_s) - 1, _OPENED_SEED))
    found: FloatArray = np.where(wait_s < was_s, was_s + part * (wait_s - was_s), wait_s)
    return found


def _open(answer: Answer, draws: int) -> dict[str, FloatArray | float]:
    """Its metrics, opened draw by draw: evenly by the logarithm, and not at all in the central."""
    if draws < 2 or not answer.opened:
        return answer.metrics
    ranks = evenly(draws - 1, _OPENED_SEED)
    found = dict(answer.metrics)
    for name, (least, most) in answer.opened.items():
        if name in found:
            # Work for a second of CPU is less as CPU is more: the same draw has both.
            turned = ranks if name not in _INVERSE else 1.0 - ranks
            times = least * (most / least) ** turned
            opened = np.asarray(found[name]) * np.append(1.0, times)
            found[name] = np.minimum(opened, np.maximum(found[name], answer.most.get(name, np.inf)))
    return found


_INVERSE: Final = frozenset({"itr_per_cpu_s", "etr_per_s"})


def unmodelled(
    name: str,
    now: Mapping[str, object],
    was: Mapping[str, object],
    modelled: frozenset[str],
) -> list[str]:
    """A sentence for every setting that differs and that a model does not use."""
    return [
        say(
            "{name}: the documents give no figure for {setting}; not in this projection",
            name=Name(name),
            setting=SettingName(setting),
        )
        for setting, value in now.items()
        if setting not in modelled and was.get(setting) != value
    ]


def stacked(answers: Sequence[Answer], draws: int) -> Evaluation:
    """The answers as one evaluation; NaN where a metric does not apply to a condition."""
    count = len(answers)

    def arrays(parts: Sequence[Mapping[str, FloatArray | float]]) -> dict[str, FloatArray]:
        names = dict.fromkeys(name for part in parts for name in part)
        # All of them are one array: many small ones take longer to make than to fill.
        stacks = dict(zip(names, np.full((len(names), count, draws), np.nan), strict=True))
        for row, part in enumerate(parts):
            for name, value in part.items():
                stacks[name][row] = value
        return stacks

    metrics = arrays([_open(answer, draws) for answer in answers])
    return Evaluation(
        metrics=metrics,
        residual_sd={
            name: np.array([answer.residual_sd.get(name, 0.0) for answer in answers])
            for name in metrics
        },
        exchanged_sd={
            name: np.array([answer.exchanged_sd.get(name, 0.0) for answer in answers])
            for name in dict.fromkeys(n for answer in answers for n in answer.exchanged_sd)
        },
        peaked={
            name: np.array([answer.peaked.get(name, 0.0) for answer in answers])
            for name in dict.fromkeys(n for answer in answers for n in answer.peaked)
        },
        most={
            name: np.array([answer.most.get(name, np.inf) for answer in answers])
            for name in dict.fromkeys(n for answer in answers for n in answer.most)
        },
        least={
            name: np.array([answer.least.get(name, 0.0) for answer in answers])
            for name in dict.fromkeys(n for answer in answers for n in answer.least)
        },
        extrapolated=tuple((*answer.extrapolated, *answer.withheld) for answer in answers),
        converged=np.array([[answer.converged] * draws for answer in answers], dtype=bool).reshape(
            count, draws
        ),
        utilization=arrays([answer.utilization for answer in answers]),
        breakdown_s=arrays([answer.breakdown_s for answer in answers]),
        reasons=tuple(tuple(answer.reasons) for answer in answers),
        published=tuple(answer.published for answer in answers),
        pools=frozenset().union(*(answer.pools for answer in answers)),
        unwaited=tuple(answer.unwaited for answer in answers),
        held_by=tuple((answer.held_by, -1) if answer.held_by else None for answer in answers),
    )
