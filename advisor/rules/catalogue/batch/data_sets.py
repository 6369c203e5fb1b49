"""Batch: block size and compression of sequential data sets, the sort accelerator."""

from __future__ import annotations

from math import ceil

from advisor.findings import Risk
from advisor.rules.base import ZOS, Advice, DoesNotApply, Rule
from advisor.rules.commands import statements
from advisor.rules.effects import arithmetic, manual
from advisor.rules.procedure import NONE_STATED, Procedure, Role
from advisor.rules.references import PRACTICE
from advisor.rules.subject import CannotTell, Subject
from model.language import Name

REPORT = "SMF 42-6 data set I/O"
HALF_TRACK, SMALL_BLOCK = 27_998.0, 20_000.0
LEAST_IOS = 100_000.0
LEAST_SORT_GB = 1.0
_ZSORT = "https://www.ibm.com/docs/en/zos/2.5.0?topic=works-integrated-accelerator-z-sort"
Z15 = ("8561", "8562", "3931", "3932", "9175")
_TWO = 2

BLOCKS = Procedure(
    command=statements("//<ddname> DD DSN=<data set>,DCB=(BLKSIZE=0,BUFNO=30)"),
    back_out=statements("//<ddname> DD DSN=<data set>,DCB=BLKSIZE=<former>"),
    permanent="The JCL, or the data class that the storage administrator assigns.",
    effort="application",
    detail="When the data set is written the next time; programs that code BLOCK CONTAINS need 0.",
    roles=(Role.APPLICATION, Role.STORAGE),
    level=NONE_STATED,
    sources=("https://www.ibm.com/docs/en/zos/2.5.0?topic=parameter-blksize",),
)
COMPRESSION = Procedure(
    command=statements("ISMF: DATA CLASS <class> COMPACTION(ZP)", "SETSMS SCDS(<data set>)"),
    back_out=statements("ISMF: DATA CLASS <class> COMPACTION(<former>)", "SETSMS SCDS(<data set>)"),
    permanent="The data class, activated with the SMS configuration (SETSMS SCDS).",
    effort="dynamic",
    detail="When the data set is allocated the next time; old copies stay readable.",
    roles=(Role.STORAGE,),
    level="zEDC Express, or z15 and later; extended format.",
    sources=("https://www.ibm.com/docs/en/zos/2.5.0?topic=attributes-compaction",),
)
ACCELERATOR = Procedure(
    command="",
    back_out="",
    permanent="ICEPRMxx, or OPTION in DFSPARM of one sort.",
    effort="dynamic",
    detail="For the next sort; a sort that does not fit its memory object goes the usual way. No "
    "public page shows the form of ICEPRMxx: see the DFSORT manual.",
    roles=(Role.ZOS,),
    level="z15 with z/OS V2R3 and the PTFs of its documentation.",
    sources=(_ZSORT,),
)


def _told(subject: Subject, figure: str) -> dict[str, float]:
    """I/Os of the busy sequential data sets that have this figure too."""
    ios, of = subject.by_part("sequential_ios"), subject.by_part(figure)
    told = {name: count for name, count in ios.items() if name in of}
    if not told:
        raise CannotTell(subject.say("sequential data sets of {name}"), REPORT)
    busy = {name: count for name, count in told.items() if count >= LEAST_IOS}
    if not busy:
        raise DoesNotApply(subject.say("{name}: no sequential data set has 100,000 I/Os."))
    return busy


def _blocks(subject: Subject) -> Advice | str:
    ios, sizes = _told(subject, "sequential_block_bytes"), subject.by_part("sequential_block_bytes")
    small = {name: count for name, count in ios.items() if 0 < sizes[name] < SMALL_BLOCK}
    if not small:
        least = min(ios, key=lambda name: sizes[name])
        return subject.say(
            "{name}: blocks of busy sequential data sets have {size:,.0f} bytes or more (below "
            "20,000 is small).",
            size=sizes[least],
        )
    worst = max(small, key=lambda name: small[name])
    before = sum(small.values())
    after = sum(count * sizes[name] / HALF_TRACK for name, count in small.items())
    return Advice(
        subject.say(
            "{name}: {dataset} has blocks of {size:,.0f} bytes and {ios:,.0f} I/Os; {count} in "
            "all.",
            dataset=Name(worst),
            size=sizes[worst],
            ios=small[worst],
            count=len(small),
        ),
        texts=tuple(
            manual(
                subject.id,
                "BLKSIZE",
                statements(f"//<ddname> DD DSN={name},DCB=(BLKSIZE=0,BUFNO=30)"),
            )
            for name in sorted(small, key=lambda name: -small[name])
        ),
        effects=(
            arithmetic(
                "sequential_ios",
                before,
                after,
                "as many bytes in blocks of half a track",
                low=after,
                high=before,
            ),
        ),
        caveats=("A record longer than half a track, and undefined format, keep their blocks.",),
    )


def _compression(subject: Subject) -> Advice | str:
    ios, extended = _told(subject, "sequential_extended"), subject.by_part("sequential_extended")
    plain = [name for name in ios if extended[name]]
    if not plain:
        return subject.say(
            "{name}: none of the {count} busy sequential data sets is extended and "
            "uncompressed (any is looked into).",
            count=len(ios),
        )
    worst = max(plain, key=lambda name: ios[name])
    return Advice(
        subject.say(
            "{name}: {count} busy data sets in extended format are not compressed, {dataset} with "
            "{ios:,.0f} I/Os foremost.",
            count=len(plain),
            dataset=Name(worst),
            ios=ios[worst],
        ),
        texts=(manual(subject.id, "COMPACTION"),),
        not_projectable="how far data can be compressed is known only after it was done",
        caveats=("Data that are encrypted or compressed already do not shrink.",),
    )


def _accelerator(subject: Subject) -> Advice | str:
    size = subject.need_figure("gb_sorted")
    if size < LEAST_SORT_GB:
        raise DoesNotApply(subject.say("{name} sorts {size:.1f} GB only.", size=size))
    machine = subject.container("cpc")
    model = machine.text("MODEL") if machine is not None else None
    if model is not None and model[:4].isdecimal() and model[:4] not in Z15:
        raise DoesNotApply(
            subject.say("{name} runs on a {model}, which has no accelerator.", model=Name(model))
        )
    if subject.need_flag("ZSORT"):
        return subject.say("{name} may use the sort accelerator.")
    return Advice(
        subject.say(
            "{name} sorts {size:.0f} GB without the sort accelerator.",
            size=size,
        ),
        ((subject.set("ZSORT", True),),),
        texts=(
            manual(
                subject.id,
                "MEMLIMIT",
                statements(f"//<step> EXEC PGM=SORT,MEMLIMIT={ceil(_TWO * size)}G"),
            ),
        ),
        not_projectable="no measurement of these sorts with the accelerator is published",
        caveats=("The memory object has to be backed by real storage: ZOS-001 comes first.",),
    )


RULES = (
    Rule(
        "BAT-001",
        "Small blocks of sequential data sets",
        "Batch",
        "threshold",
        "partial",
        "I/Os and block size of the busiest sequential data sets.",
        "Blocks below 20,000 bytes and 100,000 I/Os or more.",
        "Each block is an I/O of its own unless it is chained; half a track is the most that a "
        "3390 holds twice.",
        "BLKSIZE=0, so that the system chooses half a track, and more buffers.",
        (PRACTICE,),
        threshold="20,000 bytes, 100,000 I/Os and 30 buffers are practice.",
        verify="SMF 42-6: I/Os of the data set.",
        back_out="The former BLKSIZE, when the data set is written again.",
        risk=Risk("low", "programs that state a block size have to change."),
        projection="I/Os in proportion to the block size; chained I/O had fewer before.",
        report=REPORT,
        on=("lpar",),
        platforms=ZOS,
        check=_blocks,
        applying=BLOCKS,
    ),
    Rule(
        "BAT-002",
        "Sorts without the sort accelerator",
        "DFSORT",
        "threshold",
        "no",
        "ZSORT and the size of each sort. ZSORT is in no report that is read: it is entered by "
        "hand (--answers, or the inspector of the sort).",
        "ZSORT off for a sort of 1 GB or more on a z15 or later.",
        "The processor sorts records in storage by an instruction of its own.",
        "ZSORT, and MEMLIMIT for a memory object of twice the input.",
        (_ZSORT, PRACTICE),
        threshold="Twice the input after the source; 1 GB is practice.",
        verify="CPU and elapsed time of the sort (SMF 16).",
        back_out="NOZSORT.",
        risk=Risk("low", "real storage for the memory object."),
        projection="Not projected: nothing is published for such sorts.",
        report="ICE messages for the size; ZSORT by hand",
        on=("dfsort_job",),
        platforms=ZOS,
        check=_accelerator,
        syntax={"ZSORT": statements("ICEPRMxx: ZSORT", "DFSPARM: OPTION ZSORT,MOSIZE=MAX")},
        undo={"ZSORT": statements("ICEPRMxx: NOZSORT", "DFSPARM: OPTION NOZSORT")},
        applying=ACCELERATOR,
    ),
    Rule(
        "BAT-003",
        "Extended data sets that are not compressed",
        "Batch",
        "threshold",
        "no",
        "I/Os and compression of the busiest sequential data sets in extended format.",
        "Not compressed, with 100,000 I/Os or more.",
        "Compressed by the processor's own unit, the same data take less space and fewer I/Os.",
        "A data class with Compaction ZEDC.",
        (PRACTICE,),
        threshold="100,000 I/Os are practice.",
        verify="SMF 42-6: I/Os and S42DSCMT; LISTCAT: COMP-FORMT.",
        back_out="The former compaction of the data class.",
        risk=Risk("medium", "readers on other systems have to know the format."),
        projection="Not projected: the ratio is the data's own.",
        report=REPORT,
        on=("lpar",),
        platforms=ZOS,
        check=_compression,
        applying=COMPRESSION,
    ),
)
