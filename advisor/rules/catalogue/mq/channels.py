"""Channels that send message by message, and structures of shared queues that fill up."""

from __future__ import annotations

from advisor.findings import Risk
from advisor.rules.base import Advice, DoesNotApply, Rule
from advisor.rules.commands import statements
from advisor.rules.effects import arithmetic, manual
from advisor.rules.procedure import Procedure, Role
from advisor.rules.references import PRACTICE
from advisor.rules.subject import CannotTell, Subject
from model.language import Name

BATCHES = "SMF 116-10 channel accounting (QCST)"
STRUCTURES = "DISPLAY CFSTATUS(*) or SMF 115 CF manager (QEST)"
LEAST_BATCHES = 1_000.0
SINGLE, FULL, PERSISTENT = 1.5, 0.5, 0.5
DEFAULT_BATCH, BATCHINT_MS = 50, 10
USED_PCT = 80.0
_DOCS = "https://www.ibm.com/docs/en"
_ALTER_CHANNEL = f"{_DOCS}/ibm-mq/9.3.x?topic=reference-alter-channel-alter-channel-settings"
_ALTER_CFSTRUCT = "https://ibm.com/support/knowledgecenter/en/SSFKSJ_latest/refadmin/q085160_.html"
_CHANNEL = (
    "<cpf> ALTER CHANNEL({channel}) CHLTYPE(<type>) {how}",
    "<cpf> STOP CHANNEL({channel})",
    "<cpf> START CHANNEL({channel})",
)
_OFFLOAD = (
    "<cpf> ALTER CFSTRUCT({structure}) CFLEVEL(5)",
    (
        "<cpf> ALTER CFSTRUCT({structure}) OFFLOAD(SMDS) DSGROUP('<hlq>.*') "
        "OFFLD1SZ(32K) OFFLD1TH(70) OFFLD2SZ(4K) OFFLD2TH(80) OFFLD3SZ(0K) OFFLD3TH(90)"
    ),
)
BATCHING = Procedure(
    command=statements(*(c.format(channel="<channel>", how="BATCHINT(10)") for c in _CHANNEL)),
    back_out=statements(
        *(
            c.format(channel="<channel>", how="BATCHINT(<former>) BATCHSZ(<former>)")
            for c in _CHANNEL
        )
    ),
    permanent="The definition of the channel, at both ends: the smaller BATCHSZ counts.",
    effort="close_open",
    detail="The channel takes it when it starts again.",
    roles=(Role.MQ,),
    level="BATCHSZ 1 to 9,999, BATCHINT 0 to 999,999,999 ms.",
    sources=(_ALTER_CHANNEL,),
)
OFFLOADING = Procedure(
    command=statements(*(c.format(structure="<structure>") for c in _OFFLOAD)),
    back_out=statements(
        "<cpf> ALTER CFSTRUCT(<structure>) OFFLD1SZ(<former>) OFFLD1TH(<former>) "
        "OFFLD2SZ(<former>) OFFLD2TH(<former>) OFFLD3SZ(<former>) OFFLD3TH(<former>)"
    ),
    permanent="The definition in the Db2 tables of the queue sharing group.",
    effort="dynamic",
    detail="For messages put from then on. CFLEVEL is not lowered again; shared message data sets "
    "are defined and formatted by CSQJUFMT before.",
    roles=(Role.MQ, Role.STORAGE),
    level="IBM MQ V7.1 in all managers of the group.",
    sources=(_ALTER_CFSTRUCT,),
)


def _batches(subject: Subject) -> Advice | str:
    batches, messages = subject.by_part("channel_batches"), subject.by_part("channel_messages")
    full, durable = subject.by_part("channel_full_batches"), subject.by_part("channel_persistent")
    sizes = subject.by_part("channel_batch_size")
    told = [name for name in batches if name in messages]
    if not told:
        raise CannotTell(subject.say("batches and messages of the channels of {name}"), BATCHES)
    busy = [name for name in told if batches[name] >= LEAST_BATCHES]
    if not busy:
        raise DoesNotApply(subject.say("{name}: no channel sent 1,000 batches."))

    def mean(name: str) -> float:
        return messages[name] / batches[name]

    def single(name: str) -> bool:
        return (
            mean(name) < SINGLE and durable.get(name, 0.0) > PERSISTENT * messages[name]
        ) and sizes.get(name, DEFAULT_BATCH) > 1

    def filled(name: str) -> bool:
        return full.get(name, 0.0) > FULL * batches[name]

    found = [name for name in busy if single(name) or filled(name)]
    if not found:
        worst = min(busy, key=mean)
        return subject.say(
            "{name}: channel {channel} sent {mean:.1f} messages a batch (below 1.5 persistent "
            "ones is little), {full:.0%} of its batches full (above 50 % is much).",
            channel=Name(worst),
            mean=mean(worst),
            full=full.get(worst, 0.0) / batches[worst],
        )
    texts = []
    for name in found:
        twice = 2.0 * (sizes.get(name) or DEFAULT_BATCH)
        how = f"BATCHSZ({twice:.0f})" if filled(name) else f"BATCHINT({BATCHINT_MS})"
        lines = (line.format(channel=name, how=how) for line in _CHANNEL)
        texts.append(manual(subject.id, "BATCHES", statements(*lines)))
    before = sum(batches[name] for name in found)
    seconds = subject.figure("duration_s")

    def left(name: str) -> float:
        """Batches with the change: two full ones become one, single messages gather others."""
        if filled(name):
            return batches[name] * (1.0 - min(full[name] / batches[name], 1.0) / 2.0)
        if not seconds:
            return 0.75 * batches[name]
        arriving = messages[name] / seconds * BATCHINT_MS / 1000.0
        return max(messages[name] / (mean(name) + arriving), 1.0)

    after = sum(left(name) for name in found)
    worst = max(found, key=lambda name: batches[name])
    return Advice(
        subject.say(
            "{name}: channel {channel} sent {messages:,.0f} messages in {batches:,.0f} batches, "
            "{full:.0%} of them full.",
            channel=Name(worst),
            messages=messages[worst],
            batches=batches[worst],
            full=full.get(worst, 0.0) / batches[worst],
        ),
        texts=tuple(texts),
        effects=(
            arithmetic(
                "channel_batches",
                before,
                after,
                "two full batches in one; single messages with those that arrive within "
                f"{BATCHINT_MS} ms of them, as evenly as over the interval",
                low=min(before / 2.0, after),
                high=before,
            ),
        ),
        caveats=("Messages may wait for BATCHINT at the sending end.",),
    )


def _structures(subject: Subject) -> Advice | str:
    used, full = subject.by_part("cf_use_pct"), subject.by_part("cf_full")
    if not used and not full:
        raise CannotTell(subject.say("use of the CF structures of {name}"), STRUCTURES)
    found = sorted(
        {n for n, share in used.items() if share > USED_PCT} | {n for n, c in full.items() if c}
    )
    if not found:
        most = max(used.values(), default=0.0)
        return subject.say(
            "{name}: structures of shared queues are at most {most:.0f} % used (above 80 % is "
            "much) and were never full.",
            most=most,
        )
    worst = max(found, key=lambda name: (full.get(name, 0.0), used.get(name, 0.0)))
    calls = sum(full.get(name, 0.0) for name in found)
    return Advice(
        subject.say(
            "{name}: structure {structure} is {used:.0f} % used, {full:,.0f} calls found it full.",
            structure=Name(worst),
            used=used[worst],
            full=full.get(worst, 0.0),
        )
        if worst in used
        else subject.say(
            "{name}: {full:,.0f} calls found structure {structure} full.",
            structure=Name(worst),
            full=full.get(worst, 0.0),
        ),
        texts=tuple(
            manual(
                subject.id,
                "OFFLOAD",
                statements(*(line.format(structure=name) for line in _OFFLOAD)),
            )
            for name in found
        ),
        effects=(
            arithmetic("cf_full", calls, 0.0, "messages beside the structure", low=0.0, high=calls),
        )
        if calls
        else (),
        not_projectable="" if calls else "how large the messages are is not in these reports",
        notes=("A queue that nobody reads fills any structure: look at its depth first.",),
    )


RULES = (
    Rule(
        "MQ-104",
        "Channel batches of one message, or always full",
        "IBM MQ",
        "threshold",
        "partial",
        "Batches, full batches, messages and persistent messages of each sending channel.",
        "Of at least 1,000 batches the mean is below 1.5 messages, most of them persistent, or "
        "more than half are full.",
        "Each batch ends with a confirmation over the network and, with persistent messages, a "
        "forced write of the log at both ends.",
        "BATCHINT(10) for batches of one message, twice the BATCHSZ for full ones.",
        (PRACTICE,),
        threshold="1.5 messages, half of the batches, 1,000 batches and 10 ms are practice.",
        verify="SMF 116-10: QCSTNBAT and messages of the channel.",
        back_out="The former BATCHINT and BATCHSZ.",
        risk=Risk("low", "messages may wait for BATCHINT; more is sent again after a failure."),
        projection="Batches that full ones and messages within BATCHINT save; what each costs is "
        "not counted.",
        report=BATCHES,
        on=("mq_manager",),
        check=_batches,
        exposure="degradation",
        applying=BATCHING,
    ),
    Rule(
        "MQ-105",
        "Structures of shared queues that fill up",
        "IBM MQ",
        "threshold",
        "partial",
        "Use of each CF structure, and calls that found it full.",
        "More than 80 % used, or one call found it full.",
        "Puts to a full structure fail with MQRC_STORAGE_MEDIUM_FULL.",
        "CFLEVEL(5) with OFFLOAD(SMDS): large messages go to shared message data sets.",
        (_ALTER_CFSTRUCT, PRACTICE),
        threshold="80 % is practice.",
        verify="DISPLAY CFSTATUS(*) TYPE(SUMMARY): SIZEUSED, ENTSUSED; SMF 115 QEST.",
        back_out="The former OFFLDnSZ and OFFLDnTH.",
        risk=Risk("medium", "offloaded messages cost I/O; CFLEVEL cannot be lowered."),
        projection="Calls that found the structure full; the I/O of offloaded messages is not "
        "counted.",
        report=STRUCTURES,
        on=("mq_manager",),
        check=_structures,
        exposure="outage",
        applying=OFFLOADING,
    ),
)
