"""Commands as files: complete, in order, with the way back, masked like the rest."""

from __future__ import annotations

import re
from functools import cache

import pytest

from advisor.engagement import Constraints, Engagement, Options
from advisor.report import ReportOptions
from advisor.report.command_files import INDEX, cards, command_files, continued
from advisor.translation import is_spoken
from tests.advisor.plan.test_shops import INTERVAL, made, part, system
from tests.advisor.plan.test_shops_necessary import managers_pool
from tests.remembering import analyse, readings


@cache
def case() -> Engagement:
    return analyse(readings(), name="Nordsee")


@cache
def files(language: str = "en", mask: bool = False) -> dict[str, str]:
    found = command_files(case(), ReportOptions(language, mask=mask))  # type: ignore[arg-type]
    return {name: content.decode() for name, content in found.items()}


def statements(text: str) -> list[str]:
    return [line for line in text.splitlines() if not line.startswith("#")]


def test_every_command_of_the_calendar_stands_in_the_steps_of_its_task() -> None:
    after = [text for name, text in files().items() if name.endswith("steps-after.txt")]
    tasks = [task for window in case().plan.calendar for task in window.tasks]
    assert len(after) == len(tasks)
    assert sorted(statements(text) for text in after) == sorted(
        [line for line in task.commands if not is_spoken(line)] for task in tasks
    )


def test_the_index_names_every_file() -> None:
    assert all(name in files()[INDEX] for name in files() if name != INDEX)


def test_cards_come_as_they_are_before_and_after() -> None:
    after = next(t for n, t in files().items() if "adarun-after" in n and "CDATAMAXS" in t)
    before = next(t for n, t in files().items() if "adarun-before" in n and "CDATAMAXS" in t)
    assert "CDATAMAXS=31500M" in before
    assert "CDATAMAXS=31500M" not in after


def test_cards_go_back_with_the_database_that_they_are_of() -> None:
    """The structure's task had the former DIRRATIO, the database's neither end nor start."""
    by_name = {name: text for name, text in files().items() if "steps-before" in name}
    (structure,) = (text for name, text in by_name.items() if "ADADB010CACHE" in name)
    (database,) = (text for name, text in by_name.items() if name.startswith("03-02-10-"))
    assert "ADARUN" not in structure
    assert "SETXCF START,POLICY" in structure
    end, cards_, start = statements(database)
    assert (end, start[:2]) == ("ADADBS OPERCOM ADAEND,GLOBAL", "S ")
    after = next(t for n, t in files().items() if n.startswith("03-02-10-steps-after"))
    names = [set(re.findall(r"(\w+)=", line)) for line in (cards_, statements(after)[1])]
    assert names[0] == names[1]
    assert "DIRRATIO=11,ELEMENTRATIO=10" in cards_
    # Where the structure is allocated by the former policy again, that is in effect before.
    assert "To go back, in this order: 03-03, 03-01, 03-02" in files()[INDEX]
    assert files()[INDEX].count("in this order") == 1


def test_what_was_done_last_is_taken_back_first() -> None:
    """A pool moved above the bar and then enlarged ends below the bar again."""
    back = next(t for n, t in files().items() if "MQA1-1-csqinp1-before" in n)
    defined = [line for line in back.splitlines() if line.startswith("DEFINE")]
    assert "LOCATION(BELOW)" in defined[-1]


@pytest.mark.thorough
def test_two_sizes_of_one_pool_go_back_with_one_installation() -> None:
    """Not with half of a second one."""
    slight = Options(constraints=Constraints(min_gain_pct=0.0))
    found = command_files(analyse(readings(), slight, name="Nordsee"), ReportOptions())
    pool = next(t for n, t in found.items() if "NVVSECI1-1-steps-before" in n).decode()
    lines = statements(pool)
    assert [line.split()[:2] for line in lines] == [
        ["CEDA", "ALTER"],
        *[["CEMT", "SET"]] * 2,  # both files of the pool
        ["CEDA", "INSTALL"],
        *[["CEMT", "SET"]] * 2,
    ]
    assert "INDEX2K(" in lines[0]
    assert "DATA4K(" in lines[0]


def test_input_of_products_stays_within_its_columns() -> None:
    for name, text in files().items():
        if "-steps-" not in name and name != INDEX:
            assert max(map(len, text.splitlines())) <= 72, name


def test_access_method_services_begin_in_the_second_column_of_a_job() -> None:
    job = next(t for n, t in files().items() if n.endswith("idcams-after.jcl"))
    lines = job.splitlines()
    assert lines[0] == "// JOB IDCAMS"  # the region's files are on z/VSE
    assert lines[-2:] == ["/*", "/&"]
    assert all(line.startswith("* ") for line in lines[1 : lines.index(VSE_LABEL)])
    body = lines[lines.index("// EXEC IDCAMS,SIZE=AUTO") + 1 : -2]
    assert body
    assert all(line.startswith(" ") for line in body)
    assert body[0].startswith(" DEFINE CLUSTER (NAME(<copy>) MODEL(NVPROD.VSAM.")


def test_the_job_around_them_is_of_the_system_that_the_file_is_on() -> None:
    """A z/VSE customer got //IDCAMS JOB and EXEC PGM=IDCAMS, which z/VSE refuses."""
    for on, first, last in (("z/VSE", "// JOB IDCAMS", "/&"), ("z/OS", "//IDCAMS   JOB", "/*")):
        made_files = command_files(splitting(on), ReportOptions())
        (job,) = (t.decode() for n, t in made_files.items() if n.endswith("idcams-after.jcl"))
        lines = job.splitlines()
        assert lines[0].startswith(first)
        assert lines[-1] == last
        assert ("//SYSIN    DD *" in lines) == (on == "z/OS")


def splitting(on: str) -> Engagement:
    """A file, a tenth of whose inserts split a control interval."""
    region = "cics_region:AOR"
    settings = {"ACCESS": "NSR", "DSNAME": "PROD.KUNDEN", "DATA_CISZ": 4096}
    figures = {**INTERVAL, "adds": 10_000.0, "ci_splits": 1_000.0}
    return made(
        "splits",
        [
            *system("SYS1", {"OPSYS": on}),
            part("cics_region", "AOR", "lpar:SYS1", {"PLATFORM": on}, INTERVAL),
            part("vsam_file", "AOR/KUNDEN", region, settings, figures),
        ],
    )


VSE_LABEL = "// DLBL IJSYSUC,'<user catalog>',,VSAM"


def test_names_are_masked_in_contents_and_file_names() -> None:
    told = " ".join((*files(mask=True), *files(mask=True).values()))
    for name in ("NVVSECI1", "MQA1", "POLMST", "TARIF", "NATB0450", "IMSA", "dfsmplm1"):
        assert name not in told, name


def test_a_report_in_german_gives_them_in_german() -> None:
    assert files("de")[INDEX].startswith("Änderungskalender")
    assert any("in spitzen Klammern" in text for text in files("de").values())
    # Two places to be filled in were English among German ones.
    every = "\n".join(files("de").values())
    assert "<Benutzerkatalog>" in every
    assert "<CF-Anweisungen und alle anderen Strukturen" in every
    # What is said of the policy stands with it, and not among the cards of nuclei.
    about = {name for name, text in files().items() if "The CFRM policy (job" in text}
    assert about
    assert all("-cfrm" in name or "-steps-" in name for name in about)


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("ADARUN A=1", ["ADARUN A=1"]),
        (
            "ADARUN " + ",".join(f"PARAMETER{n}=1000000" for n in range(5)),
            [
                "ADARUN PARAMETER0=1000000,PARAMETER1=1000000,PARAMETER2=1000000",
                "ADARUN PARAMETER3=1000000,PARAMETER4=1000000",
            ],
        ),
    ],
)
def test_long_statements_stand_on_several_cards(line: str, wanted: list[str]) -> None:
    assert cards(line) == wanted


def test_a_continued_command_is_the_same_without_its_signs() -> None:
    line = "DEFINE " + " ".join(f"KEYWORD{n}(VALUE)" for n in range(9))
    parts = continued(line)
    assert len(parts) > 1
    assert " ".join(part.removesuffix("+").strip() for part in parts) == line


def test_an_operand_stands_once_among_the_cards() -> None:
    for name, text in files().items():
        if "-adarun-" in name:
            lines = [line for line in text.splitlines() if line.startswith("ADARUN ")]
            operands = ",".join(line.removeprefix("ADARUN ") for line in lines).split(",")
            assert len({o.partition("=")[0] for o in operands}) == len(operands), name


def test_every_nucleus_that_is_added_is_started_and_can_be_ended() -> None:
    """From 8 to 12 nuclei is four starts, each with its number, WORK and PLOG."""
    (start,) = [t for n, t in files().items() if "steps-after" in n and "PROG=ADANUC" in t]
    (end,) = [t for n, t in files().items() if "steps-before" in n and ",ADAEND" in t]
    for number in range(9, 13):
        for what in (
            "NUCID=<number of",
            "DDWORKR1 DD DISP=SHR,DSN=<WORK of",
            "DSN=<PLOG 1 of",
            "DDPLOGR2 DD DISP=SHR,DSN=<PLOG 2 of",
            "WORKFRM SIZE=<cylinders of WORK of",
            "S <started task of",
        ):
            assert f"{what} nucleus {number}>" in start
        assert f"F <nucleus {number}>,ADAEND" in end
    assert "nucleus 8>" not in start + end
    # What makes it one of its cluster, and its PLOG by the blocks that its sisters have (DUALPLS).
    card = next(line for line in start.splitlines() if line.startswith("ADARUN PROG=ADANUC"))
    for operand in ("SVC=249", "CLUGROUPNAME=ADADB010", "CLULOCKNAME=ADADB010LOCK", "LP=290000"):
        assert f",{operand}," in card
    assert start.count("ADAFRM PLOGFRM SIZE=300000B,DEVICE=8393,NUMBER=") == 8
    assert "to be filled in: 25." in start
    assert len([name for name in files() if "-adarun-nucleus-" in name]) == 4


def test_a_pool_that_was_added_is_deleted_on_the_way_back() -> None:
    """It outlives its definition in CSQINP1 (IBM MQ, Managing buffer pools)."""
    found = command_files(made("full", managers_pool(1_000.0)), ReportOptions("en"))
    texts = [content.decode() for name, content in found.items() if "steps-before" in name]
    (back,) = (statements(text) for text in texts if "DELETE BUFFPOOL" in text)
    moved, undefined, deleted = back[-3:]
    assert undefined == "CSQINP1: * DEFINE BUFFPOOL(0)"
    assert re.fullmatch(r"CSQINP1: DEFINE PSID\(\d+\) BUFFPOOL\(2\) EXPAND\(USER\)", moved)
    assert re.fullmatch(r"<cpf> DELETE BUFFPOOL\(\d+\)", deleted)


def test_all_places_to_be_filled_in_are_counted() -> None:
    for name, text in files().items():
        if name != INDEX:
            places = set(re.findall("<[^<>]+>", text))
            told = re.search(r"to be filled in: (\d+)\.", text)
            assert (0 if told is None else int(told[1])) == len(places), name


def test_a_parameter_goes_back_once_and_to_what_it_was() -> None:
    """Natural's ZIIP went back to what it was between two steps of one task, then to today's."""
    limits = Options(constraints=Constraints(min_share_pct=0))  # two steps of a small session
    found = command_files(analyse(readings(), limits), ReportOptions("en"))
    back = next(t for n, t in found.items() if "NATB0450-steps-before" in n).decode()
    assert [line for line in statements(back) if line.startswith("ZIIP=")] == [
        "ZIIP=(ON,LIMIT=100)"
    ]
