"""What the tests of report readers share: read a text, ask for one figure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from advisor.observations import Observation
from advisor.reading import engine, guarding, read_bytes
from advisor.reading.reader import Collector, Reader
from model.figures import carried

ROOT = Path(__file__).resolve().parents[3]
SAMPLES = ROOT / "samples"


def raise_it(out: Collector, reader: Reader, number: int, wrong: Exception) -> None:
    """What stands in for the sentence about a reader's exception."""
    raise wrong


def raise_fault(wrong: Exception) -> str:
    """What stands in for the sentence about a file that a fault has cost."""
    raise wrong


@contextmanager
def strict() -> Iterator[None]:
    """Let an exception end the test instead of becoming a sentence about the file."""
    before = guarding.could_not, guarding.not_read
    guarding.could_not, guarding.not_read = raise_it, raise_fault
    try:
        yield
    finally:
        guarding.could_not, guarding.not_read = before


@dataclass(frozen=True)
class Read:
    """One reading, with its figures by subject and metric; several in the order of the file."""

    reading: engine.FileReading

    def __call__(self, subject: str, metric: str) -> object:
        """The only figure of this name; a second one with another value is a failure."""
        values = {item.value for item in self.all(subject, metric)}
        assert len(values) <= 1, f"{subject} {metric} has several values: {values}"
        return next(iter(values), None)

    def all(self, subject: str, metric: str) -> list[Observation]:
        found = self.reading.observations
        return [item for item in found if item.subject == subject and item.metric == metric]

    def values(self, subject: str, metric: str) -> list[object]:
        return [item.value for item in self.all(subject, metric)]

    @property
    def formats(self) -> tuple[str, ...]:
        return self.reading.formats

    @property
    def sentences(self) -> list[str]:
        return [problem.sentence for problem in self.reading.problems]


def read(text: str | bytes, name: str = "report.txt") -> Read:
    """Read a text as a file of this name, without swallowing exceptions."""
    data = text if isinstance(text, bytes) else text.encode()
    with strict():
        (reading,) = read_bytes(name, data)
    assert against_declarations(reading.observations) == set()
    return Read(reading)


def against_declarations(observations: Iterable[Observation]) -> set[tuple[str, ...]]:
    """Figures that nobody declared for their kind of component, or that are in another unit."""
    wrong = set()
    for seen in observations:
        if not seen.metric.startswith(("setting.", "relation.")):
            kind = seen.subject.partition(":")[0]
            figure = carried(kind, seen.metric)
            if figure is None:
                wrong.add((kind, seen.metric))
            elif figure.unit != seen.unit:
                wrong.add((kind, seen.metric, seen.unit, figure.unit))
    return wrong


def read_sample(name: str) -> Read:
    """Read one file of the samples folder."""
    path = SAMPLES / name
    return read(path.read_bytes(), path.name)


def heading(title: str, system: str = "NVS1", time: str = "10.00.00", date: str = "03/17/2015",
            length: str = "15.00.000", plex: bool = False) -> str:  # fmt: skip
    """An RMF page heading as the postprocessor prints it."""
    who = f"SYSPLEX {system}           " if plex else f"SYSTEM ID {system}         "
    spaced = "   ".join(" ".join(word) for word in title.split())
    return (
        f"1{' ' * 50}{spaced}\n{' ' * 122}PAGE    1\n"
        f"             z/OS V2R1                {who}DATE {date}           INTERVAL {length}\n"
        f"                                      RPT VERSION V2R1 RMF    TIME {time}"
        "             CYCLE 1.000 SECONDS\n"
    )
