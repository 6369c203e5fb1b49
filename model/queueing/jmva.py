"""JMVA files: product-form models of Java Modelling Tools (Bertoli et al., SIGMETRICS PER 36(4)).

Layout (JMT user manual, chapter JMVA): ``parameters`` with ``classes`` (``closedclass`` with a
population, ``openclass`` with a rate) and ``stations`` (``listation``, ``delaystation``,
``ldstation``), each with ``servicetimes`` and ``visits`` per class; ``ldstation`` lists one service
time per number of customers, separated by semicolons.

JMVA has no think time: it is written as a delay station, and the file's ``description``, which JMT
keeps, says which one, so that reading it does not count thinking into the response times.
"""

from __future__ import annotations

import math
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from .errors import NetworkError
from .network import PRIORITY_DISCIPLINES, Network, OpenClass, Station
from .parse import parse_network
from .stations import own_rates
from .xmltree import Element, Note, XmlProblem

__all__ = ["read_jmva", "write_jmva"]

_THINKING = "Think times: "
"""In the description, before the name of the delay station that stands for them."""


def read_jmva(root: Element, name: str) -> tuple[Network, list[Note]]:
    """A JMVA model as a network; demands are service time × visits."""
    parameters = root.first("parameters")
    assert parameters is not None
    notes: list[Note] = []
    lines: dict[tuple[str | int, ...], int] = {}
    classes: list[dict[str, Any]] = []
    group = parameters.first("classes")
    for item in group.children if group is not None else []:
        lines["classes", len(classes)] = item.line
        if item.tag == "closedclass":
            closed = {"name": item.get("name"), "population": _number(item, "population")}
            # Not in JMT's schema, but lqn2ps and the LQNS parser write and read it.
            if item.get("thinktime") is not None:
                closed["think_time"] = _number(item, "thinktime")
            classes.append(closed)
        elif item.tag == "openclass":
            classes.append({"name": item.get("name"), "arrival_rate": _number(item, "rate")})
        else:
            raise XmlProblem(f"<{item.tag}> is not a class JMVA knows; use closedclass", item.line)
        _note_unknown(item, ("name", "population", "rate", "thinktime", "priority"), notes)
        if item.get("priority", "0") != "0":
            notes.append(
                Note("JMVA solves without priorities; the priority is left out", item.line)
            )
    stations: list[dict[str, Any]] = []
    demands: dict[str, dict[str, float]] = {str(c["name"]): {} for c in classes}
    thinking = _thinking(root)
    group = parameters.first("stations")
    for item in group.children if group is not None else []:
        lines["stations", len(stations)] = item.line
        station = _station(item, demands)
        if station["name"] != thinking or not _taken_as_thinking(station, item, classes, demands):
            stations.append(station)
    references = parameters.first("ReferenceStation")
    for item in references.children if references is not None else []:
        _check_reference(item, group, notes)
    for item in root.children:
        if item.tag == "whatIf":
            notes.append(Note("the what-if analysis is not run; the network is read", item.line))
        elif item.tag not in ("description", "parameters", "algParams", "solutions"):
            notes.append(Note(f"<{item.tag}> has no counterpart here and is left out", item.line))
    for item in parameters.children:
        if item.tag not in ("classes", "stations", "ReferenceStation"):
            notes.append(Note(f"<{item.tag}> has no counterpart here and is left out", item.line))
    document = {"id": name, "stations": stations, "classes": classes, "demands": demands}
    try:
        network = parse_network(document)
    except NetworkError as problem:
        raise XmlProblem(str(problem), lines.get(problem.path[:2], root.line)) from None
    assert isinstance(network, Network)
    return network, notes


def _thinking(root: Element) -> str | None:
    """The station that the file's description says stands for think times."""
    described = root.first("description")
    for line in described.text.splitlines() if described is not None else []:
        if line.strip().startswith(_THINKING):
            return line.strip().removeprefix(_THINKING)
    return None


def _taken_as_thinking(
    station: dict[str, Any],
    item: Element,
    classes: list[dict[str, Any]],
    demands: dict[str, dict[str, float]],
) -> bool:
    """Whether its times have become think times; what open classes visit stays a station."""
    name = station["name"]
    at_it = [cls for cls in classes if demands[str(cls["name"])].get(name, 0.0) > 0]
    if item.tag != "delaystation" or any("population" not in cls for cls in at_it):
        return False
    for cls in classes:
        time_s = demands[str(cls["name"])].pop(name, 0.0)
        if time_s > 0:
            cls["think_time"] = cls.get("think_time", 0.0) + time_s
    return True


def _note_unknown(item: Element, known: tuple[str, ...], notes: list[Note]) -> None:
    for key in sorted(set(item.attributes) - set(known)):
        notes.append(Note(f"{key} of <{item.tag}> is not known here and is left out", item.line))


def _station(item: Element, demands: dict[str, dict[str, float]]) -> dict[str, Any]:
    name = item.get("name")
    if not name:
        raise XmlProblem("a station has no name; give it one", item.line)
    if item.tag not in ("listation", "delaystation", "ldstation"):
        raise XmlProblem(
            f"<{item.tag}> is not a station JMVA knows; use listation, delaystation or ldstation",
            item.line,
        )
    visits = _by_class(item, "visits", "visit")
    times: dict[str, list[float]] = {}
    group = item.first("servicetimes")
    for each in group.children if group is not None else []:
        cls = each.get("customerclass", "") or ""
        times[cls] = [_value(part, each) for part in each.text.split(";") if part.strip()]
    out: dict[str, Any] = {"name": name}
    if item.tag == "delaystation":
        out["type"] = "delay"
    else:
        out["servers"] = _whole(item.get("servers", "1") or "1", item)
    shape: list[float] | None = None
    for cls, series in times.items():
        if cls not in demands:
            raise XmlProblem(
                f"station {name!r} has a service time for {cls!r}, which is not a class", item.line
            )
        if not series:
            continue
        visit = visits.get(cls, 1.0)
        demands[cls][name] = series[0] * visit
        if item.tag != "ldstation" or series[0] <= 0 or visit <= 0:
            continue
        if any(s <= 0 for s in series):
            raise XmlProblem(
                f"the load-dependent station {name!r} has a service time of 0 beside others; "
                "give positive times",
                item.line,
            )
        factors = [series[0] / s for s in series]
        if shape is not None and not _alike(shape, factors):
            raise XmlProblem(
                f"the load-dependent station {name!r} speeds up differently for each class, which "
                "has no counterpart here; use proportional service times",
                item.line,
            )
        shape = factors if shape is None or len(factors) > len(shape) else shape
    if item.tag == "ldstation" and shape is not None:
        out["rate_multipliers"] = shape
        out["servers"] = 1
    return out


def _alike(a: list[float], b: list[float]) -> bool:
    return all(math.isclose(x, y, rel_tol=1e-9) for x, y in zip(a, b, strict=False))


def _by_class(item: Element, group: str, tag: str) -> dict[str, float]:
    found = item.first(group)
    if found is None:
        return {}
    return {(e.get("customerclass") or ""): _value(e.text, e) for e in found.all(tag)}


def _check_reference(item: Element, stations: Element | None, notes: list[Note]) -> None:
    station, cls = item.get("refStation"), item.get("name")
    for each in stations.children if stations is not None else []:
        if each.get("name") == station:
            visit = _by_class(each, "visits", "visit").get(cls or "", 1.0)
            if visit not in (0.0, 1.0):
                notes.append(
                    Note(
                        f"throughput of {cls!r} is per cycle; JMVA counts the {visit:g} visits to "
                        f"the reference station {station!r}",
                        item.line,
                    )
                )


def _number(item: Element, key: str) -> float:
    raw = item.get(key)
    if raw is None:
        raise XmlProblem(f"<{item.tag}> has no {key}; give it one", item.line)
    return _value(raw, item)


def _value(raw: str, item: Element) -> float:
    try:
        value = float(raw)
    except ValueError:
        raise XmlProblem(f"{raw.strip()!r} is not a number; give a number", item.line) from None
    if not math.isfinite(value):
        raise XmlProblem(f"{raw.strip()!r} is not a finite number; give a number", item.line)
    return value


def _whole(raw: str, item: Element) -> float | str:
    return "inf" if raw.strip().lower() in ("inf", "infinity", "-1") else _value(raw, item)


def write_jmva(network: Network) -> tuple[str, list[str]]:
    """The network as JMVA text, and what JMVA cannot say."""
    notes: list[str] = []
    everyone = math.ceil(sum(c.population for c in network.closed))
    out = [
        '<?xml version="1.0" encoding="UTF-8" standalone="no"?>',
        (
            '<model xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" '
            'xsi:noNamespaceSchemaLocation="JMTmodel.xsd">'
        ),
        "  <parameters>",
        f'    <classes number="{len(network.classes)}">',
    ]
    for i, cls in enumerate(network.classes):
        if isinstance(cls, OpenClass):
            out.append(
                f'      <openclass name={quoteattr(cls.name)} rate="{cls.arrival_rate_per_s!r}"/>'
            )
        else:
            if cls.population != int(cls.population):
                raise NetworkError(
                    f"JMVA has no fractional population ({cls.population:g} of {cls.name!r})",
                    ("classes", i, "population"),
                )
            out.append(
                f"      <closedclass name={quoteattr(cls.name)} "
                f'population="{int(cls.population)}"/>'
            )
        if cls.priority is not None:
            notes.append(
                f"JMVA has no priorities: the priority of class {cls.name!r} is not written"
            )
    out.append("    </classes>")
    rows = [row for s in network.stations for row in _write_station(network, s, everyone, notes)]
    thinkers = [c for c in network.closed if c.think_time_s > 0]
    if thinkers:
        name = "Think"
        while any(s.name == name for s in network.stations):
            name += "_"
        times = {c.name: repr(c.think_time_s) for c in thinkers}
        rows.append(_element("delaystation", name, "", network, times))
        at = out.index("  <parameters>")
        out.insert(at, f"  <description>{escape(_THINKING + name)}</description>")
    out.append(f'    <stations number="{len(rows)}">')
    out += rows
    out += [
        "    </stations>",
        "  </parameters>",
        (
            '  <algParams><algType name="MVA" tolerance="1.0E-7" maxSamples="10000"/>'
            '<compareAlgs value="false"/></algParams>'
        ),
        "</model>",
        "",
    ]
    return "\n".join(out), notes


def _write_station(
    network: Network, station: Station, everyone: int, notes: list[str]
) -> list[str]:
    demand = {c.name: network.demand_s(c.name, station.name) for c in network.classes}
    if station.discipline in PRIORITY_DISCIPLINES:
        notes.append(
            f"JMVA has no priorities: station {station.name!r} is written without its discipline"
        )
    elif station.discipline == "fcfs" and len({d for d in demand.values() if d > 0}) > 1:
        notes.append(
            f"JMVA treats station {station.name!r} as product form although its FCFS demands differ"
        )
    if station.is_delay:
        kind, extra = "delaystation", ""
        times = {c: repr(d) for c, d in demand.items()}
    elif station.rate_multipliers:
        kind, extra = "ldstation", ' servers="1"'
        if network.open:
            notes.append(
                f"JMVA has no load dependence with open classes; station {station.name!r} is "
                "written load-dependent all the same"
            )
        rates = own_rates(station, max(everyone, 1))
        series = [rates[min(j, len(rates)) - 1] for j in range(1, max(everyone, 1) + 1)]
        times = {c: ";".join(repr(d / f) for f in series) for c, d in demand.items()}
    else:
        kind = "listation"
        servers = "1" if math.isinf(station.servers) else str(int(station.servers))
        extra = f' servers="{servers}"'
        times = {c: repr(d) for c, d in demand.items()}
    if station.replicas == 1:
        return [_element(kind, station.name, extra, network, times)]
    return [
        _element(kind, f"{station.name} ({i + 1})", extra, network, times)
        for i in range(station.replicas)
    ]


def _element(kind: str, name: str, extra: str, network: Network, times: dict[str, str]) -> str:
    tag = "servicetimes" if kind == "ldstation" else "servicetime"
    lines = [f"      <{kind} name={quoteattr(name)}{extra}>", "        <servicetimes>"]
    for cls in network.classes:
        value = times.get(cls.name, "0.0")
        lines.append(f"          <{tag} customerclass={quoteattr(cls.name)}>{value}</{tag}>")
    lines += ["        </servicetimes>", "        <visits>"]
    for cls in network.classes:
        visit = "1.0" if cls.name in times and times[cls.name] != "0.0" else "0.0"
        lines.append(f"          <visit customerclass={quoteattr(cls.name)}>{visit}</visit>")
    lines += ["        </visits>", f"      </{kind}>"]
    return "\n".join(lines)
