"""The pages of the workbench: what makes each, read when it is needed."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from app.window.session import Session

Maker = Callable[[Session], QWidget]


def load(name: str) -> Maker:
    """What makes a page of a session; the first time its modules are read."""
    if name == "topology":
        from app.window.canvas.page import TopologyPage

        return lambda session: TopologyPage(session.document, session=session)
    if name == "reports":
        from app.window.importing.page import ReportsPage

        return ReportsPage
    if name == "advice":
        from app.window.advice.page import AdvicePage

        return AdvicePage
    if name == "whatif":
        from app.window.whatif.page import WhatIfPage

        return WhatIfPage
    if name == "compare":
        from app.window.compare.page import ComparePage

        return ComparePage
    if name == "validate":
        from app.window.validation.page import ValidationPage

        return ValidationPage
    from app.window.report.page import ReportPage

    return ReportPage
