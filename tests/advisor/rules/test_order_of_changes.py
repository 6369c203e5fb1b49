"""What a finding changes, in the order in which it is safe."""

from __future__ import annotations

from advisor.reading import read_path
from app.paths import sample
from tests.remembering import analyse


def test_caches_become_smaller_before_nuclei_are_added() -> None:
    """Four nuclei were started with caches of today's size, and those were made smaller after."""
    case = analyse(tuple(read_path(sample("after"))), name="Nordsee")
    (finding,) = [f for f in case.findings if f.rule == "ADA-002"]
    settings = [text.setting for text in finding.change_texts]
    assert {"CDATAMAXS", "CASSOMAXS", "NUCLEI"} <= set(settings)
    assert settings[-1] == "NUCLEI"
    back = "\n".join(finding.back_out_commands)
    assert back.index("ADAEND") < back.index("CDATAMAXS=")


def test_free_space_comes_with_the_reorganization_that_makes_it_effective() -> None:
    """ALTER FREESPACE was a step in operation, after which as many splits were measured."""
    case = analyse(tuple(read_path(sample("engagement"))), name="Nordsee")
    (finding,) = [f for f in case.findings if f.rule == "VS-101"]
    assert finding.effort == "close_open"
    typed = finding.change_texts[0].syntax
    assert "DEFINE CLUSTER (NAME(NVPROD.VSAM.POLMST) <as before>) DATA(FREESPACE(20 10))" in typed
    assert "CEMT SET FILE(POLAIX) CLOSED DISABLED" in typed
    assert "BLDINDEX INFILE(FILE1)" in typed  # labels, as of z/VSE, in the plan as well
    assert "DATASET(" not in typed
    assert "{" not in typed + "".join(finding.back_out_commands)
