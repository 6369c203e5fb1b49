"""A damaged engagement file: what can be read is saved, and nothing is lost without a word."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest

from advisor.engagement import Constraints
from advisor.observations import FileReading
from app.store import EngagementFile, StoreProblem
from app.store.salvage import (
    ANSWERS,
    CANVAS,
    DECISIONS,
    EDITS,
    NAME,
    REPORTS,
    SCENARIOS,
    Salvaged,
    salvage,
    told,
)
from model.topology import Scenario, SetSetting
from tests.app.store.test_engagement_file import reading

PAGE = 4096
REPORT = {f"report{n}.txt": f"line {n}\n".encode() * 4000 for n in range(4)}


def made_of(name: str) -> list[FileReading]:
    content = REPORT[name]
    found = reading(name, observations=60)
    return [replace(found, sha256=sha256(content).hexdigest(), size_bytes=len(content))]


def read(path: Path, name: str) -> Sequence[FileReading]:
    """Reading a report gives the same every time; a name that was lost stays lost."""
    content = path.read_bytes()
    of = next(known for known, its in REPORT.items() if its == content)
    return [replace(one, file=name) for one in made_of(of)]


@pytest.fixture(scope="module")
def engagement(tmp_path_factory) -> bytes:
    path = tmp_path_factory.mktemp("sound") / "customer.plexwright"
    with EngagementFile.create(path, "Customer") as file, file.together():
        for name, content in REPORT.items():
            file.add_source(name, content, made_of(name))
        change = [SetSetting("adabas_nucleus:10-1", "NT", n) for n in range(1, 120)]
        file.set_edits(change)
        file.set_scenarios(
            Scenario(f"Scenario {n}", tuple(change[:40]), "note " * 100) for n in range(12)
        )
        for n in range(200):
            file.set_answer(f"cics_region:C{n:03}", "tx_per_s", float(n))
            file.decide(f"finding {n:03}", "rejected", "as agreed")
        file.set_constraints(Constraints())
        file.set_window_state("positions", {f"c{n}": [n, n] for n in range(400)})
    return path.read_bytes()


PARTS: dict[str, Callable[[EngagementFile], object]] = {
    NAME: lambda file: (file.name, file.constraints()),
    REPORTS: lambda file: (
        [(s.name, file.source_bytes(s.id)) for s in file.sources()],
        sorted((r.file, repr(tuple(r.observations))) for r in file.readings()),
    ),
    EDITS: lambda file: file.edits(),
    SCENARIOS: lambda file: file.scenarios(),
    ANSWERS: lambda file: file.answers(),
    DECISIONS: lambda file: file.decisions(),
    CANVAS: lambda file: file.window_state("positions"),
}


def compared(engagement: bytes, content: bytes, folder: Path) -> tuple[Salvaged | None, set[str]]:
    """What is said of the damaged content, and which parts are not as they were."""
    sound, damaged, out = (folder / f"{name}.plexwright" for name in ("sound", "damaged", "out"))
    sound.write_bytes(engagement)
    damaged.write_bytes(content)
    try:
        found = salvage(damaged, out, read, replace=True)
    except StoreProblem:
        return None, set()
    finally:
        unchanged = damaged.read_bytes() == content
    assert unchanged
    assert told(found)
    with EngagementFile.open(sound) as was, EngagementFile.open(out) as file:
        return found, {name for name, of in PARTS.items() if of(was) != of(file)}


def assert_told(found: Salvaged | None, other: set[str], where: object) -> int:
    """Nothing is lost silently; how many parts are whole."""
    if found is None:
        return 0
    said = {part.what for part in found.parts if not part.whole}
    assert other <= said, where
    return len(found.parts) - len(said)


@pytest.mark.parametrize("step", [9, pytest.param(1, marks=pytest.mark.thorough)])
def test_every_page_may_be_damaged(engagement: bytes, tmp_path: Path, step: int) -> None:
    """Garbage, zeros or another page in its place: most is saved, and what is not is told."""
    pages = range(0, len(engagement), PAGE * step)
    whole = 0
    for start in pages:
        for page in (Random(start).randbytes(PAGE), bytes(PAGE), engagement[-PAGE:]):
            content = engagement[:start] + page + engagement[start + PAGE :]
            found, other = compared(engagement, content, tmp_path)
            assert found is not None, start
            whole += assert_told(found, other, start)
    # Eight parts: of three in four cases and more all but one are as they were.
    assert whole > 7 * 3 * len(pages) * 0.9


@pytest.mark.parametrize("pages", [0, 0.01, 1, 5.3, 20, 26, 40, -1, -0.01])
def test_a_file_that_is_cut_short(engagement: bytes, tmp_path: Path, pages: float) -> None:
    """Behind the first pages, which only say where the rest begins, something can be read."""
    found, other = compared(engagement, engagement[: int(pages * PAGE)], tmp_path)
    assert_told(found, other, pages)
    assert (found is None) == (0 <= pages <= 1)


@pytest.mark.thorough
def test_damage_at_random_places(engagement: bytes, tmp_path: Path) -> None:
    for seed in range(150):
        random, content = Random(seed), bytearray(engagement)
        for _ in range(random.choice((1, 3, 10, 40))):
            start = random.randrange(len(content))
            length = random.choice((64, 700, 5000))
            content[start : start + length] = random.randbytes(len(content[start : start + length]))
        found, other = compared(engagement, bytes(content), tmp_path)
        assert_told(found, other, seed)


def test_reports_with_damaged_figures_are_read_again(engagement: bytes, tmp_path: Path) -> None:
    """One bit of a figure: its check sum is another one, and the report's own bytes are there."""
    place = engagement.index(b"report1.txt") + 400
    for at in range(place, place + 4000, 500):
        content = bytearray(engagement)
        content[at] ^= 1
        found, other = compared(engagement, bytes(content), tmp_path)
        assert found is not None
        assert_told(found, other - {EDITS, SCENARIOS, ANSWERS, DECISIONS, CANVAS, NAME}, at)


def test_the_list_says_what_is_lost(engagement: bytes, tmp_path: Path) -> None:
    at = engagement.index(b"finding 100")
    at -= at % PAGE
    content = engagement[:at] + bytes(PAGE) + engagement[at + PAGE :]
    found, other = compared(engagement, content, tmp_path)
    assert other == {DECISIONS}
    lines = told(found)
    assert lines[0] == "Customer: what could be read is saved."
    assert "reports: 4 saved; all there" in lines
    (said,) = [line for line in lines if line.startswith(DECISIONS)]
    assert "saved; more may be lost: this part of the file is damaged" in said
    assert not said.startswith(f"{DECISIONS}: 0 ")


def test_no_file_is_written_over_unasked(engagement: bytes, tmp_path: Path) -> None:
    damaged, out = tmp_path / "a.plexwright", tmp_path / "b.plexwright"
    damaged.write_bytes(engagement)
    out.write_bytes(b"mine")
    for path, words in ((out, "exists already"), (damaged, "is the damaged file itself")):
        with pytest.raises(StoreProblem, match=words):
            salvage(damaged, path, read)
    assert out.read_bytes() == b"mine"
    with pytest.raises(StoreProblem, match="nothing of it can be read"):
        salvage(out, tmp_path / "c.plexwright", read)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.plexwright", "b.plexwright"]
