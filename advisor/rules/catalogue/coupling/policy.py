"""XCF: structures whose policy leaves no room, transport classes without buffers."""

from __future__ import annotations

from math import ceil

from advisor.findings import Risk
from advisor.rules.base import ZOS, Advice, DoesNotApply, Rule
from advisor.rules.commands import statements
from advisor.rules.effects import arithmetic, manual
from advisor.rules.procedure import NONE_STATED, Procedure, Role
from advisor.rules.references import PRACTICE
from advisor.rules.structures import POLICY_AS_A_WHOLE, PUBLISHED
from advisor.rules.subject import CannotTell, Subject
from model.language import Name

POLICY_REPORT = "D XCF,STR,STRNAME=<structure> (IXC360I)"
CLASSES_REPORT = "D XCF,CLASSDEF,CLASS=ALL (IXC344I)"
LONG = 0.01
LEAST_MESSAGES = 1_000.0
_IBM = "https://www.ibm.com/support/knowledgecenter"
_CHECK = f"{_IBM}/en/SSLTBW_2.1.0/com.ibm.zos.v2r1.ieama00/idg37350.htm"
_POLICY = f"{_IBM}/en/SSLTBW_2.3.0/com.ibm.zos.v2r3.ieaf100/ieaf10053.htm"
_CLASS = "https://ibm.com/docs/SSLTBW_2.1.0/com.ibm.zos.v2r1.ieama00/m010433.htm"
_MODIFY = (
    "http://www-01.ibm.com/support/knowledgecenter/SSLTBW_2.1.0/com.ibm.zos.v2r1.ieama00/"
    "m010409.htm"
)
_BUFFERS = "https://www-01.ibm.com/support/knowledgecenter/SSLTBW_2.1.0/com.ibm.zos.v2r1.ieaf100/rmfmbs.htm"
_SPACE = (
    "SETXCF MODIFY,CLASSDEF,CLASS={name},{what}",
    "COUPLExx: CLASSDEF CLASS({name}) {coded}",
)

SIZES = Procedure(
    command="",
    back_out="",
    permanent=POLICY_AS_A_WHOLE,
    effort="policy",
    detail="The sizes count when the structure is rebuilt; end duplexing before the rebuild. Other "
    "operands of the STRUCTURE statement stay as they are.",
    roles=(Role.ZOS,),
    level=NONE_STATED,
    sources=(_POLICY, PUBLISHED, _CHECK),
)
SPACE = Procedure(
    command=statements(
        *(line.format(name="<class>", what="MAXMSG=<KB>", coded="MAXMSG(<KB>)") for line in _SPACE)
    ),
    back_out=statements(
        *(
            line.format(name="<class>", what="MAXMSG=<former>", coded="MAXMSG(<former>)")
            for line in _SPACE
        )
    ),
    permanent="CLASSDEF of COUPLExx.",
    effort="dynamic",
    detail="Outbound paths of the class need at least the MAXMSG of one message (IXC313I).",
    roles=(Role.ZOS,),
    level=NONE_STATED,
    sources=(_CLASS, _MODIFY, _BUFFERS),
)


def _sizes(subject: Subject) -> Advice | str:
    largest, initial = subject.need("POLICY_SIZE_MB"), subject.number("INITSIZE_MB")
    if initial is None:
        raise subject.lacking("INITSIZE_MB", POLICY_REPORT)
    allowed = subject.flag("ALLOW_ALTER")
    fixed = allowed is False and initial != largest
    if 2.0 * initial >= largest and not fixed:
        return subject.say(
            "{name}: allocated with {initial:,.0f} of at most {largest:,.0f} MB (less than half "
            "is little).",
            initial=initial,
            largest=largest,
        )
    wanted = largest if fixed else ceil(largest / 2.0)
    return Advice(
        subject.say(
            "{name} is allocated with {initial:,.0f} MB, with controls for {largest:,.0f} MB, to "
            "which its users let nobody alter it.",
            initial=initial,
            largest=largest,
        )
        if fixed
        else subject.say(
            "{name} is allocated with {initial:,.0f} MB, with controls for {largest:,.0f} MB.",
            initial=initial,
            largest=largest,
        ),
        ((subject.set("INITSIZE_MB", float(wanted)),),),
        not_projectable="how many entries the controls displace is the structure's own matter",
        notes=("CFSizer gives both sizes for what the structure is to hold.",),
    )


def _classes(subject: Subject) -> Advice | str:
    refused, sent = subject.by_part("xcf_no_buffer"), subject.by_part("xcf_sent")
    long, longest = subject.by_part("xcf_big"), subject.by_part("xcf_longest_bytes")
    space = subject.by_part("xcf_maxmsg_kb")
    if not refused and not sent:
        raise CannotTell(subject.say("messages by transport class of {name}"), CLASSES_REPORT)
    busy = {name for name in sent if sent[name] >= LEAST_MESSAGES}
    short = sorted(name for name in refused if refused[name])
    tight = sorted(name for name in busy if long.get(name, 0.0) > LONG * sent[name])
    if not short and not tight:
        if not refused and not busy:
            raise DoesNotApply(subject.say("{name}: no transport class sent 1,000 messages."))
        return subject.say(
            "{name}: each message found a buffer, and at most {share:.2%} of a class were longer "
            "than its buffers (above 1 % is much).",
            share=max((long.get(n, 0.0) / sent[n] for n in busy), default=0.0),
        )
    texts = []
    for name in dict.fromkeys((*short, *tight)):
        what, coded = [], []
        if name in short:
            room = f"{2.0 * space[name]:.0f}" if space.get(name) else "<KB>"
            what.append(f"MAXMSG={room}")
            coded.append(f"MAXMSG({room})")
        if name in tight:
            length = f"{longest[name]:.0f}" if longest.get(name) else "<bytes>"
            what.append(f"CLASSLEN={length}")
            coded.append(f"CLASSLEN({length})")
        texts.append(
            manual(
                subject.id,
                "CLASSDEF",
                statements(
                    *(
                        line.format(name=name, what=",".join(what), coded=" ".join(coded))
                        for line in _SPACE
                    )
                ),
            )
        )
    before = sum(refused[name] for name in short)
    worst = max((*short, *tight), key=lambda name: (refused.get(name, 0.0), long.get(name, 0.0)))
    return Advice(
        subject.say(
            "{name}: {refused:,.0f} messages of transport class {worst} found no buffer, "
            "{long:,.0f} were longer than its buffers.",
            refused=refused.get(worst, 0.0),
            worst=Name(worst),
            long=long.get(worst, 0.0),
        ),
        texts=tuple(texts),
        effects=(
            arithmetic(
                "xcf_no_buffer", before, 0.0, "twice the buffer space", low=0.0, high=before
            ),
        )
        if before
        else (),
        not_projectable="" if before else "what a longer buffer saves of each message is not told",
        notes=("A member that takes no messages fills any space: D XCF,GROUP shows stalls.",),
    )


RULES = (
    Rule(
        "CF-009",
        "Structures that cannot grow into their policy",
        "Coupling facility",
        "config-check",
        "no",
        "SIZE and INITSIZE of the policy, and whether the users allow alter.",
        "INITSIZE below half of SIZE, or other than SIZE where a user does not allow alter.",
        "A structure is allocated with controls for SIZE: they take the room of entries.",
        "INITSIZE of at least half of SIZE; equal where it cannot be altered.",
        (_CHECK,),
        threshold="Half after the source (health check XCF_CF_STR_POLICYSIZE).",
        verify="D XCF,STR,STRNAME; the health check no longer finds an exception.",
        back_out="The former policy and another rebuild.",
        risk=Risk("medium", "users of the structure wait while it is rebuilt."),
        projection="Not projected.",
        report=POLICY_REPORT,
        on=("cf_structure",),
        check=_sizes,
        exposure="degradation",
        syntax={
            "INITSIZE_MB": statements(
                "IXCMIAPU: STRUCTURE {cfrm}{duplexing}",
                "SETXCF START,POLICY,TYPE=CFRM,POLNAME=<policy>",
                "SETXCF START,REBUILD,STRNAME={name}",
            )
        },
        applying=SIZES,
    ),
    Rule(
        "XCF-001",
        "Transport classes without buffers",
        "Sysplex",
        "threshold",
        "partial",
        "Messages without a buffer and messages longer than the buffers of each transport class.",
        "One message found no buffer, or more than 1 % of at least 1,000 were too long.",
        "A message without a buffer is refused and sent again later; for one that is too long a "
        "buffer is made each time.",
        "Twice the MAXMSG of the class, or CLASSLEN of the longest messages.",
        (_CLASS, PRACTICE),
        threshold="Once, 1 %, 1,000 and twice are practice.",
        verify="D XCF,CLASSDEF,CLASS=ALL: NOBUFF; RMF XCF Activity: REQ REJECT.",
        back_out="The former MAXMSG and CLASSLEN.",
        risk=Risk("low", "storage of XCF."),
        projection="Messages without a buffer; how long each waited is not counted.",
        report=CLASSES_REPORT,
        on=("lpar",),
        platforms=ZOS,
        check=_classes,
        exposure="degradation",
        applying=SPACE,
    ),
)
