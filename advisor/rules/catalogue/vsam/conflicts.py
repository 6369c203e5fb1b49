"""Exclusive control of control intervals: files whose tasks wait for each other's."""

from __future__ import annotations

from advisor.findings import Risk
from advisor.rules.base import Advice, DoesNotApply, HeldBack, Qualify, Rule, Stop
from advisor.rules.catalogue.vsam import procedures
from advisor.rules.catalogue.vsam.files import sharers
from advisor.rules.catalogue.vsam.lsr import FILE, STATISTICS
from advisor.rules.catalogue.vsam.moving import sizes_of_pool
from advisor.rules.measured import still_measured
from advisor.rules.subject import Subject
from model.language import say

CONFLICT_SHARE = 0.005
LEAST_PER_HOUR = 36.0
"""Conflicts an hour from which a file is worth a reload (practice)."""
LEAST_CISZ = 2048
"""No smaller data CIs are proposed (practice): a read brings less, and an index entry more."""
END_OF_FILE = 0.5
"""Share of additions from which a file without keys is one that tasks only append to."""

_FCXCWAIT = (
    "https://cloud.bmc.com/help/docs/com.compuware.istrobe.web.help/en/cicsres/pcr_fcxcwait.html"
)


def _conflicts(subject: Subject, advice: Advice) -> Qualify | Stop | None:
    conflicts, requests = subject.figure("exclusive_control_conflicts"), subject.figure("requests")
    if conflicts is None or not requests:
        return Qualify(
            "Larger CIs lock more records together; exclusive control conflicts are not "
            "reported here."
        )
    share = conflicts / requests
    if share < CONFLICT_SHARE:
        return None
    return Stop(
        say(
            "{conflicts:,.0f} exclusive control conflicts ({share:.1%} of the requests): a larger "
            "CI would lock even more records together.",
            conflicts=conflicts,
            share=share,
        )
    )


def _smaller(subject: Subject, size: float) -> int | None:
    """The largest smaller data CI that the file's pool has buffers of, or half where it has none.

    ``None`` where nothing smaller holds a record.
    """
    least = max(LEAST_CISZ, (subject.figure("record_size_bytes") or 0.0) + 7.0)
    pooled = [each for each in sizes_of_pool(subject) if least <= each < size]
    if pooled:
        return max(pooled)
    half = int(size / 2)
    return half if half >= least and half % 512 == 0 else None


def _waits(subject: Subject) -> Advice | str:
    still_measured(subject, (subject,), ("DATA_CISZ",), "conflicts", STATISTICS)
    conflicts = subject.need_figure("exclusive_control_conflicts")
    requests = subject.need_figure("requests")
    if requests <= 0:
        raise DoesNotApply(subject.say("{name} was not used."))
    share, rate = conflicts / requests, subject.rate("exclusive_control_conflicts")
    seldom = rate is not None and 3600.0 * rate < LEAST_PER_HOUR
    if seldom or share < CONFLICT_SHARE:
        return subject.say(
            "{name}: {conflicts:,.0f} exclusive control conflicts in {requests:,.0f} requests "
            "(from 0.5 % and 36 an hour on they are many).",
            conflicts=conflicts,
            requests=requests,
        )
    size = subject.need("DATA_CISZ")
    smaller = _smaller(subject, size)
    if smaller is None:
        raise HeldBack(
            subject.say(
                "{name}: {share:.1%} of the requests meet exclusive control conflicts with data "
                "CIs of {size:,g} bytes already: records that tasks only append belong in a "
                "journal or a transient data queue.",
                share=share,
                size=size,
            )
        )
    anew, back = procedures.beside_others(
        subject, sharers(subject), procedures.DATA_CISZ, "DATA_CISZ"
    )
    adds = subject.figure("adds") or 0.0
    appended = (subject.text("TYPE") or "").upper() == "ESDS" and adds >= END_OF_FILE * requests
    return Advice(
        subject.say(
            "{name}: {conflicts:,.0f} exclusive control conflicts in {requests:,.0f} requests, "
            "{share:.1%}: tasks wait for control intervals of {size:,g} bytes that another one "
            "holds.",
            conflicts=conflicts,
            requests=requests,
            share=share,
            size=size,
        ),
        ((subject.set("DATA_CISZ", smaller),),),
        syntax=anew,
        way_back=back,
        awaits=subject.say(
            "which requests of {name} meet (the tasks that wait on FCXCWAIT, their file and key), "
            "and so how many fewer conflicts a smaller control interval has"
        ),
        caveats=(
            say(
                "{adds:,.0f} of the requests append to its end, where all want the last control "
                "interval, however small: where waits stay, such records belong in a journal or a "
                "transient data queue.",
                adds=adds,
            ),
        )
        if appended
        else (),
    )


RULES = (
    Rule(
        "VSM-011",
        "Large CIs and exclusive control",
        "VSAM",
        "caveat",
        "partial",
        "Exclusive control conflicts against requests.",
        "Conflicts in 0.5 % or more of the requests (log files above all).",
        "A CI is locked as a whole; the larger it is, the more tasks want it.",
        "Smaller CIs for such files (VSM-024).",
        ("002, VSAM hints and tips",),
        threshold="002's sample: 88,689 conflicts in 11.5 million requests, 0.8 %.",
        projection="Stops VSM-010.",
        report=STATISTICS,
        guards=("VSM-010",),
        guard=_conflicts,
    ),
    Rule(
        "VSM-024",
        "Files whose tasks wait for each other's CIs",
        "VSAM",
        "tuning",
        "no",
        "Exclusive control conflicts against requests, data CI size, additions.",
        "Conflicts in 0.5 % or more of the requests, and at least 36 an hour.",
        "A CI is locked as a whole; CICS retries until VSAM accepts the request, and the task "
        "waits (FCXCWAIT).",
        "Smaller data CIs: the next size that the file's pool has buffers of.",
        ("002, VSAM hints and tips", _FCXCWAIT),
        threshold="002's sample: 88,689 conflicts in 11.5 million requests, 0.8 %; 36 an hour is "
        "practice.",
        verify="Exclusive control conflicts against requests in the next statistics; FCXCWAIT.",
        back_out="Define the former cluster again and load it with what it holds by then.",
        risk=Risk("medium", "a browse reads more CIs for the same records."),
        prerequisites="REPRO into a new cluster; buffers of the new size in the pool.",
        projection="nobody measured how many fewer conflicts smaller control intervals have",
        report=STATISTICS,
        on=FILE,
        check=_waits,
        exposure="degradation",
        syntax={"DATA_CISZ": procedures.reloaded(*procedures.ASIDE, procedures.DATA_CISZ)},
        applying=procedures.RELOAD,
    ),
)
