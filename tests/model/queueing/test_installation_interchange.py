"""An installation's network as JMVA and LQNX: written, read back, solved to the same figures."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from model.catalogue import catalogue
from model.projection import build_baseline
from model.queueing import LayeredNetwork, Network, NetworkError, solve
from model.queueing.installation import InstallationNetwork, solve_installation
from model.queueing.installation.interchange import layers_of, stations_of
from model.queueing.interchange import read_xml, write_xml
from model.queueing.simulation.installation import simulate_installations
from model.topology.documents import installation_from
from resources import resource


def hardware() -> InstallationNetwork:
    """Users and a source at CPs and four disks; product form."""
    net = InstallationNetwork()
    cp, disk = net.station("CP", 2.0), net.station("DISK", 1.0, 4.0)
    users = net.chain("USERS", 12.0, 1.0)
    net.arc(users, cp, 0.05, 5.0)
    net.arc(users, disk, 0.4, 4.0, spread=4.0)
    batch = net.chain("BATCH", 5000.0, rate_per_s=2.0)
    net.arc(batch, cp, 0.1, 1.0)
    net.chain("NOBODY", 0.0)
    return net


def software() -> InstallationNetwork:
    """Users take one of three threads, and through it CP and a nucleus of two with a disk."""
    net = InstallationNetwork()
    cp, disk = net.station("CP", 1.0), net.station("DISK", 1.0)
    threads = net.station("THREADS", 3.0, software=True)
    nuclei = net.station("NUCLEI", 1.0, 2.0, software=True)
    users = net.chain("USERS", 5.0, 1.0)
    held = net.arc(users, threads)
    net.arc(users, cp, 0.1, 2.0, within=(held,))
    call = net.arc(users, nuclei, visits=1.5, within=(held,), spread=2.0)
    net.arc(users, disk, 0.3, 3.0, within=(held, call))
    return net


def back(network: Network | LayeredNetwork, kind: str) -> Network | LayeredNetwork:
    text, notes = write_xml(network, kind)
    assert notes == []
    found, complaints = read_xml(text, "x")
    assert complaints == []
    return found


def test_stations_come_back_from_jmva_and_say_the_same():
    net = hardware()
    reading = solve_installation(net).reading
    network, notes = stations_of(net, reading)
    assert notes == []
    assert [c.name for c in network.classes] == ["USERS", "BATCH"]
    written, again = solve(network), solve(back(network, "jmva"))
    for i, name in enumerate(("USERS", "BATCH")):
        assert again.throughput[name] == pytest.approx(written.throughput[name], rel=1e-9)
        assert written.throughput[name] == pytest.approx(float(reading.rate(i)[0]), rel=0.02)


def test_layers_come_back_from_lqnx_and_say_the_same():
    net = software()
    reading = solve_installation(net).reading
    network, notes = layers_of(net, reading)
    assert notes == []
    again = back(network, "lqnx")
    assert isinstance(again, LayeredNetwork)
    assert sorted(e.name for e in again.entries) == sorted(e.name for e in network.entries)
    written, found = solve(network, "linearizer"), solve(again, "linearizer")
    assert found.throughput["USERS"] == pytest.approx(written.throughput["USERS"], rel=1e-6)
    assert found.throughput["USERS"] == pytest.approx(float(reading.rate(0)[0]), rel=0.1)
    nuclei = [t for t in again.tasks if t.name.startswith("NUCLEI (")]
    assert len(nuclei) == 2


@pytest.mark.parametrize(
    ("pool", "copies", "people", "ios_per_s", "visits"),
    [
        (2.0, 1.0, 50.0, 900.0, 2.0),
        pytest.param(80.0, 4.0, 1500.0, 100.0, 0.3, marks=pytest.mark.thorough),
    ],
)
def test_what_customers_fill_is_no_overload_of_the_open_work_beside_them(
    pool, copies, people, ios_per_s, visits
):
    """Threads or a limit are full of customers who wait; no queue of open work grows without end.

    Measured when written: the throughput is that of the installation to 6 %.
    """
    net = InstallationNetwork()
    limit, delay = net.station("LIMIT", 1.0, in_order=True), net.station("DELAY", np.inf)
    threads = net.station("THREADS", pool, copies, software=True)
    nuclei = net.station("NUCLEI", 1.0, copies, software=True)
    users = net.chain("USERS", people)
    held = net.arc(users, threads, spread=copies)
    net.arc(users, delay, 1e-3, 1.0, within=(held,))
    task = net.arc(users, nuclei, within=(held,))
    net.arc(users, delay, 4e-5, 1.0, within=(held, task))
    net.arc(users, limit, 1e-4 * visits, visits, within=(held,))
    net.arc(net.chain("IOS", 1000.0, rate_per_s=ios_per_s), limit, 1e-4)
    reading = solve_installation(net).reading
    network, _ = layers_of(net, reading)
    assert {p.scheduling for p in network.processors if p.name == "LIMIT"} == {"fcfs"}
    answer = solve(back(network, "lqnx"))
    assert answer.throughput["USERS"] == pytest.approx(float(reading.rate(0)[0]), rel=0.07)


def test_what_the_formats_cannot_say_is_said():
    net = software()
    reading = solve_installation(net).reading
    _, notes = stations_of(net, reading)
    assert any("THREADS holds nobody here" in n for n in notes)
    net.stations[0] = replace(net.stations[0], servers=1.6)
    assert any("1.6 servers are written as 2" in n for n in layers_of(net, reading)[1])
    idle = InstallationNetwork()
    idle.arc(idle.chain("NOBODY", 0.0), idle.station("CP", 1.0), 0.1)
    with pytest.raises(NetworkError, match="nothing flows"):
        stations_of(idle, solve_installation(idle).reading)


@pytest.mark.thorough
@pytest.mark.parametrize("kind", ["jmva", "lqnx"])
@pytest.mark.parametrize("name", ["adabas-als", "cics-vsam", "db2-sharing", "mq-cics", "zvse-zvm"])
def test_networks_of_templates_come_back_and_say_nearly_the_same(name: str, kind: str) -> None:
    """The 184 tasks of the largest were never answered: minutes went into derivatives."""
    text = resource("templates", f"{name}.json").read_text(encoding="utf-8")
    for net, solved in build_baseline(installation_from(text, catalogue())).networks:
        write = stations_of if kind == "jmva" else layers_of
        network, _ = write(net, solved.reading)
        written, again = (solve(one, "linearizer") for one in (network, back(network, kind)))
        assert again.throughput == pytest.approx(written.throughput, rel=1e-9)
        assert again.throughput
        for place, chain in enumerate(net.chains):
            if chain.name not in again.throughput:  # nothing flows there
                continue
            rate = float(solved.reading.rate(place)[0]) * float(np.ravel(chain.copies)[0])
            assert again.throughput[chain.name] == pytest.approx(rate, rel=0.15)


def beside() -> InstallationNetwork:
    """Users of one task that is held for four fifths of what the CPs do for it."""
    net = InstallationNetwork()
    cp, away = net.station("CP", 4.0), net.station("AWAY", np.inf)
    threads = net.station("THREADS", 10.0, software=True)
    task = net.station("TASK", 1.0, software=True)
    users = net.chain("USERS", 20.0, 0.01)
    held = net.arc(users, threads)
    inner = (held, net.arc(users, task, within=(held,)))
    net.arc(users, cp, 0.05, within=inner)
    net.arc(users, away, 0.01, within=(held,))
    net.arc(users, away, -0.01, within=inner)
    return net


def test_what_is_served_beside_its_holder_holds_it_no_longer_in_lqnx_and_simulation() -> None:
    """Written and simulated without the time below 0: a full task carried a fifth less."""
    net = beside()
    reading = solve_installation(net).reading
    assert reading.throughput[0, 0] == pytest.approx(25.0, rel=0.01)
    network, notes = layers_of(net, reading)
    assert notes == []
    assert solve(network).throughput["USERS"] == pytest.approx(25.0, rel=0.01)
    assert sum(e.host_demand_s[0] for e in network.entries) == pytest.approx(0.05)
    (found,) = simulate_installations([(net, reading, 0)], completions=20_000, processes=1)
    assert found.chains["USERS"].throughput.value == pytest.approx(25.0, rel=0.03)
    assert found.utilization["CP"].value == pytest.approx(25.0 * 0.05 / 4.0, rel=0.03)


def test_what_nobody_queues_for_is_no_call_a_random_number_of_times() -> None:
    """Regions held for a pause: 23.7 ms were 25.0 in LQNX, where it came 0, 1, 2 … times."""
    net = InstallationNetwork()
    region = net.station("REGIONS", 3.0, software=True)
    work = net.chain("IMS", 5000.0, rate_per_s=74.2)
    held = net.arc(work, region)
    net.arc(work, net.station("CP", float("inf")), 0.002, 1.0, within=(held,))
    net.arc(work, net.station("ELSEWHERE", float("inf")), 0.0185, 1.0, within=(held,))
    solved = solve_installation(net)
    network, _ = layers_of(net, solved.reading)
    (entry,) = [e for e in network.entries if e.task == "REGIONS"]
    assert entry.calls == ()
    assert entry.host_demand_s == pytest.approx((0.0205,))
    found = solve(back(network, "lqnx"), "linearizer").response["IMS"]
    # As in an M/M/3: Erlang C of an offered load of 1.5211 says 23.89 ms.
    assert found == pytest.approx(0.02389, rel=5e-3)
    assert found == pytest.approx(float(solved.reading.response(0)[0]), rel=0.02)
