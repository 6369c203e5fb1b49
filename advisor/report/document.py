"""An engagement as document data: every sentence, table and chart of the report, nothing laid out.

The data is plain (dicts, lists, strings, numbers for chart marks), so that a template, a test or a
customer's own script can use it, and the same engagement always gives the same data.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from advisor.engagement import Engagement
from advisor.history.lookback import Lookback
from advisor.report.labels import LABELS
from advisor.report.links import Links
from advisor.report.masking import Mask, build_mask
from advisor.report.options import SECTIONS as SECTIONS
from advisor.report.options import ReportOptions as ReportOptions
from advisor.report.sections.appendix import appendix, explained
from advisor.report.sections.calendar import calendar
from advisor.report.sections.findings import finding as finding_page
from advisor.report.sections.findings import groups, ranking, ranking_beside
from advisor.report.sections.history import history, track_record
from advisor.report.sections.management import chosen, management, period
from advisor.report.sections.outcomes import cannot_tell, in_order
from advisor.report.sections.plan import plan
from advisor.report.sections.scenarios import scenarios
from advisor.report.sections.step_chart import step_chart
from advisor.report.sections.summary import summary
from advisor.report.sections.today import today, trust
from advisor.report.text import printable
from advisor.report.writer import Writer
from model.language import Hidden
from model.projection import Projection

if TYPE_CHECKING:
    from advisor.history.headroom import Wanted

FORMAT = "plexwright-report/1"


def build_document(
    engagement: Engagement,
    options: ReportOptions | None = None,
    tried: Sequence[Projection] = (),
    past: Lookback | None = None,
    wanted: Wanted | None = None,
) -> dict[str, Any]:
    """The whole report as data; see the module's docstring.

    ``tried`` are the consultant's scenarios, projected; without any there is no such section.
    ``past`` is what became of what was said before, of an engagement with several periods.
    ``wanted`` are the service levels the consultant asked about.
    """
    options, past = options or ReportOptions(), Lookback() if past is None else past
    mask = mask_of(engagement, options) if options.mask else None
    writer = Writer(engagement, options, mask, wanted)
    links = Links(writer)
    document: dict[str, Any] = {
        "format": FORMAT,
        "meta": {**writer.meta(), "period": period(writer), "edition": options.edition},
        "labels": {},
        "sections": [
            name
            for name in SECTIONS
            if name in options.sections
            and (tried or name != "scenarios")
            and (past or name != "history")
            and (past.record or name != "track_record")
            and (engagement.plan.calendar or name != "calendar")
        ],
        "summary": summary(writer),
        "today": today(writer),
        "trust": trust(writer),
        "history": history(writer, past),
        "track_record": track_record(writer, past),
        "plan": plan(writer),
        "calendar": calendar(writer),
        "management": management(writer) if options.edition == "management" else {},
        "scenarios": scenarios(writer, tried),
        "findings": [finding_page(writer, links, f) for f in writer.ordered],
        "ranking": ranking(writer),
        "ranking_beside": ranking_beside(writer),
        "groups": groups(writer),
        "in_order": in_order(writer),
        "cannot": cannot_tell(writer),
        "appendix": appendix(writer, links),
    }
    told = {name: document[name] for name in document["sections"]}
    document["appendix"].update(explained(writer, list(_texts(told))))
    if options.edition == "management":
        marks = {finding.id: n for n, finding in enumerate(chosen(writer), 1)}
        document["plan"]["chart"] = step_chart(writer, marks)
    document["meta"]["english_note"] = (
        writer.say(
            "{count} sentences have no translation yet; they stand in English and are marked.",
            count=str(len(writer.untranslated)),
        )
        if writer.untranslated
        else ""
    )
    document["untranslated"] = list(writer.untranslated)
    # A mask knows files by their whole names.
    files = {} if options.mask else without_folder(engagement)
    document = _clean(document, files | with_places(engagement))
    if mask is not None:
        document = mask.apply(document)
    document["labels"] = {key: writer.say(text) for key, text in LABELS.items()}
    return document


def mask_of(engagement: Engagement, options: ReportOptions) -> Mask:
    """The mask that a masked report of this engagement uses."""
    return build_mask(engagement, options.mask_names)


def _texts(data: Any) -> Iterator[str]:
    """Every text of a part of the document."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, (dict, list, tuple)):
        for value in data.values() if isinstance(data, dict) else data:
            yield from _texts(value)


_OF_LINES = ("syntax", "back_out_commands", "confirmed")


def without_folder(engagement: Engagement) -> dict[str, str]:
    """Files' names without the folder that all of them lie in, which tells none from another."""
    files = sorted((reading.file for reading in engagement.readings), key=len, reverse=True)
    folder = files[0] if len(files) > 1 else ""
    while folder and not all(file.startswith(folder) and file != folder for file in files):
        folder = folder[: max(folder.rfind(sign, 0, -1) for sign in "/\\") + 1]
    return {file: file.removeprefix(folder) for file in files} if folder else {}


def with_places(engagement: Engagement) -> dict[str, str]:
    """Names as people say them of what has the name of another one on another machine or plex.

    Their ids have the place behind an ``@``, which is no name of anybody's; a name that has such a
    sign of its own is of nothing that stands there without what is behind it.
    """
    found: dict[str, str] = {}
    for component in engagement.installation.topology:
        bare, _, place = component.id.rpartition("@")
        if bare in engagement.installation.topology:
            name = bare.partition(":")[2]
            found[f"{name}@{place}"] = f"{name} ({place})"
    return found


def _clean(data: Any, shorter: Mapping[str, str]) -> Any:
    if isinstance(data, str):
        said = str.__str__(data)
        for file, short in shorter.items():
            said = said.replace(file, short)
        text = printable(said, 2000)
        return Hidden(text) if isinstance(data, Hidden) else text
    if isinstance(data, dict):
        return {
            # Records of a member stand below each other: a blank between them would end a list.
            key: _lines(value) if key in _OF_LINES else _clean(value, shorter)
            for key, value in data.items()
        }
    if isinstance(data, (list, tuple)):
        return [_clean(value, shorter) for value in data]
    return data


def _lines(data: Any) -> Any:
    if isinstance(data, str):
        return "\n".join(printable(line, 2000) for line in data.split("\n"))
    return [_lines(item) for item in data]


def plain_copy(document: Mapping[str, Any], number: int) -> str:
    """One finding as text for the clipboard."""
    labels = document["labels"]
    for finding in document["findings"]:
        if finding["number"] != number:
            continue
        parts = [f"{finding['rule']}  {finding['title']}", finding["component"], ""]
        parts.append(finding["explanation"])
        for change in finding["changes"]:
            parts.append(f"{labels['what_to_change']}: {change['syntax']}")
        for effect in finding["effects"]:
            figures = (
                f"{effect['before']} → {effect['after']} {effect['unit']} {effect['band']}".strip()
            )
            change = f"{effect['change']} {effect['change_band']}".rstrip()
            parts.append(f"{effect['metric']}: {figures} {change}")
        if finding["not_projectable"]:
            parts.append(f"{labels['not_projectable']}: {finding['not_projectable']}")
        for evidence in finding["evidence"]:
            parts.append(f"{evidence['file']}:{evidence['line']}: {evidence['quoted']}")
            parts.extend(f"  {labels['figure_from']}: {text}" for text in evidence["derived"])
        parts.extend(source["citation"] for source in finding["sources"])
        return "\n".join(parts) + "\n"
    raise KeyError(number)
