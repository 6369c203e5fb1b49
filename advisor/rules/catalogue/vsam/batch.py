"""VSAM data sets that are read in sequence, one control interval an I/O."""

from __future__ import annotations

from advisor.findings import Risk
from advisor.rules.base import Advice, DoesNotApply, Rule
from advisor.rules.commands import statements
from advisor.rules.effects import manual
from advisor.rules.procedure import NONE_STATED, Procedure, Role
from advisor.rules.references import PRACTICE
from advisor.rules.subject import Subject

IN_SEQUENCE, CIS_AN_IO, LEAST_IOS = 0.5, 2.0, 100_000.0
_BIAS = (
    "https://www-01.ibm.com/support/knowledgecenter/SSLTBW_2.1.0/com.ibm.zos.v2r1.idad400/"
    "buffer.htm"
)
_BUFFERS = "https://www.lascon.co.uk/VSAM-System-Buffers.php"


def _sequence(subject: Subject) -> Advice | str:
    ios, moved = subject.need_figure("excps_data"), subject.need_figure("cis_moved")
    sequential = subject.need_figure("sequential_reads")
    reads = sequential + subject.need_figure("direct_reads")
    if reads <= 0 or ios <= 0 or moved < ios:
        raise DoesNotApply(subject.say("{name}: no reads of control intervals were counted."))
    each, share = moved / ios, sequential / reads
    if share <= IN_SEQUENCE or each >= CIS_AN_IO or ios < LEAST_IOS:
        return subject.say(
            "{name}: {share:.0%} of the reads are sequential, {each:.1f} control intervals an I/O "
            "(more than half with fewer than 2, in 100,000 I/Os, is bad).",
            share=share,
            each=each,
        )
    return Advice(
        subject.say(
            "{share:.0%} of the reads of {name} are sequential, but each of {ios:,.0f} I/Os moves "
            "{each:.1f} control intervals.",
            share=share,
            ios=ios,
            each=each,
        ),
        texts=(manual(subject.id, "AMP"),),
        caveats=(
            "Only for steps that open it themselves: browses of CICS use the region's buffers.",
        ),
    )


RULES = (
    Rule(
        "VS-102",
        "Sequential VSAM with default buffers",
        "VSAM",
        "threshold",
        "no",
        "Control intervals moved by an I/O, and reads in sequence.",
        "More than half of the reads are sequential, fewer than 2 control intervals an I/O, in at "
        "least 100,000 I/Os.",
        "With the two default data buffers every control interval is an I/O of its own, and the "
        "program waits for each.",
        "System-managed buffering (extended format), or BUFND of two tracks.",
        (_BIAS, _BUFFERS, PRACTICE),
        threshold="One control interval an I/O is the default's; 2, half and 100,000 are practice.",
        verify="SMF 42-6: CIs by I/Os; EXCPs of the step (SMF 30).",
        back_out="The step without AMP.",
        risk=Risk("low", "buffers take storage of the job's region."),
        projection="how many buffers a step gets is chosen with the change; I/Os fall by as much",
        report="SMF 42-6",
        on=("vsam_file",),
        check=_sequence,
        applying=Procedure(
            command=statements(
                "//<dd> DD DSN={name},DISP=SHR,AMP=('ACCBIAS=SYSTEM')",
                "//<dd> DD DSN={name},DISP=SHR,AMP=('BUFND=<n>')",
            ),
            back_out=statements("//<dd> DD DSN={name},DISP=SHR"),
            permanent="The JCL of the step, or Record Access Bias of the data class.",
            effort="close_open",
            detail="With the next run; one of the two, the first for extended format.",
            roles=(Role.APPLICATION, Role.STORAGE),
            level=NONE_STATED,
            sources=(_BIAS,),
        ),
    ),
)
