"""Components that no report places, by the list of address spaces of a system."""

from advisor.installation import build_installation
from advisor.observations import Observation
from advisor.reading import read_bytes
from tests.advisor.installation.test_builder import reading, seen


def listed(system: str, *jobs: str) -> tuple[Observation, ...]:
    return tuple(seen(f"lpar:{system}", f"job.{job}.cpu_pct", 4.2, "%") for job in jobs)


REGION = seen("cics_region:CICPRD07", "setting.MXT", 120)
DB2 = seen("db2_subsystem:DBP1", "setting.CMTSTAT", "INACTIVE")
MQ = seen("mq_manager:MQP1", "setting.VERSION", "9.4.0")


def test_a_system_s_list_of_jobs_places_what_is_named_like_them() -> None:
    jobs = listed("PRD2", "CICPRD07", "DBP1DBM1", "MQP1CHIN", "MQP1MSTR", "NETVIEW")
    built = build_installation([reading(*jobs, *listed("PRD3", "CICPRD08"), REGION, DB2, MQ)])
    parents = {c.id: c.parent for c in built.topology if c.kind != "lpar"}
    assert len(parents) == 3
    assert set(parents.values()) == {"lpar:PRD2"}
    assert not [q for q in built.questions if q.metric == "relation.parent"]


def test_what_two_systems_list_or_a_report_places_is_not_placed_by_lists() -> None:
    jobs = listed("PRD2", "CICPRD07", "MQP1MSTR"), listed("PRD3", "CICPRD07")
    said = seen("mq_manager:MQP1", "relation.parent", "lpar:PRD3")
    built = build_installation([reading(*jobs[0], *jobs[1], REGION, MQ, said)])
    assert built.topology["cics_region:CICPRD07"].parent is None
    assert built.topology["mq_manager:MQP1"].parent == "lpar:PRD3"


def test_a_region_whose_job_has_another_name_is_placed_by_its_job() -> None:
    page = (
        "Applid CICPRD07  Sysid PR07  Jobname CICSPROD  Date 04/11/2025  Time 10:15:00    CICS 5\n"
        "\nTransaction Manager\n___________________\n\n"
        "  Maximum transactions allowed (MXT) . . :            120\n"
    )
    (statistics,) = read_bytes("stat.txt", page.encode())
    built = build_installation([reading(*listed("PRD2", "CICSPROD")), statistics])
    assert built.topology["cics_region:CICPRD07"].value("JOBNAME") == "CICSPROD"
    assert built.topology["cics_region:CICPRD07"].parent == "lpar:PRD2"
