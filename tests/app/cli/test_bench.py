"""The benchmark runner: its figures, its discovery, its JSON."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import app.bench
from app.bench import Case, Peer, discover, machine, measure, run_case
from app.cli import main


def sleeping(seconds: float) -> Callable[[], Callable[[], object]]:
    return lambda: lambda: time.sleep(seconds)


def test_times_are_per_call_and_ordered() -> None:
    timing = measure(sleeping(0.004), repeats=5, warmups=1)
    assert 0.004 <= timing.min_s <= timing.median_s <= timing.max_s < 1.0
    assert timing.repeats == 5


def test_a_call_too_short_for_the_clock_is_looped() -> None:
    calls = 0

    def prepare() -> Callable[[], object]:
        def call() -> None:
            nonlocal calls
            calls += 1

        return call

    timing = measure(prepare, repeats=3, warmups=1)
    assert calls > 100
    assert timing.median_s < 1e-4


def test_preparing_and_warming_up_are_not_timed() -> None:
    order: list[str] = []

    def prepare() -> Callable[[], object]:
        order.append("prepare")
        time.sleep(0.1)
        return lambda: time.sleep(0.003)

    timing = measure(prepare, repeats=2, warmups=2)
    assert order == ["prepare"]
    assert timing.max_s < 0.1


def test_a_peer_that_is_not_installed_is_said_to_be_missing() -> None:
    def missing() -> Callable[[], object]:
        import plexwright_no_such_library  # type: ignore[import-not-found]

        return plexwright_no_such_library.solve  # type: ignore[no-any-return]

    result = run_case(Case("x", sleeping(0.002), repeats=2, peer=Peer("other", missing)))
    assert result["peer"] is None
    assert result["peer_missing"].startswith("other: not installed")
    assert "plexwright_no_such_library" in result["peer_missing"]


def test_what_a_peer_answers_is_reported() -> None:
    def peer() -> Callable[[], object]:
        return lambda: {"throughput_per_s": 2.0}

    result = run_case(Case("x", sleeping(0.002), repeats=2, peer=Peer("other", peer)))
    assert result["peer"]["answer"] == {"throughput_per_s": 2.0}
    assert result["peer"]["median_s"] >= 0.0


CASES = """
import time
from app.bench import Case, Peer
def cases():
    work = lambda: lambda: time.sleep(0.002)
    def broken():
        raise RuntimeError("it broke")
    return [
        Case("planted: sleep", work, repeats=2, bar_s=10.0, peer=Peer("nap", work)),
        Case("planted: broken", broken),
    ]
"""


@pytest.fixture
def planted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "planted.py").write_text(CASES, encoding="utf-8")
    monkeypatch.setattr(app.bench, "__path__", [str(tmp_path)])
    monkeypatch.delitem(sys.modules, "app.bench.planted", raising=False)


@pytest.mark.usefixtures("planted")
def test_a_file_with_cases_takes_part() -> None:
    assert [case.name for case in discover()] == ["planted: sleep", "planted: broken"]
    assert [case.name for case in discover("SLEEP")] == ["planted: sleep"]


@pytest.mark.usefixtures("planted")
def test_json_has_the_shape_of_the_contract(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--json", "--only", "sleep"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert set(document) == {"machine", "cases"}
    assert document["machine"]["cores"] == machine()["cores"]
    (case,) = document["cases"]
    assert case["name"] == "planted: sleep"
    assert 0 < case["min_s"] <= case["median_s"] <= case["max_s"]
    assert case["repeats"] == 2
    assert case["peer"]["name"] == "nap"
    assert case["peer"]["median_s"] > 0


@pytest.mark.usefixtures("planted")
def test_a_broken_case_is_one_line_and_the_rest_goes_on(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["bench"]) == 1
    said = capsys.readouterr()
    assert "planted: sleep" in said.out
    assert "kept" in said.out
    assert "it broke" in said.err
    assert said.err.count("\n") == 1


def test_a_peer_that_prints_does_not_spoil_the_results() -> None:
    """Whatever stream it found: print, sys.__stdout__, or the file descriptor itself."""
    program = (
        "import os, sys\n"
        "from app.bench import Case, Peer, run_case\n"
        "def noisy():\n"
        "    def call():\n"
        "        print('chatter')\n"
        "        sys.__stdout__.write('chatter')\n"
        "        os.write(1, b'chatter')\n"
        "    return call\n"
        "print('before')\n"
        "found = run_case(Case('x', lambda: lambda: None, 1, 1, peer=Peer('p', noisy, 1, 1)))\n"
        "print('after', found['peer']['name'])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True,
        cwd=Path(__file__).resolve().parents[3],
    )  # fmt: skip
    assert done.stdout.split() == ["before", "after", "p"]


def test_other_figures_of_a_case_are_reported_beside_its_time() -> None:
    case = Case("x", sleeping(0.002), 1, 1, figures=lambda: {"error_pct": 0.5})
    assert run_case(case)["figures"] == {"error_pct": 0.5}
    assert "figures" not in run_case(Case("y", sleeping(0.002), 1, 1))
