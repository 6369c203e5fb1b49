"""Qt's own texts (file dialogs, names of keys) in the language of the window."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QTranslator

from app.window.i18n import language

__all__ = ["follow_language"]

NAME = "plexwright-qt-texts"


def follow_language() -> None:
    """Have Qt speak the language of the window from now on, where Qt brings its texts."""
    application = QCoreApplication.instance()
    if application is None:
        return
    for spoken in application.findChildren(QTranslator, NAME):
        QCoreApplication.removeTranslator(spoken)
        spoken.deleteLater()
    if language() == "en":
        return
    translator = QTranslator(application)
    translator.setObjectName(NAME)
    folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    if translator.load(f"qtbase_{language()}", folder):
        QCoreApplication.installTranslator(translator)
