"""The event simulation against exact answers; warm-up, intervals, common random numbers."""

from __future__ import annotations

import contextlib
import pickle
import time
from dataclasses import replace

import numpy as np
import pytest

from model.queueing import (
    ClosedClass,
    Network,
    NetworkError,
    OpenClass,
    Station,
    parse_network,
    solve,
)
from model.queueing.installation import InstallationNetwork, solve_installation
from model.queueing.installation.percentiles import chain_times
from model.queueing.measured import Stated
from model.queueing.simulation import (
    Pace,
    Place,
    Pool,
    Population,
    Program,
    Source,
    Step,
    change_line,
    check_solution,
    check_to_json,
    compare,
    pace_of,
    program_of,
    simulate,
)
from model.queueing.simulation.check import tolerance_of
from model.queueing.simulation.installation import (
    _tokens,
    check_installation,
    compile_installation,
    installation_figures,
    simulate_installations,
)
from model.queueing.simulation.run import _Job
from model.queueing.simulation.statistics import Estimate, mser5
from tests.model.queueing.oracles import repairmen

PR, HOL = "preemptive-resume", "non-preemptive (HOL)"


def checked(network, completions=40_000, method="auto"):
    return check_solution(
        network, solve(network, method), seconds=60, processes=1, completions=completions,
        precision=0.0,
    )  # fmt: skip


@pytest.mark.parametrize("discipline", ["ps", "fcfs", PR, HOL])
def test_every_discipline_agrees_with_its_exact_chain(discipline):
    levels = (1, 2) if discipline in (PR, HOL) else (None, None)
    network = Network(
        (Station("s", 1, discipline), Station("q", 2, "fcfs"), Station("d")),
        (ClosedClass("a", 3, 1.0, levels[0]), ClosedClass("b", 2, 0.5, levels[1])),
        {"a": {"s": 0.5, "q": 0.8, "d": 0.3}, "b": {"s": 0.9, "q": 0.8, "d": 0.2}},
    )
    answer = solve(network)
    assert answer.exact
    check = checked(network)
    assert check.verdict == "agree", check.line
    for name, use in check.simulated.utilization.items():
        assert use.value == pytest.approx(answer.utilization[name], rel=0.05)
    arcs = {(r, s.name) for r in (0, 1) for s in network.stations}
    for r, station in arcs:
        expected = answer.queue_length["ab"[r]][station]
        assert check.simulated.number[r, station] == pytest.approx(expected, rel=0.08)


def test_open_classes_rates_and_copies():
    network = Network(
        (Station("m", 2), Station("r", 1, "ps", (1.0, 1.6, 1.3)), Station("c", 1, "ps", (), 3)),
        (OpenClass("o", 0.6), ClosedClass("c", 3, 1.0)),
        {"o": {"m": 1.0, "r": 0.4, "c": 0.2}, "c": {"m": 0.3, "c": 0.1}},
    )
    check = checked(network, method="exact")
    assert check.verdict == "agree", check.line
    line = Network((Station("r", 1, "fcfs", (1.0, 1.6, 1.3)),), (ClosedClass("c", 4, 1.0),),
                   {"c": {"r": 1.0}})  # fmt: skip
    assert checked(line, method="exact").verdict == "agree"


def layered(second=0.0, kind="sync", rate=0.0):
    document = {
        "lqn": {
            "processors": [
                {"name": "c", "scheduling": "inf", "multiplicity": "inf"},
                {"name": "p", "multiplicity": 1}, {"name": "q", "scheduling": "ps"},
            ],
            "tasks": [
                {"name": "u", "processor": "c", "multiplicity": 4, "reference": True,
                 "think_time": 1.0},
                {"name": "s", "processor": "p", "multiplicity": 2},
                {"name": "t", "processor": "q", "multiplicity": 1},
            ],
            "entries": [
                {"name": "ue", "task": "u", "host_demand": [0.0],
                 "calls": [{"to": "se", "mean": 1.4}]},
                {"name": "se", "task": "s", "host_demand": [0.2, second],
                 "calls": [{"to": "te", "mean": 1.5, "type": kind}]},
                {"name": "te", "task": "t", "host_demand": [0.1], "arrival_rate": rate},
            ],
        }
    }  # fmt: skip
    return parse_network(document)


@pytest.mark.parametrize(
    ("second", "kind", "rate"), [(0.0, "sync", 0.0), (0.3, "sync", 0.8), (0.1, "async", 0.0)]
)
def test_layers_second_phases_and_calls_nobody_waits_for(second, kind, rate):
    network = layered(second, kind, rate)
    answer = solve(network)
    assert answer.exact
    check = checked(network, 30_000)
    assert check.verdict == "agree", check.line
    for task in ("s", "t"):
        assert check.simulated.pool_use[task].value == pytest.approx(
            answer.layered["tasks"][task], rel=0.05
        )


@pytest.mark.parametrize(("exact", "verdict"), [(True, "contradict"), (False, "differ")])
def test_every_figure_must_agree(exact, verdict):
    """Requests from outside were judged by their own rate alone: "agree" with a use 19 % off."""
    network = layered(0.3, "sync", 0.8)
    good = solve(network, "exact")
    if not exact:
        good = replace(good, theorem=None, notes=())
    told = {(c.chain, c.figure) for c in check_solution(
        network, good, seconds=60, processes=1, completions=30_000).compared}  # fmt: skip
    assert {("te", "response"), ("te", "rate"), ("se", "rate"), ("t", "utilisation"),
            ("s", "utilisation"), ("q", "utilisation"), ("p", "utilisation")} <= told  # fmt: skip
    use = {**good.utilization, "t": 1.19 * good.utilization["t"]}
    response = {**good.response, "te": 1.2 * good.response["te"]}
    entries = {**good.layered["entries"], "se": 0.8 * good.layered["entries"]["se"]}
    for wrong, words in (
        (replace(good, utilization=use), "utilisation of 't'"),
        (replace(good, response=response), "response of 'te'"),
        (replace(good, layered={**good.layered, "entries": entries}), "rate of 'se'"),
    ):
        check = check_solution(network, wrong, seconds=60, processes=1, completions=30_000)
        assert check.verdict == verdict, check.line
        assert words in check.line
    agreed = check_solution(network, good, seconds=60, processes=1, completions=30_000)
    assert agreed.verdict == "agree"
    assert "points" in agreed.line


def test_what_claims_to_be_exact_and_is_not_is_contradicted():
    network = Network((Station("s"),), (ClosedClass("a", 5, 2.0),), {"a": {"s": 1.0}})
    answer = solve(network)
    simulated = checked(network, 150_000).simulated
    wrong = {"a": (answer.throughput["a"] * 1.03, answer.response["a"])}
    check = compare(wrong, simulated, exact=True)
    assert check.verdict == "contradict"
    assert "throughput of 'a'" in check.line
    near = compare(wrong, simulated, exact=False)
    assert near.verdict == "agree"  # 3 % is an approximation's
    assert "agree no nearer than the method may be off: throughput of 'a'" in near.line
    far = {"a": (answer.throughput["a"] * 1.2, answer.response["a"])}
    assert compare(far, simulated, exact=False).verdict == "differ"
    # Neither "+4.2e+03 %" nor "-98 %": how many times as much is what a reader asks.
    for times, words in ((43.0, "43 times as much"), (1.0 / 43.0, "1/43 of it"), (1.2, "+20 %")):
        off = {"a": (answer.throughput["a"] * times, answer.response["a"])}
        assert f"({words};" in compare(off, simulated, exact=False).line
    assert "\n" not in check.line


def test_the_line_says_what_the_word_rests_on():
    """The tolerance is the method's own, and what cannot prove anything is not called agreement."""
    network = Network((Station("s"),), (ClosedClass("a", 5, 2.0),), {"a": {"s": 1.0}})
    answer = solve(network)
    simulated = checked(network, 150_000).simulated
    off = {"a": (answer.throughput["a"] * 1.03, answer.response["a"])}
    agreed = compare(off, simulated, False, tolerance=0.04)
    assert agreed.verdict == "agree"
    assert "at 99.9 % for all figures together, and 4 % that the method may be off" in agreed.line
    differs = compare(off, simulated, False, tolerance=0.01)
    assert differs.verdict == "differ"
    assert "and 1 % that the method may be off" in differs.line
    figures = simulated.chains["a"]
    wide = replace(
        figures,
        throughput=Estimate(figures.throughput.value, 0.07 * figures.throughput.value),
        response=Estimate(figures.response.value, 0.09 * figures.response.value),
    )
    unproven = compare(off, replace(simulated, chains={"a": wide}), False)
    assert unproven.verdict == "unsettled"
    assert "too short to prove anything" in unproven.line
    assert "7 %" in unproven.line
    far = {"a": (2.0 * answer.throughput["a"], answer.response["a"])}
    assert compare(far, replace(simulated, chains={"a": wide}), False).verdict == "differ"
    # A class that looks further off than may be was named among what is known only roughly.
    chains = {"a": wide, "b": figures}
    two = {"a": (1.12 * answer.throughput["a"], answer.response["a"]),
           "b": (answer.throughput["a"], answer.response["a"])}  # fmt: skip
    so_far = compare(two, replace(simulated, chains=chains), False, tolerance=0.1)
    assert so_far.verdict == "agree"
    assert "agree so far, but for: throughput of 'a'" in so_far.line


def test_an_approximation_may_be_off_by_what_it_says_of_itself():
    """What none of 20 networks was off by is a difference, and more than a tenth always is."""
    stations = (Station("s"), Station("t"))
    classes = (ClosedClass("a", 3, 1.0), ClosedClass("b", 4, 0.5))
    network = Network(stations, classes, {"a": {"s": 0.3, "t": 0.2}, "b": {"s": 0.1, "t": 0.4}})
    notes = solve(network, "linearizer").notes
    assert tolerance_of(solve(network, "linearizer")) == {"throughput": notes[-1].usual}
    assert notes[-1].usual < 0.02
    assert tolerance_of(solve(network, "schweitzer"))["throughput"] > notes[-1].usual
    mixed = replace(solve(network), notes=(Stated("rough", 0.4),))
    assert tolerance_of(mixed) == {"throughput": 0.1}
    told = replace(mixed, notes=(Stated("by figure", 0.02, {"response": 0.06}),))
    assert tolerance_of(told) == {"throughput": 0.02, "response": 0.06}
    assert tolerance_of(replace(mixed, notes=("nothing",))) == {"throughput": 0.05}
    assert pickle.loads(pickle.dumps(notes[-1])).usual == notes[-1].usual


def test_percentiles_and_the_share_within_a_goal():
    """M/M/1: the response is exponential with rate (1 - rho) / D."""
    network = Network((Station("s", 1, "fcfs"),), (OpenClass("o", 0.5),), {"o": {"s": 1.0}})
    figures = checked(network, 120_000).simulated.chains["o"]
    for p, estimate in figures.percentiles.items():
        expected = -2.0 * np.log(1 - p / 100)
        assert abs(estimate.value - expected) < 3 * estimate.half
        assert estimate.half < 0.1 * expected
        assert figures.share_within(expected) == pytest.approx(p / 100, abs=0.02)


def test_common_random_numbers_tell_small_changes_apart():
    def at(demand):
        return Network((Station("s"), Station("d")), (ClosedClass("a", 6, 5.0),),
                       {"a": {"s": demand, "d": 0.3}})  # fmt: skip

    base, other = at(0.5), at(0.49)
    pair = simulate([program_of(base), program_of(other)], pace_of(base, solve(base)), 60_000, 0.0,
                    60.0, processes=1)  # fmt: skip
    exact = solve(other).response["a"] / solve(base).response["a"] - 1.0
    change = pair[1].changes["a"].response
    assert abs(change.value - exact) < 3 * change.half
    apart = np.hypot(*(p.chains["a"].response.half / p.chains["a"].response.value for p in pair))
    assert change.half < 0.25 * apart


def test_runs_repeat_and_mser_finds_the_end_of_the_start():
    network = layered()
    one, two = (checked(network, 5_000).simulated for _ in range(2))
    assert one.chains["u"].response == two.chains["u"].response
    rng = np.random.default_rng(3)
    series = rng.normal(5.0, 0.1, 200)
    series[:40] -= np.linspace(3.0, 0.0, 40)
    assert 25 <= mser5(series) <= 60
    assert mser5(series[60:]) <= 30


def test_a_queue_without_end_and_a_fraction_of_a_customer_are_refused(monkeypatch):
    monkeypatch.setattr("model.queueing.simulation.engine.MOST_TOKENS", 100)
    place, step = Place("s", 1, "line"), Step("serve", 0, 1.0, next=1)
    flood = Program(("o",), (place,), (), (step, Step("end", ends=0)), (), (Source(0, 40.0, 0),))
    with pytest.raises(NetworkError, match="grows without end"):
        simulate([flood], {"o": Pace(40.0, 1.0)}, 10_000, seconds=20.0, processes=1)
    half = Network((Station("s"),), (ClosedClass("a", 1.5),), {"a": {"s": 1.0}})
    with pytest.raises(NetworkError, match=r"has 1\.5 customers"):
        checked(half)


def test_holds_over_holds_and_copies_that_follow_their_holder():
    """Users take one of two threads pools alike, and through it its own single task."""
    pools = (Pool("threads", 2, 2),)
    places = (Place("think", np.inf), Place("task", 1, "line", 2))
    steps = (
        Step("serve", 0, 1.0, next=1, ends=0, thinks=True),
        Step("take", 0, next=2, slot=0),
        Step("serve", 1, 0.5, next=3, copy_of=0),
        Step("give", 0, next=0, slot=0),
    )
    program = Program(("u",), places, pools, steps, (Population(0, 1, 0),))
    alone = simulate([program], {"u": Pace(0.6, 1.5)}, 30_000, 0.0, 60.0, processes=1)[0]
    assert alone.chains["u"].throughput.value == pytest.approx(repairmen(1, 1, 0.5, 1.0), rel=0.02)
    assert alone.utilization["task"].value == pytest.approx(
        alone.pool_use["threads"].value * 2, rel=0.02
    )


def test_an_installation_is_simulated_with_its_holds_levels_and_source():
    """A source behind a pool of tasks that calls a database of two nuclei; batch on a lower level.

    The analysis is approximate: what must agree closely is what the laws fix.
    """
    net = InstallationNetwork()
    cp, disk = net.station("CP", 2.0), net.station("DISK", 1.0, 6.0)
    tasks = net.station("MXT", 20.0, software=True)
    threads = net.station("THREADS", 4.0, 2.0, software=True)
    nucleus = net.station("NUCLEUS", 1.0, 2.0, software=True)
    tx, jobs = net.chain("TX", 60.0, rate_per_s=50.0), net.chain("BATCH", 2.0)
    held = net.arc(tx, tasks)
    net.arc(tx, cp, 0.004, 3.0, 1, (held,))
    call = net.arc(tx, threads, visits=1.5, within=(held,), spread=2.0)
    task = net.arc(tx, nucleus, visits=1.5, within=(held, call), spread=2.0, thread_spread=1.0)
    net.arc(tx, cp, 0.009, 1.5, 1, (held, call, task))
    net.arc(tx, disk, 0.006, 2.4, 1, (held, call), 6.0)
    net.arc(jobs, cp, 0.2, 10.0, 2)
    net.arc(jobs, disk, 0.1, 9.0, 1, (), 6.0)
    solved = solve_installation(net)
    program = compile_installation(net, solved.reading.demand[0])
    assert [p.customers for p in program.populations] == [60, 2]
    [found] = simulate_installations([(net, solved.reading, 0)], 60.0, 12_000, processes=1)
    assert found.chains["TX"].throughput.value == pytest.approx(50.0, rel=0.03)
    work = 50.0 * 0.013 + found.chains["BATCH"].throughput.value * 0.2
    assert found.utilization["CP"].value == pytest.approx(work / 2.0, rel=0.04)
    assert found.pool_use["NUCLEUS"].value <= found.pool_use["THREADS"].value * 4.0
    check = check_installation(net, solved.reading, 0, found)
    assert "cycles in" in check.line
    assert max(abs(c.error) for c in check.compared) < 0.12
    for name, times in chain_times(net, solved.reading).items():
        for p in (50, 90, 95):
            seen = found.chains[name].percentiles[p].value
            assert times.percentile(p) == pytest.approx(seen, rel=0.15)


def test_a_source_gets_no_more_customers_than_can_ever_be_inside():
    net = InstallationNetwork()
    cp = net.station("CP", 2.0)
    net.arc(net.chain("TX", 10_000.0, rate_per_s=50.0), cp, 0.02, 1.0)
    net.arc(net.chain("USERS", 30.0, 1.0), cp, 0.001, 1.0)
    reading = solve_installation(net).reading
    assert _tokens(net, reading, 0) == {0: 200}
    [found] = simulate_installations([(net, reading, 0)], 60.0, 20_000, processes=1)
    assert found.chains["TX"].throughput.value == pytest.approx(50.0, rel=0.03)


def test_a_source_of_just_full_servers_has_no_customers_that_no_run_could_let_in():
    """400,000 were made for each replication, of which none saw more than a few hundred."""
    net = InstallationNetwork()
    cp, away = net.station("CP", 1.0), net.station("elsewhere", np.inf)
    for name, rate_per_s, cpu_s, away_s in (("full", 50.0, 0.02, 0.0), ("far", 900.0, 0.0, 20.0)):
        chain = net.chain(name, 1e7, rate_per_s=rate_per_s)
        net.arc(chain, cp if cpu_s else away, cpu_s + away_s)
    tokens = _tokens(net, solve_installation(net).reading, 0)
    # Who waits for nothing is there: 18,000 of them, and as many again for what comes.
    assert tokens == {0: 10_000, 1: 36_000}


@pytest.mark.thorough
def test_sources_that_are_held_back_have_few_customers_in_their_proportions():
    """Work that may wait for a day would be made whole, a hundred million of it."""
    net = InstallationNetwork()
    cp = net.station("CP", 1.0)
    tasks = net.station("CP/ready", 5.0, software=True, idles=True)
    for name, rate_per_s, cpu_s in (("many", 800.0, 0.001), ("few", 200.0, 0.008)):
        chain = net.chain(name, 1e5 * rate_per_s, rate_per_s=rate_per_s)
        net.arc(chain, cp, cpu_s, within=(net.arc(chain, tasks),))
    reading = solve_installation(net).reading
    assert _tokens(net, reading, 0) == {0: 10_000, 1: 2_500}
    [found] = simulate_installations([(net, reading, 0)], 20.0, 3_000, processes=1)
    # 2.4 of one CP are asked for: each gets the same share of what it asks for.
    for chain, (name, rate_per_s) in enumerate((("many", 800.0), ("few", 200.0))):
        assert reading.rate(chain)[0] == pytest.approx(rate_per_s / 2.4, rel=0.01)
        assert found.chains[name].throughput.value == pytest.approx(rate_per_s / 2.4, rel=0.03)


def test_no_response_is_compared_where_less_is_carried_than_comes():
    """It was told as thousands of times what was simulated, of a queue that never ends."""
    nets = []
    for factor in (0.2, 1.0):
        net = InstallationNetwork()
        cp, wire = net.station("CP", 1.0), net.station("WIRE", np.inf)
        tasks = net.station("CP/ready", 5.0, software=True, idles=True)
        work = net.chain("work", 1e8, rate_per_s=factor * 250.0)
        net.arc(work, cp, 0.008, within=(net.arc(work, tasks),))
        net.arc(net.chain("beside", 10_000.0, rate_per_s=5.0), wire, 0.1)
        nets.append((net, solve_installation(net).reading, 0))
    simulated = simulate_installations(nets, 20.0, 3_000, processes=1)
    before, check = (
        check_installation(*n, found) for n, found in zip(nets, simulated, strict=True)
    )
    assert {c.figure for c in before.compared if c.chain == "work"} == {"throughput", "response"}
    assert {c.figure for c in check.compared if c.chain == "work"} == {"throughput"}
    assert {c.figure for c in check.compared if c.chain == "beside"} == {"throughput", "response"}
    assert "no response of 'work' is compared" in check.line
    assert "no response" not in before.line
    told = check_to_json(check)["classes"]
    assert (told["work"]["response"], told["work"]["percentiles"]) == (None, {})
    assert told["beside"]["response"]["value"] == pytest.approx(0.1, rel=0.05)
    line = change_line(*(installation_figures(*n) for n in nets), simulated[1])
    assert "throughput" in line
    assert "response" not in line


def test_no_response_is_compared_of_a_queue_that_remembers_longer_than_the_run():
    """One task 99 % busy: it was told as 200 % off, with an interval of 39 % about too little."""
    checks = []
    for use in (0.6, 0.99):
        net = InstallationNetwork()
        wire = net.station("WIRE", np.inf)
        region = net.station("REGION", 1.0, software=True, idles=True)
        work = net.chain("work", 1e6, rate_per_s=use / 0.03)
        net.arc(work, wire, 0.03, within=(net.arc(work, region),))
        solved = (net, solve_installation(net).reading, 0)
        assert solved[1].response(work)[0] == pytest.approx(0.03 / (1.0 - use), rel=0.02)
        [found] = simulate_installations([solved], 20.0, 20_000, processes=1)
        checks.append(check_installation(*solved, found))
    quick, slow = checks
    assert {c.figure for c in quick.compared if c.chain == "work"} == {"throughput", "response"}
    assert {c.figure for c in slow.compared if c.chain == "work"} == {"throughput"}
    assert "no response of 'work' is compared: the queue before 'REGION', 99" in slow.line
    assert check_to_json(slow)["classes"]["work"]["response"] is None
    assert "no response" not in quick.line


def test_tasks_that_hold_nothing_are_not_waited_for():
    """Work that waits as all does has none beside its hold; it stood in line for a task twice."""
    programs = []
    for beside in (False, True):
        net = InstallationNetwork()
        cp, tasks = net.station("CP", 1.0), net.station("ready", 3.0, software=True, idles=True)
        work = net.chain("WORK", 10_000.0, rate_per_s=85.0)
        region = net.arc(work, net.station("regions", 20.0, software=True, idles=True))
        ready = net.arc(work, tasks, within=(region,))
        net.arc(work, cp, 0.01, within=(region, ready))
        if beside:
            net.arc(work, cp, 0.0, within=(net.arc(work, tasks),))
        programs.append(compile_installation(net, solve_installation(net).reading.demand[0]))
    assert programs[0].steps == programs[1].steps


def test_many_visits_are_as_much_work_as_all_of_them():
    """200 visits a cycle are walked as forty, each of as much work as five."""
    net = InstallationNetwork()
    users = net.chain("USERS", 3.0, 1.0)
    net.arc(users, net.station("CP", 1.0), 0.2, 200.0)
    reading = solve_installation(net).reading
    [found] = simulate_installations([(net, reading, 0)], 60.0, 4_000, processes=1)
    assert found.utilization["CP"].value == pytest.approx(float(reading.rate(0)[0]) * 0.2, rel=0.05)
    assert found.chains["USERS"].throughput.value == pytest.approx(
        float(reading.rate(0)[0]), rel=0.05
    )


def test_on_a_busy_machine_fewer_replications_get_further():
    program = program_of(Network((Station("s"),), (ClosedClass("a", 5, 2.0),), {"a": {"s": 1.0}}))
    job = _Job((program,), 100.0, 1, range(8), 0.0, time.time() + 10.0, 40)
    assert job._in_time(8, 0.01) == 8  # three slices took no time: all get there
    assert job._in_time(8, 1.5) == 5  # 3 + 20 of the 40 slices wanted: 8 × 23 / 40
    assert job._in_time(8, 100.0) == 3


@pytest.mark.parametrize("spread", [1.0, 2.0])
def test_percentiles_of_a_closed_loop_whose_customers_nearly_all_wait(spread):
    """Their number hardly varies, nor does their wait: taken for exponential it was 75 % off."""
    net = InstallationNetwork()
    cp, threads = net.station("CP", 2.0), net.station("THREADS", 4.0, 2.0, software=True)
    users = net.chain("USERS", 40.0)
    held = net.arc(users, threads, spread=spread)
    net.arc(users, cp, 0.01, 2.0, within=(held,))
    net.arc(users, net.station("WIRE", np.inf), 0.05, 1.0, within=(held,))
    reading = solve_installation(net).reading
    times = chain_times(net, reading)["USERS"]
    [found] = simulate_installations([(net, reading, 0)], 60.0, 60_000, processes=1)
    for p in (50, 90, 95):
        seen = found.chains["USERS"].percentiles[p].value
        assert times.percentile(p) == pytest.approx(seen, rel=0.15)


@pytest.mark.parametrize(
    ("servers", "in_order", "users", "worst"),
    # Measured when written: 1.5, 1, 0.5 and 1.5 %; of an open queue that one server shares at 80 %
    # it is 10 %, because two phases cannot follow its distribution.
    [(4.0, False, 0, 0.04), (4.0, True, 0, 0.04), (1.0, False, 5, 0.04), (1.0, True, 5, 0.04)],
)
def test_percentiles_know_whether_servers_are_shared_or_queued_for(servers, in_order, users, worst):
    """Relative to the mean, whose own error is the analysis's: who shares is spread wider."""
    net = InstallationNetwork()
    place = net.station("CP", servers, in_order=in_order)
    if users:
        chain = net.chain("T", float(users), think_s=0.5)
    else:
        chain = net.chain("T", 10_000.0, rate_per_s=7.0 * servers)
    net.arc(chain, place, 0.1, 1.0)
    reading = solve_installation(net).reading
    times = chain_times(net, reading)["T"]
    [found] = simulate_installations([(net, reading, 0)], 60.0, 100_000, processes=1)
    figures = found.chains["T"]
    for p in (50, 90, 95, 99):
        ratio = figures.percentiles[p].value / figures.response.value
        assert times.percentile(p) / times.mean_s == pytest.approx(ratio, rel=worst)


def test_an_installation_says_who_serves_in_order():
    net = InstallationNetwork()
    cp, disk = net.station("CP", 2.0), net.station("DISK", 1.0, 6.0, in_order=True)
    ranked, pool = net.station("R", 1.0, in_order=True), net.station("MXT", 3.0, software=True)
    jobs = net.chain("JOBS", 2.0)
    for place in (cp, disk, ranked):
        net.arc(jobs, place, 0.01)
    net.arc(jobs, ranked, 0.01, level=2)
    assert [net.lined(k) for k in (cp, disk, ranked, pool)] == [False, True, False, True]


@pytest.mark.thorough
def test_what_only_stands_in_the_way_is_told_and_no_verdict() -> None:
    """A background chain that the analysis misses says nothing of the figures that are shown."""
    network = Network(
        (Station("disk", 1),),
        (OpenClass("tx", 2.0), OpenClass("others", 3.0)),
        {"tx": {"disk": 0.1}, "others": {"disk": 0.1}},
    )
    simulated = check_solution(network, solve(network), seconds=5.0).simulated
    right = {"tx": (2.0, 0.2), "others": (3.0, 0.4)}
    assert compare(right, simulated, False).verdict == "differ"
    shown = compare(right, simulated, False, {"tx"})
    assert shown.verdict == "agree"
    assert "only stands in the way" in shown.line
    assert "'others'" in shown.line
    wrong = compare({"tx": (2.0, 0.4), "others": (3.0, 0.2)}, simulated, False, {"tx"})
    assert wrong.verdict == "differ"


def test_copies_whose_rate_varies_are_simulated():
    """They ended in a traceback."""
    rated = Station("s", 2, "ps", (0.6, 1.4), 2)
    network = Network((rated,), (ClosedClass("c", 4, 1.0),), {"c": {"s": 0.3}})
    check = check_solution(network, solve(network), seconds=20, completions=20_000, processes=1)
    assert check.verdict == "agree"


@pytest.mark.thorough
def test_hundreds_of_classes_do_not_take_longer_than_asked():
    """Laying out 300 classes at 40 stations alone took some ten seconds; with a thousand, minutes.

    Processor time, as others may run beside; a slice or two end after the second that is asked for.
    """
    names = [f"c{r}" for r in range(300)]
    stations = tuple(Station(f"s{k}", 2) for k in range(40))
    demands = {n: {s.name: 0.01 for s in stations} for n in names}
    network = Network(stations, tuple(ClosedClass(n, 2, 50.0) for n in names), demands)
    answer = solve(network, "schweitzer")
    began = time.process_time()
    with contextlib.suppress(NetworkError):  # a second may be too little to say anything
        check_solution(network, answer, seconds=1, processes=1)
    assert time.process_time() - began < 11.0


def test_a_fraction_of_a_thread_is_there_for_that_share() -> None:
    """A pool of 2.5 ready tasks was simulated as one of 2: what it left to others was a third too
    much, and `--check` called that an error of the analysis."""
    net = InstallationNetwork()
    cps = net.station("CPs", 0.5)
    for name, threads in (("work", 2.5), ("region", 1.0)):
        chain = net.chain(name, 50.0)
        pool = net.arc(chain, net.station(f"{name}/tasks", threads, software=True, idles=True))
        net.arc(chain, cps, 0.01, within=(pool,))
    solved = solve_installation(net)
    (seen,) = simulate_installations([(net, solved.reading, 0)], completions=40_000, processes=1)
    found = {name: seen.chains[name].throughput.value for name in ("work", "region")}
    # Beside two tasks half of the time and three the other half; beside two alone it were 16.7.
    assert found["region"] == pytest.approx(0.5 * 50.0 * (1.0 / 3.0 + 1.0 / 4.0), rel=0.03)
    assert sum(found.values()) == pytest.approx(50.0, rel=0.02)
    assert solved.reading.rate(1)[0] == pytest.approx(found["region"], rel=0.04)
