"""zHyperWrite is switched on for those who write logs here, and for nobody else."""

from __future__ import annotations

import pytest

from tests.advisor.rules.builders import advise, part, topology

SENT = {"pprc_sends_per_s.0030": 900.0, "pprc_send_ms.0030": 2.0}
DB2 = ["DSNTIJUZ DSN6LOGP: REMOTE_COPY_SW_ACCEL=ENABLE", "-SET SYSPARM LOAD(<module>)"]
IMS = ["DFSDFxxx ZHYPERWRITE=(OLDS=YES,WADS=YES)"]


@pytest.mark.parametrize(
    ("kinds", "typed"),
    [
        (("db2_subsystem",), DB2),
        (("ims_system",), IMS),
        (("db2_subsystem", "ims_system"), [*DB2, *IMS]),
        ((), []),
    ],
)
def test_only_products_that_are_here_are_told_to_copy(
    kinds: tuple[str, ...], typed: list[str]
) -> None:
    """An installation without IMS was to change a member of IMS."""
    parts = [part(kind, "X", "lpar:SYSA") for kind in kinds]
    found, _ = advise(topology(part("lpar", "SYSA"), part("dasd", "D1", None, {}, SENT), *parts))
    (copied,) = (finding for finding in found if finding.rule == "DSK-006")
    lines = [line for text in copied.change_texts for line in text.syntax.split("\n")]
    assert lines == ["SETIOS HYPERWRITE=YES", "IECIOSxx: HYPERWRITE=YES", *typed]
    back = "\n".join(copied.back_out_commands)
    # IMS takes it when it starts: a window of its own, where an IMS is known.
    assert copied.effort == ("recycle" if "ims_system" in kinds else "dynamic")
    assert any("No report shows a Db2 or an IMS" in one for one in copied.caveats) == (not kinds)
    assert ("DFSDFxxx" in back) == (typed[-1:] == IMS)
    assert ("SET SYSPARM" in back) == (DB2[0] in typed)
