"""From files to an analysed engagement: what ``advise`` and ``demo`` share."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from app.errors import InputProblem, complain, in_words
from app.importing.files import MOST_COMPLAINTS

if TYPE_CHECKING:
    from advisor.engagement import Engagement, Options
    from advisor.observations import FileReading
    from advisor.report.masking import Mask
    from app.importing.files import Given
    from model.topology import Scenario, Value

__all__ = [
    "NothingRead",
    "analyse_files",
    "analyse_store",
    "converged",
    "counted_once",
    "goals_of",
    "mask_of",
    "scenarios_of",
]


class NothingRead(InputProblem):
    """None of the files gave anything; ``readings`` says why of each."""

    def __init__(self, readings: Sequence[FileReading]) -> None:
        super().__init__("nothing was read that advice could rest on; give reports it knows")
        self.readings = tuple(readings)


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
    from app.importing.files import find_files, is_engagement, read_files, report_problems

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
    readings = _of_periods(zip(files, read_files(files, intervals), strict=True))
    refused = report_problems(readings) or not complete
    readings, twice = counted_once(readings)
    report_problems(twice)  # nothing of it is lost
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


def counted_once(
    readings: Sequence[FileReading],
) -> tuple[list[FileReading], list[FileReading]]:
    """The readings, and those of them whose content another one had: these have no figures."""
    from advisor.observations import Problem
    from model.language import Name, say

    first: dict[str, FileReading] = {}
    kept, twice = [], []
    for reading in readings:
        other = first.setdefault(reading.sha256, reading) if reading.observations else reading
        if other is not reading:
            said = say(
                "{file} has the same content as {other}, so its figures count once.",
                file=Name(reading.file),
                other=Name(other.file),
            )
            same = (Problem(reading.file, 0, said),)
            reading = replace(reading, observations=(), problems=same)
            twice.append(reading)
        kept.append(reading)
    return kept, twice


def _of_periods(read: Iterable[tuple[Given, Sequence[FileReading]]]) -> list[FileReading]:
    """The readings; folders with reports of different periods count as imports one after the other.

    Their mean would be of a time that never was: the later period is the baseline.
    """
    from advisor.history.periods import periods

    folders: dict[Path, int] = {}
    readings = [
        replace(reading, batch=folders.setdefault(given.path.parent, len(folders)))
        for given, found in read
        for reading in found
    ]
    return [
        replace(reading, batch=period.number - 1)
        for period in periods(readings)
        for reading in period.readings
    ]


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


def engagement_in(words: Sequence[str]) -> Path | None:
    """The engagement file where that is what was given."""
    from app.importing.files import find_files, is_engagement

    files, _complete = find_files(words)
    return files[0].path if len(files) == 1 and is_engagement(files[0].path) else None


def scenarios_of(words: Sequence[str]) -> tuple[Scenario, ...]:
    """The consultant's scenarios where an engagement file is what was given."""
    from app.store import EngagementFile

    found = engagement_in(words)
    if found is None:
        return ()
    with EngagementFile.open(found) as file:
        return file.scenarios()


def goals_of(words: Sequence[str]) -> dict[tuple[str, float], float]:
    """The service levels that the consultant asks about, where an engagement file was given."""
    from app.store import EngagementFile

    found = engagement_in(words)
    if found is None:
        return {}
    with EngagementFile.open(found) as file:
        return file.goals()


def _report_contradictions(engagement: Engagement) -> None:
    """Complain about what only shows when all reports are seen together."""
    told = {problem for reading in engagement.readings for problem in reading.problems}
    new = [problem for problem in engagement.installation.problems if problem not in told]
    for problem in new[:MOST_COMPLAINTS]:
        complain(problem.file or None, problem.line or None, in_words(problem.sentence))
    if len(new) > MOST_COMPLAINTS:
        complain(None, None, f"{len(new) - MOST_COMPLAINTS} more like these; --json has all")


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
