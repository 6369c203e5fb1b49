"""IDCAMS LISTCAT ALL: VSAM clusters with their components' attributes and statistics.

Layout: IBM, DFSMS Access Method Services Commands, "LISTCAT output listings": entries begin with
their type and name (``CLUSTER ------- NAME``, ``   DATA ------- NAME``), groups with their title,
and fields are words joined to their value by hyphens.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from advisor.formats.vsam.names import cluster_of
from advisor.reading.layout.cells import whole
from advisor.reading.reader import Collector, Line, Metric, Page, Reader, Segment

_ENTRY = re.compile(
    r"^[01 ]? *(CLUSTER|DATA|INDEX|AIX|PATH|NONVSAM|GDG BASE|ALIAS|USERCATALOG|PAGESPACE)"
    r" -{2,}(?: +([^\s-]\S*)|\s*$)"
)
"""A blank stands in front of the name: the counts at the end of a listing have none."""
_OTHERS = frozenset(("NONVSAM", "GDG BASE", "ALIAS", "USERCATALOG", "PAGESPACE", "PATH"))
_JOINED = re.compile(r"(?<=\S) {2,}(CLUSTER|DATA|INDEX|AIX|PATH) -{2,} +([^\s-]\S*)")
"""An entry behind the fields of the one before: of lines that were wrapped and put together."""
_ONCE = re.compile(r"^[01 ]? *(IN-CAT(?= -{2,})|ATTRIBUTES(?=\s*$)|KEYLEN(?=-))")
"""Said once of an entry."""
_ASSOCIATED = re.compile(r"^[01 ]? *(?:CLUSTER|AIX)-{2,}(?! )([^\s-]\S*)\s*$")
"""Below ASSOCIATIONS: what the component, whose own line may be lost, belongs to."""
_OWN = re.compile(r"^[01 ]? *(?:DATA|INDEX)-{2,}(?! )([^\s-]\S*)\s*$")
"""The same of a cluster: its components."""
_KIND = re.compile(
    r"\b(?:NO)?ERASE +(?:(?P<data>INDEXED|NONINDEXED|NUMBERED|LINEAR)|NOWRITECHK|WRITECHECK)\b"
)
"""Only a data component says how its records are organised, in front of how they are checked."""
_FIELD = re.compile(r"([A-Z][A-Z/&%#@$ -]*?[A-Z#%])-{2,}(\(NULL\)|[^\s-][^\s]*)")
_SHARE = re.compile(r"\bSHROPTNS\((\d),(\d)\)")
_ALONE = "alone"
_OVERFLOWED = 2**32 - 1
_COUNTS = {
    "DATA": {
        "REC-TOTAL": ("records", "count"),
        "SPLITS-CI": ("ci_splits", "count"),
        "SPLITS-CA": ("ca_splits", "count"),
        "EXCPS": ("excps_data", "count"),
    },
    "INDEX": {"EXCPS": ("excps_index", "count")},
}


_CHANGED = ("REC-DELETED", "REC-INSERTED", "REC-UPDATED", "REC-RETRIEVED", "FREESPACE-%CI",
            "FREESPACE-%CA")  # fmt: skip
_PRINTED = {
    "DATA": _CHANGED,
    "INDEX": (*_CHANGED, "REC-TOTAL", "SPLITS-CI", "SPLITS-CA", "MAXLRECL", "LEVELS"),
}
"""What nothing asks of a component, but people look at: how much it is changed and read, the room
that was left, and the levels of an index."""

_OTHER_FIELDS = (
    r"(?<![\w%-])(?!(?:REC-(?:TOTAL|DELETED|INSERTED|UPDATED|RETRIEVED)|SPLITS-C[IA]|EXCPS"
    r"|CISIZE|MAXLRECL|FREESPACE-%C[IA]|LEVELS)-)"
    r"[A-Z][A-Z0-9/%&#,()-]{0,60}?[A-Z#%)] ?-{1,}"
    r"\(?\d[\d.,]*%?\)?(?![\w.])"
)
"""Any field that is none of those read: a name, hyphens and a number."""

_TELLING = ("REC-TOTAL", "CISIZE")
_READ = ("REC-", "SPLITS-C", "EXCPS", "CISIZE", "MAXLRECL", "SHROPTNS", "FREESPACE-%", "LEVELS-")
"""One of these stands on a line of which something is taken."""


def parse(segment: Segment, out: Collector) -> None:
    """Read the entries of a catalogue listing; figures are since the data set was loaded."""
    memory = segment.memory
    others: Line | None = None
    for line in segment:
        if " --" in line.content and (
            (match := _ENTRY.match(line.content)) or (match := _JOINED.search(line.content))
        ):
            if match.start() and memory.get("kind") in _COUNTS and memory.get("cluster"):
                before = replace(line, content=line.content[: match.start()])
                _component(before, memory["kind"], f"vsam_file:{memory['cluster']}", out)
            kind, name = match[1], match[2]
            if name and kind == "CLUSTER" and not name.strip("0"):
                name = None  # a catalogue's own entry: its data component has its name
            others = others or (line if kind in _OTHERS else None)
            if kind in ("CLUSTER", "AIX"):
                # Without its name it is no longer the one before.
                memory["cluster"], memory["parts"], memory["own"] = name, set(), set()
                if name:
                    out.setting(f"vsam_file:{name}", "DSNAME", name, "", line, name)
            memory["kind"], memory["inferred"], memory["told"] = kind, False, set()
            memory.pop("whose", None)
            memory["doubt"] = False
            parts: set[str] = memory.setdefault("parts", set())
            if name and kind in ("DATA", "INDEX"):
                # A cluster has one of each: a second one is listed alone, as all behind it are.
                own: set[str] = memory.setdefault("own", set())
                another = bool(own) and name not in own
                if not memory.get("cluster") or kind in parts or _ALONE in parts or another:
                    memory["cluster"] = cluster_of(name, kind.lower())
                    parts.add(_ALONE)
                elif not own:
                    memory["doubt"] = _named_otherwise(name, kind, memory["cluster"])
                parts.add(kind)
            continue
        if (once := _ONCE.match(line.content)) is not None:
            told: set[str] = memory.setdefault("told", set())
            if once[1] in told:  # of another entry, whose own line is lost
                memory.pop("kind", None)
                memory.pop("whose", None)
                told.clear()
            told.add(once[1])
        if memory.get("kind") == "CLUSTER" and (match := _OWN.match(line.content)):
            memory["own"].add(match[1])
        if memory.get("doubt") and any(f"{name}--" in line.content for name in _TELLING):
            out.say_once(
                "{file}, line {number}: the component above is named otherwise than the cluster in "
                "front of it, and nothing says that it is its own, so it was not read: send the "
                "listing with ASSOCIATIONS, as LISTCAT ALL prints it.",
                line,
            )
        elif memory.get("doubt"):
            pass
        elif memory.get("kind") in _COUNTS and memory.get("cluster"):
            _component(line, memory["kind"], f"vsam_file:{memory['cluster']}", out)
        if _without_heading(line, memory, out):
            continue
        if "kind" not in memory and "REC-TOTAL--" in line.content:
            out.say_once(
                "{file}, line {number}: this entry of LISTCAT lacks its heading, so whose fields "
                "these are is not known and they were not read: send it from the line CLUSTER or "
                "DATA on.",
                line,
            )
    if others is not None and not out.observations:
        out.say_once(
            "{file}, line {number}: this listing has entries but no cluster, and of data sets that "
            "are not VSAM nothing is read: list the VSAM data sets with LISTCAT ALL if advice on "
            "them is wanted.",
            others,
        )


def _named_otherwise(name: str, kind: str, cluster: str) -> bool:
    """Whether a component is named after a data set that the cluster above is not: people call
    those of A.B or of A.B.KSDS A.B.DATA.
    """
    stem = cluster_of(name, kind.lower())
    return stem != name and not (f"{cluster}.".startswith(f"{stem}.") or stem.startswith(cluster))


def _without_heading(line: Line, memory: dict[str, Any], out: Collector) -> bool:
    """Whether the line is held, or was read, of a component whose own line is lost.

    Its associations name the cluster, and its attributes say which component it is.
    """
    if match := _ASSOCIATED.match(line.content):
        told: set[str] = memory.setdefault("told", set())
        before = told.isdisjoint(("ATTRIBUTES", "KEYLEN"))  # these stand below
        if memory.get("kind") in _COUNTS and not memory.get("inferred") and before:
            memory["doubt"] = False
            if memory.get("cluster") != match[1]:
                memory["cluster"] = match[1]
                memory["parts"].add(_ALONE)
        elif "kind" not in memory or memory.get("inferred"):
            memory.pop("kind", None)
            memory["whose"], memory["held"], memory["told"] = (match[1], line), [], set()
        return True
    if "kind" in memory or "whose" not in memory:
        return False
    held: list[Line] = memory["held"]
    held.append(line)
    if kind := _KIND.search(line.content):
        cluster, named = memory.pop("whose")
        memory["kind"] = "DATA" if kind["data"] else "INDEX"
        memory["cluster"], memory["inferred"] = cluster, True
        out.setting(f"vsam_file:{cluster}", "DSNAME", cluster, "", named, cluster)
        for one in held:
            _component(one, memory["kind"], f"vsam_file:{cluster}", out)
    elif "REC-TOTAL--" in line.content:
        memory.pop("whose")  # which component these count is not known
        return False
    return True


def _component(line: Line, kind: str, subject: str, out: Collector) -> None:
    if not any(name in line.content for name in _READ):
        return
    for name, raw in _FIELD.findall(line.content):
        value = _number(raw)
        known = _COUNTS[kind].get(name.strip())
        if known is not None:
            out.observe(subject, known[0], value, known[1], line, raw)
        elif name.strip() == "CISIZE" and value is not None and 512 <= value <= 32_768:
            out.setting(subject, f"{kind}_CISZ", value, "bytes", line, raw)
        elif name.strip() == "MAXLRECL" and kind == "DATA":
            out.observe(subject, "record_size_bytes", value, "bytes", line, raw)
        elif name.strip() in _PRINTED[kind]:
            out.printed(subject, f"{kind}: {name.strip()}", value, line, raw)
    if kind == "DATA" and (match := _SHARE.search(line.content)):
        out.setting(subject, "SHAREOPTIONS", f"{match[1]},{match[2]}", "", line, match[0])


def _number(raw: str) -> int | None:
    """A count; ``None`` for ``(NULL)``, for the asterisks of one too large for its field, and for
    the one that a field stands at which has run over.
    """
    count = whole(raw)
    return None if count == _OVERFLOWED else count


def _confirm(contents: Sequence[str], index: int) -> bool:
    text = contents[index]
    if text.lstrip().startswith("ATTRIBUTES"):  # a part of an entry, whose heading stands above
        return any("KEYLEN--" in below for below in contents[index + 1 : index + 3])
    return _ENTRY.match(text) is not None or "LISTING FROM CATALOG" in text


READER = Reader(
    id="vsam-listcat",
    ignores=(
        (_OTHER_FIELDS, "dates, keys, space, volumes and what else the catalogue tells"),
        (r"^[01](?= *[A-Z]+ -{2,})", "carriage control"),
        (r"\bCLUSTER -+ 0+$", "a catalogue's own entry, which its data component names"),
        (
            r"^.?\s*THE NUMBER OF PROTECTED ENTRIES SUPPRESSED WAS \d+|\bIDC0\d{3}I .*",
            "how many entries were listed, and how the command ended",
        ),
        (r"\bX'[0-9A-F]+'?|\bBWO TIMESTAMP-+\d{4,5} [\d:.]+", "time stamps, device type"),
        (r"\bFREESPACE-%CI\(\d+\)(?: %CA\(\d+\))?", "free space"),
        (r"\bSHROPTNS\(\d,\d\)(?!.* (?:INDEXED|NONINDEXED|NUMBERED|LINEAR)\b)", "of an index"),
    ),
    beside=((r"EXCPS|SPLITS|CISIZE|SHROPTNS", 6, "records, space and keys"),),
    title="IDCAMS LISTCAT",
    subsystem="VSAM",
    endings=(  # cells of 24 characters
        (r"^ +KEYLEN-+\d", r"\bCISIZE[-\d]{18}(?: |$)"),
        (r"^ +RKP-+\d", r"\bCI/CA[-\d]{19}(?: |$)"),
        (r"^ +REC-TOTAL-+\d", r"\bEXCPS[-\d]{19}(?: |$)"),
    ),
    anchors=(
        "LISTING FROM CATALOG",
        "^CLUSTER -------",
        "^DATA -------",
        "^INDEX -------",
        "^ALIAS -------",
        "^NONVSAM -------",
        "^0 DATA -------",  # an excerpt with carriage control
        "^0 INDEX -------",
        "^ATTRIBUTES",
    ),
    confirm=_confirm,
    splits=False,
    parse=parse,
    metrics=(
        Metric("vsam_file", "setting.DSNAME", "the cluster"),
        Metric("vsam_file", "setting.DATA_CISZ", "CISIZE of the data component"),
        Metric("vsam_file", "setting.INDEX_CISZ", "CISIZE of the index component"),
        Metric("vsam_file", "setting.SHAREOPTIONS", "SHROPTNS"),
        Metric("vsam_file", "records", "REC-TOTAL of the data component"),
        Metric("vsam_file", "record_size_bytes", "MAXLRECL"),
        Metric("vsam_file", "ci_splits", "SPLITS-CI, since the data set was loaded"),
        Metric("vsam_file", "ca_splits", "SPLITS-CA, since the data set was loaded"),
        Metric("vsam_file", "excps_data", "EXCPS of the data component, since then"),
        Metric("vsam_file", "excps_index", "EXCPS of the index component, since then"),
        Metric("vsam_file", "printed.*", "what else its components count, and their free space"),
    ),
    page=Page(
        reads="Clusters and alternate indexes of LISTCAT ALL: control interval sizes, share "
        "options, records, splits and EXCPs of their components. The counts have no interval: they "
        "run since the data set was loaded. Asterisks and (NULL) are no figures.",
        releases="z/OS V1R10 to V3R1",
        verified="IBM, Access Method Services Commands: fields and their order in LISTCAT output "
        "listings; a complete real listing was not at hand",
        unread="extents, key and space attributes, buffer space, other entries",
    ),
)
