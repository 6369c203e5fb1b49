"""Commands stay what their product takes, whatever a customer calls a system."""

from __future__ import annotations

import pytest

from advisor.report.masking import Mask

NAMES = {"TEST": "SYSTEM-13", "TCPIP": "STACK-1", "SYSA": "SYSTEM-1"}


@pytest.mark.parametrize(
    ("typed", "masked"),
    [
        ("ACTIVATE IODF=<xx>,TEST", "ACTIVATE IODF=<xx>,TEST"),
        (
            "VARY TCPIP,TCPIP,OBEYFILE,<data set(member)>",
            "VARY TCPIP,STACK-1,OBEYFILE,<data set(member)>",
        ),
        (
            "PROFILE.TCPIP: TCPCONFIG TCPRCVBUFRSIZE 65536",
            "PROFILE.TCPIP: TCPCONFIG TCPRCVBUFRSIZE 65536",
        ),
        ("TCPIP runs in TEST", "STACK-1 runs in SYSTEM-13"),
    ],
)
def test_a_keyword_is_no_name(typed: str, masked: str) -> None:
    """ACTIVATE IODF=xx,TEST became ACTIVATE IODF=xx,SYSTEM-13: without TEST it takes effect."""
    mask = Mask(NAMES)
    assert mask.text(typed) == masked
    assert mask.text(f"{typed}\nSYSA") == f"{masked}\nSYSTEM-1"
