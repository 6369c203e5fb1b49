"""advise --answers: what no report says, from a file; anything else in it is one sentence."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.cli import main
from app.paths import sample

pytestmark = pytest.mark.usefixtures("remembered")

NETSTAT = str(sample("formats") / "netstat.txt")
CONNECTION = "tcp_connection:TCPIP/0000A41C"


def test_an_answer_makes_its_rule_speak(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    answers = tmp_path / "answers.json"
    answers.write_text(json.dumps({CONNECTION: {"setting.MSG_WAITALL": False}}), "utf-8")
    assert main(["advise", NETSTAT, "--answers", str(answers), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert "TCP-002" in {finding["rule"] for finding in document["findings"]}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "is not JSON"),
        ("[]", "component"),
        (json.dumps({CONNECTION: 1}), "is no object"),
        (json.dumps({CONNECTION: {"setting.MSG_WAITALL": None}}), "MSG_WAITALL is no value"),
        ('{"A": {"b": 1, "b": 2}}', "twice"),
        ('{"A": {"b": NaN}}', "NaN is not a number"),
        ("\udcff", "UTF-8"),
    ],
)
def test_a_wrong_file_ends_in_one_line(
    text: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    answers = tmp_path / "answers.json"
    answers.write_bytes(text.encode("utf-8", "surrogateescape"))
    assert main(["advise", NETSTAT, "--answers", str(answers)]) != 0
    (line,) = capsys.readouterr().err.splitlines()
    assert said in line
    assert "answers.json" in line


def test_a_missing_file_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["advise", NETSTAT, "--answers", "nowhere.json"]) != 0
    assert "nowhere.json" in capsys.readouterr().err
