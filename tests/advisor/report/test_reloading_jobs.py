"""Files of commands as they are sent: nothing is lost where a step fails, nothing is missing."""

from __future__ import annotations

import re
from functools import cache

import pytest

from advisor.engagement import Engagement
from advisor.report.command_files import IDCAMS, STEPS, _by_kind, command_files
from tests.advisor.plan.test_shops import INTERVAL, found, made, part, system
from tests.remembering import analyse, readings


@cache
def case_on(on: str) -> Engagement:
    """A file that splits control areas, with a path over it, in a pool of 4 KB buffers."""
    region = part("cics_region", "AOR", "lpar:SYS1", {"PLATFORM": on}, dict(INTERVAL))
    counts = {**INTERVAL, "requests": 500_000, "ca_splits": 3000, "exclusive_control_conflicts": 0}
    shared = {"ACCESS": "LSR", "LSRPOOLID": 1, "DATA_CISZ": 4096}
    base = {**shared, "DSNAME": "P.KUNDE"}
    path = {**shared, "BASE_DSNAME": "P.KUNDE", "TYPE": "path"}
    buffers = {**INTERVAL, "lookasides": 990_000, "reads": 10_000}
    pool = {"STRINGS": 10, "LSRPOOL": "LSRP1", "GROUP": "GRPA"}
    return made(
        "reloaded",
        [
            *system("SYS1", {"OPSYS": on}),
            region,
            part("lsr_pool", "AOR/1", "cics_region:AOR", pool, dict(INTERVAL)),
            part("lsr_buffers", "AOR/1/D4096", "lsr_pool:AOR/1", {"BUFFERS": 300}, buffers),
            part("vsam_file", "AOR/KUNDE", "cics_region:AOR", base, counts),
            part("vsam_file", "AOR/KUNDEP", "cics_region:AOR", path, dict(INTERVAL)),
        ],
    )


def files(on: str = "z/OS") -> dict[str, str]:
    """Its command files by name."""
    return {name: text.decode() for name, text in command_files(case_on(on)).items()}


def job(which: str, on: str = "z/OS") -> list[str]:
    """The statements of the job, each on one line."""
    (text,) = [t for n, t in files(on).items() if n.endswith(f"KUNDE-idcams-{which}.jcl")]
    body = [line for line in text.splitlines() if line.startswith(" ")]
    return "\n".join(body).replace(" -\n  ", "").replace("  ", " ").strip().splitlines()


@pytest.mark.parametrize("on", ["z/OS", "z/VSE"])
@pytest.mark.parametrize("which", ["after", "before"])
def test_a_job_deletes_nothing_that_it_has_not_copied_and_builds_the_indexes_again(
    which: str, on: str
) -> None:
    """The file of the job had no DEFINE AIX, and DELETE ran where REPRO had failed."""
    lines = [line.strip() for line in job(which, on)]
    assert lines[0].startswith("DEFINE CLUSTER (NAME(<")
    assert lines[0].endswith("copy>) MODEL(P.KUNDE))")
    assert all(line.startswith("IF MAXCC = 0 THEN ") for line in lines[1:])
    verbs = [line.removeprefix("IF MAXCC = 0 THEN ").split(" (")[0] for line in lines[1:]]
    assert [verb.split(" IN")[0] for verb in verbs] == [
        "REPRO",
        "DELETE P.KUNDE CLUSTER",
        "DEFINE CLUSTER",
        "REPRO",
        "DEFINE AIX",
        "BLDINDEX",
        "DEFINE PATH",
    ]


def test_a_job_of_z_vse_names_its_data_sets_by_labels() -> None:
    """REPRO INDATASET is z/OS: VSE/VSAM reads what a DLBL names (SC33-8315)."""
    (text,) = [t for n, t in files("z/VSE").items() if n.endswith("KUNDE-idcams-after.jcl")]
    assert "DATASET(" not in text
    assert "// DLBL FILE1,'P.KUNDE',,VSAM" in text
    assert "// DLBL FILE2,'<copy>',,VSAM" in text
    repros = [line for line in job("after", "z/VSE") if "REPRO" in line]
    assert ["INFILE(FILE1) OUTFILE(FILE2)" in line for line in repros] == [True, False]
    assert "INFILE(FILE2) OUTFILE(FILE1)" in repros[1]
    assert "INDATASET(P.KUNDE)" in "\n".join(job("after"))


def test_findings_and_steps_of_z_vse_name_data_sets_by_labels_as_well() -> None:
    """Only the job did: steps and findings said INDATASET, which VSE/VSAM refuses."""
    steps = [t for n, t in files("z/VSE").items() if "KUNDE-steps-" in n]
    assert len(steps) == 2
    larger = next(f for f in case_on("z/VSE").findings if f.rule == "VSM-010")
    typed = ["\n".join(text.syntax for text in larger.change_texts), *larger.back_out_commands]
    for text in (*steps, *typed):
        if "REPRO" in text:
            assert "DATASET(" not in text
            assert text.index("// DLBL FILE1,'P.KUNDE',,VSAM") < text.index("INFILE(FILE1)")
    assert sum("REPRO" in text for text in (*steps, *typed)) == 4


def test_buffers_that_a_pool_got_for_the_file_go_again() -> None:
    """The file of the way back was empty, and CEDA was the storage administrator's."""
    (after,) = [t for n, t in files().items() if n.endswith("AOR-1-steps-after.txt")]
    (before,) = [t for n, t in files().items() if n.endswith("AOR-1-steps-before.txt")]
    assert "CICS systems programmer" in after.splitlines()[0]
    assert "DATA16K(" in after
    lines = [line for line in before.splitlines() if not line.startswith("#")]
    assert lines[0].startswith("CEDA ALTER LSRPOOL(LSRP1) GROUP(GRPA) DATA16K(<blank>)")
    assert "CEDA INSTALL LSRPOOL(LSRP1) GROUP(GRPA)" in lines
    assert lines[-1] == "CEMT SET FILE(KUNDEP) OPEN"


def test_cards_of_a_new_nucleus_say_that_they_are_to_be_added_to_its_sisters_cards() -> None:
    """A file of 11 operands looked like all that the nucleus needs: CACHE, NT, LBP were not in."""
    case = analyse(readings(), name="Nordsee")
    texts = {name: text.decode() for name, text in command_files(case).items()}
    cards = [text for name, text in texts.items() if "-adarun-nucleus-" in name]
    assert len(cards) == 4
    for text in cards:
        told = " ".join(line.removeprefix("* ") for line in text.splitlines() if line[0] == "*")
        assert "Not all cards of a new nucleus: add them to a copy" in told
    others = [text for name, text in texts.items() if "-adarun-after" in name]
    assert others
    assert not any("Not all cards" in text for text in others)


def test_a_list_of_modules_is_a_member_of_its_own_and_holds_nothing_else() -> None:
    """Among the steps it had to be cut out; a comment would be read as a module's name."""
    case = analyse(readings(), name="Nordsee")
    texts = {name: text.decode() for name, text in command_files(case).items()}
    for which, last in (("after", "IGZXLPKF"), ("before", "NVPOLI30")):
        (member,) = [t for n, t in texts.items() if n.endswith(f"member-dfsmplm1-{which}.txt")]
        assert re.fullmatch(r"([A-Z0-9]+,)*[A-Z0-9]+", member.replace("\n", ""))
        assert member.strip().endswith(last)


def test_a_line_is_one_command_and_what_is_said_is_no_member() -> None:
    """VARY WLM stood behind a sentence, and a file of a member held prose."""
    goal = {"goal_response_ms": 900.0, "ended_per_s": 0.001, "appl_cp_pct": 20.0}
    velocity = {"goal_velocity_pct": 90.0, "velocity_pct": 20.0,
                "appl_cp_pct": 20.0}  # fmt: skip
    classes = [
        part("service_class", "PLEX/ONLINE.1", None, {}, dict(goal)),
        part("service_class", "PLEX/BATCH.1", None, {}, dict(velocity)),
    ]
    case = made("goals", [*system(), *classes])
    for rule in ("WLM-001", "WLM-002"):
        said, typed = [text.syntax for text in found(case, rule).change_texts]
        assert "VARY" not in said
        assert typed.split("\n")[-1] == "VARY WLM,POLICY=<policy>"
    assert _by_kind(["HCD: more aliases for this control unit"], IDCAMS) == {
        STEPS: ["HCD: more aliases for this control unit"]
    }
