"""More blocks than the cache structure's directory can track are said before they are asked for."""

from __future__ import annotations

import pytest

from tests.remembering import analyse, readings

STRUCTURE = "cf_structure:ADADB010CACHE"


def test_the_entries_of_a_directory_are_read() -> None:
    measured = analyse(readings()).installation.topology[STRUCTURE].measured
    assert measured["directory_entries"].value == 4_480_000
    assert measured["directory_entries_used"].value == 4_480_000


@pytest.mark.parametrize("rule", ["ADA-002", "ADA-026"])
def test_a_directory_that_is_full_is_said_of_what_fills_it(rule: str) -> None:
    """12 nuclei and 1.5 times the blocks were asked for, and its 4.48 million were all in use."""
    (finding,) = [f for f in analyse(readings()).findings if f.rule == rule]
    (said,) = [text for text in finding.caveats if "ADADB010CACHE" in text]
    assert "4,480,000 of its 4,480,000 directory entries in use" in said
    assert "may be none" in said
