"""What a sentence says that no report tells has a band, or no figure."""

from __future__ import annotations

import json
from typing import Any

import pytest

from model.calibration.validation import Row
from model.catalogue import catalogue
from model.projection import Baseline, build_baseline, project
from model.projection.estimate import WorkloadProjection
from model.topology import Scenario, SetSetting
from model.topology.documents import installation_from
from tests.app.cli.test_cases import MACHINE, SHOPS, part
from tests.model.subsystems.asking import asked, validated

Parts = list[dict[str, Any]]
REGION = {
    "transactions": 90_000,
    "duration_s": 900,
    "response_ms": 50,
    "qr_cpu_s": 200,
    "qr_dispatch_s": 210,
    "tcb_cpu_s": 250,
}


def region(**settings: object) -> dict[str, Any]:
    return part("cics_region", "R", "SYSA", settings, REGION)


def open_sides(row: Row) -> tuple[bool, bool]:
    return row.low < 0.999 * row.predicted, row.high > 1.001 * row.predicted


def test_a_limit_of_tasks_that_nobody_saw_at_work_has_a_band() -> None:
    """The rate stood at 40.47 of 100, from 40.47 to 40.47."""
    (row,) = asked([region()], "R", "MXT", [2], "R.etr_per_s")
    assert row.predicted == pytest.approx(40.5, rel=0.01)
    assert row.low < 30.0
    assert row.high > 60.0


def test_strings_that_nobody_waited_for_may_all_have_been_held() -> None:
    pool = part("lsr_pool", "R/1", "R", {"STRINGS": 10})
    reads = {"lookasides": 7e5, "reads": 3e5, "duration_s": 900}
    buffers = part("lsr_buffers", "R/1/D4096", "R/1", {"BUFFERS": 500}, reads)
    parts = [region(), pool, buffers]
    rate, response = asked(parts, "R/1", "STRINGS", [5], "R.etr_per_s", "R.response_ms")
    assert open_sides(rate) == (True, False)
    assert rate.low == pytest.approx(50.0, rel=0.1)
    assert open_sides(response) == (False, True)
    assert response.high == pytest.approx(100.0, rel=0.1)


@pytest.mark.parametrize("waits", [4, 412, 50_000])
def test_strings_that_some_waited_for_are_no_better_known_than_those_nobody_did(waits) -> None:
    """One wait closed a band that none had opened to twice the response: 51.7, from 51.1 to 52.2.

    Nor does a count of waits tell how long they were: 50.0 stood from 50.0 to 50.0 of more strings.
    """
    counted = {"strings_waits": waits, "duration_s": 900}
    reads = {"lookasides": 7e5, "reads": 3e5, "duration_s": 900}
    buffers = part("lsr_buffers", "R/1/D4096", "R/1", {"BUFFERS": 500}, reads)
    asked_for = ("STRINGS", [5, 16], "R.etr_per_s", "R.response_ms")

    def rows(**more: float) -> list[Row]:
        pool = part("lsr_pool", "R/1", "R", {"STRINGS": 10}, {**counted, **more})
        return asked([region(), pool, buffers], "R/1", *asked_for)

    rate, response, _, more = rows()
    assert rate.low < 0.6 * rate.predicted
    assert response.high > 95.0
    assert more.high <= 50.0
    # A transaction that waited took three times the mean at the most, and all of it was its wait.
    assert more.low == pytest.approx(50.0 * max(1.0 / 3.0, 1.0 - 3.0 * waits / 90_000), rel=0.07)
    # No more than three at a time waited for strings that were held all of the time at the most.
    at_a_time = rows(strings_wait_peak=3)[-1]
    assert at_a_time.low >= more.low
    assert at_a_time.low == pytest.approx(max(50.0 - 2.7 * waits / 90_000, more.low), rel=0.01)


@pytest.mark.parametrize("trace", ["aux", "both"])
def test_writing_a_trace_may_take_cpu_that_no_document_tells(trace) -> None:
    """From the internal trace to one that is written CPU stood at 2.778 ms, to a hair."""
    traced = region(TRACE="internal")
    rows = asked([traced], "R", "TRACE", [trace], "R.cpu_ms_per_tx", "R.response_ms")
    assert [open_sides(row) for row in rows] == [(False, True)] * 2
    assert rows[0].high == pytest.approx(rows[0].predicted * 4 / 3, rel=0.05)


@pytest.mark.parametrize("end", ["XCF", "VTAM"])
def test_requests_that_nobody_counted_open_cpu_and_response_at_both_ends(end) -> None:
    regions = [part("cics_region", name, "SYSA", {}, REGION) for name in "AB"]
    link = part("cics_connection", "L", "A", {"ACCESSMETHOD": "XM"})
    leads = [{"kind": "mro", "source": "L", "target": "B"}]
    rows = asked(
        [*regions, link],
        "L",
        "ACCESSMETHOD",
        [end],
        *("A.cpu_ms_per_tx", "A.response_ms", "B.cpu_ms_per_tx"),
        links=leads,
    )
    assert [open_sides(row) for row in rows] == [(False, True)] * 3


def test_switches_that_nobody_counted_may_be_all_that_nothing_explains() -> None:
    figures = {"enclave_cpu_ms": 5_389, "srb_switches": 1e5, "duration_s": 60}
    session = part("natural_session", "N1", "SYSA", {"ZIIP": True}, figures)
    (row,) = asked([session], "N1", "MULTIFETCH", [20], "N1.enclave_cpu_ms")
    assert row.low < 0.2 * row.predicted
    assert row.high == pytest.approx(row.predicted)


def test_storage_that_a_sort_may_have_used_is_in_the_band_of_none() -> None:
    figures = {"elapsed_s": 600, "cpu_s": 120, "gb_sorted": 20, "work_tracks": 400_000}
    sort = part("dfsort_job", "S1", "SYSA", {"MEMORY_GB": 5}, figures)
    elapsed, cpu = asked([sort], "S1", "MEMORY_GB", [0], "S1.elapsed_s", "S1.cpu_s")
    assert elapsed.high > 1.1 * elapsed.predicted
    assert open_sides(cpu) == (True, False)


@pytest.mark.parametrize("used", [{}, {"memory_object_gb": 2.0}])
def test_a_step_in_what_a_sort_may_use_moves_it_by_no_more_than_the_step(used) -> None:
    """One MB more than it may use, of which it used none, and it was a quarter faster."""
    figures = {"elapsed_s": 120, "cpu_s": 60, "gb_sorted": 10, "intermediate_gb": 10, **used}
    figures["concurrent_sorts"] = 1
    settings = {"MEMORY_GB": 32, "MOSIZE": 4_000}
    sort = part("dfsort_job", "S1", "SYSA", settings, figures)
    for mosize, most in ((4_001, 1.005), (8_000, 2.0)):
        elapsed, cpu = asked([sort], "S1", "MOSIZE", [mosize], "S1.elapsed_s", "S1.cpu_s")
        assert 120 / most <= elapsed.low <= elapsed.predicted <= 120.0
        assert 60 - 1e-6 <= cpu.predicted <= 60 * most
        assert 115.0 < elapsed.high < 126.0
        assert elapsed.predicted < 119.0 or mosize == 4_001


@pytest.mark.parametrize(
    ("setting", "value", "sides"),
    [
        ("CPS", 3, (False, True)),
        ("CPS", 16, (True, False)),
        ("MEMORY_GB", 2, (False, True)),
        ("MEMORY_GB", 48, (True, False)),
    ],
)
def test_what_other_cps_and_storage_do_to_cubes_is_open(setting, value, sides) -> None:
    """With a sixteenth of their storage the servers answered as fast, to a hair."""
    figures = {"tx_per_s": 20, "response_ms": 500, "cpu_s_per_s": 2}
    settings = {"SERVERS": 2, "CUBES": 4, "CPS": 4, "MEMORY_GB": 32}
    servers = part("cognos_server", "C1", "SYSA", settings, figures)
    (row,) = asked([servers], "C1", setting, [value], "C1.response_ms")
    assert open_sides(row) == sides
    assert row.predicted == pytest.approx(500.0, rel=0.02)


@pytest.mark.parametrize("servers", [1, 3])
def test_what_servers_lose_to_each_other_may_be_no_cpu(servers) -> None:
    """CPU went with their number to the last digit, which no document says."""
    figures = {"tx_per_s": 20, "cpu_s_per_s": 2}
    cubes = part("cognos_server", "C1", "SYSA", {"SERVERS": 2}, figures)
    wanted = ("C1.cpu_s_per_s", "C1.itr_per_cpu_s", "C1.etr_per_s")
    cpu, work, rate = asked([cubes], "C1", "SERVERS", [servers], *wanted)
    assert cpu.predicted == pytest.approx(servers)
    # To where CPU goes with the work that is done.
    end, outer = rate.predicted / 10.0, cpu.low if servers > 2 else cpu.high
    assert abs(end - servers) > 0.02 * servers
    assert outer == pytest.approx(end, rel=0.03)
    assert open_sides(work) == (True, True)


def test_cpu_beyond_the_regions_opens_the_rate_to_what_their_occupancy_lets_through() -> None:
    (program,) = (one for one in SHOPS["IMS"][0] if one["kind"] == "ims_region")
    figures = {**program["measured"], "transaction_cpu_us": 9_000}
    parts = [part("ims_system", "IMS1", "SYSA"), {**program, "measured": figures}]
    (row,) = asked(parts, "M1", "LOAD_GROWTH_PCT", [300], "M1.etr_per_s")
    assert row.low == pytest.approx(row.predicted)
    assert row.high == pytest.approx(100.0 / 0.6, rel=0.05)


def test_buffers_of_an_unknown_number_may_read_more_or_less() -> None:
    reads = {"lookasides": 7e5, "reads": 3e5, "duration_s": 900}
    buffers = part("lsr_buffers", "R/1/D4096", "R/1", {}, reads)
    parts = [region(), part("lsr_pool", "R/1", "R"), buffers]
    (row,) = asked(parts, "R/1/D4096", "BUFFERS", [100], "R.io_per_s")
    assert open_sides(row) == (True, True)


def test_no_response_where_the_unknown_qr_tcb_may_not_keep_up() -> None:
    """51 ms to 68.8, with a rate that ended anywhere between 381 and 1,000 of 1,000."""
    figures = {name: value for name, value in REGION.items() if not name.startswith("qr_")}
    parts = [part("cics_region", "R", "SYSA", {}, figures)]
    metrics = ("R.etr_per_s", "R.response_ms")
    found = validated(parts, "R", "LOAD_GROWTH_PCT", [900], *metrics)
    assert [row.metric for row in found.rows] == ["R.etr_per_s"]
    (refused,) = found.refused
    assert "how much of the region's CPU its QR TCB uses is in no report" in refused.sentence
    assert len(validated(parts, "R", "LOAD_GROWTH_PCT", [100], *metrics).rows) == 2


def test_a_link_that_may_be_full_has_no_response() -> None:
    """37 ms with a band from 1.5 to 2,142,398 said nothing."""
    (node,) = SHOPS["Entire Net-Work"][0]
    (work,) = project(baseline_of([*MACHINE, node]), [Scenario("as it is", ())])[0].workloads
    assert work.metrics["link_busy_pct"].value > 99.5
    assert "response_ms" not in work.metrics
    assert any("whether it keeps up is not known" in said for said in map(str, work.extrapolated))
    less = {**node, "measured": {**node["measured"], "commands_per_s": 60_000}}
    (work,) = project(baseline_of([*MACHINE, less]), [Scenario("as it is", ())])[0].workloads
    response = work.metrics["response_ms"]
    assert response.high < 2.0 * response.value


def test_storage_taken_from_what_was_in_use_pages_beside_a_dump() -> None:
    """A system of 3 GB captured a dump in the band of one of 32 GB."""
    options = part(
        "dump_options", "D1", "SYSA", {"DUMP_GB": 20}, SHOPS["SVC dump"][0][0]["measured"]
    )
    baseline = baseline_of([*MACHINE, options])
    sizes = [SetSetting("SYSA", "REAL_STORAGE_GB", float(size)) for size in (3, 32, 60)]
    found = [one.workloads[0] for one in project(baseline, [Scenario(str(s), (s,)) for s in sizes])]
    up = [one.metrics["capture_s"].high / one.metrics["capture_s"].value for one in found]
    assert up[0] > 1.3 * up[1] > 1.3 * up[2]
    told = [any("no storage then" in said for said in map(str, one.extrapolated)) for one in found]
    assert told == [True, True, False]


UNTOLD = ("not in this projection", "is in no report")


def changes_of(components: Parts) -> list[SetSetting]:
    """Every setting of them, at other values."""
    found = []
    for one in components:
        kind = catalogue()[one["kind"]]
        for spec in kind.settings:
            now = one["settings"].get(spec.name, spec.default)
            others: tuple[Any, ...] = spec.choices
            if spec.type == "flag":
                others = (True, False)
            elif spec.type in ("integer", "number"):
                numbers = [float(now or 10) * times for times in (0.5, 2.0)]
                others = tuple(int(n) if spec.type == "integer" else n for n in numbers)
            found.extend(
                SetSetting(one["id"], spec.name, other)
                for other in others
                if other != now and spec.problem_with(other) is None
            )
    return found


def without(components: Parts, figure: tuple[str, str] | None) -> Parts:
    """The installation with one measured figure less."""
    return [
        {
            **one,
            "measured": {n: v for n, v in one["measured"].items() if (one["id"], n) != figure},
        }
        for one in components
    ]


def stands(now: WorkloadProjection, was: WorkloadProjection) -> bool:
    """Whether no figure has a band or is withheld, although something is not known."""
    kept = now.metrics.keys() >= was.metrics.keys()
    return kept and all(change.high - change.low < 1e-9 for change in now.changes.values())


def baseline_of(components: Parts) -> Baseline:
    document = {"format": "plexwright-installation/1", "components": components}
    return build_baseline(installation_from(json.dumps(document), catalogue()))


@pytest.mark.thorough
@pytest.mark.parametrize("shop", sorted(SHOPS))
def test_no_projection_says_that_something_is_unknown_without_any_band(shop) -> None:
    """For every figure that a report may lack, and every setting that somebody may change."""
    own = SHOPS[shop][0]
    figures = [(one["id"], name) for one in own for name in one["measured"]]
    silent = []
    for lacking in (None, *figures):
        parts = without([*MACHINE, *own], lacking)
        baseline = baseline_of(parts)
        as_is = project(baseline, [Scenario("as it is", ())])[0]
        changes = changes_of([one for one in parts if one["kind"] != "cpc"])
        told = project(baseline, [Scenario(str(one), (one,)) for one in changes])
        for change, projection in zip(changes, told, strict=True):
            for work in projection.workloads:
                was = as_is.workload(work.anchor)
                if was is None or work.not_projectable is not None:
                    continue
                new = [str(said) for said in work.extrapolated if said not in was.extrapolated]
                said = [one for one in new if any(words in one for words in UNTOLD)]
                if said and stands(work, was):
                    silent.append((lacking, change, said))
    assert not silent
