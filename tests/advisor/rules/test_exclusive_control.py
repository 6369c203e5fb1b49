"""Files whose tasks wait for control intervals that another task holds."""

from __future__ import annotations

import pytest

from tests.advisor.rules.builders import part, topology
from tests.advisor.rules.test_premises import judged

REGION = part("cics_region", "AOR", None, {"PLATFORM": "z/VSE"}, {})


@pytest.mark.parametrize(
    ("pool", "size", "wanted"),
    [((4096,), 8192, 4096), ((4096, 2048), 8192, 4096), ((), 8192, 4096), ((), 2048, None)],
)
def test_smaller_intervals_are_of_a_size_that_the_pool_has(
    pool: tuple[int, ...], size: int, wanted: int | None
) -> None:
    """13 % of the requests of a log file met a conflict, and no finding said so."""
    log = part(
        "vsam_file",
        "AOR/LOG",
        "cics_region:AOR",
        {"DATA_CISZ": size, "TYPE": "ESDS", "LSRPOOLID": 2, "DSNAME": "P.LOG"},
        {"exclusive_control_conflicts": 8_112, "requests": 62_644, "adds": 61_440},
    )
    buffers = [
        part("lsr_pool", "AOR/2", "cics_region:AOR", {}, {}),
        *(
            part("lsr_buffers", f"AOR/2/D{each}", "lsr_pool:AOR/2", {"SIZE": each, "BUFFERS": 50})
            for each in pool
        ),
    ]
    findings, outcome = judged(topology(REGION, log, *buffers), "VSM-024")
    if wanted is None:
        assert findings == []
        assert outcome.outcome == "held back"
        assert "journal" in outcome.sentence
        return
    (finding,) = findings
    assert [change.value for change in finding.changes] == [wanted]
    assert any("append to its end" in caveat for caveat in finding.caveats)
    # No step: nobody measured that a smaller interval parts those who meet.
    assert "how many fewer conflicts" in finding.awaits
