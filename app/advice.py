"""From files to an analysed engagement and its PDF: what ``advise`` and ``demo`` share."""

from __future__ import annotations

import contextlib
import datetime
import json
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from app.errors import InputProblem, complain, mark

if TYPE_CHECKING:
    from advisor.engagement import Engagement, Options
    from advisor.observations import FileReading
    from advisor.report.masking import Mask
    from advisor.report.options import ReportOptions
    from model.projection import Projection
    from model.topology import Scenario, Value

__all__ = [
    "NothingRead",
    "analyse_files",
    "analyse_store",
    "converged",
    "mask_of",
    "read_answers",
    "scenarios_of",
    "write_atomically",
    "write_beside",
    "write_pdf",
]


class NothingRead(InputProblem):
    """None of the files gave anything; ``readings`` says why of each."""

    def __init__(self, readings: Sequence[FileReading]) -> None:
        super().__init__("nothing was read that advice could rest on; give reports it knows")
        self.readings = tuple(readings)


def read_answers(path: Path) -> dict[tuple[str, str], Value]:
    """The consultant's answers: a JSON object of components, each an object of metric and value.

    Metrics are those of the questions that ``advise --json`` lists (``setting.NAME``,
    ``relation.parent`` or a figure's name).

    Raises
    ------
    InputProblem: the file cannot be read or is not such an object.
    """
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except OSError as wrong:
        raise InputProblem(f"cannot be read ({wrong.strerror})", file=path) from None
    except (UnicodeDecodeError, RecursionError):
        raise InputProblem("is no JSON text in UTF-8", file=path) from None
    except json.JSONDecodeError as wrong:
        raise InputProblem(
            f"is no JSON: {wrong.msg}; correct it", file=path, line=wrong.lineno
        ) from None
    answers: dict[tuple[str, str], Value] = {}
    if not isinstance(document, dict):
        raise InputProblem('wants {"component": {"metric": value}}', file=path)
    for component, stated in document.items():
        if not isinstance(stated, dict):
            raise InputProblem(f'{component} wants {{"metric": value}}', file=path)
        for metric, value in stated.items():
            if not isinstance(value, (bool, int, float, str)):
                raise InputProblem(
                    f"{metric} of {component} wants a number, true, false or a text", file=path
                )
            answers[component, metric] = value
    return answers


def analyse_files(
    words: Sequence[str],
    answers: Mapping[tuple[str, str], Value] | None = None,
    intervals: Sequence[str] = (),
    amend: Callable[[Options], Options] | None = None,
) -> tuple[Engagement, bool]:
    """Analyse report files, or the one engagement file named; True when input was refused.

    ``intervals`` are those wanted of prints too long to be read whole: beginnings of ISO times.
    ``amend`` changes the options for this analysis alone; nothing of it is kept.

    Raises
    ------
    InputProblem: an engagement is mixed with other files, or answers or intervals are given with
        one.
    NothingRead: no file could be used.
    """
    from app.intake import find_files, is_engagement, read_files, report_problems

    files, complete = find_files(words)
    kept = [given for given in files if is_engagement(given.path)]
    if kept and len(files) > 1:
        raise InputProblem(
            "is an engagement; give it alone, or add the reports with 'plexwright import'",
            file=kept[0].name,
        )
    if kept and answers:
        raise InputProblem(
            "keeps its own answers: change them in its window, or give the report files",
            file=kept[0].name,
        )
    if kept and intervals:
        raise InputProblem(
            "keeps what was read when it was imported: name intervals to 'plexwright import', or "
            "give the report files",
            file=kept[0].name,
        )
    if kept:
        return analyse_store(kept[0].path, amend), not complete
    readings = [reading for found in read_files(files, intervals) for reading in found]
    refused = report_problems(readings) or not complete
    if not any(reading.observations for reading in readings):
        raise NothingRead(readings)
    from advisor.analysis import analyse
    from advisor.engagement import Options

    options = Options(answers=dict(answers or {}))
    if amend is not None:
        options = amend(options)
    engagement = analyse(readings, options, name=_common_name(words))
    _report_contradictions(engagement)
    return engagement, refused


def analyse_store(path: Path, amend: Callable[[Options], Options] | None = None) -> Engagement:
    """Analyse what an engagement file holds, with the consultant's edits, answers and limits.

    An analysis that the file keeps and nothing has changed since is taken as it is; a new one is
    kept, unless ``amend`` changed the options for this once.
    """
    from app.store import EngagementFile, StoreProblem

    with EngagementFile.open(path) as file:
        readings, own = file.readings(), file.options()
        options = own if amend is None else amend(own)
        if not any(reading.observations for reading in readings):
            raise InputProblem(
                "holds no observations yet; add reports with 'plexwright import'", file=path
            )
        engagement = file.analysis(readings, options)
        if engagement is None:
            from advisor.analysis import analyse

            engagement = analyse(readings, options, name=file.name)
            # A file that cannot be written to costs only the time of the next analysis.
            if options == own:
                with contextlib.suppress(StoreProblem):
                    file.keep_analysis(engagement)
    _report_contradictions(engagement)
    return engagement


def scenarios_of(words: Sequence[str]) -> tuple[Scenario, ...]:
    """The consultant's scenarios where an engagement file is what was given."""
    from app.intake import find_files, is_engagement
    from app.store import EngagementFile

    files, _complete = find_files(words)
    if len(files) != 1 or not is_engagement(files[0].path):
        return ()
    with EngagementFile.open(files[0].path) as file:
        return file.scenarios()


def _report_contradictions(engagement: Engagement) -> None:
    """Complain about what only shows when all reports are seen together."""
    told = {problem for reading in engagement.readings for problem in reading.problems}
    for problem in engagement.installation.problems:
        if problem not in told:
            complain(problem.file or None, problem.line or None, problem.sentence)


def _common_name(words: Sequence[str]) -> str:
    path = Path(words[0])
    return path.resolve().name if len(words) == 1 and path.is_dir() else ""


def converged(engagement: Engagement) -> bool:
    """Whether every projection came to an end."""
    return engagement.as_is.converged


def mask_of(engagement: Engagement, further: Sequence[str] = ()) -> Mask:
    """The mask of a masked report: the same name gets the same mask in PDF, JSON and table."""
    from advisor.report.document import ReportOptions
    from advisor.report.document import mask_of as report_mask

    return report_mask(engagement, ReportOptions(mask=True, mask_names=tuple(further)))


# --- PDF ---------------------------------------------------------------------------------------


def write_pdf(
    engagement: Engagement,
    path: Path,
    *,
    options: ReportOptions | None = None,
    template: Path | None = None,
    tried: Sequence[Scenario] = (),
) -> None:
    """Write the report, dated today; the file appears only when it is whole.

    ``template`` is a consultancy's folder with its own ``brand.typ`` or ``report.typ``; ``tried``
    are the consultant's scenarios.
    """
    from advisor.report import ReportOptions, build_document, render_pdf
    from advisor.report.render import ReportError

    dated = replace(options or ReportOptions(), date=_today())
    projected: Sequence[Projection] = ()
    if tried:
        from model.projection import project

        projected = project(engagement.baseline, tried, bands=True)
    document = build_document(engagement, dated, projected)
    if template is not None and not template.is_dir():
        raise InputProblem("is no folder; name the one that holds brand.typ", file=template)
    try:
        pdf = render_pdf(document, template)
    except ReportError as wrong:
        raise InputProblem(f"the PDF was not written: {wrong}", file=path) from wrong
    write_atomically(path, pdf)


def write_beside(
    engagement: Engagement, folder: Path, *, options: ReportOptions | None = None
) -> list[Path]:
    """Write what goes beside the report: pictures as SVG and PNG, tables as CSV, all as JSON."""
    import json

    from advisor.report import ReportOptions, build_document
    from advisor.report.exports import findings_csv, projections_csv
    from advisor.report.render import ReportError, pictures
    from app.documents import advice_document

    options = replace(options or ReportOptions(), date=_today())
    names = mask_of(engagement, options.mask_names) if options.mask else None
    advice = advice_document(engagement)
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
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise InputProblem(
            mark("cannot be made ({why}); name another folder"),
            file=folder,
            values={"why": problem.strerror},
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


def write_atomically(path: Path, content: bytes) -> None:
    """Write a file aside and put it in place in one step."""
    aside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with aside.open("wb") as handle:
            handle.write(content)
            handle.flush()
            os.fsync(handle.fileno())
        os.replace(aside, path)
    except OSError as problem:
        raise InputProblem(
            mark("cannot be written ({why}); choose another folder"),
            file=path,
            values={"why": problem.strerror},
        ) from problem
    finally:
        # Where it could not even be begun, there is nothing to take away.
        with contextlib.suppress(OSError):
            aside.unlink(missing_ok=True)
