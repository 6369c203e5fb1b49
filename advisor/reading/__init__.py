"""Report readers: bytes in, observations with provenance out.

    read_bytes(name, data, progress=None, cancel=None, intervals=()) -> tuple[FileReading, ...]
    read_path(path, progress=None, cancel=None, intervals=(), name=None) -> tuple[FileReading, ...]
    all_readers()                                      -> tuple[Reader, ...]
    reader_title(name)                                 -> str

An archive, a mail or a folder gives several readings, in the order of names; what is compressed is
read as what it holds (:mod:`.containers`). ``progress(done, total)`` gets
bytes and is called at least every 200 ms; ``cancel()`` returning true raises
:class:`ReadingCancelled`. Anything that cannot be read comes back as a refused reading with one
sentence; only a path that does not exist raises ``FileNotFoundError``.

An import keeps some 400,000 figures, so that it fits into memory. Of a text that is longer than a
few megabytes the pages are found first, by title and heading; when all would be too many, the
intervals that are read are spread over the whole period, and one sentence names the rest:
:mod:`.long_prints` has the policy. ``intervals`` asks for others.

Adding a format is adding one module to a product's folder in :mod:`advisor.formats`. It
defines ``READER`` (or ``READERS``, a
tuple of them) and is found by looking into the folders:

    READER = Reader(
        id="mq-usage",
        title="MQ DISPLAY USAGE",
        subsystem="MQ",
        anchors=("CSQI010I", "CSQI065I"),     # blank = any run of blanks; "^X" = starts the line
        where="inline", inline_lines=60,      # or "segment" (default), "whole", "records"
        parse=parse,                          # (Segment, Collector) -> None
        dated=rmf.DATED,                      # optional: pages say whose and when they are
        metrics=(Metric("mq_pageset", "total_pages", "pages", "…"), …),
        page=Page(reads=…, releases=…, verified=…, unread=…),
    )

    def parse(segment: Segment, out: Collector) -> None:
        for line in segment:                  # line.content: cleaned; line.text: as in the file
            out.observe(subject, metric, value, unit, line, raw, interval)
            out.setting(subject, "LBP", 100, "MB", line, "100M")
            out.relation(subject, "parent", "lpar:SYSA", line)
            out.part(line, "12")              # a number that went into a sum quoted elsewhere
            out.problem(line, "one sentence with its remedy")

Readers keep no book: :mod:`.accounting` looks for what they quote on each line, and lists every
number that is neither quoted nor left out on purpose (``ignores=((pattern, what), …)``). A page of
which ``essential`` figures are missing is a problem. ``segment.memory`` outlives the segment,
``segment.shared["system"]`` is the system a job log or page header named. See :mod:`.reader` for
the classes, :mod:`.layout.cells` for numbers, sizes, durations, dates, :mod:`.layout.tables` for
columns by header position and anchor words. A reader never needs to know encodings, record
formats, carriage control, log columns, quoting, wrapped mail or containers: :mod:`.decoding`,
:mod:`.repairs` and :mod:`.containers` do.
"""

from advisor.reading.engine import ReadingCancelled as ReadingCancelled
from advisor.reading.engine import read_bytes as read_bytes
from advisor.reading.engine import read_path as read_path
from advisor.reading.reader import Collector as Collector
from advisor.reading.reader import Line as Line
from advisor.reading.reader import Metric as Metric
from advisor.reading.reader import Page as Page
from advisor.reading.reader import Reader as Reader
from advisor.reading.reader import Records as Records
from advisor.reading.reader import Segment as Segment
from advisor.reading.registry import all_readers as all_readers
from advisor.reading.registry import reader_title as reader_title
