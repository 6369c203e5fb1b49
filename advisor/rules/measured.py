"""Whether what was measured still speaks of the installation as it is now, or would be."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from advisor.rules.subject import CannotTell, Subject
from model.language import Name, say
from model.topology.changes import CHANGED

SHAPES_IO = frozenset(
    {
        *("ZHPF", "LBP", "CDATAMAXS", "CASSOMAXS", "CLUCACHESIZE", "CLUCACHEEXTRA"),
        *("VPSIZE", "BUFFERS", "DATA_CISZ", "INDEX_CISZ"),
    }
)
"""Settings that decide how many I/Os there are and how long each takes."""


def still_measured(
    of: Subject, holders: Iterable[Subject], names: Collection[str], what: str, report: str
) -> None:
    """Raise CannotTell where a holder's setting was changed after the figures were measured."""
    for holder in holders:
        for name in sorted(names):
            setting = holder.component.settings.get(name)
            if setting is not None and setting.origin.text == CHANGED.text:
                raise CannotTell(
                    say(
                        "the {what} of {host_name} since {name} of {holder_name} was changed",
                        what=what,
                        host_name=Name(of.name),
                        name=Name(name),
                        holder_name=Name(holder.name),
                    ),
                    report,
                )


def io_still_measured(subject: Subject, report: str) -> None:
    """Raise CannotTell where what makes or serves I/O was changed after it was measured."""
    everything = (subject.other(component) for component in subject.topology)
    still_measured(subject, everything, SHAPES_IO, "I/O", report)
