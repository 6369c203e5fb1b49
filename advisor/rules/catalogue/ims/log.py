"""IMS: log buffers, the write-ahead data set, database buffer pools."""

from __future__ import annotations

import math

from advisor.findings import Risk
from advisor.rules.base import Advice, DoesNotApply, Rule
from advisor.rules.commands import statements
from advisor.rules.effects import arithmetic, manual
from advisor.rules.procedure import NONE_STATED, Procedure, Role
from advisor.rules.references import PRACTICE
from advisor.rules.subject import CannotTell, Subject
from model.language import Name

LOGGER = "IMS Performance Analyzer Logger Statistics"
WADS_REPORT = "SMF 42-6 data set I/O of the WADS, or by hand"
POOL_REPORT = "IMS Monitor or //DFSSTAT buffer pool reports"
WAITING_SHARE = 1e-4
SLOW_MS = 0.5
HIT, READS_PER_S = 0.8, 100.0
LEAST_READS = 100_000.0
MOST_BUFFERS = 9_999
_DOCS = "https://www.ibm.com/docs/en/ims"
_BUFFERS = f"{_DOCS}/15.6.0?topic=characteristics-changing-number-olds-buffers"
_LOGGER = f"{_DOCS}/15.1.0?topic=set-logger-section-dfsdfxxx-member"
_WADS = f"{_DOCS}/13.1.0?topic=sets-allocating-write-ahead-data-set-wads"
_SUBPOOLS = f"{_DOCS}/15.1.0?topic=pools-specifying-vsam-osam-subpools"
_UPDATE = (
    "http://www-01.ibm.com/support/knowledgecenter/SSEPH2_13.1.0/com.ibm.ims13.doc.cr/"
    "imscmds/ims_updatepool.htm"
)

_ZHYPERWRITE = "https://www.ibm.com/docs/en/ims/15.4.0?topic=zhyperwrite-wads-support"
_IN_USE = "https://www.ibm.com/docs/en/ims/15.4.0?topic=dfs3300i-dfs3273i"
OLDS = Procedure(
    command="",
    back_out="",
    permanent="The LOGGER section of DFSDFxxx (OLDSDEF of DFSVSMxx before IMS 15).",
    effort="recycle",
    detail="With the restart of IMS; the WADS have to have room for as many buffers. MODE is "
    "SINGLE where the statement leaves it out: what is dual stays so only with MODE=DUAL.",
    roles=(Role.IMS,),
    level="2 to 9,999 buffers. BUFSTOR=64 only with OLDS in extended format.",
    sources=(_BUFFERS, _LOGGER),
)
WADS = Procedure(
    command=statements(
        "/START WADS <n>",
        "/SWITCH WADS",
        "/STOP WADS <former>",
        "UPDATE IMS SET(LCLPARM(ZHYPERWRITE(WADS(Y))))",
        "DFSDFxxx <SECTION=LOGGER>: WADSDEF=(WADS=(<n>,<n>),MODE=<as before>),"
        "ZHYPERWRITE=(WADS=YES)",
    ),
    back_out=statements(
        "/START WADS <former>",
        "/SWITCH WADS",
        "/STOP WADS <n>",
        "UPDATE IMS SET(LCLPARM(ZHYPERWRITE(WADS(N))))",
        "DFSDFxxx <SECTION=LOGGER>: WADSDEF=(WADS=(<former>),MODE=<as before>),"
        "ZHYPERWRITE=(WADS=NO)",
    ),
    permanent="WADSDEF in the LOGGER section, with DFSMDA members for dynamic allocation.",
    effort="recycle",
    detail="A spare WADS is started at once if a restart has formatted it (FORMAT WA), with the "
    "device type and the space of the others; one in use cannot be stopped (DFS3273I), so that IMS "
    "switches first. UPDATE IMS needs APAR PH02149: without it ZHYPERWRITE takes a restart.",
    roles=(Role.IMS, Role.STORAGE),
    level="zHyperWrite where the volumes are mirrored. From IMS 15 on each WADS is a linear VSAM "
    "data set with control intervals of 4 KB, no secondary space, SHAREOPTIONS(3 3).",
    sources=(_WADS, _LOGGER, _ZHYPERWRITE, _IN_USE),
)
POOLS = Procedure(
    command=statements(
        "DFSDFxxx <SECTION=OSAMxxx>: IOBF=(<size>,<buffers>,N,N,<id>)",
        "UPDATE POOL TYPE(DBAS) SECTION(OSAMxxx)",
        "DFSVSMxx: IOBF=(<size>,<buffers>,N,N,<id>)",
    ),
    back_out=statements(
        "DFSDFxxx <SECTION=OSAMxxx>: IOBF=(<size>,<former>,N,N,<id>)",
        "UPDATE POOL TYPE(DBAS) SECTION(OSAMxxx)",
        "DFSVSMxx: IOBF=(<size>,<former>,N,N,<id>)",
    ),
    permanent="DFSVSMxx: DFSDFxxx is read for UPDATE POOL only. VSAM subpools: VSRBF= and "
    "SECTION(VSAMxxx).",
    effort="dynamic",
    detail="UPDATE POOL quiesces the databases of the subpool while it is made anew.",
    roles=(Role.IMS,),
    level=NONE_STATED,
    sources=(_SUBPOOLS, _UPDATE),
)


def _log_buffers(subject: Subject) -> Advice | str:
    waits = subject.need_figure("log_buffer_waits")
    records = subject.figure("log_records")
    if not waits or (records is not None and waits <= WAITING_SHARE * records):
        return subject.say(
            "{name} waited {waits:,.0f} times for a log buffer (above 0.01 % of the records is too "
            "often).",
            waits=waits,
        )
    buffers = subject.need("BUFNO", default=True)
    more = min(MOST_BUFFERS, int(2 * buffers))
    return Advice(
        subject.say(
            "{name} waited {waits:,.0f} times for one of its {buffers:,.0f} log buffers.",
            waits=waits,
            buffers=buffers,
        ),
        ((subject.set("BUFNO", more),),),
        effects=(
            arithmetic("log_buffer_waits", waits, 0.0, "twice the buffers", low=0.0, high=waits),
        ),
        notes=("Where waits go on, the log's data sets are too slow: look at their response.",),
    )


def _wads(subject: Subject) -> Advice | str:
    host = subject.container("lpar")
    found = {} if host is None else host.by_part("wads_response_ms")
    own = subject.figure("wads_response_ms")
    if own is not None:
        slow, which = own, subject.name
    elif found:
        which, slow = max(found.items(), key=lambda item: item[1])
    else:
        raise CannotTell(
            subject.say("response of the WADS of {name}"),
            WADS_REPORT,
            (subject.id, "wads_response_ms"),
        )
    if slow <= SLOW_MS:
        return subject.say(
            "{name}: its WADS answer in {slow:.2f} ms (above 0.5 ms is slow).", slow=slow
        )
    return Advice(
        subject.say(
            "{name}: {which} answers in {slow:.2f} ms, for which each commit waits.",
            which=Name(which),
            slow=slow,
        ),
        texts=(manual(subject.id, "WADS"),),
        effects=(
            arithmetic(
                "wads_response_ms",
                slow,
                SLOW_MS,
                "a fast volume of its own",
                low=SLOW_MS,
                high=slow,
            ),
        ),
    )


def _pools(subject: Subject) -> Advice | str:
    found, reads = subject.by_part("pool_found"), subject.by_part("pool_reads")
    told = [name for name in reads if name in found and reads[name] + found[name]]
    if not told:
        raise CannotTell(subject.say("hits and reads of the subpools of {name}"), POOL_REPORT)
    seconds = subject.figure("duration_s")
    least = READS_PER_S * seconds if seconds else LEAST_READS
    busy = [name for name in told if reads[name] >= least]
    if not busy:
        raise DoesNotApply(
            subject.say("{name}: no subpool reads 100 blocks a second or 100,000 in all.")
        )

    def hit(name: str) -> float:
        return found[name] / (found[name] + reads[name])

    poor = [name for name in busy if hit(name) < HIT]
    worst = min(busy, key=hit)
    if not poor:
        return subject.say(
            "{name}: {share:.0%} of the requests found their block in subpool {pool} (below 80 % "
            "is little).",
            share=hit(worst),
            pool=Name(worst),
        )
    buffers = subject.by_part("pool_buffers")
    texts = []
    for name in poor:
        pool, _, size = name.rpartition(".")
        held = buffers.get(name)
        count = f"{2 * held:.0f}" if held else "<twice>"
        texts.append(
            manual(
                subject.id,
                "SUBPOOL",
                statements(
                    f"DFSDFxxx <SECTION=OSAMxxx>: IOBF=({size},{count},N,N,{pool})",
                    "UPDATE POOL TYPE(DBAS) SECTION(OSAMxxx)",
                    f"DFSVSMxx: IOBF=({size},{count},N,N,{pool})",
                ),
            )
        )
    before = sum(reads[name] for name in poor)
    return Advice(
        subject.say(
            "{name}: {share:.0%} of the requests found their block in subpool {pool}; {count} "
            "in all.",
            share=hit(worst),
            pool=Name(worst),
            count=len(poor),
        ),
        texts=tuple(texts),
        effects=(
            arithmetic(
                "pool_reads",
                before,
                before / math.sqrt(2.0),
                "reads fall with the square root of the buffers, twice as many here; how many that "
                "saves only a trace tells",
                low=before / 2.0,
                high=before,
            ),
        ),
        caveats=("VSAM subpools: VSRBF= and SECTION(VSAMxxx) in place of IOBF=.",),
    )


RULES = (
    Rule(
        "IMS-101",
        "Waits for a log buffer",
        "IMS",
        "threshold",
        "partial",
        "Waits for a buffer of the online log, and BUFNO.",
        "Waits for more than 0.01 % of the log records.",
        "Whoever writes to the log waits until a buffer was written.",
        "Twice the BUFNO; the default is 5.",
        (_BUFFERS, _LOGGER, PRACTICE),
        threshold="0.01 % and twice the buffers are practice.",
        verify="Logger Statistics: Buffer waits.",
        back_out="The former BUFNO.",
        risk=Risk("low", "fixed storage, and room in the WADS."),
        projection="Waits end; how long each was is not counted.",
        report=LOGGER,
        on=("ims_system",),
        check=_log_buffers,
        exposure="degradation",
        syntax={
            "BUFNO": statements(
                "DFSDFxxx <SECTION=LOGGER>: OLDSDEF=(OLDS=(<ids>),MODE=<as before>,"
                "BUFNO={value},BUFSTOR=<as before>)"
            )
        },
        applying=OLDS,
    ),
    Rule(
        "IMS-102",
        "A slow write-ahead data set",
        "IMS",
        "threshold",
        "partial",
        "Mean response of the WADS; by hand, at the IMS system, where SMF 42-6 is missing.",
        "More than 0.5 ms.",
        "Each commit waits for the write of the log, most of them for the WADS.",
        "The WADS alone on fast volumes; zHyperWrite where they are mirrored.",
        (_WADS, PRACTICE),
        threshold="0.5 ms is practice.",
        verify="SMF 42-6: response of the WADS.",
        back_out="The former WADS.",
        risk=Risk("low", "a WADS is replaced while IMS runs."),
        projection="Response of the WADS; the part of it in each commit is not known.",
        report=WADS_REPORT,
        on=("ims_system",),
        check=_wads,
        exposure="degradation",
        applying=WADS,
    ),
    Rule(
        "IMS-103",
        "Database subpools that miss too often",
        "IMS",
        "threshold",
        "partial",
        "Requests found and reads of each OSAM and VSAM subpool.",
        "Fewer than 80 % found, at 100 reads a second or 100,000 in all.",
        "A block that is not in the subpool is read from disk while the transaction holds its "
        "region.",
        "Twice the buffers of the subpool, then look again.",
        (_SUBPOOLS, PRACTICE),
        threshold="80 %, 100 a second and twice the buffers are practice.",
        verify="IMS Monitor: buffer pool reports.",
        back_out="The former number of buffers.",
        risk=Risk("low", "storage; the databases of the subpool are quiesced."),
        projection="Reads by the square root of the buffers, by half at best.",
        report=POOL_REPORT,
        on=("ims_system",),
        check=_pools,
        exposure="degradation",
        applying=POOLS,
    ),
)
