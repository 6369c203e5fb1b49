"""What DFH0STAT and DFHSTUP print that nothing asks for: whole reports, and labels of the others.

Reports by their titles and labels by their field names: IBM, CICS TS 3.1 to 6.1, statistics
reference ("DFH0STAT reports", "Statistics in DFHSTUP reports").
"""

from __future__ import annotations

from advisor.formats.cics.tcb_pools import LEFT_OUT as TCB_POOLS

_READ = (
    r"System Status|Monitoring|Statistics|Trace|Transaction Manager|Dispatcher(?! MVS)[^:.]*"
    r"|TCB Modes?|LSR ?Pools?|Files?(?: - .*)?|Program Totals|Connections(?: and Modenames)?"
    r"|ISC/IRC[^:.]*|Temporary Storage(?! (?:Queues|Models))[^:.]*|Buffer Totals"
    r"|(?:System |Transaction )?Dumps?(?: Codes?)?(?: Totals?)?|TCP/IP|DB2 ?Entr(?:y|ies)"
    r"|(?:Storage )?(?:BELOW|ABOVE) \d+ ?[MG]B|Loader[^:.]*|[EG]?[CUSRT]DSA(?:\s+[EG]?[CUSRT]DSA)*"
)
_LEFT_OUT = (
    ("storage by subpool", r"Storage\b.*\bSubpools?[^:.]*|(?:Domain|Task) Subpools?[^:.]*"),
    ("program storage", r"(?:Program Storage|LIBRAR(?:Y|IES)|DFHRPL)[^:.]*"),
    (
        "program by program",
        # the heading too: a page that goes on has no title
        r"Programs(?: by .*)?|Program (?:Autoinstall|Definitions?)[^:.]*|Program +Concurrency .*",
    ),
    ("transaction by transaction", r"Transactions|Transaction (?:Totals|Classes)"),
    ("terminals", r"Terminal Autoinstall[^:.]*|Terminals?|VTAM|VTAM Statistics"),
    ("journals and log streams", r"Journal ?names?[^:.]*|Log ?streams?[^:.]*|Journals?"),
    (
        "queues",
        (
            r"(?:Temporary Storage|TS|Tsqueue) (?:Queues?|Models?|Pools?)[^:.]*"
            r"|Transient Data[^:.]*|Tdqueues?[^:.]*"
        ),
    ),
    ("data tables", r"Data Tables?[^:.]*|Coupling Facility Data Table[^:.]*"),
    ("recovery and enqueues", r"Recovery Manager|Enqueue (?:Manager|Models?)"),
    ("exits", r"(?:User|Global User) Exit[^:.]*|Exit Programs?"),
    (
        "web, Java and events",
        (
            r"(?:URIMAPs?|Virtual Hosts?|PIPELINEs?|WEB ?SERVICEs?|Document Templates?"
            r"|JVM ?(?:Servers?|Pool|Profiles?|Programs?)|JVMs|Class Cache|EJB|CorbaServer|Bundles?"
            r"|ATOMSERVICEs?|XMLTRANSFORMs?|EVENT[A-Z ]*|CAPTURESPECs?|EPADAPTERs?|TCP/IP Services?"
            r"|IPCONNs?)\b[^:.]*"
        ),
    ),
    ("Db2 connection", r"DB2 Connection"),
    ("WebSphere MQ connection", r"(?:WebSphere )?MQ Connection"),
    ("security and users", r"User Domain|Security"),
    ("TCBs of the address space", r"Dispatcher MVS TCBs?|MVS TCBs?"),
    ("trace settings", r"Trace Settings"),
    ("index of pages", r"Page Index"),
)

_TITLE = r"[A-Z][a-z]+(?: (?:of|and|by|for|with|in|[A-Z][A-Za-z0-9/-]*)){0,5}"
"""Any title: with one that is not known a part ends all the same, for it may be one that counts."""

PARTS = (
    (rf"\s*(?:{_READ})(?: Statistics)?\s*$", ""),
    *((rf"\s*(?:{title})(?: Report| Statistics)?\s*$", holds) for holds, title in _LEFT_OUT),
    (rf"\s*(?-i:{_TITLE})\s*$", ""),
)

_TEMPORARY_STORAGE = (
    r"(?:Peak|Current) storage used for TS Main|Get/Getq (?:main|auxiliary) storage requests"
    r"|Times temporary storage queue created|(?:Peak|Current) temporary storage queues in use"
    r"|Items in longest queue|Control interval size|Control intervals in the DFHTEMP dataset"
    r"|(?:Peak|Current) control intervals (?:in )?used?|Available bytes per control interval"
    r"|Segments per control interval|Bytes per segment|Largest record length written"
    r"|Writes bigger than control interval size"
    r"|Number Temporary storage compressions|Put auxiliary / compression ratio"
    r"|(?:Peak )?Temporary storage strings(?: in use)?"
    r"|(?:Peak|Current) users waiting on (?:string|buffer)|(?:Getmain|Freemain) Requests"
    r"|Current (?:Elements|Page Storage)[^:.]*|I/O errors on the DFHTEMP dataset"
)
_LABELS = (
    (
        "as of the start, or of all time",
        (r"Dispatcher Start Time and Date|Address Space SRB Time[^:.]*|Time (?:Created|Deleted)"
        r"|Address Space Accumulated (?:SRB|CPU) Time|CICS Start-?up[^:.]*"
        r"|Statistics Last Reset Time"
        r"|Elapsed Time Since Reset|Statistics (?:Interval|End-of-Day Time|Logical Recording)"
        r"|Next Statistics Collection"),
    ),
    (
        "what monitoring and statistics have written",
        (r"(?:Exception|Performance|Resource|Identity)(?: Class)? Records(?: Suppressed)?"
        r"|(?:Monitoring|Statistics) SMF (?:Records|Writes Suppressed|Errors)"
        r"|SMF (?:Records|Errors)|Average (?:Un)?compressed Record Length"
        r"|Average Record Compression Percentage|(?:DPL|File|Tsqueue|Urimap|Webservice) Resource"
        r" Limit|Records Written to SMF"),
    ),
    (
        "rates, and tasks of the moment",
        (r"Transaction Rate per second[^:.]*|Current (?:Running|Dispatchable|Suspended|System|"
        r"Queued User) transactions|Transactions Queued by (?:MXT|MAXTASKS?)"
        r"|Total Active User transactions"
        r"|(?:Total|Average) Queueing[^:.]*"
        r"|Peak concurrently active strings"),
    ),
    (
        "dispatcher",
        (r"Current (?:ICVTSD|PRTYAG(?:ING|E)) time|Max Open TCB Limit[^:.]*"
        r"|Current number of (?:CICS Dispatcher tasks|(?:CICS |open )?TCBs[^:.]*)"
        r"|Number of (?:Excess TCB|CICS TCB)"
        r"[^:.]*|Average Excess TCBs[^:.]*"),
    ),
    ("pools of TCBs", TCB_POOLS),
    (
        "queues, control intervals and strings of temporary storage",
        _TEMPORARY_STORAGE,
    ),
    ("limits of the system", (r"Region size established from[^:.]*|WEB Garbage Collection Interval"
     r"|Terminal Input Timeout Interval|Active IP sockets")),
)  # fmt: skip

LABELS = tuple(
    (
        rf"(?:{labels})(?: ?\.)* ?: +\S+(?: \S+)*?(?=\s{{2,}}|\s*$| [A-Z][a-z]+ .*:)",
        told,
    )
    for told, labels in _LABELS
)
