"""Responses of regions from the class that counts their transactions."""

from __future__ import annotations

import pytest

from advisor.installation.derivations.classes import derive
from model.topology import Component, Measured, Topology


def part(kind: str, name: str, **figures: float) -> Component:
    measured = {key: Measured(value, "") for key, value in figures.items()}
    return Component(f"{kind}:{name}", kind, name, None, {}, measured)


def site(*parts: Component) -> Topology:
    return Topology({one.id: one for one in parts})


ONLINE = part("service_class", "RAOR", ended=118_440, response_ms=38.0)


def test_a_class_that_ended_as_many_transactions_tells_their_response() -> None:
    aor = part("cics_region", "AOR", transactions=118_440)
    other = part("ims_region", "IMSA/MPR", transactions=200_340)
    found = derive(site(aor, other, ONLINE))
    assert found.topology[aor.id].measure("response_ms") == 38.0
    assert found.topology[aor.id].measured["response_ms"].origin.kind == "derived"
    assert found.topology[other.id].measure("response_ms") is None
    (said,) = found.assumptions
    assert "118,440" in said
    assert derive(found.topology).assumptions == ()


@pytest.mark.parametrize(
    "regions",
    [
        [part("cics_region", "AOR", transactions=118_440, response_ms=30.0)],
        [part("cics_region", "AOR", transactions=120_000)],
        [part("cics_region", name, transactions=118_440) for name in ("AOR1", "AOR2")],
        [],
    ],
)
def test_no_response_is_taken_that_may_be_of_others(regions) -> None:
    assert derive(site(*regions, ONLINE)).assumptions == ()


def test_two_classes_that_count_as_many_tell_nothing() -> None:
    aor = part("cics_region", "AOR", transactions=118_440)
    again = part("service_class", "ROTHER", ended=118_441, response_ms=20.0)
    assert derive(site(aor, again, ONLINE)).assumptions == ()
