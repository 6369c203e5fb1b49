"""Scenarios checked by simulation: the networks behind a projection are seen and simulated."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pytest

from app.advising.checking import AS_IS, check_scenarios
from model.queueing.installation import InstallationNetwork, solve_installation
from model.queueing.installation.watching import final, watching
from model.queueing.simulation import Check
from model.queueing.simulation.installation import check_installation
from model.topology import Scenario

pytestmark = pytest.mark.usefixtures("remembered")


def small(demand: float) -> InstallationNetwork:
    net = InstallationNetwork()
    cp = net.station("CP", 2.0)
    users = net.chain("USERS", 12.0, 1.0)
    net.arc(users, cp, demand, 1.0)
    return net


def test_networks_are_seen_while_somebody_watches_and_only_then():
    with watching() as seen:
        net = small(0.05)
        solved = solve_installation(net)
    solve_installation(small(0.06))
    assert [(n, s) for n, s in seen] == [(net, solved)]


@pytest.mark.thorough
def test_as_is_and_scenarios_are_checked_by_their_own_networks(monkeypatch: pytest.MonkeyPatch):
    def project(baseline: object, scenarios: list[Scenario], bands: bool) -> None:
        if scenarios[0].name == "more":
            solve_installation(small(0.15))

    monkeypatch.setattr("advisor.levels.levels.project", project)
    with watching() as seen:
        solve_installation(small(0.05))
    users = SimpleNamespace(anchor="USERS")
    as_is = SimpleNamespace(networks=final(seen), anchors=(users,))
    some = [Scenario("more"), Scenario("nothing")]
    found = check_scenarios(as_is, some, 2.0, processes=1)  # type: ignore[arg-type]
    assert list(found) == [AS_IS, "more", "nothing"]
    for name in (AS_IS, "more"):
        line, *change = found[name].lines
        assert "simulated cycles" in line
        assert [c.startswith("change of USERS, the same random numbers: throughput -")
                for c in change] == [True] * (name != AS_IS)  # fmt: skip
        assert line.endswith("[USERS]")
        assert found[name].json[0]["verdict"] in ("agree", "differ")
    rates = [found[n].json[0]["classes"]["USERS"]["throughput"]["value"] for n in (AS_IS, "more")]
    assert rates[0] == pytest.approx(12 / 1.05, rel=0.05)
    assert rates[1] < rates[0]
    assert "simulated cycles" in found["nothing"].lines[0]  # the same network as the as-is


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("told", "said"),
    [({}, "response"), ({"endless": frozenset({"USERS"})}, ""), ({"verdict": "unsettled"}, None)],
)
def test_no_change_is_told_of_what_the_run_cannot_tell(told, said, monkeypatch) -> None:
    def check(*given: object) -> Check:
        return replace(check_installation(*given), **told)  # type: ignore[arg-type]

    monkeypatch.setattr("model.queueing.simulation.installation.check_installation", check)
    monkeypatch.setattr(
        "advisor.levels.levels.project", lambda *_, bands: solve_installation(small(0.15))
    )
    with watching() as seen:
        solve_installation(small(0.05))
    users = SimpleNamespace(anchor="USERS")
    as_is = SimpleNamespace(networks=final(seen), anchors=(users,))
    found = check_scenarios(as_is, [Scenario("more")], 1.0, processes=1)  # type: ignore[arg-type]
    _, *change = found["more"].lines
    assert len(change) == (said is not None)
    assert all(("response" in line) == (said == "response") for line in change)


def test_the_last_network_of_a_chain_is_the_one_that_is_checked():
    """A subsystem is solved alone first, then with the others, its chains named after it."""
    alone, other, joint = small(0.05), small(0.05), small(0.06)
    other.chains[0] = replace(other.chains[0], name="CICS")
    joint.chains[0] = replace(joint.chains[0], name="adabas:1/USERS")
    seen = [(n, solve_installation(n)) for n in (alone, other, joint)]
    assert [n for n, _ in list(final(seen))] == [other, joint]
