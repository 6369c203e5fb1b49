"""Masked products of all samples hold none of the names that any reader delivers."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from advisor.engagement import Constraints, Engagement, Options
from advisor.observations import Observation
from advisor.reading import read_path
from advisor.report import ReportOptions, build_document
from advisor.report.command_files import command_files
from advisor.report.document import mask_of
from advisor.rules import rules
from app.advising.publishing import write_beside
from app.printing.advice_text import advice_lines
from model.catalogue import catalogue
from tests.remembering import analyse

SAMPLES = Path(__file__).resolve().parents[3] / "samples"
FILES = sorted(path for room in ("engagement", "formats") for path in (SAMPLES / room).iterdir())
OPTIONS = ReportOptions(date="2026-11-20", mask=True)

GENERIC = {"ADABAS", "BATCH", "ONLINE", "OVERVIEW", "SCM", "SORT", "STC", "CONSOLE", "QUERY"}
MODULES = {"SMS", "MONVSE", "DFSLI000", "CBLTDLI", "LLA", "VLF"}
PRODUCTS_OWN = GENERIC | MODULES
"""What every site calls such things, and words and modules of the products."""


def delivered(observations: tuple[Observation, ...]) -> set[str]:
    """Every name in the observations, by what the catalogue calls one; told apart from masking."""
    names: set[str] = set()
    for seen in observations:
        kind, _, called = seen.subject.partition(":")
        spec = catalogue()[kind]
        *containers, own = called.split("/")
        names.update(containers)
        if spec.names:
            names.update((own, own.split()[0]))  # a job, and when it ran
        if spec.names == "CLASS":
            names.add(own.partition(".")[0])  # without its period
        if seen.metric.startswith("setting."):
            setting = spec.setting(seen.metric.removeprefix("setting."))
            if setting is not None and setting.names:
                for word in str(seen.value).split(","):
                    names.update(form.format(value=word) for form in setting.name_forms if word)
            continue
        figure = spec.measure(seen.metric)
        if figure is None:
            continue
        if figure.names:
            names.add(str(seen.value))
        if figure.part_names:
            part = seen.metric.partition(".")[2]
            dotted = figure.part_names in ("QUEUE", "DATASET")
            names.add(part if dotted else part.partition(".")[0])
    return {name for name in names if re.search(r"[A-Za-z]", name) and name not in PRODUCTS_OWN}


OURS = re.compile(r"PROFILE\.TCPIP|jvm\.options|VARY TCPIP,|IODF=[^,\n]*,TEST\b")
"""What sentences and commands of ours say to every customer, though a sample calls its own so."""


@pytest.fixture(scope="module")
def case() -> Engagement:
    """All samples as one engagement; bands hold no names.

    A plan of three changes is found at once; unmasked, its products hold the same 202 of the
    delivered names as those of a plan of ten or of all changes.
    """
    read = tuple(found for path in FILES for found in read_path(path))
    three = Options(bands=False, constraints=Constraints(max_changes=3))
    return analyse(read, three, name="Nordic Vehicles")


def leaks(names: set[str], text: str) -> list[str]:
    return sorted(
        name
        for name in names
        if name in text and re.search(rf"(?<![A-Za-z0-9]){re.escape(name)}(?![A-Za-z0-9])", text)
    )


def test_no_delivered_name_is_in_a_masked_product(case: Engagement, tmp_path: Path) -> None:
    names = delivered(case.installation.observations)
    assert {"ADAPRD", "CICSPRD", "NVISC", "NVLSR", "NVFILES", "DFSMPLM1", "NVTEST"} <= names
    mask = mask_of(case, OPTIONS)
    write_beside(case, tmp_path, options=OPTIONS)
    beside = {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.suffix != ".png"}
    products = {
        # The PDF sets its words; test_masked_names_are_nowhere_in_the_file reads one.
        "document": json.dumps(build_document(case, OPTIONS)),
        "table": "\n".join(mask.text(line) for line in advice_lines(case)),
        # Cards, members and jobs, and what their files are called.
        **{
            f"commands/{name}": f"{name}\n{text.decode()}"
            for name, text in command_files(case, OPTIONS).items()
        },
        **{f"beside/{name}": text.decode("utf-8", "replace") for name, text in beside.items()},
    }
    assert len([name for name in products if name.startswith("commands/")]) > 10
    beside_it = ("advice.json", "findings.csv", "projections.csv", "topology.svg")
    assert {f"beside/{name}" for name in beside_it} <= set(products)
    leaked = {product: leaks(names, OURS.sub("", text)) for product, text in products.items()}
    assert not any(leaked.values()), leaked


def test_no_delivered_name_is_in_a_masked_line(case: Engagement) -> None:
    """Any line that was read may be quoted once some finding rests on it."""
    names = delivered(case.installation.observations)
    mask = mask_of(case, OPTIONS)
    lines = {o.text for o in case.installation.observations}
    assert leaks(names, "\n".join(mask.text(line) for line in sorted(lines))) == []


def test_product_keywords_stay(case: Engagement) -> None:
    mask = mask_of(case, OPTIONS)
    for kept in (
        "ADARUN CASSOV64=1-5000,CDATAV64=1-90000",
        "DATA4K(400) INDEX2K(120)",
        "preloaded CEEBINIT,IGZCEV5,CBLTDLI",
        "-ALTER BUFFERPOOL(BP1) VPSIZE(2000)",
        "in GBP1 and BP8K0",
        "SORT=(EXT=OFF,WRKSIZE=<KB>,STORAGE=<medium>)",
    ):
        assert mask.text(kept) == kept


def test_public_pages_stay_as_they_are_cited(case: Engagement) -> None:
    mask = mask_of(case, OPTIONS)
    cited = {source for rule in rules() for way in rule.procedures for source in way.sources}
    assert len(cited) > 50
    assert {source for source in cited if mask.text(source) != source} == set()


def test_every_text_says_whether_it_is_a_name() -> None:
    """A setting of text is a name by declaration, or known to be the product's own word."""
    own = {"VERSION", "OPSYS_RELEASE", "SHAREOPTIONS", "BUFFPOOL", "NTZIIP", "LINK_OPERANDS"}
    own |= {"LLA_APAR_OA45127_PTF"}
    undeclared = {
        f"{kind.name} {spec.name}"
        for kind in catalogue()
        for spec in kind.settings
        if spec.type == "text" and not spec.names and spec.name not in own
    }
    assert undeclared == set()
