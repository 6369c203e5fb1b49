"""``plexwright validate``: its contract, refusals and anchors."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from app.cli import main
from resources import resource
from tests.app.cli.test_no_ids import ids_in

pytestmark = pytest.mark.usefixtures("remembered")
SUMMARY_KEYS = {"n", "mape_pct", "median_pct", "max_pct", "inside_band_pct"}
POINT_KEYS = {"id", "metric", "measured", "predicted", "low", "high", "error_pct", "in_calibration"}


def point(**changes: Any) -> dict[str, Any]:
    text = resource("measurements", "adabas-stress-tests.json").read_text(encoding="utf-8")
    found = next(p for p in json.loads(text)["points"] if p["id"] == "D20P5")
    found["id"] = "MINE"
    found["conditions"].update(changes)
    return found


def written(folder: Path, *points: dict[str, Any]) -> str:
    file = folder / "m.json"
    file.write_text(
        json.dumps({"format": "plexwright-measurements/1", "points": list(points)}, indent=1),
        encoding="utf-8",
    )
    return str(file)


def answer(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, Any, str]:
    code = main(["validate", *words])
    said = capsys.readouterr()
    return code, json.loads(said.out) if said.out.startswith("{") else said.out, said.err


def test_published_runs_by_default(capsys: pytest.CaptureFixture[str]) -> None:
    code, document, error = answer(capsys, "--json")
    assert (code, error) == (0, "")
    assert all(set(entry) >= POINT_KEYS for entry in document["points"])
    assert all(set(entry) == SUMMARY_KEYS for entry in document["summary"].values())
    assert document["summary"]["etr_per_s"]["median_pct"] <= 2.5
    assert {"model", "universal scalability law"} <= set(document["comparison"])
    zero = [e for e in document["points"] if e["measured"] == 0]
    assert zero
    assert all(entry["error_pct"] is None for entry in zero)


def test_own_runs_are_unseen_and_predicted_from_conditions_alone(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    one = point(nuclei=20, cache_gb=204)
    code, document, _ = answer(capsys, written(tmp_path, one), "--json")
    assert code == 0
    assert not any(entry["in_calibration"] for entry in document["points"])
    first = {entry["metric"]: entry["predicted"] for entry in document["points"]}
    one["results"] = {"etr_per_s": 1.0}
    _, again, _ = answer(capsys, written(tmp_path, one), "--json")
    assert again["points"][0]["predicted"] == first["etr_per_s"]
    one["results"] = {}
    code, bare, _ = answer(capsys, written(tmp_path, one), "--json")
    assert code == 0
    assert {entry["metric"] for entry in bare["points"]} >= {"etr_per_s", "itr_per_cpu_s"}
    assert all(entry["measured"] is None for entry in bare["points"])


def test_a_run_without_a_figure_to_compare_is_predicted_all_the_same(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    one = point(nuclei=20, cache_gb=204)
    one["results"] = {"user_commands": 510e6, "txg_runtime_min": 11.0}
    code, document, error = answer(capsys, written(tmp_path, one), "--json")
    assert (code, error) == (0, "")
    assert {entry["metric"] for entry in document["points"]} >= {"etr_per_s", "itr_per_cpu_s"}


def test_a_number_beyond_all_floats_is_refused_in_a_sentence(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    code, _, error = answer(capsys, written(tmp_path, point(users=10**400)))
    assert code == 1
    assert error.count("\n") == 1
    assert "finite number" in error
    assert len(error) < 400


def test_a_refused_run_is_named_with_its_line_and_the_others_answered(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    good, bad = point(), point(nuclei=40)
    bad["id"] = "TOO-MANY"
    file = written(tmp_path, good, bad)
    code, document, error = answer(capsys, file, "--json")
    assert code == 1
    assert {entry["id"] for entry in document["points"]} == {"MINE"}
    lines = error.strip().splitlines()
    assert len(lines) == 1
    number = 1 + (tmp_path / "m.json").read_text().splitlines().index('   "id": "TOO-MANY",')
    assert lines[0].startswith(f"plexwright: {file}:{number}: ")
    assert "31" in lines[0]


@pytest.mark.parametrize("text", ["", "{", "[]", '{"format": "plexwright-network/1"}'])
def test_files_that_are_no_measurements(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str
) -> None:
    file = tmp_path / "x.json"
    file.write_text(text, encoding="utf-8")
    code = main(["validate", str(file)])
    said = capsys.readouterr()
    assert code == 1
    assert said.out == ""
    assert said.err.startswith(f"plexwright: {file}:")
    assert said.err.count("\n") == 1


def test_one_anchor_predicts_the_other_runs_of_its_product(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, document, error = answer(capsys, "--anchor", "D13X1", "--json")
    assert (code, error) == (0, "")
    assert document["anchor"] == "D13X1"
    ids = {entry["id"] for entry in document["points"]}
    assert "D13X1" not in ids
    assert {"D12X6", "D19X6"} <= ids
    assert not any(name.startswith(("D15", "D20", "W12", "S")) for name in ids)
    assert document["summary"]["etr_per_s"]["median_pct"] <= 6.0


@pytest.mark.thorough
def test_every_anchor(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Each in turn; that all published runs can be one, the stored pairs tell (test_pairs)."""
    text = resource("measurements", "adabas-stress-tests.json").read_text(encoding="utf-8")
    runs = [p for p in json.loads(text)["points"] if p["id"] in ("D20P1", "D20P5", "D13X1")]
    lacking = point()
    lacking["results"] = {}
    for number, run in enumerate(runs):
        run["id"] = f"MINE{number}"
    code, document, _ = answer(
        capsys, written(tmp_path, *runs, lacking), "--anchor", "all", "--json"
    )
    assert code == 0
    products = {run["id"]: run["conditions"]["product"] for run in (*runs, lacking)}
    told = {one: {row["id"] for row in d["points"]} for one, d in document["anchors"].items()}
    assert told == {
        run["id"]: {
            name
            for name, product in products.items()
            if product == products[run["id"]] and name != run["id"]
        }
        for run in runs
        if list(products.values()).count(products[run["id"]]) > 1
    }
    assert len(told) == 2


def test_an_unknown_anchor_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["validate", "--anchor", "NOBODY"])
    assert code == 2
    assert "NOBODY" in capsys.readouterr().err


def test_the_table_is_readable(capsys: pytest.CaptureFixture[str]) -> None:
    code, text, _ = answer(capsys)
    assert code == 0
    assert ids_in(text.splitlines()) == []
    assert "D20P5" in text
    assert "inside band" in text
    assert "universal scalability law" in text
