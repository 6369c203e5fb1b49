"""Answers of one line that nothing comes of: told twice, they need not be read a thousand times.

A member or a list may have the same card on each of its lines. Where a reader made nothing of such
a line the second time either, and nothing that it may look at has changed by it, nothing would come
of the third.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from advisor.reading.accounting import Ledger
from advisor.reading.reader import Line, Reader


@dataclass(slots=True)
class Quiet:
    """What is known of the answers that readers gave last."""

    _last: dict[str, str] = field(default_factory=dict)
    """By reader: the line of its last answer."""
    _loud: set[tuple[str, str]] = field(default_factory=set)
    """Readers and lines of which something comes."""
    _silent: dict[str, tuple[str, list[str]]] = field(default_factory=dict)
    """By reader: a line that nothing comes of, and the numbers on it that are left unread."""

    def again(self, reader: Reader, contents: Sequence[str], index: int) -> list[str] | None:
        """What is left unread of a line that nothing comes of and that the one below it repeats,
        so that its answer ends there; ``None`` of all other lines.
        """
        content, left = self._silent.get(reader.id, ("", []))
        return left if content and contents[index : index + 2] == [content, content] else None

    def broken(self, reader: Reader) -> None:
        """This reader reads something."""
        self._silent.pop(reader.id, None)
        self._last.pop(reader.id, None)

    def forget(self) -> None:
        """What is known of the file has changed."""
        self._silent.clear()
        self._last.clear()

    def read(
        self, reader: Reader, lines: Sequence[Line], ledger: Ledger,
        parse: Callable[[], None], state: Callable[[], object],
    ) -> None:  # fmt: skip
        """Let an answer be read, and look at whether anything comes of one that comes again.

        ``state`` is a copy of all that the reader may look at, but the line and its number.
        """
        one = lines[0]
        if len(lines) > 1 or one.log is not None or (reader.id, one.content) in self._loud:
            parse()
        elif self._last.get(reader.id) != one.content:
            parse()
            self._last[reader.id] = one.content
        else:
            before = state()
            parse()
            if state() == before and not ledger.is_read(one.number):
                self._silent[reader.id] = one.content, ledger.left.get(one.number, [])
            else:
                self._loud.add((reader.id, one.content))
