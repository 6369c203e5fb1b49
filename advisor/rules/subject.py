"""A component as a rule looks at it: every figure consulted is remembered as evidence."""

from __future__ import annotations

import re
from collections.abc import Iterable

from advisor.findings import Evidence
from advisor.observations import ANSWER
from model.catalogue import named
from model.language import FigureName, Sentence, SettingName, say
from model.topology import Catalogue, Component, Origin, SetSetting, Topology, Value

ZOS_FIGURES = ("demand_paging_per_s", "page_faults_per_s", "ziip_busy_pct", "aux_slots_used")
ZVSE_FIGURES = ("np_tot_ratio", "np_pct", "monvse_samples_min", "cpu_ms_per_tx_partition")


_RELEASE = re.compile(r"V(\d+)R(\d+)(?:M\d+)?")


class CannotTell(Exception):
    """A figure that the rule needs is in no report; ``what`` names it.

    ``asks`` is the component and the metric (``setting.NAME`` or a figure's name) that the
    consultant could state instead, where one value is all that lacks.
    """

    def __init__(self, what: str, report: str = "", asks: tuple[str, str] | None = None) -> None:
        super().__init__(what)
        self.what = what
        self.report = report
        self.asks = asks


class Subject:
    """One component under a rule's eye.

    Settings and figures whose origin is an assumption count as missing: rules never fire on what
    nobody reported. What the consultant has answered counts as the source. Product defaults count
    only where the rule asks for them. Subjects reached from this one (``container``, ``linked``,
    ``members``) share its record of evidence.
    """

    def __init__(
        self,
        component: Component,
        topology: Topology,
        catalogue: Catalogue,
        record: dict[tuple[str, str], Evidence] | None = None,
    ) -> None:
        self.component = component
        self.topology = topology
        self.catalogue = catalogue
        self._record: dict[tuple[str, str], Evidence] = {} if record is None else record

    @property
    def id(self) -> str:
        """The component's id."""
        return self.component.id

    @property
    def name(self) -> str:
        """What the customer calls it."""
        return self.component.name

    @property
    def called(self) -> str:
        """What a sentence calls it."""
        return named(self.component)

    @property
    def evidence(self) -> tuple[Evidence, ...]:
        """Report lines behind everything consulted so far, in file and line order."""
        return tuple(
            sorted(self._record.values(), key=lambda e: (e.file, e.line, e.metric, str(e.value)))
        )

    def say(self, template: str, /, **values: object) -> Sentence:
        """A sentence about this component, which ``{name}`` in its template names."""
        return say(template, name=self.called, **values)

    # Settings and measured figures ----------------------------------------------------------

    def value(self, name: str, *, default: bool = False) -> Value | None:
        """The setting in effect, or ``None``; with ``default`` also the product's default."""
        setting = self.component.settings.get(name)
        if setting is not None and setting.origin.is_told:
            if setting.origin.kind != "default" or default:
                self._note(name, setting.value, self._unit(name), "setting")
                return setting.value
            return None
        if default:
            spec = self.catalogue.spec(self.component.kind, name)
            return None if spec is None else spec.default
        return None

    def number(self, name: str, *, default: bool = False) -> float | None:
        """A numeric setting, or ``None``."""
        found = self.value(name, default=default)
        return None if found is None or isinstance(found, (bool, str)) else float(found)

    def flag(self, name: str, *, default: bool = False) -> bool | None:
        """A yes/no setting, or ``None``."""
        found = self.value(name, default=default)
        return found if isinstance(found, bool) else None

    def text(self, name: str, *, default: bool = False) -> str | None:
        """A text setting, or ``None``."""
        found = self.value(name, default=default)
        return found if isinstance(found, str) else None

    def lacking(self, name: str, report: str = "") -> CannotTell:
        """To be raised where a setting is stated nowhere."""
        return CannotTell(
            say("{name} of {name2}", name=SettingName(name), name2=self.called),
            report,
            (self.id, f"setting.{name}"),
        )

    def need(self, name: str, *, default: bool = False) -> float:
        """A numeric setting. Raises CannotTell."""
        found = self.number(name, default=default)
        if found is None:
            raise self.lacking(name)
        return found

    def need_flag(self, name: str) -> bool:
        """A yes/no setting. Raises CannotTell."""
        found = self.flag(name)
        if found is None:
            raise self.lacking(name)
        return found

    def need_text(self, name: str, *, default: bool = False) -> str:
        """A text setting. Raises CannotTell."""
        found = self.text(name, default=default)
        if found is None:
            raise self.lacking(name)
        return found

    def figure(self, *names: str) -> float | None:
        """The first of these measured figures that is there, as a number."""
        for name in names:
            measured = self.component.measured.get(name)
            if measured is None or not measured.origin.is_told:
                continue
            if isinstance(measured.value, str):
                continue
            self._note(name, measured.value, measured.unit, "measured")
            return float(measured.value)
        return None

    def by_part(self, name: str) -> dict[str, float]:
        """A figure that a report gives apart for each part (``name.PART``), by part, and whole."""
        found: dict[str, float] = {}
        for metric in sorted(self.component.measured):
            head, _, part = metric.partition(".")
            value = self.figure(metric) if head == name else None
            if value is not None:
                found[part] = value
        return found

    def need_figure(self, *names: str) -> float:
        """The first of these measured figures that is there. Raises CannotTell."""
        found = self.figure(*names)
        if found is None:
            raise CannotTell(
                say("{names} of {name}", names=FigureName(names[0]), name=self.called),
                asks=(self.id, names[0]),
            )
        return found

    def word(self, name: str) -> str | None:
        """A measured figure that is text, or ``None``."""
        measured = self.component.measured.get(name)
        if measured is None or not isinstance(measured.value, str):
            return None
        self._note(name, measured.value, measured.unit, "measured")
        return measured.value

    def of_job(self, name: str) -> float | None:
        """A figure that a list of jobs (SDSF DA, RMF Monitor III) gives of this region's job."""
        host = self.container("lpar")
        if host is None:
            return None
        jobs = [self.text("JOBNAME") or self.name, self.name, self.text("APPLID") or self.name]
        return host.figure(*(f"job.{job}.{name}" for job in jobs))

    def rate(self, counter: str) -> float | None:
        """Events per second: ``<counter>_per_s`` as measured, or counter over the interval."""
        direct = self.figure(f"{counter}_per_s")
        if direct is not None:
            return direct
        measured = self.component.measured.get(counter)
        count = self.figure(counter)
        seconds = self.figure("duration_s")
        if seconds is None and measured is not None:
            seconds = measured.interval_s
        return None if count is None or not seconds else count / seconds

    def need_rate(self, counter: str) -> float:
        """Events per second. Raises CannotTell."""
        found = self.rate(counter)
        if found is None:
            raise CannotTell(
                say(
                    "{counter} of {name} with the length of its interval",
                    counter=counter,
                    name=self.called,
                )
            )
        return found

    # Neighbours ------------------------------------------------------------------------------

    def other(self, component: Component) -> Subject:
        """Another component, sharing this subject's evidence."""
        return Subject(component, self.topology, self.catalogue, self._record)

    def container(self, kind: str) -> Subject | None:
        """The nearest container of a kind."""
        found = self.topology.ancestor(self.id, kind)
        return None if found is None else self.other(found)

    def linked(self, kind: str) -> tuple[Subject, ...]:
        """Components this one points at, by id."""
        return self._all(self.topology.targets(self.id, kind))

    def linking(self, kind: str) -> tuple[Subject, ...]:
        """Components that point at this one, by id."""
        return self._all(self.topology.sources(self.id, kind))

    def children(self, *kinds: str) -> tuple[Subject, ...]:
        """Components placed in this one, by id."""
        return self._all(self.topology.children(self.id, *kinds))

    def peers(self, kind: str) -> tuple[Subject, ...]:
        """All components of a kind, by id."""
        return self._all(self.topology.of_kind(kind))

    def hosts(self) -> tuple[Subject, ...]:
        """The LPARs that this component, or its members, run in, by id."""
        own = self.container("lpar")
        if own is not None:
            return (own,)
        found: dict[str, Subject] = {}
        for member in self.linking("member"):
            host = member.container("lpar")
            if host is not None:
                found[host.id] = host
        return tuple(found[key] for key in sorted(found))

    def companions(self) -> tuple[Subject, ...]:
        """LPARs that run nuclei of a database that also runs here, this one included, by id."""
        found: dict[str, Subject] = {self.id: self}
        for database in self.peers("adabas_database"):
            hosts = database.hosts()
            if any(host.id == self.id for host in hosts):
                found.update((host.id, host) for host in hosts)
        return tuple(found[key] for key in sorted(found))

    def platform(self) -> str | None:
        """``z/OS``, ``z/VSE`` or ``z/VM`` where a report says so."""
        own = self.text("PLATFORM") or (
            self.text("OPSYS") if self.component.kind == "lpar" else None
        )
        if own is not None:
            return own
        region = self.container("cics_region")
        if region is not None:
            own = region.text("PLATFORM")
            if own is not None:
                return own
        for host in self.hosts():
            own = host.text("OPSYS")
            if own is not None:
                return own
        return self._told_by_reports()

    def since(self, version: int, release: int) -> bool | None:
        """Whether the z/OS of this component is of this release or later; ``None`` if unknown."""
        host = self if self.component.kind == "lpar" else self.container("lpar")
        found = _RELEASE.fullmatch((host.text("OPSYS_RELEASE") or "") if host is not None else "")
        return None if found is None else (int(found[1]), int(found[2])) >= (version, release)

    def _told_by_reports(self) -> str | None:
        """The system that the reports themselves exist on: RMF on z/OS, MONVSE on z/VSE.

        A partition runs what its regions and subsystems run under: Db2 and IMS are of z/OS.
        """
        for source in (self, *self.hosts()):
            names = source.component.measured
            listed = any(name.startswith("job.") for name in names)  # SDSF DA, RMF Monitor III
            known = source._kind_is_of("z/OS") or any(n in names for n in ZOS_FIGURES)
            if listed or known:
                return "z/OS"
            if any(name in names for name in ZVSE_FIGURES):
                return "z/VSE"
        for host in (self, *self.hosts()):
            told = {one._told_of_its_system() for one in host.children()} - {None}
            if len(told) == 1:
                return told.pop()
        return None

    def _told_of_its_system(self) -> str | None:
        """The system that this one runs under, by what it is or a report says of it alone."""
        kind = self.catalogue.get(self.component.kind)
        return (kind.platform if kind is not None else "") or self.text("PLATFORM")

    def _kind_is_of(self, platform: str) -> bool:
        kind = self.catalogue.get(self.component.kind)
        return kind is not None and kind.platform == platform

    # Changes ---------------------------------------------------------------------------------

    def set(self, name: str, value: Value) -> SetSetting:
        """The change of one setting of this component."""
        return SetSetting(self.id, name, value)

    def _all(self, components: Iterable[Component]) -> tuple[Subject, ...]:
        return tuple(self.other(c) for c in sorted(components, key=lambda c: c.id))

    def _unit(self, name: str) -> str:
        spec = self.catalogue.spec(self.component.kind, name)
        return "" if spec is None else spec.unit

    def _note(self, name: str, value: Value, unit: str, where: str) -> None:
        component = self.component
        item = component.settings.get(name) if where == "setting" else component.measured.get(name)
        if item is None:
            return
        origin = item.origin
        if origin == ANSWER:
            origin = Origin("user", ANSWER.text, 0, f"{component.name}: {name} = {value} {unit}")
        elif not origin.is_evidence or not origin.file:
            return
        self._record[(component.id, name)] = Evidence(
            origin.file, origin.line, origin.text, name, value, unit
        )
