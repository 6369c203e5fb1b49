"""A finding's page as rich text: why, how much, from where, how to apply, verify and back out."""

from __future__ import annotations

from html import escape
from textwrap import wrap
from typing import TYPE_CHECKING

from app.window.i18n import language, spoken, spoken_quote, tr
from app.window.i18n.numbers import figure, speech, with_unit
from app.window.metrics import (
    EFFORTS,
    SEVERITIES,
    judged,
    metric_name,
    setting_name,
    subsystem_name,
)
from app.window.names import numbered
from app.window.theme import theme

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from advisor.findings import ChangeText, Effect, Evidence, Finding

LONG_VALUE = 24
NBSP, JOINED = "\u00a0", "\u2060"
STACKED_FROM = 2.0
"""Scale of texts from which no pane has room for what a setting is and becomes in one line."""
# A component has its kind before its name, in smaller letters than a setting.
LONG_NAME, LONG_COMPONENT, LONG_FIGURE = 16, 24, 12
"""Characters of a name, and of a value beside it, that stand in a line of a narrow table."""


def finding_html(finding: Finding, component: str, kind: str | None = None, alone: str = "") -> str:
    """The page; evidence links are ``evidence:N``, ``kind`` is of the workload it projects.

    ``alone`` says what figures of a step leave out.
    """
    look = theme().tokens
    parts = [f"<h2>{escape(spoken(finding.title))}</h2>"]
    when = tr("takes effect: {when}", when=tr(EFFORTS[finding.effort]))
    severity = tr("severity: {severity}", severity=tr(SEVERITIES[finding.severity]))
    about = (finding.rule, subsystem_name(finding.subsystem), component, when, severity)
    parts.append(f"<p style='color:{look.muted}'>{' · '.join(map(escape, about))}</p>")
    parts.append(f"<p>{escape(spoken(finding.explanation))}</p>")
    if finding.change_texts:
        parts.append(_heading(tr("Change")))
        rows = "".join(_all_change_rows(finding.change_texts))
        parts.append(f"<table cellpadding='3' width='99%'>{rows}</table>")
    parts.append(_heading(tr("What the model says")))
    if finding.projection and finding.beside_plan:
        said = tr(
            "Before: with the other steps that this one follows already done, not as it is today."
        )
        parts.append(f"<p>{escape(said)}</p>")
    if finding.projection and alone:
        parts.append(f"<p>{escape(spoken(alone))}</p>")
    if finding.projection:
        parts.append(effects_html(finding.projection, kind or finding.component.partition(":")[0]))
        parts += [f"<p>{escape(line)}</p>" for line in _worth(finding, kind)]
    else:
        parts.append(
            f"<p>{escape(spoken(finding.not_projectable_because) or tr('Not projected.'))}</p>"
        )
    if finding.evidence:
        parts.append(_heading(tr("Evidence")))
        rows = "".join(
            f"<tr><td><a href='evidence:{n}'>{escape(_place(e))}</a></td>"
            f"<td style='font-family:\"IBM Plex Mono\"'>{escape(_quote(e))}</td></tr>"
            for n, e in enumerate(finding.evidence)
        )
        parts.append(f"<table cellpadding='3' width='99%'>{rows}</table>")
    if finding.sources:
        from model.language import Sentence

        parts.append(_heading(tr("Published source")))
        for source in finding.sources:
            cited = source.citation
            cited = spoken(cited) if isinstance(cited, Sentence) else cited
            lines = [f"<b>{escape(cited)}</b>"]
            if source.effect:
                lines.append(escape(spoken(source.effect)))
            if source.conditions:
                lines.append(tr("Conditions: {text}", text=escape(spoken(source.conditions))))
            if source.distance:
                lines.append(tr("This system: {text}", text=escape(spoken(source.distance))))
            parts.append("<p>" + "<br>".join(lines) + "</p>")
    for title, text in (
        *_procedure(finding),
        (tr("Risk"), spoken(finding.risk.referring)),
        (tr("Before you start"), spoken(finding.prerequisites)),
        (tr("How to verify"), spoken(finding.verify)),
        (tr("How to back out"), spoken(finding.back_out)),
    ):
        if text:
            parts.append(_heading(title) + f"<p>{escape(text)}</p>".replace("\n", "<br>"))
    mono = f'font-family:"IBM Plex Mono"; background:{look.sunken}; padding:4px;'
    for command in dict.fromkeys(finding.back_out_commands):
        typed = escape(_command(command)).replace("\n", "<br>")
        parts.append(f"<p style='{mono}'>{typed}</p>")
    for title, items in ((tr("Caveats"), finding.caveats), (tr("Notes"), finding.notes)):
        if items:
            inside = "".join(f"<li>{escape(spoken(item))}</li>" for item in items)
            parts.append(_heading(title) + f"<ul>{inside}</ul>")
    return "".join(parts)


def _worth(finding: Finding, kind: str | None) -> Iterator[str]:
    """What the finding comes to in absolute terms, a line for each figure."""
    from advisor.report.figures import shown_worth

    for label, shown in shown_worth(finding.worth, kind, speech()):
        yield f"{label}: {with_unit(shown.value, shown.unit)} {shown.band}".rstrip()


def _procedure(finding: Finding) -> list[tuple[str, str]]:
    """How the change is carried out, with the pages that confirm its command."""
    from advisor.rules import procedure_of
    from advisor.rules.procedure import UNCONFIRMED

    how = procedure_of(finding)
    if how is None:
        return []
    who = ", ".join(spoken(role) for role in how.roles)
    rows = [(tr("How it takes effect"), spoken(how.detail)), (tr("Who does it"), who)]
    if how.permanent:
        rows = [(tr("What makes it permanent"), spoken(how.permanent)), *rows]
        rows.append((tr("Least level"), spoken(how.level)))
        confirmed = "\n".join(how.sources) or spoken(UNCONFIRMED)
        rows.append((tr("Command confirmed by"), confirmed))
    return rows


def _all_change_rows(changes: Sequence[ChangeText]) -> Iterator[str]:
    """Each setting, and below those that one statement sets the statement, once."""
    for number, change in enumerate(changes):
        later = changes[number + 1 :]
        yield _change_rows(change, typed=all(c.syntax != change.syntax for c in later))


def _change_rows(change: ChangeText, typed: bool = True) -> str:
    """From and to beside each other; long lists below each other, where they have the room."""
    from advisor.translation import is_spoken

    look = theme().tokens
    # Beside each other in a narrow pane, name and setting would take three lines.
    where = _whole_words(_name(change.component), LONG_COMPONENT)
    what = (
        f"{_whole_words(setting_name(change.setting))}"
        f"<br><span style='color:{look.muted}'>{where}</span>"
    )
    old, new = figure(change.from_value), _ending(change)
    mono = f'font-family:"IBM Plex Mono"; background:{look.sunken}; padding:4px;'
    if is_spoken(change.syntax):
        mono = ""
    syntax = escape(_command(change.syntax)).replace("\n", "<br>")
    if change.from_value is None and change.to_value is None:
        said = f"<tr><td colspan='4'>{what}</td></tr>"  # it is only looked at
    elif max(len(old), len(new)) <= LONG_VALUE and theme().scale < STACKED_FROM:
        # Qt breaks "148 GB" behind the G before it takes room from what is to its left.
        whole = "style='white-space:nowrap'"
        said = (
            f"<tr><td width='40%' {whole}>{what}</td>"
            f"<td align='right' {whole}>{_whole_words(old, LONG_FIGURE)}</td>"
            f"<td>→</td><td {whole}><b>{_whole_words(new, LONG_FIGURE)}</b></td></tr>"
        )
    else:
        said = (
            f"<tr><td colspan='4'>{what}</td></tr>"
            f"<tr><td colspan='4'>{escape(_breakable(old))}</td></tr>"
            f"<tr><td colspan='4'>→ <b>{escape(_breakable(new))}</b></td></tr>"
        )
    return said + (f"<tr><td colspan='4' style='{mono}'>{syntax}</td></tr>" if typed else "")


def _ending(change: ChangeText) -> str:
    """What a setting is changed to, an amount with its unit."""
    from advisor.report.wording import unit_shown
    from model.catalogue import catalogue

    said = figure(change.to_value)
    kind = change.component.partition(":")[0]
    spec = catalogue().spec(kind, change.setting)
    if spec is None or not spec.unit or not isinstance(change.to_value, (int, float)):
        return said
    return with_unit(said, unit_shown(spec.unit, change.setting, kind, speech()))


def _breakable(text: str) -> str:
    """A list that may be broken after its commas, and nowhere else."""
    return text.replace(", ", ",").replace(",", ", ")


def effects_html(effects: Sequence[Effect], kind: str | None = None) -> str:
    """Before, after with its band, and change as a list; ``kind`` is of what the throughput is.

    Figures are never broken, nor are names but between words: the pane is as narrow as 310 pixels,
    in which these have no place in columns of a table.
    """
    from advisor.findings import beyond_published, told_once
    from advisor.report.figures import shown_effect

    look = theme().tokens
    rows = []
    rates = [e.change_pct for e in effects if e.metric == "etr_per_s" and e.change_pct is not None]
    work = 1.0 + rates[0] / 100.0 if rates else 1.0
    for effect in told_once(effects):
        change = effect.change_pct
        shown = shown_effect(effect, kind, speech())
        tone = look.text
        if change is not None and abs(change) >= 0.05:
            said = judged(effect.metric, 100.0, 100.0 + change, work)
            tone = {"good": look.good, "bad": look.bad}.get(said, look.text)
        from_to = f"{_unbroken(shown.before)}{NBSP}→ <b>{_unbroken(shown.value)}</b>"
        muted = f"<span style='color:{look.muted}'>"
        moved = shown.change_band.strip("()")
        moved = f"<br>{muted}{_unbroken(moved)}</span>" if moved else ""
        rows.append(
            f"<tr><td width='99%'>{escape(metric_name(effect.metric))}"
            f" {muted}{_unbroken(shown.unit)}</span><br>{from_to}"
            f" {muted}{_unbroken(shown.band.strip('()'))}</span></td>"
            "<td width='1%' align='right' style='white-space:nowrap; "
            f"color:{tone}'>{escape(shown.change)}"
            f"{moved}</td></tr>"
        )
    beyond = [
        tr("Outside published conditions: {sentence}.", sentence=spoken(sentence))
        for sentence in beyond_published(effects)
    ]
    said = "".join(f"<p style='color:{look.muted}'>{escape(sentence)}</p>" for sentence in beyond)
    return f"<table cellpadding='3' width='99%'>{''.join(rows)}</table>{said}"


def _unbroken(figures: str) -> str:
    """Figures, or a unit, that stay in one line."""
    return escape(figures).replace(" ", NBSP).replace("/", f"/{JOINED}")


def _whole_words(name: str, most: int = LONG_NAME) -> str:
    """A name in lines of its own choice: a column left to Qt is broken between any two letters."""
    return "<br>".join(escape(line) for line in wrap(name, most, break_long_words=False))


def is_answer(evidence: Evidence) -> bool:
    """Whether the consultant said it, not a report: it has no line to go to."""
    from advisor.observations import ANSWER

    return evidence.file == ANSWER.text


def _quote(evidence: Evidence) -> str:
    return spoken_quote(evidence.text.strip())


def _place(evidence: Evidence) -> str:
    return tr("your answer") if is_answer(evidence) else f"{evidence.file}:{evidence.line}"


def _command(text: str) -> str:
    """A command as typed; what a rule says in place of one, in the language of the window."""
    from advisor.rules.commands import in_cards
    from advisor.translation import sentences_in

    return in_cards(text if language() == "en" else sentences_in(language()).command(text))


def _heading(text: str) -> str:
    return f"<h4>{escape(text)}</h4>"


def _name(component: str) -> str:
    kind, _, name = component.partition(":")
    return numbered(kind, name) or name or component
