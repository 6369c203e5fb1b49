"""Reports drawn with bars and rulers, in EBCDIC and in another code page than their bars."""

from __future__ import annotations

import pytest

from advisor.reading import read_bytes
from tests.advisor.formats.test_excerpts_without_titles import PACKAGES
from tests.advisor.formats.test_step_boxes import DDS

PAGES = ("cp037", "cp500", "cp273", "cp1047", "cp1140")


def figures(data: bytes) -> list[tuple[str, str, object]]:
    readings = read_bytes("report.txt", data)
    return sorted(
        (item.subject, item.metric, item.value) for one in readings for item in one.observations
    )


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("text", [DDS, PACKAGES], ids=["step-dds", "db2-package-trace"])
def test_boxes_are_read_in_every_code_page(text: str, page: str) -> None:
    records = "".join(line.ljust(133) for line in text.splitlines())
    plain = figures(text.encode())
    assert plain
    assert figures(text.replace("\n", "\x85").encode(page)) == plain
    assert figures(records.encode(page)) == plain


@pytest.mark.parametrize("bar", ["!", "\u00a6"])
@pytest.mark.parametrize("text", [DDS, PACKAGES], ids=["step-dds", "db2-package-trace"])
def test_bars_that_a_transfer_changed_are_bars(text: str, bar: str) -> None:
    assert figures(text.replace("|", bar).encode()) == figures(text.encode())
