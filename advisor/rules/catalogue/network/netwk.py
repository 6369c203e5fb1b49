"""Entire Net-Work: line drivers and blocks between mainframe nodes."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from advisor.findings import Effect, Risk
from advisor.rules.base import Advice, DoesNotApply, Qualify, Rule, Stop
from advisor.rules.catalogue.network import procedures
from advisor.rules.commands import statements
from advisor.rules.effects import manual, published
from advisor.rules.subject import Subject
from model.language import Keyword, Name, listed, say
from model.topology import Change

NODE = ("netwk_node",)
PARAMETERS = "Entire Net-Work parameters (DRIVER and LINK statements) and statistics"
BEST = "FCTC 6.3 SP1"
RELEASE = (6, 3, 1)
"""Least release at both ends: its FCTC links do not connect to those of older ones."""
SMALL_MESSAGE_BYTES = 1000
FCTC_LINK = statements(
    "DDKARTE: DRIVER FCTC",
    "DDKARTE: LINK <new link> FCTC UNITR=<device>,UNITW=<device>,{block_sizes}WEIGHT=<weight>",
)
"""A link takes its name and its driver by position (Entire Net-Work, CTCA and FCTC LINK)."""

_SIZES = "SNDBLKSZ={SNDBLKSZ_KB}K,RCVBLKSZ={RCVBLKSZ_KB}K,SNDBLKCT={SNDBLKCT},RCVBLKCT={RCVBLKCT}"
BLOCKED_LINK = statements(
    "F <net-work>,{driver} {LINK} CLOSE",
    f"F <net-work>,{{driver}} {{LINK}} ALTER {_SIZES}",
    "F <net-work>,{driver} {LINK} CONNECT",
    f"DDKARTE: LINK {{LINK}} {{driver}} <other operands as before>,{_SIZES}",
)
"""At both ends; the link must be closed while its buffers change, and stays up otherwise."""

BLOCKS = {"SNDBLKSZ_KB": 32, "RCVBLKSZ_KB": 32, "SNDBLKCT": 64, "RCVBLKCT": 64}


def _peers(subject: Subject) -> tuple[Subject, ...]:
    return (*subject.linked("network"), *subject.linking("network"))


def _first_of_link(subject: Subject) -> None:
    """Both ends of a link are changed together; the node with the lower id speaks for both."""
    driver = subject.text("DRIVER")
    for peer in _peers(subject):
        if peer.id < subject.id and peer.text("DRIVER") == driver:
            raise DoesNotApply(
                subject.say(
                    "{name} is treated together with {peer_name}.", peer_name=Name(peer.name)
                )
            )


def _switch(subject: Subject, driver: str) -> tuple[Change, ...]:
    return tuple(end.set("DRIVER", BEST) for end in _ends(subject, driver))


def _ends(subject: Subject, driver: str) -> tuple[Subject, ...]:
    """Both ends of a link, by id."""
    ends = {p.id: p for p in _peers(subject) if p.text("DRIVER") == driver}
    ends[subject.id] = subject
    return tuple(ends[key] for key in sorted(ends))


def _release(text: str | None) -> tuple[int, ...] | None:
    """``6.2 SP2`` and ``6.2.2`` as numbers; ``None`` where no report says the release."""
    found = re.findall(r"\d+", text or "")
    return tuple(map(int, found)) if len(found) > 1 else None


def _too_old(ends: Iterable[Subject]) -> list[tuple[Subject, str]]:
    """Ends of a link whose release, as reports show it, has no FCTC driver of 6.3 SP1."""
    told = [(end, end.text("VERSION") or "") for end in ends]
    return [(end, text) for end, text in told if (_release(text) or RELEASE) < RELEASE]


def _upgraded(subject: Subject, driver: str) -> dict[str, Any]:
    """What a link needs besides where its ends run a release that is too old."""
    old = _too_old(_ends(subject, driver))
    if not old:
        return {}
    names = listed([Name(end.name) for end, _ in old])
    return {
        "first": tuple(
            manual(end.id, "VERSION", "Install Entire Net-Work 6.3 SP1 or later") for end, _ in old
        ),
        "risk": Risk(
            "medium",
            "a new release of Entire Net-Work comes with it; the former link can stay defined as "
            "backup.",
        ),
        "caveats": (
            say(
                "{names} run Entire Net-Work {release}: the driver needs 6.3 SP1, so that a new "
                "release is installed at both ends first.",
                names=names,
                release=Keyword(min(text for _, text in old)),
            ),
        ),
    }


def _back(driver: str) -> str:
    """The statements that take a link back to the driver which the report prints."""
    return procedures.back_to(driver.partition(" ")[0])


def _published(
    subject: Subject,
    etr: tuple[float, float, float],
    itr: tuple[float, float, float],
    reason: str,
) -> tuple[Effect, ...]:
    cpu, commands = subject.figure("cpu_s"), subject.figure("commands")
    rate, seconds = subject.figure("commands_per_s", "messages_per_s"), subject.figure("duration_s")
    if commands is None and rate is not None and seconds is not None:
        commands = rate * seconds
    return (
        published("etr_per_s", rate, etr, reason),
        published(
            "network_itr_per_cpu_s",
            commands / cpu if cpu and commands else None,
            itr,
            reason,
        ),
    )


def _fctc(subject: Subject) -> Advice | str:
    driver = subject.need_text("DRIVER")
    if driver not in ("CTCA", "FCTC 6.2 SP2"):
        return subject.say(
            "{name}: its primary link runs on {driver} (this rule looks for CTCA and FCTC 6.2 "
            "SP2).",
            driver=driver,
        )
    _first_of_link(subject)
    return Advice(
        subject.say("The link of {name} runs on {driver}.", driver=driver),
        (_switch(subject, driver),),
        way_back=_back(driver),
        **_upgraded(subject, driver),
        effects=_published(
            subject,
            (1.0, 1.17, 1.174),
            (1.0, 1.031, 1.034),
            "CTCA to FCTC 6.3 SP1: 118,002 to 138,059 commands/s (001, Table 12)",
        ),
        distance="Published for one nucleus and 600 users whose every command goes over the link; "
        "local work does not gain.",
    )


def _untuned(subject: Subject) -> Advice | str:
    driver = subject.need_text("DRIVER")
    if driver not in ("XCF", "TCP/IP HiperSockets"):
        return subject.say(
            "{name}: its primary link runs on {driver} (XCF and TCP/IP as they come are slow).",
            driver=driver,
        )
    _first_of_link(subject)
    gain = 138059 / 80027 if driver == "XCF" else 138059 / 103992
    saved = 90179 / 27891 if driver == "XCF" else 90179 / 59220
    return Advice(
        subject.say(
            "The link of {name} runs on {driver}, which costs Net-Work far more CPU per message.",
            driver=driver,
        ),
        (_switch(subject, driver),),
        way_back=_back(driver),
        **_upgraded(subject, driver),
        effects=_published(
            subject,
            (1.0, gain, gain),
            (1.0, saved, saved),
            say("{driver} as it came against FCTC 6.3 SP1 (001, Table 12)", driver=driver),
        ),
        distance="Published with XCF and TCP/IP as they came, not tuned.",
    )


def _blocks(subject: Subject) -> Advice | str:
    size = subject.need_figure("bytes_per_message")
    if size >= SMALL_MESSAGE_BYTES:
        return subject.say(
            "{name}: messages of {size:,.0f} bytes fill larger blocks (below {small:,g} they do "
            "not).",
            size=size,
            small=SMALL_MESSAGE_BYTES,
        )
    block = subject.need("SNDBLKSZ_KB")
    if block <= BLOCKS["SNDBLKSZ_KB"]:
        return subject.say(
            "{name}: blocks of {block:,g} KB suit messages of {size:,.0f} bytes (above {most:,g} "
            "KB is much for messages below {small:,g}).",
            block=block,
            most=BLOCKS["SNDBLKSZ_KB"],
            small=SMALL_MESSAGE_BYTES,
            size=size,
        )
    return Advice(
        say(
            "Messages of {size:,.0f} bytes travel in blocks of {block:,g} KB.",
            size=size,
            block=block,
        ),
        (tuple(subject.set(name, value) for name, value in BLOCKS.items()),),
        effects=_published(
            subject,
            (1.0, 1.005, 1.01),
            (0.999, 1.003, 1.01),
            "60 KB blocks were slightly slower than 32 KB, by less than 1 % (001, 4.7)",
        ),
    )


def _as_is(subject: Subject, advice: Advice) -> Qualify | Stop | None:
    return Qualify(
        "Where TCP/IP or XCF must stay, tune it: the published runs used both as they came, and by "
        "how much tuning helps is not known."
    )


_VERIFY = "Net-Work statistics: CPU per command at both ends; ETR of the remote users."
_BACK = "Connect by the former LINK and DRIVER statements, kept as second link."

RULES = (
    Rule(
        "NET-001",
        "FCTC 6.3 SP1 between co-located mainframes",
        "Entire Net-Work",
        "tuning",
        "yes",
        "DRIVER of the primary link.",
        "CTCA, or FCTC of Net-Work 6.2, between mainframe nodes.",
        "The newer driver keeps more messages under way at once and costs less CPU per message.",
        "DRIVER FCTC with Net-Work 6.3 SP1 or later at both ends.",
        ("001, section 4.7, Table 12", "001, section 5.2"),
        threshold="001, 5.2: FCTC of 6.3 SP1 or later as primary link.",
        verify=_VERIFY,
        back_out=_BACK,
        risk=Risk("low", "the former link can stay defined as backup."),
        prerequisites="Net-Work 6.3 SP1 at both ends; channel-to-channel devices; systems close "
        "enough for channels.",
        effect="ETR 118,002 to 138,059 (+17 %), Net-Work ITR 87,494 to 90,179 (+3 %).",
        effect_conditions="Messages below 1,000 bytes, 600 remote users, one nucleus, zEC12.",
        projection="Net-Work in the Adabas model: CPU per message and overlap of the driver.",
        report=PARAMETERS,
        on=NODE,
        check=_fctc,
        syntax={"DRIVER": FCTC_LINK},
        applying=procedures.FCTC,
        applying_to={"VERSION": procedures.RELEASE},
    ),
    Rule(
        "NET-002",
        "Small messages, 32 KB blocks",
        "Entire Net-Work",
        "tuning",
        "partial",
        "Bytes per message and block sizes of the LINK statement.",
        "Messages below 1,000 bytes with blocks above 32 KB.",
        "Large blocks are sent before they fill.",
        "SNDBLKSZ=RCVBLKSZ=32K, SNDBLKCT=RCVBLKCT=64.",
        ("001, section 4.7",),
        threshold="001, 4.7: messages generally below 1,000 bytes; 32 KB slightly better than 60.",
        verify=_VERIFY,
        back_out="The same steps with the former sizes, at both ends.",
        risk=Risk("low", "parameters of one link."),
        prerequisites="Both ends alike.",
        effect="138,059 commands/s with 32 KB; 60 KB slightly lower.",
        effect_conditions="FCTC 6.3 SP1.",
        projection="Published, below 1 %.",
        report=PARAMETERS,
        on=NODE,
        check=_blocks,
        syntax=dict.fromkeys(BLOCKS, BLOCKED_LINK),
        applying=procedures.BLOCKS,
    ),
    Rule(
        "NET-003",
        "No untuned XCF or TCP/IP as primary link",
        "Entire Net-Work",
        "tuning",
        "yes",
        "DRIVER of the primary link.",
        "XCF or TCP/IP (HiperSockets) as primary link.",
        "As they come, these drivers cost one and a half to three times the CPU per message.",
        "DRIVER FCTC with Net-Work 6.3 SP1 or later; otherwise tune the driver.",
        ("001, section 4.7, Table 12",),
        threshold="001, Table 12: ETR 103,992 (TCP/IP) and 80,027 (XCF) against 118,002 (CTCA).",
        verify=_VERIFY,
        back_out=_BACK,
        risk=Risk("low", "the former link can stay defined as backup."),
        prerequisites="Net-Work 6.3 SP1 at both ends; channel-to-channel devices.",
        effect="Against CTCA: TCP/IP ETR −12 %, ITR −32 %; XCF ETR −32 %, ITR −68 %.",
        effect_conditions="Drivers as they came, messages below 1,000 bytes.",
        projection="Net-Work in the Adabas model.",
        report=PARAMETERS,
        on=NODE,
        check=_untuned,
        syntax={"DRIVER": FCTC_LINK},
        applying=procedures.FCTC,
        applying_to={"VERSION": procedures.RELEASE},
    ),
    Rule(
        "NET-004",
        "TCP/IP and XCF were not tuned",
        "Entire Net-Work",
        "caveat",
        "no",
        "Whether XCF or TCP/IP must be used.",
        "A finding asks to leave XCF or TCP/IP.",
        "The published runs took both drivers as they came; tuned they may do better.",
        "Tune the driver where it must stay.",
        ("001, section 4.7",),
        projection="nothing was published for tuned drivers",
        guards=("NET-003",),
        guard=_as_is,
    ),
)
