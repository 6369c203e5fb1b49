"""Messages of IEBCOPY, IEBGENER and IDCAMS: what was copied, and how the utility ended.

Known, and left out on purpose: none of their numbers says how long anything took. Forms: IBM, z/OS
MVS System Messages (IEB and IDC messages).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from advisor.reading.reader import Collector, Page, Reader, Segment

ALONE = (
    "holds messages of utilities (IEBCOPY, IEBGENER, IDCAMS) alone: what they copied says nothing "
    "of how long it took, and nothing that Plexwright advises on needs it"
)
_NUMBER = r"(?:IEB\d{3,4}|IDC\d{4,5})[A-Z]"
_MESSAGE = re.compile(rf"^[\s01+-]{{0,24}}(?:{_NUMBER}\s|(?:IEBCOPY|IEBGENER) MESSAGES\b)")
_ENTRIES = re.compile(r"^.? *THE NUMBER OF (?:ENTRIES|PROTECTED ENTRIES)\b")
_COPIED = ("IEB144I", "IEB147I", "IEB149I", "IEB154I", "IEB167I", "IEB1013I", "IEB1018I",
           "IEB1035I", "IEB1098I", "IEB1135I", "IEB352I")  # fmt: skip
_ENDED = ("IDC0001I", "IDC0002I", "IDC0005I", "IDC0014I", "IDC0531I", "IDC0550I", "IDC11705I",
          "IDC11768I", "IDC3009I", "IDC3012I")  # fmt: skip
_BELOW = 16
"""Lines below a title in which IDCAMS tells how many entries it has listed."""


def parse(segment: Segment, out: Collector) -> None:
    """Nothing is kept of them."""


def _confirm(contents: Sequence[str], index: int) -> bool:
    return any(form.match(contents[index]) for form in (_MESSAGE, _ENTRIES))


READER = Reader(
    id="utilities",
    title="messages of utilities",
    subsystem="z/OS",
    anchors=(*_COPIED, *_ENDED, "IEBCOPY MESSAGES AND CONTROL",
             "THE NUMBER OF ENTRIES PROCESSED"),
    where="inline",
    inline_lines=_BELOW,
    merges=True,
    confirm=_confirm,
    parse=parse,
    priority=90,
    context=True,
    alone=ALONE,
    ignores=(
        (rf"^.? *{_NUMBER} .*", "what was copied, and how it ended"),
        (
            r"^.? *(?:THE NUMBER OF PROTECTED ENTRIES .*|[A-Z]{3,11} -{3,}\d+ *$)",
            "how many entries of a catalogue were listed",
        ),
        (r"^.? *IEBCOPY MESSAGES AND CONTROL STATEMENTS.*", "the title of IEBCOPY's messages"),
        (r"^.?IDCAMS +SYSTEM SERVICES .*", "the title of IDCAMS' pages"),
    ),
    page=Page(
        reads="Nothing: it knows the messages by which IEBCOPY, IEBGENER and IDCAMS say what they "
        "copied and how they ended.",
        releases="z/OS V1R13 to V3R1; MVS 3.8",
        verified="job output in public repositories",
        unread="how many records, members and tracks there were",
    ),
)  # fmt: skip
