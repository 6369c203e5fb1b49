"""Coupling facilities: processors, locks that are not answered at once."""

from __future__ import annotations

from advisor.findings import Risk
from advisor.rules.base import Advice, DoesNotApply, Rule
from advisor.rules.effects import arithmetic, manual
from advisor.rules.procedure import Role, advised
from advisor.rules.references import PRACTICE
from advisor.rules.subject import CannotTell, Subject

REPORT = "RMF coupling facility activity"
BUSY_PCT, BUSY_ALONE_PCT = 50.0, 30.0
LOCK_US = 100.0
LEAST_REQUESTS_PER_S = 100.0
_DUPLEXED = "https://www.oreilly.com/library/view/ibm-eserver-zseries/0738426970/chapter-92.html"
_CONVERTED = (
    "https://www.ibm.com/docs/en/zos/2.2.0?topic=cfar-how-zos-performs-synchronous-asynchronous-"
    "conversion-coupling-facility-requests"
)


def _busy(subject: Subject) -> Advice | str:
    busy = subject.figure("cpu_busy_pct")
    if busy is None:
        raise CannotTell(subject.say("processor use of {name}"), asks=(subject.id, "cpu_busy_pct"))
    engines = subject.need("CPS")
    limit = BUSY_ALONE_PCT if engines <= 1 else BUSY_PCT
    if busy <= limit:
        return subject.say(
            "{name}: {busy:.0f} % of {engines:.0f} processors busy (above {limit:.0f} % is high).",
            busy=busy,
            engines=engines,
            limit=limit,
        )
    after = busy * engines / (engines + 1)
    return Advice(
        subject.say(
            "{name} is {busy:.0f} % busy with {engines:.0f} processors, more than {limit:.0f} %.",
            busy=busy,
            engines=engines,
            limit=limit,
        ),
        texts=(
            manual(
                subject.id,
                "CPS",
                "One more dedicated ICF for this coupling facility, or busy structures on another "
                "one: PREFLIST in the CFRM policy, SETXCF START,REALLOCATE",
            ),
        ),
        effects=(
            arithmetic(
                "cpu_busy_pct",
                busy,
                after,
                "the same requests on one processor more",
                low=after,
                high=busy,
            ),
        ),
        notes=("When another coupling facility fails, this one has its work as well.",),
    )


def _locks(subject: Subject) -> Advice | str:
    if subject.text("TYPE") != "lock":
        raise DoesNotApply(subject.say("{name} holds no locks."))
    rate, sync = subject.need_figure("requests_per_s"), subject.figure("sync_us")
    slow = subject.figure("async_us")
    if rate < LEAST_REQUESTS_PER_S:
        raise DoesNotApply(
            subject.say("{name} has {rate:.0f} requests a second, less than 100.", rate=rate)
        )
    if slow is None and sync is None:
        raise CannotTell(subject.say("service times of {name}"))
    if slow is None or slow <= LOCK_US:
        worst = max(slow or 0.0, sync or 0.0)
        return subject.say(
            "{name}: locks are answered in {worst:.1f} µs (above 100 µs, asynchronously, is slow).",
            worst=worst,
        )
    return Advice(
        subject.say(
            "Locks of {name} that are asked for asynchronously take {slow:.0f} µs.", slow=slow
        ),
        texts=(
            manual(
                subject.id,
                "LINKS",
                "Faster or more coupling links (HCD), a dedicated coupling facility near by, or "
                "fewer busy subchannels; D CF tells the links",
            ),
        ),
    )


RULES = (
    Rule(
        "CF-002",
        "A coupling facility that is half busy",
        "Coupling facility",
        "threshold",
        "partial",
        "Average utilization of the coupling facility and its processors.",
        "More than 50 % busy, with a single processor more than 30 %.",
        "Whoever asks synchronously spins while the request waits, and a coupling facility has to "
        "take over the work of the other one.",
        "One more processor, or structures moved.",
        (_DUPLEXED, PRACTICE),
        threshold="50 % after the source, for duplexed structures; 30 % is practice.",
        verify="RMF coupling facility activity: AVERAGE CF UTILIZATION, service times.",
        back_out="The processor off; REALLOCATE with the former policy.",
        risk=Risk("low", "structures move while they are in use."),
        projection="The same work on one more processor; service times follow in the network where "
        "a model uses the coupling facility.",
        report=REPORT,
        on=("cf",),
        check=_busy,
        exposure="degradation",
        unsettles=("CF-004",),
        applying=advised("hardware", Role.HARDWARE, Role.ZOS),
    ),
    Rule(
        "CF-004",
        "Locks that are answered late",
        "Coupling facility",
        "threshold",
        "no",
        "Service times of lock structures.",
        "Asynchronous requests of a lock structure take more than 100 µs.",
        "A request that z/OS makes asynchronous costs a redispatch besides its time, while the "
        "lock is waited for.",
        "Shorter or faster links, a dedicated coupling facility.",
        (_CONVERTED, PRACTICE),
        threshold="100 µs is practice.",
        verify="RMF coupling facility activity: ASYNC and CHNGD of the lock structure.",
        back_out="The former links.",
        risk=Risk("low", "links are added."),
        projection="how many requests become synchronous again is z/OS's to decide",
        report=REPORT,
        on=("cf_structure",),
        check=_locks,
        applying=advised("hardware", Role.HARDWARE, Role.ZOS),
    ),
)
