"""What is remembered between runs: look, language, window state, recent engagements."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QByteArray, QSettings

MOST_RECENT = 8


class Preferences:
    """A thin layer over QSettings, in a file of this program's own."""

    def __init__(self) -> None:
        self._settings = QSettings(
            QSettings.Format.IniFormat, QSettings.Scope.UserScope, "Plexwright", "window"
        )

    def text(self, key: str, default: str = "") -> str:
        """A remembered text."""
        value = self._settings.value(key, default)
        return value if isinstance(value, str) else default

    def number(self, key: str, default: float) -> float:
        """A remembered number."""
        try:
            return float(self.text(key, str(default)))
        except ValueError:
            return default

    def set(self, key: str, value: str | float) -> None:
        """Remember a text or a number."""
        self._settings.setValue(key, str(value))

    def state(self, key: str) -> QByteArray | None:
        """A remembered window state."""
        value = self._settings.value(key)
        return value if isinstance(value, QByteArray) else None

    def set_state(self, key: str, value: QByteArray) -> None:
        """Remember a window state."""
        self._settings.setValue(key, value)

    @property
    def remembers(self) -> bool:
        """Whether recent engagements, which name customers, are kept here."""
        return self.text("remembers", "yes") != "no"

    @remembers.setter
    def remembers(self, on: bool) -> None:
        self.set("remembers", "yes" if on else "no")
        if not on:
            for key in ("recent", "customers"):
                self._settings.remove(key)
            self._settings.sync()

    def recent(self) -> list[Path]:
        """Engagements opened last, newest first, as far as they are still there."""
        value = self._settings.value("recent", [])
        words = [value] if isinstance(value, str) else value
        if not isinstance(words, list):
            return []
        return [Path(w) for w in words if isinstance(w, str) and Path(w).is_file()]

    def customer(self, path: Path) -> str:
        """What a recent engagement was called when it was last open; its file's name before."""
        known = self._settings.value("customers", {})
        title = known.get(str(path.resolve())) if isinstance(known, dict) else None
        return title if isinstance(title, str) and title.strip() else path.stem

    def remember(self, path: Path, title: str = "") -> None:
        """Put an engagement at the head of the recent ones, with what it is called."""
        if not self.remembers:
            return
        known = [path.resolve(), *(p for p in self.recent() if p.resolve() != path.resolve())]
        kept = [str(p) for p in known[:MOST_RECENT]]
        self._settings.setValue("recent", kept)
        titles = {str(p): self.customer(p) for p in known[:MOST_RECENT]}
        if title.strip():
            titles[kept[0]] = title
        self._settings.setValue("customers", titles)
