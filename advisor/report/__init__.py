"""The report: an engagement as document data, and that data as PDF, CSV, JSON and pictures.

``document.build_document`` turns an :class:`~advisor.engagement.Engagement` into plain data (text,
tables, chart data; every figure formatted once, by ``numbers``). ``masking`` replaces names in that
data. ``render.render_pdf`` hands it, as data and never as markup, to the Typst template in
``resources/report``. Decision: Typst (PyPI ``typst``) because it writes tagged PDF/A-2a with
PDF/UA-1, links and an outline, gives the same bytes for the same input, refuses a figure without
alternative text, needs no system library and takes a tenth of a second; reportlab writes no tags,
Qt's QPdfWriter no links, WeasyPrint needs Pango on the customer's laptop. A consultancy replaces
the look by giving its own folder with a ``report.typ``.
"""

from advisor.report.document import ReportOptions as ReportOptions
from advisor.report.document import build_document as build_document
from advisor.report.render import render_pdf as render_pdf
