"""Hashes of the originals: of a masked report they tell nobody else which file was read."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from pathlib import Path

import pytest

from advisor.report import ReportOptions, build_document
from app.advising import publishing
from app.store import seals
from tests.advisor.report.factory import engagement

PLAIN = hashlib.sha256(b"a report that others hold as well").hexdigest()


def digests(mask: bool, salt: bytes = b"") -> list[str]:
    case = engagement()
    case = replace(case, readings=tuple(replace(r, sha256=PLAIN) for r in case.readings))
    document = build_document(case, ReportOptions(mask=mask, mask_salt=salt))
    if mask:
        assert PLAIN not in json.dumps(document)
    return [file["sha256"] for file in document["appendix"]["files"]]


def test_hashes_of_a_masked_report_are_keyed() -> None:
    assert set(digests(mask=False)) == {PLAIN}
    mine, again, others = (digests(True, salt) for salt in (b"mine", b"mine", b"others"))
    assert mine == again  # the same engagement gives the same bytes
    assert set(mine).isdisjoint(others)
    assert all(len(digest) == len(PLAIN) for digest in (*mine, *others))


def test_without_a_salt_a_masked_report_prints_no_hash() -> None:
    assert set(digests(mask=True)) == {""}


def test_what_is_written_takes_the_salt_of_this_user(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    taken: list[ReportOptions] = []

    def built(_case: object, options: ReportOptions, *_more: object) -> dict[str, object]:
        taken.append(options)
        return {}

    monkeypatch.setattr(seals, "_secret", lambda: b"of this user")
    monkeypatch.setattr("advisor.report.build_document", built)
    monkeypatch.setattr("advisor.report.render_pdf", lambda *_: b"%PDF")
    for mask in (True, False):
        options = ReportOptions(mask=mask, sections=("appendix",))
        publishing.write_pdf(engagement(), tmp_path / "out.pdf", options=options)
    masked, plain = taken
    assert masked.mask_salt == seals.mask_salt() != b"of this user"
    assert plain.mask_salt == b""
