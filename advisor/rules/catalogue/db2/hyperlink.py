"""zHyperLink for the synchronous reads of Db2."""

from __future__ import annotations

from advisor.findings import Risk
from advisor.rules.base import Advice, DoesNotApply, Rule
from advisor.rules.catalogue.zos.program_fetch import MACHINE_ARCH
from advisor.rules.commands import statements
from advisor.rules.effects import arithmetic, manual
from advisor.rules.procedure import Procedure, Role
from advisor.rules.subject import CannotTell, Subject
from model.language import Name

WAIT_PCT = 20.0
HIT_PCT = 90.0
Z14 = "3906"
LINK_US = (20.0, 25.0, 50.0)
CPU_ROOM_PCT = 70.0

HYPERLINK = Procedure(
    command=statements(
        "SETIOS ZHYPERLINK,OPER=READ",
        "IECIOSxx: ZHYPERLINK,OPER=READ",
        "DSNTIJUZ DSN6SPRM: ZHYPERLINK=DATABASE",
        "-SET SYSPARM LOAD(<module>)",
    ),
    back_out=statements(
        "SETIOS ZHYPERLINK,OPER=NONE",
        "IECIOSxx: ZHYPERLINK,OPER=NONE",
        "DSNTIJUZ DSN6SPRM: ZHYPERLINK=<former>",
        "-SET SYSPARM LOAD(<module>)",
    ),
    permanent="IECIOSxx, the storage class, and the Db2 parameter ZHYPERLINK.",
    effort="hardware",
    detail="Links are bought and cabled first; the settings take effect while all runs.",
    roles=(Role.STORAGE, Role.DB2, Role.HARDWARE),
    level="z14; DS8880 within 150 m; Db2 12.",
    sources=(
        "https://ibm.com/docs/en/zos/latest?topic=performance-zhyperlink-io",
        "https://www.ibm.com/docs/SSEPEK_12.0.0/inst/src/tpc/db2z_ipf_zhyperlink.html",
        "https://www.ibm.com/docs/SSEPEK_12.0.0/comref/src/tpc/db2z_cmd_setsysparm.html",
    ),
)


def _untold_machine(subject: Subject) -> bool:
    """Whether no report tells the machine. Raises DoesNotApply for one that can have no links."""
    own = subject.container("cpc")
    machines = subject.peers("cpc") if own is None else (own,)
    models = {model for one in machines if (model := one.text("MODEL"))}
    levels = {model: MACHINE_ARCH.get(model[:4]) for model in models}
    if models and all(level and level < MACHINE_ARCH[Z14] for level in levels.values()):
        raise DoesNotApply(
            subject.say(
                "{name} runs on machine type {model}, which has no zHyperLink: it takes a z14.",
                model=Name(sorted(models)[0]),
            )
        )
    return not models


def _hyperlink(subject: Subject) -> Advice | str:
    reads, each = subject.need_figure("sync_io_per_tx"), subject.need_figure("sync_io_us")
    response = subject.need_figure("response_ms")
    wait = min(reads * each / 10.0 / response, 100.0)
    if wait <= WAIT_PCT:
        return subject.say(
            "{name}: synchronous reads are {wait:.1f} % of the response time (above 20 % is much).",
            wait=wait,
        )
    untold = _untold_machine(subject)
    disks = [d.by_part("read_hit_pct") for d in subject.peers("dasd")]
    hits = [hit for found in disks for hit in found.values()]
    if not hits:
        raise CannotTell("read hits of the control unit", "RMF cache subsystem activity")
    hit = min(hits)
    if hit <= HIT_PCT:
        return subject.say(
            "{name}: {hit:.0f} % of the reads hit the cache of the disks; from 90 % on they can "
            "be answered over zHyperLink (DSK-004).",
            hit=hit,
        )
    host = subject.container("lpar")
    busy = None if host is None else host.figure("cp_busy_pct")
    if busy is not None and busy > CPU_ROOM_PCT:
        return subject.say(
            "{name}: its CPs are {busy:.0f} % busy; above 70 % the spin of zHyperLink is dear.",
            busy=busy,
        )
    saved = [reads * hit / 100.0 * max(each - link, 0.0) / 1000.0 for link in LINK_US]
    return Advice(
        subject.say(
            "Transactions of {name} wait {wait:.0f} % of their time for {reads:.1f} synchronous "
            "reads of {each:.0f} µs.",
            wait=wait,
            reads=reads,
            each=each,
        ),
        texts=(manual(subject.id, "ZHYPERLINK"),),
        effects=(
            arithmetic(
                "response_ms",
                response,
                response - saved[1],
                "reads that hit the cache take 20 to 50 µs",
                low=response - saved[0],
                high=response,
            ),
        )
        if response > saved[0]
        else (),
        caveats=(
            (
                "The CPU spins while it waits: 5 % more CPU of the partition was published with "
                "70 GB of pools, 13.8 % with 10 GB."
            ),
            *(("No report tells the machine: it takes a z14 or later.",) if untold else ()),
        ),
    )


_PLANET = (
    "https://planetmainframe.com/2019/08/"
    "lightning-fast-i-o-via-zhyperlink-and-db2-for-z-os-exploitation-part-2/"
)
RULES = (
    Rule(
        "DSK-003",
        "zHyperLink for synchronous reads",
        "Db2",
        "tuning",
        "partial",
        "Synchronous reads of the accounting report, read hits of the disks.",
        "Synchronous reads are more than 20 % of the response time, more than 90 % of them hit the "
        "cache of the control unit, CPs are at most 70 % busy, and the machine is a z14 or later.",
        "A read that hits the cache takes tens of microseconds over zHyperLink, without an "
        "interrupt and a redispatch.",
        "zHyperLink for reads of the databases.",
        (_PLANET, "https://ibm.com/docs/en/zos/latest?topic=performance-zhyperlink-io"),
        threshold="20 %, 90 % and 70 % are practice.",
        verify="Accounting: synchronous I/O wait; RMF: synchronous I/O link activity.",
        back_out="SETIOS ZHYPERLINK,OPER=NONE.",
        risk=Risk("medium", "CPU is spent spinning, most with small pools."),
        prerequisites="z14, DS8880 within 150 m, Db2 12.",
        projection="Reads that hit the cache at 20 to 50 µs; the CPU they spin is not in it.",
        report="Db2 accounting report and RMF cache subsystem activity",
        on=("db2_subsystem",),
        check=_hyperlink,
        applying=HYPERLINK,
    ),
)
