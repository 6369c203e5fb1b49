"""What nobody can use while the tasks of a window are carried out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from advisor.findings import Finding, Task
from advisor.rules.base import procedure_of
from advisor.rules.subject import Subject
from model.catalogue import catalogue
from model.language import Name, say
from model.subsystems.cics.conditions import NOT_MRO, called_region
from model.topology import Component, Topology

RESTARTED = (
    "cics_region",
    "db2_subsystem",
    "ims_region",
    "ims_system",
    "jvm",
    "lla_pdse",
    "mq_manager",
    "netwk_node",
)
"""Kinds that are ended and started again as a whole by what takes effect with a restart."""

_FILE = re.compile(r"CEMT SET FILE\((?P<file>[^()]+)\) CLOSED")
_LINKS = re.compile(r"(?P<there>F <partner region>,)?CEMT SET IRC CLOSED")
_REGION = re.compile(r"/STOP REGION")
_CHANNEL = re.compile(r"<cpf> STOP CHANNEL\((?P<name>[^()<>]+)\)")
_INTERFACE = re.compile(r"VARY TCPIP,[^,]+,STOP,")
_LINK = re.compile(r"F <net-work>,\S+ (?P<name>[^\s<>]+) CLOSE")
_REBUILD = re.compile(r"SETXCF START,REBUILD,STRNAME=")


def stopped(
    findings: Sequence[Finding], tasks: Sequence[Task], topology: Topology
) -> tuple[str, ...]:
    """What nobody can use while these are carried out, in order: ids of components, and sentences
    for what is part of one.

    That is what is down as a whole, and what the tasks' commands close, stop or rebuild.
    """
    found: dict[str, None] = {}
    for finding in findings:
        found |= dict.fromkeys(_as_a_whole(finding, topology))
    for task in tasks:
        for line in task.commands:
            found |= dict.fromkeys(_by_command(line, task.component, topology))
    return tuple(found)


def _as_a_whole(finding: Finding, topology: Topology) -> Iterator[str]:
    """Components that a finding's change takes down as a whole."""
    way = procedure_of(finding)
    if way is None:
        return
    changed = (text.component for text in finding.change_texts)
    touched = [one for one in dict.fromkeys((finding.component, *changed)) if one in topology]
    if way.stops:
        yield from (one for one in touched if topology[one].kind == way.stops)
    elif finding.effort == "ipl":
        for one in touched:
            subject = Subject(topology[one], topology, catalogue())
            if topology[one].kind == "lpar":
                yield one
            yield from (host.id for host in subject.hosts())
    elif finding.effort == "recycle":
        for one in touched:
            component = topology[one]
            if component.kind == "adabas_database":
                # Nuclei of a cluster follow one another; a single one is the database.
                if len(Subject(component, topology, catalogue()).linking("member")) == 1:
                    yield one
                continue
            around = (component, *(topology[each] for each in topology.containers(one)))
            yield from _first(each.id for each in around if each.kind in RESTARTED)


def _first(found: Iterable[str]) -> Iterator[str]:
    yield from list(found)[:1]


def _by_command(line: str, place: str, topology: Topology) -> Iterator[str]:
    """What a line that is typed for an object closes, stops or rebuilds."""
    if closed := _FILE.match(line):
        yield from _closed(place, closed["file"], topology)
    elif links := _LINKS.match(line):
        yield from _unlinked(place, bool(links["there"]), topology)
    elif channel := _CHANNEL.match(line):
        yield say(
            "channel {channel} of {name}",
            channel=Name(channel["name"]),
            name=_named(place, topology),
        )
    elif link := _LINK.match(line):
        yield say("link {link} of {name}", link=Name(link["name"]), name=_named(place, topology))
    elif place in topology and (
        (_REGION.match(line) and topology[place].kind == "ims_region")
        or (_INTERFACE.match(line) and topology[place].kind == "tcp_interface")
        or (_REBUILD.match(line) and topology[place].kind in ("cf_structure", "db2_gbp"))
    ):
        yield place


def _named(place: str, topology: Topology) -> Name:
    return Name(topology[place].name if place in topology else place)


def _around(place: str, kind: str, topology: Topology) -> Component | None:
    if place not in topology:
        return None
    around = [topology[one] for one in (place, *topology.containers(place))]
    return next((one for one in around if one.kind == kind), None)


def _closed(place: str, file: str, topology: Topology) -> list[str]:
    """The file of the region around an object; the object itself where it is not told which."""
    if place not in topology:
        return []
    region = _around(place, "cics_region", topology)
    names = {file, file if region is None else f"{region.name}/{file}"}
    known = [one.id for one in topology.of_kind("vsam_file") if one.name in names]
    return known or [place]


def _unlinked(place: str, there: bool, topology: Topology) -> Iterator[str]:
    """All MRO connections of a region whose interregion communication is closed, at both ends."""
    region = _around(place, "cics_region", topology)
    if region is None:
        return
    regions = [region.id]
    if there:
        connection = _around(place, "cics_connection", topology)
        ends = [connection] if connection else topology.children(region.id, "cics_connection")
        regions = [to for one in ends if (to := called_region(topology, one)) is not None]
    for one in topology.of_kind("cics_connection"):
        both = (one.parent, called_region(topology, one))
        if one.value("ACCESSMETHOD") not in NOT_MRO and any(end in regions for end in both):
            yield one.id
