"""``plexwright readers``: what is read, and one reader's page."""

from __future__ import annotations

import json

import pytest

from advisor.reading import all_readers
from app.cli import main


def test_the_catalogue_lists_every_reader(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["readers"]) == 0
    text = capsys.readouterr().out
    assert all(reader.id in text for reader in all_readers())
    assert main(["readers", "--json"]) == 0
    assert {one["id"] for one in json.loads(capsys.readouterr().out)} == {
        reader.id for reader in all_readers()
    }


@pytest.mark.parametrize("reader", all_readers(), ids=lambda reader: reader.id)
def test_a_page_says_what_is_read_and_what_was_verified(
    reader: object, capsys: pytest.CaptureFixture[str]
) -> None:
    id_ = reader.id  # type: ignore[attr-defined]
    assert main(["readers", id_]) == 0
    text = capsys.readouterr().out
    for heading in ("Recognised by", "Reads", "Does not read", "Releases", "Verified against"):
        assert f"\n{heading}\n  " in text
    assert main(["readers", id_, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["id"] == id_


def test_an_unknown_reader_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["readers", "no-such"]) == 2
    assert "no reader 'no-such'" in capsys.readouterr().err


def test_a_list_of_wrong_networks_ends_after_a_few_lines(
    tmp_path: object, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "wrong.json"  # type: ignore[operator]
    path.write_text(json.dumps([{"format": "plexwright-network/1"}] * 5_000))
    assert main(["solve", str(path)]) == 1
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 6
    assert "4,995 more" in lines[-1]
