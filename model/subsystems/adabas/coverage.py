"""Whether the nuclei whose reports are here are all that a cluster has.

A cluster's structures in the coupling facility serve its nuclei and nobody else. Where RMF counts
more requests to them than the nuclei did, or requests from a system on which none of them runs,
reports of nuclei are missing: sums over nuclei are then part of the truth, and what is left of CPs,
I/O and the facility would be taken for work that no change moves.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from model.contract.protocol import NotProjectable
from model.language import LineNumber, Name, joined, listed, say
from model.subsystems.adabas.facility import structures_of
from model.subsystems.adabas.measures import BLOCK_TRANSFERS, nuclei_of
from model.subsystems.adabas.site import disks_of
from model.topology import Component, Topology

_REQUESTS = ("cache_read_requests", "cache_write_requests", "cache_castouts")
"""What a nucleus counts of its requests to the cache structure."""
_SYSTEM = "requests_per_s."
_SAID, _REFUSED = 1.1, 1.25
"""Times that more was measured than the nuclei did: from where it is said, and from where a sum
over them is no figure of the cluster. What a nucleus does not count is a few per cent (RMF counts
registrations and deletions of names too); one nucleus of eight is a seventh."""
_ALIKE = 1.2
"""By how much the intervals of RMF and of a session may differ in length: averages over a day and
over its busiest hour are two figures."""


class Uncovered(NamedTuple):
    """What nuclei without a report did.

    times: how many times as much was measured as the nuclei did.  by_system: requests per second
    that they did not, by name of the system.  evidence: sentences with file and line.
    """

    times: float
    by_system: Mapping[str, float]
    evidence: tuple[str, ...]


def refuse_uncovered(topology: Topology, anchor: str) -> None:
    """Raise NotProjectable where a sum over the known nuclei is no figure of the cluster."""
    found = uncovered(topology, anchor)
    if found is not None and found.times >= _REFUSED:
        raise NotProjectable(_sentence(topology, anchor, found), anchor, "NUCLEI", REPORT)


REPORT = "the session statistics of the other nuclei"


def left_out(topology: Topology, anchor: str) -> tuple[str, ...]:
    """Sentences on nuclei and systems that take part and that no report covers."""
    found, said = uncovered(topology, anchor), []
    if found is not None:
        said.append(_sentence(topology, anchor, found))
    missing = gaps(topology, anchor)
    if missing:
        said.append(
            say(
                "{name}: no report is there of NUCID {missing} of the cluster: its commands, CPU "
                "and storage are not in the figures",
                name=Name(topology[anchor].name),
                missing=", ".join(map(str, missing)),
            )
        )
    return tuple(said)


def shown_whole(topology: Topology, anchor: str) -> bool:
    """Whether the known nuclei are all: they count as many requests as RMF does."""
    nuclei = nuclei_of(topology, anchor)
    counted = bool(nuclei) and _requests_per_s(nuclei) is not None
    structures = [one for one in structures_of(topology, anchor) if one.measure("requests_per_s")]
    compared = counted and any(_alike(nuclei[0], one) for one in structures)
    return compared and not left_out(topology, anchor)


def gaps(topology: Topology, anchor: str) -> list[int]:
    """NUCIDs between those of which there are reports; none where they are few among many."""
    numbers = sorted(
        int(match.group(1))
        for nucleus in nuclei_of(topology, anchor)
        if (match := _NUMBER.search(nucleus.id))
    )
    if not numbers:
        return []
    missing = sorted(set(range(min(numbers[0], 1), numbers[-1] + 1)) - set(numbers))
    return missing if len(missing) < len(numbers) else []


_NUMBER = re.compile(r"-(\d+)$")


def _sentence(topology: Topology, anchor: str, found: Uncovered) -> str:
    nuclei = nuclei_of(topology, anchor)
    if found.times < _SAID:
        return say(
            "{name}: {evidence}: reports of nuclei are missing, and what they do is in no figure",
            name=Name(topology[anchor].name),
            evidence=joined(found.evidence, "; "),
        )
    return say(
        "{name}: {evidence}. Reports of nuclei are missing: {like} nuclei like the {nuclei} known "
        "ones would do as much. How many has the cluster? Their number or, better, their reports "
        "decide what every change is worth",
        name=Name(topology[anchor].name),
        evidence=joined(found.evidence, "; "),
        like=round(found.times * len(nuclei)),
        nuclei=len(nuclei),
    )


def uncovered(topology: Topology, anchor: str) -> Uncovered | None:
    """What was measured of the cluster beyond what its nuclei did, ``None`` where nothing was."""
    nuclei = nuclei_of(topology, anchor)
    hosts = {
        lpar.name: lpar
        for nucleus in nuclei
        if (lpar := topology.ancestor(nucleus.id, "lpar")) is not None
    }
    for structure in structures_of(topology, anchor):
        requests = structure.measure("requests_per_s")
        if structure.value("TYPE") not in ("cache", None) or not requests:
            continue
        found = _of_structure(structure, nuclei, hosts)
        if found is not None:
            more = _of_disks(topology, anchor, nuclei)
            return found._replace(evidence=(*found.evidence, *more))
    return None


def _of_structure(
    structure: Component, nuclei: Sequence[Component], hosts: Mapping[str, Component]
) -> Uncovered | None:
    total = structure.measure("requests_per_s") or 0.0
    by_system = {
        name.removeprefix(_SYSTEM): structure.measure(name) or 0.0
        for name in structure.measured
        if name.startswith(_SYSTEM)
    }
    elsewhere = {name: rate for name, rate in by_system.items() if rate and name not in hosts}
    own = _requests_per_s(nuclei)
    alike = _alike(nuclei[0], structure)
    covered = own if own and alike else total - sum(elsewhere.values())
    more = total >= _SAID * covered
    if covered <= 0.0 or not (more or elsewhere):
        return None
    evidence = []
    if own and alike and more:
        first = nuclei[0].measured[_REQUESTS[0]].origin
        evidence.append(
            say(
                "{structure} served {total:,.0f} requests a second ({where}) where its {nuclei} "
                "known nuclei made {own:,.0f} ({where2})",
                structure=Name(structure.name),
                total=total,
                where=_where(structure, "requests_per_s"),
                nuclei=len(nuclei),
                own=own,
                where2=_place(first.file, first.line),
            )
        )
    if elsewhere:
        evidence.append(
            say(
                "{system} makes {rate:,.0f} requests a second to {structure} ({where}), and none "
                "of them runs there",
                system=listed([Name(one) for one in elsewhere]),
                rate=sum(elsewhere.values()),
                structure=Name(structure.name),
                where=_where(structure, _SYSTEM + next(iter(elsewhere))),
            )
        )
    return Uncovered(total / covered, _left(nuclei, hosts, by_system, covered), tuple(evidence))


def _left(
    nuclei: Sequence[Component],
    hosts: Mapping[str, Component],
    by_system: Mapping[str, float],
    covered: float,
) -> dict[str, float]:
    """Requests per second beyond those of the nuclei, which are taken to make as many each."""
    left, names = dict(by_system), {lpar.id: name for name, lpar in hosts.items()}
    for nucleus in nuclei:
        system = names.get(nucleus.parent or "")
        if system in left:
            left[system] = max(left[system] - covered / len(nuclei), 0.0)
    return left


def _requests_per_s(nuclei: Sequence[Component]) -> float | None:
    """Requests that nuclei count themselves; ``None`` where one does not."""
    rates = []
    for nucleus in nuclei:
        counts = [nucleus.measure(name) for name in _REQUESTS]
        seconds = nucleus.measure("duration_s")
        if None in counts or not seconds:
            return None
        rates.append(sum(count or 0.0 for count in counts) / seconds)
    return sum(rates)


def _alike(nucleus: Component, structure: Component) -> bool:
    """Whether a session and RMF's interval are about as long."""
    seconds = nucleus.measure("duration_s") or 0.0
    interval_s = structure.measured["requests_per_s"].interval_s or 0.0
    return 0.0 < max(seconds, interval_s) <= _ALIKE * min(seconds, interval_s)


def _of_disks(topology: Topology, anchor: str, nuclei: Sequence[Component]) -> list[str]:
    """What else may be theirs: I/Os of the DASD subsystem beyond those that nuclei count."""
    disks, rates = disks_of(topology, anchor), []
    for nucleus in nuclei:
        counts = [nucleus.measure(name) for name in BLOCK_TRANSFERS]
        seconds = nucleus.measure("duration_s")
        if None in counts or not seconds:
            return []
        rates.append(sum(count or 0.0 for count in counts) / seconds)
    if len(disks) != 1 or (disks[0].measure("io_per_s") or 0.0) < _SAID * sum(rates):
        return []
    return [
        say(
            "{disk} did {total:,.0f} I/Os a second ({where}), of which they explain {own:,.0f}",
            disk=Name(disks[0].name),
            total=disks[0].measure("io_per_s"),
            where=_where(disks[0], "io_per_s"),
            own=sum(rates),
        )
    ]


def _where(component: Component, metric: str) -> str:
    origin = component.measured[metric].origin
    return _place(origin.file, origin.line)


def _place(file: str, line: int) -> str:
    return say("{file}:{line}", file=Name(file), line=LineNumber(line))
