"""Rules on counts that should stay small: a share of what they are counted among, or so many an
hour."""

from __future__ import annotations

from dataclasses import dataclass

from advisor.rules.base import Advice
from advisor.rules.effects import arithmetic, manual
from advisor.rules.subject import CannotTell, Subject
from model.language import FigureName, Sentence, Value, say

_HOUR_S = 3600.0


@dataclass(frozen=True, slots=True, kw_only=True)
class TooMany:
    """The check of a rule on one count (``figure``, its parts added up).

    ``limit`` is a share where ``among`` names a figure that it is one of, else the most that are
    little in an hour. ``fine`` and ``found`` are templates of the two answers with ``{name}``,
    ``{count}``, ``{among}`` and ``{rate}`` (share or count an hour; ``fine`` quotes the limit).
    ``setting`` is what the advice changes: by the rule's command, or to ``factor`` times its value
    where that is known. Below ``least_per_s`` of ``among`` nothing is worth while. ``after`` is the
    share of the count that is expected to remain at the least, for ``reason``; ``down_to_limit``:
    as much remains as is little.
    """

    figure: str
    limit: float
    fine: str
    found: str
    setting: str
    reason: str
    among: str = ""
    factor: float = 0.0
    least_per_s: float = 0.0
    down_to_limit: bool = False
    after: float = 0.0
    notes: tuple[str, ...] = ()
    caveats: tuple[str, ...] = ()

    def __call__(self, subject: Subject) -> Advice | str:
        """The advice, or why things are in order. Raises CannotTell."""
        count = self._sum(subject, self.figure)
        hours = self._seconds(subject) / _HOUR_S
        among = self._sum(subject, self.among) if self.among else hours
        said: dict[str, Value] = {
            "name": subject.called,
            "count": count,
            "among": among,
            "rate": count / among if among else 0.0,
        }
        if count <= self.limit * among or among < self.least_per_s * hours * _HOUR_S:
            return Sentence(self.fine, said)
        now = subject.number(self.setting) if self.factor else None
        changed = () if now is None else ((subject.set(self.setting, round(self.factor * now)),),)
        left = self.limit * among if self.down_to_limit else self.after * count
        return Advice(
            Sentence(self.found, said),
            changed,
            texts=() if changed else (manual(subject.id, self.setting),),
            effects=(arithmetic(self.figure, count, left, self.reason, low=left, high=count),),
            notes=self.notes,
            caveats=self.caveats,
        )

    def _sum(self, subject: Subject, figure: str) -> float:
        parts = subject.by_part(figure)
        if not parts:
            raise CannotTell(
                say("{names} of {name}", names=FigureName(figure), name=subject.called),
                asks=(subject.id, figure),
            )
        return sum(parts.values())

    def _seconds(self, subject: Subject) -> float:
        """How long was counted; one hour where no report tells, as for shares it need not."""
        known = (subject.component.measured[name].interval_s for name in self._names(subject))
        seconds = subject.figure("duration_s") or next(filter(None, known), None)
        if seconds is None and (not self.among or self.least_per_s):
            raise CannotTell(say("the interval that {name} was counted in", name=subject.called))
        return seconds or _HOUR_S

    def _names(self, subject: Subject) -> list[str]:
        measured = subject.component.measured
        return [name for name in measured if name.partition(".")[0] == self.figure]
