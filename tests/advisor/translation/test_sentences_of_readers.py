"""What readers say of files, and what rules say in place of a command, in a German report."""

from __future__ import annotations

import pytest

from advisor.reading import read_path
from advisor.translation import sentences_in
from app.paths import sample

GERMAN = sentences_in("de")


@pytest.mark.parametrize("file", ["empty.txt", "not-a-report.pdf", "device-cut-in-mid-table.txt"])
def test_problems_of_files_are_german_and_name_the_file(file: str) -> None:
    (reading,) = read_path(sample("engagement").parent / "damaged" / file)
    for problem in reading.problems:
        said = GERMAN.say_of(problem.file, problem.sentence)
        assert said.missing == ()
        assert said.text.startswith(file)
        assert said.text != problem.sentence


def test_commands_stay_and_sentences_in_their_place_do_not() -> None:
    for typed in ("ALTER BUFFPOOL(1) BUFFERS(121000)", "SETIOS ZHPF=YES; IECIOSxx: ZHPF=YES"):
        assert GERMAN.command(typed) == typed
    assert GERMAN.command("Real storage as ZOS-001 computes it").startswith("Realspeicher")
