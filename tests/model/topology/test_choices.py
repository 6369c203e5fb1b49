"""Settings that can have some values only."""

from __future__ import annotations

import pytest

from model.catalogue import catalogue


def test_a_pool_has_pages_of_a_size_that_db2_has() -> None:
    spec = catalogue().spec("db2_bufferpool", "PAGE_SIZE_KB")
    assert spec is not None
    assert [spec.problem_with(size) for size in (4, 8, 16, 32)] == [None] * 4
    assert spec.parse("16") == 16
    assert spec.values == (4, 8, 16, 32)
    for size in (5, 12, 24):
        assert "4, 8, 16, 32" in (spec.problem_with(size) or "")
    with pytest.raises(ValueError, match="is one of"):
        spec.parse("5")
