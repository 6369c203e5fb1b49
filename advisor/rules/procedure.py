"""How a rule's change is carried out: who does it, how it takes effect and lasts, and the way back.

A procedure holds facts of the products, each with the public page that confirms them. One without
such a page says so wherever it is shown: what specialists know is no reference.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from advisor.findings import Effort


class Role(StrEnum):
    """Who carries a change out."""

    ADABAS = "Adabas DBA"
    APPLICATION = "application development"
    CICS = "CICS systems programmer"
    DB2 = "Db2 DBA"
    HARDWARE = "hardware planning (HMC)"
    IMS = "IMS systems programmer"
    MQ = "MQ administrator"
    NATURAL = "Natural administrator"
    NETWORK = "network administrator"
    STORAGE = "storage administrator"
    ZOS = "z/OS systems programmer"
    ZVM = "z/VM systems programmer"
    ZVSE = "z/VSE systems programmer"


NONE_STATED = "None is stated by the source."
"""Level of a command for which no least release is documented."""

UNCONFIRMED = (
    "No public source confirms this command: check it against the product's manual before it is "
    "used."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Procedure:
    """What a change needs besides its command. Each is a decision; the last two are of few.

    ``command`` and ``back_out`` are statements, one to a line, with operands in angle brackets;
    empty where the rule's ``syntax`` writes them (backing out: the same with the former value).
    ``effort`` is how the change takes effect, ``detail`` what there is to say of it, ``permanent``
    where it has to stand so that it lasts, ``level`` the least release. ``sources`` are addresses
    of public pages that confirm the command. ``person_days`` are those of one object where people
    move data or make room, which takes longer than how the change takes effect lets expect.
    ``stops`` is the kind of component that is down as a whole meanwhile.
    """

    command: str
    back_out: str
    permanent: str
    effort: Effort
    detail: str
    roles: tuple[Role, ...]
    level: str
    sources: tuple[str, ...]
    person_days: float | None = None
    stops: str = ""


def advised(
    effort: Effort, *roles: Role, detail: str = "", person_days: float | None = None
) -> Procedure:
    """A rule without a command of its own: what it asks for is found out or planned by people."""
    return Procedure(
        command="",
        back_out="",
        permanent="",
        effort=effort,
        detail=detail,
        roles=roles,
        level="",
        sources=(),
        person_days=person_days,
    )
