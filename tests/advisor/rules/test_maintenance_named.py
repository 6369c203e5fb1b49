"""IMS-001 applies the PTF that the list of the zone names, with the zone set before."""

from __future__ import annotations

from tests.advisor.rules.report_text import advise, edited
from tests.advisor.rules.reports.ims import MAINTENANCE, SMS


def test_the_ptf_received_is_applied_and_restored_by_its_name() -> None:
    """The PTF was asked for that the evidence names, and no zone was set."""
    (found,) = [f for f in advise({**MAINTENANCE, **SMS}).findings if f.rule == "IMS-001"]
    typed = "\n".join(text.syntax for text in found.change_texts)
    for command, text in (("APPLY", typed), ("RESTORE", "\n".join(found.back_out_commands))):
        assert [line for line in text.split("\n") if line.startswith("SMP/E")] == [
            "SMP/E: SET BOUNDARY(TZOS21)",
            f"SMP/E: {command} SELECT(UA76082) CHECK",
            f"SMP/E: {command} SELECT(UA76082)",
        ]
    assert any("received in zone TZOS21, and not applied" in str(note) for note in found.notes)


def test_the_ptf_is_asked_for_where_the_list_has_the_apar_alone() -> None:
    apar = {" UA76082   TYPE            = PTF": " AA45127   TYPE            = APAR"}
    prints = edited({**MAINTENANCE, **SMS}, apar)
    (found,) = [f for f in advise(prints).findings if f.rule == "IMS-001"]
    assert "APPLY SELECT(<PTF that closes OA45127>)" in found.change_texts[0].syntax
