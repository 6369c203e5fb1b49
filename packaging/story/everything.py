"""Which file is written in which form: the list of all samples."""

from __future__ import annotations

from datetime import date

from story import (
    adabas,
    cics,
    damaged,
    formats,
    products,
    rmf_io,
    rmf_page,
    rmf_storage,
    rmf_sysplex,
)
from story.figures import Story
from story.paper import Print, as_fixed, as_rdw, as_text


def joblog(
    story: Story, system: str, job: str, step: str, dd: str, program: str = "ADARUN",
    number: str = "", times: tuple[str, str] = ("09.58.40", "10.45.31"),
) -> list[str]:  # fmt: skip
    """The JES2 log header that stands in front of a job's output; no end time: still running."""
    spread = " ".join(system)
    day = date.fromisoformat(story["engagement"]["iso_date"])
    number = number or f"JOB{sum(map(ord, job)) % 9000 + 1000:05d}"
    start, end = times
    started = f" {start} {number}  $HASP373 {job:<8} STARTED"
    if number.startswith("JOB"):
        started += f" - INIT 4    - CLASS A        - SYS {system}"
    rows = [
        f"{'':19}J E S 2  J O B  L O G  --  S Y S T E M  {spread}  --  N O D E  N V P L E X 1",
        "",
        f" {start} {number} ---- {f'{day:%A},'.upper():<11}{day:%d %b %Y} ----".upper(),
        started,
    ]
    if end:
        rows.append(f" {end} {number}  $HASP395 {job:<8} ENDED")
    if program and number.startswith("JOB"):
        rows.append(f"//{job:<8} JOB (0815),'DB10',CLASS=A,MSGCLASS=X")
    if program:
        rows += [f"//{step:<8} EXEC PGM={program},REGION=0M", f"//{dd:<8} DD SYSOUT=*"]
    return [*rows, ""]


def rmf_print(story: Story, system: str) -> Print:
    """The postprocessor's print for one system."""
    out = Print()
    rmf_page.cpu(out, story, system)
    rmf_storage.paging(out, story, system)
    rmf_storage.page_data_sets(out, story, system)
    rmf_io.devices(out, story, system)
    rmf_io.queuing(out, story, system)
    rmf_io.cache(out, story, system)
    return out


def mail(story: Story) -> list[str]:
    """The customer's mail with displays pasted into it."""
    displays = formats.displays(story)
    return [
        "From: S. Petersen <systemtechnik@nordsee.example>",
        "To: Beratung <advice@consultant.example>",
        "Date: Tue, 17 Mar 2015 16:12:44 +0100",
        "Subject: AW: Unterlagen DB10 / Peak 10:00-10:45",
        "Content-Type: text/plain; charset=utf-8",
        "",
        "Hallo,",
        "",
        "anbei die Reports vom Vormittag, die Nuklei liefen von 10:00 bis 10:45. RMF SYSA ist",
        "binär übertragen (FBA 133), der Rest als Text. Die Displays kopiere ich hier hinein.",
        "",
        *displays,
        "",
        "> Welche Treiber nutzt Entire Net-Work?",
        "CTCA, siehe netwk-sysa.txt. Ein Upgrade auf 6.3 ist nicht geplant.",
        "",
        "Viele Grüße",
        "S. Petersen",
    ]


def engagement(story: Story) -> dict[str, bytes]:
    """What the demo imports."""
    files: dict[str, bytes] = {}
    files["rmf-sysa.fb133.ebcdic"] = as_fixed(rmf_print(story, "SYSA").asa(), 133, "cp1047")
    files["rmf-sysb.txt"] = as_text(rmf_print(story, "SYSB").asa())
    sysplex = Print()
    rmf_sysplex.coupling(sysplex, story)
    rmf_sysplex.workload(sysplex, story)
    files["rmf-sysplex.txt"] = as_text(sysplex.plain(), "\r\n")
    overview = Print()
    rmf_sysplex.overview(overview, story, "storage")
    rmf_sysplex.overview(overview, story, "work")
    files["rmf-overview.txt"] = as_text(overview.plain())
    for n in story.nuclei:
        job = f"ADADB10{n.number}"
        head = joblog(story, n.system, job, "NUC", "DDPRINT")
        printed = adabas.nucleus(story, n)
        if n.number == 5:
            rows = [" " + row for row in head] + printed.asa()
            files["ada10-nuc5.vba.ebcdic"] = as_rdw(rows, "cp037")
        elif n.number == 2:
            rows = [" " + row for row in head] + printed.asa()
            files["ada10-nuc2.fba.ebcdic"] = as_fixed(rows, 133, "cp037")
        else:
            files[f"ada10-nuc{n.number}.txt"] = as_text(head + printed.plain())
    for system in ("SYSA", "SYSB"):
        head = joblog(story, system, f"NETWK{system[-1]}", "NETWRK", "DDPRINT")
        files[f"netwk-{system.lower()}.txt"] = as_text(
            head + products.network(story, system).plain()
        )
    head = joblog(story, story["natural"]["system"], story["natural"]["job"], "NATBAT", "CMPRINT",
                  "", times=("10.06.21", "10.31.09"))  # fmt: skip
    files["natural-natb0450.txt"] = as_text(head + products.natural(story).plain(), "\n", "latin-1")
    head = joblog(story, story["mq"]["system"], f"{story['mq']['name']}MSTR", "PROCSTEP",
                  "JESMSGLG", "CSQYASCP", "STC04417", ("06.02.11", ""))  # fmt: skip
    files["mq-mqa1-joblog.txt"] = as_text(head + products.mq_display(story).plain())
    files["mq-mqa1-smf115.txt"] = as_text(products.mq_statistics(story).plain())
    files["cics-aor1-dfh0stat.txt"] = as_text(cics.zos_region(story).asa())
    files["cics-vse-dfh0stat.txt"] = as_text(cics.zvse_region(story).plain())
    files["ims-proclib.txt"] = as_text(products.ims(story).plain())
    head = joblog(story, story["ims"]["system"], "IMSMONRP", "MONITOR", "SYSPRINT", "DFSUTR20",
                  times=("11.20.04", "11.20.31"))  # fmt: skip
    files["ims-monitor.txt"] = as_text(
        [" " + row for row in head] + products.ims_monitor(story).asa()
    )
    files["mail-displays.eml"] = as_text(mail(story))
    return files


AFTER = ("ada10-", "rmf-sys", "netwk-", "cics-aor1", "mail-")
"""What the customer sent again after the change window."""


def files(story: Story, after: Story) -> dict[str, bytes]:
    """Every sample by its path under samples/."""
    whole = {f"engagement/{name}": data for name, data in engagement(story).items()}
    whole |= {
        f"after/{name}": data for name, data in engagement(after).items() if name.startswith(AFTER)
    }
    whole |= {f"formats/{name}": data for name, data in formats.files(story).items()}
    whole |= {f"damaged/{name}": data for name, data in damaged.files(story).items()}
    return whole
