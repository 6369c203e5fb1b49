"""Wide prints that a mail program or a terminal wrapped: read as if they had never been."""

from __future__ import annotations

from pathlib import Path

import pytest

from advisor.observations import Observation
from advisor.readers import read_bytes
from advisor.readers.intake.unwrapping import rejoined, wrapping

SAMPLES = Path(__file__).parents[3] / "samples" / "engagement"


def softly(text: str, width: int, stripped: bool) -> str:
    """Each line broken at the last blank that fits; what follows it keeps its blanks or not."""
    lines: list[str] = []
    for line in text.split("\n"):
        while len(line) > width:
            at = line.rfind(" ", 0, width + 1)
            if at <= 0 or not line[:at].strip():  # a ruler is broken behind it, if at all
                at = line.find(" ", width)
            if at < 0:
                break
            lines.append(line[:at].rstrip())
            line = line[at:].lstrip() if stripped else line[at + 1 :]
        lines.append(line)
    return "\n".join(lines)


def cut(text: str, width: int) -> str:
    """Each line cut where the width is reached."""
    return "\n".join(
        line[at : at + width]
        for line in text.split("\n")
        for at in range(0, max(1, len(line)), width)
    )


def figures(text: str) -> set[tuple[str, str, str, str | None]]:
    def known(seen: Observation) -> tuple[str, str, str, str | None]:
        return seen.subject, seen.metric, str(seen.value), seen.interval.start

    return {known(seen) for reading in read_bytes("a.txt", text.encode()) for seen in
            reading.observations}  # fmt: skip


@pytest.mark.parametrize("name", ["rmf-sysb.txt", "rmf-sysplex.txt", "rmf-overview.txt"])
@pytest.mark.parametrize(
    ("width", "how"), [(76, "soft"), (76, "stripped"), (80, "soft"), (76, "cut"), (80, "cut")]
)
def test_a_wrapped_print_gives_the_figures_of_the_print(name: str, width: int, how: str) -> None:
    text = (SAMPLES / name).read_text(encoding="utf-8")
    wrapped = cut(text, width) if how == "cut" else softly(text, width, how == "stripped")
    whole, found = figures(text), figures(wrapped)
    assert not found - whole, "figures that the print does not have"
    assert len(found) >= 0.99 * len(whole)


def test_a_heading_wrapped_in_two_does_not_move_columns() -> None:
    # At 78 the heading of the devices cannot be told from a row of its own: rows must not suffer.
    text = (SAMPLES / "rmf-sysb.txt").read_text(encoding="utf-8")
    whole, found = figures(text), figures(softly(text, 78, False))
    assert not found - whole
    assert len(found) >= 0.99 * len(whole)


def test_how_a_text_is_wrapped_is_told() -> None:
    text = (SAMPLES / "rmf-sysb.txt").read_text(encoding="utf-8")
    for width in (72, 78):
        hard = wrapping(cut(text, width).split("\n"))
        soft = wrapping(softly(text, width, False).split("\n"))
        assert hard is not None
        assert hard[:2] == (width, True)
        assert soft is not None
        assert soft[:2] == (width, False)
    assert wrapping(text.split("\n")) is None


def test_rows_that_begin_alike_stay_apart() -> None:
    figures_of_a_row = "00.15.00        5.1      11.9      22.3      25.1     39951"
    rows = [f"03/17 10.{minute}.00 {figures_of_a_row}" for minute in (10, 15, 30, 45)]
    assert rejoined(rows) is None


def test_headings_of_a_mail_do_not_hide_that_it_is_wrapped() -> None:
    text = (SAMPLES / "rmf-overview.txt").read_text(encoding="utf-8")
    heading = "Received: from a.example by b.example with ESMTPS id " + "x" * 60 + "; Fri\n"
    mail = f"{heading}From: a@example.com\nSubject: Overview\n\n"
    assert figures(mail + softly(text, 76, True)) == figures(text)
