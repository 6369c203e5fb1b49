"""A whole engagement under other names: reports, decisions, scenarios; it still says the same.

Every report is written anew, byte for byte as it was but for its names, and read anew; the readings
are compared with those of the original, and so is the analysis. What a reader needs (a word that is
a name here and a keyword there) stays, and is told. Free text of the consultant's is left out, what
scenarios are called as well: it may name anybody.
"""

from __future__ import annotations

import io
import itertools
import json
import re
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any

from advisor.installation.left_out import METRIC, taken
from app.errors import InputProblem, mark
from app.sharing.disguise import WORD, Disguise, words_of
from app.store import EngagementFile, places
from app.store.codec import CLASS_KEY, decode, encode
from app.store.problems import sentences
from model.topology import AddComponent, RenameComponent, Scenario

if TYPE_CHECKING:
    from advisor.engagement import Engagement
    from advisor.observations import FileReading

__all__ = ["Shared", "share_masked"]

NAME = "Masked engagement"
SCENARIO = "Scenario {n}"
SHORTEST_WORD = 3  # of a name of several; one of two characters may be anything
SHORTEST_PART = 4
NO_WORDS = ("REPORT", "FOLDER")  # what files are called is replaced as a whole
TOLERANCE = 1e-6  # relative; sums in another order differ in the last digits
MOST_LEFT = 200
LONGEST_SUFFIX = 8
TRIES = 3  # of names with one beginning: one letter more may be a word to a reader
TRIED = "tried"  # what a report is called while its words are tried
LOOKS_LIKE_A_NAME = re.compile(r"(?<![^\W_])[A-Z@#$][A-Z0-9@#$]{2,7}(?![^\W_])")


@dataclass(frozen=True, slots=True)
class Shared:
    """What came of an export.

    ``names`` is how many words were replaced, ``kept`` the names that readers need as they are,
    ``left`` words of the reports that may be names and are in no list, the most frequent first,
    ``dropped`` files that were not kept and so are not in the export, ``differences`` what the
    masked engagement says otherwise than the original (there should be none).
    """

    names: int
    kept: tuple[str, ...]
    left: tuple[str, ...]
    dropped: tuple[str, ...]
    differences: tuple[str, ...]


def share_masked(
    path: Path,
    target: Path,
    further_names: Iterable[str] = (),
    *,
    replace_target: bool = False,
    tell: Callable[[float], None] = lambda share: None,
) -> Shared:
    """Write the engagement at ``path`` under other names to ``target``.

    Raises
    ------
    StoreProblem: a file cannot be read or written.
    InputProblem: there is nothing to share.
    """
    from advisor.analysis import analyse

    with EngagementFile.open(path) as file:
        readings = taken(file.readings(), file.answers())
        engagement = file.analysis(readings) or analyse(readings, file.options(), name=file.name)
        reports = tuple(_reports(file, readings))
        dropped = tuple(
            reading.file for reading in readings if reading.file not in {r.name for r in reports}
        )
        if not reports:
            raise InputProblem(mark("keeps no reports that could be shared"), file=path)
        disguise = _disguise(engagement, reports, further_names, _given_names(file))
        with sentences(target), places.aside(target) as part:
            with EngagementFile.create(part, NAME) as made:
                kept: set[str] = set()
                begun: dict[str, str] = {}
                for number, report in enumerate(reports):
                    needed = _needed(report, disguise)
                    fresh = (needed & {*disguise.components}) - begun.keys()
                    begun |= _beginnings(reports, disguise, fresh)
                    kept |= needed
                    tell((number + 1) / (2 * len(reports) + 1))
                kept -= begun.keys()
                # What one reader needs stays everywhere: it is one name.
                disguise = Disguise(
                    (),
                    {*disguise.kept, *kept},
                    shapes=disguise.shapes,
                    parts=disguise.parts,
                    given=_with_beginnings(disguise.known, begun),
                )
                differences: list[str] = []
                for number, report in enumerate(reports):
                    differences += _write(made, report, disguise, number)
                    tell((len(reports) + number + 1) / (2 * len(reports) + 1))
                _copy_work(file, made, disguise)
                masked = analyse(made.readings(), made.options(), name=NAME)
                made.keep_analysis(masked)
            if target.exists() and not replace_target:
                raise InputProblem(mark("exists already; choose another name"), file=target)
            tell(1.0)
            places.put_in_place(part, target)
    return Shared(
        names=len(disguise.known),
        kept=tuple(sorted(kept)),
        left=_left(reports, disguise),
        dropped=dropped,
        differences=(*differences, *_differences(engagement, masked, disguise)),
    )


# --- reports -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Report:
    """One report, also of inside an archive: its name, its bytes and what was read of it."""

    name: str
    data: bytes
    reading: FileReading

    @property
    def codec(self) -> str:
        """What turns its bytes into characters, one each where the code page has one each."""
        name = self.reading.encoding or "latin-1"
        return "latin-1" if name.startswith("utf-8") or name in ("ascii", "binary") else name

    def text(self) -> str:
        return self.data.decode(self.codec, "replace")

    def with_names(self, disguise: Disguise) -> bytes:
        """The bytes with every name replaced; those of binary records stand in EBCDIC."""
        try:
            text = self.data.decode(self.codec)
            return disguise.text(text).encode(self.codec)
        except (UnicodeError, LookupError):
            return _in_both(self.data, disguise)


def _in_both(data: bytes, disguise: Disguise) -> bytes:
    """Names in bytes of no one code page: once as EBCDIC, once as ASCII."""
    for codec in ("cp037", "latin-1"):
        data = disguise.text(data.decode(codec)).encode(codec)
    return data


def _reports(file: EngagementFile, readings: Sequence[FileReading]) -> Iterator[_Report]:
    from advisor.reading.containers import inside

    sources = sorted(file.sources(), key=lambda source: -len(source.name))
    for reading in readings:
        source = next(
            (s for s in sources if reading.file == s.name or reading.file.startswith(s.name + "/")),
            None,
        )
        if source is None or reading.refused:
            continue
        data = file.source_bytes(source.id)
        if not data:
            continue
        member = reading.file[len(source.name) + 1 :]

        def opened(data: bytes = data) -> io.BytesIO:
            return io.BytesIO(data)

        with inside(opened, len(data), member) as found:
            if found is not None:
                with found[0]() as handle:
                    data = handle.read()
            elif member:
                continue
        yield _Report(reading.file, data, reading)


def _given_names(file: EngagementFile) -> set[str]:
    """Names that the consultant gave to parts; those of the reports' parts are found in them."""
    changes = itertools.chain(file.edits(), *(scenario.changes for scenario in file.scenarios()))
    names: set[str] = set()
    for change in changes:
        if isinstance(change, AddComponent):
            names |= {change.component.name, change.component.id.partition(":")[2]}
        elif isinstance(change, RenameComponent):
            names.add(change.name)
    return names


def _disguise(
    engagement: Engagement,
    reports: Sequence[_Report],
    further_names: Iterable[str],
    given_names: Iterable[str],
) -> Disguise:
    from advisor.report.labelled import names_in_messages
    from advisor.report.masking import build_mask, product_words, shapes

    further = tuple(further_names)
    mask = build_mask(engagement, further)
    product = product_words()
    words = set()
    for name, label in mask.names.items():
        if label.startswith(NO_WORDS):
            continue
        for word in words_of([name]):
            if word == name or len(word) >= SHORTEST_WORD:
                words.add(word)
    for report in reports:
        words |= words_of(names_in_messages(report.text()))
    words = {word for word in words if word.upper() not in product} | words_of(further)
    taken = {word.upper() for report in reports for word in WORD.findall(report.text())}
    # What no report prints is a reader's own word.
    printed = {word.lstrip("0") for word in taken}
    words = {word for word in words if word.upper() in printed}
    words |= {word for word in words_of(given_names) if word.upper() not in product | printed}
    # What the reports say of systems and subsystems holds their names in longer ones as well.
    parts = {
        component.name.upper()
        for component in engagement.installation.topology
        if len(component.name) >= SHORTEST_PART and component.name in words
    }
    words |= {word.lstrip("0") for word in taken for part in parts if part in word}
    return Disguise(
        words,
        kept=product,
        taken=taken,
        shapes=shapes(),
        parts=parts,
        components=words_of(c.name for c in engagement.installation.topology),
    )


def _write(made: EngagementFile, report: _Report, disguise: Disguise, number: int) -> Iterator[str]:
    """Keep a report under its other names, read anew; what is read of it otherwise."""
    suffix = PurePath(report.name).suffix
    name = f"report-{number + 1:03}{suffix if len(suffix) <= LONGEST_SUFFIX else ''}"
    data = report.with_names(disguise)
    found = replace(_read(data, name), batch=report.reading.batch)
    made.add_source(name, data, (found,))
    before, after = _said(report.reading, disguise), _said(found)
    if before != after:
        other = next((x for x in after if x not in before), None)
        yield f"{name}: {len(before)} figures were {len(after)}, such as {other}"


def _read(data: bytes, name: str) -> FileReading:
    from advisor.reading import read_path

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(data)
        found = read_path(path, name=name)
    return found[0]


def _said(reading: FileReading, disguise: Disguise | None = None) -> list[tuple[str, str, str]]:
    """What was read, figure by figure, under the other names."""
    change = (lambda text: text) if disguise is None else disguise.text
    return sorted(
        (
            change(item.subject),
            change(item.metric),
            change(item.value) if isinstance(item.value, str) else repr(item.value),
        )
        for item in reading.observations
    )


def _needed(report: _Report, disguise: Disguise) -> set[str]:
    """The words without which a report is read otherwise, each tried alone."""
    if _said(_read(report.with_names(disguise), TRIED)) == _said(report.reading, disguise):
        return set()
    there = {word.upper().lstrip("0") for word in WORD.findall(report.text())}
    needed = set()
    for word in sorted(there & disguise.known.keys()):
        alone = Disguise((), given={word: disguise.known[word]})
        if _said(_read(report.with_names(alone), TRIED)) != _said(report.reading, alone):
            needed.add(word)
    return needed


def _beginnings(
    reports: Sequence[_Report], disguise: Disguise, names: Iterable[str]
) -> dict[str, str]:
    """Other names that begin as those do that a reader needs: ``IMSx`` of a data set of IMS.

    No more of a name is kept than its reader goes by; none where it needs all of it. What one
    reader goes by stands in the other reports as well, and none may be read otherwise for it.
    """
    words = [{word.upper() for word in WORD.findall(report.text())} for report in reports]
    there = {*disguise.known.values()}.union(*words)
    found = {}
    for name in sorted(names):
        having = [
            report
            for report, own in zip(reports, words, strict=True)
            if any(name in w for w in own)
        ]
        for length, _try in itertools.product(range(1, len(name)), range(TRIES)):
            drawn = Disguise([name], taken=there).known[name]
            other = name[:length] + drawn[length:]
            alone = Disguise((), given={name: other})
            if other not in there and all(
                _said(_read(report.with_names(alone), TRIED)) == _said(report.reading, alone)
                for report in having
            ):
                found[name] = other
                break
    return found


def _with_beginnings(known: Mapping[str, str], begun: Mapping[str, str]) -> dict[str, str]:
    """All other names, with those that keep a beginning also where they stand in longer ones."""
    changed = dict(known)
    for name, other in begun.items():
        for word in known:
            if name in word:
                changed[word] = changed[word].replace(known[name], other)
    return changed


# --- what the consultant did ---------------------------------------------------------------------


def _copy_work(file: EngagementFile, made: EngagementFile, disguise: Disguise) -> None:
    """Edits, answers, scenarios, decisions, limits and places, without what was written freely."""

    def renamed(value: Any) -> Any:
        return decode(json.dumps(_plain(json.loads(encode(value)), disguise)))

    with made.together():
        made.set_edits(renamed(change) for change in file.edits())
        scenarios = file.scenarios()
        numbered = {s.name: SCENARIO.format(n=n) for n, s in enumerate(scenarios, start=1)}
        made.set_scenarios(
            Scenario(
                numbered[scenario.name],
                tuple(renamed(change) for change in scenario.changes),
                base=numbered.get(scenario.base, ""),
            )
            for scenario in scenarios
        )
        made.set_constraints(renamed(file.constraints()))
        for (subject, metric), value in file.answers().items():
            if metric == METRIC:
                continue  # what is left out is not sent at all
            said = disguise.text(value) if isinstance(value, str) else value
            made.set_answer(disguise.text(subject), disguise.text(metric), said)
        for decision in file.decisions():
            made.decide(disguise.text(decision.finding), decision.verdict)
        positions = file.window_state("positions")
        if isinstance(positions, Mapping):
            made.set_window_state(
                "positions", {disguise.text(name): place for name, place in positions.items()}
            )
        goals = file.goals()
        made.set_window_state(
            "goals", [[disguise.text(who), pct, goals[who, pct]] for who, pct in goals]
        )


def _plain(value: Any, disguise: Disguise) -> Any:
    """Stored JSON with its texts replaced; names of classes and fields are the program's own."""
    if isinstance(value, dict):
        return {
            key: item if key == CLASS_KEY else _plain(item, disguise) for key, item in value.items()
        }
    if isinstance(value, list):
        return [_plain(item, disguise) for item in value]
    return disguise.text(value) if isinstance(value, str) else value


# --- whether it still says the same --------------------------------------------------------------


def _differences(engagement: Engagement, masked: Engagement, disguise: Disguise) -> Iterator[str]:
    """What the masked engagement says otherwise, in its own names."""

    def figures(of: Engagement, change: Callable[[str], str]) -> dict[tuple[str, str], float]:
        return {
            (change(workload.anchor), metric): estimate.value
            for workload in of.as_is.workloads
            for metric, estimate in workload.metrics.items()
        }

    before, after = figures(engagement, disguise.text), figures(masked, str)
    for key in sorted(before.keys() | after.keys()):
        one, other = before.get(key), after.get(key)
        if one is None or other is None:
            yield f"{key[0]} {key[1]}: only {'after' if one is None else 'before'} masking"
        elif abs(one - other) > TOLERANCE * max(abs(one), abs(other)):
            yield f"{key[0]} {key[1]}: {one:g} became {other:g}"
    found = {disguise.text(finding.id) for finding in engagement.findings}
    again = {finding.id for finding in masked.findings}
    for finding in sorted(found ^ again):
        yield f"finding {finding}: only {'before' if finding in found else 'after'} masking"


def _left(reports: Sequence[_Report], disguise: Disguise) -> tuple[str, ...]:
    """Words of the reports' texts that look like names and were left, the most frequent first."""
    from collections import Counter

    from advisor.report.masking import may_be_name

    count: Counter[str] = Counter()
    for report in reports:
        count.update(LOOKS_LIKE_A_NAME.findall(report.text()))
    return tuple(
        word
        for word, _times in count.most_common()
        if word not in disguise.known and may_be_name(word)
    )[:MOST_LEFT]
