"""A policy is activated as a whole: all that a window changes of it is one task."""

from __future__ import annotations

from dataclasses import replace

from advisor.findings import ChangeText, Finding, Plan, PlanStep, Task
from advisor.plan.calendar import with_calendar
from advisor.report.command_files import command_files
from advisor.rules.catalogue.zos.goals import POLICY
from model.topology import Topology
from tests.advisor.report.factory import engagement
from tests.advisor.report.factory import finding as made
from tests.advisor.rules.builders import part, topology

START = "SETXCF START,POLICY,TYPE=CFRM,POLNAME=<policy>"
POOL, LOCK = "db2_gbp:DSNC/GBP1", "cf_structure:DSNC_LOCK1"


def _typed(number: int, component: str, *lines: str, rule: str = "DB2-020") -> Finding:
    text = ChangeText(component, f"S{number}", None, None, "\n".join(lines))
    return made(
        number,
        rule=rule,
        component=component,
        changes=(),
        change_texts=(text,),
        effort="policy",
        back_out_commands=(f"IXCMIAPU: STRUCTURE NAME(former-{number})\n{START}",),
    )


def _duplexed(structure: str = "DSNC_GBP1") -> Finding:
    return _typed(
        1,
        POOL,
        f"IXCMIAPU: STRUCTURE NAME({structure}) SIZE(1M) DUPLEX(ENABLED)",
        START.replace("<policy>", "<policy with DUPLEX>"),
    )


def _larger(structure: str = "DSNC_LOCK1") -> Finding:
    return _typed(
        2,
        LOCK,
        f"IXCMIAPU: STRUCTURE NAME({structure}) SIZE(2M)",
        START,
        f"SETXCF START,REBUILD,STRNAME={structure}",
    )


def _plan(findings: list[Finding], shape: Topology) -> Plan:
    steps = tuple(PlanStep(f.id, (), None) for f in findings)
    plan = Plan("etr", tuple(f.id for f in findings), steps, ())
    return with_calendar(plan, findings, shape, None)


def _tasks(findings: list[Finding], shape: Topology) -> list[Task]:
    return [task for window in _plan(findings, shape).calendar for task in window.tasks]


SHAPE = topology(part("db2_gbp", "DSNC/GBP1"), part("cf_structure", "DSNC_LOCK1"))


def test_two_structures_are_changed_by_one_policy() -> None:
    """The second policy, made from the one of today, took the first one's duplexing back."""
    (task,) = _tasks([_duplexed(), _larger()], SHAPE)
    assert task.commands == (
        "IXCMIAPU: STRUCTURE NAME(DSNC_GBP1) SIZE(1M) DUPLEX(ENABLED)",
        "IXCMIAPU: STRUCTURE NAME(DSNC_LOCK1) SIZE(2M)",
        START,
        "SETXCF START,REBUILD,STRNAME=DSNC_LOCK1",
    )


def test_a_structure_that_is_rebuilt_is_duplexed_by_a_policy_of_its_own() -> None:
    (task,) = _tasks([_larger("DSNC_GBP1"), _duplexed()], SHAPE)
    assert sum("START,POLICY" in line for line in task.commands) == 2


def test_policies_of_two_sysplexes_stay_apart() -> None:
    shape = topology(
        part("coupling_facility", "CF1", None, {"SYSPLEX": "PLEX1"}),
        part("coupling_facility", "CF2", None, {"SYSPLEX": "PLEX2"}),
        part("db2_gbp", "DSNC/GBP1"),
        part("cf_structure", "DSNC_LOCK1", "coupling_facility:CF1"),
    )
    assert len(_tasks([_duplexed(), _larger()], shape)) == 2


def test_two_goals_are_one_service_definition() -> None:
    """Each was installed after the other, made from the one of today."""
    classes = ("service_class:PLEX1/A.1", "service_class:PLEX1/B.1")
    shape = topology(*(part("service_class", one.partition(":")[2]) for one in classes))
    found = [
        replace(
            _typed(n, one, f"a goal for {one}", rule="WLM-001"),
            change_texts=(
                ChangeText(one, "GOAL", None, None, f"a goal for {one}"),
                ChangeText(one, "POLICY", None, None, POLICY.command),
            ),
        )
        for n, one in enumerate(classes)
    ]
    (task,) = _tasks(found, shape)
    goals = [f"a goal for {one}" for one in classes]
    assert task.commands == (*goals, *POLICY.command.split("\n"))


def test_the_files_say_that_a_policy_has_all_its_structures() -> None:
    found = [_duplexed(), _larger()]
    case = engagement(tuple(found))
    case = replace(case, plan=_plan(found, SHAPE))
    for name, content in command_files(case).items():
        if "steps" in name:
            assert b"all its structures" in content.replace(b"\n# ", b" "), name


def test_who_runs_the_sysplex_activates_what_several_own() -> None:
    """The lock structure of another subsystem was the Db2 DBA's, as the first structure was."""
    own, other = _duplexed(), replace(_larger(), rule="CF-006")
    roles = [task.role for task in _tasks([own, other], SHAPE)]
    assert roles == ["z/OS systems programmer"]
    assert [task.role for task in _tasks([own], SHAPE)] == ["Db2 DBA"]


def test_a_policy_is_a_job_that_asks_for_all_its_other_structures() -> None:
    """The statements stood in the steps alone, without the job that defines a policy."""
    found = [_duplexed(), _larger()]
    case = replace(engagement(tuple(found)), plan=_plan(found, SHAPE))
    (job,) = [t.decode() for n, t in command_files(case).items() if n.endswith("cfrm-after.jcl")]
    lines = [line for line in job.splitlines() if not line.startswith("//*")]
    assert lines[0].startswith("//CFRM     JOB")
    assert "//STEP1    EXEC PGM=IXCMIAPU" in lines
    assert lines[lines.index("//SYSIN    DD *") + 1 :] == [
        " DATA TYPE(CFRM) REPORT(YES)",
        " DEFINE POLICY NAME(<policy>) REPLACE(YES)",
        " <CF statements and all other structures of the policy in use>",
        " STRUCTURE NAME(DSNC_GBP1) SIZE(1M) DUPLEX(ENABLED)",
        " STRUCTURE NAME(DSNC_LOCK1) SIZE(2M)",
        "/*",
    ]
    assert all(len(line) < 72 for line in job.splitlines())
