"""Shared data tables: files that are read much and hardly changed, in storage."""

from __future__ import annotations

from advisor.findings import Risk
from advisor.rules.base import ZOS, Advice, Rule
from advisor.rules.catalogue.cics import procedures
from advisor.rules.catalogue.cics.regions import room
from advisor.rules.commands import file_steps
from advisor.rules.effects import arithmetic
from advisor.rules.subject import CannotTell, Subject

MOSTLY_READ = 0.9
"""Share of a file's requests that read, from which a data table is considered; practice."""
MUCH_USED = 0.05
"""Share of its region's requests from which a file is worth a table; practice."""


def _tables(subject: Subject) -> Advice | str:
    if subject.component.kind != "vsam_file" or subject.flag("SDT"):
        return subject.say("{name} is a data table.")
    requests = subject.need_figure("requests")
    reads = subject.figure("reads")
    excps = subject.figure("excps", "excps_data")
    if reads is None:
        raise CannotTell(subject.say("reads of {name}"), "DFHSTUP files")
    region = subject.container("cics_region")
    asked = (
        sum(f.figure("requests") or 0.0 for f in region.children("vsam_file"))
        if region
        else requests
    )
    if requests <= 0 or reads < MOSTLY_READ * requests or requests < MUCH_USED * asked:
        return subject.say(
            "{name}: {reads:,.0f} reads of {requests:,.0f} requests (a table is for files with "
            "{mostly:.0%} of reads and {share:.0%} of the region's requests).",
            reads=reads,
            requests=requests,
            mostly=MOSTLY_READ,
            share=MUCH_USED,
        )
    room(subject)
    before = excps if excps else requests
    return Advice(
        subject.say(
            "{reads:,.0f} of {requests:,.0f} requests of {name} are reads, "
            "with storage to spare for a data table.",
            reads=reads,
            requests=requests,
        ),
        ((subject.set("SDT", True),),),
        effects=(
            arithmetic(
                "excps" if excps else "function_shipped_requests",
                before,
                before * (1 - reads / requests),
                "reads served from the data table",
                high=before,
            ),
        ),
    )


RULES = (
    Rule(
        "CIZ-007",
        "Shared data tables with spare storage",
        "CICS z/OS",
        "tuning",
        "yes",
        "Reads of a file and free storage.",
        "A busy file with 90 % reads, 1 GB or more free.",
        "A table read needs neither VSAM nor function shipping.",
        "Shared data table.",
        ("003, section 4.1",),
        threshold="90 % reads and 5 % of the region's requests are practice.",
        verify="Data table statistics.",
        back_out="TABLE(NO).",
        risk=Risk("low"),
        prerequisites="Up to 100 data spaces.",
        projection="Reads that need no EXCP.",
        report="DFHSTUP files",
        on=("vsam_file",),
        platforms=ZOS,
        check=_tables,
        syntax={"SDT": file_steps("TABLE(CICS) MAXNUMRECS(<records>)")},
        applying=procedures.DATA_TABLE,
    ),
)
