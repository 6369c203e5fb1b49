"""JMVA and LQNX: reading, writing, and refusing what would change the answer."""

from __future__ import annotations

import pytest

from model.queueing import LayeredNetwork, Network, NetworkError, parse_network, solve
from model.queueing.interchange import XmlProblem, read_xml, write_xml

JMVA = """<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<model xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
  <parameters>
    <classes number="2">
      <closedclass name="Jobs" population="4"/>
      <openclass name="Web" rate="0.5"/>
    </classes>
    <stations number="3">
      <listation name="CPU" servers="2">
        <servicetimes>
          <servicetime customerclass="Jobs">0.25</servicetime>
          <servicetime customerclass="Web">0.4</servicetime>
        </servicetimes>
        <visits><visit customerclass="Jobs">2.0</visit><visit customerclass="Web">1</visit></visits>
      </listation>
      <listation name="Disk" servers="1">
        <servicetimes><servicetime customerclass="Jobs">0.3</servicetime></servicetimes>
        <visits><visit customerclass="Jobs">1.5</visit></visits>
      </listation>
      <delaystation name="Users">
        <servicetimes><servicetime customerclass="Jobs">3.0</servicetime></servicetimes>
        <visits><visit customerclass="Jobs">1.0</visit></visits>
      </delaystation>
    </stations>
  </parameters>
</model>
"""

LOAD_DEPENDENT = """<model><parameters>
<classes number="1"><closedclass name="A" population="3"/></classes>
<stations number="2">
<ldstation name="LD" servers="1"><servicetimes>
<servicetimes customerclass="A">1.0;0.5;0.4</servicetimes></servicetimes>
<visits><visit customerclass="A">1.0</visit></visits></ldstation>
<delaystation name="Z"><servicetimes><servicetime customerclass="A">2</servicetime></servicetimes>
<visits><visit customerclass="A">1</visit></visits></delaystation>
</stations></parameters></model>"""

LQNX = """<?xml version="1.0"?>
<lqn-model name="shop" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
  <solver-params comment="" conv_val="1e-05" it_limit="50"/>
  <processor name="pc" scheduling="inf">
    <task name="users" scheduling="ref" multiplicity="4" think-time="2">
      <entry name="u" type="PH1PH2"><entry-phase-activities>
        <activity name="u1" phase="1" host-demand-mean="0.1">
          <synch-call dest="serve" calls-mean="1.5"/>
        </activity></entry-phase-activities></entry>
    </task>
  </processor>
  <processor name="app" scheduling="ps" multiplicity="2" speed-factor="2" quantum="0.1">
    <task name="server" scheduling="fcfs" multiplicity="3">
      <entry name="serve" type="NONE"/>
      <task-activities>
        <activity name="begin" bound-to-entry="serve" host-demand-mean="0.4"/>
        <activity name="middle" host-demand-mean="0.2">
          <synch-call dest="get" calls-mean="1"/></activity>
        <activity name="tidy" host-demand-mean="0.1"/>
        <precedence><pre><activity name="begin"/></pre>
          <post><activity name="middle"/></post></precedence>
        <precedence><pre><activity name="middle"/></pre>
          <post><activity name="tidy"/></post></precedence>
        <reply-entry name="serve"><reply-activity name="middle"/></reply-entry>
      </task-activities>
    </task>
    <task name="db" scheduling="inf">
      <entry name="get" type="PH1PH2" open-arrival-rate="0.1"><entry-phase-activities>
        <activity name="g1" phase="1" host-demand-mean="0.3"/></entry-phase-activities></entry>
    </task>
  </processor>
</lqn-model>
"""


def test_jmva_demands_are_service_times_visits():
    network, notes = read_xml(JMVA, "file")
    assert isinstance(network, Network)
    assert not notes
    assert network.demands_s["Jobs"] == {"CPU": 0.5, "Disk": pytest.approx(0.45), "Users": 3.0}
    assert network.demands_s["Web"] == {"CPU": 0.4}
    assert [s.servers for s in network.stations][:2] == [2.0, 1.0]
    assert network.stations[2].is_delay
    assert network.id == "file"


@pytest.mark.parametrize("text", [JMVA, LOAD_DEPENDENT])
def test_jmva_survives_writing(text):
    network, _ = read_xml(text, "x")
    written, lost = write_xml(network, "jmva")
    assert not lost
    again, notes = read_xml(written, "x")
    assert not notes
    before, after = solve(network), solve(again)
    for name, x in before.throughput.items():
        assert after.throughput[name] == pytest.approx(x, rel=1e-12)


def test_jmva_load_dependence():
    network, _ = read_xml(LOAD_DEPENDENT, "x")
    assert network.stations[0].rate_multipliers == pytest.approx((1.0, 2.0, 2.5))


def test_jmva_keeps_think_times_and_names_what_it_cannot_say():
    network = parse_network({
        "stations": [{"name": "cpu", "discipline": "preemptive-resume", "replicas": 2}],
        "classes": [{"name": "a<&\"", "population": 3, "think_time": 2.0, "priority": 1},
                    {"name": "b", "population": 1, "think_time": 1.0, "priority": 2}],
        "demands": {"a<&\"": {"cpu": 0.5}, "b": {"cpu": 0.7}},
    })  # fmt: skip
    written, lost = write_xml(network, "jmva")
    assert any("priority" in note and "'b'" in note for note in lost)
    assert any("discipline" in note and "'cpu'" in note for note in lost)
    again, _ = read_xml(written, "x")
    assert [s.name for s in again.stations] == ["cpu (1)", "cpu (2)"]
    assert [c.think_time_s for c in again.closed] == [2.0, 1.0]


def test_jmva_written_and_read_has_the_same_response_times():
    """The delay station that stands for the think time was read as a station: 2.75 s for 0.75."""
    network = parse_network({
        "stations": [{"name": "cpu"}, {"name": "Think", "type": "delay"}],
        "classes": [{"name": "a", "population": 4, "think_time": 2.0}],
        "demands": {"a": {"cpu": 0.5, "Think": 0.1}},
    })  # fmt: skip
    written, _ = write_xml(network, "jmva")
    again, notes = read_xml(written, "x")
    assert not notes
    assert again.stations == network.stations
    assert solve(again).response == pytest.approx(solve(network).response)
    # As JMT would save it with an open class that goes there too: then it is a station.
    shared = written.replace("</classes>", '<openclass name="o" rate="0.1"/></classes>').replace(
        '<delaystation name="Think_">\n        <servicetimes>',
        '<delaystation name="Think_"><servicetimes>'
        '<servicetime customerclass="o">0.2</servicetime>',
    )
    network, _ = read_xml(shared, "x")
    assert network.stations[-1].name == "Think_"
    assert network.closed[0].think_time_s == 0.0


def test_lqnx_phases_activities_and_speed():
    network, notes = read_xml(LQNX, "file")
    assert isinstance(network, LayeredNetwork)
    assert not notes
    assert network.id == "shop"
    serve = next(e for e in network.entries if e.name == "serve")
    assert serve.host_demand_s == pytest.approx((0.3, 0.05))
    assert [(c.to, c.mean, c.phase) for c in serve.calls] == [("get", 1.0, 1)]
    users = network.tasks[0]
    assert users.reference
    assert users.think_time_s == 2.0


def test_lqnx_survives_writing():
    network, _ = read_xml(LQNX, "file")
    written, lost = write_xml(network, "lqnx")
    assert not lost
    again, _ = read_xml(written, "file")
    assert solve(again).throughput == pytest.approx(solve(network).throughput)


@pytest.mark.parametrize(
    ("text", "old", "new", "message", "line"),
    [
        (JMVA, 'population="4"', 'population="-4"', "negative", 5),
        (JMVA, ">0.25<", ">quick<", "not a number", 11),
        (JMVA, "<delaystation", "<forkstation", "forkstation|mismatched", None),
        (JMVA, 'customerclass="Web">0.4', 'customerclass="Nobody">0.4', "Nobody", None),
        (LQNX, 'name="server"', 'name="server" replication="3"', "replicated", 13),
        (LQNX, 'dest="serve"', 'dest="lost"', "'lost'", None),
        (LQNX, "<post><activity name=\"middle\"/>",
         "<post-AND><activity name=\"middle\"/></post-AND><post>", "fork", None),
        (LQNX, 'host-demand-mean="0.3"', 'host-demand-mean="$d"', "variables", None),
        (LQNX, "</lqn-model>", "", "well-formed", None),
        (LQNX, "<lqn-model", "<!DOCTYPE x [<!ENTITY a 'b'>]>\n<lqn-model", "document type", 2),
        ("<html/>", "", "", "<html>", 1),
    ],
)  # fmt: skip
def test_what_would_change_the_answer_is_refused_with_its_line(text, old, new, message, line):
    broken = text.replace(old, new, 1) if old else text
    with pytest.raises(XmlProblem, match=message) as caught:
        read_xml(broken, "x")
    if line is not None:
        assert caught.value.line == line


def test_entity_bombs_are_not_expanded():
    bomb = "<!DOCTYPE l [<!ENTITY a 'aaaaaaaaaa'>" + "".join(
        f"<!ENTITY {chr(98 + i)} '" + f"&{chr(97 + i)};" * 10 + "'>" for i in range(10)
    )
    with pytest.raises(XmlProblem, match="document type"):
        read_xml(bomb + "]><model>&k;</model>", "x")


def test_depth_is_limited():
    with pytest.raises(XmlProblem, match="too deep"):
        read_xml("<a>" * 5000, "x")


def test_treated_differently_is_noted():
    changed = LQNX.replace(
        'name="users" scheduling="ref"', 'name="users" priority="3" scheduling="ref"'
    )
    _, notes = read_xml(changed, "x")
    assert [(n.line, "priority" in n.text) for n in notes] == [(5, True)]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('host-demand-mean="0.3"', 'host-demand-mean="0.3" host-demand-cvsq="0"'),
        ('phase="1" host-demand-mean="0.1"',
         'phase="1" host-demand-mean="0.1" call-order="DETERMINISTIC"'),
        ('name="db" scheduling="inf"', 'name="db" queue-length="3" scheduling="inf"'),
        ('scheduling="ps" multiplicity="2"', 'scheduling="rand" multiplicity="2"'),
    ],
)  # fmt: skip
def test_another_model_than_was_written_is_not_answered_exactly(old, new):
    """Its chain was called exact, whatever had been left out of it."""
    as_written, _ = read_xml(LQNX, "x")
    changed, _ = read_xml(LQNX.replace(old, new), "x")
    assert solve(as_written, "exact").exact
    answer = solve(changed, "exact")
    assert answer.method == "ctmc"
    assert not answer.exact
    assert any("treated" in note or "limit" in note for note in answer.notes)


def test_priorities_of_tasks_are_not_answered_exactly_and_forwarding_not_at_all():
    """Both were left out, and the answer was called exact."""
    lqn = {
        "processors": [
            {"name": "c", "scheduling": "inf", "multiplicity": "inf"},
            {"name": "p", "scheduling": "pri", "multiplicity": 1},
        ],
        "tasks": [
            {"name": "u", "processor": "c", "multiplicity": 2, "reference": True},
            {"name": "s", "processor": "p"}, {"name": "t", "processor": "p"},
        ],
        "entries": [
            {"name": "e", "task": "u", "host_demand": [0],
             "calls": [{"to": "a", "mean": 1}, {"to": "b", "mean": 1}]},
            {"name": "a", "task": "s", "host_demand": [0.3]},
            {"name": "b", "task": "t", "host_demand": [0.5]},
        ],
    }  # fmt: skip
    assert solve(parse_network({"lqn": lqn})).exact
    lqn["tasks"][1]["priority"] = 2
    assert not solve(parse_network({"lqn": lqn})).exact
    lqn["entries"][1]["forwarding"] = [{"to": "b", "probability": 0.5}]
    with pytest.raises(NetworkError, match="forwards"):
        parse_network({"lqn": lqn})


def test_the_wrong_kind_is_refused():
    layered, _ = read_xml(LQNX, "x")
    flat, _ = read_xml(JMVA, "x")
    with pytest.raises(NetworkError, match="--to lqnx"):
        write_xml(layered, "jmva")
    with pytest.raises(NetworkError, match="--to jmva"):
        write_xml(flat, "lqnx")


def test_jmva_think_times_of_lqn2ps_and_what_is_left_out_is_named():
    network, notes = read_xml(
        """<model><description/><parameters>
  <classes number="1"><closedclass name="c" population="4" thinktime="2.5" colour="red"/></classes>
  <stations number="1"><listation name="s" servers="1">
    <servicetimes><servicetime customerclass="c">0.5</servicetime></servicetimes>
    <visits><visit customerclass="c">1</visit></visits></listation></stations></parameters>
  <algParams/><whatIf type="Customer Numbers" className="c" values="1;2"/><solutions/></model>""",
        "x",
    )
    assert network.closed[0].think_time_s == 2.5
    assert [(note.line, note.text.split(";")[0]) for note in notes] == [
        (2, "colour of <closedclass> is not known here and is left out"),
        (6, "the what-if analysis is not run"),
    ]
