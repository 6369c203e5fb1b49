"""CFRM policies define a structure as a whole: nothing of today's policy is lost by a step."""

from __future__ import annotations

from typing import Any

import pytest

from advisor.findings import Finding
from advisor.rules import rules
from model.topology import Value
from tests.advisor.plan.test_shops import INTERVAL, found, made, part, system

POLICY = {
    "SIZE_MB": 4096,
    "POLICY_SIZE_MB": 8192,
    "PREFLIST": "CF01,CF02",
    "POLICY_DUPLEX": "DISABLED",
}
OWN = {name: value for name, value in POLICY.items() if name != "PREFLIST"}
FACILITY = part("cf", "CF01", None, {"STORAGE_GB": 64})


def typed(finding: Finding) -> list[str]:
    return "\n".join(text.syntax for text in finding.change_texts).split("\n")


def back(finding: Finding) -> list[str]:
    return "\n".join(finding.back_out_commands).split("\n")


def structure(kind: str, settings: dict[str, Value], rule: str, **measured: float) -> Finding:
    one = part("cf_structure", "DSNG_X1", "cf:CF01", {"TYPE": kind, **settings}, measured)
    return found(made("policy", [*system(), FACILITY, one]), rule)


def test_a_larger_structure_keeps_the_policys_largest_size_its_facilities_and_duplexing() -> None:
    """SIZE was set to the new allocation, below what the policy allows, and DUPLEX was lost."""
    finding = structure(
        "cache", POLICY, "CF-007", directory_reclaims=900, reclaim_invalidations=800
    )
    statement = "IXCMIAPU: STRUCTURE NAME(DSNG_X1) INITSIZE({}M) SIZE(8192M) PREFLIST(CF01,CF02)"
    assert typed(finding)[0] == f"{statement.format(5120)} DUPLEX(DISABLED)"
    assert back(finding) == [
        f"{statement.format(4096)} DUPLEX(DISABLED)",
        "SETXCF START,POLICY,TYPE=CFRM,POLNAME=<policy>",
        "SETXCF START,REBUILD,STRNAME=DSNG_X1",
    ]


@pytest.mark.parametrize(
    ("told", "operands"),
    [
        ({"SIZE_MB": 4096}, "INITSIZE(5120M) SIZE(5120M) PREFLIST(<cf1>,<cf2>)"),
        ({**POLICY, "SIZE_MB": 10_240.5, "POLICY_SIZE_MB": 10_240.5},
         "INITSIZE(12801M) SIZE(12801M) PREFLIST(CF01,CF02) DUPLEX(DISABLED)"),
    ],
)  # fmt: skip
def test_what_nobody_tells_of_a_policy_is_left_to_fill_in(
    told: dict[str, Value], operands: str
) -> None:
    finding = structure("cache", told, "CF-007", directory_reclaims=900, reclaim_invalidations=800)
    assert typed(finding)[0] == f"IXCMIAPU: STRUCTURE NAME(DSNG_X1) {operands}"


def test_a_lock_table_goes_back_under_its_own_name_and_size() -> None:
    """Its way back was SETXCF START,REBUILD,STRNAME=<structure>."""
    figures = {"lock_requests.lock": 9e6, "lock_contentions.lock": 9e5}
    finding = structure("lock", POLICY, "CF-006", **figures, **{"lock_false_contentions.lock": 8e5})
    assert "INITSIZE(8192M) SIZE(8192M)" in typed(finding)[0]
    assert "NAME(DSNG_X1) INITSIZE(4096M) SIZE(8192M)" in back(finding)[0]
    assert back(finding)[-1] == "SETXCF START,REBUILD,STRNAME=DSNG_X1"


def test_a_small_initial_size_goes_back_to_what_it_was() -> None:
    told = {**POLICY, "SIZE_MB": 1024, "INITSIZE_MB": 1024, "ALLOW_ALTER": False}
    finding = structure("list", told, "CF-009")
    assert "INITSIZE(8192M) SIZE(8192M)" in typed(finding)[0]
    assert "AUTOALT" not in typed(finding)[0]
    assert "INITSIZE(1024M) SIZE(8192M)" in back(finding)[0]


def duplexed(settings: dict[str, Value], *structures: dict[str, Any]) -> Finding:
    db2 = part("db2_subsystem", "DB2A", "lpar:SYS1", {"MEMBERS": 2}, dict(INTERVAL))
    pool = part("db2_gbp", "DSNG/GBP1", None, {"DUPLEX": False, **settings})
    link = [{"kind": "member", "source": "db2_gbp:DSNG/GBP1", "target": "db2_subsystem:DB2A"}]
    return found(
        made("duplex", [*system(), FACILITY, *structures, db2, pool], links=link), "DB2-020"
    )


def test_duplexing_keeps_the_sizes_of_the_policy_and_ends_by_it() -> None:
    """SIZE(4096M) took away half of the policy's size; INITSIZE(<KB>) was left to fill in."""
    finding = duplexed(
        OWN,
        part("cf_structure", "DSNG_GBP1", "cf:CF01", {"PREFLIST": "CF02,CF01"}),
    )
    operands = "NAME(DSNG_GBP1) INITSIZE(4096M) SIZE(8192M) PREFLIST(CF02,CF01)"
    assert typed(finding) == [
        f"IXCMIAPU: STRUCTURE {operands} DUPLEX(ENABLED)",
        "SETXCF START,POLICY,TYPE=CFRM,POLNAME=<policy with DUPLEX>",
    ]
    assert back(finding)[0] == f"IXCMIAPU: STRUCTURE {operands} DUPLEX(DISABLED)"
    unsaid = duplexed({"SIZE_MB": 4096})
    assert back(unsaid)[0].endswith("PREFLIST(<cf1>,<cf2>) DUPLEX(ALLOWED)")


@pytest.mark.parametrize(("policy_mb", "altered"), [(8192, True), (4096, False), (None, False)])
def test_a_full_cache_structure_is_altered_up_to_the_policys_size_only(
    policy_mb: int | None, altered: bool
) -> None:
    """SETXCF START,ALTER was typed above SIZE as well, where XCF goes no further."""
    told: dict[str, Value] = {"SIZE_MB": 4096, "TYPE": "cache"}
    if policy_mb:
        told["POLICY_SIZE_MB"] = policy_mb
    cache = part("cf_structure", "ADACACHE", "cf:CF01", told, {"structure_full_events": 900})
    database = part(
        "adabas_database", "10", None, {"PRODUCT": "ALS"}, {**INTERVAL, "etr_per_s": 900}
    )
    nucleus = part(
        "adabas_nucleus", "10-1", "lpar:SYS1", {"FMXIO": 16, "LFIOP": 500}, dict(INTERVAL)
    )
    links = [
        {"kind": "member", "source": nucleus["id"], "target": database["id"]},
        {"kind": "coupled", "source": database["id"], "target": cache["id"]},
    ]
    finding = found(
        made("full", [*system(), FACILITY, cache, database, nucleus], links=links), "ADA-005"
    )
    lines = typed(finding)
    assert any(line.startswith("SETXCF START,ALTER") for line in lines) is altered
    assert any(line.startswith("SETXCF START,REBUILD") for line in lines) is not altered


def test_what_a_group_buffer_pool_needs_is_one_task() -> None:
    """Ratio and duplexing were tasks of two people, and each rebuilt the structure."""
    ways = [rule.applying for rule in rules() if rule.id in ("DB2-004", "DB2-019", "DB2-020")]
    assert len({(way.effort, way.roles[0]) for way in ways if way is not None}) == 1


@pytest.mark.parametrize(
    ("parts", "first"),
    [
        ((), "D CF"),
        (("cf", "structure"), "IXCMIAPU:"),
        (("structure",), "D CF"),
    ],
)
def test_room_for_a_larger_group_buffer_pool_is_looked_for_where_nobody_told_it(
    parts: tuple[str, ...], first: str
) -> None:
    """It grew whatever the coupling facility had left, which no report had told."""
    pool = part("db2_gbp", "DSNG/GBP1", None, {"SIZE_MB": 100}, {"data_pages": 50_000})
    one = part(
        "cf_structure",
        "DSNG_GBP1",
        "cf:CF01" if "cf" in parts else None,
        {"TYPE": "cache", "SIZE_MB": 100},
    )
    beside = [*([FACILITY] if "cf" in parts else []), *([one] if "structure" in parts else [])]
    finding = found(made("room", [*system(), *beside, pool]), "DB2-019")
    assert typed(finding)[0].startswith(first)


def test_a_group_buffer_pool_that_does_not_fit_is_held_back() -> None:
    pool = part("db2_gbp", "DSNG/GBP1", None, {"SIZE_MB": 100}, {"data_pages": 500_000})
    one = part("cf_structure", "DSNG_GBP1", "cf:CF01", {"TYPE": "cache", "SIZE_MB": 100})
    small = part("cf", "CF01", None, {"STORAGE_GB": 1})
    case = made("small", [*system(), small, one, pool])
    assert not [f for f in case.findings if f.rule == "DB2-019"]
    (outcome,) = [o for o in case.outcomes if o.rule == "DB2-019"]
    assert outcome.outcome == "held back"
    assert "do not fit into the 1,024 MB" in outcome.sentence


def test_what_a_rebuild_needs_beside_the_structure_of_today_is_said() -> None:
    """5,120 MB were to be built beside 4,096 in a facility that has 6,144."""
    one = part(
        "cf_structure",
        "DSNG_X1",
        "cf:CF01",
        {"TYPE": "cache", **POLICY},
        {"directory_reclaims": 900, "reclaim_invalidations": 800},
    )
    small = part("cf", "CF01", None, {"STORAGE_GB": 6})
    finding = found(made("beside", [*system(), small, one]), "CF-007")
    (said,) = finding.caveats
    assert "has 2,048 MB left beside it" in said
    assert "another facility of PREFLIST" in said


@pytest.mark.parametrize(
    ("policy", "expected"),
    [
        ("ALLOWED", ["{stop}", "{start}", "SETXCF START,REBUILD,DUPLEX,STRNAME=DSNG_GBP1"]),
        (
            "ENABLED",
            [
                "{policy} DUPLEX(ALLOWED)",
                "SETXCF START,POLICY,TYPE=CFRM,POLNAME=<policy>",
                "{stop}",
                "{start}",
                "{policy} DUPLEX(ENABLED)",
                "SETXCF START,POLICY,TYPE=CFRM,POLNAME=<policy with DUPLEX>",
            ],
        ),
    ],
)
def test_duplexing_ends_before_a_structure_is_rebuilt(policy: str, expected: list[str]) -> None:
    """A rebuild of a duplexed structure was typed, which is refused."""
    settings = {**OWN, "RATIO": 200, "DUPLEX": True, "POLICY_DUPLEX": policy}
    counted = {"directory_reclaims": 900, "reclaim_invalidations": 800, "writes_failed": 0}
    pool = part("db2_gbp", "DSNG/GBP1", None, settings, counted)
    finding = found(made("policy", [*system(), FACILITY, pool]), "DB2-004")
    known = {
        "stop": "SETXCF STOP,REBUILD,DUPLEX,STRNAME=DSNG_GBP1,KEEP=OLD",
        "start": "SETXCF START,REBUILD,STRNAME=DSNG_GBP1",
        "policy": "IXCMIAPU: STRUCTURE NAME(DSNG_GBP1) INITSIZE(4096M) SIZE(8192M) "
        "PREFLIST(<cf1>,<cf2>)",
    }
    lines = [line.format(**known) for line in expected]
    # RATIO(400) was typed, which no release before Db2 12 takes.
    assert typed(finding) == ["-ALTER GROUPBUFFERPOOL(GBP1) RATIO(255)", *lines]
    assert back(finding) == ["-ALTER GROUPBUFFERPOOL(GBP1) RATIO(200)", *lines]


def test_a_ratio_that_is_as_large_as_it_may_be_asks_for_a_larger_structure() -> None:
    counted = {"directory_reclaims": 900, "reclaim_invalidations": 800, "writes_failed": 0}
    pool = part("db2_gbp", "DSNG/GBP1", None, {**OWN, "RATIO": 240}, counted)
    finding = found(made("policy", [*system(), FACILITY, pool]), "DB2-004")
    assert any("INITSIZE(5120M)" in line for line in typed(finding))
    assert any("255 at most" in note for note in finding.notes)
