"""An installation as a document of Plexwright: `plexwright-installation/1`."""

from __future__ import annotations

from collections.abc import Sequence

from advisor.reading.reader import Collector, Line, Page, Reader, Segment
from model.catalogue import catalogue
from model.language import say
from model.topology import Component, Topology
from model.topology.documents import INSTALLATION, DocumentError, format_of, installation_from


def claims(head: Sequence[str]) -> bool:
    """Whether the first lines say that they are such a document, or have its components.

    Programs that sort keys put the format behind them; what has none is told so.
    """
    text = "\n".join(head)[:1000]
    said = format_of(text)
    bare = text.lstrip().startswith("{") and '"components"' in text and '"kind"' in text
    return said == INSTALLATION or (said is None and bare)


def parse(segment: Segment, out: Collector) -> None:
    """Every component with its settings and figures, once the whole document was seen."""
    lines: list[Line] = segment.memory.setdefault("lines", [])
    lines.extend(segment)
    if not segment.last or not lines:
        return
    text = "\n".join(line.text for line in lines)
    try:
        topology = installation_from(text, catalogue())
    except DocumentError as wrong:
        out.problem(
            wrong.line or lines[0].number,
            say("{wrong}; nothing of the document was taken", wrong=str(wrong)),
        )
        return
    out.read_records(line.number for line in lines)
    for component in topology:
        _observe(component, topology, lines, out)
    for link in topology.links:
        source, target = (_subject(topology[end]) for end in (link.source, link.target))
        out.relation(source, link.kind, target, _line(lines, link.source))


def _observe(
    component: Component, topology: Topology, lines: Sequence[Line], out: Collector
) -> None:
    kind = catalogue()[component.kind]
    subject = _subject(component)
    here = _line(lines, component.id)
    for name, setting in component.settings.items():
        spec = kind.setting(name)
        unit = "" if spec is None else spec.unit
        out.setting(subject, name, setting.value, unit, here, str(setting.value))
    for name, figure in component.measured.items():
        out.observe(subject, name, figure.value, figure.unit, here, str(figure.value))
    if component.parent is not None:
        out.relation(subject, "parent", _subject(topology[component.parent]), here)
    bare = component.parent is None and not component.settings and not component.measured
    if bare or component.name != subject.partition(":")[2]:
        out.setting(subject, "NAME", component.name, "", here, component.name)


def _subject(component: Component) -> str:
    """A component as reports name it: its kind, and what it is called."""
    prefix = f"{component.kind}:"
    return component.id if component.id.startswith(prefix) else prefix + component.id


def _line(lines: Sequence[Line], word: str) -> Line:
    """The line on which a component's id stands first."""
    return next((line for line in lines if f'"{word}"' in line.text), lines[0])


READER = Reader(
    id="plexwright-installation",
    title="Plexwright installation document",
    subsystem="Plexwright",
    page=Page(
        reads="components, settings, measured figures and links of plexwright-installation/1",
        releases="1",
        verified="written by 'plexwright export'",
    ),
    parse=parse,
    claims=claims,
    where="whole",
    widest=1 << 24,
    priority=10,
)
