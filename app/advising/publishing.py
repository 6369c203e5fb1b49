"""What is written of an analysed engagement: the PDF, and what goes beside it."""

from __future__ import annotations

import datetime
import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from advisor.system_words import held, reason
from app.advising import track_record
from app.advising.analysis import mask_of
from app.errors import InputProblem, mark

if TYPE_CHECKING:
    from advisor.engagement import Engagement
    from advisor.history.headroom import Wanted
    from advisor.report.options import ReportOptions
    from model.projection import Projection
    from model.topology import Scenario

__all__ = ["HeldElsewhere", "write_atomically", "write_beside", "write_commands", "write_pdf"]


def write_pdf(
    engagement: Engagement,
    path: Path,
    *,
    options: ReportOptions | None = None,
    template: Path | None = None,
    tried: Sequence[Scenario] = (),
    goals: Wanted | None = None,
) -> None:
    """Write the report, dated today; the file appears only when it is whole.

    ``template`` is a consultancy's folder with its own ``brand.typ`` or ``report.typ``; ``tried``
    are the consultant's scenarios, ``goals`` the service levels asked about.
    """
    from advisor.analysis import looked_back
    from advisor.history.lookback import Lookback
    from advisor.history.record import shares
    from advisor.report import ReportOptions, build_document, render_pdf
    from advisor.report.render import ReportError

    dated = _completed(options or ReportOptions())
    projected: Sequence[Projection] = ()
    if tried:
        from model.projection import project

        projected = project(engagement.baseline, tried, bands=True)
    past = looked_back(engagement, wanted=goals) if "history" in dated.sections else Lookback()
    if "track_record" in dated.sections:
        past = replace(past, record=shares(track_record.read()))
    document = build_document(engagement, dated, projected, past, goals)
    if template is not None and not template.is_dir():
        raise InputProblem("is no folder; name the one that holds brand.typ", file=template)
    try:
        pdf = render_pdf(document, template)
    except ReportError as wrong:
        raise InputProblem(f"the PDF was not written: {wrong}", file=path) from wrong
    write_atomically(path, pdf)


def write_beside(
    engagement: Engagement,
    folder: Path,
    *,
    options: ReportOptions | None = None,
    goals: Wanted | None = None,
) -> list[Path]:
    """Write what goes beside the report: pictures as SVG and PNG, tables as CSV, all as JSON.

    goals: the service levels asked about.
    """
    from advisor.report import ReportOptions, build_document
    from advisor.report.exports import findings_csv, projections_csv
    from advisor.report.render import ReportError, pictures
    from app.printing.documents import advice_document

    options = _completed(options or ReportOptions())
    names = mask_of(engagement, options.mask_names) if options.mask else None
    advice = advice_document(engagement, goals)
    if names is not None:
        advice = names.apply(advice)
    try:
        files = pictures(build_document(engagement, options))
    except ReportError as wrong:
        raise InputProblem(f"the pictures were not written: {wrong}", file=folder) from wrong
    # The byte order mark tells spreadsheets that the table is UTF-8.
    files["findings.csv"] = findings_csv(engagement, names, options.language).encode("utf-8-sig")
    files["projections.csv"] = projections_csv(engagement, names, options.language).encode(
        "utf-8-sig"
    )
    files["advice.json"] = (
        json.dumps(advice, ensure_ascii=False, indent=1, sort_keys=True) + "\n"
    ).encode("utf-8")
    return _written(folder, files)


def write_commands(
    engagement: Engagement, folder: Path, *, options: ReportOptions | None = None
) -> list[Path]:
    """Write the plan's commands, cards, members and jobs, with the way back, into a folder."""
    from advisor.report.command_files import command_files

    return _written(folder, command_files(engagement, options))


def _completed(options: ReportOptions) -> ReportOptions:
    """``options`` with today's date and, for masked reports, this user's salt."""
    salt = b""
    if options.mask:
        from app.store import seals

        salt = seals.mask_salt()
    return replace(options, date=_today(), mask_salt=salt)


def _written(folder: Path, files: Mapping[str, bytes]) -> list[Path]:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise InputProblem(
            mark("cannot be made ({why}); name another folder"),
            file=folder,
            values={"why": reason(problem)},
        ) from problem
    for name, content in files.items():
        write_atomically(folder / name, content)
    return [folder / name for name in files]


def _today() -> str:
    """Today, or the day that SOURCE_DATE_EPOCH fixes for byte-identical output."""
    fixed = os.environ.get("SOURCE_DATE_EPOCH", "")
    if fixed.isdigit():
        return datetime.datetime.fromtimestamp(int(fixed), datetime.UTC).date().isoformat()
    return datetime.date.today().isoformat()


class HeldElsewhere(InputProblem):
    """Another program has the file open, so that it cannot be replaced; another name would do."""


def write_atomically(path: Path, content: bytes) -> None:
    """Write a file aside and put it in place in one step; a device or a pipe is written to.

    Raises
    ------
    HeldElsewhere: what stands in its place is open in a viewer (Windows refuses to replace it).
    InputProblem: it cannot be written there for another reason.
    """
    from app.store import places

    complete = False
    try:
        if path.exists() and not (path.is_file() or path.is_dir()):
            path.write_bytes(content)
            return
        places.clear_leftovers(path.parent)
        with places.aside(path) as aside:
            with aside.open("wb") as handle:
                handle.write(content)
                handle.flush()
                os.fsync(handle.fileno())
            complete = True
            os.replace(aside, path)
    except OSError as problem:
        if held(problem) or (complete and isinstance(problem, PermissionError) and path.is_file()):
            raise HeldElsewhere(
                mark("is open in another program; close it there, or choose another name"),
                file=path,
            ) from problem
        raise InputProblem(
            mark("cannot be written ({why}); choose another folder"),
            file=path,
            values={"why": reason(problem)},
        ) from problem
