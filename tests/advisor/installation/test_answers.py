"""Answers: they count as a source, place what no report names, and are asked for by rules."""

from __future__ import annotations

from pathlib import Path

from advisor.analysis import analyse
from advisor.asking import is_read
from advisor.engagement import Options
from advisor.installation import build_installation
from advisor.installation.builder import _completed, _homeless
from advisor.installation.left_out import key_of
from advisor.observations import ANSWER, Problem
from advisor.reading import read_path
from model.catalogue import catalogue
from model.topology import AddComponent, Change, Component, SetSetting, Setting, Topology, Value

SAMPLES = Path(__file__).resolve().parents[3] / "samples" / "formats"
STACK, MEMBER = SAMPLES / "netstat.txt", SAMPLES / "ieasys00.txt"
CONNECTION = "tcp_connection:TCPIP/0000A41C"
WAITALL = (CONNECTION, "setting.MSG_WAITALL")
SERVER = "cognos_server:BI"


def test_what_no_report_could_tell_is_asked_and_the_answer_is_quoted() -> None:
    asked = analyse(list(read_path(STACK)), Options(bands=False))
    question = next(q for q in asked.installation.questions if (q.subject, q.metric) == WAITALL)
    assert "TCP-002" in question.question
    assert not is_read("tcp_connection", "setting.MSG_WAITALL")
    assert "TCP-002" not in {f.rule for f in asked.findings}

    told = analyse(list(read_path(STACK)), Options(answers={WAITALL: False}, bands=False))
    assert WAITALL not in {(q.subject, q.metric) for q in told.installation.questions}
    (finding,) = [f for f in told.findings if f.rule == "TCP-002"]
    (line,) = [e for e in finding.evidence if e.metric == "MSG_WAITALL"]
    assert (line.file, line.line, line.value) == (ANSWER.text, 0, False)


def test_what_a_report_would_tell_is_not_asked_by_rules() -> None:
    asked = analyse(list(read_path(STACK)), Options(bands=False))
    assert is_read("tcp_connection", "setting.RECEIVEBUFFERSIZE")
    assert "setting.RECEIVEBUFFERSIZE" not in {q.metric for q in asked.installation.questions}


def test_a_component_that_no_report_names_is_placed_by_an_answer() -> None:
    readings = list(read_path(MEMBER))
    answers = {(SERVER, "setting.CUBES"): 4, (SERVER, "relation.parent"): "lpar:SYSB"}
    topology = build_installation(readings, answers).topology
    assert topology[SERVER].parent == "lpar:SYSB"
    assert topology[SERVER].value("CUBES") == 4


def test_an_answer_about_nothing_says_what_to_add() -> None:
    readings = list(read_path(MEMBER))
    for answers in (
        {(SERVER, "setting.CUBES"): 4},
        {(SERVER, "relation.parent"): "lpar:NOWHERE"},
        {("nonsense:X", "relation.parent"): "lpar:SYSB"},
    ):
        installation = build_installation(readings, answers)
        assert SERVER not in installation.topology
        (problem,) = installation.problems
        assert "relation.parent" in problem.sentence


def test_an_answer_about_what_was_added_by_hand_is_given_to_it() -> None:
    """The place too, of what is on paper only, and of what a report names."""
    cpc, lpar = "cpc:CPC 1", "lpar:Logical partition 1"
    added: list[Change] = [
        AddComponent(Component(cpc, "cpc", "CPC 1", None, {}, {})),
        AddComponent(Component(lpar, "lpar", "Logical partition 1", cpc, {}, {})),
    ]
    answers: dict[tuple[str, str], Value] = {
        (lpar, "setting.CPS"): 16,
        (lpar, "cp_busy_pct"): 44.0,
        (SERVER, "relation.parent"): lpar,
    }
    installation = build_installation([], answers, added)
    assert installation.problems == ()
    made = installation.topology[lpar]
    assert (made.value("CPS"), made.settings["CPS"].origin) == (16, ANSWER)
    assert made.measure("cp_busy_pct") == 44.0
    assert installation.topology[SERVER].parent == lpar
    # What is changed afterwards counts, and what was taken away again is said to be missing.
    changed = build_installation([], answers, [*added, SetSetting(lpar, "CPS", 8)])
    assert changed.topology[lpar].value("CPS") == 8
    assert len(build_installation([], answers, added[:1]).problems) == 2  # one each


def test_a_region_on_zvse_is_not_put_into_a_zos_system() -> None:
    """It is offered one of its own, and asks on for what that system has."""
    region, where = "cics_region:PROD", ("cics_region:PROD", "relation.parent")
    made = [
        AddComponent(Component("lpar:SYSA", "lpar", "SYSA", None, {"CPS": Setting(8)}, {})),
        AddComponent(
            Component(region, "cics_region", "PROD", None, {"PLATFORM": Setting("z/VSE")}, {})
        ),
    ]
    topology = Topology({c.component.id: c.component for c in made})
    (question,) = [q for q in _homeless(topology, catalogue()) if q.subject == region]
    assert question.choices == ("lpar:VSE1",)
    problems: list[Problem] = []
    placed = _completed(topology, {where: "lpar:VSE1"}, (), catalogue(), problems)
    assert problems == []
    assert placed[region].parent == "lpar:VSE1"
    assert placed["lpar:VSE1"].value("OPSYS") == "z/VSE"
    # A second region is offered the system that is known now.
    second = placed.with_component(
        Component("cics_region:TEST", "cics_region", "TEST", None, placed[region].settings, {})
    )
    (question,) = [q for q in _homeless(second, catalogue()) if q.subject == "cics_region:TEST"]
    assert question.choices == ("lpar:VSE1",)


def test_only_what_an_answer_can_mend_is_asked() -> None:
    """A nucleus that no report places is asked once, a database without nuclei not for a number."""
    asked = analyse(list(read_path(SAMPLES / "ada85-session.txt")), Options(bands=False))
    keys = {(q.subject, q.metric) for q in asked.installation.questions}
    assert any(metric == "relation.parent" for _, metric in keys)
    assert not any(metric == "parent" for _, metric in keys)
    asked = analyse(list(read_path(SAMPLES / "stress-test.csv")), Options(bands=False))
    assert any("no nucleus is known" in str(a.missing) for a in asked.baseline.anchors)
    assert "setting.NUCLEI" not in {q.metric for q in asked.installation.questions}


def test_a_measured_figure_is_asked_for_with_its_unit() -> None:
    asked = analyse(list(read_path(SAMPLES / "jvm.options")), Options(bands=False))
    (question,) = [q for q in asked.installation.questions if q.metric == "cpu_s_per_s"]
    assert question.unit


def test_a_report_that_is_left_out_is_in_no_figure_and_is_no_wrong_answer() -> None:
    (reading,) = read_path(MEMBER)
    whole = analyse([reading], Options(bands=False))
    assert list(whole.installation.topology)
    out = analyse([reading], Options(answers={key_of(reading.file): True}, bands=False))
    assert not list(out.installation.topology)
    assert not out.readings
    assert not out.installation.problems


def test_an_answer_under_an_unknown_name_is_refused_with_the_names_there_are() -> None:
    """Such a one was dropped without a word, and its question stayed open."""
    readings = list(read_path(STACK))
    for wrong, named in (
        ("setting.RECEIVEBUFERSIZE", "RECEIVEBUFFERSIZE"),
        ("RECIEVEBUFFERSIZE", "RECEIVEBUFFERSIZE"),
        ("nonsense", "lists the names that it has"),
        ("relation.nonsense", "lists the names that it has"),
    ):
        installation = build_installation(readings, {(CONNECTION, wrong): 1})
        (problem,) = (p for p in installation.problems if "was not taken" in p.sentence)
        assert wrong in problem.sentence
        assert named in problem.sentence
        assert "'plexwright kinds tcp_connection'" in problem.sentence
        assert wrong not in installation.topology[CONNECTION].measured


def test_a_setting_may_be_answered_by_its_own_name() -> None:
    readings = list(read_path(STACK))
    topology = build_installation(readings, {(CONNECTION, "MSG_WAITALL"): False}).topology
    assert topology[CONNECTION].value("MSG_WAITALL") is False
