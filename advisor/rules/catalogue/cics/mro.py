"""CICS multi-region operation: function shipping, sessions, shared data tables."""

from __future__ import annotations

from dataclasses import replace

from advisor.findings import Effect, Risk
from advisor.rules.base import ZVSE, Advice, DoesNotApply, Qualify, Rule, Stop
from advisor.rules.catalogue.cics import procedures
from advisor.rules.catalogue.vsam.files import data_set
from advisor.rules.commands import file_steps
from advisor.rules.effects import arithmetic, manual, published
from advisor.rules.procedure import Role, advised
from advisor.rules.subject import CannotTell, Subject
from model.language import Name, joined, say

REGION = ("cics_region",)
CONNECTION = ("cics_connection",)
FILE = ("vsam_file",)
STATISTICS = "DFH0STAT ISC/IRC and files sections of both regions"
LARGE_SHARE = 0.3
MOSTLY = 0.8
FEW_UPDATES = 0.1
BUSY_SHARE = 0.05
SDT_LIMIT_GB = 2.0
NEAR = 0.8
DEAREST = 6.0


def shipped(subject: Subject) -> tuple[float, float]:
    """Requests function-shipped from a region and handled in it. Raises CannotTell."""
    sent = subject.figure("function_shipped_requests")
    if sent is None:
        parts = [
            c.figure("file_requests", "function_shipped_requests")
            for c in subject.children("cics_connection")
        ]
        known = [p for p in parts if p is not None]
        if not known:
            raise CannotTell(subject.say("function-shipped requests of {name}"), STATISTICS)
        sent = sum(known)
    local = 0.0
    for file in subject.children("vsam_file"):
        asked = file.figure("requests")
        if asked is not None and not file.flag("REMOTE"):
            local += asked
    return sent, local


def _region_of(subject: Subject) -> Subject | None:
    return subject if subject.component.kind == "cics_region" else subject.container("cics_region")


def _per_request_us(subject: Subject) -> float | None:
    region = _region_of(subject)
    if region is None:
        return None
    costs = [c.figure("cpu_us_per_request") for c in region.children("cics_connection")]
    known = [c for c in costs if c is not None]
    return max(known) if known else None


def _saved_cpu(subject: Subject, requests: float, kept: float) -> tuple[Effect, ...]:
    """CPU of function-shipped requests before and after, of which ``kept`` (0..1) remain."""
    each = _per_request_us(subject)
    if each is not None:
        total = requests * each / 1e6
        return (
            arithmetic(
                "function_shipping_cpu_s",
                total,
                total * kept,
                "requests no longer shipped, at the connection's CPU per request",
            ),
        )
    return (
        arithmetic(
            "function_shipped_requests",
            requests,
            requests * kept,
            "requests that stay in the region; a shipped one costs several times a local one (002)",
        ),
    )


def _shipping(subject: Subject) -> Advice | str:
    sent, local = shipped(subject)
    total = sent + local
    if total <= 0:
        raise DoesNotApply(subject.say("{name} made no file request."))
    share = sent / total
    if share < LARGE_SHARE:
        return subject.say(
            "{name}: {share:.0%} of the requests are function-shipped (from 30 % on it is much).",
            share=share,
        )
    best = 1 - share * (1 - 1 / DEAREST)
    return Advice(
        subject.say(
            "{share:.0%} of the requests of {name} ({sent:,.0f}) are function-shipped.",
            share=share,
            sent=sent,
        ),
        texts=(
            manual(
                subject.id,
                "REMOTESYSTEM",
                "Distributed program link or transaction routing to the owning region, or files "
                "moved to it",
            ),
        ),
        effects=(
            published(
                "cpu_pct",
                subject.figure("cpu_pct"),
                (best, 1 - (1 - best) / 2, 1.0),
                "3 regions took more than 6 times the CPU of one in an extreme test (002); at most "
                "that share is saved",
            ),
            *_saved_cpu(subject, sent, 0.0),
        ),
        distance="The published test ships everything; take it as the most that can be had.",
    )


def _long_running(subject: Subject) -> Advice | str:
    if subject.need_flag("MROLRM"):
        return subject.say("{name}: MROLRM=YES is in effect.")
    received = [c.figure("peak_contention_losers") for c in subject.children("cics_connection")]
    owned = [f for f in subject.children("vsam_file") if not f.flag("REMOTE")]
    linked = [c for c in subject.linking("mro") if c.component.kind == "cics_connection"]
    receiving = any(c for c in received if c) or bool(owned and linked)
    if not receiving and not any(c is not None for c in received):
        raise CannotTell(subject.say("requests that {name} receives"), STATISTICS)
    if not receiving:
        raise DoesNotApply(subject.say("{name} owns no files for others."))
    return Advice(
        subject.say("{name} ends its mirror after every request with MROLRM=NO."),
        ((subject.set("MROLRM", True),),),
        effects=(
            published(
                "cpu_pct",
                subject.figure("cpu_pct"),
                (0.7, 0.85, 1.0),
                "up to 30 % less CPU in the file-owning region (002)",
            ),
        ),
        notes=("Sessions stay busy for a whole unit of work: more may be needed (MRO-003).",),
    )


def _updates(subject: Subject) -> float:
    """Share of a file's requests that change it. Raises CannotTell."""
    requests = subject.need_figure("requests")
    if requests <= 0:
        raise DoesNotApply(subject.say("{name} was not used."))
    parts = [subject.figure(name) for name in ("updates", "adds", "deletes")]
    known = [p for p in parts if p is not None]
    if not known:
        raise CannotTell(subject.say("updates, adds and deletes of {name}"), STATISTICS)
    return sum(known) / requests


def _busy(subject: Subject) -> None:
    """Only files with a fair share of their region's requests are worth a data table."""
    region = subject.container("cics_region")
    if region is None:
        return
    asked = [f.figure("requests") or 0.0 for f in region.children("vsam_file")]
    own = subject.figure("requests") or 0.0
    if sum(asked) and own / sum(asked) < BUSY_SHARE:
        raise DoesNotApply(
            subject.say("{name} has {own:.1%} of the region's requests.", own=own / sum(asked))
        )


def _remote_table(subject: Subject) -> float:
    if not subject.need_flag("REMOTE"):
        raise DoesNotApply(subject.say("{name} is local."))
    share = _updates(subject)
    _busy(subject)
    return share


def _read_only(subject: Subject) -> Advice | str:
    share = _remote_table(subject)
    if subject.flag("SDT"):
        return subject.say("{name} is a shared data table.")
    if share > 0:
        raise DoesNotApply(
            subject.say("{name} is updated ({share:.1%}); see MRO-005.", share=share)
        )
    requests = subject.need_figure("requests")
    return Advice(
        subject.say(
            "{requests:,.0f} reads of {name} are function-shipped, and nothing updates it.",
            requests=requests,
        ),
        ((subject.set("SDT", True),),),
        effects=_saved_cpu(subject, requests, 0.0),
        notes=("Define the table in the file-owning region: TABLE(CICS) MAXNUMRECS(n).",),
    )


def _mostly_read(subject: Subject) -> Advice | str:
    share = _remote_table(subject)
    if subject.flag("SDT"):
        return subject.say("{name} is a shared data table.")
    if share <= 0:
        raise DoesNotApply(subject.say("{name} is never updated; see MRO-004."))
    if share > FEW_UPDATES:
        return subject.say(
            "{name}: {share:.0%} updates are too many for a shared data table.", share=share
        )
    requests = subject.need_figure("requests")
    return Advice(
        subject.say(
            "{requests:,.0f} requests of {name} are function-shipped, {share:.1%} of them updates.",
            requests=requests,
            share=share,
        ),
        ((subject.set("SDT", True),),),
        effects=_saved_cpu(subject, requests, 2 * share),
        notes=("Define the table in the file-owning region: TABLE(CICS) MAXNUMRECS(n).",),
    )


def _table_limit(subject: Subject) -> Advice | str:
    tables = [f for f in subject.children("vsam_file") if f.flag("SDT") and not f.flag("REMOTE")]
    if not tables:
        raise DoesNotApply(subject.say("{name} has no shared data table."))
    sizes = []
    for file in tables:
        records, length = file.figure("records"), file.figure("record_size_bytes")
        if records is None or length is None:
            raise CannotTell(
                say("records and record size of {file_name}", file_name=Name(file.name)), STATISTICS
            )
        sizes.append(records * length)
    total = sum(sizes) / 2**30
    if total <= NEAR * SDT_LIMIT_GB:
        return subject.say(
            "{name}: data tables of {total:.2f} GB (above 1.6 GB they are near the limit of 2 GB).",
            total=total,
        )
    return Advice(
        subject.say(
            "Shared data tables of {name} take {total:.2f} GB of the 2 GB a partition can have.",
            total=total,
        ),
        texts=(manual(subject.id, "SDT", "A second file-owning region for part of the tables"),),
    )


def _users_of(subject: Subject) -> dict[str, float]:
    """Requests for this file's data set by the region that makes them remotely."""
    name = data_set(subject)
    wanted: dict[str, float] = {}
    for other in subject.peers("vsam_file"):
        if not other.flag("REMOTE"):
            continue
        same = data_set(other) == name if name is not None else False
        if not same and subject.id not in {t.id for t in other.linked("remote")}:
            same = other.name.rpartition("/")[2] == subject.name.rpartition("/")[2]
        region = other.container("cics_region")
        asked = other.figure("requests")
        if same and region is not None and asked:
            wanted[region.id] = wanted.get(region.id, 0.0) + asked
    return wanted


def _owner(subject: Subject) -> tuple[dict[str, float], float]:
    if subject.flag("REMOTE"):
        raise DoesNotApply(subject.say("{name} is remote."))
    users = _users_of(subject)
    total = sum(users.values())
    region = subject.container("cics_region")
    if not users and region is not None:
        received = [c.figure("peak_contention_losers") for c in region.children("cics_connection")]
        reported = any(
            other.id != region.id
            for other in subject.peers("cics_region")
            if any(other.topology.children(other.id, "vsam_file"))
        )
        if any(received) and not reported:
            raise CannotTell(subject.say("which regions ship requests to {name}"), STATISTICS)
    if not users or total <= 0:
        raise DoesNotApply(subject.say("{name} is used in its own region only."))
    _busy(subject)
    return users, total


def _move(subject: Subject) -> Advice | str:
    users, total = _owner(subject)
    most = max(sorted(users), key=lambda region: users[region])
    share = users[most] / total
    if share < MOSTLY:
        return subject.say(
            "{name}: no region makes more than {share:.0%} of its requests.", share=share
        )
    name = subject.topology[most].name
    return Advice(
        say(
            "{name} makes {share:.0%} of the {total:,.0f} requests shipped to {name2}.",
            name=Name(name),
            share=share,
            total=total,
            name2=Name(subject.name),
        ),
        texts=(
            manual(
                subject.id,
                "REMOTESYSTEM",
                say(
                    "Define {name} locally in {name2}; remote in the others",
                    name=Name(subject.name.rpartition("/")[2]),
                    name2=Name(name),
                ),
            ),
        ),
        effects=_saved_cpu(subject, total, 1 - share),
    )


def _copies(subject: Subject) -> Advice | str:
    users, total = _owner(subject)
    if len(users) < 2:
        raise DoesNotApply(subject.say("{name} has one using region (see MRO-007)."))
    share = _updates(subject)
    if share > 0:
        return subject.say(
            "{name} is updated; copies would differ (any update is too many for that)."
        )
    return Advice(
        subject.say(
            "{users} regions ship {total:,.0f} reads of {name}, which nothing updates.",
            users=len(users),
            total=total,
        ),
        texts=(
            manual(
                subject.id,
                "DSNAME",
                say(
                    "A copy of {name} for each of {users} regions, defined locally",
                    name=Name(subject.name.rpartition("/")[2]),
                    users=len(users),
                ),
            ),
        ),
        effects=_saved_cpu(subject, total, 0.0),
        notes=("A shared data table (MRO-004) saves the same without copies.",),
    )


def _dearer(subject: Subject, advice: Advice) -> Qualify | Stop | None:
    region = _region_of(subject)
    if region is None:
        return None
    why = []
    if region.flag("MROLRM") is False:
        why.append("MROLRM=NO")
    if (region.number("CPUS") or 1) > 1:
        why.append("more than one CPU")
    if any(c.text("ACCESSMETHOD") == "VTAM" for c in region.children("cics_connection")):
        why.append("ISC")
    if not why:
        return None
    return Qualify(
        say("{why} make function shipping dearer still than published.", why=joined(why, ", "))
    )


VERIFY = "ISC/IRC section and TCB CPU per transaction of both regions in the next statistics."
_MRO = "002, The cost of function shipping"

RULES = (
    Rule(
        "MRO-001",
        "Ship programs, not file requests",
        "CICS MRO",
        "tuning",
        "yes",
        "Function-shipped against local file requests of a region.",
        "30 % or more shipped.",
        "Each shipped request crosses regions twice, with task switches and SVCs on both sides.",
        "Distributed program link, transaction routing or local files.",
        (_MRO,),
        threshold="002 advises against a large percentage; 30 % is practice.",
        verify=VERIFY,
        back_out="The former definitions.",
        risk=Risk("high", "a change of the application's layout."),
        effect="3 regions against 1: over 6 times the CPU, 2.5 times the "
        "elapsed time, 10 times the SVCs.",
        effect_conditions="100,000 tasks on z/VSE, everything shipped: an extreme.",
        projection="MRO model; else the extreme as bound.",
        report=STATISTICS,
        on=REGION,
        check=_shipping,
        applying=advised("application", Role.APPLICATION, Role.CICS),
    ),
    Rule(
        "MRO-002",
        "Keep mirrors in file-owning regions",
        "CICS MRO",
        "tuning",
        "yes",
        "MROLRM of regions that receive requests.",
        "MROLRM=NO.",
        "With NO a mirror task starts and ends for each request.",
        "SIT MROLRM=YES.",
        ("002, MRO",),
        threshold="Any file-owning region.",
        verify=VERIFY,
        back_out="MROLRM=NO at the next start.",
        risk=Risk("medium", "sessions stay busy for longer; too few of them queue."),
        prerequisites="More sessions (MRO-003).",
        after=("MRO-003",),
        effect="Up to 30 % less CPU in the file-owning region.",
        effect_conditions="z/VSE.",
        projection="MRO model; else up to 30 %.",
        report="SIT and " + STATISTICS,
        on=REGION,
        check=_long_running,
        syntax={"MROLRM": "SIT MROLRM={value}"},
        applying=procedures.LONG_MIRRORS,
    ),
    Rule(
        "MRO-004",
        "Read-only remote files as shared data tables",
        "CICS MRO",
        "tuning",
        "yes",
        "Remote files by requests and updates.",
        "A busy remote file without updates.",
        "A table read needs neither the other region nor VSAM.",
        "Shared data table.",
        ("002, MRO",),
        threshold="5 % or more of the region's requests.",
        verify=VERIFY,
        back_out="TABLE(NO).",
        risk=Risk("low"),
        prerequisites="Data space storage; below 2 GB a partition on z/VSE.",
        effect="Very significant CPU; processor upgrades avoided.",
        effect_conditions="z/VSE.",
        projection="Shipped requests that stay local, at the connection's CPU per request.",
        report=STATISTICS,
        on=FILE,
        check=_read_only,
        guards=(),
        syntax={"SDT": file_steps("TABLE(CICS) MAXNUMRECS(<records>)")},
        applying=procedures.DATA_TABLE,
    ),
    Rule(
        "MRO-005",
        "Mostly read files as shared data tables",
        "CICS MRO",
        "tuning",
        "yes",
        "Remote files by requests and updates.",
        "A busy remote file with up to 10 % updates.",
        "Reads come from the table, updates are shipped as before.",
        "Shared data table.",
        ("002, MRO",),
        threshold="002: overhead of the swap is small; not for many updates; 10 % is practice.",
        verify=VERIFY,
        back_out="TABLE(NO).",
        risk=Risk("low"),
        prerequisites="As MRO-004.",
        projection="As MRO-004, updates counted twice.",
        report=STATISTICS,
        on=FILE,
        check=_mostly_read,
        syntax={"SDT": file_steps("TABLE(CICS) MAXNUMRECS(<records>)")},
        alternatives=("MRO-004", "MRO-007", "MRO-008"),
        applying=procedures.DATA_TABLE,
    ),
    Rule(
        "MRO-006",
        "Data tables over 2 GB",
        "CICS MRO",
        "config-check",
        "no",
        "Size of the shared data tables of a region.",
        "Above 80 % of 2 GB.",
        "A z/VSE partition holds 2 GB of tables; z/OS has no such limit.",
        "Several file-owning regions.",
        ("002, MRO",),
        threshold="2 GB.",
        verify="SDT storage.",
        back_out="None needed.",
        risk=Risk("medium", "another region to run."),
        projection="a limit, not a speed",
        report=STATISTICS,
        on=REGION,
        platforms=ZVSE,
        check=_table_limit,
        exposure="errors",
        applying=advised("recycle", Role.CICS),
    ),
    Rule(
        "MRO-007",
        "Files where they are used",
        "CICS MRO",
        "tuning",
        "yes",
        "Requests for a file by region.",
        "One region makes 80 % or more of them.",
        "Local requests need no shipping.",
        "Move the file to that region.",
        ("002, MRO",),
        threshold="80 % is practice.",
        verify=VERIFY,
        back_out="The former definitions.",
        risk=Risk("medium", "less resilient, a failure of that region now stops the others."),
        projection="Requests that stay local.",
        report=STATISTICS,
        on=FILE,
        check=_move,
        alternatives=("MRO-004", "MRO-008"),
        applying=replace(advised("close_open", Role.CICS), stops="vsam_file"),
    ),
    Rule(
        "MRO-008",
        "A copy for each region",
        "CICS MRO",
        "tuning",
        "yes",
        "Requests for a file by region, updates.",
        "Two or more regions, no updates.",
        "Local copies need no shipping.",
        "Own copy of the file in each region.",
        ("002, MRO",),
        threshold="Busy files that nothing updates online.",
        verify=VERIFY,
        back_out="The former definitions.",
        risk=Risk("medium", "copies must be refreshed together."),
        prerequisites="Space for the copies, and a job that refreshes them together.",
        projection="Requests that stay local.",
        report=STATISTICS,
        on=FILE,
        check=_copies,
        alternatives=("MRO-004",),
        applying=advised("close_open", Role.CICS, Role.APPLICATION),
    ),
    Rule(
        "MRO-014",
        "What makes MRO dearer still",
        "CICS MRO",
        "caveat",
        "no",
        "ISC, MROLRM, CPUs.",
        "Any of them.",
        "Each adds overhead to every shipped request.",
        "Expect more than published.",
        (_MRO,),
        projection="not quantified",
        guards=("MRO-001", "MRO-004", "MRO-005", "MRO-007", "MRO-008"),
        guard=_dearer,
    ),
)
