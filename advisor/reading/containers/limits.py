"""What containers may hold: bounds against bombs, the same for every kind of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import IO

from advisor.reading.refusals import Refusal

MOST_ARCHIVES = 2
"""Archives in one another: a ZIP in a ZIP is usual, more is not."""

MOST_PACKINGS = 3
"""Times that one thing may be compressed: a compressed report in a compressed archive is two."""

MOST_ENTRIES = 2_000
MOST_UNPACKED = 8 << 30
RATIO = 400
"""Bytes unpacked per byte packed beyond which something is a bomb; prints reach some 60."""

HARMLESS = 1 << 20
"""Bytes that nothing is called a bomb for."""

LONGEST_NAME = 200

Open = Callable[[], IO[bytes]]
Tick = Callable[[], None]

BOMB = "unpacks to far more than any report would: it looks like a bomb"
TOO_LARGE = "unpacks to more than 8 GB with what else is in it: send the reports in smaller parts"
CUT_OFF = (
    "is cut off before its end, and what comes before the cut was read: transfer it again in binary"
)


@dataclass(slots=True)
class Budget:
    """What all containers of one import may unpack to, each byte as often as it is unpacked."""

    left: int = MOST_UNPACKED

    def take(self, size: int) -> None:
        """``size`` more bytes have been unpacked.

        Raises
        ------
        Refusal: these are too many.
        """
        self.left -= size
        if self.left < 0:
            raise Refusal(TOO_LARGE)


@dataclass(frozen=True, slots=True)
class Member:
    """Something in a container.

    ``name`` is printable, never leads out of the container and is its only one of that name; empty
    where the container holds one thing only, which goes by the container's own name. ``refusal``
    says why it cannot be opened, ``letter`` that it may be no report, ``seekable`` that going back
    in it costs nothing.
    """

    name: str
    open: Open
    size: int
    refusal: str = ""
    letter: bool = False
    seekable: bool = True


class Trouble(Exception):
    """A container is damaged further on: its members before stand."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


class Names:
    """Gives members names that are printable, stay inside, and are different."""

    def __init__(self) -> None:
        self._given: dict[str, int] = {}

    def of(self, raw: str) -> str:
        """The name for what an archive calls ``raw``."""
        parts = [part for part in raw.split("/") if part not in ("", ".", "..")]
        name = "".join(char if char.isprintable() else "?" for char in "/".join(parts))
        if len(name) > LONGEST_NAME:
            name = "…" + name[-LONGEST_NAME:]
        self._given[name] = count = self._given.get(name, 0) + 1
        return name if count == 1 else f"{name} ({count})"


def hidden(raw: str) -> bool:
    """Whether a name is of what systems add on their own: no report has such a one."""
    leaf = raw.rstrip("/").rpartition("/")[2]
    return leaf.startswith(".") or raw.removeprefix("./").startswith("__MACOSX/")
