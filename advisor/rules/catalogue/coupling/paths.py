"""Subchannels and paths to a coupling facility that are busy."""

from __future__ import annotations

from advisor.findings import Risk
from advisor.rules.base import Advice, Rule
from advisor.rules.catalogue.dasd.aliases import ALIASES
from advisor.rules.effects import arithmetic, manual
from advisor.rules.procedure import Procedure, Role
from advisor.rules.references import PRACTICE
from advisor.rules.subject import CannotTell, Subject
from model.language import Name

DELAYED, LEAST_REQUESTS = 0.1, 100_000.0
COUPLING_LINKS = Procedure(
    command=ALIASES.command,
    back_out=ALIASES.back_out,
    permanent="The IODF.",
    effort="dynamic",
    detail="Links (CHPIDs) are defined in HCD on both machines; within one machine ICP costs no "
    "hardware.",
    roles=(Role.HARDWARE, Role.ZOS),
    level=ALIASES.level,
    sources=ALIASES.sources,
)


def _paths(subject: Subject) -> Advice | str:
    asked = subject.by_part("system_requests")
    kinds = {name: subject.by_part(name) for name in ("subchannel_waits", "path_busy_requests")}
    shares = {
        (counts[who] / asked[who], name, who)
        for name, counts in kinds.items()
        for who in counts
        if asked.get(who)
    }
    if not shares:
        raise CannotTell(subject.say("busy paths to {name}"))
    share, name, who = max(shares)
    if share <= DELAYED or asked[who] < LEAST_REQUESTS:
        return subject.say(
            "{name}: {share:.1%} of {asked:,.0f} requests of {who} found subchannels or path busy "
            "(above 10 % of at least 100,000 is much).",
            share=share,
            asked=asked[who],
            who=Name(who),
        )
    count = kinds[name][who]
    return Advice(
        subject.say(
            "{share:.0%} of {asked:,.0f} requests of {who} to {name} waited for a subchannel."
            if name == "subchannel_waits"
            else "{share:.0%} of {asked:,.0f} requests of {who} to {name} met a busy path.",
            share=share,
            asked=asked[who],
            who=Name(who),
        ),
        texts=(manual(subject.id, "LINKS"),),
        effects=(
            arithmetic(name, count, DELAYED * asked[who], "further links", low=0.0, high=count),
        ),
        notes=("Fewer and smaller requests help as well: a larger lock table, local buffers.",),
    )


RULES = (
    Rule(
        "CF-005",
        "Paths to a coupling facility that are busy",
        "Coupling facility",
        "threshold",
        "partial",
        "Requests of each system that found all subchannels, or the path, busy.",
        "More than 10 % of at least 100,000 requests of an interval.",
        "A synchronous request spins on the processor until a subchannel is free; others are made "
        "asynchronous and wait longer.",
        "Further coupling links and subchannels.",
        (PRACTICE, *ALIASES.sources),
        threshold="10 % and 100,000 requests are practice.",
        verify="RMF coupling facility activity, subchannel activity: PTH BUSY, DELAYED REQUESTS.",
        back_out="The former IODF.",
        risk=Risk("low", "links take channels of the machine."),
        projection="Delayed requests at 10 %; no model has the subchannels.",
        report="SMF 74-4",
        on=("cf",),
        check=_paths,
        exposure="degradation",
        applying=COUPLING_LINKS,
    ),
)
