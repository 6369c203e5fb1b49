"""Writes that wait for their copy in another control unit."""

from __future__ import annotations

from dataclasses import replace

from advisor.findings import Risk
from advisor.rules.base import Advice, Rule
from advisor.rules.commands import statements
from advisor.rules.effects import arithmetic, manual
from advisor.rules.procedure import NONE_STATED, Procedure, Role
from advisor.rules.references import PRACTICE
from advisor.rules.subject import CannotTell, Subject
from model.language import Name, say

REPORT = "SMF 74-8, host adapters of the control unit"
SEND_MS, LEAST_SENDS_PER_S = 1.0, 100.0
_SETIOS = (
    "https://www.ibm.com/support/knowledgecenter/en/SSLTBW_2.1.0/com.ibm.zos.v2r1.ieag100/"
    "iea3g1_Syntax49.htm"
)
_OLDS = (
    "http://www.ibm.com/support/knowledgecenter/en/SSEPH2_15.1.0/com.ibm.ims15.doc.sdg/ims_ig79.htm"
)
_LOGS = (
    "https://www.ibm.com/support/knowledgecenter/SSEPEK_12.0.0/inst/src/tpc/"
    "db2z_ipf_remotecopyswaccel.html"
)
_OF_DB2, _OF_IMS = "db2_subsystem", "ims_system"


_UNTOLD = (
    "No report shows a Db2 or an IMS. Where one has its logs here it is told as well: Db2 by "
    "REMOTE_COPY_SW_ACCEL=ENABLE of DSN6LOGP while it runs, IMS by ZHYPERWRITE=(OLDS=YES,WADS=YES) "
    "of DFSDFxxx when it starts; without one it brings nothing."
)


def _typed(state: str, product: str = "") -> str:
    """What is typed for zHyperWrite to be on (YES) or off, for z/OS or one that writes logs."""
    if product == _OF_DB2:
        swap = "ENABLE" if state == "YES" else "DISABLE"
        return statements(
            f"DSNTIJUZ DSN6LOGP: REMOTE_COPY_SW_ACCEL={swap}", "-SET SYSPARM LOAD(<module>)"
        )
    if product == _OF_IMS:
        return statements(f"DFSDFxxx ZHYPERWRITE=(OLDS={state},WADS={state})")
    return statements(f"SETIOS HYPERWRITE={state}", f"IECIOSxx: HYPERWRITE={state}")


_SETTINGS = {"": "HYPERWRITE", _OF_DB2: "HYPERWRITE_DB2", _OF_IMS: "HYPERWRITE_IMS"}
"""What each of them is told by, as they take effect in different ways."""


def _sends(subject: Subject) -> Advice | str:
    rates, times = subject.by_part("pprc_sends_per_s"), subject.by_part("pprc_send_ms")
    sent = sum(rates.get(part, 0.0) for part in times)
    if not times or not sent:
        raise CannotTell(say("writes sent to a copy of {name}", name=Name(subject.name)))
    mean = sum(rates.get(part, 0.0) * time for part, time in times.items()) / sent
    if mean <= SEND_MS or sent < LEAST_SENDS_PER_S:
        return say(
            "{name} sends {sent:,.0f} writes a second to its copy, in {mean:.2f} ms each (above "
            "1 ms is long, below 100 a second is little).",
            name=Name(subject.name),
            sent=sent,
            mean=mean,
        )
    here = ["", *(kind for kind in (_OF_DB2, _OF_IMS) if subject.peers(kind))]
    return Advice(
        say(
            "{name} sends {sent:,.0f} writes a second to its copy, and each waits {mean:.2f} ms "
            "for it.",
            name=Name(subject.name),
            sent=sent,
            mean=mean,
        ),
        texts=tuple(manual(subject.id, _SETTINGS[kind], _typed("YES", kind)) for kind in here),
        way_back=statements(*(_typed("NO", kind) for kind in here)),
        effects=(
            arithmetic(
                "pprc_send_ms",
                mean,
                mean / 2.0,
                "log writes no longer wait for the copy, others do: which they are is not in this "
                "record, from none to all",
                low=0.0,
                high=mean,
            ),
        ),
        caveats=(
            "It is for writes of logs only, and HyperSwap has to be set up.",
            *((_UNTOLD,) if len(here) == 1 else ()),
        ),
    )


_ZHYPERWRITE = Procedure(
    command=statements(*(_typed("YES", kind) for kind in _SETTINGS)),
    back_out=statements(*(_typed("NO", kind) for kind in _SETTINGS)),
    permanent="HYPERWRITE=YES in IECIOSxx; the parameters of Db2 and IMS.",
    effort="dynamic",
    detail="Db2 takes its parameter while it runs; IMS when it starts.",
    roles=(Role.STORAGE, Role.ZOS, Role.DB2, Role.IMS),
    level=NONE_STATED,
    sources=(_SETIOS, _OLDS, _LOGS),
)

RULES = (
    Rule(
        "DSK-006",
        "Log writes that wait for the copy",
        "z/OS I/O",
        "threshold",
        "partial",
        "Writes sent to a synchronous copy, and how long each takes.",
        "More than 1 ms for at least 100 writes a second.",
        "A write to a mirrored volume ends when the other side has it: every commit waits for the "
        "way there and back.",
        "zHyperWrite: z/OS writes the logs of Db2 and IMS to both sides itself.",
        (_SETIOS, _OLDS, PRACTICE),
        threshold="1 ms and 100 writes a second are practice.",
        verify="SMF 74-8; response of the log data sets (SMF 42-6).",
        back_out="HYPERWRITE=NO.",
        risk=Risk("low", "HyperSwap must support it."),
        projection="The wait for the copy as measured; which of the writes are the logs' is not in "
        "this record.",
        report=REPORT,
        on=("dasd",),
        check=_sends,
        exposure="degradation",
        applying=_ZHYPERWRITE,
        applying_to={
            _SETTINGS[_OF_DB2]: _ZHYPERWRITE,
            _SETTINGS[_OF_IMS]: replace(_ZHYPERWRITE, effort="recycle"),
        },
    ),
)
