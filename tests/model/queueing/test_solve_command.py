"""``plexwright solve``: documents, batches, hostile files, exit codes."""

from __future__ import annotations

import json
import re

import pytest

from app.cli import main

GOOD = {
    "format": "plexwright-network/1",
    "id": "good",
    "stations": [{"name": "cpu", "servers": 2}, {"name": "disk"}],
    "classes": [{"name": "a", "population": 5, "think_time": 1.0}],
    "demands": {"a": {"cpu": 0.5, "disk": 0.2}},
    "surprise": {"ignored": True},
}


@pytest.fixture
def write(tmp_path):
    def one(content, name="net.json"):
        path = tmp_path / name
        if isinstance(content, bytes):
            path.write_bytes(content)
        else:
            path.write_text(content if isinstance(content, str) else json.dumps(content, indent=1))
        return str(path)

    return one


def run(capsys, *arguments):
    code = main(["solve", *arguments])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_one_network_is_one_document(capsys, write):
    code, out, err = run(capsys, "--json", write(GOOD))
    document = json.loads(out)
    assert (code, err) == (0, "")
    assert document["format"] == "plexwright-solution/1"
    assert document["id"] == "good"
    assert document["exact"] is True


def test_what_is_no_whole_number_of_customers_is_noted(capsys, write):
    net = {**GOOD, "classes": [{"name": "a", "population": 2.5, "think_time": 1.0}]}
    code, out, _ = run(capsys, "--json", write(net))
    assert code == 0
    assert any("2.5, which is no whole number" in note for note in json.loads(out)["notes"])
    net["classes"][0]["think_time"] = ""
    code, out, err = run(capsys, write(net))
    assert (code, out) == (1, "")
    assert "think time of class 'a' is not a number" in err


@pytest.mark.parametrize("method", ["auto", "exact", "linearizer", "schweitzer"])
def test_methods_and_table(capsys, write, method):
    code, out, _ = run(capsys, "--method", method, write(GOOD))
    assert code == 0
    assert "cpu" in out


def test_lists_and_several_files_are_a_batch(capsys, write):
    many = [{**GOOD, "id": str(i), "classes": [{"name": "a", "population": i + 1}]}
            for i in range(30)]  # fmt: skip
    code, out, _ = run(capsys, "--json", "--method", "schweitzer", write(many),
                       write(GOOD, "b.json"))  # fmt: skip
    documents = json.loads(out)
    assert code == 0
    assert [d["id"] for d in documents] == [str(i) for i in range(30)] + ["good"]
    assert all(d["converged"] for d in documents)
    x = [d["throughput"]["a"] for d in documents[:30]]
    assert x == sorted(x)


def test_the_good_ones_of_a_batch_are_solved(capsys, write):
    bad = json.dumps([GOOD, {**GOOD, "stations": [{"name": "cpu", "servers": 0}]}], indent=1)
    code, out, err = run(capsys, "--json", write(bad), write(GOOD, "b.json"))
    assert code == 1
    assert len(json.loads(out)) == 2
    assert len(err.splitlines()) == 1


def lines(text, word):
    return next(i for i, line in enumerate(text.splitlines(), start=1) if word in line)


def changed(**parts):
    return json.dumps({**GOOD, **parts}, indent=1)


HOSTILE = {
    "negative demand": (changed(demands={"a": {"cpu": -1.5}}), "-1.5", "must not be negative"),
    "nan": (changed().replace("0.5", "NaN"), "NaN", "not a number"),
    "infinite": (changed().replace("0.5", "1e999"), "1e999", "finite"),
    "unknown station": (changed(demands={"a": {"tape": 1.0}}), '"tape"', "'tape'"),
    "unknown class": (changed(demands={"zz": {"cpu": 1.0}}), '"zz"', "'zz'"),
    "priority without discipline": (
        changed(classes=[{"name": "a", "population": 1, "priority": 1},
                         {"name": "b", "population": 1, "priority": 2}],
                demands={"a": {"cpu": 1}, "b": {"cpu": 1}}),
        '"priority": 1', "discipline",
    ),
    "discipline without priority": (
        changed(stations=[{"name": "cpu", "discipline": "preemptive-resume"}],
                classes=[{"name": "a", "population": 1}, {"name": "b", "population": 1}],
                demands={"a": {"cpu": 1}, "b": {"cpu": 1}}),
        None, "priority",
    ),
    "duplicate station": (changed(stations=[{"name": "cpu"}, {"name": "cpu"}]), None, "'cpu'"),
    "duplicate key": ('{"stations": [],\n"stations": []}', None, "twice"),
    "no stations": (changed(stations=[], demands={}, classes=[{"name": "a", "population": 1}]),
                    None, "infinite"),
    "no classes": (changed(classes=[], demands={}), None, "classes"),
    "empty object": ("{}", None, "classes"),
    "empty list": ("[]", None, "no network"),
    "empty file": ("", None, "empty"),
    "not json": ("{oops", None, "not JSON"),
    "a number": ("7", None, "JSON object"),
    "deep": ("[" * 200_000, None, "nested"),
    "long number": (changed().replace("0.5", "9" * 6000), None, "digits|finite"),
    "population of 2.5 servers": (changed(stations=[{"name": "cpu", "servers": 2.5}]), "2.5",
                                  "whole number"),
    "population as text": (changed(classes=[{"name": "a", "population": "many"}]), "many",
                           "not a number"),
    "both kinds": (changed(classes=[{"name": "a", "population": 1, "arrival_rate": 1}]), None,
                   "exactly one"),
    "other format": (changed(format="plexwright-network/9"), "network/9", "format"),
    "unknown discipline": (changed(stations=[{"name": "cpu", "discipline": "lottery"},
                                             {"name": "disk"}]), "lottery", "lottery"),
    "zero work": (changed(classes=[{"name": "a", "population": 1}], demands={"a": {}}), None,
                  "infinite"),
    "saturated": (changed(classes=[{"name": "a", "arrival_rate": 9.0}]), None,
                  "'cpu' is saturated"),
    "bad multiplier": (changed(stations=[{"name": "cpu", "rate_multipliers": [1, 0]},
                                         {"name": "disk"}]), None, "multiplier"),
    "binary": (b"\xff\xfe\x00\x01", None, "UTF-8"),
    "an xml bomb": ("<!DOCTYPE a [<!ENTITY b 'c'>]><model>&b;</model>", None, "document type"),
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_end_in_one_sentence(capsys, write, name):
    content, word, message = HOSTILE[name]
    path = write(content)
    code, out, err = run(capsys, "--json", path)
    assert code == 1
    assert out in ("", "[]\n")
    assert len(err.splitlines()) == 1
    head, _, text = err.partition(path)
    assert head == "plexwright: "
    number, _, sentence = text[1:].partition(":")
    import re

    assert re.search(message, sentence), sentence
    if word is not None:
        assert int(number) == lines(content, word)


def test_a_billion_customers(capsys, write):
    content = changed(classes=[{"name": "a", "population": 10**9, "think_time": 1.0}])
    code, _, err = run(capsys, "--method", "exact", write(content))
    assert code == 1
    assert "1e+09" in err
    code, out, err = run(capsys, "--json", write(content))
    assert (code, err) == (0, "")
    assert json.loads(out)["throughput"]["a"] == pytest.approx(4.0, rel=1e-6)


def test_missing_files_folders_and_wrong_usage(capsys, tmp_path):
    assert run(capsys, str(tmp_path / "none.json"))[0] == 1
    assert run(capsys, str(tmp_path))[0] == 1
    assert run(capsys)[0] == 2
    assert run(capsys, "x.json", "--method", "guess")[0] == 2
    assert run(capsys, "x.json", "--out", "y")[0] == 2


def test_conversion_round_trip(capsys, write, tmp_path):
    path = write(GOOD)
    code, out, _ = run(capsys, "--to", "jmva", path)
    assert code == 0
    before = json.loads(run(capsys, "--json", path)[1])
    after = json.loads(run(capsys, "--json", write(out, "net.jmva"))[1])
    assert after["throughput"] == pytest.approx(before["throughput"], rel=1e-12)
    folder = tmp_path / "out"
    code, _, _ = run(capsys, "--to", "jmva", "--out", str(folder), path, path)
    assert code == 0
    assert len(list(folder.iterdir())) == 2
    code, _, err = run(capsys, "--to", "lqnx", path)
    assert code == 1
    assert "--to jmva" in err


def test_what_a_format_cannot_say_is_named(capsys, write):
    content = changed(
        stations=[{"name": "cpu", "discipline": "preemptive-resume"}, {"name": "disk"}],
        classes=[{"name": "a", "population": 2, "priority": 1}],
    )
    code, out, err = run(capsys, "--to", "jmva", write(content))
    assert code == 1
    assert "<listation" in out
    assert "priorit" in err


def test_check_simulates_the_same_network_and_says_so_in_one_line(capsys, write, monkeypatch):
    monkeypatch.setattr("os.cpu_count", lambda: 1)  # no second process in a test
    code, out, err = run(
        capsys, "--check", "--seconds", "60", "--completions", "9000", "--json", write(GOOD)
    )
    document = json.loads(out)
    assert (code, err) == (0, "")
    assert document["check"]["verdict"] == "agree"
    assert document["check"]["line"].startswith("analysis and simulation agree")
    simulated = document["check"]["classes"]["a"]
    assert simulated["response"]["value"] == pytest.approx(document["response"]["a"], rel=0.1)
    assert set(simulated["percentiles"]) == {"50", "90", "95", "99"}
    assert document["exact"] is True  # the check is never the source of the figures
    code, out, _ = run(capsys, "--check", "--seconds", "60", "--completions", "5000", write(GOOD))
    assert "  check: analysis and simulation agree" in out
    half = {**GOOD, "classes": [{"name": "a", "population": 1.5, "think_time": 1.0}]}
    code, out, err = run(capsys, "--check", write(half))
    assert code == 1
    assert "cannot be checked by simulation: class 'a' has 1.5 customers" in err
    assert run(capsys, "--check", "--seconds", "0", write(GOOD))[0] == 2


def test_sentences_name_the_network_they_are_about(capsys, write):
    bad = {**GOOD, "id": "third", "classes": [{"name": "a", "arrival_rate": 100.0}]}
    worse = {**GOOD, "id": "fourth", "classes": [{"name": "a", "population": -1}]}
    code, _, err = run(capsys, "--json", write([GOOD, bad, worse]))
    assert code == 1
    assert "network 'third': station 'cpu' is saturated" in err
    assert "network 'fourth': " in err


LAYERED = {
    "lqn": {
        "processors": [{"name": "desk", "multiplicity": 9}, {"name": "cpu"}],
        "tasks": [
            {
                "name": "users",
                "processor": "desk",
                "multiplicity": 5,
                "reference": True,
                "think_time": 1.0,
            },
            {"name": "region", "processor": "cpu", "multiplicity": 2},
        ],
        "entries": [
            {
                "name": "u",
                "task": "users",
                "host_demand": [0.0],
                "calls": [{"to": "r", "mean": 1}],
            },
            {"name": "r", "task": "region", "host_demand": [0.1]},
        ],
    }
}


def test_goals_of_a_layered_network_are_answered(capsys, write):
    code, out, err = run(capsys, write(LAYERED), "--goal", "users=0.4", "--json")
    assert (code, err) == (0, "")
    levels = json.loads(out)["service_levels"]
    assert levels["goals"] == [
        {"class": "users", "percent": None, "seconds": 0.4, "met": True, "probability": None,
         "certain": True}
    ]  # fmt: skip
    # Mean value analysis by hand: 12 customers wait 0.363 s, 13 wait 0.420 s.
    assert 12 / 5 <= levels["largest_load"]["factor"] < 13 / 5


def test_a_share_of_responses_of_a_layered_network_is_a_goal(capsys, write):
    asked = ("--goal", "users:90=0.6", "--seconds", "60", "--json")
    code, out, err = run(capsys, write(LAYERED), *asked)
    assert (code, err) == (0, "")
    document = json.loads(out)
    [goal] = document["service_levels"]["goals"]
    assert goal["met"] is True
    assert 0.9 < goal["probability"] < 1.0
    assert 1.0 < document["service_levels"]["largest_load"]["factor"] < 3.0
    assert any("percentiles of a layered network" in note for note in document["notes"])


def test_a_goal_nearer_than_percentiles_are_known_says_so(capsys, write):
    """It was met or missed, without a word, where percentiles were a quarter off."""
    network = {
        "format": "plexwright-network/1", "id": "one",
        "stations": [{"name": "s", "type": "queue", "discipline": "ps"}],
        "classes": [{"name": "a", "arrival_rate": 0.5}], "demands": {"a": {"s": 1.0}},
    }  # fmt: skip
    said = {}
    for seconds in ("6.4", "12"):
        code, out, err = run(capsys, write(network), "--goal", f"a:95={seconds}", "--json")
        assert (code, err) == (0, "")
        levels = json.loads(out)["service_levels"]
        said[levels["goals"][0]["certain"]] = levels["lines"][0]
    assert "nearer than percentiles are known" in said[False]
    assert "known" not in said[True]


def test_percentiles_are_held_against_the_simulated_ones(capsys, write, monkeypatch):
    """Both were not shown together, and the check said that all agreed."""
    monkeypatch.setattr("os.cpu_count", lambda: 1)  # no second process in a test
    network = {
        "format": "plexwright-network/1", "id": "one",
        "stations": [{"name": "s", "type": "queue", "discipline": "fcfs"}],
        "classes": [{"name": "a", "arrival_rate": 0.5}], "demands": {"a": {"s": 1.0}},
    }  # fmt: skip
    asked = ("--percentiles", "--check", "--completions", "20000", "--seconds", "2")
    code, out, err = run(capsys, write(network), *asked)
    assert (code, err) == (0, "")
    assert "check: percentiles lie up to" in out
    [simulated] = [line for line in out.splitlines() if line.endswith("(simulated)")]
    assert simulated.count(" ± ") == 4


def test_percentiles_of_a_layered_network_are_near_the_simulated_ones(capsys, write, monkeypatch):
    monkeypatch.setattr("os.cpu_count", lambda: 1)  # no second process in a test
    check = ("--check", "--seconds", "60", "--completions", "5000")
    code, out, err = run(capsys, *check, write(LAYERED))
    assert (code, err) == (0, "")
    shown = re.search(r"  users +([\d.]+) s, 50 % within .*, 90 % within ([\d.]+) s", out)
    assert shown is not None
    assert float(shown[2]) > float(shown[1]) == pytest.approx(0.1, rel=1.0)
    code, out, err = run(capsys, "--percentiles", write(LAYERED))
    assert (code, err) == (0, "")
    told = re.search(r"  users +50 % within .*, 90 % within ([\d.]+) s", out)
    assert told is not None
    assert float(told[1]) == pytest.approx(float(shown[2]), rel=0.1)
    assert "users" in out
