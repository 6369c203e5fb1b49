"""MRO-011: the definition of CSMI is altered where it is, and put back as it was."""

from __future__ import annotations

import pytest

from advisor.findings import Finding
from model.topology import Value
from tests.advisor.rules.builders import advise, part, topology


def _found(settings: dict[str, Value]) -> Finding:
    found, _ = advise(
        topology(
            part("lpar", "SYSA"),
            part("cics_region", "AOR1", "lpar:SYSA", {"PLATFORM": "z/OS", **settings}),
            part("cics_connection", "AOR1/FOR1", "cics_region:AOR1"),
        )
    )
    return next(finding for finding in found if finding.rule == "MRO-011")


@pytest.mark.parametrize(
    ("settings", "set_to", "back"),
    [
        (
            {"CSMI_SPURGE": False, "CSMI_DTIMOUT": "NO"},
            "DTIMOUT(0030) SPURGE(YES)",
            "DTIMOUT(NO) SPURGE(NO)",
        ),
        ({"CSMI_SPURGE": False, "CSMI_DTIMOUT": "0100"}, "SPURGE(YES)", "SPURGE(NO)"),
        ({"CSMI_SPURGE": True}, "DTIMOUT(0030)", "DTIMOUT(<former>)"),
    ],
)
def test_a_definition_of_ones_own_is_altered_and_put_back(
    settings: dict[str, Value], set_to: str, back: str
) -> None:
    """IBM's was copied over it, and the way back installed IBM's."""
    found = _found({**settings, "CSMI_GROUP": "NVISC"})
    one = "CEDA ALTER TRANSACTION(CSMI) GROUP(NVISC) "
    two = "\nCEDA INSTALL TRANSACTION(CSMI) GROUP(NVISC)"
    assert [text.syntax for text in found.change_texts] == [one + set_to + two]
    assert found.back_out_commands == (one + back + two,)


@pytest.mark.parametrize("group", [{}, {"CSMI_GROUP": "DFHISC"}])
def test_a_definition_of_ibm_is_copied(group: dict[str, Value]) -> None:
    found = _found({"CSMI_SPURGE": False, "CSMI_DTIMOUT": "NO", **group})
    assert found.change_texts[0].syntax.startswith("CEDA COPY TRANSACTION(CSMI) GROUP(DFHISC)")
    assert "CEDA REMOVE GROUP(<group>)" in "\n".join(found.back_out_commands)
