"""The report: an engagement as document data, and that data as PDF, CSV, JSON and pictures.

``document.build_document`` turns an :class:`~advisor.engagement.Engagement` into plain data (text,
tables, chart data; every figure formatted once, by ``numbers``). ``masking`` replaces names in that
data. ``render.render_pdf`` hands it, as data and never as markup, to the Typst template in
``resources/report``. Why Typst: ``resources/docs/decisions/0001-report-by-typst.md``. A consultancy
replaces the look by giving its own folder with a ``report.typ``.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from advisor.report.document import build_document as build_document
    from advisor.report.options import ReportOptions as ReportOptions
    from advisor.report.render import render_pdf as render_pdf

_FROM = {"ReportOptions": "options", "build_document": "document", "render_pdf": "render"}

__all__ = ["ReportOptions", "build_document", "render_pdf"]


def __getattr__(name: str) -> Any:
    if name not in _FROM:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_FROM[name]}"), name)
