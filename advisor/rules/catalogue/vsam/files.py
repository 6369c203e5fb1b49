"""VSAM under CICS: data sets with several definitions, CI sizes, splits, and how to read counts."""

from __future__ import annotations

from functools import partial

from advisor.findings import Effect, Risk
from advisor.rules.base import ZVSE, Advice, DoesNotApply, Qualify, Rule, Stop
from advisor.rules.catalogue.vsam import procedures
from advisor.rules.catalogue.vsam.lsr import FILE, STATISTICS, files_of
from advisor.rules.catalogue.vsam.moving import buffers_of_size, to_lsr
from advisor.rules.commands import file_steps, statements, step_by_step, written
from advisor.rules.effects import arithmetic, manual, published
from advisor.rules.procedure import Role, advised
from advisor.rules.subject import CannotTell, Subject
from model.language import Keyword, Name, joined, listed, say

PATH_EXCPS = 5.0
SMALL_CISZ = 4096
GOOD_CISZ = 16384
BROWSE_SHARE = 0.8
MANY_SPLITS = 10.0
"""CA splits in a million requests from which larger CIs are worth loading a file anew."""
REOPENS_PER_HOUR = 0.5


def data_set(subject: Subject) -> str | None:
    """The base data set behind a definition, upper case."""
    name = subject.text("BASE_DSNAME") or subject.text("DSNAME")
    return None if name is None else name.strip().upper()


def sharers(subject: Subject) -> tuple[Subject, ...]:
    """All definitions of the region on the same data set, this one included."""
    name = data_set(subject)
    region = subject.container("cics_region")
    if name is None or region is None:
        return (subject,)
    same = [f for f in region.children("vsam_file") if _named(f) == name]
    return tuple(f for f in same if data_set(f) == name)


def _named(subject: Subject) -> str:
    """As :func:`data_set`, for looking around: it leaves no evidence."""
    found = subject.component.value("BASE_DSNAME") or subject.component.value("DSNAME")
    return str(found or "").strip().upper()


def _share4(subject: Subject) -> Advice | str:
    options = str(
        subject.need_text("SHAREOPTIONS")
        if subject.text("SHAREOPTIONS") is not None
        else int(subject.need("SHAREOPTIONS"))
    )
    digits = [c for c in options if c.isdigit()]
    if not digits or digits[0] != "4":
        return joined(
            (
                Name(subject.name),
                say(": SHAREOPTIONS {options} (4 reads again).", options=Keyword(options)),
            )
        )
    requests = subject.figure("requests")
    return Advice(
        subject.say("SHAREOPTIONS(4) makes VSAM read {name} again for each request")
        + (say(", {requests:,.0f} of them.", requests=requests) if requests else "."),
        texts=(
            manual(subject.id, "SHAREOPTIONS", procedures.shared_less("2 3")),
            manual(subject.id, "DSNSHARING", _shared_by_name(subject, "ALLREQS")),
        ),
        way_back=statements(
            procedures.shared_less("<former>"), _shared_by_name(subject, "<former>")
        ),
    )


def _shared_by_name(subject: Subject, sharing: str) -> str:
    """DSNSHARING of the file and all paths over its data set, by name where reports tell of both.

    The paths alone, or the base alone, share nothing.
    """
    own = subject.text("DSNAME")
    others = (f for f in files_of(subject) if f.id != subject.id)
    over = [f for f in others if own and f.text("BASE_DSNAME") == own]
    if not over:
        both = {"name": statements("<base and path>"), "group": "<group>"}
        return written(file_steps(f"DSNSHARING({sharing})"), both)
    return step_by_step(
        written(
            file_steps(f"DSNSHARING({sharing})"),
            {"name": one.name.rpartition("/")[2], "group": one.text("GROUP") or "<group>"},
        )
        for one in (subject, *over)
    )


def _path(subject: Subject) -> Advice | str:
    if subject.need_text("TYPE").lower() != "path":
        raise DoesNotApply(subject.say("{name} is no path."))
    excps, requests = subject.need_figure("excps", "excps_data"), subject.need_figure("requests")
    if requests <= 0:
        raise DoesNotApply(subject.say("{name} was not used."))
    each = excps / requests
    if each < PATH_EXCPS:
        return subject.say(
            "{name}: {each:.2f} EXCPs a request ({most:g} and more are many).",
            each=each,
            most=PATH_EXCPS,
        )
    base = [f for f in sharers(subject) if f.id != subject.id]
    rates = []
    for other in base:
        spent, asked = other.figure("excps", "excps_data"), other.figure("requests")
        if spent is not None and asked:
            rates.append(spent / asked)
    direct = min(rates) if rates else 1.0
    return Advice(
        subject.say(
            "Each request through path {name} takes {each:.1f} EXCPs on the "
            "base, its alternate index not counted.",
            each=each,
        ),
        texts=(
            manual(
                subject.id,
                "TYPE",
                "Application: read by the base key where it is known; browse the path less",
            ),
        ),
        effects=(
            arithmetic(
                "io_per_request",
                each,
                direct,
                "EXCPs a request as the base needs them",
                low=direct,
                high=each,
            ),
        ),
        notes=("DSNSHARING (VSM-008) can lower these EXCPs without changing the application.",),
    )


def _dsnsharing(subject: Subject) -> Advice | str:
    if subject.flag("REMOTE"):
        raise DoesNotApply(subject.say("{name} is remote."))
    if data_set(subject) is None:
        raise CannotTell(subject.say("the data set name of {name}"), STATISTICS)
    files = sharers(subject)
    if len(files) < 2:
        return subject.say(
            "{name} is the only definition of its data set (more than one are looked into)."
        )
    if min(f.id for f in files) != subject.id:
        raise DoesNotApply(
            subject.say("{name} is treated together with {name2}.", name2=Name(files[0].name))
        )
    states = [(f, f.text("DSNSHARING")) for f in files]
    if all(state is None for _, state in states):
        raise CannotTell(subject.say("DSNSHARING of {name}"), STATISTICS)
    apart = [f for f, state in states if state != "ALLREQS"]
    if not apart:
        return subject.say("{name}: DSNSHARING=ALLREQS is in effect.")
    names = listed([Name(f.name.rpartition("/")[2]) for f in files])
    region = subject.container("cics_region")
    return Advice(
        say(
            "{names} open the data set {data_set} each for itself, with "
            "buffers and reads of their own.",
            names=names,
            data_set=data_set(subject),
        ),
        (tuple(f.set("DSNSHARING", "ALLREQS") for f in apart),),
        effects=_sharing_effects(files, region),
        distance="The published case is called extremely unusual by its author: take it as the "
        "most that can be had.",
    )


def _sharing_effects(files: tuple[Subject, ...], region: Subject | None) -> tuple[Effect, ...]:
    spent = [f.figure("excps", "excps_data") for f in files]
    known = [e for e in spent if e is not None]
    total = sum(known) if known else None
    cpu = dispatch = None
    if region is not None:
        tasks = region.figure("transactions")
        if tasks:
            seconds = region.figure("tcb_cpu_s", "qr_cpu_s")
            elapsed = region.figure("qr_dispatch_s")
            cpu = 1000.0 * seconds / tasks if seconds is not None else None
            dispatch = 1000.0 * elapsed / tasks if elapsed is not None else None
    reason = "one customer's base and path with DSNSHARING and a pool of their own (002)"
    return (
        published("excps", total, (0.53, 0.8, 1.0), reason),
        published("cpu_ms_per_tx", cpu, (0.83, 0.95, 1.0), reason),
        published("dispatch_ms", dispatch, (0.76, 0.93, 1.0), reason),
    )


def _compressed(subject: Subject) -> Advice | str:
    if not subject.need_flag("COMPRESSED"):
        return subject.say("{name} is not compressed (any pays CPU).")
    return Advice(
        subject.say("{name} is compressed; every request pays CPU for it."),
        ((subject.set("COMPRESSED", False),),),
    )


def split_cost(cisz: float) -> tuple[float, float]:
    """EXCPs and seconds of one CA split on a 3390 by data CI size, from the published pair."""
    ratio = 2048.0 / cisz
    return 800.0 * ratio**0.874, 0.5 * ratio**0.774


def _splits(subject: Subject) -> Advice | str:
    splits = subject.need_figure("ca_splits")
    if splits <= 0:
        return subject.say("{name}: no CA split (from 10 in a million requests on they are many).")
    size = subject.need("DATA_CISZ")
    if size > SMALL_CISZ:
        return subject.say("{name}: data CIs of {size:,g} bytes (up to 4,096 is small).", size=size)
    before, after = split_cost(size), split_cost(GOOD_CISZ)
    requests = subject.need_figure("requests")
    if splits * 1e6 < MANY_SPLITS * requests:
        return subject.say(
            "{name}: {splits:,.0f} CA splits in {requests:,.0f} requests, too few to load the "
            "file anew for (from 10 in a million on they are many).",
            splits=splits,
            requests=requests,
        )
    seconds = subject.figure("duration_s")
    scale = seconds if seconds else 1.0
    unit = "s per s" if seconds else "s"
    anew, back = procedures.beside_others(
        subject, sharers(subject), procedures.DATA_CISZ, "DATA_CISZ"
    )
    return Advice(
        subject.say(
            "{splits:,.0f} CA splits of {name} with data CIs of {size:,g} "
            "bytes block all its requests for about {before:.1f} s each.",
            splits=splits,
            size=size,
            before=before[1],
        ),
        ((subject.set("DATA_CISZ", GOOD_CISZ),),),
        first=buffers_of_size(subject, GOOD_CISZ),
        syntax=anew,
        way_back=back,
        effects=(
            arithmetic(
                "split_block_s",
                splits * before[1] / scale,
                splits * after[1] / scale,
                "CA split of 2 KB CIs over 0.5 s and 800 EXCPs, of 16 KB under 0.1 s and 130",
                unit=unit,
            ),
            arithmetic(
                "split_excps",
                splits * before[0],
                splits * after[0],
                "EXCPs of the same splits",
            ),
        ),
    )


def _one_string(subject: Subject) -> Advice | str:
    strings = subject.need("STRINGS")
    if strings > 1:
        return subject.say("{name}: {strings:,g} strings (1 is too few).", strings=strings)
    waits, requests = subject.need_figure("string_waits"), subject.figure("requests")
    if waits <= 0:
        return subject.say("{name}: one string and no waits (any wait is looked into).")
    return Advice(
        subject.say(
            "One string serializes {name}: {waits:,.0f} waits to be dispatched again.", waits=waits
        ),
        ((subject.set("STRINGS", 2 if not requests or waits / requests < 0.1 else 5),),),
        effects=(
            arithmetic(
                "string_waits", waits, 0.0, "two or more requests run at once", high=0.5 * waits
            ),
        ),
    )


def _reopened(subject: Subject) -> Advice | str:
    if subject.need_text("ACCESS") != "NSR":
        return subject.say("{name} uses an LSR pool.")
    rate = subject.need_rate("opens") * 3600
    if rate < REOPENS_PER_HOUR:
        return subject.say(
            "{name} is opened {rate:.2f} times an hour (from 0.5 on it is often).", rate=rate
        )
    changes, place = to_lsr(subject)
    return Advice(
        subject.say(
            "NSR file {name} is opened {rate:.1f} times an hour, which fragments GETVIS.", rate=rate
        ),
        (changes,),
        caveats=place.caveats,
        syntax=place.syntax,
    )


def _slow_channels(subject: Subject) -> Advice | str:
    speed = subject.need_figure("channel_gbps")
    if speed >= 16:
        return subject.say("{name}: {speed:,g} Gbps channels (below 16 is slow).", speed=speed)
    return Advice(
        subject.say("{name} reaches its disks over {speed:,g} Gbps channels.", speed=speed),
        texts=(manual(subject.id, "CHANNELS", "16 Gbps channels (FICON Express16)"),),
    )


def _vse_zhpf(subject: Subject) -> Advice | str:
    if subject.need_flag("ZHPF"):
        return subject.say("{name}: zHPF is in effect.")
    return Advice(
        subject.say("{name} does its I/O without zHPF."),
        ((subject.set("ZHPF", True),),),
    )


def _hog(subject: Subject, advice: Advice) -> Qualify | Stop | None:
    files = (subject,) if subject.component.kind == "vsam_file" else ()
    for file in files:
        browses, requests = file.figure("browses"), file.figure("requests")
        if browses is not None and requests and browses / requests >= BROWSE_SHARE:
            return Qualify(
                say(
                    "{browses:.0%} of the requests are browses: a faster browse can crowd out "
                    "other work; compare response of others before and after.",
                    browses=browses / requests,
                )
            )
    return None


_VERIFY = "EXCPs per request and per task in the next DFH0STAT of an equal period."
_BACK = "The same steps with the former values: alter, close the file, install, open."


_reloaded = partial(procedures.reloaded, *procedures.ASIDE)
_LARGER_CIS = _reloaded(procedures.DATA_CISZ)

RULES = (
    Rule(
        "VSM-006",
        "Avoid SHAREOPTIONS(4)",
        "VSAM",
        "tuning",
        "partial",
        "SHAREOPTIONS of the file.",
        "Cross-region option 4.",
        "With option 4 buffers are refreshed for every request, so lookaside is next to nothing.",
        "SHAREOPTIONS(2 3); DSNSHARING=ALLREQS where base and path are both used.",
        ("002, VSAM Lookaside", "002, VSAM hints and tips"),
        threshold="Any option 4.",
        verify=_VERIFY,
        back_out="IDCAMS ALTER back.",
        risk=Risk("high", "make sure that nobody else updates the data set at the same time."),
        prerequisites="No other updating region or job.",
        projection="the reports do not say how often a refreshed CI would have been found",
        report=STATISTICS,
        on=FILE,
        check=_share4,
        exposure="degradation",
        applying=procedures.OPTIONS,
    ),
    Rule(
        "VSM-007",
        "Less access through alternate index paths",
        "VSAM",
        "tuning",
        "yes",
        "EXCPs per request of path files.",
        "A path with 5 or more EXCPs per request.",
        "Access through a path has very limited lookaside on the base.",
        "Application: use the base key, browse the path less.",
        ("002, VSAM Lookaside",),
        threshold="002: a path with 68.84 EXCPs per request beside a base with 0.89; 5 is "
        "practice.",
        verify=_VERIFY,
        back_out="The application's former access.",
        risk=Risk("medium", "a change of the application."),
        effect="Path file at 68.84 EXCPs per request.",
        effect_conditions="36.8 million EXCPs for 535,119 browses.",
        projection="EXCPs a request as on the base, by arithmetic.",
        report=STATISTICS,
        on=FILE,
        check=_path,
        applying=advised("application", Role.APPLICATION),
    ),
    Rule(
        "VSM-008",
        "DSNSHARING for base and path",
        "VSAM",
        "tuning",
        "yes",
        "Definitions on the same data set and their DSNSHARING.",
        "Two or more definitions of one data set without DSNSHARING=ALLREQS.",
        "Each definition opens the base once more, with control blocks and buffers of its own, so "
        "what one has read the other reads again.",
        "CEDA ALTER FILE(...) DSNSHARING(ALLREQS) for all of them, and an LSRPOOL of their own.",
        ("002, VSAM hints and tips (DSNSHARING)",),
        threshold="Any such pair.",
        verify=_VERIFY,
        back_out=_BACK,
        risk=Risk("low", "also keeps base and alternate index in step."),
        prerequisites="All definitions in the same LSRPOOL; files closed and opened.",
        effect="About 40 million EXCPs a day less; LSR reads −47 %; TCB CPU per transaction −17 %; "
        "dispatch −24 %.",
        effect_conditions="A very busy KSDS with its path, z/VSE; extremely unusual.",
        projection="VSAM model; else the published case as the most that can be had.",
        report=STATISTICS,
        on=FILE,
        check=_dsnsharing,
        syntax={"DSNSHARING": file_steps("DSNSHARING({value})")},
        at_once=True,
        applying=procedures.SHARING,
    ),
    Rule(
        "VSM-009",
        "VSAM compression only where needed",
        "VSAM",
        "tuning",
        "no",
        "COMPRESSED column.",
        "A compressed file in use.",
        "Compression takes CPU at every request.",
        "Define the cluster without compression.",
        ("002, VSAM hints and tips",),
        threshold="002: measurable; no figure.",
        verify="TCB CPU per transaction.",
        back_out="Load the compressed cluster again.",
        risk=Risk("medium", "needs space and a reload."),
        prerequisites="DASD space; REPRO.",
        projection="no figure was published",
        report=STATISTICS,
        on=FILE,
        check=_compressed,
        syntax={
            "COMPRESSED": _reloaded(
                "<no COMPRESSED; on z/OS DATACLAS of a class without compaction>"
            )
        },
        applying=procedures.COMPRESSION,
    ),
    Rule(
        "VSM-010",
        "Larger data CIs where CAs split",
        "VSAM",
        "tuning",
        "yes",
        "Data CI size, CA splits and requests.",
        "10 CA splits or more in a million requests, with data CIs of 4 KB or less.",
        "All requests of the file wait while a CA splits; with small CIs that lasts longest.",
        "Data CISZ 16384.",
        ("002, VSAM hints and tips",),
        threshold="002 compares 2 KB and 16 KB; 10 in a million is practice: below that the waits "
        "last less than the reload.",
        verify="CA splits and their EXCPs.",
        back_out="Define the former cluster again and load it with what it holds by then.",
        risk=Risk(
            "medium",
            "more records share a CI, so exclusive control conflicts may rise.",
            ("VSM-011",),
        ),
        prerequisites="REPRO into a new cluster; buffers of the new size in the pool.",
        effect="A CA split: 800 EXCPs and over 0.5 s with 2 KB, 130 and under 0.1 s with 16 KB.",
        effect_conditions="3390 geometry.",
        projection="Splits times their blocking time.",
        report=STATISTICS,
        on=FILE,
        check=_splits,
        syntax={"DATA_CISZ": _LARGER_CIS},
        applying=procedures.RELOAD,
    ),
    Rule(
        "VSM-012",
        "Not STRINGS(1) against conflicts",
        "VSAM",
        "config-check",
        "yes",
        "STRINGS and string waits.",
        "One string and waits for it.",
        "Waiting to be dispatched for the only string can be worse than the conflicts it avoids.",
        "STRINGS(2) or more.",
        ("002, VSAM hints and tips",),
        threshold="Any waits.",
        verify="String waits 0.",
        back_out=_BACK,
        risk=Risk("low", "conflicts may return."),
        prerequisites="File closed and opened.",
        projection="Waits by arithmetic.",
        report=STATISTICS,
        on=FILE,
        check=_one_string,
        exposure="degradation",
        syntax={"STRINGS": file_steps("STRINGS({value})")},
        applying=procedures.FILE,
    ),
    Rule(
        "VSM-016",
        "NSR files that open and close all day",
        "VSAM",
        "config-check",
        "no",
        "Opens of NSR files.",
        "An NSR file opened once in two hours or more often.",
        "Each open takes partition GETVIS anew, and it fragments until a CICS that runs long "
        "fails.",
        "LSR, or keep the file open.",
        ("002, VSAM hints and tips",),
        threshold="Once in two hours is practice; the source gives no figure.",
        verify="Opens per day; GETVIS free.",
        back_out="LSRPOOLID(NONE).",
        risk=Risk("low"),
        prerequisites="Buffers of the file's CI sizes in the pool.",
        projection="storage fragmentation is not modelled",
        report=STATISTICS,
        on=FILE,
        check=_reopened,
        exposure="errors",
        syntax={
            "ACCESS": file_steps("{lsrpool_number}"),
            "LSRPOOLID": file_steps("{lsrpool_number}"),
        },
        applying=procedures.TO_POOL,
    ),
    Rule(
        "VSM-017",
        "The busiest files first",
        "VSAM",
        "method",
        "yes",
        "EXCPs by file.",
        "Many files to tune.",
        "A fifth of the files does most of the I/O.",
        "Rank files by EXCPs and begin with the busiest",
        ("002, VSAM hints and tips",),
        projection="A ranking.",
        on=FILE,
    ),
    Rule(
        "VSM-018",
        "16 Gbps channels",
        "z/VSE I/O",
        "tuning",
        "partial",
        "Speed of the channels.",
        "Slower than 16 Gbps.",
        "Transfer time is part of every I/O.",
        "16 Gbps channels.",
        ("002, VSAM hints and tips",),
        threshold="002: 16 Gbps.",
        verify="Service time per I/O.",
        back_out="None needed.",
        risk=Risk("low"),
        prerequisites="Channels, switches and DASD ports of 16 Gbps.",
        projection="no figure was published",
        report="channel configuration (IOCDS)",
        on=("lpar",),
        platforms=ZVSE,
        check=_slow_channels,
        applying=advised("hardware", Role.HARDWARE),
    ),
    Rule(
        "VSM-019",
        "zHPF on z/VSE 6.2",
        "z/VSE I/O",
        "tuning",
        "partial",
        "zHPF of the z/VSE system.",
        "Off.",
        "Fewer and shorter channel programs.",
        "SYSDEF SYSTEM,ZHPF=YES.",
        ("002, VSAM hints and tips",),
        threshold="z/VSE 6.2 supports it.",
        verify="Service time per I/O.",
        back_out="ZHPF=NO.",
        risk=Risk("low"),
        prerequisites="z/VSE 6.2; zHPF on DASD.",
        projection="no figure was published for z/VSE",
        report="z/VSE IPL parameters",
        on=("lpar",),
        platforms=ZVSE,
        check=_vse_zhpf,
        syntax={"ZHPF": "SYSDEF SYSTEM,ZHPF={value}"},
        applying=procedures.ZHPF,
    ),
    Rule(
        "VSM-020",
        "Count shared data sets once",
        "VSAM",
        "interpretation",
        "no",
        "EXCPs and splits of definitions with DSNSHARING.",
        "DSNSHARING active.",
        "With DSNSHARING base and path show the same EXCPs and splits, those of the data set: add "
        "them and they count twice.",
        "Count one of them.",
        ("002, VSAM hints and tips",),
        effect="Both 586,488 in the sample.",
        projection="How counts are read.",
        on=FILE,
    ),
    Rule(
        "VSM-021",
        "A path's EXCPs leave out its index",
        "VSAM",
        "interpretation",
        "no",
        "EXCPs of path files.",
        "A path in the statistics.",
        "A path's EXCPs are those on the base; the alternate index's own are in the LSR pool's "
        "totals only.",
        "Use LSR totals for the whole.",
        ("002, VSAM hints and tips",),
        projection="How counts are read.",
        on=FILE,
    ),
    Rule(
        "VSM-022",
        "A faster browse may hurt others",
        "VSAM",
        "caveat",
        "partial",
        "Browses against requests.",
        "80 % or more browses.",
        "What held a heavy browse back also held it off others' resources.",
        "Compare response of others before and after.",
        ("002, VSAM hints and tips",),
        effect="One such change had to be backed out.",
        projection="A qualification.",
        guards=("VSM-005", "VSM-008", "VSM-010"),
        guard=_hog,
    ),
    Rule(
        "VSM-023",
        "Look for hot spots by interval",
        "VSAM",
        "method",
        "no",
        "Statistics over short intervals.",
        "Statistics of a long period.",
        "Averages over a day hide the hour that hurts, and VSAM may suffer from what CICS does.",
        "Take DFH0STAT before each reset of short intervals",
        ("002, VSAM hints and tips",),
        projection="A method; nothing to project.",
        on=FILE,
    ),
)
