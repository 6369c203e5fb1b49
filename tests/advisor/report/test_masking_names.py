"""Names of letters only: masked wherever a report labels them or keeps a column for them."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from advisor.findings import Evidence
from advisor.observations import Observation
from advisor.report import ReportOptions, build_document, render_pdf
from advisor.report.masking import Mask, build_mask
from advisor.report.numbers import Language
from advisor.report.render import pictures
from advisor.report.writer import Writer
from advisor.rules import rules
from model.language import Keyword, Name, Quoted, joined, say
from tests.advisor.report.factory import FILE, engagement, finding
from tests.advisor.report.test_report import inner_bytes, pages_text

JOBS = ("PAYROLL", "WERNER", "CLAIMS", "INVOICE")


def seen(subject: str, metric: str, line: int, text: str, value: float | str = 1.0) -> Observation:
    return Observation(subject, metric, value, "", FILE, line, text, str(value))


def case_with(*observations: Observation, quoted: tuple[str, ...] = ()):  # type: ignore[no-untyped-def]
    case = engagement()
    lines = [o.text for o in observations] + list(quoted)
    evidence = tuple(Evidence(FILE, number, line, "x", 1.0) for number, line in enumerate(lines, 1))
    case = replace(case, findings=(finding(evidence=evidence),))
    return replace(case, installation=replace(case.installation, observations=observations))


def everything(case) -> str:  # type: ignore[no-untyped-def]
    document = build_document(case, ReportOptions(date="2026-11-20", mask=True))
    pdf = render_pdf(document)
    shapes = b"".join(data for name, data in pictures(document).items() if name.endswith(".svg"))
    parts = (json.dumps(document), pages_text(pdf), inner_bytes(pdf).decode("latin-1"))
    return "\n".join((*parts, shapes.decode("utf-8")))


def test_masked_reports_are_numbered_without_gaps() -> None:
    """REPORT-1, REPORT-3, REPORT-5: each file's name without its folder took a number, too."""
    case = engagement()
    (first, *_) = case.readings
    files = [replace(first, file=f"/from/bank/rmf{n}.sysa.txt") for n in range(3)]
    masked = build_mask(replace(case, readings=tuple(files)))
    assert [masked.text(one.file) for one in files] == ["REPORT-1", "REPORT-2", "REPORT-3"]
    assert masked.text("rmf2.sysa.txt") == "REPORT-3"


def test_names_inside_metrics_and_subjects_are_masked_in_every_line() -> None:
    rows = tuple(
        seen("lpar:SYSA", f"job.{name}.frames", number, f"  {name:<8}  {number}0")
        for number, name in enumerate(JOBS[:3], 1)
    )
    owner = seen("natural_session:TREASURY", "records", 9, "records  17")
    said = everything(case_with(*rows, owner, quoted=("WERNER waits for TREASURY",)))
    for name in (*JOBS[:3], "TREASURY"):
        assert name not in said, name
    assert "JOB-1" in said


def test_an_unlabelled_name_in_a_column_of_names_is_masked() -> None:
    rows = tuple(
        seen("lpar:SYSA", f"job.{name}.frames", number, f"  {name:<8}  {number}0")
        for number, name in enumerate(JOBS[:3], 1)
    )
    other = seen("lpar:SYSA", "job.CLAIMS.frames", 7, f"  {JOBS[3]:<8}  70")
    total = seen("lpar:SYSA", "job.CLAIMS.frames", 8, "  CPU       99")
    said = everything(case_with(*rows, other, total))
    assert JOBS[3] not in said
    assert "CPU" in said


def test_settings_that_hold_names_are_masked() -> None:
    programs = seen("ims_region:IMS/MPR", "setting.PRELOAD_MODULES", 3, "POLICY,CLAIMSX", "POLICY")
    socket = seen("tcp_connection:A/1", "setting.LOCAL_SOCKET", 4, "at 10.12.4.18..20", "x")
    said = everything(case_with(programs, socket, quoted=("POLICY was loaded",)))
    assert "POLICY" not in said
    assert "10.12.4.18" not in said


def test_what_contains_a_component_is_called_what_it_is() -> None:
    """The IMS system that a region is in was NAME-1, where its regions came first."""
    region = seen("ims_region:TREASURY/MPR", "setting.PWFI", 3, "PWFI=Y", True)
    system = seen("ims_system:TREASURY", "setting.OLDS_BUFFERS", 4, "BUFNO=5", 5.0)
    mask = build_mask(case_with(region, system))
    assert mask.names["TREASURY"] == "IMS-1"
    assert mask.text("TREASURY/MPR") == "IMS-1/REGION-1"


def test_what_the_catalogue_says_itself_is_nobodys_name() -> None:
    odd = seen("dfsort_job:SORT", "elapsed_s", 3, "SORT ended")
    assert "SORT ended" in everything(case_with(odd))


@pytest.mark.parametrize("language", ["en", "de"])
def test_names_are_hidden_in_values_and_never_in_our_own_words(language: Language) -> None:
    """A system called WAIT, a report called jvm.options: what rules say of them stays readable."""
    mask = Mask({"WAIT": "SYSTEM-1", "DB10.PROD": "NAME-1", "jvm.options": "REPORT-1"})
    writer = Writer(engagement(), ReportOptions(language, mask=True), mask)
    said = writer.speak(
        joined((Name("WAIT"), ": WAIT ", Quoted("JOB WAIT"), " ", Keyword("DB10.PROD"), " 5 "), "")
    )
    assert said == "SYSTEM-1: SYSTEM-1 JOB SYSTEM-1 NAME-1 5 "
    said = writer.speak(say("WAIT of {name}", name=Name("WAIT")))
    # What has no translation is searched whole.
    assert said == {"en": "WAIT of SYSTEM-1", "de": "[englisch] SYSTEM-1 of SYSTEM-1"}[language]
    assert mask.apply({"text": writer.speak("PROFILE.TCPIP.")}) == {"text": "PROFILE.TCPIP."}
    assert mask.apply({"text": "PROFILE.TCPIP of WAIT"})["text"].endswith("of SYSTEM-1")
    assert type(mask.apply([said])[0]) is str


def test_a_suffix_is_masked_where_its_operand_stands_in_another_field() -> None:
    mask = Mask({"PREINIT=M1": "PREINIT=MEMBER-4"})
    row = {"component": "ims_region:IMSA/MPR", "setting": "PREINIT", "from": "", "to": "M1"}
    assert mask.apply(row)["to"] == "MEMBER-4"
    assert mask.value("ims_region:IMSA/MPR", "PROCLIM", 5) == 5


def test_the_module_that_issued_a_message_is_the_products() -> None:
    """CSQP1RSW, the same at every customer, was NAME-6; a queue manager CSQ1 is one's own."""
    case = case_with(
        seen("mq_manager:MQA1", "x", 3, "CSQP020E !MQA1 CSQP1RSW Buffer pool 1 is too small"),
        seen("mq_manager:CSQ1", "y", 4, "CSQY000I !CSQ1 IBM MQ for z/OS V9, job CSQ1MSTR"),
    )
    said = everything(case)
    assert "CSQP1RSW Buffer pool 1" in said
    assert "CSQ1" not in said
    assert "CSQ1MSTR" not in said


def test_pages_that_rules_rest_on_keep_their_hosts() -> None:
    mask = Mask({})
    pages = {page for rule in rules() for page in rule.references if "://" in page}
    assert {page for page in pages if mask.text(page) != page} == set()
    assert mask.text("https://intranet.customer.com/") == "https://HOST-1/"
