"""Distributed threads of Db2 that are pooled at every commit: packages allocated anew each time."""

from __future__ import annotations

from advisor.findings import Risk
from advisor.rules.base import Advice, DoesNotApply, Rule
from advisor.rules.commands import statements
from advisor.rules.effects import manual
from advisor.rules.procedure import Procedure, Role
from advisor.rules.references import PRACTICE
from advisor.rules.subject import CannotTell, Subject

ACCOUNTING = "Db2 accounting report, long, thread terminations"
OFTEN_PER_S = 100.0
WHICH = (
    "Only for the packages of stable, busy work, in a collection of their own that its data "
    "sources name: whatever else uses them holds its thread, too, and needs MAXDBAT."
)
_PACKAGE_RELEASE = "https://www.ibm.com/docs/SSEPEK_12.0.0/perf/src/tpc/db2z_controlpkgrel.html"
_MODIFY_DDF = "https://ibm.com/docs/en/SSEPEK_13.0.0/comref/src/tpc/db2z_cmd_modifyddf.html"
_COPY = (
    "https://www.ibm.com/support/knowledgecenter/en/SSEPEK_13.0.0/comref/src/tpc/"
    "db2z_bindoptcopy.html"
)
_CMTSTAT = "https://ibm.com/docs/en/SSEPEK_12.0.0/inst/src/tpc/db2z_ipf_cmtstat.html"
KEPT = statements(
    "BIND PACKAGE(<collection>) COPY(NULLID.<package>) ACTION(REPLACE) RELEASE(DEALLOCATE)",
    "-MODIFY DDF PKGREL(BNDOPT)",
)
GIVEN_BACK = statements("-MODIFY DDF PKGREL(COMMIT)")


def _pooled(subject: Subject) -> Advice | str:
    if subject.text("CMTSTAT") == "ACTIVE":
        raise DoesNotApply(
            subject.say("{name}: CMTSTAT=ACTIVE, its distributed threads are never pooled.")
        )
    rates = [
        subject.rate(f"terminations_{kind}_inactive")
        for kind in ("dbat", "type2")
        if subject.figure(f"terminations_{kind}_inactive") is not None
    ]
    known = [rate for rate in rates if rate is not None]
    if not known:
        raise CannotTell(
            subject.say("how often distributed threads of {name} are pooled"), ACCOUNTING
        )
    pooled = sum(known)
    if pooled < OFTEN_PER_S:
        return subject.say(
            "{name}: distributed threads are pooled {pooled:,.1f} times a second (above 100 it "
            "may pay to keep them).",
            pooled=pooled,
        )
    return Advice(
        subject.say(
            "Distributed threads of {name} are pooled {pooled:,.0f} times a second, and the next "
            "unit of work allocates its packages anew each time.",
            pooled=pooled,
        ),
        texts=(manual(subject.id, "PKGREL", KEPT),),
        way_back=GIVEN_BACK,
        not_projectable="the CPU time of allocating a package is in no report",
        caveats=(WHICH,),
    )


RULES = (
    Rule(
        "DB-008",
        "Distributed threads that are pooled all the time",
        "Db2",
        "threshold",
        "no",
        "Terminations DBAT INACTIVE and TYPE2 INACTIVE, and CMTSTAT.",
        "Threads are pooled more than 100 times a second.",
        "With RELEASE(COMMIT) a distributed thread goes back to the pool at every commit, and its "
        "packages are allocated again for the next unit of work; with RELEASE(DEALLOCATE) it stays "
        "with its connection and keeps them (high-performance DBAT).",
        "The client packages copied into a collection of their own with RELEASE(DEALLOCATE), "
        "PKGREL(BNDOPT) in production hours and PKGREL(COMMIT) for maintenance.",
        (_PACKAGE_RELEASE, _CMTSTAT, PRACTICE),
        threshold="100 a second is practice.",
        verify="Db2 accounting: DBAT INACTIVE and class 2 CPU a commit; -DISPLAY DDF DETAIL.",
        back_out="PKGREL(COMMIT): threads are given back at their next commit, idle ones within "
        "about two minutes.",
        risk=Risk(
            "medium",
            "locks on packages and table spaces are held over commits: utilities, DDL and REBIND "
            "wait until PKGREL(COMMIT).",
        ),
        prerequisites="CMTSTAT=INACTIVE; threads to spare below MAXDBAT.",
        projection="the CPU time of allocating a package is in no report",
        report=ACCOUNTING,
        on=("db2_subsystem",),
        check=_pooled,
        applying=Procedure(
            command=KEPT,
            back_out=GIVEN_BACK,
            permanent="The catalog keeps the packages. No source says that PKGREL outlasts a stop "
            "of DDF: it is issued again after its start.",
            effort="rebind",
            detail="Once its data sources name the collection (application servers: at the next "
            "connection). A copy has access paths of its own: compare them before.",
            roles=(Role.DB2, Role.APPLICATION),
            level="Db2 10.",
            sources=(_MODIFY_DDF, _PACKAGE_RELEASE, _COPY),
        ),
    ),
)
