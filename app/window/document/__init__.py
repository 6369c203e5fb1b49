"""The one document: frozen state, undo stack, signals."""

from app.window.document.document import Document as Document
from app.window.document.state import Decision as Decision
from app.window.document.state import State as State
