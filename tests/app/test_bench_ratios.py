"""``bench --check``: ratios between cases, which hold on any machine."""

from __future__ import annotations

import json
import time
from collections.abc import Callable

import pytest

import app.bench as bench
from app.bench import Case, check, discover
from app.cli import main


def spinning(rounds: int) -> Callable[[], Callable[[], object]]:
    def work() -> int:
        return sum(range(rounds))

    return lambda: work


@pytest.fixture
def cases(monkeypatch: pytest.MonkeyPatch) -> list[Case]:
    found = [
        Case("small: one", spinning(20_000)),
        Case("large: ten", spinning(200_000), at_most=(100.0, "small: one")),
        Case("large: ten, too strict", spinning(200_000), at_most=(0.5, "small: one")),
    ]
    monkeypatch.setattr(
        bench, "discover", lambda only=None: iter(c for c in found if not only or only in c.name)
    )
    return found


def test_every_ratio_names_a_case_that_is_there() -> None:
    known = {case.name: case for case in discover()}
    stated = [case for case in known.values() if case.at_most is not None]
    assert len(stated) >= 10
    for case in stated:
        assert case.at_most is not None
        most, against = case.at_most
        assert against in known, case.name
        assert against != case.name
        assert most > 0.0


def test_a_ratio_is_of_the_quickest_runs_and_kept_or_missed(cases: list[Case]) -> None:
    kept, missed = check(cases)
    assert (kept.name, kept.against) == ("large: ten", "small: one")
    assert kept.ratio > 1.0
    assert kept.kept
    assert not missed.kept


def test_a_clock_that_has_not_ticked_yet_does_not_ask_for_endless_loops() -> None:
    """CPU comes in ticks of 15.6 ms on Windows: a short call took none, and was called for ever."""
    done = 0

    def work() -> None:
        nonlocal done
        done += 1
        time.sleep(1e-4)

    timing = bench.measure(lambda: work, repeats=2, warmups=1, clock=lambda: 0.0)
    assert timing.max_s == 0.0
    assert 3 <= done <= 1 + 2 * bench.SHORTEST_CPU_SAMPLE_S / 1e-4


def test_the_command_ends_with_1_where_one_is_missed(cases, capsys) -> None:
    assert main(["bench", "--check", "--json"]) == 1
    rows = json.loads(capsys.readouterr().out)["ratios"]
    assert [row["kept"] for row in rows] == [True, False]
    assert main(["bench", "--check", "--only", "large: ten"]) == 1
    assert "MISSED" in capsys.readouterr().out
    assert main(["bench", "--check", "--only", "small"]) == 1
    assert "none of these cases states a ratio" in capsys.readouterr().out
    assert main(["bench", "--check", "--profile"]) == 2


def test_many_files_are_the_sample_over_and_over_with_names_of_their_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It took all the memory of the machine before the first file was read."""
    import advisor.analysis
    from app.bench import story

    monkeypatch.setattr(advisor.analysis, "analyse", lambda readings: readings)
    found = story._advise_files(story.SAMPLE_FILES + 1)()
    assert isinstance(found, list)
    first, again = (next(r for r in found if r.file.startswith(n)) for n in ("0-", "1-"))
    assert first.file[2:] == again.file[2:]
    assert len({reading.file.partition("/")[0] for reading in found}) >= story.SAMPLE_FILES + 1
