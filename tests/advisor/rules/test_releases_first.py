"""Steps that need a newer release than reports show: the release is a part of the step."""

from __future__ import annotations

import pytest

from advisor.engagement import Constraints, Engagement, Options
from advisor.report import ReportOptions, build_document
from advisor.report.command_files import command_files
from tests.advisor.plan.test_shops import INTERVAL, found, made, part, system
from tests.remembering import analyse, readings


def linked(release: str | None, driver: str = "CTCA") -> Engagement:
    """Two Net-Work nodes on two systems, joined by one link."""
    told = {} if release is None else {"VERSION": release}
    figures = {**INTERVAL, "messages_per_s": 4000.0, "cpu_s": 140.0}
    nodes = [
        part("netwk_node", name, f"lpar:{name}", {"DRIVER": driver, "LINK": f"TO{name}", **told},
             figures)
        for name in ("SYS1", "SYS2")
    ]  # fmt: skip
    links = [{"kind": "network", "source": nodes[0]["id"], "target": nodes[1]["id"]}]
    return made("linked", [*system("SYS1"), *system("SYS2")[-1:], *nodes], links=links)


@pytest.mark.parametrize("release", ["6.2 SP2", "6.2.2", "5.8.1"])
@pytest.mark.parametrize(("rule", "driver"), [("NET-001", "CTCA"), ("NET-003", "XCF")])
def test_a_driver_of_a_newer_release_is_an_installation(
    release: str, rule: str, driver: str
) -> None:
    """Net-Work 6.2 SP2 was to load the driver of 6.3 SP1 by a restart, in half a day."""
    finding = found(linked(release, driver), rule)
    assert finding.effort == "release"
    assert [t.component for t in finding.change_texts if t.setting == "VERSION"] == [
        "netwk_node:SYS1",
        "netwk_node:SYS2",
    ]
    assert any(release in str(caveat) for caveat in finding.caveats)
    assert finding.risk is not None
    assert finding.risk.level == "medium"


@pytest.mark.parametrize("release", [None, "6.3 SP1", "6.3.1", "6.4.1", "6.5"])
def test_a_release_that_has_the_driver_stays(release: str | None) -> None:
    finding = found(linked(release), "NET-001")
    assert finding.effort == "recycle"
    assert not finding.caveats


def test_the_sample_installs_the_release_before_its_link_and_management_reads_of_it() -> None:
    # By default ten days of installing are too much for what it saves.
    limits = Constraints(min_share_pct=0.0001)
    case = analyse(readings(), Options(constraints=limits), name="Nordsee")
    (window,) = [w for w in case.plan.calendar if w.effort == "release"]
    assert window.person_days == 5.0 * len(window.tasks)
    for task in window.tasks:
        assert task.commands[0].startswith("Install Entire Net-Work 6.3 SP1")
    document = build_document(case, ReportOptions(edition="management"))
    assert "New releases have to be installed first" in str(document)
    back = [t.decode() for n, t in command_files(case).items() if "ddkarte-before" in n]
    assert back
    assert not any("..." in text for text in back)
