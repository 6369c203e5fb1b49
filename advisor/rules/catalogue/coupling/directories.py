"""Cache structures whose directory is too small: reclaimed entries take valid local buffers."""

from __future__ import annotations

from math import ceil

from advisor.findings import ChangeText, Risk
from advisor.rules.base import Advice, DoesNotApply, HeldBack, Rule
from advisor.rules.catalogue.adabas.common import FULL_DIRECTORY
from advisor.rules.catalogue.coupling.room import Room, room_for
from advisor.rules.commands import statements, written
from advisor.rules.effects import arithmetic, manual
from advisor.rules.procedure import NONE_STATED, Procedure, Role
from advisor.rules.references import PRACTICE
from advisor.rules.structures import POLICY_AS_A_WHOLE, PUBLISHED, policy_operands
from advisor.rules.subject import CannotTell, Subject
from model.language import say
from model.subsystems.adabas.directory import ENTRY_BYTES, room_of, size_as_is_mb

REPORT = "RMF coupling facility activity, usage summary: DIR REC and DIR REC XI'S"
ENTRIES = "RMF coupling facility activity, usage summary: LST/DIR ENTRIES and DATA ELEMENTS TOT/CUR"
_REBUILT = (
    "https://www.ibm.com/support/knowledgecenter/SSLTBW_2.1.0/com.ibm.zos.v2r1.ieaf100/rebld.htm"
)
LEAST_LOST = 100.0
GROWTH = 1.25
FINE, LARGEST_PART = 0.01, 32_767
"""A ratio has as many entries as are needed, and at most 1 % more."""
ALTERED = 0.05
"""From this difference on RMF's ratio is not that of the cards."""
GROWTH_STEPS = statements(
    "IXCMIAPU: STRUCTURE {cfrm}{duplexing}",
    "SETXCF START,POLICY,TYPE=CFRM,POLNAME=<policy>",
    "SETXCF START,REBUILD,STRNAME={name}",
)
_POLICY = "https://www.ibm.com/support/knowledgecenter/en/SSLTBW_2.3.0/com.ibm.zos.v2r3.ieaf100/ieaf10053.htm"
_TOO_FEW = "https://www.ibm.com/docs/en/db2-for-zos/12.0.0?topic=pool-too-few-directory-entries"
_CACHE_SIZE = (
    "https://www.ibm.com/docs/en/zos/3.1.0?topic=structures-determining-cf-cache-structure-size"
)
_ADABAS = (
    "https://documentation.softwareag.com/adabas/ada814mfr/addons/aos/spacecalculation/cluster.htm"
)
_ENTRY = "https://ibm.com/docs/SSEPEK_13.0.0/inst/src/tpc/db2z_groupbufferpoolsizesds.html"
_RECLAIM = "https://www.ibm.com/docs/en/SSLTBW_2.5.0/com.ibm.zos.v2r5.ieaf100/ieaf10055.htm"
SIZE = Procedure(
    command="",
    back_out="",
    permanent=POLICY_AS_A_WHOLE,
    effort="policy",
    detail="Its users wait while it is rebuilt; end duplexing before the rebuild. Other operands "
    "of the STRUCTURE statement stay as they are.",
    roles=(Role.ZOS,),
    level=NONE_STATED,
    sources=(_POLICY, PUBLISHED, _REBUILT),
)


_RATIO = "https://documentation.softwareag.com/adabas/ada744mfr/adamf/operator/dirratio.htm"
SIZED = statements(
    "IXCMIAPU: STRUCTURE {cfrm}{duplexing}",
    "SETXCF START,POLICY,TYPE=CFRM,POLNAME=<policy>",
)
ALLOCATED_ANEW = statements(
    "ADADBS OPERCOM ADAEND,GLOBAL",
    "ADARUN DIRRATIO={DIRRATIO},ELEMENTRATIO={ELEMENTRATIO}",
    "S <started task of each nucleus>",
)
RATIO = ("DIRRATIO", "ELEMENTRATIO")
ENTRIES_TO_ELEMENTS = ("<directory part>", "<element part>")
FORMER = ("<former>", "<former>")
ENTRIES_OF_CLUSTER = Procedure(
    command="",
    back_out="",
    permanent="The CFRM policy (job IXCMIAPU): all its structures, or they are lost; the ADARUN "
    "cards of every nucleus.",
    effort="recycle",
    detail="The ratio counts when the first nucleus of the cluster starts and the structure is "
    "allocated: all of them end before, and the database is down meanwhile. A rebuild keeps the "
    "ratio of today. What other steps change of their cards is changed before they start. Other "
    "operands of the STRUCTURE statement stay as they are.",
    roles=(Role.ZOS, Role.ADABAS),
    level="DIRRATIO and ELEMENTRATIO 1 to 32,767 each.",
    sources=(
        _POLICY,
        PUBLISHED,
        _RATIO,
        "https://documentation.softwareag.com/adabas/ada854mfr/util/adadbs-OPERCOM.htm",
    ),
    stops="adabas_database",
)


def _lost(subject: Subject) -> Advice | str:
    if subject.text("TYPE") != "cache":
        raise DoesNotApply(subject.say("{name} is no cache structure."))
    for pool in subject.peers("db2_gbp"):
        if pool.name.replace("/", "_") == subject.name and "directory_reclaims" in (
            pool.component.measured
        ):
            raise DoesNotApply(
                subject.say("{name} is judged by what its group buffer pool displays (DB2-004).")
            )
    reclaims, lost = subject.figure("directory_reclaims"), subject.figure("reclaim_invalidations")
    if lost is None and reclaims != 0:
        raise CannotTell(
            subject.say("cross-invalidations by directory reclaims of {name}"),
            REPORT,
            (subject.id, "reclaim_invalidations"),
        )
    if not lost:
        entries, used = (subject.figure("directory_entries" + end) for end in ("", "_used"))
        if entries and used is not None and used >= FULL_DIRECTORY * entries:
            raise DoesNotApply(
                subject.say(
                    "{name}: no local buffer was lost by a reclaimed directory entry so far, but "
                    "{used:,.0f} of {entries:,.0f} are in use (from {limit:.0%} on it is full): "
                    "DIR REC XI'S of later intervals show whether they suffice.",
                    used=used,
                    entries=entries,
                    limit=FULL_DIRECTORY,
                )
            )
        return subject.say(
            "{name}: no local buffer was lost by a reclaimed directory entry (any is too many)."
        )
    wanted = ceil(GROWTH * subject.need("SIZE_MB"))
    room = _room(subject, wanted)
    return Advice(
        subject.say(
            "Reclaimed directory entries of {name} invalidated {lost:,.0f} local buffers, whose "
            "pages have to be read again.",
            lost=lost,
        ),
        ((subject.set("SIZE_MB", float(wanted)),),),
        effects=(
            arithmetic(
                "reclaim_invalidations",
                lost,
                0.0,
                "an entry for each local buffer; whether this growth is enough shows afterwards",
                low=0.0,
                high=lost,
            ),
        ),
        caveats=room.caveats,
        first=room.look,
        notes=(
            (
                "Of a group buffer pool of Db2 -ALTER GROUPBUFFERPOOL RATIO makes more entries out "
                "of the same storage (DB2-004)."
            ),
        ),
        slight=say(
            "{lost:,.0f} buffers of the whole interval; fewer than {least:,.0f} are slight.",
            lost=lost,
            least=LEAST_LOST,
        )
        if lost < LEAST_LOST
        else "",
    )


def _room(subject: Subject, wanted: float) -> Room:
    """What is to be seen to first. Raises HeldBack where the facility cannot hold it."""
    room = room_for(subject, wanted)
    if room.free_mb is None:
        return room
    raise HeldBack(
        subject.say(
            "{name} lacks directory entries, but {wanted:,.0f} MB for more of them do not fit "
            "into the {free:,.0f} MB that other structures leave of {facility}.",
            wanted=wanted,
            free=room.free_mb,
            facility=room.facility,
        )
    )


def parts_of(entries: float, elements: float) -> tuple[int, int] | None:
    """The smallest whole numbers that are to each other as entries are to elements, or nearly so.

    At least as many entries as are asked for and less than ``FINE`` more; ``None`` where no two
    numbers that ADARUN takes are.
    """
    for part in range(1, LARGEST_PART + 1):
        directory = ceil(part * entries / elements - 1e-9)
        if 1 <= directory <= LARGEST_PART and directory <= part * entries / elements * (1 + FINE):
            return directory, part
    return None


def _written(parts: tuple[int, int] | None) -> tuple[str, str] | None:
    return None if parts is None else (str(parts[0]), str(parts[1]))


def _coded(clusters: list[Subject]) -> tuple[float, float] | None:
    """DIRRATIO and ELEMENTRATIO of the cards, where a nucleus printed them."""
    for cluster in clusters:
        directory, elements = cluster.number("DIRRATIO"), cluster.number("ELEMENTRATIO")
        if directory and elements:
            return directory, elements
    return None


def _ratio_today(
    clusters: list[Subject], entries: float, elements: float | None
) -> tuple[str, str]:
    """The ratio of the cards, else of the structure as it is allocated, else blanks."""
    if coded := _coded(clusters):
        return f"{coded[0]:.0f}", f"{coded[1]:.0f}"
    return (_written(parts_of(entries, elements)) if elements else None) or FORMER


def _of_ratio(
    blocks: float, elements: float | None, parts: tuple[int, int] | None
) -> tuple[str, ...]:
    if not elements or parts is None:
        return (
            say(
                "DIRRATIO to ELEMENTRATIO: {blocks:,.0f} entries to the DATA ELEMENTS TOT of RMF, "
                "in numbers up to 32,767 (Adabas Basic Services compute both).",
                blocks=blocks,
            ),
        )
    return (
        say(
            "DIRRATIO {directory} to ELEMENTRATIO {part}: {blocks:,.0f} entries to the "
            "{elements:,.0f} data elements of today, in the smallest numbers that make no fewer "
            "entries.",
            directory=parts[0],
            part=parts[1],
            blocks=blocks,
            elements=elements,
        ),
    )


def _altered_since(
    subject: Subject, clusters: list[Subject], entries: float, elements: float | None
) -> tuple[str, ...]:
    """That a structure has another ratio than its cards: somebody altered it after its start."""
    coded = _coded(clusters)
    if coded is None or not elements:
        return ()
    cards, today = coded[0] / coded[1], entries / elements
    if abs(today / cards - 1.0) < ALTERED:
        return ()
    return (
        subject.say(
            "The cards have {directory:.0f} to {part:.0f}, and {name} has {today:.2f} entries to "
            "an element: it was altered since it was allocated, or allocated with other cards. "
            "The way back allocates it as the cards have it.",
            directory=coded[0],
            part=coded[1],
            today=today,
        ),
    )


def _sized(subject: Subject, megabytes: float) -> str:
    """The policy with another size of the structure."""
    known = policy_operands(subject.component, subject.topology, {"SIZE_MB": megabytes})
    return written(SIZED, known)


def _allocated(ratio: tuple[str, str]) -> str:
    """The structure allocated anew with a ratio, by the cluster's first nucleus."""
    return written(ALLOCATED_ANEW, dict(zip(RATIO, ratio, strict=True)))


def _tracked(subject: Subject) -> Advice | str:
    clusters = [c for c in subject.linking("coupled") if c.component.kind == "adabas_database"]
    if subject.text("TYPE") != "cache" or not clusters:
        raise DoesNotApply(subject.say("{name} is no cache structure of an Adabas cluster."))
    entries, used = subject.figure("directory_entries"), subject.figure("directory_entries_used")
    if not entries or used is None:
        raise CannotTell(subject.say("directory entries of {name}"), ENTRIES)
    if used < FULL_DIRECTORY * entries:
        return subject.say(
            "{name}: {used:,.0f} of {entries:,.0f} directory entries are in use (from {limit:.0%} "
            "on it is full).",
            used=used,
            entries=entries,
            limit=FULL_DIRECTORY,
        )
    blocks = sum(c.need("NUCLEI") * c.need("CLUCACHEEXTRA") for c in clusters)
    has = entries * min(room_of(subject.component, c.component).entries for c in clusters)
    if blocks <= has:
        return subject.say(
            "{name}: {used:,.0f} of {entries:,.0f} directory entries are in use, and the nuclei "
            "have no more than {blocks:,.0f} blocks tracked.",
            used=used,
            entries=entries,
            blocks=blocks,
        )
    size = size_as_is_mb(subject.component) or subject.need("SIZE_MB")
    wanted = ceil(size + (blocks - entries) * ENTRY_BYTES / 2**20)
    room = _room(subject, wanted)
    elements = subject.figure("data_elements")
    parts = parts_of(blocks, elements) if elements else None
    divided = [
        cluster.set(setting, part)
        for cluster in clusters
        for setting, part in zip(RATIO, parts or (), strict=False)
    ]
    return Advice(
        subject.say(
            "The nuclei are to have {blocks:,.0f} blocks tracked, and {name} has {used:,.0f} of "
            "its {entries:,.0f} directory entries in use.",
            blocks=blocks,
            used=used,
            entries=entries,
        ),
        # Without a ratio the model would give changed blocks what the directory gets.
        ((subject.set("SIZE_MB", wanted), *divided),) if divided else (),
        # It is not rebuilt beside the structure of today, which goes with the last nucleus.
        caveats=room.caveats if room.look else (),
        first=room.look,
        texts=()
        if divided
        else (
            *room.look,
            ChangeText(subject.id, "SIZE_MB", size, wanted, _sized(subject, wanted)),
            *(
                manual(cluster.id, "DIRRATIO", _allocated(ENTRIES_TO_ELEMENTS))
                for cluster in clusters
            ),
        ),
        way_back=statements(
            _sized(subject, size), _allocated(_ratio_today(clusters, entries, elements))
        ),
        notes=(
            say(
                "Storage for {more:,.0f} entries of {bytes:g} bytes beside today's data elements, "
                "which the ratio has to make of it. A rebuild alone keeps the ratio, and would "
                "make about {few:,.0f} entries.",
                more=blocks - entries,
                bytes=ENTRY_BYTES,
                few=entries * wanted / size,
            ),
            *_of_ratio(blocks, elements, parts),
            *_altered_since(subject, clusters, entries, elements),
            (
                "Blocks that several nuclei hold share an entry, so that it may be more than is "
                "needed: D XCF,STR and RMF show what is in use."
            ),
        ),
    )


RULES = (
    Rule(
        "CF-007",
        "Directory reclaims invalidate local buffers",
        "Coupling facility",
        "threshold",
        "partial",
        "Cross-invalidations by reclaimed directory entries of each cache structure.",
        "Above 0.",
        "Each local buffer of all systems needs an entry: where one is taken away, the buffer "
        "counts as invalid though nobody changed its page, and it is read again.",
        "A structure larger by a quarter, as long as reclaims go on.",
        (_TOO_FEW, _CACHE_SIZE, PRACTICE),
        threshold="Any, after the sources; a quarter and at least 100 an interval are practice.",
        verify="RMF coupling facility activity: DIR REC XI'S of the next intervals.",
        back_out="The former policy and another rebuild.",
        risk=Risk("medium", "users of the structure wait while it is rebuilt."),
        prerequisites="CF storage, twice when duplexed.",
        projection="Invalidations end where the entries suffice; the reads behind them are not "
        "reported.",
        report=REPORT,
        on=("cf_structure",),
        check=_lost,
        exposure="degradation",
        syntax={"SIZE_MB": GROWTH_STEPS},
        applying=SIZE,
    ),
    Rule(
        "CF-010",
        "Directory entries before more blocks are tracked",
        "Coupling facility",
        "config-check",
        "no",
        "Directory entries in use against all, and the blocks that the nuclei of an Adabas cluster "
        "are to have tracked.",
        "90 % of the entries in use, and NUCLEI x CLUCACHEEXTRA above their number.",
        "Where no entry is free a block more takes that of another one, which every nucleus that "
        "holds it then reads anew.",
        "A structure that is larger by the entries that lack, in a ratio that makes entries of it.",
        (_ADABAS, _RATIO, _ENTRY, _RECLAIM, PRACTICE),
        threshold="An entry for each block tracked after the source; 90 % are practice.",
        verify="RMF coupling facility activity: LST/DIR ENTRIES TOT above CUR, DIR REC 0.",
        back_out="The former CLUCACHEEXTRA and number of nuclei first; then the former policy and "
        "ratio, and another start of the whole cluster.",
        risk=Risk("medium", "the database is down until its nuclei run again."),
        prerequisites="CF storage, twice when duplexed.",
        projection="how many blocks several nuclei hold, which share an entry, is in no report",
        report=ENTRIES,
        on=("cf_structure",),
        check=_tracked,
        needed_by=("ADA-001", "ADA-002", "ADA-026"),
        exposure="degradation",
        in_order=True,
        syntax={"SIZE_MB": SIZED, **dict.fromkeys(RATIO, ALLOCATED_ANEW)},
        applying=ENTRIES_OF_CLUSTER,
    ),
)
