"""What lines of the canvas say of their load: one link, several in one line, as-is and what-if."""

from __future__ import annotations

from app.window.canvas.flows import Lines
from app.window.names import busy_share
from model.projection import Estimate, Projection, ResourceUse, WorkloadProjection
from model.topology import Component, Link, Measured, Origin, Scenario, Topology

TOLD = Origin("report", "netwk.txt", 3, "")


def topology(*further: Link) -> Topology:
    found = Topology()
    for name, messages in (("A", 4000.0), ("B", 900.0), ("C", None)):
        measured = {} if messages is None else {"messages_per_s": Measured(messages, "1/s", TOLD)}
        found = found.with_component(
            Component(f"netwk_node:{name}", "netwk_node", name, None, {}, measured=measured)
        )
    links = (
        Link("network", "netwk_node:A", "netwk_node:C"),
        Link("network", "netwk_node:B", "netwk_node:C"),
    )
    return found.with_links((*links, *further))


def projected(a: float, b: float) -> Projection:
    def exact(value: float, unit: str) -> Estimate:
        return Estimate(value, value, value, unit)

    rates = {"netwk_node:A": a, "netwk_node:B": b}
    return Projection(
        Scenario("x"),
        workloads=tuple(
            WorkloadProjection(node, "Net-Work", {"etr_per_s": exact(rate, "1/s")})
            for node, rate in rates.items()
        ),
        resources=tuple(
            ResourceUse(node, "link", rate / 10_000, rate / 10_000, rate / 10_000)
            for node, rate in rates.items()
        ),
        bottleneck=None,
        converged=True,
    )


def test_one_link_shows_how_busy_it_is_and_its_rate(qapp) -> None:
    here = topology()
    lines = Lines(here, projected(2000, 450), None)
    assert lines.label(here.links[:1]) == "20\u00a0%"
    said = lines.explained(here.links[:1], ("A", "C"))
    assert said == [
        "A → C",
        "2,000\u00a0commands/s",
        "4,000\u00a0messages/s, as measured",
        "link 20\u00a0% busy",
    ]


def test_a_what_if_says_projected_and_what_it_was(qapp) -> None:
    here = topology()
    lines = Lines(here, projected(3000, 450), projected(2000, 450))
    assert lines.label(here.links[:1]) == "30\u00a0%"
    said = lines.explained(here.links[:1], ("A", "C"))
    assert said[1:3] == [
        "3,000\u00a0commands/s, projected",
        "as-is 2,000\u00a0commands/s",
    ]


def test_a_line_for_several_links_shows_the_sum_and_the_greatest(qapp) -> None:
    here = topology()
    lines = Lines(here, projected(2000, 450), None)
    assert lines.label(here.links) == "2 links · 2,450\u00a0commands/s · up to 20\u00a0%"
    said = lines.explained(here.links, ("LPAR1", "C"))
    assert said == [
        "LPAR1 → C",
        "2 links",
        "together 2,450\u00a0commands/s",
        "greatest: A → C, 2,000\u00a0commands/s",
        "busiest: A → C, 20\u00a0%",
    ]


def test_what_no_report_says_is_no_part_of_the_sum(qapp) -> None:
    """A node without figures, and one whose two links share its rate nobody knows how."""
    silent = Link("network", "netwk_node:C", "netwk_node:A")
    here = topology(silent)
    lines = Lines(here, projected(2000, 450), None)
    label = lines.label(here.links)
    assert label == "3 links · ≥ 2,450\u00a0commands/s · up to 20\u00a0%"
    assert "of 1 no report says how much" in lines.explained(here.links, ("X", "Y"))
    shared = topology(Link("network", "netwk_node:A", "netwk_node:B"))
    lines = Lines(shared, projected(2000, 450), None)
    assert lines.label(shared.links[:1]) == ""
    assert "no report says" in lines.explained(shared.links[:1], ("A", "C"))[1]


def test_closed_containers_join_links_and_the_line_says_so(qtbot, window, session) -> None:
    """On the canvas itself: hovering a joined line explains it instead of asking to open first."""
    document = session.document
    scene = window.pages["topology"].view.topology_scene
    joined = [key for key in scene.links if len(scene._lines[key][0]) > 1]
    if not joined:
        for container in ("lpar:SYSA", "lpar:SYSB", "cpc:1"):
            if container in document.topology and container in scene.boxes:
                scene.toggle(container)
        joined = [key for key in scene.links if len(scene._lines[key][0]) > 1]
    assert joined
    for key in joined:
        links = scene._lines[key][0]
        assert f"{len(links)} links" in scene.hover_of_link(key)


def test_a_what_if_shows_no_measured_figure_as_its_own(qapp) -> None:
    """A processor complex is not projected: beside its projected LPAR the old figure misleads."""
    from app.window.canvas.faces import faces
    from model.catalogue import catalogue

    told = Measured(27.0, "%", TOLD)
    here = Topology().with_components(
        [
            Component("cpc:1", "cpc", "1", None, {}, measured={"cp_busy_pct": told}),
            Component("lpar:A", "lpar", "A", "cpc:1", {}),
        ]
    )

    def busy(share: float) -> Projection:
        return Projection(
            Scenario("x"), (), (ResourceUse("lpar:A", "CPs", share, share, share),), None, True
        )

    as_is = faces(here, here, catalogue(), busy(0.27), None)
    assert as_is["cpc:1"].figure == "27\u00a0%"
    what_if = faces(here, here, catalogue(), busy(0.38), busy(0.27))
    assert what_if["lpar:A"].figure == "38\u00a0%"
    assert what_if["cpc:1"].figure == ""
    assert what_if["cpc:1"].utilization is None
    assert what_if["cpc:1"].ghost == "27\u00a0% measured"


def test_a_rate_that_is_a_guess_says_so_and_an_unknown_one_is_no_zero(qapp) -> None:
    """Links of a Db2 whose reads nobody told said 0 I/Os/s."""
    db2 = Component("db2_subsystem:DB2A", "db2_subsystem", "DB2A", None, {}, measured={})
    disk = Component("dasd:DASD1", "dasd", "DASD1", None, {}, measured={})
    link = Link("uses", db2.id, disk.id)
    here = Topology().with_component(db2).with_component(disk).with_links((link,))

    def lines(*rates: Estimate) -> Lines:
        metrics = dict(zip(("io_per_s",), rates, strict=False))
        work = WorkloadProjection(db2.id, "Db2", metrics)
        return Lines(here, Projection(Scenario("x"), (work,), (), None, True), None)

    assert lines().label([link]) == ""
    assert lines().explained([link], ("DB2A", "DASD1"))[1:] == [
        "How much runs over it nobody told."
    ]
    sure, guessed = Estimate(42.0, 40.0, 44.0, "I/Os/s"), Estimate(42.0, 5.0, 360.0, "I/Os/s")
    assert not lines(sure).label([link]).startswith("≈")
    assert lines(guessed).label([link]).startswith("≈ 42")
    assert any("360" in line for line in lines(guessed).explained([link], ("DB2A", "DASD1")))


def test_a_partition_with_work_of_unknown_cpu_is_at_least_so_busy(qapp) -> None:
    lacking = ResourceUse("lpar:SYSA", "CPs", 0.022, 0.02, 1.0, lacking="without DB2A")
    assert busy_share(lacking).startswith("≥")
    known = ResourceUse("lpar:SYSA", "CPs", 0.022, 0.02, 0.03)
    assert not busy_share(known).startswith("≥")
