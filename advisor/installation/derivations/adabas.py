"""An Adabas database from its nuclei: totals, ratios recomputed from their parts, cluster facts."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence
from dataclasses import replace

from advisor.installation.derivations import Derived
from advisor.observations import Question
from model.catalogue import named
from model.language import Name, counted, joined, listed, say
from model.subsystems.adabas import coverage
from model.topology import Component, Link, Measured, Origin, Setting, Topology, Value

SUMS = (
    "commands",
    "cpu_s",
    "logical_reads",
    "physical_reads",
    "asso_reads",
    "data_reads",
    "asso_writes",
    "data_writes",
    "work_writes",
    "plog_writes",
    "structure_full_events",
)
SHARED_SETTINGS = ("LARGEPAGE",)
UPDATE_CODES = ("A1", "A4", "N1", "N2", "E1", "E4")
COMMIT_CODES = ("ET", "BT")
BY_TYPE = "commands_by_type."


def derive(topology: Topology) -> Derived:
    """Add to every database what its nuclei, LPARs and structures say of it."""
    assumptions: list[str] = []
    questions: list[Question] = []
    for database in topology.of_kind("adabas_database"):
        topology = topology.with_components(map(_physical_reads, _nuclei(topology, database)))
        topology, told = _completed(topology, database)
        assumptions.extend(told)
        nuclei = _nuclei(topology, database)
        if not nuclei:
            continue
        topology = _settings(topology, topology[database.id], nuclei)
        topology = _measures(topology, topology[database.id], nuclei)
        topology = _surroundings(topology, topology[database.id], assumptions)
        questions.extend(_questions(topology, topology[database.id]))
    return Derived(topology, tuple(assumptions), tuple(questions))


def _nuclei(topology: Topology, database: Component) -> tuple[Component, ...]:
    return tuple(c for c in topology.sources(database.id, "member") if c.kind == "adabas_nucleus")


def _completed(topology: Topology, database: Component) -> tuple[Topology, list[str]]:
    """The nuclei that the consultant says there are beyond those whose reports are here.

    Each is taken to have the settings that all of these share and to do what they do on average;
    those that nobody placed are on the systems whose requests to the cluster's structure these
    leave unexplained.
    """
    every = _nuclei(topology, database)
    nuclei = [one for one in every if one.measured]
    known = database.settings.get("NUCLEI")
    if not nuclei or known is None or known.origin.kind != "user":
        return topology, []
    origin = Origin("assumed", text=say("as the nuclei whose reports are here"))
    measured = _averages(nuclei, origin)
    joiners = [replace(one, measured=measured) for one in every if not one.measured]
    settings = {
        name: Setting(one.value, origin)
        for name, one in nuclei[0].settings.items()
        if all(name in n.settings and n.settings[name].value == one.value for n in nuclei)
    }
    stem, title = (text.rpartition("-")[0] for text in (nuclei[0].id, nuclei[0].name))
    missing = int(database.number("NUCLEI") or 0) - len(every)
    taken = {one.id for one in every}
    for host in _hosts(topology, database, nuclei, missing):
        number = next(n for n in itertools.count(1) if f"{stem}-{n}" not in taken)
        taken.add(f"{stem}-{number}")
        joiners.append(
            Component(
                f"{stem}-{number}", nuclei[0].kind, f"{title}-{number}", host, settings, measured
            )
        )
    if not joiners:
        return topology, []
    topology = topology.with_components(joiners)
    topology = topology.with_links([Link("member", one.id, database.id) for one in joiners])
    hosts = dict.fromkeys(one.parent for one in joiners if one.parent is not None)
    return topology, [
        say(
            "{name}: {missing} of its {nuclei} nuclei have no report here; they are taken to do "
            "what the others do on average, on {systems}",
            name=named(database),
            missing=len(joiners),
            nuclei=len(nuclei) + len(joiners),
            systems=listed([Name(topology[host].name) for host in hosts]),
        )
    ]


def _averages(nuclei: Sequence[Component], origin: Origin) -> dict[str, Measured]:
    """Figures that all of the nuclei have, on average."""
    return {
        name: Measured(
            math.fsum(n.measure(name) or 0.0 for n in nuclei) / len(nuclei),
            one.unit,
            origin,
            one.interval_s,
        )
        for name, one in nuclei[0].measured.items()
        if all(n.measure(name) is not None for n in nuclei)
    }


def _hosts(
    topology: Topology, database: Component, nuclei: Sequence[Component], number: int
) -> list[str | None]:
    """Systems of so many nuclei, in proportion to what is unexplained there (D'Hondt)."""
    left = coverage.uncovered(topology, database.id)
    lpars = {lpar.name: lpar.id for lpar in topology.of_kind("lpar")}
    rates: dict[str | None, float] = dict.fromkeys((one.parent for one in nuclei), 1.0)
    if left is not None and any(left.by_system.values()):
        rates = {lpars.get(name): rate for name, rate in left.by_system.items()}
    given = dict.fromkeys(rates, 0)
    for _ in range(number):
        given[max(given, key=lambda one: rates[one] / (given[one] + 1))] += 1
    return [host for host, count in given.items() for _ in range(count)]


def _physical_reads(nucleus: Component) -> Component:
    """Reads of ASSO and DATA together, where the statistics give them apart."""
    asso, data = nucleus.measure("asso_reads"), nucleus.measure("data_reads")
    if asso is None or data is None or "physical_reads" in nucleus.measured:
        return nucleus
    origin = nucleus.measured["data_reads"].origin
    figure = Measured(
        asso + data,
        "reads",
        Origin("derived", origin.file, origin.line, "ASSO reads and DATA reads"),
        nucleus.measured["data_reads"].interval_s,
    )
    return replace(nucleus, measured={**nucleus.measured, "physical_reads": figure})


def _derived_from(origins: Iterable[Origin], sentence: str) -> Origin:
    first = next((o for o in origins if o.file), Origin("derived"))
    return Origin("derived", first.file, first.line, sentence)


def _with_default(component: Component, name: str, value: Value, origin: Origin) -> Component:
    """Set what nobody stated; a figure derived earlier is renewed, a report's or user's is kept."""
    known = component.settings.get(name)
    if known is not None and known.origin.kind in ("report", "user"):
        return component
    return component.with_setting(name, Setting(value, origin))


def _settings(topology: Topology, database: Component, nuclei: Sequence[Component]) -> Topology:
    hosts = {c.parent for c in nuclei if c.parent is not None}
    changed = replace(
        database,
        settings={
            **database.settings,
            "NUCLEI": _counted(database, nuclei),
        },
    )
    if len(hosts) > 1:
        product, why = "ALS", say("its nuclei run on {hosts} systems", hosts=len(hosts))
    elif len(nuclei) > 1:
        product, why = "ASM", say("its {nuclei} nuclei run on one system", nuclei=len(nuclei))
    else:
        product, why = "single", say("it has one nucleus")
    changed = _with_default(changed, "PRODUCT", product, Origin("derived", text=why))
    for name in SHARED_SETTINGS:
        stated = [c.settings[name] for c in nuclei if name in c.settings]
        if stated and len({s.value for s in stated}) == 1:
            changed = _with_default(changed, name, stated[0].value, stated[0].origin)
    return topology.with_component(_users(changed, nuclei))


def _counted(database: Component, nuclei: Sequence[Component]) -> Setting:
    """How many nuclei there are; what the consultant says of it stays said."""
    known = database.settings.get("NUCLEI")
    if known is not None and known.origin.kind == "user" and known.value == len(nuclei):
        return known
    return Setting(
        len(nuclei), Origin("derived", text="counted: the nuclei whose reports are here")
    )


def _users(database: Component, nuclei: Sequence[Component]) -> Component:
    """The most users at one time: the user queue's high water mark in elements of its pool.

    The pool's size divided by NU is the size of one element, so that no release's layout of it
    need be known.
    """
    users = 0.0
    origin: Origin | None = None
    for nucleus in nuclei:
        used, size = nucleus.measure("high_water_mark.NU"), nucleus.measure("pool_size.NU")
        elements = nucleus.number("NU")
        if used is None or not size or not elements:
            return database
        users += used / (size / elements)
        origin = origin or nucleus.measured["high_water_mark.NU"].origin
    if origin is None:
        return database
    sentence = "sum of the nuclei's user queue high water marks, in elements"
    return _with_default(
        database,
        "USERS",
        round(users),
        Origin("derived", origin.file, origin.line, sentence),
    )


def _measures(topology: Topology, database: Component, nuclei: Sequence[Component]) -> Topology:
    measured = dict(database.measured)

    def put(metric: str, value: float, unit: str, sentence: str, parts: Iterable[Origin]) -> None:
        measured[metric] = Measured(value, unit, _derived_from(parts, sentence))

    names = set(SUMS) | {m for c in nuclei for m in c.measured if m.startswith(BY_TYPE)}
    for metric in sorted(names):
        parts = [c.measured[metric] for c in nuclei if metric in c.measured]
        values = [c.measure(metric) for c in nuclei]
        known = [v for v in values if v is not None]
        complete = len(known) == len(nuclei) or metric.startswith(BY_TYPE)
        if known and complete:
            sentence = counted("sum over {n} nucleus", "sum over {n} nuclei", len(known))
            put(metric, math.fsum(known), parts[0].unit, sentence, (p.origin for p in parts))
    _rates(measured, nuclei, put)
    database = replace(database, measured=measured)
    total = database.measure("commands")
    if total:
        database = _share(database, "UPDATE_SHARE", UPDATE_CODES, total)
        database = _share(database, "COMMIT_SHARE", COMMIT_CODES, total)
    return topology.with_component(database)


def _rates(
    measured: dict[str, Measured],
    nuclei: Sequence[Component],
    put: object,
) -> None:
    assert callable(put)

    def total(metric: str) -> float | None:
        found = measured.get(metric)
        return None if found is None or isinstance(found.value, str) else float(found.value)

    def origins(metric: str) -> list[Origin]:
        return [c.measured[metric].origin for c in nuclei if metric in c.measured]

    durations = [c.measure("duration_s") for c in nuclei]
    known = [d for d in durations if d]
    if known:
        put("duration_s", max(known), "s", "longest session of the nuclei", origins("duration_s"))
    for metric, rate, unit in (
        ("commands", "etr_per_s", "commands/s"),
        ("physical_reads", "reads_per_s", "reads/s"),
    ):
        pairs = [(c.measure(metric), d) for c, d in zip(nuclei, durations, strict=True)]
        rates = [value / d for value, d in pairs if value is not None and d]
        if len(rates) == len(nuclei):
            sentence = say(
                "sum over nuclei of {metric} divided by session length",
                metric=metric.replace("_", " "),
            )
            put(rate, math.fsum(rates), unit, sentence, origins(metric))
    commands, cpu_s = total("commands"), total("cpu_s")
    if commands is not None and cpu_s:
        sentence = say("commands of all nuclei divided by their CPU seconds")
        put("itr_per_cpu_s", commands / cpu_s, "commands/CPU s", sentence, origins("cpu_s"))
    logical, physical = total("logical_reads"), total("physical_reads")
    if logical is not None and physical:
        sentence = say("logical reads of all nuclei divided by their physical reads")
        put("buffer_efficiency", logical / physical, "", sentence, origins("logical_reads"))


def _share(database: Component, name: str, codes: Sequence[str], total: float) -> Component:
    # Statistics print pairs such as A1/4 under one count.
    present = sorted(
        key
        for key in database.measured
        if key.startswith(BY_TYPE) and key.removeprefix(BY_TYPE).partition("/")[0] in codes
    )
    if not present:
        return database
    count = math.fsum(database.measure(key) or 0.0 for key in present)
    origin = database.measured[present[0]].origin
    sentence = say(
        "{k} commands of all commands", k=joined((k.rpartition(".")[2] for k in present), " + ")
    )
    share = min(1.0, count / total)
    return _with_default(
        database, name, share, Origin("derived", origin.file, origin.line, sentence)
    )


def _surroundings(topology: Topology, database: Component, assumptions: list[str]) -> Topology:
    subsystems = topology.of_kind("dasd")
    if len(subsystems) == 1 and not topology.targets(database.id, "uses"):
        topology = topology.with_link(Link("uses", database.id, subsystems[0].id))
        assumptions.append(
            say(
                "{database_name} is taken to be on {name}, the only "
                "DASD subsystem that the reports show",
                database_name=named(database),
                name=Name(subsystems[0].name),
            )
        )
    caches = [c for c in topology.of_kind("cf_structure") if c.value("TYPE") == "cache"]
    parts = (database, *topology.sources(database.id, "member"))
    cache_names = {part.value("CLUCACHENAME") for part in parts}
    named_so = [c for c in caches if c.name in cache_names]
    product, coupled = database.value("PRODUCT"), topology.targets(database.id, "coupled")
    if product == "ALS" and not coupled and len(named_so) == 1:
        topology = topology.with_link(Link("coupled", database.id, named_so[0].id))
    elif product == "ALS" and len(caches) == 1 and not coupled:
        topology = topology.with_link(Link("coupled", database.id, caches[0].id))
        assumptions.append(
            say(
                "{name} is taken to be the cache structure of {database_name}",
                name=Name(caches[0].name),
                database_name=named(database),
            )
        )
    hosts = {
        host.id: host
        for nucleus in _nuclei(topology, database)
        if (host := topology.ancestor(nucleus.id, "lpar")) is not None
    }
    stated = [h.settings["ZHPF"] for h in hosts.values() if "ZHPF" in h.settings]
    if stated and len({s.value for s in stated}) == 1:
        topology = topology.with_component(
            _with_default(topology[database.id], "ZHPF", stated[0].value, stated[0].origin)
        )
    paging = [h.measure("paging_per_s") for h in hosts.values()]
    if hosts and all(rate is not None for rate in paging):
        origins = [h.measured["paging_per_s"].origin for h in hosts.values()]
        figure = Measured(
            math.fsum(rate for rate in paging if rate is not None),
            "pages/s",
            _derived_from(origins, "paging of all systems that host its nuclei"),
        )
        component = topology[database.id]
        topology = topology.with_component(
            replace(component, measured={**component.measured, "paging_per_s": figure})
        )
    return topology


def _questions(topology: Topology, database: Component) -> Iterable[Question]:
    known = database.settings["NUCLEI"].origin.kind
    if known == "derived" and coverage.left_out(topology, database.id):
        yield Question(
            database.id,
            "setting.NUCLEI",
            say("How many nuclei has the cluster of {name}?", name=named(database)),
            coverage.REPORT,
            None,
        )
    if database.value("USERS") is None:
        yield Question(
            database.id,
            "setting.USERS",
            say(
                "How many users call database {database_name} at the same time at the peak?",
                database_name=Name(database.name),
            ),
            "the user queue figures of the nuclei's session statistics",
            None,
            "users",
        )
