"""Report readers: bytes in, observations with provenance out.

    read_bytes(name, data, progress=None, cancel=None, intervals=()) -> tuple[FileReading, ...]
    read_path(path, progress=None, cancel=None, intervals=(), name=None) -> tuple[FileReading, ...]
    all_readers()                                      -> tuple[Reader, ...]
    reader_title(name)                                 -> str

An archive, a mail or a folder gives several readings, in the order of names; what is compressed is
read as what it holds (:mod:`.intake.containers`). ``progress(done, total)`` gets
bytes and is called at least every 200 ms; ``cancel()`` returning true raises
:class:`ReadingCancelled`. Anything that cannot be read comes back as a refused reading with one
sentence; only a path that does not exist raises ``FileNotFoundError``.

An import keeps some 400,000 figures, so that it fits into memory. Of a text that is longer than a
few megabytes the pages are found first, by title and heading; when all would be too many, the
intervals that are read are spread over the whole period, and one sentence names the rest:
:mod:`.long_prints` has the policy. ``intervals`` asks for others.

Adding a format is adding one module to this package. It defines ``READER`` (or ``READERS``, a
tuple of them) and is found by looking into the package:

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
            out.read(line)                    # title or header: read, nothing to observe
            out.problem(line, "one sentence with its remedy")

``None`` as a value marks the line as read and keeps nothing (blank, N/A, ****). Lines nobody marks
are listed as unread; blank lines and rulers never are. ``segment.memory`` outlives the segment,
``segment.shared["system"]`` is the system a job log or page header named. See :mod:`.reader` for
the classes, :mod:`.layout.cells` for numbers, sizes, durations, dates, :mod:`.layout.tables` for
columns by header position and anchor words. A reader never needs to know encodings, record
formats, carriage control, log columns, quoting, wrapped mail or containers: :mod:`.intake` does.
"""

from advisor.readers.engine import ReadingCancelled as ReadingCancelled
from advisor.readers.engine import read_bytes as read_bytes
from advisor.readers.engine import read_path as read_path
from advisor.readers.reader import Collector as Collector
from advisor.readers.reader import Line as Line
from advisor.readers.reader import Metric as Metric
from advisor.readers.reader import Page as Page
from advisor.readers.reader import Reader as Reader
from advisor.readers.reader import Records as Records
from advisor.readers.reader import Segment as Segment
from advisor.readers.registry import all_readers as all_readers
from advisor.readers.registry import reader_title as reader_title
