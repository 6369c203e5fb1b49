"""VSAM under CICS: files that leave buffers of their own for local shared resources."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from advisor.findings import ChangeText, Risk
from advisor.rules.base import Advice, DoesNotApply, Rule
from advisor.rules.catalogue.vsam import procedures
from advisor.rules.catalogue.vsam.lsr import (
    DATA_AIM_PCT,
    FILE,
    INDEX_AIM_PCT,
    STATISTICS,
    VERIFY,
    buffers_by_size,
    component_of,
    files_of,
    in_k,
    more_strings,
    own_buffers,
)
from advisor.rules.commands import (
    PLATFORM_OF_ID,
    csd_names,
    file_steps,
    operands_of,
    pool_steps,
    statements,
    written,
)
from advisor.rules.effects import manual
from advisor.rules.subject import CannotTell, Subject
from model.language import Name, say
from model.subsystems.vsam.files import SCAN_LIMIT
from model.topology import Change, SetSetting, Value

FEW_REQUESTS_PCT = 0.1
"""Requests below this part of the region's file requests are too few for a step (practice)."""
MOVED = file_steps("{lsrpool_number}")
"""The file in another pool."""
CROWDING = 0.25
"""Part of a pool's requests from which a file that comes to it is much (practice)."""
POOLS = {PLATFORM_OF_ID: 15}
"""LSR pools that a region may have, where not 255 (CICS TS for z/OS)."""
BUFFER_SIZES = (512, 1024, 2048, *range(4096, 32769, 4096))
"""Sizes of buffers that a CSD definition names; a control interval takes the next larger one."""


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a file goes: the number of the pool, what is typed for it, and what to say of it."""

    number: Value | None
    syntax: Mapping[str, str]
    caveats: tuple[str, ...] = ()


def to_lsr(subject: Subject) -> tuple[tuple[Change, ...], _Place]:
    """The changes that give a file local shared resources, and how they are made."""
    place = _place_for(subject)
    changes: list[Change] = [subject.set("ACCESS", "LSR")]
    if place.number is not None and subject.value("LSRPOOLID") in (None, "", 0, "0"):
        changes.append(subject.set("LSRPOOLID", place.number))
        return tuple(changes), place
    return tuple(changes), _Place(None, {})


def _place_for(subject: Subject) -> _Place:
    """The LSR pool of the region that finds most in its buffers, or one of the file's own.

    Its own where no pool has buffers as large as its control intervals, without which it would not
    open, or where its requests would be much beside those that the pool serves: they would take the
    buffers of all others.
    """
    pools, pool = _numbered(subject), _best_for(subject)
    free = _free_number(subject) if _apart(subject) else None
    requests = subject.figure("requests")
    served = 0.0 if pool is None else _asked(pool, "lookasides", "reads")
    if pool is None and pools:
        like = _best(pools)
        if free is None or like is None:
            return _Place(None, {})
        return _of_its_own(
            subject,
            free,
            _own_pool(subject, like, 1.0, begun=True),
            say(
                "No pool has buffers as large as its control intervals, and it would not open: it "
                "gets pool {own}, which no report shows in use, to begin with as many buffers as "
                "pool {pool} has (practice).",
                own=free,
                pool=Name(like.name),
            ),
        )
    shared = _Place(_as_number(subject, "1" if pool is None else _number_of(pool)), {})
    if pool is None or requests is None or free is None:
        return shared
    return _of_its_own(
        subject,
        free,
        _own_pool(subject, pool, requests / served),
        say(
            "Its {requests:,.0f} requests would crowd pool {pool}, which was asked "
            "{served:,.0f} times for a buffer: it gets pool {own}, which no report shows in "
            "use, with as many buffers for its requests as pool {pool} has (practice).",
            requests=requests,
            pool=Name(pool.name),
            served=served,
            own=free,
        ),
        *_no_model(pool),
    )


def _no_model(pool: Subject) -> tuple[str, ...]:
    """What to say where a pool has too few buffers itself."""
    if not (_short(pool, "D") or _short(pool, "I")):
        return ()
    return (
        say(
            "Pool {pool} has too few buffers itself and is no model for all: what stands open "
            "takes the file's index set and one for every string, and more for what it reads "
            "again.",
            pool=Name(pool.name),
        ),
    )


def _numbered(subject: Subject) -> list[Subject]:
    return [p for p in _pools(subject) if _number_of(p).isdigit()]


def _best_for(subject: Subject) -> Subject | None:
    return _best([p for p in _numbered(subject) if _holds(p, subject)])


def _apart(subject: Subject) -> bool:
    """Whether a file that leaves buffers of its own gets a pool of its own."""
    pool = _best_for(subject)
    if pool is None:
        return bool(_numbered(subject))
    served = _asked(pool, "lookasides", "reads")
    return served > 0 and (subject.figure("requests") or 0.0) > CROWDING * served


def _of_its_own(subject: Subject, number: str, typed: str, *why: str) -> _Place:
    syntax = dict.fromkeys(("ACCESS", "LSRPOOLID"), typed)
    return _Place(_as_number(subject, number), syntax, why)


def _holds(pool: Subject, subject: Subject) -> bool:
    """Whether a pool has buffers that the file's control intervals fit, as far as is told.

    Without index buffers of its own a pool has index and data in the same buffers.
    """
    data = buffers_by_size(pool)
    for setting, sizes in (
        ("DATA_CISZ", data),
        ("INDEX_CISZ", buffers_by_size(pool, "I") or data),
    ):
        wanted = subject.number(setting)
        if wanted and sizes and max(sizes) < wanted:
            return False
    return True


def _own_pool(subject: Subject, pool: Subject, share: float, *, begun: bool = False) -> str:
    """Definition of a pool with buffers in proportion to the file's requests, and the move.

    Buffers that miss too much in the pool are no proportion to go by, unless as a beginning.
    CICS works out the key length from the file's own catalog entry where none is defined (CICS TS
    for z/OS 5.4, LSRPOOL attributes).
    """
    strings = _strings_of(subject)
    sized = []
    for letter, label, setting in (("D", "DATA", "DATA_CISZ"), ("I", "INDEX", "INDEX_CISZ")):
        if letter == "I" and not _has_index(subject):
            continue
        alike = [b for b in pool.children("lsr_buffers") if component_of(b) == letter]
        count = math.ceil(share * sum(b.number("BUFFERS") or 0.0 for b in alike))
        count = 0 if _short(pool, letter) and not begun else min(count, SCAN_LIMIT)
        least = 3 if strings is None else int(strings) + 1
        size = subject.number(setting)
        fitting = [one for one in BUFFER_SIZES if size is not None and one >= size]
        named = f"{label}{in_k(fitting[0])}" if fitting else f"{label}<size>"
        sized.append(f"{named}({max(count, least)})" if count else f"{named}(<buffers>)")
    held = "" if strings is None else " STRINGS({STRINGS})"
    return statements(
        f"CEDA DEFINE LSRPOOL(<new pool>) GROUP({{group}}) {{lsrpool_number}}{held} "
        + " ".join(sized),
        "CEDA INSTALL LSRPOOL(<new pool>) GROUP({group})",
        *MOVED.split("\n"),
    )


def _strings_of(subject: Subject) -> float | None:
    """Strings of a file with those that it lacks."""
    more = _lacking(subject)
    return subject.number("STRINGS") if more is None else float(str(more.value))


def _lacking(subject: Subject) -> SetSetting | None:
    """The change to more strings that waits for them ask for, where they are many."""
    try:
        more = more_strings(subject)
    except CannotTell:
        return None
    if more is None or more.slight:
        return None
    (change,) = more.options[0]
    return change if isinstance(change, SetSetting) else None


def _has_index(subject: Subject) -> bool:
    """Whether a file has index control intervals: an ESDS and an RRDS have none."""
    return subject.number("INDEX_CISZ") != 0 and subject.text("TYPE") not in ("ESDS", "RRDS")


def _short(pool: Subject, letter: str) -> bool:
    """Whether a pool's data or index buffers miss twice what they may: no model for others."""
    alike = [one for one in pool.children("lsr_buffers") if component_of(one) == letter]
    found = sum(one.figure("lookasides") or 0.0 for one in alike)
    asked = found + sum(one.figure("reads") or 0.0 for one in alike)
    aim = INDEX_AIM_PCT if letter == "I" else DATA_AIM_PCT
    return asked > 0 and 100.0 * (1.0 - found / asked) > 2 * (100.0 - aim)


def sizes_of_pool(subject: Subject) -> tuple[int, ...]:
    """Sizes of the data buffers in the file's pool, bytes; none of a file without a pool."""
    number = str(subject.value("LSRPOOLID"))
    pool = next((p for p in _pools(subject) if _number_of(p) == number), None)
    return () if pool is None else tuple(sorted(buffers_by_size(pool)))


def buffers_of_size(subject: Subject, size: int) -> tuple[ChangeText, ...]:
    """Buffers for larger data CIs, where the file's pool has none as large.

    Without them the file would not open. They take as much storage as the size that has most today,
    and are more than the strings of any file of the pool: whichever of its files need them, the
    pool's definition is the same.
    """
    number = str(subject.value("LSRPOOLID"))
    pool = next((p for p in _pools(subject) if _number_of(p) == number), None)
    sizes = {} if pool is None else buffers_by_size(pool)
    if pool is None or not sizes or max(sizes) >= size:
        return ()
    sharing = [f for f in files_of(subject) if str(f.value("LSRPOOLID")) == number]
    least = 1 + max(int(f.number("STRINGS") or 2) for f in sharing)
    storage = max(each * count for each, count in sizes.items())
    count = max(math.ceil(storage / size), least)
    typed = written(
        pool_steps(f"DATA{in_k(size)}({count})"), operands_of(pool.component, (), pool.topology)
    )
    return (manual(pool.id, f"DATA{in_k(size)}", typed),)


def _best(pools: Sequence[Subject]) -> Subject | None:
    return min(pools, key=lambda p: (-_found(p), int(_number_of(p))), default=None)


def _free_number(subject: Subject) -> str | None:
    """The number of a pool that neither statistics nor files of the region show.

    The lowest for the first file that gets a pool of its own, the next one for the second, so that
    no two of them define the same pool differently.
    """
    region = subject.container("cics_region")
    if region is None:
        return None
    files = files_of(subject)
    taken = {_number_of(p) for p in _pools(subject)} | {str(f.value("LSRPOOLID")) for f in files}
    most = POOLS.get(region.text("PLATFORM") or "", 255)
    free = (str(n) for n in range(1, most + 1) if str(n) not in taken)
    apart = (
        f.id
        for f in files
        if own_buffers(f) and (f.figure("requests") or 0.0) > 0 and f.id < subject.id and _apart(f)
    )
    return next(islice(free, len([*islice(apart, most)]), None), None)


def _pools(subject: Subject) -> tuple[Subject, ...]:
    region = subject.container("cics_region")
    return () if region is None else tuple(region.children("lsr_pool"))


def _number_of(pool: Subject) -> str:
    return pool.name.rpartition("/")[2]


def _as_number(subject: Subject, number: str) -> Value | None:
    spec = subject.catalogue.spec("vsam_file", "LSRPOOLID")
    if spec is None:
        return None
    return int(number) if spec.type in ("integer", "number") else number


def _asked(pool: Subject, *figures: str) -> float:
    """Requests for a buffer of the pool that ended so, in all sizes."""
    sizes = pool.children("lsr_buffers")
    return sum(buffers.figure(name) or 0.0 for buffers in sizes for name in figures)


def _found(pool: Subject) -> float:
    """Share of a pool's requests that found their control interval in a buffer."""
    asked = _asked(pool, "lookasides", "reads")
    return _asked(pool, "lookasides") / asked if asked else 0.0


def _nsr(subject: Subject) -> Advice | str:
    if subject.need_text("ACCESS") != "NSR":
        return subject.say("{name} uses an LSR pool.")
    if subject.flag("REMOTE"):
        raise DoesNotApply(subject.say("{name} is remote."))
    requests = subject.need_figure("requests")
    if requests <= 0:
        raise DoesNotApply(subject.say("{name} was not used."))
    excps = subject.figure("excps", "excps_data")
    rate = "" if not excps else say(" with {excps:.2f} EXCPs each", excps=excps / requests)
    changes, place = to_lsr(subject)
    strings = _lacking(subject)
    return Advice(
        subject.say(
            "{requests:,.0f} requests of {name}{rate} go through buffers of its own strings.",
            requests=requests,
            rate=rate,
        ),
        (changes if strings is None else (*changes, strings),),
        caveats=place.caveats,
        syntax=place.syntax if strings is None else _with_strings(place),
        slight=_hardly_used(subject, requests),
        way_back="" if strings is None else _back_with_strings(subject),
        distance="LSR was better in every case of the source, on z/VSE.",
        not_projectable="the source gives no figure for what a shared pool saves a file",
    )


def _with_strings(place: _Place) -> dict[str, str]:
    """The move with the strings that go with it in one definition of the file.

    Strings of the pool serve no more of the file's requests at a time than the file's own (CICS TS
    for z/OS 5.6, FILE attributes).
    """
    alter = MOVED.split("\n")[0]
    typed = place.syntax.get("LSRPOOLID", MOVED).replace(alter, f"{alter} STRINGS({{STRINGS}})")
    return dict.fromkeys(("ACCESS", "LSRPOOLID", "STRINGS"), typed)


def _back_with_strings(subject: Subject) -> str:
    """What is typed to return to buffers of its own, with the strings of today."""
    keyword = "LSRPOOLID" if subject.platform() == PLATFORM_OF_ID else "LSRPOOLNUM"
    group, _ = csd_names(subject.component, None)
    return written(
        file_steps(f"{keyword}(NONE) STRINGS({subject.need('STRINGS'):.0f})"),
        {"name": subject.name.rpartition("/")[2], "group": group},
    )


def _hardly_used(subject: Subject, requests: float) -> str:
    """Why a file has too few requests for a step; empty where it has not."""
    every = sum(f.figure("requests") or 0.0 for f in files_of(subject))
    share = 100.0 * requests / every if every else 100.0
    if share >= FEW_REQUESTS_PCT:
        return ""
    return say(
        "{share:.2g} % of the region's file requests, less than {few:,g} %",
        share=share,
        few=FEW_REQUESTS_PCT,
    )


RULES = (
    Rule(
        "VSM-005",
        "Convert NSR files to LSR",
        "VSAM",
        "tuning",
        "partial",
        "Access method of the file.",
        "A local file in use that is NSR.",
        "NSR buffers serve one string each; LSR buffers serve everybody, with fewer EXCPs and less "
        "CPU.",
        "CEDA ALTER FILE ... LSRPOOLID(n); a pool of its own where it would crowd out others.",
        ("002, VSAM hints and tips",),
        threshold="Any NSR file; a pool of its own above a quarter of the shared pool's requests "
        "is practice.",
        verify=VERIFY,
        back_out="LSRPOOLID(NONE).",
        risk=Risk("low", "strictly sequential browsing may read more."),
        prerequisites="Buffers of the file's CI sizes in the pool.",
        effect="Better in every case where it was advised (no figure).",
        effect_conditions="CICS TS for z/VSE.",
        projection="VSAM model where requests are reported.",
        report=STATISTICS,
        on=FILE,
        check=_nsr,
        syntax=dict.fromkeys(("ACCESS", "LSRPOOLID"), MOVED),
        supersedes=("VSM-013",),
        applying=procedures.TO_POOL,
    ),
)
