# ruff: noqa: E501  (report lines are as long as they are)
"""RMF device, I/O queuing and cache pages."""

from __future__ import annotations

from story.figures import Story, Volume
from story.paper import Print
from story.rmf_page import heading

PER_PAGE = 40


def _total(volumes: tuple[Volume, ...]) -> Volume:
    """Rates added, times weighted by them."""
    rate = sum(v.io_per_s for v in volumes)

    def mean(name: str) -> float:
        return sum(getattr(v, name) * v.io_per_s for v in volumes) / rate if rate else 0.0

    return Volume("", 0, "", rate, mean("response_ms"), mean("iosq_ms"), mean("pend_ms"),
                  mean("disc_ms"), mean("conn_ms"))  # fmt: skip


def _device_heads(out: Print, story: Story) -> None:
    out.line()
    out.line(
        f"TOTAL SAMPLES = {story.seconds:6d}   IODF = A2   CR-DATE: 11/19/2014   CR-TIME: 17.14.38"
        "     ACT: POR"
    )
    for text in (
        f"{'':49}DEVICE   AVG  AVG   AVG  AVG  AVG   AVG  AVG  AVG   %      %     %     AVG    %",
        (
            "STORAGE   DEV  DEVICE   NUMBER  VOLUME PAV  LCU  ACTIVITY RESP IOSQ  CMR  DB   INT   PEND"
            " DISC CONN  DEV    DEV   DEV   NMBR   ANY"
        ),
        (
            " GROUP    NUM  TYPE     OF CYL  SERIAL           RATE     TIME TIME  DLY  DLY  DLY   TIME"
            " TIME TIME  CONN   UTIL  RESV  ALLOC  ALLOC"
        ),
    ):
        out.line(text)


def _device(v: Volume, label: str, devices: int = 1) -> str:
    """One row (of one device, or the mean of several) under the heads of :func:`_device_heads`; times in ms, printed as .nnn below 1."""

    def ms(value: float) -> str:
        return f"{value:.3f}".lstrip("0") if value < 1 else f"{value:.2f}"

    busy = min(v.io_per_s * (v.disc_ms + v.conn_ms) / 10.0 / 6.0 / devices, 99.99)
    connected = min(v.io_per_s * v.conn_ms / 10.0 / 6.0 / devices, 99.99)
    cells = (
        (57, f"{v.io_per_s:.3f}"), (62, ms(v.response_ms)), (67, ms(v.iosq_ms)),
        (72, ms(v.pend_ms * 0.4)), (77, ".000"), (82, ".000"), (88, ms(v.pend_ms)),
        (93, ms(v.disc_ms)), (98, ms(v.conn_ms)), (104, f"{connected:.2f}"), (111, f"{busy:.2f}"),
        (117, "0.0"), (124, "8.0"), (131, "100.0"),
    )  # fmt: skip
    row = label
    for end, cell in cells:
        row += cell.rjust(end - len(row))
    return row


def devices(out: Print, story: Story, system: str) -> None:
    """Direct access device activity: all 80 volumes and their LCU's line."""
    volumes = story.volumes(system)
    for page, first in enumerate(range(0, len(volumes), PER_PAGE), start=1):
        title = "D I R E C T   A C C E S S   D E V I C E   A C T I V I T Y"
        heading(out, story, system, title, page)
        _device_heads(out, story)
        for v in volumes[first : first + PER_PAGE]:
            label = f"{v.group:<9}{v.number:04X}  33909     65520  {v.serial:<6} 8.0H 0042"
            out.line(_device(v, label))
    out.line()
    out.line(_device(_total(volumes), f"{'':27}LCU{'':12}0042", len(volumes)))


def queuing(out: Print, story: Story, system: str) -> None:
    """I/O queuing activity of the one logical control unit."""
    total = _total(story.volumes(system))
    heading(out, story, system, "I / O   Q U E U I N G   A C T I V I T Y", 1)
    out.line()
    out.line(
        f"TOTAL SAMPLES = {story.seconds:6d}   IODF = A2   CR-DATE: 11/19/2014   CR-TIME: 17.14.38"
        "     ACT: POR"
    )
    out.line()
    out.block(
        """
       - INITIATIVE QUEUE -   ------- IOP UTILIZATION -------   -- % I/O REQUESTS RETRIED --   --------- RETRIES / SSCH ---------
 IOP   ACTIVITY    AVG Q      % IOP   I/O START   INTERRUPT           CP     DP    CU    DV           CP     DP     CU     DV
         RATE      LNGTH      BUSY      RATE        RATE       ALL   BUSY   BUSY  BUSY  BUSY    ALL   BUSY   BUSY   BUSY   BUSY
"""
    )
    for iop in range(4):
        rate = total.io_per_s / 4 * (1.0 + 0.01 * (iop - 1.5))
        out.line(
            f"  {iop:02d}  {rate:9.3f}     0.02      {11.2 + iop:5.2f}   {rate:9.3f}   {rate * 1.09:9.3f}"
            "    1.4    1.4    0.0   0.0   0.0   0.01   0.01   0.00   0.00   0.00"
        )
    out.line()
    out.block(
        """
                                                                AVG   AVG                  DELAY   AVG                         DATA
  LCU      CU    DCM GROUP      CHAN    CHPID     % DP   % CU   CUB   CMR     CONTENTION   Q       CSS      HPAV       OPEN   XFER
                MIN MAX DEF     PATHS   TAKEN     BUSY   BUSY   DLY   DLY     RATE         LNGTH   DLY   WAIT    MAX   EXCH   CONC
"""
    )
    for position, path in enumerate(("40", "41", "42", "43", "50", "51", "52", "53")):
        start = "  0042     2300                " if position == 0 else f"{'':31}"
        taken = total.io_per_s / 8 * (1.0 + 0.004 * (position - 3.5))
        out.line(f"{start} {path}  {taken:9.3f}     0.00   0.00   0.0  {total.pend_ms * 0.4:4.2f}")
    out.line(
        f"{'':31} *   {total.io_per_s:9.3f}     0.00   0.00   0.0  {total.pend_ms * 0.4:4.2f}"
        f"    {total.io_per_s * 0.021:9.3f}     0.31    0.1   0.118   64  38.42  34.10"
    )


def cache(out: Print, story: Story, system: str) -> None:
    """Cache subsystem activity: status, overview and devices. Counts are the box's, both systems."""
    dasd = story["dasd"]
    names = [s["name"] for s in story["systems"]]
    both = [story.volumes(name) for name in names]
    merged = [
        Volume(rows[0].serial, rows[0].number, rows[0].group, sum(v.io_per_s for v in rows),
               0.0, 0.0, 0.0, 0.0, 0.0)
        for rows in zip(*both, strict=True)
    ]  # fmt: skip
    reads = {
        "DATA": sum(n.data_reads for n in story.nuclei) / story.seconds,
        "ASSO": sum(n.asso_reads for n in story.nuclei) / story.seconds,
    }
    total_rate = sum(v.io_per_s for v in merged)
    system_reads = sum(dasd["other_io_per_s"]) * 0.7
    read_rate = sum(reads.values()) + system_reads
    write_rate = total_rate - read_rate
    hit = dasd["read_hit"]
    heading(out, story, system, "C A C H E   S U B S Y S T E M   A C T I V I T Y", 1, cycle=False)
    out.line()
    out.line(
        f"SUBSYSTEM  2107-01     CU-ID  2300     SSID 2300     CDATE  {story['engagement']['date']}"
        f"     CTIME {story['engagement']['start']}      CINT  45.00"
    )
    out.line(f"TYPE-MODEL {dasd['type']}    MANUF  IBM      PLANT  75     SERIAL {dasd['serial']}")
    rule = "-" * 132
    for title in ("CACHE SUBSYSTEM STATUS",):
        out.line(rule)
        out.line(f"{title:^132}".rstrip())
        out.line(rule)
    size = dasd["cache_gb"] * 1024
    out.line()
    out.line("SUBSYSTEM STORAGE              NON-VOLATILE STORAGE           STATUS")
    out.line()
    out.line(
        f"CONFIGURED {size:8d}M           CONFIGURED    4096M            CACHING             - ACTIVE"
    )
    out.line(
        f"AVAILABLE  {size - 9216:8d}M           PINNED          0.0            NON-VOLATILE STORAGE - ACTIVE"
    )
    out.line(
        "PINNED          0.0                                           CACHE FAST WRITE    - ACTIVE"
    )
    out.line(
        "OFFLINE         0.0                                           IML DEVICE AVAILABLE - YES"
    )
    out.line()
    out.line(rule)
    out.line(f"{'CACHE SUBSYSTEM OVERVIEW':^132}".rstrip())
    out.line(rule)
    count = round(total_rate * story.seconds)
    ratio = (read_rate * hit + write_rate) / total_rate
    out.line(f"TOTAL I/O   {count:11d}    CACHE I/O   {count:11d}    CACHE OFFLINE           0")
    out.line(f"TOTAL H/R         {ratio:5.3f}    CACHE H/R         {ratio:5.3f}")
    out.line(
        "CACHE I/O      -------------READ I/O REQUESTS-------------"
        "    ----------------------WRITE I/O REQUESTS----------------------     %"
    )
    out.line(
        "REQUESTS           COUNT    RATE       HITS    RATE    H/R"
        "        COUNT    RATE       FAST    RATE       HITS    RATE    H/R    READ"
    )

    def row(name: str, read: float, write: float, hits: float) -> None:
        """Read and write rates; ``hits`` of the reads are hits, all writes are."""
        seconds = story.seconds
        r, w = round(read * seconds), round(write * seconds)
        share = f"{100 * read / (read + write):5.1f}" if read + write else "  N/A"
        ratio_text = f"{hits:5.3f}" if read else "  N/A"
        write_text = "1.000" if write else "  N/A"
        out.line(
            f"{name:<12}{r:12d}{read:8.1f}{round(r * hits):11d}{read * hits:8.1f}  {ratio_text}"
            f"{w:13d}{write:8.1f}{w:11d}{write:8.1f}{w:11d}{write:8.1f}  {write_text}   {share}"
        )

    row("NORMAL", read_rate * 0.97, write_rate * 0.83, hit)
    row("SEQUENTIAL", read_rate * 0.03, write_rate * 0.17, hit)
    row("CFW DATA", 0.0, 0.0, 0.0)
    row("TOTAL", read_rate, write_rate, hit)
    out.line()
    _cache_devices(out, story, merged, reads, hit)


def _cache_devices(
    out: Print, story: Story, volumes: list[Volume], reads: dict[str, float], hit: float
) -> None:
    out.line("-" * 132)
    out.line(f"{'CACHE SUBSYSTEM DEVICE OVERVIEW':^132}".rstrip())
    out.line("-" * 132)
    out.line(
        "VOLUME  DEV  XTNT   %      I/O    ---CACHE HIT RATE--     ----------DASD I/O RATE----------"
        "    ASYNC   TOTAL  READ   WRITE   %"
    )
    out.line(
        "SERIAL  NUM  POOL  I/O     RATE   READ    DFW    CFW     STAGE  DFWBP    ICL    BYP  OTHER"
        "    RATE    H/R    H/R    H/R    READ"
    )
    total = sum(v.io_per_s for v in volumes)
    by_group = {
        group: sum(v.io_per_s for v in volumes if v.group == f"ADA{group}")
        for group in ("DATA", "ASSO", "LOGS")
    }

    def row(serial: str, number: str, pool: str, rate: float, read: float) -> None:
        write = rate - read
        ratio = (read * hit + write) / rate if rate else 1.0
        read_ratio = f"{hit:5.3f}" if read else "  N/A"
        out.line(
            f"{serial:<7} {number:<4} {pool:<4} {100 * rate / total:5.1f} {rate:8.1f}"
            f" {read * hit:7.1f} {write:6.1f} {0.0:6.1f} {read * (1 - hit):9.1f} {0.0:6.1f}"
            f" {0.0:6.1f} {0.0:6.1f} {0.0:6.1f} {write * 0.6:8.1f}   {ratio:5.3f}  {read_ratio}"
            f"  1.000  {100 * read / rate if rate else 0.0:5.1f}"
        )

    shares = {g: reads[g] / by_group[g] if g in reads else 0.0 for g in by_group}
    all_reads = sum(reads.values()) + 0.7 * sum(v.io_per_s for v in volumes if v.group == "NVSYST")
    row("*ALL", "", "", total, all_reads)
    row("*CACHE", "", "", total, all_reads)
    for v in volumes:
        share = shares.get(v.group.removeprefix("ADA"), 0.7)
        row(v.serial, f"{v.number:04X}", "0000", v.io_per_s, v.io_per_s * share)
