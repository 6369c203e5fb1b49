"""Document data to PDF through the Typst template; data goes in as data, never as markup."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from advisor.report.charts import charts
from advisor.report.packing import packed
from advisor.report.text import breakable
from resources import resource


class ReportError(RuntimeError):
    """The template could not be laid out; the message is one sentence."""


def render_pdf(document: Mapping[str, Any], template_folder: Path | None = None) -> bytes:
    """The document as a tagged PDF/A-2a, PDF/UA-1 file: the same data gives the same bytes.

    Parameters
    ----------
    template_folder
        A consultancy's own folder with ``brand.typ`` (colours, logo) or ``report.typ`` (layout),
        in place of those that come with the program; see ``resources/report/README.md``.

    Raises
    ------
    ReportError
        When the template is missing or does not compile.
    """
    pdf = _compile(document, template_folder, format="pdf", pdf_standards=["a-2a", "ua-1"])
    if not isinstance(pdf, bytes):
        raise ReportError("the report template gave no PDF")
    return packed(pdf)


def render_pages(
    document: Mapping[str, Any], ppi: float = 96.0, template_folder: Path | None = None
) -> tuple[bytes, ...]:
    """The same pages as PNG images, for a preview. Raises ReportError as :func:`render_pdf`."""
    found = _compile(document, template_folder, format="png", ppi=ppi)
    return tuple(found) if isinstance(found, list) else (found,)


def _compile(document: Mapping[str, Any], own: Path | None, **how: Any) -> Any:
    with tempfile.TemporaryDirectory(prefix="plexwright-report-") as folder:
        root = Path(folder)
        _copy_template(root, own)
        (root / "document.json").write_text(
            json.dumps(_breakable(document), ensure_ascii=False), encoding="utf-8"
        )
        for chart in charts():
            data = chart.of(document)
            # What is built by hand was never measured: then there is no picture of the error.
            if chart.shows(data):
                (root / chart.file).write_text(chart.draw(data), encoding="utf-8")
        layout = LAYOUTS[document["meta"].get("edition", "technical")]
        return _typeset(root, layout, _timestamp(document["meta"]["date"]), **how)


def _typeset(root: Path, name: str, timestamp: int, **how: Any) -> Any:
    try:
        import typst  # in a bundle it is unpacked now, which may find no room
    except OSError as wrong:
        raise ReportError(f"the typesetter could not be loaded: {wrong}") from wrong
    try:
        return typst.compile(
            root / name,
            root=root,
            font_paths=[resource("fonts")],
            ignore_system_fonts=True,
            timestamp=timestamp,
            package_path=Path(os.devnull),
            package_cache_path=Path(os.devnull),
            **how,
        )
    except Exception as wrong:
        reason = " ".join(str(wrong).split())[:300]
        raise ReportError(f"the report template could not be laid out: {reason}") from wrong


def pictures(document: Mapping[str, Any], ppi: float = 144.0) -> dict[str, bytes]:
    """Topology and charts of a document as files, by name: each as SVG and as PNG.

    Charts with nothing to show are left out. Raises ReportError as :func:`render_pdf`.
    """
    files: dict[str, bytes] = {}
    for chart in charts():
        name, data = chart.file, chart.of(document)
        if not chart.shows(data):
            continue
        svg = chart.draw(data)
        files[name] = svg.encode("utf-8")
        page = (
            f'#set page(width: auto, height: auto, margin: 8pt)\n#image("{name}", alt: "{name}")\n'
        )
        with tempfile.TemporaryDirectory(prefix="plexwright-picture-") as folder:
            (Path(folder) / name).write_text(svg, encoding="utf-8")
            (Path(folder) / "page.typ").write_text(page, encoding="utf-8")
            found = _typeset(Path(folder), "page.typ", 0, format="png", ppi=ppi)
        files[name.removesuffix(".svg") + ".png"] = found[0] if isinstance(found, list) else found
    return files


LAYOUTS: Mapping[str, str] = {"management": "management.typ", "technical": "report.typ"}
TEMPLATE = (*LAYOUTS.values(), "brand.typ")


def _copy_template(root: Path, own: Path | None) -> None:
    """The shipped template, and over it the files of a folder of one's own."""
    for name in TEMPLATE:
        (root / name).write_bytes(resource("report", name).read_bytes())
    if own is None:
        return
    if not any((own / name).is_file() for name in TEMPLATE):
        raise ReportError(
            f"there is no report.typ in {own}, nor a brand.typ; choose the template's folder"
        )
    for source in sorted(own.iterdir()):
        if source.is_file():
            (root / source.name).write_bytes(source.read_bytes())


def _timestamp(date: str) -> int:
    """Seconds since 1970 of an ISO date, for the file's metadata; 0 where it is no ISO date."""
    try:
        return int(datetime.fromisoformat(date).replace(tzinfo=UTC).timestamp())
    except ValueError:
        return 0


_ACROSS = frozenset({"syntax", "back_out_commands", "confirmed", "evidence"})
"""What the template sets as wide as the page: statements, addresses, lines of reports."""


def _breakable(data: Any, *, across: bool = False) -> Any:
    if isinstance(data, str):
        return breakable(data, across=across)
    if isinstance(data, Mapping):
        return {
            key: _breakable(value, across=across or key in _ACROSS) for key, value in data.items()
        }
    if isinstance(data, (list, tuple)):
        return [_breakable(value, across=across) for value in data]
    return data
