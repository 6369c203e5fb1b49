"""Translations as PO files: ``resources/i18n/<language>/LC_MESSAGES/<room>.po``."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from gettext import c2py

from model.language.sentence import CONTEXT
from resources import resource

ROOMS = (
    "catalogue",
    "figures",
    "language",
    "model",
    "installation",
    "history",
    "readers",
    "rules",
    "report",
)
"""Files of a language whose texts rules, models, readers and reports say; small ones first."""


class Catalogue:
    """Translations of one file: by what is said, of several by the pair of what is said."""

    def __init__(
        self,
        single: Mapping[str, str],
        several: Mapping[tuple[str, str], tuple[str, ...]] | None = None,
        form: Callable[[int], int] | None = None,
    ) -> None:
        self.single = {text: said for text, said in single.items() if said}
        self.several = dict(several or {})
        self._form = form or (lambda count: int(count != 1))

    def get(self, text: str, plural: str = "", count: float = 0) -> str | None:
        """The translation, in the form that the language has for ``count`` things."""
        if not plural:
            return self.single.get(text)
        forms = self.several.get((text, plural))
        if not forms:
            return None
        # A fraction of a thing takes the form of many, as in the languages that we have.
        form = self._form(int(count)) if float(count).is_integer() else len(forms) - 1
        return forms[form] or None


@cache
def catalogue_of(language: str, room: str) -> Catalogue:
    """What is translated in one room; empty where there is no file."""
    path = resource("i18n", language, "LC_MESSAGES", f"{room}.po")
    if not path.is_file():
        return Catalogue({})
    import polib  # the English program needs none

    file = polib.pofile(str(path))
    single: dict[str, str] = {}
    several: dict[tuple[str, str], tuple[str, ...]] = {}
    for entry in file:
        if entry.obsolete or entry.fuzzy:
            continue
        if entry.msgid_plural:
            forms = tuple(entry.msgstr_plural[n] for n in sorted(entry.msgstr_plural))
            several[entry.msgid, entry.msgid_plural] = forms
        else:
            key = entry.msgid if entry.msgctxt is None else f"{entry.msgctxt}{CONTEXT}{entry.msgid}"
            single[key] = entry.msgstr
    rule = file.metadata.get("Plural-Forms", "").partition("plural=")[2].strip("; ")
    return Catalogue(single, several, c2py(rule) if rule else None)


def catalogues(language: str) -> Iterator[Catalogue]:
    """All catalogues of a language, read as far as they are asked for."""
    for room in ROOMS:
        yield catalogue_of(language, room)
