"""The benchmark runner: its figures, its discovery, its JSON."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import app.bench
from app.bench import Case, discover, machine, measure, run_case
from app.bench.peers import HERE, MARK, Peer
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


PEER = """
import json, os, sys, time
asked = json.load(sys.stdin)
{body}
"""
ANSWERS = """
print("chatter")
os.write(1, b"more chatter")
found = {"samples_s": [0.2, 0.1], "answer": asked["task"]}
print("\\nplexwright-peer " + json.dumps(found))
"""


@pytest.fixture
def peer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Peer]:
    """A peer whose script does that, under this Python."""
    monkeypatch.setenv("PLEXWRIGHT_PEERS", sys.executable)

    def make(body: str, **more: float) -> Peer:
        script = tmp_path / "peer.py"
        script.write_text(PEER.replace("{body}", body), encoding="utf-8")
        return Peer("other", script, {"users": 2}, at_most_s=more.get("at_most_s", 20.0))

    return make


def run_peer(peer: Peer) -> dict[str, object]:
    return run_case(Case("x", sleeping(0.002), repeats=2, peer=peer))


def test_a_peer_is_a_process_whose_answer_and_times_are_reported(
    peer: Callable[..., Peer], capfd: pytest.CaptureFixture[str]
) -> None:
    found = run_peer(peer(ANSWERS))["peer"]
    assert found == {
        "name": "other",
        "median_s": pytest.approx(0.15),
        "min_s": 0.1,
        "max_s": 0.2,
        "repeats": 2,
        "answer": {"users": 2},
    }
    assert capfd.readouterr().out == ""


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("import plexwright_no_such_library", "No module named 'plexwright_no_such_library'"),
        ("sys.exit('it broke')", "it broke"),
        ("os.abort()", "ended with code"),
        ("print('no answer')", "ended with code 0"),
        ("time.sleep(60)", "no answer within 1 s"),
    ],
)
def test_a_peer_that_gives_no_answer_costs_its_case_nothing(
    peer: Callable[..., Peer], body: str, said: str
) -> None:
    result = run_peer(peer(body, at_most_s=1.0 if "sleep" in body else 20.0))
    assert result["peer"] is None
    assert said in str(result["peer_missing"])
    assert result["median_s"]


def test_a_peer_without_its_environment_says_how_to_get_it(
    peer: Callable[..., Peer], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PLEXWRIGHT_PEERS", str(tmp_path / "nowhere"))
    said = str(run_peer(peer(ANSWERS))["peer_missing"])
    assert said.startswith("other: not installed")
    assert "run.py peers" in said


def test_the_shipped_peers_time_what_their_library_answers(tmp_path: Path) -> None:
    """The scripts' own side, with a stand-in for the library that says what it was asked."""
    (tmp_path / "ciw.py").write_text(
        "class Any:\n"
        "    def __getattr__(self, name): return Any()\n"
        "    def __call__(self, *a, **k): return Any()\n"
        "    def __iter__(self): return iter([])\n"
        "dists, seed = Any(), Any()\n"
        "def create_network(**k): print('asked', sorted(k)); return Any()\n"
        "def Simulation(network): return Any()\n",
        encoding="utf-8",
    )
    task = {"service_s": [0.1], "servers": [2], "users": 3, "think_s": 1.0, "runs": 6,
            "warm_s": 1.0, "run_s": 2.0}  # fmt: skip
    done = subprocess.run(
        [sys.executable, str(HERE / "ciw_closed.py")],
        input=json.dumps({"task": task, "repeats": 2, "warmups": 1}),
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    (line,) = [x for x in done.stdout.splitlines() if x.startswith(MARK)]
    found = json.loads(line.removeprefix(MARK))
    assert len(found["samples_s"]) == 2
    assert found["answer"] == {"throughput_per_s": 0.0, "half_width_95": 0.0}


CASES = """
import time
from app.bench import Case
def cases():
    work = lambda: lambda: time.sleep(0.002)
    def broken():
        raise RuntimeError("it broke")
    return [
        Case("planted: sleep", work, repeats=2, bar_s=10.0),
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
    assert case["peer"] is None


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


def test_other_figures_of_a_case_are_reported_beside_its_time() -> None:
    case = Case("x", sleeping(0.002), 1, 1, figures=lambda: {"error_pct": 0.5})
    assert run_case(case)["figures"] == {"error_pct": 0.5}
    assert "figures" not in run_case(Case("y", sleeping(0.002), 1, 1))


def test_an_installation_without_benchmarks_says_where_they_are(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "app.bench", None)
    assert main(["bench"]) == 2
    assert "python3 packaging/run.py bench" in capsys.readouterr().err


def test_a_profile_names_where_the_time_goes() -> None:
    def squares() -> int:
        total = 0
        for number in range(400):
            total += number * number
        return total

    def slow() -> int:
        return max([squares() for _ in range(500)])

    rows = app.bench.profile(Case("test: slow", lambda: slow))
    where, calls, own, total = rows[0]
    assert "test_bench.py" in where
    assert where.endswith(" squares")
    assert "/" + "home" not in where
    assert calls == 500
    assert 0.0 < own <= total
    assert sum(own for *_, own, _ in rows) <= 1.0 + 1e-9


def test_a_profile_knows_a_checkout_that_is_reached_by_a_link(tmp_path: Path) -> None:
    link = tmp_path / "link"
    try:
        link.symlink_to(app.bench.ROOT, target_is_directory=True)
    except OSError:
        pytest.skip("links need a privilege here")
    if not link.exists() or not link.samefile(app.bench.ROOT):
        pytest.skip("links lead elsewhere here")  # Wine's
    code = compile("0", str(link / "app" / "cli.py"), "exec")
    assert app.bench._place(code).startswith("app/cli.py:1 ")


def test_profiles_are_printed_case_by_case(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--only", "layered", "--profile", "--json"]) == 2
    capsys.readouterr()
    (case, *_) = discover("exact")
    assert main(["bench", "--only", case.name, "--profile"]) == 0
    out = capsys.readouterr().out
    assert case.name in out
    assert "model/queueing/" in out
