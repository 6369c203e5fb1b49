"""F1: what one can do on the page on show, and what the selected component is."""

from __future__ import annotations

from app.window.document import Document
from app.window.i18n import mark, spoken, spoken_label, tr

HELP = {
    "reports": mark(
        "Drop files, folders or archives. Choose a file to see its text; marked lines were read by "
        "nobody. Questions are answered on their tab and take effect at once."
    ),
    "topology": mark(
        "Drag a box to move it, into another container to place it there. Drag from the ring on "
        "a box's right edge to link it. Type a letter or press Insert to add a component, Ctrl+L "
        "links, Ctrl+M moves to a container, arrows nudge, Alt+arrows walk (with Shift they "
        "select further), Tab goes on, Enter edits, Delete removes, Esc cancels, Ctrl+wheel zooms, "
        "Space+drag pans, dragging over free room selects."
    ),
    "advice": mark(
        "Findings are ranked by gain. “Try it” puts a finding's change into a scenario. Rejected "
        "findings stay out of the plan; the reason is kept."
    ),
    "whatif": mark(
        "Choose a setting and move its slider: key figures and charts follow. A sweep shows a "
        "metric over one setting as a curve with its band, over two as a map."
    ),
    "compare": mark(
        "Every scenario beside the as-is, or beside the one chosen under “Against”. The tree shows "
        "what was branched from what: Insert branches, F2 renames, Delete deletes. Double-click a "
        "column to show that scenario."
    ),
    "validate": mark(
        "How well the model reproduces this customer's own figures, and the published runs."
    ),
    "report": mark("Choose sections, look at the pages, export PDF or CSV."),
}


def help_text(page: str, document: Document) -> str:
    """Help on the page, and on the component when one is selected on the canvas."""
    said = tr(HELP[page]) if page in HELP else ""
    chosen = document.selection
    if page == "topology" and len(chosen) == 1:
        kind = document.catalogue.get(document.topology[chosen[0]].kind)
        if kind is not None and kind.doc:
            said = f"{spoken_label(kind.title)}: {spoken(kind.doc)}\n{said}"
    return said


def guide_page(page: str, document: Document) -> str:
    """The guide's page on what is at hand: a selected component's kind, else the window's page."""
    chosen = document.selection
    if page == "topology" and len(chosen) == 1:
        from app.guide.generated.rules import name_of

        kind = document.catalogue.get(document.topology[chosen[0]].kind)
        if kind is not None:
            return "components-" + name_of(kind.subsystem)
    return page
