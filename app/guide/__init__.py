"""The guide: pages written by hand (``resources/guide``) and pages made from code and data.

A page is Markdown, shown in the window (F1), written as HTML and as one PDF by ``plexwright
guide``. What the program declares (rules, formats, kinds, figures, constants) is never written by
hand: :mod:`app.guide.generated` holds one module for each such catalogue, found by looking into it.
"""

from app.guide.pages import Page as Page
from app.guide.pages import page as page
from app.guide.pages import pages as pages
