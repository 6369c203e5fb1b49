"""Control interval splits by inserts that find no free space."""

from __future__ import annotations

from dataclasses import replace

from advisor.findings import Risk
from advisor.rules.base import Advice, DoesNotApply, Rule
from advisor.rules.catalogue.vsam import procedures
from advisor.rules.catalogue.vsam.files import sharers
from advisor.rules.commands import operands_of, written
from advisor.rules.effects import manual
from advisor.rules.measured import still_measured
from advisor.rules.references import PRACTICE
from advisor.rules.subject import CannotTell, Subject
from model.language import say

REPORT = "CICS file statistics and LISTCAT"
SPLIT_SHARE = 0.05
LEAST_SPLITS_PER_HOUR = 36.0
_FREE_SPACE = "https://www.ibm.com/docs/SSLTBW_2.1.0/com.ibm.zos.v2r1.idad400/opfree.htm"
"""Free space makes splits less likely; where they are frequent the data set is reorganized."""

FREE_CI_PCT, FREE_CA_PCT = 20, 10
"""To begin with; practice. 20 % of a CI of 4 KB take 800 bytes of records before it splits."""

_ATTRIBUTES = f"DATA(FREESPACE({FREE_CI_PCT} {FREE_CA_PCT}))"
FREE_SPACE = replace(
    procedures.RELOAD,
    command=procedures.reloaded(*procedures.ASIDE, _ATTRIBUTES),
    sources=(
        *procedures.RELOAD.sources,
        (
            "http://www.ibm.com/support/knowledgecenter/en/SSLTBW_2.1.0/com.ibm.zos.v2r1.idad400/"
            "alteri.htm"
        ),
        _FREE_SPACE,
    ),
)


def _splits(subject: Subject) -> Advice | str:
    still_measured(subject, (subject,), ("DATA_CISZ",), "splits", REPORT)
    adds, splits = subject.figure("adds"), subject.figure("ci_splits")
    if adds is None or splits is None:
        raise CannotTell(subject.say("inserts and CI splits of {name}"))
    if adds <= 0:
        raise DoesNotApply(subject.say("{name}: nothing was inserted."))
    share, rate = splits / adds, subject.rate("ci_splits")
    seldom = rate is not None and 3600.0 * rate < LEAST_SPLITS_PER_HOUR
    if seldom or share <= SPLIT_SHARE:
        return subject.say(
            "{name}: {splits:,.0f} CI splits for {adds:,.0f} inserts (above 5 % and 36 an hour is "
            "much).",
            splits=splits,
            adds=adds,
        )
    several, back = procedures.beside_others(subject, sharers(subject), _ATTRIBUTES, "FREESPACE")
    typed = written(
        several.get("FREESPACE", FREE_SPACE.command),
        operands_of(subject.component, (), subject.topology),
    )
    return Advice(
        subject.say(
            "{name}: {share:.0%} of {adds:,.0f} inserts split a control interval.",
            share=share,
            adds=adds,
        ),
        texts=(manual(subject.id, "FREESPACE", typed),),
        way_back=back,
        caveats=(
            say(
                "{ci} % of each control interval and {ca} % of each control area are practice to "
                "begin with, more than that where the file has it already: what fits depends on "
                "records inserted between two reorganizations.",
                ci=FREE_CI_PCT,
                ca=FREE_CA_PCT,
            ),
            "Where all inserts go to one place, as with rising keys, free space elsewhere is lost.",
        ),
    )


RULES = (
    Rule(
        "VS-101",
        "Inserts that split control intervals",
        "VSAM",
        "threshold",
        "no",
        "CI splits against records inserted.",
        "More than 5 % of the inserts and at least 36 an hour split a control interval.",
        "A split moves half of the control interval and writes it and its index, while the file "
        "waits.",
        "Free space in the control intervals, by a reorganization: ALTER FREESPACE alone changes "
        "nothing of what is in the file.",
        (_FREE_SPACE, PRACTICE),
        threshold="The source asks for free space and a reorganization where splits are frequent; "
        "5 % and 36 an hour are practice.",
        verify="LISTCAT: SPLITS-CI a day.",
        back_out="Define the former cluster again and load it with what it holds by then.",
        risk=Risk("medium", "more space, fewer records a read; the file is closed meanwhile."),
        projection="how splits fall depends on where keys are inserted, which no report tells",
        report=REPORT,
        on=("vsam_file",),
        check=_splits,
        applying=FREE_SPACE,
        alternatives=("VSM-010", "VSM-024"),
    ),
)
