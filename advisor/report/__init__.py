"""The report: an engagement as document data, and that data as PDF, CSV, JSON and pictures.

``document.build_document`` turns an :class:`~advisor.engagement.Engagement` into plain data (text,
tables, chart data; every figure formatted once, by ``numbers``). ``masking`` replaces names in that
data. ``render.render_pdf`` hands it, as data and never as markup, to the Typst template in
``resources/report``. Why Typst: ``DECISION.md`` beside this file. A consultancy replaces
the look by giving its own folder with a ``report.typ``.
"""

from advisor.report.document import ReportOptions as ReportOptions
from advisor.report.document import build_document as build_document
from advisor.report.render import render_pdf as render_pdf
