"""The log of a queue manager: buffers that run out, checkpoints that come too often."""

from __future__ import annotations

from advisor.findings import Risk
from advisor.rules.base import Advice, Rule
from advisor.rules.commands import statements
from advisor.rules.effects import arithmetic, manual
from advisor.rules.procedure import Procedure, Role
from advisor.rules.subject import CannotTell, Subject

REPORT = "SMF 115 log manager (QJST)"
CHECKPOINT_S = 180.0
WAITING_SHARE = 1e-4
_CONSTRAINTS = "http://setgetweb.com/p/MQ92/tro/q039780_.htm"
_LOGGING = (
    "https://www.ibm.com/support/knowledgecenter/SSFKSJ_8.0.0/com.ibm.mq.con.doc/q019310_.htm"
)
_SYMPTOMS = "https://ibm.com/docs/SSFKSJ_9.2.0/com.ibm.mq.mon.doc/q038310_.htm"
_RANGE = "https://www.ibm.com/docs/en/SSFKSJ_9.2.0/com.ibm.mq.ref.adm.doc/q088410_.html"
_SYSTEM = "https://www.ibm.com/docs/SSFKSJ_9.2.0/refadmin/q086650_.html"

BUFFERS = Procedure(
    command=statements("CSQ6LOGP OUTBUFF=4000"),
    back_out=statements("CSQ6LOGP OUTBUFF=<former>"),
    permanent="CSQ6LOGP in the system parameter module.",
    effort="recycle",
    detail="The module is assembled and linked anew.",
    roles=(Role.MQ,),
    level="4,000 KB is the default, as of MQ V8.",
    sources=(_CONSTRAINTS, _LOGGING, _SYMPTOMS),
)
LOGLOAD = Procedure(
    command=statements("<cpf> SET SYSTEM LOGLOAD(500000)", "CSQ6SYSP LOGLOAD=500000"),
    back_out=statements("<cpf> SET SYSTEM LOGLOAD(<former>)", "CSQ6SYSP LOGLOAD=<former>"),
    permanent="CSQ6SYSP in the system parameter module, or SET SYSTEM in CSQINP2.",
    effort="dynamic",
    detail="SET SYSTEM holds until the queue manager ends.",
    roles=(Role.MQ,),
    level="200 to 16,000,000 log records.",
    sources=(_CONSTRAINTS, _SYSTEM, _RANGE),
)


def _buffers(subject: Subject) -> Advice | str:
    waits = subject.figure("log.unavailable_buffer_count")
    if waits is None:
        raise CannotTell(subject.say("waits for log buffers of {name}"))
    asked = sum(subject.figure(f"log.wrt_request_{how}") or 0.0 for how in ("wait", "nowait"))
    if waits <= WAITING_SHARE * asked or not waits:
        return subject.say(
            "{name} waited {waits:.0f} times for a log buffer (above 0.01 % of its {asked:,.0f} "
            "log requests is too often).",
            waits=waits,
            asked=asked,
        )
    return Advice(
        subject.say("{name} waited {waits:,.0f} times for a log buffer.", waits=waits),
        texts=(manual(subject.id, "OUTBUFF"),),
        effects=(
            arithmetic(
                "log.unavailable_buffer_count",
                waits,
                0.0,
                "the largest output buffer",
                low=0.0,
                high=waits,
            ),
        ),
        notes=(
            (
                "Where waits go on with 4,000 KB, the log's data sets are too slow: look at their "
                "response."
            ),
        ),
    )


def _checkpoints(subject: Subject) -> Advice | str:
    count, rate = subject.figure("log.checkpoints"), subject.rate("log.checkpoints")
    if count is None or (rate is None and count):
        raise CannotTell(subject.say("checkpoints of {name}"))
    if not rate:
        return subject.say("{name} took no checkpoint (more than one in 180 s is often).")
    every = 1.0 / rate
    if count <= 1 or every >= CHECKPOINT_S:
        return subject.say(
            "{name} took a checkpoint every {every:,.0f} s (below 180 s is often).", every=every
        )
    after = count * every / CHECKPOINT_S
    return Advice(
        subject.say(
            "{name} took {count:,.0f} checkpoints, one every {every:,.0f} s.",
            count=count,
            every=every,
        ),
        texts=(manual(subject.id, "LOGLOAD"),),
        effects=(
            arithmetic(
                "log.checkpoints",
                count,
                (count + min(after, count)) / 2.0,
                "the former LOGLOAD is in no report: from none fewer to one in three minutes",
                low=min(after, count),
                high=count,
            ),
        ),
        caveats=("Logs that are switched every few minutes make checkpoints as well.",),
    )


RULES = (
    Rule(
        "MQ-101",
        "Log buffers that run out",
        "MQ",
        "threshold",
        "partial",
        "Waits for an output buffer of the log (QJSTWTB).",
        "Waits for more than 0.01 % of the log requests.",
        "Who puts or commits waits until the log writer has freed a buffer.",
        "OUTBUFF=4000, the largest there is.",
        (
            _CONSTRAINTS,
            _SYMPTOMS,
        ),
        threshold="The sources ask for none; 0.01 % is practice.",
        verify="SMF 115: QJSTWTB 0.",
        back_out="The former OUTBUFF.",
        risk=Risk("low", "4 MB of storage."),
        projection="Waits end; how long each was is not counted.",
        report=REPORT,
        on=("mq_manager",),
        check=_buffers,
        exposure="degradation",
        applying=BUFFERS,
    ),
    Rule(
        "MQ-102",
        "Checkpoints too often",
        "MQ",
        "threshold",
        "partial",
        "Checkpoints of the log manager (QJSTLLCP).",
        "More than one checkpoint in 3 minutes.",
        "At a checkpoint changed pages are written to the page sets, though they may change again.",
        "LOGLOAD(500000).",
        (_CONSTRAINTS,),
        threshold="3 minutes are practice; 500,000 after the source.",
        verify="SMF 115: QJSTLLCP; CSQP018I in the job log.",
        back_out="The former LOGLOAD.",
        risk=Risk("low", "a restart reads more of the log."),
        projection="Half of what one in three minutes would save: the former LOGLOAD is unknown.",
        report=REPORT,
        on=("mq_manager",),
        check=_checkpoints,
        applying=LOGLOAD,
    ),
)
