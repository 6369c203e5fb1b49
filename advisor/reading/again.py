"""Pages that a text has had already, word for word: pasted twice, or printed into it again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

SHORTEST_REPEAT, MOST_BEHIND = 8, 32
"""Lines of a page that is told when it comes again, and how many may be behind it, the first time,
that belong to something else: only the next title ends a page.
"""
MOST_REMEMBERED = 1 << 17
"""Digests, some 10 MB, beyond which pages are told again as a whole alone."""

Context = Mapping[str, str]
Said = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class _Page:
    """What was known above a page that it did not say itself, and what it said."""

    above: Context
    said: Context


@dataclass(slots=True)
class Again:
    """The pages that were read. One is known again wherever it stands, unless something that it
    was read with, as the system above it, is another one there.
    """

    _pages: dict[int, tuple[_Page, ...]] = field(default_factory=dict)
    _alike: dict[tuple[Said, Said], tuple[_Page]] = field(default_factory=dict)
    """Most pages of a print are read with the same and say the same: it is held once."""

    def beginnings(self, reader: str, contents: Sequence[str]) -> list[int]:
        """Digests of a page's lines, and of these without the last one, the last two and so on."""
        digests: list[int] = []
        digest = 0
        for line in contents:
            if line.strip():
                digest = hash((digest, reader, line))
                digests.append(digest)
        return digests[max(SHORTEST_REPEAT - 1, len(digests) - 1 - MOST_BEHIND) :]

    def said(self, beginnings: Sequence[int], above: Context) -> Context | None:
        """What a page said that was read already; ``None`` of one that was not."""
        for page in self._pages.get(beginnings[-1], ()) if beginnings else ():
            if all(above.get(key, value) == value for key, value in page.above.items()):
                return page.said
        return None

    def remember(self, beginnings: Sequence[int], above: Context, after: Context) -> None:
        """A page that has been read, with what was known ``above`` it and ``after`` it."""
        said = {key: value for key, value in after.items() if above.get(key) != value}
        own = {key: value for key, value in above.items() if key not in said}
        behind = MOST_BEHIND if len(self._pages) < MOST_REMEMBERED else 0
        alone = self._alike.setdefault(((*own.items(),), (*said.items(),)), (_Page(own, said),))
        for one in beginnings[-1 - behind :]:
            before = self._pages.get(one)
            self._pages[one] = alone if before is None or before is alone else before + alone
