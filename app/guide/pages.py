"""Pages in their order, by parts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from model.discovery import declared
from resources import resource

HAND_WRITTEN = "Guide"
PARTS = (HAND_WRITTEN, "Models", "Rules", "Reports", "Components", "Maintainers")


@dataclass(frozen=True)
class Page:
    """One page; ``name`` is its file's name without suffix, ``made`` gives its Markdown."""

    name: str
    title: str
    part: str
    made: Callable[[], str]

    def text(self) -> str:
        """Its Markdown, which begins with its title as a heading."""
        return self.made()


def pictures() -> Path:
    """Where the pictures lie that pages name by file."""
    return resource("guide", "pictures")


@cache
def pages() -> tuple[Page, ...]:
    """All pages, in the order of the guide."""
    found = [_written(path, HAND_WRITTEN) for path in sorted(resource("guide").glob("*.md"))]
    for generated in declared("app.guide.generated", "pages"):
        found.extend(generated())
    for name in ("architecture", "extending"):
        found.append(_written(resource("docs", f"{name}.md"), "Maintainers"))
    found.extend(
        _written(p, "Maintainers") for p in sorted(resource("docs", "decisions").glob("0*"))
    )
    return tuple(sorted(found, key=lambda page: PARTS.index(page.part)))


def page(name: str) -> Page | None:
    """The page of that name."""
    return next((page for page in pages() if page.name == name), None)


def _written(path: Path, part: str) -> Page:
    with path.open(encoding="utf-8") as file:
        title = file.readline().lstrip("# ").strip()
    number, _, rest = path.stem.partition("-")
    name = rest if part == HAND_WRITTEN and number.isdigit() else path.stem
    return Page(name, title, part, lambda: path.read_text(encoding="utf-8"))
