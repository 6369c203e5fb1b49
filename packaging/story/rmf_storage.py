# ruff: noqa: E501  (report lines are as long as they are)
"""RMF paging, memory object and page data set pages."""

from __future__ import annotations

from story.figures import Story
from story.paper import Print
from story.rmf_page import heading

RULE = "-" * 132
TITLE = "P A G I N G  A C T I V I T Y"


def paging(out: Print, story: Story, system: str) -> None:
    """Paging rates, frame and slot counts, memory objects."""
    _rates(out, story, system)
    _frames(out, story, system)
    _memory_objects(out, story, system)


def _rates(out: Print, story: Story, system: str) -> None:
    page_in, page_out = story.paging(system)
    heading(out, story, system, TITLE, 1)
    out.line()
    out.line(f"OPT = IEAOPT00{'':18}CENTRAL STORAGE PAGING RATES - IN PAGES PER SECOND")
    out.line(RULE)
    out.line(
        f"{'':17}------------------ PAGE IN ------------------     ------------ PAGE OUT --------"
    )
    out.line(f"{'':28}--- NON SWAP ---    ---- TOTAL ---{'':24}---- TOTAL ---")
    out.line(f"{'':35}NON{'':44}NON")
    out.line(
        "CATEGORY         SWAP     BLOCK    BLOCK      RATE      %          SWAP     SWAP      RATE      %"
    )
    out.line(
        "---------------  ------  -------  -------  --------   ----        ------  -------  --------   ----"
    )
    block = round(page_in * 0.11, 2)
    single = round(page_in - block, 2)

    def row(name: str, *cells: float | None) -> None:
        """Swap, block, non block, rate, %, then swap, non swap, rate, %; None is blank."""
        widths = (8, 9, 9, 10, 7, 14, 9, 10, 7)
        text = f"{name:<15}"
        for position, (cell, width) in enumerate(zip(cells, widths, strict=True)):
            form = "" if cell is None else f"{cell:.0f}" if position in (4, 8) else f"{cell:.2f}"
            text += f"{form:>{width}}"
        out.line(text)

    zero = 0.0
    out.line("PAGEABLE SYSTEM")
    out.line("AREAS (NON VIO)")
    row("  LPA", None, zero, zero, zero, zero, None, None, None, None)
    row("  CSA", None, zero, 0.02, 0.02, zero, None, 0.01, 0.01, zero)
    row("  SUM", None, zero, 0.02, 0.02, zero, None, 0.01, 0.01, zero)
    out.line("ADDRESS SPACES")
    row("  HIPERSPACE", None, zero, None, zero, zero, None, zero, zero, zero)
    row("  VIO", None, zero, None, zero, zero, None, zero, zero, zero)
    row("  NON VIO", zero, block, single - 0.02, page_in - 0.02, 100, zero, page_out - 0.01,
        page_out - 0.01, 100)  # fmt: skip
    row("  SUM", zero, block, single - 0.02, page_in - 0.02, 100, zero, page_out - 0.01,
        page_out - 0.01, 100)  # fmt: skip
    out.line("TOTAL SYSTEM")
    row("  HIPERSPACE", None, zero, None, zero, zero, None, zero, zero, zero)
    row("  VIO", None, zero, None, zero, zero, None, zero, zero, zero)
    row("  NON VIO", zero, block, single, page_in, 100, zero, page_out, page_out, 100)
    row("  SUM", zero, block, single, page_in, 100, zero, page_out, page_out, 100)
    row("  SHARED", None, None, zero, zero, None, None, zero, zero, None)
    out.line()
    out.line(f"PAGE MOVEMENT WITHIN CENTRAL STORAGE     {12.41:9.2f}")
    out.line(f"PAGE MOVEMENT TIME %                     {0.0:9.1f}")
    out.line(f"AVERAGE NUMBER OF PAGES PER BLOCK        {3.2:9.1f}")
    out.line(f"BLOCKS PER SECOND                        {block / 3.2:9.2f}")
    out.line(f"PAGE-IN EVENTS (PAGE FAULT RATE)         {single + block / 3.2:9.2f}")


def _frames(out: Print, story: Story, system: str) -> None:
    total = story.system(system)["real_gb"] * 262144
    heading(out, story, system, TITLE, 2)
    out.line()
    out.line(f"OPT = IEAOPT00{'':40}FRAME AND SLOT COUNTS")
    out.line(RULE)
    out.line(f"({story.seconds:6d} SAMPLES)")
    out.line()

    def table(name: str, heads: tuple[str, ...], rows: tuple[tuple[str, ...], ...]) -> None:
        out.line(f"{name:<22}" + "".join(f"{head:>12}" for head in heads))
        out.line("-" * 22 + "   ---------" * len(heads))
        for label, cells in zip(("MIN", "MAX", "AVG"), rows, strict=True):
            out.line(f"      {label:<16}" + "".join(f"{cell:>12}" for cell in cells))
        out.line()

    reserved = story.system(system)["lfarea_gb"] * 262144

    def central(available: int) -> tuple[str, ...]:
        used = total - available - reserved
        parts = (total, available, 21_480, 9_612, 14_370, 43_900)
        rest = used - sum(parts[2:])
        return (*(str(p) for p in parts), f"{rest / 1000:.0f}K", "0", "1024")

    table(
        "CENTRAL STORAGE FRAMES",
        (
            "TOTAL",
            "AVAILABLE",
            "SQA",
            "LPA",
            "CSA",
            "LSQA",
            "REGIONS+SWA",
            "HV SHARED",
            "HV COMMON",
        ),
        (central(1_612), central(5_930), central(2_874)),
    )
    fixed = (f"{total // 19 / 1000:.0f}K", "3320", "18940", "88", "1412", "39110", "1690K", "104",
             "1620K")  # fmt: skip
    table(
        "FIXED FRAMES",
        ("TOTAL", "NUCLEUS", "SQA", "LPA", "CSA", "LSQA", "REGIONS+SWA", "<16 MB", "16MB-2GB"),
        (fixed, fixed, fixed),
    )
    table(
        "LOCAL PAGE DATA SET",
        ("TOTAL", "AVAILABLE", "BAD", "NON-VIO", "VIO"),
        (
            ("3600K", "3597K", "0", "2660", "0"),
            ("3600K", "3597K", "0", "2710", "0"),
            ("3600K", "3597K", "0", "2688", "0"),
        ),
    )
    table(
        "SCM PAGING BLOCKS",
        ("TOTAL", "AVAILABLE", "BAD", "IN-USE"),
        (
            ("16777K", "14912K", "0", "1841K"),
            ("16777K", "14936K", "0", "1865K"),
            ("16777K", "14924K", "0", "1853K"),
        ),
    )


def _memory_objects(out: Print, story: Story, system: str) -> None:
    described = story.system(system)
    heading(out, story, system, TITLE, 3)
    out.line()
    size = described["lfarea_gb"] * 2**30
    out.line(
        f"OPT = IEAOPT00   LFAREA SIZE = {size}   MEMORY OBJECTS AND HIGH VIRTUAL STORAGE FRAMES"
    )
    out.line(RULE)
    out.line()
    out.block(
        """
MEMORY OBJECTS         COMMON     SHARED       1 MB
------------------  ---------  ---------  ---------
      MIN                  38          2          0
      MAX                  41          2          0
      AVG                  39          2          0
"""
    )
    frames = described["lfarea_gb"] * 1024
    used = described["lfarea_used_gb"] * 1024
    out.line("1 MB FRAMES         ------------ FIXED ------------  ----------- PAGEABLE ----------")
    out.line("------------------      TOTAL  AVAILABLE     IN-USE      TOTAL  AVAILABLE     IN-USE")
    for label in ("MIN", "MAX", "AVG"):
        out.line(
            f"      {label:<12} {frames:10d} {frames - used:10d} {used:10d} {512:10d} {488:10d} {24:10d}"
        )
    out.line("HIGH SHARED FRAMES      TOTAL    CENTRAL     FIXED   AUX DASD    AUX SCM")
    out.line("------------------  ---------  ---------  --------  ---------  ---------")
    for label in ("MIN", "MAX", "AVG"):
        out.line(f"      {label:<12} {134218:9d}K {0:10d} {0:9d} {0:10d} {0:10d}")


def page_data_sets(out: Print, story: Story, system: str) -> None:
    """Page data set activity: a local data set that rests and Flash Express (*SCM*)."""
    page_in, page_out = story.paging(system)
    pages = round((page_in + page_out) * story.seconds)
    heading(out, story, system, "P A G E  D A T A  S E T  A C T I V I T Y", 1)
    out.line()
    out.line(f"NUMBER OF SAMPLES = {story.seconds:7d}{'':30}PAGE DATA SET USAGE")
    out.line("-" * 131)
    out.line(f"{'':66}  %    PAGE                               V")
    out.line(
        "PAGE           DEVICE VOLUME DEV  -----SLOTS USED-----   BAD     "
        "IN   TRANS  NUMBER       PAGES  I  DATA SET NAME"
    )
    out.line(
        "SPACE  SLOTS    TYPE  SERIAL NUM    MIN    MAX    AVG  SLOTS    "
        "USE   TIME  IO REQ       XFER'D  O"
    )
    out.line("TYPE   ALLOC")
    out.line()

    def row(kind: str, alloc: str, device: str, volume: str, number: str, low: str, high: str,
            mean: str, use: float, time: float, requests: int, moved: int, vio: str,
            name: str) -> None:  # fmt: skip
        out.line(
            f"{kind:<6}{alloc:>7}   {device:<6} {volume:<6} {number:<4} {low:>6} {high:>6} {mean:>6}"
            f" {0:6d} {use:6.2f} {time:6.3f} {requests:7d} {moved:12d}  {vio}  {name}".rstrip()
        )

    row("PLPA", "54000", "33909", "NVS001", "234C", "17226", "17226", "17226", 0.0, 0.0, 0, 0,
        " ", f"SYS1.{system}.PLPA.PAGE")  # fmt: skip
    row("COMMON", "36000", "33909", "NVS001", "234C", "96", "96", "96", 0.0, 0.0, 0, 0,
        " ", f"SYS1.{system}.COMMON.PAGE")  # fmt: skip
    row("LOCAL", "3600K", "33909", "NVS002", "234D", "2660", "2710", "2688", 0.02, 0.001, 41, 118,
        "Y", f"SYS1.{system}.LOCAL1.PAGE")  # fmt: skip
    row("SCM", "16777K", "N/A", "N/A", "N/A", "1841K", "1865K", "1853K", 18.4, 0.0,
        pages // 4, pages, " ", "N/A")  # fmt: skip
