"""Distributed threads that are pooled at each commit, and TCB switches of tasks that call Db2."""

# ruff: noqa: E501  (report lines stand as printed)
from __future__ import annotations

from tests.advisor.rules.report_text import Case, GuardCase, Prints, sample

MODULES = ("db2.distributed", "cics.switches")
ACCOUNTING = sample("formats/db2-accounting.txt")
POOLED = "DBAT INACTIVE         0.00         0"
HEAD = "APPLID,TRAN,TASKNO,DATE,START,STOP,RESPONSE,USRDISPT,USRCPUT,SUSPTIME,FCIOWTT,CHMODECT,DB2REQCT\n"
SWITCHING: Prints = {
    **sample("engagement/cics-aor1-dfh0stat.txt"),
    "tasks.csv": HEAD
    + "CICSAOR1,NV01,4120,2015-03-17,10:00:01.120,10:00:01.161,0.041200,0.012040,0.008112,0.029160,0.018220,82,40\n"
    + "CICSAOR1,NV01,4121,2015-03-17,10:00:01.204,10:00:01.238,0.034120,0.011802,0.008040,0.022318,0.014102,62,30\n",
}

CASES = (
    Case(
        "DB-008",
        ACCOUNTING,
        wrong={POOLED: "DBAT INACTIVE         0.86    420000"},
        types="-MODIFY DDF PKGREL(BNDOPT)",
        quotes="DBAT INACTIVE",
        right={},
        says="DB2P: distributed threads are pooled 0.0 times a second (above 100 it may pay",
        lacks={"DBAT INACTIVE": None, "TYPE2 INACTIVE": None},
        asks="Db2 accounting report, long",
    ),
    Case(
        "CIC-003",
        SWITCHING,
        on="cics_region:CICSAOR1",
        types="CONCURRENCY(THREADSAFE)",
        quotes="NV01,4120",
        effect="mode_switches_per_task",
        right={",82,40": ",4,40", ",62,30": ",2,30"},
        says="a task switches TCBs 3.0 times for 35.0 Db2 requests",
        lacks={",CHMODECT,DB2REQCT": "", ",82,40": "", ",62,30": ""},
        asks="CHMODECT",
    ),
)
GUARDS: tuple[GuardCase, ...] = ()
