"""Response time of disk by its parts: pending, disconnect, and the protocol of its channels."""

from __future__ import annotations

from dataclasses import replace

from advisor.findings import Risk
from advisor.rules.base import ZOS, Advice, DoesNotApply, Rule
from advisor.rules.commands import statements
from advisor.rules.effects import arithmetic, manual
from advisor.rules.measured import io_still_measured
from advisor.rules.procedure import NONE_STATED, Procedure, Role, advised
from advisor.rules.references import PRACTICE
from advisor.rules.subject import CannotTell, Subject
from model.language import Name, say

DEVICES = "RMF device activity"
CACHE = "RMF cache subsystem activity and device activity"
CHANNELS = "RMF channel path activity and D IOS,ZHPF"
HIT_PCT = 90.0
DISCONNECT_MS = 0.3
PENDING_MS = 0.3
IDLE_PENDING_MS = 0.1
ZHPF_SHARE = 0.8
LEAST_IO_PER_S = 100.0

ZHPF = Procedure(
    command="",
    back_out=statements("SETIOS ZHPF=NO", "IECIOSxx: ZHPF=NO"),
    permanent="ZHPF=YES in IECIOSxx; the data class for extended format.",
    effort="close_open",
    detail="A data set that is moved to extended format is opened anew.",
    roles=(Role.STORAGE, Role.ZOS),
    level=NONE_STATED,
    sources=(
        (
            "https://www.ibm.com/support/knowledgecenter/en/SSLTBW_2.1.0/com.ibm.zos.v2r1.ieae200/"
            "zhpf.htm"
        ),
    ),
)
SWITCH = replace(
    ZHPF,
    permanent="IECIOSxx.",
    effort="dynamic",
    detail="Devices and channels that can do it use it from then on.",
    level="The zHPF feature on channels and control unit.",
)


def _busy_enough(subject: Subject) -> float:
    rate = subject.need_figure("io_per_s")
    if rate < LEAST_IO_PER_S:
        raise DoesNotApply(
            subject.say("{name} does {rate:.0f} I/O a second, less than 100.", rate=rate)
        )
    return rate


def _disconnect(subject: Subject) -> Advice | str:
    io_still_measured(subject, CACHE)
    hits = subject.by_part("read_hit_pct")
    waited = subject.figure("disc_ms")
    if not hits or waited is None:
        raise CannotTell(subject.say("read hits and disconnect time of {name}"), CACHE)
    _busy_enough(subject)
    hit = min(hits.values())
    if hit >= HIT_PCT or waited <= DISCONNECT_MS:
        return subject.say(
            "{name}: {hit:.0f} % of the reads hit the cache (below 90 % is low) and {waited:.2f} "
            "ms of disconnect time (above 0.3 ms is high).",
            hit=hit,
            waited=waited,
        )
    response = subject.figure("response_ms")
    after = waited * (100.0 - HIT_PCT) / (100.0 - hit)
    return Advice(
        subject.say(
            "{name} finds {hit:.0f} % of the reads in its cache; the others make {waited:.2f} ms "
            "of disconnect time for each I/O.",
            hit=hit,
            waited=waited,
        ),
        texts=(
            manual(
                subject.id,
                "STORAGE_CLASS",
                "Larger buffers and caches where these reads come from first; then the data sets "
                "with most misses to flash (storage class, tiering of the control unit)",
            ),
        ),
        effects=(
            arithmetic(
                "disc_ms",
                waited,
                after,
                "misses fall to a tenth of the reads, each as long as now",
                low=after,
                high=waited,
            ),
            *(
                (
                    arithmetic(
                        "response_ms",
                        response,
                        response - waited + after,
                        "disconnect time leaves the response",
                        low=response - waited + after,
                        high=response,
                    ),
                )
                if response is not None and response > waited
                else ()
            ),
        ),
    )


def _pending(subject: Subject) -> Advice | str:
    io_still_measured(subject, DEVICES)
    pending = subject.need_figure("pend_ms")
    _busy_enough(subject)
    if pending <= PENDING_MS:
        return subject.say(
            "{name}: {pending:.2f} ms of pending time (above 0.3 ms is high).", pending=pending
        )
    busiest = max(
        ((pct, path) for host in subject.peers("lpar")
         for path, pct in host.by_part("channel_busy_pct").items()),
        default=None,
    )  # fmt: skip
    queued = [
        delay
        for host in subject.peers("lpar")
        for delay in host.by_part("lcu_css_delay_ms").values()
    ]
    response = subject.figure("response_ms")
    notes = []
    if busiest is not None:
        notes.append(
            say(
                "The busiest channel path, {path}, is {pct:.0f} % busy.",
                path=Name(busiest[1]),
                pct=busiest[0],
            )
        )
    if queued:
        notes.append(
            say(
                "{queued:.2f} ms of it are delays in the channel subsystem; the rest is the first "
                "answer of the control unit and reserves.",
                queued=max(queued),
            )
        )
    return Advice(
        subject.say("I/O to {name} waits {pending:.2f} ms before the first data.", pending=pending),
        texts=(
            manual(
                subject.id,
                "CHANNELS",
                "Tell by CMR delay and DB delay what waits: more or faster FICON paths (HCD, "
                "ACTIVATE IODF=<xx>), or an end to reserves by other systems",
            ),
        ),
        effects=(
            arithmetic(
                "response_ms",
                response,
                response - pending + IDLE_PENDING_MS,
                "pending time as on paths that are not busy, 0.1 ms",
                low=response - pending + IDLE_PENDING_MS,
                high=response,
            ),
        )
        if response is not None and response > pending
        else (),
        notes=tuple(notes),
    )


def _switched_on(subject: Subject) -> Advice:
    if subject.children("adabas_nucleus"):
        raise DoesNotApply(subject.say("{name}: zHPF is off, which ADA-017 is about."))
    rate = subject.figure("dasd_io_per_s", "ssch_per_s")
    if rate is None:
        rate = sum(subject.by_part("lcu_io_per_s").values()) or None
    if rate is not None and rate < LEAST_IO_PER_S:
        raise DoesNotApply(
            subject.say("{name} does {rate:.0f} I/O a second, less than 100.", rate=rate)
        )
    return Advice(
        subject.say("zHPF is off on {name}: all of its I/O goes by the older protocol.")
        if rate is None
        else subject.say(
            "zHPF is off on {name}: its {rate:,.0f} I/O a second go by the older protocol.",
            rate=rate,
        ),
        ((subject.set("ZHPF", True),),),
        risk=Risk(
            "high",
            "a database of which no report says what kind it is may run here, and large ASM "
            "clusters lost 24 % (ADA-017).",
        )
        if _untold_database(subject)
        else None,
    )


def _untold_database(subject: Subject) -> bool:
    """Whether an Adabas of unknown kind may run here: what zHPF does to it ADA-017 leaves open."""
    for database in subject.peers("adabas_database"):
        hosts = [host.id for host in database.hosts()]
        single = (database.number("NUCLEI") or len(database.linking("member"))) == 1
        if database.text("PRODUCT") is None and not single and (not hosts or subject.id in hosts):
            return True
    return False


def _share(subject: Subject) -> Advice | str:
    if not subject.need_flag("ZHPF"):
        return _switched_on(subject)
    modern, old = (subject.by_part(f"channel_{name}_per_s") for name in ("zhpf", "ficon"))
    if not modern and not old:
        raise CannotTell(subject.say("zHPF operations of {name}"), CHANNELS)
    total = sum(modern.values()) + sum(old.values())
    if total < LEAST_IO_PER_S:
        raise DoesNotApply(
            subject.say("{name} does {rate:.0f} I/O a second, less than 100.", rate=total)
        )
    share = sum(modern.values()) / total
    if share >= ZHPF_SHARE:
        return subject.say(
            "{name}: {share:.0%} of the I/O is zHPF (below 80 % is low).", share=share
        )
    return Advice(
        subject.say(
            "zHPF is on for {name}, yet {share:.0%} of its {total:,.0f} I/O a second use it.",
            share=share,
            total=total,
        ),
        texts=(
            manual(
                subject.id,
                "DATACLAS",
                "Busy data sets to extended format (data class DSNTYPE EXT), and programs with "
                "EXCP to what knows zHPF; D IOS,ZHPF tells the state",
            ),
        ),
    )


_RMF = "https://www.ibm.com/docs"
_CACHE = f"{_RMF}/SSLTBW_2.4.0/com.ibm.zos.v2r4.erbb500/cachsum.htm"
"""What the control unit's hits and misses are read from; it gives no threshold."""
_PENDING = f"{_RMF}/en/SSLTBW_2.4.0/com.ibm.zos.v2r4.erbb500/devrx.htm"
"""The reasons of pending time, DB and CMR; it gives no threshold."""

RULES = (
    Rule(
        "DSK-002",
        "zHPF for most of the I/O",
        "z/OS I/O",
        "threshold",
        "no",
        "zHPF and FICON operations of the channel paths.",
        "zHPF is off, or less than 80 % of the I/O use it; at least 100 I/O a second.",
        "An I/O in the older protocol takes several exchanges over the channel for what zHPF does "
        "in one.",
        "SETIOS ZHPF=YES; extended format and programs that use zHPF.",
        (
            (
                ""
                "https://www.ibm.com/support/knowledgecenter/en/SSLTBW_2.1.0/com.ibm.zos.v2r1.ieae200/zhpf.htm"
            ),
        ),
        threshold="80 % is practice.",
        verify="RMF channel path activity: ZHPF OPERATIONS against FICON OPERATIONS.",
        back_out="SETIOS ZHPF=NO, or the former data class, whichever was changed.",
        risk=Risk("medium", "log writes can multiply in large clusters.", ("ADA-018",)),
        projection="no public measurement tells how much shorter each kind of I/O becomes",
        report=CHANNELS,
        on=("lpar",),
        platforms=ZOS,
        check=_share,
        syntax={"ZHPF": statements("SETIOS ZHPF=YES", "IECIOSxx: ZHPF=YES")},
        applying=ZHPF,
        applying_to={"ZHPF": SWITCH},
    ),
    Rule(
        "DSK-004",
        "Reads that miss the cache of the control unit",
        "z/OS I/O",
        "threshold",
        "partial",
        "Read hits and disconnect time of the control unit.",
        "Less than 90 % read hits, and disconnect time above 0.3 ms.",
        "A read that misses waits for the medium behind the cache, which an I/O shows as "
        "disconnect time.",
        "Fewer reads by larger buffers; what is left on flash.",
        (_CACHE, PRACTICE),
        threshold="90 % and 0.3 ms are practice.",
        verify="RMF cache: READ H/R; device activity: DISC TIME.",
        back_out="The data sets to where they were.",
        risk=Risk("low", "data are moved while they are in use."),
        projection="Disconnect time by the share of misses; the disk's station in the network is "
        "calibrated to its response as a whole.",
        report=CACHE,
        on=("dasd",),
        check=_disconnect,
        exposure="degradation",
        applying=advised(
            "close_open",
            Role.STORAGE,
            detail="A data set moves when it is allocated anew, closed meanwhile; tiering of the "
            "control unit moves it in operation. Larger buffers are steps of their own.",
            person_days=3.0,
        ),
    ),
    Rule(
        "DSK-005",
        "I/O that waits for a path",
        "z/OS I/O",
        "threshold",
        "partial",
        "Pending time, delays of the channel subsystem, use of the channel paths.",
        "Pending time above 0.3 ms.",
        "Pending time is the wait for a free path, for the first answer of the control unit, and "
        "for reserves that other systems hold.",
        "More or faster paths, or fewer reserves.",
        (_PENDING, PRACTICE),
        threshold="0.3 ms is practice.",
        verify="RMF device activity: PEND TIME, CMR and DB delay.",
        back_out="The former IODF.",
        risk=Risk("medium", "paths are taken out of use meanwhile."),
        projection="Pending time of an idle path in place of the measured one; the disk's station "
        "in the network is calibrated to its response as a whole.",
        report=DEVICES,
        on=("dasd",),
        check=_pending,
        # Paths are planned, cabled and defined.
        applying=advised("dynamic", Role.STORAGE, Role.ZOS, person_days=1.0),
    ),
)
