"""Lock contention among systems: real, and false by a lock table that is too small."""

from __future__ import annotations

from advisor.findings import Risk
from advisor.rules.base import Advice, DoesNotApply, Rule
from advisor.rules.commands import statements
from advisor.rules.effects import arithmetic, manual
from advisor.rules.procedure import NONE_STATED, Procedure, Role
from advisor.rules.structures import POLICY_AS_A_WHOLE, PUBLISHED, UNKNOWN_SIZE, policy_operands
from advisor.rules.subject import CannotTell, Subject

REPORT = "RMF coupling facility activity, structure activity"
CONTENTION, FALSE = 0.05, 0.01
LEAST_REQUESTS_PER_S = 100.0
_ZOS = "https://www.ibm.com/support/knowledgecenter"
_POLICY = (
    f"{_ZOS}/en/SSLTBW_2.3.0/com.ibm.zos.v2r3.ieaf100/ieaf10053.htm",
    f"{_ZOS}/SSLTBW_2.1.0/com.ibm.zos.v2r1.ieai600/ieai6744.htm",
)
_COMMANDS = statements(
    "IXCMIAPU: STRUCTURE {policy}",
    "SETXCF START,POLICY,TYPE=CFRM,POLNAME=<policy>",
    "SETXCF START,REBUILD,STRNAME={name}",
)
_LTE = statements(
    "IXCMIAPU: STRUCTURE {policy}",
    "SETXCF START,POLICY,TYPE=CFRM,POLNAME=<policy>",
    "F <irlmproc>,SET,LTE={entries}",
    "SETXCF START,REBUILD,STRNAME={name}",
    "IRLMPROC: LTE={entries}",
)
"""Locks of Db2: with an LTE that is not 0 a larger structure alone has no larger lock table."""
_IRLM = "_LOCK1"
_OPEN = "NAME(<structure>) INITSIZE(<twice>) SIZE(<twice>) PREFLIST(<cf1>,<cf2>)"
LOCK_TABLE = Procedure(
    command=_LTE.format(name="<structure>", policy=_OPEN, entries="<twice LTE>"),
    back_out=statements(
        "SETXCF START,POLICY,TYPE=CFRM,POLNAME=<former>",
        "F <irlmproc>,SET,LTE=<former>",
        "SETXCF START,REBUILD,STRNAME=<structure>",
        "IRLMPROC: LTE=<former>",
    ),
    permanent=POLICY_AS_A_WHOLE,
    effort="policy",
    detail="The rebuild stops locking for seconds; end duplexing before it. LTE, a power of 2, "
    "only where IRLM has one that is not 0: it says how large the lock table is. Without it "
    "INITSIZE is a power of 2, of which half is the table. Other operands of the STRUCTURE "
    "statement stay as they are.",
    roles=(Role.ZOS, Role.DB2),
    level=NONE_STATED,
    sources=(
        *_POLICY,
        PUBLISHED,
        "https://www.ibm.com/docs/en/db2-for-zos/13.0.0?topic=size-storage-estimate-lock-structure",
        "https://ibm.com/docs/SSEPEK_13.0.0/dshare/src/tpc/db2z_changesizelockstructure.html",
        "https://www.ibm.com/docs/SSEPEK_12.0.0/comref/src/tpc/db2z_cmd_modifyirlmprocset.html",
    ),
)


def _contention(subject: Subject) -> Advice | str:
    if subject.text("TYPE") != "lock":
        raise DoesNotApply(subject.say("{name} holds no locks."))
    requests = sum(subject.by_part("lock_requests").values())
    met = subject.by_part("lock_contentions")
    if not requests or not met:
        raise CannotTell(subject.say("lock contention of {name}"))
    rate = subject.figure("requests_per_s")
    if rate is not None and rate < LEAST_REQUESTS_PER_S:
        raise DoesNotApply(
            subject.say("{name} has {rate:.0f} requests a second, less than 100.", rate=rate)
        )
    share = sum(met.values()) / requests
    false = sum(subject.by_part("lock_false_contentions").values()) / requests
    if share <= CONTENTION and false <= FALSE:
        return subject.say(
            "{name}: {share:.2%} of the lock requests met contention (above 5 % is much), "
            "{false:.2%} false contention (above 1 % is much).",
            share=share,
            false=false,
        )
    table = false > FALSE
    now = subject.number("SIZE_MB")
    policy, former = _policies(subject, None if now is None else 2.0 * now)
    steps = _LTE if subject.name.endswith(_IRLM) else _COMMANDS
    commands = steps.format(name=subject.name, policy=policy, entries="<twice LTE>")
    back = steps.format(name=subject.name, policy=former, entries="<former>")
    return Advice(
        subject.say(
            "{share:.1%} of the lock requests of {name} met contention, {false:.1%} by sharing an "
            "entry of the lock table only.",
            share=share,
            false=false,
        ),
        texts=(
            manual(
                subject.id,
                "LOCK_TABLE" if table else "LOCKS",
                commands
                if table
                else "Shorter units of work and commits more often in what holds these locks; a "
                "larger lock table does not help against real contention",
            ),
        ),
        way_back=back if table else "",
        effects=(
            arithmetic(
                "lock_contentions",
                share * requests,
                (share - false / 2.0) * requests,
                "twice the entries halve false contention",
                low=(share - false / 2.0) * requests,
                high=share * requests,
            ),
        )
        if table
        else (),
        not_projectable=""
        if table
        else "how long locks are held is the programs' matter, which no report here tells",
    )


def _policies(subject: Subject, megabytes: float | None) -> tuple[str, str]:
    """Operands of the structure's statement with a size in MB, and those of today."""
    found = []
    for wanted in ({} if megabytes is None else {"SIZE_MB": megabytes}, {}):
        known = policy_operands(subject.component, subject.topology, wanted)
        found.append(known["cfrm"] + known["duplexing"])
    return found[0] if megabytes else found[0].replace(UNKNOWN_SIZE, "<twice>"), found[1]


RULES = (
    Rule(
        "CF-006",
        "Lock contention among systems",
        "Coupling facility",
        "threshold",
        "partial",
        "Lock requests, contention and false contention of each lock structure.",
        "More than 5 % of at least 100 requests a second meet contention, or 1 % false contention.",
        "Each contention is settled by messages among the systems, also where two locks only "
        "share an entry of the table.",
        "Twice the lock table against false contention; shorter units of work against the rest.",
        (
            "https://www.ibm.com/docs/en/db2-for-zos/13.0.0?topic=contention-how-much-is-acceptable",
            "https://www.oreilly.com/library/view/db2-for-z-os/0738496553/chapter-87.html",
        ),
        threshold="5 % after the first source, 1 % after the second; 100 a second is practice.",
        verify="RMF coupling facility activity: -CONT and -FALSE CONT.",
        back_out="The former policy and another rebuild.",
        risk=Risk("medium", "locking stands still for seconds during the rebuild."),
        projection="False contention by the entries of the table; the waits behind it are not "
        "counted.",
        report=REPORT,
        on=("cf_structure",),
        check=_contention,
        exposure="degradation",
        applying=LOCK_TABLE,
    ),
)
