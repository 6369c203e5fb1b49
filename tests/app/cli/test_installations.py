"""Installations, scenarios and cases as documents, from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.bench.projection import cluster
from app.cli import main
from model.catalogue import catalogue
from model.topology import Scenario, SetSetting
from model.topology.documents import installation_document, scenarios_document

ANCHOR = "adabas_database:10"


@pytest.fixture
def installation(tmp_path: Path) -> Path:
    path = tmp_path / "site.json"
    path.write_text(json.dumps(installation_document(cluster(), catalogue()), indent=1))
    return path


def test_a_document_is_projected_and_identified(installation, tmp_path, capsys) -> None:
    scenarios = tmp_path / "changes.json"
    fewer = Scenario("fewer", (SetSetting(ANCHOR, "USERS", 1500),))
    scenarios.write_text(json.dumps(scenarios_document([fewer], cluster(), catalogue())))
    asked = ["project", str(installation), "--changes", str(scenarios), "--no-bands", "--json"]
    assert main(asked) == 0
    found = json.loads(capsys.readouterr().out)
    (scenario,) = found["scenarios"]
    assert scenario["name"] == "fewer"
    etr = [
        entry["workloads"][0]["metrics"]["etr_per_s"]["value"]
        for entry in (found["as_is"], scenario)
    ]
    assert etr[1] < etr[0]
    uses = {r["component"]: r["utilization"] for r in scenario["resources"]}
    assert 0 < uses["lpar:SYSA"] <= 1
    assert main(["identify", str(installation), "--json"]) == 0
    (entry,) = json.loads(capsys.readouterr().out)["files"]
    assert entry["formats"] == ["plexwright-installation"]
    assert entry["observation_count"] > 100


def test_an_imported_document_is_the_installation_that_it_says(
    installation, tmp_path, capsys
) -> None:
    kept, out = tmp_path / "x.plexwright", tmp_path / "out.json"
    assert main(["import", str(installation), "--into", str(kept)]) == 0
    assert main(["export", str(kept), "--installation", str(out)]) == 0
    one, other = (json.loads(path.read_text()) for path in (installation, out))
    settings = [
        {
            c["id"]: (c["parent"], c.get("settings", {}), c.get("measured", {}))
            for c in d["components"]
        }
        for d in (one, other)
    ]
    for name, (parent, values, figures) in settings[0].items():
        assert settings[1][name][0] == parent
        assert values.items() <= settings[1][name][1].items()
        assert figures.items() <= settings[1][name][2].items()
    links = [{tuple(link.values()) for link in d["links"]} for d in (one, other)]
    assert links[0] <= links[1]


def test_cases_are_predicted_from_their_installation(installation, tmp_path, capsys) -> None:
    document = {
        "format": "plexwright-cases/1",
        "groups": [
            {
                "id": "G",
                "installation": json.loads(installation.read_text()),
                "relative_to": "all",
                "cases": [
                    {"id": "all", "changes": [], "measured": {"installation.etr_per_s": 1.0}},
                    {
                        "id": "half",
                        "changes": [{"component": ANCHOR, "setting": "USERS", "value": 1500}],
                        "measured": {f"{ANCHOR}.etr_per_s": 0.97, "nobody.etr_per_s": 1.0},
                    },
                ],
            }
        ],
    }
    path = tmp_path / "cases.json"
    path.write_text(json.dumps(document))
    assert main(["validate", str(path), "--json"]) == 1
    said = capsys.readouterr()
    assert "case G/half: nobody.etr_per_s" in said.err
    points = {(p["id"], p["metric"]): p for p in json.loads(said.out)["points"]}
    assert points[("G/all", "installation.etr_per_s")]["predicted"] == 1.0
    half = points[("G/half", f"{ANCHOR}.etr_per_s")]
    assert half["low"] <= half["predicted"] <= half["high"]
    assert 0.8 < half["predicted"] < 1.0


def test_what_is_wrong_is_one_line_with_its_place(installation, capsys) -> None:
    installation.write_text(installation.read_text().replace('"USERS"', '"LOSERS"'))
    assert main(["project", str(installation)]) == 1
    said = capsys.readouterr().err
    assert "no setting LOSERS" in said
    assert said.count("\n") == 1
    assert f"{installation}:" in said


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("project", "is a folder; 'plexwright import' makes an engagement of the reports in it"),
        ("validate", "is a folder; 'plexwright import' makes an engagement of the reports in it"),
        ("history", "is no engagement; name the reports before and those after"),
    ],
)
def test_a_folder_in_place_of_a_file_is_named_with_what_to_do(
    command, said, tmp_path, capsys
) -> None:
    assert main([command, str(tmp_path)]) == 1
    assert capsys.readouterr().err == f"plexwright: {tmp_path}: {said}\n"


def test_history_names_the_file_that_gives_nothing(installation, tmp_path, capsys) -> None:
    nothing = tmp_path / "nothing.json"
    nothing.write_bytes(b"")
    assert main(["history", str(installation), str(nothing)]) == 1
    *_, last = capsys.readouterr().err.splitlines()
    assert last == f"plexwright: {nothing}: nothing was read of it; name reports that it knows"


def test_nothing_that_is_read_is_written_over(installation, tmp_path, capsys) -> None:
    """`--pdf` and `--installation` replaced the document, and the engagement, they were made of."""
    held = tmp_path / "x.plexwright"
    assert main(["import", str(installation), "--into", str(held)]) == 0
    for out in (installation, held):
        before = out.read_bytes()
        for words in (["advise", str(installation), "--pdf"], ["export", str(held), "--scenarios"]):
            if out is installation and words[0] == "export":
                continue
            assert main([*words, str(out)]) == 1
            assert "would be written over" in capsys.readouterr().err
            assert out.read_bytes() == before


def test_a_document_with_sorted_keys_is_recognised(installation, capsys) -> None:
    document = json.loads(installation.read_text())
    installation.write_text(json.dumps(document, sort_keys=True))
    assert main(["identify", str(installation)]) == 0
    del document["format"]
    installation.write_text(json.dumps(document, sort_keys=True))
    assert main(["identify", str(installation)]) == 1
    assert 'has no "format": "plexwright-installation/1"' in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["--check", "--seconds", "inf"], 2, "--seconds is a number above 0"),
        (["--seconds", "-5"], 2, "--seconds is a number above 0"),
        (["--changes", "{more}", "--changes", "{more}"], 1, "there is a scenario 'x' besides"),
    ],
)
def test_odd_words_of_project_end_in_one_sentence(
    words, code, said, installation, tmp_path, capsys
) -> None:
    more = tmp_path / "more.json"
    more.write_text('{"format": "plexwright-scenario/1", "scenarios": [{"name": "x"}]}')
    words = [word.format(more=more) for word in words]
    assert main(["project", str(installation), *words]) == code
    assert said in capsys.readouterr().err


def test_kinds_are_listed(capsys) -> None:
    assert main(["kinds", "--json"]) == 0
    kinds = json.loads(capsys.readouterr().out)["kinds"]
    assert len(kinds) > 30
    choices = [(s["type"], c) for one in kinds for s in one["settings"] for c in s["choices"]]
    # As a document takes them: those of numbers were text, which an installation refuses.
    assert {kind for kind, one in choices if isinstance(one, int)} == {"integer"}
    assert {kind for kind, one in choices if isinstance(one, str)} == {"choice"}
    assert main(["kinds", "lpar"]) == 0
    assert "WEIGHT" in capsys.readouterr().out
    assert main(["kinds", "wood"]) == 2


@pytest.mark.thorough
def test_an_engagement_of_two_periods_is_projected_with_what_they_taught(tmp_path) -> None:
    from advisor.engagement import Options
    from advisor.history.experience import past_of
    from app.importing.files import find_files, keep_files
    from app.importing.installations import opened
    from app.paths import sample
    from app.store import EngagementFile

    path = tmp_path / "two.plexwright"
    with EngagementFile.create(path, "Two") as file:
        for folder in ("engagement", "after"):
            files, _complete = find_files([str(sample(folder))])
            for _kept in keep_files(file, files):
                pass
        readings = file.readings()
    held = opened(path)
    assert held.past.experience == past_of(readings, Options()).experience
    assert "adabas_database:10" in held.past.calibrations


def test_a_name_that_several_have_means_the_one_with_that_setting(tmp_path, capsys):
    """SYSA is a partition, its dump options and its network node; only one of them has CPS."""
    parts = [
        {"id": "lpar:SYSA", "kind": "lpar", "name": "SYSA", "settings": {"CPS": 8}},
        {"id": "dump_options:SYSA", "kind": "dump_options", "name": "SYSA",
         "parent": "lpar:SYSA"},
    ]  # fmt: skip
    file = tmp_path / "site.json"
    file.write_text(json.dumps({"format": "plexwright-installation/1", "components": parts}))
    main(["project", str(file), "--set", "SYSA.CPS=4"])
    assert "may be" not in capsys.readouterr().err
    assert main(["project", str(file), "--set", "SYSA.NONE=4"]) == 2
    assert "'SYSA' may be lpar:SYSA, dump_options:SYSA; name one" in capsys.readouterr().err


def test_an_installation_without_components_says_that_nothing_is_projected(
    tmp_path, capsys
) -> None:
    path = tmp_path / "empty.json"
    path.write_text('{"format": "plexwright-installation/1", "components": []}')
    assert main(["project", str(path)]) == 2
    assert "no components, so there is nothing to project" in capsys.readouterr().err
