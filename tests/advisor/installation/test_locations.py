"""Db2 subsystems of one name with several locations, or groups, are as many."""

from __future__ import annotations

import pytest

from advisor.installation.builder import build_installation
from advisor.installation.identity import APART, SAME
from advisor.observations import FileReading
from advisor.reading import read_bytes
from model.topology import Topology
from tests.advisor.reading.report_reading import SAMPLES

KEY = ("db2_subsystem:DB2P", "same_as.DB2P@NVDB2Q")
NAMES = ("accounting", "accounting-times", "statistics")


def of_both(name: str, old: str = "NVDB2P", new: str = "NVDB2Q") -> tuple[bytes, bytes]:
    """The sample, and the same of another location with another digit in each figure's place."""
    text = (SAMPLES / f"formats/db2-{name}.txt").read_text("utf-8")
    heading, _, rows = text.partition("DB2 VERSION")
    assert old in heading
    other = heading.replace(old, new) + "DB2 VERSION" + rows.replace(" 0.0", " 0.1")
    return text.encode(), other.encode()


def figures(topology: Topology, place: str = "") -> dict[str, dict[str, float]]:
    return {
        one.id.replace(place, ""): {name: found.value for name, found in one.measured.items()}
        for one in topology
        if one.kind.startswith("db2_") and (place in one.id if place else "@" not in one.id)
    }


def readings(*texts: bytes) -> list[FileReading]:
    return [one for at, text in enumerate(texts) for one in read_bytes(f"{at}.txt", text)]


@pytest.mark.parametrize("joined", [False, True])
@pytest.mark.parametrize("name", NAMES)
def test_each_location_has_its_own_figures(name: str, joined: bool) -> None:
    here, there = of_both(name)
    found = build_installation(readings(here + there) if joined else readings(here, there))
    for text, place in ((here, ""), (there, "@NVDB2Q")):
        alone = figures(build_installation(readings(text)).topology)
        assert alone
        assert figures(found.topology, place) == alone
    (question,) = (q for q in found.questions if q.metric.startswith("same_as."))
    assert ((question.subject, question.metric), question.assumed) == (KEY, APART)
    assert not found.problems


def test_what_one_location_says_twice_is_a_contradiction_all_the_same() -> None:
    here, there = of_both("accounting-times")
    again = here.replace(b"0.695104", b"0.795104")
    found = build_installation(readings(here + there + again))
    (problem,) = (one for one in found.problems if "both are kept" in one.sentence)
    assert "0.795104" in problem.sentence


def test_groups_tell_apart_where_no_location_does() -> None:
    here, there = of_both("accounting", "GROUP: N/P ", "GROUP: DSNQ")
    here = here.replace(b"GROUP: N/P ", b"GROUP: DSNP").replace(
        b"LOCATION: NVDB2P", b"LOCATION: N/P   "
    )
    there = there.replace(b"LOCATION: NVDB2P", b"LOCATION: N/P   ")
    found = build_installation(readings(here + there)).topology
    assert found["db2_subsystem:DB2P"].value("GROUPNAME") == "DSNP"
    assert found["db2_subsystem:DB2P@DSNQ"].value("GROUPNAME") == "DSNQ"


def test_the_consultant_says_that_a_location_was_renamed() -> None:
    found = build_installation(readings(*of_both("accounting-times")), {KEY: SAME})
    assert not figures(found.topology, "@NVDB2Q")


def test_of_a_report_without_a_location_it_is_asked_which_it_is_of() -> None:
    here, there = of_both("accounting-times")
    lost = here.replace(b"LOCATION: NVDB2P", b"LOCATION: N/P   ").replace(b"0.695104", b"0.795104")
    found = build_installation(readings(here, there, lost))
    (question,) = (q for q in found.questions if q.metric.startswith("same_as.place_of"))
    assert (question.assumed, question.choices) == ("NVDB2P", ("NVDB2P", "NVDB2Q"))
