"""Adabas Cluster Services (ALS): how many nuclei, where, and what bounds them."""

from __future__ import annotations

from dataclasses import replace

from advisor.findings import ChangeText, Effect, Risk
from advisor.rules.base import Advice, Choice, Dormant, HeldBack, Rule
from advisor.rules.catalogue.adabas import procedures
from advisor.rules.catalogue.adabas.common import (
    CARDS,
    DATABASE,
    ONE_CP_BUSY_PCT,
    SESSION,
    cache_hits,
    counts_above,
    counts_below,
    directory_of,
    nuclei,
    nucleus_busy_pct,
    product,
    scaled,
    spare_mb,
    thread_evenness,
    tracked_mb,
    with_nuclei,
)
from advisor.rules.catalogue.coupling.room import room_for
from advisor.rules.commands import Operands, of_added, operands_of, statements, written
from advisor.rules.effects import arithmetic, manual, published
from advisor.rules.subject import CannotTell, Subject
from advisor.rules.texts import ADDED
from model.language import Name, joined, say
from model.topology import AddComponent, Change, Link

MOST_USEFUL_ALS = 12
CACHES_TOGETHER = (0.92, 1.0)
"""Parts of today's storage that the caches of more nuclei may take together, least first."""
REMOTE_SHARE = 0.05
EFFICIENCY_BOUND = 20.0
EVEN_THREADS = 0.7
TESTED_FMXIO = 16
TESTED_LFIOP_MB = 500


def _remote(subject: Subject) -> Advice | str:
    product(subject, "ALS")
    members = subject.linking("member")
    local = remote = 0.0
    for source in members or (subject,):
        near = source.figure("commands_by_source_local")
        far = source.figure("commands_by_source_remote")
        if near is None or far is None:
            continue
        local, remote = local + near, remote + far
    total = local + remote
    if total <= 0:
        raise CannotTell(subject.say("commands by source (local, remote) of {name}"))
    share = remote / total
    if share < REMOTE_SHARE:
        return subject.say(
            "{name}: {share:.1%} of the commands come from other systems "
            "({most:.0%} and more are many).",
            share=share,
            most=REMOTE_SHARE,
        )
    hosts = {host.id for host in subject.hosts()}
    bare = [x for x in subject.peers("lpar") if x.id not in hosts and x.children("netwk_node")]
    options: tuple[tuple[Change, ...], ...] = ()
    where = "the systems that the remote commands come from"
    if bare and members:
        where = joined((Name(x.name) for x in bare), ", ")
        added: list[Change] = []
        for number, host in enumerate(bare, start=len(members) + 1):
            like = members[0].component
            stem, name = like.id.rsplit("-", 1)[0], like.name.rsplit("-", 1)[0]
            joiner = replace(
                like, id=f"{stem}-{number}", name=f"{name}-{number}", parent=host.id, measured={}
            )
            if joiner.id in subject.topology:
                raise CannotTell(subject.say("a free nucleus number for {name}"), CARDS)
            links = tuple(
                Link(x.kind, joiner.id, x.target)
                for x in subject.topology.links
                if x.source == like.id
            )
            added.append(AddComponent(joiner, links))
        options = (tuple(added),)
    # What it saves is Net-Work's CPU, which no directory changes.
    directory = directory_of(subject)
    return Advice(
        subject.say(
            "{share:.0%} of the commands reach {name} over Entire Net-Work; "
            "nuclei are wanted on {where}.",
            share=share,
            where=where,
        ),
        options,
        texts=()
        if options
        else (manual(subject.id, "NUCID", "An ALS nucleus on the system of the remote users"),),
        effects=_without_network(subject, remote),
        not_projectable="" if options else "no report names the systems the remote users work on",
        syntax={ADDED: _written(subject, procedures.added_nuclei("SYSPLEX", procedures.ON_SYSTEM))},
        way_back=_ended(subject, options),
        caveats=directory.get("caveats", ()),
        given=directory.get("given", {}),
        first=directory.get("first", ()),
    )


def _written(subject: Subject, template: str) -> str:
    """With the database's operands; whose number and system it is is told of each nucleus."""
    operands = operands_of(subject.component, (), subject.topology)
    each = {**operands, "member": "{member}", "system": "{system}"}
    return written(template, Operands(each, subject.component))


def _ended(subject: Subject, options: tuple[tuple[Change, ...], ...]) -> str:
    added = [c.component for option in options for c in option if isinstance(c, AddComponent)]
    template = procedures.ON_SYSTEM + procedures.ENDED_NUCLEUS
    return statements(*(of_added(template, one, subject.topology) for one in added))


def _without_network(subject: Subject, remote: float) -> tuple[Effect, ...]:
    nodes = subject.peers("netwk_node")
    costs = []
    for node in nodes:
        cpu, commands = node.figure("cpu_s"), node.figure("commands")
        if cpu is not None and commands:
            costs.append(1e6 * cpu / commands)
    if not costs:
        return (
            published(
                "cpu_per_command_us",
                None,
                (0.95, 0.99, 1.01),
                "about 1 % CPU per command for each nucleus, against the saved Net-Work messages "
                "(001, 4.1 and 5.2)",
            ),
        )
    each = sum(costs)
    return (
        arithmetic(
            "cpu_per_message_us",
            each,
            0.0,
            f"Net-Work's own CPU per command at both ends, for {remote:,.0f} commands that stay "
            "local",
        ),
    )


def _more_nuclei(subject: Subject) -> Advice | Dormant | str:
    product(subject, "ALS")
    now = nuclei(subject)
    if now >= MOST_USEFUL_ALS:
        return subject.say(
            "{name}: {now} nuclei; beyond {most_useful_als} throughput stays level.",
            now=now,
            most_useful_als=MOST_USEFUL_ALS,
        )
    busy = nucleus_busy_pct(subject)
    bound = busy >= ONE_CP_BUSY_PCT
    advice = Advice(
        subject.say(
            "Nuclei of {name} use {busy:.0f} % of one CP each as measured, the most a single task "
            "can.",
            busy=busy,
        )
        if bound
        else subject.say(
            "Nuclei of {name} use {busy:.0f} % of one CP as measured; with the rest of the plan in "
            "effect the model has them use all of it, the most a single task can.",
            busy=busy,
        ),
        tuple(
            with_nuclei(subject, n, part)
            for n in counts_above(now, MOST_USEFUL_ALS)
            for part in CACHES_TOGETHER
        ),
        Choice(within_pct=2.0),
        distance=say(
            "Published for 2 to 31 nuclei on two LPARs; this cluster has {now}. The published 13 % "
            "came with half as much cache for each of 12 nuclei as for each of 8 (CDATAMAXS 11,000 "
            "MB, CLUCACHEEXTRA 350,000 in place of 520,000), and with volumes of which no aliases "
            "are told.",
            now=now,
        ),
        notes=("Where private caches are changed, all of them take no more storage than today.",),
        **directory_of(subject),
    )
    if bound:
        return advice
    return Dormant(
        subject.say(
            "{name}: the busiest nucleus uses {busy:.0f} % of one CP as measured (from {limit:g} % "
            "the CP is its limit).",
            busy=busy,
            limit=ONE_CP_BUSY_PCT,
        ),
        advice,
    )


def _read_bound(subject: Subject) -> Advice | str:
    product(subject, "ALS")
    now = nuclei(subject)
    efficiency = subject.need_figure("buffer_efficiency")
    if efficiency > EFFICIENCY_BOUND:
        return subject.say(
            "{name}: buffer efficiency {efficiency:.1f} is not the bound (up to 20 it may be).",
            efficiency=efficiency,
        )
    busy = nucleus_busy_pct(subject)
    if busy >= ONE_CP_BUSY_PCT:
        return subject.say(
            "{name}: nuclei are bound by their CP ({busy:.0f} %), not by reads (from 90 % of "
            "one CP on).",
            busy=busy,
        )
    even = thread_evenness(subject)
    if even is None:
        raise CannotTell(subject.say("commands by thread of {name}"))
    if even < EVEN_THREADS:
        return subject.say(
            "{name}: threads are unevenly used ({even:.2f}), some are free (from 0.7 on they "
            "are evenly used).",
            even=even,
        )
    caches = {
        name: value
        for name, value in ((n, subject.number(n)) for n in ("CDATAMAXS", "CASSOMAXS"))
        if value
    }
    spare = spare_mb(subject)
    per_nucleus = spare * len(subject.hosts()) / now
    total = sum(caches.values())
    tracked = tracked_mb(subject)
    if tracked is not None and total > tracked:
        return subject.say(
            "{name}: larger caches would hold nothing more, as CLUCACHEEXTRA has {tracked:.1f} "
            "of {total:.1f} GB tracked (ADA-026) (any that is not tracked is too many).",
            tracked=tracked / 1024,
            total=total / 1024,
        )
    why = subject.say(
        "Buffer efficiency {efficiency:.1f} (hit rate {value:.1%}) and evenly used threads: "
        "commands of {name} wait for read I/O, and more nuclei only wait too.",
        efficiency=efficiency,
        value=1 - 1 / efficiency,
    )
    notes = cache_hits(subject)
    if total and per_nucleus >= 0.05 * total:
        most = 1 + per_nucleus / total
        steps = [f for f in (1.1, 1.25, 1.5, 2.0) if f < most] + [most]
        return Advice(why, tuple(scaled(subject, caches, f) for f in steps), notes=notes)
    fewer = counts_below(now, 2)
    if not fewer:
        raise HeldBack(subject.say("{name} has no storage to spare and too few nuclei to remove."))
    return Advice(
        say(
            "{why} No storage is spare; the same storage in fewer, larger caches reads less.",
            why=why,
        ),
        tuple(with_nuclei(subject, n) for n in fewer),
        Choice("itr_per_cpu_s", keep="etr_per_s", unprojected=None),
    )


_FLUSHED = dict.fromkeys(("FMXIO", "LFIOP"), procedures.FLUSH_LIMITS)


def _structure_full(subject: Subject) -> Advice | str:
    product(subject, "ALS", "ASM")
    events = subject.figure("structure_full_events")
    structures = subject.linked("coupled")
    if events is None:
        seen = [s.figure("structure_full_events") for s in structures]
        known = [x for x in seen if x is not None]
        if not known:
            raise CannotTell(subject.say("structure-full events of {name}"))
        events = sum(known)
    if events <= 0:
        return subject.say("{name}: no structure-full event (any is too many).")
    flush: list[Change] = []
    for member in subject.linking("member"):
        fmxio, lfiop = member.number("FMXIO"), member.number("LFIOP")
        if fmxio is not None and fmxio < TESTED_FMXIO:
            flush.append(member.set("FMXIO", TESTED_FMXIO))
        if lfiop is not None and lfiop < TESTED_LFIOP_MB:
            flush.append(member.set("LFIOP", TESTED_LFIOP_MB))
    larger: list[Change] = []
    caveats: list[str] = []
    looks: list[ChangeText] = []
    altered = True
    for structure in structures:
        size = structure.number("SIZE_MB")
        if size and structure.text("TYPE") == "cache":
            wanted = int(size * 1.25)
            space = room_for(structure, wanted)
            if space.free_mb is not None:
                continue
            caveats += space.caveats
            looks += space.look
            larger.append(structure.set("SIZE_MB", wanted))
            room = (structure.number("POLICY_SIZE_MB") or 0.0) >= wanted
            altered &= room and structure.flag("ALLOW_ALTER") is not False
    options = [tuple(x) for x in (flush, larger, [*flush, *larger]) if x]
    fallback = published(
        "etr_per_s",
        subject.figure("etr_per_s"),
        (1.0, 1.057, 1.21),
        "throughput lost to structure-full events: 5.4 % at 12 nuclei, 17.3 % at 31 (001, 4.4)",
    )
    return Advice(
        subject.say(
            "{events:,.0f} times a command of {name} waited because the "
            "cache structure was full of blocks not yet flushed.",
            events=events,
        ),
        tuple(options),
        syntax={**_FLUSHED, "SIZE_MB": procedures.STRUCTURE_ALTERED} if altered else {},
        texts=() if options else (_flush_text(subject),),
        caveats=tuple(caveats),
        first=tuple(looks),
        effects=(fallback,),
        notes=("zHPF speeds the flush as well (ADA-017).",),
    )


def _flush_text(subject: Subject) -> ChangeText:
    tested = {"value": "", "FMXIO": TESTED_FMXIO, "LFIOP": TESTED_LFIOP_MB}
    return manual(subject.id, "FMXIO", written(procedures.FLUSH_LIMITS, tested))


RULES = (
    Rule(
        "ADA-001",
        "Run a nucleus on every system that hosts users",
        "Adabas ALS",
        "tuning",
        "yes",
        "Commands by source (local, remote) in the session statistics.",
        "5 % or more of the commands come from systems without a nucleus.",
        "A remote call costs Net-Work CPU at both ends and a trip over the line; a nucleus more "
        "costs about 1 % CPU per command.",
        "Start an ALS nucleus on each sysplex system that hosts users.",
        ("001, section 5.2", "001, section 4.1"),
        threshold="001, 5.2 speaks of a significant number of calls; 5 % is practice: the share "
        "at which the gain passes the cluster's cost of about 1 %.",
        verify="Commands by source in the next session statistics: remote near 0.",
        back_out="End the added nucleus (ADAEND); its users are routed to the others.",
        risk=Risk(
            "medium", "a nucleus more needs WORK and PLOG data sets and storage on that system."
        ),
        prerequisites="Shared DASD and coupling facility access from that system; WORK and PLOG.",
        effect="No figure; small cluster cost of about 1 % CPU per command per nucleus.",
        effect_conditions="ALS with 2 to 31 nuclei on two LPARs, zEC12.",
        projection="Adabas model with the nucleus placed there; else Net-Work's CPU per command.",
        report=SESSION,
        on=DATABASE,
        after=("CF-010",),
        check=_remote,
        applying=procedures.NUCLEUS,
    ),
    Rule(
        "ADA-002",
        "Add ALS nuclei while they are bound by one CP",
        "Adabas ALS",
        "tuning",
        "yes",
        "CPU of each nucleus against one CP, and the number of nuclei.",
        "Nuclei at 90 % or more of one CP and fewer than 12 of them.",
        "A nucleus is a single task; only more nuclei use more CPs.",
        "Start further nuclei: ADARUN cards with their own NUCID, WORK and PLOG.",
        ("001, section 4.1, Table 2", "001, section 5.1"),
        threshold="001, 4.1: individual nuclei peaked at 100 % of one CP up to 8 nuclei; flat "
        "beyond 12.",
        verify="RMF CPU per address space under 90 % of one CP; ETR in the session statistics.",
        back_out="End the added nuclei (ADAEND).",
        risk=Risk("medium", "more protection data streams and coupling facility requests."),
        prerequisites="Idle CPs, WORK/PLOG data sets, structure sizes for the added connections.",
        effect="ETR 67,841 with 2 nuclei, 288,547 with 8, +13 % from 8 to 12, level to 31.",
        effect_conditions="zEC12, two LPARs of 16 CPs, zHPF, 3,000 users, 5.2 % updates.",
        projection="Adabas model over the number of nuclei; the smallest count within 2 % of best.",
        report=f"{SESSION}, or RMF workload activity per nucleus",
        on=DATABASE,
        along={"CDATAMAXS": "ADA-013", "CASSOMAXS": "ADA-013"},
        after=("CF-010",),
        check=_more_nuclei,
        syntax={
            "NUCLEI": procedures.added_nuclei("SYSPLEX", procedures.ON_SYSTEM),
            "CDATAMAXS": procedures.CACHE_SIZES,
            "CASSOMAXS": procedures.CACHE_SIZES,
        },
        undo={"NUCLEI": procedures.ON_SYSTEM + procedures.ENDED_NUCLEUS},
        applying=procedures.NUCLEI_AND_CACHES,
        applying_to={"NUCLEI": procedures.NUCLEUS_BESIDE},
    ),
    Rule(
        "ADA-003",
        "Read-bound cluster: cache, not nuclei",
        "Adabas ALS",
        "threshold",
        "yes",
        "Buffer efficiency, commands by thread, CPU of the nuclei, storage left.",
        "Buffer efficiency 20 or less, threads evenly used, nuclei below one CP.",
        "When all threads wait for reads, DASD sets the throughput; a nucleus more only splits the "
        "cache further.",
        "Larger CDATAMAXS/CASSOMAXS where storage is spare, else fewer nuclei with larger caches.",
        ("001, section 4.1, Table 3",),
        threshold="001, 4.1: efficiency 10 to 20 with 30 to 45 % of commands waiting for reads.",
        verify="Buffer efficiency up, read I/Os per second down in the next session statistics.",
        back_out="Restore the former cache sizes (and nuclei) at the next start of each nucleus.",
        risk=Risk("low", "storage that is free today; watch paging after the change."),
        prerequisites="Free real storage; CLUCACHEEXTRA large enough for the blocks tracked.",
        effect="Reads saturate near 145,000 a second with zHPF on the tested DASD.",
        effect_conditions="DS8800, 80 volumes, two LPARs; 12 to 31 nuclei.",
        projection="Adabas model: reads per command follow the private cache; DASD has a cap.",
        report=SESSION,
        on=DATABASE,
        check=_read_bound,
        either=(("CDATAMAXS", "CASSOMAXS"), ("NUCLEI",)),
        syntax={
            "NUCLEI": procedures.ENDED_NUCLEUS,
            "CDATAMAXS": procedures.CACHE_SIZES,
            "CASSOMAXS": procedures.CACHE_SIZES,
        },
        undo={"NUCLEI": procedures.STARTED_AGAIN},
        applying=procedures.CACHES,
    ),
    Rule(
        "ADA-004",
        "What a nucleus more costs",
        "Adabas ALS",
        "interpretation",
        "yes",
        "CPU time per command against the number of nuclei.",
        "The cluster grows beyond 4 nuclei.",
        "CPU per command is least at about 4 nuclei and grows by about 1 % for each further one; "
        "a fall in ITR after adding nuclei is that, not a fault.",
        "Budget 1 % CPU per command for each nucleus above 4.",
        ("001, section 4.1", "001, section 5.1"),
        effect="ITR 33,215 with 2 nuclei, 29,237 with 31; the peak lies at 4.",
        effect_conditions="ALS, zHPF on, 5.2 % updates.",
        projection="In the Adabas model's CPU per command.",
        on=DATABASE,
    ),
    Rule(
        "ADA-005",
        "Keep the cache structure from filling up",
        "Adabas ALS",
        "tuning",
        "yes",
        "Structure-full events in the session statistics or the CF activity report.",
        "Any structure-full event.",
        "A full structure makes updates wait for a whole flush phase, which is long beside a "
        "command.",
        "ADARUN FMXIO=16 and LFIOP=500M so that the flush keeps up; a larger cache structure.",
        ("001, section 4.4, Chart 6", "001, section 5.2"),
        threshold="001, 4.4: none up to 8 nuclei, and throughput falls with the first ones.",
        verify="Structure-full events 0 in the next session statistics.",
        back_out="Restore FMXIO and LFIOP at restart; SETXCF START,ALTER to the former size.",
        risk=Risk("low", "more write I/O at a time; a larger structure takes CF storage."),
        prerequisites="CF storage for the structure (and its rebuild); CFRM policy SIZE.",
        effect="15 thousand events at 12 nuclei with ETR −5.4 %, over 210 thousand at 31, −17.3 %.",
        effect_conditions="ALS without zHPF, 12 GB structure, LFIOP 500 MB, FMXIO 16.",
        projection="Adabas model: flush throughput against update rate; else the published loss.",
        report=SESSION,
        on=DATABASE,
        check=_structure_full,
        syntax={
            **_FLUSHED,
            "SIZE_MB": procedures.STRUCTURE_REBUILT,
        },
        applying=procedures.FLUSH,
        applying_to={"SIZE_MB": procedures.STRUCTURE},
    ),
)
